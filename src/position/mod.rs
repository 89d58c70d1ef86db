//! A position: who stands where, whose turn it is, and what else can still matter.
//!
//! Small and copied: there is no undo, a move is played on a copy.

mod dress;
mod extras;
mod fen;
mod hand;
mod moves;
mod plain;
mod play;
pub mod reasons;
mod reserves;
mod san;
mod san_read;
mod text;
mod validate;

pub use dress::DRESS;
pub use fen::{FenError, ParsedFen};
pub use moves::{Move, MoveClass, REMOVED};
pub(crate) use san_read::SanWish;
pub use text::MoveFault;
pub use validate::{Grade, OFF_LIMITS, Possible, Reason};

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::Side;
use crate::rules::{COUNTERS, GROUPS, HANDS, KindId, KindSet, Men, NO_KIND, RIGHTS, Rules};

/// A position of one game, for boards up to the width of `B`.
#[derive(Clone, Copy, Debug)]
pub struct Position<B: Bitboard> {
    /// Squares of each side's men.
    pub sides: [B; 2],
    /// Squares of the men of each group of [`Rules::groups`], both sides together.
    pub groups: [B; GROUPS],
    /// The kind on each square, [`NO_KIND`] where there is none.
    pub board: B::Bytes,
    /// Squares on which the side to move can pseudo-legally capture en passant.
    pub en_passant: B,
    /// Hash of everything that [`Self::same`] compares.
    pub key: u64,
    /// Castling rights, a bit each of [`Rules::rights`].
    pub rights: u16,
    /// Plies since a resetting move.
    pub quiet: u16,
    /// Number of the move, from 1, growing after Black's.
    pub fullmove: u16,
    /// Points of each side.
    pub points: [i16; 2],
    /// The man that passed [`Self::en_passant`].
    pub victim: u8,
    /// Whose turn it is.
    pub turn: Side,
    /// Passes in a row just now.
    pub passes: u8,
    /// Kind that made the last move, [`NO_KIND`] if unknown.
    pub moved: KindId,
    /// Kind that the last move captured, [`NO_KIND`] if none.
    pub took: KindId,
    /// Squares of king and partner of each right, where the rules leave several.
    pub right_squares: [[u8; 2]; RIGHTS],
    /// Walls that were put up in play.
    pub walls: B,
    /// Squares of men that have not moved since the start, or since they were dropped, where a
    /// rule asks for them.
    pub unmoved: B,
    /// Men in hand, by side and slot.
    pub hands: [[u8; HANDS]; 2],
    /// Checks given by each side.
    pub checks: [u8; 2],
    /// Counters: 0 is one that does not run, otherwise one more than its value.
    pub counters: [u16; COUNTERS],
}

impl<B: Bitboard> Position<B> {
    /// An empty board, White to move.
    pub fn empty() -> Self {
        Self {
            sides: [B::EMPTY; 2],
            groups: [B::EMPTY; GROUPS],
            board: B::Bytes::filled(NO_KIND),
            en_passant: B::EMPTY,
            key: 0,
            rights: 0,
            quiet: 0,
            fullmove: 1,
            points: [0; 2],
            victim: 0,
            turn: Side::White,
            passes: 0,
            moved: NO_KIND,
            took: NO_KIND,
            right_squares: [[0; 2]; RIGHTS],
            walls: B::EMPTY,
            unmoved: B::EMPTY,
            hands: [[0; HANDS]; 2],
            checks: [0; 2],
            counters: [0; COUNTERS],
        }
    }

