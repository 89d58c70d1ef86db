//! All that one side chooses before the first move.

use super::bind::{Binding, Place, Reserves};
use super::count::{Counter, Uncountable};
use super::slots::{Choice, Group, Slots};
use super::text::{SetupFault, shown, too_long};
use crate::board::placement_text::{TokenKind, tokens};
use crate::board::{Shape, Side, Square};
use crate::compile::{piece_of, side_of};
use crate::definition::{AugmentStage, BindStage, Definition, PieceId, Sizes, StageKind, Tags};
use crate::limits;

/// The men of one side in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Muster {
    /// On the board, squares rising, and what they hold.
    pub men: Vec<(Square, PieceId, Tags)>,
    /// In reserve, not yet bound to a square.
    pub hand: Vec<PieceId>,
    /// In reserve behind a man, as written: letter and place.
    pub bound: Vec<String>,
    /// Men who were promoted: they have no slots.
    promoted: Vec<(Square, String)>,
}

impl Muster {
    /// Reads the men of a side from the first field of a FEN.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(definition: &Definition, side: Side, fen: &str) -> Result<Self, Vec<SetupFault>> {
        if let Some(fault) = too_long(fen) {
            return Err(vec![fault]);
        }
        let shape = &definition.shape;
        let first = fen.split_ascii_whitespace().next().unwrap_or("");
        let (placement, bracket) = first.split_once('[').unwrap_or((first, ""));
        let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
        let (files, ranks) = (u32::from(shape.files()), u32::from(shape.ranks()));
        let mut muster = Self::default();
        let mut faults = Vec::new();
        let fault = |message: String| SetupFault::new("position", message);
        let (mut file, mut row) = (0_u32, 0_u32);
        let mut even = true;
        for token in tokens(placement, long) {
            match token.kind {
                TokenKind::NextRank => {
                    even &= file == files;
                    (file, row) = (0, row.saturating_add(1));
                }
                TokenKind::Empty(run) => file = file.saturating_add(run),
                TokenKind::Blocked => file = file.saturating_add(1),
                TokenKind::Bad => {
                    let rest = placement.get(token.at..).unwrap_or_default();
                    faults.push(fault(format!("`{}` means nothing in a placement", shown(rest))));
                    break;
                }
                TokenKind::Man(man) => {
                    let square = ranks
                        .checked_sub(row.saturating_add(1))
                        .zip(u8::try_from(file).ok())
                        .and_then(|(rank, file)| shape.at(file, u8::try_from(rank).ok()?));
                    file = file.saturating_add(1);
                    let owner = side_of(man.letter);
                    let Some(piece) = piece_of(definition, owner, man.letter) else {
                        faults
                            .push(fault(format!("no man has the letter `{}`", shown(man.letter))));
                        continue;
                    };
                    let Some(square) = square.filter(|_| owner == side) else { continue };
                    if man.plus || man.tilde {
                        let name = definition.pieces.get(piece.index()).map(|p| p.name.clone());
                        muster
                            .promoted
                            .push((square, format!("promoted {}", name.unwrap_or_default())));
                        continue;
                    }
                    let mut tags = Tags::default();
                    for code in man.codes.unwrap_or_default().chars() {
                        match definition.augmenters.iter().position(|one| one.code == code) {
                            Some(tag) => tags.0.push(tag as u8),
                            None => faults.push(
                                SetupFault::new(
                                    "unknown-code",
                                    format!("no augmenter has the code `{code}`"),
                                )
                                .on(shape.name(square))
                                .of(code),
                            ),
                        }
                    }
                    tags.0.sort_unstable();
                    muster.men.push((square, piece, tags));
                }
            }
        }
        if !even || file != files || row.saturating_add(1) != ranks {
            faults.push(fault(format!("the placement does not fit a board of {files}x{ranks}")));
        }
        for item in bracket.trim_end_matches(']').split(',').map(str::trim) {
            let letter = item.split(['@', '?', '-']).next().unwrap_or_default();
            let letter = letter.trim_matches(['{', '}']);
            if side_of(letter) != side {
                continue;
            }
            let Some(piece) = piece_of(definition, side, letter) else { continue };
            if item.contains('@') {
                muster.bound.push(item.to_owned());
            } else if !item.ends_with('-') {
                muster.hand.push(piece);
            }
        }
        muster.men.sort_unstable();
        muster.hand.sort_unstable();
        faults.truncate(limits::FAULTS);
        if faults.is_empty() { Ok(muster) } else { Err(faults) }
    }

    /// Squares of such men.
    fn squares_of(&self, piece: PieceId) -> Vec<Square> {
        self.men.iter().filter(|(_, other, _)| *other == piece).map(|(at, ..)| *at).collect()
    }

    /// All men but those of some pieces, with their names.
    fn others(
        &self,
        definition: &Definition,
        but: impl Fn(Square, PieceId) -> bool,
    ) -> Vec<(Square, String)> {
        let men = self.men.iter().filter(|(square, piece, _)| !but(*square, *piece));
        let mut others: Vec<(Square, String)> =
            men.map(|(square, piece, _)| (*square, name_of(definition, *piece))).collect();
        others.extend(self.promoted.iter().cloned());
        others
    }
}

