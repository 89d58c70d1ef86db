//! Movement notation: text → syntax tree → ways of moving.
//!
//! The text is foreign. Arithmetic on numbers that it sets cannot overflow: coordinates and
//! ranges are at most 99 and directions at most 8 before anything is multiplied in 16 bits,
//! and places are added saturating.

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod directions;
pub mod explain;
mod faults;
mod letters;
pub mod lower;
pub mod parse;
pub mod targets;
pub mod tree;

pub use explain::explain;
pub use lower::lower;
pub use parse::{Parsed, parse};
pub use tree::MoveExpr;
