//! The one renderer of diagnostics.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::definition::{Definition, Sources};
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::Span;

/// Writes diagnostics for people, each followed by an empty line.
///
/// `note` is added to each message, for faults that only show under some choice.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, note: &str, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in diagnostics {
        out.push_str(&renderer.render(&report(diagnostic, sources, note)));
        out.push_str("\n\n");
    }
    out
}

fn report<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, note: &str) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(printable(&format!("{}{note}", diagnostic.message)))
        .id(diagnostic.code);
    let mut main = Group::with_title(title);
    for (file, labels) in by_file(&diagnostic.labels, sources) {
        let Some(file) = sources.files.get(file) else { continue };
        let mut snippet = Snippet::source(file.text.as_str()).path(file.name.as_str());
        for (first, range, message) in labels {
            let kind = if first { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(clamp(&file.text, range));
            snippet = snippet.annotation(match message {
                "" => annotation,
                message => annotation.label(printable(message)),
            });
        }
        main = main.element(snippet);
    }
    let mut groups = vec![main];
    if let Some(help) = &diagnostic.help {
        groups.push(Group::with_title(Level::HELP.secondary_title(printable(help))));
    }
    groups
}

/// A label: whether it is the first of the fault, its place in its file, what it says.
type Placed<'a> = (bool, Range<usize>, &'a str);

/// Labels by the file they are in; the first label's file first.
fn by_file<'a>(labels: &'a [Label], sources: &Sources) -> Vec<(usize, Vec<Placed<'a>>)> {
    let mut files: Vec<(usize, Vec<Placed<'a>>)> = Vec::new();
    for (i, label) in labels.iter().enumerate() {
        let (Some(index), Some((_, span))) =
            (sources.index(label.span.start), sources.locate(label.span))
        else {
            continue;
        };
        let placed = (i == 0, span.start..span.end, label.message.as_str());
        match files.iter_mut().find(|(file, _)| *file == index) {
            Some((_, list)) => list.push(placed),
            None => files.push((index, vec![placed])),
        }
    }
    files
}

/// A place within the text and on boundaries of characters: the renderer panics on others.
fn clamp(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// The board of a FEN of some game, ranks and files named.
pub fn board(definition: &Definition, fen: &str) -> String {
    let placement = fen.split([' ', '[']).next().unwrap_or("");
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    crate::draw::text::placement(&definition.shape, placement, long)
}

/// Without control characters, which could tell a terminal something.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Line and column of both ends of a place, from 1, and the name of its file.
pub fn position(span: Span, sources: &Sources) -> (String, [usize; 4]) {
    match sources.locate(span) {
        Some((file, span)) => {
            let (line, column) = file.line_column(span.start);
            let (end_line, end_column) = file.line_column(span.end);
            (file.name.clone(), [line, column, end_line, end_column])
        }
        None => (String::new(), [1; 4]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_places_do_no_harm() {
        let mut sources = Sources::default();
        sources.add("a.toml", "é = 1\n");
        for (start, end) in [(0, 1), (1, 1), (1, 2), (6, 90), (90, 91), (7, 3), (0, 0)] {
            let diagnostic =
                Diagnostic::error("bad-value", Span::new(start, end), "wrong\u{1b}[31m")
                    .help("none");
            let text = render(&[diagnostic], &sources, "", false);
            assert!(text.starts_with("error[bad-value]: wrong"), "{text}");
            assert!(!text.contains('\u{1b}'), "{text}");
        }
    }
}
