//! `ferz batch`: judges many positions and games.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::input::{Counted, Input, Kind, expand};
use super::library::find;
use super::open::{Opened, open};
use super::output::{Output, output};
use super::{FAULTY, FINE};
use crate::batch::{Batch, Field, Fields, Format, From, Only, Options, Status, Summary};
use crate::limits;

/// The arguments of `ferz batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// Files or patterns such as `games/*.epd.gz`; `-` for the standard input
    #[arg(default_value = "-", value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// What the input is; found out if not given
    #[arg(long, value_enum, default_value_t = Kind::Auto)]
    pub from: Kind,
    /// Where the records go; to the standard output if not given
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// How they are written; by the name of OUT if not given, else JSON lines
    #[arg(long, value_enum)]
    pub to: Option<To>,
    /// Go on with an output that a run before has left unfinished
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Perft of each position to this depth
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(limits::PERFT_DEPTH)))]
    pub perft: u32,
    /// Nodes that perft may count for one line
    #[arg(long, value_name = "N", default_value_t = Options::default().nodes)]
    pub nodes: u64,
    /// Milliseconds that perft may take for one line
    #[arg(long, value_name = "MS")]
    pub time: Option<u64>,
    /// Moves that one line or game may have
    #[arg(long, value_name = "N", default_value_t = Options::default().plies)]
    pub plies: usize,
    /// Keys of a record, `line,status,…`; `usual` stands for those that need not be asked for
    #[arg(long, value_name = "KEYS")]
    pub fields: Option<Fields>,
    /// Records that are wanted, `status=impossible,side=white`: for each key one of its values
    #[arg(long, value_name = "CONDITIONS")]
    pub only: Option<Only>,
    /// How the summary on stderr is written
    #[arg(long, value_enum, default_value_t = SummaryForm::Text)]
    pub summary: SummaryForm,
    /// Threads; 0 for all processors
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Exit with 1 if a record has errors or an expectation failed
    #[arg(long)]
    pub strict: bool,
    /// Accepted like everywhere: records are JSON unless something else is asked for
    #[arg(long, hide = true)]
    pub json: bool,
}

/// How records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum To {
    /// One JSON object a line
    Json,
    /// Comma-separated values under a line of names
    Csv,
    /// A Parquet file
    Parquet,
}

/// How the summary is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SummaryForm {
    /// Some lines for people
    Text,
    /// One JSON object
    Json,
    /// Nothing
    None,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant, input or output that cannot be used.
pub fn run(args: &BatchArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, false)? else { return Ok(FAULTY) };
    if let Some(Err(unknown)) = args.only.as_ref().map(|only| only.fits(&variant)) {
        bail!("--only: {unknown}");
    }
    let inputs = expand(&args.inputs)?;
    let format = format(args)?;
    let mut fields = args.fields.unwrap_or(Fields::USUAL);
    if inputs.len() > 1 && args.fields.is_none() {
        fields = fields.with(Field::File);
    }
    let mut options = Options {
        perft: args.perft,
        nodes: args.nodes,
        plies: args.plies.min(limits::BATCH_PLIES),
        time: args.time.map(Duration::from_millis),
        fields,
        only: args.only.clone().unwrap_or_default(),
        format,
        names: names(&args.variant),
        threads: limits::threads(args.threads),
        ..Options::default()
    };
    // Before anything is written, so that no output is lost for a call that cannot be carried out.
    // What is read from a pipe is gone, so only files are looked at.
    for path in inputs.iter().filter(|path| *path != "-") {
        let about = std::fs::metadata(path).with_context(|| format!("cannot read {path}"))?;
        if about.is_file() || about.is_dir() {
            Input::open(path, args.from)?;
        }
    }
    let Output { to, is_file, left, unfinished } = output(args, &inputs, format)?;
    options.pages = is_file;
    let size = inputs.iter().map(|input| Input::size(input)).sum::<Option<u64>>();
    let bar = progress_bar(size);
    let begin = Instant::now();
    let mut done = 0;
    // Only the first input's lines may be known without looking; each is looked at by itself.
    options.from = From::Auto;
    let mut batch = Batch::new(&variant, options, to).with_context(|| cannot_write(args))?;
    for path in &inputs {
        let input = Input::open(path, args.from)?;
        batch.set_from(input.from);
        let name = (inputs.len() > 1 || fields.has(Field::File)).then_some(path.as_str());
        let counted = input.counted.clone();
        let result = batch.read(name, input.reader, |bytes| {
            bar.set_position(done + counted.as_ref().map_or(bytes, Counted::get));
        });
        if let Err(fault) = result {
            bar.finish_and_clear();
            return Err(anyhow::Error::new(fault).context(format!("judging {path}")));
        }
        done += Input::size(path).unwrap_or(0);
    }
    let summary = batch.finish().with_context(|| cannot_write(args))?;
    bar.finish_and_clear();
    if left.bytes() > 0 {
        bail!("{}: it has more than this call gives", cannot_write(args));
    }
    unfinished.finish().with_context(|| cannot_write(args))?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut err = std::io::stderr().lock();
    match args.summary {
        SummaryForm::Text => write!(err, "{}", summary_text(&summary, seconds))?,
        SummaryForm::Json => writeln!(err, "{}", summary_json(&summary, seconds)?)?,
        SummaryForm::None => {}
    }
    let failed = args.strict && (summary.with_errors > 0 || summary.failed > 0);
    Ok(if failed { FAULTY } else { FINE })
}

