//! Where men begin.

use crate::board::placement_text;
use crate::board::{Side, Square, SquareSet};
use crate::compile::{piece_of, side_of};
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
    let shape = &definition.shape;
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    let placement = definition.setup.start.split([' ', '[']).next().unwrap_or("");
    placement_text::men(shape, placement, long)
        .filter_map(|(square, man)| {
            let side = side_of(man.letter);
            Some((side, piece_of(definition, side, man.letter)?.index(), square))
        })
        .collect()
}
