//! The set-up as a played phase: whose turn it is, what he may choose, what is then the case
//! (`language.md`, section 6).

use std::sync::Arc;

use super::waiting::{self, Waiting};
use super::{Choice, Counter, Muster, Reserves, SetupFault, Slots, Uncountable};
use crate::board::placement_text;
use crate::board::{Shape, Side, Square};
use crate::compile::{codes_of, piece_of, side_of, tags_of};
use crate::definition::{AugmentStage, BindStage, Definition, PieceId, Stage, StageKind, Tags};
use crate::limits;

/// A man on the board before the first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetMan {
    /// Where.
    pub square: Square,
    /// Whose.
    pub side: Side,
    /// What.
    pub piece: PieceId,
    /// What it holds by now.
    pub tags: Tags,
}

/// One turn of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) stage: usize,
    pub(super) side: Side,
}

/// A set-up in progress.
#[derive(Clone, Debug)]
pub struct SetUp {
    pub(super) definition: Arc<Definition>,
    /// All men, by square.
    pub(super) men: Vec<SetMan>,
    /// Men in reserve.
    pub(super) waiting: Vec<Waiting>,
    /// All turns before the first move, in order.
    pub(super) turns: Vec<Turn>,
    /// Which of them is next.
    pub(super) at: usize,
    /// Who makes the next move when no turn is left.
    pub(super) mover: Side,
    /// The fields of the FEN behind the side to move.
    pub(super) rest: String,
}

/// Why a text is no legal turn of a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Everything that is wrong with it.
    pub faults: Vec<SetupFault>,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("is refused: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            // A fault always says which slot it is about.
            if let Some(square) = fault.square.as_ref().filter(|at| !fault.message.contains(*at)) {
                write!(f, "{square}: ")?;
            }
            f.write_str(&fault.message)?;
        }
        Ok(())
    }
}

/// A fault that no square or token is to blame for.
fn refused(code: &'static str, message: String) -> Refused {
    Refused { faults: vec![SetupFault { code, message, square: None, token: None }] }
}

impl SetUp {
    /// The set-up from the start; `None` for a game whose start is the first position.
    pub fn start(definition: &Arc<Definition>) -> Option<Self> {
        if definition.setup.stages.is_empty() {
            return None;
        }
        let fen = &definition.setup.start;
        let mut words = fen.split_ascii_whitespace();
        let (placement, bracket) = split(words.next().unwrap_or(""));
        let _ = words.next();
        let rest: Vec<&str> = words.collect();
        let votes = |gate: usize| {
            let votes =
                |stage: &Stage| matches!(stage.kind, StageKind::Vote { gate: g } if g == gate);
            definition.setup.stages.iter().any(votes)
        };
        let mut setup = Self {
            definition: Arc::clone(definition),
            men: read_men(definition, placement),
            waiting: waiting::read(definition, bracket.unwrap_or("")),
            turns: Vec::new(),
            at: 0,
            mover: definition.turn.first,
            rest: rest.join(" "),
        };
        for one in &mut setup.waiting {
            one.open = votes(one.gate);
        }
        setup.turns = setup.all_turns();
        setup.skip();
        Some(setup)
    }

