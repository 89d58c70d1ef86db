//! A finished tree → [`Definition`]: names resolved, numbers in range, every fault told.

mod board;
mod castling;
mod ends;
mod pieces;
mod promotion;
mod royal;
mod setup;
mod tests;
mod turn;
mod unused;

use std::collections::BTreeMap;

use super::condition::{self, Place, Term};
use super::faults::Faults;
use super::file::{FileTable, Missing, Read};
use super::names::{shown, suggest};
use super::options::{Current, Options};
use super::sets::Names;
use super::tree::{Node, Text};
use super::{Definition, Expr, PieceSet, SidedSquares};
use crate::board::SquareSet;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::MoveExpr;
use crate::notation::lower::{Action, Junction, Modality, Way};

/// What all parts of the check share.
struct Checker<'a> {
    file: &'a FileTable,
    names: Names,
    terms: BTreeMap<String, Option<Term>>,
    /// What stands where in the start; empty if it cannot be read.
    start: setup::Placement,
    options: &'a Options,
    faults: &'a mut Faults,
}

/// Checks a tree from which everything that is off has been removed.
pub(crate) fn check(
    tree: &Node,
    options: &Options,
    current: &Current,
    faults: &mut Faults,
) -> Option<Definition> {
    let file = FileTable::read(tree, "", faults)?;
    let (shape, symmetry) = board::read(&file, faults);
    let names = board::names(&file, shape, symmetry, faults);
    let mut checker = Checker {
        file: &file,
        names,
        terms: BTreeMap::new(),
        start: setup::Placement::default(),
        options,
        faults,
    };
    checker.read_terms();
    let letters = checker.letters();
    checker.start = checker.start_placement(&letters);
    let pieces = checker.pieces();
    let royals = checker.royals();
    let castlings = checker.castlings();
    let promotions = checker.promotions();
    let en_passant = checker.en_passant();
    let turn = checker.turn();
    let points = checker.points();
    let ends = checker.ends();
    let setup = checker.setup(&letters);
    let tests = checker.tests();
    let castling_text = checker.castling_text();
    checker.right_clashes(&pieces, &castlings);
    if !checker.faults.has_error() {
        checker.warn_unused(&pieces, &promotions, &letters);
    }
    let Checker { names, faults, .. } = checker;
    if faults.has_error() {
        return None;
    }
    Some(Definition {
        title: text_of(file.variant.as_ref()?.name.as_ref()),
        about: text_of(file.variant.as_ref()?.about.as_ref()),
        shape: names.shape,
        symmetry: names.symmetry,
        pieces,
        royals,
        castlings,
        castling_text_king_takes_partner: castling_text?,
        promotions,
        en_passant: en_passant?,
        turn: turn?,
        points: points?,
        ends,
        setup: setup?,
        tests,
        options: options.infos(current),
    })
}

fn text_of(text: Option<&Text>) -> String {
    text.map(|text| text.value.clone()).unwrap_or_default()
}

