//! Values: kept as they are written, but for the order of keys in tables of one line.

use std::ops::Range;

use toml_edit::{InlineTable, Value};

use super::order::rank;
use crate::definition::keys::Known;

/// A value as it stands in the text, its one-line tables in order.
pub(super) fn ordered(value: &Value, known: Option<Known>, text: &str) -> String {
    let Some(span) = value.span() else { return String::new() };
    let mut edits = Vec::new();
    edit(value, known, text, &mut edits);
    apply(text, &span, &edits)
}

/// Parts of the text and what stands there instead, from left to right.
type Edits = Vec<(Range<usize>, String)>;

fn apply(text: &str, span: &Range<usize>, edits: &Edits) -> String {
    let mut out = String::new();
    let mut at = span.start;
    for (range, new) in edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(new);
        at = range.end;
    }
    out.push_str(text.get(at..span.end).unwrap_or_default());
    out
}

fn edit(value: &Value, known: Option<Known>, text: &str, edits: &mut Edits) {
    match value {
        Value::Array(array) => {
            for item in array {
                edit(item, known, text, edits);
            }
        }
        Value::InlineTable(table) => edit_table(table, known, text, edits),
        Value::String(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_) => {}
    }
}

fn edit_table(table: &InlineTable, known: Option<Known>, text: &str, edits: &mut Edits) {
    let Some(span) = table.span() else { return };
    let mut entries = Vec::new();
    for (keys, value) in table.get_values() {
        let path: Vec<&str> = keys.iter().map(|key| key.get()).collect();
        let at = path.iter().try_fold(known, |known, name| Some(known?.step(name))).flatten();
        let first = path.first().and_then(|name| rank(known, name)).unwrap_or(usize::MAX);
        entries.push((first, keys, value, at));
    }
    // Keys with dots have one place for several entries, and several lines may hold comments.
    let inside = text.get(span.clone()).unwrap_or_default();
    let simple =
        entries.iter().all(|(_, keys, ..)| keys.len() == 1) && !inside.contains(['\n', '#']);
    if !simple || entries.is_sorted_by_key(|(rank, ..)| *rank) {
        let places = |value: &&Value| value.span().map_or(0, |span| span.start);
        entries.sort_by_key(|(_, _, value, _)| places(value));
        for (_, _, value, known) in entries {
            edit(value, known, text, edits);
        }
        return;
    }
    entries.sort_by_key(|(rank, ..)| *rank);
    let mut parts = Vec::new();
    for (_, keys, value, known) in entries {
        let key = keys.first().and_then(|key| text.get(key.span()?)).unwrap_or_default();
        parts.push(format!("{key} = {}", ordered(value, known, text)));
    }
    edits.push((span, format!("{{ {} }}", parts.join(", "))));
}
