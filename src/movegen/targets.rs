//! Pseudo-legal destinations of one man.

use crate::bitboard::{Bitboard, PerSquare};
use crate::position::Position;
use crate::rules::{GROUPS, Mode, Mover, Plan, Rules, Takes, Use};

/// What is left out while moves are counted inside a condition about moves, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Inner(u8);

impl Inner {
    /// Bans whose condition looks at moves.
    pub(crate) const NO_DEEP_BANS: u8 = 1;
    /// Passing.
    pub(crate) const NO_PASS: u8 = 2;

    /// Whether it is left out.
    pub(crate) const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Leaves out more.
    pub(crate) const fn with(self, bit: u8) -> Self {
        Self(self.0 | bit)
    }
}

/// What a mover meets: the same for all men of a position.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) own: B,
    pub(crate) enemy: B,
    pub(crate) occupied: B,
    /// Where no man can go: own men and walls.
    pub(crate) barred: B,
    pub(crate) inner: Inner,
}

impl<'a, B: Bitboard> Scene<'a, B> {
    #[inline(always)]
    pub(crate) fn new(rules: &'a Rules<B>, position: &'a Position<B>) -> Self {
        let own = position.side(position.turn);
        let enemy = position.side(position.turn.other());
        let occupied = own | enemy | position.walls;
        let barred = own | position.walls;
        Self { rules, position, own, enemy, occupied, barred, inner: Inner::default() }
    }

    /// The enemies that may be captured.
    #[inline(always)]
    pub(crate) fn takeable(&self, takes: &Takes) -> B {
        self.among(takes, self.enemy)
    }

    /// Those of some men that may be captured.
    #[inline(always)]
    fn among(&self, takes: &Takes, men: B) -> B {
        match takes {
            Takes::All => men,
            Takes::Group(group) => men & self.position.groups[usize::from(*group) & (GROUPS - 1)],
            Takes::Kinds(kinds) => self.rules.scan(kinds, men, &self.position.board),
        }
    }

    /// Squares that a use reaches, by what may be there.
    #[inline(always)]
    fn one_use(&self, one: &Use<B>, from: usize) -> B {
        let hurdles = match &one.hurdles {
            None => self.occupied,
            Some(kinds) => self.rules.scan(kinds, self.occupied, &self.position.board),
        };
        let reach = one.table.reach(&self.rules.rays, from, self.occupied, hurdles) & one.to;
        let mut targets = B::EMPTY;
        if one.mode.has(Mode::QUIET) {
            targets = targets | (reach - self.occupied);
        }
        if one.mode.has(Mode::CAPTURE) {
            targets = targets | (reach & self.takeable(&one.takes));
        }
        if one.mode.has(Mode::OWN) {
            targets = targets | (reach & self.own_takeable(from, &one.takes));
        }
        targets
    }

    /// Own men that a `d` move may remove: those that the mover may capture, none that is
    /// royal, and not the mover.
    pub(crate) fn own_takeable(&self, from: usize, takes: &Takes) -> B {
        let royal = &self.rules.royal_kinds[self.position.turn.index()];
        let own = self.among(takes, self.own);
        own - self.rules.scan(royal, own, &self.position.board) - B::of(from)
    }

    /// All pseudo-legal destinations of a man, but for captures en passant, castling, and
    /// chains that remove men on their way.
    #[inline(always)]
    pub(crate) fn targets(&self, mover: &Mover<B>, from: usize) -> B {
        match mover.plan {
            Plan::Immobile => B::EMPTY,
            Plan::Leaps => mover.quiet.at(from) - self.barred,
            Plan::Slide => self.slide(mover, from) - self.barred,
            Plan::LeapsAndSlide => (self.slide(mover, from) | mover.quiet.at(from)) - self.barred,
            Plan::SplitLeaps => self.split(mover, from),
            Plan::General => self.general(mover, from),
        }
    }

    // Not inlined: the walk asks in many places, and this is the bulk of the code.
    #[inline(never)]
    fn general(&self, mover: &Mover<B>, from: usize) -> B {
        let mut targets = self.split(mover, from);
        let (lo, hi) = mover.uses;
        for one in &self.rules.uses[usize::from(lo)..usize::from(hi)] {
            targets = targets | self.one_use(one, from);
        }
        targets
    }

    #[inline(always)]
    fn slide(&self, mover: &Mover<B>, from: usize) -> B {
        match mover.slider.dense {
            Some(place) => self.rules.dense.reach(place, from, self.occupied),
            None => mover.slider.reach(&self.rules.rays, from, self.occupied),
        }
    }

    #[inline(always)]
    fn split(&self, mover: &Mover<B>, from: usize) -> B {
        (mover.quiet.at(from) - self.occupied)
            | (mover.capture.at(from) & self.takeable(&mover.takes))
    }
}
