//! The bracket of a FEN: men in hand, reserves behind others, and what the set-up has still to
//! choose.

use ferz::board::Side;
use ferz::definition::StageKind;

use super::Reference;
use super::position::{Place, Position, Reserve};
use super::setup::tokens_left;

impl Reference {
    /// Codes of augmenters as indices, in the order written.
    pub(super) fn codes(&self, text: &str) -> Result<Vec<u8>, String> {
        let index = |code: char| {
            let found = self.def.augmenters.iter().position(|augmenter| augmenter.code == code);
            found.map(|index| index as u8).ok_or_else(|| format!("`{code}` is no augmenter"))
        };
        text.chars().map(index).collect()
    }

    pub(super) fn codes_text(&self, codes: &[u8]) -> String {
        codes.iter().map(|&code| self.def.augmenters[usize::from(code)].code).collect()
    }

    /// Codes that each side has still to choose from, in all turns from this one on.
    fn codes_to_come(&self, position: &Position) -> [Vec<u8>; 2] {
        let mut codes = [Vec::new(), Vec::new()];
        let from = position.set_up.unwrap_or(usize::MAX);
        for (index, turn) in self.turns().into_iter().enumerate().skip(from) {
            let (stage, side) = turn;
            let StageKind::Augment(augment) = &self.def.setup.stages[stage].kind else { continue };
            if !self.has_choice(position, turn) {
                continue;
            }
            let given =
                if index == from { self.dealt(position, side, augment) } else { Vec::new() };
            codes[side.index()].extend(tokens_left(side, augment, &given).unwrap_or_default());
        }
        for codes in &mut codes {
            codes.sort_unstable();
        }
        codes
    }

    /// Whether augmenters are still to be chosen.
    fn augmenters_to_come(&self, position: &Position) -> bool {
        let from = position.set_up.unwrap_or(usize::MAX);
        self.turns().into_iter().skip(from).any(|turn| {
            matches!(self.def.setup.stages[turn.0].kind, StageKind::Augment(_))
                && self.has_choice(position, turn)
        })
    }

    /// The bracket behind the placement, if there is one.
    pub(super) fn bracket_text(&self, position: &Position) -> String {
        if self.has_plain_hands() {
            let texts = Side::BOTH.map(|side| self.hand_texts(position, side).concat());
            return format!("[{}]", texts.concat());
        }
        let mut parts = Vec::new();
        if self.augmenters_to_come(position) {
            let [white, black] = self.codes_to_come(position);
            parts.push(format!("{}|{}", self.codes_text(&white), self.codes_text(&black)));
        }
        for side in Side::BOTH {
            let reserves = position.reserves.iter().filter(|reserve| reserve.side == side);
            let mut texts: Vec<String> = reserves
                .map(|reserve| {
                    let letter = self.letter_text(side, reserve.piece);
                    match reserve.place {
                        Place::Free => letter,
                        Place::Behind(at) => self.bound_text(side, reserve.piece, at),
                        Place::Asked => format!("{letter}?"),
                        Place::Declined => format!("{letter}-"),
                    }
                })
                .collect();
            texts.extend(self.hand_texts(position, side));
            texts.sort_unstable();
            parts.extend(texts);
        }
        if parts.is_empty() && self.def.gates.is_empty() {
            String::new()
        } else {
            format!("[{}]", parts.join(","))
        }
    }

    /// Reads the bracket: the reserves, and the turn of the set-up at which it fits.
    pub(super) fn parse_bracket(&self, position: &mut Position, text: &str) -> Result<(), String> {
        if self.has_plain_hands() {
            return self.parse_hand(position, text);
        }
        let mut codes = None;
        for item in text.split(',').filter(|item| !item.is_empty() && *item != "-") {
            if let Some((white, black)) = item.split_once('|') {
                let mut read = [self.codes(white)?, self.codes(black)?];
                for codes in &mut read {
                    codes.sort_unstable();
                }
                codes = Some(read);
                continue;
            }
            if self.def.hand.is_some()
                && !item.contains(['@', '?'])
                && self.reserve_piece(item).is_none()
            {
                self.parse_hand(position, item)?;
                continue;
            }
            let reserve = self.reserve(position, item);
            let reserve = reserve.ok_or_else(|| format!("`{item}` is no man in reserve"))?;
            position.reserves.push(reserve);
        }
        position.reserves.sort_unstable();
        let open = position.reserves.iter().any(|it| !matches!(it.place, Place::Behind(_)));
        if codes.is_none() && !open {
            return Ok(());
        }
        let turns = self.turns();
        let stands = |index: usize| {
            let mut here = position.clone();
            here.set_up = (index < turns.len()).then_some(index);
            turns
                .get(index)
                .is_none_or(|turn| turn.1 == position.side && self.has_choice(&here, *turn))
                && self.codes_to_come(&here) == codes.clone().unwrap_or_default()
                && turns.iter().enumerate().all(|(at, &turn)| self.is_at(&here, at, index, turn))
        };
        match (0..=turns.len()).find(|&index| stands(index)) {
            Some(index) => position.set_up = (index < turns.len()).then_some(index),
            None => return Err(format!("`[{text}]` fits no turn of the set-up")),
        }
        Ok(())
    }

    /// Whether the turn number `at` has been made if it lies before number `now`, and has not
    /// been made otherwise.
    fn is_at(
        &self,
        position: &Position,
        at: usize,
        now: usize,
        (stage, side): (usize, Side),
    ) -> bool {
        match &self.def.setup.stages[stage].kind {
            StageKind::Augment(augment) => {
                let deal = self.dealt(position, side, augment);
                if at < now {
                    self.is_whole(position, side, augment, &deal)
                } else {
                    deal.is_empty() || at == now && augment.by_token
                }
            }
            StageKind::Bind(bind) => {
                let mut own = position
                    .reserves
                    .iter()
                    .filter(|it| it.side == side && self.gate_index(**it) == Some(bind.gate));
                own.all(|it| matches!(it.place, Place::Behind(_)) == (at < now))
            }
            StageKind::Vote { gate } => {
                let asked = !self.waiting(position, *gate, side, Place::Asked).is_empty();
                let any = position
                    .reserves
                    .iter()
                    .any(|it| it.side == side && self.gate_index(*it) == Some(*gate));
                !any || asked == (at >= now)
            }
        }
    }

    fn reserve(&self, position: &Position, item: &str) -> Option<Reserve> {
        let (letter, place) = match item.split_once('@') {
            Some((letter, place)) => (letter, Some(place)),
            None => (item.trim_end_matches(['?', '-']), None),
        };
        let (side, piece) = self.reserve_piece(letter)?;
        let place = match (place, item.chars().last()) {
            (Some(place), _) => {
                let at = self.read_place(side, piece, place)?;
                // Somebody must stand in front, and no other may wait there.
                position.board[at.index()].filter(|man| man.side == side)?;
                let taken = |other: &Reserve| other.place == Place::Behind(at);
                if position.reserves.iter().any(taken) {
                    return None;
                }
                Place::Behind(at)
            }
            (None, Some('?')) => Place::Asked,
            (None, Some('-')) => Place::Declined,
            (None, _) => Place::Free,
        };
        Some(Reserve { side, piece, place })
    }
}