    /// All turns that the men of the board and the reserves give.
    pub(super) fn all_turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (index, stage) in self.definition.setup.stages.iter().enumerate() {
            for side in Side::BOTH {
                if !stage.sides[side.index()] || stage.with_move {
                    continue;
                }
                let has_reserve = |gate: usize| {
                    self.waiting.iter().any(|one| one.gate == gate && one.side == side)
                };
                let chooses = match &stage.kind {
                    StageKind::Augment(augment) => !self.slots(augment, side).is_idle(),
                    StageKind::Bind(bind) => has_reserve(bind.gate),
                    StageKind::Vote { gate } => has_reserve(*gate),
                };
                if chooses {
                    turns.push(Turn { stage: index, side });
                }
            }
        }
        turns
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.definition.shape
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.turns.get(self.at).map_or(self.mover, |turn| turn.side)
    }

    /// Whether all turns before the first move are over. Reserves may still be unbound, where
    /// a stage binds them in one turn with a move.
    pub fn is_over(&self) -> bool {
        self.at >= self.turns.len()
    }

    /// Name of the stage that is on.
    pub fn stage_name(&self) -> Option<&str> {
        self.stage().map(|(stage, _)| stage.name.as_str())
    }

    /// The stage that is on, and whose turn it is.
    pub(super) fn stage(&self) -> Option<(&Stage, Side)> {
        let turn = self.turns.get(self.at)?;
        Some((self.definition.setup.stages.get(turn.stage)?, turn.side))
    }

    /// Goes over turns in which there is nothing to choose any more.
    pub(super) fn skip(&mut self) {
        while let Some((stage, side)) = self.stage() {
            let own = |gate: usize| {
                self.waiting.iter().filter(move |one| one.gate == gate && one.side == side)
            };
            let idle = match &stage.kind {
                StageKind::Augment(_) => false,
                StageKind::Bind(bind) => own(bind.gate).all(|one| one.square.is_some()),
                StageKind::Vote { gate } => own(*gate).all(|one| !one.open),
            };
            if !idle {
                break;
            }
            self.at += 1;
        }
    }

    /// What a side has to fill in a stage.
    pub(super) fn slots(&self, augment: &AugmentStage, side: Side) -> Slots {
        Slots::of_stage(&self.definition, augment, side, &self.muster(side))
    }

    /// What a side has to tie to squares in a stage.
    fn reserves(&self, bind: &BindStage, side: Side) -> Option<Reserves> {
        let mut muster = self.muster(side);
        let unbound = self
            .waiting
            .iter()
            .filter(|one| (one.gate, one.side, one.square) == (bind.gate, side, None));
        muster.hand = unbound.map(|one| one.piece).collect();
        Reserves::of_stage(&self.definition, bind, side, &muster)
    }

    fn muster(&self, side: Side) -> Muster {
        let mut muster = Muster::default();
        let men = self.men.iter().filter(|man| man.side == side);
        muster.men = men.map(|man| (man.square, man.piece, man.tags.clone())).collect();
        muster
    }

    /// What a side's men hold of a stage's tokens.
    pub(super) fn given(&self, augment: &AugmentStage, side: Side) -> Choice {
        let mut choice = Choice::default();
        for man in self.men.iter().filter(|man| man.side == side) {
            for &tag in &man.tags.0 {
                if augment.pools.iter().any(|pool| pool.contains(&tag)) {
                    choice.give(man.square, tag);
                }
            }
        }
        choice
    }

    /// Gives men what a choice says they hold.
    fn dress(&mut self, choice: &Choice) {
        for (square, codes) in &choice.0 {
            let man = self.men.iter_mut().find(|man| man.square == *square);
            if let Some(man) = man {
                man.tags.0.extend(codes);
                man.tags.0.sort_unstable();
            }
        }
    }

    /// The set-up after a turn given as text.
    ///
    /// # Errors
    /// Everything that is wrong with the turn.
    pub fn play(&self, text: &str) -> Result<Self, Refused> {
        let Some((stage, side)) = self.stage() else {
            return Err(refused("over", "the set-up is over".to_owned()));
        };
        let mut next = self.clone();
        match &stage.kind {
            StageKind::Augment(augment) => {
                let slots = self.slots(augment, side);
                if augment.by_token {
                    let given = self.given(augment, side);
                    let (square, code) =
                        slots.read_token(&given, text).map_err(|faults| Refused { faults })?;
                    let mut only = Choice::default();
                    only.give(square, code);
                    next.dress(&only);
                    if next.is_through(augment, side) {
                        next.at += 1;
                    }
                } else {
                    let choice = slots.read(text).map_err(|faults| Refused { faults })?;
                    next.dress(&choice);
                    next.at += 1;
                }
            }
            StageKind::Bind(bind) => {
                next.tie(bind, side, text)?;
                next.at += 1;
            }
            StageKind::Vote { gate } => {
                let yes = match text {
                    "yes" => true,
                    "no" => false,
                    _ => {
                        let shown = text.escape_debug();
                        let message = format!("`{shown}` is no vote: `yes` or `no` is expected");
                        return Err(refused("vote", message));
                    }
                };
                next.vote(*gate, side, yes);
                next.at += 1;
            }
        }
        next.skip();
        Ok(next)
    }

    /// Whether a side that gives its tokens one by one has no more to give.
    pub(super) fn is_through(&self, augment: &AugmentStage, side: Side) -> bool {
        let slots = self.slots(augment, side);
        let given = self.given(augment, side);
        slots.is_complete(&given) && slots.token_turns(&given).is_empty()
    }

    fn vote(&mut self, gate: usize, side: Side, yes: bool) {
        for one in &mut self.waiting {
            if one.gate == gate && one.side == side {
                (one.open, one.declined) = (false, !yes);
            }
        }
        let of_gate = || self.waiting.iter().filter(|one| one.gate == gate);
        if of_gate().any(|one| one.open) {
            return;
        }
        if of_gate().all(|one| one.declined) {
            self.waiting.retain(|one| one.gate != gate);
        } else {
            self.waiting.iter_mut().for_each(|one| one.declined = false);
        }
    }

    /// Ties a side's reserves to squares.
    fn tie(&mut self, bind: &BindStage, side: Side, text: &str) -> Result<(), Refused> {
        let Some(reserves) = self.reserves(bind, side) else {
            return Err(refused("over", "nothing is bound in this stage".to_owned()));
        };
        let binding = reserves.read(text).map_err(|faults| Refused { faults })?;
        let definition = Arc::clone(&self.definition);
        for &(square, piece) in &binding.0 {
            waiting::tie(&mut self.waiting, bind.gate, side, piece, square);
            if bind.copy {
                let men = &self.men;
                let stands =
                    |square| men.iter().any(|man| (man.square, man.side) == (square, side.other()));
                let one = (piece, square);
                waiting::tie_image(&definition, &mut self.waiting, bind.gate, side, one, stands)
                    .map_err(|fault| Refused { faults: vec![fault] })?;
            }
        }
        Ok(())
    }

    /// Texts of all turns that tie a side's reserves to squares. A choice whose image the
    /// other side cannot copy is none.
    fn ties(&self, bind: &BindStage, side: Side) -> Option<Vec<String>> {
        let Some(reserves) = self.reserves(bind, side) else { return Some(Vec::new()) };
        let most = u128::from(limits::LISTED_MOVES);
        let count = reserves.count().ok().filter(|&count| count <= most)?;
        let texts = (0..count)
            .map(|index| Some(reserves.write(&reserves.nth(index).ok()??)))
            .collect::<Option<Vec<_>>>()?;
        let works = |text: &String| !bind.copy || self.clone().tie(bind, side, text).is_ok();
        Some(texts.into_iter().filter(works).collect())
    }

    /// The stage in which a side binds its reserves together with its next move, if it still
    /// has to.
    pub fn with_move(&self) -> Option<Self> {
        let side = self.mover;
        let stages = self.definition.setup.stages.iter().enumerate();
        let late = stages.filter(|(_, stage)| stage.with_move && stage.sides[side.index()]);
        for (index, stage) in late {
            let StageKind::Bind(bind) = &stage.kind else { continue };
            let open =
                |one: &Waiting| one.gate == bind.gate && one.side == side && one.square.is_none();
            if self.is_over() && self.waiting.iter().any(open) {
                let mut turn = self.clone();
                turn.turns = vec![Turn { stage: index, side }];
                turn.at = 0;
                return Some(turn);
            }
        }
        None
    }

    /// The set-up when a side has moved with what it has chosen: the position it came to, as
    /// FEN, and the other side's reserves that are still unbound.
    #[must_use]
    pub fn after_move(&self, fen: &str, mover: Side) -> Self {
        let mut words = fen.split_ascii_whitespace();
        let (placement, bracket) = split(words.next().unwrap_or(""));
        let _ = words.next();
        let rest: Vec<&str> = words.collect();
        let mut waiting = waiting::read(&self.definition, bracket.unwrap_or(""));
        waiting.extend(self.waiting.iter().filter(|one| one.square.is_none()).cloned());
        waiting.sort_by_key(|one| (one.side, one.piece));
        Self {
            definition: Arc::clone(&self.definition),
            men: read_men(&self.definition, placement),
            waiting,
            turns: Vec::new(),
            at: 0,
            mover,
            rest: rest.join(" "),
        }
    }

    /// How many choices there are in this turn.
    ///
    /// # Errors
    /// More than can be counted.
    pub fn count(&self) -> Result<u128, Uncountable> {
        let Some((stage, side)) = self.stage() else { return Ok(0) };
        Ok(match &stage.kind {
            StageKind::Augment(augment) => {
                let slots = self.slots(augment, side);
                if augment.by_token {
                    slots.token_turns(&self.given(augment, side)).len() as u128
                } else {
                    Counter::new(&slots).count()?
                }
            }
            StageKind::Bind(bind) => match self.ties(bind, side) {
                Some(texts) => texts.len() as u128,
                None => match self.reserves(bind, side) {
                    Some(reserves) => reserves.count()?,
                    None => 0,
                },
            },
            StageKind::Vote { .. } => 2,
        })
    }

    /// Texts of all choices in this turn, if there are not too many.
    pub fn list(&self) -> Option<Vec<String>> {
        let Some((stage, side)) = self.stage() else { return Some(Vec::new()) };
        let most = u128::from(limits::LISTED_MOVES);
        match &stage.kind {
            StageKind::Augment(augment) => {
                let slots = self.slots(augment, side);
                if augment.by_token {
                    let given = self.given(augment, side);
                    let tokens = slots.token_turns(&given);
                    let text = |&(square, code): &(Square, u8)| {
                        let mut one = Choice::default();
                        one.give(square, code);
                        slots.write(&one)
                    };
                    return Some(tokens.iter().map(text).collect());
                }
                let mut counter = Counter::new(&slots);
                let count = counter.count().ok().filter(|&count| count <= most)?;
                (0..count).map(|index| Some(slots.write(&counter.nth(index).ok()??))).collect()
            }
            StageKind::Bind(bind) => self.ties(bind, side),
            StageKind::Vote { .. } => Some(vec!["no".to_owned(), "yes".to_owned()]),
        }
    }

    /// Number of sequences of `depth` turns, as far as the set-up goes. `None` if there are
    /// too many to walk or to count: choices that do not touch later ones are multiplied, all
    /// others are walked.
    ///
    /// `then` counts on from where the set-up is over.
    pub fn perft(
        &self,
        depth: u32,
        budget: &mut u64,
        then: &mut dyn FnMut(&Self, u32, &mut u64) -> Option<u64>,
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if self.is_over() {
            return then(self, depth, budget);
        }
        let count = self.count().ok()?;
        if depth == 1 {
            return u64::try_from(count).ok();
        }
        let left = (self.turns.len() - self.at) as u32;
        let turns = self.turns.get(self.at..).unwrap_or(&[]);
        let alone = turns.iter().all(|turn| {
            let stage = self.definition.setup.stages.get(turn.stage);
            matches!(stage.map(|stage| &stage.kind),
                Some(StageKind::Augment(augment)) if !augment.by_token)
        });
        if alone && depth <= left {
            // What one side gives its men changes nothing for the turns that follow.
            let (stage, side) = self.stage()?;
            let StageKind::Augment(augment) = &stage.kind else { return None };
            if count == 0 {
                return Some(0);
            }
            let slots = self.slots(augment, side);
            let first = Counter::new(&slots).nth(0).ok()??;
            let mut next = self.clone();
            next.dress(&first);
            next.at += 1;
            next.skip();
            let below = next.perft(depth - 1, budget, then)?;
            return u64::try_from(count.checked_mul(u128::from(below))?).ok();
        }
        let mut nodes = 0_u64;
        for text in self.list()? {
            *budget = budget.checked_sub(1)?;
            let next = self.play(&text).ok()?;
            nodes = nodes.checked_add(next.perft(depth - 1, budget, then)?)?;
        }
        Some(nodes)
    }

    /// Placement without a bracket.
    pub(super) fn placement(&self) -> String {
        let shape = self.shape();
        let mut text = String::new();
        for rank in (0..shape.ranks()).rev() {
            let mut run = 0;
            for file in 0..shape.files() {
                let Some(square) = shape.at(file, rank) else { continue };
                let man = self.men.iter().find(|man| man.square == square);
                if man.is_none() && !shape.holes().has(square) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text.push_str(&run.to_string());
                    run = 0;
                }
                match man {
                    None => text.push('*'),
                    Some(man) => {
                        text.push_str(&letter(&self.definition, man.side, man.piece));
                        if !man.tags.0.is_empty() {
                            text.push('{');
                            text.push_str(&codes_of(&self.definition, &man.tags));
                            text.push('}');
                        }
                    }
                }
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The men on the board.
    pub fn men(&self) -> &[SetMan] {
        &self.men
    }
}

/// A man's letter in a FEN.
pub(super) fn letter(definition: &Definition, side: Side, piece: PieceId) -> String {
    let letter = definition.pieces.get(piece.index()).map_or("?", |piece| piece.letter.as_str());
    let letter = match side {
        Side::White if letter.len() == 1 => letter.to_ascii_uppercase(),
        Side::White => letter.to_owned(),
        Side::Black => letter.to_ascii_lowercase(),
    };
    if letter.len() == 1 { letter } else { format!("{{{letter}}}") }
}

/// The first field of a FEN as placement and what stands in the bracket.
pub(super) fn split(field: &str) -> (&str, Option<&str>) {
    match field.split_once('[') {
        Some((placement, bracket)) => (placement, Some(bracket.trim_end_matches(']'))),
        None => (field, None),
    }
}

/// The men of a placement that is known to be readable.
pub(super) fn read_men(definition: &Definition, placement: &str) -> Vec<SetMan> {
    let shape = &definition.shape;
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    let mut men = Vec::new();
    for (square, man) in placement_text::men(shape, placement, long).take(shape.area()) {
        let side = side_of(man.letter);
        let piece = piece_of(definition, side, man.letter);
        let tags = tags_of(definition, man.codes.unwrap_or_default());
        if let (Some(piece), Some(tags)) = (piece, tags) {
            men.push(SetMan { square, side, piece, tags });
        }
    }
    men.sort_by_key(|man| man.square);
    men
}
