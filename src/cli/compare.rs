//! `ferz compare`: counts beside those of a UCI engine.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;

use super::open::{Opened, open, refused};
use super::{FAULTY, FINE};
use crate::limits;
use crate::uci::{Engine, Parting, part};

/// The arguments of `ferz compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// The engine: a program, and what it is started with, as a shell would read it
    #[arg(long, value_name = "CMD")]
    pub engine: String,
    /// Number of plies
    #[arg(long, default_value_t = 4, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(limits::PERFT_DEPTH)))]
    pub depth: u32,
    /// A FEN or the name of a preset
    #[arg(long, default_value = "start")]
    pub fen: String,
    /// The engine's name of the game; without it, ours
    #[arg(long, value_name = "NAME")]
    pub uci_variant: Option<String>,
    /// Seconds that the engine may take for one answer
    #[arg(long, default_value_t = 600, value_name = "SECONDS",
          value_parser = clap::value_parser!(u64).range(1..=limits::ENGINE_SECONDS))]
    pub timeout: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    engine: String,
    equal: bool,
    nodes: [u64; 2],
    difference: Option<Difference>,
}

#[derive(Debug, Serialize)]
struct Difference {
    fen: String,
    moves: Vec<String>,
    only_ferz: Vec<String>,
    only_engine: Vec<String>,
    test: String,
}

/// A program that is ended when nobody needs it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant or a program that cannot be found, an engine that lacks the game or does not answer
/// as it should, or an output that cannot be written.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, args.json)? else { return Ok(FAULTY) };
    let fen = match variant.game(&args.fen) {
        Ok(game) => game.fen(),
        Err(reasons) => return refused(variant.fen_of(&args.fen), &reasons, args.json),
    };
    let (_running, mut engine) = start(&args.engine, Duration::from_secs(args.timeout))?;
    let name = args.uci_variant.as_deref().unwrap_or_else(|| plain_name(&args.variant));
    engine.choose(name, variant.definition().castling_text_king_takes_partner)?;
    let (nodes, parting) = part(&variant, &args.fen, args.depth, &mut engine)?;
    let equal = parting.is_none();
    let difference = parting.map(|parting| {
        let test = as_test(&parting, &engine.name);
        let Parting { fen, moves, only_ours, only_theirs, .. } = parting;
        Difference { fen, moves, only_ferz: only_ours, only_engine: only_theirs, test }
    });
    let mut out = std::io::stdout().lock();
    if args.json {
        let (variant, depth) = (args.variant.as_str(), args.depth);
        let engine = engine.name.clone();
        let report = Report { variant, fen, depth, engine, equal, nodes, difference };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let whom = if engine.name.is_empty() { "the engine" } else { engine.name.as_str() };
        writeln!(out, "ferz: {} nodes to depth {}", nodes[0], args.depth)?;
        writeln!(out, "{whom}: {} nodes", nodes[1])?;
        match &difference {
            None => writeln!(out, "the same by first move")?,
            Some(difference) => {
                writeln!(out)?;
                if !difference.moves.is_empty() {
                    writeln!(out, "# behind {}", difference.moves.join(" "))?;
                }
                for (who, moves) in
                    [("ferz", &difference.only_ferz), (whom, &difference.only_engine)]
                {
                    if !moves.is_empty() {
                        writeln!(out, "# only {who}: {}", moves.join(" "))?;
                    }
                }
                write!(out, "{}", difference.test)?;
            }
        }
    }
    Ok(if equal { FINE } else { FAULTY })
}

/// Starts an engine and greets it.
fn start(command: &str, timeout: Duration) -> anyhow::Result<(Running, Engine<ChildStdin>)> {
    let words = shlex::split(command).context("a quote of `--engine` is not closed")?;
    let Some((program, arguments)) = words.split_first() else { bail!("`--engine` is empty") };
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("`{program}` cannot be started"))?;
    let mut running = Running(child);
    let (Some(output), Some(input)) = (running.0.stdout.take(), running.0.stdin.take()) else {
        bail!("`{program}` has no streams");
    };
    let engine = Engine::new(output, input, timeout)?;
    Ok((running, engine))
}

/// The name of a game without folder, ending and choices.
fn plain_name(variant: &str) -> &str {
    let name = variant.split('[').next().unwrap_or(variant);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.strip_suffix(".toml").unwrap_or(name)
}

/// The position as a test of a variant file, as ferz sees it.
fn as_test(parting: &Parting, engine: &str) -> String {
    let list = |moves: &[String]| {
        let quoted: Vec<String> = moves.iter().map(|text| format!("\"{text}\"")).collect();
        quoted.join(", ")
    };
    let whom = if engine.is_empty() { "the engine" } else { engine };
    // A name comes from outside: no quotes and no escapes.
    let whom: String = whom.chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    let mut lines = vec![
        "[[test]]".to_owned(),
        format!("name    = \"where {whom} differs\""),
        format!("fen     = \"{}\"", parting.fen),
    ];
    if !parting.only_ours.is_empty() {
        lines.push(format!("legal   = [{}]", list(&parting.only_ours)));
    }
    if !parting.only_theirs.is_empty() {
        lines.push(format!("illegal = [{}]", list(&parting.only_theirs)));
    }
    lines.push(format!("perft   = [{}]\n", parting.count));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_called_by_their_plain_names() {
        assert_eq!(plain_name("chess[array=960]"), "chess");
        assert_eq!(plain_name("./games/own.toml[a=b]"), "own");
    }

    #[test]
    fn a_difference_is_a_test() {
        let parting = Parting {
            fen: "8/8 w - - 0 1".to_owned(),
            moves: Vec::new(),
            only_ours: vec!["a1a2".to_owned()],
            only_theirs: vec!["b1b2".to_owned(), "b1b3".to_owned()],
            count: 3,
        };
        assert_eq!(
            as_test(&parting, "A \"B\""),
            "[[test]]\nname    = \"where A B differs\"\nfen     = \"8/8 w - - 0 1\"\n\
             legal   = [\"a1a2\"]\nillegal = [\"b1b2\", \"b1b3\"]\nperft   = [3]\n"
        );
    }
}
