//! A rule book as plain text and, with the same parts, where its rules come from.

use std::fmt::Write as _;

use super::{Book, Item, Rule, line};
use crate::definition::{Definition, Sources};
use crate::draw;

/// Columns of the text.
const WIDTH: usize = 88;

/// A text without characters that would act on a terminal.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => ' ',
            c if c.is_control() || is_format(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Characters that turn the direction of a text or show nothing.
const fn is_format(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// `chess.toml:12`, or `default` for what holds because nothing is said.
pub fn place(rule: &Rule, sources: &Sources) -> String {
    let place = rule.span.and_then(|span| line(sources, span));
    place.map_or_else(
        || "default".to_owned(),
        |(file, line)| format!("{}:{line}", harmless(short(file))),
    )
}

/// The name of a file without the remark that it is built in.
pub(super) fn short(file: &str) -> &str {
    file.strip_suffix(" (built in)").unwrap_or(file)
}

/// The men of a FEN as a board.
pub(super) fn board(definition: &Definition, fen: &str) -> String {
    let placement = fen.split([' ', '[']).next().unwrap_or("");
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    draw::text::placement(&definition.shape, placement, long)
}

/// Writes a book. `ascii`: plain letters in diagrams.
pub fn write(book: &Book, definition: &Definition, sources: &Sources, ascii: bool) -> String {
    let title = format!("The rules of {}", harmless(&book.title));
    let mut out = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for section in &book.sections {
        let heading = harmless(&section.heading);
        let _ = write!(out, "\n{heading}\n{}\n\n", "-".repeat(heading.chars().count()));
        for item in &section.items {
            match item {
                Item::Heading(text) => {
                    let _ = write!(out, "\n{}\n\n", harmless(text));
                }
                Item::Rule(rule) => {
                    let text = format!("{} [{}]", harmless(&rule.text), place(rule, sources));
                    wrap(&text, &mut out);
                }
                Item::Board(fen) => indented(&board(definition, fen), &mut out),
                Item::Diagram(diagram, _) => {
                    indented(&draw::text::diagram(diagram, ascii), &mut out);
                }
            }
        }
    }
    if ascii { out.replace(['\u{201c}', '\u{201d}'], "\"") } else { out }
}

fn indented(text: &str, out: &mut String) {
    out.push('\n');
    for line in text.lines() {
        let line = format!("    {line}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');
}

/// A paragraph with its first line further out.
fn wrap(text: &str, out: &mut String) {
    let mut line = "- ".to_owned();
    let mut empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{line}");
            "  ".clone_into(&mut line);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(out, "{line}");
}
