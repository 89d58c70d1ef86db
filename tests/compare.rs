//! `ferz compare` beside an engine that answers wrongly in one position, and badly in other ways,
//! and beside Fairy-Stockfish where it is installed. What is skipped is told.
#![cfg(unix)]

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");
const PEER: &str = "/usr/games/fairy-stockfish";
/// White may castle on either side, and so may Black.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn compare(args: &[&str], engine: &str) -> Output {
    let begin = Instant::now();
    let mut command = Command::new(FERZ);
    let output = command.arg("compare").args(args).args(["--engine", engine]).output();
    let most = Duration::from_secs(120);
    assert!(begin.elapsed() < most, "took {:?}", begin.elapsed());
    output.expect("ferz")
}

/// The engine of the tests in one of its modes.
fn engine(mode: &str) -> String {
    format!("python3 tests/engine.py '{FERZ}' {mode}")
}

/// Asserts an exit code, and words of what was said on either stream.
fn says(output: &Output, code: i32, words: &[&str]) -> Result<(), Failed> {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let said = said.concat();
    if output.status.code() != Some(code) {
        return Err(
            format!("exit code {:?}, expected {code}:\n{said}", output.status.code()).into()
        );
    }
    match words.iter().find(|words| !said.contains(**words)) {
        Some(missing) => Err(format!("`{missing}` is missing in:\n{said}").into()),
        None => Ok(()),
    }
}

fn equal() -> Result<(), Failed> {
    let output = compare(&["chess", "--depth", "3"], &engine("right"));
    says(&output, 0, &["ferz: 8902 nodes to depth 3", "Test engine: 8902 nodes"])
}

fn other_spellings() -> Result<(), Failed> {
    let output = compare(&["chess", "--depth", "2", "--fen", CASTLING], &engine("castle"));
    says(&output, 0, &["the same by first move"])
}

/// A move that only ferz has, found two plies above; the printed test holds for ferz.
fn one_move_less() -> Result<(), Failed> {
    let output = compare(&["chess", "--depth", "3"], &engine("wrong"));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    says(
        &output,
        1,
        &["# behind e2e4", "# only ferz: d7d5", fen, "legal   = [\"d7d5\"]", "perft   = [20]"],
    )?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let test = said.split_once("[[test]]").ok_or("no test")?.1;
    let path = format!("{}/differs.toml", env!("CARGO_TARGET_TMPDIR"));
    let text = format!("[variant]\nname = \"Chess\"\nextends = \"chess\"\n\n[[test]]{test}");
    std::fs::write(&path, text)?;
    let held = Command::new(FERZ).args(["test", &path]).output()?;
    says(&held, 0, &["1 passed"])
}

fn one_move_more() -> Result<(), Failed> {
    let output = compare(&["chess", "--depth", "2", "--json"], &engine("more"));
    says(
        &output,
        1,
        &["\"equal\":false", "\"moves\":[\"e2e4\"]", "\"only_engine\":[\"e8e8\"]", "[400,401]"],
    )
}

fn trouble() -> Result<(), Failed> {
    for (mode, words) in [
        ("dies", "the engine has ended"),
        ("mute", "no answer within 2 seconds"),
        ("chatter", "lines and no answer"),
        ("line", "a line of more than 65536 bytes"),
        ("garbage", "`Nodes searched: 21`, but its moves have 20"),
    ] {
        let output = compare(&["chess", "--depth", "1", "--timeout", "2"], &engine(mode));
        says(&output, 2, &[words])?;
    }
    Ok(())
}

/// Games that an engine lacks are refused, never compared.
fn unknown_games() -> Result<(), Failed> {
    let output = compare(&["berolina"], &engine("right"));
    says(&output, 2, &["does not list `berolina`"])?;
    let output = compare(&["berolina", "--uci-variant", "pawns"], &engine("right"));
    says(&output, 2, &["does not list `pawns`"])
}

fn programs_that_are_none() -> Result<(), Failed> {
    says(&compare(&["chess"], "./no-such-engine"), 2, &["cannot be started"])?;
    says(&compare(&["chess"], "'open"), 2, &["not closed"])?;
    says(&compare(&["chess"], " "), 2, &["is empty"])?;
    says(&compare(&["chess"], "true"), 2, &["the engine has ended"])
}

fn peer() -> Result<(), Failed> {
    for game in ["chess", "xiangqi", "capablanca", "crazyhouse", "makruk", "shogi"] {
        let output = compare(&[game, "--depth", "3"], PEER);
        says(&output, 0, &["the same by first move"])?;
    }
    let output = compare(&["chess[array=960]", "--depth", "2", "--fen", CASTLING], PEER);
    says(&output, 0, &["the same by first move"])?;
    says(&compare(&["berolina"], PEER), 2, &["does not list `berolina`"])
}

#[expect(clippy::print_stderr, reason = "what is skipped is told")]
fn main() {
    let arguments = Arguments::from_args();
    let has = |program: &str, argument: &str| {
        let found = Command::new(program).arg(argument).output().is_ok();
        if !found {
            eprintln!("skipped: {program} is not installed");
        }
        found
    };
    let python = has("python3", "--version");
    let fairy = has(PEER, "quit");
    let trial = |name: &str, installed: bool, run: fn() -> Result<(), Failed>| {
        Trial::test(name, run).with_ignored_flag(!installed)
    };
    let trials = vec![
        trial("equal counts", python, equal),
        trial("castling written otherwise", python, other_spellings),
        trial("one move less", python, one_move_less),
        trial("one move more", python, one_move_more),
        trial("bad answers", python, trouble),
        trial("games that are not listed", python, unknown_games),
        trial("programs that are no engines", true, programs_that_are_none),
        trial("Fairy-Stockfish", fairy, peer),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}
