//! `[augmenters]` and `text.codes`.

use super::Checker;
use crate::definition::Augmenter;
use crate::definition::faults::Faults;
use crate::definition::file::{FileTable, Missing};
use crate::definition::names::{NameOf, check_name, shown};
use crate::diagnostic::Diagnostic;
use crate::limits;

/// The codes of all augmenters in the order in which they are written: those that
/// `text.codes` lists, then the others, capitals first.
pub(super) fn codes(file: &FileTable, faults: &mut Faults) -> Vec<char> {
    let mut known: Vec<(char, crate::source::Span)> = Vec::new();
    let entries = file.augmenters.iter().flat_map(|named| &named.entries);
    for (name, table) in entries.take(limits::AUGMENTERS) {
        check_name(&name.value, name.span, NameOf::Augmenter, faults);
        let Some(table) = table else { continue };
        table.need("code", &format!("the augmenter `{}`", shown(&name.value)), faults);
        table.need("moves", &format!("the augmenter `{}`", shown(&name.value)), faults);
        let Some(text) = &table.code else { continue };
        let mut chars = text.value.chars();
        let code = chars.next().filter(|code| code.is_ascii_alphabetic() && chars.next().is_none());
        let Some(code) = code else {
            faults.push(
                Diagnostic::error(
                    "bad-letter",
                    text.span,
                    format!("`{}` cannot be a code of an augmenter", shown(&text.value)),
                )
                .help("write one letter; capital and small letters are different codes"),
            );
            continue;
        };
        if let Some((_, first)) = known.iter().find(|(other, _)| *other == code) {
            faults.push(
                Diagnostic::error(
                    "duplicate-code",
                    text.span,
                    format!("two augmenters have the code `{code}`"),
                )
                .label("second augmenter")
                .also(*first, "first augmenter"),
            );
            continue;
        }
        known.push((code, text.span));
    }
    if let Some(named) = &file.augmenters
        && named.entries.len() > limits::AUGMENTERS
    {
        faults.push(Diagnostic::error(
            "out-of-range",
            named.span,
            format!(
                "there are {} augmenters; at most {} are allowed",
                named.entries.len(),
                limits::AUGMENTERS
            ),
        ));
    }
    let mut order: Vec<char> = Vec::new();
    if let Some(text) = file.text.as_ref().and_then(|text| text.codes.as_ref()) {
        for (at, code) in text.value.char_indices() {
            let place = text.place(at..at.saturating_add(code.len_utf8()));
            if order.contains(&code) {
                faults.push(Diagnostic::error(
                    "duplicate-code",
                    place,
                    format!("`{}` stands twice in `text.codes`", shown(&code.to_string())),
                ));
            } else if known.iter().any(|(other, _)| *other == code) {
                order.push(code);
            } else {
                faults.push(
                    Diagnostic::error(
                        "unknown-name",
                        place,
                        format!("no augmenter has the code `{}`", shown(&code.to_string())),
                    )
                    .help("`text.codes` lists the codes of `[augmenters]` in the order in which they are written behind a man"),
                );
            }
        }
    }
    let mut rest: Vec<char> =
        known.iter().map(|(code, _)| *code).filter(|code| !order.contains(code)).collect();
    // Capitals come first in ASCII too.
    rest.sort_unstable();
    order.extend(rest);
    order
}

impl Checker<'_> {
    /// All augmenters, in the order of their codes.
    pub(super) fn augmenters(&mut self) -> Vec<Augmenter> {
        let file = self.file;
        let mut augmenters = Vec::new();
        for (name, table) in file.augmenters.iter().flat_map(crate::definition::file::Named::iter) {
            let Some((code, moves)) = table.code.as_ref().zip(table.moves.as_ref()) else {
                continue;
            };
            let Some(code) =
                code.value.chars().next().filter(|code| self.names.codes.contains(code))
            else {
                continue;
            };
            let Some(expr) = self.notation(moves) else { continue };
            augmenters.push(Augmenter {
                name: name.value.clone(),
                span: name.span,
                code,
                moves: expr,
                moves_span: moves.span,
            });
        }
        let place = |code: char| self.names.codes.iter().position(|&known| known == code);
        augmenters.sort_by_key(|augmenter| place(augmenter.code));
        augmenters
    }
}
