//! The syntax tree of a notation, as written: nothing is turned, united or looked up yet.
//!
//! A notation is a list of [`Term`]s whose moves are united. Comparing two trees ignores the
//! places ([`Term::span`]): two notations are equal if they say the same in the same order.
//! [`std::fmt::Display`] writes the canonical text, which parses to an equal tree.

use std::fmt;

use crate::source::Span;

/// A checked notation: it keeps the rules of `notation.md` and can be lowered. Only
/// [`super::parse()`] makes one. Without terms it is a man that never moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveExpr {
    terms: Vec<Term>,
}

impl MoveExpr {
    /// Wraps terms that have been checked.
    pub(super) fn new(terms: Vec<Term>) -> Self {
        Self { terms }
    }

    /// The alternatives, in the order written.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// One alternative of a notation.
#[derive(Clone, Debug)]
pub struct Term {
    /// Bytes of the notation's text. Not compared.
    pub span: Span,
    /// `i`: only while the man has never moved.
    pub initial: bool,
    /// The movement.
    pub body: Body,
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        self.initial == other.initial && self.body == other.body
    }
}

impl Eq for Term {}

/// The kinds of term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// One leg: `fmnD`, `pR3`, `qN`.
    Simple(Leg),
    /// `mods a mods a … mods ATOM range`: every leg has the same atom and range
    /// (`notation.md` 7.3).
    AChain(AChain),
    /// `[A-B?C]` (`notation.md` 7.4).
    Bracket(Bracket),
    /// `U` with `m`, `c`, `d` only.
    Universal(Modifiers),
    /// `O`.
    Castling(Castling),
}

/// Modifiers, an atom and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Letters in front of the atom.
    pub modifiers: Modifiers,
    /// The atom.
    pub atom: Atom,
    /// What is written behind the atom.
    pub range: Range,
}

/// An `a` chain: two or more legs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AChain {
    /// Modifiers of each leg; the first leg's directions are absolute, the others' relative.
    /// At least two.
    pub legs: Vec<Modifiers>,
    /// The atom of all legs.
    pub atom: Atom,
    /// The range of all legs, before `y` and `g` toggle it.
    pub range: Range,
}

/// A bracket: two or more legs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// The first leg; its directions are absolute.
    pub first: Leg,
    /// The other legs, each with the separator in front of it. Never empty; directions are
    /// relative to the previous leg.
    pub rest: Vec<(Separator, Leg)>,
}

/// What stands between two legs of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Separator {
    /// `-`: the next leg must be played.
    Then,
    /// `?`: the move may also end here.
    Maybe,
}

/// `O` and its parts (`notation.md` 8.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Letters l, r, s; none means both ways.
    pub directions: Directions,
    /// Number of `j`: the partner is so many men further in than the edge.
    pub inward: u8,
    /// How many squares the man goes, 1–99.
    pub distance: u8,
}

/// The letters in front of an atom, without `i` ([`Term::initial`]) and `a` ([`AChain`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// The direction letters.
    pub directions: Directions,
    /// `m`.
    pub quiet: bool,
    /// `c`.
    pub capture: bool,
    /// `d`.
    pub own: bool,
    /// `e`.
    pub en_passant: bool,
    /// `n`: 0, 1 (lame) or 2 (lame, and the move creates en-passant rights).
    pub lame: u8,
    /// Number of `j`: jump, or skip so many squares on one-square steps.
    pub jump: u8,
    /// `p`: over a hurdle. On a leg that is not the last: the junction is occupied.
    pub hop: bool,
    /// `g`: to the square behind the hurdle. In an `a` chain: as `p`, and toggles the range.
    pub grasshopper: bool,
    /// `o`: the left and right edges are joined.
    pub wrap: bool,
    /// `z`: crooked.
    pub crooked: bool,
    /// `q`: circular.
    pub circular: bool,
    /// `y`: in an `a` chain, toggles the range of later legs.
    pub toggle: bool,
}

