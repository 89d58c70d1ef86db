//! Text → syntax tree, with every fault and warning at its place.
//!
//! The grammar (`grammar/betza.pest`) matches every text; what is no term is a fault node.
//! No rule contains itself, so nothing recurses with the input.

use pest::Parser;
use pest::iterators::Pair;

use super::directions;
use super::faults;
use super::letters::{Letters, Place, Read};
use super::lower::{Fault, FaultKind, Ways, lower_term};
use super::tree::{
    AChain, Atom, AtomClass, Body, Bracket, Castling, Leg, Modifiers, MoveExpr, Range, Separator,
    Term,
};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

mod grammar {
    #![allow(missing_docs, unreachable_pub, reason = "generated from the grammar")]

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/betza.pest"]
    pub struct Betza;
}

pub(super) use grammar::{Betza, Rule};

/// A notation that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The tree; it always lowers.
    pub expr: MoveExpr,
    /// What is probably not meant, in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a notation. Places are byte offsets in `text`.
///
/// The moves are lowered too, so that an accepted notation is known to mean something.
///
/// # Errors
///
/// All faults in the order of the text, at most one a term, and the warnings of the terms
/// that are sound.
///
/// # Examples
///
/// ```
/// let parsed = ferz::notation::parse("R0mfN").unwrap();
/// assert_eq!(parsed.expr.to_string(), "RRfmN");
/// assert_eq!(ferz::notation::parse("gK").unwrap_err()[0].code, "e-hop-range");
/// ```
pub fn parse(text: &str) -> Result<Parsed, Vec<Diagnostic>> {
    let whole = Span::new(0, text.len());
    if text.len() > limits::NOTATION_BYTES {
        return Err(vec![over("bytes", text.len(), limits::NOTATION_BYTES, whole)]);
    }
    let mut pieces = match Betza::parse(Rule::piece, text) {
        Ok(pieces) => pieces,
        Err(error) => return Err(vec![Diagnostic::error("e-syntax", whole, error.to_string())]),
    };
    let nodes: Vec<_> = pieces.next().map(|piece| piece.into_inner().collect()).unwrap_or_default();
    let count = nodes.iter().filter(|node| node.as_rule() != Rule::EOI).count();
    if count > limits::NOTATION_TERMS {
        return Err(vec![over("terms", count, limits::NOTATION_TERMS, whole)]);
    }
    let mut reader = Reader::default();
    for node in nodes {
        match node.as_rule() {
            Rule::term => reader.term(node),
            Rule::fault => reader.diagnostics.push(faults::diagnose(text, node)),
            _ => {}
        }
    }
    reader.finish(whole)
}

/// A bound that was passed.
pub(super) fn over(what: &str, value: usize, bound: usize, span: Span) -> Diagnostic {
    let message = format!("{value} {what}, and a notation may have {bound}");
    Diagnostic::error("e-limit", span, message)
}

/// The place of a node.
pub(super) fn span(node: &Pair<'_, Rule>) -> Span {
    let span = node.as_span();
    Span::new(span.start(), span.end())
}

/// The letters node in front of a term.
pub(super) fn letters<'a>(node: &Pair<'a, Rule>) -> Letters<'a> {
    Letters { text: node.as_str(), start: node.as_span().start() }
}

/// Terms read so far, and what is to be said of them.
#[derive(Debug, Default)]
struct Reader {
    terms: Vec<Term>,
    diagnostics: Vec<Diagnostic>,
    ways: Ways,
}

/// A term and the places of its legs, for faults found when it is lowered.
struct Placed {
    initial: bool,
    body: Body,
    legs: Vec<LegPlace>,
}

/// Places of one leg.
#[derive(Clone, Copy)]
struct LegPlace {
    leg: Span,
    directions: Span,
}