impl Checker<'_> {
    /// Resolves `[let]`: terms may use terms that do not use them.
    fn read_terms(&mut self) {
        let file = self.file;
        let Some(terms) = &file.terms else { return };
        let mut open = Vec::new();
        for (name, text) in terms.iter().take(limits::NAMED_SETS) {
            super::names::check_name(
                &name.value,
                name.span,
                super::names::NameOf::Term,
                self.faults,
            );
            match condition::parse(text, self.faults) {
                Some(ast) => open.push((name, text, ast)),
                None => {
                    self.terms.insert(name.value.clone(), None);
                }
            }
        }
        for (name, value) in &terms.entries {
            if value.is_none() {
                self.terms.insert(name.value.clone(), None);
            }
        }
        if terms.entries.len() > limits::NAMED_SETS {
            self.faults.push(board::too_many(terms.span, "let", terms.entries.len()));
        }
        while !open.is_empty() {
            let waiting: Vec<&str> = open.iter().map(|(name, ..)| name.value.as_str()).collect();
            let ready = open.iter().position(|(_, text, ast)| {
                let mut used = Vec::new();
                ast.names(&text.value, &mut used);
                !used.iter().any(|range| {
                    text.value.get(range.clone()).is_some_and(|word| waiting.contains(&word))
                })
            });
            let Some(ready) = ready else { break };
            let (name, text, ast) = open.remove(ready);
            let term = self.conditions().term(text, &ast);
            self.terms.insert(name.value.clone(), term);
        }
        // What is left waits for itself, or for something that does.
        let waiting: Vec<String> = open.iter().map(|(name, ..)| name.value.clone()).collect();
        for (name, text, ast) in open {
            let mut used = Vec::new();
            ast.names(&text.value, &mut used);
            let word = |range: &std::ops::Range<usize>| {
                text.value.get(range.clone()).unwrap_or_default().to_owned()
            };
            let found = used.iter().find(|range| waiting.contains(&word(range)));
            let place = found.map_or(text.span, |range| text.place(range.clone()));
            self.faults.push(
                Diagnostic::error(
                    "circular-let",
                    place,
                    format!("the term `{}` needs itself", name.value),
                )
                .also(name.span, "to know what this means, it must be known")
                .help(format!("these terms use each other: {}", waiting.join(", "))),
            );
            self.terms.insert(name.value.clone(), None);
        }
    }

    fn conditions(&mut self) -> condition::Checker<'_> {
        condition::Checker { names: &self.names, terms: &self.terms, faults: self.faults }
    }

    /// A condition that may be left out. `None` after a fault.
    fn condition(&mut self, text: Option<&Text>, place: Place) -> Option<Option<Expr>> {
        match text {
            None => Some(None),
            Some(text) => self.conditions().condition(text, place).map(Some),
        }
    }

    /// A set of pieces that may be left out.
    fn pieces_or(&mut self, text: Option<&Text>, default: PieceSet) -> Option<PieceSet> {
        match text {
            None => Some(default),
            Some(text) => self.names.pieces(text, self.faults),
        }
    }

    /// A set of squares that may be left out.
    fn squares_or(&mut self, text: Option<&Text>, default: SidedSquares) -> Option<SidedSquares> {
        match text {
            None => Some(default),
            Some(text) => self.names.squares(text, self.faults),
        }
    }

    /// One of a few words. `None` after a fault.
    fn word<T: Copy>(
        &mut self,
        text: Option<&Text>,
        default: T,
        words: &[(&'static str, T)],
        later: &[&'static str],
        key: &str,
    ) -> Option<T> {
        let Some(text) = text else { return Some(default) };
        if let Some((_, found)) = words.iter().find(|(word, _)| *word == text.value) {
            return Some(*found);
        }
        if later.contains(&text.as_str()) {
            let what = format!("`{key} = \"{}\"`", text.value);
            self.faults.push(super::file::unsupported(text.span, &what));
            return None;
        }
        self.faults.push(suggest(
            Diagnostic::error(
                "bad-value",
                text.place(0..text.value.len()),
                format!("`{key}` cannot be `{}`", shown(&text.value)),
            ),
            &text.value,
            words.iter().map(|(word, _)| *word),
        ));
        None
    }

    /// `side`.
    fn sides(&mut self, text: Option<&Text>) -> [bool; 2] {
        let words = [("both", [true; 2]), ("white", [true, false]), ("black", [false, true])];
        self.word(text, [true; 2], &words, &[], "side").unwrap_or([true; 2])
    }

    /// The name of an entry of a list.
    fn entry_name(&mut self, entry: &impl Missing, name: Option<&Text>, what: &str) -> String {
        entry.need("name", what, self.faults);
        let Some(name) = name else { return String::new() };
        let length = name.value.chars().count();
        if name.value.trim().is_empty() || length > limits::ENTRY_NAME_CHARS {
            self.faults.push(Diagnostic::error(
                "bad-value",
                name.span,
                format!(
                    "a name has 1 to {} characters, this one {length}",
                    limits::ENTRY_NAME_CHARS
                ),
            ));
        }
        name.value.clone()
    }

    /// Moves in notation; a castling term is refused.
    fn notation(&mut self, text: &Text) -> Option<MoveExpr> {
        let parsed = match crate::notation::parse(&text.value) {
            Ok(parsed) => parsed,
            Err(faults) => {
                for fault in faults {
                    self.faults.push(in_file(fault, text));
                }
                return None;
            }
        };
        for warning in parsed.warnings {
            // In a variant a man without moves is written on purpose.
            if text.value.is_empty() {
                continue;
            }
            self.faults.push(in_file(warning, text));
        }
        let castling = parsed
            .expr
            .terms()
            .iter()
            .find(|term| matches!(term.body, crate::notation::tree::Body::Castling(_)));
        if let Some(term) = castling {
            self.faults.push(
                Diagnostic::error(
                    "castling-in-notation",
                    text.place(term.span.start..term.span.end),
                    "castling does not stand in the notation of a variant",
                )
                .label("a castling term")
                .help("write a `[[castling]]` entry with `pieces`, `from`, `to`, `partner`, `partner-from`, `partner-to` and `right`"),
            );
            return None;
        }
        Some(parsed.expr)
    }
}

/// A fault of a notation, moved to where the notation stands.
fn in_file(mut fault: Diagnostic, text: &Text) -> Diagnostic {
    for label in &mut fault.labels {
        label.span = text.place(label.span.start..label.span.end);
    }
    fault
}

/// Whether no way removes anything, so that it attacks nothing.
fn is_plain(ways: &[Way]) -> bool {
    let quiet = |modality: &Modality| !modality.capture && !modality.own && !modality.en_passant;
    ways.iter().all(|way| match &way.action {
        Action::Ride(ride) => quiet(&ride.modality),
        Action::Hop(hop) => quiet(&hop.modality),
        Action::Universal(modality) => quiet(modality),
        Action::Castle(_) => true,
        Action::Chain(chain) => {
            quiet(&chain.modality)
                && chain.legs.iter().all(|(_, junction)| {
                    matches!(junction, Junction::Empty | Junction::Hurdle | Junction::Any)
                })
        }
    })
}

/// The only square of a set.
fn only(set: SquareSet) -> Option<crate::board::Square> {
    let mut squares = set.iter();
    squares.next().filter(|_| squares.next().is_none())
}
