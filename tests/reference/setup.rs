//! The set-up: what each side may choose, by trying everything (`language.md` 6).

use std::collections::BTreeSet;

use ferz::board::{Side, Square};
use ferz::definition::{AugmentStage, BindStage, PieceId, Sizes, StageKind};

use super::Reference;
use super::position::{Held, Place, Position, Reserve};

/// Most ways to deal the tokens of a pool that are tried one by one.
const DEALS: u64 = 200_000;

/// What a side chooses in a turn of the set-up.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Choice {
    /// Tokens for men, squares rising.
    Deal(Vec<(Square, Vec<u8>)>),
    /// One token for one man.
    Token(Square, u8),
    /// Reserves and the squares they wait behind, squares rising.
    Bind(Vec<(PieceId, Square)>),
    /// Whether the side wants its reserves.
    Vote(bool),
}

/// A number below another, from outside.
pub(crate) type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

impl Reference {
    /// The turns of the set-up: stage and side. Stages whose choice comes with a move have
    /// none.
    pub(crate) fn turns(&self) -> Vec<(usize, Side)> {
        let stages = self.def.setup.stages.iter().enumerate().filter(|(_, stage)| !stage.with_move);
        stages
            .flat_map(|(index, stage)| {
                let sides = Side::BOTH.into_iter().filter(|side| stage.sides[side.index()]);
                sides.map(move |side| (index, side))
            })
            .collect()
    }

    /// The position before anything has been chosen.
    pub(crate) fn before_set_up(&self, mut position: Position) -> Position {
        let asked = |reserve: &Reserve| {
            self.def.setup.stages.iter().any(|stage| {
                matches!(stage.kind, StageKind::Vote { gate }
                    if self.gate_index(*reserve) == Some(gate)
                        && stage.sides[reserve.side.index()])
            })
        };
        for index in 0..position.reserves.len() {
            if asked(&position.reserves[index]) {
                position.reserves[index].place = Place::Asked;
            }
        }
        self.turn_from(position, 0)
    }

    pub(super) fn gate_index(&self, reserve: Reserve) -> Option<usize> {
        self.def
            .gates
            .iter()
            .position(|gate| gate.sides[reserve.side.index()] && gate.pieces.has(reserve.piece))
    }

    /// Goes on with the first turn from `index` on in which there is something to choose, or
    /// with the first move.
    fn turn_from(&self, mut position: Position, index: usize) -> Position {
        let turns = self.turns();
        let next = (index..turns.len()).find(|&index| self.has_choice(&position, turns[index]));
        position.set_up = next;
        position.side = next.map_or(self.def.turn.first, |index| turns[index].1);
        position.reserves.sort_unstable();
        position
    }

    pub(super) fn has_choice(&self, position: &Position, (stage, side): (usize, Side)) -> bool {
        match &self.def.setup.stages[stage].kind {
            StageKind::Augment(augment) => {
                let most = |(piece, alternatives): &(PieceId, Vec<Sizes>)| {
                    let men = self.men_of(position, side, *piece).len();
                    men > 0 && alternatives.iter().any(|sizes| *sizes != Sizes::Each(0))
                };
                augment.slots.iter().any(most)
            }
            StageKind::Bind(bind) => {
                !self.waiting(position, bind.gate, side, Place::Free).is_empty()
            }
            StageKind::Vote { gate } => {
                !self.waiting(position, *gate, side, Place::Asked).is_empty()
            }
        }
    }

    /// Reserves of a side at a gate that are in this state.
    pub(super) fn waiting(
        &self,
        position: &Position,
        gate: usize,
        side: Side,
        place: Place,
    ) -> Vec<Reserve> {
        let mut reserves = position.reserves.clone();
        reserves.retain(|reserve| {
            reserve.side == side
                && reserve.place == place
                && self.gate_index(*reserve) == Some(gate)
        });
        reserves
    }

    fn men_of(&self, position: &Position, side: Side, piece: PieceId) -> Vec<Square> {
        let men = self.men(position, side).into_iter();
        men.filter(|(_, man)| man.piece == piece).map(|(at, _)| at).collect()
    }

