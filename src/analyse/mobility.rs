//! How many squares a man reaches in one move, on average.
//!
//! Method: the mean number of destinations over all squares of the board, for a man that is confined
//! to some of them over those. With crowding every
//! other square is empty with probability p, independently, and the destination is taken as it
//! is: a slide of k steps counts p^(k-1); a hop needs its empty squares and then one man, so a
//! grasshopper's of k steps counts p^(k-2) (1-p). A square that is reached in several ways counts
//! with the probability that one of them is open.

use super::moveset::Moveset;
use super::trail::{Budget, States, TooLarge, Trail, probability};
use crate::board::{Square, SquareSet};

/// Which destinations are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Of every move.
    Any,
    /// Of moves to an empty square.
    Quiet,
    /// Of moves that capture on the destination.
    Captures,
}

impl Count {
    fn has(self, trail: &Trail) -> bool {
        match self {
            Self::Any => !trail.en_passant,
            Self::Quiet => !trail.en_passant && trail.landing.meets(States::EMPTY),
            Self::Captures => trail.landing.meets(States::ENEMY),
        }
    }
}

/// Mean number of destinations of a man with all of these moves that stands on each of the squares
/// of `places` and never ends a move outside them. Moves under a condition (`when`, a right) are
/// left out. 0 without squares. Paid as [`probability`] is.
///
/// # Errors
///
/// The budget does not suffice.
pub fn mobility(
    moves: &[&Moveset],
    places: SquareSet,
    p: f64,
    count: Count,
    budget: &Budget,
) -> Result<f64, TooLarge> {
    let mut sum = 0.0;
    let mut squares = 0.0;
    for from in places.iter() {
        squares += 1.0;
        let counted = |set: &&Moveset, trail: &&Trail| {
            trail.to != from && places.has(trail.to) && set.always(trail) && count.has(trail)
        };
        let trails = moves
            .iter()
            .flat_map(|set| set.from(from).iter().filter(move |trail| counted(set, trail)));
        let mut trails: Vec<&Trail> = trails.collect();
        trails.sort_by_key(|trail| trail.to);
        for same in trails.chunk_by(|one, other| one.to == other.to) {
            let ways: Vec<&[(Square, States)]> = same.iter().map(|trail| &*trail.needs).collect();
            sum += probability(&ways, p, budget)?;
        }
    }
    Ok(if squares > 0.0 { sum / squares } else { 0.0 })
}
