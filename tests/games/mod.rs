//! All games with all their choices, the perft table, and dice.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::collections::BTreeMap;

use ferz::board::Side;
use ferz::setup::{Armies, Army, Random};
use ferz::variant::Variant;

use crate::load;

/// Every game of `variants/` and `tests/variants/`, as it stands and with every single choice
/// (and what that needs).
pub(crate) fn with_choices() -> Vec<String> {
    let mut games = Vec::new();
    for name in names() {
        let definition = load::definition(&name).unwrap_or_else(|fault| panic!("{fault}"));
        games.push(name.clone());
        for option in &definition.options {
            for choice in option.choices.iter().filter(|choice| **choice != option.default) {
                let mut chosen = format!("{}={choice}", option.name);
                for (_, needed, choices) in option.needs.iter().filter(|(of, _, _)| of == choice) {
                    chosen.extend([",", needed, "=", &choices[0]]);
                }
                games.push(format!("{name}[{chosen}]"));
            }
        }
    }
    // Several choices at once, and an option that takes a number.
    games.push("three-fat-brothers[points=on,target=5]".into());
    games.push("three-fat-brothers[bent-double=yes,first-jump=capture,return=yes]".into());
    games.push("three-fat-brothers[points=on,royal-last=yes,royalty=all]".into());
    games
}

/// Every game of `variants/` and `tests/variants/`, as it stands.
pub(crate) fn names() -> Vec<String> {
    let mut names: Vec<String> =
        load::files("variants").into_iter().map(|(name, _)| name).collect();
    let made = load::files("tests/variants").into_iter();
    names.extend(made.map(|(name, _)| format!("tests/variants/{name}.toml")));
    assert!(names.len() > 30, "the variants are missing");
    names
}

/// Positions of one game with their counts by depth, in the order of the table.
pub(crate) type Rows = Vec<(String, Vec<(u32, u64)>)>;

/// The rows of the perft table for the games in `variants/`.
pub(crate) fn perft_table() -> BTreeMap<String, Rows> {
    let table = std::fs::read_to_string("tests/perft/perft.tsv").expect("the table");
    let mut games: BTreeMap<String, Rows> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes] = fields[..] else { panic!("four fields: {line}") };
        let row = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        if !load::is_built_in(variant) {
            continue;
        }
        let rows = games.entry(variant.to_owned()).or_default();
        match rows.iter_mut().find(|(known, _)| known == fen) {
            Some((_, counts)) => counts.push(row),
            None => rows.push((fen.to_owned(), vec![row])),
        }
    }
    assert!(games.len() > 30, "the table has been cut short");
    games
}

/// A small generator (xorshift), so that a failure can be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice of their own for each name and number.
    pub(crate) fn of(name: &str, number: u64) -> Self {
        let mut seed = 0xCBF2_9CE4_8422_2325 ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in name.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        Self(seed | 1)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % n as u64) as usize
    }

    /// One of several.
    pub(crate) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}

/// How many times as much as usual is asked for: `FERZ_WALKS`, or 1.
pub(crate) fn factor() -> usize {
    match std::env::var("FERZ_WALKS") {
        Ok(text) => text.parse().expect("FERZ_WALKS is a number"),
        Err(_) => 1,
    }
}

/// Starts of random games: arrays, presets, positions of the perft table.
pub(crate) fn starts(variant: &str, compiled: &Variant) -> Vec<String> {
    if !compiled.definition().setup.stages.is_empty() {
        return set_up(compiled, &mut Dice::of(variant, 5));
    }
    let mut starts = compiled.arrays();
    starts.truncate(100);
    let mut more: Vec<String> = Vec::new();
    let presets = &compiled.definition().setup.presets;
    more.extend(presets.iter().map(|(_, fen, _)| fen.clone()));
    let name = variant.split('[').next().unwrap_or(variant);
    let table = perft_table();
    more.extend(table.get(name).into_iter().flatten().map(|(fen, _)| fen.clone()));
    starts.extend(more);
    starts
}

/// Positions after set-ups chosen at random.
fn set_up(compiled: &Variant, dice: &mut Dice) -> Vec<String> {
    let armies =
        Side::BOTH.map(|side| Army::of_start(compiled.definition(), side).expect("an army"));
    let mut counted: Vec<Armies<'_>> =
        armies.iter().map(|army| Armies::new(army).expect("a number of armies")).collect();
    let mut random = Random::new(dice.below(1 << 30) as u64);
    let mut starts = Vec::new();
    for _ in 0..6 {
        let chosen: Vec<String> = counted
            .iter_mut()
            .map(|armies| {
                let index = random.below(armies.count());
                armies.nth(index).expect("work").expect("an army")
            })
            .collect();
        let mut game = compiled.game("start").expect("a start");
        while let Some(stage) = game.stage() {
            let listed = game.moves();
            if listed.is_empty() {
                let side = game.side().index();
                let turn = armies[side].turns.iter().position(|turn| turn.stage == stage);
                let text = chosen[side].split(' ').nth(turn.expect("a turn")).expect("its text");
                game.play(text).expect("a turn of an army");
            } else {
                let mv = dice.one_of(&listed).clone();
                game.play_move(&mv);
            }
        }
        starts.push(game.fen());
    }
    starts
}
