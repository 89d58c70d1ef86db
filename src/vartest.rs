//! The tests that a variant file carries: `[[test]]` (`language.md` section 11).
//!
//! Nothing is read from anywhere: whoever calls says how the game is opened with other
//! options.

use std::collections::BTreeMap;

use crate::definition::TestCase;
use crate::game::{Claim, Ending, Play};
use crate::limits;
use crate::position::{Grade, MoveFault, Reason};
use crate::source::Span;
use crate::variant::Variant;

/// What became of one test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// Place of its entry.
    pub span: Span,
    /// What is not as expected; `None` if the test holds.
    pub failure: Option<Failure>,
}

/// Why a test does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Everything that is not as expected, in one line.
    pub message: String,
    /// The position that was asked about, if it came to one.
    pub fen: Option<String>,
}

impl Failure {
    fn without_position(message: String) -> Self {
        Self { message, fen: None }
    }
}

/// Runs all tests of a variant. `open` gives the same game with further options, as a test's
/// `with` has them, or says why there is none.
pub fn run(
    variant: &Variant,
    mut open: impl FnMut(&str) -> Result<Variant, String>,
) -> Vec<TestResult> {
    let mut opened: BTreeMap<&str, Result<Variant, String>> = BTreeMap::new();
    let tests = variant.definition().tests.iter();
    tests
        .map(|test| {
            let outcome = if test.with.is_empty() {
                run_test(variant, test)
            } else {
                match opened.entry(test.with.as_str()).or_insert_with_key(|with| open(with)) {
                    Ok(variant) => run_test(variant, test),
                    Err(message) => {
                        let message = format!("with `{}`: {message}", test.with);
                        Err(Failure::without_position(message))
                    }
                }
            };
            TestResult { name: test.name.clone(), span: test.span, failure: outcome.err() }
        })
        .collect()
}

/// Runs one test, its options being those of the variant.
///
/// # Errors
///
/// Everything that is not as expected.
pub fn run_test(variant: &Variant, test: &TestCase) -> Result<(), Failure> {
    let mut faults = Faults(Vec::new());
    let mut fen = None;
    if let Some(expected) = test.armies {
        match variant.armies() {
            Ok(found) if found == u128::from(expected) => {}
            Ok(found) => faults.0.push(format!("armies: expected {expected}, found {found}")),
            Err(message) => faults.0.push(format!("armies: {message}")),
        }
    }
    if let Some(expected) = test.arrays {
        let found = variant.arrays().len() as u64;
        if found != expected {
            faults.0.push(format!("arrays: expected {expected}, found {found}"));
        }
    }
    match variant.game(&test.fen) {
        Err(reasons) => faults.refused(test, &reasons),
        Ok(mut game) => {
            if let Some(code) = &test.refuses {
                let message = format!("`{}` should be refused for `{code}`, but is read", test.fen);
                faults.0.push(message);
            } else {
                faults.of_game(variant, game.as_mut(), test);
                fen = Some(game.fen());
            }
        }
    }
    if faults.0.is_empty() { Ok(()) } else { Err(Failure { message: faults.0.join("; "), fen }) }
}

/// What is not as expected.
struct Faults(Vec<String>);

impl Faults {
    fn refused(&mut self, test: &TestCase, reasons: &[Reason]) {
        let against = || reasons.iter().filter(|reason| reason.grade != Grade::Suspicious);
        let Some(code) = &test.refuses else {
            let said: Vec<&str> = against().map(|reason| &*reason.message).collect();
            self.0.push(format!("`{}` is refused: {}", test.fen, said.join(", ")));
            return;
        };
        if !against().any(|reason| reason.code == code) {
            let codes: Vec<String> = against().map(|reason| format!("`{}`", reason.code)).collect();
            self.0.push(format!(
                "`{}` should be refused for `{code}`, but is refused for {}",
                test.fen,
                codes.join(", ")
            ));
        }
    }

