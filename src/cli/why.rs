//! `ferz why`: why a move is legal, or the first rule that forbids it.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::open::{open_placed, refused};
use super::render::position;
use super::{FAULTY, FINE};
use crate::why::Why;

/// The arguments of `ferz why`.
#[derive(Debug, Args)]
pub struct WhyArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// The move, or any text that somebody took for one
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub mv: String,
    /// A FEN or the name of a preset
    #[arg(long, default_value = "start")]
    pub fen: String,
    /// Moves played first, divided by blanks
    #[arg(long, default_value = "", value_name = "MOVES")]
    pub moves: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    legal: bool,
    code: &'static str,
    reason: &'a str,
    rule: Option<&'a str>,
    /// Of the file that `path` names.
    line: Option<usize>,
    path: Option<String>,
}

/// Runs the command and gives its exit code: whatever the answer, it is no fault.
///
/// # Errors
///
/// A variant that cannot be found, or an output that cannot be written.
pub fn run(args: &WhyArgs) -> anyhow::Result<u8> {
    let Some((variant, sources)) = open_placed(&args.variant, args.json)? else {
        return Ok(FAULTY);
    };
    let mut game = match variant.game(&args.fen) {
        Ok(game) => game,
        Err(reasons) => return refused(variant.fen_of(&args.fen), &reasons, args.json),
    };
    for (index, text) in args.moves.split_whitespace().enumerate() {
        if let Err(fault) = game.play(text) {
            let mut err = std::io::stderr().lock();
            let text = text.escape_debug();
            writeln!(err, "error: move {} of `--moves`, `{text}`, {fault}", index + 1)?;
            return Ok(FAULTY);
        }
    }
    let answers = game.why(variant.definition(), &[&args.mv]);
    let Some(Why { legal, text, code, reason, rule, span }) = answers.first() else {
        return Ok(FINE);
    };
    let place = span.map(|span| position(span, &sources));
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = Report {
            text,
            legal: *legal,
            code,
            reason,
            rule: rule.as_deref(),
            line: place.as_ref().map(|(_, [line, ..])| *line),
            path: place.map(|(path, _)| path),
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(FINE);
    }
    let word = if *legal { "legal" } else { "not legal" };
    writeln!(out, "{}: {word}. {reason}", text.escape_debug())?;
    match (rule, place) {
        (Some(rule), Some((path, [line, ..]))) => writeln!(out, "  {rule}, {path}:{line}")?,
        (Some(rule), None) => writeln!(out, "  {rule}")?,
        (None, _) => {}
    }
    Ok(FINE)
}