    /// All choices of the present turn, or `None` if there are too many to try them all.
    pub(crate) fn choices(&self, position: &Position) -> Option<Vec<Choice>> {
        let (stage, side) = self.turns()[position.set_up?];
        Some(match &self.def.setup.stages[stage].kind {
            StageKind::Augment(augment) if augment.by_token => {
                let pool: BTreeSet<u8> = augment.pools[side.index()].iter().copied().collect();
                let men = self.men(position, side);
                let tokens = men.iter().flat_map(|(at, _)| pool.iter().map(|&code| (*at, code)));
                let fits = |&(at, code): &(Square, u8)| {
                    self.is_allowed(position, &Choice::Token(at, code))
                };
                tokens.filter(fits).map(|(at, code)| Choice::Token(at, code)).collect()
            }
            StageKind::Augment(augment) => {
                let deals = self.deals(position, side, augment)?;
                deals.into_iter().map(Choice::Deal).collect()
            }
            StageKind::Bind(bind) => self.bindings(position, side, bind),
            StageKind::Vote { .. } => vec![Choice::Vote(true), Choice::Vote(false)],
        })
    }

    /// Every way to give each token to a man or to nobody that is a valid one.
    #[expect(clippy::type_complexity, reason = "what `Choice::Deal` holds")]
    fn deals(
        &self,
        position: &Position,
        side: Side,
        augment: &AugmentStage,
    ) -> Option<BTreeSet<Vec<(Square, Vec<u8>)>>> {
        let pool = &augment.pools[side.index()];
        let men: Vec<Square> = augment
            .slots
            .iter()
            .flat_map(|(piece, _)| self.men_of(position, side, *piece))
            .collect();
        let hands = men.len() as u64 + 1;
        let ways = hands.checked_pow(pool.len() as u32).filter(|&ways| ways <= DEALS)?;
        let mut deals = BTreeSet::new();
        for mut number in 0..ways {
            let mut deal: Vec<(Square, Vec<u8>)> = Vec::new();
            for &token in pool {
                let hand = (number % hands) as usize;
                number /= hands;
                let Some(&at) = men.get(hand) else { continue };
                match deal.iter_mut().find(|(square, _)| *square == at) {
                    Some((_, codes)) => codes.push(token),
                    None => deal.push((at, vec![token])),
                }
            }
            deal.sort_unstable();
            if self.is_whole(position, side, augment, &deal) {
                deals.insert(deal);
            }
        }
        Some(deals)
    }

    /// Whether the tokens make a whole turn: the right men hold the right number, the pool is
    /// used up, no ban is broken.
    pub(super) fn is_whole(
        &self,
        position: &Position,
        side: Side,
        augment: &AugmentStage,
        deal: &[(Square, Vec<u8>)],
    ) -> bool {
        let held = |at: &Square| {
            deal.iter().find(|(square, _)| square == at).map_or(0, |(_, codes)| codes.len())
        };
        let sizes_fit = augment.slots.iter().all(|(piece, alternatives)| {
            let men = self.men_of(position, side, *piece);
            let mut sizes: Vec<u32> = men.iter().map(|at| held(at) as u32).collect();
            sizes.sort_unstable();
            alternatives.iter().any(|alternative| match alternative {
                Sizes::Each(each) => sizes.iter().all(|size| size == each),
                Sizes::List(list) => {
                    let mut list = list.clone();
                    list.sort_unstable();
                    list == sizes
                }
            })
        });
        let left = tokens_left(side, augment, deal);
        let used = left.is_some_and(|left| left.is_empty() || augment.spare);
        sizes_fit
            && used
            && deal.iter().all(|(at, codes)| {
                !codes.is_empty() && may_hold(position, side, augment, *at, codes)
            })
    }

    /// Tokens of this stage that the men hold already.
    pub(super) fn dealt(
        &self,
        position: &Position,
        side: Side,
        augment: &AugmentStage,
    ) -> Vec<(Square, Vec<u8>)> {
        let mut deal = Vec::new();
        for (at, man) in self.men(position, side) {
            let mut codes = man.held.codes();
            codes.retain(|code| augment.pools[side.index()].contains(code));
            if !codes.is_empty() {
                deal.push((at, codes));
            }
        }
        deal
    }

    /// Whether tokens can be added so that a whole turn comes of it.
    fn can_be_completed(
        &self,
        position: &Position,
        side: Side,
        augment: &AugmentStage,
        deal: &[(Square, Vec<u8>)],
    ) -> bool {
        if self.is_whole(position, side, augment, deal) {
            return true;
        }
        let Some(left) = tokens_left(side, augment, deal) else { return false };
        let overfull = |(at, codes): &(Square, Vec<u8>)| {
            codes.len() as u32 > most(position, augment, *at)
                || !may_hold(position, side, augment, *at, codes)
        };
        if deal.iter().any(overfull) {
            return false;
        }
        // The token with the fewest uses first would be faster; the first one is plain. A token
        // that may stay out is tried with nobody last.
        let Some(&token) = left.first() else { return false };
        let men = augment.slots.iter().flat_map(|(piece, _)| self.men_of(position, side, *piece));
        let given = men.into_iter().any(|at| {
            let deal = with_token(deal, at, token);
            self.can_be_completed(position, side, augment, &deal)
        });
        given
            || augment.spare && {
                let mut without = augment.clone();
                let pool = &mut without.pools[side.index()];
                pool.remove(pool.iter().position(|&code| code == token).expect("it was left"));
                self.can_be_completed(position, side, &without, deal)
            }
    }

