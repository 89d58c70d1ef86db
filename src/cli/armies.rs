//! `ferz armies`: the set-ups of one side, counted, listed, drawn, judged.

use std::io::Write;

use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::open::read;
use super::{FAULTY, FINE};
use crate::board::Side;
use crate::definition::Definition;
use crate::limits;
use crate::setup::{Armies, Army, Random, SetupFault, Turn, Uncountable};

/// The arguments of `ferz armies`.
#[derive(Debug, Args)]
pub struct ArmiesArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// Whose set-ups
    #[arg(long, value_enum, default_value_t = Whose::White)]
    pub side: Whose,
    /// The first N set-ups, in an order that does not change
    #[arg(long, value_name = "N", conflicts_with_all = ["sample", "validate"],
        value_parser = clap::value_parser!(u64).range(..=limits::LISTED_ARMIES))]
    pub list: Option<u64>,
    /// N set-ups drawn with equal chances, each from all
    #[arg(long, value_name = "N", conflicts_with = "validate",
        value_parser = clap::value_parser!(u64).range(..=limits::LISTED_ARMIES))]
    pub sample: Option<u64>,
    /// Where drawing begins: the same seed draws the same
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub seed: u64,
    /// What is wrong with a set-up: its turns divided by blanks, a FEN, or a preset's name
    #[arg(long, value_name = "SETUP")]
    pub validate: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A side, as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Whose {
    /// White's
    White,
    /// Black's
    Black,
}

#[derive(Debug, Serialize)]
struct Counted<'a> {
    /// `None` if it cannot be counted.
    count: Option<u128>,
    side: &'static str,
    stages: Vec<StageCount<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<SetupFault>,
}

#[derive(Debug, Serialize)]
struct StageCount<'a> {
    stage: &'a str,
    count: Option<u128>,
}

#[derive(Debug, Serialize)]
struct Listed {
    armies: Vec<String>,
    count: u128,
    side: &'static str,
}

#[derive(Debug, Serialize)]
struct Verdict {
    ok: bool,
    errors: Vec<SetupFault>,
    side: &'static str,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant that cannot be found or in which no army is chosen, or an output that cannot be
/// written.
pub fn run(args: &ArmiesArgs) -> anyhow::Result<u8> {
    let Some(definition) = read(&args.variant, args.json)? else { return Ok(FAULTY) };
    if !Army::is_chosen(&definition) {
        bail!("in `{}` no army is chosen: it has no `augment` or `bind` stage", args.variant);
    }
    let side = match args.side {
        Whose::White => Side::White,
        Whose::Black => Side::Black,
    };
    let army = match Army::of_start(&definition, side) {
        Ok(army) => army,
        Err(faults) => return verdict(side, faults, args.json),
    };
    if let Some(text) = &args.validate {
        let faults = match fen_of(&definition, text) {
            None if is_word(text) => vec![no_preset(&definition, text)],
            Some(fen) => Army::judge_position(&definition, side, fen),
            None => army.judge(text),
        };
        return verdict(side, faults, args.json);
    }
    let number = args.list.or(args.sample);
    match number {
        None => count(&army, args.json),
        Some(number) => {
            let random = args.sample.map(|_| Random::new(args.seed));
            match armies(&army, number, random) {
                Ok(listed) => print_list(&listed, args.json),
                Err(error) => uncounted(&army, error, args.json),
            }
        }
    }
}

/// The FEN that a text to be judged is, or is the name of; `None` for the turns of a set-up.
fn fen_of<'a>(definition: &'a Definition, text: &'a str) -> Option<&'a str> {
    let setup = &definition.setup;
    if text == "start" {
        return Some(&setup.start);
    }
    if let Some((_, fen, _)) = setup.presets.iter().find(|(name, ..)| name == text) {
        return Some(fen);
    }
    let side_field = text.split_ascii_whitespace().nth(1);
    let fields = matches!(side_field, Some("w" | "b"));
    // `/` may divide turns too; these have `=` or `@`.
    let ranks = text.contains('/') && !text.contains('@');
    (!text.contains('=') && (fields || ranks)).then_some(text)
}

/// Whether a text can only be a name.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn no_preset(definition: &Definition, text: &str) -> SetupFault {
    let known = definition.setup.presets.iter().map(|(name, ..)| format!("`{name}`"));
    let known: Vec<String> = std::iter::once("`start`".to_owned()).chain(known).collect();
    let shown: String = text.chars().take(limits::NAME_CHARS).collect();
    let message = format!("no preset is called `{shown}`; there is {}", known.join(", "));
    SetupFault { code: "preset", message, square: None, token: None }
}

