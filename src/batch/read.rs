//! Bytes → pieces of whole lines, the shares of threads → lines.
//!
//! A line that is too long is cut, so that the buffer never grows beyond its size. In a table
//! what counts as a line is a row: quoted values may have line ends.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::limits;

/// Bytes that are held: what is read in one go, and what was left by the piece before.
const BUFFER: usize = 1 << 20;

/// Bytes of a line that are kept; of a longer one so many and one more. Games have longer lines
/// than positions.
pub(super) const LONGEST: usize = BUFFER / 2;

// The longest row without its end, and a line that is too long behind it.
const _: () = assert!(limits::LINE_BYTES + LONGEST + 1 < BUFFER);

/// An input cut into pieces.
pub(super) struct Pieces<R> {
    input: R,
    buffer: Vec<u8>,
    /// Bytes of `buffer` that hold input.
    filled: usize,
    /// Bytes of `buffer` that pieces have taken.
    taken: usize,
    /// The line at the end of the buffer is too long, and its rest is thrown away.
    skipping: bool,
    /// Number of the first line that has not been handed out.
    next_line: u64,
    read: u64,
    at_end: bool,
    /// What divides the values of a row, where lines are rows.
    delimiter: Option<u8>,
}

/// Some whole lines.
pub(super) struct Piece<'a> {
    text: &'a [u8],
    first_line: u64,
    delimiter: Option<u8>,
}

impl<R: Read> Pieces<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER],
            filled: 0,
            taken: 0,
            skipping: false,
            next_line: 1,
            read: 0,
            at_end: false,
            delimiter: None,
        }
    }

    /// From here on lines are rows whose values this divides.
    pub(super) fn set_delimiter(&mut self, delimiter: u8) {
        self.delimiter = Some(delimiter);
    }

    /// Bytes that have been handed out, and those of lines that were cut.
    pub(super) fn bytes_taken(&self) -> u64 {
        self.read.saturating_sub((self.filled - self.taken) as u64)
    }

    /// The next lines: one, and more while there are fewer than so many bytes and more have been
    /// read. `None` at the end.
    pub(super) fn next_piece(&mut self, bytes: usize) -> io::Result<Option<Piece<'_>>> {
        let mut len = self.whole_lines(bytes);
        while len == 0 && !self.at_end {
            self.fill()?;
            len = self.whole_lines(bytes);
        }
        if len == 0 {
            return Ok(None);
        }
        let start = self.taken;
        self.taken += len;
        let text = self.buffer.get(start..self.taken).unwrap_or_default();
        let first_line = self.next_line;
        self.next_line += memchr_iter(b'\n', text).count() as u64;
        Ok(Some(Piece { text, first_line, delimiter: self.delimiter }))
    }

    /// Bytes of the lines of the next piece; 0 if none has come to its end.
    fn whole_lines(&self, bytes: usize) -> usize {
        let text = self.buffer.get(self.taken..self.filled).unwrap_or_default();
        let Some(delimiter) = self.delimiter else {
            let far = text.get(bytes.saturating_sub(1)..).and_then(|far| memchr(b'\n', far));
            // Fewer bytes than asked for are better than waiting for more.
            let end = far.map(|end| bytes.saturating_sub(1) + end + 1);
            let end = end.or_else(|| memrchr(b'\n', text).map(|end| end + 1));
            // The last line may have no end.
            return if self.at_end { end.unwrap_or(text.len()) } else { end.unwrap_or(0) };
        };
        let mut len = 0;
        while len < bytes {
            let rest = text.get(len..).unwrap_or_default();
            let Some(row) = row_len(rest, delimiter, self.at_end) else { break };
            len += row;
        }
        len
    }

    /// Reads once.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.taken..self.filled, 0);
        self.filled -= self.taken;
        self.taken = 0;
        let start = self.filled;
        let room = self.buffer.get_mut(start..).unwrap_or_default();
        let more = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.read += more as u64;
        self.at_end = more == 0;
        self.filled += more;
        if self.skipping {
            self.skip(start);
        }
        let text = self.buffer.get(..self.filled).unwrap_or_default();
        let ends = memrchr(b'\n', text).map_or(0, |last| last + 1);
        if text.len() - ends > LONGEST {
            // One byte more than a line may have tells that it was cut.
            self.filled = ends + LONGEST + 1;
            self.skipping = true;
        }
        Ok(())
    }

    /// Throws away what was read at `start` up to the end of the line that is too long.
    fn skip(&mut self, start: usize) {
        let new = self.buffer.get(start..self.filled).unwrap_or_default();
        match memchr(b'\n', new) {
            Some(end) => {
                self.buffer.copy_within(start + end..self.filled, start);
                self.filled -= end;
                self.skipping = false;
            }
            None => self.filled = start,
        }
    }
}

