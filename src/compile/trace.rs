//! Ways of moving laid on a board, square by square: the slow and plain form from which all
//! tables are filled.

use super::work::Work;
use crate::board::{Shape, Side, Square, SquareSet, Vector};
use crate::limits;
use crate::notation::lower::{
    Action, Chain, Hop, Junction, Leg, Passage, Ride, UNLIMITED, Way, between,
};

/// One destination of a way from one square, and what must stand in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    /// Destination.
    pub(crate) to: Square,
    /// Squares that matter. Never the origin.
    pub(crate) path: SquareSet,
    /// Those of them that must be occupied; the others must be empty.
    pub(crate) pattern: SquareSet,
    /// Instead of the pattern: exactly one of the path is occupied.
    pub(crate) one: bool,
    /// Squares that the man passes over or stops on before its destination.
    pub(crate) passed: SquareSet,
}

/// A vector as a side moves: Black's is turned by 180 degrees.
pub(super) fn turned((dx, dy): Vector, side: Side) -> Vector {
    match side {
        Side::White => (dx, dy),
        Side::Black => (-dx, -dy),
    }
}

/// A square of a leg is copied whole to the heads of the next leg and costs several steps.
const LEG_STEPS: usize = 4;

/// Ways in which the long steps of one ride may be occupied. On a flat board there are at most
/// 32; only a ride around a cylinder has more.
const PATTERNS: usize = 1024;

/// Most steps that a ride can have on any board.
fn steps_of(range: u8) -> u32 {
    // A ride visits each square once at most, so 256 is as good as no limit.
    if range == UNLIMITED { 256 } else { u32::from(range) }
}

/// All destinations of a way from a square, whatever stands on the board; `None` if the way
/// removes men between its ends and cannot be said this way. Some are missing once `work`
/// has run out.
pub(super) fn trace(
    shape: &Shape,
    side: Side,
    from: Square,
    way: &Way,
    work: &Work,
) -> Option<Vec<Trace>> {
    let board = Board { shape, side, wrap: way.wrap, from, work };
    if !work.steps(1) {
        return Some(Vec::new());
    }
    Some(match &way.action {
        Action::Ride(ride) => board.ride(ride),
        Action::Hop(hop) => board.hop(hop),
        Action::Chain(chain) => return board.chain(chain),
        Action::Universal(_) => shape
            .squares()
            .filter(|&to| to != from)
            .map(|to| Trace {
                to,
                path: SquareSet::EMPTY,
                pattern: SquareSet::EMPTY,
                one: false,
                passed: SquareSet::EMPTY,
            })
            .collect(),
        // Castling stands in entries of its own; the checker refuses it in notations.
        Action::Castle(_) => Vec::new(),
    })
}

struct Board<'a> {
    shape: &'a Shape,
    side: Side,
    wrap: bool,
    from: Square,
    work: &'a Work,
}

