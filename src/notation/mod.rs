//! Movement notation: text → syntax tree → ways of moving.

mod directions;
mod faults;
mod letters;
pub mod lower;
pub mod parse;
pub mod targets;
pub mod tree;

pub use lower::lower;
pub use parse::{Parsed, parse};
pub use tree::MoveExpr;
