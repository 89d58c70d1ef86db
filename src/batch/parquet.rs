//! Rows of a Parquet file as lines of JSON.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use parquet::file::reader::SerializedFileReader;
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use serde_json::Value;

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
        let table = undamaged(|| {
            let reader = SerializedFileReader::new(file).map_err(io::Error::other)?;
            Ok(RowIter::from_file_into(Box::new(reader)))
        })?;
        Ok(Self { table, line: Vec::new(), at: 0 })
    }
}

/// Does something with a file whose reader panics where a damaged file misleads it.
///
/// # Errors
///
/// Those of `read`, and that the file is damaged.
fn undamaged<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    thread_local!(static READING: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // It is told as an error.
            if !READING.get() {
                before(panic);
            }
        }));
    });
    READING.set(true);
    let done = catch_unwind(AssertUnwindSafe(read));
    READING.set(false);
    done.unwrap_or_else(|_| {
        let message = "the Parquet file is damaged, or uses what cannot be read";
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    })
}

/// Writes a row as an object. Two columns of one name stay two, so that none is lost unseen.
fn write_row(row: &Row, line: &mut Vec<u8>) -> io::Result<()> {
    let mut separator = b'{';
    for (name, field) in row.get_column_iter() {
        line.push(separator);
        separator = b',';
        serde_json::to_writer(&mut *line, name)?;
        line.push(b':');
        serde_json::to_writer(&mut *line, &value(field))?;
    }
    if separator == b'{' {
        line.push(b'{');
    }
    line.extend_from_slice(b"}\n");
    Ok(())
}

/// A value as JSON. Bytes that are text are text, as other programs write it; days and times
/// that no calendar has are numbers.
fn value(field: &Field) -> Value {
    /// Days, and milliseconds, of nearly ten thousand years.
    const DAYS: u64 = 2_900_000;
    const MILLIS: u64 = DAYS * 86_400_000;
    match field {
        Field::Date(days) if u64::from(days.unsigned_abs()) > DAYS => (*days).into(),
        Field::TimestampMillis(time) if time.unsigned_abs() > MILLIS => (*time).into(),
        Field::TimestampMicros(time) if time.unsigned_abs() > MILLIS * 1000 => (*time).into(),
        Field::TimeMillis(time) if !(0..86_400_000).contains(time) => (*time).into(),
        Field::TimeMicros(time) if !(0..86_400_000_000).contains(time) => (*time).into(),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) => text.into(),
            Err(_) => field.to_json_value(),
        },
        Field::Group(row) => {
            row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
        }
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::MapInternal(map) => {
            let entries = map.entries().iter().map(|(key, field)| {
                let key = match value(key) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                (key, value(field))
            });
            entries.collect()
        }
        other => other.to_json_value(),
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() {
            let Self { table, line, at } = self;
            let more = undamaged(|| {
                let Some(row) = table.next() else { return Ok(false) };
                line.clear();
                *at = 0;
                write_row(&row.map_err(io::Error::other)?, line)?;
                Ok(true)
            })?;
            if !more {
                return Ok(0);
            }
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