impl Reader {
    fn term(&mut self, node: Pair<'_, Rule>) {
        let span = span(&node);
        let mut warnings = Vec::new();
        match read_term(node, &mut warnings) {
            Ok(placed) => {
                let Placed { initial, body, legs } = placed;
                let term = Term { span, initial, body };
                if let Err(fault) = lower_term(&term, self.terms.len(), &mut self.ways) {
                    self.diagnostics.push(lowering_fault(&fault, &legs, &term));
                    return;
                }
                if let Some(first) = self.terms.iter().find(|&other| *other == term) {
                    let warning = Diagnostic::warning("w-dupterm", span, "the same term twice")
                        .also(first.span, "first written here");
                    warnings.push(warning.help("leave one of them out"));
                }
                self.diagnostics.append(&mut warnings);
                self.terms.push(term);
            }
            Err(fault) => self.diagnostics.push(fault),
        }
    }

    fn finish(mut self, whole: Span) -> Result<Parsed, Vec<Diagnostic>> {
        if self.terms.is_empty() && self.diagnostics.is_empty() {
            let message = "an empty notation is a man that never moves";
            self.diagnostics.push(Diagnostic::warning("w-immobile", whole, message));
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(self.diagnostics);
        }
        Ok(Parsed { expr: MoveExpr::new(self.terms), warnings: self.diagnostics })
    }
}

fn read_term(node: Pair<'_, Rule>, warnings: &mut Vec<Diagnostic>) -> Result<Placed, Diagnostic> {
    let mut parts = node.into_inner();
    let (Some(first), Some(body)) = (parts.next(), parts.next()) else {
        return Err(Diagnostic::error("e-syntax", Span::default(), "a term without an atom"));
    };
    let letters = letters(&first);
    match body.as_rule() {
        Rule::chain => read_bracket(letters, body, warnings),
        Rule::castling => read_castling(letters, &body, warnings),
        Rule::universal => read_universal(letters, &body, warnings),
        _ => read_simple(letters, body, warnings),
    }
}

/// One atom: a simple term or an `a` chain.
fn read_simple(
    letters: Letters<'_>,
    body: Pair<'_, Rule>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Placed, Diagnostic> {
    let whole = letters.span().to(span(&body));
    let (atom, range) = read_atom(body.into_inner(), warnings)?;
    let legs = letters.legs();
    let count = legs.len();
    if count == 1 {
        let read = letters.read(Place::Simple)?;
        check_directions(&read, atom, true, warnings)?;
        check_simple(letters, whole, &read, atom, range, warnings)?;
        let legs = vec![LegPlace { leg: whole, directions: read.directions }];
        let body = Body::Simple(Leg { modifiers: read.modifiers, atom, range });
        return Ok(Placed { initial: read.initial, body, legs });
    }
    if count > limits::NOTATION_LEGS {
        return Err(over("legs", count, limits::NOTATION_LEGS, whole));
    }
    let mut chain = AChain { legs: Vec::new(), atom, range };
    let mut places = Vec::new();
    let mut initial = false;
    for (index, leg) in legs.into_iter().enumerate() {
        let (first, last) = (index == 0, index + 1 == count);
        let read = leg.read(Place::AChain { first, last })?;
        check_directions(&read, atom, first, warnings)?;
        if last {
            check_modality(leg, &read.modifiers, warnings);
        }
        initial |= read.initial;
        let place = if leg.text.is_empty() { whole } else { leg.span() };
        places.push(LegPlace { leg: place, directions: read.directions });
        chain.legs.push(read.modifiers);
    }
    Ok(Placed { initial, body: Body::AChain(chain), legs: places })
}

fn read_bracket(
    prefix: Letters<'_>,
    body: Pair<'_, Rule>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Placed, Diagnostic> {
    if !matches!(prefix.text, "" | "i") {
        return Err(faults::prefix(prefix, body.as_str(), span(&body)));
    }
    let whole = span(&body);
    let nodes: Vec<_> = body.into_inner().collect();
    let count = nodes.iter().filter(|node| node.as_rule() == Rule::leg).count();
    if count > limits::NOTATION_LEGS {
        return Err(over("legs", count, limits::NOTATION_LEGS, whole));
    }
    let mut places = Vec::new();
    let mut legs = Vec::new();
    let mut separators = Vec::new();
    for node in nodes {
        if node.as_rule() == Rule::separator {
            let maybe = node.as_str() == "?";
            separators.push(if maybe { Separator::Maybe } else { Separator::Then });
            continue;
        }
        let (first, last) = (legs.is_empty(), legs.len() + 1 == count);
        let (leg, place) = read_leg(node, first, last, warnings)?;
        legs.push(leg);
        places.push(place);
    }
    let mut legs = legs.into_iter();
    let Some(first) = legs.next() else { return Err(faults::empty_bracket(whole)) };
    let bracket = Bracket { first, rest: separators.into_iter().zip(legs).collect() };
    let initial = prefix.text == "i";
    Ok(Placed { initial, body: Body::Bracket(bracket), legs: places })
}

