//! Syntax tree → ways of moving: every direction written out as a displacement.
//!
//! A [`Way`] is still free of any board. It is the common input of the table compiler and
//! (as a check) of the targets that `ferz betza` prints.

use crate::board::Vector;

/// Range of a ride that goes as far as the board allows.
pub const UNLIMITED: u8 = u8::MAX;

/// What may happen on the square where a move ends (`notation.md` 6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Modality {
    /// `m`: the square may be empty.
    pub quiet: bool,
    /// `c`: the square may hold an enemy, who is removed.
    pub capture: bool,
    /// `d`: the square may hold an own man that is not royal, who is removed.
    pub own: bool,
    /// `e`: the square may be an en-passant square; the man that passed it is removed.
    pub en_passant: bool,
}

/// One concrete way of moving, seen from White; Black's is turned by 180 degrees.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Way {
    /// Index of the notation's term that it comes from.
    pub term: usize,
    /// `i`: only while the man counts as unmoved.
    pub initial: bool,
    /// `o`: the left and right edges are joined for this way.
    pub wrap: bool,
    /// The movement.
    pub action: Action,
}

/// The kinds of movement.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Leapers, sliders, riders; lame, skipping, crooked and circular ones too.
    Ride(Ride),
    /// Over a hurdle: `p` and `g`.
    Hop(Hop),
    /// Several legs with something happening between them.
    Chain(Chain),
    /// `U`: any other square.
    Universal(Modality),
    /// `O`: castling.
    Castle(Castle),
}

/// What one step of a ride asks of the squares strictly between its ends
/// ([`between`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Passage {
    /// Nothing: the step is a leap.
    Free,
    /// `n`: all are empty.
    Empty,
    /// `j` on a leap: exactly one is occupied.
    ExactlyOne,
}

/// Equal steps (or steps of a repeating pattern) over empty landing squares; the man may
/// stop after any number of steps more than `skip` and at most `range`.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Ride {
    /// Step number `i` (from 0) is `steps[i % steps.len()]`. One entry for straight rides,
    /// two for crooked ones (`z`), four or eight for circular ones (`q`). Never empty.
    pub steps: Vec<Vector>,
    /// Most steps; [`UNLIMITED`] or 1–99. A leaper has 1.
    pub range: u8,
    /// `j` on one-square steps: so many first squares are passed whatever they hold, and
    /// are no targets.
    pub skip: u8,
    /// What each step asks of its own path.
    pub passage: Passage,
    /// What may happen at the end.
    pub modality: Modality,
    /// The squares passed over (between the ends of a step, and landing squares before the
    /// last) may be taken en passant afterwards.
    pub passing: bool,
    /// Ends when it comes back to its start (circular and cylinder rides).
    pub closed: bool,
}

/// A ride over empty landing squares to one man, the hurdle, and beyond.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Hop {
    /// The step.
    pub step: Vector,
    /// Most steps from the start to the target, the hurdle counted.
    pub range: u8,
    /// `g`: only the step directly behind the hurdle. `p`: any further, over empty squares.
    pub behind_only: bool,
    /// What may happen at the end.
    pub modality: Modality,
}

/// Two or more legs, each in one concrete direction.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Chain {
    /// All legs but the last, with what must be at the junction where each ends.
    pub legs: Vec<(Leg, Junction)>,
    /// The last leg.
    pub last: Leg,
    /// What may happen at the end.
    pub modality: Modality,
    /// A move that ends where it began and removes nothing is a pass; it is generated only
    /// if this is set.
    pub may_pass: bool,
}

/// One leg: one to `range` equal steps over empty landing squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Leg {
    /// The step.
    pub step: Vector,
    /// Most steps.
    pub range: u8,
}

/// What must be where a leg that is not the last ends (`notation.md` 7.1). The mover's own
/// start square counts as empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Junction {
    /// Nothing. (none, `m`)
    Empty,
    /// An enemy, who is removed. (`c`)
    Enemy,
    /// Nothing, or an enemy, who is removed. (`mc`)
    EmptyOrEnemy,
    /// An own man that is not royal, who is removed. (`d`)
    Own,
    /// Any man, who is left alone. (`p`)
    Hurdle,
    /// Anything, which is ignored. (`mp`)
    Any,
    /// Any man; an enemy may be removed or left. (`cp`)
    HurdleOrEnemy,
}

/// Castling along the rank (`notation.md` 8.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Castle {
    /// Direction along the files: -1 left, +1 right.
    pub direction: i16,
    /// How far the man goes.
    pub distance: u8,
    /// 0: the partner is on the edge square; each `j` is one man further in.
    pub inward: u8,
}

/// The squares strictly between the ends of one step, as displacements from its start
/// (`notation.md` 6.2): along the line for orthogonal and diagonal steps; for oblique ones
/// first straight along the longer axis, then diagonal.
pub fn between((dx, dy): Vector) -> Vec<Vector> {
    let (sx, sy) = (dx.signum(), dy.signum());
    let (ax, ay) = (dx.abs(), dy.abs());
    let straight = (ax - ay).abs();
    let length = ax.max(ay);
    (1..length)
        .map(|i| {
            let diagonal = (i - straight).max(0);
            let (mx, my) = if ax >= ay { (i, diagonal) } else { (diagonal, i) };
            if ax == 0 || ay == 0 || ax == ay {
                (sx * i * i16::from(ax != 0), sy * i * i16::from(ay != 0))
            } else {
                (sx * mx, sy * my)
            }
        })
        .collect()
}
