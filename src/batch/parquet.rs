//! Rows of a Parquet file as lines of JSON.

use std::fs::File;
use std::io::{self, Read};

use parquet::file::reader::SerializedFileReader;
use parquet::record::reader::RowIter;

/// Reads a table row by row: each row becomes a JSON object, its columns by their names.
pub struct Rows {
    table: RowIter<'static>,
    line: Vec<u8>,
    at: usize,
}

impl std::fmt::Debug for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").finish_non_exhaustive()
    }
}

impl Rows {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// It is no Parquet file, or uses what cannot be read.
    pub fn open(file: File) -> io::Result<Self> {
        let reader = SerializedFileReader::new(file).map_err(io::Error::other)?;
        let table = RowIter::from_file_into(Box::new(reader));
        Ok(Self { table, line: Vec::new(), at: 0 })
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() {
            let Some(row) = self.table.next() else { return Ok(0) };
            let row = row.map_err(io::Error::other)?;
            self.line.clear();
            serde_json::to_writer(&mut self.line, &row.to_json_value())?;
            self.line.push(b'\n');
            self.at = 0;
        }
        let rest = self.line.get(self.at..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.at += count;
        Ok(count)
    }
}
