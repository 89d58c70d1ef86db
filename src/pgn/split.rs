//! Lines → games.

use std::borrow::Cow;

/// What a line is to the games around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It belongs to no game: blank lines and escaped ones (`%`) before the first or behind one.
    Between,
    /// A game begins with it; the game before it, if there was one, is complete.
    First,
    /// It belongs to the game that has begun.
    Inside,
}

/// Says of each line of a stream where games begin. It keeps a few bytes, however long a game is.
///
/// A game begins with a tag behind moves, or behind a result with whatever is no comment. A comment
/// that is never closed ends where an `Event` tag begins a line behind a blank one.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    state: State,
    /// Inside of `{ }`.
    comment: bool,
    /// Variations that are open.
    depth: u32,
    /// The line before was blank.
    blank: bool,
    /// The first line may begin with a byte order mark.
    begun: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Before a game.
    #[default]
    Between,
    /// Among its tags.
    Tags,
    /// Among its moves.
    Moves,
    /// Behind its result.
    Over,
}

impl Splitter {
    /// At the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next line, with or without its end.
    pub fn line(&mut self, line: &[u8]) -> Line {
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if !self.begun => rest,
            _ => line,
        };
        self.begun = true;
        let text = line.trim_ascii();
        // A remark between games is none of PGN, but of lists of lines.
        let between = matches!(self.state, State::Between | State::Over) && !self.comment;
        if between && text.first() == Some(&b'#') {
            return Line::Between;
        }
        let escaped = line.first() == Some(&b'%');
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        if text.is_empty() || escaped {
            let inside = matches!(self.state, State::Tags | State::Moves) || self.comment;
            return if inside { Line::Inside } else { Line::Between };
        }
        if let Some(name) = tag_name(text) {
            let event = blank && name.eq_ignore_ascii_case(b"Event");
            let tag = match self.state {
                State::Between => Some(Line::First),
                State::Tags => Some(if event { Line::First } else { Line::Inside }),
                State::Moves | State::Over => (!self.comment || event).then_some(Line::First),
            };
            if let Some(tag) = tag {
                *self = Self { state: State::Tags, begun: true, ..Self::default() };
                return tag;
            }
        }
        let comments = matches!(text.first(), Some(b'{' | b';' | b'(' | b'$'));
        let first = match self.state {
            State::Between => true,
            State::Over => !self.comment && !comments,
            State::Tags | State::Moves => false,
        };
        if first {
            self.depth = 0;
        }
        if first || self.state == State::Tags {
            self.state = State::Moves;
        }
        self.walk(text);
        if first { Line::First } else { Line::Inside }
    }

    /// What opens and closes in a line of moves.
    fn walk(&mut self, mut text: &[u8]) {
        while let Some((&first, rest)) = text.split_first() {
            text = rest;
            if self.comment {
                self.comment = first != b'}';
                continue;
            }
            match first {
                b'{' => self.comment = true,
                b';' => return,
                b'(' => self.depth = self.depth.saturating_add(1),
                b')' => self.depth = self.depth.saturating_sub(1),
                byte if byte.is_ascii_whitespace() => {}
                _ => {
                    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
                    let len = rest.iter().position(ends).unwrap_or(rest.len());
                    let (token, behind) = rest.split_at(len);
                    text = behind;
                    if self.depth == 0 && is_result(first, token) {
                        self.state = State::Over;
                    }
                }
            }
        }
    }
}

fn is_result(first: u8, rest: &[u8]) -> bool {
    match first {
        b'*' => rest.is_empty(),
        b'0' => rest == b"-1",
        b'1' => rest == b"-0" || rest == b"/2-1/2" || rest == b"/2",
        _ => false,
    }
}

/// The name of a tag if a line is one: `[Name "…`.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let inner = line.strip_prefix(b"[")?.trim_ascii_start();
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let len = inner.iter().take_while(|byte| named(byte)).count();
    let (name, rest) = inner.split_at_checked(len)?;
    (len > 0 && rest.trim_ascii_start().first() == Some(&b'"')).then_some(name)
}

/// Bytes of a file as text: UTF-8, or else Latin-1, as the standard has it.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The games of a text, each with the number of its first line, from 1.
pub fn games(text: &str) -> Games<'_> {
    Games { rest: text, at: 0, line: 0, open: None, splitter: Splitter::new(), text }
}

/// Iterator of [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    rest: &'a str,
    /// Byte where `rest` begins.
    at: usize,
    /// Number of the line before it.
    line: usize,
    /// Line and byte where the present game began.
    open: Option<(usize, usize)>,
    splitter: Splitter,
}

impl<'a> Iterator for Games<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.rest.is_empty() {
            let len = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
            let (line, rest) = self.rest.split_at_checked(len)?;
            let begins = self.at;
            self.rest = rest;
            self.at += len;
            self.line += 1;
            if self.splitter.line(line.as_bytes()) == Line::First
                && let Some((number, from)) = self.open.replace((self.line, begins))
            {
                return Some((number, self.text.get(from..begins)?));
            }
        }
        let (number, from) = self.open.take()?;
        Some((number, self.text.get(from..)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, games};

    /// First lines of the games of a text.
    fn begins(text: &str) -> Vec<usize> {
        games(text).map(|(line, _)| line).collect()
    }

    #[test]
    fn a_tag_behind_moves_begins_a_game() {
        let text = "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n";
        assert_eq!(begins(text), [1, 5]);
        let parts: Vec<&str> = games(text).map(|(_, game)| game).collect();
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn blank_lines_may_be_missing() {
        assert_eq!(begins("[A \"a\"]\n1. e4 *\n[A \"b\"]\n1. d4\n[A \"c\"]\n*"), [1, 3, 5]);
        assert_eq!(begins("[A \"a\"]\r\n1. e4 1-0\r\n[A \"b\"]\r\n0-1\r\n"), [1, 3]);
    }

    #[test]
    fn games_without_tags_end_with_their_results() {
        assert_eq!(begins("1. e4 *\n1. d4 1/2-1/2\n\n\n1. c4\nc5\n"), [1, 2, 5]);
        assert_eq!(begins("1. e4 *\n{ behind it }\n; and this\n1. d4"), [1, 4]);
    }

    #[test]
    fn tags_and_results_inside_of_comments_and_variations_are_none() {
        assert_eq!(begins("1. e4 { a\n[Site \"x\"]\n1-0\n} (1. d4 1-0\n) e5 *\n"), [1]);
        assert_eq!(begins("1. e4 ; 1-0\ne5\n% 1-0\n[%clk 1]\n*\n"), [1]);
        // A comment that is never closed does not swallow the games behind it.
        assert_eq!(begins("1. e4 { open\n\n[Event \"x\"]\n*\n"), [1, 3]);
    }

    #[test]
    fn games_of_tags_alone_are_games() {
        assert_eq!(begins("[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n\n*"), [1, 4]);
        assert_eq!(begins("[Event \"a\"]\n\n[Site \"b\"]\n\n*"), [1]);
    }

    #[test]
    fn a_byte_order_mark_and_nothing_are_read() {
        assert_eq!(begins("\u{feff}[Event \"a\"]\n*"), [1]);
        assert_eq!(begins("\n\n  \n% no game\n"), Vec::<usize>::new());
        assert_eq!(begins(""), Vec::<usize>::new());
    }

    #[test]
    fn latin_1_is_read() {
        assert_eq!(decode(b"caf\xe9"), "caf\u{e9}");
        assert_eq!(decode("caf\u{e9}".as_bytes()), "caf\u{e9}");
    }
}
