//! The men of a position that are more than a piece: what they hold, and what waits behind
//! them.
//!
//! A game with twelve augmenters has thousands of possible men and a position a dozen of
//! them, so tables are made for those of a position only: its cast.

use crate::board::placement_text;
use crate::board::{Side, Square};
use crate::definition::{Definition, PieceId, Tags};

/// A man that holds something, or has a reserve behind it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct CastMan {
    /// The piece.
    pub piece: PieceId,
    /// What it holds.
    pub tags: Tags,
    /// The man in reserve that enters on the square which it leaves first.
    pub behind: Option<PieceId>,
}

/// All such men of a position, each once, in a fixed order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cast(Vec<CastMan>);

impl Cast {
    /// A cast of these men.
    pub fn new(mut men: Vec<CastMan>) -> Self {
        // Without the reserve they stand on the board later.
        let bare: Vec<CastMan> = men
            .iter()
            .filter(|man| man.behind.is_some())
            .map(|man| CastMan { behind: None, ..man.clone() })
            .collect();
        men.extend(bare);
        men.retain(|man| !man.tags.0.is_empty() || man.behind.is_some());
        men.sort_unstable();
        men.dedup();
        Self(men)
    }

    /// The men.
    pub fn men(&self) -> &[CastMan] {
        &self.0
    }

    /// The cast of a FEN. What cannot be read is left out: reading the FEN says so.
    pub fn of_fen(definition: &Definition, fen: &str) -> Self {
        if definition.augmenters.is_empty() && definition.gates.is_empty() {
            return Self::default();
        }
        let first = fen.split_ascii_whitespace().next().unwrap_or("");
        let (placement, bracket) = first.split_once('[').unwrap_or((first, ""));
        let shape = &definition.shape;
        let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
        let mut men = Vec::new();
        let mut placed = Vec::new();
        for (square, man) in placement_text::men(shape, placement, long).take(shape.area()) {
            let side = side_of(man.letter);
            let piece = piece_of(definition, side, man.letter);
            let tags = tags_of(definition, man.codes.unwrap_or_default());
            let (Some(piece), Some(tags)) = (piece, tags) else { continue };
            if !man.plus && !man.tilde {
                let man = CastMan { piece, tags, behind: None };
                placed.push((square, side, man.clone()));
                men.push(man);
            }
        }
        for item in bracket.trim_end_matches(']').split(',') {
            let Some((side, piece, square)) = read_reserve(definition, item) else { continue };
            let man = placed.iter().find(|(at, owner, _)| (*at, *owner) == (square, side));
            if let Some((_, _, man)) = man {
                men.push(CastMan { behind: Some(piece), ..man.clone() });
            }
        }
        Self::new(men)
    }
}

/// `A@g`: whose reserve, which, and the square behind whose man it waits.
fn read_reserve(definition: &Definition, text: &str) -> Option<(Side, PieceId, Square)> {
    let (letter, place) = text.split_once('@')?;
    let letter = letter.trim_start_matches('{').trim_end_matches('}');
    let side = side_of(letter);
    let piece = piece_of(definition, side, letter)?;
    let gate =
        definition.gates.iter().find(|gate| gate.sides[side.index()] && gate.pieces.has(piece))?;
    Some((side, piece, gate.square(&definition.shape, side, place)?))
}

/// The owner of a man by the case of its letter.
pub(crate) fn side_of(letter: &str) -> Side {
    if letter.starts_with(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black }
}

/// The piece with this letter.
pub(crate) fn piece_of(definition: &Definition, side: Side, letter: &str) -> Option<PieceId> {
    let fits = |piece: &crate::definition::Piece| {
        piece.sides[side.index()]
            && !letter.is_empty()
            && (piece.letter.eq_ignore_ascii_case(letter)
                || letter.len() == 1
                    && piece.reads.to_ascii_uppercase().contains(&letter.to_ascii_uppercase()))
    };
    let found = definition.pieces.iter().position(fits)?;
    Some(PieceId(found as u8))
}

/// Codes behind a man, in any order.
pub(crate) fn tags_of(definition: &Definition, codes: &str) -> Option<Tags> {
    let place = |code| definition.augmenters.iter().position(|one| one.code == code);
    let tags: Option<Vec<u8>> = codes.chars().map(|code| Some(place(code)? as u8)).collect();
    let mut tags = tags?;
    tags.sort_unstable();
    Some(Tags(tags))
}

/// Codes as written.
pub(crate) fn codes_of(definition: &Definition, tags: &Tags) -> String {
    tags.0
        .iter()
        .filter_map(|&tag| definition.augmenters.get(usize::from(tag)))
        .map(|augmenter| augmenter.code)
        .collect()
}
