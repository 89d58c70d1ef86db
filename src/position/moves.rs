//! A move, as the interpreter holds it.

use crate::rules::{KindId, NO_KIND};

/// Most squares, apart from its destination, that one move may empty.
pub const REMOVED: usize = 4;

/// One legal or pseudo-legal move of a position. Only that position gives it a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// Origin; for castling the king's.
    pub from: u8,
    /// Destination; for castling the king's.
    pub to: u8,
    /// What the man is afterwards: its own kind, or what it promoted to.
    pub becomes: KindId,
    /// What else happens.
    pub class: MoveClass,
}

/// What a move does besides going somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum MoveClass {
    /// Nothing: it goes there and removes who stands there.
    Plain,
    /// It removes the man that passed its destination.
    EnPassant,
    /// The castling goal with this index.
    Castling(u8),
    /// It removes the men on these squares (the first so many), besides who stands on its
    /// destination.
    Removing(u8, [u8; REMOVED]),
    /// Nothing moves.
    Pass,
    /// A man of the hand is put on the destination: `becomes` says which.
    Drop,
    /// As [`Self::Plain`], and a man of this kind enters from the hand on the square left.
    Gating(KindId),
    /// As [`Self::Castling`] with this goal, and a man of this kind enters from the hand on the
    /// square of the man that castles (`false`) or of its partner (`true`).
    CastlingGating(u8, KindId, bool),
}

impl Move {
    /// The turn in which nothing moves.
    pub const PASS: Self = Self { from: 0, to: 0, becomes: NO_KIND, class: MoveClass::Pass };

    /// The castling goal, with or without a man that enters.
    pub fn castling(&self) -> Option<u8> {
        match self.class {
            MoveClass::Castling(goal) | MoveClass::CastlingGating(goal, ..) => Some(goal),
            _ => None,
        }
    }

    /// Squares that a [`MoveClass::Removing`] empties.
    pub fn removed(&self) -> &[u8] {
        match &self.class {
            MoveClass::Removing(count, squares) => {
                squares.get(..usize::from(*count)).unwrap_or(squares)
            }
            _ => &[],
        }
    }
}
