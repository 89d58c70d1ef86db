//! Moves that few games have: drops, men that enter by choice, promotions that are a turn of
//! their own; and bans.

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::definition::{BanOn, PromotionOn};
use crate::position::{Move, MoveClass, Position};
use crate::rules::{FreeGate, HANDS, KindId, NO_KIND};

use super::promotion;
use super::replay::legal_after;
use super::sink::Sink;
use super::targets::{Inner, Scene};

/// Hands over everything that a game has beyond the moves of men, passing left aside; `true`
/// if the sink has enough. `allowed`: where a man may come to stand without leaving a royal man
/// attacked, where that is known.
#[inline(never)]
pub(super) fn extras<B: Bitboard, S: Sink<B>>(
    scene: &Scene<'_, B>,
    allowed: Option<B>,
    sink: &mut S,
) -> bool {
    let extras = &scene.rules.extras;
    !extras.drops[scene.position.turn.index()].is_empty() && drops(scene, allowed, sink)
        || !extras.promotes_alone[scene.position.turn.index()].is_empty() && promotions(scene, sink)
        || !extras.gates.is_empty() && gatings(scene, sink)
}

/// Drops, kind by kind.
fn drops<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, allowed: Option<B>, sink: &mut S) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let hand = &position.hands[us.index()];
    if *hand == [0; HANDS] {
        return false;
    }
    let empty = rules.squares - scene.occupied;
    let mut found: ArrayVec<(KindId, B, bool), { 4 * HANDS }> = ArrayVec::new();
    for rule in &rules.extras.drops[us.index()] {
        if hand.get(usize::from(rule.slot)).is_none_or(|&men| men == 0) {
            continue;
        }
        let mut targets = rule.zone & empty;
        if let Some((most, kinds)) = &rule.per_file {
            let own = rules.scan(kinds, scene.own, &position.board);
            let files = usize::from(rules.shape.files());
            for file in 0..files {
                let men = rules.files[file] & own;
                if men.len() >= *most {
                    targets = targets - rules.files[file];
                }
            }
        }
        match found.iter_mut().find(|(kind, ..)| *kind == rule.kind) {
            Some((_, known, tested)) => {
                *known = *known | targets;
                *tested |= rule.tested;
            }
            None => {
                let _ = found.try_push((rule.kind, targets, rule.tested));
            }
        }
    }
    for (kind, targets, tested) in found {
        let mut legal = B::EMPTY;
        if let Some(allowed) = allowed.filter(|_| !tested) {
            legal = targets & allowed;
        } else {
            targets.for_each(|to| {
                if legal_after(scene, drop(kind, to)) {
                    legal = legal | B::of(to);
                }
            });
        }
        if !legal.is_empty() && sink.drops(kind, legal) {
            return true;
        }
    }
    false
}

/// A drop as a move.
pub(super) fn drop(kind: KindId, to: usize) -> Move {
    Move { from: to as u8, to: to as u8, becomes: kind, class: MoveClass::Drop }
}

/// Promotions that are a turn of their own: on the spot, or by moves of the entry.
fn promotions<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let men = rules.scan(&rules.extras.promotes_alone[us.index()], scene.own, &position.board);
    men.any(|from| {
        let kind = position.kind(from);
        let mut found: Vec<Move> = Vec::new();
        let entries = &rules.promotions[us.index()][usize::from(kind)].entries;
        for entry in entries.iter().filter(|entry| entry.on == PromotionOn::Turn) {
            if !entry.zone.has(from) {
                continue;
            }
            let mut goals = B::of(from);
            if let Some(by) = entry.by {
                let mover = &rules.movers[us.index()][usize::from(by)];
                goals = goals | scene.targets(mover, from);
            }
            for &(target, limit) in &entry.to {
                let free = limit.is_none_or(|limit| {
                    position.scan(rules, &limit.kinds, scene.own).len() < limit.below
                });
                if !free {
                    continue;
                }
                goals.for_each(|to| {
                    let class = MoveClass::Plain;
                    let mv = Move { from: from as u8, to: to as u8, becomes: target, class };
                    let open = promotion::applies(rules, position, entry, from, to);
                    if open && !found.contains(&mv) && legal_after(scene, mv) {
                        found.push(mv);
                    }
                });
            }
        }
        found.into_iter().any(|mv| sink.exact(mv))
    })
}

