//! A game → PGN.

use std::fmt::{self, Write};

use crate::board::Side;
use crate::position::{MoveFault, Reason};
use crate::variant::Variant;

use super::play::{number_of, result_of};
use super::read::PgnResult;

/// Characters of a line, at most; only a move that is longer gets a longer one.
const WIDTH: usize = 79;

/// The tags that every game has, in the order of the standard, with what stands for unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Why a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnwrittenMove {
    /// Its beginning is no position of the game.
    Start(Vec<Reason>),
    /// A move cannot be played.
    Move {
        /// How many were played before it.
        index: usize,
        /// Why.
        fault: MoveFault,
    },
}

impl fmt::Display for UnwrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(_) => f.write_str("the beginning is no position of the game"),
            Self::Move { index, fault } => write!(f, "move {} {fault}", index + 1),
        }
    }
}

impl std::error::Error for UnwrittenMove {}

/// Writes a game that begins with `start`, a FEN or the name of a preset, and goes on with `moves` in
/// any spelling. `tags` go into the seven of the standard or behind them; without a tag `Result`
/// the result is what the rules say.
///
/// # Errors
/// A start or a move that the rules refuse.
pub fn write(
    variant: &Variant,
    start: &str,
    moves: &[&str],
    tags: &[(&str, &str)],
) -> Result<String, UnwrittenMove> {
    let mut game = variant.game(start).map_err(UnwrittenMove::Start)?;
    let first = game.fen();
    let mut tokens = Vec::with_capacity(moves.len() * 2);
    let mut white_before = false;
    for (index, text) in moves.iter().enumerate() {
        let mv = game.read(text).map_err(|fault| UnwrittenMove::Move { index, fault })?;
        let number = number_of(&game.fen());
        match game.side() {
            Side::White => tokens.push(format!("{number}.")),
            Side::Black if !white_before => tokens.push(format!("{number}...")),
            Side::Black => {}
        }
        white_before = game.side() == Side::White;
        let san = game.san(std::slice::from_ref(&mv));
        tokens.extend(san.iter().map(|san| without_braces(san)));
        game.play_move(&mv);
    }
    let ending = game.ending();
    let by_rules = ending.as_ref().map_or(PgnResult::Unknown, |end| result_of(end.winner));
    let given = |name: &str| {
        let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value)
    };
    let result = given("Result").and_then(PgnResult::parse).unwrap_or(by_rules);
    if let Some(ending) = &ending {
        // Braces end comments, and blanks are where lines break.
        let reason = ending.reason.replace(['{', '}'], "");
        let words: Vec<&str> = reason.split_whitespace().collect();
        tokens.extend(format!("{{{}}}", words.join(" ")).split(' ').map(str::to_owned));
    }
    tokens.push(result.as_str().to_owned());

    let mut out = String::new();
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { result.as_str() } else { given(name).unwrap_or(unknown) };
        tag(&mut out, name, value);
    }
    let definition = variant.definition();
    let own = [("Variant", definition.title.as_str()), ("SetUp", "1"), ("FEN", first.as_str())];
    let chosen = definition.options.iter().any(|option| option.chosen != option.default);
    // With other options than the file's own nobody else knows the start.
    let usual = start == "start" || variant.game("start").is_ok_and(|game| game.fen() == first);
    let own = if usual && !chosen { &own[..1] } else { &own[..] };
    for (name, value) in own {
        tag(&mut out, name, value);
    }
    let written =
        |name: &str| ROSTER.iter().chain(own).any(|(known, _)| known.eq_ignore_ascii_case(name));
    for (name, value) in tags.iter().filter(|(name, _)| !written(name)) {
        tag(&mut out, name, value);
    }
    out.push('\n');
    out.push_str(&lines(&tokens));
    Ok(out)
}

/// A tag's line. What is no letter, digit or `_` is left out of its name, and what is no character
/// that is seen becomes a blank in its value.
fn tag(out: &mut String, name: &str, value: &str) {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let value: String = value.chars().map(clean).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    if !name.is_empty() {
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
}

/// Braces are comments in PGN.
fn without_braces(san: &str) -> String {
    san.replace('{', "<").replace('}', ">")
}

/// Tokens with blanks between them, in lines that are not too long.
fn lines(tokens: &[String]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for token in tokens {
        let len = token.chars().count();
        if width > 0 && width + 1 + len > WIDTH {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(token);
        width += len;
    }
    out.push('\n');
    out
}
