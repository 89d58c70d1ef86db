//! Pictures as SVG: the same bytes for the same picture, no font, no foreign file.

use std::fmt::Write as _;

use super::figures;
use super::letters::{self, number};
use super::{Diagram, Symbol};
use crate::board::placement_text::{TokenKind, men, tokens};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::definition::Definition;

/// Which colours a picture has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Light, and dark where the reader prefers that.
    #[default]
    Either,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Side of a square.
const CELL: f64 = 45.0;
/// Room for the names of ranks and files.
const EDGE: f64 = 22.0;
/// Height of capitals in a legend.
const SMALL: f64 = 9.0;
/// Height of a line of a legend.
const LINE: f64 = 24.0;

const LIGHT: &str = "\
.p{fill:#fdfdfb}.l{fill:#efe6d2}.d{fill:#cdb795}.k{fill:#5b5348}\
.w{fill:#fffdf6;stroke:#22201c}.b{fill:#2d2a26;stroke:#f4efe3}\
.u{stroke:#22201c}.v{stroke:#f4efe3}.t{stroke:#3a3732}\
.m{fill:#1d5c96}.o{stroke:#1d5c96}.c{stroke:#b3261e}.q{stroke:#6a3d9a}.z{fill:#8a8175}\
.e{fill:#fdfdfb}.y{stroke:#b3261e}\n";
const DARK: &str = "\
.p{fill:#1b1b1d}.l{fill:#565049}.d{fill:#3b3731}.k{fill:#0e0d0c}\
.w{fill:#ece7da;stroke:#0d0d0c}.b{fill:#141312;stroke:#d8d2c4}\
.u{stroke:#0d0d0c}.v{stroke:#d8d2c4}.t{stroke:#d5d0c5}\
.m{fill:#7db7ea}.o{stroke:#7db7ea}.c{stroke:#ff8a80}.q{stroke:#cba6f0}.z{fill:#a79d8f}\
.e{fill:#1b1b1d}.y{stroke:#ff8a80}\n";
/// What no colour is.
const SHAPES: &str = "\
.w,.b{stroke-width:1.4;stroke-linejoin:round}\
.u,.v,.t,.o,.c,.q,.y{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}\
.o,.c,.q{stroke-width:3}.s{stroke-width:2.2}.y{stroke-width:1.5;stroke-dasharray:5 4;opacity:.7}\n";

/// Text of a file as it may stand in SVG and HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A picture in the making.
struct Picture<'a> {
    shape: &'a Shape,
    body: String,
}

impl<'a> Picture<'a> {
    fn new(shape: &'a Shape) -> Self {
        Self { shape, body: String::new() }
    }

