//! A record as a JSON object.
//!
//! Serde writes the values that few records have. Those that every record has would cost it a
//! fifth of the judging, so texts without anything to escape are copied as they stand.

use serde::Serialize;

use super::super::record::{ByDepth, ByName, Errors, Field, Record, hex};
use crate::board::Side;

/// Appends the object of a record, on one line and without its end.
pub(super) fn write(record: &Record<'_>, bytes: &mut Vec<u8>) {
    let asked = record.fields;
    let mut object = Object { bytes, separator: b'{' };
    if asked.has(Field::Line) {
        object.entry("line", &record.line);
    }
    if asked.has(Field::Id) {
        object.text("id", record.id);
    }
    if asked.has(Field::Input) {
        object.text("input", Some(&record.input));
    }
    if asked.has(Field::Status) {
        object.text("status", Some(record.status.as_str()));
    }
    if asked.has(Field::Fen) {
        object.text("fen", record.fen);
    }
    if asked.has(Field::Side) {
        object.text("side", record.side.map(Side::as_str));
    }
    if asked.has(Field::Check) {
        object.entry("check", &record.check);
    }
    if asked.has(Field::LegalMoves) {
        object.entry("legal_moves", &record.legal_moves);
    }
    if asked.has(Field::Outcome) {
        object.entry("outcome", &record.outcome);
    }
    if asked.has(Field::Errors) {
        object.entry("errors", &Errors(record.errors, record.stopped));
    }
    if asked.has(Field::Perft) {
        object.entry("perft", &record.perft.map(ByDepth));
    }
    if asked.has(Field::Expect) {
        object.entry("expect", &record.expect);
    }
    if asked.has(Field::Best) && !record.best.is_empty() {
        object.entry("bm", record.best);
    }
    if asked.has(Field::Avoid) && !record.avoid.is_empty() {
        object.entry("am", record.avoid);
    }
    if asked.has(Field::Operations) && !record.operations.is_empty() {
        object.entry("operations", &ByName(record.operations));
    }
    if asked.has(Field::Moves) {
        object.entry("moves", &record.moves);
    }
    if asked.has(Field::San) {
        object.entry("san", &record.san);
    }
    if asked.has(Field::Mobility) {
        object.entry("mobility", &record.mobility);
    }
    if asked.has(Field::Attackers) {
        object.entry("attackers", &record.attackers);
    }
    if asked.has(Field::File) {
        object.text("file", record.file);
    }
    if asked.has(Field::Key) {
        object.text("key", record.key.map(hex).as_deref());
    }
    object.end();
}

/// An object being written.
struct Object<'b> {
    bytes: &'b mut Vec<u8>,
    /// What stands before the next key.
    separator: u8,
}

impl Object<'_> {
    /// Keys have nothing to escape.
    #[inline(always)]
    fn key(&mut self, key: &'static str) {
        self.bytes.push(self.separator);
        self.separator = b',';
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(key.as_bytes());
        self.bytes.extend_from_slice(b"\":");
    }

    #[inline(always)]
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        self.key(key);
        match text {
            Some(text) if is_plain(text) => {
                self.bytes.push(b'"');
                self.bytes.extend_from_slice(text.as_bytes());
                self.bytes.push(b'"');
            }
            other => self.value(&other),
        }
    }

    #[inline(always)]
    fn entry<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) {
        self.key(key);
        self.value(value);
    }

    #[inline(always)]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        // A vector takes everything, and all keys are texts or numbers.
        let written = serde_json::to_writer(&mut *self.bytes, value);
        debug_assert!(written.is_ok());
    }

    fn end(self) {
        if self.separator == b'{' {
            self.bytes.push(b'{');
        }
        self.bytes.push(b'}');
    }
}

/// Whether a text stands in JSON as it is (RFC 8259, section 7).
fn is_plain(text: &str) -> bool {
    // Without a way out before the end, so that many bytes are compared at once.
    let special = |byte: u8| matches!(byte, ..b' ' | b'"' | b'\\');
    !text.bytes().fold(false, |found, byte| found | special(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_serde() {
        let all: String = (0..0x250).filter_map(char::from_u32).collect();
        let texts = all.char_indices().map(|(at, c)| &all[at..at + c.len_utf8()]);
        for text in texts.chain(["", "4k3/8 w - -", &all, "\u{2028}\u{10ffff}"]) {
            let mut bytes = Vec::new();
            let mut object = Object { bytes: &mut bytes, separator: b'{' };
            object.text("input", Some(text));
            object.text("id", None);
            object.entry("line", &1_u64);
            object.end();
            let expected = format!(
                r#"{{"input":{},"id":null,"line":1}}"#,
                serde_json::to_string(text).unwrap()
            );
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    }
}
