//! The kinds of men that a game can meet.

use crate::board::Side;
use crate::board::placement_text::{TokenKind, tokens};
use crate::definition::{Definition, Mark, Piece, PieceId, PieceSet};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::rules::{Kind, KindId, KindName, KindSet, NO_KIND, Names};

/// All kinds: first each piece by itself (so that its kind has its index), then the ones
/// that remember something.
pub(super) struct Kinds {
    pub(super) list: Vec<Kind>,
}

impl Kinds {
    pub(super) fn new(definition: &Definition) -> Result<Self, Vec<Diagnostic>> {
        let mut list = Vec::new();
        for (index, piece) in definition.pieces.iter().enumerate() {
            list.push(Kind {
                piece: index as u8,
                unspent: false,
                was: None,
                mark: Mark::None,
                sides: piece.sides,
            });
        }
        for (index, piece) in definition.pieces.iter().enumerate() {
            if piece.once.is_some() {
                let kind = Kind {
                    piece: index as u8,
                    unspent: true,
                    was: None,
                    mark: Mark::None,
                    sides: piece.sides,
                };
                list.push(kind);
            }
        }
        for promotion in definition.promotions.iter().filter(|p| p.mark != Mark::None) {
            for from in promotion.pieces.iter() {
                for &to in &promotion.to {
                    if list.len() > limits::KINDS {
                        break;
                    }
                    let kind = Kind {
                        piece: to.0,
                        unspent: false,
                        was: Some(from.0),
                        mark: promotion.mark,
                        sides: std::array::from_fn(|side| {
                            definition.pieces[to.index()].sides[side]
                                && definition.pieces[from.index()].sides[side]
                        }),
                    };
                    let known = list.iter().any(|other: &Kind| {
                        other.piece == kind.piece
                            && other.was == kind.was
                            && other.mark == kind.mark
                    });
                    if !known {
                        list.push(kind);
                    }
                }
            }
        }
        if list.len() > limits::KINDS {
            return Err(vec![Diagnostic::error(
                "limit",
                definition.setup.start_span,
                format!(
                    "more than {} kinds of men, counting what they remember of promotions",
                    limits::KINDS
                ),
            )]);
        }
        Ok(Self { list })
    }

    /// Kinds of a piece: marked and unspent ones too.
    pub(super) fn of_piece(&self, piece: PieceId) -> KindSet {
        let kinds = self.list.iter().enumerate();
        kinds.filter(|(_, kind)| kind.piece == piece.0).map(|(i, _)| i as KindId).collect()
    }

    /// Kinds of several pieces.
    pub(super) fn of_pieces(&self, pieces: PieceSet) -> KindSet {
        let kinds = self.list.iter().enumerate();
        kinds
            .filter(|(_, kind)| pieces.has(PieceId(kind.piece)))
            .map(|(i, _)| i as KindId)
            .collect()
    }

    /// Whether these are all kinds.
    pub(super) fn all_in(&self, kinds: KindSet) -> bool {
        (0..self.list.len()).all(|kind| kinds.has(kind as KindId))
    }

    /// The kind that `from` becomes when it promotes to `to`.
    pub(super) fn promoted(&self, from: PieceId, to: PieceId, mark: Mark) -> KindId {
        if mark == Mark::None {
            return to.0;
        }
        let found = self
            .list
            .iter()
            .position(|kind| kind.piece == to.0 && kind.was == Some(from.0) && kind.mark == mark);
        found.map_or(to.0, |kind| kind as KindId)
    }

    /// Letters of all kinds.
    pub(super) fn names(&self, definition: &Definition) -> Names {
        let mut letters = [[NO_KIND; 128]; 2];
        let mut long = Vec::new();
        for (index, piece) in definition.pieces.iter().enumerate() {
            let extra = piece.reads.chars().map(String::from);
            for text in std::iter::once(piece.letter.clone()).chain(extra) {
                if text.len() == 1 {
                    for side in Side::BOTH {
                        let byte = text.bytes().next().unwrap_or(0);
                        let byte = match side {
                            Side::White => byte.to_ascii_uppercase(),
                            Side::Black => byte.to_ascii_lowercase(),
                        };
                        let slot = &mut letters[side.index()][usize::from(byte & 127)];
                        if piece.sides[side.index()] && *slot == NO_KIND {
                            *slot = index as KindId;
                        }
                    }
                } else {
                    long.push((text, index as KindId));
                }
            }
        }
        let base = |piece: &Piece| -> [String; 3] {
            let letter = &piece.letter;
            if letter.len() == 1 {
                [
                    letter.to_ascii_uppercase(),
                    letter.to_ascii_lowercase(),
                    letter.to_ascii_lowercase(),
                ]
            } else {
                let low = letter.to_ascii_lowercase();
                [format!("{{{letter}}}"), format!("{{{low}}}"), format!("{{{low}}}")]
            }
        };
        let mut kinds = Vec::new();
        let mut marked = Vec::new();
        let mut unspent = Vec::new();
        for (index, kind) in self.list.iter().enumerate() {
            let piece = &definition.pieces[kind.piece as usize];
            let [mut white, mut black, mut suffix] = base(piece);
            match (kind.mark, kind.was) {
                (Mark::Tilde, Some(_)) => {
                    white.push('~');
                    black.push('~');
                    marked.push((false, kind.piece, index as KindId));
                }
                (Mark::Plus, Some(was)) => {
                    let [old_white, old_black, _] = base(&definition.pieces[was as usize]);
                    white = format!("+{old_white}");
                    black = format!("+{old_black}");
                    suffix = "+".to_string();
                    marked.push((true, was, index as KindId));
                }
                _ => {}
            }
            let once = piece.once.as_ref().filter(|_| kind.unspent);
            if kind.unspent {
                unspent.push((kind.piece, index as KindId));
            }
            kinds.push(KindName {
                piece: piece.name.clone(),
                white,
                black,
                suffix,
                right_letter: once
                    .filter(|once| !once.mark_file)
                    .and_then(|_| piece.letter.chars().next()),
                right_by_file: once.is_some_and(|once| once.mark_file),
            });
        }
        Names { kinds, letters, long, marked, unspent }
    }
}

/// Men of each piece in the start, by side. The definition's checker has read the same text.
pub(super) fn start_men(definition: &Definition) -> [Vec<u32>; 2] {
    let mut men = [vec![0; definition.pieces.len()], vec![0; definition.pieces.len()]];
    let placement = definition.setup.start.split([' ', '[']).next().unwrap_or("");
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    for token in tokens(placement, long) {
        let TokenKind::Man(man) = token.kind else { continue };
        let side = if man.letter.starts_with(|c: char| c.is_ascii_uppercase()) {
            Side::White
        } else {
            Side::Black
        };
        let piece = definition.pieces.iter().position(|piece| {
            piece.sides[side.index()]
                && (piece.letter.eq_ignore_ascii_case(man.letter)
                    || man.letter.len() == 1
                        && piece
                            .reads
                            .to_ascii_uppercase()
                            .contains(&man.letter.to_ascii_uppercase()))
        });
        if let Some(piece) = piece {
            men[side.index()][piece] += 1;
        }
    }
    men
}
