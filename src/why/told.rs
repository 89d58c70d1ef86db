//! What a legal move does.

use crate::bitboard::Bitboard;
use crate::definition::By;
use crate::outcome::History;
use crate::position::{Move, MoveClass, Position};
use crate::rules::KindId;

use super::obstacles::Found;
use super::{Explainer, Said, words};

impl<B: Bitboard> Explainer<'_, B> {
    /// A sentence about a legal move, with the rule that allows it.
    pub(super) fn told(&self, positions: &[Position<B>], mv: Move) -> Said {
        let Some(position) = positions.last() else { return Said::new("legal", "Legal.") };
        let next = position.after(self.rules, mv);
        let main = self.main_part(position, mv);
        let mut parts = self.side_effects(position, &next, mv);
        if self.rules.in_check(&next, next.turn) {
            parts.push("gives check".to_owned());
        }
        let mut later = positions.to_vec();
        later.push(next);
        let outcome = self.rules.outcome(&next, Some(History { positions: &later }));
        let end =
            outcome.and_then(|outcome| Some((outcome, self.definition.ends.get(outcome.end)?)));
        if let Some((outcome, end)) = end.filter(|(_, end)| end.by != By::Claim) {
            let who = outcome
                .winner
                .map_or("a draw".to_owned(), |winner| format!("{} wins", words::side(winner)));
            parts.push(format!("ends the game ({}: {who})", end.name));
        }
        let more = if parts.is_empty() {
            String::new()
        } else {
            format!(" It {}.", words::list(parts, "and"))
        };
        let reason = format!("{main}.{more}");
        let said = Said::new("legal", reason);
        self.allowed_by(position, mv, said)
    }

    /// Names the rule that allows a legal move.
    fn allowed_by(&self, position: &Position<B>, mv: Move, said: Said) -> Said {
        if let Some(entry) = mv.castling().and_then(|goal| self.castling_entry(goal)) {
            return said.by(format!("castling `{}`", entry.name), entry.span);
        }
        match mv.class {
            MoveClass::Drop => {
                let piece = self.rules.kinds[usize::from(mv.becomes)].piece;
                let us = position.turn.index();
                let drop = self.definition.drops.iter().find(|drop| {
                    drop.sides[us] && drop.pieces.has(crate::definition::PieceId(piece))
                });
                match drop {
                    Some(drop) => said.by(format!("drop `{}`", drop.name), drop.span),
                    None => said,
                }
            }
            MoveClass::Pass => Said { rule: Some("`pass` of `[turn]`".to_owned()), ..said },
            _ => match self.obstacles(position, usize::from(mv.from), usize::from(mv.to)) {
                Found::Open(by) => Said { rule: by.rule, span: by.span, ..said },
                Found::NoWay | Found::Obstacle(_) => said,
            },
        }
    }

    /// Who goes where, whom he takes, what he becomes.
    fn main_part(&self, position: &Position<B>, mv: Move) -> String {
        let us = words::side(position.turn);
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let goal = self.square(to);
        match mv.class {
            MoveClass::Pass => return format!("{us} passes"),
            MoveClass::Drop => {
                return format!("{us} drops {} on {goal}", words::a(&self.name(mv.becomes)));
            }
            MoveClass::Castling(index) | MoveClass::CastlingGating(index, ..) => {
                let rule = &self.rules.castlings[usize::from(index)];
                let [king, partner] = position.castling_squares(rule).map(usize::from);
                let entered = match mv.class {
                    MoveClass::CastlingGating(_, enters, behind_partner) => {
                        let left = if behind_partner { partner } else { king };
                        format!(
                            ", and {} enters on {}",
                            words::a(&self.name(enters)),
                            self.square(left)
                        )
                    }
                    _ => String::new(),
                };
                return format!(
                    "{us} castles: the {} goes from {} to {goal}, the {} from {} to {}{entered}",
                    self.name(position.kind(king)),
                    self.square(king),
                    self.name(position.kind(partner)),
                    self.square(partner),
                    self.square(usize::from(rule.partner_to)),
                );
            }
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Removing(..)
            | MoveClass::Gating(_) => {}
        }
        let kind = position.kind(from);
        let mut text =
            format!("{us}'s {} goes from {} to {goal}", self.name(kind), self.square(from));
        if from == to {
            text = format!("{us}'s {} on {} stays where it is", self.name(kind), self.square(from));
        }
        let mut taken: Vec<String> = Vec::new();
        if from != to && position.owner(to).is_some() {
            taken.push(self.man_on(position, to));
        }
        if mv.class == MoveClass::EnPassant {
            let victim = self.man_on(position, usize::from(position.victim));
            taken.push(format!("{victim} in passing"));
        }
        taken.extend(mv.removed().iter().map(|&at| self.man_on(position, usize::from(at))));
        if !taken.is_empty() {
            text = format!("{text}, taking {}", words::list(taken, "and"));
        }
        if let MoveClass::Gating(enters) = mv.class {
            text = format!(
                "{text}, and {} enters on {}",
                words::a(&self.name(enters)),
                self.square(from)
            );
        }
        text + &self.becoming(kind, mv.becomes)
    }

    fn becoming(&self, old: KindId, new: KindId) -> String {
        let (Some(before), Some(after)) =
            (self.rules.kinds.get(usize::from(old)), self.rules.kinds.get(usize::from(new)))
        else {
            return String::new();
        };
        if before.piece != after.piece {
            return format!(", becoming {}", words::a(&self.name(new)));
        }
        if before.unspent && !after.unspent {
            return ", its once-only right spent".to_owned();
        }
        String::new()
    }

    /// Men that vanish, change or appear besides what the move itself does.
    fn side_effects(&self, position: &Position<B>, next: &Position<B>, mv: Move) -> Vec<String> {
        let mut known = vec![usize::from(mv.from), usize::from(mv.to)];
        known.extend(mv.removed().iter().map(|&at| usize::from(at)));
        if mv.class == MoveClass::EnPassant {
            known.push(usize::from(position.victim));
        }
        if let Some(goal) = mv.castling() {
            let rule = &self.rules.castlings[usize::from(goal)];
            known.extend(position.castling_squares(rule).map(usize::from));
            known.push(usize::from(rule.partner_to));
        }
        let mut vanished = Vec::new();
        (position.occupied() - next.occupied()).for_each(|square| {
            if !known.contains(&square) {
                vanished.push(self.man_on(position, square));
            }
        });
        let mut parts = Vec::new();
        if !vanished.is_empty() {
            parts.push(format!("removes {}", words::list(vanished, "and")));
        }
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if mv.class.moves_a_man() && from != to && mv.castling().is_none() {
            if next.walls.has(to) && !position.walls.has(to) {
                parts.push(format!("leaves a wall on {}", self.square(to)));
            } else if next.owner(to).is_none() {
                parts.push("is removed itself".to_owned());
            } else if next.owner(to) != Some(position.turn) {
                parts.push("changes sides".to_owned());
            } else if next.kind(to) != mv.becomes {
                parts.push(format!("ends as {}", words::a(&self.name(next.kind(to)))));
            }
        }
        let entered = next.owner(from) == Some(position.turn)
            && mv.class.moves_a_man()
            && from != to
            && mv.castling().is_none()
            && !matches!(mv.class, MoveClass::Gating(_));
        if entered {
            let entering = self.man_on(next, from);
            parts.push(format!("lets {entering} enter"));
        }
        parts
    }
}
