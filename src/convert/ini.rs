//! The text of a `variants.ini`: sections of keys and values, with places.

use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// A value and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The key.
    pub(super) key: String,
    /// Place of the key.
    pub(super) key_span: Span,
    /// The value, without blanks around it.
    pub(super) value: String,
    /// Place of the value.
    pub(super) span: Span,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    /// Its name.
    pub(super) name: String,
    /// Behind the colon, with its place.
    pub(super) parent: Option<(String, Span)>,
    /// Place of the heading.
    pub(super) span: Span,
    /// In the order of the file.
    pub(super) entries: Vec<Entry>,
}

/// A part of a text without the blanks around it, and its place.
fn trimmed(text: &str, at: usize) -> (&str, Span) {
    let rest = text.trim_start();
    let start = at.saturating_add(text.len().saturating_sub(rest.len()));
    let inner = rest.trim_end();
    (inner, Span::new(start, start.saturating_add(inner.len())))
}

/// Cuts a text into sections. Lines before the first heading are faults, like every line that is
/// neither a comment, a heading, nor a key with a value.
pub(super) fn parse(text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut faults = Vec::new();
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        let (line_text, span) = trimmed(line, at);
        at = at.saturating_add(line.len());
        if line_text.is_empty() || line_text.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = line_text.strip_prefix('[') {
            let Some((heading, after)) = rest.split_once(']') else {
                faults.push(Diagnostic::error("ini-heading", span, "a heading has no `]`"));
                continue;
            };
            if !after.trim().is_empty() {
                let fault =
                    Diagnostic::error("ini-heading", span, "something stands behind a heading");
                faults.push(fault.help("comments have lines of their own"));
            }
            if sections.len() >= limits::INI_SECTIONS {
                let message = format!("more than {} sections", limits::INI_SECTIONS);
                faults.push(Diagnostic::error("limit", span, message));
                break;
            }
            let start = span.start.saturating_add(1);
            let (name, parent) = match heading.split_once(':') {
                Some((name, parent)) => {
                    let at = start.saturating_add(name.len()).saturating_add(1);
                    let (parent, place) = trimmed(parent, at);
                    (name, Some((parent.to_owned(), place)))
                }
                None => (heading, None),
            };
            let name = name.trim().to_owned();
            sections.push(Section { name, parent, span, entries: Vec::new() });
            continue;
        }
        let Some((key, value)) = line_text.split_once('=') else {
            let fault = Diagnostic::error(
                "ini-line",
                span,
                "this line is no comment, no heading, and no key with a value",
            );
            faults.push(fault.help("write `key = value`"));
            continue;
        };
        let Some(section) = sections.last_mut() else {
            let fault =
                Diagnostic::error("ini-line", span, "a key stands before the first heading");
            faults.push(fault.help("write `[name]` in front of it"));
            continue;
        };
        let (key_text, key_span) = trimmed(key, span.start);
        let value_at = span.start.saturating_add(key.len()).saturating_add(1);
        let (value, value_span) = trimmed(value, value_at);
        if section.entries.len() >= limits::INI_KEYS {
            let message = format!("more than {} keys in a section", limits::INI_KEYS);
            faults.push(Diagnostic::error("limit", key_span, message));
            break;
        }
        section.entries.push(Entry {
            key: key_text.to_owned(),
            key_span,
            value: value.to_owned(),
            span: if value.is_empty() { key_span } else { value_span },
        });
    }
    (sections, faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text() {
        let text = "# games\n[a : chess ]\n  maxFile =  7 \n";
        let (sections, faults) = parse(text);
        assert!(faults.is_empty());
        let [section] = &sections[..] else { panic!("one section") };
        let (parent, place) = section.parent.clone().unwrap();
        assert_eq!((section.name.as_str(), parent.as_str()), ("a", "chess"));
        assert_eq!(&text[place.start..place.end], "chess");
        let entry = &section.entries[0];
        assert_eq!(&text[entry.key_span.start..entry.key_span.end], "maxFile");
        assert_eq!((&text[entry.span.start..entry.span.end], entry.value.as_str()), ("7", "7"));
    }

    #[test]
    fn lines_that_say_nothing_are_faults() {
        let (_, faults) = parse("maxFile = 7\n[a\n[b]\nhello\n");
        let codes: Vec<_> = faults.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["ini-line", "ini-heading", "ini-line"]);
    }
}
