//! Legal moves as callers ask for them.

use crate::bitboard::Bitboard;
use crate::dispatch;
use crate::position::{Move, MoveClass, Position};
use crate::rules::Rules;

use super::extras::captures;
use super::sink::{Any, Count, List};
use super::targets::Inner;
use super::walk::walk;

impl<B: Bitboard> Rules<B> {
    /// Number of legal moves, without building any of them.
    ///
    /// A batch of destinations costs one popcount unless its moves must be replayed
    /// ([`Replay`](crate::rules::LegalityPlan::Replay)). Promotions count once per piece on offer, castling once
    /// each. Zero where an end by rule holds.
    #[inline]
    pub fn count(&self, position: &Position<B>) -> u64 {
        if self.ends_early && self.ended_by_rule(position) {
            return 0;
        }
        self.count_raw(position)
    }

    /// As [`Self::count`], as if no end had come before.
    pub fn count_raw(&self, position: &Position<B>) -> u64 {
        dispatch::count(self, position).0
    }

    /// As [`Self::count_raw`], and whether the side to move is in check.
    pub(crate) fn count_and_check(&self, position: &Position<B>) -> (u64, bool) {
        let (moves, check) = dispatch::count(self, position);
        let in_check = || self.in_check(position, position.turn);
        debug_assert!(check.is_none_or(|check| check == in_check()));
        (moves, check.unwrap_or_else(in_check))
    }

    /// Appends all legal moves. None where an end by rule holds.
    #[inline]
    pub fn list(&self, position: &Position<B>, moves: &mut Vec<Move>) {
        if !(self.ends_early && self.ended_by_rule(position)) {
            self.list_raw(position, moves);
        }
    }

    /// As [`Self::list`], as if no end had come before.
    pub fn list_raw(&self, position: &Position<B>, moves: &mut Vec<Move>) {
        dispatch::list(self, position, moves);
    }

    /// Whether there is a legal move, as if no end had come before.
    #[inline(never)]
    pub fn any_raw(&self, position: &Position<B>) -> bool {
        let mut any = Any { rules: self, position, found: false };
        walk(self, position, Inner::default(), &mut any);
        any.found
    }

    // The bodies below are inlined whole, for the copies of `crate::dispatch` only: every
    // other caller would pay for them in the time that the crate takes to compile.

    /// The second is as [`walk`] says.
    #[inline(always)]
    pub(crate) fn count_hot(&self, position: &Position<B>) -> (u64, Option<bool>) {
        if self.must_capture || self.extras.must_drop {
            let mut moves = Vec::new();
            self.list_raw(position, &mut moves);
            return (moves.len() as u64, None);
        }
        let mut count = Count { rules: self, position, moves: 0 };
        let check = walk(self, position, Inner::default(), &mut count);
        (count.moves, check)
    }

    /// Number of legal moves, some things left out.
    #[inline(never)]
    pub(crate) fn count_inner(&self, position: &Position<B>, inner: Inner) -> u64 {
        let mut moves = Vec::new();
        self.list_inner(position, inner, &mut moves);
        moves.len() as u64
    }

    /// As [`Self::list_raw`], some things left out.
    #[inline(never)]
    pub(crate) fn list_inner(&self, position: &Position<B>, inner: Inner, moves: &mut Vec<Move>) {
        let first = moves.len();
        walk(self, position, inner, &mut List { rules: self, position, moves });
        self.keep_duties(position, first, moves);
    }

    #[inline(always)]
    pub(crate) fn list_hot(&self, position: &Position<B>, moves: &mut Vec<Move>) {
        let first = moves.len();
        walk(self, position, Inner::default(), &mut List { rules: self, position, moves });
        if self.must_capture || self.extras.must_drop {
            self.keep_duties(position, first, moves);
        }
    }

    /// If some move does a duty, takes out those that do not.
    #[inline(never)]
    fn keep_duties(&self, position: &Position<B>, first: usize, moves: &mut Vec<Move>) {
        if self.extras.must_drop {
            let drops = &self.extras.drops[position.turn.index()];
            keep(first, moves, |mv| {
                let must = |rule: &crate::rules::DropRule<B>| rule.must && rule.kind == mv.becomes;
                mv.class == MoveClass::Drop && drops.iter().any(must)
            });
        }
        if self.must_capture {
            keep(first, moves, |mv| captures(position, *mv));
        }
    }
}

/// If some of the moves from `first` on are wanted, takes out those that are not.
fn keep(first: usize, moves: &mut Vec<Move>, wanted: impl Fn(&Move) -> bool) {
    if moves[first..].iter().any(&wanted) {
        let mut index = 0;
        moves.retain(|mv| {
            index += 1;
            index <= first || wanted(mv)
        });
    }
}
