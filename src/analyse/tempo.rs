//! How many moves a man is away from promotion.
//!
//! Method: the least number of own moves from a start square into the promotion zone on a board
//! that is empty otherwise ([`Hurdles::None`]); where that is impossible, and to see whether
//! captures are faster, also with men to capture wherever they are wanted ([`Hurdles::Free`]).

use super::moveset::{Hurdles, Moveset};
use crate::board::{Square, SquareSet};

/// Least numbers of moves from a man's start squares into the zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tempo {
    /// From the nearest of the start squares.
    pub least: u32,
    /// From the furthest of those from which it is possible.
    pub most: u32,
}

/// Numbers of moves into the zone; `None` if it is never reached. A man that begins in the
/// zone has to leave it and come back, or to move in it.
pub fn tempo(
    moves: &Moveset,
    hurdles: Hurdles,
    starts: SquareSet,
    zone: SquareSet,
) -> Option<Tempo> {
    let lengths = starts.iter().filter_map(|start| length(moves, hurdles, start, zone));
    lengths.fold(None, |known: Option<Tempo>, length| {
        let (least, most) = known.map_or((length, length), |known| (known.least, known.most));
        Some(Tempo { least: least.min(length), most: most.max(length) })
    })
}

fn length(moves: &Moveset, hurdles: Hurdles, start: Square, zone: SquareSet) -> Option<u32> {
    let graph = moves.graph(hurdles);
    let (mut seen, mut edge) = (SquareSet::of(start), SquareSet::of(start));
    let mut length = 0;
    while !edge.is_empty() {
        length += 1;
        let next = edge.iter().filter_map(|square| graph.ahead.get(square.index()));
        let next = next.fold(SquareSet::EMPTY, |sum, &squares| sum | squares);
        if !(next & zone).is_empty() {
            return Some(length);
        }
        edge = next - seen;
        seen = seen | next;
    }
    None
}
