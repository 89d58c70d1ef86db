//! The walk over all legal moves of a position, and what stands on it.

use arrayvec::ArrayVec;

use crate::bitboard::{Bitboard, PerSquare, for_squares};
use crate::board::Side;
use crate::definition::Safe;
use crate::dispatch;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{
    FixedCastling, Form, GROUPS, KindId, LegalityPlan, Mover, NO_KIND, PathPair, RIGHTS, Rules,
};

use super::chains;
use super::check::royals_at_risk;
use super::sink::{Any, Count, List, Sink};
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
}

impl<B: Bitboard> Tension<B> {
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

    /// Whether the attack is alive now.
    #[inline(always)]
    fn alive(&self, occupied: B) -> bool {
        let base = occupied & self.pair.path;
        match self.form {
            Form::Leap => true,
            Form::Empty => base.is_empty(),
            Form::One => base.len() == 1,
            Form::Exactly => base == self.pair.pattern,
        }
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
struct Safety<B: Bitboard> {
    /// Destinations that leave every royal man safe, for a man on no tension's path.
    allowed: B,
    /// Own men on the path of a tension.
    special: B,
    /// Own royal men that may not stand attacked.
    royal: B,
    /// One of them is attacked now.
    check: bool,
    /// More tensions than fit: every move must be played.
    crowded: bool,
    tensions: ArrayVec<Tension<B>, TENSIONS>,
}

impl<B: Bitboard> Safety<B> {
    #[inline(always)]
    fn new(rules: &Rules<B>) -> Self {
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
    fn fill(&mut self, scene: &Scene<'_, B>) {
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
            let (leapers, liners) = grouped.leapers_and_liners(scene.position, scene.enemy, target);
            for_squares!(leapers, B, attacker => {
                self.push(scene, Tension { pair: none, attacker: attacker as u8, form: Form::Leap });
            });
            for_squares!(liners, B, attacker => {
                let path = rules.between[target * B::CAPACITY + attacker];
                let pair = PathPair { path, pattern: B::EMPTY };
                self.push(scene, Tension { pair, attacker: attacker as u8, form: Form::Empty });
            });
            for (row, from, men) in grouped.others(scene.position, scene.enemy, target) {
                let row = &attackers.rows[row];
                for_squares!(men, B, attacker => {
                    let pair = row.path(&rules.between, from, target, attacker);
                    self.push(scene, Tension { pair, attacker: attacker as u8, form: row.form });
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
                self.push(scene, Tension { pair, attacker: attacker as u8, form: row.form });
            }
        });
    }

    /// Notes a tension, if one own move can change whether it is alive.
    #[inline(always)]
    fn push(&mut self, scene: &Scene<'_, B>, tension: Tension<B>) {
        if !tension.relevant(scene.occupied, scene.own) {
            return;
        }
        self.check |= tension.alive(scene.occupied);
        self.allowed = self.allowed & tension.allowed(scene.occupied, scene.rules.squares);
        self.special = self.special | (tension.pair.path & scene.own);
        self.crowded |= self.tensions.try_push(tension).is_err();
    }

    /// Destinations that leave every royal man safe when the man on `from` goes there.
    #[inline(always)]
    fn allowed_for(&self, scene: &Scene<'_, B>, from: usize) -> B {
        if !self.special.has(from) {
            return self.allowed;
        }
        let occupied = scene.occupied - B::of(from);
        let all = scene.rules.squares;
        let mut allowed = all;
        for tension in &self.tensions {
            allowed = allowed & tension.allowed(occupied, all);
        }
        allowed
    }
}

/// Hands all legal moves of a position to a sink, ends and duties left aside.
#[inline(always)]
pub(crate) fn walk<B: Bitboard, S: Sink<B>>(
    rules: &Rules<B>,
    position: &Position<B>,
    sink: &mut S,
) {
    let scene = Scene::new(rules, position);
    match rules.plan {
        LegalityPlan::Tensions => {
            let mut safety = Safety::new(rules);
            safety.fill(&scene);
            if safety.crowded {
                replay(&scene, sink);
            } else {
                tensions(&scene, &safety, sink);
            }
        }
        LegalityPlan::Replay => replay(&scene, sink),
    }
}

#[inline(always)]
fn tensions<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, safety: &Safety<B>, sink: &mut S) {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let mut rest = scene.own - safety.royal;
    let empty = rules.squares - scene.occupied;
    // By the bits of a mode: quiet, capture.
    let quiet = empty & safety.allowed;
    let capture = scene.enemy & safety.allowed;
    let allowed = [B::EMPTY, quiet, capture, quiet | capture];
    for &(group, kind) in &rules.own_groups[us.index()] {
        let mut men = rest & position.groups[usize::from(group) & (GROUPS - 1)];
        rest = rest - men;
        let mover = rules.mover(us, kind);
        if B::SHIFTS && !mover.steps.is_empty() {
            let free = men - safety.special;
            men = men & safety.special;
            for step in &mover.steps {
                let onto = allowed[usize::from(step.mode.0) & 3];
                let targets = step.apply(free, empty) & onto;
                if !targets.is_empty()
                    && sink.step(step.total(), kind, mover.promotion_zone, targets)
                {
                    return;
                }
            }
        }
        for_squares!(men, B, from => {
            let allowed = safety.allowed_for(scene, from);
            if man(scene, mover, kind, from, allowed, sink) {
                return;
            }
        });
    }
    for_squares!(rest, B, from => {
        let kind = position.board.at(from);
        let allowed = safety.allowed_for(scene, from);
        if man(scene, rules.mover(us, kind), kind, from, allowed, sink) {
            return;
        }
    });
    let alone = !safety.royal.many();
    for_squares!(safety.royal, B, from => {
        let kind = position.board.at(from);
        let mover = rules.mover(us, kind);
        let all = scene.targets(mover, from);
        let targets = safe_royal_steps(scene, kind, from, all, alone);
        if !targets.is_empty() && sink.man(from, kind, mover.becomes, mover.promotion_zone, targets) {
            return;
        }
        if let Some(right) = mover.right {
            let (more, becomes) = by_right(scene, right, from);
            let targets = safe_royal_steps(scene, kind, from, more - all, alone);
            if !targets.is_empty() && sink.man(from, kind, becomes, mover.promotion_zone, targets) {
                return;
            }
        }
    });
    if en_passant(scene, sink, |from| royals_safe_after(scene, from)) {
        return;
    }
    if castlings(scene, safety.check, sink) {
        return;
    }
    pass(scene, sink);
}

/// The destinations of a man that is not royal, by its ordinary moves and by those of its
/// unspent right.
#[inline(always)]
fn man<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    mover: &Mover<B>,
    kind: KindId,
    from: usize,
    allowed: B,
    sink: &mut S,
) -> bool {
    let all = scene.targets(mover, from);
    let targets = all & allowed;
    if !targets.is_empty() && sink.man(from, kind, mover.becomes, mover.promotion_zone, targets) {
        return true;
    }
    let Some(right) = mover.right else { return false };
    let (more, becomes) = by_right(scene, right, from);
    // Where an ordinary move leads as well, the right is not spent.
    let targets = (more - all) & allowed;
    !targets.is_empty() && sink.man(from, kind, becomes, mover.promotion_zone, targets)
}

/// Destinations by an unspent right, and what the man is then. Few men have one, so this is
/// not worth a copy at every place where it is asked.
#[inline(never)]
fn by_right<B: Bitboard>(scene: &Scene<'_, B>, right: u16, from: usize) -> (B, KindId) {
    let right = &scene.rules.movers[scene.position.turn.index()][usize::from(right)];
    (scene.targets(right, from), right.becomes)
}

/// Those of a royal man's destinations on which it is safe.
#[inline(always)]
fn safe_royal_steps<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: KindId,
    from: usize,
    targets: B,
    alone: bool,
) -> B {
    let mut safe = B::EMPTY;
    for_squares!(targets, B, to => {
        if royal_step_is_safe(scene, kind, from, to, alone) {
            safe = safe | B::of(to);
        }
    });
    safe
}

