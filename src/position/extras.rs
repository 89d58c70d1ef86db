//! What a move does besides moving men: hands, men that enter by choice, effects, counters.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Side, Square};
use crate::definition::{Captured, MoverFate};
use crate::rules::{EffectRule, Extras, HANDS, KindId, KindSet, NO_KIND, NO_SLOT, Rules};

use super::{Move, MoveClass, Position};

/// What a move has done so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// The man that moved, as it was before.
    pub(super) kind: KindId,
    /// Where it stood.
    pub(super) from: usize,
    /// Where it ended.
    pub(super) to: usize,
    /// Whom it captured.
    pub(super) captured: KindSet,
    /// Whom it captured last.
    pub(super) last: KindId,
}

impl<B: Bitboard> Position<B> {
    /// Changes the number of men in a slot of a hand.
    pub(super) fn set_hand<const KEY: bool>(
        &mut self,
        rules: &Rules<B>,
        side: Side,
        slot: u8,
        change: i8,
    ) {
        let slot = usize::from(slot);
        let Some(count) = self.hands[side.index()].get_mut(slot) else { return };
        let before = *count;
        *count = count.saturating_add_signed(change);
        if KEY {
            self.key ^= rules.keys.hand(side, slot, before) ^ rules.keys.hand(side, slot, *count);
        }
    }

    /// A captured man goes to a hand.
    pub(super) fn take_in_hand<const KEY: bool>(
        &mut self,
        rules: &Rules<B>,
        us: Side,
        owner: Side,
        kind: KindId,
    ) {
        let Some(hand) = &rules.extras.hand else { return };
        let side = match hand.captured {
            Captured::Nobody => return,
            Captured::Capturer => us,
            Captured::Owner => owner,
        };
        let slot = hand.slots.get(usize::from(kind)).copied().unwrap_or(NO_SLOT);
        if slot != NO_SLOT {
            self.set_hand::<KEY>(rules, side, slot, 1);
        }
    }

    /// A dropped man leaves the hand and stands on its square.
    pub(super) fn drop_man<const KEY: bool>(&mut self, rules: &Rules<B>, mv: Move) {
        let us = self.turn;
        let slot = rules.hand_slot(mv.becomes);
        if slot != NO_SLOT {
            self.set_hand::<KEY>(rules, us, slot, -1);
        }
        let to = usize::from(mv.to);
        self.place_with::<KEY>(rules, us, mv.becomes, to);
        let extras = &rules.extras;
        if extras.rights_by_drop != 0 {
            let castles = rules.rights.iter().enumerate().any(|(index, right)| {
                let stands = |squares: crate::board::SquareSet, kinds: &KindSet| {
                    squares.iter().any(|square| square.index() == to) && kinds.has(mv.becomes)
                };
                right.side == us
                    && extras.rights_by_drop >> index & 1 == 1
                    && (stands(right.from, &right.kinds)
                        || stands(right.partner_from, &right.partners))
            });
            if castles {
                self.set_unmoved::<KEY>(rules, to, true);
                self.rights_by_drop::<KEY>(rules);
            }
            // Nobody is left who could still come to stand where castling needs him.
            if self.hands[us.index()] == [0; HANDS] {
                let own = self.unmoved & self.side(us);
                own.for_each(|square| self.set_unmoved::<KEY>(rules, square, false));
            }
        }
    }

    /// Castling rights whose men both stand where they were dropped.
    fn rights_by_drop<const KEY: bool>(&mut self, rules: &Rules<B>) {
        for (index, right) in rules.rights.iter().enumerate() {
            let bit = 1 << index;
            if rules.extras.rights_by_drop & bit == 0 || self.rights & bit != 0 {
                continue;
            }
            let stands = |square: Square, kinds: &KindSet| {
                let square = square.index();
                self.unmoved.has(square)
                    && self.side(right.side).has(square)
                    && kinds.has(self.kind(square))
            };
            let Some(man) = right.from.iter().find(|&square| stands(square, &right.kinds)) else {
                continue;
            };
            let file = |square| rules.shape.file(square);
            let mut partners = right.partner_from.iter().filter(|&square| {
                let wing = right.wing.is_none_or(|wing| match wing {
                    1 => file(square) > file(man),
                    _ => file(square) < file(man),
                });
                wing && stands(square, &right.partners)
            });
            // The outermost on the wing.
            let partner = if right.wing == Some(1) { partners.last() } else { partners.next() };
            if let Some(partner) = partner {
                self.right_squares[index] = [man.byte(), partner.byte()];
                self.rights |= bit;
                if KEY {
                    self.key ^= rules.keys.rights[index];
                }
            }
        }
    }

