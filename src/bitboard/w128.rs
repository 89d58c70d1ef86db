use super::{one_integer, per_square};

per_square!(128);
one_integer!(W128, u128, 128, {
    fn gathered(self, _: Self) -> usize {
        0
    }

    fn gathers() -> bool {
        false
    }
});
