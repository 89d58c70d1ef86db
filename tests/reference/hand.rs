//! Men in hand: how they get there, how they are put down, and how they are written
//! (`language.md` 17).

use ferz::board::{Side, Square};
use ferz::definition::{Captured, Drop, Mark, PieceId};

use super::Reference;
use super::position::{CastlingRight, Man, Position};
use super::rules::Move;

impl Reference {
    /// A captured man goes to a hand, as what he was before he promoted.
    pub(super) fn to_hand(&self, next: &mut Position, capturer: Side, victim: Man) {
        let side = match self.def.hand {
            None | Some(Captured::Nobody) => return,
            Some(Captured::Capturer) => capturer,
            Some(Captured::Owner) => victim.side,
        };
        let piece = victim.was.map_or(victim.piece, |(_, was)| was);
        next.hands[side.index()].push(piece);
        next.hands[side.index()].sort_unstable();
    }

    /// Takes a man out of a hand.
    pub(super) fn from_hand(next: &mut Position, side: Side, piece: PieceId) {
        let hand = &mut next.hands[side.index()];
        let at = hand.iter().position(|&held| held == piece).expect("a man in hand");
        hand.remove(at);
    }

    /// All ways to put down a man, legal or not.
    pub(super) fn drops(&self, position: &Position, moves: &mut Vec<Move>) {
        let side = position.side;
        let mut pieces = position.hands[side.index()].clone();
        pieces.dedup();
        for piece in pieces {
            for entry in &self.def.drops {
                if !entry.sides[side.index()] || !entry.pieces.has(piece) {
                    continue;
                }
                for to in entry.zone[side.index()].iter().filter(|&to| position.is_empty(to)) {
                    if self.is_file_full(position, entry, piece, to) {
                        continue;
                    }
                    for man in self.faces(entry, side, piece) {
                        let same = moves
                            .iter_mut()
                            .find(|mv: &&mut Move| mv.drop == Some(man) && mv.to == to);
                        if let Some(same) = same {
                            same.must |= entry.must;
                            continue;
                        }
                        let (drop, must) = (Some(man), entry.must);
                        moves.push(Move { drop, must, ..Move::plain(to, to) });
                    }
                }
            }
        }
    }

    /// The man as he lies in the hand, and perhaps turned over.
    fn faces(&self, entry: &Drop, side: Side, piece: PieceId) -> Vec<Man> {
        let mut faces = vec![Man::plain(side, piece)];
        let turns = self.def.promotions.iter().find(|promotion| {
            promotion.mark == Mark::Plus
                && promotion.sides[side.index()]
                && promotion.pieces.has(piece)
        });
        if let Some(promotion) = turns.filter(|_| entry.promoted) {
            let was = Some((Mark::Plus, piece));
            faces.push(Man { was, ..Man::plain(side, promotion.to[0]) });
        }
        faces
    }

    fn is_file_full(&self, position: &Position, entry: &Drop, piece: PieceId, to: Square) -> bool {
        let shape = &self.def.shape;
        let like = |(at, own): &(Square, Man)| {
            shape.file(*at) == shape.file(to) && own.piece == piece && own.was.is_none()
        };
        let on_file = self.men(position, position.side).iter().filter(|own| like(own)).count();
        entry.per_file.is_some_and(|most| on_file >= most as usize)
    }

    /// The letters of the men in hand, White's first, each side's by the alphabet.
    pub(super) fn hand_texts(&self, position: &Position, side: Side) -> Vec<String> {
        let hand = position.hands[side.index()].iter();
        let mut texts: Vec<String> =
            hand.map(|&piece| self.man_text(Man::plain(side, piece))).collect();
        texts.sort_unstable();
        texts
    }

    /// Whether the bracket of the game's FEN lists men in hand and nothing else.
    pub(super) fn has_plain_hands(&self) -> bool {
        let free = !self.def.gates.is_empty() && self.def.gates.iter().all(|gate| !gate.bound);
        free || self.def.gates.is_empty() && self.def.hand.is_some()
    }

    /// Reads `Ppn{Ab}`.
    pub(super) fn parse_hand(&self, position: &mut Position, text: &str) -> Result<(), String> {
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let man = match letter {
                '-' => continue,
                '{' => letters.by_ref().take_while(|&letter| letter != '}').collect(),
                _ => letter.to_string(),
            };
            let man = self.man_from_text(&man, false, false)?;
            position.hands[man.side.index()].push(man.piece);
        }
        for hand in &mut position.hands {
            hand.sort_unstable();
        }
        Ok(())
    }

    /// While a side has men to drop, those of its men that stand where castling needs them are
    /// taken to have been dropped there.
    pub(super) fn assume_dropped(&self, position: &mut Position) {
        for at in self.def.shape.squares() {
            let Some(man) = position.board[at.index()] else { continue };
            if !position.hands[man.side.index()].is_empty() && self.castles_by_drop(man, at) {
                position.dropped.push(at);
            }
        }
    }

    fn castles_by_drop(&self, man: Man, at: Square) -> bool {
        let mut entries = self.def.castlings.iter();
        entries.any(|entry| {
            let stands = entry.from.has(at) && self.has(entry.piece, man);
            let beside = entry.partner_from.has(at) && self.has(entry.partner, man);
            entry.by_drop && entry.side == man.side && (stands || beside)
        })
    }

    /// Rights to castle of a side of which both men now stand where they were dropped.
    pub(super) fn rights_by_drop(&self, next: &mut Position, side: Side, to: Square) {
        let Some(man) = next.board[to.index()] else { return };
        if !self.castles_by_drop(man, to) {
            return;
        }
        next.dropped.push(to);
        next.dropped.sort_unstable();
        for entry in self.def.castlings.iter().filter(|one| one.by_drop && one.side == side) {
            let stands = |at: &Square, pieces| {
                next.dropped.contains(at)
                    && next.board[at.index()]
                        .is_some_and(|man| man.side == side && self.has(pieces, man))
            };
            let king = entry.from.iter().find(|at| stands(at, entry.piece));
            let Some(king) = king else { continue };
            let on_wing = |at: &Square| {
                let (file, own) = (self.def.shape.file(*at), self.def.shape.file(king));
                entry.wing.is_none_or(|wing| if wing < 0 { file < own } else { file > own })
            };
            let partners = entry.partner_from.iter();
            let mut partners = partners.filter(|at| stands(at, entry.partner) && on_wing(at));
            // The outermost on the wing.
            let partner = if entry.wing == Some(1) { partners.last() } else { partners.next() };
            let held = |right: &CastlingRight| right.side == side && right.letter == entry.right;
            if let Some(partner) = partner.filter(|_| !next.castling.iter().any(held)) {
                next.castling.push(CastlingRight { side, letter: entry.right, king, partner });
            }
        }
        next.castling.sort_unstable();
    }

    /// Without a man in hand no right can arise any more.
    pub(super) fn forget_dropped(next: &mut Position) {
        let judged = next.clone();
        next.dropped.retain(|at| {
            judged.board[at.index()].is_some_and(|man| !judged.hands[man.side.index()].is_empty())
        });
    }
}
