//! `[turn]` and `[points]`.

use super::Checker;
use crate::board::Side;
use crate::definition::condition;
use crate::definition::file::Missing;
use crate::definition::{Expr, PieceSet};
use crate::definition::{Points, Turn};

impl Checker<'_> {
    /// `[turn]`.
    pub(super) fn turn(&mut self) -> Option<Turn> {
        let file = self.file;
        let Some(table) = &file.turn else {
            return Some(Turn {
                first: Side::White,
                resets: PieceSet::NONE,
                pass: None,
                must_capture: false,
                touch_move: false,
            });
        };
        let sides = [("white", Side::White), ("black", Side::Black)];
        let first = self.word(table.first.as_ref(), Side::White, &sides, &[], "turn.first");
        let resets = self.pieces_or(table.resets.as_ref(), PieceSet::NONE);
        let pass = self.condition(table.pass.as_ref(), condition::PASS);
        let capture = [("free", false), ("must", true)];
        let must_capture = self.word(table.capture.as_ref(), false, &capture, &[], "turn.capture");
        Some(Turn {
            first: first?,
            resets: resets?,
            // A pass that is never legal is no pass.
            pass: pass.ok()?.filter(|pass| *pass != Expr::Const(0)),
            must_capture: must_capture?,
            touch_move: table.touch_move.is_some_and(|touch| touch.value),
        })
    }

    /// `[points]`.
    pub(super) fn points(&mut self) -> Option<Points> {
        let file = self.file;
        let table = file.points.as_ref()?;
        table.need("captured", "`points`", self.faults);
        let mut captured = Vec::new();
        for (name, value) in table.captured.iter().flat_map(super::super::file::Named::iter) {
            match self.names.piece(&name.value) {
                Some(piece) => captured.push((piece, value.value)),
                None => self.unknown_single_piece(&name.value, name.span),
            }
        }
        Some(Points { captured, strict: table.strict.is_some_and(|strict| strict.value) })
    }
}
