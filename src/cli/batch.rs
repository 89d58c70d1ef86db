//! `ferz batch`: judges many positions.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::open::{Opened, open};
use super::{FAULTY, FINE};
use crate::batch::{self, Fields, Options, Status, Summary};
use crate::limits;

/// The arguments of `ferz batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// A file with a FEN or an EPD a line; `-` for the standard input
    #[arg(default_value = "-")]
    pub input: String,
    /// Where the records go; to the standard output if not given
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Perft of each position to this depth
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(limits::PERFT_DEPTH)))]
    pub perft: u32,
    /// Nodes that perft may count for one line
    #[arg(long, value_name = "N", default_value_t = Options::default().nodes)]
    pub nodes: u64,
    /// Keys of a record, `line,status,…`; all if not given
    #[arg(long, value_name = "KEYS")]
    pub fields: Option<Fields>,
    /// Threads; 0 for all processors
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Exit with 1 if a record has errors or an expectation failed
    #[arg(long)]
    pub strict: bool,
    /// Accepted like everywhere: records always are JSON
    #[arg(long, hide = true)]
    pub json: bool,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant, input or output that cannot be used.
pub fn run(args: &BatchArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, false)? else { return Ok(FAULTY) };
    let (input, size): (Box<dyn Read>, Option<u64>) = match args.input.as_str() {
        "-" => (Box::new(std::io::stdin().lock()), None),
        path => {
            let file = File::open(path).with_context(|| format!("cannot read {path}"))?;
            let about = file.metadata().with_context(|| format!("cannot read {path}"))?;
            if about.is_dir() {
                bail!("cannot read {path}: it is a folder");
            }
            (Box::new(file), about.is_file().then_some(about.len()))
        }
    };
    let output: Box<dyn Write> = match &args.output {
        None => Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout().lock())),
        Some(path) => {
            if same_file(Path::new(&args.input), path) {
                bail!("{} is the input", path.display());
            }
            let cannot = || format!("cannot write {}", path.display());
            Box::new(File::create(path).with_context(cannot)?)
        }
    };
    let options = Options {
        perft: args.perft,
        nodes: args.nodes,
        fields: args.fields.unwrap_or(Fields::ALL),
        threads: args.threads.min(limits::THREADS),
    };
    let bar = progress_bar(size);
    let begin = Instant::now();
    let result = batch::run(&variant, options, input, output, |bytes| bar.set_position(bytes));
    bar.finish_and_clear();
    let summary = result.with_context(|| format!("judging {}", args.input))?;
    let mut err = std::io::stderr().lock();
    write!(err, "{}", summary_text(&summary, begin.elapsed().as_secs_f64()))?;
    let failed = args.strict && (summary.with_errors > 0 || summary.failed > 0);
    Ok(if failed { FAULTY } else { FINE })
}

/// Writing over the input would destroy it.
fn same_file(input: &Path, output: &Path) -> bool {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output && input.is_file(),
        _ => false,
    }
}

/// A bar on stderr if that is a terminal; otherwise nothing is shown.
fn progress_bar(size: Option<u64>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = size.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let style = match size {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {eta} left",
        None => "{spinner} {bytes} in {elapsed}",
    };
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn summary_text(summary: &Summary, seconds: f64) -> String {
    let count = |status| summary.count(status);
    let records = summary.records();
    format!(
        "{} lines, {records} positions: {} ok, {} over, {} impossible, {} malformed, {} limit\n\
         {} expectations failed\n\
         {:.0} positions a second\n",
        summary.lines,
        count(Status::Ok),
        count(Status::Over),
        count(Status::Impossible),
        count(Status::Malformed),
        count(Status::Limit),
        summary.failed,
        records as f64 / seconds.max(1e-9),
    )
}
