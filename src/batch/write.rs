//! Records → bytes: JSON lines, comma-separated values, Parquet.

mod json;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, Write};

use super::record::{Cell, Fields, Record};

/// How records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// One JSON object a line.
    #[default]
    Json,
    /// Comma-separated values under a line of names.
    Csv,
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// The records of one piece of the input.
#[derive(Default)]
pub(super) struct Records {
    /// Whole records as text.
    bytes: Vec<u8>,
    /// Or their values, row by row.
    #[cfg(feature = "parquet")]
    cells: Vec<Cell<'static>>,
}

impl Records {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        #[cfg(feature = "parquet")]
        self.cells.clear();
    }

    /// Moves all of others behind these.
    pub(super) fn append(&mut self, others: &mut Self) {
        if self.bytes.is_empty() {
            std::mem::swap(&mut self.bytes, &mut others.bytes);
        } else {
            self.bytes.append(&mut others.bytes);
        }
        #[cfg(feature = "parquet")]
        self.cells.append(&mut others.cells);
    }

    /// Records as text.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a record.
    pub(super) fn push(&mut self, format: Format, record: &Record<'_>) {
        match format {
            Format::Json => {
                json::write(record, &mut self.bytes);
                self.bytes.push(b'\n');
            }
            Format::Csv => {
                let mut row = csv_writer(&mut self.bytes);
                for (field, _) in record.fields.iter() {
                    let written = match record.cell(field) {
                        Cell::Null => row.write_field(""),
                        Cell::Bool(value) => row.write_field(if value { "true" } else { "false" }),
                        Cell::Number(number) => row.write_field(number.to_string()),
                        Cell::Text(text) => row.write_field(text.as_bytes()),
                    };
                    debug_assert!(written.is_ok());
                }
                let written = row.write_record(None::<&[u8]>);
                debug_assert!(written.is_ok());
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let fields = record.fields.iter();
                self.cells.extend(fields.map(|(field, _)| record.cell(field).into_owned()));
            }
        }
    }
}

fn csv_writer<W: Write>(output: W) -> csv::Writer<W> {
    // Made for each record; a large buffer would cost more than the record.
    csv::WriterBuilder::new().flexible(true).buffer_capacity(512).from_writer(output)
}

impl Cell<'_> {
    #[cfg(feature = "parquet")]
    fn into_owned(self) -> Cell<'static> {
        match self {
            Self::Null => Cell::Null,
            Self::Bool(value) => Cell::Bool(value),
            Self::Number(number) => Cell::Number(number),
            Self::Text(text) => Cell::Text(text.into_owned().into()),
        }
    }
}

/// Where records go, in order.
pub(super) enum Writer<W: Write + Send> {
    /// Text, written as it comes.
    Text(W),
    /// A table that is whole only when it is finished.
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Table<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins an output.
    pub(super) fn new(format: Format, fields: Fields, mut output: W) -> io::Result<Self> {
        match format {
            Format::Json => {}
            Format::Csv => {
                let mut row = csv_writer(&mut output);
                row.write_record(fields.iter().map(|(_, name)| name))?;
                row.flush()?;
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                return Ok(Self::Parquet(Box::new(parquet::Table::new(fields, output)?)));
            }
        }
        Ok(Self::Text(output))
    }

    /// Writes the records of a piece.
    pub(super) fn write(&mut self, records: &mut Records) -> io::Result<()> {
        match self {
            Self::Text(output) => output.write_all(&records.bytes),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.add(std::mem::take(&mut records.cells)),
        }
    }

    /// Lets whoever waits have what has been written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Text(output) => output.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Ok(()),
        }
    }

    /// Ends the output.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Text(mut output) => output.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.finish(),
        }
    }
}
