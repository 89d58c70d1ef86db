//! A position as a plain list of men.

use ferz::board::{Side, Square};
use ferz::definition::{Mark, PieceId};

/// What a man holds: indices of the augmenters, rising.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Held([u8; Held::MOST]);

impl Held {
    /// More than a man of any of our games holds.
    const MOST: usize = 16;
    const EMPTY: u8 = u8::MAX;
    /// Nothing.
    pub(crate) const NOTHING: Self = Self([Self::EMPTY; Self::MOST]);

    /// These, in any order.
    pub(crate) fn of(codes: &[u8]) -> Self {
        assert!(codes.len() <= Self::MOST, "a man who holds too much");
        let mut held = Self::NOTHING;
        held.0[..codes.len()].copy_from_slice(codes);
        held.0.sort_unstable();
        held
    }

    /// What it is.
    pub(crate) fn codes(self) -> Vec<u8> {
        self.0.into_iter().filter(|&code| code != Self::EMPTY).collect()
    }
}

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Man {
    /// Whose.
    pub(crate) side: Side,
    /// What it is now.
    pub(crate) piece: PieceId,
    /// It still has its `once` move. A man with the right is another kind than one without.
    pub(crate) once: bool,
    /// A promoted man that is remembered: how, and as what.
    pub(crate) was: Option<(Mark, PieceId)>,
    /// His augmenters.
    pub(crate) held: Held,
}

impl Man {
    /// A man without rights and marks.
    pub(crate) fn plain(side: Side, piece: PieceId) -> Self {
        Self { side, piece, once: false, was: None, held: Held::NOTHING }
    }
}

/// A right to castle: two men who have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct CastlingRight {
    /// Whose.
    pub(crate) side: Side,
    /// `right` of the entry, as written for this side.
    pub(crate) letter: char,
    /// Where the man that castles stands.
    pub(crate) king: Square,
    /// Where the other stands.
    pub(crate) partner: Square,
}

/// The right to capture en passant on `squares`: the man on `victim` goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Passed {
    /// Squares that were passed over, in board order.
    pub(crate) squares: Vec<Square>,
    /// Where the man who passed them stands.
    pub(crate) victim: Square,
}

/// What the last turn was, for `moved` and `took`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LastTurn {
    /// The man that moved, as it was before a promotion; none for a pass.
    pub(crate) man: Option<Man>,
    /// What it captured.
    pub(crate) captured: Vec<Man>,
}

/// A man who waits to enter behind another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Reserve {
    /// Whose.
    pub(crate) side: Side,
    /// What.
    pub(crate) piece: PieceId,
    /// Where.
    pub(crate) place: Place,
}

/// Where a reserve waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Its side has still to say where.
    Free,
    /// Behind the man on this square.
    Behind(Square),
    /// Its side has still to say whether it wants it.
    Asked,
    /// Its side does not want it.
    Declined,
}

/// Everything that decides what may happen next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    /// The men, by the index of their square.
    pub(crate) board: Vec<Option<Man>>,
    /// Who is to move.
    pub(crate) side: Side,
    /// Castling rights, in order.
    pub(crate) castling: Vec<CastlingRight>,
    /// En passant rights.
    pub(crate) passed: Option<Passed>,
    /// Plies since a resetting move.
    pub(crate) quiet: u32,
    /// From 1, counted up after Black's turn.
    pub(crate) fullmove: u32,
    /// Points of each side.
    pub(crate) points: [i64; 2],
    /// Consecutive passes.
    pub(crate) passes: u32,
    /// The last turn, if it is known.
    pub(crate) last: Option<LastTurn>,
    /// Men who wait behind others, in order.
    pub(crate) reserves: Vec<Reserve>,
    /// Men in hand of each side, by the order of their pieces.
    pub(crate) hands: [Vec<PieceId>; 2],
    /// Where a man has not moved behind whom one of the hand may enter, in board order.
    pub(crate) virgin: Vec<Square>,
    /// Where a man stands since he was dropped there, as far as castling asks, in board order.
    pub(crate) dropped: Vec<Square>,
    /// Men who have turned into walls, in board order.
    pub(crate) walls: Vec<Square>,
    /// Checks that each side has given.
    pub(crate) checks: [u32; 2],
    /// Values of the counters that run.
    pub(crate) counters: Vec<Option<i64>>,
    /// During the set-up: the turn, an index in [`Reference::turns`].
    pub(crate) set_up: Option<usize>,
}

impl Position {
    /// These men, the side to move, and nothing else.
    pub(crate) fn of(board: Vec<Option<Man>>, side: Side) -> Self {
        Self {
            board,
            side,
            castling: Vec::new(),
            passed: None,
            quiet: 0,
            fullmove: 1,
            points: [0; 2],
            passes: 0,
            last: None,
            reserves: Vec::new(),
            hands: [Vec::new(), Vec::new()],
            virgin: Vec::new(),
            dropped: Vec::new(),
            walls: Vec::new(),
            checks: [0; 2],
            counters: Vec::new(),
            set_up: None,
        }
    }

    /// Neither a man nor a wall stands there.
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.board[square.index()].is_none() && !self.walls.contains(&square)
    }
}
