//! Hands, drops, gates with a choice, effects, bans, counters.

use crate::bitboard::Bitboard;
use crate::board::{Side, SquareSet};
use crate::definition::{
    BanOn, Captured, Definition, Expr, Fact, Mark, MoverFate, PieceId, PieceSet, PromotionOn,
    Royal, Safe,
};
use crate::diagnostic::Diagnostic;
use crate::notation::lower::{Action, lower};
use crate::rules::{
    BanRule, CounterRule, DropRule, EffectRule, Extras, FreeGate, HANDS, HandRule, KindId, KindSet,
    NO_SLOT,
};

use super::kinds::Kinds;
use super::promotions::turns_back;
use super::trace::turned;
use super::{Groups, conditions};

/// Pieces that hands can hold, in the order of the file.
pub(super) fn hand_pieces(definition: &Definition) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut set = PieceSet::NONE;
    for drop in &definition.drops {
        drop.pieces.iter().for_each(|piece| set.insert(piece));
    }
    for gate in definition.gates.iter().filter(|gate| !gate.bound) {
        gate.pieces.iter().for_each(|piece| set.insert(piece));
    }
    if definition.hand.is_some() {
        let first = definition.setup.start.split(' ').next().unwrap_or("");
        let bracket = first.split_once('[').map_or("", |(_, bracket)| bracket);
        for letter in bracket.chars() {
            let side = super::side_of(&letter.to_string());
            if let Some(piece) = super::piece_of(definition, side, &letter.to_string()) {
                set.insert(piece);
            }
        }
    }
    if definition.hand.is_some_and(|captured| captured != Captured::Nobody) {
        (0..definition.pieces.len())
            .map(|piece| PieceId(piece as u8))
            .filter(|&piece| can_be_captured(definition, piece))
            .for_each(|piece| set.insert(piece));
    }
    let pieces: Vec<u8> = set.iter().map(|piece| piece.0).collect();
    if pieces.len() > HANDS {
        let span = definition.drops.first().map_or(definition.setup.start_span, |drop| drop.span);
        return Err(vec![Diagnostic::error(
            "limit",
            span,
            format!("{} pieces can be in hand; at most {HANDS} are possible", pieces.len()),
        )]);
    }
    Ok(pieces)
}

/// Whether some side may lose such a man: not where each of them is royal.
fn can_be_captured(definition: &Definition, piece: PieceId) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let guarded = |royal: &Royal| {
            royal.safe == Safe::Each && royal.sides[side.index()] && royal.pieces.has(piece)
        };
        definition.pieces[piece.index()].sides[side.index()]
            && !definition.royals.iter().any(guarded)
    })
}