fn read_leg(
    node: Pair<'_, Rule>,
    first: bool,
    last: bool,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Leg, LegPlace), Diagnostic> {
    let whole = span(&node);
    let mut parts = node.into_inner();
    let Some(front) = parts.next() else { return Err(faults::empty_bracket(whole)) };
    let letters = letters(&front);
    let (atom, range) = read_atom(parts, warnings)?;
    let read = letters.read(Place::Bracket { last })?;
    check_directions(&read, atom, first, warnings)?;
    if last {
        check_modality(letters, &read.modifiers, warnings);
    }
    let place = LegPlace { leg: whole, directions: read.directions };
    Ok((Leg { modifiers: read.modifiers, atom, range }, place))
}

fn read_castling(
    letters: Letters<'_>,
    body: &Pair<'_, Rule>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Placed, Diagnostic> {
    let whole = letters.span().to(span(body));
    let read = letters.read(Place::Castling)?;
    let text = body.as_str().get(1..).unwrap_or_default();
    let digits = Span::new(whole.end.saturating_sub(text.len()), whole.end);
    let distance = match text {
        "" => {
            return Err(Diagnostic::error("e-castling", whole, "`O` without a distance")
                .help("say how many squares the man goes: `O2`"));
        }
        "0" => {
            return Err(Diagnostic::error("e-castling", digits, "castling over no squares")
                .help("say how many squares the man goes: `O2`"));
        }
        _ => number(text, digits)?,
    };
    let directions = read.modifiers.directions;
    let mut seen = Vec::new();
    if directions.as_str().chars().any(|letter| {
        let twice = seen.contains(&letter);
        seen.push(letter);
        twice
    }) {
        warnings.push(doubled(read.directions));
    }
    let legs = vec![LegPlace { leg: whole, directions: read.directions }];
    let castling = Castling { directions, inward: read.modifiers.jump, distance };
    Ok(Placed { initial: read.initial, body: Body::Castling(castling), legs })
}

fn read_universal(
    letters: Letters<'_>,
    body: &Pair<'_, Rule>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Placed, Diagnostic> {
    let whole = letters.span().to(span(body));
    let read = letters.read(Place::Universal)?;
    let atom = span(body);
    if body.as_str().len() > 1 {
        let range = Span::new(atom.start.saturating_add(1), atom.end);
        return Err(Diagnostic::error("e-range", range, "`U` takes no range")
            .help("`U` reaches every other square by itself"));
    }
    check_modality(letters, &read.modifiers, warnings);
    let legs = vec![LegPlace { leg: whole, directions: read.directions }];
    Ok(Placed { initial: read.initial, body: Body::Universal(read.modifiers), legs })
}

/// An atom and its range, from the nodes of the rule `ranged`.
fn read_atom(
    mut nodes: pest::iterators::Pairs<'_, Rule>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Atom, Range), Diagnostic> {
    let missing = || Diagnostic::error("e-syntax", Span::default(), "a leg without an atom");
    let node = nodes.next().ok_or_else(missing)?;
    let digits = nodes.next();
    let at = span(&node);
    let doubled = node.as_rule() == Rule::doubled;
    let atom = match node.as_rule() {
        Rule::leaper => read_leaper(&node)?,
        _ => node.as_str().chars().next().and_then(Atom::from_letter).ok_or_else(missing)?,
    };
    let range = match digits {
        Some(digits) if doubled => {
            let message = "a number behind a doubled letter, which is without limit already";
            return Err(Diagnostic::error("e-range", span(&digits), message).help(format!(
                "write `{}{}`",
                atom,
                digits.as_str()
            )));
        }
        None if doubled => Range::Unlimited,
        None => Range::Own,
        Some(digits) if digits.as_str() == "0" => Range::Unlimited,
        Some(digits) => Range::Steps(number(digits.as_str(), span(&digits))?),
    };
    warn_of_atom(atom, range, at, warnings);
    Ok((atom, range))
}

