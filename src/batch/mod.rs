//! Many positions at once: lines in, a record a line out, in the order of the input.
//!
//! A line that cannot be read is a record like any other. Memory does not grow with the
//! number of lines: the input is read in pieces, which all threads judge, and their records are
//! written in order. Knows no files and no terminal.
//!
//! All input is foreign: nothing here indexes, unwraps or expects. Sums are of lengths and
//! places within one block, or count lines and nodes below their bounds.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod flow;
mod games;
mod item;
mod json;
mod judge;
mod only;
#[cfg(feature = "parquet")]
pub mod parquet;
mod read;
mod record;
pub mod resume;
mod table;
mod write;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

pub use only::Only;
pub use record::{Field, Fields};
pub use table::Columns;
pub use write::Format;

use crate::rules::Rules;
use crate::variant::{Variant, Width};
use crate::with_rules;
use flow::{SHARE, Sheet};
use games::{Game, Games};
use judge::Judge;
use read::{Piece, Pieces};
use write::Writer;

/// What is asked of each line.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the lines are.
    pub from: From,
    /// Perft is counted at depths 1 to this one.
    pub perft: u32,
    /// Nodes that perft may count for one line, all its depths together.
    pub nodes: u64,
    /// Moves that one line may have.
    pub plies: usize,
    /// Time that one line may take, looked at between counts; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// What stands in a record.
    pub fields: Fields,
    /// Which records are wanted.
    pub only: Only,
    /// How records are written.
    pub format: Format,
    /// The output is a file, which a run that is killed should leave with whole records.
    pub pages: bool,
    /// Names under which the game is known, besides its title: lines that name another game are
    /// refused.
    pub names: Vec<String>,
    /// Threads that judge; 0 for all processors.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            from: From::Auto,
            perft: 0,
            nodes: 1_000_000_000,
            plies: 10_000,
            time: None,
            fields: Fields::USUAL,
            only: Only::default(),
            format: Format::default(),
            pages: true,
            names: Vec::new(),
            threads: 0,
        }
    }
}

/// What the lines of an input are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum From {
    /// Found out from the first line that is not blank.
    #[default]
    Auto,
    /// Each a FEN, an EPD or a JSON object.
    Lines,
    /// Each a JSON object.
    Json,
    /// Rows of values under a line of names.
    Table,
    /// Games in PGN, of several lines each; a record's line is the one with which a game begins.
    Games,
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

impl Status {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Ok, Self::Over, Self::Impossible, Self::Malformed, Self::Limit];

    /// Its word in a record.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Over => "over",
            Self::Impossible => "impossible",
            Self::Malformed => "malformed",
            Self::Limit => "limit",
        }
    }
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

/// Judges all lines of `input` and writes their records to `output`. Reading stays on this
/// thread; `progress` is told, on another one, the bytes whose records have been written.
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
    output: impl Write + Send,
    progress: impl FnMut(u64) + Send,
) -> io::Result<Summary> {
    let mut batch = Batch::new(variant, options, output)?;
    batch.read(None, input, progress)?;
    batch.finish()
}

/// Judges some lines as they stand, on this thread: whole lines, the first of which has this
/// number. A table's first line is given by its columns. The records are appended.
///
/// This is what [`run`] does with each piece of its input, for callers that divide and gather by
/// themselves. [`Format::Parquet`] has no pieces: nothing is appended.
pub fn judge(
    variant: &Variant,
    options: &Options,
    columns: Option<&Columns>,
    lines: &[u8],
    first_line: u64,
    records: &mut Vec<u8>,
) -> Summary {
    let mut sheet = Sheet::new();
    let task = Task { variant, options, file: None, columns };
    let piece = Piece::new(lines, first_line, columns.map(Columns::delimiter));
    let summary = with_rules!(variant, rules => judge_piece(rules, &task, &piece, &mut sheet));
    records.extend_from_slice(sheet.into_records().bytes());
    summary
}

/// What all pieces of an input have in common.
#[derive(Clone, Copy)]
struct Task<'a> {
    variant: &'a Variant,
    options: &'a Options,
    file: Option<&'a str>,
    columns: Option<&'a Columns>,
}

/// Several inputs judged into one output.
pub struct Batch<'v, W: Write + Send> {
    variant: &'v Variant,
    options: Options,
    writer: Writer<W>,
    pool: rayon::ThreadPool,
    total: Summary,
}

impl<W: Write + Send> std::fmt::Debug for Batch<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("total", &self.total).finish_non_exhaustive()
    }
}

impl<'v, W: Write + Send> Batch<'v, W> {
    /// Begins an output.
    ///
    /// # Errors
    ///
    /// An output that cannot be written, or threads that cannot be had.
    pub fn new(variant: &'v Variant, options: Options, output: W) -> io::Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        let writer = Writer::new(&options, output)?;
        Ok(Self {
            variant,
            options,
            writer,
            pool: pool.map_err(io::Error::other)?,
            total: Summary::default(),
        })
    }

    /// What the lines of the next input are.
    pub fn set_from(&mut self, from: From) {
        self.options.from = from;
    }

