//! Words for steps and directions.

use crate::board::Vector;
use crate::notation::directions::{self, Ring};
use crate::notation::tree::{Atom, AtomClass};

/// `a`, `a or b`, `a, b or c`.
pub(super) fn or<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
    }
}

/// `one square`, `2 squares`.
pub(super) fn squares(count: u8) -> String {
    match count {
        1 => "one square".to_owned(),
        _ => format!("{count} squares"),
    }
}

/// Name of a man that makes one step of this atom in every direction; of a slider for R,
/// B, Q.
pub(super) fn name(atom: Atom) -> String {
    match atom {
        Atom::W => "wazir".to_owned(),
        Atom::F => "ferz".to_owned(),
        Atom::R => "rook".to_owned(),
        Atom::B => "bishop".to_owned(),
        Atom::K => "king".to_owned(),
        Atom::Q => "queen".to_owned(),
        _ => match atom.step() {
            (0, 1) => "wazir".to_owned(),
            (1, 1) => "ferz".to_owned(),
            (0, 2) => "dabbaba".to_owned(),
            (1, 2) => "knight".to_owned(),
            (2, 2) => "alfil".to_owned(),
            (0, 3) => "threeleaper".to_owned(),
            (1, 3) => "camel".to_owned(),
            (2, 3) => "zebra".to_owned(),
            (3, 3) => "tripper".to_owned(),
            (1, 4) => "giraffe".to_owned(),
            (3, 4) => "antelope".to_owned(),
            (x, y) => format!("({x},{y}) leaper"),
        },
    }
}

/// Name of the leap: `knight leap`, `(2,4) leap`.
pub(super) fn leap(atom: Atom) -> String {
    let name = name(atom);
    format!("{} leap", name.trim_end_matches(" leaper"))
}

