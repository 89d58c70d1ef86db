//! Ways of moving laid on a board: where a man may go, and what has to stand where for it.
//!
//! A [`Trail`] is one path of one way from one square. All questions of this room are asked of
//! trails: which hold on the empty board, which can hold at all, how probable they are, and
//! whether some of them hold whenever another does ([`refuted`]).

use std::cell::Cell;
use std::ops::BitAnd;

use crate::board::{Shape, Side, Square, SquareSet, Vector};
use crate::notation::lower::{
    Action, Chain, Hop, Junction, Modality, Passage, Ride, UNLIMITED, Way, between,
};
use crate::notation::targets::Occupant;

/// What may stand on a square, seen from the mover: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct States(pub u8);

impl States {
    /// None of them: a contradiction.
    pub const NONE: Self = Self(0);
    /// Nothing stands there.
    pub const EMPTY: Self = Self(1);
    /// An own man that is not royal.
    pub const FRIEND: Self = Self(2);
    /// An own royal man.
    pub const ROYAL: Self = Self(4);
    /// An enemy.
    pub const ENEMY: Self = Self(8);
    /// Any man.
    pub const MAN: Self = Self(14);
    /// Anything.
    pub const ANY: Self = Self(15);

    /// Whether some state is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of these states are among the others.
    pub const fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// All other states.
    #[must_use]
    pub const fn but(self) -> Self {
        Self(Self::ANY.0 & !self.0)
    }

    /// The same seen from the other side. What is royal of an enemy's cannot be told.
    #[must_use]
    pub const fn turned(self) -> Self {
        let enemy =
            if self.meets(Self(Self::FRIEND.0 | Self::ROYAL.0)) { Self::ENEMY.0 } else { 0 };
        let own =
            if self.meets(Self::ENEMY) { Self::FRIEND.0 | Self::ROYAL.0 } else { Self::NONE.0 };
        Self(self.0 & Self::EMPTY.0 | enemy | own)
    }

    /// The states one by one.
    pub fn each(self) -> impl Iterator<Item = Self> {
        (0..4).map(|bit| Self(1 << bit)).filter(move |&one| self.meets(one))
    }
}

impl BitAnd for States {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl From<Occupant> for States {
    fn from(occupant: Occupant) -> Self {
        match occupant {
            Occupant::Empty => Self::EMPTY,
            Occupant::Friend => Self::FRIEND,
            Occupant::FriendRoyal => Self::ROYAL,
            Occupant::Enemy => Self::ENEMY,
        }
    }
}

/// Squares and what may stand there, each square once.
pub type Needs = Vec<(Square, States)>;

/// One path of one way from one square.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Trail {
    /// Where it ends.
    pub to: Square,
    /// What may stand there before. Never [`States::NONE`].
    pub landing: States,
    /// It removes the man that has just passed `to`.
    pub en_passant: bool,
    /// Whatever its maker wants to remember of where it comes from.
    pub part: u16,
    /// What has to stand elsewhere, by rising square. The man's own square is empty for him and
    /// is not among them.
    pub needs: Box<[(Square, States)]>,
    /// What few trails have.
    pub extra: Option<Box<Extra>>,
}

/// What few trails have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Extra {
    /// Squares, apart from where it ends, that it empties: limbs of a [`SquareSet`].
    removes: [u64; 4],
    /// Squares on which the man can be taken en passant afterwards.
    passed: [u64; 4],
}

impl Trail {
    /// Squares that it empties when this stands where it ends.
    pub fn removes(&self, landing: States) -> SquareSet {
        let mut removes =
            self.extra.as_ref().map_or(SquareSet::EMPTY, |one| SquareSet(one.removes));
        if landing != States::EMPTY {
            removes.insert(self.to);
        }
        removes
    }

    /// Squares on which the man can be taken en passant afterwards.
    pub fn passed(&self) -> SquareSet {
        self.extra.as_ref().map_or(SquareSet::EMPTY, |one| SquareSet(one.passed))
    }

