//! Men in reserve behind others, as text: `[A@g,a@c]` (`formats.md`, section 1).

use crate::bitboard::Bitboard;
use crate::board::placement_text::ManText;
use crate::board::{Side, Square};
use crate::definition::PieceId;
use crate::rules::{KindId, NO_KIND, Reserves, Rules};

use super::Position;
use super::validate::Reason;

impl<B: Bitboard> Rules<B> {
    /// Puts men in reserve behind those that stand in front of them.
    pub(super) fn read_reserves(
        &self,
        reserves: &Reserves,
        text: &str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        for item in text.split(',').map(str::trim).filter(|item| !matches!(*item, "" | "-")) {
            let shown = item.escape_debug();
            let Some((letter, place)) = item.split_once('@') else {
                reasons.push(Reason::malformed(
                    "reserve",
                    format!("`{shown}` in the bracket is tied to no square: `A@g` is expected"),
                ));
                continue;
            };
            let letter = letter.trim_start_matches('{').trim_end_matches('}');
            let man = ManText { letter, plus: false, tilde: false, codes: None };
            let known = Some(man).filter(|man| !man.letter.is_empty());
            let Some((side, piece)) = known.and_then(|man| self.read_man(&man)) else {
                reasons.push(Reason::malformed(
                    "reserve",
                    format!("`{shown}` in the bracket is no man of this game"),
                ));
                continue;
            };
            let gate = reserves.gate(side, PieceId(piece));
            let square = gate.and_then(|gate| gate.square(&self.shape, side, place));
            let Some(square) = square else {
                reasons.push(Reason::malformed(
                    "reserve",
                    format!("`{shown}` names no square on which such a man may enter"),
                ));
                continue;
            };
            let name = self.shape.name(square);
            let at = square.index();
            let kind = position.kind(at);
            if kind == NO_KIND || !position.side(side).has(at) {
                reasons.push(Reason::illegal(
                    "reserve",
                    format!("`{shown}`: no man of {} stands on {name}", side.as_str()),
                ));
                continue;
            }
            let facts = &self.kinds[usize::from(kind)];
            let behind = self.kinds.iter().position(|other| {
                (other.piece, other.unspent, other.was) == (facts.piece, facts.unspent, facts.was)
                    && other.tags == facts.tags
                    && other.behind == Some(piece)
            });
            match behind {
                Some(behind) if facts.behind.is_none() => {
                    position.lift(self, side, at);
                    position.place(self, side, behind as KindId, at);
                }
                _ => reasons.push(Reason::malformed(
                    "reserve",
                    format!("`{shown}`: no more than one man can wait behind {name}"),
                )),
            }
        }
    }

    /// The bracket behind a placement.
    pub(super) fn write_reserves(
        &self,
        reserves: &Reserves,
        position: &Position<B>,
        text: &mut String,
    ) {
        text.push('[');
        let mut first = true;
        for side in Side::BOTH {
            let mut items = Vec::new();
            position.scan(self, &reserves.kinds, position.side(side)).for_each(|square| {
                let Some(piece) = self.kinds[usize::from(position.kind(square))].behind else {
                    return;
                };
                let square = Square::new(square as u8);
                let gate = reserves.gate(side, PieceId(piece));
                let place = gate.map_or(String::new(), |gate| gate.place(&self.shape, square));
                items.push(format!("{}@{place}", self.names.man(side, piece)));
            });
            items.sort_unstable();
            for item in items {
                if !std::mem::take(&mut first) {
                    text.push(',');
                }
                text.push_str(&item);
            }
        }
        text.push(']');
    }
}
