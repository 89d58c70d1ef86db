//! `ferz convert`: games for other programs, and back.

use std::io::Write;

use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::library::{find, read_text};
use super::open::{read, show};
use super::{FAULTY, FINE};
use crate::convert::{Bears, Missing, from_fairy_stockfish, to_fairy_stockfish};
use crate::definition::Sources;
use crate::diagnostic::Diagnostic;

/// The arguments of `ferz convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// A game or a file to be written, `NAME_OR_PATH[option=choice,…]`
    #[arg(required_unless_present = "from", conflicts_with = "from", requires = "to")]
    pub variant: Option<String>,
    /// For which program
    #[arg(long, value_enum, conflicts_with = "from")]
    pub to: Option<Program>,
    /// Name of the section; `ferz-` and the name of the game if not given, for the engine keeps
    /// its own game where it has one of the same name
    #[arg(long, requires = "to")]
    pub name: Option<String>,
    /// A `variants.ini` of Fairy-Stockfish, to be read into a variant file
    #[arg(long, value_name = "FILE")]
    pub from: Option<std::path::PathBuf>,
    /// The section to be read, if the file has several
    #[arg(long, requires = "from")]
    pub section: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Programs whose description of games is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Program {
    /// A section of `variants.ini`, for version 14.0.1 and newer, and pyffish 0.0.90
    FairyStockfish,
}

#[derive(Debug, Serialize)]
struct Said<'a> {
    ini: Option<&'a str>,
    missing: Vec<SaidMissing<'a>>,
}

#[derive(Debug, Serialize)]
struct SaidMissing<'a> {
    what: &'a str,
    why: &'a str,
    bears: &'static str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Debug, Serialize)]
struct Back<'a> {
    toml: Option<&'a str>,
    errors: Vec<super::check::Said>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant or file that cannot be found, or an output that cannot be written.
pub fn run(args: &ConvertArgs) -> anyhow::Result<u8> {
    match (&args.variant, &args.from) {
        (Some(variant), None) => write(args, variant),
        (_, Some(path)) => read_section(args, path),
        (None, None) => bail!("name a game, or a file with `--from`"),
    }
}

/// `--to`.
fn write(args: &ConvertArgs, argument: &str) -> anyhow::Result<u8> {
    let found = find(argument)?;
    let loaded = found.load();
    let Some(definition) = &loaded.definition else {
        drop(read(argument, args.json)?);
        return Ok(FAULTY);
    };
    let name = args.name.clone().unwrap_or_else(|| section_name(&found.name));
    if name.is_empty()
        || name.contains(|c: char| "[]:#;=".contains(c) || c.is_whitespace() || c.is_control())
    {
        bail!("`{name}` is no name of a section");
    }
    let export = to_fairy_stockfish(definition, &name);
    let code = if export.missing.is_empty() { FINE } else { FAULTY };
    let mut out = std::io::stdout().lock();
    if args.json {
        let missing = export.missing.iter().map(|missing| {
            let (file, [line, ..]) = super::render::position(missing.span, &loaded.sources);
            SaidMissing {
                what: &missing.what,
                why: &missing.why,
                bears: missing.bears.as_str(),
                line,
                path: (file != found.path).then_some(file),
            }
        });
        let said = Said { ini: export.ini.as_deref(), missing: missing.collect() };
        writeln!(out, "{}", serde_json::to_string(&said)?)?;
        return Ok(code);
    }
    let diagnostics: Vec<Diagnostic> = export.missing.iter().map(told).collect();
    show(&diagnostics, &loaded.sources, &found.path, false)?;
    if let Some(ini) = &export.ini {
        write!(out, "{ini}")?;
    }
    Ok(code)
}

/// A rule that is missing: an error if the section is another game without it.
fn told(missing: &Missing) -> Diagnostic {
    let message = format!("cannot be said: {}", missing.what);
    let diagnostic = match missing.bears {
        Bears::Play => Diagnostic::error("cannot-be-said", missing.span, message),
        Bears::Result => Diagnostic::warning("cannot-be-said", missing.span, message),
    };
    diagnostic.label(missing.why.clone())
}

/// A name for a section that no game of the engine has.
fn section_name(name: &str) -> String {
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name).trim_end_matches(".toml");
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let plain: String = stem.chars().map(|c| if fits(c) { c } else { '-' }).collect();
    format!("ferz-{plain}")
}

/// `--from`.
fn read_section(args: &ConvertArgs, path: &std::path::Path) -> anyhow::Result<u8> {
    let text = read_text(path)?;
    let games = |name: &str| find(name).ok().and_then(|found| found.load().definition);
    let read = from_fairy_stockfish(&text, args.section.as_deref(), &games);
    let shown = path.display().to_string();
    let mut sources = Sources::default();
    sources.add(shown.clone(), text);
    let mut out = std::io::stdout().lock();
    if args.json {
        let (toml, faults) = match &read {
            Ok(toml) => (Some(toml.as_str()), &[][..]),
            Err(faults) => (None, &faults[..]),
        };
        let errors =
            faults.iter().map(|fault| super::check::Said::new(fault, &sources, &shown, None));
        let back = Back { toml, errors: errors.collect() };
        writeln!(out, "{}", serde_json::to_string(&back)?)?;
        return Ok(if read.is_ok() { FINE } else { FAULTY });
    }
    match read {
        Ok(toml) => {
            write!(out, "{toml}")?;
            Ok(FINE)
        }
        Err(faults) => {
            show(&faults, &sources, &shown, false)?;
            Ok(FAULTY)
        }
    }
}
