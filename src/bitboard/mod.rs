//! Sets of squares in one machine word, two, or four.
//!
//! Bit `i` is the square with index `i`; bits past the board are zero, so there is a
//! difference (`targets - occupied`) and no complement. Each width stands in its own file;
//! everything above is generic over [`Bitboard`].

mod w128;
mod w256;
mod w64;

pub use w64::W64;
pub use w128::W128;
pub use w256::W256;

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::board::{Square, SquareSet};

/// A table with one entry a square. Indices are masked by the width, so access neither
/// checks bounds nor leaves the table.
pub trait PerSquare<T>: Copy + Debug + Send + Sync + 'static {
    /// The same value everywhere.
    fn filled(value: T) -> Self;
    /// The entry of a square.
    fn at(&self, square: usize) -> T;
    /// Changes the entry of a square.
    fn set(&mut self, square: usize, value: T);
    /// All entries.
    fn as_slice(&self) -> &[T];
}

/// A set of squares. `-` is the difference of sets.
pub trait Bitboard:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Sub<Output = Self>
    + 'static
{
    /// Squares that fit.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;
    /// Whether shifting a whole set is cheap ([`Self::rotated`]).
    const SHIFTS: bool;
    /// A set for each square.
    type Sets: PerSquare<Self>;
    /// A byte for each square.
    type Bytes: PerSquare<u8> + Eq;
    /// A double word for each square.
    type Words: PerSquare<u32>;
    /// A quadword for each square: the limbs of 64 sets.
    type Limbs: PerSquare<u64>;

    /// Just this square.
    fn of(square: usize) -> Self;
    /// Adds a square.
    fn add(&mut self, square: usize);
    /// Whether the square is in the set.
    fn has(self, square: usize) -> bool;
    /// Whether there is no square.
    fn is_empty(self) -> bool;
    /// Number of squares.
    fn len(self) -> u32;
    /// 64-bit limbs of the set.
    const LIMBS: usize;
    /// One limb, the lowest first; squares `64 * index ..`.
    fn limb(self, index: usize) -> u64;
    /// The set with these limbs; none where there are not [`Self::LIMBS`].
    fn of_limbs(limbs: &[u64]) -> Self;
    /// Lowest square; must not be asked of an empty set.
    fn first(self) -> usize;
    /// The squares in rising order.
    fn for_each(self, f: impl FnMut(usize));
    /// Whether `f` holds for some square; stops at the first.
    fn any(self, f: impl FnMut(usize) -> bool) -> bool;
    /// All squares with a lower index than this one.
    fn below(square: usize) -> Self;
    /// Every square moved by `by` indices, around the word. Only where [`Self::SHIFTS`].
    #[must_use]
    fn rotated(self, by: i16) -> Self;

    /// The bits of the set that lie in `mask`, moved together to the low end. Only asked of
    /// narrow sets and where [`Self::gathers`] says that the processor can.
    fn gathered(self, mask: Self) -> usize;
    /// Whether this width has [`Self::gathered`] and the processor does it quickly.
    fn gathers() -> bool;

    /// A rising ray up to its first occupied square, that square included.
    fn up(ray: Self, occupied: Self) -> Self;
    /// The same for a falling ray.
    fn down(ray: Self, occupied: Self) -> Self;
    /// Of a rising ray, what lies behind its first occupied square up to the second one,
    /// that one included; nothing if none is occupied.
    fn hop_up(ray: Self, occupied: Self) -> Self;
    /// The same for a falling ray.
    fn hop_down(ray: Self, occupied: Self) -> Self;
    /// Of a rising ray, the one square directly behind its first occupied one.
    fn behind_up(ray: Self, occupied: Self) -> Self;
    /// The same for a falling ray.
    fn behind_down(ray: Self, occupied: Self) -> Self;

    /// Whether the sets have a square in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether there is more than one square.
    #[inline(always)]
    fn many(self) -> bool {
        self.len() > 1
    }

    /// From the plain set of a definition. Squares past the capacity must not be in it.
    fn from_set(set: SquareSet) -> Self;

    /// To the plain set.
    fn to_set(self) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        self.for_each(|square| set.insert(Square::new(square as u8)));
        set
    }
}

/// Runs a block for every square of a set, in rising order. A block and not a closure, so
/// that it is compiled with the features of the function it stands in, and may leave it. One
/// inner loop per limb: asking a wide set for its lowest square each time tests all limbs.
macro_rules! for_squares {
    ($set:expr, $width:ty, $square:ident => $body:block) => {
        let set: $width = $set;
        for limb_index in 0..<$width as $crate::bitboard::Bitboard>::LIMBS {
            let mut limb = set.limb(limb_index);
            while limb != 0 {
                let $square = 64 * limb_index + limb.trailing_zeros() as usize;
                limb &= limb - 1;
                $body
            }
        }
    };
}
pub(crate) use for_squares;

