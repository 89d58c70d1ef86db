//! Direction letters, read from `notation.md` section 5 and 7.2 with tests on vectors.
//!
//! Everything here is seen from White: forward is +y.

use ferz::notation::tree::Atom;

/// Files to the right, ranks forward.
pub(crate) type Step = (i16, i16);

/// The eight compass directions, clockwise from straight ahead.
pub(crate) const COMPASS: [Step; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// How the letters in front of a step are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Section 5.2.
    Orthogonal,
    /// Section 5.3.
    Diagonal,
    /// Section 5.4: K, Q, and the legs of `a` chains.
    EightFold,
    /// Section 5.5.
    Oblique,
}

/// All steps of an atom.
pub(crate) fn steps_of(atom: Atom) -> Vec<Step> {
    let (x, y) = match atom {
        Atom::W | Atom::R => (0, 1),
        Atom::F | Atom::B => (1, 1),
        Atom::K | Atom::Q => return COMPASS.to_vec(),
        Atom::D => (0, 2),
        Atom::N => (1, 2),
        Atom::A => (2, 2),
        Atom::H => (0, 3),
        Atom::C | Atom::L => (1, 3),
        Atom::Z | Atom::J => (2, 3),
        Atom::G => (3, 3),
        Atom::Leaper(x, y) => (i16::from(x), i16::from(y)),
    };
    let mut steps = Vec::new();
    for (a, b) in [(x, y), (y, x)] {
        for step in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// How the letters in front of this atom are read.
pub(crate) fn reading_of(atom: Atom) -> Reading {
    if matches!(atom, Atom::K | Atom::Q) {
        return Reading::EightFold;
    }
    reading_of_step(steps_of(atom)[0])
}

/// The same for a step that belongs to no eight-fold atom.
pub(crate) fn reading_of_step((x, y): Step) -> Reading {
    if x == 0 || y == 0 {
        Reading::Orthogonal
    } else if x.abs() == y.abs() {
        Reading::Diagonal
    } else {
        Reading::Oblique
    }
}

/// Whether the letters choose this step. No letters choose all.
pub(crate) fn chosen(letters: &str, step: Step, reading: Reading) -> bool {
    let (x, y) = step;
    match letters {
        "" => return true,
        // The quarter turns of (+1,+2), and of (-1,+2).
        "hr" => return (x * y > 0) == (y.abs() > x.abs()),
        "hl" => return (x * y > 0) != (y.abs() > x.abs()),
        _ => {}
    }
    let letters: Vec<char> = letters.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let first = letters[at];
        let second = letters.get(at + 1).copied();
        let opens = "fblr".contains(first) || reading == Reading::Diagonal;
        let hit = match second {
            Some('h') if "fblr".contains(first) => {
                at += 2;
                half(first, step, reading)
            }
            Some(second) if second == first => {
                at += 2;
                alone(first, step, reading)
            }
            Some(second) if opens && is_vertical(first) != is_vertical(second) => {
                at += 2;
                pair(first, second, step, reading)
            }
            _ => {
                at += 1;
                alone(first, step, reading)
            }
        };
        if hit {
            return true;
        }
    }
    false
}

fn is_vertical(letter: char) -> bool {
    "fbv".contains(letter)
}

/// On this side of the start square; `v` and `s` name no side.
fn half_plane(letter: char, (x, y): Step) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        _ => true,
    }
}

fn half(letter: char, step: Step, reading: Reading) -> bool {
    match reading {
        Reading::Orthogonal | Reading::Diagonal => alone(letter, step, reading),
        Reading::EightFold | Reading::Oblique => half_plane(letter, step),
    }
}

fn alone(letter: char, step: Step, reading: Reading) -> bool {
    let (x, y) = step;
    let along_the_axis = match reading {
        Reading::Diagonal => true,
        Reading::Orthogonal | Reading::EightFold => {
            if is_vertical(letter) {
                x == 0
            } else {
                y == 0
            }
        }
        Reading::Oblique => (y.abs() > x.abs()) == is_vertical(letter),
    };
    along_the_axis && half_plane(letter, step)
}

fn pair(first: char, second: char, step: Step, reading: Reading) -> bool {
    let (x, y) = step;
    match reading {
        Reading::Orthogonal => alone(first, step, reading) || alone(second, step, reading),
        Reading::Diagonal => half_plane(first, step) && half_plane(second, step),
        Reading::EightFold => {
            x != 0 && y != 0 && half_plane(first, step) && half_plane(second, step)
        }
        Reading::Oblique => half_plane(first, step) && alone(second, step, reading),
    }
}

/// Place of an orthogonal or diagonal step in [`COMPASS`].
pub(crate) fn compass_point((x, y): Step) -> usize {
    let sign = (x.signum(), y.signum());
    COMPASS.iter().position(|&point| point == sign).expect("a step goes somewhere")
}

