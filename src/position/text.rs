//! Moves as text.

use crate::bitboard::Bitboard;
use crate::board::{Shape, Side, Square};
use crate::rules::{KindId, KindSet, NO_KIND, Rules};

use super::{Move, MoveClass, Position};

/// Name of a square.
pub(super) fn square(shape: &Shape, square: u8) -> String {
    shape.name(Square::new(square))
}

impl<B: Bitboard> Rules<B> {
    /// The text of a legal move among all legal moves of its position (`formats.md` section
    /// 4). What is printed for one legal move never means another.
    pub fn move_text(&self, position: &Position<B>, mv: Move, legal: &[Move]) -> String {
        match mv.class {
            MoveClass::Castling(goal) => {
                let plain = self.base_text(position, mv);
                let [from, partner] = position.castling_squares(&self.castlings[usize::from(goal)]);
                let partner_text =
                    || format!("{}{}", square(&self.shape, from), square(&self.shape, partner));
                let clash = legal
                    .iter()
                    .any(|other| *other != mv && self.base_text(position, *other) == plain);
                if self.king_takes_partner || mv.from == mv.to || clash {
                    // Two goals of one right have the same partner; the goals differ.
                    let shared = legal.iter().any(|other| {
                        let MoveClass::Castling(index) = other.class else { return false };
                        *other != mv
                            && position.castling_squares(&self.castlings[usize::from(index)])
                                == [from, partner]
                    });
                    if shared && mv.from != mv.to { plain } else { partner_text() }
                } else {
                    plain
                }
            }
            MoveClass::Plain => {
                let text = self.base_text(position, mv);
                // A man that may also take en passant on that square declines it.
                let declines = legal.iter().any(|other| {
                    other.class == MoveClass::EnPassant
                        && (other.from, other.to, other.becomes) == (mv.from, mv.to, mv.becomes)
                });
                if declines { text + "=" } else { text }
            }
            MoveClass::Pass => self.pass_text(position, legal),
            MoveClass::EnPassant
            | MoveClass::Removing(..)
            | MoveClass::Drop
            | MoveClass::Gating(_)
            | MoveClass::CastlingGating(..) => self.base_text(position, mv),
        }
    }

    /// The text of a move by itself: origin, goal, promotion; legs where men are removed on
    /// the way.
    fn base_text(&self, position: &Position<B>, mv: Move) -> String {
        let shape = &self.shape;
        let kind = position.kind(usize::from(mv.from));
        let mut text = square(shape, mv.from);
        match mv.class {
            MoveClass::Pass => return "0000".to_string(),
            MoveClass::Drop => {
                let man = self.names.man(Side::White, mv.becomes);
                return format!("{man}@{}", square(shape, mv.to));
            }
            MoveClass::CastlingGating(goal, enters, behind_partner) => {
                let [king, partner] = position.castling_squares(&self.castlings[usize::from(goal)]);
                let suffix = &self.names.kinds[usize::from(enters)].suffix;
                // Behind the partner: written from the partner to the king.
                return if behind_partner {
                    format!("{}{}{suffix}", square(shape, partner), square(shape, king))
                } else {
                    format!("{}{}{suffix}", square(shape, king), square(shape, mv.to))
                };
            }
            MoveClass::Removing(..) => {
                let mut at = mv.from;
                for &removed in mv.removed().iter().filter(|&&removed| removed != mv.to) {
                    if at != mv.from {
                        text.push_str(&square(shape, at));
                    }
                    text.push_str(&square(shape, removed));
                    text.push(',');
                    at = removed;
                }
                if at != mv.from {
                    text.push_str(&square(shape, at));
                }
                text.push_str(&square(shape, mv.to));
            }
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Castling(_)
            | MoveClass::Gating(_) => {
                text.push_str(&square(shape, mv.to));
            }
        }
        text.push_str(self.ending(kind, mv.becomes));
        if let MoveClass::Gating(enters) = mv.class {
            text.push_str(&self.names.kinds[usize::from(enters)].suffix);
        }
        text
    }

