//! `ferz moves`: a position, its legal moves, whether it is check or the end.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::open::{Opened, open, refused};
use super::render::board;
use super::{FAULTY, FINE};
use crate::board::Side;
use crate::game::{Claim, Ending, Play, Printed};
use crate::limits;
use crate::pgn;
use crate::position::MoveFault;
use crate::variant::Variant;

/// The arguments of `ferz moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// A FEN or the name of a preset
    #[arg(long, default_value = "start")]
    pub fen: String,
    /// Moves played first, divided by blanks
    #[arg(long, default_value = "", value_name = "MOVES")]
    pub moves: String,
    /// Words of a claim by the side to move, `WORDS` or `WORDS+MOVE`
    #[arg(long)]
    pub claim: Option<String>,
    /// List moves in SAN, as in `Nf3`; with `--json` beside the others, as `san`
    #[arg(long)]
    pub san: bool,
    /// Print the moves played as a game in PGN
    #[arg(long, conflicts_with_all = ["json", "san", "claim"])]
    pub pgn: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    fen: String,
    side: &'static str,
    check: bool,
    outcome: Option<EndSaid>,
    /// `None` where there are too many to list.
    moves: Option<Vec<String>>,
    /// The same in SAN, in the same order, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<Vec<String>>,
    count: u64,
    castling: Vec<String>,
    status: Vec<&'static str>,
    /// Name of the set-up stage that is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    claim: Option<ClaimSaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Illegal<'a>>,
}

#[derive(Debug, Serialize)]
struct EndSaid {
    winner: Option<&'static str>,
    reason: String,
}

/// The answer to a claim; `message` says why one is not granted.
#[derive(Debug, Serialize)]
struct ClaimSaid {
    granted: bool,
    winner: Option<&'static str>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// The first move that cannot be played.
#[derive(Debug, Serialize)]
struct Illegal<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    index: usize,
    reason: String,
    /// Touch-move: what has to be played instead of a refused castling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    touched: Vec<String>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant that cannot be found, or an output that cannot be written.
pub fn run(args: &MovesArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, args.json)? else { return Ok(FAULTY) };
    let mut game = match variant.game(&args.fen) {
        Ok(game) => game,
        Err(reasons) => return refused(variant.fen_of(&args.fen), &reasons, args.json),
    };
    let mut illegal = None;
    for (index, text) in args.moves.split_whitespace().enumerate() {
        if is_number(text) {
            continue;
        }
        if let Err(fault) = game.play(text) {
            let touched = game.bound_by_touch(text);
            let why = game.why(variant.definition(), &[text]).pop();
            let reason = match (fault, why) {
                (MoveFault::Illegal, Some(why)) => format!("is not legal: {}", why.reason),
                (fault, _) => fault.to_string(),
            };
            illegal = Some(Illegal { text, index, reason, touched });
            break;
        }
    }
    let code = if illegal.is_none() { FINE } else { FAULTY };
    let claim = args.claim.as_ref().filter(|_| illegal.is_none());
    let report = report(game.as_ref(), claim.map(String::as_str), args.san, illegal);
    let mut out = std::io::stdout().lock();
    if args.pgn {
        let played = report.illegal.as_ref().map_or(usize::MAX, |illegal| illegal.index);
        let moves: Vec<&str> = args.moves.split_whitespace().take(played).collect();
        write!(out, "{}", pgn::write(&variant, &args.fen, &moves, &[])?)?;
    } else if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&variant, &report, &mut out)?;
    }
    out.flush()?;
    if let Some(illegal) = report.illegal.as_ref().filter(|_| !args.json) {
        let mut err = std::io::stderr().lock();
        let text = illegal.text.escape_debug();
        writeln!(err, "error: move {}, `{text}`, {}", illegal.index + 1, illegal.reason)?;
        if !illegal.touched.is_empty() {
            writeln!(err, "touch-move: one of {} must be played", illegal.touched.join(" "))?;
        }
    }
    Ok(code)
}

