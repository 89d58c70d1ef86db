//! The reference interpreter's own reading of the notation against the worked cases.

mod reference;

use std::collections::BTreeSet;

use ferz::board::{Shape, Square};
use libtest_mimic::{Arguments, Failed, Trial};
use reference::notation_check::{Reached, Scene, reached};
use serde::Deserialize;

#[derive(Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

#[derive(Deserialize, Clone)]
struct Case {
    name: String,
    notation: String,
    board: String,
    square: String,
    friend: Vec<String>,
    enemy: Vec<String>,
    virgin: bool,
    #[serde(default)]
    ep: Option<String>,
    #[serde(default)]
    ep_victim: Option<String>,
    quiet: Vec<String>,
    captures: Vec<String>,
    #[serde(default)]
    effects: Vec<Effect>,
}

#[derive(Deserialize, Clone)]
struct Effect {
    to: String,
    removes: Vec<String>,
}

fn main() {
    let mut trials = Vec::new();
    for file in ["notation.toml", "more.toml"] {
        let text = std::fs::read_to_string(format!("tests/notation/{file}")).expect("the corpus");
        let corpus: Corpus = toml::from_str(&text).expect("well-formed cases");
        assert!(!corpus.case.is_empty(), "{file} is empty");
        for case in corpus.case {
            let name = format!("{file}: {}", case.name);
            trials.push(Trial::test(name, move || check(&case).map_err(Failed::from)));
        }
    }
    let table = std::fs::read_to_string("tests/notation/directions.tsv").expect("the table");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let case = direction_case(line);
        let name = format!("directions of {}", case.notation);
        trials.push(Trial::test(name, move || check(&case).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A line of the direction tables as a case in the middle of a large board.
fn direction_case(line: &str) -> Case {
    let fields: Vec<&str> = line.split('\t').collect();
    let [atom, letters, targets] = fields[..] else { panic!("three fields: {line}") };
    let shape = Shape::new(15, 15).expect("a board");
    let middle = shape.at(7, 7).expect("a square");
    let target = |text: &str| {
        let (x, y) = text.trim_matches(['(', ')']).split_once(',').expect("two numbers");
        let number = |text: &str| text.parse().expect("a number");
        shape.name(shape.step(middle, (number(x), number(y)), false).expect("on the board"))
    };
    Case {
        name: String::new(),
        notation: format!("{letters}{atom}"),
        board: "15x15".into(),
        square: shape.name(middle),
        friend: Vec::new(),
        enemy: Vec::new(),
        virgin: false,
        ep: None,
        ep_victim: None,
        quiet: targets.split_whitespace().map(target).collect(),
        captures: Vec::new(),
        effects: Vec::new(),
    }
}

fn check(case: &Case) -> Result<(), String> {
    let (files, ranks) = case.board.split_once('x').ok_or("no board")?;
    let side = |text: &str| text.parse().map_err(|_| format!("`{text}` is no length"));
    let shape = Shape::new(side(files)?, side(ranks)?).ok_or("no board")?;
    let square =
        |text: &String| shape.parse_square(text).ok_or_else(|| format!("`{text}` is no square"));
    let squares = |list: &[String]| list.iter().map(square).collect::<Result<Vec<_>, _>>();
    let set = |list: &[String]| list.iter().map(square).collect::<Result<BTreeSet<Square>, _>>();
    let expr = ferz::notation::parse(&case.notation).map_err(|faults| format!("{faults:?}"))?.expr;
    let en_passant = match (&case.ep, &case.ep_victim) {
        (Some(ep), Some(victim)) => Some((square(ep)?, square(victim)?)),
        _ => None,
    };
    let mut effects = BTreeSet::new();
    for effect in &case.effects {
        let mut removes = squares(&effect.removes)?;
        removes.sort_unstable();
        effects.insert((square(&effect.to)?, removes));
    }
    let expected = Reached { quiet: set(&case.quiet)?, captures: set(&case.captures)?, effects };
    let mut enemies = squares(&case.enemy)?;
    enemies.extend(en_passant.map(|(_, victim)| victim));
    let found = reached(
        &expr,
        &Scene {
            shape: &shape,
            square: square(&case.square)?,
            friends: &squares(&case.friend)?,
            enemies: &enemies,
            unmoved: case.virgin,
            en_passant,
        },
    );
    if found == expected {
        return Ok(());
    }
    let names =
        |set: &BTreeSet<Square>| set.iter().map(|&at| shape.name(at)).collect::<Vec<_>>().join(" ");
    Err(format!(
        "`{}` from {}: quiet [{}], expected [{}]; captures [{}], expected [{}]; effects {:?}, \
         expected {:?}",
        case.notation,
        case.square,
        names(&found.quiet),
        names(&expected.quiet),
        names(&found.captures),
        names(&expected.captures),
        found.effects,
        expected.effects
    ))
}
