//! Records → bytes: JSON lines, comma-separated values, Parquet.

mod json;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, Write};

use super::Options;
use super::record::{Cell, Record};

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
    /// Where each of them ends.
    ends: Vec<usize>,
    /// Or their values, row by row.
    #[cfg(feature = "parquet")]
    cells: Vec<Cell<'static>>,
}

impl Records {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        #[cfg(feature = "parquet")]
        self.cells.clear();
    }

    /// Moves all of others behind these.
    pub(super) fn append(&mut self, others: &mut Self) {
        if self.bytes.is_empty() {
            std::mem::swap(&mut self.bytes, &mut others.bytes);
            std::mem::swap(&mut self.ends, &mut others.ends);
        } else {
            let begin = self.bytes.len();
            self.bytes.append(&mut others.bytes);
            self.ends.extend(others.ends.drain(..).map(|end| begin + end));
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
                self.ends.push(self.bytes.len());
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
                drop(row);
                self.ends.push(self.bytes.len());
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

/// Bytes of the pieces in which files are held in memory.
const PAGE: u64 = 4096;

/// Writes records behind so many bytes. Who is killed while a file is written may leave all up to
/// the end of a page, so pages are filled with whole records, and one that goes over the end of a
/// page is written by itself.
fn write_by_pages(output: &mut impl Write, place: &mut u64, records: &Records) -> io::Result<()> {
    let mut put = |begin, end| match records.bytes.get(begin..end) {
        Some(bytes) if !bytes.is_empty() => output.write_all(bytes),
        _ => Ok(()),
    };
    let (mut begin, mut last) = (0, 0);
    for &end in &records.ends {
        let page_end = (*place + last as u64) / PAGE * PAGE + PAGE;
        if *place + end as u64 > page_end {
            put(begin, last)?;
            put(last, end)?;
            begin = end;
        }
        last = end;
    }
    put(begin, last)?;
    *place += last as u64;
    Ok(())
}

/// Text that records are written to.
pub(super) struct Text<W> {
    output: W,
    /// What stands in front of all records and has not been written. Nothing is written before an
    /// input has been looked at: a call that fails at once should leave an older output alone.
    begin: Vec<u8>,
    /// In pages: the bytes so far, that beginning among them.
    place: Option<u64>,
}

impl<W: Write> Text<W> {
    /// The output, with its beginning.
    fn begun(&mut self) -> io::Result<&mut W> {
        self.output.write_all(&self.begin)?;
        self.begin.clear();
        Ok(&mut self.output)
    }

    fn write(&mut self, records: &Records) -> io::Result<()> {
        self.begun()?;
        match &mut self.place {
            Some(place) => write_by_pages(&mut self.output, place, records),
            None => self.output.write_all(&records.bytes),
        }
    }
}

/// Where records go, in order.
pub(super) enum Writer<W: Write + Send> {
    /// Text, written as it comes.
    Text(Text<W>),
    /// A table that is whole only when it is finished.
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Table<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins an output.
    pub(super) fn new(options: &Options, output: W) -> io::Result<Self> {
        let fields = options.fields;
        let mut begin = Vec::new();
        match options.format {
            Format::Json => {}
            Format::Csv => {
                csv_writer(&mut begin).write_record(fields.iter().map(|(_, name)| name))?;
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                return Ok(Self::Parquet(Box::new(parquet::Table::new(fields, output)?)));
            }
        }
        let place = options.pages.then_some(begin.len() as u64);
        Ok(Self::Text(Text { output, begin, place }))
    }

    /// Writes the records of a piece.
    pub(super) fn write(&mut self, records: &mut Records) -> io::Result<()> {
        match self {
            Self::Text(text) => text.write(records),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.add(std::mem::take(&mut records.cells)),
        }
    }

    /// Lets whoever waits have what has been written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Text(text) => text.begun()?.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Ok(()),
        }
    }

    /// Ends the output.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Text(mut text) => text.begun()?.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers where each write ended: none goes further than so many bytes.
    struct Ends(Vec<usize>, usize, usize);

    impl Write for Ends {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let page_end = (self.1 / self.2 + 1).saturating_mul(self.2);
            let count = bytes.len().min(page_end - self.1);
            self.1 += count;
            self.0.push(self.1);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Of a file the records that go over the ends of four pages are written by themselves.
    #[test]
    fn only_files_are_written_in_pages() {
        for (pages, writes) in [(false, 1), (true, 9)] {
            let mut output = Ends(Vec::new(), 0, usize::MAX);
            let options = Options { pages, ..Options::default() };
            let mut writer = Writer::new(&options, &mut output).unwrap();
            let mut records = Records::default();
            records.bytes.resize(20_000, b'x');
            records.ends.extend((1..=20).map(|end| end * 1000));
            writer.write(&mut records).unwrap();
            writer.finish().unwrap();
            assert_eq!((output.0.len(), output.1), (writes, 20_000), "{pages}");
        }
    }

    #[test]
    fn few_writes_end_within_a_record() {
        // As a file that is killed at the end of each page.
        let mut output = Ends(Vec::new(), 0, PAGE as usize);
        let mut place = 0;
        let mut ends = Vec::new();
        let mut count = 0;
        for (share, len) in (0..40).flat_map(|share| [(share, 7), (share, 300), (share, 4096)]) {
            let mut records = Records::default();
            for n in 0..share {
                records.bytes.resize(records.bytes.len() + len + n, b'x');
                records.ends.push(records.bytes.len());
            }
            let before = place as usize;
            ends.extend(records.ends.iter().map(|end| before + end));
            write_by_pages(&mut output, &mut place, &records).unwrap();
            count += records.bytes.len();
        }
        assert_eq!((place as usize, output.1), (count, count));
        // Only records that go over the end of a page are cut, and only there.
        for end in output.0.iter().filter(|end| !ends.contains(end)) {
            assert_eq!(end % PAGE as usize, 0);
        }
        let lonely = output.0.windows(2).filter(|two| !ends.contains(&two[0]));
        assert!(lonely.clone().count() > 100);
        assert!(output.0.len() < ends.len());
    }
}
