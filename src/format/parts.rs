//! A file cut into sections and statements, each with the comments that stand at it.

use toml_edit::{Document, Item, Table};

use super::inline;
use crate::definition::keys::Known;

/// A file: what stands before the first header, then section by section.
#[derive(Debug)]
pub(super) struct File {
    /// The first has no header.
    pub sections: Vec<Section>,
    /// Comments behind everything, blank lines as empty texts.
    pub rest: Vec<String>,
}

/// A header and what stands under it.
#[derive(Debug)]
pub(super) struct Section {
    /// The keys of the header.
    pub path: Vec<String>,
    /// Whether it begins an entry of a list.
    pub entry: bool,
    /// The header as a statement without a value; none before the first header.
    pub header: Option<Statement>,
    /// Keys and values.
    pub statements: Vec<Statement>,
}

/// A line that says something, or several if a value needs them.
#[derive(Debug, Default)]
pub(super) struct Statement {
    /// The keys in front of the `=`.
    pub path: Vec<String>,
    /// Comments and blank lines (empty texts) in front of it.
    pub before: Vec<String>,
    /// The key as written, or the header.
    pub key: String,
    /// The value as written; none for a header.
    pub value: Option<String>,
    /// The comment on its last line.
    pub comment: Option<String>,
    /// Comments directly under it with a blank line behind them.
    pub behind: Vec<String>,
}

/// Cuts off the comment at the top of a file: what stands before the first blank line that
/// only comments precede, or a `#:schema` line. The rest begins with the line behind it.
pub(super) fn split_head(text: &str) -> (&str, &str) {
    let (mut at, mut head) = (0_usize, 0_usize);
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if !bare.is_empty() && !bare.starts_with('#') {
            break;
        }
        at = at.saturating_add(line.len());
        if bare.is_empty() || bare.starts_with("#:") {
            head = at;
        }
    }
    text.split_at_checked(head).unwrap_or(("", text))
}

/// What the parser says of a statement: where it stands, and in which section.
struct Found {
    path: Vec<String>,
    header: bool,
    entry: bool,
    start: usize,
    key_end: usize,
    /// Value and end of the statement.
    value: Option<String>,
    end: usize,
}

/// Cuts a text that has been parsed.
pub(super) fn cut(text: &str, document: &Document<&str>) -> File {
    let mut found = Vec::new();
    collect(document.as_table(), &mut Vec::new(), Some(Known::FILE), text, &mut found);
    found.sort_by_key(|found| found.start);
    let first = Section { path: Vec::new(), entry: false, header: None, statements: Vec::new() };
    let mut file = File { sections: vec![first], rest: Vec::new() };
    let mut at = 0;
    for found in found {
        let (behind, before) = comments(text.get(at..found.start).unwrap_or_default(), at == 0);
        file.attach(behind);
        let line_end = text
            .get(found.end..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |end| found.end.saturating_add(end));
        let comment = text.get(found.end..line_end).unwrap_or_default().trim();
        let key = text.get(found.start..found.key_end).unwrap_or_default().trim();
        let statement = Statement {
            path: found.path.clone(),
            before,
            key: key.to_owned(),
            value: found.value,
            comment: (!comment.is_empty()).then(|| comment.to_owned()),
            behind: Vec::new(),
        };
        if found.header {
            file.sections.push(Section {
                path: found.path,
                entry: found.entry,
                header: Some(statement),
                statements: Vec::new(),
            });
        } else if let Some(section) = file.sections.last_mut() {
            section.statements.push(statement);
        }
        at = line_end;
    }
    let (behind, before) = comments(text.get(at..).unwrap_or_default(), at == 0);
    file.attach(behind);
    file.rest = before;
    file
}

impl File {
    /// Comments directly under the last statement.
    fn attach(&mut self, behind: Vec<String>) {
        let Some(section) = self.sections.last_mut() else { return };
        if let Some(last) = section.statements.last_mut().or(section.header.as_mut()) {
            last.behind = behind;
        }
    }
}

/// Cuts what stands between two statements: what belongs to the first of them, and what to the
/// second. It begins with the end of the first one's line, unless it is the text's beginning.
fn comments(gap: &str, top: bool) -> (Vec<String>, Vec<String>) {
    let gap = if top { gap } else { gap.strip_prefix('\n').unwrap_or(gap) };
    let mut lines: Vec<String> = Vec::new();
    for line in gap.lines().map(str::trim) {
        if !line.is_empty() || lines.last().is_none_or(|last| !last.is_empty()) {
            lines.push(line.to_owned());
        }
    }
    match lines.iter().position(String::is_empty) {
        Some(blank) if !top => {
            let before = lines.split_off(blank);
            (lines, before)
        }
        _ => (Vec::new(), lines),
    }
}

fn collect(
    table: &Table,
    path: &mut Vec<String>,
    known: Option<Known>,
    text: &str,
    out: &mut Vec<Found>,
) {
    for (keys, value) in table.get_values() {
        let (Some(last), Some(span)) = (keys.last().and_then(|key| key.span()), value.span())
        else {
            continue;
        };
        let line = text.get(..last.start).and_then(|text| text.rfind('\n'));
        let names: Vec<String> = keys.iter().map(|key| key.get().to_owned()).collect();
        let at = names.iter().try_fold(known, |known, name| Some(known?.step(name))).flatten();
        out.push(Found {
            path: names,
            header: false,
            entry: false,
            start: line.map_or(0, |line| line.saturating_add(1)),
            key_end: last.end,
            value: Some(inline::ordered(value, at, text)),
            end: span.end,
        });
    }
    for (name, item) in table {
        let known = known.and_then(|known| known.step(name));
        path.push(name.to_owned());
        match item {
            Item::Table(inner) => {
                if !inner.is_dotted() {
                    header(inner, path, false, text, out);
                }
                collect_below(inner, path, known, text, out);
            }
            Item::ArrayOfTables(list) => {
                for inner in list {
                    header(inner, path, true, text, out);
                    collect(inner, path, known, text, out);
                }
            }
            Item::Value(_) | Item::None => {}
        }
        path.pop();
    }
}

/// As [`collect`], but keys of a dotted table stand in the table above and are there already.
fn collect_below(
    table: &Table,
    path: &mut Vec<String>,
    known: Option<Known>,
    text: &str,
    out: &mut Vec<Found>,
) {
    if !table.is_dotted() {
        collect(table, path, known, text, out);
        return;
    }
    for (name, item) in table {
        let known = known.and_then(|known| known.step(name));
        path.push(name.to_owned());
        if let Item::Table(inner) = item {
            collect_below(inner, path, known, text, out);
        }
        path.pop();
    }
}

fn header(table: &Table, path: &[String], entry: bool, text: &str, out: &mut Vec<Found>) {
    // A table that has no header of its own has no place.
    let Some(span) = table.span().filter(|span| {
        !table.is_implicit() && text.get(span.clone()).is_some_and(|text| text.starts_with('['))
    }) else {
        return;
    };
    let line = text.get(..span.start).and_then(|text| text.rfind('\n'));
    out.push(Found {
        path: path.to_vec(),
        header: true,
        entry,
        start: line.map_or(0, |line| line.saturating_add(1)),
        key_end: span.end,
        value: None,
        end: span.end,
    });
}
