//! Alternatives of notations that do nothing.

use crate::analyse::Study;
use crate::analyse::moveset::{Moveset, Part};
use crate::analyse::redundant::redundant;
use crate::analyse::trail::Budget;
use crate::board::{Side, SquareSet};
use crate::definition::{Definition, MoveEntry, Piece, PieceId, is_dead_man};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::lower;
use crate::notation::lower::Way;
use crate::source::Span;
use crate::variant::Variant;

/// Warns of alternatives that lead nowhere or add nothing, and of captures in passing of nobody.
pub(super) fn warn(
    definition: &Definition,
    variant: &Variant,
    study: &Study<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let budget = Budget::new(limits::ANALYSIS_STEPS);
    for (index, piece) in definition.pieces.iter().enumerate() {
        let id = PieceId(index as u8);
        let terms = terms(piece);
        if is_dead_man(&definition.shape, piece) {
            continue;
        }
        for (at, term) in terms.iter().enumerate() {
            // What stands twice has a warning of the notation.
            if term.twice {
                continue;
            }
            // Ways that an alternative shares with one in front of it are that one's.
            let shared = term.ways.is_empty();
            if !shared && leads_nowhere(definition, study, id, piece, term, &budget) {
                found.push(
                    Diagnostic::warning(
                        "dead-move",
                        term.span,
                        format!("this alternative of `{}` never leads anywhere", piece.name),
                    )
                    .label("no goal on this board")
                    .help("correct its numbers or its zones, or take it out"),
                );
            } else if shared || adds_nothing(definition, study, id, piece, &terms, at, &budget) {
                found.push(
                    Diagnostic::warning(
                        "redundant-move",
                        term.span,
                        format!("this alternative adds nothing to `{}`", piece.name),
                    )
                    .label("the other moves do all of it")
                    .help("take it out, or check its modifiers"),
                );
            }
        }
        if royal_is_caught_in_passing(definition, variant, id) {
            found.push(
                Diagnostic::warning(
                    "royal-capture",
                    piece.moves.first().map_or(piece.span, |entry| entry.span),
                    format!("`{}` is royal and can be captured in passing", piece.name),
                )
                .label("its move passes squares on which an enemy may catch it")
                .help(
                    "check does not look at squares that were passed; leave it out of \
                     `en-passant.of`, or write its move without passing",
                ),
            );
        }
        if captures_nobody_in_passing(definition, variant, id, piece) {
            let entry = piece.moves.iter().find(|entry| has_en_passant(entry));
            found.push(
                Diagnostic::warning(
                    "en-passant-never",
                    entry.map_or(piece.span, |entry| entry.span),
                    format!("`{}` captures in passing, but nobody can be captured so", piece.name),
                )
                .label("`e` in the notation")
                .help("give an enemy a move that passes squares (`n`), or take the `e` out"),
            );
        }
    }
}

/// One alternative of a man.
struct TermOf<'a> {
    entry: &'a MoveEntry,
    ways: Vec<Way>,
    span: Span,
    /// The same alternative stands in front of it.
    twice: bool,
}

/// The alternatives of a man's own moves; not those that he may use once.
fn terms(piece: &Piece) -> Vec<TermOf<'_>> {
    let mut terms = Vec::new();
    for entry in &piece.moves {
        let ways = lower(&entry.moves);
        for (index, term) in entry.moves.terms().iter().enumerate() {
            let ways = ways.iter().filter(|way| way.term == index).cloned().collect();
            // The place of a notation is that of its text, quote included.
            let inner = Span::new(
                entry.span.start.saturating_add(1).saturating_add(term.span.start),
                entry.span.start.saturating_add(1).saturating_add(term.span.end),
            );
            let span = if entry.span.end > inner.end { inner } else { entry.span };
            let twice = entry.moves.terms().iter().take(index).any(|other| other == term);
            terms.push(TermOf { entry, ways, span, twice });
        }
    }
    terms
}

