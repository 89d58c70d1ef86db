use super::{one_integer, per_square};
use crate::board::SquareSet;

per_square!(128);
one_integer!(W128, u128, 128, {
    #[inline(always)]
    fn add(&mut self, square: usize) {
        // A double word is shifted in many steps.
        let bit = 1_u64 << (square & 63);
        let (low, high) = if square & 64 == 0 { (bit, 0) } else { (0, bit) };
        self.0 |= u128::from(low) | u128::from(high) << 64;
    }

    #[inline(always)]
    fn of_limbs(limbs: &[u64]) -> Self {
        let &[low, high] = limbs else { return Self(0) };
        Self(u128::from(low) | u128::from(high) << 64)
    }

    fn from_set(set: SquareSet) -> Self {
        debug_assert_eq!(set.0[2] | set.0[3], 0);
        Self(u128::from(set.0[0]) | u128::from(set.0[1]) << 64)
    }

    fn gathered(self, _: Self) -> usize {
        0
    }

    fn gathers() -> bool {
        false
    }
});