    /// Judges an input. Reading stays on this thread; `progress` is told, on another one, the bytes
    /// whose records have been written.
    ///
    /// # Errors
    ///
    /// An input that cannot be read or is no such table, or an output that cannot be written.
    pub fn read(
        &mut self,
        file: Option<&str>,
        input: impl Read,
        progress: impl FnMut(u64) + Send,
    ) -> io::Result<()> {
        let variant = self.variant;
        with_rules!(variant, rules => self.read_with(rules, file, input, progress))
    }

    fn read_with<B: Width>(
        &mut self,
        rules: &Arc<Rules<B>>,
        file: Option<&str>,
        input: impl Read,
        mut progress: impl FnMut(u64) + Send,
    ) -> io::Result<()> {
        let Self { variant, options, writer, pool, total } = self;
        let mut pieces = Pieces::new(input);
        // What the lines are is told by the first that holds something.
        let mut first = None;
        while first.is_none() {
            let Some(piece) = pieces.next_piece(1)? else { return Ok(()) };
            first = piece.lines().find(|(_, line)| !is_empty(line)).map(|(_, line)| {
                let text = std::str::from_utf8(line).ok();
                (Lines::of(&piece), games::begins(line), text.and_then(Columns::read))
            });
            total.lines += u64::from(first.is_none());
        }
        let Some((first, begins_game, columns)) = first else { return Ok(()) };
        let from = options.from;
        if from == From::Games || from == From::Auto && begins_game && columns.is_none() {
            let task = Task { variant, options, file, columns: None };
            let judge = |games: &Vec<Game>, sheet: &mut Sheet<'_>| {
                let mut judge = Judge::new(rules, &task);
                for game in games {
                    judge.game(game, sheet);
                }
                judge.summary()
            };
            let mut lines = 0;
            let summary = flow::run(pool, writer, &judge, &mut progress, |pace, give| {
                let mut games = Games::default();
                lines += games.add(first.piece(None).lines());
                while let Some(piece) = pieces.next_piece(SHARE)? {
                    lines += games.add(piece.lines());
                    let taken = pieces.bytes_taken();
                    let mut shares = games.take(false).shares(pace.bytes());
                    if !shares.all(|games| give(games, taken)) {
                        return Ok(());
                    }
                }
                let taken = pieces.bytes_taken();
                games.take(true).shares(pace.bytes()).all(|games| give(games, taken));
                Ok(())
            })?;
            // Blank lines are none of a game, and are counted like everywhere.
            total.lines += lines;
            total.add(&summary);
            return Ok(());
        }
        let columns = columns.filter(|_| matches!(from, From::Auto | From::Table));
        if from == From::Table && columns.is_none() {
            let message = "the first line names no column `fen` or `moves`";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let columns = columns.as_ref();
        let delimiter = columns.map(Columns::delimiter);
        let task = Task { variant, options, file, columns };
        let judge = |lines: &Lines, sheet: &mut Sheet<'_>| {
            judge_piece(rules, &task, &lines.piece(delimiter), sheet)
        };
        let summary = flow::run(pool, writer, &judge, &mut progress, |pace, give| {
            match delimiter {
                // The names of columns are no item.
                Some(delimiter) => {
                    total.lines += 1;
                    pieces.set_delimiter(delimiter);
                }
                None => {
                    if !give(first, pieces.bytes_taken()) {
                        return Ok(());
                    }
                }
            }
            while let Some(piece) = pieces.next_piece(pace.bytes())? {
                let lines = Lines::of(&piece);
                if !give(lines, pieces.bytes_taken()) {
                    break;
                }
            }
            Ok(())
        })?;
        total.add(&summary);
        Ok(())
    }

    /// Ends the output.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn finish(self) -> io::Result<Summary> {
        self.writer.finish()?;
        Ok(self.total)
    }
}

/// The text of a piece, for a thread that judges it.
struct Lines {
    text: Vec<u8>,
    first_line: u64,
}

impl Lines {
    fn of(piece: &Piece<'_>) -> Self {
        Self { text: piece.text().to_vec(), first_line: piece.first_line() }
    }

    fn piece(&self, delimiter: Option<u8>) -> Piece<'_> {
        Piece::new(&self.text, self.first_line, delimiter)
    }
}

fn judge_piece<B: Width>(
    rules: &Rules<B>,
    task: &Task<'_>,
    piece: &Piece<'_>,
    sheet: &mut Sheet<'_>,
) -> Summary {
    let mut judge = Judge::new(rules, task);
    // Asked once of the whole, since that is cheaper than asking each line.
    let whole = std::str::from_utf8(piece.text()).ok();
    for (number, begin, line) in piece.places() {
        let text = whole.and_then(|whole| whole.get(begin..begin + line.len()));
        judge.line(number, line, text.or_else(|| std::str::from_utf8(line).ok()), sheet);
    }
    judge.summary()
}

/// Whether a line gets no record.
fn is_empty(line: &[u8]) -> bool {
    line.iter().find(|byte| !byte.is_ascii_whitespace()).is_none_or(|&byte| byte == b'#')
}
