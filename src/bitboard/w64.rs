use super::{one_integer, per_square};

per_square!(64);
one_integer!(W64, u64, 64);
