//! `[[royal]]`.

use super::Checker;
use crate::board::Side;
use crate::definition::file::{Missing, RoyalTable};
use crate::definition::{Royal, Safe};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// Royal entries.
    pub(super) fn royals(&mut self) -> Vec<Royal> {
        let file = self.file;
        file.royal
            .iter()
            .flat_map(|list| &list.value)
            .filter_map(|table| self.royal(table))
            .collect()
    }

    fn royal(&mut self, table: &RoyalTable) -> Option<Royal> {
        let name = self.entry_name(table, table.name.as_ref(), "a royal entry");
        table.need("pieces", "a royal entry", self.faults);
        let sides = self.sides(table.side.as_ref());
        let words = [("each", Safe::Each), ("last", Safe::Last), ("one", Safe::One)];
        let safe = self.word(table.safe.as_ref(), Safe::Each, &words, &[], "safe");
        let text = table.pieces.as_ref()?;
        let pieces = self.names.pieces(text, self.faults)?;
        for (side, on) in Side::BOTH.into_iter().zip(sides) {
            let start = &self.start;
            let waits = || start.hand.iter().any(|&(of, man)| of == side && pieces.has(man));
            if on
                && start.known
                && !start.men.iter().any(|man| man.side == side && pieces.has(man.piece))
                && !waits()
            {
                let mut fault = Diagnostic::error(
                    "royal-missing",
                    text.span,
                    match side {
                        Side::White => "White has no royal man in the start",
                        Side::Black => "Black has no royal man in the start",
                    },
                )
                .label("none of these stands there");
                if let Some(start) = self.file.setup.as_ref().and_then(|setup| setup.start.as_ref())
                {
                    fault = fault.also(start.span, "the start");
                }
                self.faults.push(fault.help("put one there, or limit the entry with `side`"));
            }
        }
        Some(Royal { name, span: table.span, sides, pieces, safe: safe? })
    }
}
