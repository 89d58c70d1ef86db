//! The reference interpreter against the compiled rules: random games in every variant, move
//! for move and position for position, for both legality plans and all widths of the board.
//!
//! `FERZ_WALKS=10` plays ten times as many games.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;
mod reference;

use std::fmt::Write as _;

use fast_game::{compile, is_unsupported, refusal};
use ferz::definition::By;
use ferz::game::{Claim, Ending, Play, Printed};
use ferz::position::{Grade, MoveClass};
use ferz::rules::LegalityPlan;
use ferz::variant::{Choices, Variant};
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};
use reference::{Position, RefMove, Reference};

/// Plies of a game, at most.
const PLIES: usize = 70;

fn main() {
    let mut trials = Vec::new();
    for variant in games::with_choices() {
        let name = variant.clone();
        let ignored = is_unsupported(&variant);
        let run = move || agree(&variant).map_err(Failed::from);
        trials.push(Trial::test(name, run).with_ignored_flag(ignored));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Compiled rules, as they are and in all other ways that they can be.
fn engines(variant: &str) -> Result<Vec<(String, Variant)>, String> {
    let mut engines = Vec::new();
    for (plan, said) in [(None, "usual plan"), (Some(LegalityPlan::Replay), "replay")] {
        for width in [0, 65, 129] {
            // The wider boards are the same code: replay on the widest is enough, and choices
            // change nothing about widths.
            if plan.is_some() && width == 65 || width > 0 && variant.contains('[') {
                continue;
            }
            let compiled = compile(variant, Choices { plan, width, light: false })?;
            engines.push((format!("{said}, {width} squares"), compiled));
        }
    }
    Ok(engines)
}

fn agree(variant: &str) -> Result<(), String> {
    let rules = Reference::new(&load::definition(variant)?);
    let engines = engines(variant)?;
    let table = games::perft_table();
    let mut starts = engines[0].1.arrays();
    if !rules.definition().setup.stages.is_empty() {
        starts = vec!["start".into()];
    }
    let mut sharp: Vec<String> = Vec::new();
    sharp.extend(rules.definition().setup.presets.iter().map(|(_, fen, _)| fen.clone()));
    let name = variant.split('[').next().unwrap_or(variant);
    let rows = table.get(name).into_iter().flatten();
    sharp.extend(rows.map(|(fen, _)| fen.clone()));
    let mut dice = Dice::of(variant, 1);
    // Most choices change little.
    let games = if variant.contains('[') { 2 } else { 4 };
    for number in 0..games * games::factor() {
        // Half of the games begin somewhere in the middle.
        let pool = if number % 2 == 1 && !sharp.is_empty() { &sharp } else { &mut starts };
        let start = dice.one_of(pool).clone();
        one_game(variant, &rules, &engines, &start, &mut dice)?;
    }
    Ok(())
}

/// A game in all interpreters.
struct Match<'a> {
    variant: &'a str,
    rules: &'a Reference,
    engines: &'a [(String, Variant)],
    history: Vec<Position>,
    fast: Vec<(&'a str, Box<dyn Play>)>,
    start: &'a str,
    /// The game begins with men that its set-up does not give: a preset of a file in which
    /// other choices have been made.
    doubtful: bool,
    played: Vec<String>,
}

impl Match<'_> {
    fn fault(&self, engine: &str, what: &str, theirs: &str, ours: &str) -> String {
        let fen = self.rules.fen(&self.history[self.history.len() - 1]);
        let mut text = format!("{} `{fen}`, {engine}: {what}\n", self.variant);
        let _ = writeln!(text, "  reference: {theirs}\n  compiled:  {ours}");
        let _ = write!(text, "  from `{}` after `{}`", self.start, self.played.join(" "));
        text
    }

    /// Everything that can be said of the present position. Gives the legal moves.
    fn compare(&self) -> Result<(Vec<RefMove>, Vec<Printed>), String> {
        let position = &self.history[self.history.len() - 1];
        let moves = self.rules.legal_moves(position);
        let mut texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
        texts.sort_unstable();
        let check = self.rules.in_check(position, position.side);
        let raw = self.rules.legal_moves_before_ends(position);
        let outcome = self.rules.outcome(&self.history);
        let statuses = statuses(check, raw.is_empty(), outcome.as_ref());
        let fen = self.rules.fen(position);
        let claims: Vec<(&str, Option<reference::Outcome>)> = self
            .rules
            .definition()
            .ends
            .iter()
            .filter(|end| end.by == By::Claim)
            .map(|end| {
                let call = end.call.as_str();
                (call, self.rules.claim(&self.history, position.side, call))
            })
            .collect();
        let mut first = Vec::new();
        for (engine, game) in &self.fast {
            let same = |what: &str, theirs: &str, ours: &str| {
                if theirs == ours {
                    return Ok(());
                }
                Err(self.fault(engine, what, theirs, ours))
            };
            same("FEN", &fen, &game.fen())?;
            same("side", position.side.as_str(), game.side().as_str())?;
            same("check", &check.to_string(), &game.check().to_string())?;
            let printed = game.moves();
            let mut ours: Vec<&str> = printed.iter().map(|mv| mv.text.as_str()).collect();
            ours.sort_unstable();
            same("moves", &texts.join(" "), &ours.join(" "))?;
            same("count", &texts.len().to_string(), &game.count().to_string())?;
            let castling = |moves: &mut dyn Iterator<Item = (&str, bool)>| {
                let mut texts: Vec<&str> =
                    moves.filter(|(_, castles)| *castles).map(|(text, _)| text).collect();
                texts.sort_unstable();
                texts.join(" ")
            };
            let theirs = castling(&mut moves.iter().map(|mv| (mv.text.as_str(), mv.castles)));
            let ours = castling(&mut printed.iter().map(|mv| (mv.text.as_str(), mv.castles)));
            same("castling", &theirs, &ours)?;
            let ending = game.ending();
            same("status", &statuses.join(" "), &game.status().join(" "))?;
            same("outcome", &said(outcome.as_ref()), &ended(ending.as_ref()))?;
            for (call, theirs) in &claims {
                let ours = match game.claim(call) {
                    Claim::Granted(ending) => ended(Some(&ending)),
                    _ => ended(None),
                };
                same(&format!("claim of {call}"), &said(theirs.as_ref()), &ours)?;
            }
            if first.is_empty() {
                first = printed;
            }
        }
        // No position of a game may be called impossible, and checks no doubt.
        let (engine, game) = &self.fast[0];
        let reasons = if self.doubtful { Vec::new() } else { game.reasons() };
        if reasons.iter().any(|one| one.grade == Grade::Illegal || self.played_twice()) {
            return Err(self.fault(engine, "reasons", "none", &refusal(&reasons)));
        }
        Ok((moves, first))
    }

    /// Two moves back nobody can have written anything odd into a FEN any more.
    fn played_twice(&self) -> bool {
        self.history.len() > 2
    }

    /// All turns of the set-up: what each side chooses is random, and so are the texts that
    /// are wrong.
    fn set_up(&mut self, dice: &mut Dice) -> Result<(), String> {
        // A small game has hundreds of tokens at most.
        for _ in 0..256 {
            let position = self.history[self.history.len() - 1].clone();
            if position.set_up.is_none() {
                return Ok(());
            }
            self.compare_turn(&position)?;
            let choice = self.rules.random_choice(&position, &mut |n| dice.below(n));
            let Some(choice) = choice else {
                return Err(self.fault("reference", "choices", "none", "-"));
            };
            let text = self.rules.choice_text(&choice);
            for _ in 0..12 {
                let text = bent(&text, dice);
                let theirs = self.rules.read_move(&position, &text).is_some();
                for (engine, game) in &mut self.fast {
                    let ours = game.play(&text).is_ok() && game.undo();
                    if ours != theirs {
                        let what = format!("is `{text}` allowed");
                        let (theirs, ours) = (theirs.to_string(), ours.to_string());
                        let engine = (*engine).to_owned();
                        return Err(self.fault(&engine, &what, &theirs, &ours));
                    }
                }
            }
            for index in 0..self.fast.len() {
                if let Err(fault) = self.fast[index].1.play(&text) {
                    let engine = self.fast[index].0.to_owned();
                    return Err(self.fault(&engine, &text, "legal", &fault.to_string()));
                }
            }
            self.history.push(self.rules.choose(&position, &choice));
            self.played.push(text);
        }
        Err(self.fault("reference", "the set-up", "over", "still going on"))
    }

    /// What can be said of a turn of the set-up.
    fn compare_turn(&self, position: &Position) -> Result<(), String> {
        let fen = self.rules.fen(position);
        let again = self.rules.parse_fen(&fen).map_err(|fault| format!("{fen}: {fault}"))?;
        if again != self.rules.as_read(position) {
            return Err(self.fault("reference", "FEN read again", &fen, &self.rules.fen(&again)));
        }
        let choices = self.rules.choices(position).map(|choices| {
            let mut texts: Vec<String> =
                choices.iter().map(|choice| self.rules.choice_text(choice)).collect();
            texts.sort_unstable();
            texts
        });
        for (engine, game) in &self.fast {
            if game.fen() != fen {
                return Err(self.fault(engine, "FEN", &fen, &game.fen()));
            }
            if game.side() != position.side || game.status() != ["ongoing"] {
                let ours = format!("{} {:?}", game.side().as_str(), game.status());
                return Err(self.fault(engine, "turn", position.side.as_str(), &ours));
            }
            if let Some(texts) = &choices {
                let mut ours: Vec<String> = game.moves().into_iter().map(|mv| mv.text).collect();
                ours.sort_unstable();
                if ours != *texts || game.count() != texts.len() as u64 {
                    let ours = format!("{} ({})", ours.join(" "), game.count());
                    return Err(self.fault(engine, "choices", &texts.join(" "), &ours));
                }
            }
        }
        let (engine, _) = &self.fast[0];
        let read = self.engines[0].1.game(&fen);
        match read {
            Ok(game) if game.fen() == fen => Ok(()),
            Ok(game) => Err(self.fault(engine, "FEN read again", &fen, &game.fen())),
            Err(reasons) => Err(self.fault(engine, "FEN read again", &fen, &refusal(&reasons))),
        }
    }

    fn play(&mut self, mv: &RefMove) -> Result<(), String> {
        for (engine, game) in &mut self.fast {
            let printed = game.moves().into_iter().find(|one| one.text == mv.text);
            let printed = printed.ok_or_else(|| format!("{engine}: {} has gone", mv.text))?;
            game.play_move(&printed);
        }
        let now = &self.history[self.history.len() - 1];
        self.history.push(self.rules.play(now, mv));
        self.played.push(mv.text.clone());
        Ok(())
    }
}

fn one_game(
    variant: &str,
    rules: &Reference,
    engines: &[(String, Variant)],
    start: &str,
    dice: &mut Dice,
) -> Result<(), String> {
    let position = match start {
        "start" => rules.start(),
        _ => rules.parse_fen(start).map_err(|fault| format!("{variant} {start}: {fault}"))?,
    };
    let mut fast = Vec::new();
    for (engine, compiled) in engines {
        let game = compiled
            .game(start)
            .map_err(|reasons| format!("{variant} {start}: {}", refusal(&reasons)))?;
        fast.push((engine.as_str(), game));
    }
    let history = vec![position];
    let presets = &rules.definition().setup.presets;
    let preset = presets.iter().any(|(_, fen, _)| fen == start) && variant.contains('[');
    let doubtful = preset && !rules.definition().setup.stages.is_empty();
    let played = Vec::new();
    let mut game = Match { variant, rules, engines, history, fast, start, doubtful, played };
    game.set_up(dice)?;
    for _ in 0..PLIES {
        let (moves, printed) = game.compare()?;
        if moves.is_empty() {
            break;
        }
        let text = choose(&mut *game.fast[0].1, &printed, dice);
        let mv = moves.iter().find(|mv| mv.text == text).expect("lists agree").clone();
        game.play(&mv)?;
    }
    // And all the way back.
    for (index, position) in game.history.iter().enumerate().rev() {
        let fen = rules.fen(position);
        for (engine, fast) in &mut game.fast {
            if fast.fen() != fen {
                let ours = fast.fen();
                return Err(format!("{variant} `{fen}`, {engine}: undo gives `{ours}`"));
            }
            if fast.undo() != (index > 0) {
                return Err(format!("{variant} `{fen}`, {engine}: undo at {index}"));
            }
        }
    }
    Ok(())
}

/// A turn of the set-up written otherwise: most are wrong, some are the same or another one.
fn bent(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    match dice.below(5) {
        // Two letters change places: tokens between men, squares, signs.
        0 | 1 => {
            let (one, other) = (dice.below(letters.len()), dice.below(letters.len()));
            letters.swap(one, other);
        }
        2 => {
            letters.remove(dice.below(letters.len()));
        }
        3 => {
            let (one, other) = (dice.below(letters.len()), dice.below(letters.len()));
            letters[one] = letters[other];
        }
        // The parts in another order.
        _ => {
            let mut parts: Vec<&str> = text.split(',').collect();
            let first = dice.below(parts.len());
            parts.rotate_left(first);
            return parts.join(",");
        }
    }
    letters.into_iter().collect()
}

/// A random move; often one that does more than go somewhere: rare rules are met that way.
fn choose(game: &mut dyn Play, moves: &[Printed], dice: &mut Dice) -> String {
    let plain = dice.one_of(moves);
    if dice.below(2) == 0 {
        return plain.text.clone();
    }
    let men = |fen: &str| {
        let placement = fen.split(' ').next().unwrap_or_default();
        placement.bytes().filter(u8::is_ascii_alphabetic).count()
    };
    let before = men(&game.fen());
    for _ in 0..6 {
        let mv = dice.one_of(moves);
        if mv.mv.is_some_and(|mv| mv.class != MoveClass::Plain) {
            return mv.text.clone();
        }
        game.play_move(mv);
        let fen = game.fen();
        let passed = fen.split(' ').nth(3) != Some("-");
        let interesting = game.check() || men(&fen) != before && dice.below(3) == 0 || passed;
        game.undo();
        if interesting {
            return mv.text.clone();
        }
    }
    plain.text.clone()
}

/// The status words that fit, in the order in which the compiled rules give them.
fn statuses(
    check: bool,
    no_moves: bool,
    outcome: Option<&reference::Outcome>,
) -> Vec<&'static str> {
    use ferz::board::Side;
    let mut words = Vec::new();
    match (check, no_moves) {
        (true, true) => words.push("checkmate"),
        (false, true) => words.push("stalemate"),
        _ => {}
    }
    words.push(match outcome.map(|outcome| outcome.winner) {
        Some(Some(Side::White)) => "white wins",
        Some(Some(Side::Black)) => "black wins",
        Some(None) => "draw",
        None if check => "check",
        None => "ongoing",
    });
    words
}

fn said(outcome: Option<&reference::Outcome>) -> String {
    match outcome {
        None => "none".into(),
        Some(outcome) => text_of(outcome.winner, &outcome.reason),
    }
}

fn ended(ending: Option<&Ending>) -> String {
    match ending {
        None => "none".into(),
        Some(ending) => text_of(ending.winner, &ending.reason),
    }
}

fn text_of(winner: Option<ferz::board::Side>, reason: &str) -> String {
    let winner = winner.map_or("nobody", ferz::board::Side::as_str);
    format!("{winner} wins: {reason}")
}
