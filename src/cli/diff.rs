//! `ferz diff`: what two games say differently.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::open::{Opened, open};
use super::{FAULTY, FINE, WRONG_CALL};
use crate::compare::{Difference, Parting, Walked, compare, walk};
use crate::limits;
use crate::variant::Variant;

/// The arguments of `ferz diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub a: String,
    /// Another
    pub b: String,
    /// Plies that both are played from the start, to see where they part
    #[arg(long, default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(..=i64::from(limits::COMPARED_PLIES)))]
    pub depth: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    a: &'a str,
    b: &'a str,
    equal: bool,
    differences: Vec<Difference>,
    walk: Walked,
}

/// Runs the command and gives its exit code, which is that of `diff`: 0 if the games mean the
/// same, 1 if they differ, 2 if one of them cannot be read or has faults.
///
/// # Errors
///
/// A variant that cannot be found, or an output that cannot be written.
pub fn run(args: &DiffArgs) -> anyhow::Result<u8> {
    let Opened::Ready(a) = open(&args.a, args.json)? else { return Ok(WRONG_CALL) };
    let Opened::Ready(b) = open(&args.b, args.json)? else { return Ok(WRONG_CALL) };
    let report = report(args, &a, &b);
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        print(&report, &mut out)?;
    }
    Ok(if report.equal { FINE } else { FAULTY })
}

fn report<'a>(args: &'a DiffArgs, a: &Variant, b: &Variant) -> Report<'a> {
    let differences = compare(a.definition(), b.definition());
    let walk = walk(a, b, args.depth);
    let equal = differences.is_empty() && walk.parting.is_none();
    Report { a: &args.a, b: &args.b, equal, differences, walk }
}

fn print(report: &Report<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    if !report.differences.is_empty() {
        writeln!(out, "--- {}\n+++ {}", shown(report.a), shown(report.b))?;
    }
    for said in &report.differences {
        let mut subject = said.area.to_owned();
        if let Some(name) = &said.name {
            subject.push_str(&[" `", &shown(name), "`"].concat());
        }
        if let Some(key) = &said.key {
            subject.push_str(&[", ", key].concat());
        }
        writeln!(out, "{subject}")?;
        for (sign, text) in [('-', &said.a), ('+', &said.b)] {
            if let Some(text) = text {
                writeln!(out, "{}", format!("  {sign} {}", shown(text)).trim_end())?;
            }
        }
        if let Some(moves) = &said.moves {
            let place = format!("from {} on {}", moves.from, moves.board);
            for (word, quiet, captures) in [
                ("gains", &moves.gains, &moves.gains_captures),
                ("loses", &moves.loses, &moves.loses_captures),
            ] {
                if quiet == captures && !quiet.is_empty() {
                    writeln!(out, "    {word} {} ({place})", quiet.join(" "))?;
                    continue;
                }
                for (what, squares) in [("moves to", quiet), ("captures on", captures)] {
                    if !squares.is_empty() {
                        writeln!(out, "    {word} {what} {} ({place})", squares.join(" "))?;
                    }
                }
            }
            if moves.is_empty() {
                writeln!(out, "    the same on an empty board ({place})")?;
            }
        }
    }
    let walk = &report.walk;
    let counts: Vec<String> = walk.counts.iter().map(|[a, _]| a.to_string()).collect();
    match (&walk.parting, walk.counts.len()) {
        (Some(parting), _) => print_parting(report, parting, out)?,
        (None, 0) => {}
        (None, depth) => {
            writeln!(out, "the same moves to depth {depth}: {}", counts.join(", "))?;
        }
    }
    if let Some(ended) = &walk.ended {
        writeln!(out, "not played further: {}", shown(ended))?;
    }
    Ok(())
}

fn print_parting(
    report: &Report<'_>,
    parting: &Parting,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let after = if parting.moves.is_empty() {
        "at the start".to_owned()
    } else {
        format!("after {}", parting.moves.join(" "))
    };
    writeln!(out, "they part {after}")?;
    match &parting.fen_b {
        None => writeln!(out, "  {}", parting.fen)?,
        Some(fen) => writeln!(out, "  - {}\n  + {fen}", parting.fen)?,
    }
    for (name, moves) in [(report.a, &parting.only_a), (report.b, &parting.only_b)] {
        if !moves.is_empty() {
            writeln!(out, "  only in {}: {}", shown(name), moves.join(" "))?;
        }
    }
    if let Some([a, b]) = &parting.status {
        writeln!(out, "  {}: {a}; {}: {b}", shown(report.a), shown(report.b))?;
    }
    Ok(())
}

/// Without characters that would act on a terminal.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
