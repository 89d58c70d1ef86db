//! The men of a section.

use std::collections::BTreeSet;

use super::{Game, Toml, sided_text, stuck};
use crate::board::{Shape, Side, SquareSet};
use crate::convert::betza::{self, Glide, Reach};
use crate::convert::men::between;
use crate::convert::names;
use crate::convert::reader::Reader;
use crate::notation::{lower, parse};

/// A man.
pub(super) struct Man {
    /// His key.
    pub(super) key: String,
    /// His name in the file.
    pub(super) name: String,
    letter: char,
    /// His moves.
    pub(super) reaches: BTreeSet<Reach>,
    /// His notation, as written or known.
    text: String,
    /// Where he may stand.
    pub(super) within: [SquareSet; 2],
}

impl Man {
    pub(super) fn is(&self, key: &str) -> bool {
        self.key == key
    }
}

/// Reads all men.
pub(super) fn read(reader: &mut Reader, shape: &Shape) -> Vec<Man> {
    let mut men = Vec::new();
    for key in reader.names() {
        if !names::is_piece(&key) {
            continue;
        }
        let Some(entry) = reader.entry(&key) else { continue };
        let mut letters = entry.value.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic);
        if entry.value == "-" {
            continue;
        }
        let rest = letters.as_str();
        let written = rest.strip_prefix(':');
        let usual = names::notation(&key).or((key == "king").then_some("K"));
        let fits = match (written, usual) {
            (Some(_), None) => true,
            (Some(_), Some(_)) => key == "king",
            (None, Some(_)) => rest.is_empty(),
            (None, None) => false,
        };
        let (Some(letter), true) = (letter, fits) else {
            reader.fault(
                &entry,
                if usual.is_some() { "a letter" } else { "a letter and a notation, `x:NA`" },
            );
            continue;
        };
        let letter = letter.to_ascii_lowercase();
        let text = written.or(usual).unwrap_or_default();
        let read = match betza::read(text) {
            Ok(read) => read,
            Err(fault) => {
                let start = entry.span.start.saturating_add(2);
                let span = fault.span.shifted(start);
                let diagnostic =
                    crate::diagnostic::Diagnostic::error("bad-notation", span, fault.message);
                reader.faults.push(diagnostic);
                continue;
            }
        };
        if reader.letters.contains(&letter) {
            let message = format!("two pieces have the letter `{letter}`");
            reader.faults.push(crate::diagnostic::Diagnostic::error(
                "duplicate-letter",
                entry.span,
                message,
            ));
            continue;
        }
        if let Some(why) = betza::confusion(&read.reaches) {
            reader.cannot(&key, why);
        }
        reader.letters.push(letter);
        let within = mobility(reader, &key, shape);
        let mut reaches = read.reaches;
        if key == "pawn" {
            reaches.extend(double_step());
        }
        men.push(Man {
            name: name_of(&key, letter),
            key,
            letter,
            reaches,
            text: text.to_owned(),
            within,
        });
    }
    men
}

fn double_step() -> BTreeSet<Reach> {
    betza::read("ifmnD").map(|read| read.reaches).unwrap_or_default()
}

fn mobility(reader: &mut Reader, key: &str, shape: &Shape) -> [SquareSet; 2] {
    let mut letters = key.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    ["White", "Black"].map(|side| {
        let region = reader.squares(&format!("mobilityRegion{side}{name}"), shape);
        region.filter(|region| !region.is_empty()).unwrap_or_else(|| shape.all())
    })
}