/// With `a` or `an` in front.
pub(super) fn a(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Directions of a first leg, seen from the board.
pub(super) fn absolute(atom: Atom, letters: &str) -> String {
    let class = atom.class();
    match (letters, class) {
        ("", AtomClass::Orthogonal) => return "orthogonally".to_owned(),
        ("", AtomClass::Diagonal) => return "diagonally".to_owned(),
        ("", _) => return "in any direction".to_owned(),
        _ => {}
    }
    let Ok(reading) = directions::read(letters, class) else { return String::new() };
    if class == AtomClass::Oblique {
        let (short, long) = atom.step();
        let steps = directions::oblique_steps(i16::from(short), i16::from(long));
        let steps: Vec<_> = steps.into_iter().filter(|&step| reading.has_oblique(step)).collect();
        return oblique(&steps);
    }
    let ring = reading.ring(class);
    let all = match class {
        AtomClass::EightFold => ring.len() == 8,
        _ => ring.len() == 4,
    };
    if all { absolute(atom, "") } else { compass(&ring) }
}

/// Names of some directions of the ring.
fn compass(ring: &[Ring]) -> String {
    let straight: Vec<_> = ring.iter().copied().filter(|direction| direction % 2 == 0).collect();
    let diagonal: Vec<_> = ring.iter().copied().filter(|direction| direction % 2 == 1).collect();
    let straight = match straight.as_slice() {
        [] => None,
        [0, 2, 4, 6] => Some("orthogonally".to_owned()),
        _ => {
            let mut names = Vec::new();
            for (direction, name) in [(0, "straight forward"), (4, "straight back")] {
                if straight.contains(&direction) {
                    names.push(name);
                }
            }
            match (straight.contains(&2), straight.contains(&6)) {
                (true, true) => names.push("sideways"),
                (true, false) => names.push("to the left"),
                (false, true) => names.push("to the right"),
                (false, false) => {}
            }
            Some(or(&names))
        }
    };
    let diagonal = match diagonal.as_slice() {
        [] => None,
        [1, 3, 5, 7] => Some("diagonally".to_owned()),
        [1, 7] => Some("diagonally forward".to_owned()),
        [3, 5] => Some("diagonally back".to_owned()),
        [1, 3] => Some("diagonally to the left".to_owned()),
        [5, 7] => Some("diagonally to the right".to_owned()),
        _ => {
            let names: Vec<_> = diagonal
                .iter()
                .map(|direction| match direction {
                    1 => "forward-left",
                    3 => "back-left",
                    5 => "back-right",
                    _ => "forward-right",
                })
                .collect();
            Some(format!("diagonally {}", or(&names)))
        }
    };
    let parts: Vec<_> = straight.into_iter().chain(diagonal).collect();
    or(&parts)
}

/// Names of some steps of an oblique atom: `2 forward and 1 to either side`.
fn oblique(steps: &[Vector]) -> String {
    let (upright, flat): (Vec<Vector>, Vec<Vector>) =
        steps.iter().copied().partition(|&(dx, dy)| dy.abs() > dx.abs());
    let mut parts = group(&upright);
    parts.extend(group(&flat));
    or(&parts)
}

/// One phrase where the signs combine freely, or one for each step.
fn group(steps: &[Vector]) -> Vec<String> {
    let signs = |pick: fn(&Vector) -> i16| {
        (steps.iter().any(|step| pick(step) > 0), steps.iter().any(|step| pick(step) < 0))
    };
    let across = signs(|step| step.0);
    let along = signs(|step| step.1);
    let count = |(plus, minus): (bool, bool)| usize::from(plus) + usize::from(minus);
    if steps.is_empty() {
        return Vec::new();
    }
    if steps.len() < count(across) * count(along) {
        return steps.iter().flat_map(|&step| group(&[step])).collect();
    }
    let (dx, dy) = steps.first().map_or((0, 0), |step| (step.0.abs(), step.1.abs()));
    let across = match across {
        (true, true) => format!("{dx} to either side"),
        (true, false) => format!("{dx} right"),
        _ => format!("{dx} left"),
    };
    let along = match along {
        (true, true) => format!("{dy} forward or back"),
        (true, false) => format!("{dy} forward"),
        _ => format!("{dy} back"),
    };
    vec![if dy > dx { format!("{along} and {across}") } else { format!("{across} and {along}") }]
}

/// Names of directions of the ring, seen from the leg before.
pub(super) fn relative(ring: &[Ring]) -> String {
    match ring {
        [0, 1, 2, 3, 5, 6, 7] => return "in any direction but straight back".to_owned(),
        [0, 2, 6] => return "straight on or at a right angle".to_owned(),
        [0, 2, 4, 6] => return "straight on, straight back or at a right angle".to_owned(),
        [2, 6] => return "at a right angle".to_owned(),
        [1, 7] => return "turned 45 degrees to either side".to_owned(),
        [3, 5] => return "turned 135 degrees to either side".to_owned(),
        [0, 1, 7] => return "straight on or turned 45 degrees to either side".to_owned(),
        _ => {}
    }
    let names: Vec<_> = ring
        .iter()
        .map(|direction| match direction % 8 {
            0 => "straight on",
            1 => "turned 45 degrees left",
            2 => "turned 90 degrees left",
            3 => "turned 135 degrees left",
            4 => "straight back",
            5 => "turned 135 degrees right",
            6 => "turned 90 degrees right",
            _ => "turned 45 degrees right",
        })
        .collect();
    or(&names)
}

/// Direction letters as words, where the angle depends on the leg before.
pub(super) fn letters(letters: &str) -> String {
    let names: Vec<_> = letters
        .chars()
        .map(|letter| match letter {
            'f' => "forward",
            'b' => "back",
            'l' => "left",
            'r' => "right",
            'v' => "forward and back",
            's' => "sideways",
            _ => "half",
        })
        .collect();
    format!("{} (`{letters}`) as seen from the leg before", names.join(" "))
}
