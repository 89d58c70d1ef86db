//! Castling goals and rights.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Shape, SquareSet};
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::rules::{CastlingRule, FixedCastling, RIGHTS, RightRule};

use super::kinds::Kinds;

/// Castling tables.
pub(super) struct Castlings<B: Bitboard> {
    pub(super) goals: Vec<CastlingRule<B>>,
    pub(super) rights: Vec<RightRule>,
    pub(super) ended: B::Words,
    pub(super) by_position: bool,
    /// Rights that arise by drops, a bit each.
    pub(super) by_drop: u16,
}

pub(super) fn compile<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
) -> Result<Castlings<B>, Vec<Diagnostic>> {
    let mut rights: Vec<RightRule> = Vec::new();
    let mut goals = Vec::new();
    let mut by_drop = 0;
    // A FEN's field has White's letters first, in the order of the start's field.
    let field = definition.setup.start.split(' ').nth(2).unwrap_or("");
    let mut order: Vec<_> = definition.castlings.iter().collect();
    order.sort_by_key(|castling| {
        (castling.side, field.find(castling.right).unwrap_or(usize::MAX), castling.right)
    });
    for castling in order {
        let known = rights
            .iter()
            .position(|right| right.side == castling.side && right.letter == castling.right);
        let right = known.unwrap_or_else(|| {
            rights.push(RightRule {
                side: castling.side,
                letter: castling.right,
                kinds: kinds.of_pieces(castling.piece),
                partners: kinds.of_pieces(castling.partner),
                from: castling.from,
                partner_from: castling.partner_from,
                wing: castling.wing,
            });
            rights.len() - 1
        });
        if rights.len() > RIGHTS {
            return Err(vec![Diagnostic::error(
                "limit",
                castling.span,
                format!("more than {RIGHTS} castling rights of both sides together"),
            )]);
        }
        let squares = (castling.from.iter().next(), castling.partner_from.iter().next());
        let fixed = match squares {
            (Some(from), Some(partner_from))
                if castling.from.len() == 1 && castling.partner_from.len() == 1 =>
            {
                Some(needs(
                    &definition.shape,
                    from.byte(),
                    partner_from.byte(),
                    castling.to.byte(),
                    castling.partner_to.byte(),
                ))
            }
            _ => None,
        };
        if castling.by_drop {
            by_drop |= 1 << right;
        }
        goals.push(CastlingRule {
            side: castling.side,
            right: right as u8,
            to: castling.to.byte(),
            partner_to: castling.partner_to.byte(),
            fixed,
            king_stepped: castling.king_stepped,
        });
    }
    let by_position =
        rights.iter().any(|right| right.from.len() != 1 || right.partner_from.len() != 1);
    let mut ended = B::Words::filled(0);
    for (index, right) in rights.iter().enumerate() {
        if right.from.len() == 1 && right.partner_from.len() == 1 {
            for square in right.from.iter().chain(right.partner_from.iter()) {
                let old = ended.at(square.index());
                ended.set(square.index(), old | 1 << index);
            }
        }
    }
    Ok(Castlings { goals, rights, ended, by_position, by_drop })
}

/// What a castling between known squares needs: all squares between the two men, and
/// between each and its goal, empty but for the two (`language.md` section 5).
pub(crate) fn needs<B: Bitboard>(
    shape: &Shape,
    from: u8,
    partner_from: u8,
    to: u8,
    partner_to: u8,
) -> FixedCastling<B> {
    let span = |a: u8, b: u8| -> SquareSet {
        (a.min(b)..=a.max(b)).map(crate::board::Square::new).collect()
    };
    let set = |set: SquareSet| B::from_set(set & shape.all());
    let two = span(from, from) | span(partner_from, partner_from);
    let empty = (span(from, partner_from) | span(from, to) | span(partner_from, partner_to)) - two;
    let ends = span(from, from) | span(to, to);
    FixedCastling { from, partner_from, empty: set(empty), crossed: set(span(from, to) - ends) }
}