/// `shogiPawn` → `shogi-pawn`; slots by their letter.
fn name_of(key: &str, letter: char) -> String {
    if names::slot(key).is_some() {
        return format!("piece-{letter}");
    }
    let mut name = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// First steps, en passant, and everything of `[pieces]`.
pub(super) fn write(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let shape = &game.shape;
    let double = reader.flag("doubleStep", true);
    let default = |rank: u8| -> SquareSet {
        shape.squares().filter(|&square| shape.rank(square).saturating_add(1) == rank).collect()
    };
    let white = reader.squares("doubleStepRegionWhite", shape).unwrap_or_else(|| default(2));
    let black = reader.squares("doubleStepRegionBlack", shape).unwrap_or_else(|| default(7));
    let first = if double { [white, black] } else { [SquareSet::EMPTY; 2] };
    let alias = reader.some_men("pawnTypes");
    let said = ["", "White", "Black"].map(|side| reader.some_men(&format!("enPassantTypes{side}")));
    let could = |man: &Man| man.is("pawn") && double || man.text.contains('e');
    if alias.is_none() && said.iter().all(Option::is_none) && game.men.iter().any(could) {
        let message = "who captures en passant is not said, and versions of the engine differ; add `enPassantTypes`";
        reader.cannot("doubleStep", message);
    }
    let captors = reader.sided_men("enPassantTypes", &alias.unwrap_or_default());
    if captors.iter().any(|men| !men.is_empty()) {
        if let Some(region) = reader.squares("enPassantRegion", shape) {
            toml.heading("[en-passant]");
            toml.text("zone", &sided_text(shape, [region; 2]));
        }
    } else {
        reader.entry("enPassantRegion");
    }
    let flying = reader.flag("flyingGeneral", false);
    let soldier = soldier_rank(reader);
    for (number, man) in game.men.iter().enumerate() {
        let captures =
            [0, 1].map(|side| captors.get(side).is_some_and(|men| men.contains(&number)));
        one(reader, game, man, number, first, captures, &captors, toml);
        extras(game, man, flying, soldier, toml);
    }
    if flying && !game.men.iter().any(|man| man.is("king")) {
        reader.cannot("flyingGeneral", "there is no king");
    }
}

#[expect(clippy::too_many_arguments, reason = "all of it is about one man")]
fn one(
    reader: &mut Reader,
    game: &Game,
    man: &Man,
    number: usize,
    first: [SquareSet; 2],
    captures: [bool; 2],
    captors: &[Vec<usize>; 2],
    toml: &mut Toml,
) {
    let shape = &game.shape;
    let longest = shape.files().max(shape.ranks());
    toml.heading(&format!("[pieces.{}]", man.name));
    toml.text("letter", &man.letter.to_ascii_uppercase().to_string());
    let steps = first.iter().any(|region| !region.is_empty());
    let mut reaches = man.reaches.clone();
    if !steps {
        if man.reaches.iter().any(|reach| reach.initial) && !man.is("pawn") {
            reader.cannot(
                &man.key,
                "where first moves may be made without a double step is not known",
            );
        }
        reaches.retain(|reach| !reach.initial);
    }
    let caught = captors.iter().any(|men| !men.is_empty());
    let passes = |reach: &Reach| {
        let plain = Reach { initial: false, ..*reach };
        reach.initial
            && !reach.capture
            && between(*reach, longest) > 0
            && !man.reaches.contains(&plain)
    };
    let en_passant = match captures {
        [false, false] => false,
        [true, true] => true,
        [white, _] => {
            let other = if white { Side::Black } else { Side::White };
            if game.start.has(other, number) {
                reader.cannot(&man.key, "one side's men capture en passant and the other's do not");
            }
            true
        }
    };
    // Leaps that pass squares are entries of their own.
    let leaps: BTreeSet<Reach> = reaches
        .iter()
        .filter(|reach| caught && passes(reach) && reach.glide == Glide::Leap)
        .copied()
        .collect();
    let mut plain: BTreeSet<Reach> = reaches.difference(&leaps).copied().collect();
    if man.is("soldier") {
        plain.retain(|reach| reach.step.1 != 0 || soldier_rank(reader) <= 1);
    }
    match notation(man, &plain, en_passant, caught && plain.iter().any(passes)) {
        Some(text) => toml.text("moves", &text),
        None => reader.cannot(&man.key, "these moves have no notation here"),
    }
    if steps && reaches.iter().any(|reach| reach.initial) {
        toml.text("first", &sided_text(shape, first));
    }
    within(game, man, number, toml);
    if man.is("janggiCannon") {
        let others = format!("all except {}", man.name);
        toml.text("takes", &others);
        toml.text("hurdles", &others);
    }
    if !leaps.is_empty() {
        match betza::write(&leaps).filter(|text| same(text, &leaps)) {
            Some(text) => toml.line(&format!(
                "extra = [{{ name = \"first leap\", moves = {}, passing = true }}]",
                super::quoted(&text)
            )),
            None => reader.cannot(&man.key, "these first moves have no notation here"),
        }
    }
}

fn soldier_rank(reader: &mut Reader) -> u32 {
    reader.number("soldierPromotionRank", 1, 10)
}

/// A notation of ours for these moves.
fn notation(
    man: &Man,
    reaches: &BTreeSet<Reach>,
    en_passant: bool,
    passes: bool,
) -> Option<String> {
    let pawn = man.is("pawn") && reaches.iter().any(|reach| reach.initial);
    let written = if pawn { format!("{}ifmnD", man.text) } else { man.text.clone() };
    let slides =
        reaches.iter().any(|reach| reach.initial && matches!(reach.glide, Glide::Slide(_)));
    let plain = !(passes && slides);
    if plain && written.contains('e') == en_passant && same(&written, reaches) {
        return Some(written);
    }
    if !en_passant && plain {
        let without: String = written.chars().filter(|letter| *letter != 'e').collect();
        if same(&without, reaches) {
            return Some(without);
        }
        return betza::write(reaches).filter(|text| same(text, reaches));
    }
    if en_passant && plain && man.is("pawn") {
        let with = written.replacen("cF", "ceF", 1);
        if same(&with, reaches) {
            return Some(with);
        }
    }
    // Moving and capturing apart, so that letters for one do not touch the other.
    let (captures, moves): (BTreeSet<Reach>, BTreeSet<Reach>) =
        reaches.iter().partition(|reach| reach.capture);
    let (initial, usual): (BTreeSet<Reach>, BTreeSet<Reach>) =
        moves.iter().partition(|reach| reach.initial);
    let mut text = betza::write(&usual)?;
    let captures = betza::write(&captures)?;
    text.push_str(&if en_passant { captures.replace('c', "ce") } else { captures });
    for reach in &initial {
        let own = betza::write(&[*reach].into())?;
        let slides = matches!(reach.glide, Glide::Slide(_));
        text.push_str(&if passes && slides { own.replacen('m', "mn", 1) } else { own });
    }
    same(&text, reaches).then_some(text)
}

/// Whether a notation of ours means these moves.
fn same(text: &str, reaches: &BTreeSet<Reach>) -> bool {
    let Ok(parsed) = parse(text) else { return false };
    let ways = lower(&parsed.expr);
    let ours: Option<Vec<Vec<Reach>>> =
        ways.iter().map(|way| betza::of_way(way, u8::MAX)).collect();
    ours.is_some_and(|ours| ours.into_iter().flatten().collect::<BTreeSet<Reach>>() == *reaches)
}

/// Where a man may stand: not where he could never move again, if that is a rule and he does not
/// turn into something there.
fn within(game: &Game, man: &Man, number: usize, toml: &mut Toml) {
    let promotes = game.turned.iter().any(|&(from, _)| from == number)
        || game.pawns.iter().any(|pawns| pawns.contains(&number));
    let mut within = man.within;
    if game.immobility && !promotes {
        for (own, side) in within.iter_mut().zip(Side::BOTH) {
            *own = *own - stuck(game, number, side);
        }
    }
    if within != [game.shape.all(); 2] {
        toml.text("within", &sided_text(&game.shape, within));
    }
}

/// Kings that see each other, and soldiers that step aside.
fn extras(game: &Game, man: &Man, flying: bool, soldier: u32, toml: &mut Toml) {
    let shape = &game.shape;
    if man.is("king") && flying {
        toml.line(&format!(
            "extra = [{{ name = \"facing\", moves = \"cR\", takes = {}, to = \"all\" }}]",
            super::quoted(&man.name)
        ));
    }
    if man.is("soldier") && soldier > 1 {
        let from = Side::BOTH.map(|side| -> SquareSet {
            let on = |square: &crate::board::Square| {
                u32::from(crate::convert::men::relative(shape, *square, side)).saturating_add(1)
                    >= soldier
            };
            shape.squares().filter(on).collect()
        });
        toml.line(&format!(
            "extra = [{{ name = \"sideways\", moves = \"sW\", from = {} }}]",
            super::quoted(&sided_text(shape, from))
        ));
    }
}
