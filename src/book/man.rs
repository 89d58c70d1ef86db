//! A man of a game: named by a caller, and what its moves are for a picture.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::definition::{Definition, MoveEntry, PieceId, Tags};
use crate::draw::{Diagram, Part, When, diagram};
use crate::limits;
use crate::notation::{MoveExpr, lower};

/// A piece and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// The piece.
    pub piece: PieceId,
    /// What it holds.
    pub tags: Tags,
}

impl Man {
    /// A man by the name of its piece or its letter (small for Black's), with what it holds
    /// behind it: `knight`, `N`, `N{q}`. The side is that of the letter.
    ///
    /// # Errors
    ///
    /// Why there is no such man, in plain words.
    pub fn read(definition: &Definition, text: &str) -> Result<(Self, Option<Side>), String> {
        // A letter of several letters stands in braces itself.
        let bare = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let (name, codes) = match (bare, text.split_once('{')) {
            (Some(letter), _) => (letter, ""),
            (None, Some((name, rest))) => match rest.strip_suffix('}') {
                Some(codes) => (name, codes),
                None => return Err(format!("`{text}` has no closing brace")),
            },
            (None, None) => (text, ""),
        };
        let find = |wanted: &dyn Fn(&crate::definition::Piece) -> bool| {
            definition.pieces.iter().position(wanted)
        };
        let found = find(&|piece| piece.name == name)
            .map(|index| (index, None))
            .or_else(|| find(&|piece| piece.letter == name).map(|index| (index, Some(Side::White))))
            .or_else(|| {
                find(&|piece| piece.letter.to_lowercase() == name)
                    .map(|index| (index, Some(Side::Black)))
            });
        let Some((index, side)) = found else {
            let known: Vec<String> = definition
                .pieces
                .iter()
                .map(|piece| format!("{} ({})", piece.name, piece.letter))
                .collect();
            return Err(format!("no man is called `{name}`; there is {}", known.join(", ")));
        };
        let mut tags = Vec::new();
        for code in codes.chars() {
            match definition.augmenters.iter().position(|augmenter| augmenter.code == code) {
                Some(index) => tags.push(index as u8),
                None if definition.augmenters.is_empty() => {
                    return Err("men of this game hold nothing".to_owned());
                }
                None => return Err(format!("no augmenter has the code `{code}`")),
            }
        }
        if tags.len() > limits::TOKENS {
            return Err(format!("a man holds at most {} codes", limits::TOKENS));
        }
        tags.sort_unstable();
        let piece = PieceId(index as u8);
        Ok((Self { piece, tags: Tags(tags) }, side))
    }

    /// A man that holds nothing.
    pub fn plain(piece: PieceId) -> Self {
        Self { piece, tags: Tags::default() }
    }

    /// Its moves for a picture on a board: the variant's own, or another, where zones of the
    /// variant mean nothing.
    pub fn parts(&self, definition: &Definition, board: &Shape, side: Side) -> Vec<Part> {
        let own = *board == definition.shape;
        let Some(piece) = definition.pieces.get(self.piece.index()) else { return Vec::new() };
        let on = |squares: &[SquareSet; 2]| {
            let squares = squares.get(side.index()).copied();
            if own { squares.unwrap_or(SquareSet::EMPTY) } else { board.all() }
        };
        let part = |entry: &MoveEntry, when: When| Part {
            ways: lower(&entry.moves),
            when: if entry.when.is_some() { When::If } else { when },
            from: on(&entry.from),
            to: on(&entry.to),
        };
        let mut parts: Vec<Part> =
            piece.moves.iter().map(|entry| part(entry, When::Always)).collect();
        parts.extend(piece.once.iter().map(|once| part(&once.entry, When::Once)));
        for augmenter in self.held(definition) {
            parts.push(Part {
                ways: lower(&augmenter.moves),
                when: When::Always,
                from: board.all(),
                to: on(&piece.within),
            });
        }
        parts
    }

    /// The augmenters that it holds, each once.
    pub fn held<'a>(
        &'a self,
        definition: &'a Definition,
    ) -> impl Iterator<Item = &'a crate::definition::Augmenter> {
        let mut tags = self.tags.0.clone();
        tags.dedup();
        tags.into_iter().filter_map(|tag| definition.augmenters.get(usize::from(tag)))
    }

    /// The square nearest the middle on which it may stand and use as many of its moves as
    /// there are.
    pub fn square(&self, definition: &Definition, board: &Shape, side: Side) -> Option<Square> {
        let parts = self.parts(definition, board, side);
        let own = *board == definition.shape;
        let stands = definition
            .pieces
            .get(self.piece.index())
            .and_then(|piece| piece.within.get(side.index()).copied())
            .filter(|squares| own && !squares.is_empty())
            .unwrap_or_else(|| board.all());
        let uses = |square: Square| parts.iter().filter(|part| part.from.has(square)).count();
        stands.iter().min_by_key(|&square| (parts.len() - uses(square), middle(board, square)))
    }

    /// Its picture; `None` if its ways of moving are more than [`limits::DRAWN_STEPS`] allows.
    pub fn diagram(
        &self,
        definition: &Definition,
        board: &Shape,
        at: Square,
        side: Side,
    ) -> Option<Diagram> {
        self.diagram_within(definition, board, at, side, &mut 0)
    }

    /// As [`Self::diagram`], with the steps of earlier diagrams counted in.
    pub(super) fn diagram_within(
        &self,
        definition: &Definition,
        board: &Shape,
        at: Square,
        side: Side,
        steps: &mut usize,
    ) -> Option<Diagram> {
        let parts = self.parts(definition, board, side);
        drawn(board, at, side, &parts, steps)
    }
}

/// What a notation reaches from near the middle of a board, on any squares.
pub(super) fn alone(board: &Shape, moves: &MoveExpr, steps: &mut usize) -> Option<Diagram> {
    let at = board.squares().min_by_key(|&square| middle(board, square))?;
    let (from, to) = (board.all(), board.all());
    let part = Part { ways: lower(moves), when: When::Always, from, to };
    drawn(board, at, Side::White, &[part], steps)
}

fn drawn(
    board: &Shape,
    at: Square,
    side: Side,
    parts: &[Part],
    steps: &mut usize,
) -> Option<Diagram> {
    let sum = steps.saturating_add(diagram::cost(board, parts));
    if sum > limits::DRAWN_STEPS {
        return None;
    }
    *steps = sum;
    Some(Diagram::new(board, at, side, parts))
}

/// How far from the middle a square is; of several the one lower and further left comes first.
fn middle(board: &Shape, square: Square) -> (i32, u8, u8) {
    let apart = |at: u8, lines: u8| (2 * i32::from(at) - i32::from(lines - 1)).abs();
    let (file, rank) = (board.file(square), board.rank(square));
    (apart(file, board.files()) + apart(rank, board.ranks()), rank, file)
}
