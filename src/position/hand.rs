//! Hands, checks and men that have not moved, as text (`formats.md`, sections 1 and 2).

use std::fmt::Write;

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::board::placement_text::{ManText, TokenKind, tokens};
use crate::board::{Side, Square};
use crate::rules::{HANDS, NO_KIND, NO_SLOT, Rules};

use super::Position;
use super::validate::Reason;

impl<B: Bitboard> Rules<B> {
    /// Men in hand: letters, capitals for White.
    pub(super) fn read_hand(
        &self,
        text: &str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        if text == "-" {
            return;
        }
        for token in tokens(text, !self.names.long.is_empty()) {
            let man = match token.kind {
                TokenKind::Man(man) => self.read_man(&ManText { tilde: false, ..man }),
                _ => None,
            };
            let Some((side, kind)) =
                man.filter(|&(_, kind)| self.kinds[usize::from(kind)].was.is_none())
            else {
                let shown = text.get(token.at..).and_then(|rest| rest.chars().next());
                reasons.push(Reason::malformed(
                    "hand",
                    format!("`{}` is no man in hand", shown.unwrap_or(' ').escape_debug()),
                ));
                return;
            };
            let slot = self.hand_slot(kind);
            let count = position.hands[side.index()].get_mut(usize::from(slot));
            let Some(count) = count.filter(|_| slot != NO_SLOT) else {
                reasons.push(Reason::malformed(
                    "hand",
                    format!("`{}` is never in hand in this game", self.names.man(side, kind)),
                ));
                continue;
            };
            let before = *count;
            *count = count.saturating_add(1);
            let now = *count;
            let slot = usize::from(slot);
            position.key ^= self.keys.hand(side, slot, before) ^ self.keys.hand(side, slot, now);
        }
    }

    /// The bracket behind a placement: White's men, then Black's, each by the alphabet.
    pub(super) fn write_hand(&self, position: &Position<B>, text: &mut String) {
        let Some(hand) = &self.extras.hand else { return };
        text.push('[');
        for side in Side::BOTH {
            let slots = hand.pieces.iter().zip(position.hands[side.index()]);
            let mut men: ArrayVec<(&str, u8), HANDS> = slots
                .filter(|&(_, count)| count > 0)
                .map(|(&piece, count)| (self.names.man(side, piece), count))
                .collect();
            men.sort_unstable();
            for (letter, count) in men {
                for _ in 0..count {
                    text.push_str(letter);
                }
            }
        }
        text.push(']');
    }

    /// `3+3`: checks still to be given; `+0+0`: checks given so far.
    pub(super) fn read_checks(
        &self,
        total: u8,
        text: Option<&str>,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        let Some(text) = text else { return };
        let given = text.starts_with('+');
        let numbers = text.trim_start_matches('+').split_once('+');
        let read = |number: &str| {
            let number = number.parse::<u8>().ok().filter(|&number| number <= total)?;
            Some(if given { number } else { total - number })
        };
        match numbers.and_then(|(white, black)| Some([read(white)?, read(black)?])) {
            Some(checks) => {
                for side in Side::BOTH {
                    position.key ^= self.keys.given(side, checks[side.index()]);
                }
                position.checks = checks;
            }
            None => reasons.push(Reason::malformed(
                "checks",
                format!(
                    "`{}` are no checks still to be given: `{total}+{total}` at most",
                    text.escape_debug()
                ),
            )),
        }
    }

    /// Reads a letter of the rights field as the file of a man that has not moved and behind
    /// whom somebody may enter. `false` if it is none.
    pub(super) fn virgin(&self, side: Side, letter: char, position: &mut Position<B>) -> bool {
        let Some(file) = self.file_of(letter) else { return false };
        let mut found = false;
        for gate in self.extras.gates.iter().filter(|gate| gate.sides[side.index()]) {
            let men = gate.squares[side.index()] & position.side(side);
            men.for_each(|square| {
                if self.shape.file(Square::new(square as u8)) == file && !found {
                    found = true;
                    self.mark_unmoved(square, position);
                }
            });
        }
        found
    }

    /// A castling letter stands for the files of its two men too.
    pub(super) fn keep_unmoved(&self, side: Side, squares: [u8; 2], position: &mut Position<B>) {
        for square in squares {
            let square = usize::from(square);
            let gates = self.extras.gates.iter().filter(|gate| gate.sides[side.index()]);
            if gates.into_iter().any(|gate| gate.squares[side.index()].has(square)) {
                self.mark_unmoved(square, position);
            }
        }
    }

    fn mark_unmoved(&self, square: usize, position: &mut Position<B>) {
        if !position.unmoved.has(square) {
            position.unmoved = position.unmoved | B::of(square);
            position.key ^= self.keys.unmoved[square];
        }
    }

    /// While men are still to be dropped, those that stand where castling needs them were
    /// dropped there.
    pub(super) fn assume_dropped(&self, position: &mut Position<B>) {
        for side in Side::BOTH {
            if position.hands[side.index()] == [0; HANDS] {
                continue;
            }
            for (index, right) in self.rights.iter().enumerate() {
                if right.side != side || self.extras.rights_by_drop >> index & 1 == 0 {
                    continue;
                }
                for (squares, kinds) in
                    [(right.from, &right.kinds), (right.partner_from, &right.partners)]
                {
                    for square in squares.iter().map(Square::index) {
                        let kind = position.kind(square);
                        if position.side(side).has(square) && kinds.has(kind) {
                            self.mark_unmoved(square, position);
                        }
                    }
                }
            }
        }
    }

    /// Letters of castling rights, of men that have not moved where somebody may enter, and of
    /// unspent rights, in the order of the start's field.
    pub(super) fn write_mixed_rights(&self, position: &Position<B>, text: &mut String) {
        let start = text.len();
        for side in Side::BOTH {
            let cased = |letter: char| match side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter.to_ascii_lowercase(),
            };
            let mut letters = Vec::new();
            let mut told = B::EMPTY;
            for (index, right) in self.rights.iter().enumerate() {
                if right.side == side && position.rights >> index & 1 == 1 {
                    letters.push(self.right_letter(index, right, position));
                    if let Some(squares) = self.find_right(right, None, position) {
                        for square in squares {
                            told = told | B::of(usize::from(square));
                        }
                    }
                }
            }
            ((position.unmoved & position.side(side)) - told).for_each(|square| {
                let file = self.shape.file(Square::new(square as u8));
                letters.push(cased(char::from(b'a' + file)));
            });
            position.side(side).for_each(|square| {
                let kind = usize::from(position.kind(square));
                debug_assert_ne!(position.kind(square), NO_KIND);
                if self.kinds[kind].unspent {
                    let file = char::from(b'a' + self.shape.file(Square::new(square as u8)));
                    letters.push(cased(self.names.kinds[kind].right_letter.unwrap_or(file)));
                }
            });
            let place = |letter: char| self.once_order.find(letter).unwrap_or(usize::MAX);
            letters.sort_by_key(|&letter| (place(letter), letter));
            letters.dedup();
            text.extend(letters);
        }
        if text.len() == start {
            let _ = write!(text, "-");
        }
    }
}