    /// What stands behind the move of a man of one kind that becomes another: `q`, `+`, `-`, or
    /// nothing if it does not promote.
    pub(super) fn ending(&self, kind: KindId, becomes: KindId) -> &str {
        if becomes == kind || kind == NO_KIND || becomes == NO_KIND {
            return "";
        }
        let (old, new) = (&self.kinds[usize::from(kind)], &self.kinds[usize::from(becomes)]);
        // A spent right changes the kind and is no promotion.
        if old.was.is_some() && new.was.is_none() && old.was == Some(new.piece) {
            "-"
        } else if old.piece != new.piece || new.was != old.was {
            &self.names.kinds[usize::from(becomes)].suffix
        } else {
            ""
        }
    }

    /// `e2e2` where the side has exactly one royal man and no other move of his ends where it
    /// began, else `0000`.
    fn pass_text(&self, position: &Position<B>, legal: &[Move]) -> String {
        let side = position.turn;
        let royal = position.scan(self, &self.royal_kinds[side.index()], position.side(side));
        let only = (royal.len() == 1).then(|| royal.first() as u8);
        let stays = |mv: &Move| mv.class != MoveClass::Pass && mv.from == mv.to;
        match only.filter(|&at| !legal.iter().any(|mv| stays(mv) && mv.from == at)) {
            Some(at) => square(&self.shape, at).repeat(2),
            None => "0000".to_string(),
        }
    }

    /// The legal move that a text means: as it is printed, or in any other spelling, SAN the
    /// last of them, that fits exactly one (`formats.md` sections 4 and 5).
    ///
    /// # Errors
    /// Why the text means no legal move.
    pub fn read_move(
        &self,
        position: &Position<B>,
        text: &str,
        legal: &[Move],
    ) -> Result<Move, MoveFault> {
        match self.readings(position, text, legal)[..] {
            [mv] => Ok(mv),
            [_, ..] => Err(MoveFault::Ambiguous),
            [] => {
                let lower = text.trim_end_matches('=').replace(',', "").to_ascii_lowercase();
                let square = self.shape.read_square(&lower);
                let second = square
                    .and_then(|(_, len)| lower.get(len..))
                    .and_then(|rest| self.shape.read_square(rest));
                let dropped = lower.rsplit_once('@').is_some_and(|(_, to)| {
                    self.shape.read_square(to).is_some_and(|(_, len)| len == to.len())
                });
                let pass = lower == "0000" || lower == "@@@@" || dropped;
                if second.is_none() && !pass && self.san_wish(position.turn, text).is_none() {
                    Err(MoveFault::Unreadable)
                } else {
                    Err(MoveFault::Illegal)
                }
            }
        }
    }

    /// Those of some moves that a text may mean: the one that is printed so, else all of which
    /// it is some spelling, else all that it may be the SAN of.
    pub(crate) fn readings(&self, position: &Position<B>, text: &str, moves: &[Move]) -> Vec<Move> {
        let plain = text.trim_end_matches('=').replace(',', "");
        let lower = plain.to_ascii_lowercase();
        let first = self.shape.read_square(&lower).map(|(square, _)| square.byte());
        // To write a move takes long, and most begin elsewhere.
        let begins = |mv: &&Move| match mv.class {
            MoveClass::Drop => lower.contains('@'),
            MoveClass::Pass | MoveClass::Castling(_) | MoveClass::CastlingGating(..) => true,
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Removing(..)
            | MoveClass::Gating(_) => first == Some(mv.from),
        };
        let printed = |mv: &&Move| self.move_text(position, **mv, moves) == text;
        if let Some(mv) = moves.iter().filter(begins).find(printed) {
            return vec![*mv];
        }
        // `e7e8=Q`, as promotions are written in other notations.
        let joined = lower.replace('=', "");
        let fits = |mv: &&Move| {
            self.spellings(position, **mv).iter().any(|spelling| {
                let spelling = spelling.replace(',', "");
                spelling == plain || spelling == lower || spelling == joined
            })
        };
        let spelled: Vec<Move> = moves.iter().filter(begins).filter(fits).copied().collect();
        if spelled.is_empty() { self.san_readings(position, text, moves) } else { spelled }
    }