fn name_of(definition: &Definition, piece: PieceId) -> String {
    definition.pieces.get(piece.index()).map(|piece| piece.name.clone()).unwrap_or_default()
}

/// What is chosen in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Who holds which tokens.
    Augment(Slots),
    /// Who waits where.
    Bind(Reserves),
}

/// One side's turn in one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Name of the stage.
    pub stage: String,
    /// What is chosen.
    pub task: Task,
    /// One token a turn.
    pub by_token: bool,
}

impl Slots {
    /// What a side has to fill in a stage.
    pub fn of_stage(
        definition: &Definition,
        stage: &AugmentStage,
        side: Side,
        muster: &Muster,
    ) -> Self {
        let groups = stage
            .slots
            .iter()
            .map(|(piece, sizes)| {
                let men = muster.squares_of(*piece);
                let sizes = sizes
                    .iter()
                    .map(|sizes| match sizes {
                        Sizes::Each(size) => vec![*size; men.len()],
                        Sizes::List(list) => list.clone(),
                    })
                    .collect();
                let bans = stage.bans.iter().filter(|(of, _)| of == piece);
                let bans = bans.flat_map(|(_, bans)| bans).map(|tags| tags.0.clone()).collect();
                Group { piece: *piece, name: name_of(definition, *piece), men, sizes, bans }
            })
            .collect();
        let others =
            muster.others(definition, |_, piece| stage.slots.iter().any(|(of, _)| *of == piece));
        Self {
            side,
            shape: definition.shape.clone(),
            codes: definition.augmenters.iter().map(|augmenter| augmenter.code).collect(),
            pool: stage.pools[side.index()].clone(),
            groups,
            others,
            repeat: stage.repeat,
            spare: stage.spare,
        }
    }
}

impl Reserves {
    /// What a side has to bind in a stage; none if the stage's gate is not there.
    pub fn of_stage(
        definition: &Definition,
        stage: &BindStage,
        side: Side,
        muster: &Muster,
    ) -> Option<Self> {
        let gate = definition.gates.get(stage.gate)?;
        let squares = gate.squares[side.index()];
        let mut men: Vec<PieceId> = muster.hand.clone();
        men.retain(|&man| gate.sides[side.index()] && gate.pieces.has(man));
        men.sort_unstable();
        let mut letters: Vec<(PieceId, String)> = men
            .iter()
            .filter_map(|&man| Some((man, definition.pieces.get(man.index())?.letter.clone())))
            .map(|(man, letter)| {
                (man, if letter.len() > 1 { format!("{{{letter}}}") } else { letter })
            })
            .collect();
        letters.dedup();
        let places = muster
            .men
            .iter()
            .filter(|(square, ..)| squares.has(*square))
            .map(|&(square, piece, _)| Place { square, piece, name: name_of(definition, piece) })
            .collect();
        let others = muster.others(definition, |square, _| squares.has(square));
        let on_one_rank = |shape: &Shape| {
            gate.squares.iter().all(|squares| {
                let mut ranks = squares.iter().map(|square| shape.rank(square));
                let first = ranks.next();
                ranks.all(|rank| Some(rank) == first)
            })
        };
        Some(Self {
            side,
            shape: definition.shape.clone(),
            men,
            letters,
            places,
            others,
            bans: stage.bans.clone(),
            by_file: on_one_rank(&definition.shape),
        })
    }
}