    /// Squares with a man or a wall on them.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1] | self.walls
    }

    /// Squares of a side's men.
    #[inline(always)]
    pub fn side(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// Kind on a square, [`NO_KIND`] if it is empty.
    #[inline(always)]
    pub fn kind(&self, square: usize) -> KindId {
        self.board.at(square)
    }

    /// Whose man stands on a square.
    pub fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.side(*side).has(square))
    }

    /// Squares of the men of these kinds among `of`.
    #[inline(always)]
    pub fn men(&self, rules: &Rules<B>, men: &Men, of: B) -> B {
        match men {
            Men::All => of,
            Men::Group(group) => of & self.groups[usize::from(*group) & (GROUPS - 1)],
            Men::Kinds(kinds) => rules.scan(kinds, of, &self.board),
        }
    }

    /// Whether a man of these kinds stands on one of the squares `of`, all of which are taken.
    pub fn has_any(&self, men: &Men, of: B) -> bool {
        match men {
            Men::All => !of.is_empty(),
            Men::Group(group) => of.meets(self.groups[usize::from(*group) & (GROUPS - 1)]),
            Men::Kinds(kinds) => of.any(|square| kinds.has(self.board.at(square))),
        }
    }

    /// Squares of the men of these kinds among `of`, by looking at each.
    pub fn scan(&self, rules: &Rules<B>, kinds: &KindSet, of: B) -> B {
        rules.scan(kinds, of, &self.board)
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub fn place(&mut self, rules: &Rules<B>, side: Side, kind: KindId, square: usize) {
        self.place_with::<true>(rules, side, kind, square);
    }

    #[inline(always)]
    fn place_with<const KEY: bool>(
        &mut self,
        rules: &Rules<B>,
        side: Side,
        kind: KindId,
        square: usize,
    ) {
        let bit = B::of(square);
        self.sides[side.index()] = self.sides[side.index()] | bit;
        self.toggle_groups(rules, kind, bit);
        self.board.set(square, kind);
        if KEY {
            self.key ^= rules.keys.man(side, kind, square);
        }
    }

    /// Takes a man off its square and returns its kind.
    #[inline(always)]
    pub fn lift(&mut self, rules: &Rules<B>, side: Side, square: usize) -> KindId {
        self.lift_with::<true>(rules, side, square)
    }

    #[inline(always)]
    fn lift_with<const KEY: bool>(
        &mut self,
        rules: &Rules<B>,
        side: Side,
        square: usize,
    ) -> KindId {
        let kind = self.board.at(square);
        let bit = B::of(square);
        self.sides[side.index()] = self.sides[side.index()] - bit;
        self.toggle_groups(rules, kind, bit);
        self.board.set(square, NO_KIND);
        if KEY {
            self.key ^= rules.keys.man(side, kind, square);
        }
        kind
    }

    #[inline(always)]
    fn toggle_groups(&mut self, rules: &Rules<B>, kind: KindId, bit: B) {
        self.flip_in_groups(rules.kind_groups[usize::from(kind)], bit);
    }

    /// Changes whether squares belong to these groups, a bit each.
    #[inline(always)]
    fn flip_in_groups(&mut self, mut groups: u8, bit: B) {
        while groups != 0 {
            let group = groups.trailing_zeros() as usize & (GROUPS - 1);
            self.groups[group] = self.groups[group] ^ bit;
            groups &= groups - 1;
        }
    }

    /// Whether two positions of one game are the same: the same men with the same rights, the
    /// same side to move, and the same squares for captures en passant. For repetition ask
    /// [`Rules::repeats`].
    pub fn same(&self, other: &Self) -> bool {
        self.key == other.key
            && self.same_but_passing(other)
            && self.en_passant == other.en_passant
            && (self.en_passant.is_empty() || self.victim == other.victim)
    }

    /// As [`Self::same`], en passant left aside.
    fn same_but_passing(&self, other: &Self) -> bool {
        self.turn == other.turn
            && self.sides == other.sides
            && self.board == other.board
            && self.rights == other.rights
            && self.points == other.points
            && self.walls == other.walls
            && self.unmoved == other.unmoved
            && self.hands == other.hands
            && self.checks == other.checks
            && (0..RIGHTS).all(|right| {
                self.rights >> right & 1 == 0
                    || self.right_squares[right] == other.right_squares[right]
            })
    }

    /// The key computed anew, which [`Self::key`] must always equal.
    pub fn full_key(&self, rules: &Rules<B>) -> u64 {
        let mut key = 0;
        for side in Side::BOTH {
            self.side(side).for_each(|square| {
                key ^= rules.keys.man(side, self.board.at(square), square);
            });
        }
        self.en_passant.for_each(|square| key ^= rules.keys.en_passant[square]);
        for right in 0..RIGHTS {
            if self.rights >> right & 1 == 1 {
                key ^= rules.keys.rights[right];
            }
        }
        if self.turn == Side::Black {
            key ^= rules.keys.black;
        }
        self.walls.for_each(|square| key ^= rules.keys.walls[square]);
        self.unmoved.for_each(|square| key ^= rules.keys.unmoved[square]);
        for side in Side::BOTH {
            for (slot, &count) in self.hands[side.index()].iter().enumerate() {
                key ^= rules.keys.hand(side, slot, count);
            }
            key ^= rules.keys.given(side, self.checks[side.index()]);
        }
        key
    }
}

impl<B: Bitboard> Rules<B> {
    /// Whether two positions of one game are the same for repetition: as [`Position::same`],
    /// but a right to capture en passant counts only where such a capture is legal.
    pub fn repeats(&self, a: &Position<B>, b: &Position<B>) -> bool {
        if a.en_passant.is_empty() && b.en_passant.is_empty() {
            return a.same(b);
        }
        if !a.same_but_passing(b) {
            return false;
        }
        let (legal, other) = (self.legal_en_passant(a), self.legal_en_passant(b));
        legal == other && (legal.is_empty() || a.victim == b.victim)
    }

    /// Squares on which a legal move captures en passant.
    fn legal_en_passant(&self, position: &Position<B>) -> B {
        if position.en_passant.is_empty() {
            return B::EMPTY;
        }
        let mut moves = Vec::new();
        self.list_raw(position, &mut moves);
        moves
            .iter()
            .filter(|mv| mv.class == MoveClass::EnPassant)
            .fold(B::EMPTY, |sum, mv| sum | B::of(usize::from(mv.to)))
    }
}
