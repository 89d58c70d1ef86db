//! The compiled game: tables that are only read, shared by all who play it.
//!
//! Works on ids. A kind's name is looked up again only when something is printed.

mod attack;
mod condition;
mod dress;
mod extras;
mod mover;
mod names;
mod reserves;

pub use attack::{AttackRow, Attackers, Form, Grouped, OwnPaths, PathPair};
pub use condition::{CompiledEnd, Cond, CondFact, Men};
pub use dress::DressRule;
pub use extras::{
    BanRule, COUNTERS, CounterRule, DropRule, EffectRule, Extras, FreeGate, HANDS, HandRule,
    NO_SLOT,
};
pub use mover::{
    ChainLeg, ChainRule, Dense, DenseCell, Mode, Mover, PathEntry, Plan, SetStep, Slider, Table,
    Takes, Use,
};
pub use names::{KindName, Names, PlainByte};
pub use reserves::Reserves;

use std::sync::Arc;

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Shape, Side, SquareSet};
use crate::definition::{EndResult, PromotionOn, Safe};

/// A kind of man: a piece together with what the man remembers (an unspent right, what it
/// was promoted from). A byte, so that a board of kinds is a board of bytes.
pub type KindId = u8;

/// The byte of an empty square.
pub const NO_KIND: KindId = u8::MAX;

/// Sets of kinds that a position keeps up to date.
pub const GROUPS: usize = 8;

/// Castling rights of both sides together that a position can hold.
pub const RIGHTS: usize = 16;

/// How a move is known to leave the own royal men safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegalityPlan {
    /// Every attack on a royal man lives or dies by known squares: one mask of destinations
    /// answers for all men but those in the way.
    Tensions,
    /// As tensions while no ban can apply ([`BanRule::early`]), else play the move and look.
    Watched,
    /// Play the move and look.
    Replay,
}