/// Everything that one side chooses before the first move, turn by turn. Stages in which it
/// has nothing to choose are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// Whose.
    pub side: Side,
    /// The turns in order.
    pub turns: Vec<Turn>,
}

impl Army {
    /// Whether a game has stages in which an army is set up.
    pub fn is_chosen(definition: &Definition) -> bool {
        let stages = &definition.setup.stages;
        stages.iter().any(|stage| !matches!(stage.kind, StageKind::Vote { .. }))
    }

    /// What a side chooses in the start of a game.
    ///
    /// # Errors
    /// A start that cannot be read; checked definitions have none.
    pub fn of_start(definition: &Definition, side: Side) -> Result<Self, Vec<SetupFault>> {
        let start = &definition.setup.start;
        let mut army = Self::new(definition, side, &Muster::read(definition, side, start)?);
        let copied = definition
            .setup
            .stages
            .iter()
            .any(|stage| matches!(&stage.kind, StageKind::Bind(bind) if bind.copy));
        if copied {
            // A reserve can wait only where the other side's image of it can wait too.
            let other = Muster::read(definition, side.other(), start)?;
            for turn in &mut army.turns {
                let stage = definition.setup.stages.iter().find(|stage| stage.name == turn.stage);
                let copy = |kind: &StageKind| matches!(kind, StageKind::Bind(bind) if bind.copy);
                if let (Task::Bind(reserves), true) =
                    (&mut turn.task, stage.is_some_and(|stage| copy(&stage.kind)))
                {
                    let image = |square| definition.shape.image(square, definition.symmetry);
                    reserves.keep(|square| other.men.iter().any(|(at, ..)| *at == image(square)));
                }
            }
        }
        Ok(army)
    }

    /// What a side with these men chooses.
    pub fn new(definition: &Definition, side: Side, muster: &Muster) -> Self {
        let mut turns = Vec::new();
        for stage in definition.setup.stages.iter().filter(|stage| stage.sides[side.index()]) {
            let (task, by_token) = match &stage.kind {
                StageKind::Augment(augment) => {
                    let slots = Slots::of_stage(definition, augment, side, muster);
                    (Some(Task::Augment(slots)), augment.by_token)
                }
                StageKind::Bind(bind) => {
                    (Reserves::of_stage(definition, bind, side, muster).map(Task::Bind), false)
                }
                StageKind::Vote { .. } => (None, false),
            };
            let idle = task.as_ref().is_none_or(|task| match task {
                // A pool that cannot be given to anybody is a fault, not nothing to do.
                Task::Augment(slots) => slots.is_idle() && slots.faults().is_empty(),
                Task::Bind(reserves) => reserves.men.is_empty(),
            });
            if let Some(task) = task.filter(|_| !idle) {
                turns.push(Turn { stage: stage.name.clone(), task, by_token });
            }
        }
        Self { side, turns }
    }

