//! Augmenters that add nothing to a man.
//!
//! Method: an augmenter is redundant on a man if each of its moves is, in every position, a move
//! of the rest of the man. So a step is covered by a slide along the same direction, and a lame
//! leap by a longer slide, but a leap over two squares is not: it jumps. Decided exactly, move
//! by move: whatever stands where an augmenter's move needs it, some move of the rest to the
//! same square is possible too and removes the same men ([`refuted`]).

use super::moveset::{Hurdles, Moveset};
use super::trail::{Budget, Needs, States, TooLarge, Trail, refuted, require};
use crate::board::{Shape, Square, SquareSet};

/// Whether one set of moves adds nothing to the others, for a man that never ends a move
/// outside `within`. Paid as [`refuted`] is.
///
/// # Errors
///
/// The budget does not suffice.
pub fn redundant(
    extra: &Moveset,
    rest: &[&Moveset],
    within: SquareSet,
    shape: &Shape,
    budget: &Budget,
) -> Result<bool, TooLarge> {
    // Where the rest cannot go at all, nothing is covered: this settles nearly every case.
    let leads = |set: &Moveset, from: Square| {
        set.graph(Hurdles::Free).ahead.get(from.index()).copied().unwrap_or_default()
    };
    let reached = |from: Square| {
        let rest = rest.iter().fold(SquareSet::EMPTY, |sum, set| sum | leads(set, from));
        ((leads(extra, from) & within) - rest).is_empty()
    };
    if !budget.spend(shape.area()) {
        return Err(TooLarge);
    }
    if !shape.squares().all(reached) {
        return Ok(false);
    }
    for from in shape.squares() {
        for trail in extra.from(from).iter().filter(|trail| within.has(trail.to)) {
            if !covered(trail, from, rest, budget)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn covered(
    trail: &Trail,
    from: Square,
    rest: &[&Moveset],
    budget: &Budget,
) -> Result<bool, TooLarge> {
    for landing in trail.landing.each() {
        let mut facts: Needs = trail.needs.to_vec();
        if trail.to != from && !require(&mut facts, trail.to, landing) {
            continue;
        }
        let removes = trail.removes(landing);
        let same = |other: &Trail| {
            other.landing.meets(landing)
                && other.en_passant == trail.en_passant
                && other.removes(landing) == removes
                && (trail.passed() - other.passed()).is_empty()
        };
        let alternatives: Vec<&[(Square, States)]> = rest
            .iter()
            .flat_map(|set| {
                let known = |other: &&Trail| set.always(other) && set.as_augmenters(other);
                set.between(from, trail.to).iter().filter(known)
            })
            .filter(|other| same(other))
            .map(|other| &*other.needs)
            .collect();
        if refuted(&facts, &alternatives, budget)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
