//! `ferz why` beside the generator: for texts of every kind in random positions of every game
//! it must say the same of legality, and never be without a reason.
//!
//! `FERZ_WALKS=10` looks at ten times as many positions.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::collections::BTreeSet;

use fast_game::compile;
use ferz::bitboard::Bitboard;
use ferz::board::{Side, Square};
use ferz::definition::Definition;
use ferz::position::{Move, Position};
use ferz::rules::Rules;
use ferz::variant::Choices;
use ferz::why::{Explainer, Why};
use ferz::with_any;
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};

/// Plies of a game, at most.
const PLIES: usize = 60;
/// Texts that are asked about in one position, at most.
const TEXTS: usize = 700;

fn main() {
    let mut trials = Vec::new();
    for variant in games::names() {
        let name = format!("why in {variant}");
        trials.push(Trial::test(name, move || games(&variant).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn games(variant: &str) -> Result<(), String> {
    let compiled = compile(variant, Choices::LIGHT)?;
    let mut dice = Dice::of(variant, 9);
    let starts = games::starts(variant, &compiled);
    let mut codes = BTreeSet::new();
    for _ in 0..3 * games::factor() {
        let start = dice.one_of(&starts).clone();
        let rules = compiled.cast_rules(&start).map_err(|fault| format!("{fault:?}"))?;
        with_any!(&rules, rules => game(compiled.definition(), rules, &start, &mut dice, &mut codes))
            .map_err(|fault| format!("{variant} {fault}\n  from `{start}`"))?;
    }
    // A game in which nothing is ever refused or allowed has not been asked.
    if codes.len() < 3 {
        return Err(format!("{variant}: only {codes:?} were ever said"));
    }
    Ok(())
}

/// A random game, one position of which is asked about.
fn game<B: Bitboard>(
    definition: &Definition,
    rules: &Rules<B>,
    start: &str,
    dice: &mut Dice,
    codes: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let explainer = Explainer::new(definition, rules);
    let mut position = rules.position(start).map_err(|reasons| format!("{reasons:?}"))?;
    let asked_at = dice.below(PLIES);
    let mut history = vec![position];
    for ply in 0..PLIES {
        let mut legal = Vec::new();
        rules.list(&position, &mut legal);
        let fen = rules.fen(&position);
        if ply == asked_at || legal.is_empty() {
            return ask(&explainer, rules, &history, &legal, dice, codes)
                .map_err(|fault| format!("`{fen}`: {fault}"));
        }
        position = position.after(rules, *dice.one_of(&legal));
        history.push(position);
    }
    Ok(())
}

fn ask<B: Bitboard>(
    explainer: &Explainer<'_, B>,
    rules: &Rules<B>,
    history: &[Position<B>],
    legal: &[Move],
    dice: &mut Dice,
    codes: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let position = history.last().ok_or("no position")?;
    for text in texts(rules, position, legal, dice) {
        let why = explainer.why(history, &text);
        let means = rules.read_move(position, &text, legal);
        if why.legal != means.is_ok() {
            return Err(format!("`{text}`: {why:?}, but it is read as {means:?}"));
        }
        sound(&why).map_err(|fault| format!("`{text}`: {fault}: {why:?}"))?;
        lasting(explainer, rules, position, &text, &why)
            .map_err(|fault| format!("`{text}`: {fault}: {why:?}"))?;
        codes.insert(why.code);
    }
    Ok(())
}

/// Whether an answer can be one at all.
fn sound(why: &Why) -> Result<(), &'static str> {
    if why.code == "unexplained" {
        return Err("no reason was found");
    }
    if why.legal != (why.code == "legal") {
        return Err("the code belies the answer");
    }
    let ends = why.reason.ends_with('.') && !why.reason.ends_with("..");
    let begins = why.reason.starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic());
    // Squares begin some sentences.
    if !ends || !(begins || why.code == "hole") {
        return Err("that is no sentence");
    }
    Ok(())
}

/// Whether the reason goes with what it names: nobody is blocked by a man who is not there, and
/// where a man never goes he does not go on an empty board either.
fn lasting<B: Bitboard>(
    explainer: &Explainer<'_, B>,
    rules: &Rules<B>,
    position: &Position<B>,
    text: &str,
    why: &Why,
) -> Result<(), String> {
    let mut other = *position;
    // Men whom a right needs may be lifted.
    other.rights = 0;
    other.en_passant = B::EMPTY;
    let lift = |other: &mut Position<B>, square: usize| {
        if let Some(owner) = other.owner(square) {
            other.lift(rules, owner, square);
        }
    };
    if why.code == "no-such-move" {
        let Some((from, _)) = rules.shape.read_square(text) else { return Ok(()) };
        rules
            .shape
            .squares()
            .filter(|one| *one != from)
            .for_each(|one| lift(&mut other, one.index()));
    } else if let Some((_, rest)) = why.reason.split_once("is blocked on ") {
        let (square, _) = rules.shape.read_square(rest).ok_or("the blocker's square")?;
        lift(&mut other, square.index());
        other.walls = other.walls - B::of(square.index());
    } else {
        return Ok(());
    }
    let again = explainer.why(&[other], text);
    if again.reason == why.reason && why.code == "blocked" || again.legal && why.code != "blocked" {
        return Err(format!("but without him {again:?}"));
    }
    Ok(())
}

/// Texts of legal moves, pairs of squares, with and without something behind them, and drops.
fn texts<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    legal: &[Move],
    dice: &mut Dice,
) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..legal.len().min(60) {
        texts.push(rules.move_text(position, *dice.one_of(legal), legal));
    }
    let squares: Vec<Square> = rules.shape.squares().collect();
    let name = |square: &Square| rules.shape.name(*square);
    let mut own = Vec::new();
    position.side(position.turn).for_each(|square| own.push(Square::new(square as u8)));
    let mut pairs: Vec<String> = own
        .iter()
        .flat_map(|from| squares.iter().map(move |to| (*from, *to)))
        .map(|(from, to)| format!("{}{}", name(&from), name(&to)))
        .collect();
    while pairs.len() > TEXTS {
        pairs.swap_remove(dice.below(pairs.len()));
    }
    for _ in 0..60 {
        pairs.push(format!("{}{}", name(dice.one_of(&squares)), name(dice.one_of(&squares))));
    }
    let names = &rules.names.kinds;
    for _ in 0..60 {
        let suffix = &names[dice.below(names.len())].suffix;
        let pair = dice.one_of(&pairs).clone();
        pairs.push(pair + suffix);
        let kind = dice.below(names.len()) as u8;
        let man = rules.names.man(Side::White, kind);
        texts.push(format!("{man}@{}", name(dice.one_of(&squares))));
    }
    texts.extend(pairs);
    texts.extend(
        ["0000", "@@@@", "e9", "a1", "", "O-O", "x@a1", "é1", "N@", "a1a2a3"].map(String::from),
    );
    texts
}
