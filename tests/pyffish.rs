//! Sections written and read by `ferz convert` beside pyffish: random games, the same legal moves,
//! positions and results.
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
use std::sync::{Mutex, PoisonError};

use fast_game::{compile, refusal};
use ferz::convert::{Bears, PARENTS, from_fairy_stockfish, to_fairy_stockfish};
use ferz::game::{Play, Printed};
use ferz::variant::{Choices, Variant};
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

/// Plies of a game, at most.
const PLIES: usize = 44;
/// Games from the start and from each of some positions of the perft table.
const GAMES: usize = 4;

#[expect(clippy::print_stderr, reason = "what is skipped is told")]
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
    let mut add = |name: String, run: Box<dyn Fn() -> Result<(), String> + Send>| {
        let run = move || run().map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(!installed));
    };
    for game in games::names() {
        let definition = load::definition(&game).unwrap_or_else(|fault| panic!("{fault}"));
        let said = to_fairy_stockfish(&definition, "said");
        let exact = said.missing.iter().all(|what| what.bears == Bears::Result);
        if said.ini.is_some() && exact {
            add(format!("{game} as a section"), Box::new(move || as_a_section(&game)));
        }
    }
    for game in PARENTS {
        let run = move || as_it_is(game);
        add(format!("{game} is the engine's own"), Box::new(run));
    }
    for section in sections() {
        let name = format!("section `{section}` as a file");
        add(name, Box::new(move || as_a_file(&section)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A game as both programs have it.
struct Pair<'a> {
    /// For people.
    name: &'a str,
    /// Ours.
    variant: &'a Variant,
    /// What pyffish calls it.
    called: &'a str,
    /// Whether both clocks count the same moves.
    clock: bool,
    engine: Engine,
}

/// A game of ours, written as a section.
fn as_a_section(game: &str) -> Result<(), String> {
    let variant = compile(game, Choices::default())?;
    let called = format!("ferz-{}", game.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let said = to_fairy_stockfish(variant.definition(), &called);
    let ini = said.ini.ok_or("no section")?;
    let mut engine = Engine::take()?;
    engine.load(&ini, &called)?;
    let clock = !ini.contains("nMoveRule = 0\n")
        && !said
            .missing
            .iter()
            .any(|what| what.what.contains("turn.resets") || what.what.contains("the clock"));
    let table = games::perft_table();
    let rows = table.get(game).into_iter().flatten().map(|(fen, _)| fen.clone());
    let starts: Vec<String> = std::iter::once("start".to_owned()).chain(rows).collect();
    let pair = Pair { name: game, variant: &variant, called: &called, clock, engine };
    pair.play(&starts, GAMES).map_err(|fault| format!("{fault}\n{ini}"))
}

/// A game that sections may build on.
fn as_it_is(game: &str) -> Result<(), String> {
    let variant = compile(game, Choices::default())?;
    let engine = Engine::take()?;
    let pair = Pair { name: game, variant: &variant, called: game, clock: true, engine };
    pair.play(&["start".to_owned()], 1)
}

const SECTIONS: &str = "tests/pyffish/sections.ini";

fn sections() -> Vec<String> {
    let text = std::fs::read_to_string(SECTIONS).expect("the sections");
    let headings = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    headings.map(|heading| heading.split(':').next().unwrap_or_default().to_owned()).collect()
}

/// A section of others, read into a variant file.
fn as_a_file(section: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(SECTIONS).map_err(|fault| fault.to_string())?;
    let games = |name: &str| load::definition(name).ok();
    let toml = from_fairy_stockfish(&text, Some(section), &games).map_err(|faults| {
        let said = faults.iter().map(|fault| {
            format!("{}: {}", &text[fault.span().start..fault.span().end], fault.message)
        });
        said.collect::<Vec<_>>().join("\n")
    })?;
    let loaded = ferz::definition::load("section", "section", &toml, &[], &());
    let definition =
        loaded.definition.ok_or_else(|| format!("{:?}\n{toml}", loaded.diagnostics))?;
    let variant = Variant::new(definition).map_err(|faults| format!("{faults:?}\n{toml}"))?;
    let mut engine = Engine::take()?;
    engine.load(&text, section)?;
    let pair = Pair { name: section, variant: &variant, called: section, clock: false, engine };
    pair.play(&["start".to_owned()], GAMES).map_err(|fault| format!("{fault}\n{toml}"))
}

/// The script, running.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    version: String,
}

/// Scripts that nobody uses at present. They end with the test, whose pipes they read.
static IDLE: Mutex<Vec<Engine>> = Mutex::new(Vec::new());

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
        hello["version"].as_str().unwrap_or_default().clone_into(&mut engine.version);
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

    /// One that is idle, or a new one: to start takes long.
    fn take() -> Result<Self, String> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(Self::start, Ok)
    }

    fn load(&mut self, ini: &str, variant: &str) -> Result<(), String> {
        if self.ask(&json!({ "load": ini, "variant": variant }))?["loaded"] == json!(true) {
            Ok(())
        } else {
            Err(format!("nothing is loaded from:\n{ini}"))
        }
    }

    fn position(&mut self, variant: &str, fen: &str, moves: &[&str]) -> Result<Value, String> {
        self.ask(&json!({ "variant": variant, "fen": fen, "moves": moves }))
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

impl Pair<'_> {
    /// Random games from these positions.
    fn play(mut self, starts: &[String], games: usize) -> Result<(), String> {
        let mut dice = Dice::of(self.name, 7);
        for number in 0..games * games::factor() {
            let start = &starts[number % starts.len()];
            let mut play = self.variant.game(start).map_err(|reasons| refusal(&reasons))?;
            self.one_game(play.as_mut(), &mut dice)?;
        }
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self.engine);
        Ok(())
    }

    fn one_game(&mut self, play: &mut dyn Play, dice: &mut Dice) -> Result<(), String> {
        let mut theirs = self.engine.position(self.called, &play.fen(), &[])?;
        for _ in 0..PLIES {
            let ours = play.moves();
            let fen = play.fen();
            let place = || format!("{}: `{fen}`", self.name);
            let our_texts: BTreeSet<String> = ours.iter().map(|mv| mv.text.clone()).collect();
            let their_texts: BTreeSet<String> = texts(&theirs["legal"]);
            let their_fen = theirs["fen"].as_str().unwrap_or_default().to_owned();
            if our_texts != their_texts {
                let more: Vec<_> = our_texts.difference(&their_texts).collect();
                let less: Vec<_> = their_texts.difference(&our_texts).collect();
                return Err(format!("{}: only ferz {more:?}, only pyffish {less:?}", place()));
            }
            if !same_position(&fen, &their_fen, self.clock) {
                return Err(format!("{}: pyffish has `{their_fen}`", place()));
            }
            if ours.is_empty() {
                let won = match play.ending().and_then(|ending| ending.winner) {
                    None => 0,
                    Some(winner) if winner == play.side() => 1,
                    Some(_) => -1,
                };
                if theirs["over"] != json!(won) {
                    return Err(format!("{}: ferz {won}, pyffish {}", place(), theirs["over"]));
                }
                return Ok(());
            }
            let mv: &Printed = dice.one_of(&ours);
            theirs = self.engine.position(self.called, &their_fen, &[&mv.text])?;
            play.play_move(mv);
        }
        Ok(())
    }
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
