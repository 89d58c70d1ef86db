//! Castling moves (`language.md` section 5).

use crate::bitboard::{Bitboard, PerSquare};
use crate::definition::Safe;
use crate::position::{Move, MoveClass};
use crate::rules::{FixedCastling, LegalityPlan};

use super::check::royals_at_risk;
use super::replay::legal_after;
use super::sink::Sink;
use super::targets::Scene;

/// Hands the legal castlings to a sink; `true` if it has enough.
#[inline(always)]
pub(super) fn castlings<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    check: bool,
    sink: &mut S,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    if position.rights == 0 {
        return false;
    }
    let (_, forced) = if rules.extras.gates.is_empty() {
        (B::EMPTY, B::EMPTY)
    } else {
        super::extras::gated(scene)
    };
    for index in 0..rules.castlings.len() {
        if let Some(mv) = legal_castling(scene, index, check) {
            let squares = position.castling_squares(&rules.castlings[index]);
            // Where somebody must enter, castling alone is no move.
            if squares.iter().any(|&square| forced.has(usize::from(square))) {
                continue;
            }
            let kind = position.board.at(usize::from(mv.from));
            if sink.other(kind, mv) {
                return true;
            }
        }
    }
    false
}

/// A castling goal as a move, if castling is legal.
#[inline(never)]
pub(super) fn castling<B: Bitboard>(scene: &Scene<'_, B>, index: usize) -> Option<Move> {
    let check = scene.rules.in_check(scene.position, scene.position.turn);
    legal_castling(scene, index, check)
}

#[inline(always)]
fn legal_castling<B: Bitboard>(scene: &Scene<'_, B>, index: usize, check: bool) -> Option<Move> {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let goal = &rules.castlings[index];
    if goal.side != us || position.rights >> goal.right & 1 == 0 {
        return None;
    }
    let moving;
    let needs = if let Some(fixed) = &goal.fixed {
        fixed
    } else {
        let [from, partner] = position.castling_squares(goal);
        let (to, partner_to) = (goal.to, goal.partner_to);
        let shape = &rules.shape;
        moving = crate::compile::castling_needs(shape, from, partner, to, partner_to);
        &moving
    };
    if needs.empty.meets(scene.occupied) || !castling_is_legal(scene, index, needs, check) {
        return None;
    }
    let from = needs.from;
    let kind = position.board.at(usize::from(from));
    let class = MoveClass::Castling(index as u8);
    let becomes = rules.mover(us, kind).becomes;
    Some(Move { from, to: goal.to, becomes, class })
}

/// Whether a castling whose right is there is legal (`language.md` section 5).
fn castling_is_legal<B: Bitboard>(
    scene: &Scene<'_, B>,
    index: usize,
    needs: &FixedCastling<B>,
    check: bool,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let goal = &rules.castlings[index];
    let (from, to) = (usize::from(needs.from), usize::from(goal.to));
    let kind = position.board.at(from);
    // Of several kings of which one may stand attacked, none is in check by himself.
    let at_risk = |square: usize| {
        rules.royals[us.index()].iter().any(|rule| {
            let men = royals_at_risk(position, us, rule);
            men.has(square) && (rule.safe != Safe::One || !men.many())
        })
    };
    // Another royal man's check is no matter of this one.
    let check = check && rules.attacked(position, us, kind, from);
    let reserve = rules.reserves.as_ref().is_some_and(|reserves| {
        let men = [needs.from, needs.partner_from].map(|square| position.board.at(square.into()));
        men.iter().any(|&man| reserves.kinds.has(man))
    });
    if rules.plan != LegalityPlan::Tensions || rules.names_hurdles() || reserve {
        let crossed = at_risk(from) && (check || crosses_attack(scene, goal.king_stepped, needs));
        let class = MoveClass::Castling(index as u8);
        let becomes = rules.mover(us, kind).becomes;
        let mv = Move { from: needs.from, to: goal.to, becomes, class };
        return !crossed && legal_after(scene, mv);
    }
    if at_risk(from) {
        let crossed = check
            || needs.crossed.any(|square| {
                let lifted = if goal.king_stepped { B::of(from) } else { B::EMPTY };
                let occupied = (scene.occupied - lifted) | B::of(square);
                rules.attacked_in(position, us, kind, square, occupied, scene.enemy)
            });
        if crossed {
            return false;
        }
    }
    let partner_from = usize::from(needs.partner_from);
    let occupied = (scene.occupied - B::of(from) - B::of(partner_from))
        | B::of(to)
        | B::of(usize::from(goal.partner_to));
    !rules.royals[us.index()].iter().any(|rule| {
        royals_at_risk(position, us, rule).any(|royal| {
            let kind = position.board.at(royal);
            let royal = match royal {
                _ if royal == from => to,
                _ if royal == partner_from => usize::from(goal.partner_to),
                _ => royal,
            };
            rules.attacked_in(position, us, kind, royal, occupied, scene.enemy)
        })
    })
}

/// Whether a square strictly between the king's two is attacked, with men whose attacks only
/// generation knows.
fn crosses_attack<B: Bitboard>(
    scene: &Scene<'_, B>,
    king_stepped: bool,
    needs: &FixedCastling<B>,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let from = usize::from(needs.from);
    let kind = position.board.at(from);
    needs.crossed.any(|square| {
        let mut stepped = *position;
        if king_stepped {
            stepped.lift(rules, us, from);
        }
        rules.attacked(&stepped, us, kind, square)
    })
}