    /// The left upper corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let down = self.shape.ranks() - 1 - self.shape.rank(square);
        (EDGE + CELL * f64::from(self.shape.file(square)), 8.0 + CELL * f64::from(down))
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (left, top) = self.corner(square);
        (left + CELL / 2.0, top + CELL / 2.0)
    }

    fn bottom(&self) -> f64 {
        8.0 + CELL * f64::from(self.shape.ranks()) + EDGE
    }

    fn board(&mut self, walls: SquareSet) {
        for square in self.shape.squares() {
            let dark = (self.shape.file(square) + self.shape.rank(square)).is_multiple_of(2);
            let class = match (walls.has(square), dark) {
                (true, _) => "k",
                (false, true) => "d",
                (false, false) => "l",
            };
            let (left, top) = self.corner(square);
            let (left, top) = (number(left), number(top));
            let _ = writeln!(
                self.body,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"45\" height=\"45\"/>"
            );
        }
        for rank in 0..self.shape.ranks() {
            let name = (rank + 1).to_string();
            let down = self.shape.ranks() - 1 - rank;
            let top = 8.0 + CELL * f64::from(down) + CELL / 2.0 - SMALL / 2.0;
            self.text(&name, EDGE - 7.0 - letters::width(&name, SMALL), top, SMALL);
        }
        for file in 0..self.shape.files() {
            let name = char::from(b'a' + file).to_string();
            let left = EDGE + CELL * f64::from(file) + CELL / 2.0;
            let left = left - letters::width(&name, SMALL) / 2.0;
            self.text(&name, left, self.bottom() - EDGE + 5.0, SMALL);
        }
    }

    fn text(&mut self, text: &str, left: f64, top: f64, height: f64) {
        let path = letters::path(text, left, top, height);
        if !path.is_empty() {
            let _ = writeln!(self.body, "<path class=\"t\" d=\"{path}\"/>");
        }
    }

    fn symbol(&mut self, symbol: Symbol, (x, y): (f64, f64)) {
        let at = format!("cx=\"{}\" cy=\"{}\"", number(x), number(y));
        let cross = |r: f64| {
            let (left, right) = (number(x - r), number(x + r));
            let (top, bottom) = (number(y - r), number(y + r));
            format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")
        };
        let ring = |class: &str| format!("<circle class=\"{class}\" {at} r=\"8\"/>");
        let lettered = |class: &str, letter: &str| {
            let left = x - letters::width(letter, 8.0) / 2.0;
            let path = letters::path(letter, left, y - 4.0, 8.0);
            let mut text = format!("<circle class=\"{class}\" {at} r=\"9.5\"/>");
            let _ = write!(text, "<path class=\"t\" d=\"{path}\"/>");
            text
        };
        let text = match symbol {
            Symbol::Man => figures::man("", "", Side::White, x - 22.5, y - 22.5, 1.0),
            Symbol::Both => format!("<circle class=\"m\" {at} r=\"8.5\"/>"),
            Symbol::Move => ring("o"),
            Symbol::Capture => format!("<path class=\"c\" d=\"{}\"/>", cross(7.0)),
            Symbol::First => lettered("o", "i"),
            Symbol::Once => lettered("q", "1"),
            Symbol::If => lettered("q", "?"),
            Symbol::Removing => format!("{}<path class=\"c\" d=\"{}\"/>", ring("o"), cross(4.0)),
            Symbol::Hurdle => format!(
                "<rect class=\"z\" x=\"{}\" y=\"{}\" width=\"24\" height=\"24\" rx=\"5\"/>",
                number(x - 12.0),
                number(y - 12.0)
            ),
            Symbol::Victim => format!(
                "<circle class=\"b\" {at} r=\"12\"/><path class=\"c\" d=\"{}\"/>",
                cross(15.0)
            ),
            Symbol::Own => format!(
                "<circle class=\"w\" {at} r=\"12\"/><path class=\"c\" d=\"{}\"/>",
                cross(15.0)
            ),
            Symbol::Through => format!(
                "<circle class=\"m\" {at} r=\"8.5\"/><path class=\"c\" d=\"{}\"/>",
                cross(12.0)
            ),
            Symbol::Block => {
                let (left, right) = (number(x - 7.0), number(x + 7.0));
                let (top, bottom) = (number(y - 7.0), number(y + 7.0));
                let (x, y) = (number(x), number(y));
                format!("<path class=\"t\" d=\"M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z\"/>")
            }
        };
        let _ = writeln!(self.body, "{text}");
    }

    fn finish(self, label: &str, width: f64, height: f64, colours: Colours) -> String {
        let (width, height) = (number(width), number(height));
        let label = escaped(label);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n<style>\n"
        );
        text.push_str(SHAPES);
        text.push_str(if colours == Colours::Dark { DARK } else { LIGHT });
        if colours == Colours::Either {
            let _ = write!(text, "@media (prefers-color-scheme:dark){{\n{DARK}}}\n");
        }
        let _ = write!(
            text,
            "</style>\n<rect class=\"p\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            self.body
        );
        text
    }

    fn width(&self) -> f64 {
        EDGE + CELL * f64::from(self.shape.files()) + 10.0
    }
}

/// A movement diagram with its legend. `letter` is the man as a FEN writes it; without one a plain
/// disc stands for it.
pub fn diagram(
    diagram: &Diagram,
    definition: &Definition,
    letter: &str,
    colours: Colours,
) -> String {
    let mut picture = Picture::new(&diagram.shape);
    picture.board(SquareSet::EMPTY);
    for path in &diagram.paths {
        let mut d = String::new();
        for (index, &square) in path.iter().enumerate() {
            let (x, y) = picture.centre(square);
            let command = if index == 0 { 'M' } else { 'L' };
            let _ = write!(d, "{command}{} {}", number(x), number(y));
        }
        let _ = writeln!(picture.body, "<path class=\"y\" d=\"{d}\"/>");
    }
    for square in diagram.shape.squares() {
        match diagram.symbol(square) {
            None => {}
            Some(Symbol::Man) if letter.is_empty() => {
                let centre = picture.centre(square);
                picture.symbol(Symbol::Man, centre);
            }
            Some(Symbol::Man) => man_at(&mut picture, definition, letter, square),
            Some(symbol) => {
                let centre = picture.centre(square);
                picture.symbol(symbol, centre);
            }
        }
    }
    let legend: Vec<Symbol> =
        diagram.legend().into_iter().filter(|symbol| *symbol != Symbol::Man).collect();
    let mut top = picture.bottom() + LINE / 2.0;
    let mut widest = picture.width();
    for symbol in legend {
        picture.symbol(symbol, (EDGE + 12.0, top + 2.0));
        let text = symbol.meaning();
        picture.text(text, EDGE + 36.0, top + 2.0 - SMALL / 2.0, SMALL);
        widest = widest.max(EDGE + 46.0 + letters::width(text, SMALL));
        top += LINE + 8.0;
    }
    if !diagram.paths.is_empty() {
        let (left, right) = (number(EDGE), number(EDGE + 24.0));
        let at = number(top + 2.0);
        let _ = writeln!(picture.body, "<path class=\"y\" d=\"M{left} {at}L{right} {at}\"/>");
        let text = "the way of a move in several legs";
        picture.text(text, EDGE + 36.0, top + 2.0 - SMALL / 2.0, SMALL);
        widest = widest.max(EDGE + 46.0 + letters::width(text, SMALL));
        top += LINE + 8.0;
    }
    let label = format!("what {letter} reaches from {}", diagram.shape.name(diagram.from));
    picture.finish(&label, widest, top, colours)
}

