//! Places in a text as the protocol counts them: lines from 0, columns in UTF-16 units.

use lsp_types::{Position, Range};

use crate::source::Span;

/// The position of a byte. One past the end, or within a character, is taken as what is before.
pub(super) fn position(text: &str, byte: usize) -> Position {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte = byte.saturating_sub(1);
    }
    let before = text.get(..byte).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let line = before.bytes().filter(|&byte| byte == b'\n').count();
    let column = before.get(start..).map_or(0, |line| line.encode_utf16().count());
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Position { line: number(line), character: number(column) }
}

/// The range of some bytes.
pub(super) fn range(text: &str, span: Span) -> Range {
    Range { start: position(text, span.start), end: position(text, span.end.max(span.start)) }
}

/// The byte at a position. A column past the end of its line is the end of that line, a line
/// past the end the end of the text.
pub(super) fn byte(text: &str, position: Position) -> usize {
    let mut start = 0_usize;
    for _ in 0..position.line {
        match text.get(start..).and_then(|rest| rest.find('\n')) {
            Some(end) => start = start.saturating_add(end).saturating_add(1),
            None => return text.len(),
        }
    }
    let line = text.get(start..).unwrap_or_default();
    let line = line.split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut units = 0_usize;
    for (at, c) in line.char_indices() {
        if units >= position.character as usize {
            return start.saturating_add(at);
        }
        units = units.saturating_add(c.len_utf16());
    }
    start.saturating_add(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16_units() {
        let text = "a\né𝄞b\r\n";
        for (at, line, character) in [(0, 0, 0), (2, 1, 0), (4, 1, 1), (8, 1, 3), (9, 1, 4)] {
            assert_eq!(position(text, at), Position { line, character }, "{at}");
            assert_eq!(byte(text, Position { line, character }), at);
        }
        assert_eq!(position(text, 6), Position { line: 1, character: 1 });
        assert_eq!(position(text, 900), Position { line: 2, character: 0 });
        assert_eq!(byte(text, Position { line: 1, character: 99 }), 9);
        assert_eq!(byte(text, Position { line: 99, character: 0 }), text.len());
        assert_eq!(byte(text, Position { line: 0, character: u32::MAX }), 1);
    }
}
