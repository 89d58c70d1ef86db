//! The outermost hot calls, once plain and once for the features of a processor.
//!
//! Plain x86-64 has no instruction that counts bits, which costs a fifth of perft. Features
//! reach only functions that carry the attribute or are inlined into one, so the bodies are
//! `#[inline(always)]` and thin copies of the outermost calls stand here.

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::limits;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Stamps a call in two copies and a function that chooses between them.
macro_rules! in_two_copies {
    ($(#[$doc:meta])* $name:ident, $featured:ident, $plain:ident,
     ($($arg:ident: $type:ty),*) -> $result:ty, $body:expr, $plain_body:expr) => {
        $(#[$doc])*
        #[cfg_attr(
            target_arch = "x86_64",
            expect(unsafe_code, reason = "the one call into the copy for newer processors")
        )]
        pub(crate) fn $name<B: Bitboard>($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            if has_features() {
                // SAFETY: the processor has the features that the copy is compiled for.
                return unsafe { $featured($($arg),*) };
            }
            $plain($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
        fn $featured<B: Bitboard>($($arg: $type),*) -> $result {
            $body
        }

        fn $plain<B: Bitboard>($($arg: $type),*) -> $result {
            $plain_body
        }
    };
}

/// Counts below one position. The calls are those of the copy that this stands in; the count
/// is inlined into the featured one, which gains 5 % in chess.
macro_rules! perft_body {
    ($rules:ident, $position:ident, $depth:ident, $moves:ident,
     $count:expr, $list:ident, $perft:ident) => {{
        if $depth == 0 {
            return 1;
        }
        if $rules.ends_early && $rules.ended_by_rule($position) {
            return 0;
        }
        if $depth == 1 {
            return $count;
        }
        let first = $moves.len();
        $list($rules, $position, $moves);
        // Only conditions ask for keys, clocks and the last move.
        let whole = $rules.ends_early || $rules.whole;
        let mut nodes = 0;
        for index in first..$moves.len() {
            let mut next = *$position;
            if whole {
                next.play_unchecked($rules, $moves[index]);
            } else {
                next.play_keyless($rules, $moves[index]);
            }
            nodes += $perft($rules, &next, $depth - 1, $moves);
        }
        $moves.truncate(first);
        nodes
    }};
}
in_two_copies!(
    /// Number of legal moves, ends left aside, and whether the side to move is in check if that
    /// has come out.
    count, count_featured, count_plain,
    (rules: &Rules<B>, position: &Position<B>) -> (u64, Option<bool>),
    rules.count_hot(position),
    rules.count_hot(position)
);

in_two_copies!(
    /// Appends all legal moves, ends left aside.
    list, list_featured, list_plain,
    (rules: &Rules<B>, position: &Position<B>, moves: &mut Vec<Move>) -> (),
    rules.list_hot(position, moves),
    rules.list_hot(position, moves)
);

in_two_copies!(
    /// Counts a side's men by their pieces; gives the squares of those that cannot stand there.
    census, census_featured, census_plain,
    (
        rules: &Rules<B>,
        position: &Position<B>,
        side: Side,
        counts: &mut [u32; limits::PIECES]
    ) -> B,
    rules.census_hot(position, side, counts),
    rules.census_hot(position, side, counts)
);

in_two_copies!(
    /// Perft with the best copy that this processor runs.
    perft, perft_featured, perft_plain,
    (rules: &Rules<B>, position: &Position<B>, depth: u32, moves: &mut Vec<Move>) -> u64,
    perft_body!(rules, position, depth, moves, rules.count_hot(position).0, list_featured, perft_featured),
    perft_body!(rules, position, depth, moves, count_plain(rules, position).0, list_plain, perft_plain)
);

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_features() -> bool {
    // Asked several times for each position of a batch.
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
    })
}
