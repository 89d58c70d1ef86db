//! A notation in one English sentence.

use super::tree::MoveExpr;

/// What a man of this notation does, for a designer to read.
pub fn explain(expr: &MoveExpr) -> String {
    expr.to_string() + "."
}