/// The two numbers of `(x,y)`.
fn read_leaper(node: &Pair<'_, Rule>) -> Result<Atom, Diagnostic> {
    let mut numbers = Vec::new();
    for digits in node.clone().into_inner() {
        let (text, at) = (digits.as_str(), span(&digits));
        if text.len() > 1 && text.starts_with('0') {
            return Err(Diagnostic::error("e-leaper", at, "a coordinate with a leading zero"));
        }
        let Some(value) = text.parse::<u8>().ok().filter(|&value| value <= 99) else {
            return Err(Diagnostic::error("e-leaper", at, "a coordinate over 99"));
        };
        numbers.push(value);
    }
    match *numbers.as_slice() {
        [0, 0] => Err(Diagnostic::error("e-leaper", span(node), "a leap to its own square")),
        [x, y] => Ok(Atom::Leaper(x, y)),
        _ => Err(Diagnostic::error("e-leaper", span(node), "a leaper has two coordinates")),
    }
}

/// A range from 1 to 99.
fn number(text: &str, at: Span) -> Result<u8, Diagnostic> {
    if text.starts_with('0') {
        let value = text.trim_start_matches('0');
        let diagnostic = Diagnostic::error("e-range", at, "a range with a leading zero");
        return Err(if value.is_empty() {
            diagnostic.help("write `0` for a range without limit")
        } else {
            diagnostic.help(format!("write `{value}` for up to so many steps"))
        });
    }
    text.parse().ok().filter(|&value| value <= 99).ok_or_else(|| {
        Diagnostic::error("e-range", at, "a range over 99")
            .help("write `0` for a range without limit")
    })
}

fn warn_of_atom(atom: Atom, range: Range, at: Span, warnings: &mut Vec<Diagnostic>) {
    let modern = match atom {
        Atom::L => Some(('L', 'C', "(1,3)", "(2,3)")),
        Atom::J => Some(('J', 'Z', "(2,3)", "(1,3)")),
        _ => None,
    };
    if let Some((old, new, here, there)) = modern {
        let message = format!("`{old}` is an old letter: here it leaps {here}, in XBoard {there}");
        let warning = Diagnostic::warning("w-oldletter", at, message);
        warnings.push(warning.help(format!("write `{new}`")));
    }
    match (atom, range) {
        (Atom::K, Range::Steps(_) | Range::Unlimited) => {
            let queen = match range {
                Range::Steps(steps) => format!("Q{steps}"),
                Range::Own | Range::Unlimited => "Q".to_owned(),
            };
            let message = format!("`K` with a range slides: it is the same as `{queen}`");
            warnings.push(
                Diagnostic::warning("w-krange", at, message).help(format!("write `{queen}`")),
            );
        }
        (Atom::R | Atom::B | Atom::Q, Range::Unlimited) => {
            let letter = atom.to_string();
            let message = format!("`{letter}` is without limit already");
            warnings.push(
                Diagnostic::warning("w-redundant", at, message).help(format!("write `{letter}`")),
            );
        }
        _ => {}
    }
}

fn doubled(at: Span) -> Diagnostic {
    Diagnostic::warning("w-redundant", at, "a doubled direction letter has no effect here")
}

