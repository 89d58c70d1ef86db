//! Movement notation as Fairy-Stockfish reads it: a smaller language than ours, with other
//! readings in places (`notation.md`, "construct by dialect").
//!
//! A notation is a set of [`Reach`]es, one for each direction, so two notations mean the same
//! exactly if their sets are equal.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Vector;
use crate::notation::lower::{self, Action, Junction, Passage, UNLIMITED, Way};
use crate::source::Span;

/// How a man gets from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Glide {
    /// One step, whatever lies between.
    Leap,
    /// One step over empty squares.
    Lame,
    /// Steps over empty squares, at most so many; 0 without limit.
    Slide(u8),
    /// Over exactly one man, at most so many steps in all; 0 without limit.
    Hop(u8),
    /// To the square behind a man.
    Grasshop,
}

/// One way of moving in one direction, seen from White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) struct Reach {
    /// Only from the squares of the first step.
    pub(super) initial: bool,
    /// To an enemy; otherwise to an empty square.
    pub(super) capture: bool,
    /// How.
    pub(super) glide: Glide,
    /// The step.
    pub(super) step: Vector,
}

/// Why a text is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// Bytes of the text.
    pub(super) span: Span,
    /// What is wrong, for people.
    pub(super) message: String,
}

/// What a text means, and whether it names capturing en passant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Read {
    /// The moves.
    pub(super) reaches: BTreeSet<Reach>,
    /// The letter `e` stands somewhere.
    pub(super) en_passant: bool,
}

/// Steps that have a letter, shorter length first.
const ATOMS: [(char, (i16, i16)); 9] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('Z', (2, 3)),
    ('G', (3, 3)),
];

/// The steps of an atom, and whether it slides by itself.
fn atom(letter: char) -> Option<(Vec<(i16, i16)>, bool)> {
    Some(match letter {
        'R' => (vec![(0, 1)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(0, 1), (1, 1)], true),
        'K' => (vec![(0, 1), (1, 1)], false),
        'L' => (vec![(1, 3)], false),
        'J' => (vec![(2, 3)], false),
        _ => (vec![ATOMS.iter().find(|(own, _)| *own == letter)?.1], false),
    })
}

/// Letters read for the atom that follows.
#[derive(Default)]
struct Prefix {
    modes: Vec<bool>,
    hop: Option<char>,
    lame: bool,
    initial: bool,
    pairs: Vec<(char, char)>,
}

/// Reads a notation as the engine does. What the engine skips without a word is a fault here.
pub(super) fn read(text: &str) -> Result<Read, Fault> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let fault =
        |at: usize, message: String| Fault { span: Span::new(at, at.saturating_add(1)), message };
    // The engine keeps one distance for each of these; a later term replaces an earlier one.
    let mut known: BTreeMap<(bool, bool, u8, Vector), Glide> = BTreeMap::new();
    let mut read = Read::default();
    let mut prefix = Prefix::default();
    let mut i = 0;
    while let Some(&(at, letter)) = letters.get(i) {
        i += 1;
        let next = letters.get(i).map(|&(_, next)| next);
        match letter {
            'm' | 'c' => prefix.modes.push(letter == 'c'),
            'p' | 'g' => prefix.hop = Some(letter),
            'n' => prefix.lame = true,
            'i' => prefix.initial = true,
            'e' => read.en_passant = true,
            'f' | 'b' | 'v' | 'l' | 'r' | 's' | 'h' => match next {
                Some(second) if pairs(letter, second) => {
                    prefix.pairs.push((letter, second));
                    i += 1;
                }
                _ => prefix.pairs.push((letter, letter)),
            },
            _ => {
                let Some((steps, slides)) = atom(letter) else {
                    return Err(fault(at, format!("the engine does not read `{letter}` here")));
                };
                let mut range = if slides { Some(0) } else { None };
                match next {
                    Some(digit) if digit.is_ascii_digit() => {
                        i += 1;
                        range = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                    }
                    Some(second) if second == letter => {
                        i += 1;
                        range = Some(0);
                    }
                    _ => {}
                }
                if let Some(&(at, digit)) = letters.get(i).filter(|(_, next)| next.is_ascii_digit())
                {
                    return Err(fault(
                        at,
                        format!("the engine reads one digit, not `{digit}` as well"),
                    ));
                }
                let done = std::mem::take(&mut prefix);
                let compound = steps.len() > 1;
                for step in steps {
                    let glide = done.glide(step, range).map_err(|message| fault(at, message))?;
                    let chosen = directions(step, &done.pairs, compound);
                    if chosen.is_empty() {
                        return Err(fault(at, format!("no direction of `{letter}` is left")));
                    }
                    let both = [false, true];
                    let modes = if done.modes.is_empty() { &both[..] } else { &done.modes };
                    for &capture in modes {
                        for &step in &chosen {
                            let family = match glide {
                                Glide::Leap | Glide::Lame => 0,
                                Glide::Slide(_) => 1,
                                Glide::Hop(_) | Glide::Grasshop => 2,
                            };
                            known.insert((done.initial, capture, family, step), glide);
                        }
                    }
                }
            }
        }
    }
    let idle = prefix.modes.is_empty() && prefix.pairs.is_empty() && prefix.hop.is_none();
    if !idle || prefix.lame || prefix.initial {
        return Err(fault(
            text.len().saturating_sub(1),
            "no atom follows these letters".to_owned(),
        ));
    }
    let reach = |((initial, capture, _, step), glide)| Reach { initial, capture, glide, step };
    read.reaches = known.into_iter().map(reach).collect();
    Ok(read)
}

