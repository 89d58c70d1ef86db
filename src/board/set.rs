use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use super::Square;

/// A set of squares of any board, for definitions and tests. The hot path has its own,
/// narrower sets ([`crate::bitboard`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub [u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);

    /// Just this square.
    pub fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether the square is in the set.
    pub fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Number of squares.
    pub fn len(&self) -> usize {
        self.0.iter().map(|limb| limb.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The squares in order of their index.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        Squares { limbs: self.0, limb: 0 }
    }
}

/// The squares of a set that are still to come.
struct Squares {
    limbs: [u64; 4],
    /// The first that may have some.
    limb: usize,
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        loop {
            let limb = self.limbs.get_mut(self.limb)?;
            if *limb != 0 {
                let bit = limb.trailing_zeros() as usize;
                *limb &= *limb - 1;
                return Some(Square::new((64 * self.limb + bit) as u8));
            }
            self.limb += 1;
        }
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl Sub for SquareSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
