//! Chains of legs that remove men on their way: walked leg by leg.

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::notation::lower::{Junction, UNLIMITED};
use crate::position::REMOVED;
use crate::rules::{ChainRule, Mode, Mover};

use super::targets::Scene;

/// A way that a chain can go: where it ends and whom it removes on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) to: u8,
    pub(crate) count: u8,
    pub(crate) removed: [u8; REMOVED],
}

/// All ways of a man's chains, each once. Men removed are in rising order.
pub(crate) fn ways<B: Bitboard>(scene: &Scene<'_, B>, mover: &Mover<B>, from: usize) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for chain in mover.chains.iter().filter(|chain| chain.from.has(from)) {
        let hurdles = match &chain.hurdles {
            None => scene.occupied,
            Some(kinds) => scene.rules.scan(kinds, scene.occupied, &scene.position.board),
        };
        let walk = Walk {
            scene,
            chain,
            from,
            takeable: scene.takeable(&chain.takes),
            own: scene.own_takeable(from, &chain.takes),
            hurdles: hurdles - B::of(from),
            wrap: chain.wrap,
        };
        let mut removed = Vec::new();
        walk.leg(0, from, &mut removed, &mut found);
    }
    found
}

/// Whether a chain of this man removes the man on `target`, at its end or on its way.
pub(crate) fn captures<B: Bitboard>(
    scene: &Scene<'_, B>,
    mover: &Mover<B>,
    from: usize,
    target: usize,
) -> bool {
    !mover.chains.is_empty()
        && ways(scene, mover, from).iter().any(|way| {
            usize::from(way.to) == target
                || way.removed[..usize::from(way.count)].contains(&(target as u8))
        })
}

struct Walk<'a, B: Bitboard> {
    scene: &'a Scene<'a, B>,
    chain: &'a ChainRule<B>,
    from: usize,
    takeable: B,
    own: B,
    hurdles: B,
    wrap: bool,
}

impl<B: Bitboard> Walk<'_, B> {
    // Recursion is as deep as the chain has legs, which `limits::NOTATION_LEGS` bounds.
    fn leg(&self, index: usize, start: usize, removed: &mut Vec<u8>, found: &mut Vec<Found>) {
        let Some(leg) = self.chain.legs.get(index) else { return };
        let shape = &self.scene.rules.shape;
        // The mover has left its square, and who was removed is gone.
        let gone =
            removed.iter().fold(B::of(self.from), |sum, &square| sum | B::of(usize::from(square)));
        let occupied = self.scene.occupied - gone;
        let mut at = start;
        let steps = if leg.range == UNLIMITED { 256 } else { u32::from(leg.range) };
        for _ in 0..steps {
            let Some(next) = shape.step(Square::new(at as u8), leg.step, self.wrap) else { break };
            let next = next.index();
            let empty = !occupied.has(next);
            let enemy = !empty && self.takeable.has(next);
            let own = !empty && self.own.has(next);
            match leg.junction {
                None => self.end(next, empty, enemy, own, removed, found),
                Some(junction) => {
                    let (pass, take) = match junction {
                        Junction::Empty => (empty, false),
                        Junction::Enemy => (false, enemy),
                        Junction::EmptyOrEnemy => (empty, enemy),
                        Junction::Own => (false, own),
                        Junction::Hurdle => (!empty && self.hurdles.has(next), false),
                        Junction::Any => (true, false),
                        Junction::HurdleOrEnemy => (!empty && self.hurdles.has(next), enemy),
                    };
                    if pass {
                        self.leg(index + 1, next, removed, found);
                    }
                    if take && removed.len() < REMOVED {
                        removed.push(next as u8);
                        self.leg(index + 1, next, removed, found);
                        removed.pop();
                    }
                }
            }
            if !empty || next == start {
                break;
            }
            at = next;
        }
    }

    fn end(
        &self,
        to: usize,
        empty: bool,
        enemy: bool,
        own: bool,
        removed: &[u8],
        found: &mut Vec<Found>,
    ) {
        let mode = self.chain.mode;
        let fits = empty && mode.has(Mode::QUIET)
            || enemy && mode.has(Mode::CAPTURE)
            || own && mode.has(Mode::OWN);
        if !fits || !self.chain.to.has(to) {
            return;
        }
        if to == self.from && removed.is_empty() && !self.chain.may_pass {
            return;
        }
        let mut way = Found { to: to as u8, count: removed.len() as u8, removed: [0; REMOVED] };
        for (slot, &square) in way.removed.iter_mut().zip(removed) {
            *slot = square;
        }
        way.removed[..removed.len()].sort_unstable();
        if !found.contains(&way) {
            found.push(way);
        }
    }
}
