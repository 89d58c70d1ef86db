//! The outermost hot calls, once plain and once for the features of a processor.
//!
//! Plain x86-64 has no instruction that counts bits, which costs a fifth of perft. Features
//! reach only functions that carry the attribute or are inlined into one, so the bodies are
//! `#[inline(always)]` and thin copies of the outermost calls stand here.

use crate::bitboard::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Perft with the best copy that this processor runs.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the one call into the copy for newer processors")
)]
pub(crate) fn perft<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_features() {
        // SAFETY: the processor has the features that the copy is compiled for.
        return unsafe { featured(rules, position, depth, moves) };
    }
    plain(rules, position, depth, moves)
}

fn plain<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    match depth {
        0 => return 1,
        1 => return rules.count(position),
        _ => {}
    }
    let first = moves.len();
    rules.list(position, moves);
    let mut nodes = 0;
    for index in first..moves.len() {
        let next = position.after(rules, moves[index]);
        nodes += plain(rules, &next, depth - 1, moves);
    }
    moves.truncate(first);
    nodes
}

#[cfg(target_arch = "x86_64")]
fn has_features() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn featured<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    match depth {
        0 => return 1,
        1 => return rules.count_hot(position),
        _ => {}
    }
    let first = moves.len();
    rules.list_hot(position, moves);
    let mut nodes = 0;
    // Only conditions ask for keys, clocks and the last move.
    let whole = rules.ends_early || rules.pass.is_some();
    for index in first..moves.len() {
        let mut next = *position;
        if whole {
            next.play_unchecked(rules, moves[index]);
        } else {
            next.play_keyless(rules, moves[index]);
        }
        nodes += featured(rules, &next, depth - 1, moves);
    }
    moves.truncate(first);
    nodes
}
