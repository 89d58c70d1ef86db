//! Moves of men compared: ways of moving, and the squares that a man gains or loses.

use serde::Serialize;

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::targets::{Occupant, Scene, targets, threats};
use crate::notation::{MoveExpr, lower};

/// What a man can do differently in the second game, standing unmoved in the middle of the
/// larger board with nobody else on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Changed {
    /// The board.
    pub board: String,
    /// Where the man stands.
    pub from: String,
    /// Empty squares that it reaches only in the second game.
    pub gains: Vec<String>,
    /// Empty squares that it reaches only in the first.
    pub loses: Vec<String>,
    /// Squares on which it captures only in the second.
    pub gains_captures: Vec<String>,
    /// Squares on which it captures only in the first.
    pub loses_captures: Vec<String>,
}

/// A text that two notations share exactly if they have the same ways of moving.
pub(super) fn fingerprint(expr: &MoveExpr) -> String {
    let mut ways: Vec<String> = lower(expr)
        .into_iter()
        .map(|mut way| {
            way.term = 0;
            format!("{way:?}")
        })
        .collect();
    ways.sort();
    ways.dedup();
    ways.join("\n")
}

/// The squares on which two notations differ.
pub(super) fn changed(a: &MoveExpr, b: &MoveExpr, one: &Shape, other: &Shape) -> Changed {
    let shape = if other.area() > one.area() { other } else { one };
    let middle = shape.at(shape.files().saturating_sub(1) / 2, shape.ranks().saturating_sub(1) / 2);
    let Some(from) = middle else { return Changed::default() };
    let (quiet_a, captures_a) = reach(a, shape, from);
    let (quiet_b, captures_b) = reach(b, shape, from);
    let only = |these: SquareSet, those: SquareSet| {
        these.iter().filter(|&square| !those.has(square)).map(|square| shape.name(square)).collect()
    };
    Changed {
        board: super::words::size(shape),
        from: shape.name(from),
        gains: only(quiet_b, quiet_a),
        loses: only(quiet_a, quiet_b),
        gains_captures: only(captures_b, captures_a),
        loses_captures: only(captures_a, captures_b),
    }
}

/// Where a man can go, and where it could capture, with nobody else on the board.
fn reach(expr: &MoveExpr, shape: &Shape, from: Square) -> (SquareSet, SquareSet) {
    let ways = lower(expr);
    let scene = Scene {
        shape,
        from,
        side: Side::White,
        occupant: |_| Occupant::Empty,
        unmoved: SquareSet::of(from),
        en_passant: None,
    };
    let quiet =
        targets(&ways, &scene).into_iter().filter(|mv| !mv.is_pass && mv.removes.is_empty());
    (quiet.map(|mv| mv.to).collect(), threats(&ways, &scene))
}

impl Changed {
    /// Whether there is no difference on an empty board.
    pub fn is_empty(&self) -> bool {
        let Self { board: _, from: _, gains, loses, gains_captures, loses_captures } = self;
        [gains, loses, gains_captures, loses_captures].into_iter().all(Vec::is_empty)
    }
}