/// Whether a royal man may step from `from` to `to`: no attack on it there, and none on
/// another royal man that its leaving or coming wakes.
#[inline(always)]
fn royal_step_is_safe<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: KindId,
    from: usize,
    to: usize,
    alone: bool,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let goal = B::of(to);
    let occupied = (scene.occupied - B::of(from)) | goal;
    let enemies = scene.enemy - goal;
    if rules.attacked_in_hot(position, us, kind, to, occupied, enemies) {
        return false;
    }
    alone || others_are_safe(scene, from, occupied, enemies)
}

/// Whether all royal men at risk but the one on `from` are safe with these squares occupied.
#[inline(never)]
fn others_are_safe<B: Bitboard>(
    scene: &Scene<'_, B>,
    from: usize,
    occupied: B,
    enemies: B,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    !rules.royals[us.index()].iter().any(|rule| {
        (royals_at_risk(position, us, rule) - B::of(from)).any(|other| {
            let kind = position.board.at(other);
            rules.attacked_in(position, us, kind, other, occupied, enemies)
        })
    })
}

/// Whether no own royal man at risk is attacked after a capture en passant: an attack test
/// with the squares as they are then, for a man that is not royal itself.
#[inline(never)]
fn royals_safe_after<B: Bitboard>(scene: &Scene<'_, B>, (from, to): (usize, usize)) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let victim = B::of(usize::from(position.victim));
    let occupied = (scene.occupied - B::of(from) - victim) | B::of(to);
    let enemies = scene.enemy - victim;
    !rules.royals[us.index()].iter().any(|rule| {
        royals_at_risk(position, us, rule).any(|royal| {
            let kind = position.board.at(royal);
            let royal = if royal == from { to } else { royal };
            rules.attacked_in(position, us, kind, royal, occupied, enemies)
        })
    })
}

