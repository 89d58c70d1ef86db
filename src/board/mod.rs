//! The board itself: sides, squares, shapes, sets of squares. No men, no rules.

pub mod placement_text;
mod set;
mod shape;

pub use set::SquareSet;
pub use shape::{Shape, Symmetry, Vector};

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Starts at the low ranks; forward is towards higher ranks.
    White = 0,
    /// Starts at the high ranks.
    Black = 1,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black: for arrays indexed by side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// A square: rank × files + file, a1 = 0. Only a [`Shape`] knows its file and rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Its index, 0–255.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its index as a byte.
    pub const fn byte(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
