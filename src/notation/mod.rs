//! Movement notation: text → syntax tree → ways of moving.

pub mod lower;
pub mod tree;

pub use tree::MoveExpr;