    fn set_unmoved<const KEY: bool>(&mut self, rules: &Rules<B>, square: usize, is: bool) {
        if self.unmoved.has(square) != is {
            self.unmoved = self.unmoved ^ B::of(square);
            if KEY {
                self.key ^= rules.keys.unmoved[square];
            }
        }
    }

    /// A man of the hand enters on a square that a move has left.
    pub(super) fn gate<const KEY: bool>(&mut self, rules: &Rules<B>, kind: KindId, square: usize) {
        let slot = rules.hand_slot(kind);
        if slot != NO_SLOT && self.board.at(square) == NO_KIND {
            self.set_hand::<KEY>(rules, self.turn, slot, -1);
            self.place_with::<KEY>(rules, self.turn, kind, square);
        }
    }

    /// Effects, and what positions remember, after the men have moved; the turn is still that
    /// of who moved. Returns whether the man that moved is still there.
    #[inline(never)]
    pub(super) fn after_effects<const KEY: bool>(&mut self, rules: &Rules<B>, done: &Done) {
        let extras = &rules.extras;
        for effect in &extras.effects {
            self.effect::<KEY>(rules, effect, done);
        }
        if extras.remembers {
            self.set_unmoved::<KEY>(rules, done.to, false);
            self.set_unmoved::<KEY>(rules, done.from, false);
            self.forget_gates::<KEY>(rules, extras);
        }
    }

    /// A drop leaves everybody else where he was, and can empty a hand.
    pub(super) fn after_drop<const KEY: bool>(&mut self, rules: &Rules<B>) {
        if rules.extras.remembers {
            self.forget_gates::<KEY>(rules, &rules.extras);
        }
    }

    /// Squares on which something was captured or removed.
    pub(super) fn left<const KEY: bool>(&mut self, rules: &Rules<B>, square: usize) {
        if rules.extras.remembers {
            self.set_unmoved::<KEY>(rules, square, false);
        }
    }

    /// Nothing waits any more that could enter: it does not matter who has moved.
    pub(super) fn forget_gates<const KEY: bool>(&mut self, rules: &Rules<B>, extras: &Extras<B>) {
        if extras.gates.is_empty() || self.unmoved.is_empty() {
            return;
        }
        let mut useful = B::EMPTY;
        for side in Side::BOTH {
            for gate in extras.gates.iter().filter(|gate| gate.sides[side.index()]) {
                let waits = gate.refilled
                    || gate.men.iter().any(|&(slot, _)| {
                        self.hands[side.index()].get(usize::from(slot)).is_some_and(|&n| n > 0)
                    });
                if waits {
                    useful = useful | (gate.squares[side.index()] & self.side(side));
                }
            }
        }
        if extras.rights_by_drop != 0 {
            return;
        }
        let gone = self.unmoved - useful;
        gone.for_each(|square| self.set_unmoved::<KEY>(rules, square, false));
    }

