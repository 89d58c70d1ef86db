//! Men in reserve that are tied to squares: a man in front of one is a kind of its own.

use crate::board::Side;
use crate::definition::{Gate, PieceId};

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
    pub gates: Vec<Gate>,
}

impl Reserves {
    /// The gate through which a side's men of a piece enter.
    pub fn gate(&self, side: Side, piece: PieceId) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.sides[side.index()] && gate.pieces.has(piece))
    }
}
