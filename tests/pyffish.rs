//! Sections written by `ferz convert` beside pyffish: random games, the same legal moves and the
//! same positions after each.
//!
//! pyffish (GPL) is no part of the crate: `tests/pyffish/compare.py` runs it as a program of its
//! own and answers over a pipe. Where Python or pyffish is missing, that is printed and nothing is
//! compared.
//!
//! `FERZ_WALKS=10` plays ten times as many games.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use fast_game::{compile, refusal};
use ferz::convert::{Bears, to_fairy_stockfish};
use ferz::game::{Play, Printed};
use ferz::variant::Choices;
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

/// Plies of a game, at most.
const PLIES: usize = 60;
/// Games from the start and from each of some positions of the perft table.
const GAMES: usize = 6;

fn main() {
    let arguments = Arguments::from_args();
    let installed = match Engine::start() {
        Ok(engine) => {
            eprintln!("pyffish {}", engine.version);
            true
        }
        Err(why) => {
            eprintln!("skipped: pyffish is not installed ({why})");
            false
        }
    };
    let mut trials = Vec::new();
    let more = ["shogi[pawn-drop-mate=illegal]"].map(str::to_owned);
    for game in games::names().into_iter().chain(more) {
        let definition = load::definition(&game).unwrap_or_else(|fault| panic!("{fault}"));
        let said = to_fairy_stockfish(&definition, "said");
        let exact =
            said.ini.is_some() && said.missing.iter().all(|what| what.bears == Bears::Result);
        if !exact {
            continue;
        }
        let name = game.clone();
        let run = move || compare(&game).map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(!installed));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The script, running.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    version: String,
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Engine {
    fn start() -> Result<Self, String> {
        let mut child = Command::new("python3")
            .arg("tests/pyffish/compare.py")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|fault| format!("python3: {fault}"))?;
        let to = child.stdin.take().ok_or("no pipe")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        let mut engine = Self { child, to, from, version: String::new() };
        let hello = engine.line()?;
        engine.version = hello["version"].as_str().unwrap_or_default().to_owned();
        Ok(engine)
    }

    fn line(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        let read = self.from.read_line(&mut line).map_err(|fault| fault.to_string())?;
        if read == 0 {
            return Err("the script has ended".into());
        }
        serde_json::from_str(&line).map_err(|fault| format!("{line}: {fault}"))
    }

    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        writeln!(self.to, "{question}").map_err(|fault| format!("{question}: {fault}"))?;
        let answer = self.line().map_err(|fault| format!("{question}: {fault}"))?;
        match answer["error"].as_str() {
            Some(error) => Err(format!("{question}: {error}")),
            None => Ok(answer),
        }
    }
}

fn compare(game: &str) -> Result<(), String> {
    let variant = compile(game, Choices::default())?;
    let said = to_fairy_stockfish(variant.definition(), "said");
    let ini = said.ini.ok_or("no section")?;
    let clock = !ini.contains("nMoveRule = 0\n")
        && !said
            .missing
            .iter()
            .any(|what| what.what.contains("resets") || what.what.contains("clock"));
    let mut engine = Engine::start()?;
    if engine.ask(&json!({ "load": ini }))?["loaded"] != json!(true) {
        return Err(format!("the section is not loaded:\n{ini}"));
    }
    let table = games::perft_table();
    let rows = table.get(game).into_iter().flatten().map(|(fen, _)| fen.clone());
    let starts: Vec<String> = std::iter::once("start".to_owned()).chain(rows).collect();
    let mut dice = Dice::of(game, 7);
    for number in 0..GAMES * games::factor() {
        let start = &starts[number % starts.len()];
        let mut play = variant.game(start).map_err(|reasons| refusal(&reasons))?;
        one_game(game, &mut engine, play.as_mut(), &mut dice, clock)
            .map_err(|fault| format!("{fault}\n{ini}"))?;
    }
    Ok(())
}

fn one_game(
    game: &str,
    engine: &mut Engine,
    play: &mut dyn Play,
    dice: &mut Dice,
    clock: bool,
) -> Result<(), String> {
    let mut theirs = engine.ask(&json!({ "variant": "said", "fen": play.fen(), "moves": [] }))?;
    for _ in 0..PLIES {
        let ours = play.moves();
        let fen = play.fen();
        let place = || format!("{game}: `{fen}`");
        let our_texts: BTreeSet<String> = ours.iter().map(|mv| mv.text.clone()).collect();
        let their_texts: BTreeSet<String> = texts(&theirs["legal"]);
        let their_fen = theirs["fen"].as_str().unwrap_or_default().to_owned();
        if our_texts != their_texts {
            let more: Vec<_> = our_texts.difference(&their_texts).collect();
            let less: Vec<_> = their_texts.difference(&our_texts).collect();
            return Err(format!("{}: only ferz {more:?}, only pyffish {less:?}", place()));
        }
        if !same_position(&fen, &their_fen, clock) {
            return Err(format!("{}: pyffish has `{their_fen}`", place()));
        }
        if ours.is_empty() {
            let won = play.ending().map_or(0, |ending| match ending.winner {
                None => 0,
                Some(winner) => {
                    if winner == play.side() {
                        1
                    } else {
                        -1
                    }
                }
            });
            if theirs["over"] != json!(won) {
                return Err(format!("{}: ferz {won}, pyffish {}", place(), theirs["over"]));
            }
            break;
        }
        let mv: &Printed = dice.one_of(&ours);
        theirs = engine.ask(&json!({ "variant": "said", "fen": their_fen, "moves": [mv.text] }))?;
        play.play_move(mv);
    }
    Ok(())
}

fn texts(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether two FENs are the same position. Programs order men in hand and rights in their own
/// ways; pyffish writes en-passant squares that nobody can use, and victims behind them; the
/// clock is compared where it counts the same moves.
fn same_position(ours: &str, theirs: &str, clock: bool) -> bool {
    let (ours, theirs) = (fields(ours), fields(theirs));
    let [placement, side, rights, passed, rest] = &ours;
    let pairs = [(placement, &theirs[0]), (side, &theirs[1]), (rights, &theirs[2])];
    let passed = passed.iter().all(|square| theirs[3].contains(square));
    let from = usize::from(!clock);
    let clocks =
        |rest: &Vec<String>| rest.iter().rev().skip(1).skip(from).cloned().collect::<Vec<_>>();
    pairs.iter().all(|(a, b)| a == b) && passed && clocks(rest) == clocks(&theirs[4])
}

/// Placement and hand, side, rights, en-passant squares, and the rest.
fn fields(fen: &str) -> [Vec<String>; 5] {
    let mut fields = fen.split(' ');
    let mut next = || fields.next().unwrap_or_default().to_owned();
    let placement = next();
    let (board, hand) = placement.split_once('[').unwrap_or((&placement, ""));
    let letters = |text: &str| {
        let mut letters: Vec<String> = text.chars().map(String::from).collect();
        letters.sort();
        letters
    };
    let mut all = vec![board.to_owned()];
    all.extend(letters(hand));
    let side = vec![next()];
    let rights = letters(&next());
    let squares = next();
    let starts: Vec<usize> =
        squares.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([squares.len()]);
    let passed =
        starts.iter().zip(ends).map(|(&start, end)| squares[start..end].to_owned()).collect();
    [all, side, rights, passed, fields.map(str::to_owned).collect()]
}