    /// Why some stage has no choice for this side.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for turn in &self.turns {
            match &turn.task {
                Task::Augment(slots) => faults.extend(
                    slots
                        .faults()
                        .into_iter()
                        .map(|fault| SetupFault::new(fault.code, fault.message)),
                ),
                Task::Bind(reserves) => faults.extend(reserves.fault()),
            }
        }
        faults
    }

    /// Reads a whole set-up: the turns of the stages divided by blanks, `;` or `/`. A stage by
    /// tokens may be given in one turn or in several.
    ///
    /// # Errors
    /// Everything that is wrong with it, at most [`limits::FAULTS`] things.
    pub fn judge(&self, text: &str) -> Vec<SetupFault> {
        if let Some(fault) = too_long(text) {
            return vec![fault];
        }
        let parts: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || c == ';' || c == '/')
            .filter(|part| !part.is_empty())
            .collect();
        let mut faults = Vec::new();
        let mut texts: Vec<Option<String>> = vec![None; self.turns.len()];
        let in_order = parts.len() == self.turns.len();
        let mut from = 0;
        for (index, part) in parts.iter().enumerate() {
            let found = if in_order {
                Some(index)
            } else {
                (from..self.turns.len())
                    .find(|&at| self.turns.get(at).is_some_and(|turn| turn.is_about(part)))
            };
            let place = found.and_then(|at| Some((at, self.turns.get(at)?, texts.get_mut(at)?)));
            match place {
                Some((at, _, slot @ None)) => {
                    *slot = Some((*part).to_owned());
                    from = at;
                }
                Some((_, turn, Some(whole))) if turn.by_token => {
                    whole.push(',');
                    whole.push_str(part);
                }
                _ => faults.push(SetupFault::new(
                    "turn-extra",
                    format!("`{}` is the turn of no stage that is left", shown(part)),
                )),
            }
        }
        for (turn, text) in self.turns.iter().zip(texts) {
            match text {
                Some(text) => faults.extend(turn.judge(&text)),
                // Who may give nothing need not say so.
                None if turn.judge("").is_empty() => {}
                None => faults.push(SetupFault::new(
                    "turn-missing",
                    format!("there is no turn for the stage `{}`", turn.stage),
                )),
            }
        }
        faults.truncate(limits::FAULTS);
        faults
    }

    /// What is wrong with the side's men in a finished position: each must hold what the
    /// stages, made for the men of that position, allow.
    pub fn judge_position(definition: &Definition, side: Side, fen: &str) -> Vec<SetupFault> {
        let muster = match Muster::read(definition, side, fen) {
            Ok(muster) => muster,
            Err(faults) => return faults,
        };
        let mut all = muster.clone();
        // Who waits behind a man was in hand before.
        for item in &muster.bound {
            let letter = item.split('@').next().unwrap_or_default();
            all.hand.extend(piece_of(definition, side, letter.trim_matches(['{', '}'])));
        }
        let army = Self::new(definition, side, &all);
        let mut faults = army.faults();
        let stages = definition.setup.stages.iter().filter(|stage| stage.sides[side.index()]);
        let pools: Vec<u8> = stages
            .filter_map(|stage| match &stage.kind {
                StageKind::Augment(augment) => Some(augment.pools[side.index()].as_slice()),
                StageKind::Bind(_) | StageKind::Vote { .. } => None,
            })
            .flatten()
            .copied()
            .collect();
        for (square, piece, tags) in &muster.men {
            for code in tags.0.iter().filter(|code| !pools.contains(code)) {
                let name = definition.shape.name(*square);
                let letter =
                    definition.augmenters.get(usize::from(*code)).map_or('?', |one| one.code);
                let message = format!(
                    "`{letter}`, held by the {} on {name}, is in no pool of {}",
                    name_of(definition, *piece),
                    side.as_str()
                );
                faults.push(SetupFault::new("not-in-pool", message).on(name).of(letter));
            }
        }
        for turn in &army.turns {
            match &turn.task {
                Task::Augment(slots) => {
                    // Which stage gave a token is told by its code.
                    let mut choice = Choice::default();
                    for (square, _, tags) in &muster.men {
                        for &code in tags.0.iter().filter(|code| slots.pool.contains(code)) {
                            choice.give(*square, code);
                        }
                    }
                    faults.extend(slots.judge(&choice));
                }
                Task::Bind(reserves) => {
                    faults.extend(reserves.read(&muster.bound.join(",")).err().unwrap_or_default());
                }
            }
        }
        faults.truncate(limits::FAULTS);
        faults
    }
}

