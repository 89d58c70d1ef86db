//! Properties of positions and moves in every variant, on random games and random texts.
//!
//! `FERZ_WALKS=10` plays ten times as many games.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::collections::BTreeMap;

use fast_game::{compile, is_unsupported};
use ferz::bitboard::Bitboard;
use ferz::board::{Square, Symmetry};
use ferz::position::{Grade, Move, MoveClass, MoveFault, Position};
use ferz::rules::Rules;
use ferz::variant::Choices;
use ferz::with_any;
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use proptest::test_runner::{Config, TestRunner};

/// Plies of a game, at most.
const PLIES: usize = 80;

fn main() {
    let mut trials = Vec::new();
    for variant in games::with_choices() {
        let ignored = is_unsupported(&variant);
        let name = format!("positions and moves of {variant}");
        let game = variant.clone();
        let run = move || positions(&game).map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(ignored));
        if variant.contains('[') {
            continue;
        }
        let game = variant.clone();
        if has_images(&game) {
            let run = move || images(&game).map_err(Failed::from);
            let name = format!("images in {variant}");
            trials.push(Trial::test(name, run).with_ignored_flag(ignored));
        }
        let name = format!("any text in {variant}");
        let run = move || texts(&variant).map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(ignored));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn positions(variant: &str) -> Result<(), String> {
    let compiled = compile(variant, Choices::default())?;
    let starts = games::starts(variant, &compiled);
    let mut dice = Dice::of(variant, 2);
    // Most choices change little.
    let rounds = if variant.contains('[') { 3 } else { 8 };
    for _ in 0..rounds * games::factor() {
        let start = dice.one_of(&starts).clone();
        let rules = compiled.cast_rules(&start).map_err(|fault| format!("{fault:?}"))?;
        with_any!(&rules, rules => walk(rules, &start, &mut dice))
            .map_err(|fault| format!("{variant} {fault}\n  from `{start}`"))?;
    }
    Ok(())
}

/// Plays a random game and asks everything of each position.
fn walk<B: Bitboard>(rules: &Rules<B>, start: &str, dice: &mut Dice) -> Result<(), String> {
    let mut position = rules.position(start).map_err(|reasons| format!("{reasons:?}"))?;
    let pairs_at = dice.below(PLIES / 2);
    for ply in 0..PLIES {
        let fen = rules.fen(&position);
        let mut moves = Vec::new();
        rules.list(&position, &mut moves);
        one(rules, &position, &moves).map_err(|fault| format!("`{fen}`: {fault}"))?;
        if ply == pairs_at {
            every_pair(rules, &position, &moves).map_err(|fault| format!("`{fen}`: {fault}"))?;
        }
        if moves.is_empty() {
            break;
        }
        let sharp: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| {
                mv.class != MoveClass::Plain
                    || mv.becomes != position.kind(usize::from(mv.from))
                    || position.owner(usize::from(mv.to)).is_some()
            })
            .collect();
        let pool = if sharp.is_empty() || dice.below(3) > 0 { &moves } else { &sharp };
        position = position.after(rules, *dice.one_of(pool));
    }
    Ok(())
}

/// Whether a position that was printed and read is the same. Who was dropped where he stands is
/// not told by a FEN (`language.md` 7); it is assumed while there are men in hand.
fn same<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, again: &Position<B>) -> bool {
    let (mut position, mut again) = (*position, *again);
    if rules.extras.rights_by_drop != 0 {
        for one in [&mut position, &mut again] {
            one.unmoved = B::EMPTY;
            one.key = one.full_key(rules);
        }
    }
    position.same(&again)
}