    /// Whether it can be gone on an empty board.
    pub fn holds_when_empty(&self) -> bool {
        self.landing.meets(States::EMPTY)
            && !self.en_passant
            && self.extra.as_ref().is_none_or(|one| one.removes == [0; 4])
            && self.needs.iter().all(|(_, states)| states.meets(States::EMPTY))
    }
}

/// How much work may still be done. What a unit is, is for those to say who spend it.
#[derive(Clone, Debug)]
pub struct Budget {
    left: Cell<usize>,
}

impl Budget {
    /// So many units.
    pub fn new(units: usize) -> Self {
        Self { left: Cell::new(units) }
    }

    /// Whether there was so much; if not, nothing is left.
    pub fn spend(&self, units: usize) -> bool {
        let left = self.left();
        self.left.set(left.saturating_sub(units));
        left >= units
    }

    /// What is left.
    pub fn left(&self) -> usize {
        self.left.get()
    }

    /// Nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left() == 0
    }
}

/// Appends the trails of one way from a square. `false` if the budget did not suffice: each trail
/// costs four units and one for each square that it needs. Castling has none.
pub fn trails(
    way: &Way,
    shape: &Shape,
    from: Square,
    side: Side,
    part: u16,
    budget: &Budget,
    out: &mut Vec<Trail>,
) -> bool {
    let mut walk = Walk { shape, from, side, wrap: way.wrap, part, budget, out };
    match &way.action {
        Action::Ride(ride) => walk.ride(ride),
        Action::Hop(hop) => walk.hop(hop),
        Action::Chain(chain) => walk.chain(chain),
        Action::Universal(modality) => walk.universal(*modality),
        Action::Castle(_) => {}
    }
    !walk.budget.is_spent()
}

struct Walk<'a> {
    shape: &'a Shape,
    from: Square,
    side: Side,
    wrap: bool,
    part: u16,
    budget: &'a Budget,
    out: &'a mut Vec<Trail>,
}

/// A chain that has come so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Halt {
    at: Square,
    needs: Needs,
    removes: [u64; 4],
}

