//! Which squares a man ever reaches.
//!
//! Method: a directed graph on the squares of the variant's board, without other men
//! ([`Hurdles::None`]) or with other men wherever they are wanted ([`Hurdles::Free`]). A man
//! *covers* the board if it reaches every square from each of its start squares, and its moves
//! are *strong* if every square is reached from every square. A combination of moves that does
//! not cover the board is called crippled.

use super::moveset::{Graph, Hurdles, Moveset};
use super::trail::{Budget, TooLarge};
use crate::board::{Shape, Square, SquareSet};

/// What a man reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// For each start square what is reached from it, the square itself counted.
    pub from: Vec<(Square, SquareSet)>,
    /// Every square is reached from each start square. Without start squares: from each square.
    pub cover: bool,
    /// Every square is reached from every square.
    pub strong: bool,
}

/// What a man with all of these moves reaches; it never ends a move outside `within`. Each square
/// from which it goes on costs one unit for each of the sets.
///
/// # Errors
///
/// The budget does not suffice.
pub fn reach(
    moves: &[&Moveset],
    hurdles: Hurdles,
    within: SquareSet,
    starts: SquareSet,
    shape: &Shape,
    budget: &Budget,
) -> Result<Reach, TooLarge> {
    let graphs: Vec<&Graph> = moves.iter().map(|set| set.graph(hurdles)).collect();
    let all = shape.all();
    let flood = |edges: for<'a> fn(&'a Graph) -> &'a Vec<SquareSet>, within, start| {
        flood(&graphs, edges, within, start, budget)
    };
    let strong = match shape.squares().next() {
        Some(corner) => {
            within == all
                && flood(|graph| &graph.ahead, all, corner)? == all
                && flood(|graph| &graph.back, all, corner)? == all
        }
        None => true,
    };
    let reached = starts.iter().map(|start| {
        let reached = if strong { all } else { flood(|graph| &graph.ahead, within, start)? };
        Ok((start, reached))
    });
    let from: Vec<_> = reached.collect::<Result<_, TooLarge>>()?;
    let cover =
        if from.is_empty() { strong } else { from.iter().all(|(_, reached)| *reached == all) };
    Ok(Reach { from, cover, strong })
}

fn flood(
    graphs: &[&Graph],
    edges: impl for<'a> Fn(&'a Graph) -> &'a Vec<SquareSet>,
    within: SquareSet,
    start: Square,
    budget: &Budget,
) -> Result<SquareSet, TooLarge> {
    let mut reached = SquareSet::of(start);
    let mut open = vec![start];
    while let Some(square) = open.pop() {
        if !budget.spend(graphs.len()) {
            return Err(TooLarge);
        }
        for graph in graphs {
            let next = edges(graph).get(square.index()).copied().unwrap_or_default();
            let new = (next & within) - reached;
            reached = reached | new;
            open.extend(new.iter());
        }
    }
    Ok(reached)
}
