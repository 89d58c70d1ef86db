//! What becomes of the batches of a walk.

use crate::bitboard::{Bitboard, for_squares};
use crate::position::{Move, MoveClass, Position};
use crate::rules::{KindId, Rules};

use super::promotion;

/// Takes batches of legal moves. `true` ends the walk.
pub(crate) trait Sink<B: Bitboard> {
    /// One man and his destinations (plain moves). `zone`: where his kind may promote.
    fn man(&mut self, from: usize, kind: KindId, becomes: KindId, zone: B, targets: B) -> bool;

    /// Many men of one kind, each moving by `shift` to one of the destinations.
    fn step(&mut self, shift: i16, kind: KindId, zone: B, targets: B) -> bool;

    /// One move of another class, before promotion is looked at.
    fn other(&mut self, kind: KindId, mv: Move) -> bool;

    /// A man of the hand and where it may be put.
    fn drops(&mut self, kind: KindId, targets: B) -> bool;

    /// One move as it stands.
    fn exact(&mut self, mv: Move) -> bool;
}

/// Adds up moves without building any.
pub(crate) struct Count<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) moves: u64,
}

impl<B: Bitboard> Count<'_, B> {
    #[inline(always)]
    fn add(&mut self, kind: KindId, zone: B, targets: B) -> Option<B> {
        self.moves += u64::from(targets.len());
        let zone = targets & zone;
        if zone.is_empty() {
            return None;
        }
        self.promotions(kind, zone)
    }

    /// Adds the choices of promotions that all have the same; hands back those that do not.
    #[inline(never)]
    fn promotions(&mut self, kind: KindId, zone: B) -> Option<B> {
        let promotion = &self.rules.promotions[self.position.turn.index()][usize::from(kind)];
        match promotion.choices {
            Some(choices) => {
                self.moves += u64::from(zone.len()) * u64::from(choices);
                self.moves -= u64::from(zone.len());
                None
            }
            None => Some(zone),
        }
    }

    /// Promotions that must be asked about one by one.
    fn one(&mut self, kind: KindId, from: usize, to: usize) {
        let choices =
            promotion::choices(self.rules, self.position, kind, from, to, MoveClass::Plain);
        self.moves = self.moves + choices.count() - 1;
    }
}

impl<B: Bitboard> Sink<B> for Count<'_, B> {
    #[inline(always)]
    fn man(&mut self, from: usize, kind: KindId, _: KindId, zone: B, targets: B) -> bool {
        if let Some(zone) = self.add(kind, zone, targets) {
            for_squares!(zone, B, to => { self.one(kind, from, to); });
        }
        false
    }

    #[inline(always)]
    fn step(&mut self, shift: i16, kind: KindId, zone: B, targets: B) -> bool {
        if let Some(zone) = self.add(kind, zone, targets) {
            for_squares!(zone, B, to => { self.one(kind, (to as i16 - shift) as usize, to); });
        }
        false
    }

    #[inline(always)]
    fn other(&mut self, kind: KindId, mv: Move) -> bool {
        self.moves += promotion::count(self.rules, self.position, kind, mv);
        false
    }

    fn drops(&mut self, _: KindId, targets: B) -> bool {
        self.moves += u64::from(targets.len());
        false
    }

    fn exact(&mut self, _: Move) -> bool {
        self.moves += 1;
        false
    }
}

/// Writes every move down.
pub(crate) struct List<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) moves: &'a mut Vec<Move>,
}

impl<B: Bitboard> List<'_, B> {
    #[inline(always)]
    fn plain(&mut self, zone: B, from: usize, to: usize, kind: KindId, becomes: KindId) {
        let mv = Move { from: from as u8, to: to as u8, becomes, class: MoveClass::Plain };
        if zone.has(to) {
            promotion::expand(self.rules, self.position, kind, mv, |mv| self.moves.push(mv));
        } else {
            self.moves.push(mv);
        }
    }
}

impl<B: Bitboard> Sink<B> for List<'_, B> {
    #[inline(always)]
    fn man(&mut self, from: usize, kind: KindId, becomes: KindId, zone: B, targets: B) -> bool {
        for_squares!(targets, B, to => { self.plain(zone, from, to, kind, becomes); });
        false
    }

    #[inline(always)]
    fn step(&mut self, shift: i16, kind: KindId, zone: B, targets: B) -> bool {
        for_squares!(targets, B, to => {
            self.plain(zone, (to as i16 - shift) as usize, to, kind, kind);
        });
        false
    }

    #[inline(always)]
    fn other(&mut self, kind: KindId, mv: Move) -> bool {
        promotion::expand(self.rules, self.position, kind, mv, |mv| self.moves.push(mv));
        false
    }

    fn drops(&mut self, kind: KindId, targets: B) -> bool {
        targets.for_each(|to| self.moves.push(super::extras::drop(kind, to)));
        false
    }

    fn exact(&mut self, mv: Move) -> bool {
        self.moves.push(mv);
        false
    }
}

/// Whether there is any move at all.
pub(crate) struct Any<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) found: bool,
}

impl<B: Bitboard> Any<'_, B> {
    fn some(&mut self, kind: KindId, from: Option<usize>, shift: i16, targets: B) -> bool {
        let promotion = &self.rules.promotions[self.position.turn.index()][usize::from(kind)];
        if promotion.choices.is_some() || !targets.meets(promotion.zone) {
            self.found |= !targets.is_empty();
            return self.found;
        }
        self.found |= targets.any(|to| {
            let from = from.unwrap_or((to as i16 - shift) as usize);
            promotion::choices(self.rules, self.position, kind, from, to, MoveClass::Plain).count()
                > 0
        });
        self.found
    }
}

impl<B: Bitboard> Sink<B> for Any<'_, B> {
    fn man(&mut self, from: usize, kind: KindId, _: KindId, _: B, targets: B) -> bool {
        self.some(kind, Some(from), 0, targets)
    }

    fn step(&mut self, shift: i16, kind: KindId, _: B, targets: B) -> bool {
        self.some(kind, None, shift, targets)
    }

    fn other(&mut self, kind: KindId, mv: Move) -> bool {
        self.found |= promotion::count(self.rules, self.position, kind, mv) > 0;
        self.found
    }

    fn drops(&mut self, _: KindId, targets: B) -> bool {
        self.found |= !targets.is_empty();
        self.found
    }

    fn exact(&mut self, _: Move) -> bool {
        self.found = true;
        true
    }
}
