//! The compiled rules against the perft truth table.
//!
//! One test a game and position, at the deepest row whose nodes fit the budget. The usual one
//! has room for every row of the table as it stands; with larger ones in it all are counted by
//!
//! ```text
//! FERZ_PERFT_BUDGET=max cargo test --release --test perft
//! ```

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::sync::{Arc, OnceLock};

use fast_game::{compile, refusal};
use ferz::variant::{Choices, Variant};
use libtest_mimic::{Arguments, Failed, Trial};

/// A game that is compiled when the first of its tests runs.
type Shared = Arc<OnceLock<Result<Variant, String>>>;

fn main() {
    let budget = load::budget(100_000_000);
    let mut table = games::perft_table();
    // Counted by hand and by an independent program: not in the table.
    let brothers = (1..).zip([51, 2_601, 139_626]).collect();
    table.insert("three-fat-brothers".into(), vec![("start".into(), brothers)]);
    let mut trials = Vec::new();
    for (variant, positions) in table {
        let shared: Shared = Arc::default();
        for (number, (fen, rows)) in (1..).zip(positions) {
            let rows: Vec<_> = rows.into_iter().filter(|(_, nodes)| *nodes <= budget).collect();
            let Some(&(depth, _)) = rows.last() else { continue };
            let (shared, variant) = (shared.clone(), variant.clone());
            let name = format!("{variant} {number} to depth {depth}");
            let run = move || count(&shared, &variant, &fen, &rows).map_err(Failed::from);
            trials.push(Trial::test(name, run));
        }
    }
    assert!(trials.len() > 100, "the table has been cut short");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn count(shared: &Shared, variant: &str, fen: &str, rows: &[(u32, u64)]) -> Result<(), String> {
    let compiled = shared.get_or_init(|| compile(variant, Choices::default()));
    let compiled = compiled.as_ref().map_err(Clone::clone)?;
    let game = compiled
        .game(fen)
        .map_err(|reasons| format!("{variant} `{fen}` is refused: {}", refusal(&reasons)))?;
    let &(depth, expected) = rows.last().expect("a row");
    if game.perft(depth, false) == Some(expected) {
        return Ok(());
    }
    // The lowest depth that is wrong says most.
    for &(depth, expected) in rows {
        let nodes = game.perft(depth, false).unwrap_or(0);
        if nodes != expected {
            let lines = game.divide(depth, false).unwrap_or_default().into_iter();
            let divided: Vec<String> =
                lines.map(|(text, below)| format!("  {text}: {below}")).collect();
            return Err(format!(
                "{variant} `{fen}` depth {depth}: {nodes}, not {expected}\n{}",
                divided.join("\n")
            ));
        }
    }
    Err(format!("{variant} `{fen}` depth {depth}: two counts differ"))
}
