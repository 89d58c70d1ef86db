//! `ferz explain`: what the code of a fault, a warning or a reason against a position means.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::FINE;
use crate::diagnostic::codes::{CODES, Code, is_warning};
use crate::position::reasons::{About, REASONS};

/// The arguments of `ferz explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code as it stands in brackets, `unknown-piece`; without one all codes are listed
    pub code: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A code of definitions, or of positions and games.
#[derive(Debug, Serialize)]
struct Said {
    code: &'static str,
    /// Error or warning; those of positions have grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grades: Option<&'static [&'static str]>,
    text: &'static str,
}

impl Said {
    fn of_definitions(code: &Code) -> Self {
        let severity = Some(code.severity.as_str());
        Self { code: code.code, severity, grades: None, text: code.text }
    }

    fn of_positions(about: &About) -> Self {
        Self { code: about.code, severity: None, grades: Some(about.grades), text: about.text }
    }

    /// All of them, those of definitions first.
    fn all() -> impl Iterator<Item = Self> {
        CODES.iter().map(Self::of_definitions).chain(REASONS.iter().map(Self::of_positions))
    }

    /// How bad it is, in words.
    fn kind(&self) -> String {
        self.severity.map_or_else(|| self.grades.unwrap_or_default().join(", "), str::to_owned)
    }
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A code that does not exist, or an output that cannot be written.
pub fn run(args: &ExplainArgs) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    let Some(code) = &args.code else {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&Said::all().collect::<Vec<_>>())?)?;
        } else {
            for said in Said::all() {
                writeln!(out, "{:<22} {}", said.code, said.kind())?;
            }
        }
        return Ok(FINE);
    };
    // Some codes are said of definitions and of positions.
    let found: Vec<Said> =
        Said::all().filter(|said| said.code.eq_ignore_ascii_case(code)).collect();
    if found.is_empty() {
        anyhow::bail!("nothing has the code `{code}`; `ferz explain` lists all codes");
    }
    for (index, said) in found.iter().enumerate() {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(said)?)?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        match said.severity {
            Some(severity) => writeln!(out, "{severity}[{}]", said.code)?,
            None => writeln!(out, "{}, of a position, line or game: {}", said.code, said.kind())?,
        }
        writeln!(out, "{}", said.text)?;
        if is_warning(said.code) && said.severity.is_some() {
            writeln!(out, "\nA file in which this is meant says so:\n\n[allow]")?;
            writeln!(out, "{} = \"why it is meant\"", said.code)?;
        }
    }
    Ok(FINE)
}