#[inline(always)]
fn en_passant<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    sink: &mut S,
    legal: impl Fn((usize, usize)) -> bool,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    if position.en_passant.is_empty() {
        return false;
    }
    let us = position.turn;
    let victim = position.board.at(usize::from(position.victim));
    for_squares!(position.en_passant, B, to => {
        for_squares!(rules.en_passant_reach[us.index()].at(to) & scene.own, B, from => {
            let kind = position.board.at(from);
            let can = rules.captures_en_passant(us, kind, victim, from, to, scene.occupied);
            if can && legal((from, to)) {
                let becomes = rules.mover(us, kind).becomes;
                let class = MoveClass::EnPassant;
                let mv = Move { from: from as u8, to: to as u8, becomes, class };
                if sink.other(kind, mv) {
                    return true;
                }
            }
        });
    });
    false
}

#[inline(always)]
fn castlings<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, check: bool, sink: &mut S) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    if position.rights == 0 {
        return false;
    }
    let us = position.turn;
    for (index, goal) in rules.castlings.iter().enumerate() {
        if goal.side == us && position.rights >> goal.right & 1 == 1 {
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
                continue;
            }
            let from = needs.from;
            let kind = position.board.at(usize::from(from));
            let class = MoveClass::Castling(index as u8);
            if sink.other(kind, Move { from, to: goal.to, becomes: kind, class }) {
                return true;
            }
        }
    }
    false
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
    if rules.plan == LegalityPlan::Replay {
        let crossed = at_risk(from) && (check || crosses_attack(scene, goal.king_stepped, needs));
        let class = MoveClass::Castling(index as u8);
        let mv = Move { from: needs.from, to: goal.to, becomes: kind, class };
        return !crossed && !rules.in_check(&position.after(rules, mv), us);
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

#[inline(always)]
fn pass<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) {
    if let Some(when) = &scene.rules.pass
        && scene.rules.holds_before(scene.position, when)
    {
        sink.other(NO_KIND, Move::PASS);
    }
}