fn part<'a>(
    definition: &Definition,
    study: &Study<'_>,
    id: PieceId,
    piece: &Piece,
    term: &'a TermOf<'_>,
    side: Side,
) -> Part<'a> {
    let all = definition.shape.all();
    // Where the man never stands he has no moves.
    let places = study.within(side, id) | study.starts(side, id);
    let entry = term.entry;
    Part {
        ways: &term.ways,
        from: entry.from.get(side.index()).copied().unwrap_or_default() & all & places,
        first: piece.first.get(side.index()).copied().unwrap_or_default(),
        to: entry.to.get(side.index()).copied().unwrap_or_default() & all,
        always: entry.when.is_none(),
        as_augmenters: entry.takes == piece.takes && entry.hurdles == piece.hurdles,
    }
}

fn leads_nowhere(
    definition: &Definition,
    study: &Study<'_>,
    id: PieceId,
    piece: &Piece,
    term: &TermOf<'_>,
    budget: &Budget,
) -> bool {
    let shape = &definition.shape;
    study.sides(id).all(|side| {
        let part = part(definition, study, id, piece, term, side);
        Moveset::new(&[part], shape, side, budget)
            .is_ok_and(|set| shape.squares().all(|square| set.from(square).is_empty()))
    })
}

/// Whether every move of one alternative is a move of the others in every position.
fn adds_nothing(
    definition: &Definition,
    study: &Study<'_>,
    id: PieceId,
    piece: &Piece,
    terms: &[TermOf<'_>],
    at: usize,
    budget: &Budget,
) -> bool {
    let (shape, Some(term)) = (&definition.shape, terms.get(at)) else { return false };
    // With conditions of its own it is another move even where it leads to the same square.
    let plain = |term: &TermOf<'_>| {
        term.entry.when.is_none()
            && !term.entry.passing
            && term.entry.takes == piece.takes
            && term.entry.hurdles == piece.hurdles
    };
    if terms.len() < 2 || !plain(term) {
        return false;
    }
    study.sides(id).all(|side| {
        let set = |term: &TermOf<'_>| {
            let part = part(definition, study, id, piece, term, side);
            Moveset::new(&[part], shape, side, budget).ok()
        };
        let Some(extra) = set(term) else { return false };
        let others = terms.iter().enumerate().filter(|(other, _)| *other != at);
        let Some(rest) = others.map(|(_, term)| set(term)).collect::<Option<Vec<Moveset>>>() else {
            return false;
        };
        let rest: Vec<&Moveset> = rest.iter().collect();
        let within: SquareSet = study.within(side, id);
        redundant(&extra, &rest, within, shape, budget) == Ok(true)
    })
}

fn has_en_passant(entry: &MoveEntry) -> bool {
    lower(&entry.moves).iter().any(crate::compile::laid::captures_in_passing)
}

/// Whether a royal man leaves squares behind on which an enemy may capture it.
fn royal_is_caught_in_passing(definition: &Definition, variant: &Variant, id: PieceId) -> bool {
    if !definition.en_passant.of.has(id) {
        return false;
    }
    crate::with_rules!(variant, rules => Side::BOTH.into_iter().any(|side| {
        let kinds = || (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].piece == id.0);
        let royal = kinds().any(|kind| rules.royal_kinds[side.index()].has(kind as u8));
        let passes = kinds().any(|kind| rules.passing[side.index()][kind].is_some());
        let victim = &definition.pieces[id.index()];
        let caught = definition.pieces.iter().enumerate().any(|(index, taker)| {
            taker.sides[side.other().index()]
                && victim.taken_by.has(PieceId(index as u8))
                && taker.moves.iter().any(|entry| entry.takes.has(id) && has_en_passant(entry))
        });
        royal && passes && caught
    }))
}

/// Whether a man has captures in passing, and no enemy ever passes where they lead.
fn captures_nobody_in_passing(
    definition: &Definition,
    variant: &Variant,
    id: PieceId,
    piece: &Piece,
) -> bool {
    if !piece.moves.iter().any(has_en_passant) {
        return false;
    }
    crate::with_rules!(variant, rules => {
        let sides = Side::BOTH.into_iter().filter(|side| {
            definition.pieces[id.index()].sides[side.index()]
        });
        !sides
            .into_iter()
            .any(|side| rules.passing[side.other().index()].iter().any(Option::is_some))
    })
}
