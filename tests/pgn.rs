//! Games in PGN: texts as they come from elsewhere, random games written and read in every variant,
//! any bytes, and python-chess where it is installed.
//!
//! `FERZ_WALKS=10` plays ten times as many games.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;
mod python_chess;

use fast_game::{compile, refusal};
use ferz::board::Side;
use ferz::definition::Definition;
use ferz::pgn::{self, Doubt, PgnResult};
use ferz::variant::{Choices, Variant};
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use proptest::test_runner::{Config, TestRunner};
use python_chess::Engine;
use serde_json::json;

/// Plies of a game, at most.
const PLIES: usize = 60;

#[expect(clippy::print_stderr, reason = "what is skipped is told")]
fn main() {
    let mut trials = Vec::new();
    for variant in games::names() {
        let name = format!("PGN of {variant}, written and read");
        trials.push(Trial::test(name, move || round_trips(&variant).map_err(Failed::from)));
    }
    let mut add = |name: &str, run: fn() -> Result<(), String>| {
        trials.push(Trial::test(name, move || run().map_err(Failed::from)));
    };
    add("games of a file", a_file);
    add("the first illegal move is told with its reason", illegal_moves);
    add("results that the rules belie are doubts", results);
    add("starts that are no position are refused", starts);
    add("any text is read or refused", any_text);
    let installed = match Engine::start() {
        Ok(engine) => {
            eprintln!("python-chess {}", engine.version);
            true
        }
        Err(why) => {
            eprintln!("skipped: python-chess is not installed ({why})");
            false
        }
    };
    let run = || beside_python_chess().map_err(Failed::from);
    let trial = Trial::test("python-chess reads what is written", run);
    trials.push(trial.with_ignored_flag(!installed));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Random moves of a game, in any of its spellings.
fn random_game(variant: &Variant, start: &str, dice: &mut Dice) -> Result<Vec<String>, String> {
    let mut game = variant.game(start).map_err(|reasons| refusal(&reasons))?;
    let mut played = Vec::new();
    for _ in 0..PLIES {
        if game.stage().is_some() && game.count() > 1000 {
            break;
        }
        let moves = game.moves();
        if moves.is_empty() {
            break;
        }
        let mv = dice.one_of(&moves);
        played.push(mv.text.clone());
        game.play_move(mv);
    }
    Ok(played)
}

fn round_trips(name: &str) -> Result<(), String> {
    let variant = compile(name, Choices::LIGHT)?;
    let mut starts = games::starts(name, &variant);
    starts.truncate(40);
    starts.push("start".to_owned());
    let mut dice = Dice::of(name, 13);
    for _ in 0..3 * games::factor() {
        let start = dice.one_of(&starts).clone();
        let moves = random_game(&variant, &start, &mut dice)?;
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let written = pgn::write(&variant, &start, &texts, &[("White", "A \"b\" \\ c")])
            .map_err(|fault| format!("{name} {start}: {fault}"))?;
        let at = |what: &str| format!("{name}: {what}\n{written}");
        if written.lines().any(|line| !line.starts_with('[') && line.chars().count() > 79) {
            // A turn of a set-up cannot be broken.
            let long = moves.iter().any(|text| text.len() > 79);
            if !long {
                return Err(at("a line is too long"));
            }
        }
        let parts: Vec<(usize, &str)> = pgn::games(&written).collect();
        if parts != [(1, written.as_str())] {
            return Err(at(&format!("{} games", parts.len())));
        }
        let read = pgn::read(&written).map_err(|fault| at(&fault.to_string()))?;
        if read.tag("White") != Some("A \"b\" \\ c") || read.moves.len() != moves.len() {
            return Err(at("something is lost"));
        }
        let title = &variant.definition().title;
        if !pgn::is_called(read.tag("Variant"), [title.as_str()].into_iter()) {
            return Err(at("the variant's name"));
        }
        let replay = pgn::play(&variant, &read).map_err(|reasons| at(&refusal(&reasons)))?;
        let mut game = variant.game(&start).map_err(|reasons| refusal(&reasons))?;
        for text in &texts {
            game.play(text).map_err(|fault| at(&format!("{text} {fault}")))?;
        }
        let same = replay.game.fen() == game.fen() && replay.ending == game.ending();
        if !same || replay.illegal.is_some() || !replay.doubts.is_empty() {
            return Err(at(&format!("{replay:?}, but the game is {}", game.fen())));
        }
    }
    Ok(())
}

/// The games of `tests/pgn/games.pgn`, each with what becomes of it in its tags.
fn a_file() -> Result<(), String> {
    let bytes = std::fs::read("tests/pgn/games.pgn").map_err(|fault| fault.to_string())?;
    let text = pgn::decode(&bytes);
    let mut count = 0;
    for (line, text) in pgn::games(&text) {
        let at = |what: String| format!("line {line}: {what}");
        let game = pgn::read(text).map_err(|fault| at(fault.to_string()))?;
        let name = game.tag("Ours").ok_or_else(|| at("no tag `Ours`".into()))?;
        let variant = compile(name, Choices::LIGHT)?;
        let stem = name.split('[').next().unwrap_or(name);
        let Definition { title, also, .. } = variant.definition();
        let names = [stem, title].into_iter().chain(also.iter().map(String::as_str));
        if !pgn::is_called(game.tag("Variant"), names) {
            return Err(at(format!("{:?} is not {name}", game.tag("Variant"))));
        }
        let replay = pgn::play(&variant, &game).map_err(|reasons| at(refusal(&reasons)))?;
        if let Some(illegal) = &replay.illegal {
            return Err(at(illegal.to_string()));
        }
        let ending = replay.ending.as_ref().map_or("none", |end| &end.reason);
        let doubts: Vec<String> = replay.doubts.iter().map(ToString::to_string).collect();
        let expected = |tag| game.tag(tag).unwrap_or_default().to_owned();
        let found = [replay.game.fen(), ending.to_owned(), doubts.join("; ")];
        if found != [expected("Then"), expected("Ending"), expected("Doubts")] {
            return Err(at(format!("{found:#?}")));
        }
        count += 1;
    }
    if count < 10 { Err(format!("only {count} games")) } else { Ok(()) }
}

fn illegal_moves() -> Result<(), String> {
    let cases = [
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb6 *", 4, "3.", "Bb6"),
        ("chess", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# Kxf7 *", 7, "4...", "Kxf7"),
        ("chess", "1. e4 e5 2. O-O *", 2, "2.", "O-O"),
        ("chess", "1. f3 e5 2. g4 Qh4# 3. Kf2 1-0", 4, "3.", "Kf2"),
        ("chess", "1. e4 what *", 1, "1...", "what"),
        ("chess", "1. Nf3 d5 2. Nc3 a6 3. Nd4 a5 4. Nb5 *", 6, "4.", "Nb5"),
        ("shogi", "1. P7g *", 0, "1.", "P7g"),
    ];
    for (name, text, index, number, mv) in cases {
        let variant = compile(name, Choices::LIGHT)?;
        let game = pgn::read(text).map_err(|fault| fault.to_string())?;
        let replay = pgn::play(&variant, &game).map_err(|reasons| refusal(&reasons))?;
        let illegal = replay.illegal.as_ref().ok_or(format!("{text}: all is legal"))?;
        let said = illegal.to_string();
        let begins = format!("move {number} `{mv}` ");
        let known = illegal.why.as_ref().is_some_and(|why| said.ends_with(&why.reason));
        if (illegal.index, replay.played) != (index, index) || !said.starts_with(&begins) || !known
        {
            return Err(format!("{text}: {said}"));
        }
        if text.get(illegal.mv.offset..).is_none_or(|rest| !rest.starts_with(mv)) {
            return Err(format!("{text}: the place of {mv}"));
        }
    }
    Ok(())
}

fn results() -> Result<(), String> {
    let variant = compile("chess", Choices::LIGHT)?;
    let mated = "1. f3 e5 2. g4 Qh4#";
    let doubt =
        |said| Doubt::Decided { said, winner: Some(Side::Black), reason: "checkmate".to_owned() };
    let cases = [
        (format!("{mated} 0-1"), vec![]),
        (format!("{mated} *"), vec![]),
        (format!("[Result \"0-1\"]\n{mated}"), vec![]),
        (format!("{mated} 1-0"), vec![doubt(PgnResult::White)]),
        (format!("[Result \"1/2-1/2\"]\n{mated}"), vec![doubt(PgnResult::Draw)]),
        // Nobody is mated: somebody may have resigned.
        ("1. e4 0-1".to_owned(), vec![]),
        (
            "[Result \"1-0\"]\n1. e4 0-1".to_owned(),
            vec![Doubt::Results { tag: PgnResult::White, end: PgnResult::Black }],
        ),
        ("[Result \"won\"]\n1. e4".to_owned(), vec![Doubt::NoResult("won".to_owned())]),
        ("[SetUp \"1\"]\n1. e4".to_owned(), vec![Doubt::NoFen]),
    ];
    for (text, doubts) in cases {
        let game = pgn::read(&text).map_err(|fault| fault.to_string())?;
        let replay = pgn::play(&variant, &game).map_err(|reasons| refusal(&reasons))?;
        if replay.doubts != doubts || doubts.iter().any(|doubt| doubt.to_string().is_empty()) {
            return Err(format!("{text}: {:?}", replay.doubts));
        }
    }
    Ok(())
}

fn starts() -> Result<(), String> {
    let variant = compile("chess", Choices::LIGHT)?;
    for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "no position", "e4"] {
        let text = format!("[FEN \"{fen}\"]\n1. e4 *");
        let game = pgn::read(&text).map_err(|fault| fault.to_string())?;
        match pgn::play(&variant, &game) {
            Err(reasons) if !reasons.is_empty() => {}
            other => return Err(format!("{fen}: {other:?}")),
        }
    }
    Ok(())
}

/// Bits of games.
const BITS: [&str; 24] = [
    "[Event \"a\"]",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$1",
    "$",
    "1.",
    "1...",
    "e4",
    "Nf3",
    "1-0",
    "*",
    "\u{feff}",
    "\u{e9}",
];

fn any_text() -> Result<(), String> {
    let variant = compile("chess", Choices::LIGHT)?;
    let read = |text: &str| {
        let parts: String = pgn::games(text).map(|(_, game)| game).collect();
        assert!(text.ends_with(&parts), "a part of the text is lost");
        for text in pgn::games(text).map(|(_, game)| game).chain([text]) {
            match pgn::read(text) {
                Ok(game) => {
                    for mv in &game.moves {
                        assert!(text[mv.offset..].starts_with(mv.text));
                    }
                    let _ = pgn::play(&variant, &game).map(|replay| format!("{replay:?}"));
                }
                Err(fault) => {
                    assert!(fault.offset <= text.len() && !fault.to_string().is_empty());
                }
            }
        }
    };
    for bit in BITS {
        read(&bit.repeat(20_000));
    }
    let config = Config { cases: 2000, failure_persistence: None, ..Config::default() };
    let bits = proptest::collection::vec(proptest::sample::select(&BITS[..]), 0..40);
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..200);
    TestRunner::new(config)
        .run(&(bits, bytes), |(bits, bytes)| {
            read(&bits.join(""));
            read(&bits.join(" "));
            read(&pgn::decode(&bytes));
            Ok(())
        })
        .map_err(|fault| fault.to_string())
}

fn beside_python_chess() -> Result<(), String> {
    let mut engine = Engine::start()?;
    for name in ["chess", "chess[array=960]", "crazyhouse", "kingofthehill", "atomic"] {
        let variant = compile(name, Choices::LIGHT)?;
        let starts = games::starts(name, &variant);
        let mut dice = Dice::of(name, 14);
        for _ in 0..10 * games::factor() {
            let start = dice.one_of(&starts).clone();
            let moves = random_game(&variant, &start, &mut dice)?;
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            let written =
                pgn::write(&variant, &start, &texts, &[]).map_err(|one| one.to_string())?;
            let said = engine.ask(&json!({ "pgn": written }))?;
            if said["moves"] != json!(moves.len()) || said["errors"] != json!([]) {
                return Err(format!("{name}: {said}\n{written}"));
            }
        }
    }
    Ok(())
}
