//! What a place in a text is: a key or a value, and of which table. The text may be no TOML yet.

use crate::source::Span;

/// What stands at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// A key, or where one could be written.
    Key {
        /// Keys of the tables around it.
        path: Vec<String>,
        /// The key.
        span: Span,
        /// In a header: the keys in front of it are part of the path.
        header: bool,
    },
    /// A value, or where one could be written.
    Value {
        /// Keys that lead to it.
        path: Vec<String>,
        /// The text between the quotes, or the word.
        span: Span,
        /// Whether it stands in quotes.
        quoted: bool,
    },
}

/// A table in braces, or a list.
struct Frame {
    table: bool,
    /// Keys before the brace.
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Key,
    Value,
    Header,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The table of the last header.
    header: Vec<String>,
    /// Keys since then.
    keys: Vec<String>,
    frames: Vec<Frame>,
    mode: Mode,
}

/// What stands at a byte; `None` in comments and where nothing can stand.
pub(super) fn spot(text: &str, byte: usize) -> Option<Spot> {
    let reader = Reader {
        text,
        at: 0,
        header: Vec::new(),
        keys: Vec::new(),
        frames: Vec::new(),
        mode: Mode::Key,
    };
    reader.run(byte)
}

impl Reader<'_> {
    fn run(mut self, byte: usize) -> Option<Spot> {
        loop {
            let start = self.at;
            let Some(c) = self.text.get(start..).and_then(|rest| rest.chars().next()) else {
                return Some(self.here(Span::new(byte, byte), false));
            };
            if byte < start || (byte == start && !is_word(c) && !matches!(c, '"' | '\'')) {
                return Some(self.here(Span::new(byte, byte), false));
            }
            match c {
                '#' => {
                    self.at = self.line_end(start);
                    if byte > start && byte <= self.at {
                        return None;
                    }
                }
                '"' | '\'' => {
                    let content = self.string(c);
                    if byte <= self.at && byte > start {
                        return Some(self.here(content, true));
                    }
                    self.word(content);
                }
                c if is_word(c) => {
                    let rest = self.text.get(start..).unwrap_or_default();
                    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    self.at = start.saturating_add(end);
                    if byte <= self.at {
                        return Some(self.here(Span::new(start, self.at), false));
                    }
                    self.word(Span::new(start, self.at));
                }
                c => {
                    self.at = start.saturating_add(c.len_utf8());
                    self.sign(c);
                }
            }
        }
    }

    fn here(&self, span: Span, quoted: bool) -> Spot {
        let mut path = self.header.clone();
        path.extend(self.keys.iter().cloned());
        match self.mode {
            Mode::Key => Spot::Key { path, span, header: false },
            Mode::Header => Spot::Key { path, span, header: true },
            Mode::Value => Spot::Value { path, span, quoted },
        }
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        from.saturating_add(rest.find('\n').unwrap_or(rest.len()))
    }

    /// Reads a text in quotes and gives what is between them. One that is not closed ends with
    /// its line.
    fn string(&mut self, quote: char) -> Span {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let three = String::from_iter([quote; 3]);
        let (open, many) = if rest.starts_with(&three) { (3, true) } else { (1, false) };
        let content = start.saturating_add(open);
        let mut end = content;
        let mut escaped = false;
        for (at, c) in self.text.get(content..).unwrap_or_default().char_indices() {
            end = content.saturating_add(at);
            let rest = self.text.get(end..).unwrap_or_default();
            if !escaped && (many && rest.starts_with(&three) || !many && c == quote) {
                self.at = end.saturating_add(open);
                return Span::new(content, end);
            }
            if !many && c == '\n' {
                self.at = end;
                return Span::new(content, end);
            }
            escaped = !escaped && c == '\\' && quote == '"';
        }
        self.at = self.text.len();
        Span::new(content, end.max(content).min(self.text.len()).max(self.text.len()))
    }

    fn word(&mut self, span: Span) {
        let word = || self.text.get(span.start..span.end).unwrap_or_default().to_owned();
        match self.mode {
            Mode::Key => self.keys.push(word()),
            Mode::Header => self.header.push(word()),
            Mode::Value => {}
        }
    }

    fn sign(&mut self, c: char) {
        match (c, self.mode) {
            ('=', Mode::Key) => self.mode = Mode::Value,
            ('[', Mode::Key) if self.frames.is_empty() => {
                // The second of two brackets changes nothing.
                self.header.clear();
                self.keys.clear();
                self.mode = Mode::Header;
            }
            ('\n', Mode::Header | Mode::Key) if self.frames.is_empty() => self.statement(),
            ('\n', Mode::Value) if self.frames.is_empty() => self.statement(),
            ('[', Mode::Value) => self.open(false),
            ('{', Mode::Value) => self.open(true),
            (']' | '}', _) => {
                if let Some(frame) = self.frames.pop() {
                    self.keys.truncate(frame.depth);
                    self.mode = Mode::Value;
                }
            }
            (',', _) => {
                if let Some(frame) = self.frames.last() {
                    self.keys.truncate(frame.depth);
                    self.mode = if frame.table { Mode::Key } else { Mode::Value };
                }
            }
            // A line that looks like a header ends whatever was not closed.
            ('\n', _) if self.at_header() => {
                self.frames.clear();
                self.statement();
            }
            _ => {}
        }
    }

    fn at_header(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default().trim_start_matches('[');
        rest.starts_with('[') && line.starts_with(|c: char| c.is_ascii_lowercase())
    }

    fn statement(&mut self) {
        self.keys.clear();
        self.mode = Mode::Key;
    }

    fn open(&mut self, table: bool) {
        self.frames.push(Frame { table, depth: self.keys.len() });
        self.mode = if table { Mode::Key } else { Mode::Value };
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// The name around a byte within a value: small letters, digits and hyphens.
pub(super) fn name_at(text: &str, within: Span, byte: usize) -> Option<Span> {
    let inside = text.get(within.start..within.end)?;
    let at = byte.checked_sub(within.start)?;
    let (before, behind) = inside.split_at_checked(at)?;
    let part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let left = before.len().saturating_sub(before.trim_end_matches(part).len());
    let right = behind.len().saturating_sub(behind.trim_start_matches(part).len());
    let span = Span::new(byte.saturating_sub(left), byte.saturating_add(right));
    (span.start < span.end).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of `|` in the text.
    fn at(text: &str) -> String {
        let byte = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        match spot(&text, byte) {
            None => "none".to_owned(),
            Some(Spot::Key { path, span, header }) => {
                let word = &text[span.start..span.end];
                format!("{}key {}:{word}", if header { "header " } else { "" }, path.join("."))
            }
            Some(Spot::Value { path, span, quoted }) => {
                let word = &text[span.start..span.end];
                format!("{}value {}:{word}", if quoted { "quoted " } else { "" }, path.join("."))
            }
        }
    }

    #[test]
    fn every_place_is_told() {
        for (text, expected) in [
            ("|", "key :"),
            ("[pie|ces.king]", "header key :pieces"),
            ("[pieces.ki|ng]", "header key pieces:king"),
            ("[[end]]\nna|me = 1", "key end:name"),
            ("[[end]]\nname = \"a\"\n|", "key end:"),
            ("[pieces.king]\nmoves = \"K|", "quoted value pieces.king.moves:K"),
            ("[pieces.king]\nmoves = \"|\"\nvalue = 1", "quoted value pieces.king.moves:"),
            ("[pieces.king]\nmoves = |\nvalue = 1", "value pieces.king.moves:"),
            ("a = [{ x = 1, y|", "key a:y"),
            ("a = [{ x = 1 }, \"b|\"]", "quoted value a:b"),
            ("a = { b.c = 1, | }\n", "key a:"),
            ("a = { b = { c = tr|ue } }", "value a.b.c:true"),
            ("a = 1 # c|", "none"),
            ("a = [ 1, # c\n 2|", "value a:2"),
            ("a = \"\"\"x\n# |y\"\"\"", "quoted value a:x\n# y"),
            ("a = [\n[pieces.king]\nmo|", "key pieces.king:mo"),
            ("setup.pre|sets.x = \"y\"", "key setup:presets"),
            ("'a b'.c = \"|", "quoted value a b.c:"),
            ("[x]\r\na = \"b\"\r\nc|", "key x:c"),
        ] {
            assert_eq!(at(text), expected, "{text:?}");
        }
    }

    #[test]
    fn odd_texts_do_no_harm() {
        for text in ["\"", "'''", "[[[", "}}}]", "= = =", "é=\"é", "a = {{{{[[[[", "\\\"\\"] {
            for byte in 0..=text.len() + 2 {
                drop(spot(text, byte));
            }
        }
    }

    #[test]
    fn a_name_is_cut_out_of_a_set() {
        let text = "all except far-rank2 + b";
        let name =
            |byte| name_at(text, Span::new(0, text.len()), byte).map(|s| &text[s.start..s.end]);
        assert_eq!((name(13), name(20), name(21)), (Some("far-rank2"), Some("far-rank2"), None));
        assert_eq!((name(24), name(99)), (Some("b"), None));
    }
}
