//! What a man reaches from one square, ready to be drawn.
//!
//! Rides, leaps and hops are followed together on one board on which nothing stands but sample
//! hurdles, one in each direction of a hop. A chain of legs that removes men on its way is
//! followed alone, with sample victims where its legs meet.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Shape, Side, Square, SquareSet, Vector};
use crate::notation::lower::{Action, Chain, Hop, Junction, Leg, Passage, Ride, Way, between};
use crate::notation::targets::{Occupant, PseudoMove, Scene, targets, threats};

/// Squares that following these parts may look at, counted as if the board were empty.
pub fn cost(shape: &Shape, parts: &[Part]) -> usize {
    let area = shape.area();
    let side = usize::from(shape.files().max(shape.ranks()));
    let of = |way: &Way| match &way.action {
        Action::Ride(ride) => area.saturating_mul(ride.steps.len()),
        Action::Hop(_) | Action::Universal(_) | Action::Castle(_) => area,
        Action::Chain(chain) => (chain.legs.len() + 1).saturating_mul(area).saturating_mul(side),
    };
    parts.iter().flat_map(|part| &part.ways).fold(0, |sum: usize, way| sum.saturating_add(of(way)))
}

/// Moves that share a condition.
#[derive(Clone, Debug)]
pub struct Part {
    /// The moves.
    pub ways: Vec<Way>,
    /// When they may be used.
    pub when: When,
    /// From which squares.
    pub from: SquareSet,
    /// To which squares.
    pub to: SquareSet,
}

/// When a square can be reached, the freest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum When {
    /// Whenever the man is to move.
    Always,
    /// While it counts as unmoved.
    First,
    /// Once in its life.
    Once,
    /// Only if a condition holds.
    If,
    /// After removing men on the way.
    Removing,
}

/// How a square is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// If it is empty.
    pub quiet: Option<When>,
    /// If an enemy stands there.
    pub capture: Option<When>,
}

/// What is drawn on a square besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prop {
    /// A man to hop over.
    Hurdle,
    /// An enemy who is removed on the way.
    Victim,
    /// An own man who is removed on the way.
    Own,
    /// A square that must be empty for what lies behind it.
    Block,
}

/// What is shown on one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Symbol {
    /// The man.
    Man,
    /// It moves or captures there.
    Both,
    /// It moves there and does not capture.
    Move,
    /// It captures there and does not move.
    Capture,
    /// First move only.
    First,
    /// Once only.
    Once,
    /// Under a condition.
    If,
    /// After removing men on the way.
    Removing,
    /// A sample hurdle.
    Hurdle,
    /// A sample enemy removed on the way.
    Victim,
    /// A sample own man removed on the way.
    Own,
    /// It reaches the square too, and a man there can be removed on the way.
    Through,
    /// Must be empty for what lies behind it.
    Block,
}

impl Symbol {
    /// All of them, in the order of a legend.
    pub const ALL: [Self; 13] = [
        Self::Man,
        Self::Both,
        Self::Move,
        Self::Capture,
        Self::First,
        Self::Once,
        Self::If,
        Self::Removing,
        Self::Hurdle,
        Self::Victim,
        Self::Own,
        Self::Through,
        Self::Block,
    ];

    /// How a terminal shows it.
    pub const fn char(self, ascii: bool) -> char {
        let (plain, drawn) = match self {
            Self::Man => ('O', '◆'),
            Self::Both => ('+', '●'),
            Self::Move => ('m', '○'),
            Self::Capture => ('c', '×'),
            Self::First => ('i', '△'),
            Self::Once => ('1', '1'),
            Self::If => ('?', '?'),
            Self::Removing => ('*', '◎'),
            Self::Hurdle => ('H', '█'),
            Self::Victim => ('x', '▼'),
            Self::Own => ('f', '▽'),
            Self::Through => ('X', '◈'),
            Self::Block => ('b', '□'),
        };
        if ascii { plain } else { drawn }
    }

    /// What a legend says of it.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Man => "the man",
            Self::Both => "moves or captures",
            Self::Move => "moves only",
            Self::Capture => "captures only",
            Self::First => "first move only",
            Self::Once => "once only",
            Self::If => "under a condition",
            Self::Removing => "after removing a man on the way",
            Self::Hurdle => "a man to hop over",
            Self::Victim => "an enemy removed on the way",
            Self::Own => "an own man removed on the way",
            Self::Through => "reached, or a man there removed on the way",
            Self::Block => "must be empty for the step beyond",
        }
    }

    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::Both => "both",
            Self::Move => "move",
            Self::Capture => "capture",
            Self::First => "first",
            Self::Once => "once",
            Self::If => "conditional",
            Self::Removing => "removing",
            Self::Hurdle => "hurdle",
            Self::Victim => "victim",
            Self::Own => "own",
            Self::Through => "through",
            Self::Block => "block",
        }
    }
}