impl Turn {
    /// What is wrong with a turn.
    pub fn judge(&self, text: &str) -> Vec<SetupFault> {
        let found = match &self.task {
            Task::Augment(slots) if self.by_token => slots.read_in_pieces(text).map(|_| ()),
            Task::Augment(slots) => slots.read(text).map(|_| ()),
            Task::Bind(reserves) => reserves.read(text).map(|_| ()),
        };
        found.err().unwrap_or_default()
    }

    /// Number of choices.
    ///
    /// # Errors
    /// A number of more than 128 bits, or too much work.
    pub fn count(&self) -> Result<u128, Uncountable> {
        match &self.task {
            Task::Augment(slots) => Counter::new(slots).count(),
            Task::Bind(reserves) => reserves.count(),
        }
    }

    /// Whether a text looks like a turn of this stage.
    fn is_about(&self, text: &str) -> bool {
        match &self.task {
            Task::Augment(slots) => {
                let codes = text.split(',').filter_map(|part| part.split_once('='));
                let mut codes = codes.flat_map(|(_, codes)| codes.chars());
                codes.any(|letter| {
                    let code = slots.codes.iter().position(|&code| code == letter);
                    code.is_some_and(|code| slots.pool.iter().any(|&one| usize::from(one) == code))
                })
            }
            Task::Bind(_) => text.contains('@'),
        }
    }
}

/// The set-ups of one side in order: those of the first turn change slowest.
#[derive(Debug)]
pub struct Armies<'a> {
    army: &'a Army,
    counters: Vec<Option<Counter<'a>>>,
    counts: Vec<u128>,
    total: u128,
}

impl<'a> Armies<'a> {
    /// Counts the set-ups.
    ///
    /// # Errors
    /// A number of more than 128 bits, or too much work.
    pub fn new(army: &'a Army) -> Result<Self, Uncountable> {
        let mut counters = Vec::new();
        let mut counts = Vec::new();
        let mut total = 1_u128;
        for turn in &army.turns {
            let (counter, count) = match &turn.task {
                Task::Augment(slots) => {
                    let mut counter = Counter::new(slots);
                    let count = counter.count()?;
                    (Some(counter), count)
                }
                Task::Bind(reserves) => (None, reserves.count()?),
            };
            total = total.checked_mul(count).ok_or(Uncountable::Large)?;
            counters.push(counter);
            counts.push(count);
        }
        Ok(Self { army, counters, counts, total })
    }

    /// Number of set-ups.
    pub fn count(&self) -> u128 {
        self.total
    }

    /// Numbers of choices of the turns.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// Allows this many steps for all texts that will be asked for.
    pub fn allow(&mut self, steps: u64) {
        self.counters.iter_mut().flatten().for_each(|counter| counter.allow(steps));
    }

    /// The set-up with this index as text; `None` beyond the last.
    ///
    /// # Errors
    /// Too much work.
    pub fn nth(&mut self, index: u128) -> Result<Option<String>, Uncountable> {
        if index >= self.total {
            return Ok(None);
        }
        let mut rest = index;
        let mut texts = Vec::new();
        let turns = self.army.turns.iter().zip(&mut self.counters).zip(&self.counts).rev();
        for ((turn, counter), &count) in turns {
            let index = rest.checked_rem(count).unwrap_or(0);
            rest = rest.checked_div(count).unwrap_or(0);
            let text = match (&turn.task, counter) {
                (Task::Augment(slots), Some(counter)) => {
                    counter.nth(index)?.map(|choice| slots.write(&choice))
                }
                (Task::Bind(reserves), _) => {
                    reserves.nth(index)?.map(|binding: Binding| reserves.write(&binding))
                }
                (Task::Augment(_), None) => None,
            };
            texts.push(text.unwrap_or_default());
        }
        texts.reverse();
        Ok(Some(texts.join(" ")))
    }
}
