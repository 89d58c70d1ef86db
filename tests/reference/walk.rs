//! Where a man may go by a notation: the syntax tree walked on the board, one square at a
//! time.

use ferz::board::{Shape, Side, Square};
use ferz::notation::MoveExpr;
use ferz::notation::tree::{AChain, Atom, Body, Bracket, Leg, Modifiers, Range, Separator, Term};

use super::directions::{self, Step};
use super::position::Man;

/// One way of moving that is open on this board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    /// Where it ends.
    pub(crate) to: Square,
    /// Squares of the men that it removes, in board order.
    pub(crate) removed: Vec<Square>,
    /// Where its legs meet.
    pub(crate) junctions: Vec<Square>,
    /// Squares that may be captured on en passant afterwards.
    pub(crate) passed: Vec<Square>,
    /// The removed man was taken en passant.
    pub(crate) en_passant: bool,
}

/// A man about to move by one entry.
pub(crate) struct Walker<'a> {
    /// The board.
    pub(crate) shape: &'a Shape,
    /// Its men. The walker's own square counts as empty.
    pub(crate) board: &'a [Option<Man>],
    /// Squares that are none, as holes are.
    pub(crate) walls: &'a [Square],
    /// Where the man stands.
    pub(crate) from: Square,
    /// Whose he is.
    pub(crate) side: Side,
    /// Whether `i` terms are open to him.
    pub(crate) initial: bool,
    /// Whether the entry has `passing = true`.
    pub(crate) passing: bool,
    /// Whether he may hop over this man.
    pub(crate) may_hop: &'a dyn Fn(Man) -> bool,
    /// Whether he may take this man, whoever's it is. Never true of an own royal man.
    pub(crate) may_take: &'a dyn Fn(Man) -> bool,
    /// En passant squares open to him, and the man who passed them.
    pub(crate) en_passant: Option<(Vec<Square>, Square)>,
}

/// What has happened on the legs before this one.
#[derive(Clone, Default)]
struct Before {
    removed: Vec<Square>,
    junctions: Vec<Square>,
    ridden: Vec<Square>,
}

/// What holds for a whole term.
struct TermFacts {
    /// Squares ridden over may be captured on.
    passing: bool,
    /// Several legs, one of them written `b`: a move back to the start that takes nothing
    /// is a pass (7).
    may_pass: bool,
}

/// One leg with its directions chosen.
#[derive(Clone)]
struct Course<'a> {
    steps: Vec<Step>,
    modifiers: &'a Modifiers,
    range: Option<u32>,
    one_square: bool,
}

