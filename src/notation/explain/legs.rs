//! How a man goes, leg by leg.

use super::{steps, words};
use crate::notation::directions;
use crate::notation::tree::{AChain, Atom, AtomClass, Bracket, Leg, Modifiers, Range, Separator};

/// A term of one leg.
pub(super) fn simple(leg: &Leg, initial: bool) -> String {
    let has = &leg.modifiers;
    let mut text = if has.hop || has.grasshopper { hop(leg) } else { ride(leg) };
    let path = !leg.atom.is_one_square();
    if has.lame > 0 && path {
        text += if leg.range.steps(leg.atom) == Some(1) {
            ", if every square on the way is empty"
        } else {
            ", if every square that a step passes is empty"
        };
    }
    if has.jump > 0 && path {
        text += ", if exactly one square that a step passes is occupied";
    }
    if has.jump > 0 && !path {
        let first = match has.jump {
            1 => "square whatever it holds".to_owned(),
            jump => format!("{jump} squares whatever they hold"),
        };
        text += ", skipping the first ";
        text += &first;
    }
    if has.wrap {
        text += ", with the left and right edges of the board joined";
    }
    if (has.lame > 1 || has.lame > 0 && initial) && (path || leg.range.steps(leg.atom) != Some(1)) {
        text += ", and may then be taken en passant on the squares it passed";
    }
    text
}

fn letters(leg: &Leg) -> &str {
    leg.modifiers.directions.as_str()
}

fn ride(leg: &Leg) -> String {
    let (has, atom) = (&leg.modifiers, leg.atom);
    let directions = words::absolute(atom, letters(leg));
    if has.circular {
        let range = if leg.range == Range::Own { Range::Unlimited } else { leg.range };
        let step = step_name(atom);
        let angle = match atom.class() {
            AtomClass::Oblique => "to the next of the eight directions",
            AtomClass::EightFold => "45 degrees",
            AtomClass::Orthogonal | AtomClass::Diagonal => "90 degrees",
        };
        let steps = steps(range, atom, &step, &format!("{step}s"));
        return format!(
            "by {steps} on a circle, beginning {directions} and turning {angle} the same way each time, \
             ending before it comes back"
        );
    }
    if has.crooked {
        let step = step_name(atom);
        let steps = steps(leg.range, atom, &step, &format!("{step}s"));
        return format!(
            "by {steps} in zigzag, beginning {directions} and turning a right angle to and fro each time"
        );
    }
    plain(atom, leg.range, letters(leg))
}

/// `like a knight`, `up to 3 steps sideways`.
fn plain(atom: Atom, range: Range, letters: &str) -> String {
    let all = words::absolute(atom, letters) == words::absolute(atom, "");
    let steps = range.steps(atom);
    match (all, atom, steps) {
        (true, Atom::W, Some(1)) => return "like a wazir (one step orthogonally)".to_owned(),
        (true, Atom::F, Some(1)) => return "like a ferz (one step diagonally)".to_owned(),
        (true, Atom::W | Atom::R, None) => return "like a rook".to_owned(),
        (true, Atom::F | Atom::B, None) => return "like a bishop".to_owned(),
        (true, Atom::K | Atom::Q, None) => return "like a queen".to_owned(),
        (true, Atom::K, Some(1)) => return "like a king".to_owned(),
        (true, _, Some(1)) if !atom.is_one_square() => {
            return format!("like {}{}", words::a(&words::name(atom)), explained(atom));
        }
        (true, _, None) if !atom.is_one_square() => {
            return match atom.step() {
                (1, 2) => "like a nightrider (any number of knight leaps in a line)".to_owned(),
                _ => format!("by any number of {}s in a line", words::leap(atom)),
            };
        }
        _ => {}
    }
    distance(atom, range) + " " + &words::absolute(atom, letters)
}

/// The step in numbers, for names that few know.
fn explained(atom: Atom) -> String {
    match atom {
        Atom::N => String::new(),
        Atom::Leaper(..) if words::name(atom).starts_with('(') => String::new(),
        _ => {
            let (x, y) = atom.step();
            format!(" (a leap of {x} and {y})")
        }
    }
}

