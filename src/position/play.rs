//! Playing a move.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::Side;
use crate::rules::{CastlingRule, KindId, KindSet, NO_KIND, RIGHTS, Reserves, Rules};

use super::extras::Done;
use super::{Move, MoveClass, Position};

impl<B: Bitboard> Position<B> {
    /// The position after a move that [`crate::movegen`] gave for this position. Any other
    /// move gives some position, but not one of the game.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, rules: &Rules<B>, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(rules, mv);
        next
    }

    /// Plays a move without keeping the key, the clocks and other memory of the last move:
    /// enough for counting where no rule asks for them.
    #[inline(always)]
    pub(crate) fn play_keyless(&mut self, rules: &Rules<B>, mv: Move) {
        self.play_with::<false>(rules, mv);
    }

    /// Plays a move that [`crate::movegen`] gave for this position.
    #[inline(always)]
    pub fn play_unchecked(&mut self, rules: &Rules<B>, mv: Move) {
        self.play_with::<true>(rules, mv);
    }

    #[inline(always)]
    fn play_with<const WHOLE: bool>(&mut self, rules: &Rules<B>, mv: Move) {
        let us = self.turn;
        let them = us.other();
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if WHOLE && !self.en_passant.is_empty() {
            self.en_passant.for_each(|square| self.key ^= rules.keys.en_passant[square]);
        }
        let occupied = self.occupied();
        let mut captured = NO_KIND;
        let mut kind = NO_KIND;
        // Few moves capture more than one man.
        let mut victims: Option<KindSet> = None;
        let mut touched = true;
        match mv.class {
            MoveClass::Plain | MoveClass::Gating(_) => {
                kind = self.lift_with::<WHOLE>(rules, us, from);
                captured = self.remove::<WHOLE>(rules, us, to);
                self.place_with::<WHOLE>(rules, us, mv.becomes, to);
                if let MoveClass::Gating(enters) = mv.class {
                    self.gate::<WHOLE>(rules, enters, from);
                }
            }
            MoveClass::EnPassant => {
                kind = self.lift_with::<WHOLE>(rules, us, from);
                captured = self.remove::<WHOLE>(rules, us, usize::from(self.victim));
                self.end_rights::<WHOLE>(rules, usize::from(self.victim));
                self.left::<WHOLE>(rules, usize::from(self.victim));
                self.place_with::<WHOLE>(rules, us, mv.becomes, to);
            }
            MoveClass::Removing(..) => {
                kind = self.lift_with::<WHOLE>(rules, us, from);
                for &square in mv.removed() {
                    let gone = self.remove::<WHOLE>(rules, us, usize::from(square));
                    self.end_rights::<WHOLE>(rules, usize::from(square));
                    self.left::<WHOLE>(rules, usize::from(square));
                    if gone != NO_KIND {
                        victims.get_or_insert_default().insert(gone);
                        captured = gone;
                    }
                }
                let gone = self.remove::<WHOLE>(rules, us, to);
                captured = if gone == NO_KIND { captured } else { gone };
                self.place_with::<WHOLE>(rules, us, mv.becomes, to);
            }
            MoveClass::Castling(goal) | MoveClass::CastlingGating(goal, ..) => {
                let goal = &rules.castlings[usize::from(goal)];
                let squares = self.castling_squares(goal);
                kind = self.lift_with::<WHOLE>(rules, us, usize::from(squares[0]));
                let partner = self.lift_with::<WHOLE>(rules, us, usize::from(squares[1]));
                self.place_with::<WHOLE>(rules, us, mv.becomes, usize::from(goal.to));
                let moved = rules.mover(us, partner).becomes;
                self.place_with::<WHOLE>(rules, us, moved, usize::from(goal.partner_to));
                self.end_rights::<WHOLE>(rules, usize::from(squares[1]));
                self.left::<WHOLE>(rules, usize::from(squares[1]));
                self.left::<WHOLE>(rules, usize::from(goal.partner_to));
                if let Some(reserves) = &rules.reserves {
                    self.enter::<WHOLE>(rules, reserves, partner, usize::from(squares[1]));
                }
                if let MoveClass::CastlingGating(_, enters, behind_partner) = mv.class {
                    let square = squares[usize::from(behind_partner)];
                    self.gate::<WHOLE>(rules, enters, usize::from(square));
                }
            }
            MoveClass::Pass => touched = false,
            MoveClass::Drop => {
                self.drop_man::<WHOLE>(rules, mv);
                self.after_drop::<WHOLE>(rules);
                touched = false;
            }
        }
        if touched && let Some(reserves) = &rules.reserves {
            self.enter::<WHOLE>(rules, reserves, kind, from);
        }
        if touched && self.rights != 0 {
            self.end_rights::<WHOLE>(rules, from);
            self.end_rights::<WHOLE>(rules, to);
        }
        if touched && rules.extras.any {
            let mut victims = victims.unwrap_or_default();
            if captured != NO_KIND {
                victims.insert(captured);
            }
            let done = Done { kind, from, to, captured: victims, last: captured };
            self.after_effects::<WHOLE>(rules, &done);
        }
        self.en_passant = B::EMPTY;
        if touched
            && let Some(passing) =
                rules.passing[us.index()].get(usize::from(kind)).and_then(Option::as_ref)
            && passing.from[from].has(to)
            && matches!(mv.class, MoveClass::Plain | MoveClass::Gating(_))
            && self.side(us).has(to)
        {
            let mut passed = B::EMPTY;
            passing.open(from, to, occupied).for_each(|one| passed = passed | one.passed);
            self.victim = mv.to;
            self.en_passant = self.usable(rules, them, passed);
            if WHOLE {
                self.en_passant.for_each(|square| self.key ^= rules.keys.en_passant[square]);
            }
        }
        self.turn = them;
        if !WHOLE {
            return;
        }
        let dropped = mv.class == MoveClass::Drop;
        if captured != NO_KIND || rules.resets.has(kind) || dropped {
            self.quiet = 0;
        } else {
            self.quiet = self.quiet.saturating_add(1);
        }
        self.passes = if touched || dropped { 0 } else { self.passes.saturating_add(1) };
        self.fullmove = self.fullmove.saturating_add(u16::from(us == Side::Black));
        self.moved = if dropped { mv.becomes } else { kind };
        self.took = captured;
        self.key ^= rules.keys.black;
        if rules.extras.any {
            self.after_turn::<WHOLE>(rules);
        }
    }

    /// The reserve behind a man of this kind enters on the square that it has left, unless the
    /// move has filled it again: then it is lost.
    #[inline(never)]
    fn enter<const WHOLE: bool>(
        &mut self,
        rules: &Rules<B>,
        reserves: &Reserves,
        kind: KindId,
        from: usize,
    ) {
        let enters = reserves.enters[usize::from(kind)];
        if enters != NO_KIND && self.board.at(from) == NO_KIND {
            self.place_with::<WHOLE>(rules, self.turn, enters, from);
        }
    }

    /// Squares of king and partner of a castling goal.
    #[inline(always)]
    pub(crate) fn castling_squares(&self, goal: &CastlingRule<B>) -> [u8; 2] {
        match &goal.fixed {
            Some(fixed) => [fixed.from, fixed.partner_from],
            None => self.right_squares[usize::from(goal.right) & (RIGHTS - 1)],
        }
    }

    /// Removes whoever stands on a square, counts points for the mover, and returns the kind.
    #[inline(always)]
    fn remove<const WHOLE: bool>(&mut self, rules: &Rules<B>, us: Side, square: usize) -> KindId {
        let kind = self.board.at(square);
        if kind == NO_KIND {
            return NO_KIND;
        }
        let them = us.other();
        let owner = if self.side(them).has(square) { them } else { us };
        self.lift_with::<WHOLE>(rules, owner, square);
        if let Some(points) = &rules.points
            && owner == them
        {
            let worth = points.captured[usize::from(kind)];
            self.points[us.index()] = self.points[us.index()].saturating_add(worth);
        }
        if rules.extras.hand.is_some() {
            self.take_in_hand::<WHOLE>(rules, us, owner, kind);
        }
        kind
    }

    /// Ends the castling rights that need a man on this square.
    #[inline(always)]
    pub(super) fn end_rights<const WHOLE: bool>(&mut self, rules: &Rules<B>, square: usize) {
        let mut ended = rules.rights_ended.at(square) as u16 & self.rights;
        if rules.rights_by_position {
            for right in 0..RIGHTS {
                let squares = self.right_squares[right];
                if self.rights >> right & 1 == 1
                    && (usize::from(squares[0]) == square || usize::from(squares[1]) == square)
                {
                    ended |= 1 << right;
                }
            }
        }
        self.drop_rights::<WHOLE>(rules, ended);
    }

    #[inline(always)]
    fn drop_rights<const WHOLE: bool>(&mut self, rules: &Rules<B>, mut ended: u16) {
        self.rights &= !ended;
        while WHOLE && ended != 0 {
            self.key ^= rules.keys.rights[ended.trailing_zeros() as usize & (RIGHTS - 1)];
            ended &= ended - 1;
        }
    }

    /// Those of the passed squares on which a man of `side` can pseudo-legally capture the
    /// man on [`Self::victim`].
    pub(crate) fn usable(&self, rules: &Rules<B>, side: Side, passed: B) -> B {
        let occupied = self.occupied();
        let victim = self.board.at(usize::from(self.victim));
        let mut usable = B::EMPTY;
        (passed & rules.en_passant_zone[side.index()] - occupied).for_each(|target| {
            let reach = rules.en_passant_reach[side.index()].at(target);
            let can = (reach & self.side(side)).any(|from| {
                rules.captures_en_passant(side, self.board.at(from), victim, from, target, occupied)
            });
            if can {
                usable = usable | B::of(target);
            }
        });
        usable
    }
}

impl<B: Bitboard> Rules<B> {
    /// Whether a man of this kind on `from` reaches `target` by a capture en passant.
    #[inline(always)]
    pub(crate) fn captures_en_passant(
        &self,
        side: Side,
        kind: KindId,
        victim: KindId,
        from: usize,
        target: usize,
        occupied: B,
    ) -> bool {
        let table = self.en_passant[side.index()].get(usize::from(kind)).and_then(Option::as_ref);
        table.is_some_and(|table| {
            table.victims.has(victim) && table.open(from, target, occupied).next().is_some()
        })
    }
}
