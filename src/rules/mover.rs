//! How a kind of one side moves.

use crate::bitboard::{Bitboard, PerSquare};

use super::{KindId, KindSet};

/// The shortest way to a kind's destinations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// No moves at all.
    Immobile,
    /// Leaps with equal quiet and capture sets.
    Leaps,
    /// One slider that moves and captures.
    Slide,
    /// Such leaps and one such slider.
    LeapsAndSlide,
    /// Leaps only, quiet and capture sets differing.
    SplitLeaps,
    /// Anything: leaps and all [`Use`]s.
    General,
}

/// How one kind of one side moves. Everything is flat; ranges point into
/// [`super::Rules::uses`].
#[derive(Clone, Debug)]
pub struct Mover<B: Bitboard> {
    /// Which arm to take.
    pub plan: Plan,
    /// All unconditional leaps to empty squares.
    pub quiet: B::Sets,
    /// All unconditional leaps that capture.
    pub capture: B::Sets,
    /// Slider of [`Plan::Slide`] and [`Plan::LeapsAndSlide`].
    pub slider: Slider,
    /// Everything else (and that slider too).
    pub uses: (u16, u16),
    /// Who may be captured by `capture`.
    pub takes: Takes,
    /// Steps of a kind that is counted set-wise; empty if it is not.
    pub steps: Vec<SetStep<B>>,
    /// Where a move may have to be asked about promotion ([`super::PromotionRule::zone`]).
    pub promotion_zone: B,
    /// What the man is after an ordinary move.
    pub becomes: KindId,
    /// Moves that spend a right: their mover's index in the same list, behind all kinds.
    pub right: Option<u16>,
    /// The right may be used while this holds: index of [`super::Extras::conditions`].
    pub right_when: Option<u16>,
    /// Moves that are there while a condition holds: its index, and the mover's as for
    /// [`Self::right`].
    pub conditional: Vec<(u16, u16)>,
    /// Chains of legs that remove men on their way.
    pub chains: Vec<ChainRule<B>>,
}

/// A chain of legs that removes men on its way.
#[derive(Clone, Debug)]
pub struct ChainRule<B> {
    /// All legs but the last with what must be where they end.
    pub legs: Vec<ChainLeg>,
    /// Modes of the last leg.
    pub mode: Mode,
    /// Squares from which.
    pub from: B,
    /// Squares on which it may end.
    pub to: B,
    /// Who may be captured, at the end and on the way.
    pub takes: Takes,
    /// What may be hopped over; `None`: anything.
    pub hurdles: Option<KindSet>,
    /// The left and right edges are joined.
    pub wrap: bool,
    /// A move that ends where it began without removing anything is allowed.
    pub may_pass: bool,
}

/// A leg of a [`ChainRule`].
#[derive(Clone, Copy, Debug)]
pub struct ChainLeg {
    /// The step, already turned for the side.
    pub step: crate::board::Vector,
    /// Most steps.
    pub range: u8,
    /// What must be at its end; `None` for the last leg.
    pub junction: Option<crate::notation::lower::Junction>,
}

/// One step that all men of a kind take at once.
#[derive(Clone, Copy, Debug)]
pub struct SetStep<B> {
    /// Squares whose whole step stays on the board and is allowed.
    pub from: B,
    /// Index differences, taken one after the other; squares between must be empty.
    pub shifts: [i16; 3],
    /// How many of them.
    pub count: u8,
    /// What may be at the end: [`Mode::QUIET`], [`Mode::CAPTURE`] or both.
    pub mode: Mode,
}

impl<B: Bitboard> SetStep<B> {
    /// Sum of the shifts: destination minus origin.
    #[inline(always)]
    pub fn total(&self) -> i16 {
        self.shifts[0] + self.shifts[1] + self.shifts[2]
    }

