//! Keys of a section as values: each is asked for once, what nobody asked for is not understood.

use std::collections::{BTreeMap, BTreeSet};

use super::ini::Entry;
use crate::board::{Shape, SquareSet};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A result, from the point of view that the key says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Win,
    Loss,
    Draw,
}

/// Men of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// All together.
    All,
    /// These, by their numbers.
    Some(Vec<usize>),
}

/// The keys of a section, its parents' among them.
#[derive(Debug)]
pub(super) struct Reader {
    keys: BTreeMap<String, Entry>,
    asked: BTreeSet<String>,
    /// What is wrong so far.
    pub(super) faults: Vec<Diagnostic>,
    /// Place of the heading.
    pub(super) heading: Span,
    /// Letters of the men, in the order in which they are numbered.
    pub(super) letters: Vec<char>,
}

impl Reader {
    pub(super) fn new(keys: BTreeMap<String, Entry>, heading: Span) -> Self {
        Self { keys, asked: BTreeSet::new(), faults: Vec::new(), heading, letters: Vec::new() }
    }

    /// All keys that are there.
    pub(super) fn names(&self) -> Vec<String> {
        self.keys.keys().cloned().collect()
    }

    /// A key and its value, if it is there.
    pub(super) fn entry(&mut self, key: &str) -> Option<Entry> {
        let entry = self.keys.get(key)?.clone();
        self.asked.insert(key.to_owned());
        Some(entry)
    }

    /// Place of a key, or of the heading.
    pub(super) fn place(&self, key: &str) -> Span {
        self.keys.get(key).map_or(self.heading, |entry| entry.key_span)
    }

    /// A value that does not fit.
    fn bad(&mut self, entry: &Entry, expected: &str) {
        let message = format!(
            "`{}` is no value of `{}`",
            entry.value.escape_debug(),
            entry.key.escape_debug()
        );
        self.faults.push(
            Diagnostic::error("bad-value", entry.span, message)
                .label(format!("{expected} is expected")),
        );
    }

    /// Something that is understood, and has no words in our language.
    pub(super) fn cannot(&mut self, key: &str, message: impl Into<String>) {
        let place = self.place(key);
        self.faults.push(Diagnostic::error("cannot-be-read", place, message));
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, key: &str, default: bool) -> bool {
        let Some(entry) = self.entry(key) else { return default };
        match entry.value.as_str() {
            "true" => true,
            "false" => false,
            _ => {
                self.bad(&entry, "`true` or `false`");
                default
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, key: &str, default: u32, most: u32) -> u32 {
        let Some(entry) = self.entry(key) else { return default };
        match entry.value.parse::<u32>() {
            Ok(number) if number <= most => number,
            _ => {
                self.bad(&entry, &format!("a number up to {most}"));
                default
            }
        }
    }

    /// A file, by its letter or its number; from 0.
    pub(super) fn file(&mut self, key: &str) -> Option<u8> {
        let entry = self.entry(key)?;
        let text = entry.value.as_str();
        let file = match text.as_bytes() {
            [letter @ b'a'..=b'l'] => letter.checked_sub(b'a'),
            _ => text
                .parse::<u8>()
                .ok()
                .filter(|file| (1..=12).contains(file))
                .and_then(|file| file.checked_sub(1)),
        };
        if file.is_none() {
            self.bad(&entry, "a file, `a` to `l`");
        }
        file
    }

    /// `win`, `loss`, `draw` or `none`.
    pub(super) fn value(&mut self, key: &str) -> Option<Value> {
        let entry = self.entry(key)?;
        match entry.value.as_str() {
            "win" => Some(Value::Win),
            "loss" => Some(Value::Loss),
            "draw" => Some(Value::Draw),
            "none" => None,
            _ => {
                self.bad(&entry, "`win`, `loss`, `draw` or `none`");
                None
            }
        }
    }

    /// A set of squares: `*3` is a rank, `d4` a square, `-` nothing. Squares off the board are
    /// left out, as the engine does.
    pub(super) fn squares(&mut self, key: &str, shape: &Shape) -> Option<SquareSet> {
        let entry = self.entry(key)?;
        let mut set = SquareSet::EMPTY;
        for word in entry.value.split_ascii_whitespace() {
            if word == "-" {
                break;
            }
            let (file, rank) = match word.split_at_checked(1) {
                Some(("*", rank)) => (None, rank),
                Some((file, rank)) => {
                    (file.bytes().next().map(|byte| byte.to_ascii_lowercase()), rank)
                }
                None => (Some(0), ""),
            };
            let rank = rank.parse::<u8>().ok().filter(|rank| (1..=10).contains(rank));
            let file_fits = file.is_none_or(|file| (b'a'..=b'l').contains(&file));
            let (Some(rank), true) = (rank, file_fits) else {
                self.bad(&entry, "a list of squares such as `d4 e5 *8`");
                return Some(set);
            };
            let rank = rank.saturating_sub(1);
            let all = shape.squares().filter(|&square| {
                shape.rank(square) == rank
                    && file.is_none_or(|file| Some(shape.file(square)) == file.checked_sub(b'a'))
            });
            set = set | all.collect();
        }
        Some(set)
    }

    /// Numbers of men, by their letters; `*` is nobody.
    pub(super) fn some_men(&mut self, key: &str) -> Option<Vec<usize>> {
        match self.men(key)? {
            Chosen::All => None,
            Chosen::Some(men) => Some(men),
        }
    }

    /// Numbers of men, by their letters; `*` is all together.
    pub(super) fn men(&mut self, key: &str) -> Option<Chosen> {
        let entry = self.entry(key)?;
        let mut men = Vec::new();
        for letter in entry.value.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => return Some(Chosen::All),
                _ => match self.number_of(letter) {
                    Some(man) => men.push(man),
                    None => self.unknown(&entry, letter),
                },
            }
        }
        men.sort_unstable();
        men.dedup();
        Some(Chosen::Some(men))
    }

