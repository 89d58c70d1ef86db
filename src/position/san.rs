//! Moves in standard algebraic notation (SAN), for any game: written here, read in `san_read`.
//!
//! A man is called by the id that the file gives him. The piece with the letter `P` is the pawn,
//! whatever it is called in the file: it has no id, and its captures name the file it comes from.

use std::fmt::Write;

use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::rules::{KindId, Rules};

use super::text::square;
use super::{Move, MoveClass, Position};

/// The id of the piece that is written without one.
pub(super) const PAWN: &str = "P";

/// Squares of the men that a move removes on its way.
pub(super) fn victims(mv: &Move) -> impl Iterator<Item = u8> + '_ {
    mv.removed().iter().copied().filter(|square| *square != mv.to)
}

/// What SAN says of a man's move, but for where the man comes from.
pub(super) struct Said<'a> {
    /// The man's id.
    pub(super) id: &'a str,
    /// It takes who stands on its goal, or who has passed it.
    pub(super) takes: bool,
    /// What the man becomes: `=Q`, `+`, `-`.
    pub(super) ending: String,
    /// It could promote so that a sign says so, and does not.
    pub(super) declines: bool,
}

impl<B: Bitboard> Rules<B> {
    /// A legal move in SAN among all legal moves of its position (`formats.md` section 5), with
    /// `+` where it gives check and `#` where it wins, repetition left aside. Where that would
    /// not be read as this move, the text of [`Self::move_text`].
    pub fn san(&self, position: &Position<B>, mv: Move, legal: &[Move]) -> String {
        // No others are ever written alike.
        let alike = |other: &&Move| {
            other.to == mv.to || other.castling().is_some() || other.class == MoveClass::Pass
        };
        let near: Vec<Move> = legal.iter().filter(alike).copied().collect();
        if let Some(mut text) = self.san_stem(position, mv, &near) {
            text.push_str(self.san_mark(position, mv));
            if self.readings(position, &text, &near)[..] == [mv] {
                return text;
            }
        }
        self.move_text(position, mv, legal)
    }

    /// SAN without its mark of check or mate; `None` where there is no such text.
    fn san_stem(&self, position: &Position<B>, mv: Move, near: &[Move]) -> Option<String> {
        match mv.class {
            MoveClass::Pass => return Some("--".to_owned()),
            MoveClass::Drop => {
                let man = self.names.man(Side::White, mv.becomes);
                return Some(format!("{man}@{}", square(&self.shape, mv.to)));
            }
            MoveClass::Castling(goal) => return self.wing(position, goal).map(str::to_owned),
            MoveClass::CastlingGating(goal, enters, behind_partner) => {
                let squares = position.castling_squares(&self.castlings[usize::from(goal)]);
                let left = square(&self.shape, squares[usize::from(behind_partner)]);
                let man = self.names.man(Side::White, enters);
                return Some(format!("{}/{man}{left}", self.wing(position, goal)?));
            }
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Removing(..)
            | MoveClass::Gating(_) => {}
        }
        let said = self.said(position, mv, near);
        let mut text = if said.id == PAWN { String::new() } else { said.id.to_owned() };
        text.push_str(&self.origin(position, mv, &said, near));
        let mut on_the_way = false;
        for victim in victims(&mv) {
            on_the_way = true;
            let _ = write!(text, "x{}", square(&self.shape, victim));
        }
        match (said.takes, on_the_way) {
            (true, _) => text.push('x'),
            (false, true) => text.push('-'),
            (false, false) => {}
        }
        text.push_str(&square(&self.shape, mv.to));
        text.push_str(&said.ending);
        if said.declines {
            text.push('=');
        }
        if let MoveClass::Gating(enters) = mv.class {
            let _ = write!(text, "/{}", self.names.man(Side::White, enters));
        }
        Some(text)
    }

    /// What SAN says of a man's move; `near` are those it could be taken for.
    pub(super) fn said<'a>(&'a self, position: &Position<B>, mv: Move, near: &[Move]) -> Said<'a> {
        let kind = position.kind(usize::from(mv.from));
        let ending = |becomes| self.ending(kind, becomes);
        let is_sign = |ending: &str| ending == "+" || ending == "-";
        let own = ending(mv.becomes);
        let said = match own {
            "" | "+" | "-" => own.to_owned(),
            _ => format!("={}", self.id(mv.becomes)),
        };
        let declines = own.is_empty()
            && near.iter().any(|other| {
                (other.from, other.to) == (mv.from, mv.to) && is_sign(ending(other.becomes))
            });
        let met = mv.to != mv.from && position.owner(usize::from(mv.to)).is_some();
        Said {
            id: self.id(kind),
            takes: met || mv.class == MoveClass::EnPassant || mv.removed().contains(&mv.to),
            ending: said,
            declines,
        }
    }

    /// Id of a kind in SAN.
    pub(super) fn id(&self, kind: KindId) -> &str {
        self.names.kinds.get(usize::from(kind)).map_or("", |name| &name.id)
    }

    /// As much of a man's origin as tells its move from others of such men to the same square:
    /// its file, else its rank, else both. A pawn that takes always names its file.
    fn origin(&self, position: &Position<B>, mv: Move, said: &Said<'_>, near: &[Move]) -> String {
        let pawn = said.id == PAWN;
        let captures = |mv: &Move, takes: bool| takes || !mv.removed().is_empty();
        let own = captures(&mv, said.takes);
        let others = near.iter().filter(|other| {
            let man = !matches!(other.class, MoveClass::Pass | MoveClass::Drop);
            if !man || other.castling().is_some() || other.to != mv.to || other.from == mv.from {
                return false;
            }
            let other_said = self.said(position, **other, &[]);
            other_said.id == said.id && (!pawn || captures(other, other_said.takes) == own)
        });
        let place = |square: u8| {
            let square = Square::new(square);
            (self.shape.file(square), self.shape.rank(square))
        };
        let (file, rank) = place(mv.from);
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for other in others {
            any = true;
            same_file |= place(other.from).0 == file;
            same_rank |= place(other.from).1 == rank;
        }
        let name = square(&self.shape, mv.from);
        let (file, rank) = name.split_at(1);
        match (any || pawn && own, same_file, same_rank) {
            (false, ..) => String::new(),
            (true, false, _) => file.to_owned(),
            (true, true, false) if !(pawn && own) => rank.to_owned(),
            (true, true, _) => name,
        }
    }

    /// `O-O` if the partner stands on a file to the right of the man that castles, `O-O-O` to
    /// the left, whichever wing has more files.
    pub(super) fn wing(&self, position: &Position<B>, goal: u8) -> Option<&'static str> {
        let squares = position.castling_squares(&self.castlings[usize::from(goal)]);
        let [man, partner] = squares.map(|at| self.shape.file(Square::new(at)));
        match man.cmp(&partner) {
            std::cmp::Ordering::Less => Some("O-O"),
            std::cmp::Ordering::Greater => Some("O-O-O"),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// `#` where the mover has won with this move, `+` where it gives check.
    pub(super) fn san_mark(&self, position: &Position<B>, mv: Move) -> &'static str {
        let after = position.after(self, mv);
        if self.outcome(&after, None).is_some_and(|end| end.winner == Some(position.turn)) {
            "#"
        } else if self.in_check(&after, after.turn) {
            "+"
        } else {
            ""
        }
    }
}
