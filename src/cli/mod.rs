//! The command line: one file a subcommand. Rules live in the library.

pub mod analyse;
pub mod armies;
pub mod batch;
pub mod bench;
pub mod betza;
pub mod check;
pub mod compare;
pub mod convert;
pub mod diff;
pub mod explain;
pub mod files;
pub mod fmt;
mod input;
pub mod library;
pub mod list;
pub mod lsp;
pub mod moves;
pub mod new;
pub mod open;
mod output;
pub mod perft;
pub mod render;
pub mod schema;
pub mod show;
pub mod test;
pub mod why;

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chess variants defined as data.
#[derive(Debug, Parser)]
#[command(name = "ferz", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Works out what men reach, which augmenters add nothing, and more, from the file alone
    Analyse(analyse::AnalyseArgs),
    /// Counts, lists, draws and judges the set-ups of one side
    Armies(armies::ArmiesArgs),
    /// Judges many positions: lines in, JSON records out
    Batch(batch::BatchArgs),
    /// Counts a fixed list of games: a signature of the rules, and how fast they are
    Bench(bench::BenchArgs),
    /// Reads one notation: canonical text, a sentence, a diagram, its targets
    Betza(betza::BetzaArgs),
    /// Finds all faults and warnings of variant files
    Check(check::CheckArgs),
    /// Compares counts with those of a UCI engine, and finds where they part
    Compare(compare::CompareArgs),
    /// Writes a game for another program, or reads one of its descriptions
    Convert(convert::ConvertArgs),
    /// Says what two games do differently
    Diff(diff::DiffArgs),
    /// Writes variant files in one layout
    Fmt(fmt::FmtArgs),
    /// Says what the code of a fault or warning means
    Explain(explain::ExplainArgs),
    /// Lists the games in the program
    List(list::ListArgs),
    /// Serves an editor: faults, help and completion as variant files are typed
    Lsp(lsp::LspArgs),
    /// Shows a position, its legal moves, and whether the game has ended
    Moves(moves::MovesArgs),
    /// Starts a variant file
    New(new::NewArgs),
    /// Counts the games of a given length
    Perft(perft::PerftArgs),
    /// Prints the JSON Schema of variant files, for editors
    Schema(schema::SchemaArgs),
    /// Shows a game, one of its men, a position, or all rules in prose
    Show(show::ShowArgs),
    /// Runs the tests that variant files carry
    Test(test::TestArgs),
    /// Says why a move is legal, or which rule forbids it
    Why(why::WhyArgs),
}

/// Everything was fine.
pub const FINE: u8 = 0;
/// The input has faults, or an expectation failed.
pub const FAULTY: u8 = 1;
/// The call was wrong, or a file could not be read.
pub const WRONG_CALL: u8 = 2;
/// A signal stopped the run (128 and the number of SIGINT).
pub const STOPPED: u8 = 130;

/// Reads the program's arguments and runs the command they name.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Analyse(args) => analyse::run(args),
        Command::Armies(args) => armies::run(args),
        Command::Batch(args) => batch::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Betza(args) => betza::run(args),
        Command::Check(args) => check::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Explain(args) => explain::run(args),
        Command::List(args) => list::run(args),
        Command::Lsp(args) => lsp::run(args),
        Command::Moves(args) => moves::run(args),
        Command::New(args) => new::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Show(args) => show::run(args),
        Command::Test(args) => test::run(args),
        Command::Why(args) => why::run(args),
    };
    result.map_or_else(|error| ExitCode::from(failed(&error)), ExitCode::from)
}

/// Reports a call that could not be carried out. A reader who has gone is no error.
#[expect(clippy::print_stderr, reason = "this is where errors are shown")]
fn failed(error: &anyhow::Error) -> u8 {
    let io = |cause: &(dyn std::error::Error + 'static)| {
        let plain = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>();
        plain.or_else(|| json.and_then(serde_json::Error::io_error_kind))
    };
    if error.chain().any(|cause| io(cause) == Some(ErrorKind::BrokenPipe)) {
        return FINE;
    }
    eprintln!("error: {}", harmless(error));
    WRONG_CALL
}

/// An error on one line, without characters that would act on a terminal: names that do not
/// exist come from outside.
fn harmless(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