    /// Men of each side: keys for both, and for one.
    pub(super) fn sided_men(&mut self, key: &str, default: &[usize]) -> [Vec<usize>; 2] {
        let both = self.some_men(key);
        ["White", "Black"].map(|side| {
            let own = self.some_men(&format!("{key}{side}"));
            own.or_else(|| both.clone()).unwrap_or_else(|| default.to_vec())
        })
    }

    /// One man.
    pub(super) fn man(&mut self, key: &str) -> Option<usize> {
        self.some_men(key).and_then(|men| men.first().copied())
    }

    /// Pairs such as `p:g s:g` or `q:1`.
    pub(super) fn pairs(&mut self, key: &str) -> Vec<(usize, String)> {
        let Some(entry) = self.entry(key) else { return Vec::new() };
        let mut pairs = Vec::new();
        for word in entry.value.split_ascii_whitespace() {
            let mut letters = word.chars();
            let (man, colon) = (letters.next(), letters.next());
            let (Some(letter), Some(':')) = (man, colon) else {
                self.bad(&entry, "a list of pairs such as `p:g`");
                return pairs;
            };
            match self.number_of(letter) {
                Some(man) => pairs.push((man, letters.as_str().to_owned())),
                None => self.unknown(&entry, letter),
            }
        }
        pairs
    }

    /// The number of the man with a letter.
    pub(super) fn number_of(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.letters.iter().position(|own| *own == letter)
    }

    /// A letter that no man has.
    pub(super) fn unknown(&mut self, entry: &Entry, letter: char) {
        let message = format!("no piece has the letter `{}`", letter.escape_debug());
        self.faults.push(Diagnostic::error("unknown-piece", entry.span, message));
    }

    /// A fault of a value, for readers of their own.
    pub(super) fn fault(&mut self, entry: &Entry, expected: &str) {
        self.bad(entry, expected);
    }

    /// Keys that nobody has asked for.
    pub(super) fn rest(&mut self) {
        let rest = self.keys.values().filter(|entry| !self.asked.contains(&entry.key));
        for entry in rest {
            let message = format!("the key `{}` is not understood", entry.key.escape_debug());
            self.faults.push(Diagnostic::error("unknown-key", entry.key_span, message));
        }
    }
}
