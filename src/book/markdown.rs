//! A rule book as Markdown.

use std::fmt::Write as _;

use super::text::{board, harmless, place, short};
use super::{Book, Item, line};
use crate::definition::{Definition, Sources};
use crate::draw;

/// Text of a file with all marks of Markdown made harmless; code in back ticks stays code.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut code = false;
    // An odd back tick opens nothing.
    let pairs = text.matches('`').count().is_multiple_of(2);
    for c in harmless(text).chars() {
        match c {
            '`' if pairs => {
                code = !code;
                out.push('`');
            }
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '(' | ')' | '#' | '+'
            | '-' | '!' | '|' | '&' | '~'
                if !code =>
            {
                if matches!(c, '<' | '>' | '&') {
                    out.push_str(match c {
                        '<' => "&lt;",
                        '>' => "&gt;",
                        _ => "&amp;",
                    });
                } else if matches!(c, '(' | ')' | '-' | '{' | '}') {
                    out.push(c);
                } else {
                    out.push('\\');
                    out.push(c);
                }
            }
            c => out.push(c),
        }
    }
    // A number at the start of a line would begin a list.
    match out.split_once(". ") {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{number}\\. {rest}")
        }
        _ => out,
    }
}

/// A path in a link.
fn linked(file: &str) -> String {
    let mut out = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Writes a book. A rule ends in a link to the line of the file that says so.
pub fn write(book: &Book, definition: &Definition, sources: &Sources) -> String {
    let mut out = format!("# The rules of {}\n", escaped(&book.title));
    for section in &book.sections {
        let _ = write!(out, "\n## {}\n\n", escaped(&section.heading));
        for item in &section.items {
            match item {
                Item::Heading(text) => {
                    let _ = write!(out, "\n### {}\n\n", escaped(text));
                }
                Item::Rule(rule) => {
                    let shown = escaped(&place(rule, sources));
                    let link = rule.span.and_then(|span| line(sources, span)).map_or_else(
                        || format!("*{shown}*"),
                        |(file, line)| format!("[{shown}]({}#L{line})", linked(short(file))),
                    );
                    let _ = writeln!(out, "- {} ({link})", escaped(&rule.text));
                }
                Item::Board(fen) => {
                    let _ = write!(out, "\n~~~text\n{}~~~\n\n", board(definition, fen));
                }
                Item::Diagram(diagram, _) => {
                    let text = draw::text::diagram(diagram, false);
                    let _ = write!(out, "\n~~~text\n{text}~~~\n\n");
                }
            }
        }
    }
    out
}