/// Reads the direction letters as the atom does. On continuation legs they are read again
/// for each direction the leg before may have had; here only for the warnings.
fn check_directions(
    read: &Read,
    atom: Atom,
    first: bool,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let text = read.modifiers.directions.as_str();
    if text.is_empty() {
        return Ok(());
    }
    let at = read.directions;
    let class = atom.class();
    let reading = match directions::read(text, class) {
        Ok(reading) => reading,
        Err(fault) if first => return Err(direction_fault(fault, at)),
        Err(_) => return Ok(()),
    };
    if reading.doubled && class != AtomClass::Oblique {
        warnings.push(doubled(at));
    }
    if reading.half && matches!(class, AtomClass::Orthogonal | AtomClass::Diagonal) {
        let message = "`h` has no effect on an atom of four directions";
        let warning = Diagnostic::warning("w-redundant", at, message);
        warnings.push(warning.help(format!("write `{}`", text.replace('h', ""))));
    }
    if let (Some(index), AtomClass::Oblique) = (reading.disorder, class) {
        let start = at.start.saturating_add(index);
        let pair = text.get(index..index.saturating_add(2)).unwrap_or_default();
        let turned: String = pair.chars().rev().collect();
        let message = format!("`{pair}` unites two sets of directions: it is not a pair");
        let warning =
            Diagnostic::warning("w-order", Span::new(start, start.saturating_add(2)), message);
        warnings.push(warning.help(format!("for a pair write `{turned}`")));
    }
    if first && class == AtomClass::EightFold {
        warnings.push(king_directions(text, at, atom));
    }
    Ok(())
}

/// W-KQDIR, with the spellings that every dialect reads alike.
fn king_directions(text: &str, at: Span, atom: Atom) -> Diagnostic {
    let letter = atom.to_string();
    let (straight, diagonal) = if atom == Atom::Q { ("R", "B") } else { ("W", "F") };
    let message = format!(
        "`{text}{letter}` is read in eight directions; other dialects apply the letters to \
         `{straight}` and `{diagonal}` separately"
    );
    let help = match text {
        "f" | "b" | "l" | "r" => format!(
            "write `{text}{straight}` for the one direction, `{text}h{letter}` or \
             `{text}{straight}{text}{diagonal}` for three"
        ),
        "v" | "s" => format!(
            "write `{text}{straight}` for the two directions, `{text}{straight}{text}{diagonal}` \
             for all that other dialects read"
        ),
        "fh" | "bh" | "lh" | "rh" => {
            let plain = text.trim_end_matches('h');
            format!("`{plain}{straight}{plain}{diagonal}` is read alike everywhere")
        }
        _ => format!("write the directions on `{straight}` and on `{diagonal}`"),
    };
    Diagnostic::warning("w-kqdir", at, message).help(help)
}

fn direction_fault(fault: directions::Fault, at: Span) -> Diagnostic {
    match fault {
        directions::Fault::Half(index) => {
            let start = at.start.saturating_add(index);
            let place = Span::new(start, start.saturating_add(1));
            Diagnostic::error("e-half", place, "`h` belongs to no direction in front of it")
                .help("`h` follows one of `f`, `b`, `l`, `r` that is not part of a pair: `fhN`")
        }
        directions::Fault::Chiral => {
            let message = "`hr` and `hl` stand alone, and on oblique atoms only";
            Diagnostic::error("e-chiral", at, message)
                .help("an oblique atom is one such as `N`, `C`, `Z`; write other directions apart")
        }
    }
}

/// `mc` says nothing.
fn check_modality(letters: Letters<'_>, has: &Modifiers, warnings: &mut Vec<Diagnostic>) {
    if has.quiet && has.capture && !has.own && !has.en_passant {
        let at = letters.find('m').to(letters.find('c'));
        let message = "`mc` is what a move does without them";
        warnings.push(Diagnostic::warning("w-redundant", at, message).help("leave out `mc`"));
    }
}