/// A man on an otherwise empty board, what it reaches, and what stands there for show.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The board.
    pub shape: Shape,
    /// Where the man stands.
    pub from: Square,
    /// Squares it reaches.
    pub marks: BTreeMap<Square, Mark>,
    /// Sample men and squares that must be empty.
    pub props: BTreeMap<Square, Prop>,
    /// Ways that bend: start, where legs meet, end.
    pub paths: BTreeSet<Vec<Square>>,
    /// Indices of the parts that cannot be used from here.
    pub left_out: Vec<usize>,
}

/// Bent ways that are drawn; with more of them a picture shows nothing.
const PATHS: usize = 64;

impl Diagram {
    /// Follows all parts from a square.
    pub fn new(shape: &Shape, from: Square, side: Side, parts: &[Part]) -> Self {
        let mut diagram = Self {
            shape: shape.clone(),
            from,
            marks: BTreeMap::new(),
            props: BTreeMap::new(),
            paths: BTreeSet::new(),
            left_out: Vec::new(),
        };
        let walker = Walker { shape, from, side };
        let mut usable = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if part.from.has(from) {
                usable.push(part);
            } else {
                diagram.left_out.push(index);
            }
        }
        // A hurdle should not stand where the man could go without it.
        let plain = |part: &&Part| {
            let ways = part.ways.iter().filter(|way| !matches!(way.action, Action::Hop(_)));
            let ways: Vec<Way> = ways.cloned().collect();
            let scene = walker.scene(SquareSet::EMPTY, &[]);
            targets(&ways, &scene).into_iter().map(|mv| mv.to).collect::<SquareSet>()
        };
        let reached = usable.iter().map(plain).fold(SquareSet::EMPTY, |all, one| all | one);
        for way in usable.iter().flat_map(|part| &part.ways) {
            for square in walker.hurdles(way, reached) {
                diagram.props.insert(square, Prop::Hurdle);
            }
        }
        let hurdles: SquareSet = diagram.props.keys().copied().collect();
        for part in &usable {
            for way in &part.ways {
                let when = part.when.max(if way.initial { When::First } else { When::Always });
                match walker.victims(way) {
                    None => diagram.add(&walker, way, part, when, hurdles, &[]),
                    Some(victims) => {
                        let when = when.max(When::Removing);
                        diagram.add(&walker, way, part, when, hurdles, &victims);
                    }
                }
            }
        }
        for way in usable.iter().flat_map(|part| &part.ways) {
            for square in walker.blocks(way) {
                if !diagram.marks.contains_key(&square) && square != from {
                    diagram.props.entry(square).or_insert(Prop::Block);
                }
            }
            if let Action::Chain(chain) = &way.action
                && diagram.paths.len() < PATHS
                && let Some(path) = walker.path(chain)
                && path.last().is_some_and(|last| diagram.marks.contains_key(last) || *last == from)
            {
                diagram.paths.insert(path);
            }
        }
        diagram
    }

    fn add(
        &mut self,
        walker: &Walker<'_>,
        way: &Way,
        part: &Part,
        when: When,
        hurdles: SquareSet,
        victims: &[(Square, Prop)],
    ) {
        let scene = walker.scene(hurdles, victims);
        let one = std::slice::from_ref(way);
        let moves: Vec<PseudoMove> = targets(one, &scene);
        let mut used = false;
        for mv in &moves {
            if !part.to.has(mv.to) {
                continue;
            }
            used = true;
            if mv.to == self.from || mv.removes.has(mv.to) {
                continue;
            }
            let mark = self.marks.entry(mv.to).or_default();
            mark.quiet = Some(mark.quiet.map_or(when, |known| known.min(when)));
        }
        for square in threats(one, &scene).iter().filter(|&square| part.to.has(square)) {
            used = true;
            let mark = self.marks.entry(square).or_default();
            mark.capture = Some(mark.capture.map_or(when, |known| known.min(when)));
        }
        if used {
            for &(square, prop) in victims {
                self.props.entry(square).or_insert(prop);
            }
        }
    }

    /// What a square shows; `None` for an empty one that is not reached.
    pub fn symbol(&self, square: Square) -> Option<Symbol> {
        if square == self.from {
            return Some(Symbol::Man);
        }
        match self.props.get(&square) {
            Some(Prop::Hurdle) => return Some(Symbol::Hurdle),
            Some(Prop::Victim | Prop::Own) if self.marks.contains_key(&square) => {
                return Some(Symbol::Through);
            }
            Some(Prop::Victim) => return Some(Symbol::Victim),
            Some(Prop::Own) => return Some(Symbol::Own),
            Some(Prop::Block) | None => {}
        }
        let Some(mark) = self.marks.get(&square) else {
            return self.props.get(&square).map(|_| Symbol::Block);
        };
        let freest = mark.quiet.into_iter().chain(mark.capture).min()?;
        Some(match freest {
            When::Always => match (mark.quiet, mark.capture) {
                (Some(When::Always), Some(When::Always)) => Symbol::Both,
                (Some(When::Always), _) => Symbol::Move,
                _ => Symbol::Capture,
            },
            When::First => Symbol::First,
            When::Once => Symbol::Once,
            When::If => Symbol::If,
            When::Removing => Symbol::Removing,
        })
    }

    /// The symbols that stand on it, in the order of a legend.
    pub fn legend(&self) -> Vec<Symbol> {
        let shown: BTreeSet<Symbol> =
            self.shape.squares().filter_map(|square| self.symbol(square)).collect();
        shown.into_iter().collect()
    }
}

