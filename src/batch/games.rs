//! Lines → games in PGN.

use super::read::LONGEST;
use crate::limits;
use crate::pgn::{Line, Splitter};

/// The text of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    /// Number of its first line.
    pub(super) line: u64,
    /// Its lines with their ends; one byte more than is read if it is too long.
    pub(super) text: Vec<u8>,
    /// A line of it was too long to be kept.
    pub(super) cut: bool,
}

/// Games being gathered.
#[derive(Debug, Default)]
pub(super) struct Games {
    splitter: Splitter,
    begun: Vec<Game>,
}

/// Whether a first line begins a game: with a tag.
pub(super) fn begins(line: &[u8]) -> bool {
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    // What PGN skips begins no line of any other input.
    if text.starts_with(b"%") || text.starts_with(b";") {
        return true;
    }
    // A tag, or the number of a first move: no placement has either.
    matches!(Splitter::new().line(line), Line::First)
        && (text.starts_with(b"[") || text.starts_with(b"1."))
}

impl Games {
    /// Adds lines with their numbers, and says how many.
    pub(super) fn add<'a>(&mut self, lines: impl Iterator<Item = (u64, &'a [u8])>) -> u64 {
        let mut count = 0;
        for (number, line) in lines {
            count += 1;
            match self.splitter.line(line) {
                Line::Between => continue,
                Line::First => self.begun.push(Game { line: number, ..Game::default() }),
                Line::Inside => {}
            }
            let Some(game) = self.begun.last_mut() else { continue };
            game.cut |= line.len() > LONGEST;
            if game.text.len() <= limits::PGN_BYTES {
                let before = game.text.len();
                let room = (limits::PGN_BYTES + 1).saturating_sub(before);
                game.text.extend_from_slice(line.get(..line.len().min(room)).unwrap_or(line));
                game.text.push(b'\n');
            }
        }
        count
    }

    /// The games that are complete; at the end of the input all.
    pub(super) fn take(&mut self, all: bool) -> Complete {
        let open = if all { None } else { self.begun.pop() };
        let games = std::mem::take(&mut self.begun);
        self.begun.extend(open);
        Complete(games.into_iter())
    }
}

/// Games that are complete.
pub(super) struct Complete(std::vec::IntoIter<Game>);

impl Complete {
    /// The games in shares: one, and more while they have fewer than so many bytes.
    pub(super) fn shares(mut self, bytes: usize) -> impl Iterator<Item = Vec<Game>> {
        std::iter::from_fn(move || {
            let mut left = bytes;
            let share: Vec<Game> = std::iter::from_fn(|| {
                let game = if left > 0 { self.0.next()? } else { return None };
                left = left.saturating_sub(game.text.len());
                Some(game)
            })
            .collect();
            (!share.is_empty()).then_some(share)
        })
    }
}