/// What depends on modifiers, atom and range of a term of one leg.
fn check_simple(
    letters: Letters<'_>,
    whole: Span,
    read: &Read,
    atom: Atom,
    range: Range,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let has = &read.modifiers;
    let steps = range.steps(atom);
    let name = atom.to_string();
    let one_step = steps.is_some_and(|steps| steps <= 1);
    let class = atom.class();
    let one_square = atom.is_one_square();
    if (has.hop || has.grasshopper) && one_step {
        let hop = if has.hop { 'p' } else { 'g' };
        let message = format!("`{hop}` needs a range: one step has no room for a hurdle");
        let help = match atom {
            Atom::K => format!("write `{hop}Q`"),
            Atom::R | Atom::B | Atom::Q => format!("write `{hop}{name}`"),
            Atom::W => format!("write `{hop}R`, or `jD` to leap over a neighbour"),
            Atom::F => format!("write `{hop}B`, or `jA` to leap over a neighbour"),
            _ => format!("write `{hop}{name}0`, or `j{name}` to leap over a man"),
        };
        return Err(Diagnostic::error("e-hop-range", letters.find(hop), message).help(help));
    }
    if has.crooked && (one_step || class == AtomClass::Oblique) {
        let at = letters.find('z');
        return Err(if class == AtomClass::Oblique {
            let message = format!("the angle of a crooked `{name}` is not settled");
            Diagnostic::error("e-crooked", at, message)
                .help("write the legs in a bracket, or `q` for a circular rider")
        } else {
            Diagnostic::error("e-crooked", at, "one step cannot be crooked")
                .help("give the atom a range, as in `zB` or `zR`")
        });
    }
    if has.jump > 1 && !one_square {
        let message = format!("`j` twice in front of `{name}`");
        return Err(Diagnostic::error("e-duplicate", letters.find('j'), message)
            .help("only sliders skip several squares"));
    }
    let limit = if range == Range::Own && has.circular { None } else { steps };
    if one_square && limit.is_some_and(|steps| has.jump >= steps) {
        let message = format!("`j` skips every square that `{name}` reaches");
        let help = match atom {
            Atom::W => "write `jD` to leap over a neighbour",
            Atom::F => "write `jA` to leap over a neighbour",
            _ => "give the atom a range larger than the number of `j`",
        };
        return Err(Diagnostic::error("e-empty", whole, message).help(help));
    }
    check_modality(letters, has, warnings);
    if has.lame == 1 && one_square && !read.initial {
        let message = format!("`n` has no effect: a step of `{name}` passes no square");
        let warning = Diagnostic::warning("w-noop", letters.find('n'), message);
        warnings.push(warning.help("leave it out"));
    }
    let settled = matches!(atom.step(), (1, 2) | (2, 3));
    if (has.lame > 0 || has.jump > 0) && class == AtomClass::Oblique && !settled {
        let letter = if has.lame > 0 { 'n' } else { 'j' };
        let message = format!("the path of `{name}` is our own rule; dialects differ");
        let warning = Diagnostic::warning("w-lamepath", letters.find(letter), message)
            .label("straight first, then diagonal");
        warnings.push(warning.help("write another path as a bracket, such as `[W-F]`"));
    }
    if has.grasshopper && matches!(range, Range::Steps(_)) {
        let message = "the range is the whole distance; Fairy-Stockfish reads `p` here";
        let end = Span::new(letters.span().end, whole.end);
        warnings.push(Diagnostic::warning("w-hoprange", end, message));
    }
    Ok(())
}

fn lowering_fault(fault: &Fault, legs: &[LegPlace], term: &Term) -> Diagnostic {
    let place = legs.get(fault.leg).copied();
    let leg = place.map_or(term.span, |place| place.leg);
    let directions = place.map_or(leg, |place| place.directions);
    let bracket = matches!(term.body, Body::Bracket(_));
    match fault.kind {
        FaultKind::Directions(fault) => direction_fault(fault, directions),
        FaultKind::Empty if bracket => {
            let message = "the atom has none of these directions after the leg before";
            Diagnostic::error("e-empty", leg, message)
                .help("directions are relative to the leg before: `f` goes straight on")
        }
        FaultKind::Empty => Diagnostic::error("e-empty", leg, "no direction is left"),
        FaultKind::Unsupported => {
            let message = "no relative directions are defined for an oblique atom here";
            let help = if bracket {
                "leave the letters out, or write `b` for the exact reverse of the same atom"
            } else {
                "use `f` or `b`, or leave the letters out"
            };
            Diagnostic::error("e-unsupported", directions, message).help(help)
        }
        FaultKind::Limit => {
            let bound = limits::NOTATION_WAYS;
            let message = format!(
                "more than {bound} ways of moving, and a notation may have {bound} when all \
                 directions are written out"
            );
            Diagnostic::error("e-limit", term.span, message)
        }
    }
}
