//! Royal men: the engine's one king, or men who are royal while few of them are left.

use super::men::Man;
use super::to::Writer;
use crate::board::Side;
use crate::board::placement_text::{TokenKind, tokens};
use crate::definition::{Definition, MoverFate, PieceId, PieceSet, Royal, Safe};

/// How the royal entries are said.
#[derive(Clone, Debug, Default)]
pub(super) struct Royals {
    /// The engine's king.
    pub(super) king: Option<PieceId>,
    /// Men who are royal by their number.
    pub(super) counted: PieceSet,
    /// Not all of them may stand attacked at once.
    pub(super) duple: bool,
}

/// Men of the start, on the board and in hand: side, piece, and whether it has a `+`.
pub(super) fn start_men(definition: &Definition) -> Vec<(Side, PieceId, bool)> {
    let placement = definition.setup.start.split(' ').next().unwrap_or_default();
    let mut men = Vec::new();
    let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
    for text in [board, hand.trim_end_matches(']')] {
        for token in tokens(text, false) {
            let TokenKind::Man(man) = token.kind else { continue };
            let capital = man.letter.to_ascii_uppercase();
            let known = definition
                .pieces
                .iter()
                .zip(0_u8..)
                .find(|(piece, _)| piece.letter == capital || piece.reads.contains(&capital));
            let Some((_, id)) = known else { continue };
            let white = man.letter.starts_with(|letter: char| letter.is_ascii_uppercase());
            let side = if white { Side::White } else { Side::Black };
            men.push((side, PieceId(id), man.plus));
        }
    }
    men
}

/// Men of a side in the start.
fn count(definition: &Definition, side: Side, piece: PieceId) -> usize {
    start_men(definition).iter().filter(|man| **man == (side, piece, false)).count()
}

/// Whether a side can never have more than one of these.
pub(super) fn at_most_one(definition: &Definition, side: Side, piece: PieceId) -> bool {
    let becomes = definition
        .promotions
        .iter()
        .any(|entry| entry.sides.get(side.index()) == Some(&true) && entry.to.contains(&piece));
    count(definition, side, piece) <= 1 && !becomes
}

/// Effects under which the engine knows no king.
fn explosive(definition: &Definition) -> bool {
    definition.effects.iter().any(|effect| {
        effect.around.is_some() || matches!(effect.mover, MoverFate::Removed | MoverFate::Wall)
    })
}

/// Sorts the royal entries.
pub(super) fn royals(writer: &mut Writer<'_>, men: &[Man]) -> Royals {
    let definition = writer.definition;
    let mut royals = Royals::default();
    let single = |royal: &Royal| {
        let mut pieces = royal.pieces.iter();
        pieces.next().filter(|_| pieces.next().is_none())
    };
    let king = definition.royals.iter().find_map(|royal| {
        let piece = single(royal).filter(|_| royal.safe == Safe::Each)?;
        let can_be = Side::BOTH.into_iter().all(|side| {
            let others = definition.royals.iter().filter(|other| {
                other.sides.get(side.index()) == Some(&true) && other.pieces.has(piece)
            });
            let alone = others.clone().count() == 1
                && others.clone().all(|other| single(other).is_some() && other.safe == Safe::Each);
            let has = definition
                .pieces
                .get(piece.index())
                .and_then(|piece| piece.sides.get(side.index()).copied());
            let absent =
                others.count() == 0 && (has != Some(true) || count(definition, side, piece) == 0);
            at_most_one(definition, side, piece) && (alone || absent)
        });
        // A king does not turn into anything.
        let turns = definition.promotions.iter().any(|entry| entry.pieces.has(piece));
        (can_be && !turns && !explosive(definition)).then_some(piece)
    });
    royals.king = king;
    let mut counted: Option<PieceSet> = None;
    for royal in &definition.royals {
        if king.is_some_and(|king| single(royal) == Some(king)) {
            continue;
        }
        let what = format!("royal entry `{}`", royal.name);
        let sides =
            || Side::BOTH.into_iter().filter(|side| royal.sides.get(side.index()) == Some(&true));
        match royal.safe {
            Safe::Last => {}
            Safe::One => royals.duple = true,
            Safe::Each => {
                let one = single(royal)
                    .is_some_and(|piece| sides().all(|side| at_most_one(definition, side, piece)));
                if !one {
                    writer.lacks(
                        what,
                        "several men who may none of them stand attacked cannot be said",
                        royal.span,
                    );
                    continue;
                }
            }
        }
        if counted.is_some_and(|known| known != royal.pieces) {
            writer.lacks(
                what,
                "the men who are royal by their number are the same for both sides",
                royal.span,
            );
            continue;
        }
        counted = Some(royal.pieces);
        for side in Side::BOTH {
            let has = royal.pieces.iter().any(|piece| count(definition, side, piece) > 0);
            let covered = definition.royals.iter().any(|other| {
                other.sides.get(side.index()) == Some(&true) && other.pieces == royal.pieces
            });
            if has && !covered {
                let what = format!("royal entry `{}`", royal.name);
                writer.lacks(what, "men cannot be royal for one side alone", royal.span);
            }
        }
    }
    royals.counted = counted.unwrap_or_default();
    facing(writer, men, &royals);
    royals
}

/// Kings that may not see each other.
fn facing(writer: &mut Writer<'_>, men: &[Man], royals: &Royals) {
    let definition = writer.definition;
    for ((piece, man), id) in definition.pieces.iter().zip(men).zip(0_u8..) {
        if man.sees.is_empty() {
            continue;
        }
        let what = format!("`{}` seeing its like", piece.name);
        if royals.king != Some(PieceId(id)) {
            writer.lacks(what, "only kings can be kept from seeing each other", piece.span);
            continue;
        }
        if man.sees.len() == 4 || man.sees == [(0, 1)].into() && apart(definition, PieceId(id)) {
            writer.yes("flyingGeneral");
        } else {
            writer.lacks(what, "kings see each other along all ranks and files", piece.span);
        }
    }
}

/// Whether White's men of a piece always stand on lower ranks than Black's.
fn apart(definition: &Definition, piece: PieceId) -> bool {
    let Some(piece) = definition.pieces.get(piece.index()) else { return false };
    let [white, black] = piece.within;
    let shape = &definition.shape;
    let highest = white.iter().map(|square| shape.rank(square)).max();
    let lowest = black.iter().map(|square| shape.rank(square)).min();
    highest < lowest
}
