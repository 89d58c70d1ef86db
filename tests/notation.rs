//! Worked notation cases: every row of the files in `tests/notation/` is a named test.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ferz::board::{Shape, Side, Square, SquareSet, Symmetry};
use ferz::notation::lower::Action;
use ferz::notation::targets::{EnPassant, Occupant, PseudoMove, Scene, targets};
use ferz::notation::{explain, lower, parse};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Clone, Deserialize)]
struct Case {
    name: String,
    notation: String,
    board: String,
    square: String,
    friend: Vec<String>,
    enemy: Vec<String>,
    virgin: bool,
    ep: Option<String>,
    ep_victim: Option<String>,
    quiet: Vec<String>,
    captures: Vec<String>,
    #[serde(default)]
    effects: Vec<Effect>,
    #[serde(default)]
    castle: Vec<Castle>,
}

#[derive(Clone, Deserialize)]
struct Effect {
    to: String,
    removes: Vec<String>,
}

#[derive(Clone, Deserialize)]
struct Castle {
    to: String,
    partner: String,
    partner_to: String,
}

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

/// A notation and what is said about it: `code start..end`, all of it.
#[derive(Deserialize)]
struct Fault {
    notation: String,
    says: Vec<String>,
    /// Part of the first message's help.
    help: Option<String>,
}

/// A notation, its canonical text and its sentence.
#[derive(Deserialize)]
struct Sentences {
    sentence: Vec<Sentence>,
}

#[derive(Deserialize)]
struct Sentence {
    notation: String,
    canonical: Option<String>,
    text: String,
}

/// The four lists of a case as comparable sets.
#[derive(PartialEq, Eq, Debug, Default)]
struct Outcome {
    quiet: BTreeSet<String>,
    captures: BTreeSet<String>,
    effects: BTreeSet<(String, BTreeSet<String>)>,
    castle: BTreeSet<(String, String, String)>,
}

fn main() {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, trials()).exit();
}

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/notation").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let cases: Cases = toml::from_str(&read("notation.toml")).expect("notation.toml");
    assert!(cases.case.len() >= 247, "the corpus is incomplete");
    let more: Cases = toml::from_str(&read("more.toml")).expect("more.toml");
    for case in cases.case.into_iter().chain(more.case) {
        let turned = case.clone();
        let name = case.name.clone();
        trials.push(Trial::test(format!("case::{name}"), move || {
            check_case(&case, Side::White, &outcome(&case))
        }));
        trials.push(Trial::test(format!("turned::{name}"), move || {
            // Black's moves on the board turned by 180 degrees are White's.
            let expected = outcome(&turned);
            check_case(&turned, Side::Black, &expected)
        }));
    }
    for (number, line) in read("pieces.tsv").lines().enumerate() {
        if line.starts_with('#') || line.starts_with("name\t") {
            continue;
        }
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let name = format!("piece::{}::{}", number + 1, fields[0]);
        trials.push(Trial::test(name, move || check_piece(&fields)));
    }
    for line in read("directions.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let name = format!("directions::{}{}", fields[1], fields[0]);
        trials.push(Trial::test(name, move || check_directions(&fields)));
    }
    let faults: Faults = toml::from_str(&read("faults.toml")).expect("faults.toml");
    for (number, fault) in faults.fault.into_iter().enumerate() {
        let name = format!("fault::{number}::{}", fault.notation.escape_debug());
        trials.push(Trial::test(name, move || check_fault(&fault)));
    }
    let sentences: Sentences = toml::from_str(&read("sentences.toml")).expect("sentences.toml");
    for sentence in sentences.sentence {
        let name = format!("sentence::{}", sentence.notation);
        trials.push(Trial::test(name, move || check_sentence(&sentence)));
    }
    trials
}

fn outcome(case: &Case) -> Outcome {
    let set = |names: &[String]| names.iter().cloned().collect();
    Outcome {
        quiet: set(&case.quiet),
        captures: set(&case.captures),
        effects: case.effects.iter().map(|e| (e.to.clone(), set(&e.removes))).collect(),
        castle: case
            .castle
            .iter()
            .map(|c| (c.to.clone(), c.partner.clone(), c.partner_to.clone()))
            .collect(),
    }
}

