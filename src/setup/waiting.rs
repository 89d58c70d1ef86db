//! Men in reserve before the first move, as the bracket of a FEN has them.

use super::SetupFault;
use super::turns::letter;
use crate::board::{Side, Square, SquareSet};
use crate::compile::{piece_of, side_of};
use crate::definition::{Definition, PieceId};
use crate::limits;

/// A man in reserve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    /// Whose.
    pub side: Side,
    /// What.
    pub piece: PieceId,
    /// Index of its gate.
    pub gate: usize,
    /// The square behind whose man it waits, once chosen.
    pub square: Option<Square>,
    /// Its side has not voted yet.
    pub open: bool,
    /// Its side has voted against it.
    pub declined: bool,
}

/// `A`, `A@g`, `A?`, `A-`: the reserves of a bracket, those that can be read.
pub(super) fn read(definition: &Definition, bracket: &str) -> Vec<Waiting> {
    let items = bracket.split(',').filter(|item| !item.contains('|'));
    let items = items.take(limits::TOKENS);
    let mut all: Vec<Waiting> =
        items.filter_map(|item| read_one(definition, item.trim())).collect();
    all.sort_by_key(|one| (one.side, one.piece));
    all
}

/// One item of a bracket.
pub(super) fn read_one(definition: &Definition, item: &str) -> Option<Waiting> {
    let (name, place, mark) = match item.split_once('@') {
        Some((name, place)) => (name, Some(place), None),
        None => match item.strip_suffix(['?', '-']) {
            Some(name) => (name, None, item.chars().last()),
            None => (item, None, None),
        },
    };
    let name = name.trim_start_matches('{').trim_end_matches('}');
    let side = side_of(name);
    let piece = piece_of(definition, side, name)?;
    let fits = |gate: &crate::definition::Gate| {
        gate.sides.get(side.index()) == Some(&true) && gate.pieces.has(piece)
    };
    let gate = definition.gates.iter().position(fits)?;
    let square = match place {
        Some(place) => Some(definition.gates.get(gate)?.square(&definition.shape, side, place)?),
        None => None,
    };
    let (open, declined) = (mark == Some('?'), mark == Some('-'));
    Some(Waiting { side, piece, gate, square, open, declined })
}

/// An item of a bracket.
pub(super) fn text(definition: &Definition, one: &Waiting) -> String {
    let mut text = letter(definition, one.side, one.piece);
    match one.square {
        Some(square) => {
            text.push('@');
            if let Some(gate) = definition.gates.get(one.gate) {
                text.push_str(&gate.place(&definition.shape, square));
            }
        }
        None if one.open => text.push('?'),
        None if one.declined => text.push('-'),
        None => {}
    }
    text
}

/// Ties the first unbound reserve of a piece to a square.
pub(super) fn tie(
    waiting: &mut [Waiting],
    gate: usize,
    side: Side,
    piece: PieceId,
    square: Square,
) {
    let fits = |one: &&mut Waiting| {
        (one.gate, one.side, one.piece, one.square) == (gate, side, piece, None)
    };
    if let Some(one) = waiting.iter_mut().find(fits) {
        one.square = Some(square);
    }
}

/// The other side's reserve waits on the image of a square.
pub(super) fn tie_image(
    definition: &Definition,
    waiting: &mut [Waiting],
    gate: usize,
    side: Side,
    (piece, square): (PieceId, Square),
    stands: impl Fn(Square) -> bool,
) -> Result<(), SetupFault> {
    let shape = &definition.shape;
    let other = side.other();
    let image = shape.image_set(SquareSet::of(square), Side::Black, definition.symmetry);
    let allowed =
        definition.gates.get(gate).map_or(SquareSet::EMPTY, |gate| gate.squares[other.index()]);
    let image = image.iter().next().filter(|image| allowed.has(*image) && stands(*image));
    let Some(image) = image else {
        let name = shape.name(square);
        let message = format!(
            "no man of {} stands opposite {name}, behind whom his reserve would have to wait",
            other.as_str()
        );
        return Err(SetupFault::new("no-man", message).on(name));
    };
    tie(waiting, gate, other, piece, image);
    Ok(())
}
