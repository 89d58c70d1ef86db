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
    let mut object = Object::begun(bytes);
    if asked.has(Field::Line) {
        object.entry(key!("line"), &record.line);
    }
    if asked.has(Field::Id) {
        object.text(key!("id"), record.id);
    }
    if asked.has(Field::Input) {
        object.text(key!("input"), Some(&record.input));
    }
    if asked.has(Field::Status) {
        object.plain(key!("status"), Some(record.status.as_str()));
    }
    if asked.has(Field::Fen) {
        object.plain(key!("fen"), record.fen);
    }
    if asked.has(Field::Side) {
        object.plain(key!("side"), record.side.map(Side::as_str));
    }
    if asked.has(Field::Check) {
        object.entry(key!("check"), &record.check);
    }
    if asked.has(Field::LegalMoves) {
        object.entry(key!("legal_moves"), &record.legal_moves);
    }
    if asked.has(Field::Outcome) {
        object.entry(key!("outcome"), &record.outcome);
    }
    if asked.has(Field::Errors) {
        object.entry(key!("errors"), &Errors(record.errors, record.stopped));
    }
    if asked.has(Field::Perft) {
        object.entry(key!("perft"), &record.perft.map(ByDepth));
    }
    if asked.has(Field::Expect) {
        object.entry(key!("expect"), &record.expect);
    }
    if asked.has(Field::Best) && !record.best.is_empty() {
        object.entry(key!("bm"), record.best);
    }
    if asked.has(Field::Avoid) && !record.avoid.is_empty() {
        object.entry(key!("am"), record.avoid);
    }
    if asked.has(Field::Operations) && !record.operations.is_empty() {
        object.entry(key!("operations"), &ByName(record.operations));
    }
    if asked.has(Field::Moves) {
        object.entry(key!("moves"), &record.moves);
    }
    if asked.has(Field::San) {
        object.entry(key!("san"), &record.san);
    }
    if asked.has(Field::Mobility) {
        object.entry(key!("mobility"), &record.mobility);
    }
    if asked.has(Field::Attackers) {
        object.entry(key!("attackers"), &record.attackers);
    }
    if asked.has(Field::File) {
        object.text(key!("file"), record.file);
    }
    if asked.has(Field::Key) {
        object.text(key!("key"), record.key.map(hex).as_deref());
    }
    object.end();
}

/// A key with all that stands around it where its value is a text. Keys have nothing to escape.
macro_rules! key {
    ($key:literal) => {
        concat!(",\"", $key, "\":\"")
    };
}
use key;

/// An object being written.
struct Object<'b> {
    bytes: &'b mut Vec<u8>,
    /// Where it begins.
    start: usize,
}

impl<'b> Object<'b> {
    fn begun(bytes: &'b mut Vec<u8>) -> Self {
        Self { start: bytes.len(), bytes }
    }

    #[inline(always)]
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        match text {
            Some(text) if !is_plain(text) => self.entry(key, text),
            plain => self.plain(key, plain),
        }
    }

    /// A text that we wrote and that has nothing to escape.
    #[inline(always)]
    fn plain(&mut self, key: &'static str, text: Option<&str>) {
        debug_assert!(text.is_none_or(is_plain));
        match text {
            Some(text) => {
                self.bytes.extend_from_slice(key.as_bytes());
                self.bytes.extend_from_slice(text.as_bytes());
                self.bytes.push(b'"');
            }
            None => self.entry(key, &()),
        }
    }

    #[inline(always)]
    fn entry<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) {
        let bare = key.strip_suffix('"').unwrap_or(key);
        self.bytes.extend_from_slice(bare.as_bytes());
        self.value(value);
    }

    #[inline(always)]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        // A vector takes everything, and all keys are texts or numbers.
        let written = serde_json::to_writer(&mut *self.bytes, value);
        debug_assert!(written.is_ok());
    }

    fn end(self) {
        // The comma of the first key.
        match self.bytes.get_mut(self.start) {
            Some(first) => *first = b'{',
            None => self.bytes.push(b'{'),
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
            let mut object = Object::begun(&mut bytes);
            object.text(key!("input"), Some(text));
            object.text(key!("id"), None);
            object.entry(key!("line"), &1_u64);
            object.end();
            let expected = format!(
                r#"{{"input":{},"id":null,"line":1}}"#,
                serde_json::to_string(text).unwrap()
            );
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    }
}
