//! The syntax tree of a variant file, with places. Merging and patching work on it and need
//! to know nothing of the language.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::faults::Faults;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where it stands. A table written as `[header]` has the place of its header.
    pub span: Span,
    /// What stands there.
    pub value: Value,
}

/// What may stand in a TOML file, as far as the language cares.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A text.
    Text(Text),
    /// A text that was given from outside for a key of any type.
    Given(Text),
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// An array.
    List(Vec<Node>),
    /// A table.
    Table(Table),
    /// What the language has no use for, and its name.
    Other(&'static str),
}

/// A table: key → place of the key and value.
pub(crate) type Table = BTreeMap<String, Entry>;

/// A key's place and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Place of the key.
    pub key: Span,
    /// The value.
    pub node: Node,
}

/// A text, able to say where a part of it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Text {
    /// The text itself, escapes resolved.
    pub value: String,
    /// Its place, quotes included.
    pub span: Span,
    /// Where its first byte stands, if the file holds it letter for letter.
    inner: Option<usize>,
}

impl Text {
    /// A text that stands as it is at `start`.
    pub(crate) fn plain(value: impl Into<String>, start: usize) -> Self {
        let value = value.into();
        let span = Span::new(start, start.saturating_add(value.len()));
        Self { value, span, inner: Some(start) }
    }

    /// The place of some bytes of the text; the whole text where that cannot be told.
    pub(crate) fn place(&self, range: Range<usize>) -> Span {
        match self.inner {
            Some(start) if range.start <= range.end && range.end <= self.value.len() => {
                let span = Span::from(range).shifted(start);
                // An empty place is shown as the character before or after it.
                if span.start == span.end {
                    Span::new(span.start, span.end.saturating_add(1))
                } else {
                    span
                }
            }
            _ => self.span,
        }
    }

    /// A part of the text as a text of its own.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let value = self.value.get(range.clone()).unwrap_or_default().to_owned();
        let inner = self.inner.map(|start| start.saturating_add(range.start));
        Self { value, span: self.place(range), inner }
    }

    /// The text itself.
    pub(crate) fn as_str(&self) -> &str {
        &self.value
    }
}

impl Node {
    /// The table, if it is one.
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&Text> {
        match &self.value {
            Value::Text(text) | Value::Given(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub(crate) fn list(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The value of a key of a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.table()?.get(key).map(|entry| &entry.node)
    }

    /// The text of `name`, for entries of lists.
    pub(crate) fn name(&self) -> Option<&str> {
        self.get("name")?.text().map(Text::as_str)
    }

    /// Whether it is a table with `off = true`.
    pub(crate) fn is_off(&self) -> bool {
        matches!(self.get("off").map(|off| &off.value), Some(Value::Boolean(true)))
    }

    /// The type in plain words, for faults.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            Value::Text(_) | Value::Given(_) => "a text",
            Value::Integer(_) => "a number",
            Value::Boolean(_) => "`true` or `false`",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(kind) => kind,
        }
    }

    /// Whether two trees say the same, places left aside.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Text(a) | Value::Given(a), Value::Text(b) | Value::Given(b)) => {
                a.value == b.value
            }
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Value::Table(a), Value::Table(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|((k, a), (l, b))| k == l && a.node.same(&b.node))
            }
            (Value::Other(a), Value::Other(b)) => a == b,
            _ => false,
        }
    }
}

/// Parses a file that stands at `offset` in the text of all files. After a syntax fault the
/// tree has gaps and is not handed out.
pub(crate) fn parse(text: &str, offset: usize, faults: &mut Faults) -> Option<Node> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let table = convert_table(tree.get_ref(), text, offset);
        return Some(Node { span: Span::new(offset, offset), value: Value::Table(table) });
    }
    for error in errors {
        let span = error.span().map_or(Span::new(text.len(), text.len()), Span::from);
        faults.push(syntax_fault(error.message(), span, text).shifted(offset));
    }
    None
}