impl<'a> Piece<'a> {
    /// Whole lines of which the first has this number; rows if a delimiter of values is given.
    pub(super) fn new(text: &'a [u8], first_line: u64, delimiter: Option<u8>) -> Self {
        Self { text, first_line, delimiter }
    }

    /// The lines as they stand.
    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Number of the first line.
    pub(super) fn first_line(&self) -> u64 {
        self.first_line
    }

    /// The lines with their numbers, without their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &'a [u8])> + use<'a> {
        self.places().map(|(number, _, line)| (number, line))
    }

    /// The same with the place in [`Self::text`] where each begins.
    pub(super) fn places(&self) -> impl Iterator<Item = (u64, usize, &'a [u8])> + use<'a> {
        let text = self.text;
        let mut rest = text;
        let mut number = self.first_line;
        let delimiter = self.delimiter;
        std::iter::from_fn(move || {
            let len = match delimiter {
                None => memchr(b'\n', rest).map_or(rest.len(), |end| end + 1),
                Some(delimiter) => row_len(rest, delimiter, true)?,
            };
            if len == 0 {
                return None;
            }
            let (line, more) = rest.split_at_checked(len)?;
            let begin = text.len() - rest.len();
            rest = more;
            let this = number;
            number += match delimiter {
                None => 1,
                Some(_) => memchr_iter(b'\n', line).count() as u64,
            };
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            match line.strip_prefix(b"\xef\xbb\xbf") {
                Some(line) if this == 1 => Some((this, begin + 3, line)),
                _ => Some((this, begin, line)),
            }
        })
    }
}

/// Bytes of the row that a text begins with; `None` if it has not come to its end. A quoted value
/// may have line ends, but if it is not closed within the bytes of a line then the row is its
/// first line: no quote may swallow the rest of a file.
fn row_len(text: &[u8], delimiter: u8, at_end: bool) -> Option<usize> {
    let Some(end) = memchr(b'\n', text) else {
        return (at_end && !text.is_empty()).then_some(text.len());
    };
    let first = end + 1;
    if memchr(b'"', text.get(..first)?).is_none() {
        return Some(first);
    }
    let mut quotes = Quotes::new(delimiter);
    for (at, &byte) in text.iter().take(limits::LINE_BYTES).enumerate() {
        if quotes.ends_row(byte) {
            return Some(at + 1);
        }
        if quotes.broken() {
            return Some(first);
        }
    }
    if text.len() >= limits::LINE_BYTES {
        Some(first)
    } else if at_end {
        Some(if quotes.open() { first } else { text.len() })
    } else {
        None
    }
}

/// Follows the quotes of a row (RFC 4180). Only a quote at the beginning of a value opens one, and
/// behind the one that closes it the value ends.
pub(super) struct Quotes {
    delimiter: u8,
    state: State,
}

enum State {
    /// At the beginning of a value.
    Begin,
    /// In a value without quotes.
    Plain,
    Quoted,
    /// Behind a quote in a quoted value: it closes, or stands for itself with the next one.
    Quote,
    /// Something stands behind a quote that closes.
    Broken,
}

impl Quotes {
    pub(super) fn new(delimiter: u8) -> Self {
        Self { delimiter, state: State::Begin }
    }

    /// Takes a byte, and says whether it ends the row.
    pub(super) fn ends_row(&mut self, byte: u8) -> bool {
        self.state = match (&self.state, byte) {
            (State::Begin | State::Quote, b'"') => State::Quoted,
            (State::Quoted, b'"') => State::Quote,
            (State::Quoted, _) => State::Quoted,
            (State::Broken, _) => State::Broken,
            (_, b'\n') => return true,
            (_, byte) if byte == self.delimiter => State::Begin,
            (State::Quote, b'\r') => State::Quote,
            (State::Quote, _) => State::Broken,
            _ => State::Plain,
        };
        false
    }

