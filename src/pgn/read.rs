//! The text of one game → tags, moves of the main line, result.
//!
//! Nothing recurses: variations are skipped by counting their brackets. Places are bytes of the
//! text; slices are taken at ASCII bytes or by `get`.

use std::borrow::Cow;
use std::fmt;

use crate::limits;

/// One game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame<'a> {
    /// Names and values in the order of the text, `\"` and `\\` resolved.
    pub tags: Vec<(&'a str, Cow<'a, str>)>,
    /// The main line.
    pub moves: Vec<PgnMove<'a>>,
    /// The result behind the moves, if there is one.
    pub result: Option<PgnResult>,
}

impl PgnGame<'_> {
    /// Value of the first tag with a name, whose case does not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &**value)
    }
}

/// A move as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnMove<'a> {
    /// Without its number and its marks of worth (`!?`) that stand apart.
    pub text: &'a str,
    /// The byte of the game's text where it begins.
    pub offset: usize,
}

/// A result as PGN has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnResult {
    /// `1-0`.
    White,
    /// `0-1`.
    Black,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or nobody knows.
    Unknown,
}

impl PgnResult {
    /// A result's text, or the `1/2` that some programs write.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::White),
            "0-1" => Some(Self::Black),
            "1/2-1/2" | "1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Its text.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// Why a text is no game in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnFault {
    /// The byte where it was seen.
    pub offset: usize,
    /// What is wrong.
    pub kind: PgnFaultKind,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnFaultKind {
    /// More bytes than [`limits::PGN_BYTES`].
    Bytes,
    /// More tags than [`limits::PGN_TAGS`].
    Tags,
    /// More moves than [`limits::PGN_MOVES`].
    Moves,
    /// Variations deeper than [`limits::PGN_DEPTH`].
    Depth,
    /// A `[` that begins no tag.
    Tag,
    /// A tag behind the first move.
    LateTag,
    /// A comment that is not closed.
    OpenComment,
    /// A variation that is not closed.
    OpenVariation,
    /// A `)` or `}` that closes nothing.
    Stray,
    /// A `$` without a number.
    Glyph,
    /// Moves or tags behind the result.
    BehindResult,
}

impl PgnFaultKind {
    /// The bound that a text goes beyond, in a word, if nothing else is wrong with it.
    pub const fn bound(self) -> Option<&'static str> {
        match self {
            Self::Bytes => Some("bytes"),
            Self::Tags => Some("tags"),
            Self::Moves => Some("moves"),
            Self::Depth => Some("variations"),
            Self::Tag
            | Self::LateTag
            | Self::OpenComment
            | Self::OpenVariation
            | Self::Stray
            | Self::Glyph
            | Self::BehindResult => None,
        }
    }
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PgnFaultKind::Bytes => write!(f, "the game has more than {} bytes", limits::PGN_BYTES),
            PgnFaultKind::Tags => write!(f, "the game has more than {} tags", limits::PGN_TAGS),
            PgnFaultKind::Moves => write!(f, "the game has more than {} moves", limits::PGN_MOVES),
            PgnFaultKind::Depth => {
                write!(f, "more than {} variations are open", limits::PGN_DEPTH)
            }
            PgnFaultKind::Tag => f.write_str("that is no tag; `[Name \"value\"]` is expected"),
            PgnFaultKind::LateTag => f.write_str("a tag stands behind moves"),
            PgnFaultKind::OpenComment => f.write_str("the comment is not closed"),
            PgnFaultKind::OpenVariation => f.write_str("a variation is not closed"),
            PgnFaultKind::Stray => f.write_str("that bracket closes nothing"),
            PgnFaultKind::Glyph => f.write_str("a number is expected behind `$`"),
            PgnFaultKind::BehindResult => f.write_str("there is more behind the result"),
        }
    }
}

impl std::error::Error for PgnFault {}

