//! Promotion: with a move, back again, and as a turn of its own (`language.md` 8).

use ferz::board::Square;
use ferz::definition::{Mark, MoveEntry, PieceId, Promotion, PromotionOn};

use super::Reference;
use super::condition::Scene;
use super::position::{Man, Position};
use super::rules::Move;

impl Reference {
    /// The choices that a move has: what the man may become, turning back, and staying what he
    /// is.
    pub(super) fn promotions(
        &self,
        position: &Position,
        man: Man,
        walk: Move,
        moves: &mut Vec<Move>,
    ) {
        let side = position.side;
        let mut must = false;
        let mut back = false;
        let mut targets: Vec<(PieceId, Mark)> = Vec::new();
        for entry in &self.def.promotions {
            let zone = entry.zone[side.index()];
            let in_zone = match entry.on {
                PromotionOn::End => zone.has(walk.to),
                PromotionOn::Touch => zone.has(walk.from) || zone.has(walk.to),
                PromotionOn::Capture => zone.has(walk.to) && !walk.removed.is_empty(),
                PromotionOn::Turn => false,
            };
            if !in_zone || !self.applies(position, entry, &walk) {
                continue;
            }
            if self.has(entry.pieces, man) {
                must |= entry.must;
                self.add_targets(position, entry, &mut targets);
            }
            if is_turned_back(entry, man) {
                must |= entry.must;
                back = true;
            }
        }
        for target in targets {
            moves.push(Move { promotion: Some(target), ..walk.clone() });
        }
        if back {
            moves.push(Move { back, ..walk.clone() });
        }
        if !must {
            moves.push(walk);
        }
    }

    /// Promotions that are a turn of their own, on the spot or with a move.
    pub(super) fn promotions_in_place(
        &self,
        position: &Position,
        from: Square,
        man: Man,
        moves: &mut Vec<Move>,
    ) {
        let side = position.side;
        let entries = self.def.promotions.iter();
        let in_turn = entries
            .filter(|entry| entry.on == PromotionOn::Turn && entry.zone[side.index()].has(from));
        for entry in in_turn {
            let mut walks = vec![Move::plain(from, from)];
            if let Some(notation) = &entry.moves {
                let piece = &self.def.pieces[man.piece.index()];
                let lent = MoveEntry {
                    name: None,
                    moves: notation.clone(),
                    span: entry.span,
                    from: [self.def.shape.all(); 2],
                    to: piece.within,
                    takes: piece.takes,
                    hurdles: piece.hurdles,
                    passing: false,
                    when: None,
                };
                self.entry_walks(position, from, man, &lent, false, &mut walks);
            }
            for walk in walks {
                if !self.applies(position, entry, &walk) {
                    continue;
                }
                let mut turns = Vec::new();
                if self.has(entry.pieces, man) {
                    let mut targets = Vec::new();
                    self.add_targets(position, entry, &mut targets);
                    for target in targets {
                        turns.push(Move { promotion: Some(target), ..walk.clone() });
                    }
                }
                if is_turned_back(entry, man) {
                    turns.push(Move { back: true, ..walk.clone() });
                }
                for turn in turns {
                    if !moves.contains(&turn) {
                        moves.push(turn);
                    }
                }
            }
        }
    }

    fn applies(&self, position: &Position, entry: &Promotion, walk: &Move) -> bool {
        let side = position.side;
        let holds = |when| self.holds(when, &Scene::of_move(position, side, walk));
        entry.sides[side.index()] && entry.when.as_ref().is_none_or(holds)
    }

    /// What the entry offers, as far as its limits leave it.
    fn add_targets(
        &self,
        position: &Position,
        entry: &Promotion,
        targets: &mut Vec<(PieceId, Mark)>,
    ) {
        let side = position.side;
        let men = self.men(position, side);
        for &piece in &entry.to {
            let on_board = men.iter().filter(|(_, own)| own.piece == piece).count();
            let limit = entry.limit.iter().find(|(limited, _)| *limited == piece);
            let free = limit.is_none_or(|&(_, limit)| on_board < limit as usize);
            let target = (piece, entry.mark);
            let allowed = self.def.pieces[piece.index()].sides[side.index()];
            if free && allowed && !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
}

/// Whether the man was promoted by such an entry and may become again what he was.
fn is_turned_back(entry: &Promotion, man: Man) -> bool {
    entry.back
        && man.was.is_some_and(|(mark, was)| {
            mark == entry.mark && entry.pieces.has(was) && entry.to.contains(&man.piece)
        })
}