impl Board<'_> {
    fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        self.shape.step(from, turned(vector, self.side), self.wrap)
    }

    fn ride(&self, ride: &Ride) -> Vec<Trace> {
        let steps = steps_of(ride.range);
        // As far as a slider goes on an ordinary board.
        let mut found = Vec::with_capacity(steps.min(8) as usize);
        let mut path = SquareSet::EMPTY;
        // Which squares must be occupied: several possibilities with `j` on longer steps.
        let choice = ride.passage == Passage::ExactlyOne;
        let mut patterns = if choice { vec![SquareSet::EMPTY] } else { Vec::new() };
        let mut passed = SquareSet::EMPTY;
        let mut at = self.from;
        for i in 0..steps {
            let step = ride.steps[i as usize % ride.steps.len()];
            let Some(next) = self.step(at, step) else { break };
            if next == self.from {
                break;
            }
            let middle: Vec<Option<Square>> =
                between(step).into_iter().map(|offset| self.step(at, offset)).collect();
            let on_board = || middle.iter().copied().flatten().filter(|&m| m != self.from);
            passed = passed | on_board().collect();
            match ride.passage {
                Passage::Free => {}
                Passage::Empty => {
                    // A hole is no square and so not an empty one.
                    if middle.iter().any(Option::is_none) {
                        break;
                    }
                    path = path | on_board().collect();
                }
                Passage::ExactlyOne => {
                    path = path | on_board().collect();
                    patterns = patterns
                        .into_iter()
                        .flat_map(|pattern| {
                            on_board().map(move |square| pattern | SquareSet::of(square))
                        })
                        .collect();
                }
            }
            if !self.work.steps(patterns.len().max(1) + middle.len()) {
                break;
            }
            if i >= u32::from(ride.skip) {
                let plain = Trace { to: next, path, pattern: SquareSet::EMPTY, one: false, passed };
                if choice {
                    found.extend(patterns.iter().map(|&pattern| Trace { pattern, ..plain }));
                } else {
                    found.push(plain);
                }
                path.insert(next);
            }
            passed.insert(next);
            at = next;
            if choice && patterns.is_empty() {
                break;
            }
            if patterns.len() > PATTERNS {
                self.work.steps(usize::MAX);
            }
        }
        found
    }

    fn hop(&self, hop: &Hop) -> Vec<Trace> {
        let mut found = Vec::new();
        let mut path = SquareSet::EMPTY;
        let mut at = self.from;
        let mut last = None;
        for _ in 0..steps_of(hop.range) {
            let Some(next) = self.step(at, hop.step) else { break };
            if next == self.from || !self.work.steps(1) {
                break;
            }
            if let Some(hurdle) = last {
                let pattern = SquareSet::of(hurdle);
                let pattern = if hop.behind_only { pattern } else { SquareSet::EMPTY };
                found.push(Trace {
                    to: next,
                    path,
                    pattern,
                    one: !hop.behind_only,
                    passed: SquareSet::EMPTY,
                });
            }
            path.insert(next);
            last = Some(next);
            at = next;
        }
        found
    }

    fn chain(&self, chain: &Chain) -> Option<Vec<Trace>> {
        if chain.legs.iter().any(|(_, junction)| removes(*junction)) {
            return None;
        }
        let start = Trace {
            to: self.from,
            path: SquareSet::EMPTY,
            pattern: SquareSet::EMPTY,
            one: false,
            passed: SquareSet::EMPTY,
        };
        let mut heads = vec![start];
        for &(leg, junction) in &chain.legs {
            let mut next = Vec::new();
            for head in &heads {
                self.leg(head, leg, |reached| {
                    let at = reached.to;
                    let mut on = reached;
                    let own = at == self.from;
                    match junction {
                        Junction::Any => {}
                        Junction::Hurdle if own || on.path.has(at) && !on.pattern.has(at) => {
                            return;
                        }
                        Junction::Hurdle => {
                            on.path.insert(at);
                            on.pattern.insert(at);
                        }
                        _ if on.pattern.has(at) => return,
                        _ if own => {}
                        _ => on.path.insert(at),
                    }
                    if !own {
                        on.passed.insert(at);
                    }
                    // More than so many would be too many paths at the end as well.
                    if next.len() <= limits::PATH_ENTRIES {
                        next.push(on);
                    } else {
                        self.work.steps(usize::MAX);
                    }
                });
            }
            heads = next;
        }
        let mut found = Vec::new();
        for head in &heads {
            self.leg(head, chain.last, |reached| {
                if reached.to != self.from || chain.may_pass {
                    if found.len() <= limits::PATH_ENTRIES {
                        found.push(reached);
                    } else {
                        self.work.steps(usize::MAX);
                    }
                }
            });
        }
        Some(found)
    }

    /// Every square that a leg may end on, coming from `head`; the squares before it must be
    /// empty.
    fn leg(&self, head: &Trace, leg: Leg, mut f: impl FnMut(Trace)) {
        let mut now = *head;
        for _ in 0..steps_of(leg.range) {
            let Some(next) = self.step(now.to, leg.step) else { break };
            if !self.work.steps(LEG_STEPS) {
                break;
            }
            f(Trace { to: next, ..now });
            if now.pattern.has(next) {
                break;
            }
            if next != self.from {
                now.path.insert(next);
                now.passed.insert(next);
            }
            now.to = next;
            // Around a cylinder and back to where the leg began.
            if next == head.to {
                break;
            }
        }
    }
}

/// Whether a man may disappear at such a junction.
pub(super) fn removes(junction: Junction) -> bool {
    match junction {
        Junction::Empty | Junction::Hurdle | Junction::Any => false,
        Junction::Enemy | Junction::EmptyOrEnemy | Junction::Own | Junction::HurdleOrEnemy => true,
    }
}