macro_rules! per_square {
    ($capacity:literal) => {
        impl<T: Copy + std::fmt::Debug + Send + Sync + 'static> $crate::bitboard::PerSquare<T>
            for [T; $capacity]
        {
            #[inline(always)]
            fn filled(value: T) -> Self {
                [value; $capacity]
            }
            #[inline(always)]
            fn at(&self, square: usize) -> T {
                debug_assert!(square < $capacity);
                self[square & ($capacity - 1)]
            }
            #[inline(always)]
            fn set(&mut self, square: usize, value: T) {
                debug_assert!(square < $capacity);
                self[square & ($capacity - 1)] = value;
            }
            fn as_slice(&self) -> &[T] {
                self
            }
        }
    };
}
pub(crate) use per_square;

/// One word or a double word: the same text for both.
macro_rules! one_integer {
    ($name:ident, $int:ty, $capacity:literal, { $($own:item)* }) => {
        #[doc = concat!("A set of up to ", stringify!($capacity), " squares.")]
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
        pub struct $name(pub $int);

        impl std::ops::BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl std::ops::Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl $crate::bitboard::Bitboard for $name {
            const CAPACITY: usize = $capacity;
            const EMPTY: Self = Self(0);
            const SHIFTS: bool = true;
            const LIMBS: usize = $capacity / 64;
            type Sets = [Self; $capacity];
            type Bytes = [u8; $capacity];
            type Words = [u32; $capacity];
            type Limbs = [u64; $capacity];

            #[inline(always)]
            fn of(square: usize) -> Self {
                debug_assert!(square < $capacity);
                Self(1 << (square & ($capacity - 1)))
            }
            #[inline(always)]
            fn has(self, square: usize) -> bool {
                self.0 >> (square & ($capacity - 1)) & 1 == 1
            }
            #[inline(always)]
            fn limb(self, index: usize) -> u64 {
                (self.0 >> (64 * index)) as u64
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.0.count_ones()
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.0.trailing_zeros() as usize & ($capacity - 1)
            }
            #[inline(always)]
            fn many(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }
            #[inline(always)]
            fn for_each(self, mut f: impl FnMut(usize)) {
                let mut rest = self.0;
                while rest != 0 {
                    f(rest.trailing_zeros() as usize);
                    rest &= rest - 1;
                }
            }
            #[inline(always)]
            fn any(self, mut f: impl FnMut(usize) -> bool) -> bool {
                let mut rest = self.0;
                while rest != 0 {
                    if f(rest.trailing_zeros() as usize) {
                        return true;
                    }
                    rest &= rest - 1;
                }
                false
            }
            $($own)*
            #[inline(always)]
            fn below(square: usize) -> Self {
                Self((1 << (square & ($capacity - 1))) - 1)
            }
            #[inline(always)]
            fn rotated(self, by: i16) -> Self {
                Self(self.0.rotate_left((by & ($capacity - 1)) as u32))
            }
            #[inline(always)]
            fn up(ray: Self, occupied: Self) -> Self {
                let blockers = ray.0 & occupied.0;
                Self(ray.0 & (blockers ^ blockers.wrapping_sub(1)))
            }
            #[inline(always)]
            fn down(ray: Self, occupied: Self) -> Self {
                // Bit 0 stands for "no blocker": everything from it upward is kept.
                let blockers = (ray.0 & occupied.0) | 1;
                Self(ray.0 & (<$int>::MAX << (($capacity - 1) - blockers.leading_zeros())))
            }
            #[inline(always)]
            fn hop_up(ray: Self, occupied: Self) -> Self {
                let first = ray.0 & occupied.0;
                if first == 0 {
                    return Self(0);
                }
                let second = first & (first - 1);
                Self(ray.0 & (second ^ second.wrapping_sub(1)) & !(first ^ (first - 1)))
            }
            #[inline(always)]
            fn hop_down(ray: Self, occupied: Self) -> Self {
                let first = ray.0 & occupied.0;
                if first == 0 {
                    return Self(0);
                }
                let at = <$int>::MAX << (($capacity - 1) - first.leading_zeros());
                let second = (first & !at) | 1;
                Self(ray.0 & !at & (<$int>::MAX << (($capacity - 1) - second.leading_zeros())))
            }
            #[inline(always)]
            fn behind_up(ray: Self, occupied: Self) -> Self {
                let first = ray.0 & occupied.0;
                if first == 0 {
                    return Self(0);
                }
                let rest = ray.0 & !(first ^ (first - 1));
                Self(rest & rest.wrapping_neg())
            }
            #[inline(always)]
            fn behind_down(ray: Self, occupied: Self) -> Self {
                let first = ray.0 & occupied.0;
                if first == 0 {
                    return Self(0);
                }
                let rest = ray.0 & !(<$int>::MAX << (($capacity - 1) - first.leading_zeros()));
                if rest == 0 {
                    return Self(0);
                }
                Self(1 << (($capacity - 1) - rest.leading_zeros()))
            }
        }
    };
}
pub(crate) use one_integer;