/// What must hold in every position.
fn one<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    moves: &[Move],
) -> Result<(), String> {
    let holds = |what: &str, so: bool| if so { Ok(()) } else { Err(what.to_owned()) };
    holds("the key is not the full key", position.key == position.full_key(rules))?;

    let fen = rules.fen(position);
    let again = rules.parse_fen(&fen).map_err(|fault| format!("its FEN: {fault}"))?;
    holds("doubts about its own FEN", again.reasons.is_empty())?;
    holds("printed and read it is another position", same(rules, position, &again.position))?;
    holds("the FEN read is printed in another way", rules.fen(&again.position) == fen)?;
    let clocks = |position: &Position<B>| (position.quiet, position.fullmove);
    holds("the FEN loses the clocks", clocks(&again.position) == clocks(position))?;
    let illegal = rules.reasons(position).into_iter().find(|one| one.grade == Grade::Illegal);
    holds(&format!("{illegal:?}"), illegal.is_none())?;

    holds("count and list differ", rules.count(position) == moves.len() as u64)?;
    let mut raw = Vec::new();
    rules.list_raw(position, &mut raw);
    holds("count and list differ, ends aside", rules.count_raw(position) == raw.len() as u64)?;
    holds("`any` and the list differ", rules.any_raw(position) != raw.is_empty())?;
    holds("moves are neither all there nor none", moves.is_empty() || moves == raw)?;
    let below: u64 = moves.iter().map(|mv| rules.count(&position.after(rules, *mv))).sum();
    holds("perft 2 is not the sum of the counts", rules.perft(position, 2) == below)?;

    let mut texts = BTreeMap::new();
    for &mv in moves {
        let text = rules.move_text(position, mv, moves);
        match rules.read_move(position, &text, moves) {
            Ok(read) if read == mv => {}
            read => return Err(format!("{text} of {mv:?} is read as {read:?}")),
        }
        if let Some(other) = texts.insert(text.clone(), mv) {
            return Err(format!("{text} is both {mv:?} and {other:?}"));
        }
    }
    Ok(())
}