    /// Squares of the two men of a castling that a text asks for, legal or not: the man that
    /// castles onto its goal, or onto its partner.
    pub(crate) fn castling_attempt(&self, position: &Position<B>, text: &str) -> Option<[u8; 2]> {
        let (from, len) = self.shape.read_square(text)?;
        let (to, _) = self.shape.read_square(text.get(len..)?)?;
        let own = position.side(position.turn);
        let stands = |square: Square, kinds: &KindSet| {
            own.has(square.index()) && kinds.has(position.kind(square.index()))
        };
        self.castlings.iter().filter(|goal| goal.side == position.turn).find_map(|goal| {
            let right = &self.rights[usize::from(goal.right)];
            let partner = if stands(to, &right.partners) {
                right.partner_from.has(to).then_some(to)
            } else {
                let here = |square: &Square| stands(*square, &right.partners);
                right.partner_from.iter().find(here).filter(|_| to.byte() == goal.to)
            };
            let man = right.from.has(from) && stands(from, &right.kinds);
            partner.filter(|_| man).map(|partner| [from.byte(), partner.byte()])
        })
    }

    /// Every way to write a move.
    fn spellings(&self, position: &Position<B>, mv: Move) -> Vec<String> {
        let mut texts = vec![self.base_text(position, mv)];
        match mv.class {
            MoveClass::Castling(goal) => {
                let squares = position.castling_squares(&self.castlings[usize::from(goal)]);
                let [king, partner] = squares.map(|one| square(&self.shape, one));
                texts.push(format!("{king}{partner}"));
            }
            MoveClass::Pass => {
                texts.extend([self.pass_text(position, &[]), "@@@@".to_string()]);
            }
            MoveClass::Removing(..) => {
                // Without commas each middle square stands once.
                let mut joined = square(&self.shape, mv.from);
                for &removed in mv.removed().iter().filter(|&&removed| removed != mv.to) {
                    joined.push_str(&square(&self.shape, removed));
                }
                joined.push_str(&square(&self.shape, mv.to));
                texts.push(joined);
            }
            MoveClass::CastlingGating(goal, enters, false) => {
                // King takes partner, for the square of the king.
                let [king, partner] = position
                    .castling_squares(&self.castlings[usize::from(goal)])
                    .map(|one| square(&self.shape, one));
                let suffix = &self.names.kinds[usize::from(enters)].suffix;
                texts.push(format!("{king}{partner}{suffix}"));
            }
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Drop
            | MoveClass::Gating(_)
            | MoveClass::CastlingGating(..) => {}
        }
        self.add_entries(position, mv, &mut texts);
        texts
    }

    /// What enters behind the mover may be written: `g1f3/A`.
    fn add_entries(&self, position: &Position<B>, mv: Move, texts: &mut Vec<String>) {
        let Some(reserves) = &self.reserves else { return };
        let mut left = [Some(mv.from), None];
        if let Some(goal) = mv.castling() {
            left = position.castling_squares(&self.castlings[usize::from(goal)]).map(Some);
        }
        for square in left.into_iter().flatten() {
            let kind = position.kind(usize::from(square));
            if kind == NO_KIND || !reserves.kinds.has(kind) {
                continue;
            }
            let name = self.names.man(Side::White, reserves.enters[usize::from(kind)]);
            for text in texts.clone() {
                texts.push(format!("{text}/{name}"));
                texts.push(format!("{text}/{}", name.to_ascii_lowercase()));
            }
        }
    }
}

/// Why a text means no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// It is no turn of the set-up that is going on, or its choice is refused: why.
    SetUp(String),
    /// It is no move text on this board.
    Unreadable,
    /// It fits several legal moves.
    Ambiguous,
    /// It fits none.
    Illegal,
}

impl std::fmt::Display for MoveFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::SetUp(why) => why,
            Self::Unreadable => "is not the text of a move on this board",
            Self::Ambiguous => "fits more than one legal move; write it as `ferz moves` lists it",
            Self::Illegal => "is not legal here",
        })
    }
}

/// Side letter of a FEN.
pub(super) fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}