/// Everything that one game's rules can answer before it is played.
#[derive(Clone, Debug)]
pub struct Rules<B: Bitboard> {
    /// The board.
    pub shape: Shape,
    /// All squares.
    pub squares: B,
    /// Squares of each file.
    pub files: Vec<B>,
    /// By piece and side, squares from which its first moves are allowed.
    pub homes: Vec<[B; 2]>,
    /// Letters and names.
    pub names: Names,
    /// Facts of each kind.
    pub kinds: Vec<Kind>,
    /// How each kind moves, by side.
    pub movers: [Vec<Mover<B>>; 2],
    /// Rays of all straight rides ([`Slider`]), shared by kinds.
    pub rays: Box<[B]>,
    /// Whole destination sets of sliders, on narrow boards.
    pub dense: Dense<B>,
    /// Other tables of reach.
    pub uses: Vec<Use<B>>,
    /// Groups kept by positions: the kinds of each, as 256 bits.
    pub groups: Vec<KindSet>,
    /// For each kind the groups it belongs to, a bit each.
    pub kind_groups: [u8; 256],
    /// Kinds that have a group of their own, by side, those that move set-wise
    /// ([`Mover::steps`]) first. Men are visited kind by kind where that is possible: the
    /// branches are then easier to foresee.
    pub own_groups: [Vec<(u8, KindId)>; 2],
    /// Squares strictly between two squares of a line of equal primitive steps:
    /// `[target * capacity + attacker]`.
    pub between: Box<[B]>,
    /// Who attacks the men of each class, by the side that attacks.
    pub attackers: Vec<[Attackers<B>; 2]>,
    /// Sets of kinds that rows of attack need on their paths; the first stands for all kinds.
    pub hurdles: Vec<KindSet>,
    /// Kinds that are missing in some of these sets.
    pub no_hurdle: KindSet,
    /// For each kind the class of [`Self::attackers`] that attacks it.
    pub victim_class: [u8; 256],
    /// Royal entries by side.
    pub royals: [Vec<RoyalRule>; 2],
    /// Kinds that are royal in some entry of their side.
    pub royal_kinds: [KindSet; 2],
    /// How legality is decided.
    pub plan: LegalityPlan,
    /// Castling goals.
    pub castlings: Vec<CastlingRule<B>>,
    /// Rights, White's first, in the order in which a FEN writes them.
    pub rights: Vec<RightRule>,
    /// Rights that end when a man leaves or enters a square (fixed rights only).
    pub rights_ended: B::Words,
    /// Some right has squares that the position must know.
    pub rights_by_position: bool,
    /// Promotion entries by side and kind.
    pub promotions: [Vec<PromotionRule<B>>; 2],
    /// Squares from which a man of the side might capture en passant on a square.
    pub en_passant_reach: [B::Sets; 2],
    /// Captures en passant of each kind of a side.
    pub en_passant: [Vec<Option<Box<PathMoves<B>>>>; 2],
    /// Where a side may capture en passant.
    pub en_passant_zone: [B; 2],
    /// Moves that leave squares on which the man can be taken en passant.
    pub passing: [Vec<Option<Box<PathMoves<B>>>>; 2],
    /// Kinds whose moves set the quiet clock to 0.
    pub resets: KindSet,
    /// Points for capturing a kind.
    pub points: Option<PointsRule>,
    /// When passing is legal.
    pub pass: Option<Cond<B>>,
    /// If some legal move captures, only such are legal.
    pub must_capture: bool,
    /// A refused castling binds the man that castles, else his partner.
    pub touch_move: bool,
    /// Ends in order.
    pub ends: Vec<CompiledEnd<B>>,
    /// Some end by rule can hold while there are moves.
    pub ends_early: bool,
    /// Who moves first.
    pub first: Side,
    /// Hash keys.
    pub keys: Keys,
    /// Men of each piece in the start, by side: for `missing` and for what a position may
    /// hold.
    pub start_men: [Vec<u32>; 2],
    /// The start's rights field, for the order of its letters.
    pub once_order: String,
    /// Keeps an array of a shuffled start.
    pub shuffle_keep: Option<Cond<B>>,
    /// What can ever stand where.
    pub possible: crate::position::Possible<B>,
    /// Castling is always written as king takes partner.
    pub king_takes_partner: bool,
    /// `value` of each kind.
    pub values: Vec<i64>,
    /// Men in reserve, where the game has gates.
    pub reserves: Option<Reserves>,
    /// What the set-up may give to men.
    pub dress: Vec<DressRule>,
    /// Hands, drops, effects, bans, counters.
    pub extras: Extras<B>,
    /// Positions must keep keys, clocks and the last move even where moves are only counted:
    /// some rule asks for them.
    pub whole: bool,
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct KindSet(pub [u64; 4]);

impl KindSet {
    /// Whether the kind is in the set. An empty square's byte never is.
    #[inline(always)]
    pub fn has(&self, kind: KindId) -> bool {
        self.0[kind as usize / 64] >> (kind % 64) & 1 == 1
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: KindId) {
        self.0[kind as usize / 64] |= 1 << (kind % 64);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Whether the two have a kind in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The kinds, rising.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + use<> {
        self.0.into_iter().zip([0, 64, 128, 192]).flat_map(|(mut bits, first)| {
            std::iter::from_fn(move || {
                let next = (bits != 0).then(|| first + bits.trailing_zeros() as KindId);
                bits &= bits.wrapping_sub(1);
                next
            })
        })
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        let mut set = Self::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// What is known of a kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Index of its piece in the definition.
    pub piece: u8,
    /// It still has its `once` right.
    pub unspent: bool,
    /// What it was before a remembered promotion.
    pub was: Option<KindId>,
    /// How that is written.
    pub mark: crate::definition::Mark,
    /// Sides that may have it.
    pub sides: [bool; 2],
    /// What it holds.
    pub tags: crate::definition::Tags,
    /// The entry of [`crate::definition::Definition::dressed`] that says so.
    pub dressed: Option<u8>,
    /// The man in reserve that enters on the square which it leaves first.
    pub behind: Option<u8>,
}

/// A royal entry of one side.
#[derive(Clone, Debug)]
pub struct RoyalRule {
    /// Group of the royal kinds that positions keep.
    pub group: u8,
    /// The kinds.
    pub kinds: KindSet,
    /// Such men of each side in the start.
    pub start: [u32; 2],
    /// The rule.
    pub safe: Safe,
    /// Index of the entry in the definition.
    pub entry: usize,
}

/// A castling goal of one side.
#[derive(Clone, Debug)]
pub struct CastlingRule<B> {
    /// Whose.
    pub side: Side,
    /// Index of its right.
    pub right: u8,
    /// Where the king goes.
    pub to: u8,
    /// Where the partner goes.
    pub partner_to: u8,
    /// Fixed squares, if it has them: what must be empty, and what may not be attacked.
    pub fixed: Option<FixedCastling<B>>,
    /// Crossed squares are judged with the king standing there.
    pub king_stepped: bool,
}

/// What a castling between known squares needs.
#[derive(Clone, Copy, Debug)]
pub struct FixedCastling<B> {
    /// Where the king stands.
    pub from: u8,
    /// Where the partner stands.
    pub partner_from: u8,
    /// Squares that must be empty.
    pub empty: B,
    /// Squares strictly between the king's `from` and `to`.
    pub crossed: B,
}

/// A castling right of one side.
#[derive(Clone, Debug)]
pub struct RightRule {
    /// Whose.
    pub side: Side,
    /// Its letter in the FEN.
    pub letter: char,
    /// Kinds of the man that castles.
    pub kinds: KindSet,
    /// Kinds of the partner.
    pub partners: KindSet,
    /// Where the first may stand.
    pub from: SquareSet,
    /// Where the partner may stand.
    pub partner_from: SquareSet,
    /// Which side of the king the partner is on, where several squares are possible.
    pub wing: Option<i8>,
}

/// Promotion of one kind of one side.
#[derive(Clone, Debug)]
pub struct PromotionRule<B> {
    /// Entries that apply to the kind, in file order. Empty: it never promotes.
    pub entries: Vec<PromotionEntry<B>>,
    /// Where a move may have to be asked about promotion at all.
    pub zone: B,
    /// If all is simple (one entry, at the end of a move, no limit, no condition): how many
    /// moves a move into `zone` stands for.
    pub choices: Option<u32>,
}

/// One entry for one kind.
#[derive(Clone, Debug)]
pub struct PromotionEntry<B> {
    /// Where.
    pub zone: B,
    /// Which moves.
    pub on: PromotionOn,
    /// Kinds to become, in order, each with its limit.
    pub to: Vec<(KindId, Option<PromotionLimit>)>,
    /// Staying is not allowed.
    pub must: bool,
    /// Moves that the man may make while it promotes as a turn of its own: their mover's
    /// index, as [`Mover::right`].
    pub by: Option<u16>,
    /// Condition before the move, shared by all kinds of the entry.
    pub when: Option<Arc<Cond<B>>>,
}

/// Only while fewer men of these kinds are on the board.
#[derive(Clone, Copy, Debug)]
pub struct PromotionLimit {
    /// The kinds of the piece.
    pub kinds: KindSet,
    /// How many.
    pub below: u32,
}

/// Moves of a kind that are looked up one by one: those that pass over squares on which the
/// man may be taken, and those that take so.
#[derive(Clone, Debug)]
pub struct PathMoves<B> {
    /// Destinations by origin: a quick look before the list.
    pub from: Vec<B>,
    /// The moves, by rising origin.
    pub moves: Vec<PathMove<B>>,
    /// Who may be captured (en passant only).
    pub victims: KindSet,
}

/// A move that is possible if exactly `pattern` of `path` is occupied.
#[derive(Clone, Copy, Debug)]
pub struct PathMove<B> {
    /// Origin.
    pub from: u8,
    /// Destination.
    pub to: u8,
    /// Squares that matter.
    pub path: B,
    /// Those of them that must be occupied; the others must be empty.
    pub pattern: B,
    /// Squares passed over.
    pub passed: B,
}

impl<B: Bitboard> PathMoves<B> {
    /// The moves from `from` to `to` that are possible with these squares occupied.
    pub fn open(&self, from: usize, to: usize, occupied: B) -> impl Iterator<Item = &PathMove<B>> {
        let any = self.from.get(from).is_some_and(|targets| targets.has(to));
        let first = self.moves.partition_point(|one| usize::from(one.from) < from);
        self.moves
            .get(first..)
            .unwrap_or(&[])
            .iter()
            .take_while(move |one| any && usize::from(one.from) == from)
            .filter(move |one| usize::from(one.to) == to && occupied & one.path == one.pattern)
    }
}

/// `[points]`.
#[derive(Clone, Debug)]
pub struct PointsRule {
    /// For each kind what its capture counts.
    pub captured: Vec<i16>,
    /// A FEN's points must agree with the missing men.
    pub strict: bool,
}

/// Who wins when an end holds.
pub type Result = EndResult;

/// Random numbers for position keys.
#[derive(Clone, Debug)]
pub struct Keys {
    /// `[(kind * 2 + side) * capacity + square]`, and a row of zeros for empty squares.
    pub men: Vec<u64>,
    /// Squares of a width.
    pub capacity: usize,
    /// Black to move.
    pub black: u64,
    /// One a right.
    pub rights: [u64; RIGHTS],
    /// One an en-passant square.
    pub en_passant: Vec<u64>,
    /// One a wall.
    pub walls: Vec<u64>,
    /// One a man that has not moved.
    pub unmoved: Vec<u64>,
    /// Multiplied with numbers of men in hand.
    pub hands: [[u64; HANDS]; 2],
    /// Multiplied with numbers of checks.
    pub checks: [u64; 2],
}

impl Keys {
    /// Key of a man on a square.
    #[inline(always)]
    pub fn man(&self, side: Side, kind: KindId, square: usize) -> u64 {
        self.row(kind as usize * 2 + side.index(), square)
    }

    /// Entry of a row of [`Self::men`].
    #[inline(always)]
    pub fn row(&self, row: usize, square: usize) -> u64 {
        self.entry(row * self.capacity + square)
    }

    /// Entry of [`Self::men`].
    #[inline(always)]
    pub fn entry(&self, index: usize) -> u64 {
        self.men.get(index).copied().unwrap_or(0)
    }

    /// Key of so many men in a slot of a hand; 0 for none.
    pub fn hand(&self, side: Side, slot: usize, count: u8) -> u64 {
        let key = self.hands[side.index()].get(slot).copied().unwrap_or(0);
        // An odd factor keeps all bits, and its square tells numbers apart.
        if count == 0 {
            0
        } else {
            key.wrapping_mul(u64::from(count) * 2 + 1).rotate_left(u32::from(count))
        }
    }

    /// Key of so many checks given; 0 for none.
    pub fn given(&self, side: Side, count: u8) -> u64 {
        let key = self.checks[side.index()];
        if count == 0 {
            0
        } else {
            key.wrapping_mul(u64::from(count) * 2 + 1).rotate_left(u32::from(count))
        }
    }
}

impl<B: Bitboard> Rules<B> {
    /// How men of a kind and side move.
    #[inline(always)]
    pub fn mover(&self, side: Side, kind: KindId) -> &Mover<B> {
        &self.movers[side.index()][kind as usize]
    }

    /// The movers of a man that may be used just now: its own, those whose condition holds, and
    /// that of an unspent right.
    pub(crate) fn movers_of<'a>(
        &'a self,
        position: &'a crate::position::Position<B>,
        side: Side,
        kind: KindId,
    ) -> impl Iterator<Item = &'a Mover<B>> + 'a {
        let movers = &self.movers[side.index()];
        let mover = &movers[usize::from(kind)];
        let holds = move |when: u16| {
            let when = self.extras.conditions.get(usize::from(when));
            when.is_some_and(|when| self.holds_for(position, side, when))
        };
        let right = mover.right.filter(move |_| mover.right_when.is_none_or(holds));
        let conditional = mover.conditional.iter().filter(move |(when, _)| holds(*when));
        let indices = conditional.map(|&(_, index)| index).chain(right);
        std::iter::once(mover).chain(indices.map(move |index| &movers[usize::from(index)]))
    }

    /// Squares of a side's men of these kinds, by looking at every man. For sets of kinds
    /// that positions do not keep.
    pub fn scan(&self, kinds: &KindSet, men: B, board: &B::Bytes) -> B {
        let mut found = B::EMPTY;
        men.for_each(|square| {
            if kinds.has(board.at(square)) {
                found = found | B::of(square);
            }
        });
        found
    }
}
