//! What is said about keys, notations and names.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::definition::keys::{Kind, Known};
use crate::definition::outline::Outline;
use crate::draw;
use crate::notation::explain::explain;
use crate::notation::targets::{Occupant, Scene, targets, threats};
use crate::notation::{lower, parse};

/// What a key means, as Markdown.
pub(super) fn key(path: &[String]) -> Option<String> {
    let known = Known::at(path.iter().map(String::as_str))?;
    let name = path.last()?;
    match known.key {
        Some(key) => Some(format!("**`{name}`** — {}", key.doc.trim())),
        None => match known.kind {
            Kind::Table(table) => Some(table.doc.trim().to_owned()),
            _ => None,
        },
    }
}

/// Whether a notation stands behind a key.
pub(super) fn is_notation(path: &[String]) -> bool {
    let Some((last, above)) = path.split_last() else { return false };
    let table = match Known::at(above.iter().map(String::as_str)).map(|known| known.kind.entry()) {
        Some(Kind::Table(table)) => table.name,
        _ => return false,
    };
    match last.as_str() {
        "moves" => table != "TestTable",
        "around" => table == "EffectTable",
        _ => false,
    }
}

/// A notation: its canonical text, a sentence, and a picture.
pub(super) fn notation(text: &str, outline: Option<&Outline>) -> Option<String> {
    let expr = parse(text).ok()?.expr;
    let board = outline.and_then(|outline| outline.board);
    let shape = board.and_then(|(files, ranks)| Shape::new(files, ranks));
    let shape = shape.or_else(|| Shape::new(8, 8))?;
    let middle = |length: u8| length.saturating_sub(1) / 2;
    let from = shape.at(middle(shape.files()), middle(shape.ranks()))?;
    let ways = lower(&expr);
    let scene = Scene {
        shape: &shape,
        from,
        side: Side::White,
        occupant: |_| Occupant::Empty,
        unmoved: SquareSet::of(from),
        en_passant: None,
    };
    let moves = targets(&ways, &scene);
    let quiet: SquareSet =
        moves.iter().filter(|mv| mv.removes.is_empty() && !mv.is_pass).map(|mv| mv.to).collect();
    let captures = threats(&ways, &scene);
    let mark = |square: Square| match (quiet.has(square), captures.has(square)) {
        _ if square == from => 'O',
        (true, true) => '+',
        (true, false) => 'm',
        (false, true) => 'c',
        (false, false) => '.',
    };
    let picture = draw::text::board(&shape, mark);
    Some(format!(
        "**`{expr}`** — {}\n\n```text\n{picture}\n```\nm moves, c captures, + both; unmoved, with nobody else on the board",
        explain(&expr)
    ))
}

/// A name that the file or a parent chooses.
pub(super) fn name(name: &str, outline: &Outline) -> Option<String> {
    let found = outline.names.iter().find(|named| named.name == name)?;
    let what = match found.table {
        "pieces" => "piece",
        "groups" => "group",
        "zones" => "zone",
        "let" => "term",
        _ => "augmenter",
    };
    let file = outline.sources.locate(found.span).map(|(file, _)| file.name.clone());
    let file = file.unwrap_or_default();
    Some(format!("{what} **`{name}`** — `{}`\n\n{file}", found.text))
}
