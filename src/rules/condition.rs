//! Conditions, with sets of men turned into groups that positions keep.

use crate::bitboard::Bitboard;
use crate::definition::{Arithmetic, By, Comparison, EndResult, Spot, Who};

use super::KindSet;

/// A compiled condition or number; booleans are 0 and 1.
#[derive(Clone, Debug)]
pub enum Cond<B> {
    /// A number.
    Const(i64),
    /// Negation.
    Not(Box<Cond<B>>),
    /// Both.
    And(Box<Cond<B>>, Box<Cond<B>>),
    /// Either.
    Or(Box<Cond<B>>, Box<Cond<B>>),
    /// Comparison.
    Compare(Comparison, Box<Cond<B>>, Box<Cond<B>>),
    /// Arithmetic, saturating.
    Arithmetic(Arithmetic, Box<Cond<B>>, Box<Cond<B>>),
    /// Whether two words name one side.
    SameSide(Who, Who),
    /// A fact.
    Fact(CondFact<B>),
}

impl<B> Cond<B> {
    /// Every fact that is asked for.
    pub fn each_fact(&self, see: &mut impl FnMut(&CondFact<B>)) {
        match self {
            Self::Const(_) | Self::SameSide(..) => {}
            Self::Not(inner) => inner.each_fact(see),
            Self::And(a, b)
            | Self::Or(a, b)
            | Self::Compare(_, a, b)
            | Self::Arithmetic(_, a, b) => {
                a.each_fact(see);
                b.each_fact(see);
            }
            Self::Fact(fact) => see(fact),
        }
    }
}

/// Some kinds of men, in the quickest form that positions have.
#[derive(Clone, Copy, Debug)]
pub enum Men {
    /// All men.
    All,
    /// A group that positions keep.
    Group(u8),
    /// Found by looking at every man.
    Kinds(KindSet),
}

/// Facts: see [`crate::definition::Fact`], whose names these are.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "fields are those of `definition::Fact`")]
pub enum CondFact<B> {
    Count {
        who: Who,
        men: Men,
        squares: [B; 2],
        spot: Option<Spot>,
    },
    /// [`Self::Count`] compared with 0, for which one man decides.
    Nobody {
        who: Who,
        men: Men,
        squares: [B; 2],
        spot: Option<Spot>,
    },
    /// Slots of the hand, and kinds of men with such a reserve behind them.
    Hand {
        who: Who,
        slots: Vec<u8>,
        kinds: KindSet,
    },
    Missing {
        who: Who,
        pieces: Vec<u8>,
    },
    Empty {
        squares: [B; 2],
    },
    Stuck {
        who: Who,
        men: Men,
    },
    Value(Who),
    Points(Who),
    Rights(Who),
    Checks(Who),
    Counter(usize),
    Line {
        who: Who,
        men: Men,
        n: u32,
    },
    Flanked {
        who: Who,
        a: Men,
        b: Men,
    },
    Quiet,
    Passes,
    Moved(KindSet),
    Took(KindSet),
    Check(Who),
    Attacked {
        who: Who,
        men: Men,
        by: KindSet,
        squares: [B; 2],
        spot: Option<Spot>,
    },
    Facing(Men),
    Moves(Who),
    Reach {
        who: Who,
        kinds: KindSet,
        squares: [B; 2],
    },
    Repeats,
    Checked(Who, u32),
    PerpetualCheck(Who),
}

/// An end.
#[derive(Clone, Debug)]
pub struct CompiledEnd<B: Bitboard> {
    /// When.
    pub when: Cond<B>,
    /// Who wins.
    pub result: EndResult,
    /// How.
    pub by: By,
    /// It can only hold if the side to move has no moves (so generation need not ask).
    pub only_without_moves: bool,
    /// Its name.
    pub name: String,
    /// Words of its claim.
    pub call: String,
}
