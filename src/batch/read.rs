//! Bytes → blocks of whole lines → pieces for threads → lines.
//!
//! A line that is too long is cut, so that
//! a block never grows beyond its size.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::limits;

/// Bytes of a block: what is read, judged and written in one go.
const BLOCK: usize = 1 << 20;
/// Bytes of a piece, the share of one thread: some hundred lines.
const PIECE: usize = 1 << 15;

/// Bytes of a line that are kept; of a longer one so many and one more. Games have longer lines
/// than positions.
pub(super) const LONGEST: usize = BLOCK / 2;

const _: () = assert!(limits::LINE_BYTES < PIECE && PIECE < LONGEST);

/// An input cut into blocks.
pub(super) struct Blocks<R> {
    input: R,
    buffer: Vec<u8>,
    /// Bytes of `buffer` that hold input.
    filled: usize,
    /// Bytes of `buffer` that the last block took.
    taken: usize,
    /// The line at the end of the buffer is too long, and its rest is thrown away.
    skipping: bool,
    /// Number of the first line that has not been handed out.
    next_line: u64,
    read: u64,
    at_end: bool,
}

/// Some whole lines.
pub(super) struct Block<'a> {
    text: &'a [u8],
    first_line: u64,
    read: u64,
}

/// The share of one thread.
pub(super) struct Piece<'a> {
    text: &'a [u8],
    first_line: u64,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BLOCK],
            filled: 0,
            taken: 0,
            skipping: false,
            next_line: 1,
            read: 0,
            at_end: false,
        }
    }

    /// The next lines, as many as one read gives; `None` at the end.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Block<'_>>> {
        self.buffer.copy_within(self.taken..self.filled, 0);
        self.filled -= self.taken;
        self.taken = 0;
        loop {
            if self.at_end {
                // The last line may have no end.
                self.taken = self.filled;
                break;
            }
            let start = self.filled;
            let room = self.buffer.get_mut(start..).unwrap_or_default();
            let more = match self.input.read(room) {
                Ok(more) => more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.read += more as u64;
            self.at_end = more == 0;
            self.filled += more;
            if self.skipping {
                self.skip(start);
            }
            let new = self.buffer.get(start..self.filled).unwrap_or_default();
            if let Some(last) = memrchr(b'\n', new) {
                self.taken = start + last + 1;
            }
            let rest = self.filled - self.taken;
            if rest > LONGEST {
                // One byte more than a line may have tells that it was cut.
                self.filled = self.taken + LONGEST + 1;
                self.skipping = true;
            }
            if self.taken > 0 {
                break;
            }
        }
        if self.taken == 0 {
            return Ok(None);
        }
        let text = self.buffer.get(..self.taken).unwrap_or_default();
        let first_line = self.next_line;
        self.next_line += memchr_iter(b'\n', text).count() as u64;
        Ok(Some(Block { text, first_line, read: self.read }))
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

impl<'a> Block<'a> {
    /// Bytes read so far, all blocks together.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read
    }

    /// The block cut into pieces of whole lines.
    pub(super) fn pieces(&self) -> Vec<Piece<'a>> {
        let mut pieces = Vec::with_capacity(self.text.len() / PIECE + 1);
        let mut rest = self.text;
        let mut first_line = self.first_line;
        while !rest.is_empty() {
            let end = rest.get(PIECE..).and_then(|far| memchr(b'\n', far));
            let (text, more) = rest.split_at(end.map_or(rest.len(), |end| PIECE + end + 1));
            pieces.push(Piece { text, first_line });
            first_line += memchr_iter(b'\n', text).count() as u64;
            rest = more;
        }
        pieces
    }
}

impl<'a> Piece<'a> {
    /// Whole lines of which the first has this number.
    pub(super) fn new(text: &'a [u8], first_line: u64) -> Self {
        Self { text, first_line }
    }

    /// The lines with their numbers, without their ends. Blank lines and comments are only
    /// counted.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &'a [u8])> + use<'a> {
        let mut rest = self.text;
        let mut number = self.first_line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let line = match memchr(b'\n', rest) {
                Some(end) => {
                    let (line, more) = rest.split_at(end);
                    rest = more.get(1..).unwrap_or_default();
                    line
                }
                None => std::mem::take(&mut rest),
            };
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let line = match number {
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line),
                _ => line,
            };
            let this = number;
            number += 1;
            Some((this, line))
        })
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

    fn lines(input: &[u8], drip: usize) -> Vec<(u64, Vec<u8>)> {
        let mut blocks = Blocks::new(Drip(input, drip));
        let mut lines = Vec::new();
        while let Some(block) = blocks.next_block().unwrap() {
            for piece in block.pieces() {
                lines.extend(piece.lines().map(|(number, line)| (number, line.to_vec())));
            }
        }
        lines
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
        for long in [limits::LINE_BYTES, LONGEST, LONGEST + 1, 3 * BLOCK + 17] {
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
        let endless = vec![b'x'; 2 * BLOCK];
        assert_eq!(lines(&endless, usize::MAX).len(), 1);
    }
}