    fn of_game(&mut self, variant: &Variant, game: &mut dyn Play, test: &TestCase) {
        let why = |game: &dyn Play, text: &str| {
            let said = game.why(variant.definition(), &[text]).pop();
            said.map_or_else(|| "it is not legal here".to_owned(), |why| plain(&why.reason))
        };
        for text in &test.moves {
            if game.play(text).is_err() {
                let reason = why(game, text);
                self.0
                    .push(format!("`{text}` of `moves` is not legal: {reason} (`{}`)", game.fen()));
                return;
            }
        }
        for text in &test.legal {
            if let Err(fault) = tried(game, text) {
                let reason = match fault {
                    MoveFault::Ambiguous => format!("it {fault}"),
                    _ => why(game, text),
                };
                self.0.push(format!("`{text}` should be legal, but {reason}"));
            }
        }
        for text in &test.illegal {
            match tried(game, text) {
                Ok(()) => self.0.push(format!("`{text}` should be illegal, but is legal")),
                Err(fault @ MoveFault::Ambiguous) => {
                    self.0.push(format!("`{text}` should be illegal, but {fault}"));
                }
                Err(MoveFault::Illegal | MoveFault::Unreadable | MoveFault::SetUp(_)) => {}
            }
        }
        if !test.from.is_empty() {
            self.from(game, test);
        }
        if let Some(expected) = &test.becomes {
            let fen = game.fen();
            if *expected != fen {
                self.0.push(format!("becomes: expected `{expected}`, found `{fen}`"));
            }
        }
        let claimed = test.claim.as_ref().and_then(|words| self.claim(game, words));
        let ending = || claimed.clone().or_else(|| game.ending());
        if let Some(expected) = &test.status {
            let words = match &claimed {
                Some(ending) => status_after(ending, game),
                None => game.status(),
            };
            if !words.contains(&expected.as_str()) {
                self.0.push(format!("status: expected {expected}, found {}", words.join(", ")));
            }
        }
        if let Some(expected) = &test.reason {
            match ending() {
                Some(ending) if ending.reason == *expected => {}
                Some(ending) => {
                    self.0
                        .push(format!("reason: expected `{expected}`, found `{}`", ending.reason));
                }
                None => {
                    self.0.push(format!("reason: expected `{expected}`, but the game goes on"));
                }
            }
        }
        self.perft(game, &test.perft);
    }