impl Walk<'_> {
    fn step(&self, from: Square, (dx, dy): Vector) -> Option<Square> {
        let turn = match self.side {
            Side::White => 1,
            Side::Black => -1,
        };
        self.shape.step(from, (dx * turn, dy * turn), self.wrap)
    }

    fn steps(&self, range: u8, phases: usize) -> usize {
        if range == UNLIMITED { self.shape.area() * phases } else { usize::from(range) }
    }

    /// Adds a need. `false` if it contradicts another, or the man's own square.
    fn require(&self, needs: &mut Needs, square: Square, states: States) -> bool {
        if square == self.from {
            return states.meets(States::EMPTY);
        }
        require(needs, square, states)
    }

    /// Ends a move on a square.
    fn end(
        &mut self,
        to: Square,
        modality: Modality,
        needs: &[(Square, States)],
        removes: SquareSet,
        passed: SquareSet,
        may_pass: bool,
    ) {
        if to == self.from {
            if modality.quiet && (may_pass || !removes.is_empty()) {
                self.add(to, States::EMPTY, false, needs, removes, passed);
            }
            return;
        }
        let bit = |on: bool, states: States| if on { states.0 } else { 0 };
        let known = needs.iter().find(|&&(square, _)| square == to);
        let known = known.map_or(States::ANY, |&(_, states)| states);
        let landing = States(
            bit(modality.quiet, States::EMPTY)
                | bit(modality.capture, States::ENEMY)
                | bit(modality.own, States::FRIEND),
        ) & known;
        if landing != States::NONE {
            self.add(to, landing, false, needs, removes, passed);
        }
        if modality.en_passant && known.meets(States::EMPTY) {
            self.add(to, States::EMPTY, true, needs, removes, passed);
        }
    }

    fn add(
        &mut self,
        to: Square,
        landing: States,
        en_passant: bool,
        needs: &[(Square, States)],
        removes: SquareSet,
        passed: SquareSet,
    ) {
        if !self.budget.spend(4 + needs.len()) {
            return;
        }
        let mut needs: Box<[_]> =
            needs.iter().copied().filter(|&(_, states)| states != States::ANY).collect();
        needs.sort_unstable();
        let plain = removes.is_empty() && passed.is_empty();
        let extra = (!plain).then(|| Box::new(Extra { removes: removes.0, passed: passed.0 }));
        self.out.push(Trail { to, landing, en_passant, part: self.part, needs, extra });
    }

    fn ride(&mut self, ride: &Ride) {
        let mut here = self.from;
        let mut passed = SquareSet::EMPTY;
        let mut open: Vec<Needs> = vec![Vec::new()];
        let steps = self.steps(ride.range, ride.steps.len());
        for (number, &step) in ride.steps.iter().cycle().take(steps).enumerate() {
            let path: Vec<_> = between(step).into_iter().map(|by| self.step(here, by)).collect();
            if !self.path(ride.passage, &path, &mut open) {
                return;
            }
            let Some(next) = self.step(here, step).filter(|&next| next != self.from) else {
                return;
            };
            path.into_iter().flatten().for_each(|square| passed.insert(square));
            if number >= usize::from(ride.skip) {
                let left = if ride.passing { passed } else { SquareSet::EMPTY };
                for needs in &open {
                    self.end(next, ride.modality, needs, SquareSet::EMPTY, left, false);
                }
                open.retain_mut(|needs| require(needs, next, States::EMPTY));
            }
            if open.is_empty() || self.budget.is_spent() {
                return;
            }
            passed.insert(next);
            here = next;
        }
    }

    /// Adds what a step asks of its own path. `false` if it cannot be gone.
    fn path(&mut self, passage: Passage, path: &[Option<Square>], open: &mut Vec<Needs>) -> bool {
        match passage {
            Passage::Free => true,
            Passage::Empty => {
                open.retain_mut(|needs| {
                    // A hole in the board is no empty square.
                    path.iter().all(|square| {
                        square.is_some_and(|square| self.require(needs, square, States::EMPTY))
                    })
                });
                !open.is_empty()
            }
            Passage::ExactlyOne => {
                let squares: Vec<Square> = path.iter().copied().flatten().collect();
                let mut longer = Vec::new();
                for needs in open.iter() {
                    for &hurdle in &squares {
                        let mut needs = needs.clone();
                        let fits = squares.iter().all(|&square| {
                            let man = square == hurdle;
                            let states = if man { States::MAN } else { States::EMPTY };
                            self.require(&mut needs, square, states)
                        });
                        if fits && self.budget.spend(1 + needs.len()) {
                            longer.push(needs);
                        }
                    }
                }
                *open = longer;
                !open.is_empty()
            }
        }
    }

    fn hop(&mut self, hop: &Hop) {
        let mut line = Vec::new();
        let mut here = self.from;
        for _ in 0..self.steps(hop.range, 1) {
            let Some(next) = self.step(here, hop.step).filter(|&next| next != self.from) else {
                break;
            };
            // On joined edges a line may come back to where it was without meeting its start.
            if line.contains(&next) {
                break;
            }
            line.push(next);
            here = next;
        }
        for (at, &hurdle) in line.iter().enumerate() {
            let mut needs: Needs =
                line.iter().take(at).map(|&square| (square, States::EMPTY)).collect();
            needs.push((hurdle, States::MAN));
            for &to in line.iter().skip(at + 1) {
                self.end(to, hop.modality, &needs, SquareSet::EMPTY, SquareSet::EMPTY, false);
                if hop.behind_only || self.budget.is_spent() {
                    break;
                }
                needs.push((to, States::EMPTY));
            }
        }
    }

    fn chain(&mut self, chain: &Chain) {
        let mut halts =
            vec![Halt { at: self.from, needs: Vec::new(), removes: SquareSet::EMPTY.0 }];
        for &(leg, junction) in &chain.legs {
            let mut further = Vec::new();
            for halt in &halts {
                let (mut here, mut needs) = (halt.at, halt.needs.clone());
                for _ in 0..self.steps(leg.range, 1) {
                    let next = self.step(here, leg.step).filter(|&next| next != halt.at);
                    let Some(next) = next else { break };
                    for (states, takes) in at_junction(junction) {
                        let (mut needs, mut removes) = (needs.clone(), SquareSet(halt.removes));
                        if !self.require(&mut needs, next, *states) {
                            continue;
                        }
                        if *takes {
                            removes.insert(next);
                        }
                        needs.sort_unstable();
                        if !self.budget.spend(4 + needs.len()) {
                            return;
                        }
                        further.push(Halt { at: next, needs, removes: removes.0 });
                    }
                    if !self.require(&mut needs, next, States::EMPTY) {
                        break;
                    }
                    here = next;
                }
            }
            further.sort_unstable();
            further.dedup();
            halts = further;
        }
        for halt in halts {
            let (mut here, mut needs) = (halt.at, halt.needs);
            for _ in 0..self.steps(chain.last.range, 1) {
                let next = self.step(here, chain.last.step).filter(|&next| next != halt.at);
                let Some(next) = next else { break };
                let (removes, passed) = (SquareSet(halt.removes), SquareSet::EMPTY);
                self.end(next, chain.modality, &needs, removes, passed, chain.may_pass);
                if self.budget.is_spent() {
                    return;
                }
                if !self.require(&mut needs, next, States::EMPTY) {
                    break;
                }
                here = next;
            }
        }
    }

    fn universal(&mut self, modality: Modality) {
        for square in self.shape.squares() {
            if square != self.from {
                self.end(square, modality, &[], SquareSet::EMPTY, SquareSet::EMPTY, false);
            }
        }
    }
}

