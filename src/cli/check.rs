//! `ferz check`: every fault and warning of variant files.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::library::{Found, find_all};
use super::render::{position, printable, render};
use super::test::run_all;
use super::{FAULTY, FINE, WRONG_CALL};
use crate::definition::{Checked, Definition, Sources, check_with};
use crate::diagnostic::Diagnostic;
use crate::lint;
use crate::variant::{Choices, Variant};

/// The arguments of `ferz check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files, folders with variant files, or games, `NAME[option=choice,…]`
    #[arg(required = true, value_name = "FILE|DIR|VARIANT")]
    pub what: Vec<String>,
    /// Leave the files' own tests alone
    #[arg(long)]
    pub no_tests: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    files: Vec<FileReport>,
}

#[derive(Debug, Serialize)]
struct FileReport {
    path: String,
    ok: bool,
    diagnostics: Vec<Said>,
}

/// One fault. `path` is given if it lies in another file, `choices` if it shows only then.
#[derive(Debug, Serialize)]
pub(super) struct Said {
    code: &'static str,
    severity: &'static str,
    message: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<String>,
}

impl Said {
    /// A fault found while reading the file with this path.
    pub(super) fn new(
        diagnostic: &Diagnostic,
        sources: &Sources,
        path: &str,
        choices: Option<String>,
    ) -> Self {
        let (file, [line, column, end_line, end_column]) = position(diagnostic.span(), sources);
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity.as_str(),
            message: diagnostic.message.clone(),
            line,
            column,
            end_line,
            end_column,
            help: diagnostic.help.clone(),
            path: (file != path).then_some(file),
            choices,
        }
    }
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written. What cannot be read is reported, and the rest is checked.
pub fn run(args: &CheckArgs) -> anyhow::Result<u8> {
    let mut code = FINE;
    let mut report = Report { files: Vec::new() };
    let mut stderr = std::io::stderr().lock();
    let colour = stderr.is_terminal();
    for what in &args.what {
        // Files do not depend on one another; they are reported in order.
        let judged: Vec<_> = find_all(what)
            .into_par_iter()
            .map(|found| {
                found.map(|found| {
                    let (checked, variant) = check_found(&found);
                    let mut said = variant.as_ref().map(lint::warnings).unwrap_or_default();
                    // What a parent's file says is told with the parent.
                    let sources = &checked.loaded.sources;
                    said.retain(|warning| sources.index(warning.span().start) == Some(0));
                    if let Some(variant) = variant.filter(|_| !args.no_tests) {
                        said.extend(failed_tests(&found, &variant));
                    }
                    (found, checked, said)
                })
            })
            .collect();
        for found in judged {
            let (found, checked, failed) = match found {
                Ok(found) => found,
                Err(error) => {
                    writeln!(stderr, "error: {}", super::harmless(&error))?;
                    code = WRONG_CALL;
                    continue;
                }
            };
            let fine = checked.is_fine() && !failed.iter().any(Diagnostic::is_error);
            if !fine && code == FINE {
                code = FAULTY;
            }
            if args.json {
                report.files.push(in_json(&found, &checked, &failed, fine));
                continue;
            }
            let sources = &checked.loaded.sources;
            write!(stderr, "{}", render(&checked.loaded.diagnostics, sources, "", colour))?;
            write!(stderr, "{}", render(&failed, sources, "", colour))?;
            for variation in &checked.variations {
                let note = format!(" (with `{}`)", choice_text(&variation.choices));
                write!(
                    stderr,
                    "{}",
                    render(&variation.diagnostics, &variation.sources, &note, colour)
                )?;
            }
            let path = printable(&found.path);
            writeln!(std::io::stdout().lock(), "{path}: {}", summary(&checked, &failed))?;
        }
    }
    if args.json {
        let mut stdout = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut stdout, &report)?;
        writeln!(stdout)?;
    }
    Ok(code)
}

/// A file, and the game that it defines if it has no error.
fn check_found(found: &Found) -> (Checked, Option<Variant>) {
    let Found { name, path, text, choices, library } = found;
    let judge = Judge::default();
    let checked =
        check_with(name, path, text, choices, library, &|definition| judge.refusals(definition));
    let errors = checked.loaded.diagnostics.iter().any(Diagnostic::is_error);
    let variant = judge.first.into_inner().unwrap_or_default().filter(|_| !errors);
    (checked, variant)
}

/// What the rules have against definitions that have no fault by themselves.
#[derive(Default)]
struct Judge {
    /// What has been compiled, without what tables do not depend on. Most choices change ends.
    known: Mutex<Vec<Definition>>,
    /// The game as the file has it.
    first: Mutex<Option<Variant>>,
}

impl Judge {
    fn refusals(&self, definition: &Definition) -> Vec<Diagnostic> {
        let tables = Definition {
            ends: Vec::new(),
            tests: Vec::new(),
            options: Vec::new(),
            title: String::new(),
            about: String::new(),
            ..definition.clone()
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&tables) {
            return Vec::new();
        }
        match Variant::with(definition.clone(), Choices::LIGHT) {
            Ok(variant) => {
                if known.is_empty() {
                    *self.first.lock().unwrap_or_else(PoisonError::into_inner) = Some(variant);
                }
                known.push(tables);
                Vec::new()
            }
            Err(faults) => faults,
        }
    }
}

/// The file's own tests that fail, each as a fault at its entry.
fn failed_tests(found: &Found, variant: &Variant) -> Vec<Diagnostic> {
    let results = run_all(found, variant).into_iter();
    results
        .filter_map(|result| {
            let message = format!("the test `{}` fails", result.name);
            let failure = result.failure?;
            let fault = Diagnostic::error("test-failed", result.span, message);
            let fault = fault.label(failure.message);
            Some(match failure.fen {
                Some(fen) => fault.help(format!("the position is `{fen}`")),
                None => fault,
            })
        })
        .collect()
}

fn choice_text(choices: &[(String, String)]) -> String {
    let list: Vec<String> =
        choices.iter().map(|(option, choice)| format!("{option}={choice}")).collect();
    list.join(",")
}

fn summary(checked: &Checked, failed: &[Diagnostic]) -> String {
    let variations = checked.variations.iter().flat_map(|variation| &variation.diagnostics);
    let all: Vec<&Diagnostic> =
        checked.loaded.diagnostics.iter().chain(variations).chain(failed).collect();
    let errors = all.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let number = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    };
    let parts: Vec<String> = [number(errors, "error"), number(all.len() - errors, "warning")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() { "fine".to_owned() } else { parts.join(", ") }
}

fn in_json(found: &Found, checked: &Checked, failed: &[Diagnostic], ok: bool) -> FileReport {
    let say = |diagnostic: &Diagnostic, sources: &Sources, choices: Option<String>| {
        Said::new(diagnostic, sources, &found.path, choices)
    };
    let sources = &checked.loaded.sources;
    let mut diagnostics: Vec<Said> =
        checked.loaded.diagnostics.iter().chain(failed).map(|d| say(d, sources, None)).collect();
    for variation in &checked.variations {
        let choices = choice_text(&variation.choices);
        let list = variation.diagnostics.iter();
        diagnostics.extend(list.map(|d| say(d, &variation.sources, Some(choices.clone()))));
    }
    FileReport { path: found.path.clone(), ok, diagnostics }
}
