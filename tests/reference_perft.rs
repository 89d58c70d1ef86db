//! The reference interpreter against the perft truth table.
//!
//! One test a game and position; every depth of it is counted whose nodes fit the budget,
//! 30,000 or what `FERZ_PERFT_BUDGET` says.

mod load;
mod reference;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use reference::Reference;

/// Positions of one game with their counts by depth.
type Rows = BTreeMap<String, Vec<(u32, u64)>>;

fn main() {
    let budget = load::budget(30_000);
    let table = std::fs::read_to_string("tests/perft/perft.tsv").expect("the table");
    let mut games: BTreeMap<&str, Rows> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes] = fields[..] else { panic!("four fields: {line}") };
        let depth = depth.parse().expect("a depth");
        let nodes = nodes.parse().expect("a count");
        if load::is_built_in(variant) && nodes <= budget {
            let rows = games.entry(variant).or_default();
            rows.entry(fen.to_owned()).or_default().push((depth, nodes));
        }
    }
    let mut trials = Vec::new();
    for (variant, positions) in games {
        let rules: Arc<OnceLock<Result<Reference, String>>> = Arc::default();
        for (i, (fen, rows)) in (1..).zip(positions) {
            let (rules, variant) = (rules.clone(), variant.to_owned());
            let name = format!("{variant} {i}");
            let run = move || count(&rules, &variant, &fen, &rows).map_err(Failed::from);
            trials.push(Trial::test(name, run));
        }
    }
    assert!(trials.len() > 100, "the table has been cut short");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn count(
    rules: &OnceLock<Result<Reference, String>>,
    variant: &str,
    fen: &str,
    rows: &[(u32, u64)],
) -> Result<(), String> {
    let rules = rules.get_or_init(|| Ok(Reference::new(&load::definition(variant)?)));
    let rules = rules.as_ref().map_err(Clone::clone)?;
    let position = rules.parse_fen(fen).map_err(|fault| format!("{fen}: {fault}"))?;
    for &(depth, expected) in rows {
        let nodes = rules.perft(&position, depth);
        if nodes != expected {
            let divided: Vec<String> = rules
                .legal_moves(&position)
                .into_iter()
                .map(|mv| {
                    let below = rules.perft(&rules.play(&position, &mv), depth - 1);
                    format!("  {}: {below}", mv.text)
                })
                .collect();
            let divided = divided.join("\n");
            return Err(format!(
                "{variant} `{fen}` depth {depth}: {nodes}, not {expected}\n{divided}"
            ));
        }
    }
    Ok(())
}
