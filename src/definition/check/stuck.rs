//! Men that can never move, or that can stop where nothing is left to do.

use super::Checker;
use crate::board::{Shape, Side, Square, SquareSet, Vector};
use crate::definition::{Expr, Fact, Piece, PieceSet, Promotion, Royal, Safe};
use crate::diagnostic::Diagnostic;
use crate::notation::lower;
use crate::notation::lower::{Action, Way};

impl Checker<'_> {
    /// Warns of men without a possible move, and of squares on which a man that should promote
    /// stops for ever.
    pub(super) fn warn_stuck(&mut self, pieces: &[Piece], promotions: &[Promotion]) {
        let shape = self.names.shape.clone();
        for (id, piece) in self.names.piece_ids().zip(pieces) {
            let ways = ways_of(piece);
            // A man without moves is written on purpose.
            if ways.is_empty() {
                continue;
            }
            if is_dead(&shape, &ways) {
                self.faults.push(
                    Diagnostic::warning(
                        "dead-man",
                        piece.span,
                        format!("`{}` can never move", piece.name),
                    )
                    .label("every step leads off the board")
                    .help("the board is too small for its steps"),
                );
                continue;
            }
            let mine: Vec<&Promotion> =
                promotions.iter().filter(|promotion| promotion.pieces.has(id)).collect();
            for side in Side::BOTH {
                let covered = |square: Square| {
                    mine.iter().any(|promotion| {
                        promotion.sides.get(side.index()) == Some(&true)
                            && promotion.zone.get(side.index()).is_some_and(|zone| zone.has(square))
                    })
                };
                let promotes =
                    mine.iter().any(|promotion| promotion.sides.get(side.index()) == Some(&true));
                if !promotes || piece.sides.get(side.index()) != Some(&true) {
                    continue;
                }
                let within = piece.within.get(side.index()).copied().unwrap_or_default();
                let reached = reached(&shape, &ways, side) & within;
                let trap = reached
                    .iter()
                    .find(|&square| !covered(square) && !can_step(&shape, &ways, square, side));
                let Some(square) = trap else { continue };
                let entry = mine.first().map_or(piece.span, |promotion| promotion.span);
                self.faults.push(
                    Diagnostic::warning(
                        "promotion-trap",
                        entry,
                        format!(
                            "`{}` can stop for ever on {} without promotion",
                            piece.name,
                            shape.name(square)
                        ),
                    )
                    .label(format!(
                        "does not promote there, and {} has no move from there",
                        side.as_str()
                    ))
                    .help("widen the zone, or keep the man off such squares with `within`"),
                );
                break;
            }
        }
    }

    /// Warns of men without a value where a condition adds up values.
    pub(super) fn warn_values(&mut self, conditions: &[&Expr], royals: &[Royal]) {
        if !conditions.iter().any(|expr| asks_value(expr)) {
            return;
        }
        let mut royal = PieceSet::NONE;
        for entry in royals.iter().filter(|royal| royal.safe == Safe::Each) {
            entry.pieces.iter().for_each(|piece| royal.insert(piece));
        }
        let file = self.file;
        let tables = file.pieces.iter().flat_map(|pieces| &pieces.entries);
        for (id, (name, table)) in self.names.piece_ids().zip(tables) {
            if royal.has(id) || table.as_ref().is_none_or(|table| table.value.is_some()) {
                continue;
            }
            self.faults.push(
                Diagnostic::warning(
                    "missing-value",
                    name.span,
                    format!("`{}` has no `value`", name.value),
                )
                .label("counts as 0 where a condition asks `value(side)`")
                .help("give it a value, `value = 0` if that is meant"),
            );
        }
    }
}

fn asks_value(expr: &Expr) -> bool {
    match expr {
        Expr::Fact(fact) => matches!(fact, Fact::Value(_)),
        Expr::Const(_) | Expr::SameSide(..) => false,
        Expr::Not(inner) => asks_value(inner),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => {
            asks_value(a) || asks_value(b)
        }
    }
}

/// The first step of a way; `None` if it goes anywhere.
fn first_step(way: &Way) -> Option<Vector> {
    match &way.action {
        Action::Ride(ride) => ride.steps.first().copied(),
        Action::Hop(hop) => Some(hop.step),
        Action::Chain(chain) => {
            Some(chain.legs.first().map_or(chain.last.step, |(leg, _)| leg.step))
        }
        Action::Universal(_) | Action::Castle(_) => None,
    }
}

fn turned((dx, dy): Vector, side: Side) -> Vector {
    match side {
        Side::White => (dx, dy),
        Side::Black => (dx.saturating_neg(), dy.saturating_neg()),
    }
}

fn ways_of(piece: &Piece) -> Vec<Way> {
    let entries = piece.moves.iter().chain(piece.once.iter().map(|once| &once.entry));
    entries.flat_map(|entry| lower(&entry.moves)).collect()
}

fn is_dead(shape: &Shape, ways: &[Way]) -> bool {
    shape.all().iter().all(|square| !can_step(shape, ways, square, Side::White))
}

/// Whether every step of a man leads off the board, of which the warning `dead-man` speaks.
pub(crate) fn is_dead_man(shape: &Shape, piece: &Piece) -> bool {
    let ways = ways_of(piece);
    !ways.is_empty() && is_dead(shape, &ways)
}

/// Whether some way's first step stays on the board.
fn can_step(shape: &Shape, ways: &[Way], from: Square, side: Side) -> bool {
    ways.iter().any(|way| match first_step(way) {
        Some(step) => shape.step(from, turned(step, side), way.wrap).is_some(),
        None => true,
    })
}

/// Squares to which a first step leads.
fn reached(shape: &Shape, ways: &[Way], side: Side) -> SquareSet {
    let steps = ways.iter().filter_map(|way| Some((turned(first_step(way)?, side), way.wrap)));
    steps
        .flat_map(|(step, wrap)| {
            shape.squares().filter_map(move |from| shape.step(from, step, wrap)).collect::<Vec<_>>()
        })
        .collect()
}
