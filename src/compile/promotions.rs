//! Promotion by side and kind.

use std::sync::Arc;

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::definition::{Definition, PieceId, Promotion, PromotionOn};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::rules::{Cond, Kind, KindId, PromotionEntry, PromotionLimit, PromotionRule};

use super::kinds::Kinds;
use super::{Groups, conditions};

pub(super) fn compile<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
    groups: &mut Groups<'_>,
    promotes: &[Vec<(KindId, usize, u16)>; 2],
) -> Result<[Vec<PromotionRule<B>>; 2], Vec<Diagnostic>> {
    let everywhere = B::from_set(definition.shape.all());
    let mut table = [Vec::new(), Vec::new()];
    // A condition is the same for all kinds, and may be long.
    let whens: Vec<Option<Arc<Cond<B>>>> = definition
        .promotions
        .iter()
        .map(|promotion| {
            let when = promotion.when.as_ref();
            when.map(|when| Arc::new(conditions::compile(when, kinds, groups)))
        })
        .collect();
    let mut choices_of_all = 0;
    for side in Side::BOTH {
        for (kind, facts) in kinds.list.iter().enumerate() {
            let id = PieceId(facts.piece);
            let mut entries = Vec::new();
            let all = definition.promotions.iter().zip(&whens).enumerate();
            for (index, (promotion, when)) in all {
                if !promotion.sides[side.index()] {
                    continue;
                }
                let by = promotes[side.index()]
                    .iter()
                    .find(|(of, entry, _)| (usize::from(*of), *entry) == (kind, index))
                    .map(|&(_, _, mover)| mover);
                if let Some(was) = facts.was.filter(|_| turns_back(promotion, facts)) {
                    entries.push(PromotionEntry {
                        zone: B::from_set(promotion.zone[side.index()]),
                        on: promotion.on,
                        to: vec![(was, None)],
                        must: promotion.must,
                        by,
                        when: when.clone(),
                    });
                }
                // A promoted man is what it was promoted to, and may promote as such.
                if !promotion.pieces.has(id) {
                    continue;
                }
                choices_of_all += promotion.to.len();
                if choices_of_all > limits::PROMOTION_CHOICES {
                    return Err(vec![Diagnostic::error(
                        "limit",
                        promotion.span,
                        format!(
                            "more than {} choices of promotion, counted for each kind and side",
                            limits::PROMOTION_CHOICES
                        ),
                    )]);
                }
                let to = promotion
                    .to
                    .iter()
                    .filter(|to| definition.pieces[to.index()].sides[side.index()])
                    .map(|&to| {
                        let limit = promotion.limit.iter().find(|(piece, _)| *piece == to);
                        let limit = limit.map(|&(piece, below)| PromotionLimit {
                            kinds: kinds.of_piece(piece),
                            below,
                        });
                        (kinds.promoted(id, to, promotion.mark), limit)
                    });
                entries.push(PromotionEntry {
                    zone: B::from_set(promotion.zone[side.index()]),
                    on: promotion.on,
                    to: to.collect(),
                    must: promotion.must,
                    by,
                    when: when.clone(),
                });
            }
            let zone = entries.iter().fold(B::EMPTY, |zone, entry: &PromotionEntry<B>| {
                zone | match entry.on {
                    PromotionOn::Touch => everywhere,
                    PromotionOn::Turn => B::EMPTY,
                    PromotionOn::End | PromotionOn::Capture => entry.zone,
                }
            });
            let choices = match entries.as_slice() {
                [one] if one.on == PromotionOn::End && one.when.is_none() => {
                    let free = one.to.iter().all(|(_, limit)| limit.is_none());
                    let distinct = one.to.len() as u32 + u32::from(!one.must);
                    free.then_some(distinct)
                }
                _ => None,
            };
            table[side.index()].push(PromotionRule { entries, zone, choices });
        }
    }
    Ok(table)
}

/// Whether a man of this kind was promoted by the entry, and the entry turns him back.
pub(super) fn turns_back(promotion: &Promotion, kind: &Kind) -> bool {
    promotion.back
        && promotion.mark == kind.mark
        && promotion.to.contains(&PieceId(kind.piece))
        && kind.was.is_some_and(|was| promotion.pieces.has(PieceId(was)))
}
