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

/// Ends of one chain that are counted; a chain with more is only named.
const CHAIN_ENDS: usize = 4096;

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
    let radius = found.radius();
    for (steps, skip) in &found.lines {
        for square in line(steps, *skip, radius) {
            found.squares.remove(&square);
        }
    }
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
    let (Some(one), Some(mut other)) = (plain(one), plain(other)) else { return false };
    let radius = (side - 1) / 2;
    let inside = |&(dx, dy): &Vector| dx.abs() <= radius && dy.abs() <= radius;
    for (steps, skip) in &other.lines {
        other.squares.extend(line(steps, *skip, radius));
    }
    one.lines.is_empty()
        && one.squares.iter().all(inside)
        && (-radius..=radius)
            .flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy)))
            .filter(|&square| square != (0, 0))
            .all(|square| one.squares.contains(&square) != other.squares.contains(&square))
}

impl Targets {
    /// Side of the smallest square around the man that holds all squares it reaches.
    pub fn side(&self) -> i16 {
        2 * self.radius() + 1
    }

    fn radius(&self) -> i16 {
        self.squares.iter().map(|&(dx, dy)| dx.abs().max(dy.abs())).max().unwrap_or(0)
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
        let steps =
            if ride.range == UNLIMITED { ride.steps.len() } else { usize::from(ride.range) };
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
        let ends = legs().fold(1, |ends: usize, leg| ends.saturating_mul(usize::from(leg.range)));
        if ends > CHAIN_ENDS
            || legs().any(|leg| leg.range == UNLIMITED)
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

/// The squares of a line that are not further away than the radius, and perhaps a few that are.
fn line(steps: &[Vector], skip: u8, radius: i16) -> Vec<Vector> {
    let (x, y) = steps.iter().fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
    // Each round gets further by as much as the steps are together; in between the line can
    // lie nearer by no more than all steps are long.
    let wander: i16 = steps.iter().map(|(dx, dy)| dx.abs().max(dy.abs())).sum();
    let rounds = (radius + wander) / x.abs().max(y.abs()).max(1) + 1;
    let count = usize::from(rounds.unsigned_abs()) * steps.len();
    let mut here: Vector = (0, 0);
    let squares = steps.iter().cycle().take(count).map(|&(dx, dy)| {
        here = (here.0.saturating_add(dx), here.1.saturating_add(dy));
        here
    });
    squares.skip(usize::from(skip)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, Side, Square, SquareSet};
    use crate::notation::targets::Occupant;
    use crate::notation::{lower, parse};

    fn of(notation: &str) -> Targets {
        targets(&lower(&parse(notation).unwrap().expr), Sort::Any)
    }

    #[test]
    fn leaps_are_counted_and_lines_named() {
        for (notation, squares, lines) in [
            ("W", 4, 0),
            ("ffNbsN", 4, 0),
            ("fR", 0, 1),
            ("sR", 0, 2),
            ("C", 8, 0),
            ("WfF", 6, 0),
            ("QN", 8, 8),
            ("RW", 0, 4),
            ("RK", 4, 4),
            ("R3", 12, 0),
            ("NN", 0, 8),
            ("zB", 0, 8),
            ("BzB", 0, 12),
            ("qN", 32, 0),
            ("[W-fF]", 8, 0),
            ("jR", 0, 4),
            ("jRW", 4, 4),
        ] {
            let found = of(notation);
            assert_eq!((found.squares.len(), found.lines.len()), (squares, lines), "{notation}");
            if lines == 0 {
                let slow = crate::notation::targets::targets(
                    &lower(&parse(notation).unwrap().expr),
                    &crate::notation::targets::Scene {
                        shape: &Shape::largest(),
                        from: Square::new(7 * 16 + 7),
                        side: Side::White,
                        occupant: |_| Occupant::Empty,
                        unmoved: SquareSet::EMPTY,
                        en_passant: None,
                    },
                );
                assert_eq!(slow.len(), squares, "{notation}");
            }
        }
        assert_eq!(of("gQ"), Targets { hops: 8, ..Targets::default() });
        assert!(of("U").everywhere);
    }

    #[test]
    fn what_one_leaves_out_another_may_fill() {
        let complement = |one: &str, other: &str, side| {
            let ways = |notation| lower(&parse(notation).unwrap().expr);
            complement(&ways(one), &ways(other), side)
        };
        assert!(complement("CZ", "QN", 7));
        assert!(complement("CZ", "QN2", 7));
        assert!(complement("N", "Q", 5));
        assert!(!complement("CZ", "QN", 9));
        assert!(!complement("CZ", "Q", 7));
        assert!(!complement("C", "QN", 7));
        assert!(!complement("CZH", "QN", 7));
        assert!(!complement("mN", "Q", 5));
    }
}
