//! How much of an output is there already.

use std::io::{self, Read};

/// What stands in the output of a run that was broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Begun {
    /// Whole records.
    pub records: u64,
    /// Bytes up to the end of the last of them. What stands behind is half a record.
    pub bytes: u64,
}

impl Begun {
    /// Reads an output of lines; `header` tells whether its first line is no record.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn read(mut output: impl Read, header: bool) -> io::Result<Self> {
        let mut begun = Self::default();
        let (mut lines, mut quoted, mut at) = (0_u64, false, 0_u64);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = match output.read(&mut buffer) {
                Ok(count) => count,
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
                Err(fault) => return Err(fault),
            };
            if count == 0 {
                break;
            }
            for &byte in buffer.get(..count).unwrap_or_default() {
                at += 1;
                // JSON has no line end within quotes.
                match byte {
                    b'"' => quoted = !quoted,
                    b'\n' if !header || !quoted => {
                        lines += 1;
                        begun.bytes = at;
                        quoted = false;
                    }
                    _ => {}
                }
            }
        }
        begun.records = lines.saturating_sub(u64::from(header));
        Ok(begun)
    }
}

/// Where the records of some text end. A line end within quotes ends none; JSON has none there.
pub(super) fn record_ends(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let json = bytes.first() == Some(&b'{');
    let mut quoted = false;
    bytes.iter().enumerate().filter_map(move |(at, &byte)| {
        match byte {
            b'"' if !json => quoted = !quoted,
            b'\n' if !quoted => return Some(at + 1),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_records_count() {
        let read = |text: &str, header| Begun::read(text.as_bytes(), header).unwrap();
        assert_eq!(read("", false), Begun::default());
        assert_eq!(read("{\"a\":1}\n{\"a", false), Begun { records: 1, bytes: 8 });
        assert_eq!(read("{\"a\":\"\\\"\"}\n{}\n", false).records, 2);
        assert_eq!(read("line,id\n1,\"a\nb\"\n2,\"c", true), Begun { records: 1, bytes: 16 });
        assert_eq!(read("lin", true), Begun { records: 0, bytes: 0 });
        let ends: Vec<usize> = record_ends(b"1,\"a\nb\"\n2,c\n").collect();
        assert_eq!(ends, [8, 12]);
    }
}