/// The name of the piece that a letter means, and how the letter is shown.
fn piece<'a>(definition: &'a Definition, letter: &str) -> Option<(&'a str, &'a str, Side)> {
    let white = letter.starts_with(|c: char| c.is_ascii_uppercase());
    let side = if white { Side::White } else { Side::Black };
    let found = definition.pieces.iter().find(|piece| {
        piece.letter.eq_ignore_ascii_case(letter) && piece.sides.get(side.index()) == Some(&true)
    });
    let found = found.or_else(|| {
        let upper = letter.to_ascii_uppercase();
        definition.pieces.iter().find(|piece| piece.reads.contains(&upper) && upper.len() == 1)
    });
    found.map(|piece| (piece.name.as_str(), piece.letter.as_str(), side))
}

/// Puts the first man of a text on a square.
fn man_at(picture: &mut Picture<'_>, definition: &Definition, text: &str, square: Square) {
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    let text = if long && !text.starts_with('{') && text.len() > 1 {
        format!("{{{text}}}")
    } else {
        text.to_owned()
    };
    let Some(TokenKind::Man(man)) = tokens(&text, long).next().map(|token| token.kind) else {
        return;
    };
    put(picture, definition, man, square);
}

fn put(
    picture: &mut Picture<'_>,
    definition: &Definition,
    man: crate::board::placement_text::ManText<'_>,
    square: Square,
) {
    let (left, top) = picture.corner(square);
    let white = man.letter.starts_with(|c: char| c.is_ascii_uppercase());
    let side = if white { Side::White } else { Side::Black };
    let (name, letter, side) = piece(definition, man.letter).unwrap_or(("", man.letter, side));
    // What a man holds stands below it, so that it has to be smaller.
    let scale = if man.codes.is_some_and(|codes| !codes.is_empty()) { 0.8 } else { 1.0 };
    let inset = (CELL - CELL * scale) / 2.0;
    let figure = figures::man(name, letter, side, left + inset, top, scale);
    let _ = writeln!(picture.body, "{figure}");
    let mut note = |text: &str, right: bool, low: bool| {
        let height = 7.0;
        let width = letters::width(text, height);
        let x = match (low, right) {
            (true, _) => left + (CELL - width) / 2.0,
            (false, true) => left + CELL - 4.0 - width,
            (false, false) => left + 4.0,
        };
        let y = if low { top + CELL - height - 2.5 } else { top + 3.5 };
        picture.text(text, x, y, height);
    };
    if man.plus {
        note("+", false, false);
    }
    if man.tilde {
        note("~", true, false);
    }
    if let Some(codes) = man.codes.filter(|codes| !codes.is_empty()) {
        note(codes, false, true);
    }
}

/// Squares of a placement with a wall on them: `*` where the board has no hole.
fn walls(shape: &Shape, placement: &str, long: bool) -> SquareSet {
    let mut walls = SquareSet::EMPTY;
    let (mut file, mut row) = (0_u32, 0_u32);
    for token in tokens(placement, long) {
        match token.kind {
            TokenKind::NextRank => (file, row) = (0, row.saturating_add(1)),
            TokenKind::Empty(run) => file = file.saturating_add(run),
            TokenKind::Man(_) | TokenKind::Bad => file = file.saturating_add(1),
            TokenKind::Blocked => {
                let rank = u32::from(shape.ranks()).checked_sub(row.saturating_add(1));
                let rank = rank.and_then(|rank| u8::try_from(rank).ok());
                let at = u8::try_from(file).ok().zip(rank);
                if let Some(square) = at.and_then(|(file, rank)| shape.at(file, rank)) {
                    walls.insert(square);
                }
                file = file.saturating_add(1);
            }
        }
    }
    walls - shape.holes()
}

/// A position: the men of a FEN, its bracket, and who is to move.
pub fn board(definition: &Definition, fen: &str, colours: Colours) -> String {
    let mut fields = fen.split(' ');
    let first = fields.next().unwrap_or_default();
    let (placement, bracket) = first.split_once('[').unwrap_or((first, ""));
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    let mut picture = Picture::new(&definition.shape);
    picture.board(walls(&definition.shape, placement, long));
    for (square, man) in men(&definition.shape, placement, long) {
        put(&mut picture, definition, man, square);
    }
    let turn = match fields.next() {
        Some("b") => "Black to move",
        Some("w") => "White to move",
        _ => "",
    };
    let bracket = bracket.trim_end_matches(']');
    let hand = if bracket.is_empty() { String::new() } else { format!("in hand {bracket}") };
    let mut top = picture.bottom() + 4.0;
    let mut widest = picture.width();
    for text in [turn, &hand] {
        if !text.is_empty() {
            picture.text(text, EDGE, top, SMALL);
            widest = widest.max(EDGE + 10.0 + letters::width(text, SMALL));
            top += LINE;
        }
    }
    picture.finish(&format!("the position {fen}"), widest, top, colours)
}
