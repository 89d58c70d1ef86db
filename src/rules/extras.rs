//! What a game has beyond men that move on a board: hands and drops, men that enter behind
//! others by choice, effects, bans, counters. Empty for most games.

use crate::bitboard::Bitboard;
use crate::definition::{BanOn, Captured, MoverFate};

use super::{Cond, KindId, KindSet};

/// Kinds of men that a hand can hold.
pub const HANDS: usize = 16;

/// Counters that a position can hold.
pub const COUNTERS: usize = crate::limits::COUNTERS;

/// A slot that no piece has.
pub const NO_SLOT: u8 = u8::MAX;

/// Everything that few games have.
#[derive(Clone, Debug)]
pub struct Extras<B: Bitboard> {
    /// Hands.
    pub hand: Option<HandRule>,
    /// What may be dropped, by side.
    pub drops: [Vec<DropRule<B>>; 2],
    /// While a drop with this duty is legal, only such are.
    pub must_drop: bool,
    /// Gates whose men are chosen with the move.
    pub gates: Vec<FreeGate<B>>,
    /// Effects in order.
    pub effects: Vec<EffectRule<B>>,
    /// Bans.
    pub bans: Vec<BanRule<B>>,
    /// Checks that a side has to give.
    pub checks: Option<u8>,
    /// Counters.
    pub counters: Vec<CounterRule<B>>,
    /// Rights that end when a condition holds after a move: the kind that has it, the kind
    /// without it, when.
    pub lapses: Vec<(KindId, KindId, Cond<B>)>,
    /// Conditions of movers ([`super::Mover::conditional`]).
    pub conditions: Vec<Cond<B>>,
    /// Kinds whose moves are found man by man, each played and looked at, on any plan.
    pub slow: KindSet,
    /// Kinds that may promote as a turn of its own, by side.
    pub promotes_alone: [KindSet; 2],
    /// Castling rights that arise by drops, a bit each.
    pub rights_by_drop: u16,
    /// Some move turns men into walls.
    pub walls: bool,
    /// Some effect removes men, or turns them into something else: an attack may cost the
    /// attacker his own royalty.
    pub explosive: bool,
    /// Promotions of one move are judged one by one: bans may tell them apart, or royal men
    /// promote or are made.
    pub judges_promotions: bool,
    /// Positions remember which men have not moved since the start, or since their drop.
    pub remembers: bool,
    /// There is something that a move has to look after.
    pub any: bool,
}

/// `[hand]`.
#[derive(Clone, Debug)]
pub struct HandRule {
    /// Whose hand gets captured men.
    pub captured: Captured,
    /// Pieces by slot.
    pub pieces: Vec<KindId>,
    /// Slots by kind: a marked man's is that of what it was.
    pub slots: Vec<u8>,
}

/// One kind that a side may drop by one entry.
#[derive(Clone, Debug)]
pub struct DropRule<B> {
    /// Slot of the hand.
    pub slot: u8,
    /// The man on the board.
    pub kind: KindId,
    /// Where.
    pub zone: B,
    /// So many own men of these kinds on the file forbid it.
    pub per_file: Option<(u32, KindSet)>,
    /// While such a drop is legal, only such drops are.
    pub must: bool,
    /// Each drop must be played and looked at: a ban asks about it, or the man is royal.
    pub tested: bool,
}

/// A gate whose men are chosen with the move.
#[derive(Clone, Debug)]
pub struct FreeGate<B> {
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Slots of the hand and the kinds that enter.
    pub men: Vec<(u8, KindId)>,
    /// Where.
    pub squares: [B; 2],
    /// If there is a man in hand, one enters.
    pub must: bool,
    /// Legality looks at the finished position only.
    pub shields: bool,
    /// Captures bring new men for it.
    pub refilled: bool,
}

/// `[[effect]]`.
#[derive(Clone, Debug)]
pub struct EffectRule<B: Bitboard> {
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Captures only.
    pub on_capture: bool,
    /// Who moves, before it promotes.
    pub movers: KindSet,
    /// Who is captured.
    pub captured: KindSet,
    /// What becomes of the mover.
    pub fate: MoverFate,
    /// Squares that are emptied, by side and by where the mover ended.
    pub around: Option<[B::Sets; 2]>,
    /// Who is not removed.
    pub spares: KindSet,
}

/// `[[ban]]`.
#[derive(Clone, Debug)]
pub struct BanRule<B> {
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Which moves.
    pub on: BanOn,
    /// Who moves, or is dropped, before it promotes.
    pub movers: KindSet,
    /// Condition before the move.
    pub before: Option<Cond<B>>,
    /// The part of [`Self::before`] that is the same for all moves: while it does not hold, no
    /// move is forbidden.
    pub early: Option<Cond<B>>,
    /// Condition in the finished position.
    pub when: Option<Cond<B>>,
    /// It looks at moves, and is left aside when it does.
    pub deep: bool,
    /// It is about moves that not every plan plays and looks at.
    pub wide: bool,
}

/// `[[counter]]`.
#[derive(Clone, Debug)]
pub struct CounterRule<B> {
    /// It begins.
    pub starts: Cond<B>,
    /// With this number.
    pub from: Cond<B>,
    /// It goes out.
    pub stops: Cond<B>,
}

impl<B: Bitboard> Default for Extras<B> {
    fn default() -> Self {
        Self {
            hand: None,
            drops: [Vec::new(), Vec::new()],
            must_drop: false,
            gates: Vec::new(),
            effects: Vec::new(),
            bans: Vec::new(),
            checks: None,
            counters: Vec::new(),
            lapses: Vec::new(),
            conditions: Vec::new(),
            slow: KindSet::default(),
            promotes_alone: [KindSet::default(); 2],
            rights_by_drop: 0,
            walls: false,
            explosive: false,
            judges_promotions: false,
            remembers: false,
            any: false,
        }
    }
}
