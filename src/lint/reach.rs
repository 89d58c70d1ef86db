//! Men that never reach parts of the board.

use crate::analyse::Study;
use crate::analyse::moveset::Hurdles;
use crate::board::{Shape, SquareSet};
use crate::definition::{Definition, PieceId, is_dead_man};
use crate::diagnostic::Diagnostic;

/// Squares that are named before the rest is only counted.
const NAMED: usize = 6;

/// Warns of men that stay on one colour, or never reach squares on which they may stand.
///
/// Men that promote or turn back are left out: they have somewhere to go. So are those that may be dropped
/// wherever they lack a way.
pub(super) fn warn(definition: &Definition, study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let shape = &definition.shape;
    for (index, piece) in definition.pieces.iter().enumerate() {
        let id = PieceId(index as u8);
        let promotes = definition
            .promotions
            .iter()
            .any(|entry| entry.pieces.has(id) || entry.back && entry.to.contains(&id));
        let dropped = definition.drops.iter().any(|drop| drop.pieces.has(id));
        let still = piece.moves.iter().all(|entry| entry.moves.terms().is_empty());
        if promotes || dropped || still || is_dead_man(shape, piece) {
            continue;
        }
        let mut lacking: Vec<SquareSet> = Vec::new();
        let (mut bound, mut moves) = (true, false);
        for side in study.sides(id) {
            let Ok(reach) = study.reach(side, id, &[], Hurdles::Free) else { continue };
            for (start, reached) in reach.from {
                let colour = colour_of(shape, start);
                bound &= (reached - colour).is_empty();
                moves |= reached.len() > 1;
                lacking.push(study.within(side, id) - reached);
            }
        }
        if lacking.iter().all(SquareSet::is_empty) {
            continue;
        }
        let name = &piece.name;
        if bound && moves {
            found.push(
                Diagnostic::warning(
                    "colour-bound",
                    piece.span,
                    format!("`{name}` stays on the colour on which it starts"),
                )
                .label("every move keeps the colour of the square")
                .help("give it a step to the other colour, or allow it: `allow.colour-bound`"),
            );
            continue;
        }
        let missed = lacking.into_iter().fold(SquareSet::EMPTY, |sum, one| sum | one);
        let names: Vec<String> = missed.iter().take(NAMED).map(|one| shape.name(one)).collect();
        let more = missed.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        found.push(
            Diagnostic::warning(
                "uncovered",
                piece.span,
                format!("`{name}` cannot reach every square from where it starts"),
            )
            .label(format!("never from some start square: {}{more}", names.join(", ")))
            .help("give it another move, confine it with `within`, or allow it: `allow.uncovered`"),
        );
    }
}

/// All squares of the colour of one.
fn colour_of(shape: &Shape, square: crate::board::Square) -> SquareSet {
    let colour = |one| (u16::from(shape.file(one)) + u16::from(shape.rank(one))) % 2;
    shape.squares().filter(|&one| colour(one) == colour(square)).collect()
}
