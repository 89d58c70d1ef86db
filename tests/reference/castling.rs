//! Castling (`language.md` 7).

use ferz::board::Square;
use ferz::definition::{Castling, Safe};

use super::Reference;
use super::position::{CastlingRight, Position};
use super::rules::Move;

impl Reference {
    /// The castling of `entry` by this right, if nothing stands in the way and the man's
    /// royalty allows it. The goal is judged like any move, in the finished position.
    pub(super) fn castle(
        &self,
        position: &Position,
        right: CastlingRight,
        entry: &Castling,
    ) -> Option<Move> {
        let side = position.side;
        let CastlingRight { king, partner, letter, .. } = right;
        if right.side != side
            || entry.side != side
            || entry.right != letter
            || !entry.from.has(king)
            || !entry.partner_from.has(partner)
        {
            return None;
        }
        let shape = &self.def.shape;
        // Squares from one to the other on their rank, ends included.
        let span = |a: Square, b: Square| {
            let (low, high) = (a.byte().min(b.byte()), a.byte().max(b.byte()));
            (low..=high).map(Square::new)
        };
        let blocked = |at: Square| {
            shape.holes().has(at) || at != king && at != partner && !position.is_empty(at)
        };
        let ways =
            span(king, partner).chain(span(king, entry.to)).chain(span(partner, entry.partner_to));
        if ways.into_iter().any(blocked) {
            return None;
        }
        let man = position.board[king.index()]?;
        let royal = self.royals(side).any(|entry| {
            self.has(entry.pieces, man)
                && (entry.safe == Safe::Each || self.of(position, side, entry.pieces).len() == 1)
        });
        if royal {
            if self.attacked_by(position, king, side.other()) {
                return None;
            }
            for crossed in span(king, entry.to).filter(|&at| at != king && at != entry.to) {
                let mut stood = position.clone();
                if entry.king_stepped {
                    stood.board[king.index()] = None;
                }
                stood.board[crossed.index()] = Some(man);
                if self.attacked_by(&stood, crossed, side.other()) {
                    return None;
                }
            }
        }
        let castling = Some((partner, entry.partner_to));
        Some(Move { castling, ..Move::plain(king, entry.to) })
    }
}
