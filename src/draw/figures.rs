//! Figures of men: a drawing for six names that everybody knows, a letter on a disc for all
//! others. A figure fills a box of 45 by 45.

use std::fmt::Write as _;

use super::letters;
use crate::board::Side;

/// Outlines, and lines drawn upon them.
struct Figure {
    outline: &'static str,
    /// Centres and radii of balls.
    balls: &'static [(&'static str, &'static str, &'static str)],
    lines: &'static str,
}

const KING: Figure = Figure {
    outline: "M11 38V34L8.5 20.5L16.5 24.5L21.2 18V12.3H17.8V9.5H21.2V6H23.8V9.5H27.2V12.3H23.8V18L28.5 24.5L36.5 20.5L34 34V38Z",
    balls: &[],
    lines: "M12 33.5H33",
};
const QUEEN: Figure = Figure {
    outline: "M11.5 38V34L7 16L14.5 25.5L15.5 12.5L22.5 24.5L29.5 12.5L30.5 25.5L38 16L33.5 34V38Z",
    balls: &[
        ("7", "14.5", "2.4"),
        ("15.5", "10.5", "2.4"),
        ("29.5", "10.5", "2.4"),
        ("38", "14.5", "2.4"),
    ],
    lines: "M12.5 33.5H32.5",
};
const ROOK: Figure = Figure {
    outline: "M10.5 38V33.5H13.5V19L10.5 16V8.5H15.5V12H20V8.5H25V12H29.5V8.5H34.5V16L31.5 19V33.5H34.5V38Z",
    balls: &[],
    lines: "M13.5 19H31.5M13.5 33.5H31.5",
};
const BISHOP: Figure = Figure {
    outline: "M13 38V34H32V38ZM16 34C11.5 26 15 17.5 22.5 10.5C30 17.5 33.5 26 29 34Z",
    balls: &[("22.5", "8", "2.6")],
    lines: "M22.5 18V27M18.5 22H26.5",
};
const KNIGHT: Figure = Figure {
    outline: "M13.5 38V35C14.5 29.5 21.5 27.5 21.5 22.5C17.5 25.5 13.5 26.5 10.5 25.5L8.5 21.5L15.5 12L16.5 6.5L21 10C30.5 10.5 35 20 34 38Z",
    balls: &[],
    lines: "M17 15.5L18.5 14.5M26 15.5C29.5 20 30 27 29.5 33",
};
const PAWN: Figure = Figure {
    outline: "M13 38V34C18.5 31.5 19.5 27 19 21.5H26C25.5 27 26.5 31.5 32 34V38Z",
    balls: &[("22.5", "15.5", "6.6")],
    lines: "",
};

fn figure(name: &str) -> Option<&'static Figure> {
    match name {
        "king" => Some(&KING),
        "queen" => Some(&QUEEN),
        "rook" => Some(&ROOK),
        "bishop" => Some(&BISHOP),
        "knight" => Some(&KNIGHT),
        "pawn" => Some(&PAWN),
        _ => None,
    }
}

/// A man at the left upper corner of its box: its figure if its name has one, else its letter
/// on a disc. Classes `w` and `b` are the sides' fillings, `u` and `v` lines upon them.
pub(super) fn man(name: &str, letter: &str, side: Side, left: f64, top: f64, scale: f64) -> String {
    let (fill, line) = match side {
        Side::White => ("w", "u"),
        Side::Black => ("b", "v"),
    };
    let (x, y, by) = (letters::number(left), letters::number(top), letters::number(scale));
    let place = format!("transform=\"translate({x} {y}) scale({by})\"");
    let mut text = format!("<g {place}>");
    if let Some(figure) = figure(name) {
        let _ = write!(text, "<path class=\"{fill}\" d=\"{}\"/>", figure.outline);
        for (x, y, r) in figure.balls {
            let _ = write!(text, "<circle class=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        }
        if !figure.lines.is_empty() {
            let _ = write!(text, "<path class=\"{line}\" d=\"{}\"/>", figure.lines);
        }
    } else {
        let _ = write!(text, "<circle class=\"{fill}\" cx=\"22.5\" cy=\"22.5\" r=\"16\"/>");
        let mut height: f64 = 16.0;
        while letters::width(letter, height) > 22.0 && height > 5.0 {
            height -= 1.0;
        }
        let left = 22.5 - letters::width(letter, height) / 2.0;
        let path = letters::path(letter, left, 22.5 - height / 2.0, height);
        let _ = write!(text, "<path class=\"{line} s\" d=\"{path}\"/>");
    }
    text.push_str("</g>");
    text
}
