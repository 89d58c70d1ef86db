//! Another engine, asked for its counts in the UCI protocol, and where they part from ours.
//!
//! Whoever calls starts the program and hands over both of its streams. Everything that comes
//! back is foreign text: lines, their number, the time and the moves in them are bounded.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod lines;
mod parting;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::limits;
use lines::Lines;
pub use parting::{Parting, part};

/// Why an engine could not be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It ended, or closed its output.
    Ended,
    /// It did not answer in time.
    Silent(Duration),
    /// A line that is longer than is read.
    LongLine,
    /// So many lines without the one that was waited for.
    ManyLines(usize),
    /// An answer that means nothing, and what is wrong with it.
    Garbage(String),
    /// It does not know the game: its name, and what the engine knows.
    NoSuchGame(String, Vec<String>),
    /// Our own counts cannot be had, and why.
    Uncounted(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => write!(f, "the engine has ended"),
            Self::Silent(time) => {
                write!(f, "the engine gave no answer within {} seconds", time.as_secs())
            }
            Self::LongLine => write!(
                f,
                "the engine wrote a line of more than {} bytes",
                limits::ENGINE_LINE_BYTES
            ),
            Self::ManyLines(count) => write!(f, "the engine wrote {count} lines and no answer"),
            Self::Garbage(what) => write!(f, "the engine's answer is not understood: {what}"),
            Self::NoSuchGame(name, known) if known.is_empty() => write!(
                f,
                "the engine has no option `UCI_Variant`, so it plays `chess` only, not `{name}`"
            ),
            Self::NoSuchGame(name, known) => write!(
                f,
                "the engine's option `UCI_Variant` does not list `{name}`, so it would count \
                 another game; it lists {} games",
                known.len()
            ),
            Self::Uncounted(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for Trouble {}

/// Counts by first move, as the engine writes the moves.
pub type Counts = BTreeMap<String, u64>;

/// An engine that has introduced itself.
pub struct Engine<W: Write> {
    lines: Lines,
    input: W,
    timeout: Duration,
    /// How it calls itself; empty if it does not.
    pub name: String,
    /// The games of its option `UCI_Variant`; empty without that option.
    pub games: Vec<String>,
    /// Whether it has the option `UCI_Chess960`.
    pub chess960: bool,
}

impl<W: Write> fmt::Debug for Engine<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<W: Write> Engine<W> {
    /// Greets an engine with these streams. No answer may take longer than `timeout`.
    ///
    /// # Errors
    ///
    /// An engine that does not introduce itself.
    pub fn new(
        output: impl Read + Send + 'static,
        input: W,
        timeout: Duration,
    ) -> Result<Self, Trouble> {
        let (name, games) = (String::new(), Vec::new());
        let lines = Lines::new(output);
        let mut engine = Self { lines, input, timeout, name, games, chess960: false };
        engine.say("uci")?;
        let mut heard = Vec::new();
        engine.listen(|line| {
            heard.push(line.to_owned());
            line == "uciok"
        })?;
        for line in &heard {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = shown(name);
            } else if let Some(rest) = line.strip_prefix("option name UCI_Variant type combo") {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let vars = words.windows(2).filter(|pair| pair.first() == Some(&"var"));
                engine.games = vars.filter_map(|pair| pair.last()).map(|s| (*s).into()).collect();
            } else if line.starts_with("option name UCI_Chess960 ") {
                engine.chess960 = true;
            }
        }
        Ok(engine)
    }

    /// Chooses a game.
    ///
    /// # Errors
    ///
    /// A game that the engine does not list: it would count another one.
    pub fn choose(&mut self, game: &str, chess960: bool) -> Result<(), Trouble> {
        let listed = self.games.iter().any(|known| known == game);
        let only_game = self.games.is_empty() && game == "chess";
        if !listed && !only_game {
            return Err(Trouble::NoSuchGame(game.to_owned(), self.games.clone()));
        }
        if listed {
            self.say(&format!("setoption name UCI_Variant value {game}"))?;
        }
        if self.chess960 {
            self.say(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        }
        self.say("isready")?;
        self.listen(|line| line == "readyok")
    }

    /// The engine's counts by first move, behind these moves.
    ///
    /// # Errors
    ///
    /// No answer, or one that means nothing.
    pub fn divide(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Counts, Trouble> {
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position fen {fen}{moves}"))?;
        self.say(&format!("go perft {depth}"))?;
        let mut counts = Counts::new();
        let mut sum: Option<u64> = Some(0);
        let mut told = None;
        let mut twice = None;
        self.listen(|line| {
            let Some((left, right)) = line.split_once(": ") else { return false };
            let Ok(nodes) = right.trim().parse::<u64>() else { return false };
            if left == "Nodes searched" {
                told = Some(nodes);
                return true;
            }
            if is_move(left) {
                sum = sum.and_then(|sum| sum.checked_add(nodes));
                if counts.insert(left.to_owned(), nodes).is_some() {
                    twice = Some(left.to_owned());
                }
            }
            false
        })?;
        if let Some(text) = twice {
            return Err(Trouble::Garbage(format!("it counts `{text}` twice")));
        }
        if told != sum {
            let sum = sum.map_or_else(|| "too much".to_owned(), |sum| sum.to_string());
            let told = told.unwrap_or_default();
            return Err(Trouble::Garbage(format!(
                "it says `Nodes searched: {told}`, but its moves have {sum}"
            )));
        }
        Ok(counts)
    }

    fn say(&mut self, line: &str) -> Result<(), Trouble> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| Trouble::Ended)
    }

    /// Reads lines until one is the last of an answer.
    fn listen(&mut self, mut last: impl FnMut(&str) -> bool) -> Result<(), Trouble> {
        let begin = Instant::now();
        for _ in 0..limits::ENGINE_LINES {
            let left = self.timeout.saturating_sub(begin.elapsed());
            if last(self.lines.next(left, self.timeout)?.trim()) {
                return Ok(());
            }
        }
        Err(Trouble::ManyLines(limits::ENGINE_LINES))
    }
}

/// Whether a word can be a move: what stands in move texts, and no more.
fn is_move(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "@+-=,*/~".contains(c);
    (2..=limits::ENGINE_MOVE_BYTES).contains(&text.len()) && text.chars().all(fits)
}

/// A name that an engine gives, on one line and short.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(limits::NAME_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn engine(output: &str) -> Result<Engine<Vec<u8>>, Trouble> {
        Engine::new(Cursor::new(output.to_owned()), Vec::new(), Duration::from_secs(5))
    }

    const HELLO: &str = "id name Test 1\noption name UCI_Variant type combo default chess \
                         var chess var xiangqi\noption name UCI_Chess960 type check default \
                         false\nuciok\nreadyok\n";

    #[test]
    fn an_engine_is_greeted_told_the_game_and_asked() {
        let output = format!("{HELLO}info string hi\na2a3: 2\nb2b3: 3\n\nNodes searched: 5\n");
        let mut engine = engine(&output).unwrap();
        assert_eq!((engine.name.as_str(), engine.games.len()), ("Test 1", 2));
        engine.choose("xiangqi", false).unwrap();
        let counts = engine.divide("FEN", &["a1a2".to_owned()], 2).unwrap();
        assert_eq!(counts, [("a2a3".to_owned(), 2), ("b2b3".to_owned(), 3)].into());
        let said = String::from_utf8(engine.input).unwrap();
        assert_eq!(
            said,
            "uci\nsetoption name UCI_Variant value xiangqi\nsetoption name UCI_Chess960 value \
             false\nisready\nposition fen FEN moves a1a2\ngo perft 2\n"
        );
    }

    #[test]
    fn games_that_are_not_listed_are_refused() {
        let mut engine = engine(HELLO).unwrap();
        let refusal = engine.choose("berolina", false).unwrap_err();
        assert!(matches!(&refusal, Trouble::NoSuchGame(name, known)
            if name == "berolina" && known.len() == 2));
        assert!(!String::from_utf8(engine.input).unwrap().contains("setoption"));
    }

    #[test]
    fn without_the_option_only_chess_is_played() {
        let mut plain = engine("uciok\nreadyok\n").unwrap();
        assert_eq!(plain.choose("shogi", false), Err(Trouble::NoSuchGame("shogi".into(), vec![])));
        assert_eq!(plain.choose("chess", false), Ok(()));
    }

    #[test]
    fn bad_answers_are_told() {
        assert_eq!(engine("").unwrap_err(), Trouble::Ended);
        assert_eq!(engine(&"x".repeat(100_000)).unwrap_err(), Trouble::LongLine);
        let many = "x\n".repeat(limits::ENGINE_LINES + 1);
        assert_eq!(engine(&many).unwrap_err(), Trouble::ManyLines(limits::ENGINE_LINES));
        for (answer, what) in [
            ("a2a3: 2\nNodes searched: 5\n", "its moves have 2"),
            ("a2a3: 2\na2a3: 3\nNodes searched: 5\n", "twice"),
        ] {
            let mut engine = engine(&format!("uciok\n{answer}")).unwrap();
            let trouble = engine.divide("FEN", &[], 1).unwrap_err();
            assert!(trouble.to_string().contains(what), "{trouble}");
        }
        let mut engine = engine("uciok\na2a3: 2\n").unwrap();
        assert_eq!(engine.divide("FEN", &[], 1), Err(Trouble::Ended));
    }

    #[test]
    fn an_engine_that_says_nothing_is_left() {
        struct Mute;
        impl Read for Mute {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                std::thread::sleep(Duration::from_secs(1));
                Err(std::io::ErrorKind::Interrupted.into())
            }
        }
        let timeout = Duration::from_millis(50);
        let greeted = Engine::new(Mute, Vec::new(), timeout);
        assert_eq!(greeted.unwrap_err(), Trouble::Silent(timeout));
    }
}