/// A quarter turn to the right.
fn quarter((x, y): Step) -> Step {
    (y, -x)
}

/// Steps of a later leg of a bracket (7.2, 7.4): the letters are read with the previous
/// step as straight ahead; without letters, the least deflection.
pub(crate) fn continuation(letters: &str, atom: Atom, previous: Step) -> Vec<Step> {
    let steps = steps_of(atom);
    if letters.is_empty() {
        let ahead = |step: &Step| cosine(*step, previous);
        let best = steps.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        return steps
            .into_iter()
            .filter(|step| (cosine(*step, previous) - best).abs() < 1e-9)
            .collect();
    }
    let after_oblique = reading_of_step(previous) == Reading::Oblique;
    let after_diagonal = reading_of_step(previous) == Reading::Diagonal;
    let reading = reading_of(atom);
    if after_oblique || reading == Reading::Oblique && after_diagonal {
        // Only `b`: the exact reverse.
        let back = (-previous.0, -previous.1);
        return steps.into_iter().filter(|&step| letters == "b" && step == back).collect();
    }
    let turn = compass_point(previous);
    steps
        .into_iter()
        .filter(|&step| {
            if reading == Reading::Oblique {
                // Turn back until the previous step points ahead.
                let mut turned = step;
                for _ in 0..(4 - turn / 2) % 4 {
                    turned = quarter(turned);
                }
                return chosen(letters, turned, reading);
            }
            let relative = COMPASS[(compass_point(step) + 8 - turn) % 8];
            let reading =
                if reading == Reading::EightFold { reading } else { reading_of_step(relative) };
            chosen(letters, relative, reading)
        })
        .collect()
}

/// Steps of a later leg of an `a` chain (7.3). Four-fold atoms may be exchanged for their
/// partner at 45 degrees, so the step is a compass direction times the atom's length.
pub(crate) fn chain_continuation(letters: &str, atom: Atom, previous: Step) -> Vec<Step> {
    let reading = reading_of(atom);
    if reading == Reading::Oblique {
        let back = (-previous.0, -previous.1);
        return match letters {
            "" => steps_of(atom).into_iter().filter(|&step| step != back).collect(),
            "f" => vec![previous],
            "b" => vec![back],
            _ => Vec::new(),
        };
    }
    let length = previous.0.abs().max(previous.1.abs());
    let turn = compass_point(previous);
    let all_but_back = |relative: usize| match reading {
        Reading::EightFold => relative != 4,
        _ => [0, 2, 6].contains(&relative),
    };
    (0..8)
        .filter(|&relative| {
            if letters.is_empty() {
                all_but_back(relative)
            } else {
                chosen(letters, COMPASS[relative], Reading::EightFold)
            }
        })
        .map(|relative| {
            let (x, y) = COMPASS[(turn + relative) % 8];
            (x * length, y * length)
        })
        .collect()
}

fn cosine(a: Step, b: Step) -> f64 {
    let length = |(x, y): Step| f64::hypot(f64::from(x), f64::from(y));
    let dot = f64::from(a.0) * f64::from(b.0) + f64::from(a.1) * f64::from(b.1);
    dot / (length(a) * length(b))
}

/// The repeating lists of steps of a ride that begins with `step`: itself, or for `z` and
/// `q` its two windings.
pub(crate) fn courses(step: Step, atom: Atom, crooked: bool, circular: bool) -> Vec<Vec<Step>> {
    let (x, y) = step;
    if crooked {
        return vec![vec![step, (y, -x)], vec![step, (-y, x)]];
    }
    if circular {
        let mut ring = steps_of(atom);
        let angle = |(x, y): Step| f64::atan2(f64::from(x), f64::from(y));
        ring.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
        let at = ring.iter().position(|&point| point == step).expect("a step of the atom");
        let right: Vec<Step> = (0..ring.len()).map(|i| ring[(at + i) % ring.len()]).collect();
        let left = (0..ring.len()).map(|i| ring[(at + ring.len() - i) % ring.len()]).collect();
        return vec![right, left];
    }
    vec![vec![step]]
}

/// The squares of the path of one step (6.2), from its start: along the line, or for an
/// oblique step straight along the longer axis first and then diagonally.
pub(crate) fn path((x, y): Step) -> Vec<Step> {
    let (short, long) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let mut squares = Vec::new();
    for i in 1..long {
        let across = if short == 0 { 0 } else { (i - (long - short)).max(0) };
        let (along_x, along_y) = if x.abs() > y.abs() { (i, across) } else { (across, i) };
        squares.push((x.signum() * along_x, y.signum() * along_y));
    }
    squares
}
