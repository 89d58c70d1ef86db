//! Tensions: the attacks on own royal men that one own move could wake or put to sleep, as
//! masks of destinations.

use arrayvec::ArrayVec;

use crate::bitboard::{Bitboard, PerSquare, for_squares};
use crate::board::Side;
use crate::rules::{Form, KindId, PathPair, Rules};

use super::check::royals_at_risk;
use super::targets::Scene;

/// Tensions that a position may hold before the walk falls back to playing every move. Only
/// positions with dozens of long-range attackers on one royal man come near.
const TENSIONS: usize = 32;

/// An attack on an own royal man that one own move could wake or put to sleep.
#[derive(Clone, Copy, Debug)]
struct Tension<B> {
    pair: PathPair<B>,
    attacker: u8,
    form: Form,
    /// As [`crate::rules::AttackRow::hurdles`].
    hurdles: u8,
}

impl<B: Bitboard> Tension<B> {
    #[inline(always)]
    fn plain(pair: PathPair<B>, attacker: usize, form: Form) -> Self {
        Self { pair, attacker: attacker as u8, form, hurdles: 0 }
    }

    /// Destinations that leave the attack dead, for a man that stood outside `base`, the
    /// occupied squares of the path without it. See `performance.md`, section 3.
    #[inline(always)]
    fn allowed(&self, occupied: B, all: B) -> B {
        let PathPair { path, pattern } = self.pair;
        let base = occupied & path;
        let attacker = B::of(usize::from(self.attacker));
        match self.form {
            Form::Leap => attacker,
            Form::Empty => {
                if base.is_empty() {
                    path | attacker
                } else {
                    all
                }
            }
            Form::One => match base.len() {
                0 => all - path,
                1 => (path - base) | attacker,
                _ => all,
            },
            Form::Exactly => {
                let missing = pattern - base;
                if !(base - pattern).is_empty() || missing.many() {
                    all
                } else if missing.is_empty() {
                    (path - pattern) | attacker
                } else {
                    all - missing
                }
            }
        }
    }

    /// As [`Self::allowed`] where not everybody may stand on the path: `kind` is who moves,
    /// without one somebody who may.
    #[inline(never)]
    fn allowed_by_hurdles(&self, scene: &Scene<'_, B>, occupied: B, kind: Option<KindId>) -> B {
        let rules = scene.rules;
        let all = rules.squares;
        let PathPair { path, pattern } = self.pair;
        let base = occupied & path;
        let hurdle = kind.is_none_or(|kind| rules.hurdles[usize::from(self.hurdles)].has(kind));
        let others = rules.no_hurdles(scene.position, self.hurdles, base);
        let attacker = B::of(usize::from(self.attacker));
        // Squares that lack a man, and the path with no man of its own.
        let (missing, complete) = match self.form {
            Form::Leap | Form::Empty => return self.allowed(occupied, all),
            Form::One if base.many() => return all,
            Form::One => (if base.is_empty() { path } else { B::EMPTY }, base),
            Form::Exactly if !(base - pattern).is_empty() || (pattern - base).many() => return all,
            Form::Exactly => (pattern - base, pattern),
        };
        if !missing.is_empty() {
            return if hurdle && others.is_empty() { all - missing } else { all };
        }
        match (others.is_empty(), others.many(), hurdle) {
            // Alive: a second man, the attacker taken, or a hurdle that is none any more.
            (true, _, true) => (path - complete) | attacker,
            (true, _, false) => path | attacker,
            // Dead by one man: whoever takes his place must not wake it.
            (false, false, true) => all - others,
            _ => all,
        }
    }

    /// Whether the attack is alive now.
    #[inline(always)]
    fn alive(&self, scene: &Scene<'_, B>) -> bool {
        let occupied = scene.occupied;
        let base = occupied & self.pair.path;
        let alive = match self.form {
            Form::Leap => true,
            Form::Empty => base.is_empty(),
            Form::One => base.len() == 1,
            Form::Exactly => base == self.pair.pattern,
        };
        alive
            && (self.hurdles == 0
                || scene.rules.no_hurdles(scene.position, self.hurdles, base).is_empty())
    }

    /// Whether one move of ours can change whether it is alive.
    #[inline(always)]
    fn relevant(&self, occupied: B, own: B) -> bool {
        let base = occupied & self.pair.path;
        match self.form {
            Form::Leap => true,
            Form::Empty => base.is_empty() || !base.many() && base.meets(own),
            Form::One => base.len() <= 2,
            Form::Exactly => {
                let extra = base - self.pair.pattern;
                !extra.many() && !(self.pair.pattern - base).many() && (extra - own).is_empty()
            }
        }
    }
}

