//! Moves of several legs: every path of concrete directions is a way of its own
//! (`notation.md` section 7).

use super::{
    Action, Chain, Fault, FaultKind, Junction, Leg, Modality, Passage, Ride, UNLIMITED,
    first_steps, modality, range_of, scaled,
};
use crate::board::Vector;
use crate::limits;
use crate::notation::directions::{self, Ring};
use crate::notation::tree::{
    AChain, Atom, AtomClass, Bracket, Leg as Written, Modifiers, Separator,
};

/// Takes the finished ways.
type Sink<'a> = dyn FnMut(Action) -> Result<(), FaultKind> + 'a;

/// The legs of a path that has not ended, and whether one of them was written `b`.
#[derive(Clone, Debug, Default)]
struct Path {
    legs: Vec<(Leg, Junction)>,
    back: bool,
}

impl Path {
    fn last_step(&self) -> Option<Vector> {
        self.legs.last().map(|(leg, _)| leg.step)
    }

    fn ended(&self, last: Leg, modality: Modality, back: bool) -> Action {
        if self.legs.is_empty() {
            return Action::Ride(Ride {
                steps: vec![last.step],
                range: last.range,
                skip: 0,
                passage: Passage::Free,
                modality,
                passing: false,
                closed: false,
            });
        }
        let may_pass = self.back || back;
        Action::Chain(Chain { legs: self.legs.clone(), last, modality, may_pass })
    }
}

/// `[A-B?C]`.
pub(super) fn bracket(bracket: &Bracket, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let legs = std::iter::once((Separator::Then, &bracket.first))
        .chain(bracket.rest.iter().map(|(separator, leg)| (*separator, leg)));
    let legs: Vec<(Separator, &Written)> = legs.collect();
    let mut paths = vec![Path::default()];
    for (i, &(_, leg)) in legs.iter().enumerate() {
        let next = legs.get(i + 1).map(|&(separator, _)| separator);
        let ends = next != Some(Separator::Then);
        let range = range_of(leg.range, leg.atom);
        paths = leg_of(i, &leg.modifiers, range, ends, next.is_some(), paths, sink, |path| {
            bracket_steps(leg, path.last_step())
        })?;
    }
    Ok(())
}

/// `mods a mods a … ATOM`.
pub(super) fn a_chain(chain: &AChain, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut paths = vec![Path::default()];
    let mut range = range_of(chain.range, chain.atom);
    for (i, modifiers) in chain.legs.iter().enumerate() {
        let last = i + 1 == chain.legs.len();
        paths = leg_of(i, modifiers, range, last, !last, paths, sink, |path| {
            a_steps(chain.atom, modifiers.directions.as_str(), path.last_step())
        })?;
        if modifiers.toggle || modifiers.grasshopper {
            range = if range == 1 { UNLIMITED } else { 1 };
        }
    }
    Ok(())
}

/// Lengthens every path by one leg, in every direction `steps` gives. Where the move may end
/// the ways go to the sink; where it may go on the longer paths come back.
#[expect(clippy::too_many_arguments, reason = "the state of one walk, used in two places")]
fn leg_of(
    index: usize,
    modifiers: &Modifiers,
    range: u8,
    ends: bool,
    goes_on: bool,
    paths: Vec<Path>,
    sink: &mut Sink<'_>,
    steps: impl Fn(&Path) -> Result<Vec<Vector>, FaultKind>,
) -> Result<Vec<Path>, Fault> {
    let fault = |kind| Fault { leg: index, kind };
    let back = index > 0 && matches!(modifiers.directions.as_str(), "b" | "bb");
    let mut longer = Vec::new();
    let mut any = false;
    for path in paths {
        for step in steps(&path).map_err(fault)? {
            any = true;
            let leg = Leg { step, range };
            if ends {
                sink(path.ended(leg, modality(modifiers), back)).map_err(fault)?;
            }
            if !goes_on {
                continue;
            }
            for junction in junctions(modifiers) {
                if longer.len() >= limits::NOTATION_WAYS {
                    return Err(fault(FaultKind::Limit));
                }
                let mut path = path.clone();
                path.back |= back;
                path.legs.push((leg, junction));
                longer.push(path);
            }
        }
    }
    if any { Ok(longer) } else { Err(fault(FaultKind::Empty)) }
}

/// What may stand where a leg ends that is not the last (7.1). A union that has no name of
/// its own gives several junctions.
fn junctions(modifiers: &Modifiers) -> Vec<Junction> {
    let hop = modifiers.hop || modifiers.grasshopper;
    let quiet = modifiers.quiet || modifiers.toggle;
    let mut junctions = match (quiet, modifiers.capture, hop) {
        (false, false, false) if modifiers.own => vec![],
        (_, false, false) => vec![Junction::Empty],
        (false, true, false) => vec![Junction::Enemy],
        (true, true, false) => vec![Junction::EmptyOrEnemy],
        (false, false, true) => vec![Junction::Hurdle],
        (true, false, true) => vec![Junction::Any],
        (false, true, true) => vec![Junction::HurdleOrEnemy],
        (true, true, true) => vec![Junction::Any, Junction::Enemy],
    };
    if modifiers.own {
        junctions.push(Junction::Own);
    }
    junctions
}