/// Reads the text of one game. Comments, glyphs (`$1`, `!?`), numbers of moves and variations are
/// left out.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str) -> Result<PgnGame<'_>, PgnFault> {
    if text.len() > limits::PGN_BYTES {
        return Err(PgnFault { offset: limits::PGN_BYTES, kind: PgnFaultKind::Bytes });
    }
    let mut reader = Reader { text, at: 0, game: PgnGame::default(), depth: 0 };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    while reader.item()? {}
    if reader.depth > 0 {
        return Err(fault(text.len(), PgnFaultKind::OpenVariation));
    }
    Ok(reader.game)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: PgnGame<'a>,
    /// Variations that are open.
    depth: u32,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Whether a line begins here.
    fn begins_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or("");
        before.is_empty() || before == "\u{feff}" || before.ends_with('\n')
    }

    /// One thing of the text; `false` at its end.
    fn item(&mut self) -> Result<bool, PgnFault> {
        let rest = self.rest();
        let at = self.at;
        let Some(first) = rest.chars().next() else { return Ok(false) };
        let main = self.depth == 0;
        match first {
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            '%' if self.begins_line() => self.skip_line(),
            ';' => self.skip_line(),
            '{' => {
                let len = rest.find('}').ok_or_else(|| fault(at, PgnFaultKind::OpenComment))?;
                self.at += len + 1;
            }
            '(' => {
                self.at += 1;
                self.depth += 1;
                if self.depth > limits::PGN_DEPTH {
                    return Err(fault(at, PgnFaultKind::Depth));
                }
            }
            ')' if !main => {
                self.at += 1;
                self.depth -= 1;
            }
            ')' | '}' => return Err(fault(at, PgnFaultKind::Stray)),
            '$' => {
                let behind = rest.get(1..).unwrap_or("");
                let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
                if digits == 0 {
                    return Err(fault(at, PgnFaultKind::Glyph));
                }
                self.at += 1 + digits;
            }
            '[' if main => self.tag()?,
            _ => self.token()?,
        }
        Ok(true)
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    /// `[Name "value"]`. A quote inside of the value that no bracket follows is part of it.
    fn tag(&mut self) -> Result<(), PgnFault> {
        let at = self.at;
        if self.game.result.is_some() {
            return Err(fault(at, PgnFaultKind::BehindResult));
        }
        if !self.game.moves.is_empty() {
            return Err(fault(at, PgnFaultKind::LateTag));
        }
        let (name, value, len) = tag(self.rest()).ok_or_else(|| fault(at, PgnFaultKind::Tag))?;
        if self.game.tags.len() == limits::PGN_TAGS {
            return Err(fault(at, PgnFaultKind::Tags));
        }
        self.game.tags.push((name, value));
        self.at += len;
        Ok(())
    }

    /// A move, a number, a result.
    fn token(&mut self) -> Result<(), PgnFault> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let len = rest.find(ends).unwrap_or(rest.len());
        let token = rest.get(..len).unwrap_or("");
        let at = self.at;
        self.at += len;
        if self.depth > 0 {
            return Ok(());
        }
        let text = without_number(token);
        let offset = at + (token.len() - text.len());
        if text.is_empty() || is_remark(text) {
            return Ok(());
        }
        if self.game.result.is_some() {
            return Err(fault(at, PgnFaultKind::BehindResult));
        }
        if let Some(result) = PgnResult::parse(text) {
            self.game.result = Some(result);
            return Ok(());
        }
        if self.game.moves.len() == limits::PGN_MOVES {
            return Err(fault(at, PgnFaultKind::Moves));
        }
        self.game.moves.push(PgnMove { text, offset });
        Ok(())
    }
}

fn fault(offset: usize, kind: PgnFaultKind) -> PgnFault {
    PgnFault { offset, kind }
}

/// Name, value and length of the tag at the start of a text.
fn tag(text: &str) -> Option<(&str, Cow<'_, str>, usize)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let name_len = inner.find(|c: char| c.is_whitespace() || "\"[]".contains(c))?;
    let (name, behind) = inner.split_at_checked(name_len)?;
    let value = behind.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    for (at, c) in value.char_indices() {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                let Some(behind) = value.get(at + 1..) else { continue };
                let Some(behind) = behind.trim_start().strip_prefix(']') else { continue };
                let len = text.len() - behind.len();
                return (!name.is_empty()).then_some((name, unescaped(value.get(..at)?), len));
            }
            _ => {}
        }
    }
    None
}

/// A tag's value, `\"` and `\\` resolved.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && matches!(letters.peek(), Some('"' | '\\'));
        text.extend(if escapes { letters.next() } else { Some(letter) });
    }
    Cow::Owned(text)
}

/// A token without the number of its move: `12.`, `12...`, `12`, or dots alone.
fn without_number(token: &str) -> &str {
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    let behind = token.get(digits..).unwrap_or("");
    if behind.is_empty() {
        // Passing may be written so.
        return if token == "0000" { token } else { "" };
    }
    let dots = |c: char| c == '.' || c == '\u{2026}';
    if behind.starts_with(dots) { behind.trim_start_matches(dots) } else { token }
}