fn check_case(case: &Case, side: Side, expected: &Outcome) -> Result<(), Failed> {
    let parsed = parse(&case.notation).map_err(|faults| format!("refused: {faults:?}"))?;
    let (files, ranks) = case.board.split_once('x').ok_or("board")?;
    let shape = Shape::new(files.parse()?, ranks.parse()?).ok_or("board")?;
    let turn = |square: Square| match side {
        Side::White => square,
        Side::Black => shape.image(square, Symmetry::Rotate),
    };
    let square =
        |name: &String| shape.parse_square(name).map_or_else(|| panic!("no square {name}"), turn);
    let squares = |names: &[String]| names.iter().map(square).collect::<SquareSet>();
    let (from, friends, enemies) =
        (square(&case.square), squares(&case.friend), squares(&case.enemy));
    let unmoved = if case.virgin { friends | SquareSet::of(from) } else { SquareSet::EMPTY };
    let scene = Scene {
        shape: &shape,
        from,
        side,
        occupant: |square| match (friends.has(square), enemies.has(square)) {
            (true, _) => Occupant::Friend,
            (_, true) => Occupant::Enemy,
            _ => Occupant::Empty,
        },
        unmoved,
        en_passant: case.ep.as_ref().zip(case.ep_victim.as_ref()).map(|(target, victim)| {
            EnPassant { targets: SquareSet::of(square(target)), victim: square(victim) }
        }),
    };
    let found = collect(&targets(&lower(&parsed.expr), &scene), |square| shape.name(turn(square)));
    if found == *expected {
        Ok(())
    } else {
        Err(format!("`{}` as {side:?}\nexpected {expected:?}\nfound    {found:?}", case.notation)
            .into())
    }
}

fn collect(moves: &[PseudoMove], name: impl Fn(Square) -> String) -> Outcome {
    let mut outcome = Outcome::default();
    for mv in moves {
        let to = name(mv.to);
        if let Some(partner) = mv.partner {
            outcome.castle.insert((to, name(partner.from), name(partner.to)));
        } else if mv.removes.is_empty() && !mv.is_pass {
            outcome.quiet.insert(to);
        } else if mv.removes == SquareSet::of(mv.to) || mv.en_passant {
            outcome.captures.insert(to);
        } else {
            outcome.effects.insert((to, mv.removes.iter().map(&name).collect()));
        }
    }
    outcome
}

fn check_piece(fields: &[String]) -> Result<(), Failed> {
    let [_, notation, _, expect, codes] = fields else { return Err("five fields".into()) };
    let expected: BTreeSet<&str> = codes.split(',').filter(|code| !code.is_empty()).collect();
    let (verdict, diagnostics) = match parse(notation) {
        Ok(parsed) => {
            if explain(&parsed.expr).trim().is_empty() {
                return Err("no sentence".into());
            }
            let text = parsed.expr.to_string();
            match parse(&text) {
                Ok(again) if again.expr == parsed.expr => {}
                other => return Err(format!("`{text}` is read as {other:?}").into()),
            }
            ("accept", parsed.warnings)
        }
        Err(faults) => ("reject", faults),
    };
    let accepted = verdict == "accept";
    let codes: BTreeSet<String> = diagnostics
        .iter()
        .filter(|diagnostic| accepted || diagnostic.is_error())
        .map(|diagnostic| diagnostic.code.to_uppercase())
        .collect();
    if verdict == expect && codes.iter().map(String::as_str).eq(expected.iter().copied()) {
        Ok(())
    } else {
        Err(format!("`{notation}`: expected {expect} {expected:?}, found {verdict} {codes:?}")
            .into())
    }
}

fn check_directions(fields: &[String]) -> Result<(), Failed> {
    let [atom, letters, targets] = fields else { return Err("three fields".into()) };
    let parsed = parse(&format!("{letters}{atom}")).map_err(|faults| format!("{faults:?}"))?;
    let step = |text: &str| -> Option<(i16, i16)> {
        let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let expected: Option<BTreeSet<_>> = targets.split(' ').map(step).collect();
    let mut found = BTreeSet::new();
    for way in lower(&parsed.expr) {
        let Action::Ride(ride) = way.action else { return Err("not a ride".into()) };
        found.extend(ride.steps);
    }
    if Some(&found) == expected.as_ref() {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, found {found:?}").into())
    }
}

fn check_fault(fault: &Fault) -> Result<(), Failed> {
    let diagnostics = match parse(&fault.notation) {
        Ok(parsed) => parsed.warnings,
        Err(faults) => faults,
    };
    let says: Vec<String> =
        diagnostics.iter().map(|fault| format!("{} {:?}", fault.code, fault.span())).collect();
    if says != fault.says {
        return Err(format!("expected {:?}, found {says:?}", fault.says).into());
    }
    if let Some(help) = &fault.help {
        let found = diagnostics.first().and_then(|first| first.help.clone()).unwrap_or_default();
        if !found.contains(help) {
            return Err(format!("the help is {found:?}").into());
        }
    }
    Ok(())
}

fn check_sentence(sentence: &Sentence) -> Result<(), Failed> {
    let parsed = parse(&sentence.notation).map_err(|faults| format!("refused: {faults:?}"))?;
    let canonical = parsed.expr.to_string();
    if canonical != *sentence.canonical.as_ref().unwrap_or(&sentence.notation) {
        return Err(format!("canonical: {canonical}").into());
    }
    let text = explain(&parsed.expr);
    if text == sentence.text { Ok(()) } else { Err(format!("found: {text}").into()) }
}