fn count(army: &Army, json: bool) -> anyhow::Result<u8> {
    let counted: Vec<Result<u128, Uncountable>> = army.turns.iter().map(Turn::count).collect();
    let product = counted.iter().try_fold(1_u128, |product, count| {
        count.and_then(|count| product.checked_mul(count).ok_or(Uncountable::Large))
    });
    let stages = army.turns.iter().zip(&counted);
    let stages = stages.map(|(turn, count)| StageCount { stage: &turn.stage, count: count.ok() });
    let mut errors = Vec::new();
    match product {
        Ok(0) => errors = army.faults(),
        Ok(_) => {}
        Err(error) => errors.push(uncountable(error)),
    }
    let code = if errors.is_empty() { FINE } else { FAULTY };
    let report =
        Counted { count: product.ok(), side: army.side.as_str(), stages: stages.collect(), errors };
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(code);
    }
    if let Some(count) = report.count {
        writeln!(
            out,
            "{count} {} of {}",
            if count == 1 { "set-up" } else { "set-ups" },
            report.side
        )?;
    }
    let width = report.stages.iter().map(|stage| stage.stage.chars().count()).max().unwrap_or(0);
    for StageCount { stage, count } in &report.stages {
        let count = count.map_or_else(|| "?".to_owned(), |count| count.to_string());
        writeln!(out, "  {stage:<width$}  {count}")?;
    }
    out.flush()?;
    print_errors(&report.errors)?;
    Ok(code)
}

/// The first set-ups, or random ones.
fn armies(army: &Army, number: u64, mut random: Option<Random>) -> Result<Listed, Uncountable> {
    let mut armies = Armies::new(army)?;
    let count = armies.count();
    // So that what is asked for is done, and no game makes one set-up cost more than it should.
    armies.allow(limits::SETUP_STEPS.saturating_add(number.saturating_mul(limits::ARMY_STEPS)));
    let mut texts = Vec::new();
    let most =
        if count == 0 || random.is_none() { count.min(number.into()) } else { number.into() };
    for index in 0..most {
        let index = random.as_mut().map_or(index, |random| random.below(count));
        texts.extend(armies.nth(index)?);
    }
    Ok(Listed { armies: texts, count, side: army.side.as_str() })
}

fn print_list(listed: &Listed, json: bool) -> anyhow::Result<u8> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if json {
        writeln!(out, "{}", serde_json::to_string(listed)?)?;
    } else {
        for army in &listed.armies {
            writeln!(out, "{army}")?;
        }
    }
    out.flush()?;
    Ok(FINE)
}

fn uncountable(error: Uncountable) -> SetupFault {
    SetupFault { code: "limit", message: error.to_string(), square: None, token: None }
}

fn uncounted(army: &Army, error: Uncountable, json: bool) -> anyhow::Result<u8> {
    let report = Counted {
        count: None,
        side: army.side.as_str(),
        stages: Vec::new(),
        errors: vec![uncountable(error)],
    };
    if json {
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&report)?)?;
    } else {
        print_errors(&report.errors)?;
    }
    Ok(FAULTY)
}

fn print_errors(errors: &[SetupFault]) -> anyhow::Result<()> {
    let mut err = std::io::stderr().lock();
    for fault in errors {
        writeln!(err, "error[{}]: {}", fault.code, fault.message)?;
    }
    Ok(())
}

fn verdict(side: Side, errors: Vec<SetupFault>, json: bool) -> anyhow::Result<u8> {
    let verdict = Verdict { ok: errors.is_empty(), errors, side: side.as_str() };
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string(&verdict)?)?;
    } else if verdict.ok {
        writeln!(out, "a valid set-up of {}", verdict.side)?;
    } else {
        writeln!(out, "no valid set-up of {}:", verdict.side)?;
        for fault in &verdict.errors {
            writeln!(out, "  {}: {}", fault.code, fault.message)?;
        }
    }
    Ok(if verdict.ok { FINE } else { FAULTY })
}
