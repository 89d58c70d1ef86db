//! `ferz explain`: what the code of a fault or warning means.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::FINE;
use crate::diagnostic::codes::{CODES, Code, find};

/// The arguments of `ferz explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code as it stands in brackets, `unknown-piece`; without one all codes are listed
    pub code: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Said {
    code: &'static str,
    severity: &'static str,
    text: &'static str,
}

impl Said {
    fn new(code: &Code) -> Self {
        Self { code: code.code, severity: code.severity.as_str(), text: code.text }
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
            let all: Vec<Said> = CODES.iter().map(Said::new).collect();
            writeln!(out, "{}", serde_json::to_string(&all)?)?;
        } else {
            for code in CODES {
                writeln!(out, "{:<22} {}", code.code, code.severity.as_str())?;
            }
        }
        return Ok(FINE);
    };
    let Some(found) = find(code) else {
        anyhow::bail!("no fault or warning has the code `{code}`; `ferz explain` lists them");
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Said::new(found))?)?;
        return Ok(FINE);
    }
    writeln!(out, "{}[{}]", found.severity.as_str(), found.code)?;
    writeln!(out, "{}", found.text)?;
    if !is_error(found) {
        writeln!(out, "\nA file in which this is meant says so:\n\n[allow]")?;
        writeln!(out, "{} = \"why it is meant\"", found.code)?;
    }
    Ok(FINE)
}

fn is_error(code: &Code) -> bool {
    code.severity == crate::diagnostic::Severity::Error
}
