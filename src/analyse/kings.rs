//! Whether one of two equal royal men can attack the other alone.
//!
//! Method: for a man of White on each square where it may stand and one of Black on each where that
//! may, both with the same augmenters: is there an arrangement of men in which one of White's moves takes the
//! other and none of Black's does? Leaps and slides are always returned, for Black's moves are
//! White's turned round. A hop need not be: the hurdle stands next to where it ends.

use super::moveset::Moveset;
use super::trail::{Budget, Needs, States, TooLarge, refuted, require};
use crate::board::{Shape, Square, SquareSet};

/// An arrangement in which only one of two men attacks the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OneSided {
    /// Other squares on which a man stands; all the rest are empty.
    pub men: Vec<Square>,
    /// The attacker, White's.
    pub from: Square,
    /// The attacked man, Black's.
    pub to: Square,
}

/// The arrangement with the fewest men in which a man with White's moves attacks one with
/// Black's and is not attacked by it; `None` if every attack is returned. `places` are the squares
/// where each may stand.
///
/// # Errors
///
/// The budget does not suffice; it is spent as by [`refuted`].
pub fn one_sided(
    white: &[&Moveset],
    black: &[&Moveset],
    places: [SquareSet; 2],
    shape: &Shape,
    budget: &Budget,
) -> Result<Option<OneSided>, TooLarge> {
    let mut best: Option<OneSided> = None;
    let [own, theirs] = places.map(|places| places & shape.all());
    for from in own.iter() {
        if !budget.spend(shape.area()) {
            return Err(TooLarge);
        }
        for to in theirs.iter().filter(|&to| to != from) {
            let takes = |set: &&Moveset, from: Square, to: Square| -> Vec<Needs> {
                set.between(from, to)
                    .iter()
                    .filter(|trail| trail.landing.meets(States::ENEMY))
                    .map(|trail| trail.needs.to_vec())
                    .collect()
            };
            let attacks = white.iter().flat_map(|set| takes(set, from, to));
            let answers: Vec<Needs> = black
                .iter()
                .flat_map(|set| takes(set, to, from))
                .map(|needs| needs.into_iter().map(|(at, states)| (at, states.turned())).collect())
                .collect();
            let answers: Vec<&[(Square, States)]> = answers.iter().map(Vec::as_slice).collect();
            for mut facts in attacks {
                if !require(&mut facts, to, States::ENEMY)
                    || !require(&mut facts, from, States::ROYAL)
                {
                    continue;
                }
                let Some(found) = refuted(&facts, &answers, budget)? else { continue };
                let mut men: Vec<Square> = found
                    .iter()
                    .filter(|(square, states)| {
                        ![from, to].contains(square) && !states.meets(States::EMPTY)
                    })
                    .map(|&(square, _)| square)
                    .collect();
                men.sort_unstable();
                let found = OneSided { men, from, to };
                let fewer = |best: &OneSided| found.men.len() < best.men.len();
                if best.as_ref().is_none_or(fewer) {
                    best = Some(found);
                }
            }
        }
    }
    Ok(best)
}
