//! Syntax tree → ways of moving: every direction written out as a displacement.
//!
//! A [`Way`] is still free of any board. It is the common input of the table compiler and
//! (as a check) of the targets that `ferz betza` prints.

mod chain;

use std::collections::HashSet;

use super::directions;
use super::tree::{Atom, AtomClass, Body, Modifiers, Range, Term};
use super::tree::{Leg as Written, MoveExpr};
use crate::board::Vector;
use crate::limits;

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

/// Why a term that reads well means nothing, for the parser to report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The leg at fault, from 0.
    pub(super) leg: usize,
    pub(super) kind: FaultKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    /// A direction string that cannot be read on this leg.
    Directions(directions::Fault),
    /// No direction is left.
    Empty,
    /// Letters on a leg for which no relative directions are defined.
    Unsupported,
    /// More than [`limits::NOTATION_WAYS`] ways.
    Limit,
}

/// Every way of moving that a notation describes, for White, without duplicates; the ways
/// of a term stand together and in the order of the terms.
pub fn lower(expr: &MoveExpr) -> Vec<Way> {
    let mut ways = Ways::default();
    for (index, term) in expr.terms().iter().enumerate() {
        // The parser has lowered each term before, so none can fail here.
        let lowered = lower_term(term, index, &mut ways);
        debug_assert!(lowered.is_ok(), "a parsed notation does not lower: {expr}");
    }
    ways.list
}

/// Ways found so far, each once.
#[derive(Debug, Default)]
pub(super) struct Ways {
    list: Vec<Way>,
    /// Ways written out, those twice over counted.
    made: usize,
    known: HashSet<(bool, bool, Action)>,
}

impl Ways {
    fn add(&mut self, way: Way) -> Result<(), FaultKind> {
        self.made = self.made.saturating_add(1);
        if self.made > limits::NOTATION_WAYS {
            return Err(FaultKind::Limit);
        }
        if !self.known.insert((way.initial, way.wrap, way.action.clone())) {
            return Ok(());
        }
        self.list.push(way);
        Ok(())
    }
}

/// Adds the ways of one term.
pub(super) fn lower_term(term: &Term, index: usize, ways: &mut Ways) -> Result<(), Fault> {
    let mut add = |wrap: bool, action: Action| {
        ways.add(Way { term: index, initial: term.initial, wrap, action })
    };
    let whole = |kind| Fault { leg: 0, kind };
    match &term.body {
        Body::Simple(leg) => {
            for action in simple(leg, term.initial).map_err(whole)? {
                add(leg.modifiers.wrap, action).map_err(whole)?;
            }
        }
        Body::AChain(chain) => chain::a_chain(chain, &mut |action| add(false, action))?,
        Body::Bracket(bracket) => chain::bracket(bracket, &mut |action| add(false, action))?,
        Body::Universal(modifiers) => {
            add(false, Action::Universal(modality(modifiers))).map_err(whole)?;
        }
        Body::Castling(castling) => {
            let letters = castling.directions.as_str();
            for (letter, direction) in [('l', -1), ('r', 1)] {
                if letters.is_empty() || letters.contains([letter, 's']) {
                    let (distance, inward) = (castling.distance, castling.inward);
                    let castle = Castle { direction, distance, inward };
                    add(false, Action::Castle(castle)).map_err(whole)?;
                }
            }
        }
    }
    Ok(())
}

/// What the letters m c d e say of a move's last square (6.1).
fn modality(modifiers: &Modifiers) -> Modality {
    let Modifiers { quiet, capture, own, en_passant, .. } = *modifiers;
    let unsaid = !(quiet || capture || own || en_passant);
    Modality { quiet: quiet || unsaid, capture: capture || unsaid, own, en_passant }
}

fn range_of(range: Range, atom: Atom) -> u8 {
    range.steps(atom).unwrap_or(UNLIMITED)
}

