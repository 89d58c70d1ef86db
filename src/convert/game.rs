//! The keys of a section as a variant file.

mod men;
mod rules;
mod start;

use std::fmt::Write as _;

use super::reader::Reader;
use crate::board::{Shape, Side, SquareSet};
use men::Man;
use start::Start;

/// What is known of the game.
struct Game {
    shape: Shape,
    men: Vec<Man>,
    start: Start,
    /// Squares of promotion of each side.
    region: [SquareSet; 2],
    /// Men of whom a side's pawns may become one.
    pawns: [Vec<usize>; 2],
    pawns_to: [Vec<usize>; 2],
    /// Men that turn over, and into what.
    turned: Vec<(usize, usize)>,
    must_pawn: bool,
    must_piece: bool,
    immobility: bool,
    to_hand: bool,
    loops: bool,
}

/// The file in the making.
#[derive(Default)]
struct Toml(String);

impl Toml {
    /// A line of a text in quotes, `key = "value"`.
    fn text(&mut self, key: &str, value: &str) {
        let value = quoted(value);
        self.line(&format!("{key} = {value}"));
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// A heading behind an empty line.
    fn heading(&mut self, heading: &str) {
        self.0.push('\n');
        self.line(heading);
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Squares of one side as a set of our language.
fn set_text(shape: &Shape, squares: SquareSet) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    if squares == shape.all() {
        return "all".to_owned();
    }
    let mut parts = Vec::new();
    let mut ranks: Vec<(u8, u8)> = Vec::new();
    for rank in 0..shape.ranks() {
        let row: SquareSet = shape.squares().filter(|&square| shape.rank(square) == rank).collect();
        if row.is_empty() {
            continue;
        }
        let number = rank.saturating_add(1);
        if row - squares == SquareSet::EMPTY {
            match ranks.last_mut() {
                Some((_, last)) if last.saturating_add(1) == number => *last = number,
                _ => ranks.push((number, number)),
            }
        } else {
            parts.extend((row & squares).iter().map(|square| shape.name(square)));
        }
    }
    let whole = ranks.iter().map(|&(first, last)| {
        if first == last { format!("rank {first}") } else { format!("rank {first}-{last}") }
    });
    let all: Vec<String> = whole.chain(parts).collect();
    all.join(" + ")
}

/// Squares of both sides.
fn sided_text(shape: &Shape, [white, black]: [SquareSet; 2]) -> String {
    if white == shape.all() && black == white {
        return "all".to_owned();
    }
    format!("white {}, black {}", set_text(shape, white), set_text(shape, black))
}

/// Names of men as a set of our language.
fn names_text(men: &[Man], chosen: &[usize]) -> String {
    let names: Vec<&str> =
        chosen.iter().filter_map(|&man| men.get(man)).map(|man| man.name.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" + ") }
}

/// `side = "white"` where an entry is for one side.
fn side_text(sides: [bool; 2]) -> Option<&'static str> {
    match sides {
        [true, false] => Some("white"),
        [false, true] => Some("black"),
        _ => None,
    }
}

/// Writes the file. What is wrong is told to the reader.
pub(super) fn write(reader: &mut Reader, title: &str) -> String {
    let Some((shape, start)) = start::read(reader) else { return String::new() };
    let men = men::read(reader, &shape);
    let start = start.with_men(reader, &shape);
    let mut game = Game {
        region: [SquareSet::EMPTY; 2],
        pawns: [Vec::new(), Vec::new()],
        pawns_to: [Vec::new(), Vec::new()],
        turned: Vec::new(),
        must_pawn: true,
        must_piece: false,
        immobility: false,
        to_hand: false,
        loops: false,
        shape,
        men,
        start,
    };
    rules::facts(reader, &mut game);
    let mut toml = Toml::default();
    toml.line("[variant]");
    toml.text("name", title);
    toml.text("about", "Read from a section of Fairy-Stockfish's variants.ini.");
    toml.heading("[board]");
    toml.line(&format!("files = {}", game.shape.files()));
    toml.line(&format!("ranks = {}", game.shape.ranks()));
    if !game.shape.holes().is_empty() {
        // Holes are real squares, and no set of squares that are there.
        let names: Vec<String> =
            game.shape.holes().iter().map(|square| game.shape.name(square)).collect();
        toml.text("holes", &names.join(" + "));
    }
    rules::zones(reader, &game, &mut toml);
    rules::turn(reader, &game, &mut toml);
    men::write(reader, &game, &mut toml);
    rules::royals(reader, &game, &mut toml);
    rules::castling(reader, &game, &mut toml);
    rules::promotion(reader, &game, &mut toml);
    rules::hands(reader, &game, &mut toml);
    rules::effects_and_bans(reader, &game, &mut toml);
    rules::ends(reader, &game, &mut toml);
    game.start.write(reader, &mut toml);
    toml.0
}

/// Squares from which a man has no quiet move on an empty board.
fn stuck(game: &Game, man: usize, side: Side) -> SquareSet {
    let Some(man) = game.men.get(man) else { return SquareSet::EMPTY };
    let moves = |square| {
        man.reaches.iter().any(|reach| {
            !reach.capture
                && !reach.initial
                && !matches!(
                    reach.glide,
                    super::betza::Glide::Hop(_) | super::betza::Glide::Grasshop
                )
                && !super::men::squares(&game.shape, *reach, square, side).is_empty()
        })
    };
    game.shape.squares().filter(|&square| !moves(square)).collect()
}

/// A line of several parts.
fn joined(parts: &[(&str, String)]) -> String {
    let mut text = String::from("{ ");
    for (at, (key, value)) in parts.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{key} = {value}");
    }
    text.push_str(" }");
    text
}
