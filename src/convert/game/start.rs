//! The board and the start.

use super::Toml;
use crate::board::placement_text::{TokenKind, tokens};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::convert::ini::Entry;
use crate::convert::reader::Reader;
use crate::limits;
use crate::source::Span;

/// The start position.
#[derive(Debug, Default)]
pub(super) struct Start {
    /// The board's part of the FEN.
    placement: String,
    /// Letters in hand, as written.
    hand: String,
    /// Side, rights, en passant, and what follows.
    rest: Vec<String>,
    span: Span,
    /// Who stands where: side, number of the man, and whether it is turned over.
    pub(super) men: Vec<(Square, Side, usize, bool)>,
    /// Numbers of the men in hand.
    pub(super) in_hand: [Vec<usize>; 2],
    /// Checks to be given, `3+3`.
    pub(super) checks: Option<u32>,
}

/// The usual start.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads the size of the board and the FEN.
pub(super) fn read(reader: &mut Reader) -> Option<(Shape, Start)> {
    let files = reader.file("maxFile").unwrap_or(7).saturating_add(1);
    let ranks = reader.number("maxRank", 8, 10);
    let ranks = u8::try_from(ranks.max(1)).unwrap_or(8);
    let shape = Shape::new(files, ranks)?;
    let entry = reader.entry("startFen").unwrap_or_else(|| Entry {
        key: "startFen".to_owned(),
        key_span: reader.heading,
        value: CHESS.to_owned(),
        span: reader.heading,
    });
    if entry.value.len() > limits::FEN_BYTES {
        reader.fault(&entry, "a FEN of some hundred characters");
        return None;
    }
    let mut fields = entry.value.split_ascii_whitespace().map(str::to_owned);
    let first = fields.next().unwrap_or_default();
    let (placement, hand) = match first.split_once('[') {
        Some((placement, hand)) => {
            (placement.to_owned(), hand.trim_end_matches(']').replace('-', ""))
        }
        None => (first, String::new()),
    };
    let mut rest: Vec<String> = fields.collect();
    // Rights and en passant may be missing.
    if rest.len() == 3 && rest.get(1).is_some_and(|field| field.parse::<u32>().is_ok()) {
        rest.insert(1, "-".to_owned());
        rest.insert(2, "-".to_owned());
    }
    let checks = rest.get(3).and_then(|field| {
        let (white, black) = field.split_once('+')?;
        let (white, black): (u32, u32) = (white.parse().ok()?, black.parse().ok()?);
        (white == black).then_some(white)
    });
    let mut holes = SquareSet::EMPTY;
    let mut place = (0_u8, ranks.saturating_sub(1));
    for token in tokens(&placement, false) {
        let wide = match token.kind {
            TokenKind::Empty(count) => u8::try_from(count).unwrap_or(u8::MAX),
            TokenKind::NextRank => {
                place = (0, place.1.saturating_sub(1));
                0
            }
            TokenKind::Blocked => {
                if let Some(square) = shape.at(place.0, place.1) {
                    holes.insert(square);
                }
                1
            }
            TokenKind::Man(_) => 1,
            TokenKind::Bad => {
                reader.fault(&entry, "a FEN");
                return None;
            }
        };
        place.0 = place.0.saturating_add(wide);
    }
    let start = Start { placement, hand, rest, span: entry.span, checks, ..Start::default() };
    Some((shape.with_holes(holes), start))
}

impl Start {
    /// Finds out who stands where.
    pub(super) fn with_men(mut self, reader: &mut Reader, shape: &Shape) -> Self {
        let entry = Entry {
            key: "startFen".to_owned(),
            key_span: self.span,
            value: String::new(),
            span: self.span,
        };
        let mut place = (0_u8, shape.ranks().saturating_sub(1));
        for token in tokens(&self.placement, false) {
            match token.kind {
                TokenKind::Empty(count) => {
                    place.0 = place.0.saturating_add(u8::try_from(count).unwrap_or(u8::MAX));
                }
                TokenKind::NextRank => place = (0, place.1.saturating_sub(1)),
                TokenKind::Blocked | TokenKind::Bad => place.0 = place.0.saturating_add(1),
                TokenKind::Man(man) => {
                    let letter = man.letter.chars().next().unwrap_or(' ');
                    match (reader.number_of(letter), shape.at(place.0, place.1)) {
                        (Some(number), Some(square)) => {
                            self.men.push((square, side_of(letter), number, man.plus));
                        }
                        (None, _) => reader.unknown(&entry, letter),
                        (Some(_), None) => {}
                    }
                    place.0 = place.0.saturating_add(1);
                }
            }
        }
        for letter in self.hand.clone().chars() {
            match (reader.number_of(letter), self.in_hand.get_mut(side_of(letter).index())) {
                (Some(number), Some(hand)) => hand.push(number),
                _ => reader.unknown(&entry, letter),
            }
        }
        self
    }

    /// Whether a man stands or waits somewhere.
    pub(super) fn has(&self, side: Side, man: usize) -> bool {
        let stands = self
            .men
            .iter()
            .any(|&(_, owner, number, plus)| (owner, number, plus) == (side, man, false));
        stands || self.in_hand.get(side.index()).is_some_and(|hand| hand.contains(&man))
    }

    /// The rights field.
    pub(super) fn rights(&self) -> &str {
        self.rest.get(1).map_or("-", String::as_str)
    }

    pub(super) fn write(&self, reader: &mut Reader, toml: &mut Toml) {
        let hands = reader.flag("pieceDrops", false) || reader.flag("seirawanGating", false);
        if !hands && !self.hand.is_empty() {
            reader.cannot("startFen", "men in hand can neither be dropped nor enter");
        }
        let hand = if hands { format!("[{}]", self.hand) } else { String::new() };
        let mut fields = vec![format!("{}{hand}", self.placement)];
        fields.extend(self.rest.iter().cloned());
        toml.heading("[setup]");
        toml.text("start", &fields.join(" "));
    }
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}
