//! Records as a Parquet file.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::super::record::{Cell, Field, Fields};

/// Rows of a group: what is held before it is written.
const ROWS: usize = 1 << 16;

/// A table being written.
pub(in super::super) struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Field>,
    /// Row by row.
    cells: Vec<Cell<'static>>,
}

impl<W: Write + Send> Table<W> {
    /// Begins a table with these columns.
    pub(super) fn new(fields: Fields, output: W) -> io::Result<Self> {
        let mut schema = String::from("message records {\n");
        for (field, name) in fields.iter() {
            let kind = match field {
                Field::Line => "required int64",
                Field::LegalMoves => "optional int64",
                Field::Check => "optional boolean",
                _ => "optional byte_array",
            };
            let text = if kind.ends_with("byte_array") { " (UTF8)" } else { "" };
            schema.extend(["  ", kind, " ", name, text, ";\n"]);
        }
        schema.push('}');
        let schema = parse_message_type(&schema).map_err(io::Error::other)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties));
        let columns = fields.iter().map(|(field, _)| field).collect();
        Ok(Self { writer: writer.map_err(io::Error::other)?, columns, cells: Vec::new() })
    }

    /// Adds rows.
    pub(super) fn add(&mut self, cells: Vec<Cell<'static>>) -> io::Result<()> {
        self.cells.extend(cells);
        if self.cells.len() >= ROWS * self.columns.len().max(1) { self.group() } else { Ok(()) }
    }

    /// Writes the last rows and the end of the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.cells.is_empty() {
            self.group()?;
        }
        self.writer.close().map_err(io::Error::other)?;
        Ok(())
    }

    fn group(&mut self) -> io::Result<()> {
        let width = self.columns.len().max(1);
        let cells = std::mem::take(&mut self.cells);
        let mut group = self.writer.next_row_group().map_err(io::Error::other)?;
        for index in 0..self.columns.len() {
            let Some(mut column) = group.next_column().map_err(io::Error::other)? else { break };
            let values = || cells.iter().skip(index).step_by(width);
            let levels: Vec<i16> = values().map(|cell| i16::from(*cell != Cell::Null)).collect();
            match column.untyped() {
                ColumnWriter::BoolColumnWriter(typed) => {
                    let flags: Vec<bool> = values()
                        .filter_map(|cell| match cell {
                            Cell::Bool(flag) => Some(*flag),
                            _ => None,
                        })
                        .collect();
                    typed.write_batch(&flags, Some(&levels), None).map_err(io::Error::other)?;
                }
                ColumnWriter::Int64ColumnWriter(typed) => {
                    let numbers: Vec<i64> = values()
                        .filter_map(|cell| match cell {
                            Cell::Number(number) => {
                                Some(i64::try_from(*number).unwrap_or(i64::MAX))
                            }
                            _ => None,
                        })
                        .collect();
                    typed.write_batch(&numbers, Some(&levels), None).map_err(io::Error::other)?;
                }
                ColumnWriter::ByteArrayColumnWriter(typed) => {
                    let texts: Vec<ByteArray> = values()
                        .filter_map(|cell| match cell {
                            Cell::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
                            _ => None,
                        })
                        .collect();
                    typed.write_batch(&texts, Some(&levels), None).map_err(io::Error::other)?;
                }
                _ => return Err(io::Error::other("a column of a kind that no record has")),
            }
            column.close().map_err(io::Error::other)?;
        }
        group.close().map_err(io::Error::other)?;
        Ok(())
    }
}
