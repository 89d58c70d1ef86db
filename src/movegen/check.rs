//! Attacks on royal men.

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::definition::Safe;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{GROUPS, KindId, RoyalRule, Rules};

use super::chains;
use super::replay::royalty_taken;
use super::targets::Scene;

/// Royal men of an entry that may not stand attacked just now: with `safe = "last"` only one
/// that is alone.
#[inline(always)]
pub fn royals_at_risk<B: Bitboard>(position: &Position<B>, side: Side, rule: &RoyalRule) -> B {
    let men = position.side(side) & position.groups[usize::from(rule.group) & (GROUPS - 1)];
    match rule.safe {
        Safe::Last if men.many() => B::EMPTY,
        _ => men,
    }
}

impl<B: Bitboard> Rules<B> {
    /// Whether a man of the other side attacks `side`'s man of this kind on `target`, with
    /// these squares occupied and these enemies left. Asks rows only.
    #[inline(never)]
    pub(crate) fn attacked_in(
        &self,
        position: &Position<B>,
        side: Side,
        kind: KindId,
        target: usize,
        occupied: B,
        enemies: B,
    ) -> bool {
        self.attacked_in_hot(position, side, kind, target, occupied, enemies)
    }

    /// [`Self::attacked_in`] for the one place where it is hot.
    #[inline(always)]
    pub(crate) fn attacked_in_hot(
        &self,
        position: &Position<B>,
        side: Side,
        kind: KindId,
        target: usize,
        occupied: B,
        enemies: B,
    ) -> bool {
        let class = usize::from(self.victim_class[usize::from(kind)]);
        self.attackers[class][side.other().index()]
            .attacked(self, position, enemies, occupied, target)
    }

    /// Whether a man of the other side attacks `side`'s man of this kind that stands, or
    /// would stand, on `target`.
    pub fn attacked(
        &self,
        position: &Position<B>,
        side: Side,
        kind: KindId,
        target: usize,
    ) -> bool {
        if self.extras.explosive {
            let by = position.side(side.other()) - B::of(target);
            return self.attacked_harmlessly(position, side, kind, target, by);
        }
        let enemies = position.side(side.other()) - B::of(target);
        let occupied = position.occupied() | B::of(target);
        if self.attacked_in(position, side, kind, target, occupied, enemies) {
            return true;
        }
        let class = usize::from(self.victim_class[usize::from(kind)]);
        let forward = &self.attackers[class][side.other().index()].forward;
        if forward.is_empty() {
            return false;
        }
        // Men whose captures no row can say are asked one by one, with a man of this kind
        // standing there.
        let mut scene = *position;
        if scene.kind(target) != kind || !scene.side(side).has(target) {
            if let Some(owner) = scene.owner(target) {
                scene.lift(self, owner, target);
            }
            scene.place(self, side, kind, target);
        }
        scene.turn = side.other();
        let scene = Scene::new(self, &scene);
        let enemies = scene.own;
        enemies.any(|attacker| {
            forward.has(scene.position.kind(attacker)) && self.reaches_by(&scene, attacker, target)
        })
    }

    /// Whether a man of the side to move captures on `target` by some of its movers.
    fn reaches_by(&self, scene: &Scene<'_, B>, attacker: usize, target: usize) -> bool {
        let position = scene.position;
        self.movers_of(position, position.turn, position.kind(attacker)).any(|mover| {
            scene.targets(mover, attacker).has(target)
                || chains::captures(scene, mover, attacker, target)
        })
    }

    /// As [`Self::attacked`], where a capture may cost the capturer his own royalty: that is no
    /// attack.
    #[inline(never)]
    fn attacked_harmlessly(
        &self,
        position: &Position<B>,
        side: Side,
        kind: KindId,
        target: usize,
        by: B,
    ) -> bool {
        let them = side.other();
        let mut scene = *position;
        if scene.kind(target) != kind || !scene.side(side).has(target) {
            if let Some(owner) = scene.owner(target) {
                scene.lift(self, owner, target);
            }
            scene.place(self, side, kind, target);
        }
        let occupied = scene.occupied();
        let class = usize::from(self.victim_class[usize::from(kind)]);
        let attackers = &self.attackers[class][them.index()];
        let before = scene;
        scene.turn = them;
        let scene = Scene::new(self, &scene);
        by.any(|attacker| {
            let man = before.kind(attacker);
            let one = B::of(attacker);
            let attacks = attackers.attacked(self, &before, one, occupied, target)
                || attackers.forward.has(man) && self.reaches_by(&scene, attacker, target);
            attacks && {
                let mv = Move {
                    from: attacker as u8,
                    to: target as u8,
                    becomes: self.mover(them, man).becomes,
                    class: MoveClass::Plain,
                };
                // Only men move and vanish: clocks and counters do not matter here.
                let mut next = *scene.position;
                next.play_keyless(self, mv);
                !royalty_taken(self, scene.position, &next, them)
            }
        })
    }

    /// Whether one of the enemies `by` attacks `side`'s man on `target`. The others stay in the
    /// way; they only lose their attacks.
    pub(crate) fn attacked_by(
        &self,
        position: &Position<B>,
        side: Side,
        target: usize,
        by: B,
    ) -> bool {
        if by == position.side(side.other()) {
            return self.attacked(position, side, position.kind(target), target);
        }
        !self.attackers_of(position, side, target, by).is_empty()
    }

    /// Those of the enemies `by` that attack `side`'s man on `target`.
    pub(crate) fn attackers_of(
        &self,
        position: &Position<B>,
        side: Side,
        target: usize,
        by: B,
    ) -> B {
        let kind = position.kind(target);
        let mut found = B::EMPTY;
        if self.extras.explosive {
            by.for_each(|attacker| {
                if self.attacked_harmlessly(position, side, kind, target, B::of(attacker)) {
                    found.add(attacker);
                }
            });
            return found;
        }
        let class = usize::from(self.victim_class[usize::from(kind)]);
        let attackers = &self.attackers[class][side.other().index()];
        found = attackers.attacking(self, position, by, position.occupied(), target);
        if !attackers.forward.is_empty() {
            let mut scene = *position;
            scene.turn = side.other();
            let scene = Scene::new(self, &scene);
            self.scan(&attackers.forward, by - found, &position.board).for_each(|attacker| {
                if self.reaches_by(&scene, attacker, target) {
                    found.add(attacker);
                }
            });
        }
        found
    }

    /// Whether a royal entry of the side is broken: its side is in check.
    pub fn in_check(&self, position: &Position<B>, side: Side) -> bool {
        self.royals[side.index()].iter().any(|rule| self.broken(position, side, rule))
    }

    /// Whether one royal entry is broken.
    pub(crate) fn broken(&self, position: &Position<B>, side: Side, rule: &RoyalRule) -> bool {
        let men = royals_at_risk(position, side, rule);
        let mut attacked = 0;
        let any = men.any(|square| {
            let one = self.attacked(position, side, position.kind(square), square);
            attacked += u32::from(one);
            one && rule.safe != Safe::One
        });
        match rule.safe {
            Safe::One => attacked > 0 && attacked == men.len(),
            Safe::Each | Safe::Last => any,
        }
    }
}
