//! A finished tree → [`Definition`]: names resolved, numbers in range, every fault told.

mod allow;
mod augmenters;
mod board;
mod castling;
mod effects;
mod ends;
mod gates;
mod hand;
mod pieces;
mod promotion;
mod royal;
mod setup;
mod stages;
pub(super) mod stuck;
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
use super::{Definition, Expr, PieceSet, Places, SidedSquares};
use crate::board::SquareSet;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::lower::{Action, Junction, Modality, Way};
use crate::notation::{MoveExpr, lower};

/// Something had a fault, which has been reported.
#[derive(Clone, Copy, Debug)]
struct Faulty;

/// What all parts of the check share.
struct Checker<'a> {
    file: &'a FileTable,
    names: Names,
    terms: BTreeMap<String, Option<Term>>,
    /// What stands where in the start; empty if it cannot be read.
    start: setup::Placement,
    /// Whether all letters are known, so that a placement can be read.
    letters_known: bool,
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
    // With men left out every use of them would be one more fault.
    if file.pieces.as_ref().is_some_and(|pieces| pieces.entries.len() > limits::PIECES) {
        return None;
    }
    let mut checker = Checker {
        file: &file,
        names,
        terms: BTreeMap::new(),
        start: setup::Placement::default(),
        letters_known: false,
        options,
        faults,
    };
    match &file.variant {
        Some(variant) => variant.need("name", "`variant`", checker.faults),
        None => file.need("variant", "a game", checker.faults),
    }
    checker.read_counter_names();
    checker.read_terms();
    let before = checker.faults.len();
    let letters = checker.letters();
    checker.letters_known = checker.faults.len() == before;
    checker.start = checker.start_placement(&letters);
    let pieces = checker.pieces();
    let augmenters = checker.augmenters();
    let gates = checker.gates();
    let hand = checker.hand_rule();
    let drops = checker.drops();
    let effects = checker.effects();
    let bans = checker.bans();
    let checks = checker.checks();
    let counters = checker.counters();
    let royals = checker.royals();
    let castlings = checker.castlings();
    let promotions = checker.promotions();
    let en_passant = checker.en_passant();
    let turn = checker.turn();
    let points = checker.points();
    let ends = checker.ends();
    let stages = checker.stages(&gates);
    let setup = checker.setup(&letters, stages);
    let tests = checker.tests();
    let castling_text = checker.castling_text();
    let allowed = checker.allowed();
    checker.right_clashes(&pieces, &castlings);
    if !checker.faults.has_error() {
        checker.warn_unused(&pieces, &promotions, &letters);
        checker.warn_stuck(&pieces, &promotions);
        let conditions: Vec<&Expr> = ends
            .iter()
            .map(|end| &end.when)
            .chain(promotions.iter().filter_map(|promotion| promotion.when.as_ref()))
            .chain(
                pieces
                    .iter()
                    .flat_map(|piece| &piece.moves)
                    .filter_map(|moves| moves.when.as_ref()),
            )
            .chain(turn.iter().filter_map(|turn| turn.pass.as_ref()))
            .chain(bans.iter().flat_map(|ban| ban.before.iter().chain(&ban.when)))
            .chain(counters.iter().flat_map(|c| [&c.starts, &c.from, &c.stops]))
            .collect();
        checker.warn_values(&conditions, &royals);
    }
    let also = other_names(&file, checker.faults);
    let Checker { names, faults, .. } = checker;
    if faults.has_error() {
        return None;
    }
    Some(Definition {
        title: text_of(file.variant.as_ref()?.name.as_ref()),
        also,
        about: text_of(file.variant.as_ref()?.about.as_ref()),
        shape: names.shape,
        symmetry: names.symmetry,
        pieces,
        augmenters,
        dressed: names.dressed.into_inner(),
        gates,
        hand,
        drops,
        effects,
        bans,
        checks,
        counters,
        royals,
        castlings,
        castling_text_king_takes_partner: castling_text?,
        promotions,
        en_passant: en_passant?,
        turn: turn?,
        points,
        ends,
        setup: setup?,
        tests,
        options: options.infos(current),
        allowed,
        places: Places::of(tree),
    })
}

/// What else the game is called.
fn other_names(file: &FileTable, faults: &mut Faults) -> Vec<String> {
    let Some(also) = file.variant.as_ref().and_then(|variant| variant.also.as_ref()) else {
        return Vec::new();
    };
    if also.value.len() > limits::LIST_ENTRIES {
        let message = format!(
            "there are {} names; at most {} are allowed",
            also.value.len(),
            limits::LIST_ENTRIES
        );
        faults.push(Diagnostic::error("out-of-range", also.span, message));
        return Vec::new();
    }
    for name in also.value.iter().filter(|name| name.value.trim().is_empty()) {
        let message = "a name is empty";
        faults.push(Diagnostic::error("bad-value", name.span, message).label("nothing here"));
    }
    also.value.iter().map(|name| name.value.clone()).collect()
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
            let waiting: Vec<String> = open.iter().map(|(name, ..)| name.value.clone()).collect();
            let needs = |text: &Text, ast: &condition::Ast| {
                let mut used = Vec::new();
                ast.names(&text.value, &mut used);
                used.into_iter().find_map(|range| {
                    let word = text.value.get(range.clone())?;
                    Some((waiting.iter().position(|name| name == word)?, range))
                })
            };
            let ready = open.iter().position(|(_, text, ast)| needs(text, ast).is_none());
            if let Some(ready) = ready {
                let (name, text, ast) = open.remove(ready);
                let term = self.conditions().term(text, &ast);
                self.terms.insert(name.value.clone(), term);
                continue;
            }
            let found = board::cycle(&waiting, |at| {
                let (_, text, ast) = open.get(at)?;
                needs(text, ast).map(|(next, _)| next)
            });
            let Some(first) = found.first().copied().filter(|first| *first < open.len()) else {
                break;
            };
            let (name, text, ast) = open.remove(first);
            let place = needs(text, &ast).map_or(text.span, |(_, range)| text.place(range));
            self.faults.push(
                Diagnostic::error(
                    "circular-let",
                    place,
                    format!("the term `{}` needs itself", name.value),
                )
                .label("leads back to its own name")
                .help(format!("the chain is {}", board::chain(&found, &waiting))),
            );
            self.terms.insert(name.value.clone(), None);
        }
    }

    fn conditions(&mut self) -> condition::Checker<'_> {
        condition::Checker { names: &self.names, terms: &self.terms, faults: self.faults }
    }

    /// A condition that may be left out.
    fn condition(&mut self, text: Option<&Text>, place: Place) -> Result<Option<Expr>, Faulty> {
        match text {
            None => Ok(None),
            Some(text) => self.conditions().condition(text, place).map(Some).ok_or(Faulty),
        }
    }

    /// A set of pieces that may be left out.
    fn pieces_or(&mut self, text: Option<&Text>, default: PieceSet) -> Option<PieceSet> {
        match text {
            None => Some(default),
            Some(text) => self.names.men(text, self.faults),
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
        if self.names.shape.wrap() {
            let way = lower(&parsed.expr).into_iter().find(|way| way.wrap);
            if let Some(term) = way.and_then(|way| parsed.expr.terms().get(way.term)) {
                self.faults.push(
                    Diagnostic::warning(
                        "needless-wrap",
                        text.place(term.span.start..term.span.end),
                        "`o` says nothing on this board",
                    )
                    .label("passes the edge")
                    .help("on a board with `wrap = \"files\"` every man does; take the `o` out"),
                );
            }
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
