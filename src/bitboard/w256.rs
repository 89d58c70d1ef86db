use std::ops::{BitAnd, BitOr, BitXor, Sub};

use super::{Bitboard, per_square};
use crate::board::SquareSet;

per_square!(256);

/// A set of up to 256 squares in four limbs, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct W256(pub [u64; 4]);

impl W256 {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self([
            f(self.0[0], other.0[0]),
            f(self.0[1], other.0[1]),
            f(self.0[2], other.0[2]),
            f(self.0[3], other.0[3]),
        ])
    }

    /// Highest square of a set that is not empty.
    #[inline(always)]
    fn last(self) -> usize {
        for limb in (0..4).rev() {
            if self.0[limb] != 0 {
                return 64 * limb + 63 - self.0[limb].leading_zeros() as usize;
            }
        }
        0
    }

    /// All squares above `square`.
    #[inline(always)]
    fn above(square: usize) -> Self {
        let mut set = [0; 4];
        for (limb, word) in set.iter_mut().enumerate() {
            if limb > square / 64 {
                *word = u64::MAX;
            }
        }
        set[square / 64 & 3] = (u64::MAX << (square % 64)) << 1;
        Self(set)
    }
}

impl BitAnd for W256 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for W256 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for W256 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Sub for W256 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl Bitboard for W256 {
    const CAPACITY: usize = 256;
    const EMPTY: Self = Self([0; 4]);
    const SHIFTS: bool = false;
    const LIMBS: usize = 4;
    type Sets = [Self; 256];
    type Bytes = [u8; 256];
    type Words = [u32; 256];
    type Limbs = [u64; 256];

    #[inline(always)]
    fn of(square: usize) -> Self {
        let mut set = [0; 4];
        set[square / 64 & 3] = 1 << (square % 64);
        Self(set)
    }

    #[inline(always)]
    fn add(&mut self, square: usize) {
        self.0[square / 64 & 3] |= 1 << (square % 64);
    }

    #[inline(always)]
    fn of_limbs(limbs: &[u64]) -> Self {
        Self(limbs.try_into().unwrap_or_default())
    }

    fn from_set(set: SquareSet) -> Self {
        Self(set.0)
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0[square / 64 & 3] >> (square % 64) & 1 == 1
    }

    #[inline(always)]
    fn limb(self, index: usize) -> u64 {
        self.0[index & 3]
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> usize {
        for limb in 0..4 {
            if self.0[limb] != 0 {
                return 64 * limb + self.0[limb].trailing_zeros() as usize;
            }
        }
        0
    }

    // One inner loop per limb: asking the whole set for its lowest bit each time tests four
    // limbs per square.
    #[inline(always)]
    fn for_each(self, mut f: impl FnMut(usize)) {
        for (i, mut limb) in self.0.into_iter().enumerate() {
            while limb != 0 {
                f(64 * i + limb.trailing_zeros() as usize);
                limb &= limb - 1;
            }
        }
    }

    #[inline(always)]
    fn any(self, mut f: impl FnMut(usize) -> bool) -> bool {
        for (i, mut limb) in self.0.into_iter().enumerate() {
            while limb != 0 {
                if f(64 * i + limb.trailing_zeros() as usize) {
                    return true;
                }
                limb &= limb - 1;
            }
        }
        false
    }

    #[inline(always)]
    fn below(square: usize) -> Self {
        let mut set = [0; 4];
        for (limb, word) in set.iter_mut().enumerate() {
            if limb < square / 64 {
                *word = u64::MAX;
            }
        }
        set[square / 64 & 3] = (1 << (square % 64)) - 1;
        Self(set)
    }

    fn rotated(self, by: i16) -> Self {
        let mut set = Self::EMPTY;
        self.for_each(|square| set = set | Self::of((square as i16 + by).rem_euclid(256) as usize));
        set
    }

    fn gathered(self, _: Self) -> usize {
        0
    }

    fn gathers() -> bool {
        false
    }

    #[inline(always)]
    fn up(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() { ray } else { ray - Self::above(blockers.first()) }
    }

    #[inline(always)]
    fn down(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() { ray } else { ray - Self::below(blockers.last()) }
    }

    #[inline(always)]
    fn hop_up(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return Self::EMPTY;
        }
        Self::up(ray & Self::above(blockers.first()), occupied)
    }

    #[inline(always)]
    fn hop_down(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return Self::EMPTY;
        }
        Self::down(ray & Self::below(blockers.last()), occupied)
    }

    #[inline(always)]
    fn behind_up(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return Self::EMPTY;
        }
        let rest = ray & Self::above(blockers.first());
        if rest.is_empty() { rest } else { Self::of(rest.first()) }
    }

    #[inline(always)]
    fn behind_down(ray: Self, occupied: Self) -> Self {
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return Self::EMPTY;
        }
        let rest = ray & Self::below(blockers.last());
        if rest.is_empty() { rest } else { Self::of(rest.last()) }
    }
}
