//! A second reading of the rules, slow and plain, to hold the fast one against.
//!
//! The board is a list of men, the notation's syntax tree is walked on it, every move is made
//! on a copy and looked at. Nothing here uses the compiled tables, bitboards, or the lowering
//! of notation. Castling terms in notation are the only thing it cannot read; the definition
//! refuses them.

#![allow(dead_code, reason = "each test crate uses a part of it")]

mod bans;
mod bracket;
mod castling;
mod condition;
mod counters;
mod directions;
mod effects;
mod fen;
mod gates;
mod hand;
pub(crate) mod notation_check;
mod play;
mod position;
mod promotion;
mod rights;
mod rules;
mod setup;
mod text;
mod walk;

use ferz::board::Side;
use ferz::definition::{By, Definition, EndResult, MoveEntry};

use condition::Scene;
use position::Man;
pub(crate) use position::Position;
#[allow(unused_imports, reason = "each test crate uses a part of it")]
pub(crate) use setup::{Choice, Pick};
#[allow(unused_imports, reason = "each test crate uses a part of it")]
pub(crate) use text::RefMove;

/// One game, ready to be asked.
pub(crate) struct Reference {
    def: Definition,
    start_board: Vec<Option<Man>>,
    /// By piece and augmenter: the moves that the one lends to the other.
    lent: Vec<Vec<MoveEntry>>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// Name of the end.
    pub(crate) reason: String,
    /// Who has won; nobody in a draw.
    pub(crate) winner: Option<Side>,
}

impl Reference {
    /// Takes a checked definition.
    pub(crate) fn new(def: &Definition) -> Self {
        let lent = Self::lendings(def);
        let mut reference = Self { def: def.clone(), start_board: Vec::new(), lent };
        let start = def.setup.start.split_ascii_whitespace().next().unwrap_or_default();
        let placement = start.split('[').next().unwrap_or_default();
        (reference.start_board, _) =
            reference.parse_placement(placement).expect("the definition has checked the start");
        reference
    }

    /// The definition that it reads.
    pub(crate) fn definition(&self) -> &Definition {
        &self.def
    }

    /// The start position, before anything of the set-up has been chosen.
    pub(crate) fn start(&self) -> Position {
        let start = self.parse_fen(&self.def.setup.start);
        let start = start.expect("the definition has checked the start");
        if self.def.setup.stages.is_empty() { start } else { self.before_set_up(start) }
    }

    /// Number of legal sequences of `depth` moves. Only ends by rule stop a sequence.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if position.set_up.is_some() || self.bound_with_move(position).is_some() {
            let turns = self.legal_moves(position);
            return turns.iter().map(|mv| self.perft(&self.play(position, mv), depth - 1)).sum();
        }
        let moves = self.moves(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.perft(&self.play_move(position, mv), depth - 1)).sum()
    }

    /// How a game stands whose positions so far are these, the present one last. Claims are
    /// left out: they never decide by themselves.
    pub(crate) fn outcome(&self, history: &[Position]) -> Option<Outcome> {
        let position = history.last()?;
        // Ends are looked at after moves.
        if position.set_up.is_some() || self.bound_with_move(position).is_some() {
            return None;
        }
        let moves = self.moves_before_ends(position, true);
        let scene = Scene::end(position, history, &moves);
        let us = position.side.other();
        let end = self
            .def
            .ends
            .iter()
            .find(|end| end.by != By::Claim && self.holds(&end.when, &scene))?;
        Some(Outcome { reason: end.name.clone(), winner: winner(end.result, us) })
    }

    /// What a claim with these words by `us` gives, as things stand or after the move that was
    /// announced; `None` if it is refused.
    pub(crate) fn claim(&self, history: &[Position], us: Side, call: &str) -> Option<Outcome> {
        let scene = Scene::claim(history.last()?, history, us);
        let end =
            self.def.ends.iter().find(|end| {
                end.by == By::Claim && end.call == call && self.holds(&end.when, &scene)
            })?;
        Some(Outcome { reason: end.name.clone(), winner: winner(end.result, us) })
    }
}

fn winner(result: EndResult, us: Side) -> Option<Side> {
    match result {
        EndResult::Us => Some(us),
        EndResult::Them => Some(us.other()),
        EndResult::White => Some(Side::White),
        EndResult::Black => Some(Side::Black),
        EndResult::Draw => None,
    }
}
