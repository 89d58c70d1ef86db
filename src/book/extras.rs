//! What else moves do, moves that are not legal, and what is counted.

use super::Writer;
use super::condition::AFTER;
use super::words::{Men, capital, joined, number, of_sides};
use crate::definition::{Ban, BanOn, Counter, Effect, MoverFate, Points};
use crate::notation::explain;

impl Writer<'_> {
    pub(super) fn effects(&mut self, effects: &[Effect]) {
        self.section("Effects of moves");
        if effects.is_empty() {
            self.unsaid("Effects: a move does nothing besides.");
            return;
        }
        for effect in effects {
            let Effect {
                name,
                span: _,
                sides,
                on_capture,
                pieces,
                captured,
                mover,
                around,
                spares,
            } = effect;
            let at = |key: &'static str| ["effect", name.as_str(), key];
            let man = self.words.men(*pieces, Men::Any);
            let whose = of_sides(*sides);
            let taken = self.words.men(*captured, Men::Any);
            let case = match (*on_capture, self.words.is_every(*captured)) {
                (true, true) => "captures".to_owned(),
                (true, false) => format!("captures {taken}"),
                (false, true) => "moves".to_owned(),
                (false, false) => format!("moves and captures {taken}"),
            };
            self.says(
                &["effect", name],
                format!("\u{201c}{name}\u{201d} happens whenever {man}{whose} {case}."),
            );
            match mover {
                MoverFate::Stays => self.says_if(&at("mover"), "The mover itself stays as it is."),
                MoverFate::Removed => self.says(&at("mover"), "The mover itself is removed."),
                MoverFate::Wall => self.says(
                    &at("mover"),
                    "The mover turns into a wall, which nobody can enter or cross.",
                ),
                MoverFate::Captured => {
                    self.says(&at("mover"), "The mover becomes what it captured.");
                }
                MoverFate::Turned => {
                    self.says(&at("mover"), "The mover belongs to the other side from then on.");
                }
            }
            if let Some(around) = around {
                let text = explain(around);
                self.says(
                    &at("around"),
                    format!(
                        "All men are removed from the squares that a man with the notation \
                         `{around}` would reach from where the mover ended ({}).",
                        text.trim_end_matches('.').to_lowercase()
                    ),
                );
                if spares.is_empty() {
                    self.unsaid("No man is spared.");
                } else {
                    let men = capital(&self.words.men(*spares, Men::All));
                    self.says(&at("spares"), format!("{men} are spared."));
                }
            }
        }
        self.unsaid(
            "A capture by which a side would lose its own royal men is not legal, and no attack.",
        );
        if effects.iter().any(|effect| effect.around.is_some()) {
            self.unsaid(
                "A move by which the opponent loses royal men is legal even if own ones stay attacked.",
            );
        }
    }

    pub(super) fn bans(&mut self, bans: &[Ban]) {
        self.section("Moves that are not legal");
        if bans.is_empty() {
            self.unsaid("Bans: no further move is forbidden.");
            return;
        }
        for ban in bans {
            let Ban { name, span: _, sides, on, pieces, before, when } = ban;
            let kind = match on {
                BanOn::Any => "a move or drop",
                BanOn::Move => "a move of a man on the board (castling aside)",
                BanOn::Capture => "a capture",
                BanOn::Drop => "a drop",
                BanOn::Castling => "castling",
                BanOn::Promotion => "a promotion",
                BanOn::Gate => "a move behind which a reserve enters",
                BanOn::Pass => "a pass",
            };
            let who = if self.words.is_every(*pieces) || *on == BanOn::Pass {
                String::new()
            } else {
                format!(" by {}", self.words.men(*pieces, Men::Any))
            };
            let whose = of_sides(*sides);
            let before = before
                .as_ref()
                .map(|before| format!("before it {}", self.teller(AFTER).condition(before)));
            let when = when
                .as_ref()
                .map(|when| format!("after it {}", self.teller(AFTER).condition(when)));
            let cases: Vec<String> = before.into_iter().chain(when).collect();
            self.says(
                &["ban", name],
                format!(
                    "\u{201c}{name}\u{201d}: {kind}{who}{whose} is not legal if {}.{}",
                    joined(&cases, "and"),
                    AFTER.explained(&joined(&cases, "and"))
                ),
            );
        }
    }

    pub(super) fn counting(
        &mut self,
        checks: Option<u32>,
        counters: &[Counter],
        points: Option<&Points>,
    ) {
        self.section("Checks, counters and points");
        match checks {
            None => self.unsaid("Checks: they are not counted."),
            Some(total) => self.says(
                &["checks", "total"],
                format!(
                    "Every check given is counted; a side has {} to give.",
                    number(i64::from(total))
                ),
            ),
        }
        if counters.is_empty() {
            self.unsaid("Counters: there are none.");
        }
        for counter in counters {
            let Counter { name, span: _, starts, from, stops } = counter;
            let at = |key: &'static str| ["counter", name.as_str(), key];
            let teller = self.teller(AFTER);
            let (starts, stops) = (teller.condition(starts), teller.condition(stops));
            let from = teller.number(from);
            self.says(
                &at("starts"),
                format!(
                    "The counter \u{201c}{name}\u{201d} starts when, after a move, {starts}.{}",
                    AFTER.explained(&starts)
                ),
            );
            self.says_if(&at("from"), format!("It starts at {from}."));
            let until = if stops == "never" {
                ", and never goes out.".to_owned()
            } else {
                format!(", until, after a move, {stops}; then it goes out.")
            };
            self.says(
                &at("stops"),
                format!("While it runs, it grows by one with every single move{until}"),
            );
        }
        match points {
            None => self.unsaid("Points: there are none."),
            Some(Points { captured, strict }) => {
                let worth: Vec<String> = captured
                    .iter()
                    .map(|(piece, worth)| {
                        let name = super::words::a(&self.words.name(*piece));
                        format!("{worth} for {name}")
                    })
                    .collect();
                self.says(
                    &["points", "captured"],
                    format!("A side gets points for what it captures: {}.", joined(&worth, "and")),
                );
                self.says_if(
                    &["points", "strict"],
                    if *strict {
                        "In a position read from text the points must be what the missing men are worth."
                    } else {
                        "In a position read from text the points may be any."
                    },
                );
            }
        }
    }
}