fn step_name(atom: Atom) -> String {
    if atom.is_one_square() { "step".to_owned() } else { words::leap(atom) }
}

/// `one step`, `any distance`, `up to 3 knight leaps in a line`.
fn distance(atom: Atom, range: Range) -> String {
    if !atom.is_one_square() {
        let leap = words::leap(atom);
        let steps = steps(range, atom, &leap, &format!("{leap}s in a line"));
        return format!("by {steps}");
    }
    match range.steps(atom) {
        None => "any distance".to_owned(),
        _ => steps(range, atom, "step", "steps"),
    }
}

fn hop(leg: &Leg) -> String {
    let (has, atom) = (&leg.modifiers, leg.atom);
    let directions = words::absolute(atom, letters(leg));
    let all = directions == words::absolute(atom, "");
    let unlimited = leg.range.steps(atom).is_none();
    let limit = match leg.range.steps(atom) {
        Some(steps) if atom.is_one_square() => format!(", within {} in all", words::squares(steps)),
        Some(steps) => format!(", within {steps} leaps in all"),
        None => String::new(),
    };
    let line = if atom.is_one_square() {
        String::new()
    } else {
        format!("by {}s in a line ", words::leap(atom))
    };
    if has.grasshopper {
        let who = match (all && unlimited, atom) {
            (true, Atom::Q) => "like a grasshopper ",
            _ => "",
        };
        let behind = if atom.is_one_square() { "square" } else { "leap" };
        return format!(
            "{who}{line}{directions} over the first man it meets, to the {behind} directly behind him{limit}"
        );
    }
    format!("{line}{directions} over exactly one man, at any distance before and behind him{limit}")
}

/// What must be where a leg that is not the last ends.
fn junction(has: &Modifiers) -> String {
    let hop = has.hop || has.grasshopper;
    let quiet = has.quiet || has.toggle;
    let mut parts = Vec::new();
    match (quiet, has.capture, hop) {
        (false, false, false) if has.own => {}
        (_, false, false) => parts.push("to an empty square"),
        (false, true, false) => parts.push("to an enemy, who is removed"),
        (true, true, false) => parts.push("to an empty square or an enemy, who is removed"),
        (false, false, true) => parts.push("to a man, who stays"),
        (true, false, true) => parts.push("to a square whatever it holds"),
        (false, true, true) => parts.push("to a man, who stays or if an enemy is removed"),
        (true, true, true) => {
            parts.push("to a square whatever it holds, where an enemy may be removed");
        }
    }
    if has.own {
        parts.push("to an own man that is not royal, who is removed");
    }
    words::or(&parts)
}

fn first_leg(atom: Atom, range: Range, letters: &str) -> String {
    let directions = words::absolute(atom, letters);
    format!("{} {directions}", distance(atom, range))
}

/// `mods a mods a … ATOM`.
pub(super) fn a_chain(chain: &AChain) -> String {
    let mut parts = Vec::new();
    let mut range = chain.range;
    for (i, has) in chain.legs.iter().enumerate() {
        let letters = has.directions.as_str();
        let how = if i == 0 {
            first_leg(chain.atom, range, letters)
        } else {
            format!("{} {}", distance(chain.atom, range), a_turn(chain.atom, letters))
        };
        let last = i + 1 == chain.legs.len();
        parts.push(if last { how } else { format!("{how} {}", junction(has)) });
        if has.toggle || has.grasshopper {
            let one_step = range.steps(chain.atom) == Some(1);
            range = if one_step { Range::Unlimited } else { Range::Steps(1) };
        }
    }
    let back = chain.legs.iter().skip(1).any(goes_back)
        && !chain.legs.iter().rev().skip(1).any(always_removes);
    legs(&parts, back)
}