/// What a walk knows of the own royal men before it looks at any move.
pub(super) struct Safety<B: Bitboard> {
    /// Destinations that leave every royal man safe, for a man on no tension's path.
    pub(super) allowed: B,
    /// Own men on the path of a tension.
    pub(super) special: B,
    /// Own royal men that may not stand attacked.
    pub(super) royal: B,
    /// One of them is attacked now.
    pub(super) check: bool,
    /// More tensions than fit: every move must be played.
    pub(super) crowded: bool,
    tensions: ArrayVec<Tension<B>, TENSIONS>,
}

impl<B: Bitboard> Safety<B> {
    #[inline(always)]
    pub(super) fn new(rules: &Rules<B>) -> Self {
        Self {
            allowed: rules.squares,
            special: B::EMPTY,
            royal: B::EMPTY,
            check: false,
            crowded: false,
            tensions: ArrayVec::new(),
        }
    }

    /// Looks at every royal man. In place: the buffer is large and must not be moved.
    #[inline(always)]
    pub(super) fn fill(&mut self, scene: &Scene<'_, B>) {
        let us = scene.position.turn;
        for rule in &scene.rules.royals[us.index()] {
            let men = royals_at_risk(scene.position, us, rule);
            self.royal = self.royal | men;
            for_squares!(men, B, target => { self.look(scene, us, target); });
        }
    }

    #[inline(always)]
    fn look(&mut self, scene: &Scene<'_, B>, us: Side, target: usize) {
        let rules = scene.rules;
        let board = &scene.position.board;
        let class = usize::from(rules.victim_class[usize::from(board.at(target))]);
        let attackers = &rules.attackers[class][us.other().index()];
        let none = PathPair { path: B::EMPTY, pattern: B::EMPTY };
        if let Some(grouped) = &attackers.grouped {
            for_squares!(grouped.liners(scene.position, scene.enemy, target), B, attacker => {
                let path = rules.between[target * B::CAPACITY + attacker];
                let pair = PathPair { path, pattern: B::EMPTY };
                self.push(scene, Tension::plain(pair, attacker, Form::Empty));
            });
            for (row, from, men) in grouped.others(scene.position, scene.enemy, target) {
                let row = &attackers.rows[row];
                for_squares!(men, B, attacker => {
                    let pair = row.path(&rules.between, from, target, attacker);
                    let hurdles = row.hurdles;
                    self.push(scene, Tension { hurdles, ..Tension::plain(pair, attacker, row.form) });
                });
            }
            return;
        }
        let from = attackers.from_of(target);
        for_squares!(attackers.reach.at(target) & scene.enemy, B, attacker => {
            for index in attackers.rows_of(board.at(attacker)) {
                if !from[index].has(attacker) {
                    continue;
                }
                let row = &attackers.rows[index];
                let pair = if row.form == Form::Leap {
                    none
                } else {
                    row.path(&rules.between, from[index], target, attacker)
                };
                let hurdles = row.hurdles;
                self.push(scene, Tension { hurdles, ..Tension::plain(pair, attacker, row.form) });
            }
        });
    }

    /// Notes a tension, if one own move can change whether it is alive.
    #[inline(always)]
    fn push(&mut self, scene: &Scene<'_, B>, tension: Tension<B>) {
        if !tension.relevant(scene.occupied, scene.own) {
            return;
        }
        self.check |= tension.alive(scene);
        let allowed = if tension.hurdles == 0 {
            tension.allowed(scene.occupied, scene.rules.squares)
        } else {
            tension.allowed_by_hurdles(scene, scene.occupied, None)
        };
        self.allowed = self.allowed & allowed;
        self.special = self.special | (tension.pair.path & scene.own);
        self.crowded |= self.tensions.try_push(tension).is_err();
    }

    /// Destinations that leave every royal man safe when the man on `from` goes there.
    #[inline(always)]
    pub(super) fn allowed_for(&self, scene: &Scene<'_, B>, from: usize) -> B {
        let kind = scene.position.board.at(from);
        if !self.special.has(from) && !scene.rules.no_hurdle.has(kind) {
            return self.allowed;
        }
        let occupied = scene.occupied - B::of(from);
        let all = scene.rules.squares;
        let mut allowed = all;
        for tension in &self.tensions {
            let one = if tension.hurdles == 0 {
                tension.allowed(occupied, all)
            } else {
                tension.allowed_by_hurdles(scene, occupied, Some(kind))
            };
            allowed = allowed & one;
        }
        allowed
    }
}