/// Men of the hand that a side may let enter through a gate just now.
fn waiting<'a, B: Bitboard>(
    scene: &'a Scene<'_, B>,
    gate: &'a FreeGate<B>,
) -> impl Iterator<Item = KindId> + 'a {
    let hand = &scene.position.hands[scene.position.turn.index()];
    let men = gate.men.iter();
    men.filter(|&&(slot, _)| hand.get(usize::from(slot)).is_some_and(|&men| men > 0))
        .map(|&(_, kind)| kind)
}

/// Own men that have not moved and stand where somebody waits; and those of them behind whom
/// somebody must enter.
pub(crate) fn gated<B: Bitboard>(scene: &Scene<'_, B>) -> (B, B) {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let (mut open, mut forced) = (B::EMPTY, B::EMPTY);
    for gate in rules.extras.gates.iter().filter(|gate| gate.sides[us.index()]) {
        if waiting(scene, gate).next().is_some() {
            let men = position.unmoved & scene.own & gate.squares[us.index()];
            open = open | men;
            if gate.must {
                forced = forced | men;
            }
        }
    }
    (open, forced)
}

/// Moves behind which a man of the hand enters. Every one is played and looked at.
fn gatings<B: Bitboard, S: Sink<B>>(scene: &Scene<'_, B>, sink: &mut S) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let (open, _) = gated(scene);
    for gate in rules.extras.gates.iter().filter(|gate| gate.sides[us.index()]) {
        let men: ArrayVec<KindId, HANDS> = waiting(scene, gate).take(HANDS).collect();
        if men.is_empty() {
            continue;
        }
        let stopped = (open & gate.squares[us.index()]).any(|from| {
            let kind = position.kind(from);
            let mut known = B::EMPTY;
            rules.movers_of(position, us, kind).any(|mover| {
                let targets = scene.targets(mover, from) - known;
                known = known | targets;
                let becomes = mover.becomes;
                targets.any(|to| {
                    let plain =
                        Move { from: from as u8, to: to as u8, becomes, class: MoveClass::Plain };
                    if !gate.shields && !legal_after(scene, plain) {
                        return false;
                    }
                    men.iter().any(|&enters| {
                        let mv = Move { class: MoveClass::Gating(enters), ..plain };
                        (to != from) && legal_after(scene, mv) && sink.other(kind, mv)
                    })
                })
            })
        });
        if stopped {
            return true;
        }
        for goal in 0..rules.castlings.len() {
            let Some(mv) = super::castling::castling(scene, goal) else { continue };
            let squares = position.castling_squares(&rules.castlings[goal]);
            for (at, square) in squares.into_iter().map(usize::from).enumerate() {
                let rule = &rules.castlings[goal];
                let filled = [rule.to, rule.partner_to].map(usize::from).contains(&square);
                if filled || !open.has(square) || !gate.squares[us.index()].has(square) {
                    continue;
                }
                for &enters in &men {
                    let class = MoveClass::CastlingGating(goal as u8, enters, at == 1);
                    let mv = Move { class, ..mv };
                    let kind = position.kind(usize::from(mv.from));
                    if legal_after(scene, mv) && sink.other(kind, mv) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Whether some ban may forbid a move of the side to move just now.
#[inline(never)]
pub(super) fn bans_wait<B: Bitboard>(scene: &Scene<'_, B>) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    rules.extras.bans.iter().any(|ban| {
        ban.wide
            && ban.sides[us.index()]
            && ban.early.as_ref().is_none_or(|early| {
                rules.holds_of_move(position, us, [None, None], scene.inner, early)
            })
    })
}

/// Whether a ban forbids a move that is legal otherwise and comes to `next`.
pub(super) fn banned<B: Bitboard>(scene: &Scene<'_, B>, mv: Move, next: &Position<B>) -> bool {
    ban_on(scene, mv, next).is_some()
}

/// Index of the first ban that forbids a move that is legal otherwise and comes to `next`.
#[inline(never)]
pub(crate) fn ban_on<B: Bitboard>(
    scene: &Scene<'_, B>,
    mv: Move,
    next: &Position<B>,
) -> Option<usize> {
    let (rules, position) = (scene.rules, scene.position);
    let us = position.turn;
    let kind = match mv.class {
        MoveClass::Drop => mv.becomes,
        MoveClass::Pass => NO_KIND,
        _ => position.kind(usize::from(mv.from)),
    };
    let from = mv.class.moves_a_man().then_some(mv.from);
    let to = (mv.class != MoveClass::Pass).then_some(mv.to);
    let spots = [from, to];
    rules.extras.bans.iter().position(|ban| {
        if !ban.sides[us.index()] || (ban.deep && scene.inner.has(Inner::NO_DEEP_BANS)) {
            return false;
        }
        let castles = mv.castling().is_some();
        let on = match ban.on {
            BanOn::Any => mv.class != MoveClass::Pass,
            BanOn::Move => mv.class.moves_a_man() && !castles,
            BanOn::Capture => captures(position, mv),
            BanOn::Drop => mv.class == MoveClass::Drop,
            BanOn::Castling => castles,
            BanOn::Promotion => {
                mv.class.moves_a_man() && !castles && promotes(scene, kind, mv.becomes)
            }
            BanOn::Gate => {
                matches!(mv.class, MoveClass::Gating(_) | MoveClass::CastlingGating(..))
                    || lets_a_reserve_in(scene, mv)
            }
            BanOn::Pass => mv.class == MoveClass::Pass,
        };
        let who = kind == NO_KIND || ban.movers.has(kind);
        on && who
            && ban
                .before
                .as_ref()
                .is_none_or(|before| rules.holds_of_move(position, us, spots, scene.inner, before))
            && ban
                .when
                .as_ref()
                .is_none_or(|when| rules.holds_of_move(next, us, spots, scene.inner, when))
    })
}

/// Whether a move leaves a square on which a reserve that was bound to it enters.
fn lets_a_reserve_in<B: Bitboard>(scene: &Scene<'_, B>, mv: Move) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let Some(reserves) = &rules.reserves else { return false };
    let waits = |square: u8| reserves.kinds.has(position.kind(usize::from(square)));
    match mv.castling() {
        Some(goal) => {
            position.castling_squares(&rules.castlings[usize::from(goal)]).into_iter().any(waits)
        }
        None => mv.class.moves_a_man() && waits(mv.from),
    }
}

/// Whether a move removes an enemy.
pub(crate) fn captures<B: Bitboard>(position: &Position<B>, mv: Move) -> bool {
    match mv.class {
        MoveClass::Plain | MoveClass::Gating(_) => {
            position.side(position.turn.other()).has(usize::from(mv.to))
        }
        MoveClass::EnPassant => true,
        // Without victims it only comes back to where it began.
        MoveClass::Removing(count, _) => count > 0,
        MoveClass::Castling(_)
        | MoveClass::CastlingGating(..)
        | MoveClass::Pass
        | MoveClass::Drop => false,
    }
}

fn promotes<B: Bitboard>(scene: &Scene<'_, B>, kind: KindId, becomes: KindId) -> bool {
    let kinds = &scene.rules.kinds;
    let (old, new) = (&kinds[usize::from(kind)], &kinds[usize::from(becomes)]);
    old.piece != new.piece || old.was != new.was
}