/// What may be where a leg ends so that the next begins, and whether it is removed.
fn at_junction(junction: Junction) -> &'static [(States, bool)] {
    match junction {
        Junction::Empty => &[(States::EMPTY, false)],
        Junction::Enemy => &[(States::ENEMY, true)],
        Junction::EmptyOrEnemy => &[(States::EMPTY, false), (States::ENEMY, true)],
        Junction::Own => &[(States::FRIEND, true)],
        Junction::Hurdle => &[(States::MAN, false)],
        Junction::Any => &[(States::ANY, false)],
        Junction::HurdleOrEnemy => &[(States::MAN, false), (States::ENEMY, true)],
    }
}

/// Adds a need. `false` if it contradicts another.
pub fn require(needs: &mut Needs, square: Square, states: States) -> bool {
    if let Some((_, known)) = needs.iter_mut().find(|(known, _)| *known == square) {
        *known = *known & states;
        return *known != States::NONE;
    }
    needs.push((square, states));
    true
}

/// What stands on a square as far as is known.
pub fn known(facts: &[(Square, States)], square: Square) -> States {
    facts.iter().find(|(known, _)| *known == square).map_or(States::ANY, |&(_, states)| states)
}

/// An arrangement with these facts in which none of the alternatives holds: squares that are
/// not in it may hold anything. `Ok(None)`: there is none, so whenever the facts hold, one of
/// the alternatives does.
///
/// Exact: squares on which the alternatives differ are told apart one after the other. Each
/// distinction costs one unit, and one for each alternative.
///
/// # Errors
///
/// The budget does not suffice.
pub fn refuted(
    facts: &Needs,
    alternatives: &[&[(Square, States)]],
    budget: &Budget,
) -> Result<Option<Needs>, TooLarge> {
    refuted_within(facts.clone(), alternatives, budget)
}

/// A question that was given up, because it would take too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

