//! Random games in every variant: what the reference interpreter prints it reads again, its
//! move texts tell all moves apart, and in chess, 960 arrays included, it agrees with
//! cozy-chess.

mod load;
mod reference;

use std::collections::BTreeSet;

use libtest_mimic::{Arguments, Failed, Trial};
use reference::Reference;

fn main() {
    let mut trials = Vec::new();
    let mut games: Vec<String> =
        load::files("variants").into_iter().map(|(name, _)| name).collect();
    let made = load::files("tests/variants").into_iter();
    games.extend(made.map(|(name, _)| format!("tests/variants/{name}.toml")));
    games.push("three-fat-brothers[points=on]".into());
    games.push("three-fat-brothers[first-jump=capture,return=yes,bent-double=yes]".into());
    for variant in games {
        let name = format!("texts of {variant}");
        let run = move || texts(&variant).map_err(Failed::from);
        trials.push(Trial::test(name, run));
    }
    for seed in 0..4 {
        let run = move || against_cozy_chess(seed).map_err(Failed::from);
        trials.push(Trial::test(format!("chess beside cozy-chess, {seed}"), run));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A small generator (xorshift), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn texts(variant: &str) -> Result<(), String> {
    let rules = Reference::new(&load::definition(variant)?);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..3 {
        let mut position = rules.start();
        for _ in 0..60 {
            let fen = rules.fen(&position);
            let again = rules.parse_fen(&fen).map_err(|fault| format!("{fen}: {fault}"))?;
            if again != rules.as_read(&position) {
                return Err(format!("{variant}: `{fen}` is read as another position"));
            }
            if position.set_up.is_some() {
                let choice = rules.random_choice(&position, &mut |n| dice.below(n));
                let choice = choice.ok_or_else(|| format!("{variant} `{fen}`: no choice"))?;
                let text = rules.choice_text(&choice);
                if rules.read_choice(&position, &text).as_ref() != Some(&choice) {
                    return Err(format!("{variant} `{fen}`: {text} is read as another choice"));
                }
                position = rules.choose(&position, &choice);
                continue;
            }
            let moves = rules.legal_moves(&position);
            let distinct: BTreeSet<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
            if distinct.len() != moves.len() {
                return Err(format!("{variant} `{fen}`: two moves are printed alike"));
            }
            if moves.is_empty() {
                break;
            }
            let mv = &moves[dice.below(moves.len())];
            if rules.read_move(&position, &mv.text).as_ref() != Some(mv) {
                return Err(format!("{variant} `{fen}`: {} is read as another move", mv.text));
            }
            position = rules.play(&position, mv);
        }
    }
    Ok(())
}

fn against_cozy_chess(seed: u64) -> Result<(), String> {
    let rules = Reference::new(&load::definition("chess[array=960]")?);
    let mut dice = Dice(0xD1B5_4A32_D192_ED03 ^ (seed + 1));
    for _ in 0..25 {
        let mut board = cozy_chess::Board::chess960_startpos(dice.below(960) as u32);
        for _ in 0..60 {
            let fen = format!("{board:#}");
            let position = rules.parse_fen(&fen).map_err(|fault| format!("{fen}: {fault}"))?;
            let mut theirs = Vec::new();
            board.generate_moves(|list| {
                theirs.extend(list);
                false
            });
            // King takes rook is how cozy-chess writes castling; promotions follow from both.
            let mut expected: Vec<String> = theirs.iter().map(ToString::to_string).collect();
            let mut found = Vec::new();
            for mv in rules.legal_moves(&position) {
                found.push(rules.king_takes_partner(&mv));
            }
            expected.sort_unstable();
            found.sort_unstable();
            if expected != found {
                return Err(format!("`{fen}`: {found:?}, cozy-chess {expected:?}"));
            }
            if theirs.is_empty() {
                break;
            }
            board.play(theirs[dice.below(theirs.len())]);
        }
    }
    Ok(())
}
