//! Men, squares and sets in words.

use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::compile::codes_of;
use crate::position::Position;
use crate::rules::{KindId, NO_KIND};

use super::Explainer;

/// Members of a list that are named before the rest is only counted.
const NAMED: usize = 8;

/// `a, b and c`.
pub(super) fn list(items: impl IntoIterator<Item = String>, and: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    if items.len() > NAMED {
        let more = items.len() - (NAMED - 1);
        items.truncate(NAMED - 1);
        items.push(format!("{more} more"));
    }
    match items.pop() {
        None => "nothing".to_owned(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} {and} {last}", items.join(", ")),
    }
}

/// `a knight`, `an elephant`.
pub(super) fn a(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// A sentence's first letter made large.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

/// `White` or `Black`.
pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

impl<B: Bitboard> Explainer<'_, B> {
    /// `e4`.
    pub(super) fn square(&self, square: usize) -> String {
        self.definition.shape.name(Square::new(square as u8))
    }

    /// Squares of a set in a row.
    pub(super) fn squares(&self, squares: B, and: &str) -> String {
        let mut names = Vec::new();
        squares.for_each(|square| names.push(self.square(square)));
        list(names, and)
    }

    /// `knight`, or with what it holds `knight{wq}`.
    pub(super) fn name(&self, kind: KindId) -> String {
        let Some(facts) = self.rules.kinds.get(usize::from(kind)) else {
            return "man".to_owned();
        };
        let name = &self.definition.pieces[usize::from(facts.piece)].name;
        let codes = codes_of(self.definition, &facts.tags);
        if codes.is_empty() { name.clone() } else { format!("{name}{{{codes}}}") }
    }

    /// `White's knight`; a wall for a square on which nobody can stand.
    pub(super) fn man(&self, position: &Position<B>, square: usize) -> String {
        match (position.owner(square), position.kind(square)) {
            (Some(owner), kind) if kind != NO_KIND => {
                format!("{}'s {}", side(owner), self.name(kind))
            }
            _ if position.walls.has(square) => "a wall".to_owned(),
            _ => "nobody".to_owned(),
        }
    }

    /// `White's knight on g1`.
    pub(super) fn man_on(&self, position: &Position<B>, square: usize) -> String {
        format!("{} on {}", self.man(position, square), self.square(square))
    }
}
