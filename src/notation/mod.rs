//! Movement notation: text → syntax tree → ways of moving.

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
