//! `[hand]` and `[[drop]]`.

use super::Checker;
use crate::definition::file::{DropTable, Missing};
use crate::definition::{Captured, Drop};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// `[hand]`.
    pub(super) fn hand_rule(&mut self) -> Option<Captured> {
        let table = self.file.hand.as_ref()?;
        let words = [
            ("nobody", Captured::Nobody),
            ("capturer", Captured::Capturer),
            ("owner", Captured::Owner),
        ];
        self.word(table.captured.as_ref(), Captured::Nobody, &words, &[], "hand.captured")
    }

    /// `[[drop]]` entries.
    pub(super) fn drops(&mut self) -> Vec<Drop> {
        let file = self.file;
        let list = file.drop.iter().flat_map(|list| &list.value);
        list.filter_map(|table| self.drop(table)).collect()
    }

    fn drop(&mut self, table: &DropTable) -> Option<Drop> {
        let name = self.entry_name(table, table.name.as_ref(), "a drop entry");
        table.need("pieces", "a drop entry", self.faults);
        if self.file.hand.is_none() && !self.file.seen.contains(&"hand") {
            self.faults.push(
                Diagnostic::error("missing-key", table.span, "drops need the table `hand`")
                    .label("men are dropped from a hand")
                    .help(
                        "write `[hand]`, with `captured = \"capturer\"` if captured men go there",
                    ),
            );
        }
        let sides = self.sides(table.side.as_ref());
        let pieces = table.pieces.as_ref().and_then(|text| self.names.pieces(text, self.faults));
        let everywhere = self.names.everywhere();
        let zone = self.squares_or(table.zone.as_ref(), everywhere);
        let number = table.per_file.as_ref();
        let per_file =
            number.and_then(|number| u32::try_from(number.value).ok()).filter(|&number| number > 0);
        if let (Some(number), None) = (number, per_file) {
            self.faults.push(
                Diagnostic::error(
                    "out-of-range",
                    number.span,
                    format!("`per-file` is {}; it is at least 1", number.value),
                )
                .help("so many own men of the kind on a file forbid one more; leave the key out if nothing does"),
            );
        }
        Some(Drop {
            name,
            span: table.span,
            sides,
            pieces: pieces?,
            zone: zone?,
            per_file,
            promoted: table.promoted.is_some_and(|promoted| promoted.value),
            must: table.must.is_some_and(|must| must.value),
        })
    }
}