    /// Every way to put a side's reserves behind its men.
    fn bindings(&self, position: &Position, side: Side, bind: &BindStage) -> Vec<Choice> {
        let reserves = self.waiting(position, bind.gate, side, Place::Free);
        let mut found = BTreeSet::new();
        self.bind_rest(position, side, bind, &reserves, Vec::new(), &mut found);
        found.into_iter().collect()
    }

    fn bind_rest(
        &self,
        position: &Position,
        side: Side,
        bind: &BindStage,
        reserves: &[Reserve],
        bound: Vec<(PieceId, Square)>,
        found: &mut BTreeSet<Choice>,
    ) {
        let Some((first, rest)) = reserves.split_first() else {
            let mut bound = bound;
            bound.sort_unstable_by_key(|&(_, at)| at);
            let choice = Choice::Bind(bound);
            if self.is_bound_well(position, side, bind, &choice) {
                found.insert(choice);
            }
            return;
        };
        for (at, _) in self.men(position, side) {
            let mut bound = bound.clone();
            bound.push((first.piece, at));
            self.bind_rest(position, side, bind, rest, bound, found);
        }
    }

    fn is_bound_well(
        &self,
        position: &Position,
        side: Side,
        bind: &BindStage,
        choice: &Choice,
    ) -> bool {
        let Choice::Bind(bound) = choice else { return false };
        let squares = self.def.gates[bind.gate].squares[side.index()];
        let man = |at: Square| position.board[at.index()].filter(|man| man.side == side);
        let in_place = bound.iter().all(|&(_, at)| squares.has(at) && man(at).is_some());
        let distinct: BTreeSet<Square> = bound.iter().map(|&(_, at)| at).collect();
        let mut pieces: Vec<PieceId> = bound.iter().map(|&(piece, _)| piece).collect();
        pieces.sort_unstable();
        let reserves = self.waiting(position, bind.gate, side, Place::Free);
        let mut wanted: Vec<PieceId> = reserves.iter().map(|reserve| reserve.piece).collect();
        wanted.sort_unstable();
        let banned = bind.bans.iter().any(|&(a, b)| {
            let behind = |at: Square, set| man(at).is_some_and(|man| self.has(set, man));
            bound.iter().any(|&(_, one)| {
                let mut others = bound.iter().filter(|&&(_, other)| other != one);
                behind(one, a) && others.any(|&(_, other)| behind(other, b))
            })
        });
        in_place
            && distinct.len() == bound.len()
            && pieces == wanted
            && !banned
            && (!bind.copy || self.copied(position, side, bind, bound).is_some())
    }

    /// The other side's reserves on the images of these squares.
    fn copied(
        &self,
        position: &Position,
        side: Side,
        bind: &BindStage,
        bound: &[(PieceId, Square)],
    ) -> Option<Vec<(PieceId, Square)>> {
        let other = side.other();
        let squares = self.def.gates[bind.gate].squares[other.index()];
        let image = |&(piece, at): &(PieceId, Square)| {
            let at = self.def.shape.image(at, self.def.symmetry);
            let man = position.board[at.index()].filter(|man| man.side == other);
            (squares.has(at) && man.is_some()).then_some((piece, at))
        };
        bound.iter().map(image).collect()
    }

    /// Whether a choice may be made in the present turn.
    pub(crate) fn is_allowed(&self, position: &Position, choice: &Choice) -> bool {
        let Some(index) = position.set_up else { return false };
        let (stage, side) = self.turns()[index];
        match (&self.def.setup.stages[stage].kind, choice) {
            (StageKind::Augment(augment), Choice::Deal(deal)) if !augment.by_token => {
                self.is_whole(position, side, augment, deal)
            }
            (StageKind::Augment(augment), Choice::Token(at, code)) if augment.by_token => {
                let deal = with_token(&self.dealt(position, side, augment), *at, *code);
                let ours = position.board[at.index()].is_some_and(|man| man.side == side);
                ours && self.can_be_completed(position, side, augment, &deal)
            }
            (StageKind::Bind(bind), Choice::Bind(_)) => {
                self.is_bound_well(position, side, bind, choice)
            }
            (StageKind::Vote { .. }, Choice::Vote(_)) => true,
            _ => false,
        }
    }