impl Prefix {
    fn glide(&self, step: (i16, i16), range: Option<u8>) -> Result<Glide, String> {
        let straight = matches!(step, (0 | 1, 1));
        match (self.hop, self.lame, range) {
            (Some(_), true, _) => Err("`n` with a hop means nothing".to_owned()),
            (Some(_), _, None) => Err("a hop needs a range".to_owned()),
            (Some(_), _, _) if !straight => {
                Err("hops go along ranks, files and diagonals only".to_owned())
            }
            (Some('g'), _, Some(0)) => Ok(Glide::Grasshop),
            (Some(_), _, Some(range)) => Ok(Glide::Hop(range)),
            (None, true, Some(_)) => Err("the engine has no lame riders".to_owned()),
            (None, false, Some(range)) if straight || step == (1, 2) => Ok(Glide::Slide(range)),
            (None, false, Some(_)) => Err("the engine has no such rider".to_owned()),
            (None, true, None) if can_be_lame(step) => Ok(Glide::Lame),
            (None, true, None) => Err("the engine has no such lame step".to_owned()),
            (None, false, None) => Ok(Glide::Leap),
        }
    }
}

fn can_be_lame(step: (i16, i16)) -> bool {
    matches!(step, (0..=2, 2) | (2, 3))
}

/// Whether two direction letters are read as one.
fn pairs(first: char, second: char) -> bool {
    let vertical = |letter| matches!(letter, 'f' | 'b' | 'v' | 'h');
    let horizontal = |letter| matches!(letter, 'l' | 'r' | 's' | 'h');
    first == second
        || vertical(first) && horizontal(second)
        || horizontal(first) && vertical(second)
}

/// All eight images of a step, each once: its displacement, and whether it goes further along
/// the file. Straight and diagonal steps count as both.
fn images((short, long): (i16, i16)) -> Vec<(Vector, bool)> {
    let mut images = Vec::new();
    for (tall, x, y) in [(true, short, long), (false, long, short)] {
        for (sx, sy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            images.push(((sx * x, sy * y), tall));
        }
    }
    images
}

/// The steps that some pairs of letters choose. Pairs in front of a straight step are two single
/// letters, but not in front of K and Q (`compound`).
fn directions(step: (i16, i16), written: &[(char, char)], compound: bool) -> BTreeSet<Vector> {
    let straight = step.0 == 0 && !compound;
    let mut split: Vec<(char, char)> = Vec::new();
    for &(first, second) in written {
        if straight && first != second {
            split.extend([(first, first), (second, second)]);
        } else {
            split.push((first, second));
        }
    }
    let chosen = images(step).into_iter().filter(|&(vector, tall)| {
        split.is_empty() || split.iter().any(|&pair| selects(pair, step, vector, tall))
    });
    chosen.map(|(vector, _)| vector).collect()
}