fn cannot_write(args: &BatchArgs) -> String {
    match args.output.as_ref().filter(|path| *path != Path::new("-")) {
        Some(path) => format!("cannot write {}", path.display()),
        None => "cannot write the standard output".to_owned(),
    }
}

/// Names under which the game was called.
fn names(argument: &str) -> Vec<String> {
    let found = find(argument).map(|found| found.name).ok();
    let plain = argument.split('[').next().unwrap_or(argument).to_owned();
    found.into_iter().chain([plain]).collect()
}

#[cfg_attr(feature = "parquet", expect(clippy::unnecessary_wraps, reason = "without it refused"))]
fn format(args: &BatchArgs) -> anyhow::Result<Format> {
    let by_name = args.output.as_ref().and_then(|path| {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(To::Csv),
            "parquet" | "pq" => Some(To::Parquet),
            _ => None,
        }
    });
    let to = if args.json { Some(To::Json) } else { args.to.or(by_name) };
    Ok(match to.unwrap_or(To::Json) {
        To::Json => Format::Json,
        To::Csv => Format::Csv,
        #[cfg(feature = "parquet")]
        To::Parquet => Format::Parquet,
        #[cfg(not(feature = "parquet"))]
        To::Parquet => bail!("this program was built without Parquet (the feature `parquet`)"),
    })
}

/// A bar on stderr if that is a terminal; otherwise nothing is shown.
fn progress_bar(size: Option<u64>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = size.map_or_else(ProgressBar::no_length, ProgressBar::new);
    // A line that counts long tells nothing, but time goes on.
    bar.enable_steady_tick(Duration::from_millis(200));
    let style = match size {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
    };
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn rate(summary: &Summary, seconds: f64) -> f64 {
    summary.records() as f64 / seconds.max(1e-9)
}

fn summary_text(summary: &Summary, seconds: f64) -> String {
    let count = |status| summary.count(status);
    let many = |number: u64, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    format!(
        "{}, {}: {} ok, {} over, {} impossible, {} malformed, {} limit\n\
         {} failed\n\
         {:.0} positions a second\n",
        many(summary.lines, "line"),
        many(summary.records(), "position"),
        count(Status::Ok),
        count(Status::Over),
        count(Status::Impossible),
        count(Status::Malformed),
        count(Status::Limit),
        many(summary.failed, "expectation"),
        rate(summary, seconds),
    )
}

fn summary_json(summary: &Summary, seconds: f64) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Said {
        lines: u64,
        records: u64,
        ok: u64,
        over: u64,
        impossible: u64,
        malformed: u64,
        limit: u64,
        with_errors: u64,
        failed: u64,
        seconds: f64,
        per_second: f64,
    }
    let count = |status| summary.count(status);
    serde_json::to_string(&Said {
        lines: summary.lines,
        records: summary.records(),
        ok: count(Status::Ok),
        over: count(Status::Over),
        impossible: count(Status::Impossible),
        malformed: count(Status::Malformed),
        limit: count(Status::Limit),
        with_errors: summary.with_errors,
        failed: summary.failed,
        seconds,
        per_second: rate(summary, seconds),
    })
}
