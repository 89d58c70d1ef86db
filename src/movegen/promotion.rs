//! What a man may become by a move.

use crate::bitboard::{Bitboard, PerSquare};
use crate::definition::PromotionOn;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{KindId, KindSet, NO_KIND, PromotionEntry, Rules};

use super::Inner;

/// The choices of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    /// It may stay what it is.
    pub(crate) stay: bool,
    /// Kinds it may become.
    pub(crate) kinds: KindSet,
}

impl Choices {
    /// Number of moves that the move stands for.
    pub(crate) fn count(&self) -> u64 {
        let kinds: u32 = self.kinds.0.iter().map(|limb| limb.count_ones()).sum();
        u64::from(kinds) + u64::from(self.stay)
    }
}

/// What a man of `kind` may become by going from `from` to `to`. All entries that fit are
/// united, and `must` of one is enough.
pub(crate) fn choices<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    kind: KindId,
    from: usize,
    to: usize,
    class: MoveClass,
) -> Choices {
    let side = position.turn;
    let captures = match class {
        MoveClass::Plain | MoveClass::Gating(_) => to != from && position.board.at(to) != NO_KIND,
        MoveClass::EnPassant => true,
        MoveClass::Removing(count, _) => {
            count > 0 || to != from && position.board.at(to) != NO_KIND
        }
        MoveClass::Castling(_)
        | MoveClass::CastlingGating(..)
        | MoveClass::Pass
        | MoveClass::Drop => false,
    };
    let mut choices = Choices { stay: true, kinds: KindSet::default() };
    for entry in &rules.promotions[side.index()][usize::from(kind)].entries {
        let fits = match entry.on {
            PromotionOn::End => entry.zone.has(to),
            PromotionOn::Touch => entry.zone.has(to) || entry.zone.has(from),
            PromotionOn::Capture => entry.zone.has(to) && captures,
            PromotionOn::Turn => false,
        };
        if !fits || !applies(rules, position, entry, from, to) {
            continue;
        }
        choices.stay &= !entry.must;
        for &(target, limit) in &entry.to {
            let free = limit.is_none_or(|limit| {
                position.scan(rules, &limit.kinds, position.side(side)).len() < limit.below
            });
            if free {
                choices.kinds.insert(target);
            }
        }
    }
    choices
}

/// Whether the condition of the entry, if it has one, lets a man promote by this move.
pub(crate) fn applies<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    entry: &PromotionEntry<B>,
    from: usize,
    to: usize,
) -> bool {
    let spots = [Some(from as u8), Some(to as u8)];
    entry.when.as_ref().is_none_or(|when| {
        rules.holds_of_move(position, position.turn, spots, Inner::default(), when)
    })
}

/// Number of moves that a move stands for.
pub(crate) fn count<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    kind: KindId,
    mv: Move,
) -> u64 {
    if !promotes(rules, position, kind, mv) {
        return 1;
    }
    choices(rules, position, kind, usize::from(mv.from), usize::from(mv.to), mv.class).count()
}

#[inline(always)]
fn promotes<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, kind: KindId, mv: Move) -> bool {
    match mv.class {
        MoveClass::Castling(_)
        | MoveClass::CastlingGating(..)
        | MoveClass::Pass
        | MoveClass::Drop => false,
        MoveClass::Plain
        | MoveClass::Gating(_)
        | MoveClass::EnPassant
        | MoveClass::Removing(..) => {
            let zone = rules.promotions[position.turn.index()][usize::from(kind)].zone;
            zone.has(usize::from(mv.to))
        }
    }
}

/// Gives every move that a move stands for: promotions in the order in which the entries
/// offer them, then staying.
pub(crate) fn expand<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    kind: KindId,
    mv: Move,
    mut f: impl FnMut(Move),
) {
    if !promotes(rules, position, kind, mv) {
        f(mv);
        return;
    }
    let mut choices =
        choices(rules, position, kind, usize::from(mv.from), usize::from(mv.to), mv.class);
    for entry in &rules.promotions[position.turn.index()][usize::from(kind)].entries {
        for &(target, _) in &entry.to {
            if choices.kinds.has(target) {
                choices.kinds.0[usize::from(target) / 64] &= !(1 << (target % 64));
                f(Move { becomes: target, ..mv });
            }
        }
    }
    if choices.stay {
        f(mv);
    }
}
