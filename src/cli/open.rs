//! What every command does first: find a variant, check it, compile it.

use std::io::{IsTerminal, Write};

use serde::Serialize;

use super::FAULTY;
use super::check::Said;
use super::library::find;
use super::render::{printable, render};
use crate::definition::{Definition, Loaded, Sources};
use crate::diagnostic::Diagnostic;
use crate::position::Reason;
use crate::variant::Variant;

/// A variant that a command was given.
#[derive(Debug)]
pub enum Opened {
    /// Ready to play.
    Ready(Variant),
    /// It has faults, which have been shown on stderr.
    Faulty,
}

/// Finds, checks and compiles a variant. Faults are shown on stderr, or with `json` printed as
/// `{"diagnostics":[…]}`, as `ferz check` does; warnings are left to that command.
///
/// # Errors
///
/// A text that names no variant, or an output that cannot be written.
pub fn open(argument: &str, json: bool) -> anyhow::Result<Opened> {
    let placed = open_placed(argument, json)?;
    Ok(placed.map_or(Opened::Faulty, |(variant, _)| Opened::Ready(variant)))
}

/// As [`open`], with the texts that places of the variant's rules are in; `None` if it has
/// faults.
///
/// # Errors
///
/// As [`open`].
pub fn open_placed(argument: &str, json: bool) -> anyhow::Result<Option<(Variant, Sources)>> {
    let found = find(argument)?;
    let mut loaded = found.load();
    let definition = loaded.definition.take();
    let mut faults = errors(&mut loaded);
    if let Some(definition) = definition {
        match Variant::new(definition) {
            Ok(variant) => return Ok(Some((variant, loaded.sources))),
            Err(more) => faults.extend(more),
        }
    }
    show(&faults, &loaded.sources, &found.path, json)?;
    Ok(None)
}

/// Finds and checks a variant without compiling it: `None` if it has faults, which are shown as
/// [`open`] does.
///
/// # Errors
///
/// As [`open`].
pub fn read(argument: &str, json: bool) -> anyhow::Result<Option<Definition>> {
    Ok(read_with_sources(argument, json)?.map(|(definition, _)| definition))
}

/// As [`read`], with the texts that the places of the definition are in.
///
/// # Errors
///
/// As [`open`].
pub fn read_with_sources(
    argument: &str,
    json: bool,
) -> anyhow::Result<Option<(Definition, Sources)>> {
    let found = find(argument)?;
    let mut loaded = found.load();
    if let Some(definition) = loaded.definition.take() {
        return Ok(Some((definition, loaded.sources)));
    }
    let faults = errors(&mut loaded);
    show(&faults, &loaded.sources, &found.path, json)?;
    Ok(None)
}

fn errors(loaded: &mut Loaded) -> Vec<Diagnostic> {
    std::mem::take(&mut loaded.diagnostics).into_iter().filter(Diagnostic::is_error).collect()
}

/// Shows faults on stderr, or with `json` prints them.
pub(super) fn show(
    faults: &[Diagnostic],
    sources: &Sources,
    path: &str,
    json: bool,
) -> anyhow::Result<()> {
    if json {
        #[derive(Serialize)]
        struct Faults {
            diagnostics: Vec<Said>,
        }
        let said = |fault| Said::new(fault, sources, path, None);
        let faults = Faults { diagnostics: faults.iter().map(said).collect() };
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&faults)?)?;
        return Ok(());
    }
    let mut err = std::io::stderr().lock();
    let colour = err.is_terminal();
    write!(err, "{}", render(faults, sources, "", colour))?;
    Ok(())
}

/// Shows why a FEN is refused and gives the exit code.
///
/// # Errors
///
/// An output that cannot be written.
pub fn refused(fen: &str, reasons: &[Reason], json: bool) -> anyhow::Result<u8> {
    if json {
        #[derive(Serialize)]
        struct Refusal<'a> {
            fen: &'a str,
            errors: &'a [Reason],
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", serde_json::to_string(&Refusal { fen, errors: reasons })?)?;
    } else {
        let mut err = std::io::stderr().lock();
        writeln!(err, "error: `{}` is no position of this game", printable(fen))?;
        for reason in reasons {
            writeln!(
                err,
                "  {}[{}]: {}",
                reason.grade.as_str(),
                reason.code,
                printable(&reason.message)
            )?;
        }
    }
    Ok(FAULTY)
}
