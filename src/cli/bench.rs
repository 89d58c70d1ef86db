//! `ferz bench`: nodes of a fixed list of games, and how long they take.
//!
//! The sum of all nodes is a signature: a change that only makes the program faster keeps it.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;

use super::FINE;
use super::library::find;
use crate::limits;
use crate::variant::Variant;

/// The games: name and choices, FEN or preset, plies. Boards of 64 to 120 squares, both legality
/// plans, hands, effects, hoppers, forced captures and augmenters are among them; no game takes
/// much more than a second.
const GAMES: &[(&str, &str, u32)] = &[
    ("chess", "start", 6),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("berolina", "start", 5),
    ("grasshopper", "start", 5),
    ("atomic", "start", 5),
    ("crazyhouse", "start", 5),
    ("antichess", "start", 5),
    ("capablanca", "start", 5),
    ("xiangqi", "start", 5),
    ("shogi", "start", 5),
    ("omicron", "start", 5),
    ("three-fat-brothers", "start", 4),
    ("12-augmenters", "sample", 5),
    ("14-augmenters", "sample", 4),
];

/// The arguments of `ferz bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Count no game deeper than this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(limits::PERFT_DEPTH)))]
    pub depth: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// One game, counted.
#[derive(Debug, Serialize)]
struct Counted {
    variant: &'static str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Counts one game of the list after the other on one thread; `each` is told of every one.
fn count(
    most: Option<u32>,
    mut each: impl FnMut(&Counted) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Counted>> {
    let mut all = Vec::new();
    for &(name, fen, depth) in GAMES {
        let depth = most.map_or(depth, |most| depth.min(most));
        let definition = find(name)?.load().definition;
        let definition = definition.with_context(|| format!("`{name}` has faults"))?;
        let Ok(variant) = Variant::new(definition) else { bail!("`{name}` cannot be compiled") };
        let Ok(game) = variant.game(fen) else { bail!("`{fen}` is no position of `{name}`") };
        let begin = Instant::now();
        let nodes = game.perft(depth, false).with_context(|| format!("`{name}` is set up"))?;
        let seconds = begin.elapsed().as_secs_f64();
        let counted = Counted { variant: name, fen: game.fen(), depth, nodes, seconds };
        each(&counted)?;
        all.push(counted);
    }
    Ok(all)
}

/// Millions of nodes a second.
#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn rate(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9) / 1e6
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    let games = count(args.depth, |one| {
        if !args.json {
            writeln!(
                out,
                "{:<20} depth {} {:>11} nodes {:>8.3} s {:>7.1} M nodes/s",
                one.variant,
                one.depth,
                one.nodes,
                one.seconds,
                rate(one.nodes, one.seconds)
            )?;
        }
        Ok(())
    })?;
    let nodes = games.iter().map(|one| one.nodes).sum();
    let seconds = games.iter().map(|one| one.seconds).sum();
    if args.json {
        #[derive(Serialize)]
        struct Report {
            games: Vec<Counted>,
            nodes: u64,
            seconds: f64,
        }
        writeln!(out, "{}", serde_json::to_string(&Report { games, nodes, seconds })?)?;
    } else {
        writeln!(out, "Total: {seconds:.3} s, {:.1} M nodes/s", rate(nodes, seconds))?;
        writeln!(out, "Nodes: {nodes}")?;
    }
    Ok(FINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of rules changes these numbers, and says so.
    #[test]
    fn the_signature_of_three_plies() {
        let games = count(Some(3), |_| Ok(())).unwrap();
        let nodes: Vec<u64> = games.iter().map(|one| one.nodes).collect();
        assert_eq!(nodes.iter().sum::<u64>(), 647_840, "{nodes:?}");
    }
}