    /// Where all of `men` come to if nothing stands on `target`'s complement.
    #[inline(always)]
    pub fn apply(&self, men: B, empty: B) -> B {
        let mut at = (men & self.from).rotated(self.shifts[0]);
        if self.count > 1 {
            at = (at & empty).rotated(self.shifts[1]);
            if self.count > 2 {
                at = (at & empty).rotated(self.shifts[2]);
            }
        }
        at
    }
}

/// Who may be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Every enemy.
    All,
    /// Men of a group that positions keep.
    Group(u8),
    /// Men of these kinds, found by looking.
    Kinds(KindSet),
}

/// What may be on the destination; a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Mode(pub u8);

impl Mode {
    /// Empty squares.
    pub const QUIET: u8 = 1;
    /// Enemies.
    pub const CAPTURE: u8 = 2;
    /// Own men that are not royal.
    pub const OWN: u8 = 4;
    /// En-passant squares.
    pub const EN_PASSANT: u8 = 8;

    /// Whether one of these bits is set.
    #[inline(always)]
    pub const fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

/// A table of reach and what may happen where it leads.
#[derive(Clone, Debug)]
pub struct Use<B: Bitboard> {
    /// The reach.
    pub table: Table<B>,
    /// What may be at the destination.
    pub mode: Mode,
    /// Where it may end.
    pub to: B,
    /// Who may be captured.
    pub takes: Takes,
    /// What may stand on pattern squares (hurdles); `None`: anything.
    pub hurdles: Option<KindSet>,
}

/// Forms of reach.
#[derive(Clone, Debug)]
pub enum Table<B: Bitboard> {
    /// Leaps.
    Leaps(Box<B::Sets>),
    /// Straight rides.
    Slide(Slider),
    /// Over one man and beyond, on the rays of this slider.
    HopOver(Slider),
    /// To the square behind the first man, on the rays of this slider.
    HopBehind(Slider),
    /// Destinations behind patterns of occupied and empty squares.
    Paths {
        /// First entry of each square, and one more.
        start: Vec<u32>,
        /// The entries.
        entries: Vec<PathEntry<B>>,
    },
}

/// Destinations that are reached if exactly `pattern` of `path` is occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathEntry<B> {
    /// Squares that matter.
    pub path: B,
    /// Those that must be occupied.
    pub pattern: B,
    /// Where it leads.
    pub targets: B,
}

/// The rays of a ride, for every square as many rising ones as falling ones, in
/// [`super::Rules::rays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Slider {
    /// Where the rays of square 0 begin.
    pub base: u32,
    /// Rising rays a square; as many falling ones follow them.
    pub half: u32,
    /// Where its cells begin in [`Dense::cells`], if it has any.
    pub dense: Option<std::num::NonZeroU32>,
}

/// Whole sets of destinations for every pattern of men on a slider's rays: two look-ups
/// instead of a computation a ray. Empty where [`Bitboard::gathers`] is false.
#[derive(Clone, Debug, Default)]
pub struct Dense<B> {
    /// Two for each square of a slider. The first is not used, so that places are not zero.
    pub cells: Vec<[DenseCell<B>; 2]>,
    /// The sets.
    pub sets: Vec<B>,
}

/// Some rays of one square.
#[derive(Clone, Copy, Debug, Default)]
pub struct DenseCell<B> {
    /// Squares whose men matter: all but the last of each ray.
    pub mask: B,
    /// Where the sets begin.
    pub base: u32,
}

impl<B: Bitboard> Dense<B> {
    /// Squares reached from `from`, the first man of each ray included.
    #[inline(always)]
    pub fn reach(&self, place: std::num::NonZeroU32, from: usize, occupied: B) -> B {
        let [a, b] = &self.cells[place.get() as usize + from];
        let set =
            |cell: &DenseCell<B>| self.sets[cell.base as usize + occupied.gathered(cell.mask)];
        set(a) | set(b)
    }
}

