//! Which squares a man ever reaches.
//!
//! Method: a directed graph on the squares of the variant's board, without other men
//! ([`Hurdles::None`]) or with other men wherever they are wanted ([`Hurdles::Free`]). A man
//! *covers* the board if it reaches every square from each of its start squares, and its moves
//! are *strong* if every square is reached from every square. A combination of moves that does
//! not cover the board is called crippled.

use super::moveset::{Graph, Hurdles, Moveset};
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

/// What a man with all of these moves reaches; it never ends a move outside `within`.
pub fn reach(
    moves: &[&Moveset],
    hurdles: Hurdles,
    within: SquareSet,
    starts: SquareSet,
    shape: &Shape,
) -> Reach {
    let graphs: Vec<&Graph> = moves.iter().map(|set| set.graph(hurdles)).collect();
    let all = shape.all();
    let from: Vec<_> = starts
        .iter()
        .map(|start| (start, flood(&graphs, |graph| &graph.ahead, within, start)))
        .collect();
    let strong = shape.squares().next().is_none_or(|corner| {
        within == all
            && flood(&graphs, |graph| &graph.ahead, all, corner) == all
            && flood(&graphs, |graph| &graph.back, all, corner) == all
    });
    let cover =
        if from.is_empty() { strong } else { from.iter().all(|(_, reached)| *reached == all) };
    Reach { from, cover, strong }
}

fn flood<'a>(
    graphs: &[&'a Graph],
    edges: impl Fn(&'a Graph) -> &'a Vec<SquareSet>,
    within: SquareSet,
    start: Square,
) -> SquareSet {
    let mut reached = SquareSet::of(start);
    let mut open = vec![start];
    while let Some(square) = open.pop() {
        for graph in graphs {
            let next = edges(graph).get(square.index()).copied().unwrap_or_default();
            let new = (next & within) - reached;
            reached = reached | new;
            open.extend(new.iter());
        }
    }
    reached
}
