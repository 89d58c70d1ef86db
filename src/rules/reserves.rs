//! Men in reserve that are tied to squares: a man in front of one is a kind of its own.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::definition::{PieceId, PieceSet};

use super::{KindId, KindSet};

/// What the rules know of men in reserve that are tied to squares.
#[derive(Clone, Debug)]
pub struct Reserves {
    /// Kinds of men with a reserve behind them.
    pub kinds: KindSet,
    /// For each kind what enters when such a man leaves; [`super::NO_KIND`] for nothing.
    pub enters: Vec<KindId>,
    /// For each kind what the man is without the reserve behind it.
    pub without: Vec<KindId>,
    /// For each kind whether the reserve may be what makes the move legal.
    pub shields: Vec<bool>,
    /// The gates, for texts.
    pub gates: Vec<GateRule>,
}

/// A gate, as texts need it.
#[derive(Clone, Debug)]
pub struct GateRule {
    /// Pieces that enter.
    pub pieces: PieceSet,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Squares on which they enter.
    pub squares: [SquareSet; 2],
    /// The squares of each side stand on one rank, so a file is enough.
    pub by_file: bool,
}

impl Reserves {
    /// The square on which a man of the piece waits that a text names: a whole square, or a
    /// file where that is enough.
    pub fn square(&self, shape: &Shape, side: Side, piece: PieceId, text: &str) -> Option<Square> {
        let fits = |gate: &&GateRule| gate.sides[side.index()] && gate.pieces.has(piece);
        self.gates.iter().filter(fits).find_map(|gate| {
            let squares = gate.squares[side.index()];
            let whole = shape.parse_square(text).filter(|square| squares.has(*square));
            let on_file = |square: &Square| file_name(shape, *square) == text;
            whole.or_else(|| squares.iter().find(on_file).filter(|_| gate.by_file))
        })
    }

    /// How the square of a reserve is written behind the `@`.
    pub fn place(&self, shape: &Shape, piece: PieceId, square: Square) -> String {
        let gate = self.gates.iter().find(|gate| gate.pieces.has(piece));
        if gate.is_some_and(|gate| gate.by_file) {
            return file_name(shape, square);
        }
        shape.name(square)
    }
}

fn file_name(shape: &Shape, square: Square) -> String {
    let name = shape.name(square);
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}
