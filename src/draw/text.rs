//! Boards in plain text, one character a square.

use std::fmt::Write as _;

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
    let width = if shape.ranks() > 9 { 2 } else { 1 };
    let mut text = String::new();
    for rank in (0..shape.ranks()).rev() {
        let mut line = format!("{:>width$} ", rank + 1);
        for file in 0..shape.files() {
            let square = shape.at(file, rank).filter(|&square| !shape.holes().has(square));
            line.push(' ');
            line.push(square.map_or(' ', &mark));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let files: Vec<String> =
        (0..shape.files()).map(|file| char::from(b'a' + file).to_string()).collect();
    let _ = writeln!(text, "\n{:width$}  {}", "", files.join(" "));
    text
}
