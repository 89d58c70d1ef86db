//! Squares that one move reaches from the middle of an empty board without edges.
//!
//! Method: every way is followed on an unlimited plane. Slides and rides without limit are
//! counted as lines, and squares that lie on one of them are not counted again. Hops find nothing
//! to hop over, and are counted by themselves. Moves of men that have never moved are left out.

use std::collections::BTreeSet;

use crate::board::Vector;
use crate::notation::lower::{Action, Chain, Junction, Modality, Passage, Ride, UNLIMITED, Way};

/// What one move reaches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Squares, as displacements.
    pub squares: BTreeSet<Vector>,
    /// Lines without end: the steps that are repeated, and how many squares are passed first.
    pub lines: BTreeSet<(Vec<Vector>, u8)>,
    /// Hops, that is directions in which something behind a hurdle can be reached.
    pub hops: usize,
    /// Chains of legs that need men, or go any distance.
    pub chains: usize,
    /// Any square at all.
    pub everywhere: bool,
}

/// Which moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Every move that may end on an empty or an enemy's square.
    Any,
    /// Those that may end on an empty square.
    Quiet,
    /// Those that may end on an enemy's square.
    Captures,
}

impl Sort {
    fn has(self, modality: Modality) -> bool {
        match self {
            Self::Any => modality.quiet || modality.capture,
            Self::Quiet => modality.quiet,
            Self::Captures => modality.capture,
        }
    }
}

/// What these ways reach in one move.
pub fn targets(ways: &[Way], sort: Sort) -> Targets {
    let mut found = Targets::default();
    for way in ways.iter().filter(|way| !way.initial) {
        match &way.action {
            Action::Ride(ride) if sort.has(ride.modality) => found.ride(ride),
            Action::Hop(hop) if sort.has(hop.modality) => found.hops += 1,
            Action::Chain(chain) if sort.has(chain.modality) => found.chain(chain),
            Action::Universal(modality) if sort.has(*modality) => found.everywhere = true,
            Action::Ride(_)
            | Action::Hop(_)
            | Action::Chain(_)
            | Action::Universal(_)
            | Action::Castle(_) => {}
        }
    }
    found.squares.remove(&(0, 0));
    let lines = &found.lines;
    found.squares.retain(|&square| !lines.iter().any(|(steps, skip)| on_line(steps, *skip, square)));
    found
}

/// Whether one man reaches exactly those squares of the N by N square around it that another
/// does not, and nothing else: the bison of 7 by 7 is what an amazon leaves out. Not if the
/// first is no leaper, or one of them reaches different squares to move and to capture.
pub fn complement(one: &[Way], other: &[Way], side: i16) -> bool {
    let plain = |ways: &[Way]| {
        let found = targets(ways, Sort::Any);
        let plain = found.chains == 0 && found.hops == 0 && !found.everywhere;
        let same = targets(ways, Sort::Quiet) == found && targets(ways, Sort::Captures) == found;
        (plain && same).then_some(found)
    };
    let (Some(one), Some(other)) = (plain(one), plain(other)) else { return false };
    let radius = (side - 1) / 2;
    let inside = |&(dx, dy): &Vector| dx.abs() <= radius && dy.abs() <= radius;
    let (lines, squares) = (&other.lines, &other.squares);
    let reached = |square: Vector| {
        squares.contains(&square)
            || lines.iter().any(|(steps, skip)| on_line(steps, *skip, square))
    };
    one.lines.is_empty()
        && one.squares.iter().all(inside)
        && (-radius..=radius)
            .flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy)))
            .filter(|&square| square != (0, 0))
            .all(|square| one.squares.contains(&square) != reached(square))
}

impl Targets {
    /// Side of the smallest square around the man that holds all squares it reaches.
    pub fn side(&self) -> i16 {
        let radius = self.squares.iter().map(|&(dx, dy)| dx.abs().max(dy.abs())).max();
        2 * radius.unwrap_or(0) + 1
    }

    fn ride(&mut self, ride: &Ride) {
        // On an empty board no leap has anything to jump over.
        let lame = ride.passage == Passage::ExactlyOne;
        if lame || ride.steps.is_empty() {
            return;
        }
        let (dx, dy) = ride.steps.iter().fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
        if ride.range == UNLIMITED && (dx, dy) != (0, 0) {
            self.lines.insert((ride.steps.clone(), ride.skip));
            return;
        }
        let steps = if ride.range == UNLIMITED { ride.steps.len() } else { usize::from(ride.range) };
        let mut here: Vector = (0, 0);
        for (number, &(dx, dy)) in ride.steps.iter().cycle().take(steps).enumerate() {
            here = (here.0 + dx, here.1 + dy);
            if here == (0, 0) {
                return;
            }
            if number >= usize::from(ride.skip) {
                self.squares.insert(here);
            }
        }
    }

    fn chain(&mut self, chain: &Chain) {
        let legs = || chain.legs.iter().map(|(leg, _)| leg).chain([&chain.last]);
        let passes = |junction: &Junction| {
            matches!(junction, Junction::Empty | Junction::EmptyOrEnemy | Junction::Any)
        };
        if legs().any(|leg| leg.range == UNLIMITED)
            || !chain.legs.iter().all(|(_, junction)| passes(junction))
        {
            self.chains += 1;
            return;
        }
        let mut ends = BTreeSet::from([(0, 0)]);
        for leg in legs() {
            ends = ends
                .into_iter()
                .flat_map(|(x, y)| {
                    let (dx, dy) = leg.step;
                    (1..=i16::from(leg.range)).map(move |by| (x + by * dx, y + by * dy))
                })
                .collect();
        }
        self.squares.extend(ends);
    }
}

/// Whether the line passes over the square.
fn on_line(steps: &[Vector], skip: u8, (x, y): Vector) -> bool {
    let far = x.abs().max(y.abs());
    let mut here: Vector = (0, 0);
    // A repeated pattern gets further by at least one each time round, and wanders off by less
    // than its own length.
    let longest = steps.iter().map(|(dx, dy)| dx.abs().max(dy.abs())).max().unwrap_or(0);
    let length = i32::from(longest) * steps.len() as i32;
    let rounds = i32::from(far) + length + 1;
    let count = usize::try_from(rounds).unwrap_or(0).saturating_mul(steps.len()).min(20_000);
    for (number, &(dx, dy)) in steps.iter().cycle().take(count).enumerate() {
        here = (here.0.saturating_add(dx), here.1.saturating_add(dy));
        if here == (x, y) {
            return number >= usize::from(skip);
        }
    }
    false
}