    fn from(&mut self, game: &dyn Play, test: &TestCase) {
        let moves = game.moves();
        for (square, expected) in &test.from {
            let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            let mut found: Vec<&str> = moves
                .iter()
                .filter(|mv| !mv.castles)
                .filter_map(|mv| mv.text.strip_prefix(square.as_str()))
                // `a1` is no beginning of `a10b10`.
                .filter(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            if expected == found {
                continue;
            }
            let only = |these: &[&str], those: &[&str]| {
                let list: Vec<&str> =
                    these.iter().filter(|text| !those.contains(text)).copied().collect();
                if list.is_empty() { "none".to_owned() } else { list.join(" ") }
            };
            self.0.push(format!(
                "from {square}: expected `{}`, found `{}` (missing: {}; too many: {})",
                expected.join(" "),
                found.join(" "),
                only(&expected, &found),
                only(&found, &expected)
            ));
        }
    }

    /// Compares a claim, and gives its result if it is granted as expected.
    fn claim(&mut self, game: &dyn Play, words: &str) -> Option<Ending> {
        let (words, wanted) = match words.strip_prefix("not ") {
            Some(words) => (words, false),
            None => (words, true),
        };
        let found = match game.claim(words) {
            Claim::Granted(ending) if wanted => return Some(ending),
            Claim::Refused | Claim::Unknown(_) if !wanted => return None,
            Claim::Granted(ending) => format!("granted: `{}`", ending.reason),
            Claim::Refused => "refused".to_owned(),
            Claim::Unknown(known) if known.is_empty() => "unknown: there are no claims".to_owned(),
            Claim::Unknown(known) => format!("unknown: there is `{}`", known.join("`, `")),
            Claim::IllegalMove(fault) => format!("not heard: the announced move {fault}"),
        };
        let expected = if wanted { "granted" } else { "refused" };
        self.0.push(format!("claim `{words}`: expected {expected}, but it is {found}"));
        None
    }

    /// Stops at the first count that differs: deeper ones would follow from it, and what is
    /// counted stays near what the file says.
    fn perft(&mut self, game: &dyn Play, counts: &[u64]) {
        for (depth, &expected) in (1..).zip(counts) {
            if expected > limits::TEST_NODES || depth > limits::PERFT_DEPTH {
                self.0.push(format!(
                    "perft {depth}: a test may count {} nodes at depth {} at most; use `ferz perft`",
                    limits::TEST_NODES,
                    limits::PERFT_DEPTH
                ));
                return;
            }
            let Some(found) = game.perft(depth, false) else {
                self.0.push(format!("perft {depth}: too many to count"));
                return;
            };
            if found != expected {
                self.0.push(format!("perft {depth}: expected {expected}, found {found}"));
                return;
            }
        }
    }
}

/// A sentence as part of a longer one.
fn plain(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    let second = letters.clone().nth(1);
    match letters.next() {
        // A name, or a letter by itself, stays as it is.
        Some(first)
            if second.is_some_and(|second| second.is_ascii_lowercase() || second == ' ')
                && !["White", "Black"].iter().any(|name| sentence.starts_with(name)) =>
        {
            first.to_lowercase().chain(letters).collect()
        }
        Some(first) => std::iter::once(first).chain(letters).collect(),
        None => String::new(),
    }
}

/// Whether a text means a legal move. The game is left as it was.
fn tried(game: &mut dyn Play, text: &str) -> Result<(), MoveFault> {
    game.play(text)?;
    game.undo();
    Ok(())
}

/// The words that fit once a claim has ended the game.
fn status_after(ending: &Ending, game: &dyn Play) -> Vec<&'static str> {
    let mut words = game.status();
    words.retain(|word| matches!(*word, "checkmate" | "stalemate"));
    words.push(match ending.winner {
        Some(crate::board::Side::White) => "white wins",
        Some(crate::board::Side::Black) => "black wins",
        None => "draw",
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::load;

    const GAME: &str = r#"
[variant]
name = "Kings and rooks"
[board]
files = 4
ranks = 5
[pieces.king]
letter = "K"
moves = "K"
[pieces.rook]
letter = "R"
moves = "R"
[[royal]]
name = "king"
pieces = "king"
[[end]]
name = "mate"
when = "check(them) and moves(them) == 0"
result = "us"
[[end]]
name = "no move"
when = "moves(them) == 0"
result = "draw"
[[end]]
name = "quiet"
when = "quiet >= 2"
result = "draw"
by = "claim"
[setup]
start = "2rk/4/4/4/KR2 w - - 0 1"
"#;

    fn failure(test: &str) -> Option<String> {
        let text = format!("{GAME}[[test]]\nname = \"it\"\n{test}\n");
        let loaded = load("game", "game.toml", &text, &[], &());
        let definition = loaded.definition.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let variant = Variant::new(definition).unwrap();
        let results = run(&variant, |with| Err(format!("no option {with}")));
        assert_eq!(results.len(), 1);
        results.into_iter().next().unwrap().failure.map(|failure| failure.message)
    }

    #[test]
    fn every_key_can_hold() {
        for test in [
            "legal = [\"a1a2\"]\nillegal = [\"a1a9\", \"b1c2\", \"nonsense\"]",
            "from = { a1 = \"a2 b2\" }",
            "perft = [8, 49]",
            "moves = \"a1a2\"\nbecomes = \"2rk/4/4/K3/1R2 b - - 1 1\"",
            "status = \"ongoing\"",
            "moves = \"a1a2\"\nillegal = [\"a2a3\"]",
            "fen = \"k3/4/K3/3R/4 w - - 0 1\"\nmoves = \"d2d5\"\nstatus = \"checkmate\"",
            "fen = \"k3/4/K3/3R/4 w - - 0 1\"\nmoves = \"d2d5\"\nstatus = \"white wins\"\nreason = \"mate\"",
            "claim = \"not quiet\"",
            "moves = \"a1a2 d5d4\"\nclaim = \"quiet\"\nstatus = \"draw\"\nreason = \"quiet\"",
            "moves = \"a1a2\"\nclaim = \"quiet+d5d4\"",
            "fen = \"rk2/4/4/4/4 w - - 0 1\"\nrefuses = \"royal-missing\"",
            "arrays = 1",
        ] {
            assert_eq!(failure(test), None, "{test}");
        }
    }

    #[test]
    fn what_fails_says_what_came() {
        for (test, said) in [
            ("legal = [\"a1c1\"]", "`a1c1` should be legal, but a king does not go from a1 to c1"),
            ("illegal = [\"a1a2\"]", "`a1a2` should be illegal, but is legal"),
            (
                "from = { a1 = \"a2 c2\" }",
                "from a1: expected `a2 c2`, found `a2 b2` (missing: c2; too many: b2)",
            ),
            ("perft = [8, 50, 1]", "perft 2: expected 50, found 49"),
            ("status = \"draw\"", "status: expected draw, found ongoing"),
            ("reason = \"mate\"", "reason: expected `mate`, but the game goes on"),
            ("claim = \"quiet\"", "claim `quiet`: expected granted, but it is refused"),
            (
                "claim = \"rest\"",
                "claim `rest`: expected granted, but it is unknown: there is `quiet`",
            ),
            (
                "moves = \"a1a5\"\nstatus = \"check\"",
                "`a1a5` of `moves` is not legal: a king does not go from a1 to a5",
            ),
            ("arrays = 2", "arrays: expected 2, found 1"),
            ("refuses = \"ranks\"", "`start` should be refused for `ranks`, but is read"),
            ("fen = \"4/4/4/4/K2k w\"\nrefuses = \"ranks\"", "but is read"),
            ("perft = [999999999999]", "a test may count"),
        ] {
            let failure = failure(test).unwrap_or_else(|| panic!("{test} holds"));
            assert!(failure.contains(said), "{test}: {failure}");
        }
    }
}
