//! An output of which a part is there already.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that a run before has begun. What stands in it is not written again but compared, so
/// that an output of another call is never gone on with; then the rest is written behind it.
#[derive(Debug)]
pub struct Resumed<F> {
    file: F,
    left: Left,
    buffer: Vec<u8>,
}

/// How many bytes of what is there have not been met yet.
#[derive(Clone, Debug, Default)]
pub struct Left(Arc<AtomicU64>);

impl Left {
    /// The number.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<F: Read + Write + Seek> Resumed<F> {
    /// Goes on with a file.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn new(mut file: F) -> io::Result<Self> {
        let size = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, left: Left(Arc::new(AtomicU64::new(size))), buffer: Vec::new() })
    }

    /// What is left, to be asked when everything has been written: more than nothing says that
    /// the file has more than the call gives.
    pub fn left(&self) -> Left {
        self.left.clone()
    }
}

impl<F: Read + Write + Seek> Write for Resumed<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.bytes();
        if left == 0 {
            return self.file.write(bytes);
        }
        let count = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.buffer.resize(count, 0);
        self.file.read_exact(&mut self.buffer)?;
        if Some(self.buffer.as_slice()) != bytes.get(..count) {
            let message = "what is there is no output of this call; nothing was written";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.left.0.store(left - count as u64, Ordering::Relaxed);
        // Between reading and writing a file wants to be told its place.
        if left == count as u64 {
            self.file.seek(SeekFrom::End(0))?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn what_is_there_is_compared_and_the_rest_written() {
        let mut whole = Resumed::new(Cursor::new(b"one\ntw".to_vec())).unwrap();
        whole.write_all(b"one\n").unwrap();
        assert_eq!(whole.left().bytes(), 2);
        whole.write_all(b"two\nthree\n").unwrap();
        assert_eq!(whole.left().bytes(), 0);
        assert_eq!(whole.file.into_inner(), b"one\ntwo\nthree\n");
        let mut other = Resumed::new(Cursor::new(b"notes".to_vec())).unwrap();
        assert!(other.write_all(b"one\n").is_err());
        assert_eq!(other.file.into_inner(), b"notes");
    }
}