fn refuted_within(
    mut facts: Needs,
    alternatives: &[&[(Square, States)]],
    budget: &Budget,
) -> Result<Option<Needs>, TooLarge> {
    if !budget.spend(1 + alternatives.len()) {
        return Err(TooLarge);
    }
    let mut possible = Vec::new();
    for &needs in alternatives {
        let meets = |&(square, states): &(Square, States)| known(&facts, square).meets(states);
        if needs.iter().all(meets) {
            possible.push(needs);
        }
    }
    let open = |&&(square, states): &&(Square, States)| !known(&facts, square).within(states);
    let mut doubtful = None;
    for needs in &possible {
        let Some(&need) = needs.iter().find(open) else { return Ok(None) };
        doubtful.get_or_insert(need);
    }
    let Some((square, states)) = doubtful else { return Ok(Some(facts)) };
    for states in [states.but(), states] {
        let before = facts.clone();
        if require(&mut facts, square, states)
            && let Some(found) = refuted_within(facts, &possible, budget)?
        {
            return Ok(Some(found));
        }
        facts = before;
    }
    Ok(None)
}

/// Probability that one of the alternatives holds, when each square is empty with probability
/// `p`, independently; where a man is wanted, any man is the right one. Each distinction costs one
/// unit, and one for each alternative.
///
/// # Errors
///
/// The budget does not suffice.
pub fn probability(
    alternatives: &[&[(Square, States)]],
    p: f64,
    budget: &Budget,
) -> Result<f64, TooLarge> {
    let alternatives: Vec<Needs> = alternatives
        .iter()
        .map(|needs| {
            let only = |states: States| {
                let man = if states.meets(States::MAN) { States::MAN.0 } else { 0 };
                States(states.0 & States::EMPTY.0 | man)
            };
            let needs = needs.iter().map(|&(square, states)| (square, only(states)));
            needs.filter(|&(_, states)| states != States::ANY).collect()
        })
        .collect();
    probability_within(&alternatives, p, budget)
}

