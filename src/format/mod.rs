//! Variant files written in one layout: text → text.
//!
//! Tables and keys are put in the order in which `definition/file.rs` declares them; names that a
//! file chooses and entries of lists keep theirs. Comments move with what they stand at, one-line
//! tables and lists stay as they are but for the order of their keys. The text means the same
//! afterwards, which is looked at before it is handed out.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod inline;
mod layout;
mod order;
mod parts;

use toml_edit::Document;

use crate::definition::{means_the_same, syntax_faults};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The file in the one layout. Formatting it again changes nothing.
///
/// # Errors
///
/// A text that is no TOML, or has more bytes than a file may have.
///
/// # Examples
///
/// ```
/// let text = "[board]\nranks=8\nfiles   = 8 # eight\n[variant]\nname = 'x'";
/// assert_eq!(
///     ferz::format::format(text).unwrap(),
///     "[variant]\nname = 'x'\n\n[board]\nfiles = 8                      # eight\nranks = 8\n",
/// );
/// ```
pub fn format(original: &str) -> Result<String, Vec<Diagnostic>> {
    let faults = syntax_faults(original);
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = original.strip_prefix('\u{feff}').unwrap_or(original).replace("\r\n", "\n");
    // Numbers that fit nowhere are read by one of the two parsers and not by the other.
    if let Err(error) = Document::parse(original) {
        let span = error.span().map_or(Span::default(), Span::from);
        return Err(refused(span, &format!("this is not TOML: {}", error.message())));
    }
    let (head, body) = parts::split_head(&text);
    let Ok(document) = Document::parse(body) else {
        return Err(refused(Span::default(), "this is not TOML"));
    };
    let mut file = parts::cut(body, &document);
    order::sort(&mut file);
    let out = layout::write(head, &file);
    // Line feeds within texts are the one thing that is not kept letter for letter.
    if !means_the_same(&text, &out) {
        return Err(refused(
            Span::default(),
            "the file would not mean the same if it were formatted",
        ));
    }
    Ok(out)
}

fn refused(span: Span, message: &str) -> Vec<Diagnostic> {
    vec![Diagnostic::error("syntax", span, message)]
}

#[cfg(test)]
mod tests;
