//! What is wrong with a piece of text that is no term.

use pest::Parser;
use pest::iterators::Pair;

use super::letters::Letters;
use super::parse::{Betza, Rule, letters, span};
use super::tree::Atom;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The fault of a `fault` node.
pub(super) fn diagnose(text: &str, node: Pair<'_, Rule>) -> Diagnostic {
    let whole = span(&node);
    let mut prefix = Letters { text: "", start: whole.start };
    for part in node.into_inner() {
        let at = span(&part);
        match part.as_rule() {
            Rule::letters => prefix = letters(&part),
            Rule::bent => return bracket(prefix, part.as_str(), at),
            Rule::group => return group(part.as_str(), at),
            Rule::drop => {
                return Diagnostic::error("e-drop", whole, "drops are not part of a notation")
                    .help("how a man is dropped is said in the variant file");
            }
            Rule::suffixed => return suffixed(part.as_str(), at),
            Rule::unknown => return unknown(part.as_str(), at),
            Rule::spaced => {
                let gap = part.into_inner().find(|inner| inner.as_rule() == Rule::gap);
                let at = gap.map_or(at, |gap| span(&gap));
                return Diagnostic::error("e-syntax", at, "a blank between modifiers and atom")
                    .help("blanks may stand between terms only");
            }
            Rule::dangling => {
                let at = part.into_inner().next().map_or(at, |inner| span(&inner));
                let message = "modifiers with no atom behind them";
                return Diagnostic::error("e-dangling", at, message)
                    .help("modifiers belong to the atom that follows");
            }
            Rule::stray => {
                let junk = part.into_inner().find(|inner| inner.as_rule() == Rule::junk);
                let at = junk.map_or(at, |junk| span(&junk));
                return stray(text.get(at.start..at.end).unwrap_or_default(), at);
            }
            _ => {}
        }
    }
    Diagnostic::error("e-syntax", whole, "this is no term")
}

/// Characters outside the grammar.
fn stray(found: &str, at: Span) -> Diagnostic {
    let Some(first) = found.chars().next() else {
        return Diagnostic::error("e-syntax", at, "this is no term");
    };
    if first == ')' {
        return Diagnostic::error("e-group", at, "`)` without `(`")
            .help("parentheses hold the two numbers of a leaper, as in `(1,4)`");
    }
    let message = match first {
        '0'..='9' => format!("the number `{found}` stands behind no atom"),
        _ if first.is_control() => "a control character".to_owned(),
        _ => format!("`{found}` has no meaning here"),
    };
    let diagnostic = Diagnostic::error("e-syntax", at, message);
    match first {
        '-' | '?' => diagnostic.help("legs are joined inside a bracket: `[W-F]`, `[W?F]`"),
        '/' | ',' => diagnostic.help("alternatives stand side by side: `RN`"),
        ']' => diagnostic.help("a bracket opens with `[`"),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => diagnostic.help("write an ordinary `-`"),
        '0'..='9' => diagnostic.help("a range stands directly behind its atom: `W4`"),
        _ => diagnostic,
    }
}

/// Parentheses that hold no two numbers.
fn group(text: &str, at: Span) -> Diagnostic {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if bare.len() < text.len() && Betza::parse(Rule::lone_leg, &bare).is_ok() {
        return Diagnostic::error("e-syntax", at, "a blank inside a leaper")
            .help(format!("write `{bare}`"));
    }
    Diagnostic::error("e-group", at, "parentheses hold two numbers, as in `(1,4)`").help(
        "there are no groups and no repetition: write the terms side by side, and legs as `[A-B]`",
    )
}

/// `NX`, `DY`: lengths of the present `XBetza` page.
fn suffixed(text: &str, at: Span) -> Diagnostic {
    let mut characters = text.chars();
    let atom = characters.next().and_then(Atom::from_letter);
    let suffix = if text.contains('X') { 'X' } else { 'Y' };
    let message = format!("the suffix `{suffix}` is not supported: dialects disagree on it");
    let diagnostic = Diagnostic::error("e-suffix", at, message);
    let Some(atom) = atom else { return diagnostic.help("write the leap as `(x,y)`") };
    let (short, long) = atom.step();
    let (short, long) = match suffix {
        'X' => (short, long.saturating_add(3)),
        _ => (short.saturating_add(2), long.saturating_add(2)),
    };
    diagnostic.help(format!("write the leap as `({short},{long})`"))
}

/// A capital that is no atom.
fn unknown(text: &str, at: Span) -> Diagnostic {
    let letter = text.chars().next().unwrap_or('?');
    let at = Span::new(at.start, at.start.saturating_add(1));
    let message = format!("`{letter}` is no atom");
    let diagnostic = Diagnostic::error("e-atom", at, message);
    match letter {
        'I' => diagnostic.label("elsewhere: an imitator, or the step (0,3)").help("(0,3) is `H`"),
        'X' | 'Y' => diagnostic.label("elsewhere: a suffix").help("write long leaps as `(x,y)`"),
        'P' => diagnostic.help("a pawn is `fmWfceFifmnD`"),
        'S' | 'M' => diagnostic.help("a knight is `N`"),
        _ => diagnostic.help("atoms are W F D N A H C Z G R B K Q, `(x,y)`, U and O"),
    }
}

