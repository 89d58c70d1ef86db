//! A line → an item: a position and what else the line says of it.

use std::borrow::Cow;

use memchr::memchr3;

/// A line taken apart: a position and what else it says of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Item<'a> {
    /// A FEN, or what [`Self::named`] says.
    pub(super) fen: Cow<'a, str>,
    /// The FEN may be `start` or the name of a preset.
    pub(super) named: bool,
    /// `hmvc` and `fmvn`, for an EPD without clocks.
    pub(super) clocks: [Option<&'a str>; 2],
    pub(super) id: Option<Cow<'a, str>>,
    /// Moves played from the position; the record is about where they lead.
    pub(super) moves: Vec<Cow<'a, str>>,
    /// `bm`: moves that should be played.
    pub(super) best: Vec<Cow<'a, str>>,
    /// `am`: moves that should not.
    pub(super) avoid: Vec<Cow<'a, str>>,
    /// `D1 20`: depth and nodes.
    pub(super) perft: Vec<(u32, u64)>,
    /// All other operations, in order.
    pub(super) other: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The game that the line says it is of, where it does.
    pub(super) variant: Option<Cow<'a, str>>,
}

impl<'a> Item<'a> {
    /// Reads a FEN or an EPD.
    ///
    /// # Errors
    ///
    /// What is wrong with an operation.
    pub(super) fn read(line: &'a str) -> Result<Self, String> {
        let fen_end = fen_len(line);
        let (fen, mut rest) = line.split_at_checked(fen_end).unwrap_or((line, ""));
        // Mostly there is nothing to trim.
        let bare = [fen.as_bytes().first(), fen.as_bytes().last()]
            .iter()
            .all(|end| end.is_some_and(u8::is_ascii_graphic));
        let fen = if bare { fen } else { fen.trim() };
        let mut item = Self { fen: fen.into(), ..Self::default() };
        loop {
            rest = rest.trim_start_matches(|c: char| c == ';' || c.is_ascii_whitespace());
            if rest.is_empty() {
                return Ok(item);
            }
            let end = operation_len(rest)?;
            let (operation, more) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = more;
            item.add(operation.trim_end())?;
        }
    }

    /// Whether the line says what should come out.
    pub(super) fn expects(&self) -> bool {
        !(self.perft.is_empty() && self.best.is_empty() && self.avoid.is_empty())
    }

    fn add(&mut self, operation: &'a str) -> Result<(), String> {
        let split = operation.split_once(|c: char| c.is_ascii_whitespace());
        let (code, operand) = split.unwrap_or((operation, ""));
        let operand = operand.trim();
        let twice = |known: bool| {
            if known { Err(format!("`{code}` stands twice")) } else { Ok(()) }
        };
        match code {
            "id" => {
                let inner = operand.strip_prefix('"').and_then(|id| id.strip_suffix('"'));
                let id = inner.unwrap_or(operand);
                twice(self.id.replace(id.into()).is_some())?;
            }
            "bm" => self.best.extend(words(operand)),
            "am" => self.avoid.extend(words(operand)),
            "hmvc" => twice(self.clocks[0].replace(operand).is_some())?,
            "fmvn" => twice(self.clocks[1].replace(operand).is_some())?,
            // `perft 4 197281` is how some suites write `D4 197281`.
            "perft" => {
                let (depth, nodes) = operand
                    .split_once(|c: char| c.is_ascii_whitespace())
                    .ok_or_else(|| format!("`{}` is no depth and count", shown(operation)))?;
                self.add_perft(depth, nodes.trim(), operation)?;
            }
            _ => match perft_depth(code) {
                Some(digits) => self.add_perft(digits, operand, operation)?,
                None => self.other.push((code.into(), operand.into())),
            },
        }
        Ok(())
    }

    /// Adds a count that is expected at a depth.
    ///
    /// # Errors
    ///
    /// They are no numbers.
    pub(super) fn add_perft(
        &mut self,
        depth: &str,
        nodes: &str,
        operation: &str,
    ) -> Result<(), String> {
        let both = depth.parse().ok().zip(nodes.parse().ok());
        let wrong = || format!("`{}` is no depth and count", shown(operation));
        self.perft.push(both.ok_or_else(wrong)?);
        Ok(())
    }
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split_ascii_whitespace().map(Cow::Borrowed)
}

/// The beginning of a foreign text, harmless to a terminal.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The digits of `D4`.
pub(super) fn perft_depth(code: &str) -> Option<&str> {
    let digits = code.strip_prefix('D')?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Bytes of an operation up to its `;`, which may stand in quotes.
fn operation_len(text: &str) -> Result<usize, String> {
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return Ok(at),
            _ => {}
        }
    }
    if quoted { Err("a `\"` without its partner".to_owned()) } else { Ok(text.len()) }
}

/// Where the FEN of a line ends: at a `;`, or at a word that can only be the name of an
/// operation. After four fields a FEN has only numbers; before, a word such as `id` is one
/// that no game has as a field.
fn fen_len(line: &str) -> usize {
    let bytes = line.as_bytes();
    // The placement, most of the line, is passed over in one go.
    let start = bytes.len() - bytes.trim_ascii_start().len();
    let placement = bytes.get(start..).unwrap_or_default();
    let mut at = start + memchr3(b' ', b'\t', b';', placement).unwrap_or(placement.len());
    let mut words = 1;
    loop {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        while let Some(byte) = bytes.get(at) {
            if byte.is_ascii_whitespace() {
                break;
            }
            if *byte == b';' {
                return at;
            }
            at += 1;
        }
        let Some(first) = bytes.get(start) else { return line.len() };
        if first.is_ascii_alphabetic()
            && (words >= 4 || words >= 2 && line.get(start..at).is_some_and(is_operation))
        {
            return start;
        }
        words += 1;
    }
}

fn is_operation(word: &str) -> bool {
    // Most words are one letter or digit.
    word.len() > 1
        && (matches!(word, "id" | "bm" | "am" | "hmvc" | "fmvn" | "perft")
            || perft_depth(word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_found_behind_any_fen() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (fields, text) in [
            ("w KQkq - 0 1", " ;D1 20 ;D2 400"),
            ("w KQkq - 0 1", ";D1 20; D2 400;"),
            ("w KQkq -", " D1 20; D2 400"),
            ("w 0 1", " D1 20;D2 400;"),
            ("w KQkq - 0 1 +0+0", " D1 20 ; D2 400"),
        ] {
            let line = format!("{start} {fields}{text}");
            let item = Item::read(&line).unwrap();
            assert_eq!(item.fen, format!("{start} {fields}"), "{line}");
            assert_eq!(item.perft, [(1, 20), (2, 400)], "{line}");
        }
        let line = format!("{start} w KQkq - bm e2e4 Nf3; id \"a; b\"; hmvc 3; c0 \"x\"; noop;");
        let item = Item::read(&line).unwrap();
        assert_eq!(item.best, ["e2e4", "Nf3"]);
        assert_eq!(item.id.as_deref(), Some("a; b"));
        assert_eq!(item.clocks, [Some("3"), None]);
        assert_eq!(item.other, [("c0".into(), "\"x\"".into()), ("noop".into(), "".into())]);
        assert!(Item::read(&format!("{start} w - - D1 x;")).is_err());
        assert!(Item::read(&format!("{start} w - - id \"x;")).is_err());
        assert!(Item::read(&format!("{start} w - - id x; id y;")).is_err());
        assert_eq!(Item::read("").unwrap(), Item::default());
    }
}
