//! `ferz perft`: how many games there are of a given length.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::open::{Opened, open, refused};
use super::{FAULTY, FINE};
use crate::limits;

/// The arguments of `ferz perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(limits::PERFT_DEPTH)))]
    pub depth: u32,
    /// A FEN or the name of a preset
    #[arg(long, default_value = "start")]
    pub fen: String,
    /// The count of each first move as well
    #[arg(long)]
    pub divide: bool,
    /// Threads; 0 for all processors
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant that cannot be found, or an output that cannot be written.
pub fn run(args: &PerftArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, args.json)? else { return Ok(FAULTY) };
    let game = match variant.game(&args.fen) {
        Ok(game) => game,
        Err(reasons) => return refused(variant.fen_of(&args.fen), &reasons, args.json),
    };
    let parallel = args.threads != 1;
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(limits::threads(args.threads)).build()?;
    let begin = Instant::now();
    let counted = pool.install(|| {
        if args.divide && args.depth > 0 {
            let parts = game.divide(args.depth, parallel)?;
            Some((parts.iter().map(|(_, nodes)| nodes).sum(), Some(parts)))
        } else {
            Some((game.perft(args.depth, parallel)?, None))
        }
    });
    let Some((nodes, parts)) = counted else {
        anyhow::bail!(
            "the choices of the set-up are too many to walk to depth {}: count to a lower depth, or begin behind the set-up with `--fen`",
            args.depth
        );
    };
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let divide = parts
            .map(|parts| parts.into_iter().map(|(text, nodes)| (text, nodes.into())).collect());
        let report = Report {
            variant: &args.variant,
            fen: game.fen(),
            depth: args.depth,
            nodes,
            seconds,
            divide,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        for (text, nodes) in parts.iter().flatten() {
            writeln!(out, "{text}: {nodes}")?;
        }
        let mut err = std::io::stderr().lock();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(err, "{seconds:.3} s, {rate:.1} M nodes/s")?;
        writeln!(out, "Nodes searched: {nodes}")?;
    }
    Ok(FINE)
}
