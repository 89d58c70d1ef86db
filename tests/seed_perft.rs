//! The counts of four augmented armies (`tests/perft/seed-perft.tsv`) in 12 Augmenters Chess.
//!
//! There each man of an army is a piece of its own, described in `tests/perft/seed-armies.md`;
//! here it is a man who holds augmenters. The table is counted as far as the budget allows:
//! see `tests/perft.rs`.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod load;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use fast_game::{compile, refusal};
use ferz::variant::{Choices, Variant};
use libtest_mimic::{Arguments, Failed, Trial};

/// Letter of a man of an army, as in its FENs, and how such a man is written here.
type Army = BTreeMap<char, String>;

/// Counts of a position by depth.
type Rows = Vec<(u32, u64)>;

/// Pieces as the armies are described, and their letters.
const PIECES: [(&str, char); 5] =
    [("rook", 'R'), ("corps", 'C'), ("bishop", 'B'), ("regent", 'G'), ("king", 'K')];

/// Augmenters as the armies are described, and their codes, in the order in which these are
/// written.
const AUGMENTERS: [(&str, char); 12] = [
    ("wazir", 'w'),
    ("ferz", 'f'),
    ("dabbabah", 'd'),
    ("alfil", 'a'),
    ("threeleaper", 'h'),
    ("narrow", 'n'),
    ("wide", 'i'),
    ("crab", 'c'),
    ("barc", 'b'),
    ("lance", 'l'),
    ("side-mover", 's'),
    ("grasshopper", 'g'),
];

fn main() {
    let budget = load::budget(100_000_000);
    let text = std::fs::read_to_string("tests/perft/seed-armies.md").expect("the armies");
    let armies = read_armies(&text);
    let table = std::fs::read_to_string("tests/perft/seed-perft.tsv").expect("the table");
    let mut positions: Vec<(String, String, Rows)> = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [army, fen, depth, nodes] = fields[..] else { panic!("four fields: {line}") };
        let row = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        let fen = tagged(&armies[army], fen);
        match positions.iter_mut().find(|(name, known, _)| name == army && *known == fen) {
            Some((_, _, rows)) => rows.push(row),
            None => positions.push((army.to_owned(), fen, vec![row])),
        }
    }
    let shared: Arc<OnceLock<Result<Variant, String>>> = Arc::default();
    let mut trials = Vec::new();
    for (army, fen, rows) in positions {
        let rows: Vec<_> = rows.into_iter().filter(|(_, nodes)| *nodes <= budget).collect();
        let Some(&(depth, _)) = rows.last() else { continue };
        let shared = shared.clone();
        let name = format!("{army} to depth {depth}: {fen}");
        let run = move || count(&shared, &fen, &rows).map_err(Failed::from);
        trials.push(Trial::test(name, run));
    }
    assert_eq!(trials.len(), 12, "three positions of each of four armies");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn count(
    shared: &OnceLock<Result<Variant, String>>,
    fen: &str,
    rows: &[(u32, u64)],
) -> Result<(), String> {
    let compiled = shared.get_or_init(|| compile("12-augmenters", Choices::default()));
    let compiled = compiled.as_ref().map_err(Clone::clone)?;
    let game = compiled
        .game(fen)
        .map_err(|reasons| format!("`{fen}` is refused: {}", refusal(&reasons)))?;
    for &(depth, expected) in rows {
        let nodes = game.perft(depth, false).unwrap_or(0);
        if nodes != expected {
            let lines = game.divide(depth, false).unwrap_or_default().into_iter();
            let divided: Vec<String> =
                lines.map(|(text, below)| format!("  {text}: {below}")).collect();
            let divided = divided.join("\n");
            return Err(format!("`{fen}` depth {depth}: {nodes}, not {expected}\n{divided}"));
        }
    }
    Ok(())
}

/// The armies by name, each with the men of both sides.
fn read_armies(text: &str) -> BTreeMap<String, Army> {
    let mut armies: BTreeMap<String, Army> = BTreeMap::new();
    let mut name = String::new();
    let mut black = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut name);
            // Pawns and amazons are the same in all of them.
            let plain = "PpAa".chars().map(|letter| (letter, letter.to_string()));
            armies.insert(name.clone(), plain.collect());
        } else if line == "- white:" || line.starts_with("- black:") {
            black = line.starts_with("- black");
            if line == "- black: the same types, lower case" {
                let army = armies.get_mut(&name).expect("a name before its men");
                let same: Vec<_> = army
                    .iter()
                    .map(|(letter, man)| (letter.to_ascii_lowercase(), in_black(man)))
                    .collect();
                army.extend(same);
            }
        } else if let Some(man) = line.strip_prefix("  - ") {
            let (letter, man) = read_man(man);
            let man = if black { in_black(&man) } else { man };
            armies.get_mut(&name).expect("a name before its men").insert(letter, man);
        }
    }
    assert_eq!(armies.len(), 4, "the armies");
    armies
}

/// `R (rook on a): alfil: …`: the letter, and the man as `R{a}`.
fn read_man(text: &str) -> (char, String) {
    let mut parts = text.split(": ");
    let what = parts.next().unwrap_or_default();
    let holds = parts.next().unwrap_or_default();
    let letter = what.chars().next().expect("a letter");
    let (_, piece) = PIECES
        .into_iter()
        .find(|(name, _)| what.contains(&format!("({name}")))
        .unwrap_or_else(|| panic!("what is `{what}`?"));
    let mut codes = String::new();
    let mut words: Vec<&str> = holds.split(" + ").collect();
    // `bases R and B + grasshopper`.
    if let Some(bases) = words[0].strip_prefix("bases ") {
        codes.extend(["B", "N", "R"].into_iter().filter(|base| bases.contains(base)));
        words.remove(0);
    }
    let code = |(name, code): (&str, char)| words.contains(&name).then_some(code);
    let held: String = AUGMENTERS.into_iter().filter_map(code).collect();
    assert_eq!(held.len(), words.len(), "what is `{holds}`?");
    (letter, format!("{piece}{{{codes}{held}}}"))
}

/// The same man of Black: only his letter is small.
fn in_black(man: &str) -> String {
    let (letter, rest) = man.split_at(1);
    format!("{}{rest}", letter.to_ascii_lowercase())
}

/// A FEN with every man written as here.
fn tagged(army: &Army, fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').expect("a placement");
    let mut text = String::new();
    for letter in placement.chars() {
        if letter.is_ascii_alphabetic() {
            text.push_str(army.get(&letter).unwrap_or_else(|| panic!("{fen}: who is {letter}?")));
        } else {
            text.push(letter);
        }
    }
    format!("{text} {rest}")
}
