//! What chains of legs cost while the game is played.

use crate::bitboard::Bitboard;
use crate::board::Shape;
use crate::notation::lower::{Junction, UNLIMITED};
use crate::rules::ChainRule;

use super::work::Work;

/// Squares at most that [`crate::movegen`] looks at to find the moves of a man with these
/// chains, whatever stands on the board, from the worst of all squares.
pub(super) fn steps<B: Bitboard>(shape: &Shape, chains: &[ChainRule<B>], work: &Work) -> usize {
    let mut sum = vec![0_usize; shape.area()];
    for chain in chains {
        // From the last leg back to the first: what a leg costs that begins on each square.
        let mut cost = vec![0_usize; shape.area()];
        for leg in chain.legs.iter().rev() {
            // A hurdle may be removed or left, and both are followed.
            let branches = match leg.junction {
                Some(Junction::HurdleOrEnemy) => 2,
                _ => 1,
            };
            let mut before = vec![0_usize; shape.area()];
            for start in shape.squares() {
                let mut at = start;
                let range = if leg.range == UNLIMITED { 256 } else { u32::from(leg.range) };
                let mut total = 0_usize;
                for _ in 0..range {
                    let Some(next) = shape.step(at, leg.step, chain.wrap) else { break };
                    let further = cost[next.index()].saturating_mul(branches);
                    total = total.saturating_add(further).saturating_add(1);
                    at = next;
                    if next == start || !work.steps(1) {
                        break;
                    }
                }
                before[start.index()] = total;
            }
            cost = before;
        }
        for (square, sum) in sum.iter_mut().enumerate() {
            if chain.from.has(square) {
                *sum = sum.saturating_add(cost[square]);
            }
        }
    }
    sum.into_iter().max().unwrap_or(0)
}