    /// The position after a choice.
    pub(crate) fn choose(&self, position: &Position, choice: &Choice) -> Position {
        let index = position.set_up.expect("a turn of the set-up");
        let (stage, side) = self.turns()[index];
        let mut next = position.clone();
        match choice {
            Choice::Deal(deal) => {
                for (at, codes) in deal {
                    give(&mut next, *at, codes);
                }
            }
            Choice::Token(at, code) => {
                give(&mut next, *at, &[*code]);
                let StageKind::Augment(augment) = &self.def.setup.stages[stage].kind else {
                    unreachable!("tokens are given in such a stage")
                };
                let deal = self.dealt(&next, side, augment);
                if !self.is_whole(&next, side, augment, &deal) {
                    return next;
                }
            }
            Choice::Bind(bound) => self.bind(&mut next, stage, side, bound),
            Choice::Vote(wanted) => {
                let StageKind::Vote { gate } = self.def.setup.stages[stage].kind else {
                    unreachable!("votes are cast in such a stage")
                };
                let place = if *wanted { Place::Free } else { Place::Declined };
                self.change(&mut next, gate, |reserve| {
                    if reserve.side == side { Some(place) } else { Some(reserve.place) }
                });
                let of_gate = |reserve: &&Reserve| self.gate_index(**reserve) == Some(gate);
                let is = |place| next.reserves.iter().filter(of_gate).any(|it| it.place == place);
                if !is(Place::Asked) {
                    let all_decline = !is(Place::Free);
                    self.change(&mut next, gate, |_| (!all_decline).then_some(Place::Free));
                }
            }
        }
        self.turn_from(next, index + 1)
    }

    fn bind(&self, next: &mut Position, stage: usize, side: Side, bound: &[(PieceId, Square)]) {
        let StageKind::Bind(bind) = &self.def.setup.stages[stage].kind else {
            unreachable!("reserves are bound in such a stage")
        };
        let copied = if bind.copy { self.copied(next, side, bind, bound) } else { None };
        let theirs = copied.into_iter().flatten().map(|bound| (side.other(), bound));
        let all: Vec<_> = bound.iter().map(|&bound| (side, bound)).chain(theirs).collect();
        for (side, (piece, at)) in all {
            let free = next.reserves.iter_mut().find(|reserve| {
                (reserve.side, reserve.piece, reserve.place) == (side, piece, Place::Free)
            });
            if let Some(reserve) = free {
                reserve.place = Place::Behind(at);
            }
        }
        next.reserves.sort_unstable();
    }

    /// Gives the reserves of a gate another place, or takes them away.
    fn change(
        &self,
        position: &mut Position,
        gate: usize,
        place: impl Fn(&Reserve) -> Option<Place>,
    ) {
        let reserves = std::mem::take(&mut position.reserves);
        position.reserves = reserves
            .into_iter()
            .filter_map(|reserve| {
                if self.gate_index(reserve) != Some(gate) {
                    return Some(reserve);
                }
                Some(Reserve { place: place(&reserve)?, ..reserve })
            })
            .collect();
    }

    /// Where the side to move has to bind reserves together with its move: the positions in
    /// which it has done so, and the text of each choice.
    pub(crate) fn bound_with_move(&self, position: &Position) -> Option<Vec<(String, Position)>> {
        if position.set_up.is_some() {
            return None;
        }
        let side = position.side;
        let stages = self.def.setup.stages.iter().enumerate();
        let due = stages.filter(|(_, stage)| stage.with_move && stage.sides[side.index()]);
        for (index, stage) in due {
            let StageKind::Bind(bind) = &stage.kind else { continue };
            if self.waiting(position, bind.gate, side, Place::Free).is_empty() {
                continue;
            }
            let choices = self.bindings(position, side, bind).into_iter();
            return Some(
                choices
                    .map(|choice| {
                        let Choice::Bind(bound) = &choice else { unreachable!("a binding") };
                        let mut next = position.clone();
                        self.bind(&mut next, index, side, bound);
                        (self.choice_text(&choice), next)
                    })
                    .collect(),
            );
        }
        None
    }

