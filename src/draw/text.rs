//! Boards in plain text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Diagram;
use crate::board::placement_text::{TokenKind, tokens};
use crate::board::{Shape, Square};

/// A board with what `mark` says of each square, highest rank first, ranks and files at the
/// edge. Holes are blank.
///
/// # Examples
///
/// ```
/// use ferz::board::Shape;
///
/// let shape = Shape::new(3, 2).unwrap();
/// let corner = shape.parse_square("c1");
/// let text = ferz::draw::text::board(&shape, |square| if Some(square) == corner { 'K' } else { '.' });
/// assert_eq!(text, "2  . . .\n1  . . K\n\n   a b c\n");
/// ```
pub fn board(shape: &Shape, mark: impl Fn(Square) -> char) -> String {
    grid(shape, 1, |square| mark(square).to_string())
}

/// A board with the men of a FEN's first field, as they are written there. `long`: some man
/// of the game has an id of several letters (see [`tokens`]).
///
/// # Examples
///
/// ```
/// use ferz::board::Shape;
///
/// let shape = Shape::new(3, 2).unwrap();
/// let text = ferz::draw::text::placement(&shape, "1+r1/2K", false);
/// assert_eq!(text, "2   . +r  .\n1   .  .  K\n\n    a  b  c\n");
/// ```
pub fn placement(shape: &Shape, placement: &str, long: bool) -> String {
    let mut men: BTreeMap<Square, &str> = BTreeMap::new();
    let (mut file, mut row) = (0_u32, 0_u32);
    let starts = tokens(placement, long);
    let ends = tokens(placement, long).skip(1).map(|token| token.at).chain([placement.len()]);
    for (token, end) in starts.zip(ends) {
        match token.kind {
            TokenKind::NextRank => {
                row = row.saturating_add(1);
                file = 0;
            }
            TokenKind::Empty(run) => file = file.saturating_add(run),
            TokenKind::Blocked | TokenKind::Bad => file = file.saturating_add(1),
            TokenKind::Man(_) => {
                let rank = (u32::from(shape.ranks())).checked_sub(row.saturating_add(1));
                let at = rank
                    .and_then(|rank| shape.at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?));
                if let (Some(square), Some(text)) = (at, placement.get(token.at..end)) {
                    men.insert(square, text);
                }
                file = file.saturating_add(1);
            }
        }
    }
    let width = men.values().map(|text| text.chars().count()).max().unwrap_or(1);
    grid(shape, width, |square| men.get(&square).copied().unwrap_or(".").to_owned())
}

/// A movement diagram and its legend. `ascii`: plain letters instead of drawn marks.
pub fn diagram(diagram: &Diagram, ascii: bool) -> String {
    let mark = |square| diagram.symbol(square).map_or('.', |symbol| symbol.char(ascii));
    let mut text = board(&diagram.shape, mark);
    let gap = if ascii { " - " } else { " · " };
    let legend: Vec<String> = diagram
        .legend()
        .into_iter()
        .map(|symbol| format!("{} {}", symbol.char(ascii), symbol.meaning()))
        .collect();
    let _ = writeln!(text, "\n{}", legend.join(gap));
    text
}

fn grid(shape: &Shape, cell: usize, mark: impl Fn(Square) -> String) -> String {
    let edge = if shape.ranks() > 9 { 2 } else { 1 };
    let mut text = String::new();
    for rank in (0..shape.ranks()).rev() {
        let mut line = format!("{:>edge$} ", rank + 1);
        for file in 0..shape.files() {
            let square = shape.at(file, rank).filter(|&square| !shape.holes().has(square));
            let mark = square.map(&mark).unwrap_or_default();
            let _ = write!(line, " {mark:>cell$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = write!(text, "\n{:edge$} ", "");
    for file in 0..shape.files() {
        let _ = write!(text, " {:>cell$}", char::from(b'a' + file));
    }
    text.push('\n');
    text
}
