//! Many positions at once: lines in, a record a line out, in the order of the input.
//!
//! A line that cannot be read is a record like any other. Memory does not grow with the
//! number of lines: the input is read in blocks, a block is judged in pieces by all threads,
//! and the pieces' records are written in order. Knows no files and no terminal.
//!
//! All input is foreign: nothing here indexes, unwraps or expects. Sums are of lengths and
//! places within one block, or count lines and nodes below their bounds.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod judge;
mod read;
mod write;

use std::io::{self, Read, Write};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

pub use write::{Field, Fields};

use crate::rules::Rules;
use crate::variant::{Variant, Width};
use crate::with_rules;
use judge::Judge;
use read::{Blocks, Piece};

/// What is asked of each line.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Perft is counted at depths 1 to this one.
    pub perft: u32,
    /// Nodes that perft may count for one line, all its depths together.
    pub nodes: u64,
    /// What stands in a record.
    pub fields: Fields,
    /// Threads that judge; 0 for all processors.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { perft: 0, nodes: 1_000_000_000, fields: Fields::ALL, threads: 0 }
    }
}

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A position in which the game goes on.
    Ok,
    /// The game has ended there.
    Over,
    /// The rules cannot give it.
    Impossible,
    /// It cannot be read.
    Malformed,
    /// A bound of the call stopped the judging.
    Limit,
}

/// How many lines there were of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Lines of the input, blank ones and comments too.
    pub lines: u64,
    /// Records by [`Status`].
    pub by_status: [u64; 5],
    /// Records with something in `errors`.
    pub with_errors: u64,
    /// Records with an expectation that failed.
    pub failed: u64,
}

impl Summary {
    /// Number of records.
    pub fn records(&self) -> u64 {
        self.by_status.iter().sum()
    }

    /// Records with this status.
    pub fn count(&self, status: Status) -> u64 {
        self.by_status.get(status as usize).copied().unwrap_or(0)
    }

    fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        for (sum, more) in self.by_status.iter_mut().zip(other.by_status) {
            *sum += more;
        }
        self.with_errors += other.with_errors;
        self.failed += other.failed;
    }
}

/// Judges all lines of `input` and writes their records to `output`. Reading and writing stay
/// on this thread. `progress` is told the bytes read so far.
///
/// # Errors
///
/// An input that cannot be read, an output that cannot be written, or threads that cannot be
/// had.
///
/// # Examples
///
/// ```
/// use ferz::batch;
/// use ferz::definition::load;
/// use ferz::variant::Variant;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = include_str!("../../variants/chess.toml");
/// let definition = load("chess", "chess.toml", text, &[], &()).definition.ok_or("faults")?;
/// let chess = Variant::new(definition).map_err(|_| "faults")?;
/// let options = batch::Options {
///     fields: "line,status,legal_moves".parse()?,
///     ..batch::Options::default()
/// };
/// let input = "# two positions\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8 w - - 0 1\n";
/// let mut output = Vec::new();
/// let summary = batch::run(&chess, options, input.as_bytes(), &mut output, |_| ())?;
/// assert_eq!(
///     String::from_utf8(output)?,
///     "{\"line\":2,\"status\":\"ok\",\"legal_moves\":15}\n\
///      {\"line\":3,\"status\":\"malformed\",\"legal_moves\":null}\n"
/// );
/// assert_eq!(summary.count(batch::Status::Malformed), 1);
/// # Ok(())
/// # }
/// ```
pub fn run(
    variant: &Variant,
    options: Options,
    input: impl Read,
    output: impl Write,
    progress: impl FnMut(u64),
) -> io::Result<Summary> {
    with_rules!(variant, rules => run_with(rules, variant, options, input, output, progress))
}

/// What one thread works on: its piece of a block, and the records that come of it.
#[derive(Default)]
struct Work {
    records: Vec<u8>,
    summary: Summary,
}

fn run_with<B: Width>(
    rules: &Arc<Rules<B>>,
    variant: &Variant,
    options: Options,
    input: impl Read,
    mut output: impl Write,
    mut progress: impl FnMut(u64),
) -> io::Result<Summary> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(io::Error::other)?;
    let mut blocks = Blocks::new(input);
    let mut works: Vec<Work> = Vec::new();
    let mut total = Summary::default();
    while let Some(block) = blocks.next_block()? {
        let pieces = block.pieces();
        if works.len() < pieces.len() {
            works.resize_with(pieces.len(), Work::default);
        }
        let used = works.get_mut(..pieces.len()).unwrap_or_default();
        pool.install(|| {
            used.par_iter_mut().zip(&pieces).for_each(|(work, piece)| {
                work.records.clear();
                work.summary = judge_piece(rules, variant, options, piece, &mut work.records);
            });
        });
        for work in used.iter() {
            output.write_all(&work.records)?;
            total.add(&work.summary);
        }
        progress(block.bytes_read());
        // Somebody may be waiting for the records of what has been written so far.
        output.flush()?;
    }
    Ok(total)
}

fn judge_piece<B: Width>(
    rules: &Rules<B>,
    variant: &Variant,
    options: Options,
    piece: &Piece<'_>,
    records: &mut Vec<u8>,
) -> Summary {
    let mut judge = Judge::new(rules, variant, options);
    for (number, line) in piece.lines() {
        judge.line(number, line, records);
    }
    judge.summary()
}
