//! Worked cases (`tests/rules/*.toml`, `[[test]]`s of variant files) and how they are judged,
//! whichever interpreter plays the game.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::collections::BTreeMap;

use ferz::board::Side;
use serde::Deserialize;

/// Winner, nobody in a draw, and reason.
pub(crate) type Outcome = (Option<Side>, String);

/// A game in play.
pub(crate) trait Game: Sized {
    /// Starts from a FEN, the name of a preset, or `start`; refuses with a message.
    fn at(variant: &str, fen: &str) -> Result<Self, String>;
    /// Plays a move in any spelling; says why not.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Whether a move in any spelling is legal.
    fn is_legal(&self, text: &str) -> bool;
    /// Texts of all legal moves, and whether each castles.
    fn moves(&self) -> Vec<(String, bool)>;
    /// The position as printed.
    fn fen(&self) -> String;
    /// Every word of `language.md` 11 that fits.
    fn statuses(&self) -> Vec<&'static str>;
    /// Winner and reason, once the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What a claim in these words gives, `WORDS` or `WORDS+MOVE`; `None` if it is refused.
    fn claim(&self, words: &str) -> Option<Outcome>;
    /// Number of legal sequences.
    fn perft(&self, depth: u32) -> u64;
}

/// A list of cases, as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseFile {
    /// The cases.
    pub(crate) case: Vec<Case>,
}

/// One case: a position, moves, and what then holds.
#[derive(Deserialize, Default, Clone)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) rule: String,
    pub(crate) variant: String,
    pub(crate) fen: String,
    pub(crate) moves: String,
    pub(crate) legal: Vec<String>,
    pub(crate) illegal: Vec<String>,
    pub(crate) from: BTreeMap<String, String>,
    pub(crate) perft: Vec<u64>,
    pub(crate) becomes: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) claim: Option<String>,
    pub(crate) refuses: Option<String>,
}

/// Judges a case. The message names everything that is not as it should be. Perft is asked
/// only up to `budget` nodes.
pub(crate) fn check<G: Game>(case: &Case, budget: u64) -> Result<(), String> {
    let fen = if case.fen.is_empty() { "start" } else { &case.fen };
    let place = format!("{} from `{fen}` after `{}`", case.variant, case.moves);
    let at = G::at(&case.variant, fen);
    if case.refuses.is_some() {
        return match at {
            Ok(_) => Err(format!("{place}: the FEN is accepted")),
            Err(_) => Ok(()),
        };
    }
    let mut game = at.map_err(|fault| format!("{place}: {fault}"))?;
    for text in case.moves.split_whitespace() {
        game.play(text).map_err(|fault| format!("{place}: {fault}"))?;
    }
    let mut faults = Vec::new();
    for text in case.legal.iter().filter(|text| !game.is_legal(text)) {
        faults.push(format!("{text} is not legal"));
    }
    for text in case.illegal.iter().filter(|text| game.is_legal(text)) {
        faults.push(format!("{text} is legal"));
    }
    let moves = game.moves();
    for (square, expected) in &case.from {
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        let mut found: Vec<&str> = moves
            .iter()
            .filter(|(_, castles)| !castles)
            .filter_map(|(text, _)| text.strip_prefix(square.as_str()))
            // `a1` is no prefix of `a10b10`.
            .filter(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
            .collect();
        expected.sort_unstable();
        found.sort_unstable();
        if expected != found {
            faults.push(format!("from {square}: {found:?}, expected {expected:?}"));
        }
    }
    if let Some(expected) = &case.becomes
        && game.fen() != *expected
    {
        faults.push(format!("becomes `{}`, expected `{expected}`", game.fen()));
    }
    let mut outcome = game.outcome();
    let mut statuses = game.statuses();
    if let Some(words) = &case.claim {
        let (words, granted) = match words.strip_prefix("not ") {
            Some(words) => (words, false),
            None => (words.as_str(), true),
        };
        let claimed = game.claim(words);
        if claimed.is_some() != granted {
            faults.push(format!("the claim `{words}` should be granted: {granted}"));
        }
        if let Some((winner, reason)) = claimed {
            // Then status and reason tell its result.
            statuses = vec![match winner {
                Some(Side::White) => "white wins",
                Some(Side::Black) => "black wins",
                None => "draw",
            }];
            outcome = Some((winner, reason));
        }
    }
    if let Some(expected) = &case.status
        && !statuses.contains(&expected.as_str())
    {
        faults.push(format!("status {statuses:?} ({outcome:?}), expected {expected}"));
    }
    if let Some(expected) = &case.reason
        && outcome.as_ref().map(|(_, reason)| reason) != Some(expected)
    {
        faults.push(format!("outcome {outcome:?}, expected reason `{expected}`"));
    }
    for (depth, &expected) in (1..).zip(&case.perft) {
        if expected > budget {
            break;
        }
        let nodes = game.perft(depth);
        if nodes != expected {
            faults.push(format!("perft {depth}: {nodes}, expected {expected}"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("{place}: {}", faults.join("; "))) }
}