fn probability_within(alternatives: &[Needs], p: f64, budget: &Budget) -> Result<f64, TooLarge> {
    if !budget.spend(1 + alternatives.len()) {
        return Err(TooLarge);
    }
    if let [needs] = alternatives {
        let chance =
            |&(_, states): &(Square, States)| if states == States::EMPTY { p } else { 1.0 - p };
        return Ok(needs.iter().map(chance).product());
    }
    if alternatives.iter().any(Vec::is_empty) {
        return Ok(1.0);
    }
    let Some(&(square, _)) = alternatives.iter().flatten().next() else { return Ok(0.0) };
    let mut sum = 0.0;
    for (state, chance) in [(States::EMPTY, p), (States::MAN, 1.0 - p)] {
        if chance <= 0.0 {
            continue;
        }
        let rest: Vec<Needs> = alternatives
            .iter()
            .filter(|needs| known(needs, square).meets(state))
            .map(|needs| needs.iter().copied().filter(|&(other, _)| other != square).collect())
            .collect();
        sum += chance * probability_within(&rest, p, budget)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::Rng;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::notation::targets::{EnPassant, Scene, targets};
    use crate::notation::{lower, parse};

    /// Trails hold exactly where the slow definition of the notation has a move.
    #[test]
    fn trails_hold_where_there_are_moves() {
        let notations = [
            "K", "Q", "R4", "fR", "N", "gQ", "pR", "cpRmR", "nD", "nN", "jA", "jjR", "NN", "nZ",
            "zB", "qN", "oR", "oB", "nnW3", "fmWfceF", "cabK", "[W?fsW]", "[cK-mK]", "dN", "U",
            "cdA", "[R-fF]", "mpafsK", "udK",
        ];
        let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        let shapes = [Shape::new(5, 6), Shape::new(4, 4).map(|shape| shape.with_wrap(true))];
        let mut compared = 0;
        for shape in shapes.into_iter().flatten() {
            for notation in notations {
                let Ok(parsed) = parse(notation) else { continue };
                let ways = lower(&parsed.expr);
                for _ in 0..150 {
                    let squares: Vec<Square> = shape.squares().collect();
                    let from = squares[rng.next_u32() as usize % squares.len()];
                    let side = Side::BOTH[rng.next_u32() as usize % 2];
                    let density = 1 + rng.next_u32() % 8;
                    let men: Vec<Occupant> = squares
                        .iter()
                        .map(|_| match rng.next_u32() % 10 {
                            one if one >= density => Occupant::Empty,
                            0 => Occupant::FriendRoyal,
                            one if one % 2 == 0 => Occupant::Friend,
                            _ => Occupant::Enemy,
                        })
                        .collect();
                    let occupant = |square: Square| men[square.index()];
                    let victim = squares[rng.next_u32() as usize % squares.len()];
                    let passed = squares[rng.next_u32() as usize % squares.len()];
                    let right = (occupant(passed) == Occupant::Empty && passed != from)
                        .then(|| EnPassant { targets: SquareSet::of(passed), victim });
                    let scene = Scene {
                        shape: &shape,
                        from,
                        side,
                        occupant,
                        unmoved: SquareSet::EMPTY,
                        en_passant: right,
                    };
                    let mut expected: Vec<_> = targets(&ways, &scene)
                        .into_iter()
                        .map(|mv| (mv.to, mv.removes.0, mv.passed.0))
                        .collect();
                    expected.sort_unstable();
                    let mut found = Vec::new();
                    let budget = Budget::new(1_000_000);
                    for way in &ways {
                        assert!(trails(way, &shape, from, side, 0, &budget, &mut found));
                    }
                    let at = |square: Square| -> States {
                        if square == from { States::EMPTY } else { occupant(square).into() }
                    };
                    let mut held: Vec<(Square, [u64; 4], SquareSet)> = found
                        .iter()
                        .filter(|trail| {
                            let ep = right.is_some_and(|right| right.targets.has(trail.to));
                            trail.needs.iter().all(|&(square, states)| at(square).within(states))
                                && at(trail.to).within(trail.landing)
                                && (!trail.en_passant || ep)
                        })
                        .map(|trail| {
                            let mut removes = trail.removes(at(trail.to));
                            if trail.en_passant {
                                removes.insert(victim);
                            }
                            (trail.to, removes.0, trail.passed())
                        })
                        .collect();
                    held.sort_unstable_by_key(|&(to, removes, passed)| (to, removes, passed.0));
                    held.dedup_by(|one, kept| {
                        let same = (one.0, one.1) == (kept.0, kept.1);
                        if same {
                            kept.2 = kept.2 | one.2;
                        }
                        same
                    });
                    let held: Vec<_> = held
                        .into_iter()
                        .map(|(to, removes, passed)| (to, removes, passed.0))
                        .collect();
                    assert_eq!(held, expected, "{notation} from {}", shape.name(from));
                    compared += held.len();
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn alternatives_are_compared_square_by_square() {
        let budget = Budget::new(1000);
        let [a, b] = [Square::new(0), Square::new(1)];
        let (empty, man) = (States::EMPTY, States::MAN);
        // Over a man or over nothing: always.
        let both: [&[(Square, States)]; 2] = [&[(a, empty)], &[(a, man)]];
        assert_eq!(refuted(&Vec::new(), &both, &budget), Ok(None));
        assert_eq!(refuted(&vec![(b, man)], &both, &budget), Ok(None));
        assert_eq!(refuted(&Vec::new(), &both[..1], &budget), Ok(Some(vec![(a, man)])));
        assert_eq!(refuted(&vec![(a, empty)], &both[..1], &budget), Ok(None));
        assert!((probability(&both, 0.3, &budget).unwrap() - 1.0).abs() < 1e-12);
        let mixed: [&[(Square, States)]; 2] = [&[(a, empty)], &[(b, empty)]];
        assert!((probability(&mixed, 0.5, &budget).unwrap() - 0.75).abs() < 1e-12);
        assert!(probability(&[], 0.5, &budget).unwrap().abs() < 1e-12);
    }
}