    /// A valid choice of the present turn, whichever comes up.
    pub(crate) fn random_choice(&self, position: &Position, pick: Pick<'_>) -> Option<Choice> {
        if let Some(choices) = self.choices(position) {
            return choices.get(pick(choices.len().max(1))).cloned();
        }
        let (stage, side) = self.turns()[position.set_up?];
        let StageKind::Augment(augment) = &self.def.setup.stages[stage].kind else { return None };
        for _ in 0..10_000 {
            let mut pool = augment.pools[side.index()].clone();
            let mut deal = Vec::new();
            for (piece, alternatives) in &augment.slots {
                let mut men = self.men_of(position, side, *piece);
                let sizes = match &alternatives[pick(alternatives.len())] {
                    Sizes::Each(each) => vec![*each; men.len()],
                    Sizes::List(list) => list.clone(),
                };
                for size in sizes {
                    if men.is_empty() {
                        break;
                    }
                    let at = men.swap_remove(pick(men.len()));
                    let mut codes = Vec::new();
                    for _ in 0..size {
                        if !pool.is_empty() {
                            codes.push(pool.swap_remove(pick(pool.len())));
                        }
                    }
                    codes.sort_unstable();
                    if !codes.is_empty() {
                        deal.push((at, codes));
                    }
                }
            }
            deal.sort_unstable();
            if self.is_whole(position, side, augment, &deal) {
                return Some(Choice::Deal(deal));
            }
        }
        None
    }

    /// A choice as text.
    pub(crate) fn choice_text(&self, choice: &Choice) -> String {
        let name = |at: &Square| self.def.shape.name(*at);
        match choice {
            Choice::Deal(deal) => {
                let parts: Vec<String> = deal
                    .iter()
                    .map(|(at, codes)| format!("{}={}", name(at), self.codes_text(codes)))
                    .collect();
                parts.join(",")
            }
            Choice::Token(at, code) => format!("{}={}", name(at), self.codes_text(&[*code])),
            Choice::Bind(bound) => {
                let parts: Vec<String> = bound
                    .iter()
                    .map(|&(piece, at)| self.bound_text(Side::White, piece, at))
                    .collect();
                parts.join(",")
            }
            Choice::Vote(true) => "yes".into(),
            Choice::Vote(false) => "no".into(),
        }
    }

    /// `A@g`, or `A@g2` where the gate has squares on several ranks.
    pub(super) fn bound_text(&self, side: Side, piece: PieceId, at: Square) -> String {
        let name = self.def.shape.name(at);
        format!(
            "{}@{}",
            self.letter_text(side, piece),
            if self.by_file(side, piece) { &name[..1] } else { &name }
        )
    }

    /// Whether a file is enough to name a square of the piece's gate.
    fn by_file(&self, side: Side, piece: PieceId) -> bool {
        let gate = self.gate_of(side, piece).expect("a man in reserve has a gate");
        gate.squares.iter().all(|squares| {
            let ranks: BTreeSet<u8> = squares.iter().map(|at| self.def.shape.rank(at)).collect();
            ranks.len() <= 1
        })
    }

    pub(super) fn letter_text(&self, side: Side, piece: PieceId) -> String {
        let letter = &self.def.pieces[piece.index()].letter;
        let letter = match side {
            Side::White => letter.clone(),
            Side::Black => letter.to_ascii_lowercase(),
        };
        if letter.len() > 1 { format!("{{{letter}}}") } else { letter }
    }

    /// Reads a choice for the present turn. Whether it is allowed is another question.
    pub(crate) fn read_choice(&self, position: &Position, text: &str) -> Option<Choice> {
        let (stage, side) = self.turns()[position.set_up?];
        match &self.def.setup.stages[stage].kind {
            StageKind::Augment(augment) => {
                let mut deal = Vec::new();
                for part in text.split(',') {
                    let (square, codes) = part.split_once('=')?;
                    let at = self.def.shape.parse_square(square)?;
                    let mut codes = self.codes(codes).ok()?;
                    codes.sort_unstable();
                    if deal.iter().any(|(other, _)| *other == at) {
                        return None;
                    }
                    deal.push((at, codes));
                }
                deal.sort_unstable();
                match &deal[..] {
                    [(at, codes)] if augment.by_token && codes.len() == 1 => {
                        Some(Choice::Token(*at, codes[0]))
                    }
                    _ => Some(Choice::Deal(deal)),
                }
            }
            StageKind::Bind(_) => self.read_binding(side, text),
            StageKind::Vote { .. } => match text {
                "yes" => Some(Choice::Vote(true)),
                "no" => Some(Choice::Vote(false)),
                _ => None,
            },
        }
    }