fn syntax_fault(message: &str, span: Span, text: &str) -> Diagnostic {
    // The parser points behind the end of a line, or at nothing.
    let at = |byte: usize| text.as_bytes().get(byte).copied();
    let mut span = span;
    if matches!(at(span.start), None | Some(b'\r' | b'\n')) {
        let line = text.get(..span.start).unwrap_or_default().trim_end_matches([' ', '\t']);
        let start = line.char_indices().next_back().map_or(0, |(start, _)| start);
        span = Span::new(start, line.len());
        if line.ends_with('=') {
            return Diagnostic::error("syntax", span, "a value is missing")
                .label("nothing behind this")
                .help("write a text in quotes, a number, `true` or `false`, a list or a table");
        }
    } else if span.start >= span.end {
        span = Span::new(span.start, span.start.saturating_add(1));
    }
    if message == "duplicate key" {
        let key = text.get(span.start..span.end).unwrap_or_default();
        return Diagnostic::error("syntax", span, format!("the key `{key}` is given twice"))
            .label("second time")
            .help("keep one of the two, or join the two tables");
    }
    if message.starts_with("cannot recurse") {
        return Diagnostic::error("too-deep", span, "lists and tables nest too deep")
            .help("no key of the language nests deeper than a few levels");
    }
    let found = text.get(span.start..span.end).unwrap_or_default();
    if expects_value(message) && found.starts_with(char::is_alphabetic) {
        let message = format!("`{}` is no value", super::names::shown(found));
        return Diagnostic::error("syntax", span, message).help("texts stand in quotes");
    }
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let fault = Diagnostic::error("syntax", span, format!("this is not TOML: {what}"));
    let fault =
        if expected.is_empty() { fault } else { fault.label(format!("expected {expected}")) };
    if what == "invalid basic string" {
        return fault.help("a text ends with a quote on the line on which it begins");
    }
    fault
}

/// Whether the parser took a word for the beginning of a value.
fn expects_value(message: &str) -> bool {
    ["invalid boolean", "invalid number", "invalid float", "string values must be quoted"]
        .iter()
        .any(|known| message.starts_with(known))
}

fn convert_table(table: &DeTable<'_>, source: &str, offset: usize) -> Table {
    table
        .iter()
        .map(|(key, value)| {
            let node = convert(value.get_ref(), value.span(), source, offset);
            (key.get_ref().to_string(), Entry { key: Span::from(key.span()).shifted(offset), node })
        })
        .collect()
}

fn convert(value: &DeValue<'_>, span: Range<usize>, source: &str, offset: usize) -> Node {
    let place = Span::from(span.clone()).shifted(offset);
    let value = match value {
        DeValue::String(text) => Value::Text(convert_text(text, span, source, offset)),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("a number too large for anything"), Value::Integer),
        DeValue::Float(_) => Value::Other("a fraction"),
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(array) => Value::List(
            array.iter().map(|item| convert(item.get_ref(), item.span(), source, offset)).collect(),
        ),
        DeValue::Table(table) => Value::Table(convert_table(table, source, offset)),
    };
    Node { span: place, value }
}

fn convert_text(text: &str, span: Range<usize>, source: &str, offset: usize) -> Text {
    // One quote or three, and a line feed directly behind three does not count.
    let inner =
        [1, 3, 4, 5].into_iter().map(|skip| span.start.saturating_add(skip)).find(|&start| {
            let end = start.saturating_add(text.len());
            end < span.end
                && source.get(start..end) == Some(text)
                && source.get(span.start..start).is_some_and(|quotes| {
                    quotes
                        .trim_end_matches(['\r', '\n'])
                        .bytes()
                        .all(|byte| matches!(byte, b'"' | b'\''))
                })
        });
    Text {
        value: text.to_string(),
        span: Span::from(span).shifted(offset),
        inner: inner.map(|start| start.saturating_add(offset)),
    }
}
