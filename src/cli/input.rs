//! Inputs of `ferz batch`: files and patterns, plain and packed.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};
use clap::ValueEnum;

use crate::batch::From;

/// What an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Found out from its beginning
    Auto,
    /// A FEN a line
    Fen,
    /// A FEN with operations a line
    Epd,
    /// A JSON object a line
    Json,
    /// Values under a line of names, divided by commas, semicolons or tabs
    Csv,
    /// Games in PGN
    Pgn,
    /// A Parquet file
    Parquet,
}

/// An opened input.
pub(super) struct Input {
    /// Its bytes, unpacked.
    pub(super) reader: Box<dyn Read>,
    /// What its lines are.
    pub(super) from: From,
    /// Bytes of the file read so far, where that is not what the reader gives.
    pub(super) counted: Option<Counted>,
}

/// A number of bytes that grows while a file is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted(Arc<AtomicU64>);

impl Counted {
    /// The number.
    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts what passes through.
struct Counting<R>(R, Counted);

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.0.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// How files begin that are packed, or are tables of another kind.
const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
const PARQUET: &[u8] = b"PAR1";

/// The files that some arguments name, in the order in which they are read.
///
/// # Errors
///
/// A pattern that nothing fits, or that is none.
pub(super) fn expand(arguments: &[String]) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for argument in arguments {
        let pattern = argument.contains(['*', '?', '[']) && !Path::new(argument).exists();
        if !pattern {
            paths.push(argument.clone());
            continue;
        }
        let found = glob::glob(argument).with_context(|| format!("`{argument}` is no pattern"))?;
        let before = paths.len();
        for path in found {
            let path = path.with_context(|| format!("cannot look for {argument}"))?;
            paths.push(path.display().to_string());
        }
        if paths.len() == before {
            bail!("no file fits `{argument}`");
        }
    }
    if paths.iter().filter(|path| *path == "-").count() > 1 {
        bail!("the standard input can be read only once");
    }
    Ok(paths)
}

impl Input {
    /// Bytes of a file; `None` for what has no size.
    pub(super) fn size(path: &str) -> Option<u64> {
        let about = std::fs::metadata(path).ok().filter(|_| path != "-")?;
        about.is_file().then_some(about.len())
    }

    /// Opens a file, or `-` for the standard input. What is packed by gzip or zstd is unpacked,
    /// whatever it is called.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(super) fn open(path: &str, kind: Kind) -> anyhow::Result<Self> {
        let cannot = || format!("cannot read {path}");
        let mut file: Box<dyn Read> = if path == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            let file = File::open(path).with_context(cannot)?;
            if file.metadata().with_context(cannot)?.is_dir() {
                bail!("cannot read {path}: it is a folder");
            }
            Box::new(file)
        };
        let start = beginning(&mut file).with_context(cannot)?;
        if kind == Kind::Parquet || kind == Kind::Auto && start.starts_with(PARQUET) {
            return Self::parquet(path);
        }
        let from = match kind {
            Kind::Auto => From::Auto,
            Kind::Csv => From::Table,
            Kind::Pgn => From::Games,
            Kind::Json | Kind::Parquet => From::Json,
            Kind::Fen | Kind::Epd => From::Lines,
        };
        let counted = Counted::default();
        let whole = std::io::Cursor::new(start.clone()).chain(file);
        let (reader, counted): (Box<dyn Read>, _) = if start.starts_with(GZIP) {
            let bytes = Counting(BufReader::new(whole), counted.clone());
            (Box::new(flate2::read::MultiGzDecoder::new(bytes)), Some(counted))
        } else if start.starts_with(ZSTD) || start.len() == 4 && may_be_skippable(&start) {
            let bytes = Counting(whole, counted.clone());
            let reader = zstd::stream::read::Decoder::new(bytes).with_context(cannot)?;
            (Box::new(reader), Some(counted))
        } else {
            (Box::new(whole), None)
        };
        Ok(Self { reader, from, counted })
    }

    #[cfg(feature = "parquet")]
    fn parquet(path: &str) -> anyhow::Result<Self> {
        if path == "-" {
            bail!("a Parquet file is read from its end, so not from the standard input");
        }
        let cannot = || format!("cannot read {path}");
        let file = File::open(path).with_context(cannot)?;
        let rows = crate::batch::parquet::Rows::open(file).with_context(cannot)?;
        Ok(Self { reader: Box::new(rows), from: From::Json, counted: None })
    }

    #[cfg(not(feature = "parquet"))]
    fn parquet(path: &str) -> anyhow::Result<Self> {
        bail!("cannot read {path}: this program was built without Parquet (the feature `parquet`)")
    }
}

/// Whether these are the first bytes of a frame that zstd skips (RFC 8878, section 3.1.2).
fn may_be_skippable(start: &[u8]) -> bool {
    let last = [0x2a, 0x4d, 0x18];
    start.first().is_some_and(|first| first & 0xf0 == 0x50)
        && last.starts_with(start.get(1..).unwrap_or_default())
}

/// The first bytes, as many as tell how a file is packed.
fn beginning(file: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut start = vec![0; 4];
    let mut filled = 0;
    while let Some(room) = start.get_mut(filled..).filter(|room| !room.is_empty()) {
        match file.read(room) {
            Ok(0) => break,
            Ok(count) => {
                filled += count;
                // Who has written a short line and waits gets its record.
                let read = start.get(..filled).unwrap_or_default();
                let may_be = |magic: &&[u8]| magic.starts_with(read);
                if ![GZIP, ZSTD, PARQUET].iter().any(may_be) && !may_be_skippable(read) {
                    break;
                }
            }
            Err(fault) if fault.kind() == std::io::ErrorKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
    }
    start.truncate(filled);
    Ok(start)
}
