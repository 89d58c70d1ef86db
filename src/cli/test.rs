//! `ferz test`: the tests that variant files carry.

use std::io::{IsTerminal, Write};

use clap::Args;
use serde::Serialize;

use super::library::{Found, find_all};
use super::render::{board, position, render};
use super::{FAULTY, FINE, WRONG_CALL};
use crate::definition::{Library, load, parse_choice_list};
use crate::diagnostic::Diagnostic;
use crate::variant::{Choices, Variant};
use crate::vartest::{self, TestResult};

/// The arguments of `ferz test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Files, folders with variant files, or games, `NAME[option=choice,…]`
    #[arg(required = true, value_name = "FILE|VARIANT")]
    pub what: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Default, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    /// Files with faults, whose tests could not be run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faulty: Vec<String>,
    tests: Vec<Said>,
}

#[derive(Debug, Serialize)]
struct Said {
    variant: String,
    name: String,
    ok: bool,
    message: Option<String>,
    /// Where the test stands.
    line: usize,
    #[serde(skip)]
    path: String,
    /// The position that was asked about, of a test that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip)]
    board: Option<String>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written. What cannot be read is reported, and the rest is tested.
pub fn run(args: &TestArgs) -> anyhow::Result<u8> {
    let mut code = FINE;
    let mut report = Report::default();
    let mut err = std::io::stderr().lock();
    let colour = err.is_terminal();
    for found in args.what.iter().flat_map(|what| find_all(what)) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                writeln!(err, "error: {}", super::harmless(&error))?;
                code = WRONG_CALL;
                continue;
            }
        };
        let loaded = found.load();
        let mut faults: Vec<Diagnostic> =
            loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        match loaded.definition.map(|definition| Variant::with(definition, Choices::LIGHT)) {
            Some(Ok(variant)) => {
                let results = run_all(&found, &variant);
                report.tests.extend(results.into_iter().map(|result| {
                    let (path, [line, ..]) = position(result.span, &loaded.sources);
                    let (message, fen) = match result.failure {
                        Some(failure) => (Some(failure.message), failure.fen),
                        None => (None, None),
                    };
                    Said {
                        variant: found.called(),
                        name: result.name,
                        ok: message.is_none(),
                        message,
                        line,
                        path,
                        board: fen.as_ref().map(|fen| board(variant.definition(), fen)),
                        fen,
                    }
                }));
                continue;
            }
            Some(Err(more)) => faults.extend(more),
            None => {}
        }
        write!(err, "{}", render(&faults, &loaded.sources, "", colour))?;
        report.faulty.push(found.called());
    }
    report.passed = report.tests.iter().filter(|test| test.ok).count();
    report.failed = report.tests.len().saturating_sub(report.passed);
    if code == FINE && (report.failed > 0 || !report.faulty.is_empty()) {
        code = FAULTY;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(code);
    }
    for Said { variant, name, message, line, path, fen, board, .. } in &report.tests {
        if let Some(message) = message {
            let (name, message) = (name.escape_debug(), message.escape_debug());
            writeln!(out, "{variant}: {name}: FAILED ({path}:{line})\n  {message}")?;
            if let (Some(fen), Some(board)) = (fen, board) {
                for line in board.lines().filter(|line| !line.trim().is_empty()) {
                    writeln!(out, "    {line}")?;
                }
                writeln!(out, "    {fen}")?;
            }
        }
    }
    for variant in &report.faulty {
        writeln!(out, "{variant}: has faults, not tested")?;
    }
    writeln!(out, "{} passed, {} failed", report.passed, report.failed)?;
    Ok(code)
}

/// Runs the tests of a file that was found, its choices standing unless a test's `with`
/// chooses otherwise.
pub(super) fn run_all(found: &Found, variant: &Variant) -> Vec<TestResult> {
    vartest::run(variant, |with| open_with(found, with))
}

fn open_with(found: &Found, with: &str) -> Result<Variant, String> {
    let (_, more) = parse_choice_list(&format!("[{with}]")).map_err(|error| error.to_string())?;
    let mut choices = found.choices.clone();
    choices.retain(|(option, _)| more.iter().all(|(other, _)| other != option));
    choices.extend(more);
    let library: &dyn Library = &found.library;
    let loaded = load(&found.name, &found.path, &found.text, &choices, library);
    let said = |faults: Vec<Diagnostic>| {
        let fault = faults.into_iter().find(Diagnostic::is_error);
        fault.map_or_else(|| "there is no such game".to_owned(), |fault| fault.message)
    };
    let Some(definition) = loaded.definition else { return Err(said(loaded.diagnostics)) };
    Variant::with(definition, Choices::LIGHT).map_err(said)
}
