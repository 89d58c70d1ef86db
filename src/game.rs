//! A position with its history: moves as text, repetition, claims, undo.

use std::sync::Arc;

use crate::analyse::forced::{Answer, Question, forced};
use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::definition::Definition;
use crate::outcome::History;
use crate::position::{Move, MoveClass, MoveFault, Position, Reason};
use crate::rules::Rules;
use crate::why::{Explainer, Why};

/// How a game has ended, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Name of the end.
    pub reason: String,
}

/// A legal move as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The move; `None` for a turn of the set-up.
    pub mv: Option<Move>,
    /// Its text, which means no other legal move.
    pub text: String,
    /// Whether it castles.
    pub castles: bool,
}

/// The answer to a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Granted, with what follows.
    Granted(Ending),
    /// The words are known, but none of their ends holds.
    Refused,
    /// No end is claimed with these words; these are.
    Unknown(Vec<String>),
    /// The announced move is not legal.
    IllegalMove(MoveFault),
}

/// A game in progress, whatever the width of its board.
pub trait Play: Send + Sync {
    /// The position as FEN.
    fn fen(&self) -> String;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// Whether the side to move is in check.
    fn check(&self) -> bool;
    /// All legal moves; none where an end by rule holds.
    fn moves(&self) -> Vec<Printed>;
    /// Number of legal moves; of a set-up turn with more choices than that, `u64::MAX`.
    fn count(&self) -> u64;
    /// The legal move that a text means, in any spelling: as it is listed, SAN, and others.
    ///
    /// # Errors
    /// Why the text means no legal move.
    fn read(&self, text: &str) -> Result<Printed, MoveFault>;
    /// Some of [`Self::moves`] in SAN, each read as no other legal move; turns of the set-up keep
    /// their text.
    fn san(&self, moves: &[Printed]) -> Vec<String>;
    /// Plays a move given as text.
    ///
    /// # Errors
    /// Why the text means no legal move. The game is unchanged then.
    fn play(&mut self, text: &str) -> Result<(), MoveFault>;
    /// Plays a move of [`Self::moves`].
    fn play_move(&mut self, mv: &Printed);
    /// Takes the last move back; `false` at the beginning.
    fn undo(&mut self) -> bool;
    /// How the game has ended by rule or verdict, the history of this game known.
    fn ending(&self) -> Option<Ending>;
    /// Every status word that fits (`language.md` section 11).
    fn status(&self) -> Vec<&'static str>;
    /// Asks for a claim of the side to move: the words of an end, with `+MOVE` behind them
    /// for a move it announces.
    fn claim(&self, words: &str) -> Claim;
    /// Perft of this position, on one thread or on all. `None` if the set-up has more choices
    /// than can be walked: those that change nothing for later ones are multiplied.
    fn perft(&self, depth: u32, parallel: bool) -> Option<u64>;
    /// Perft by first move; `None` as [`Self::perft`], or if there are too many first moves.
    fn divide(&self, depth: u32, parallel: bool) -> Option<Vec<(String, u64)>>;
    /// In a game with touch-move the moves to which a refused castling binds: those of the man
    /// that castles, else of his partner. Empty where the text is no such attempt.
    fn bound_by_touch(&self, text: &str) -> Vec<String> {
        let _ = text;
        Vec::new()
    }
    /// Name of the set-up stage that is on.
    fn stage(&self) -> Option<String> {
        None
    }
    /// Whether a capture can be forced, worked out on all threads of the pool, and how many
    /// positions were looked at. `None` during the set-up.
    fn forced(&self, _: &Question) -> Option<(Answer<String>, u64)> {
        None
    }
    /// Doubts and reasons against the present position.
    fn reasons(&self) -> Vec<Reason>;
    /// Why each of these texts is a legal move, or why not. The definition is that of the game.
    fn why(&self, definition: &Definition, texts: &[&str]) -> Vec<Why>;
}

/// The game for one width.
#[derive(Clone, Debug)]
pub struct Game<B: Bitboard> {
    rules: Arc<Rules<B>>,
    /// From the first to the present one; never empty.
    positions: Vec<Position<B>>,
}

impl<B: Bitboard> Game<B> {
    /// A game that begins with this position.
    pub fn new(rules: Arc<Rules<B>>, start: Position<B>) -> Self {
        Self { rules, positions: vec![start] }
    }

    /// The present position.
    pub fn position(&self) -> &Position<B> {
        &self.positions[self.positions.len() - 1]
    }

    /// The rules.
    pub fn rules(&self) -> &Rules<B> {
        &self.rules
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.list(self.position(), &mut moves);
        moves
    }

    fn push(&mut self, mv: Move) {
        let next = self.position().after(&self.rules, mv);
        debug_assert_eq!(next.key, next.full_key(&self.rules));
        self.positions.push(next);
    }

    fn printed(&self, mv: Move, legal: &[Move]) -> Printed {
        Printed {
            mv: Some(mv),
            text: self.rules.move_text(self.position(), mv, legal),
            castles: mv.castling().is_some(),
        }
    }

    fn end_name(&self, outcome: crate::outcome::Outcome) -> Ending {
        Ending { winner: outcome.winner, reason: self.rules.ends[outcome.end].name.clone() }
    }
}