/// A bracket with something in front that is not `i`.
pub(super) fn prefix(letters: Letters<'_>, bracket: &str, at: Span) -> Diagnostic {
    let place = letters.span();
    let Some(last) = letters.text.chars().next_back() else { return empty_bracket(at) };
    if !matches!(last, 't' | 'n' | 'q' | 'g' | 'z') {
        let message = format!("`{}` in front of a bracket", letters.text);
        return Diagnostic::error("e-bracket", place, message)
            .help("only `i` may stand there; other modifiers belong to the legs");
    }
    let diagnostic = Diagnostic::error(
        "e-bent",
        place.to(at),
        format!("`{last}[…]` is an old spelling of a move of several legs"),
    );
    let separator = match last {
        't' => "?",
        'n' => "-",
        _ => return diagnostic.help("write the legs as `[A-B]` or `[A?B]`"),
    };
    match old_legs(bracket) {
        Some(legs) if legs.len() > 1 => {
            diagnostic.help(format!("write `[{}]`", legs.join(separator)))
        }
        _ => diagnostic.help(format!("write `[A{separator}B]`")),
    }
}

/// The legs of an old bracket, which have nothing between them.
fn old_legs(bracket: &str) -> Option<Vec<String>> {
    let inside = bracket.strip_prefix('[')?.split(']').next()?;
    let piece = Betza::parse(Rule::legs, inside).ok()?.next()?;
    let legs = piece.into_inner().filter(|node| node.as_rule() == Rule::leg);
    Some(legs.map(|leg| leg.as_str().to_owned()).collect())
}

/// A bracket without two legs.
pub(super) fn empty_bracket(at: Span) -> Diagnostic {
    Diagnostic::error("e-bracket", at, "a bracket has two legs or more")
        .help("write `[A-B]`, or leave the bracket out")
}

/// A bracket that is not well formed, or has something in front or behind.
fn bracket(letters: Letters<'_>, text: &str, at: Span) -> Diagnostic {
    if !matches!(letters.text, "" | "i") {
        return prefix(letters, text, at);
    }
    let sub = |start: usize, end: usize| {
        Span::new(at.start.saturating_add(start), at.start.saturating_add(end))
    };
    let inside = text.get(1..).unwrap_or_default();
    let Some((inside, behind)) = inside.split_once(']') else {
        return Diagnostic::error("e-bracket", at, "a bracket that does not close")
            .help("add `]` behind the last leg");
    };
    if let Some(nested) = inside.find('[') {
        let start = nested.saturating_add(1);
        return Diagnostic::error(
            "e-bracket",
            sub(start, start.saturating_add(1)),
            "a bracket in a bracket",
        )
        .help("write all legs in one bracket");
    }
    let allowed =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '?' | '(' | ')' | ',' | '@');
    if let Some((index, found)) = inside.char_indices().find(|&(_, c)| !allowed(c)) {
        let start = index.saturating_add(1);
        let place = sub(start, start.saturating_add(found.len_utf8()));
        if found.is_whitespace() {
            return Diagnostic::error("e-syntax", place, "a blank inside a bracket")
                .help("blanks may stand between terms only");
        }
        return stray(found.encode_utf8(&mut [0; 4]), place);
    }
    let mut start = 1_usize;
    let segments: Vec<&str> = inside.split(['-', '?']).collect();
    for &segment in &segments {
        let end = start.saturating_add(segment.len());
        if let Some(fault) = leg(segment, sub(start, end), segments.len() > 1) {
            return fault;
        }
        start = end.saturating_add(1);
    }
    if segments.len() < 2 {
        return empty_bracket(at);
    }
    let end = text.len();
    let place = sub(end.saturating_sub(behind.len()), end);
    if behind.starts_with(']') {
        return Diagnostic::error("e-bracket", place, "`]` without `[`");
    }
    Diagnostic::error("e-bracket", place, "a bracket takes no range")
        .help("ranges belong to the legs")
}

/// What is wrong with one leg of a bracket, if anything.
fn leg(text: &str, at: Span, separated: bool) -> Option<Diagnostic> {
    if text.is_empty() {
        let message = "an empty leg";
        return separated.then(|| {
            Diagnostic::error("e-bracket", at, message).help("a separator stands between two legs")
        });
    }
    if Betza::parse(Rule::lone_leg, text).is_ok() {
        return None;
    }
    if Betza::parse(Rule::legs, text).is_ok() {
        let legs = old_legs(&format!("[{text}")).unwrap_or_default();
        return Some(Diagnostic::error("e-bracket", at, "several atoms in one leg").help(format!(
            "separate the legs: `[{}]` or `[{}]`",
            legs.join("-"),
            legs.join("?")
        )));
    }
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let rest = text.get(letters..).unwrap_or_default();
    let rest_at = Span::new(at.start.saturating_add(letters), at.end);
    Some(match rest.chars().next() {
        None => Diagnostic::error("e-dangling", at, "a leg without an atom"),
        Some('O') => Diagnostic::error("e-castling", rest_at, "castling cannot be part of a chain"),
        Some('U') => Diagnostic::error("e-unsupported", rest_at, "`U` cannot be part of a chain"),
        Some('@') => Diagnostic::error("e-drop", at, "drops are not part of a notation")
            .help("how a man is dropped is said in the variant file"),
        Some('(' | ')') => group(rest, rest_at),
        Some(first) if first.is_ascii_uppercase() && Atom::from_letter(first).is_none() => {
            unknown(rest, rest_at)
        }
        Some(first) if first.is_ascii_uppercase() => {
            match rest.get(1..).and_then(|rest| rest.trim_start_matches(first).chars().next()) {
                Some('X' | 'Y') => suffixed(rest, rest_at),
                _ => Diagnostic::error("e-syntax", at, "this is no leg")
                    .help("a leg is modifiers, an atom and a range"),
            }
        }
        Some(_) => Diagnostic::error("e-syntax", rest_at, "this is no leg")
            .help("a leg is modifiers, an atom and a range"),
    })
}