    /// Whether a quote waits for its partner.
    pub(super) fn open(&self) -> bool {
        matches!(self.state, State::Quoted)
    }

    /// Whether something stands behind a quote that closes.
    pub(super) fn broken(&self) -> bool {
        matches!(self.state, State::Broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives what it holds, some bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buffer.len());
            let n = self.0.len().min(most);
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn all(input: &[u8], drip: usize, bytes: usize, rows: Option<u8>) -> Vec<(u64, Vec<u8>)> {
        let mut pieces = Pieces::new(Drip(input, drip));
        pieces.delimiter = rows;
        let mut lines = Vec::new();
        while let Some(piece) = pieces.next_piece(bytes).unwrap() {
            lines.extend(piece.lines().map(|(number, line)| (number, line.to_vec())));
        }
        lines
    }

    fn lines(input: &[u8], drip: usize) -> Vec<(u64, Vec<u8>)> {
        let lines = all(input, drip, 1 << 15, None);
        assert_eq!(all(input, drip, 1, None), lines);
        lines
    }

    #[test]
    fn a_row_may_have_line_ends_in_quotes() {
        let begin = b"a,\"one\ntwo\",c\r\n5\" nail,\"\"\"\n\"\"\",x\nplain\n\"\",\"open\n";
        let rows: [(u64, &[u8]); 5] = [
            (1, b"a,\"one\ntwo\",c"),
            (3, b"5\" nail,\"\"\"\n\"\"\",x"),
            (5, b"plain"),
            (6, b"\"\",\"open"),
            (7, b"last"),
        ];
        let rows = rows.map(|(number, row)| (number, row.to_vec()));
        // A quote that is not closed takes no other line, however many there are.
        for more in [0, 10, limits::LINE_BYTES, 3 * BUFFER] {
            let mut input = [begin.as_slice(), b"last"].concat();
            for _ in 0..more / 5 {
                input.extend_from_slice(b"\nmore");
            }
            for (drip, bytes) in [(1, 1), (7, 20), (usize::MAX, 1), (usize::MAX, 1 << 15)] {
                if drip < 100 && more > limits::LINE_BYTES {
                    continue;
                }
                let found = all(&input, drip, bytes, Some(b','));
                assert_eq!(found.get(..5), Some(rows.as_slice()), "{more} {drip} {found:?}");
                assert_eq!(found.len(), 5 + more / 5);
            }
        }
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let mut input = b"\xef\xbb\xbfone\r\ntwo\n\nfour".to_vec();
        let plain = lines(&input, usize::MAX);
        let expected: [(u64, &[u8]); 4] = [(1, b"one"), (2, b"two"), (3, b""), (4, b"four")];
        assert_eq!(plain, expected.map(|(number, line)| (number, line.to_vec())));
        for drip in 1..7 {
            assert_eq!(lines(&input, drip), plain);
        }
        for number in 0..20_000 {
            input.extend_from_slice(format!("\nline {number}").as_bytes());
        }
        let many = lines(&input, usize::MAX);
        assert_eq!(many.len(), 20_004);
        assert_eq!(many.last().unwrap(), &(20_004, b"line 19999".to_vec()));
        assert_eq!(lines(&input, 1000), many);
    }

    #[test]
    fn a_line_of_any_length_is_one_line() {
        for long in [limits::LINE_BYTES, LONGEST, LONGEST + 1, 3 * BUFFER + 17] {
            let mut input = b"first\n".to_vec();
            input.resize(input.len() + long, b'x');
            input.extend_from_slice(b"\nlast\n");
            for drip in [1000, 4096, usize::MAX] {
                let found = lines(&input, drip);
                let numbers: Vec<u64> = found.iter().map(|(number, _)| *number).collect();
                assert_eq!(numbers, [1, 2, 3]);
                assert_eq!(found[1].1.len() > LONGEST, long > LONGEST);
                assert_eq!(found[2].1, b"last");
            }
        }
        let endless = vec![b'x'; 2 * BUFFER];
        assert_eq!(lines(&endless, usize::MAX).len(), 1);
    }
}