    fn read_binding(&self, side: Side, text: &str) -> Option<Choice> {
        let mut bound = Vec::new();
        for part in text.split(',') {
            let (letter, place) = part.split_once('@')?;
            // A capital for both sides.
            let (_, piece) = self.reserve_piece(letter)?;
            bound.push((piece, self.read_place(side, piece, place)?));
        }
        bound.sort_unstable_by_key(|&(_, at)| at);
        Some(Choice::Bind(bound))
    }

    pub(super) fn reserve_piece(&self, letter: &str) -> Option<(Side, PieceId)> {
        let letter = letter.trim_start_matches('{').trim_end_matches('}');
        let first = letter.chars().next()?;
        let side = if first.is_ascii_uppercase() { Side::White } else { Side::Black };
        let written = letter.to_ascii_uppercase();
        let same = |piece: &ferz::definition::Piece| piece.letter.to_ascii_uppercase() == written;
        let piece = PieceId(self.def.pieces.iter().position(same)? as u8);
        self.gate_of(side, piece).map(|_| (side, piece))
    }

    pub(super) fn read_place(&self, side: Side, piece: PieceId, place: &str) -> Option<Square> {
        let squares = self.gate_of(side, piece)?.squares[side.index()];
        let named = |at: &Square| self.def.shape.name(*at) == place;
        // A file alone is read where it leaves one square.
        let on_file = |at: &Square| self.def.shape.name(*at)[..1] == *place;
        let on_file: Vec<Square> = squares.iter().filter(on_file).collect();
        squares.iter().find(named).or(match on_file[..] {
            [only] => Some(only),
            _ => None,
        })
    }
}

fn with_token(deal: &[(Square, Vec<u8>)], at: Square, token: u8) -> Vec<(Square, Vec<u8>)> {
    let mut deal = deal.to_vec();
    match deal.iter_mut().find(|(square, _)| *square == at) {
        Some((_, codes)) => codes.push(token),
        None => deal.push((at, vec![token])),
    }
    for (_, codes) in &mut deal {
        codes.sort_unstable();
    }
    deal.sort_unstable();
    deal
}

fn give(position: &mut Position, at: Square, codes: &[u8]) {
    let man = position.board[at.index()].as_mut().expect("a man who gets tokens");
    let mut held = man.held.codes();
    held.extend(codes);
    man.held = Held::of(&held);
}

/// What is left of the pool; `None` if something is dealt that it does not have.
pub(super) fn tokens_left(
    side: Side,
    augment: &AugmentStage,
    deal: &[(Square, Vec<u8>)],
) -> Option<Vec<u8>> {
    let mut pool = augment.pools[side.index()].clone();
    for token in deal.iter().flat_map(|(_, codes)| codes) {
        let at = pool.iter().position(|code| code == token)?;
        pool.remove(at);
    }
    Some(pool)
}

/// Whether this man may hold these together.
fn may_hold(
    position: &Position,
    side: Side,
    augment: &AugmentStage,
    at: Square,
    codes: &[u8],
) -> bool {
    let Some(man) = position.board[at.index()].filter(|man| man.side == side) else {
        return false;
    };
    let count = |list: &[u8], code: u8| {
        let like: Vec<&u8> = list.iter().filter(|&&other| other == code).collect();
        like.len()
    };
    let twice = codes.iter().any(|&code| count(codes, code) > 1);
    let banned = augment.bans.iter().filter(|(piece, _)| *piece == man.piece).any(|(_, bans)| {
        let broken = |ban: &Vec<u8>| ban.iter().all(|&code| count(codes, code) >= count(ban, code));
        bans.iter().any(|ban| broken(&ban.0))
    });
    augment.slots.iter().any(|(piece, _)| *piece == man.piece)
        && (augment.repeat || !twice)
        && !banned
}

/// Most tokens that the man there may hold.
fn most(position: &Position, augment: &AugmentStage, at: Square) -> u32 {
    let piece = position.board[at.index()].map(|man| man.piece);
    let slots = augment.slots.iter().find(|(slot, _)| Some(*slot) == piece);
    let sizes = slots.iter().flat_map(|(_, alternatives)| alternatives);
    let most = sizes.map(|sizes| match sizes {
        Sizes::Each(each) => *each,
        Sizes::List(list) => list.iter().copied().max().unwrap_or(0),
    });
    most.max().unwrap_or(0)
}
