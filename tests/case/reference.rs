//! The reference interpreter as a [`Game`] for worked cases.

use std::sync::Arc;

use ferz::board::Side;

use crate::case::{Game, Outcome};
use crate::reference::{Position, Reference};

/// A game in play, with all its positions.
pub(crate) struct ReferenceGame {
    rules: Arc<Reference>,
    history: Vec<Position>,
}

impl ReferenceGame {
    /// A game of these rules.
    pub(crate) fn new(rules: Arc<Reference>, fen: &str) -> Result<Self, String> {
        let setup = &rules.definition().setup;
        let position = match setup.presets.iter().find(|(name, _, _)| name == fen) {
            _ if fen == "start" => rules.start(),
            Some((_, preset, _)) => rules.parse_fen(preset)?,
            None => rules.parse_fen(fen)?,
        };
        if rules.in_check(&position, position.side.other())
            && !rules.has_lost_royalty(&position, position.side)
        {
            return Err("the side that is not to move is in check".into());
        }
        Ok(Self { rules, history: vec![position] })
    }

    fn position(&self) -> &Position {
        self.history.last().expect("a game has a position")
    }
}

impl Game for ReferenceGame {
    fn at(variant: &str, fen: &str) -> Result<Self, String> {
        Self::new(Arc::new(Reference::new(&crate::load::definition(variant)?)), fen)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = self
            .rules
            .read_move(self.position(), text)
            .ok_or_else(|| format!("{text} is not legal in `{}`", self.fen()))?;
        self.history.push(self.rules.play(self.position(), &mv));
        Ok(())
    }

    fn is_legal(&self, text: &str) -> bool {
        self.rules.read_move(self.position(), text).is_some()
    }

    fn moves(&self) -> Vec<(String, bool)> {
        let moves = self.rules.legal_moves(self.position());
        moves.into_iter().map(|mv| (mv.text, mv.castles)).collect()
    }

    fn fen(&self) -> String {
        self.rules.fen(self.position())
    }

    fn statuses(&self) -> Vec<&'static str> {
        let position = self.position();
        let check = self.rules.in_check(position, position.side);
        let mut statuses = Vec::new();
        // Mate and stalemate are asked as if no end had come before.
        if self.rules.legal_moves_before_ends(position).is_empty() {
            statuses.push(if check { "checkmate" } else { "stalemate" });
        }
        statuses.push(match self.outcome() {
            None if check => "check",
            None => "ongoing",
            Some((None, _)) => "draw",
            Some((Some(Side::White), _)) => "white wins",
            Some((Some(Side::Black), _)) => "black wins",
        });
        statuses
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.rules.outcome(&self.history)?;
        Some((outcome.winner, outcome.reason))
    }

    fn claim(&self, words: &str) -> Option<Outcome> {
        let us = self.position().side;
        let mut history = self.history.clone();
        let (words, announced) = match words.split_once('+') {
            Some((words, text)) => (words, Some(text)),
            None => (words, None),
        };
        if let Some(text) = announced {
            let mv = self.rules.read_move(self.position(), text)?;
            history.push(self.rules.play(self.position(), &mv));
        }
        let claimed = self.rules.claim(&history, us, words)?;
        Some((claimed.winner, claimed.reason))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(self.position(), depth)
    }
}