    fn effect<const KEY: bool>(&mut self, rules: &Rules<B>, effect: &EffectRule<B>, done: &Done) {
        let us = self.turn;
        let applies = effect.sides[us.index()]
            && effect.movers.has(done.kind)
            && (!effect.on_capture || effect.captured.meets(&done.captured));
        if !applies {
            return;
        }
        if let Some(around) = &effect.around {
            let squares = around[us.index()].at(done.to) & (self.sides[0] | self.sides[1]);
            squares.for_each(|square| {
                if !effect.spares.has(self.kind(square)) {
                    self.vanish::<KEY>(rules, square);
                }
            });
        }
        let there = self.side(us).has(done.to);
        match effect.fate {
            MoverFate::Stays => {}
            _ if !there => {}
            MoverFate::Removed => self.vanish::<KEY>(rules, done.to),
            MoverFate::Wall => {
                self.vanish::<KEY>(rules, done.to);
                self.walls = self.walls | B::of(done.to);
                if KEY {
                    self.key ^= rules.keys.walls[done.to];
                }
            }
            MoverFate::Captured => {
                if done.last != NO_KIND {
                    let becomes = rules.plain_kind(done.last);
                    self.lift_with::<KEY>(rules, us, done.to);
                    self.place_with::<KEY>(rules, us, becomes, done.to);
                }
            }
            MoverFate::Turned => {
                let kind = self.lift_with::<KEY>(rules, us, done.to);
                self.place_with::<KEY>(rules, us.other(), kind, done.to);
            }
        }
    }

    /// A man is removed by an effect: captured by nobody.
    fn vanish<const KEY: bool>(&mut self, rules: &Rules<B>, square: usize) {
        let Some(owner) = self.owner(square) else { return };
        self.lift_with::<KEY>(rules, owner, square);
        self.end_rights::<KEY>(rules, square);
        self.left::<KEY>(rules, square);
    }

    /// Rights that lapse, checks given, counters: the turn has passed on.
    #[inline(never)]
    pub(super) fn after_turn<const KEY: bool>(&mut self, rules: &Rules<B>) {
        let extras = &rules.extras;
        for (unspent, spent, when) in &extras.lapses {
            for side in Side::BOTH {
                let alone: KindSet = [*unspent].into_iter().collect();
                let men = self.scan(rules, &alone, self.side(side));
                if !men.is_empty() && rules.holds_for(self, side, when) {
                    men.for_each(|square| {
                        self.lift_with::<KEY>(rules, side, square);
                        self.place_with::<KEY>(rules, side, *spent, square);
                    });
                }
            }
        }
        if let Some(total) = extras.checks
            && rules.in_check(self, self.turn)
        {
            let us = self.turn.other();
            let before = self.checks[us.index()];
            // More than a side has to give are none.
            let now = before.saturating_add(1).min(total.max(before));
            self.checks[us.index()] = now;
            if KEY {
                self.key ^= rules.keys.given(us, before) ^ rules.keys.given(us, now);
            }
        }
        let us = self.turn.other();
        for (index, counter) in extras.counters.iter().enumerate() {
            let running = self.counters.get(index).is_some_and(|&value| value > 0);
            let next = if running {
                if rules.holds_for(self, us, &counter.stops) {
                    0
                } else {
                    self.counters[index].saturating_add(1)
                }
            } else if rules.holds_for(self, us, &counter.starts) {
                let from = rules.value_for(self, us, &counter.from);
                u16::try_from(from.saturating_add(1).clamp(1, i64::from(u16::MAX))).unwrap_or(1)
            } else {
                0
            };
            if let Some(slot) = self.counters.get_mut(index) {
                *slot = next;
            }
        }
    }
}

impl<B: Bitboard> Rules<B> {
    /// Slot of the hand for a kind, [`NO_SLOT`] for none.
    pub(crate) fn hand_slot(&self, kind: KindId) -> u8 {
        let hand = self.extras.hand.as_ref();
        hand.and_then(|hand| hand.slots.get(usize::from(kind)).copied()).unwrap_or(NO_SLOT)
    }

    /// A kind without rights and without a reserve behind it.
    fn plain_kind(&self, kind: KindId) -> KindId {
        let facts = &self.kinds[usize::from(kind)];
        let found = self.kinds.iter().position(|other| {
            (other.piece, other.was, other.mark) == (facts.piece, facts.was, facts.mark)
                && other.tags == facts.tags
                && !other.unspent
                && other.behind.is_none()
        });
        found.map_or(facts.piece, |kind| kind as KindId)
    }
}

/// Squares from which a move takes a man off, besides captures: for castling those of both.
impl MoveClass {
    /// Whether a man of the board moves.
    pub(crate) const fn moves_a_man(self) -> bool {
        !matches!(self, Self::Pass | Self::Drop)
    }
}