/// Direction letters, `f b l r v s h`, as written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Directions(String);

impl Directions {
    /// Letters that are known to be among `fblrvsh`.
    pub(super) fn new(letters: String) -> Self {
        Self(letters)
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing is written: all directions, or a continuation leg's default.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is written behind an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Range {
    /// Nothing: the atom's own reach ([`Atom::reach`]).
    #[default]
    Own,
    /// A number, 1–99.
    Steps(u8),
    /// `0`, or the letter doubled.
    Unlimited,
}

/// A step, by its letter or its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Atom {
    /// `W` (0,1), wazir.
    W,
    /// `F` (1,1), ferz.
    F,
    /// `D` (0,2), dabbaba.
    D,
    /// `N` (1,2), knight.
    N,
    /// `A` (2,2), alfil.
    A,
    /// `H` (0,3), threeleaper.
    H,
    /// `C` (1,3), camel.
    C,
    /// `Z` (2,3), zebra.
    Z,
    /// `G` (3,3), tripper.
    G,
    /// `L` (1,3), old letter of the camel.
    L,
    /// `J` (2,3), old letter of the zebra.
    J,
    /// `R`, rook: W without limit.
    R,
    /// `B`, bishop: F without limit.
    B,
    /// `K`, king: W and F in eight directions.
    K,
    /// `Q`, queen: R and B in eight directions.
    Q,
    /// `(x,y)` as written, each 0–99 and not both 0.
    Leaper(u8, u8),
}

/// The shape of an atom's step, which decides how direction letters are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AtomClass {
    /// Four directions along files and ranks.
    Orthogonal,
    /// Four diagonal directions.
    Diagonal,
    /// Eight directions that are neither.
    Oblique,
    /// Orthogonal and diagonal steps of one square: K and Q.
    EightFold,
}

impl Atom {
    /// Every atom with a letter, and the letter.
    pub const LETTERS: [(char, Self); 15] = [
        ('W', Self::W),
        ('F', Self::F),
        ('D', Self::D),
        ('N', Self::N),
        ('A', Self::A),
        ('H', Self::H),
        ('C', Self::C),
        ('Z', Self::Z),
        ('G', Self::G),
        ('L', Self::L),
        ('J', Self::J),
        ('R', Self::R),
        ('B', Self::B),
        ('K', Self::K),
        ('Q', Self::Q),
    ];

    /// The atom of a letter; `None` for `O`, `U` and letters without meaning.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::LETTERS.iter().find(|&&(own, _)| own == letter).map(|&(_, atom)| atom)
    }

    /// Its letter; `None` for `(x,y)`.
    pub fn letter(self) -> Option<char> {
        Self::LETTERS.iter().find(|&&(_, atom)| atom == self).map(|&(letter, _)| letter)
    }

    /// The step as (shorter, longer) lengths. For K and Q the orthogonal one: their
    /// diagonal step is (1,1).
    pub fn step(self) -> (u8, u8) {
        match self {
            Self::W | Self::R | Self::K | Self::Q => (0, 1),
            Self::F | Self::B => (1, 1),
            Self::D => (0, 2),
            Self::N => (1, 2),
            Self::A => (2, 2),
            Self::H => (0, 3),
            Self::C | Self::L => (1, 3),
            Self::Z | Self::J => (2, 3),
            Self::G => (3, 3),
            Self::Leaper(x, y) => (x.min(y), x.max(y)),
        }
    }

    /// How its directions are read.
    pub fn class(self) -> AtomClass {
        match (self, self.step()) {
            (Self::K | Self::Q, _) => AtomClass::EightFold,
            (_, (0, _)) => AtomClass::Orthogonal,
            (_, (x, y)) if x == y => AtomClass::Diagonal,
            _ => AtomClass::Oblique,
        }
    }

    /// Steps it makes when no range is written; `None` for without limit (R, B, Q).
    pub fn reach(self) -> Option<u8> {
        (!matches!(self, Self::R | Self::B | Self::Q)).then_some(1)
    }

    /// Whether its step goes to a neighbouring square, so that nothing is jumped.
    pub fn is_one_square(self) -> bool {
        self.step().1 == 1
    }
}

