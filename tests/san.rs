//! Moves in standard algebraic notation: in random games of every variant no two are alike and
//! each is read as the move it was written for; in games that python-chess knows they are the
//! same as its own. Where Python or python-chess is missing, that is printed and nothing is
//! compared.
//!
//! `FERZ_WALKS=10` plays ten times as many games, with every choice.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;
mod python_chess;

use std::collections::{BTreeMap, BTreeSet};

use fast_game::compile;
use ferz::bitboard::Bitboard;
use ferz::board::Square;
use ferz::position::{Move, MoveClass, Position};
use ferz::rules::Rules;
use ferz::variant::Choices;
use ferz::with_any;
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use python_chess::Engine;
use serde_json::json;

/// Plies of a game, at most.
const PLIES: usize = 60;

/// Our games, the same game in python-chess, and whether castling is that of Chess960.
const PEERS: [(&str, &str, bool); 8] = [
    ("chess", "chess", false),
    ("chess[array=960]", "chess", true),
    ("crazyhouse", "crazyhouse", false),
    ("kingofthehill", "kingofthehill", false),
    ("horde", "horde", false),
    ("racingkings", "racingkings", false),
    ("antichess", "antichess", false),
    ("atomic", "atomic", false),
];

#[expect(clippy::print_stderr, reason = "what is skipped is told")]
fn main() {
    let mut trials = Vec::new();
    // Choices hardly change how moves are written.
    let variants = if games::factor() > 1 { games::with_choices() } else { games::names() };
    for variant in variants {
        let name = format!("SAN in {variant}");
        trials.push(Trial::test(name, move || walks(&variant).map_err(Failed::from)));
    }
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
    for (game, peer, chess960) in PEERS {
        let name = format!("SAN of {game} beside python-chess");
        let run = move || beside(game, peer, chess960).map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(!installed));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn walks(variant: &str) -> Result<(), String> {
    let compiled = compile(variant, Choices::LIGHT)?;
    let starts = games::starts(variant, &compiled);
    let mut dice = Dice::of(variant, 11);
    let rounds = if variant.contains('[') { 1 } else { 4 };
    for _ in 0..rounds * games::factor() {
        let start = dice.one_of(&starts).clone();
        let rules = compiled.cast_rules(&start).map_err(|fault| format!("{fault:?}"))?;
        with_any!(&rules, rules => walk(rules, &start, &mut dice, &mut |position, moves| {
            one(rules, position, moves)
        }))
        .map_err(|fault| format!("{variant} {fault}\n  from `{start}`"))?;
    }
    Ok(())
}

/// A question about a position and its legal moves.
type Ask<'a, B> = &'a mut dyn FnMut(&Position<B>, &[Move]) -> Result<(), String>;

/// Plays a random game and asks about each position.
fn walk<B: Bitboard>(
    rules: &Rules<B>,
    start: &str,
    dice: &mut Dice,
    ask: Ask<'_, B>,
) -> Result<(), String> {
    let mut position = rules.position(start).map_err(|reasons| format!("{reasons:?}"))?;
    for _ in 0..PLIES {
        let mut moves = Vec::new();
        rules.list(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        ask(&position, &moves).map_err(|fault| format!("`{}`: {fault}", rules.fen(&position)))?;
        position = position.after(rules, *dice.one_of(&moves));
    }
    Ok(())
}

/// What must hold of all moves of a position.
fn one<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    moves: &[Move],
) -> Result<(), String> {
    let mut texts = BTreeMap::new();
    for &mv in moves {
        let san = rules.san(position, mv, moves);
        if let Some(other) = texts.insert(san.clone(), mv) {
            return Err(format!("{san} is both {mv:?} and {other:?}"));
        }
        let means = |text: String| match rules.read_move(position, &text, moves) {
            Ok(read) if read == mv => Ok(()),
            read => Err(format!("{text} for {san} of {mv:?} is read as {read:?}")),
        };
        means(san.clone())?;
        let uci = rules.move_text(position, mv, moves);
        if san == uci {
            continue;
        }
        means(format!("{san}!?"))?;
        if mv.class == MoveClass::EnPassant {
            means(format!("{san} e.p."))?;
        }
        if mv.castling().is_some() {
            means(san.replace('O', "0"))?;
        }
        if let Some(whole) = with_origin(rules, position, mv, &san)? {
            means(whole)?;
        }
    }
    Ok(())
}

/// The text with the whole of the man's origin named; `None` if no man moves from somewhere, or
/// two castle.
fn with_origin<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    mv: Move,
    san: &str,
) -> Result<Option<String>, String> {
    if mv.castling().is_some() || matches!(mv.class, MoveClass::Pass | MoveClass::Drop) {
        return Ok(None);
    }
    let id = &rules.names.kinds[usize::from(position.kind(usize::from(mv.from)))].id;
    // A pawn's id may be named as well.
    let rest = if id == "P" { Some(san) } else { san.strip_prefix(id.as_str()) };
    let rest = rest.ok_or_else(|| format!("{san} does not begin with {id}"))?;
    let from = rules.shape.name(Square::new(mv.from));
    let goal = rules.shape.name(Square::new(mv.to));
    let named = [from.as_str(), &from[..1], &from[1..], ""];
    let behind = named.iter().find_map(|origin| {
        let behind = rest.strip_prefix(origin)?;
        (behind.starts_with('x') || behind.starts_with(&goal)).then_some(behind)
    });
    let behind = behind.ok_or_else(|| format!("{san} does not name {goal}"))?;
    Ok(Some(format!("{id}{from}{behind}")))
}

