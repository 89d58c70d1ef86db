//! The rule sheets of 12 Augmenters Chess, Alpaca Chess and Three Fat Brothers: every worked
//! example (`tests/rules/examples.json`), a `[[test]]` for every numbered statement, and all
//! choices that can be made together.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::collections::BTreeSet;

use case::{Case, check};
use fast_game::{FastGame, compile};
use ferz::cli::library::Folder;
use ferz::definition::{self, OptionInfo, parse_choice_list};
use ferz::diagnostic::Diagnostic;
use ferz::variant::{Choices, Variant};
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

/// Statements of each sheet: A1 to A35, and so on.
const STATEMENTS: [(char, usize); 3] = [('A', 35), ('P', 14), ('B', 15)];

/// Games of the sheets, in which all choices are tried together.
const GAMES: [&str; 5] =
    ["12-augmenters", "14-augmenters", "alpaca", "pioneer-chess", "three-fat-brothers"];

/// A worked example.
#[derive(Deserialize, Clone)]
struct Example {
    id: String,
    statements: String,
    variant: String,
    fen: String,
    before: String,
    checks: Vec<String>,
    why: String,
}

fn main() {
    let text = std::fs::read_to_string("tests/rules/examples.json").expect("the examples");
    let examples: Vec<Example> = serde_json::from_str(&text).expect("a list of examples");
    assert_eq!(examples.len(), 54, "the examples");
    let mut trials = Vec::new();
    for example in examples {
        let name = format!("{} {}", example.id, example.statements);
        let run = move || judge(&example).map_err(Failed::from);
        trials.push(Trial::test(name, run));
    }
    let run = || every_statement_has_a_test().map_err(Failed::from);
    trials.push(Trial::test("every statement has a test", run));
    for game in GAMES {
        let run = move || pairs(game).map_err(Failed::from);
        trials.push(Trial::test(format!("any two choices of {game}"), run));
        let run = move || handfuls(game).map_err(Failed::from);
        trials.push(Trial::test(format!("many choices of {game}"), run));
    }
    for (variant, code, said) in REFUSED {
        let run = move || refused(variant, code, said).map_err(Failed::from);
        trials.push(Trial::test(format!("refused: {variant}"), run));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Judges all checks of an example.
fn judge(example: &Example) -> Result<(), String> {
    assert!(!example.checks.is_empty(), "{} checks nothing", example.id);
    for text in &example.checks {
        let mut case = Case {
            name: example.id.clone(),
            rule: example.statements.clone(),
            variant: example.variant.clone(),
            fen: example.fen.clone(),
            moves: example.before.clone(),
            ..Case::default()
        };
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "count" => case.perft = vec![rest.parse().expect("a count")],
            "legal" => case.legal = vec![rest.to_owned()],
            "illegal" => case.illegal = vec![rest.to_owned()],
            "from" => {
                let (square, moves) = rest.split_once(": ").expect("a square and its moves");
                case.from.insert(square.to_owned(), moves.to_owned());
            }
            "status" => {
                case.status = Some(match rest {
                    "win w" => "white wins".to_owned(),
                    "win b" => "black wins".to_owned(),
                    other => other.to_owned(),
                });
            }
            "fen" => {
                let (moves, fen) = rest.split_once("=> ").expect("moves and a FEN");
                case.moves = format!("{} {moves}", case.moves);
                case.becomes = Some(fen.to_owned());
            }
            _ => return Err(format!("{}: what is `{text}`?", example.id)),
        }
        let about = |fault| format!("{} ({}) `{text}`: {fault}", example.id, example.why);
        check::<FastGame>(&case, u64::MAX).map_err(about)?;
    }
    Ok(())
}

fn every_statement_has_a_test() -> Result<(), String> {
    let mut shown = BTreeSet::new();
    for (name, _) in load::files("variants") {
        for test in load::definition(&name)?.tests {
            let rule = test.rule.unwrap_or_default();
            shown.extend(rule.split_whitespace().map(str::to_owned));
        }
    }
    let missing: Vec<String> = STATEMENTS
        .into_iter()
        .flat_map(|(sheet, last)| (1..=last).map(move |number| format!("{sheet}{number}")))
        .filter(|statement| !shown.contains(statement))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no test shows {}", missing.join(", "))) }
}

/// A choice, `option` and its value.
type Choice = (String, String);

/// All choices of a game beside its defaults. Of an option that takes any value one is tried.
fn choices(options: &[OptionInfo], game: &str) -> Vec<Choice> {
    let mut choices = Vec::new();
    for option in options {
        let choice = |value: &str| (option.name.clone(), value.to_owned());
        if option.choices.is_empty() {
            let large = game == "14-augmenters";
            choices.push(choice(match option.name.as_str() {
                "pool" if large => "wfdanicblstpwf",
                "pool" => "wfdanicblswf",
                "white-pool" if large => "mfdahnicblsgtp",
                "white-pool" => "mfdahnicblsg",
                "black-pool" if large => "wfdahnocblsgtp",
                "black-pool" => "wfdahnocblsg",
                "target" => "5",
                other => panic!("no value to try for `{other}`"),
            }));
        }
        let others = option.choices.iter().filter(|value| **value != option.default);
        choices.extend(others.map(|value| choice(value)));
    }
    choices
}

/// Adds what the choices need. `None` if they cannot be made together.
fn completed(options: &[OptionInfo], mut chosen: Vec<Choice>) -> Option<Vec<Choice>> {
    let mut at = 0;
    while let Some((name, value)) = chosen.get(at).cloned() {
        at += 1;
        let option = options.iter().find(|option| option.name == name)?;
        for (_, needed, alternatives) in option.needs.iter().filter(|(of, _, _)| *of == value) {
            match chosen.iter().find(|(name, _)| name == needed) {
                Some((_, there)) if alternatives.contains(there) => {}
                Some(_) => return None,
                None => {
                    let default = options.iter().find(|option| option.name == *needed);
                    let default = default.map(|option| &option.default);
                    if !default.is_some_and(|default| alternatives.contains(default)) {
                        chosen.push((needed.clone(), alternatives[0].clone()));
                    }
                }
            }
        }
    }
    Some(chosen)
}

fn with(game: &str, chosen: &[Choice]) -> String {
    let chosen: Vec<String> =
        chosen.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{game}[{}]", chosen.join(","))
}

/// Any two choices that do not exclude each other define a game.
fn pairs(game: &str) -> Result<(), String> {
    let options = load::definition(game)?.options;
    let choices = choices(&options, game);
    let mut count = 0;
    for (index, one) in choices.iter().enumerate() {
        for other in choices[index + 1..].iter().filter(|other| other.0 != one.0) {
            let Some(chosen) = completed(&options, vec![one.clone(), other.clone()]) else {
                continue;
            };
            compile(&with(game, &chosen), Choices::default())?;
            count += 1;
        }
    }
    assert!(count > 0, "{game} has no two choices");
    Ok(())
}

/// Several choices at once: they define a game, and it can be played.
fn handfuls(game: &str) -> Result<(), String> {
    let options = load::definition(game)?.options;
    let choices = choices(&options, game);
    let mut dice = Dice::of(game, 1);
    let mut played = 0;
    while played < 12 * games::factor() {
        let mut chosen: Vec<Choice> = Vec::new();
        for _ in 0..3 + dice.below(6) {
            let choice = dice.one_of(&choices);
            if !chosen.iter().any(|(name, _)| *name == choice.0) {
                chosen.push(choice.clone());
            }
        }
        let Some(chosen) = completed(&options, chosen) else { continue };
        let variant = with(game, &chosen);
        let compiled = compile(&variant, Choices::default())?;
        let start = compiled
            .game("start")
            .map_err(|reasons| format!("{variant}: {}", fast_game::refusal(&reasons)))?;
        if start.count() == 0 {
            return Err(format!("{variant} has no first turn"));
        }
        played += 1;
    }
    Ok(())
}

/// Choices that make no game, the code of the fault and a part of what is said.
const REFUSED: [(&str, &str, &str); 8] = [
    ("12-augmenters[pool=wfdanicbls]", "stage-sum", "12"),
    ("12-augmenters[weak-kings=to-corps,pool=wfdanicblsg]", "stage-sum", "11"),
    ("12-augmenters[white-pool=mwfdahnicblsg]", "stage-sum", "13"),
    ("12-augmenters[corps=5-2]", "choice-needs", "`weak-kings=to-corps`"),
    ("12-augmenters[corps=4-3,weak-kings=discard]", "choice-needs", "`weak-kings=to-corps`"),
    ("12-augmenters[previous=last-ply]", "choice-needs", "`perpetual=wins`"),
    ("14-augmenters[pool=wfdahnicblsg]", "stage-sum", "14"),
    ("alpaca[external=off,vote=on]", "choice-needs", "`external=on`"),
];

fn refused(variant: &str, code: &str, said: &str) -> Result<(), String> {
    let (name, choices) = parse_choice_list(variant).expect("a list of choices");
    let path = format!("variants/{name}.toml");
    let text = std::fs::read_to_string(&path).expect("a game");
    let loaded = definition::load(&name, &path, &text, &choices, &Folder::default());
    let mut faults = loaded.diagnostics;
    faults.extend(
        loaded.definition.and_then(|definition| Variant::new(definition).err()).unwrap_or_default(),
    );
    let as_said = |fault: &Diagnostic| fault.code == code && fault.message.contains(said);
    if faults.iter().any(as_said) {
        return Ok(());
    }
    let found: Vec<_> = faults.iter().map(|fault| (fault.code, &fault.message)).collect();
    Err(format!("{variant}: `{code}` with `{said}` expected, but {found:?}"))
}
