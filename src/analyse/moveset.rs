//! The moves of one notation, or of one piece, from every square of a board.

use std::ops::Range;

use super::trail::{Budget, TooLarge, Trail, trails};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::lower::Way;

/// Ways that are used under the same conditions.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// The ways.
    pub ways: &'a [Way],
    /// Squares from which.
    pub from: SquareSet,
    /// Squares from which ways of [`Way::initial`] may be used.
    pub first: SquareSet,
    /// Squares to which.
    pub to: SquareSet,
    /// Nothing but the board decides whether the ways may be used.
    pub always: bool,
    /// They capture, and hop over, the same men as the augmenters of the man.
    pub as_augmenters: bool,
}

impl<'a> Part<'a> {
    /// Ways without conditions; nobody counts as unmoved.
    pub fn plain(ways: &'a [Way], shape: &Shape) -> Self {
        let all = shape.all();
        Self {
            ways,
            from: all,
            first: SquareSet::EMPTY,
            to: all,
            always: true,
            as_augmenters: true,
        }
    }
}

/// Which moves a graph has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hurdles {
    /// Moves on an empty board: nothing can be hopped over, nothing captured.
    None,
    /// Moves that are possible with men standing where they are wanted: a grasshopper lands on
    /// any square two or more away on a line.
    Free,
}

/// A directed graph on the squares of a board.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For each square where it leads, by index.
    pub ahead: Vec<SquareSet>,
    /// For each square from where it is reached.
    pub back: Vec<SquareSet>,
}

impl Graph {
    fn new(area: usize) -> Self {
        Self { ahead: vec![SquareSet::EMPTY; area], back: vec![SquareSet::EMPTY; area] }
    }

    fn insert(&mut self, from: Square, to: Square) {
        if let Some(ahead) = self.ahead.get_mut(from.index()) {
            ahead.insert(to);
        }
        if let Some(back) = self.back.get_mut(to.index()) {
            back.insert(from);
        }
    }
}

/// All trails of one or more notations on a board, for one side.
#[derive(Clone, Debug)]
pub struct Moveset {
    trails: Vec<Trail>,
    /// Where the trails from each square stand in the list, by index of the square.
    ranges: Vec<Range<usize>>,
    /// By [`Trail::part`]: `always` and `as_augmenters` of the part.
    parts: Vec<(bool, bool)>,
    none: Graph,
    free: Graph,
}

impl Moveset {
    /// Lays the parts on the board.
    ///
    /// # Errors
    ///
    /// The budget does not suffice.
    pub fn new(
        parts: &[Part<'_>],
        shape: &Shape,
        side: Side,
        budget: &Budget,
    ) -> Result<Self, TooLarge> {
        let mut all = Vec::new();
        let mut ranges = vec![0..0; shape.area()];
        let (mut none, mut free) = (Graph::new(shape.area()), Graph::new(shape.area()));
        for from in shape.squares() {
            let mut here: Vec<Trail> = Vec::new();
            for (index, part) in (0_u16..).zip(parts).filter(|(_, part)| part.from.has(from)) {
                for way in part.ways.iter().filter(|way| !way.initial || part.first.has(from)) {
                    if !trails(way, shape, from, side, index, budget, &mut here) {
                        return Err(TooLarge);
                    }
                }
            }
            let part = |trail: &Trail| parts.get(usize::from(trail.part));
            here.retain(|trail| part(trail).is_some_and(|part| part.to.has(trail.to)));
            here.sort_unstable();
            here.dedup();
            for trail in here.iter().filter(|trail| trail.to != from && !trail.en_passant) {
                free.insert(from, trail.to);
                if trail.holds_when_empty() && part(trail).is_some_and(|part| part.always) {
                    none.insert(from, trail.to);
                }
            }
            let begin = all.len();
            all.append(&mut here);
            if let Some(range) = ranges.get_mut(from.index()) {
                *range = begin..all.len();
            }
        }
        let parts = parts.iter().map(|part| (part.always, part.as_augmenters)).collect();
        Ok(Self { trails: all, ranges, parts, none, free })
    }

    /// Ways without conditions.
    ///
    /// # Errors
    ///
    /// The budget does not suffice.
    pub fn of(ways: &[Way], shape: &Shape, side: Side, budget: &Budget) -> Result<Self, TooLarge> {
        Self::new(&[Part::plain(ways, shape)], shape, side, budget)
    }

    /// The trails from a square, by rising target.
    pub fn from(&self, square: Square) -> &[Trail] {
        let range = self.ranges.get(square.index()).cloned();
        range.and_then(|range| self.trails.get(range)).unwrap_or(&[])
    }

    /// The trails between two squares.
    pub fn between(&self, from: Square, to: Square) -> &[Trail] {
        let all = self.from(from);
        let begin = all.partition_point(|trail| trail.to < to);
        let end = all.partition_point(|trail| trail.to <= to);
        all.get(begin..end).unwrap_or(&[])
    }

    /// Whether nothing but the board decides about a trail of this set.
    pub fn always(&self, trail: &Trail) -> bool {
        self.parts.get(usize::from(trail.part)).is_some_and(|part| part.0)
    }

    /// Whether a trail of this set captures, and hops over, what an augmenter's would.
    pub fn as_augmenters(&self, trail: &Trail) -> bool {
        self.parts.get(usize::from(trail.part)).is_some_and(|part| part.1)
    }

    /// Where it leads.
    pub fn graph(&self, hurdles: Hurdles) -> &Graph {
        match hurdles {
            Hurdles::None => &self.none,
            Hurdles::Free => &self.free,
        }
    }
}
