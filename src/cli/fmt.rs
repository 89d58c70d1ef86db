//! `ferz fmt`: variant files written in one layout.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::check::Said;
use super::files::replace;
use super::library::{read_text, variant_files};
use super::open::show;
use super::{FAULTY, FINE, WRONG_CALL};
use crate::definition::Sources;
use crate::format::format;
use crate::limits;

/// The arguments of `ferz fmt`.
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Files, or folders with variant files; `-` reads a file from stdin and writes it to stdout
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Write nothing; exit with 1 if a file would change
    #[arg(long)]
    pub check: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Default, Serialize)]
struct Report {
    files: Vec<FileReport>,
}

#[derive(Debug, Serialize)]
struct FileReport {
    path: String,
    ok: bool,
    changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    diagnostics: Vec<Said>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written. What cannot be read is reported, and the rest is formatted.
pub fn run(args: &FmtArgs) -> anyhow::Result<u8> {
    let mut report = Report::default();
    let mut code = FINE;
    for path in &args.files {
        let files = if path.is_dir() { variant_files(path) } else { Ok(vec![path.clone()]) };
        for file in files.unwrap_or_else(|_| vec![path.clone()]) {
            match one(args, &file, &mut report) {
                Ok(new) => code = code.max(new),
                Err(error) => {
                    writeln!(std::io::stderr().lock(), "error: {}", super::harmless(&error))?;
                    code = WRONG_CALL;
                }
            }
        }
    }
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    }
    Ok(code)
}

fn one(args: &FmtArgs, path: &Path, report: &mut Report) -> anyhow::Result<u8> {
    let stdin = path == Path::new("-");
    let shown = if stdin { "stdin".to_owned() } else { path.display().to_string() };
    let text = if stdin { read_stdin()? } else { read_text(path)? };
    let new = match format(&text) {
        Ok(new) => new,
        Err(faults) => {
            let mut sources = Sources::default();
            sources.add(shown.clone(), text);
            if args.json {
                let said = |fault| Said::new(fault, &sources, &shown, None);
                let diagnostics = faults.iter().map(said).collect();
                let (path, ok, changed) = (shown.clone(), false, false);
                report.files.push(FileReport { path, ok, changed, text: None, diagnostics });
            } else {
                show(&faults, &sources, &shown, false)?;
            }
            return Ok(FAULTY);
        }
    };
    let changed = new != text;
    if changed && !args.check && !stdin {
        replace(path, &new)?;
    }
    let code = if changed && args.check { FAULTY } else { FINE };
    let to_stdout = stdin && !args.check;
    if args.json {
        let text = to_stdout.then_some(new);
        let (path, ok, diagnostics) = (shown, true, Vec::new());
        report.files.push(FileReport { path, ok, changed, text, diagnostics });
        return Ok(code);
    }
    let mut out = std::io::stdout().lock();
    if to_stdout {
        write!(out, "{new}")?;
    } else {
        let what = match (changed, args.check) {
            (false, _) => "fine",
            (true, true) => "not formatted",
            (true, false) => "formatted",
        };
        writeln!(out, "{shown}: {what}")?;
    }
    Ok(code)
}

fn read_stdin() -> anyhow::Result<String> {
    let mut text = String::new();
    let input = std::io::stdin().lock();
    input.take(limits::FILE_BYTES as u64 + 1).read_to_string(&mut text).context("stdin")?;
    Ok(text)
}