/// Relative directions of an `a` chain.
fn a_turn(atom: Atom, letters: &str) -> String {
    let class = atom.class();
    match (letters, class) {
        ("", AtomClass::EightFold | AtomClass::Oblique) => {
            "in any direction but straight back".to_owned()
        }
        ("", _) => words::relative(&[0, 2, 6]),
        _ => directions::read(letters, AtomClass::EightFold)
            .map(|reading| words::relative(&reading.ring(AtomClass::EightFold)))
            .unwrap_or_default(),
    }
}

/// `[A-B?C]`.
pub(super) fn bracket(bracket: &Bracket) -> String {
    let mut parts = Vec::new();
    let mut before: Option<&Leg> = None;
    let legs_of = std::iter::once(&bracket.first).chain(bracket.rest.iter().map(|(_, leg)| leg));
    for (i, leg) in legs_of.enumerate() {
        let how = match before {
            None => first_leg(leg.atom, leg.range, letters(leg)),
            Some(before) => {
                format!("{} {}", distance(leg.atom, leg.range), bracket_turn(before, leg))
            }
        };
        parts.push(match bracket.rest.get(i).map(|(separator, _)| separator) {
            None => how,
            Some(Separator::Then) => format!("{how} {}", junction(&leg.modifiers)),
            Some(Separator::Maybe) => {
                let verb = super::verb(&Modifiers { hop: false, ..leg.modifiers.clone() });
                format!("{how}, where it may end ({verb}) or go on {}", junction(&leg.modifiers))
            }
        });
        before = Some(leg);
    }
    let before = std::iter::once(&bracket.first).chain(bracket.rest.iter().map(|(_, leg)| leg));
    let back = bracket.rest.iter().any(|(_, leg)| goes_back(&leg.modifiers))
        && !before.take(bracket.rest.len()).any(|leg| always_removes(&leg.modifiers));
    legs(&parts, back)
}

/// Relative directions of a bracket's leg.
fn bracket_turn(before: &Leg, leg: &Leg) -> String {
    let letters = letters(leg);
    let (from, to) = (before.atom.class(), leg.atom.class());
    let four = |class| matches!(class, AtomClass::Orthogonal | AtomClass::Diagonal);
    match (letters, from, to) {
        ("", AtomClass::Oblique, AtomClass::Oblique) if before.atom.step() != leg.atom.step() => {
            "as straight on as it can".to_owned()
        }
        ("", _, _) if from == to => "straight on".to_owned(),
        ("", _, _) if four(from) && to == AtomClass::EightFold => "straight on".to_owned(),
        ("", _, _) if four(from) && four(to) => words::relative(&[1, 7]),
        ("", _, _) => "as straight on as it can".to_owned(),
        ("b" | "bb", _, _) if from == to => "straight back".to_owned(),
        (_, _, AtomClass::EightFold) if from != AtomClass::Oblique => {
            turn(letters, to, |r| r.ring(to))
        }
        (_, _, _) if from == to && four(to) => {
            turn(letters, AtomClass::EightFold, directions::Reading::ahead)
        }
        (_, _, _) if four(from) && four(to) => {
            turn(letters, AtomClass::Diagonal, |r| r.ring(AtomClass::Diagonal))
        }
        _ => words::letters(letters),
    }
}

fn turn(
    letters: &str,
    class: AtomClass,
    ring: impl Fn(&directions::Reading) -> Vec<directions::Ring>,
) -> String {
    directions::read(letters, class)
        .map(|reading| words::relative(&ring(&reading)))
        .unwrap_or_default()
}

/// Whether a leg is written so that the move may be a pass.
fn goes_back(has: &Modifiers) -> bool {
    matches!(has.directions.as_str(), "b" | "bb")
}

/// Whether a leg that is not the last cannot be played without removing somebody.
fn always_removes(has: &Modifiers) -> bool {
    (has.capture || has.own) && !has.quiet && !has.toggle && !has.hop && !has.grasshopper
}

/// `in 2 legs (…, then …)`.
fn legs(parts: &[String], back: bool) -> String {
    let pass = if back { ", and passes if it ends where it began and removes nothing" } else { "" };
    format!("in {} legs ({}){pass}", parts.len(), parts.join(", then "))
}