/// What both mean by a text: python-chess drops pawns without their letter, and in antichess it
/// marks moves with which a side loses as mate too.
fn shared<'a>(game: &str, san: &'a str) -> &'a str {
    match game {
        "crazyhouse" => san.strip_prefix('P').unwrap_or(san),
        "antichess" => san.trim_end_matches('#'),
        _ => san,
    }
}

/// Random games, all moves of each position written by both.
fn beside(game: &str, peer: &str, chess960: bool) -> Result<(), String> {
    let compiled = compile(game, Choices::LIGHT)?;
    let starts = games::starts(game, &compiled);
    let mut dice = Dice::of(game, 12);
    let mut engine = Engine::start()?;
    for _ in 0..10 * games::factor() {
        let start = dice.one_of(&starts).clone();
        let rules = compiled.cast_rules(&start).map_err(|fault| format!("{fault:?}"))?;
        with_any!(&rules, rules => walk(rules, &start, &mut dice, &mut |position, moves| {
            let fen = rules.fen(position);
            let question = json!({ "variant": peer, "fen": fen, "chess960": chess960 });
            let said = engine.ask(&question)?;
            // Castling of Chess960 is the one move whose UCI text the two write differently.
            let by_text = |uci: &str, san: &str| {
                let uci = if san.starts_with("O-O") { "castling" } else { uci };
                format!("{uci} {}", shared(game, san))
            };
            let ours: BTreeSet<String> = moves
                .iter()
                .map(|&mv| {
                    let uci = rules.move_text(position, mv, moves);
                    by_text(&uci, &rules.san(position, mv, moves))
                })
                .collect();
            let theirs: BTreeSet<String> = said["san"]
                .as_object()
                .ok_or("no moves")?
                .iter()
                .map(|(uci, san)| by_text(uci, san.as_str().unwrap_or_default()))
                .collect();
            if ours == theirs {
                return Ok(());
            }
            let ours_only: Vec<&String> = ours.difference(&theirs).collect();
            let theirs_only: Vec<&String> = theirs.difference(&ours).collect();
            Err(format!("{ours_only:?}, python-chess has {theirs_only:?}"))
        }))
        .map_err(|fault| format!("{game} {fault}\n  from `{start}`"))?;
    }
    Ok(())
}