/// Marks that stand apart from their move.
fn is_remark(text: &str) -> bool {
    text == "e.p." || text == "ep" || text.chars().all(|c| "!?".contains(c))
}

#[cfg(test)]
mod tests {
    use super::{PgnFaultKind, PgnResult, read};
    use crate::limits;

    fn moves(text: &str) -> Vec<&str> {
        read(text).expect("a game").moves.into_iter().map(|mv| mv.text).collect()
    }

    fn fault(text: &str) -> (usize, PgnFaultKind) {
        let fault = read(text).expect_err("a fault");
        assert!(!fault.to_string().is_empty());
        (fault.offset, fault.kind)
    }

    #[test]
    fn numbers_comments_glyphs_and_variations_are_left_out() {
        let text = "1. e4 {best by test} e5 2.Nf3!? $14 (2. f4 exf4 (2... d5) {x)} 3. Nf3) 2...Nc6\n\
                    3 . Bb5 ; a6 is next\n% escaped\na6 4... Ba4 ?! dxe3 e.p. 0000 0-0 *";
        let expected = ["e4", "e5", "Nf3!?", "Nc6", "Bb5", "a6", "Ba4", "dxe3", "0000", "0-0"];
        assert_eq!(moves(text), expected);
        let game = read(text).expect("a game");
        assert_eq!(game.result, Some(PgnResult::Unknown));
        assert!(game.moves.iter().all(|mv| text[mv.offset..].starts_with(mv.text)));
    }

    #[test]
    fn texts_of_other_games_are_moves() {
        let text = "1. P@e4 <Ab>xe5 2. Nf3/H a1=BR 3. e4e5,d6 +Rx5b2= 4. -- O-O/He1 1/2";
        let expected = ["P@e4", "<Ab>xe5", "Nf3/H", "a1=BR", "e4e5,d6", "+Rx5b2=", "--", "O-O/He1"];
        assert_eq!(moves(text), expected);
        assert_eq!(read(text).expect("a game").result, Some(PgnResult::Draw));
    }

    #[test]
    fn tags_hold_quotes() {
        let text = "\u{feff}[Event \"The \\\"Big\\\" one\\\\\"]\r\n[ Site  \"a \"b\" [c]\" ]\n[Round \"\"]\n1-0";
        let game = read(text).expect("a game");
        let tags: Vec<(&str, &str)> =
            game.tags.iter().map(|(name, value)| (*name, &**value)).collect();
        assert_eq!(tags, [("Event", "The \"Big\" one\\"), ("Site", "a \"b\" [c]"), ("Round", "")]);
        assert_eq!(game.tag("SITE"), Some("a \"b\" [c]"));
        assert_eq!(game.tag("White"), None);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        assert_eq!(fault("1. e4 { open"), (6, PgnFaultKind::OpenComment));
        assert_eq!(fault("1. e4 (1. d4"), (12, PgnFaultKind::OpenVariation));
        assert_eq!(fault("e4 ) e5"), (3, PgnFaultKind::Stray));
        assert_eq!(fault("e4 } e5"), (3, PgnFaultKind::Stray));
        assert_eq!(fault("e4 $ e5"), (3, PgnFaultKind::Glyph));
        assert_eq!(fault("[Event \"x\n\"]"), (0, PgnFaultKind::Tag));
        assert_eq!(fault("[Event x]"), (0, PgnFaultKind::Tag));
        assert_eq!(fault("e4 [Event \"x\"]"), (3, PgnFaultKind::LateTag));
        assert_eq!(fault("e4 * e5"), (5, PgnFaultKind::BehindResult));
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let many = |bit: &str, count: usize| bit.repeat(count);
        assert_eq!(fault(&many(" ", limits::PGN_BYTES + 1)).1, PgnFaultKind::Bytes);
        assert_eq!(fault(&many("(", limits::PGN_BYTES)).1, PgnFaultKind::Depth);
        assert_eq!(fault(&many("[A \"b\"]", limits::PGN_TAGS + 1)).1, PgnFaultKind::Tags);
        assert_eq!(fault(&many("e4 ", limits::PGN_MOVES + 1)).1, PgnFaultKind::Moves);
        assert_eq!(moves(&many("e4 ", limits::PGN_MOVES)).len(), limits::PGN_MOVES);
    }
}
