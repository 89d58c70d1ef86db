//! The first field of a FEN cut into tokens, without knowing which men there are.

use super::{Shape, Square};

/// One token of a placement and the byte where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// Byte offset in the placement.
    pub at: usize,
    /// What stands there.
    pub kind: TokenKind<'a>,
}

/// The kinds of token of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind<'a> {
    /// This many empty squares.
    Empty(u32),
    /// `*`: a hole or a wall.
    Blocked,
    /// `/`: the next rank below.
    NextRank,
    /// A man. Upper case is White's.
    Man(ManText<'a>),
    /// Anything else: the text is malformed here.
    Bad,
}

/// A man as written: `P`, `+P`, `Q~`, `{Ab}`, `R{ab}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManText<'a> {
    /// One letter, or what stands in braces in front of nothing else.
    pub letter: &'a str,
    /// A `+` stood in front.
    pub plus: bool,
    /// A `~` stands behind.
    pub tilde: bool,
    /// Codes in braces behind the letter, `R{ab}`.
    pub codes: Option<&'a str>,
}

/// Cuts a placement (up to a blank or `[`) into tokens. Never fails: what does not fit is
/// [`TokenKind::Bad`], one character each.
///
/// With `long` some man of the game has an id of several letters: then braces are always such
/// an id, `R{Ab}` is two men, and nobody has codes.
pub fn tokens(placement: &str, long: bool) -> Tokens<'_> {
    Tokens { text: placement, at: 0, long }
}

/// The men of a placement, each with its square, as far as they stand on the board. What is no
/// man and what does not fit is passed over: whoever reads the FEN says so. See [`tokens`].
pub fn men<'a>(
    shape: &'a Shape,
    placement: &'a str,
    long: bool,
) -> impl Iterator<Item = (Square, ManText<'a>)> + 'a {
    let (mut file, mut row) = (0_u32, 0_u32);
    tokens(placement, long).filter_map(move |token| match token.kind {
        TokenKind::NextRank => {
            (file, row) = (0, row.saturating_add(1));
            None
        }
        TokenKind::Empty(run) => {
            file = file.saturating_add(run);
            None
        }
        TokenKind::Blocked | TokenKind::Bad => {
            file = file.saturating_add(1);
            None
        }
        TokenKind::Man(man) => {
            let rank = u32::from(shape.ranks()).checked_sub(row.saturating_add(1))?;
            let at = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
            file = file.saturating_add(1);
            at.and_then(|(file, rank)| shape.at(file, rank)).map(|square| (square, man))
        }
    })
}

/// See [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    long: bool,
}

impl<'a> Tokens<'a> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The text between braces that open at `at`, and the byte behind them.
    fn braces(&self, at: usize) -> Option<(&'a str, usize)> {
        if self.byte(at) != Some(b'{') {
            return None;
        }
        let inner = self.text.get(at + 1..)?;
        let len = inner.find('}')?;
        let inner = inner.get(..len)?;
        inner.bytes().all(|byte| byte.is_ascii_alphabetic()).then_some((inner, at + len + 2))
    }

    fn man(&self) -> Option<(ManText<'a>, usize)> {
        let mut at = self.at;
        let plus = self.byte(at) == Some(b'+');
        at += usize::from(plus);
        let letter;
        let mut codes = None;
        if let Some((inner, end)) = self.braces(at) {
            if inner.is_empty() {
                return None;
            }
            letter = inner;
            at = end;
        } else {
            if !self.byte(at)?.is_ascii_alphabetic() {
                return None;
            }
            letter = self.text.get(at..=at)?;
            at += 1;
            if let Some((inner, end)) = self.braces(at).filter(|_| !self.long) {
                codes = Some(inner);
                at = end;
            }
        }
        let tilde = self.byte(at) == Some(b'~');
        at += usize::from(tilde);
        Some((ManText { letter, plus, tilde, codes }, at))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let at = self.at;
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let byte = self.byte(at)?;
        let (kind, end) = match byte {
            b'/' => (TokenKind::NextRank, at + 1),
            b'*' => (TokenKind::Blocked, at + 1),
            b'1'..=b'9' => {
                let len = rest.bytes().take_while(u8::is_ascii_digit).count();
                // Longer numbers than any board is wide are all the same: too wide.
                let run = rest.get(..len.min(6)).and_then(|digits| digits.parse().ok());
                (TokenKind::Empty(run.unwrap_or(u32::MAX)), at + len)
            }
            _ => match self.man() {
                Some((man, end)) => (TokenKind::Man(man), end),
                None => (TokenKind::Bad, at + rest.chars().next().map_or(1, char::len_utf8)),
            },
        };
        self.at = end;
        Some(Token { at, kind })
    }
}