/// Everything that few games have.
pub(super) fn compile<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
    groups: &mut Groups<'_>,
) -> Extras<B> {
    let mut extras = Extras::default();
    if !kinds.slots.is_empty() || definition.hand.is_some() {
        let slots = kinds.list.iter().map(|kind| {
            let piece = kind.was.unwrap_or(kind.piece);
            let slot = kinds.slots.iter().position(|&known| known == piece);
            slot.map_or(NO_SLOT, |slot| slot as u8)
        });
        extras.hand = Some(HandRule {
            captured: definition.hand.unwrap_or(Captured::Nobody),
            pieces: kinds.slots.clone(),
            slots: slots.collect(),
        });
    }
    let royal = definition.royals.iter().fold(0, |sum, royal| sum | royal.pieces.pieces);
    for side in Side::BOTH {
        for drop in definition.drops.iter().filter(|drop| drop.sides[side.index()]) {
            for piece in drop.pieces.iter() {
                if !definition.pieces[piece.index()].sides[side.index()] {
                    continue;
                }
                let slot = kinds.slots.iter().position(|&known| known == piece.0);
                let mut faces = vec![piece.0];
                if drop.promoted {
                    faces.extend(
                        kinds
                            .list
                            .iter()
                            .enumerate()
                            .filter(|(_, kind)| {
                                kind.was == Some(piece.0) && kind.mark == Mark::Plus
                            })
                            .map(|(kind, _)| kind as KindId),
                    );
                }
                let unmarked = kinds
                    .list
                    .iter()
                    .enumerate()
                    .filter(|(_, kind)| kind.piece == piece.0 && kind.was.is_none());
                let unmarked: KindSet = unmarked.map(|(kind, _)| kind as KindId).collect();
                for kind in faces {
                    let banned = definition.bans.iter().any(|ban| {
                        ban.sides[side.index()]
                            && matches!(ban.on, BanOn::Drop | BanOn::Any)
                            && kinds.of_pieces(ban.pieces).has(kind)
                    });
                    extras.drops[side.index()].push(DropRule {
                        slot: slot.map_or(NO_SLOT, |slot| slot as u8),
                        kind,
                        zone: B::from_set(drop.zone[side.index()] & definition.shape.all()),
                        per_file: drop.per_file.map(|most| (most, unmarked)),
                        must: drop.must,
                        tested: banned || royal >> kinds.list[usize::from(kind)].piece & 1 == 1,
                    });
                }
            }
        }
    }
    extras.must_drop = extras.drops.iter().flatten().any(|drop| drop.must);
    for gate in definition.gates.iter().filter(|gate| !gate.bound) {
        let men = gate.pieces.iter().filter_map(|piece| {
            let slot = kinds.slots.iter().position(|&known| known == piece.0)?;
            Some((slot as u8, piece.0))
        });
        extras.gates.push(FreeGate {
            sides: gate.sides,
            men: men.collect(),
            squares: gate.squares.map(B::from_set),
            must: gate.must,
            shields: gate.shields,
            refilled: definition
                .hand
                .is_some_and(|captured| captured != crate::definition::Captured::Nobody),
        });
    }
    for effect in &definition.effects {
        let around = effect.around.as_ref().map(|moves| {
            Side::BOTH.map(|side| {
                let ways = lower(moves);
                super::sets::<B>(
                    |square| {
                        let mut set = SquareSet::EMPTY;
                        for way in &ways {
                            let Action::Ride(ride) = &way.action else { continue };
                            let Some(&step) = ride.steps.first() else { continue };
                            let from = crate::board::Square::new(square as u8);
                            let to = definition.shape.step(from, turned(step, side), way.wrap);
                            if let Some(to) = to {
                                set.insert(to);
                            }
                        }
                        set
                    },
                    definition.shape.area(),
                )
            })
        });
        extras.walls |= effect.mover == MoverFate::Wall;
        extras.explosive |= around.is_some() || effect.mover != MoverFate::Stays;
        extras.effects.push(EffectRule {
            sides: effect.sides,
            on_capture: effect.on_capture,
            movers: kinds.of_pieces(effect.pieces),
            captured: kinds.of_pieces(effect.captured),
            fate: effect.mover,
            around,
            spares: kinds.of_pieces(effect.spares),
        });
    }
    let alone = definition.promotions.iter().all(|entry| entry.on == PromotionOn::Turn);
    for ban in &definition.bans {
        let deep = ban.when.as_ref().is_some_and(looks_at_moves);
        extras.bans.push(BanRule {
            sides: ban.sides,
            on: ban.on,
            movers: kinds.of_pieces(ban.pieces),
            before: ban.before.as_ref().map(|expr| conditions::compile(expr, kinds, groups)),
            early: ban
                .before
                .as_ref()
                .and_then(without_spots)
                .map(|expr| conditions::compile(&expr, kinds, groups)),
            when: ban.when.as_ref().map(|expr| conditions::compile(expr, kinds, groups)),
            deep,
            wide: is_wide(ban.on, alone),
        });
    }
    extras.checks = definition.checks.map(|total| total.min(255) as u8);
    for counter in &definition.counters {
        let mut compile = |expr| conditions::compile(expr, kinds, groups);
        extras.counters.push(CounterRule {
            starts: compile(&counter.starts),
            from: compile(&counter.from),
            stops: compile(&counter.stops),
        });
    }
    for (index, kind) in kinds.list.iter().enumerate().filter(|(_, kind)| kind.unspent) {
        let once = definition.pieces[usize::from(kind.piece)].once.as_ref();
        if let Some(lapse) = once.and_then(|once| once.lapse.as_ref()) {
            let spent = kinds.like(kind, false, kind.behind);
            let when = conditions::compile(lapse, kinds, groups);
            extras.lapses.push((index as KindId, spent, when));
        }
    }
    for side in Side::BOTH {
        for promotion in definition.promotions.iter().filter(|one| one.sides[side.index()]) {
            if promotion.on == PromotionOn::Turn {
                let marked = kinds.list.iter().enumerate().filter(|(_, kind)| {
                    promotion.pieces.has(PieceId(kind.piece)) || turns_back(promotion, kind)
                });
                marked.for_each(|(kind, _)| {
                    extras.promotes_alone[side.index()].insert(kind as KindId);
                });
            }
        }
    }
    let royal_changes = definition.promotions.iter().any(|entry| {
        entry.pieces.pieces & royal != 0 || entry.to.iter().any(|to| royal >> to.0 & 1 == 1)
    });
    let asks = definition.bans.iter().any(|ban| !matches!(ban.on, BanOn::Drop | BanOn::Pass));
    extras.judges_promotions = asks || royal_changes;
    extras.remembers = !extras.gates.is_empty() || definition.castlings.iter().any(|c| c.by_drop);
    extras.any = extras.hand.is_some()
        || !extras.effects.is_empty()
        || !extras.counters.is_empty()
        || !extras.lapses.is_empty()
        || extras.checks.is_some()
        || extras.remembers;
    extras
}

/// Whether bans of this kind are about moves that are not played and looked at on any plan, as
/// drops that a ban asks about are, and promotions that are turns of their own.
fn is_wide(on: BanOn, promotions_alone: bool) -> bool {
    match on {
        BanOn::Drop | BanOn::Pass | BanOn::Gate => false,
        BanOn::Promotion => !promotions_alone,
        BanOn::Any | BanOn::Move | BanOn::Capture | BanOn::Castling => true,
    }
}

/// Those parts of a conjunction that do not ask where the move begins or ends.
fn without_spots(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::And(a, b) => match (without_spots(a), without_spots(b)) {
            (Some(a), Some(b)) => Some(Expr::And(Box::new(a), Box::new(b))),
            (one, other) => one.or(other),
        },
        _ => (!asks_for_spots(expr)).then(|| expr.clone()),
    }
}

fn asks_for_spots(expr: &Expr) -> bool {
    match expr {
        Expr::Not(inner) => asks_for_spots(inner),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => {
            asks_for_spots(a) || asks_for_spots(b)
        }
        Expr::Fact(Fact::Count { spot, .. } | Fact::Attacked { spot, .. }) => spot.is_some(),
        Expr::Fact(_) | Expr::Const(_) | Expr::SameSide(..) => false,
    }
}

/// Whether a condition asks for moves, so that it must not be asked while these are found.
fn looks_at_moves(expr: &Expr) -> bool {
    match expr {
        Expr::Not(inner) => looks_at_moves(inner),
        Expr::And(a, b) | Expr::Or(a, b) => looks_at_moves(a) || looks_at_moves(b),
        Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => {
            looks_at_moves(a) || looks_at_moves(b)
        }
        Expr::Fact(Fact::Moves(_) | Fact::Reach { .. }) => true,
        Expr::Fact(_) | Expr::Const(_) | Expr::SameSide(..) => false,
    }
}
