//! The walk over all legal moves of a position, and what stands on it.

use crate::bitboard::{Bitboard, PerSquare, for_squares};
use crate::definition::BanOn;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{GROUPS, KindId, LegalityPlan, Mover, NO_KIND, Rules};

use super::castling::castlings;
use super::check::royals_at_risk;
use super::extras::{banned, bans_wait, extras, gated};
use super::replay::{legal_after, replay, replay_man};
use super::safety::Safety;
use super::sink::Sink;
use super::targets::{Inner, Scene};

/// Hands all legal moves of a position to a sink, ends and duties left aside. Says whether the
/// side to move is in check, where that has come out.
#[inline(always)]
pub(crate) fn walk<B: Bitboard, S: Sink<B>>(
    rules: &Rules<B>,
    position: &Position<B>,
    inner: Inner,
    sink: &mut S,
) -> Option<bool> {
    let scene = Scene { inner, ..Scene::new(rules, position) };
    let replays = match rules.plan {
        LegalityPlan::Tensions => false,
        LegalityPlan::Watched => bans_wait(&scene),
        LegalityPlan::Replay => true,
    };
    if !replays {
        let mut safety = Safety::new(rules);
        safety.fill(&scene);
        if !safety.crowded {
            tensions(&scene, &safety, sink);
            return Some(safety.check);
        }
    }
    replay(&scene, sink);
    None
}

#[inline(always)]
fn tensions<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, safety: &Safety<B>, sink: &mut S) {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let mut rest = scene.own - safety.royal;
    let mut royal = safety.royal;
    if !rules.extras.slow.is_empty() || !rules.extras.gates.is_empty() {
        // What enters behind a man fills his square again, and conditions are asked of each:
        // no tension knows of that.
        let (_, forced) = gated(scene);
        let men = rules.scan(&rules.extras.slow, scene.own, &position.board);
        (rest, royal) = (rest - men - forced, royal - men - forced);
        for_squares!(men - forced, B, from => {
            if replay_man(scene, from, sink) {
                return;
            }
        });
    }
    let empty = rules.squares - scene.occupied;
    // By the bits of a mode: quiet, capture.
    let quiet = empty & safety.allowed;
    let capture = scene.enemy & safety.allowed;
    let allowed = [B::EMPTY, quiet, capture, quiet | capture];
    for &(group, kind) in &rules.own_groups[us.index()] {
        let mut men = rest & position.groups[usize::from(group) & (GROUPS - 1)];
        rest = rest - men;
        let mover = rules.mover(us, kind);
        if B::SHIFTS && !mover.steps.is_empty() && !rules.no_hurdle.has(kind) {
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
    for_squares!(royal, B, from => {
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
    if en_passant(scene, sink, |(from, to)| {
        let kind = position.board.at(from);
        if rules.extras.slow.has(kind) || rules.names_hurdles() {
            let becomes = rules.mover(us, kind).becomes;
            let class = MoveClass::EnPassant;
            let mv = Move { from: from as u8, to: to as u8, becomes, class };
            return legal_after(scene, mv);
        }
        royals_safe_after(scene, (from, to))
    }) {
        return;
    }
    let allowed = (!rules.names_hurdles()).then_some(safety.allowed);
    if castlings(scene, safety.check, sink) || extras(scene, allowed, sink) {
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
            safe.add(to);
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
    alone || others_are_safe(scene, kind, (from, to), occupied, enemies)
}

/// Whether all royal men at risk but the one on `from` are safe with these squares occupied.
#[inline(never)]
fn others_are_safe<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: KindId,
    (from, to): (usize, usize),
    occupied: B,
    enemies: B,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    if rules.names_hurdles() {
        let becomes = rules.mover(us, kind).becomes;
        let class = MoveClass::Plain;
        return legal_after(scene, Move { from: from as u8, to: to as u8, becomes, class });
    }
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
pub(super) fn en_passant<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    sink: &mut S,
    legal: impl Fn((usize, usize)) -> bool,
) -> bool {
    each_en_passant(scene, |kind, mv| {
        legal((usize::from(mv.from), usize::from(mv.to))) && sink.other(kind, mv)
    })
}

/// Hands over the pseudo-legal captures en passant, before promotion is looked at, until one is
/// answered with `true`.
#[inline(always)]
pub(super) fn each_en_passant<B: Bitboard>(
    scene: &Scene<'_, B>,
    mut f: impl FnMut(KindId, Move) -> bool,
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
            if rules.captures_en_passant(us, kind, victim, from, to, scene.occupied) {
                let becomes = rules.mover(us, kind).becomes;
                let class = MoveClass::EnPassant;
                let mv = Move { from: from as u8, to: to as u8, becomes, class };
                if f(kind, mv) {
                    return true;
                }
            }
        });
    });
    false
}

#[inline(always)]
pub(super) fn pass<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) {
    if let Some(when) = &scene.rules.pass
        && !scene.inner.has(Inner::NO_PASS)
        && scene.rules.may_pass(scene.position, scene.inner, when)
        && !(scene.rules.extras.bans.iter().any(|ban| ban.on == BanOn::Pass)
            && banned(scene, Move::PASS, &scene.position.after(scene.rules, Move::PASS)))
    {
        sink.other(NO_KIND, Move::PASS);
    }
}