/// All moves, each played and looked at. Promotions of one move share its fate unless the
/// man that promotes is or becomes royal, so every choice is judged by itself there.
#[inline(never)]
fn replay<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let safe = |mv: Move| legal_after(scene, mv);
    let stopped = scene.own.any(|from| {
        let kind = position.board.at(from);
        let mover = rules.mover(us, kind);
        let plain = |mover: &Mover<B>, targets: B| {
            let mut legal = B::EMPTY;
            targets.for_each(|to| {
                let class = MoveClass::Plain;
                let becomes = mover.becomes;
                if safe(Move { from: from as u8, to: to as u8, becomes, class }) {
                    legal = legal | B::of(to);
                }
            });
            legal
        };
        let mut all = scene.targets(mover, from);
        let mut removing = Vec::new();
        if !mover.chains.is_empty() {
            for way in chains::ways(scene, mover, from) {
                let to = B::of(usize::from(way.to));
                // Removing nothing on its way, it is an ordinary move.
                if way.count == 0 && usize::from(way.to) != from {
                    all = all | to;
                } else {
                    removing.push((way, mover.becomes));
                }
            }
        }
        let targets = plain(mover, all);
        if !targets.is_empty() && sink.man(from, kind, mover.becomes, mover.promotion_zone, targets)
        {
            return true;
        }
        if let Some(right) = mover.right {
            let right = &rules.movers[us.index()][usize::from(right)];
            let mut more = scene.targets(right, from);
            for way in chains::ways(scene, right, from) {
                if way.count == 0 && usize::from(way.to) != from {
                    more = more | B::of(usize::from(way.to));
                } else if !removing.iter().any(|(known, _)| *known == way) {
                    removing.push((way, right.becomes));
                }
            }
            let targets = plain(right, more - all);
            if !targets.is_empty()
                && sink.man(from, kind, right.becomes, right.promotion_zone, targets)
            {
                return true;
            }
        }
        removing.into_iter().any(|(way, becomes)| {
            let class = MoveClass::Removing(way.count, way.removed);
            let mv = Move { from: from as u8, to: way.to, becomes, class };
            safe(mv) && sink.other(kind, mv)
        })
    });
    if stopped {
        return;
    }
    let en_passant_safe = |(from, to): (usize, usize)| {
        let becomes = rules.mover(us, position.board.at(from)).becomes;
        safe(Move { from: from as u8, to: to as u8, becomes, class: MoveClass::EnPassant })
    };
    if en_passant(scene, sink, en_passant_safe)
        || castlings(scene, rules.in_check(position, us), sink)
    {
        return;
    }
    pass(scene, sink);
}

/// Whether the finished position after a move is legal (`language.md` section 7, step 7): the
/// own royalty is neither removed nor broken, unless the move took the enemy's away.
fn legal_after<B: Bitboard>(scene: &Scene<'_, B>, mv: Move) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let next = position.after(rules, mv);
    let taken = |side: Side| {
        rules.royals[side.index()].iter().any(|rule| {
            let group = usize::from(rule.group) & (GROUPS - 1);
            let before = position.side(side) & position.groups[group];
            let after = next.side(side) & next.groups[group];
            match rule.safe {
                Safe::Each => after.len() < before.len(),
                Safe::Last | Safe::One => after.is_empty() && !before.is_empty(),
            }
        })
    };
    !taken(us) && (taken(us.other()) || !rules.in_check(&next, us))
}

impl<B: Bitboard> Rules<B> {
    /// Number of legal moves, without building any of them.
    ///
    /// A batch of destinations costs one popcount unless its moves must be replayed
    /// ([`LegalityPlan::Replay`]). Promotions count once per piece on offer, castling once
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
        dispatch::count(self, position)
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
        walk(self, position, &mut any);
        any.found
    }

    // The bodies below are inlined whole, for the copies of `crate::dispatch` only: every
    // other caller would pay for them in the time that the crate takes to compile.

    #[inline(always)]
    pub(crate) fn count_hot(&self, position: &Position<B>) -> u64 {
        if self.must_capture {
            let mut moves = Vec::new();
            self.list_raw(position, &mut moves);
            return moves.len() as u64;
        }
        let mut count = Count { rules: self, position, moves: 0 };
        walk(self, position, &mut count);
        count.moves
    }

    #[inline(always)]
    pub(crate) fn list_hot(&self, position: &Position<B>, moves: &mut Vec<Move>) {
        let first = moves.len();
        walk(self, position, &mut List { rules: self, position, moves });
        if self.must_capture {
            Self::keep_captures(position, first, moves);
        }
    }

    /// If some of the moves from `first` on captures, takes out those that do not.
    #[inline(never)]
    fn keep_captures(position: &Position<B>, first: usize, moves: &mut Vec<Move>) {
        let captures = |mv: &Move| match mv.class {
            MoveClass::Plain => position.side(position.turn.other()).has(usize::from(mv.to)),
            MoveClass::EnPassant => true,
            // Without victims it only comes back to where it began.
            MoveClass::Removing(count, _) => count > 0,
            MoveClass::Castling(_) | MoveClass::Pass => false,
        };
        if moves[first..].iter().any(captures) {
            let mut index = 0;
            moves.retain(|mv| {
                index += 1;
                index <= first || captures(mv)
            });
        }
    }
}

const _: () = assert!(RIGHTS <= 16, "rights are kept in 16 bits");