impl Walker<'_> {
    /// All walks of one term.
    pub(crate) fn term(&self, term: &Term) -> Vec<Walk> {
        let mut walks = Vec::new();
        if term.initial && !self.initial {
            return walks;
        }
        match &term.body {
            Body::Simple(leg) => self.simple(term, leg, &mut walks),
            Body::AChain(chain) => self.a_chain(chain, &mut walks),
            Body::Bracket(bracket) => self.bracket(bracket, &mut walks),
            Body::Universal(modifiers) => {
                let facts = TermFacts { passing: false, may_pass: false };
                let others = self.shape.squares().filter(|&to| to != self.from);
                for to in others.filter(|to| !self.walls.contains(to)) {
                    self.arrive(to, modifiers, &Before::default(), &facts, &mut walks);
                }
            }
            Body::Castling(_) => unreachable!("castling is an entry of its own"),
        }
        walks
    }

    fn simple(&self, term: &Term, leg: &Leg, walks: &mut Vec<Walk>) {
        let modifiers = &leg.modifiers;
        // 8.2: `i` with `n`, or `nn`.
        let leaves_rights = modifiers.lame == 2 || modifiers.lame == 1 && term.initial;
        let facts = TermFacts { passing: leaves_rights || self.passing, may_pass: false };
        for course in first_courses(leg) {
            self.last_leg(self.from, &course, &Before::default(), &facts, walks);
        }
    }

    fn bracket(&self, bracket: &Bracket, walks: &mut Vec<Walk>) {
        let may_pass = bracket.rest.iter().any(|(_, leg)| leg.modifiers.directions.as_str() == "b");
        let facts = TermFacts { passing: self.passing, may_pass };
        for course in first_courses(&bracket.first) {
            self.bracket_leg(self.from, &course, &bracket.rest, &Before::default(), &facts, walks);
        }
    }

    /// Plays one leg of a bracket and all that may come behind it.
    fn bracket_leg(
        &self,
        start: Square,
        course: &Course<'_>,
        rest: &[(Separator, Leg)],
        before: &Before,
        facts: &TermFacts,
        walks: &mut Vec<Walk>,
    ) {
        let Some(((separator, next), rest)) = rest.split_first() else {
            self.last_leg(start, course, before, facts, walks);
            return;
        };
        if *separator == Separator::Maybe {
            // Ending here, the square is judged as a target (6.1); `p` speaks of going on.
            let modifiers = Modifiers { hop: false, ..course.modifiers.clone() };
            let stop = Course { modifiers: &modifiers, ..course.clone() };
            self.last_leg(start, &stop, before, facts, walks);
        }
        for (junction, before) in self.junctions(start, course, before) {
            let letters = next.modifiers.directions.as_str();
            for step in directions::continuation(letters, next.atom, course.steps[0]) {
                let course = Course {
                    steps: vec![step],
                    modifiers: &next.modifiers,
                    range: range_of(next.atom, next.range),
                    one_square: is_one_square(next.atom),
                };
                self.bracket_leg(junction, &course, rest, &before, facts, walks);
            }
        }
    }

    fn a_chain(&self, chain: &AChain, walks: &mut Vec<Walk>) {
        let may_pass = chain.legs[1..].iter().any(|leg| leg.directions.as_str() == "b");
        let facts = TermFacts { passing: self.passing, may_pass };
        let range = range_of(chain.atom, chain.range);
        let first = &chain.legs[0];
        let reading = directions::reading_of(chain.atom);
        for step in directions::steps_of(chain.atom) {
            if directions::chosen(first.directions.as_str(), step, reading) {
                let before = Before::default();
                self.a_leg(self.from, step, 0, range, chain, &before, &facts, walks);
            }
        }
    }

    /// Plays leg number `index` of an `a` chain in the direction `step`, and the legs behind.
    #[expect(clippy::too_many_arguments, reason = "a recursion over the legs of one chain")]
    fn a_leg(
        &self,
        start: Square,
        step: Step,
        index: usize,
        range: Option<u32>,
        chain: &AChain,
        before: &Before,
        facts: &TermFacts,
        walks: &mut Vec<Walk>,
    ) {
        let modifiers = &chain.legs[index];
        let one_square = is_one_square(chain.atom);
        let course = Course { steps: vec![step], modifiers, range, one_square };
        let Some(next) = chain.legs.get(index + 1) else {
            self.last_leg(start, &course, before, facts, walks);
            return;
        };
        let toggled = if range == Some(1) { None } else { Some(1) };
        let range = if modifiers.toggle || modifiers.grasshopper { toggled } else { range };
        for (junction, before) in self.junctions(start, &course, before) {
            let letters = next.directions.as_str();
            for step in directions::chain_continuation(letters, chain.atom, step) {
                self.a_leg(junction, step, index + 1, range, chain, &before, facts, walks);
            }
        }
    }

    /// Where a leg that is not the last may end, and what it has done by then (7.1).
    fn junctions(
        &self,
        start: Square,
        course: &Course<'_>,
        before: &Before,
    ) -> Vec<(Square, Before)> {
        let Modifiers { quiet, capture, own, hop, grasshopper, wrap, .. } = *course.modifiers;
        let hop = hop || grasshopper;
        let mut junctions = Vec::new();
        let mut before = before.clone();
        let mut here = start;
        for n in 0.. {
            if course.range.is_some_and(|range| n >= range) {
                break;
            }
            let Some(next) = self.step(here, course.steps[0], wrap) else { break };
            if next == start {
                break; // once round a cylinder
            }
            here = next;
            let mut left_alone = before.clone();
            left_alone.junctions.push(here);
            left_alone.ridden.push(here);
            let mut taken = left_alone.clone();
            taken.removed.push(here);
            let man = self.at(here);
            match man {
                None => {
                    let may_be_empty = quiet || !(capture || own || hop);
                    if may_be_empty {
                        junctions.push((here, left_alone));
                    }
                    before.ridden.push(here);
                }
                Some(man) => {
                    let fresh = !before.removed.contains(&here);
                    let enemy = man.side != self.side;
                    let hurdle = hop && (quiet || (self.may_hop)(man));
                    let victim = (capture && enemy || own && !enemy) && fresh;
                    if hurdle {
                        junctions.push((here, left_alone));
                    }
                    if victim && (self.may_take)(man) {
                        junctions.push((here, taken));
                    }
                    break;
                }
            }
        }
        junctions
    }

    /// The last leg, or the only one: everywhere that the move may end (6.1 to 6.4).
    fn last_leg(
        &self,
        start: Square,
        course: &Course<'_>,
        before: &Before,
        facts: &TermFacts,
        walks: &mut Vec<Walk>,
    ) {
        let modifiers = course.modifiers;
        let needs_hurdle = modifiers.hop || modifiers.grasshopper;
        let skipped = if course.one_square { u32::from(modifiers.jump) } else { 0 };
        let mut before = before.clone();
        let mut hurdle_passed = false;
        let mut here = start;
        for n in 0.. {
            if course.range.is_some_and(|range| n >= range) {
                break;
            }
            let step = course.steps[n as usize % course.steps.len()];
            let Some(next) = self.step(here, step, modifiers.wrap) else { break };
            if next == start {
                break; // once round a cylinder or a circle (6.4)
            }
            let path: Vec<Option<Square>> = directions::path(step)
                .into_iter()
                .map(|part| self.step(here, part, modifiers.wrap))
                .collect();
            let empty = |square: &Option<Square>| square.is_some_and(|at| self.at(at).is_none());
            let occupied = |square: &Option<Square>| square.is_some_and(|at| self.at(at).is_some());
            if modifiers.lame > 0 && !path.iter().all(empty) {
                break;
            }
            let leaps = modifiers.jump > 0 && !course.one_square;
            if leaps && path.iter().filter(|square| occupied(square)).count() != 1 {
                break;
            }
            before.ridden.extend(path.into_iter().flatten());
            here = next;
            if n < skipped {
                continue;
            }
            let man = self.at(here);
            if needs_hurdle && !hurdle_passed {
                match man {
                    Some(man) if (self.may_hop)(man) => hurdle_passed = true,
                    Some(_) => break,
                    None => {}
                }
                continue;
            }
            self.arrive(here, modifiers, &before, facts, walks);
            if man.is_some() || modifiers.grasshopper {
                break;
            }
            before.ridden.push(here);
        }
    }

    /// What may happen on the square where the move ends (6.1).
    fn arrive(
        &self,
        to: Square,
        modifiers: &Modifiers,
        before: &Before,
        facts: &TermFacts,
        walks: &mut Vec<Walk>,
    ) {
        let Modifiers { quiet, capture, own, en_passant, .. } = *modifiers;
        let nothing_said = !(quiet || capture || own || en_passant);
        let mut add = |victim: Option<Square>, en_passant: bool| {
            let mut removed = before.removed.clone();
            removed.extend(victim);
            removed.sort_unstable();
            if to == self.from && removed.is_empty() && !facts.may_pass {
                return;
            }
            let passed = if facts.passing { before.ridden.clone() } else { Vec::new() };
            let junctions = before.junctions.clone();
            walks.push(Walk { to, removed, junctions, passed, en_passant });
        };
        match self.at(to) {
            None => {
                if quiet || nothing_said {
                    add(None, false);
                }
                if let Some((squares, victim)) = &self.en_passant
                    && en_passant
                    && squares.contains(&to)
                    && self.at(*victim).is_some_and(|man| (self.may_take)(man))
                {
                    add(Some(*victim), true);
                }
            }
            Some(man) => {
                let wanted = if man.side == self.side { own } else { capture || nothing_said };
                if wanted && !before.removed.contains(&to) && (self.may_take)(man) {
                    add(Some(to), false);
                }
            }
        }
    }

    /// The man on a square; the walker's own square counts as empty.
    fn at(&self, square: Square) -> Option<Man> {
        if square == self.from { None } else { self.board[square.index()] }
    }

    /// Black's steps are turned by 180 degrees.
    fn step(&self, from: Square, (x, y): Step, wrap: bool) -> Option<Square> {
        let step = match self.side {
            Side::White => (x, y),
            Side::Black => (-x, -y),
        };
        self.shape.step(from, step, wrap).filter(|to| !self.walls.contains(to))
    }
}