/// Every pair of squares as text: legal exactly if the list says so.
fn every_pair<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    moves: &[Move],
) -> Result<(), String> {
    let printed: Vec<String> =
        moves.iter().map(|mv| rules.move_text(position, *mv, moves)).collect();
    let squares: Vec<Square> = rules.shape.squares().collect();
    for &from in &squares {
        for &to in &squares {
            let text = format!("{}{}", rules.shape.name(from), rules.shape.name(to));
            // Castling, chains and passing have texts of their own; they are left aside
            // unless they are printed so.
            let own = |mv: &Move| {
                matches!(mv.class, MoveClass::Plain | MoveClass::EnPassant)
                    && (mv.from, mv.to) == (from.byte(), to.byte())
                    && (mv.becomes == position.kind(usize::from(mv.from))
                        || !promotes(rules, position, mv))
            };
            let found: Vec<&Move> = moves.iter().filter(|mv| own(mv)).collect();
            let exact = printed.iter().position(|one| *one == text).map(|index| moves[index]);
            match (rules.read_move(position, &text, moves), exact) {
                (Ok(read), Some(exact)) if read == exact => {}
                (Ok(read), None) if found == [&read] => {}
                (Ok(read), None) if found.is_empty() && !matches!(read.class, MoveClass::Plain) => {
                }
                (Err(MoveFault::Illegal | MoveFault::Ambiguous), None) if found.is_empty() => {}
                (read, exact) => {
                    return Err(format!("{text} is read as {read:?}; {exact:?}, {found:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Whether the move changes the piece: a spent right does not.
fn promotes<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, mv: &Move) -> bool {
    let before = &rules.kinds[usize::from(position.kind(usize::from(mv.from)))];
    let after = &rules.kinds[usize::from(mv.becomes)];
    before.piece != after.piece || after.was.is_some()
}

/// Games in which the two sides have different men.
const SIDES_DIFFER: [&str; 1] = ["chigorin"];

/// Games in whose start men stand on other squares left than right that bind them.
const LOPSIDED: [&str; 4] =
    ["courier", "legan", "tests/variants/cylinder.toml", "tests/variants/giants.toml"];

/// Games whose sides are no images of each other as their files see it: they stand side by side,
/// or turned by half a circle on a board whose squares are turned over.
const NO_IMAGES: [&str; 3] = ["cambodian", "crossderby", "racingkings"];

/// Whether a game is the same for both sides, and its FENs have the plain fields only.
fn has_images(variant: &str) -> bool {
    if NO_IMAGES.contains(&variant) {
        return false;
    }
    let Ok(definition) = load::definition(variant) else { return true };
    let start = definition.setup.start.split(' ').next().unwrap_or("");
    let white: String = start.chars().filter(char::is_ascii_uppercase).collect();
    let black: String = start.chars().filter(char::is_ascii_lowercase).collect();
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.to_ascii_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(&white) == sorted(&black)
        && definition.pieces.iter().all(|piece| piece.sides == [true; 2])
        && definition.augmenters.is_empty()
        && definition.gates.is_empty()
        && definition.hand.is_none()
        && definition.checks.is_none()
        // A FEN does not tell of passes.
        && definition.turn.pass.is_none()
        && definition.setup.start.split(' ').count() == 6
}

/// A position with the colours exchanged has the same perft; so has, without castling, one
/// with left and right exchanged.
fn images(variant: &str) -> Result<(), String> {
    let compiled = compile(variant, Choices::default())?;
    let starts = games::starts(variant, &compiled);
    let mut dice = Dice::of(variant, 3);
    let symmetry = compiled.definition().symmetry;
    let files = compiled.definition().shape.files();
    let ranks = compiled.definition().shape.ranks();
    let mut compared = 0;
    for _ in 0..6 * games::factor() {
        let mut game =
            compiled.game(dice.one_of::<String>(&starts)).map_err(|fault| format!("{fault:?}"))?;
        for ply in 0..40 {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            if ply % 4 == 0 {
                let fen = game.fen();
                let mut turned = Vec::new();
                if !SIDES_DIFFER.contains(&variant) {
                    turned.push(swapped(&fen, files, ranks, symmetry == Symmetry::Rotate));
                }
                if fen.split(' ').nth(2) == Some("-") && !LOPSIDED.contains(&variant) {
                    turned.push(mirrored(&fen, files));
                }
                for image in turned {
                    let other = compiled.game(&image).map_err(|reasons| {
                        format!("{variant} `{fen}`: image `{image}`: {reasons:?}")
                    })?;
                    let [nodes, expected] =
                        [&other, &game].map(|one| one.perft(2, false).unwrap_or(0));
                    if nodes != expected {
                        return Err(format!("{variant} `{fen}` {expected}, `{image}` {nodes}"));
                    }
                    compared += 1;
                }
            }
            let mv = dice.one_of(&moves).clone();
            game.play_move(&mv);
        }
    }
    if compared > 10 { Ok(()) } else { Err(format!("{variant}: {compared} positions")) }
}

/// The placement as rows of men and single empty squares, from the top.
fn rows(placement: &str) -> Vec<Vec<String>> {
    let row = |text: &str| {
        let mut men = Vec::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let mut run = digit as usize;
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    run = 10 * run + digit as usize;
                    letters.next();
                }
                men.extend(std::iter::repeat_n("1".to_owned(), run));
                continue;
            }
            let mut man = String::from(letter);
            if letter == '+' {
                man.extend(letters.next());
            }
            if man.ends_with('{') {
                man.extend(letters.by_ref().take_while(|&letter| letter != '}'));
                man.push('}');
            }
            if let Some(mark) = letters.next_if_eq(&'~') {
                man.push(mark);
            }
            men.push(man);
        }
        men
    };
    placement.split('/').map(row).collect()
}

fn placement(rows: &[Vec<String>]) -> String {
    let row = |men: &Vec<String>| {
        let mut text = String::new();
        let mut run = 0;
        for man in men {
            if man == "1" {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.push_str(man);
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    };
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

fn other_case(text: &str) -> String {
    let swap = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    text.chars().map(swap).collect()
}

/// Squares of an en-passant field.
fn squares(field: &str) -> Vec<(u8, u8)> {
    let mut squares = Vec::new();
    for letter in field.bytes() {
        match letter {
            b'a'..=b'z' => squares.push((letter - b'a', 0)),
            b'0'..=b'9' => {
                let (_, rank) = squares.last_mut().expect("a file before its rank");
                *rank = 10 * *rank + (letter - b'0');
            }
            _ => {}
        }
    }
    squares
}

fn en_passant(field: &str, image: impl Fn((u8, u8)) -> (u8, u8)) -> String {
    if field == "-" {
        return field.to_owned();
    }
    let name = |(file, rank): (u8, u8)| format!("{}{rank}", char::from(b'a' + file));
    squares(field).into_iter().map(|square| name(image(square))).collect()
}

/// The colours exchanged, and the board turned so that both sides move as before.
fn swapped(fen: &str, files: u8, ranks: u8, rotate: bool) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut men = rows(fields[0]);
    men.reverse();
    for row in &mut men {
        if rotate {
            row.reverse();
        }
        for man in row {
            *man = other_case(man);
        }
    }
    let side = if fields[1] == "w" { "b" } else { "w" };
    let file = |file: u8| if rotate { files - 1 - file } else { file };
    let passed = en_passant(fields[3], |(at, rank)| (file(at), ranks + 1 - rank));
    let rights = other_case(fields[2]);
    format!("{} {side} {rights} {passed} 0 1", placement(&men))
}

/// Left and right exchanged.
fn mirrored(fen: &str, files: u8) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut men = rows(fields[0]);
    for row in &mut men {
        row.reverse();
    }
    let passed = en_passant(fields[3], |(file, rank)| (files - 1 - file, rank));
    format!("{} {} - {passed} 0 1", placement(&men), fields[1])
}

/// Bits of text that mean something somewhere.
const BITS: [&str; 40] = [
    "[",
    "]",
    "[]",
    "[PPn]",
    "{",
    "}",
    "{Ab}",
    "K{w}",
    "+",
    "~",
    "*",
    "/",
    "//",
    "-",
    " ",
    "  ",
    "w",
    "b",
    "KQkq",
    "HAha",
    "0",
    "1",
    "55",
    "99999999999999999999",
    "65536",
    "e4",
    "e4e3",
    "a1",
    "p27",
    "z99",
    "=",
    "@",
    "P@e4",
    "0000",
    "@@@@",
    ",",
    "\u{e9}",
    "\u{0}",
    "\u{1d11e}",
    "+1+0",
];

/// Whatever the text, it is read or refused, and a game goes on.
fn texts(variant: &str) -> Result<(), String> {
    let compiled = compile(variant, Choices::default())?;
    let starts = games::starts(variant, &compiled);
    let mut dice = Dice::of(variant, 4);
    let ask = |fen: &str, text: &str| {
        if let Ok(mut game) = compiled.game(fen) {
            // Whatever could be read can be played on.
            let _ = (game.moves(), game.status(), game.perft(1, false), game.fen());
            let _ = game.play(text);
            let _ = game.claim(text);
        }
    };
    let mut texts = vec![
        String::new(),
        "8/".repeat(50_000),
        "[".repeat(50_000),
        "{".repeat(50_000),
        "9".repeat(50_000),
        "e2".repeat(50_000),
        "\u{1d11e}".repeat(10_000),
    ];
    for _ in 0..600 {
        texts.push(mangled(&dice.one_of(&starts).clone(), &mut dice));
    }
    for text in &texts {
        ask(text, "e2e4");
        ask("start", text);
    }
    let mut game = compiled.game("start").map_err(|fault| format!("{fault:?}"))?;
    let known: Vec<String> = game.moves().into_iter().map(|mv| mv.text).collect();
    for _ in 0..600 {
        let text = mangled(&dice.one_of(&known).clone(), &mut dice);
        let legal = game.play(&text).is_ok();
        if legal {
            game.undo();
        }
    }
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let any = (proptest::string::string_regex("(?s).{0,120}").expect("a pattern"), ".{0,12}");
    TestRunner::new(config)
        .run(&any, |(fen, text)| {
            ask(&fen, &text);
            ask("start", &text);
            Ok(())
        })
        .map_err(|fault| format!("{variant}: {fault}"))
}

/// A text with some bits put in, taken out, or doubled.
fn mangled(text: &str, dice: &mut Dice) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(text.len() + 1);
        match dice.below(4) {
            0 => text.truncate(at),
            1 if at < text.len() => {
                text.remove(at);
            }
            2 => {
                let tail: Vec<char> = text[at..].to_vec();
                text.extend(tail);
            }
            _ => {
                let bit: Vec<char> = (*dice.one_of(&BITS)).chars().collect();
                text.splice(at..at, bit);
            }
        }
    }
    text.into_iter().collect()
}
