//! Hands, drops, and reserves that enter.

use super::Writer;
use super::words::{Men, capital, number, of_sides};
use crate::definition::{Captured, Drop, Gate};

impl Writer<'_> {
    pub(super) fn hands(&mut self, hand: Option<Captured>, drops: &[Drop]) {
        self.section("Hands and drops");
        match hand {
            None => self.unsaid("Hands: no captured man is kept."),
            Some(captured) => self.says_if(
                &["hand", "captured"],
                match captured {
                    Captured::Nobody => "Captured men go to nobody's hand.",
                    Captured::Capturer => {
                        "A captured man goes to the hand of the side that captured it and belongs \
                         to that side."
                    }
                    Captured::Owner => "A captured man goes to the hand of the side whose it was.",
                },
            ),
        }
        if drops.is_empty() {
            self.unsaid("Drops: no man in hand may be put on the board.");
            return;
        }
        self.unsaid(
            "Instead of a move on the board, a player may put a man from the own hand on an empty \
             square, as follows.",
        );
        for drop in drops {
            let Drop { name, span: _, sides, pieces, zone, per_file, promoted, must } = drop;
            let men = capital(&self.words.men(*pieces, Men::Any));
            let squares = if self.words.everywhere(*zone) {
                "any empty square".to_owned()
            } else {
                self.words.squares_for(*sides, *zone)
            };
            let whose = of_sides(*sides);
            self.says(
                &["drop", name],
                format!("\u{201c}{name}\u{201d}: {men}{whose} may be dropped on {squares}."),
            );
            if let Some(most) = per_file {
                let most = number(i64::from(*most));
                self.says(
                    &["drop", name, "per-file"],
                    format!(
                        "But not on a file where its side already has {most} or more unpromoted men of \
                         the same kind."
                    ),
                );
            }
            if *promoted {
                self.says(
                    &["drop", name, "promoted"],
                    "It may also be dropped with its promoted face up.",
                );
            }
            if *must {
                self.says(
                    &["drop", name, "must"],
                    "While such a drop is legal, nothing but such drops is.",
                );
            }
        }
    }

    pub(super) fn gates(&mut self, gates: &[Gate]) {
        self.section("Reserves that enter");
        if gates.is_empty() {
            self.unsaid("Reserves: no man enters behind another.");
            return;
        }
        for gate in gates {
            let Gate { name, span: _, sides, pieces, squares, bound, must, shields } = gate;
            let men = capital(&self.words.men(*pieces, Men::Any));
            let whose = of_sides(*sides);
            let squares = self.words.squares_for(*sides, *squares);
            self.says(
                &["gate", name],
                format!(
                    "\u{201c}{name}\u{201d}: {men} in reserve{whose} may enter on the square that a \
                     man of the own side leaves in his first move, if that square is on {squares}."
                ),
            );
            self.says_if(
                &["gate", name, "bound"],
                if *bound {
                    "Each reserve is tied to one square before play begins; if the man in front of it \
                     is captured there, the reserve is lost."
                } else {
                    "Which reserve enters is chosen with the move; in castling it enters on one of \
                     the two squares that were left."
                },
            );
            self.says_if(
                &["gate", name, "must"],
                if *must {
                    "It has to enter; there is no choice."
                } else {
                    "A player need not let it enter."
                },
            );
            self.says_if(
                &["gate", name, "shields"],
                if *shields {
                    "Whether the move is legal is judged with the new man on the board, which may \
                     shut a line."
                } else {
                    "The move must be legal without the new man too."
                },
            );
        }
    }
}