/// A man alone, and what it needs to be shown at work.
struct Walker<'a> {
    shape: &'a Shape,
    from: Square,
    side: Side,
}

impl Walker<'_> {
    fn step(&self, from: Square, (dx, dy): Vector, wrap: bool) -> Option<Square> {
        let turn = match self.side {
            Side::White => 1,
            Side::Black => -1,
        };
        self.shape.step(from, (dx * turn, dy * turn), wrap)
    }

    fn scene<'b>(
        &'b self,
        hurdles: SquareSet,
        victims: &'b [(Square, Prop)],
    ) -> Scene<'b, impl Fn(Square) -> Occupant + 'b> {
        Scene {
            shape: self.shape,
            from: self.from,
            side: self.side,
            occupant: move |square| {
                let victim = victims.iter().find(|(at, _)| *at == square);
                match victim {
                    Some((_, Prop::Victim)) => Occupant::Enemy,
                    Some((_, Prop::Own)) => Occupant::Friend,
                    // One that nothing removes.
                    Some((_, Prop::Hurdle)) => Occupant::FriendRoyal,
                    _ if hurdles.has(square) => Occupant::FriendRoyal,
                    _ => Occupant::Empty,
                }
            },
            unmoved: SquareSet::of(self.from),
            en_passant: None,
        }
    }

    /// Where sample hurdles make a way possible, if possible on none of `reached`.
    fn hurdles(&self, way: &Way, reached: SquareSet) -> Vec<Square> {
        match &way.action {
            Action::Hop(Hop { step, range, .. }) => {
                let mut line = Vec::new();
                let mut here = self.from;
                while line.len() < usize::from(*range).min(4)
                    && let Some(next) = self.step(here, *step, way.wrap)
                    && next != self.from
                {
                    line.push(next);
                    here = next;
                }
                // Behind the hurdle there must be a square.
                let room = line.len().saturating_sub(1);
                let places = [1, 0, 2].into_iter().filter(|place| *place < room);
                let places: Vec<Square> =
                    places.filter_map(|place| line.get(place).copied()).collect();
                let free = places.iter().find(|square| !reached.has(**square));
                free.or(places.first()).copied().into_iter().collect()
            }
            Action::Ride(Ride { steps, passage: Passage::ExactlyOne, .. }) => {
                let first = steps.first().and_then(|&step| between(step).first().copied());
                let lands = steps.first().and_then(|&step| self.step(self.from, step, way.wrap));
                lands
                    .and(first)
                    .and_then(|by| self.step(self.from, by, way.wrap))
                    .into_iter()
                    .collect()
            }
            Action::Ride(_) | Action::Chain(_) | Action::Universal(_) | Action::Castle(_) => {
                Vec::new()
            }
        }
    }

    /// Sample men at the junctions of a chain; `None` if it needs none.
    fn victims(&self, way: &Way) -> Option<Vec<(Square, Prop)>> {
        let Action::Chain(chain) = &way.action else { return None };
        let mut here = self.from;
        let mut men = Vec::new();
        for (Leg { step, .. }, junction) in &chain.legs {
            here = self.step(here, *step, way.wrap)?;
            let prop = match junction {
                Junction::Enemy => Prop::Victim,
                Junction::Own => Prop::Own,
                Junction::Hurdle | Junction::HurdleOrEnemy => Prop::Hurdle,
                Junction::Empty | Junction::EmptyOrEnemy | Junction::Any => continue,
            };
            if here != self.from {
                men.push((here, prop));
            }
        }
        (!men.is_empty()).then_some(men)
    }

    /// Squares next to the man that must be empty.
    fn blocks(&self, way: &Way) -> Vec<Square> {
        match &way.action {
            Action::Ride(Ride { steps, passage: Passage::Empty, .. }) => {
                let first = steps.first().copied().unwrap_or_default();
                if self.step(self.from, first, way.wrap).is_none() {
                    return Vec::new();
                }
                let passed = between(first);
                passed.into_iter().filter_map(|by| self.step(self.from, by, way.wrap)).collect()
            }
            Action::Chain(chain) => {
                let mut here = self.from;
                let mut empty = Vec::new();
                for (Leg { step, .. }, junction) in &chain.legs {
                    let Some(next) = self.step(here, *step, way.wrap) else { return Vec::new() };
                    here = next;
                    if *junction == Junction::Empty {
                        empty.push(here);
                    }
                }
                let ends = self.step(here, chain.last.step, way.wrap).is_some();
                if ends { empty } else { Vec::new() }
            }
            Action::Ride(_) | Action::Hop(_) | Action::Universal(_) | Action::Castle(_) => {
                Vec::new()
            }
        }
    }

    /// Start, junctions and last square of a chain that bends.
    fn path(&self, chain: &Chain) -> Option<Vec<Square>> {
        let mut steps = chain.legs.iter().map(|(leg, _)| leg.step).chain([chain.last.step]);
        let first = steps.next()?;
        if steps.all(|step| step == first) {
            return None;
        }
        let mut path = vec![self.from];
        let mut here = self.from;
        for (leg, _) in &chain.legs {
            here = self.step(here, leg.step, false)?;
            path.push(here);
        }
        let mut last = self.step(here, chain.last.step, false)?;
        for _ in 1..usize::from(chain.last.range).min(self.shape.area()) {
            match self.step(last, chain.last.step, false) {
                Some(next) => last = next,
                None => break,
            }
        }
        path.push(last);
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{lower, parse};

    fn drawn(notation: &str, at: &str, size: u8) -> String {
        let shape = Shape::new(size, size).unwrap();
        let all = shape.all();
        let ways = lower(&parse(notation).unwrap().expr);
        let part = Part { ways, when: When::Always, from: all, to: all };
        let at = shape.parse_square(at).unwrap();
        let diagram = Diagram::new(&shape, at, Side::White, &[part]);
        crate::draw::text::board(&shape, |square| {
            diagram.symbol(square).map_or('.', |symbol| symbol.char(true))
        })
    }

    #[test]
    fn a_pawn_has_three_sorts_of_moves() {
        let text = drawn("fmWfceFifmnD", "c2", 5);
        assert_eq!(
            text,
            "5  . . . . .\n4  . . i . .\n3  . c m c .\n2  . . O . .\n1  . . . . .\n\n   a b c d e\n"
        );
    }

    #[test]
    fn a_cannon_is_shown_with_something_to_hop_over() {
        let text = drawn("mRcpR", "a1", 5);
        assert_eq!(
            text,
            "5  c . . . .\n4  c . . . .\n3  H . . . .\n2  m . . . .\n1  O m H c c\n\n   a b c d e\n"
        );
    }

    #[test]
    fn a_horse_has_squares_that_block_it() {
        let text = drawn("nN", "c3", 5);
        assert_eq!(
            text,
            "5  . + . + .\n4  + . b . +\n3  . b O b .\n2  + . b . +\n1  . + . + .\n\n   a b c d e\n"
        );
    }

    #[test]
    fn a_lion_moves_to_where_its_victims_may_stand() {
        let text = drawn("K[fcW-fW]", "b1", 3);
        assert_eq!(text, "3  . * .\n2  + X +\n1  + O +\n\n   a b c\n");
    }

    #[test]
    fn a_second_leg_goes_on_from_a_victim() {
        let text = drawn("[fcW-fW]", "c1", 4);
        assert_eq!(text, "4  . . . .\n3  . . * .\n2  . . x .\n1  . . O .\n\n   a b c d\n");
    }
}
