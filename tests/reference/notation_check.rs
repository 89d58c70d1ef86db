//! The walker by itself: the moves of one man among inert men, as `corpus/notation.toml`
//! lists them.

use std::collections::BTreeSet;

use ferz::board::{Shape, Side, Square};
use ferz::definition::PieceId;
use ferz::notation::MoveExpr;
use ferz::notation::tree::Body;

use super::position::Man;
use super::walk::Walker;

/// One man among inert men.
pub(crate) struct Scene<'a> {
    /// The board.
    pub(crate) shape: &'a Shape,
    /// Where the man stands; he is White's.
    pub(crate) square: Square,
    /// Inert men of his side.
    pub(crate) friends: &'a [Square],
    /// Inert enemies.
    pub(crate) enemies: &'a [Square],
    /// Whether `i` terms are open.
    pub(crate) unmoved: bool,
    /// A square passed over, and the man who passed it.
    pub(crate) en_passant: Option<(Square, Square)>,
}

/// Where he may go: to empty squares, taking what stands there or en passant, and with the
/// squares of the men he removes elsewhere.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    /// Nothing removed.
    pub(crate) quiet: BTreeSet<Square>,
    /// The man on the square, or the one who passed it, removed.
    pub(crate) captures: BTreeSet<Square>,
    /// Anything else.
    pub(crate) effects: BTreeSet<(Square, Vec<Square>)>,
}

/// Walks all terms; castling terms are left out.
pub(crate) fn reached(expr: &MoveExpr, scene: &Scene<'_>) -> Reached {
    let inert = |side| Man::plain(side, PieceId(0));
    let mut board = vec![None; scene.shape.area()];
    board[scene.square.index()] = Some(inert(Side::White));
    for at in scene.friends {
        board[at.index()] = Some(inert(Side::White));
    }
    for at in scene.enemies {
        board[at.index()] = Some(inert(Side::Black));
    }
    let walker = Walker {
        shape: scene.shape,
        board: &board,
        walls: &[],
        from: scene.square,
        side: Side::White,
        initial: scene.unmoved,
        passing: false,
        may_hop: &|_| true,
        may_take: &|_| true,
        en_passant: scene.en_passant.map(|(square, victim)| (vec![square], victim)),
    };
    let mut reached = Reached::default();
    let terms = expr.terms().iter().filter(|term| !matches!(term.body, Body::Castling(_)));
    for walk in terms.flat_map(|term| walker.term(term)) {
        if walk.removed.is_empty() && walk.to != scene.square {
            reached.quiet.insert(walk.to);
        } else if walk.en_passant || walk.removed == [walk.to] {
            reached.captures.insert(walk.to);
        } else {
            reached.effects.insert((walk.to, walk.removed));
        }
    }
    reached
}
