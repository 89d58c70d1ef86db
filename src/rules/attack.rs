//! Who attacks a square, seen from the square.

use crate::bitboard::{Bitboard, PerSquare, for_squares};

use super::{KindId, KindSet};

/// When an attack along a path is alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Always: nothing can come between.
    Leap,
    /// While the path is empty.
    Empty,
    /// While exactly one man stands on the path.
    One,
    /// While exactly the pattern of the path is occupied.
    Exactly,
}

/// One form of attack of one kind.
#[derive(Clone, Debug)]
pub struct AttackRow<B: Bitboard> {
    /// When it is alive.
    pub form: Form,
    /// For each square attacked: where the attacker may stand.
    pub from: B::Sets,
    /// Paths of its own; `None`: those of [`Attackers::between`].
    pub own: Option<OwnPaths<B>>,
}

/// A path and a pattern for each pair of squares of a row.
#[derive(Clone, Debug)]
pub struct OwnPaths<B: Bitboard> {
    /// First entry of each square attacked; the attackers follow in rising order.
    pub start: B::Words,
    /// The entries.
    pub pairs: Box<[PathPair<B>]>,
}

/// The squares that decide about an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPair<B> {
    /// Squares that matter.
    pub path: B,
    /// Those that must be occupied ([`Form::Exactly`]).
    pub pattern: B,
}

/// Everything that attacks one class of men of one side.
#[derive(Clone, Debug)]
pub struct Attackers<B: Bitboard> {
    /// For each square: where a man could possibly attack it from.
    pub reach: B::Sets,
    /// Rows of each kind: a range in `rows`.
    pub of_kind: Vec<(u16, u16)>,
    /// All rows.
    pub rows: Vec<AttackRow<B>>,
    /// Kinds with attacks that no row can say: these are asked by generating their captures.
    pub forward: KindSet,
}

impl<B: Bitboard> AttackRow<B> {
    /// The squares that decide about the attack of a man on `attacker` against `target`.
    #[inline(always)]
    pub fn path(&self, between: &[B], target: usize, attacker: usize) -> PathPair<B> {
        match &self.own {
            None => PathPair { path: between[target * B::CAPACITY + attacker], pattern: B::EMPTY },
            Some(own) => {
                let index =
                    own.start.at(target) + (self.from.at(target) & B::below(attacker)).len();
                own.pairs[index as usize]
            }
        }
    }

    /// Whether the attack is alive with these squares occupied.
    #[inline(always)]
    pub fn alive(&self, between: &[B], target: usize, attacker: usize, occupied: B) -> bool {
        match self.form {
            Form::Leap => true,
            Form::Empty => !self.path(between, target, attacker).path.meets(occupied),
            Form::One => (self.path(between, target, attacker).path & occupied).len() == 1,
            Form::Exactly => {
                let pair = self.path(between, target, attacker);
                pair.path & occupied == pair.pattern
            }
        }
    }
}

impl<B: Bitboard> Attackers<B> {
    /// The rows of a kind.
    #[inline(always)]
    pub fn rows_of(&self, kind: KindId) -> &[AttackRow<B>] {
        let (lo, hi) = self.of_kind[kind as usize];
        &self.rows[lo as usize..hi as usize]
    }

    /// Whether one of `enemies` attacks `target` by a row. `between` are the shared paths.
    #[inline(always)]
    pub fn attacked(
        &self,
        between: &[B],
        board: &B::Bytes,
        enemies: B,
        occupied: B,
        target: usize,
    ) -> bool {
        for_squares!(self.reach.at(target) & enemies, B, attacker => {
            for row in self.rows_of(board.at(attacker)) {
                if row.from.at(target).has(attacker)
                    && row.alive(between, target, attacker, occupied)
                {
                    return true;
                }
            }
        });
        false
    }
}