impl Range {
    /// Most steps of this atom with this range; `None` for without limit.
    pub fn steps(self, atom: Atom) -> Option<u8> {
        match self {
            Self::Own => atom.reach(),
            Self::Steps(steps) => Some(steps),
            Self::Unlimited => None,
        }
    }
}

impl fmt::Display for MoveExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut previous = None;
        for term in &self.terms {
            let text = term.to_string();
            // `N N` are two terms, `NN` is one with a range.
            if previous.is_some() && text.chars().next() == previous {
                f.write_str(" ")?;
            }
            previous = term.open_letter();
            f.write_str(&text)?;
        }
        Ok(())
    }
}

impl Term {
    /// The letter which, written once more, would change this term.
    fn open_letter(&self) -> Option<char> {
        match &self.body {
            Body::Simple(Leg { atom, range: Range::Own, .. })
            | Body::AChain(AChain { atom, range: Range::Own, .. }) => atom.letter(),
            Body::Universal(_) => Some('U'),
            Body::Simple(_) | Body::AChain(_) | Body::Bracket(_) | Body::Castling(_) => None,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.initial {
            f.write_str("i")?;
        }
        match &self.body {
            Body::Simple(leg) => leg.fmt(f),
            Body::AChain(chain) => {
                for (i, leg) in chain.legs.iter().enumerate() {
                    let link = if i == 0 { "" } else { "a" };
                    write!(f, "{link}{leg}")?;
                }
                write_atom(f, chain.atom, chain.range)
            }
            Body::Bracket(bracket) => {
                write!(f, "[{}", bracket.first)?;
                for (separator, leg) in &bracket.rest {
                    write!(f, "{separator}{leg}")?;
                }
                f.write_str("]")
            }
            Body::Universal(modifiers) => write!(f, "{modifiers}U"),
            Body::Castling(castling) => {
                f.write_str(castling.directions.as_str())?;
                for _ in 0..castling.inward {
                    f.write_str("j")?;
                }
                write!(f, "O{}", castling.distance)
            }
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modifiers.fmt(f)?;
        write_atom(f, self.atom, self.range)
    }
}

impl fmt::Display for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Then => "-",
            Self::Maybe => "?",
        })
    }
}

impl fmt::Display for Modifiers {
    /// Directions, then m c d e, then n j p g o z q y.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.directions.as_str())?;
        let letters = [
            ("m", u8::from(self.quiet)),
            ("c", u8::from(self.capture)),
            ("d", u8::from(self.own)),
            ("e", u8::from(self.en_passant)),
            ("n", self.lame),
            ("j", self.jump),
            ("p", u8::from(self.hop)),
            ("g", u8::from(self.grasshopper)),
            ("o", u8::from(self.wrap)),
            ("z", u8::from(self.crooked)),
            ("q", u8::from(self.circular)),
            ("y", u8::from(self.toggle)),
        ];
        for (letter, count) in letters {
            for _ in 0..count {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

fn write_atom(f: &mut fmt::Formatter<'_>, atom: Atom, range: Range) -> fmt::Result {
    write!(f, "{atom}")?;
    match (range, atom.letter()) {
        (Range::Own, _) => Ok(()),
        (Range::Steps(steps), _) => write!(f, "{steps}"),
        (Range::Unlimited, Some(letter)) => write!(f, "{letter}"),
        (Range::Unlimited, None) => f.write_str("0"),
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.letter()) {
            (Self::Leaper(x, y), _) => write!(f, "({x},{y})"),
            (_, letter) => write!(f, "{}", letter.unwrap_or_default()),
        }
    }
}