/// Whether no move of the notation removes a man: every last leg is a plain `m`, and no leg
/// before it takes anything.
pub(crate) fn only_moves(moves: &MoveExpr) -> bool {
    let takes = |leg: &Modifiers| leg.capture || leg.own || leg.en_passant;
    let plain = |leg: &Modifiers| leg.quiet && !takes(leg);
    moves.terms().iter().all(|term| match &term.body {
        Body::Simple(leg) => plain(&leg.modifiers),
        Body::Universal(modifiers) => plain(modifiers),
        Body::AChain(chain) => match chain.legs.split_last() {
            Some((last, before)) => plain(last) && !before.iter().any(takes),
            None => true,
        },
        Body::Bracket(bracket) => {
            let legs = bracket.rest.iter().map(|(_, leg)| leg);
            let mut stops = bracket.rest.iter().map(|(separator, _)| *separator);
            let legs: Vec<&Leg> = std::iter::once(&bracket.first).chain(legs).collect();
            legs.iter().all(|leg| {
                let may_end = stops.next() != Some(Separator::Then);
                if may_end { plain(&leg.modifiers) } else { !takes(&leg.modifiers) }
            })
        }
        Body::Castling(_) => true,
    })
}

/// The courses of a leg whose directions are absolute.
fn first_courses(leg: &Leg) -> Vec<Course<'_>> {
    let Modifiers { crooked, circular, .. } = leg.modifiers;
    let reading = directions::reading_of(leg.atom);
    let range =
        if circular && leg.range == Range::Own { None } else { range_of(leg.atom, leg.range) };
    directions::steps_of(leg.atom)
        .into_iter()
        .filter(|&step| directions::chosen(leg.modifiers.directions.as_str(), step, reading))
        .flat_map(|step| directions::courses(step, leg.atom, crooked, circular))
        .map(|steps| Course {
            steps,
            modifiers: &leg.modifiers,
            range,
            one_square: is_one_square(leg.atom),
        })
        .collect()
}

/// Most steps of a leg; `None` without limit (section 4).
fn range_of(atom: Atom, range: Range) -> Option<u32> {
    match range {
        Range::Steps(steps) => Some(u32::from(steps)),
        Range::Unlimited => None,
        Range::Own if matches!(atom, Atom::R | Atom::B | Atom::Q) => None,
        Range::Own => Some(1),
    }
}

fn is_one_square(atom: Atom) -> bool {
    directions::steps_of(atom).iter().all(|&(x, y)| x.abs() <= 1 && y.abs() <= 1)
}
