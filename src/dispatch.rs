//! The outermost hot calls, once plain and once for the features of a processor.

use crate::bitboard::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Perft with the best copy that this processor runs.
pub(crate) fn perft<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    plain(rules, position, depth, moves)
}

fn plain<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    rules.perft_body(position, depth, moves, plain)
}
