//! Why a text is a legal move, or the first rule that keeps it from being one.
//!
//! Whether it is legal is asked of the generator, never worked out again. A second copy of the
//! rules without royalty, duties and bans tells what a man could do but for these; what not
//! even that allows is explained from the definition, way by way.

mod forbidden;
mod obstacles;
mod told;
mod wish;
mod words;

use crate::bitboard::Bitboard;
use crate::definition::{By, Definition};
use crate::outcome::History;
use crate::position::{Move, Position};
use crate::rules::{LegalityPlan, Rules};
use crate::source::Span;

/// The answer for one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Whether it is a legal move.
    pub legal: bool,
    /// The move as it is printed if it is legal, else the text as it was given.
    pub text: String,
    /// What decided, in a word that stays the same: `legal`, `over`, `no-man`, `no-such-move`,
    /// `blocked`, `royal`, `ban` …
    pub code: &'static str,
    /// A sentence with squares.
    pub reason: String,
    /// The rule as the file calls it: ``moves of `knight` ``, ``royal `king` ``.
    pub rule: Option<String>,
    /// Its place.
    pub span: Option<Span>,
}

impl Why {
    fn new(legal: bool, text: &str, said: Said) -> Self {
        let Said { code, reason, rule, span } = said;
        Self { legal, text: text.to_owned(), code, reason, rule, span }
    }
}

/// What decides about a move, before it is known which text was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    code: &'static str,
    reason: String,
    rule: Option<String>,
    span: Option<Span>,
}

impl Said {
    fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into(), rule: None, span: None }
    }

    fn by(mut self, rule: impl Into<String>, span: Span) -> Self {
        self.rule = Some(rule.into());
        self.span = Some(span);
        self
    }
}

/// Explains moves of one game. Making one copies the rules: keep it for several questions.
#[derive(Debug)]
pub struct Explainer<'a, B: Bitboard> {
    definition: &'a Definition,
    rules: &'a Rules<B>,
    /// The rules without royalty, duties and bans.
    free: Rules<B>,
}

impl<'a, B: Bitboard> Explainer<'a, B> {
    /// For the rules that were compiled from a definition.
    pub fn new(definition: &'a Definition, rules: &'a Rules<B>) -> Self {
        let mut free = rules.clone();
        free.plan = LegalityPlan::Replay;
        free.royals = Default::default();
        free.must_capture = false;
        free.extras.must_drop = false;
        free.extras.bans.clear();
        Self { definition, rules, free }
    }

    /// Why a text is a legal move of the last of these positions, or why not. `positions` are
    /// those of the game so far, from its beginning; there is one at least.
    pub fn why(&self, positions: &[Position<B>], text: &str) -> Why {
        let Some(position) = positions.last() else {
            return Why::new(false, text, Said::new("no-position", "There is no position."));
        };
        let mut legal = Vec::new();
        self.rules.list(position, &mut legal);
        match self.rules.readings(position, text, &legal)[..] {
            [mv] => {
                let printed = self.rules.move_text(position, mv, &legal);
                Why::new(true, &printed, self.told(positions, mv))
            }
            [] => Why::new(false, text, self.refused(positions, position, text, &legal)),
            ref several => {
                let list = self.texts(position, several, &legal);
                let reason = format!("The text means several legal moves: {list}.");
                Why::new(false, text, Said::new("ambiguous", reason))
            }
        }
    }

    /// Moves as they are printed, in a row.
    fn texts(&self, position: &Position<B>, moves: &[Move], legal: &[Move]) -> String {
        let texts = moves.iter().map(|&mv| self.rules.move_text(position, mv, legal));
        words::list(texts, "and")
    }

    /// Why a text means no legal move.
    fn refused(
        &self,
        positions: &[Position<B>],
        position: &Position<B>,
        text: &str,
        legal: &[Move],
    ) -> Said {
        if self.rules.ends_early && self.rules.ended_by_rule(position) {
            let history = History { positions };
            let outcome = self.rules.outcome(position, Some(history));
            let end = outcome.and_then(|outcome| self.definition.ends.get(outcome.end));
            if let Some(end) = end.filter(|end| end.by == By::Rule) {
                let reason = format!("The game is over: {}.", end.name);
                return Said::new("over", reason).by(format!("end `{}`", end.name), end.span);
            }
            return Said::new("over", "The game is over.");
        }
        let mut pseudo = Vec::new();
        self.free.list_raw(position, &mut pseudo);
        if let Some(&mv) = self.free.readings(position, text, &pseudo).first() {
            return self.forbidden(position, mv, legal);
        }
        self.no_move(position, text, &pseudo, legal)
    }
}
