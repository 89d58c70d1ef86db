//! Movement notation: text → syntax tree → ways of moving.

pub mod lower;

/// A parsed notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveExpr;
