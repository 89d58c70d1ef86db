//! How a game ends.

use super::Writer;
use super::condition::{AFTER, CLAIM};
use super::words::capital;
use crate::definition::{By, End, EndResult, Expr, Fact};

impl Writer<'_> {
    pub(super) fn ends(&mut self, ends: &[End]) {
        self.section("How the game ends");
        if ends.is_empty() {
            self.unsaid("Ends: none is defined; a game never ends.");
            return;
        }
        self.unsaid(
            "After every move these are asked in order, and the first that holds decides. The mover \
             is the side that has just moved, the opponent the other.",
        );
        if ends.iter().any(|end| end.by == By::Claim) {
            self.unsaid(
                "A claim is made by the side to move, for the position on the board or for the one \
                 after a move that it announces.",
            );
        }
        for (index, end) in ends.iter().enumerate() {
            let End { name, span: _, when, result, by, call } = end;
            let voice = if *by == By::Claim { CLAIM } else { AFTER };
            let when = self.teller(voice).condition(when);
            let result = match result {
                EndResult::Us => format!("{} wins", voice.us),
                EndResult::Them => format!("{} wins", voice.them),
                EndResult::White => "White wins".to_owned(),
                EndResult::Black => "Black wins".to_owned(),
                EndResult::Draw => "the game is a draw".to_owned(),
            };
            let number = index + 1;
            let rule = match by {
                By::Rule | By::Verdict => {
                    format!("If {when}, {result}. This is automatic.")
                }
                By::Claim if call == name => {
                    format!("If {when}, {result}, but only if somebody claims it.")
                }
                By::Claim => format!(
                    "If {when}, {result}, but only if somebody claims it with the words \
                     \u{201c}{call}\u{201d}."
                ),
            };
            self.says(&["end", name, "when"], format!("{number}. {}: {rule}", capital(name)));
        }
        self.unsaid("If none of these holds, the game goes on.");
        if !ends.iter().any(|end| asks_moves(&end.when)) {
            self.unsaid("Of a side to move that has no legal move nothing is said.");
        }
    }
}

/// Whether a condition looks at the number of legal moves. Conditions nest at most
/// [`crate::limits::EXPRESSION_DEPTH`] deep.
fn asks_moves(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::SameSide(..) => false,
        Expr::Not(of) => asks_moves(of),
        Expr::And(a, b) | Expr::Or(a, b) => asks_moves(a) || asks_moves(b),
        Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => asks_moves(a) || asks_moves(b),
        Expr::Fact(fact) => matches!(fact, Fact::Moves(_)),
    }
}