impl Slider {
    /// Squares reached from `from`, the first man of each ray included.
    #[inline(always)]
    pub fn reach<B: Bitboard>(self, rays: &[B], from: usize, occupied: B) -> B {
        match self.of(rays, from) {
            ([a, b], [c, d]) => {
                B::up(*a, occupied)
                    | B::up(*b, occupied)
                    | B::down(*c, occupied)
                    | B::down(*d, occupied)
            }
            ([a, b, c, d], [e, f, g, h]) => {
                B::up(*a, occupied)
                    | B::up(*b, occupied)
                    | B::up(*c, occupied)
                    | B::up(*d, occupied)
                    | B::down(*e, occupied)
                    | B::down(*f, occupied)
                    | B::down(*g, occupied)
                    | B::down(*h, occupied)
            }
            (ups, downs) => {
                let mut reach = B::EMPTY;
                for &ray in ups {
                    reach = reach | B::up(ray, occupied);
                }
                for &ray in downs {
                    reach = reach | B::down(ray, occupied);
                }
                reach
            }
        }
    }

    /// Squares reached over exactly one man, the next man of each ray included.
    #[inline(always)]
    pub fn over<B: Bitboard>(self, rays: &[B], from: usize, occupied: B) -> B {
        let (ups, downs) = self.of(rays, from);
        let mut reach = B::EMPTY;
        for &ray in ups {
            reach = reach | B::hop_up(ray, occupied);
        }
        for &ray in downs {
            reach = reach | B::hop_down(ray, occupied);
        }
        reach
    }

    /// The squares directly behind the first man of each ray.
    #[inline(always)]
    pub fn behind<B: Bitboard>(self, rays: &[B], from: usize, occupied: B) -> B {
        let (ups, downs) = self.of(rays, from);
        let mut reach = B::EMPTY;
        for &ray in ups {
            reach = reach | B::behind_up(ray, occupied);
        }
        for &ray in downs {
            reach = reach | B::behind_down(ray, occupied);
        }
        reach
    }

    /// Rising and falling rays of a square.
    #[inline(always)]
    fn of<B>(self, rays: &[B], from: usize) -> (&[B], &[B]) {
        let half = self.half as usize;
        let begin = self.base as usize + from * 2 * half;
        rays[begin..begin + 2 * half].split_at(half)
    }
}

impl<B: Bitboard> Table<B> {
    /// Squares reached from `from`, whatever stands there. `hurdles` are the men that may
    /// stand on pattern squares.
    #[inline(always)]
    pub fn reach(&self, rays: &[B], from: usize, occupied: B, hurdles: B) -> B {
        match self {
            Self::Leaps(sets) => sets.at(from),
            Self::Slide(slider) => slider.reach(rays, from, occupied),
            Self::HopOver(slider) => slider.over(rays, from, occupied),
            Self::HopBehind(slider) => slider.behind(rays, from, occupied),
            Self::Paths { start, entries } => {
                let (Some(&lo), Some(&hi)) = (start.get(from), start.get(from + 1)) else {
                    return B::EMPTY;
                };
                let mut found = B::EMPTY;
                for entry in &entries[lo as usize..hi as usize] {
                    if occupied & entry.path == entry.pattern
                        && (entry.pattern - hurdles).is_empty()
                    {
                        found = found | entry.targets;
                    }
                }
                found
            }
        }
    }
}

impl<B: Bitboard> Table<B> {
    /// Squares that can be reached from `from` on some board.
    pub fn anywhere(&self, rays: &[B], from: usize) -> B {
        match self {
            Self::Leaps(sets) => sets.at(from),
            Self::Slide(slider) | Self::HopOver(slider) | Self::HopBehind(slider) => {
                slider.reach(rays, from, B::EMPTY)
            }
            Self::Paths { start, entries } => {
                let (Some(&lo), Some(&hi)) = (start.get(from), start.get(from + 1)) else {
                    return B::EMPTY;
                };
                let entries = &entries[lo as usize..hi as usize];
                entries.iter().fold(B::EMPTY, |sum, entry| sum | entry.targets)
            }
        }
    }
}