impl<B: Bitboard> Play for Game<B> {
    fn fen(&self) -> String {
        self.rules.fen(self.position())
    }

    fn side(&self) -> Side {
        self.position().turn
    }

    fn check(&self) -> bool {
        self.rules.in_check(self.position(), self.side())
    }

    fn moves(&self) -> Vec<Printed> {
        let legal = self.legal();
        legal.iter().map(|&mv| self.printed(mv, &legal)).collect()
    }

    fn count(&self) -> u64 {
        self.rules.count(self.position())
    }

    fn read(&self, text: &str) -> Result<Printed, MoveFault> {
        let legal = self.legal();
        let mv = self.rules.read_move(self.position(), text, &legal)?;
        Ok(self.printed(mv, &legal))
    }

    fn san(&self, moves: &[Printed]) -> Vec<String> {
        let legal = self.legal();
        let san = |printed: &Printed| match printed.mv {
            Some(mv) => self.rules.san(self.position(), mv, &legal),
            None => printed.text.clone(),
        };
        moves.iter().map(san).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveFault> {
        let mv = self.rules.read_move(self.position(), text, &self.legal())?;
        self.push(mv);
        Ok(())
    }

    fn play_move(&mut self, mv: &Printed) {
        if let Some(mv) = mv.mv {
            self.push(mv);
        }
    }

    fn undo(&mut self) -> bool {
        self.positions.len() > 1 && self.positions.pop().is_some()
    }

    fn ending(&self) -> Option<Ending> {
        let history = History { positions: &self.positions };
        let outcome = self.rules.outcome(self.position(), Some(history))?;
        Some(self.end_name(outcome))
    }

    fn status(&self) -> Vec<&'static str> {
        let check = self.check();
        let moves = self.rules.any_raw(self.position());
        let mut words = Vec::new();
        match (check, moves) {
            (true, false) => words.push("checkmate"),
            (false, false) => words.push("stalemate"),
            _ => {}
        }
        match self.ending() {
            Some(Ending { winner: Some(Side::White), .. }) => words.push("white wins"),
            Some(Ending { winner: Some(Side::Black), .. }) => words.push("black wins"),
            Some(Ending { winner: None, .. }) => words.push("draw"),
            None if check => words.push("check"),
            None => words.push("ongoing"),
        }
        words
    }

    fn claim(&self, words: &str) -> Claim {
        let (call, announced) = match words.split_once('+') {
            Some((call, mv)) => (call.trim(), Some(mv.trim())),
            None => (words.trim(), None),
        };
        let claims = || self.rules.ends.iter().filter(|end| end.by == crate::definition::By::Claim);
        if !claims().any(|end| end.call == call) {
            let mut known: Vec<String> = claims().map(|end| end.call.clone()).collect();
            known.dedup();
            return Claim::Unknown(known);
        }
        let claimant = self.side();
        let mut after = self.clone();
        if let Some(text) = announced
            && let Err(fault) = after.play(text)
        {
            return Claim::IllegalMove(fault);
        }
        let history = History { positions: &after.positions };
        match self.rules.claim(after.position(), Some(history), claimant, call) {
            Some(outcome) => Claim::Granted(self.end_name(outcome)),
            None => Claim::Refused,
        }
    }

    fn perft(&self, depth: u32, parallel: bool) -> Option<u64> {
        Some(if parallel {
            self.rules.perft_parallel(self.position(), depth)
        } else {
            self.rules.perft(self.position(), depth)
        })
    }

    fn divide(&self, depth: u32, parallel: bool) -> Option<Vec<(String, u64)>> {
        let legal = self.legal();
        let parts = self.rules.divide(self.position(), depth, parallel);
        let texts = parts
            .into_iter()
            .map(|(mv, nodes)| (self.rules.move_text(self.position(), mv, &legal), nodes));
        Some(texts.collect())
    }

    fn forced(&self, question: &Question) -> Option<(Answer<String>, u64)> {
        let legal = self.legal();
        let (answer, nodes) = forced(&self.rules, self.position(), question);
        Some((answer.map(|mv| self.rules.move_text(self.position(), mv, &legal)), nodes))
    }

    fn bound_by_touch(&self, text: &str) -> Vec<String> {
        let legal = self.legal();
        let position = self.position();
        if !self.rules.touch_move || self.rules.read_move(position, text, &legal).is_ok() {
            return Vec::new();
        }
        let Some([man, partner]) = self.rules.castling_attempt(position, text) else {
            return Vec::new();
        };
        let of = |square: u8| -> Vec<String> {
            let own = legal.iter().filter(|mv| {
                mv.from == square && mv.castling().is_none() && mv.class != MoveClass::Pass
            });
            own.map(|&mv| self.rules.move_text(position, mv, &legal)).collect()
        };
        let moves = of(man);
        if moves.is_empty() { of(partner) } else { moves }
    }

    fn reasons(&self) -> Vec<Reason> {
        self.rules.reasons(self.position())
    }

    fn why(&self, definition: &Definition, texts: &[&str]) -> Vec<Why> {
        let explainer = Explainer::new(definition, &self.rules);
        texts.iter().map(|text| explainer.why(&self.positions, text)).collect()
    }
}