/// Whether a pair of letters chooses an image of a step.
fn selects(pair: (char, char), step: (i16, i16), (dx, dy): Vector, tall: bool) -> bool {
    // A step along a line belongs to both of its neighbours on the other axis.
    let ahead = |letter| match letter {
        'f' => dy > 0 || step.0 == 0 && dy == 0,
        _ => dy < 0 || step.0 == 0 && dy == 0,
    };
    let aside = |letter| match letter {
        'r' => dx > 0 || step.0 == 0 && dx == 0,
        _ => dx < 0 || step.0 == 0 && dx == 0,
    };
    match pair {
        (a @ ('f' | 'b'), b) if a == b => tall && ahead(a),
        (a @ ('l' | 'r'), b) if a == b => !tall && aside(a),
        ('v', 'v') => tall,
        ('s', 's') => !tall,
        (side @ ('l' | 'r'), a @ ('f' | 'b')) => tall && aside(side) && ahead(a),
        (side @ ('l' | 'r'), 'v') => tall && aside(side),
        (a @ ('f' | 'b'), side @ ('l' | 'r')) => !tall && aside(side) && ahead(a),
        (a @ ('f' | 'b'), 's') => !tall && ahead(a),
        (a @ ('f' | 'b'), 'h') => ahead(a),
        (side @ ('l' | 'r'), 'h') => aside(side),
        ('h', 'r') => (dx > 0) == (dy > 0) && tall || (dx > 0) != (dy > 0) && !tall,
        ('h', 'l') => (dx > 0) != (dy > 0) && tall || (dx > 0) == (dy > 0) && !tall,
        _ => false,
    }
}