/// Whether a word is the number of a move, as in a game's text: `1.`, `1...`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn report<'a>(
    game: &dyn Play,
    claim: Option<&str>,
    san: bool,
    illegal: Option<Illegal<'a>>,
) -> Report<'a> {
    let count = game.count();
    let listed = (count <= limits::LISTED_MOVES).then(|| {
        let mut moves = game.moves();
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        moves
    });
    let texts = |moves: &[Printed]| moves.iter().map(|mv| mv.text.clone()).collect();
    let castling = listed.iter().flatten().filter(|mv| mv.castles);
    Report {
        fen: game.fen(),
        side: game.side().as_str(),
        check: game.check(),
        outcome: game.ending().map(|ending| {
            let (winner, reason) = end_said(ending);
            EndSaid { winner, reason }
        }),
        castling: castling.map(|mv| mv.text.clone()).collect(),
        moves: listed.as_deref().map(texts),
        san: listed.as_deref().filter(|_| san).map(|moves| game.san(moves)),
        count,
        status: game.status(),
        stage: game.stage(),
        claim: claim.map(|words| claim_said(game.claim(words))),
        illegal,
    }
}

fn end_said(ending: Ending) -> (Option<&'static str>, String) {
    (ending.winner.map(Side::as_str), ending.reason)
}

fn claim_said(claim: Claim) -> ClaimSaid {
    let refused = |message: String| ClaimSaid {
        granted: false,
        winner: None,
        reason: None,
        message: Some(message),
    };
    match claim {
        Claim::Granted(ending) => {
            let (winner, reason) = end_said(ending);
            ClaimSaid { granted: true, winner, reason: Some(reason), message: None }
        }
        Claim::Refused => refused("nothing that can be claimed so holds here".to_owned()),
        Claim::Unknown(known) if known.is_empty() => refused("this game has no claims".to_owned()),
        Claim::Unknown(known) => {
            refused(format!("no claim has these words; there is `{}`", known.join("`, `")))
        }
        Claim::IllegalMove(fault) => refused(format!("the announced move {fault}")),
    }
}

fn print(variant: &Variant, report: &Report<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    write!(out, "{}", board(variant.definition(), &report.fen))?;
    writeln!(out, "\n{}", report.fen)?;
    let check = if report.check { ", in check" } else { "" };
    match &report.stage {
        Some(stage) => writeln!(out, "set-up, {stage}: {} to choose", report.side)?,
        None => writeln!(out, "{} to move{check}: {}", report.side, report.status.join(", "))?,
    }
    if let Some(EndSaid { reason, .. }) = &report.outcome {
        writeln!(out, "the game has ended: {reason}")?;
    }
    match &report.claim {
        Some(ClaimSaid { granted: true, winner, reason, .. }) => {
            let reason = reason.as_deref().unwrap_or_default();
            let result = winner.map_or("draw".to_owned(), |winner| format!("{winner} wins"));
            writeln!(out, "the claim is granted: {result} ({reason})")?;
        }
        Some(ClaimSaid { message, .. }) => {
            let message = message.as_deref().unwrap_or_default();
            writeln!(out, "the claim is refused: {}", message.escape_debug())?;
        }
        None => {}
    }
    if report.stage.is_some() {
        writeln!(out, "{} choices", report.count)?;
    }
    match report.count {
        _ if report.stage.is_some() => {}
        0 => writeln!(out, "no legal moves")?,
        1 => writeln!(out, "1 legal move")?,
        count => writeln!(out, "{count} legal moves")?,
    }
    if let Some(moves) = report.san.as_ref().or(report.moves.as_ref()) {
        columns(moves, out)?;
    }
    if !report.castling.is_empty() {
        writeln!(out, "castling: {}", report.castling.join(" "))?;
    }
    Ok(())
}

/// Texts in columns, read downwards, at most 80 characters wide.
fn columns(texts: &[String], out: &mut impl Write) -> std::io::Result<()> {
    use std::fmt::Write as _;
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let across = (80 / width).max(1);
    let down = texts.len().div_ceil(across);
    for row in 0..down {
        let mut line = String::new();
        for text in texts.iter().skip(row).step_by(down) {
            let _ = write!(line, "{text:<width$}");
        }
        writeln!(out, "  {}", line.trim_end())?;
    }
    Ok(())
}
