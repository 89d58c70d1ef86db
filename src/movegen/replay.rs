//! Legality by playing every move and looking ([`crate::rules::LegalityPlan::Replay`]).

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::Side;
use crate::definition::Safe;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{GROUPS, KindId, Mover, NO_KIND, Rules};

use super::castling::castlings;
use super::chains;
use super::extras::{banned, extras, gated};
use super::promotion;
use super::sink::Sink;
use super::targets::Scene;
use super::walk::{each_en_passant, pass};

/// All moves, each played and looked at. Promotions of one move share its fate unless what
/// the man becomes can matter ([`crate::rules::Extras::judges_promotions`]): then every choice
/// is judged by itself.
#[inline(never)]
pub(super) fn replay<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let (_, forced) = gated(scene);
    if (scene.own - forced).any(|from| replay_man(scene, from, sink)) {
        return;
    }
    let passing = each_en_passant(scene, |kind, mv| {
        if rules.extras.judges_promotions {
            return one_choice(scene, kind, mv, sink);
        }
        legal_after(scene, mv) && sink.other(kind, mv)
    });
    if passing || castlings(scene, rules.in_check(position, us), sink) || extras(scene, None, sink)
    {
        return;
    }
    pass(scene, sink);
}

/// The moves of one man, each played and looked at; `true` if the sink has enough.
#[inline(never)]
pub(super) fn replay_man<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    from: usize,
    sink: &mut S,
) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let safe = |mv: Move| legal_after(scene, mv);
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
    let mut known = B::EMPTY;
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
    for &(when, index) in &mover.conditional {
        if !rules.holds_before(position, &rules.extras.conditions[usize::from(when)]) {
            continue;
        }
        let more = &rules.movers[us.index()][usize::from(index)];
        all = all | scene.targets(more, from);
        for way in chains::ways(scene, more, from) {
            if way.count == 0 && usize::from(way.to) != from {
                all = all | B::of(usize::from(way.to));
            } else if !removing.iter().any(|(known, _)| *known == way) {
                removing.push((way, mover.becomes));
            }
        }
    }
    if rules.extras.judges_promotions {
        let zone = all & mover.promotion_zone;
        (all, known) = (all - zone, zone);
        if choices(scene, kind, from, mover.becomes, zone, sink) {
            return true;
        }
    }
    let targets = plain(mover, all);
    if !targets.is_empty() && sink.man(from, kind, mover.becomes, mover.promotion_zone, targets) {
        return true;
    }
    let right = mover.right.filter(|_| {
        let when = mover.right_when.map(|when| &rules.extras.conditions[usize::from(when)]);
        when.is_none_or(|when| rules.holds_before(position, when))
    });
    if let Some(right) = right {
        let right = &rules.movers[us.index()][usize::from(right)];
        let mut more = scene.targets(right, from);
        for way in chains::ways(scene, right, from) {
            if way.count == 0 && usize::from(way.to) != from {
                more = more | B::of(usize::from(way.to));
            } else if !removing.iter().any(|(known, _)| *known == way) {
                removing.push((way, right.becomes));
            }
        }
        more = more - all - known;
        if rules.extras.judges_promotions {
            let zone = more & right.promotion_zone;
            more = more - zone;
            if choices(scene, kind, from, right.becomes, zone, sink) {
                return true;
            }
        }
        let targets = plain(right, more);
        if !targets.is_empty() && sink.man(from, kind, right.becomes, right.promotion_zone, targets)
        {
            return true;
        }
    }
    removing.into_iter().any(|(way, becomes)| {
        let class = MoveClass::Removing(way.count, way.removed);
        let mv = Move { from: from as u8, to: way.to, becomes, class };
        if rules.extras.judges_promotions {
            return one_choice(scene, kind, mv, sink);
        }
        safe(mv) && sink.other(kind, mv)
    })
}

/// Moves into a promotion zone, every choice of each judged by itself.
fn choices<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    kind: KindId,
    from: usize,
    becomes: KindId,
    targets: B,
    sink: &mut S,
) -> bool {
    targets.any(|to| {
        let class = MoveClass::Plain;
        one_choice(scene, kind, Move { from: from as u8, to: to as u8, becomes, class }, sink)
    })
}

fn one_choice<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    kind: KindId,
    mv: Move,
    sink: &mut S,
) -> bool {
    let mut enough = false;
    promotion::expand(scene.rules, scene.position, kind, mv, |mv| {
        enough = enough || legal_after(scene, mv) && sink.exact(mv);
    });
    enough
}

/// Whether the finished position after a move is legal (`language.md` section 7, step 7): the
/// own royalty is neither removed nor broken, unless the move took the enemy's away.
///
/// Where a reserve that enters may not be what makes the move legal, the position without it
/// must be legal too.
pub(super) fn legal_after<B: Bitboard>(scene: &Scene<'_, B>, mv: Move) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let next = position.after(rules, mv);
    if !finished_is_legal(scene, &next) || !rules.extras.bans.is_empty() && banned(scene, mv, &next)
    {
        return false;
    }
    without_reserves(scene, mv, &next).is_none_or(|next| finished_is_legal(scene, &next))
}

/// The finished position without the reserves that have entered and may not be what makes the
/// move legal; `None` if there is none.
pub(crate) fn without_reserves<B: Bitboard>(
    scene: &Scene<'_, B>,
    mv: Move,
    next: &Position<B>,
) -> Option<Position<B>> {
    let (rules, position) = (scene.rules, scene.position);
    let reserves = rules.reserves.as_ref()?;
    let us = position.turn;
    let mut next = *next;
    let mut left = [Some(mv.from), None];
    if let Some(goal) = mv.castling() {
        left = position.castling_squares(&rules.castlings[usize::from(goal)]).map(Some);
    }
    let mut lifted = false;
    for square in left.into_iter().flatten().map(usize::from) {
        let kind = position.kind(square);
        let entered = kind != NO_KIND
            && reserves.kinds.has(kind)
            && !reserves.shields[usize::from(kind)]
            && square != usize::from(mv.to);
        if entered && next.kind(square) == reserves.enters[usize::from(kind)] {
            next.lift(rules, us, square);
            lifted = true;
        }
    }
    lifted.then_some(next)
}

/// Whether a finished position is legal, bans and reserves left aside.
pub(crate) fn finished_is_legal<B: Bitboard>(scene: &Scene<'_, B>, next: &Position<B>) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let taken = |side: Side| royalty_taken(rules, position, next, side);
    !taken(us) && (taken(us.other()) || !rules.in_check(next, us))
}

/// Whether a move from one position to the next has taken a side's royalty away.
pub(crate) fn royalty_taken<B: Bitboard>(
    rules: &Rules<B>,
    before: &Position<B>,
    next: &Position<B>,
    side: Side,
) -> bool {
    rules.royals[side.index()].iter().any(|rule| {
        let group = usize::from(rule.group) & (GROUPS - 1);
        let before = before.side(side) & before.groups[group];
        let after = next.side(side) & next.groups[group];
        match rule.safe {
            Safe::Each => after.len() < before.len(),
            Safe::Last | Safe::One => after.is_empty() && !before.is_empty(),
        }
    })
}
