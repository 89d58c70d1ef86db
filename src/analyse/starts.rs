//! Where men begin.

use crate::board::placement_text::{TokenKind, tokens};
use crate::board::{Side, Square, SquareSet};
use crate::definition::Definition;

/// For each side and piece the squares on which it begins. A piece that begins on a square
/// that is shuffled may begin on each of them; a piece that only promotion makes begins where
/// it appears.
pub(super) fn starts(definition: &Definition) -> [Vec<SquareSet>; 2] {
    let pieces = &definition.pieces;
    let mut starts = [(); 2].map(|()| vec![SquareSet::EMPTY; pieces.len()]);
    for (side, piece, square) in men(definition) {
        if let Some(squares) = starts[side.index()].get_mut(piece) {
            squares.insert(square);
        }
    }
    for side in Side::BOTH {
        if let Some(shuffle) = &definition.setup.shuffle {
            let shape = &definition.shape;
            let shuffled = shape.image_set(shuffle.squares, side, definition.symmetry);
            for squares in &mut starts[side.index()] {
                if !(*squares & shuffled).is_empty() {
                    *squares = *squares | shuffled;
                }
            }
        }
        let begun: Vec<bool> =
            starts[side.index()].iter().map(|squares| !squares.is_empty()).collect();
        let entries = definition.promotions.iter();
        for entry in entries.filter(|entry| entry.sides[side.index()]) {
            for to in entry.to.iter().map(|piece| piece.index()) {
                if begun.get(to) == Some(&false)
                    && let Some(squares) = starts[side.index()].get_mut(to)
                {
                    *squares = *squares | (entry.zone[side.index()] & definition.shape.all());
                }
            }
        }
    }
    starts
}

/// The men of the start. What is no man is passed over: the text has been, or will be, checked
/// by those who set it up.
fn men(definition: &Definition) -> Vec<(Side, usize, Square)> {
    let (shape, pieces) = (&definition.shape, &definition.pieces);
    let long = pieces.iter().any(|piece| piece.letter.len() > 1);
    let placement = definition.setup.start.split([' ', '[']).next().unwrap_or("");
    let (mut file, mut row) = (0_u32, 0_u32);
    let mut men = Vec::new();
    for token in tokens(placement, long) {
        match token.kind {
            TokenKind::NextRank => {
                row = row.saturating_add(1);
                file = 0;
            }
            TokenKind::Empty(run) => file = file.saturating_add(run),
            TokenKind::Blocked | TokenKind::Bad => file = file.saturating_add(1),
            TokenKind::Man(man) => {
                let upper = man.letter.starts_with(|first: char| first.is_ascii_uppercase());
                let side = if upper { Side::White } else { Side::Black };
                let named = |letters: &str| letters.eq_ignore_ascii_case(man.letter);
                let piece = pieces.iter().position(|piece| {
                    let mut other = [0; 4];
                    let mut reads =
                        piece.reads.chars().map(|read| named(read.encode_utf8(&mut other)));
                    piece.sides[side.index()] && (named(&piece.letter) || reads.any(|read| read))
                });
                let rank = u32::from(shape.ranks()).checked_sub(row.saturating_add(1));
                let square = rank
                    .and_then(|rank| shape.at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?));
                if let (Some(piece), Some(square)) = (piece, square) {
                    men.push((side, piece, square));
                }
                file = file.saturating_add(1);
            }
        }
    }
    men
}