/// All steps of an atom that absolute direction letters select (section 5).
fn first_steps(atom: Atom, letters: &str) -> Result<Vec<Vector>, FaultKind> {
    let (short, long) = atom.step();
    let (short, long) = (i16::from(short), i16::from(long));
    let class = atom.class();
    let reading = directions::read(letters, class).map_err(FaultKind::Directions)?;
    let all = letters.is_empty();
    if class == AtomClass::Oblique {
        let steps = directions::oblique_steps(short, long);
        return Ok(steps.into_iter().filter(|&step| all || reading.has_oblique(step)).collect());
    }
    let ring: Vec<_> = match (all, class) {
        (false, _) => reading.ring(class),
        (true, AtomClass::Orthogonal) => vec![0, 2, 4, 6],
        (true, AtomClass::Diagonal) => vec![1, 3, 5, 7],
        (true, _) => (0..8).collect(),
    };
    Ok(ring.into_iter().map(|direction| scaled(direction, long)).collect())
}

/// The step of this length in a direction of the ring.
fn scaled(direction: directions::Ring, length: i16) -> Vector {
    let (dx, dy) = directions::ring_step(direction);
    (dx * length, dy * length)
}

fn simple(leg: &Written, initial: bool) -> Result<Vec<Action>, FaultKind> {
    let (modifiers, atom) = (&leg.modifiers, leg.atom);
    let steps = first_steps(atom, modifiers.directions.as_str())?;
    let modality = modality(modifiers);
    let range = match leg.range {
        Range::Own if modifiers.circular => UNLIMITED,
        range => range_of(range, atom),
    };
    if modifiers.hop || modifiers.grasshopper {
        let behind_only = modifiers.grasshopper;
        let hop = |step| Action::Hop(Hop { step, range, behind_only, modality });
        return Ok(steps.into_iter().map(hop).collect());
    }
    let one_square = atom.is_one_square();
    let skip = if one_square { modifiers.jump } else { 0 };
    if skip >= range || steps.is_empty() {
        return Err(FaultKind::Empty);
    }
    let passage = match (one_square, modifiers.lame, modifiers.jump) {
        (true, _, _) | (false, 0, 0) => Passage::Free,
        (false, 0, _) => Passage::ExactlyOne,
        (false, _, _) => Passage::Empty,
    };
    let passing = modifiers.lame >= 2 || modifiers.lame == 1 && initial;
    let closed = modifiers.circular || modifiers.wrap;
    let paths = steps.into_iter().flat_map(|step| paths(step, atom, modifiers));
    Ok(paths
        .map(|mut steps| {
            steps.truncate(usize::from(range));
            Action::Ride(Ride { steps, range, skip, passage, modality, passing, closed })
        })
        .collect())
}

/// The repeating patterns of steps that begin with this one (6.4).
fn paths(step: Vector, atom: Atom, modifiers: &Modifiers) -> Vec<Vec<Vector>> {
    use directions::quarter_turns;
    if modifiers.crooked {
        return [1, 3].map(|turn| vec![step, quarter_turns(step, turn)]).to_vec();
    }
    if !modifiers.circular {
        return vec![vec![step]];
    }
    let (short, long) = atom.step();
    let wheel: Vec<Vector> = match atom.class() {
        AtomClass::Oblique => directions::oblique_steps(i16::from(short), i16::from(long)).to_vec(),
        AtomClass::EightFold => (0..8).map(|direction| scaled(direction, 1)).collect(),
        AtomClass::Orthogonal | AtomClass::Diagonal => {
            (0..4).map(|quarters| quarter_turns(step, quarters)).collect()
        }
    };
    let turned = |wheel: Vec<Vector>| {
        let at = wheel.iter().position(|&other| other == step).unwrap_or(0);
        let mut wheel = wheel;
        wheel.rotate_left(at);
        wheel
    };
    let reversed = wheel.iter().rev().copied().collect();
    vec![turned(wheel), turned(reversed)]
}
