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
    let text = std::fs::read_to_string("tests/notation/notation.toml").expect("the corpus");
    let corpus: Corpus = toml::from_str(&text).expect("well-formed cases");
    assert!(!corpus.case.is_empty(), "an empty corpus");
    let trials = corpus
        .case
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || check(&case).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
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
