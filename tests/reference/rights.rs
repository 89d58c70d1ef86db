//! The rights field of a FEN: castling, men that have not moved, `once` moves.

use ferz::board::{Side, Square};

use super::Reference;
use super::position::{CastlingRight, Man, Position};

impl Reference {
    pub(super) fn parse_rights(&self, position: &mut Position, rights: &str) -> Result<(), String> {
        if rights == "-" {
            return Ok(());
        }
        for letter in rights.chars() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            if self.parse_castling_right(position, side, letter)
                || self.parse_virgin(position, side, letter)
                || self.parse_once_right(position, side, letter)
            {
                continue;
            }
            // Readers drop `KQkq` in a game without castling.
            if self.def.castlings.is_empty() && "KQkq".contains(letter) {
                continue;
            }
            return Err(format!("the right `{letter}` fits no man"));
        }
        position.castling.sort_unstable();
        position.castling.dedup();
        Self::virgin_castlers(position);
        Ok(())
    }

    fn parse_castling_right(&self, position: &mut Position, side: Side, letter: char) -> bool {
        let shape = &self.def.shape;
        for entry in self.def.castlings.iter().filter(|entry| entry.side == side) {
            let stands = |square: Square, pieces: ferz::definition::PieceSet| {
                position.board[square.index()]
                    .is_some_and(|man| man.side == side && self.has(pieces, man))
            };
            let Some(king) = entry.from.iter().find(|&at| stands(at, entry.piece)) else {
                continue;
            };
            let mut partners: Vec<Square> =
                entry.partner_from.iter().filter(|&at| stands(at, entry.partner)).collect();
            if let Some(wing) = entry.wing {
                let beside = |at: Square| {
                    let (file, own) = (shape.file(at), shape.file(king));
                    let outside = if wing < 0 { file < own } else { file > own };
                    shape.rank(at) == shape.rank(king) && outside
                };
                partners.retain(|&at| beside(at));
            }
            let partner = if letter == entry.right {
                match entry.wing {
                    // The outermost such man on the wing.
                    Some(wing) if wing > 0 => partners.last(),
                    _ => partners.first(),
                }
            } else if entry.wing.is_some() && !self.can_enter(position, side) {
                let file = (letter.to_ascii_lowercase() as u8).wrapping_sub(b'a');
                partners.iter().find(|&&at| shape.file(at) == file)
            } else {
                None
            };
            if let Some(&partner) = partner {
                let letter = entry.right;
                position.castling.push(CastlingRight { side, letter, king, partner });
                return true;
            }
        }
        false
    }

    /// Gives the right to the man whose letter it is. Of several on one file it is the one who
    /// stands where such men start.
    fn parse_once_right(&self, position: &mut Position, side: Side, letter: char) -> bool {
        let fits = |index: &usize| {
            position.board[*index].is_some_and(|man| {
                man.side == side
                    && !man.once
                    && self.once_letter(Square::new(*index as u8), man) == Some(letter)
            })
        };
        let men: Vec<usize> = (0..position.board.len()).filter(fits).collect();
        let at_home = |index: &&usize| {
            let piece = position.board[**index].map(|man| man.piece);
            self.start_board[**index]
                .is_some_and(|man| man.side == side && Some(man.piece) == piece)
        };
        let Some(&index) = men.iter().find(at_home).or(men.first()) else { return false };
        position.board[index] = position.board[index].map(|man| Man { once: true, ..man });
        true
    }

    /// The letter that stands in the rights field for the `once` move of this man.
    fn once_letter(&self, square: Square, man: Man) -> Option<char> {
        let piece = &self.def.pieces[man.piece.index()];
        let once = piece.once.as_ref()?;
        let letter = if once.mark_file {
            char::from(b'a' + self.def.shape.file(square))
        } else {
            piece.letter.chars().next()?
        };
        Some(match man.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        })
    }

    pub(super) fn rights_text(&self, position: &Position) -> String {
        let mut letters = Vec::new();
        for &right in &position.castling {
            letters.push(self.castling_letter(position, right));
        }
        letters.extend(self.virgin_letters(position));
        for (index, man) in position.board.iter().enumerate() {
            if let Some(man) = man.filter(|man| man.once) {
                letters.extend(self.once_letter(Square::new(index as u8), man));
            }
        }
        // In the order of the start's field, White's first, others by the alphabet.
        let start = self.def.setup.start.split_ascii_whitespace().nth(2).unwrap_or("-");
        letters.sort_unstable_by_key(|&letter| {
            (letter.is_ascii_lowercase(), start.find(letter).unwrap_or(usize::MAX), letter)
        });
        letters.dedup();
        if letters.is_empty() { "-".into() } else { letters.into_iter().collect() }
    }

    /// The letter of the entry, or the partner's file where he is not the outermost.
    fn castling_letter(&self, position: &Position, right: CastlingRight) -> char {
        let mut by_letter = position.clone();
        by_letter.castling.clear();
        self.parse_castling_right(&mut by_letter, right.side, right.letter);
        if by_letter.castling.contains(&right) {
            return right.letter;
        }
        let file = char::from(b'a' + self.def.shape.file(right.partner));
        match right.side {
            Side::White => file.to_ascii_uppercase(),
            Side::Black => file,
        }
    }
}