/// A way of moving as the engine has it, once for moving and once for capturing; `None` if it
/// has none. `longest` is the longest side of the board: what goes further has no limit.
pub(super) fn of_way(way: &Way, longest: u8) -> Option<Vec<Reach>> {
    if way.wrap {
        return None;
    }
    let limit = |range: u8| match range {
        range if range == UNLIMITED || range >= longest.saturating_sub(1) => Some(0),
        range if range <= 9 => Some(range),
        _ => None,
    };
    let sorted = |(dx, dy): Vector| (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    let (glide, step, modality) = match &way.action {
        Action::Ride(ride) => {
            let [step] = ride.steps[..] else { return None };
            let shape = sorted(step);
            if ride.skip > 0 || ride.closed || !ATOMS.iter().any(|(_, atom)| *atom == shape) {
                return None;
            }
            let glide = match (ride.passage, ride.range) {
                (Passage::Free, 1) => Glide::Leap,
                (Passage::Free, range) if matches!(shape, (0 | 1, 1) | (1, 2)) => {
                    Glide::Slide(limit(range)?)
                }
                (Passage::Empty, 1) if can_be_lame(shape) => Glide::Lame,
                _ => return None,
            };
            (glide, step, ride.modality)
        }
        Action::Hop(hop) => {
            if !matches!(sorted(hop.step), (0 | 1, 1)) {
                return None;
            }
            let glide = match (hop.behind_only, limit(hop.range)?) {
                (true, 0) => Glide::Grasshop,
                (true, _) => return None,
                (false, range) => Glide::Hop(range),
            };
            (glide, hop.step, hop.modality)
        }
        // Steps over empty squares that follow the path of one lame step.
        Action::Chain(chain) => {
            let mut at = (0_i16, 0_i16);
            let mut path = Vec::new();
            for (leg, junction) in &chain.legs {
                if leg.range != 1 || *junction != Junction::Empty {
                    return None;
                }
                at = (at.0.saturating_add(leg.step.0), at.1.saturating_add(leg.step.1));
                path.push(at);
            }
            let step =
                (at.0.saturating_add(chain.last.step.0), at.1.saturating_add(chain.last.step.1));
            if chain.last.range != 1 || !can_be_lame(sorted(step)) || lower::between(step) != path {
                return None;
            }
            (Glide::Lame, step, chain.modality)
        }
        Action::Universal(_) | Action::Castle(_) => return None,
    };
    if modality.own {
        return None;
    }
    let modes = [(false, modality.quiet), (true, modality.capture)];
    let reach = |capture| Reach { initial: way.initial, capture, glide, step };
    Some(modes.into_iter().filter(|&(_, has)| has).map(|(capture, _)| reach(capture)).collect())
}

/// Steps of one shape: whether they are initial, how they go, the step.
type Group = (bool, Glide, (i16, i16));

/// Writes a set of moves. `None` if the engine keeps fewer of them apart than there are.
pub(super) fn write(reaches: &BTreeSet<Reach>) -> Option<String> {
    // Steps of one shape that go the same way, and may move, capture, or both.
    let mut groups: BTreeMap<Group, BTreeMap<Vector, (bool, bool)>> = BTreeMap::new();
    for reach in reaches {
        let (dx, dy) = (reach.step.0.abs(), reach.step.1.abs());
        let group = (reach.initial, reach.glide, (dx.min(dy), dx.max(dy)));
        let modes = groups.entry(group).or_default().entry(reach.step).or_default();
        if reach.capture {
            modes.1 = true;
        } else {
            modes.0 = true;
        }
    }
    let mut text = String::new();
    for ((initial, glide, shape), steps) in groups {
        for (modes, letters) in [((true, true), ""), ((true, false), "m"), ((false, true), "c")] {
            let of_mode = steps.iter().filter(|(_, own)| **own == modes).map(|(&step, _)| step);
            let wanted: BTreeSet<Vector> = of_mode.collect();
            if wanted.is_empty() {
                continue;
            }
            if initial {
                text.push('i');
            }
            text.push_str(&letters_of(shape, &wanted)?);
            text.push_str(letters);
            text.push_str(&atom_text(glide, shape)?);
        }
    }
    // Whether the engine would read it as it is meant.
    (read(&text).ok()?.reaches == *reaches).then_some(text)
}

fn atom_text(glide: Glide, shape: (i16, i16)) -> Option<String> {
    let letter = ATOMS.iter().find(|(_, atom)| *atom == shape)?.0;
    let rider = match letter {
        'W' => 'R',
        'F' => 'B',
        letter => letter,
    };
    let range = |limit: u8| if limit == 0 { String::new() } else { limit.to_string() };
    Some(match glide {
        Glide::Leap => letter.to_string(),
        Glide::Lame => format!("n{letter}"),
        Glide::Slide(0) if rider == letter => format!("{letter}{letter}"),
        Glide::Slide(limit) => format!("{rider}{}", range(limit)),
        Glide::Hop(limit) => format!("p{rider}{}", range(limit)),
        Glide::Grasshop => format!("g{rider}"),
    })
}

/// Direction letters that choose exactly these steps.
fn letters_of(shape: (i16, i16), wanted: &BTreeSet<Vector>) -> Option<String> {
    let all: BTreeSet<Vector> = images(shape).into_iter().map(|(vector, _)| vector).collect();
    if *wanted == all {
        return Some(String::new());
    }
    if shape.0 == 0 {
        let letter = |(dx, dy): Vector| match (dx.signum(), dy.signum()) {
            (0, 1) => (0, 'f'),
            (0, _) => (1, 'b'),
            (-1, _) => (2, 'l'),
            _ => (3, 'r'),
        };
        let letters: BTreeSet<(u8, char)> = wanted.iter().map(|&step| letter(step)).collect();
        return Some(letters.into_iter().map(|(_, letter)| letter).collect());
    }
    const CODES: [&str; 20] = [
        "vv", "ss", "fh", "bh", "lh", "rh", "ff", "bb", "ll", "rr", "fs", "bs", "fr", "fl", "br",
        "bl", "rf", "lf", "rb", "lb",
    ];
    let mut text = String::new();
    let mut rest = wanted.clone();
    while !rest.is_empty() {
        let chosen = CODES.iter().find_map(|code| {
            // On diagonals a half is a whole, and written without it.
            if shape.0 == shape.1 && code.ends_with('h') {
                return None;
            }
            let mut letters = code.chars();
            let steps = directions(shape, &[(letters.next()?, letters.next()?)], false);
            (!steps.is_empty() && steps.is_subset(wanted) && !steps.is_disjoint(&rest))
                .then_some((code, steps))
        });
        let (code, steps) = chosen?;
        text.push_str(code);
        rest = rest.difference(&steps).copied().collect();
    }
    let mut doubled = text.chars();
    if let (2, Some(first), Some(second)) = (text.len(), doubled.next(), doubled.next())
        && first == second
    {
        text.truncate(1);
    }
    Some(text)
}

/// Steps of rays of one kind, and how far they go.
type Rays = BTreeSet<(Vector, u8)>;

/// The engine finds the rays of a man in one table of all squares he might reach, each kind of
/// ray by itself: where rays of two kinds lie on one line but do not reach the same squares,
/// one lends its squares to the other. A reason if that happens.
pub(super) fn confusion(reaches: &BTreeSet<Reach>) -> Option<&'static str> {
    let line = |(dx, dy): Vector| match (dx, dy) {
        (0, _) => 0,
        (_, 0) => 1,
        _ => 2,
    };
    let mut rays: BTreeMap<(bool, bool, i32), BTreeMap<u8, Rays>> = BTreeMap::new();
    for reach in reaches {
        let (kind, limit) = match reach.glide {
            Glide::Slide(limit) => (0, limit),
            Glide::Hop(limit) => (1, limit),
            Glide::Grasshop => (2, 0),
            Glide::Leap | Glide::Lame => continue,
        };
        let (dx, dy) = (reach.step.0.abs(), reach.step.1.abs());
        if dx.min(dy) != 0 && dx != dy {
            continue;
        }
        let group = (reach.initial, reach.capture, line(reach.step));
        rays.entry(group).or_default().entry(kind).or_default().insert((reach.step, limit));
    }
    for kinds in rays.values() {
        let mut sets = kinds.values();
        let first = sets.next();
        if sets.any(|set| Some(set) != first) {
            return Some(
                "the engine mixes slides and hops that lie on one line but do not reach the same squares",
            );
        }
    }
    let back = |reach: &Reach| Reach { step: (-reach.step.0, -reach.step.1), ..*reach };
    let lame = reaches.iter().filter(|reach| reach.glide == Glide::Lame && reach.step.0.abs() != 1);
    for reach in lame {
        let unit = (reach.step.0.signum(), reach.step.1.signum());
        let hops = |other: &&Reach| {
            matches!(other.glide, Glide::Hop(_) | Glide::Grasshop)
                && (other.initial, other.capture) == (reach.initial, reach.capture)
                && (other.step == unit || back(other).step == unit)
        };
        if reaches.iter().any(|other| hops(&other)) {
            return Some("the engine mixes lame steps with hops on one line");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{lower, parse};

    fn ours(text: &str) -> BTreeSet<Reach> {
        let expr = parse(text).expect(text);
        lower(&expr.expr).iter().flat_map(|way| of_way(way, 10).expect(text)).collect()
    }

    #[test]
    fn both_readings_agree_on_most_notations() {
        for text in [
            "fmWfceFifmnD",
            "N",
            "NN",
            "fsW",
            "frlR",
            "fRffN",
            "WfFbR",
            "mQ2cQ2",
            "pQ",
            "gQ",
            "mRcpR",
            "nA",
            "nN",
            "nZ",
            "CF",
            "DAW",
            "fbsN",
            "fsbN",
            "lbN",
            "frN",
            "rfN",
            "flF",
            "FvW",
            "FsfW",
            "lhN",
            "hrN",
            "hlC",
            "flbrB",
            "N2",
            "pR3",
        ] {
            assert_eq!(read(text).expect(text).reaches, ours(text), "{text}");
            let again = write(&ours(text)).expect(text);
            assert_eq!(read(&again).expect(text).reaches, ours(text), "{text} as {again}");
        }
    }

    #[test]
    fn letters_before_king_and_queen_are_read_for_each_part() {
        assert_ne!(read("fK").unwrap().reaches, ours("fK"));
        assert_eq!(read("fK").unwrap().reaches, ours("fWfF"));
        assert_eq!(write(&ours("fsQ")).unwrap(), "fB");
    }

    #[test]
    fn what_the_engine_would_skip_is_a_fault() {
        for text in ["oR", "jA", "afsW", "R10", "nH", "DD", "pN", "fm", "(1,4)", "sfN"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn chains_that_are_lame_steps_are_said() {
        assert_eq!(ours("afsW"), ours("nN"));
        assert_eq!(write(&ours("nN")).unwrap(), "nN");
    }

    #[test]
    fn rays_that_lend_each_other_squares_are_told() {
        assert!(confusion(&ours("fRgQ")).is_some());
        assert!(confusion(&ours("mRcpR")).is_none());
        assert!(confusion(&ours("RpR")).is_none());
        assert!(confusion(&ours("nDpR")).is_some());
    }
}