fn turned(previous: Ring, relative: impl IntoIterator<Item = Ring>, length: i16) -> Vec<Vector> {
    relative.into_iter().map(|turn| scaled((previous + turn) % 8, length)).collect()
}

fn reversed((dx, dy): Vector) -> Vector {
    (-dx, -dy)
}

/// Steps of a bracket's leg after `previous` (7.2, 7.4).
fn bracket_steps(leg: &Written, previous: Option<Vector>) -> Result<Vec<Vector>, FaultKind> {
    let letters = leg.modifiers.directions.as_str();
    let atom = leg.atom;
    let Some(previous) = previous else { return first_steps(atom, letters) };
    if letters.is_empty() {
        return Ok(least_deflection(&first_steps(atom, "")?, previous));
    }
    let ring = directions::ring_of(previous);
    let class = atom.class();
    match (ring, class) {
        (Some(ring), AtomClass::Oblique) if ring % 2 == 0 => {
            let steps = first_steps(atom, letters)?;
            Ok(steps.into_iter().map(|step| directions::quarter_turns(step, ring / 2)).collect())
        }
        (_, AtomClass::Oblique) | (None, _) => {
            let back = reversed(previous);
            let same_atom = first_steps(atom, "")?.contains(&back);
            let plain = matches!(letters, "b" | "bb");
            if plain && same_atom { Ok(vec![back]) } else { Err(FaultKind::Unsupported) }
        }
        (Some(ring), _) => {
            let ahead = match class {
                AtomClass::Orthogonal => ring % 2 == 0,
                _ => ring % 2 == 1,
            };
            // Relative to the previous step, the atom's own directions are those of W if it
            // lies straight ahead and those of F if it lies between.
            let read = |class| directions::read(letters, class).map_err(FaultKind::Directions);
            let relative = match class {
                AtomClass::EightFold => read(class)?.ring(class),
                _ if ahead => read(AtomClass::EightFold)?.ahead(),
                _ => read(AtomClass::Diagonal)?.ring(AtomClass::Diagonal),
            };
            Ok(turned(ring, relative, i16::from(atom.step().1)))
        }
    }
}

/// The steps that turn away from `previous` by the smallest angle.
fn least_deflection(steps: &[Vector], previous: Vector) -> Vec<Vector> {
    // The cosine of the angle, squared with its sign kept, as a fraction; the length of
    // `previous` is common to all.
    let cosine = |(dx, dy): Vector| {
        let (dx, dy) = (i64::from(dx), i64::from(dy));
        let dot = dx * i64::from(previous.0) + dy * i64::from(previous.1);
        (dot * dot.abs(), dx * dx + dy * dy)
    };
    let compare = |a: Vector, b: Vector| {
        let ((top, bottom), (other_top, other_bottom)) = (cosine(a), cosine(b));
        (top * other_bottom).cmp(&(other_top * bottom))
    };
    let Some(best) = steps.iter().copied().max_by(|&a, &b| compare(a, b)) else {
        return Vec::new();
    };
    steps.iter().copied().filter(|&step| compare(step, best).is_eq()).collect()
}

/// Steps of an `a` chain's leg after `previous` (7.3). Letters are read in the table of
/// eight, so a four-fold atom is exchanged when a diagonal of it is chosen, and the step
/// just made tells which of the two it is now.
fn a_steps(atom: Atom, letters: &str, previous: Option<Vector>) -> Result<Vec<Vector>, FaultKind> {
    let Some(previous) = previous else { return first_steps(atom, letters) };
    let class = atom.class();
    let Some(ring) = directions::ring_of(previous).filter(|_| class != AtomClass::Oblique) else {
        let back = reversed(previous);
        return match letters {
            "" => {
                let steps = first_steps(atom, "")?;
                Ok(steps.into_iter().filter(|&step| step != back).collect())
            }
            "f" | "ff" => Ok(vec![previous]),
            "b" | "bb" => Ok(vec![back]),
            _ => Err(FaultKind::Unsupported),
        };
    };
    let relative = match (letters, class) {
        ("", AtomClass::EightFold) => vec![0, 1, 2, 3, 5, 6, 7],
        ("", _) => vec![0, 2, 6],
        _ => {
            let class = AtomClass::EightFold;
            directions::read(letters, class).map_err(FaultKind::Directions)?.ring(class)
        }
    };
    Ok(turned(ring, relative, i16::from(atom.step().1)))
}
