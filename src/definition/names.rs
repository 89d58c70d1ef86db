//! Names: what they may look like, and what was probably meant by a wrong one.

use super::faults::Faults;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// Words with a meaning of their own in sets and conditions.
const RESERVED: &[&str] = &[
    "all",
    "none",
    "edge",
    "light",
    "dark",
    "rank",
    "file",
    "except",
    "white",
    "black",
    "from-square",
    "to-square",
];

/// Words that a term may not be called either.
const RESERVED_TERMS: &[&str] = &[
    "and",
    "or",
    "not",
    "true",
    "false",
    "us",
    "them",
    "both",
    "count",
    "hand",
    "missing",
    "empty",
    "stuck",
    "value",
    "points",
    "checks",
    "rights",
    "line",
    "flanked",
    "quiet",
    "passes",
    "moved",
    "took",
    "check",
    "attacked",
    "facing",
    "moves",
    "reach",
    "repeats",
    "checked",
    "perpetual-check",
];

/// What a name is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameOf {
    /// A piece or a group.
    Men,
    /// An augmenter.
    Augmenter,
    /// A zone.
    Zone,
    /// A term of `[let]`.
    Term,
    /// An option.
    Option,
    /// A choice of an option.
    Choice,
}

impl NameOf {
    const fn what(self) -> &'static str {
        match self {
            Self::Men => "pieces and groups",
            Self::Augmenter => "augmenters",
            Self::Zone => "zones",
            Self::Term => "terms",
            Self::Option => "options",
            Self::Choice => "choices",
        }
    }
}

/// Whether the text is `[a-z][a-z0-9]*(-[a-z0-9]+)*`, of bounded length.
pub(crate) fn is_name(text: &str, digit_first: bool) -> bool {
    text.len() <= limits::NAME_CHARS
        && text.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
        && (digit_first || text.bytes().next().is_some_and(|b| b.is_ascii_lowercase()))
}

/// Whether the text looks like a square, whatever the board.
pub(crate) fn looks_like_square(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && (2..=4).contains(&text.len())
        && bytes.all(|b| b.is_ascii_digit())
}

/// Reports a name that may not be used. True if it may.
pub(crate) fn check_name(name: &str, span: Span, of: NameOf, faults: &mut Faults) -> bool {
    let digit_first = of == NameOf::Choice;
    if !is_name(name, digit_first) {
        faults.push(
            Diagnostic::error("bad-value", span, format!("`{}` cannot be a name", shown(name))).help(
                format!(
                    "names of {} are small letters, digits and single hyphens{}, at most {} characters",
                    of.what(),
                    if digit_first { "" } else { ", a letter first" },
                    limits::NAME_CHARS
                ),
            ),
        );
        return false;
    }
    let reserved = match of {
        NameOf::Men => RESERVED.contains(&name),
        NameOf::Zone => RESERVED.contains(&name) || looks_like_square(name),
        NameOf::Term => RESERVED.contains(&name) || RESERVED_TERMS.contains(&name),
        NameOf::Augmenter | NameOf::Option | NameOf::Choice => false,
    };
    if reserved {
        faults.push(
            Diagnostic::error("reserved-name", span, format!("`{name}` has a meaning of its own"))
                .help(format!("choose another name; {} may not be called so", of.what())),
        );
    }
    !reserved
}

/// A text from outside, cut and without control characters, for messages.
pub(crate) fn shown(text: &str) -> String {
    let mut out: String = text
        .chars()
        .take(limits::NAME_CHARS)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(limits::NAME_CHARS).is_some() {
        out.push('…');
    }
    out
}

/// The candidate most like `text`, if any is like it.
pub(crate) fn closest<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = text.chars().count();
    // A very long word is like nothing we know.
    if length > limits::NAME_CHARS {
        return None;
    }
    let allowed = match length {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= limits::ENTRY_NAME_CHARS)
        .map(|candidate| (distance(text, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= allowed && distance < length.max(candidate.chars().count())
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Adds `did you mean` to a fault, or else the whole list if it is short.
pub(crate) fn suggest<'a>(
    fault: Diagnostic,
    text: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> Diagnostic {
    if let Some(found) = closest(text, candidates.clone()) {
        return fault.help(format!("did you mean `{found}`?"));
    }
    let all: Vec<&str> = candidates.into_iter().take(17).collect();
    if all.is_empty() || all.len() > 16 {
        return fault;
    }
    let list: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
    fault.help(format!("known here: {}", list.join(", ")))
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i.saturating_add(1)];
        for (j, &to) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX);
            let mut best = at(&last, j)
                .saturating_add(usize::from(from != to))
                .min(at(&last, j.saturating_add(1)).saturating_add(1))
                .min(at(&row, j).saturating_add(1));
            let swapped = |k: usize, l: usize| {
                Some(from) == b.get(l).copied() && a.get(k).copied() == Some(to)
            };
            if let (Some(k), Some(l)) = (i.checked_sub(1), j.checked_sub(1))
                && swapped(k, l)
            {
                best = best.min(at(&before, l).saturating_add(1));
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(usize::MAX)
}
