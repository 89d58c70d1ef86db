//! Whether a trade can be forced: an AND-OR search.
//!
//! *Forced within k moves* means: the side to move can see to it that, whatever the other side
//! answers, at its own k-th move or earlier one of its men of one kind may legally capture an
//! enemy of another. Within one move that is so if there is such a capture now. Within k moves it
//! is so if there is one now, or some move after which, whatever the answer is, it is so within
//! k-1 moves. A side that has no answer (mate, stalemate, an end by rule) has not lost a man:
//! such a move forces nothing. The search leaves nothing out, so its answer is exact for this
//! position; it says nothing about others.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::bitboard::{Bitboard, PerSquare};
use crate::definition::PieceId;
use crate::position::{Move, MoveClass, Position};
use crate::rules::{KindId, Rules};

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Within how many own moves, the capture itself counted. 0 is answered no.
    pub moves: u32,
    /// Which of the own men captures.
    pub mine: PieceId,
    /// Which of the enemy's is captured.
    pub theirs: PieceId,
    /// Positions to look at, at most.
    pub nodes: u64,
}

/// The answer, with moves of type `M`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// The capture is there: these moves make it.
    Now(Vec<M>),
    /// Each of these moves forces it.
    By(Vec<M>),
    /// Whatever is tried, the other side has an answer.
    No,
    /// Not found with so many positions.
    Unknown,
}

impl<M> Answer<M> {
    /// The same answer with the moves turned into something else.
    pub fn map<T>(self, turn: impl FnMut(M) -> T) -> Answer<T> {
        match self {
            Self::Now(moves) => Answer::Now(moves.into_iter().map(turn).collect()),
            Self::By(moves) => Answer::By(moves.into_iter().map(turn).collect()),
            Self::No => Answer::No,
            Self::Unknown => Answer::Unknown,
        }
    }
}

/// Searches, on all threads of the pool it is called in, and says how many positions were
/// looked at. Unless it ran out of positions, all first moves that force the capture are found.
pub fn forced<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    question: &Question,
) -> (Answer<Move>, u64) {
    let search = Search { rules, question, nodes: AtomicU64::new(0) };
    let answer = search.answer(position);
    (answer, search.nodes.load(Ordering::Relaxed).min(question.nodes))
}

struct Search<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    question: &'a Question,
    nodes: AtomicU64,
}

/// There are no positions left to look at.
struct Spent;

/// For each number of moves that are left, the answer that helped last: it is tried first.
type Helpful = Vec<Option<Move>>;

impl<B: Bitboard> Search<'_, B> {
    fn answer(&self, position: &Position<B>) -> Answer<Move> {
        let moves = self.question.moves;
        let Ok(legal) = self.list(position) else { return Answer::Unknown };
        let captures: Vec<Move> =
            legal.iter().copied().filter(|&mv| self.captures(position, mv)).collect();
        if moves == 0 || legal.is_empty() {
            return Answer::No;
        }
        if !captures.is_empty() {
            return Answer::Now(captures);
        }
        if moves == 1 {
            return Answer::No;
        }
        let found: Vec<(Move, Result<bool, Spent>)> = legal
            .par_iter()
            .map(|&mv| {
                let mut helpful = vec![None; moves as usize + 1];
                (mv, self.holds(&position.after(self.rules, mv), moves - 1, &mut helpful))
            })
            .collect();
        let forcing: Vec<Move> =
            found.iter().filter(|(_, held)| matches!(held, Ok(true))).map(|&(mv, _)| mv).collect();
        if !forcing.is_empty() {
            return Answer::By(forcing);
        }
        let spent = found.iter().any(|(_, held)| held.is_err());
        if spent { Answer::Unknown } else { Answer::No }
    }

    /// Whether the side to move gets the capture within so many moves, at least one.
    fn gets(
        &self,
        position: &Position<B>,
        moves: u32,
        helpful: &mut Helpful,
    ) -> Result<bool, Spent> {
        let legal = self.list(position)?;
        if legal.iter().any(|&mv| self.captures(position, mv)) {
            return Ok(true);
        }
        if moves > 1 {
            for mv in legal {
                if self.holds(&position.after(self.rules, mv), moves - 1, helpful)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether the side that has just moved gets the capture within so many moves whatever the
    /// answer is.
    fn holds(
        &self,
        position: &Position<B>,
        moves: u32,
        helpful: &mut Helpful,
    ) -> Result<bool, Spent> {
        let mut answers = self.list(position)?;
        if answers.is_empty() {
            return Ok(false);
        }
        let known = helpful.get(moves as usize).copied().flatten();
        if let Some(at) = answers.iter().position(|&mv| Some(mv) == known) {
            answers.swap(0, at);
        }
        for mv in answers {
            if !self.gets(&position.after(self.rules, mv), moves, helpful)? {
                if let Some(helped) = helpful.get_mut(moves as usize) {
                    *helped = Some(mv);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn list(&self, position: &Position<B>) -> Result<Vec<Move>, Spent> {
        if self.nodes.fetch_add(1, Ordering::Relaxed) >= self.question.nodes {
            return Err(Spent);
        }
        let mut moves = Vec::with_capacity(64);
        self.rules.list(position, &mut moves);
        Ok(moves)
    }

    /// Whether a legal move is the capture that is wanted.
    fn captures(&self, position: &Position<B>, mv: Move) -> bool {
        let is = |kind: KindId, piece: PieceId| {
            self.rules.kinds.get(usize::from(kind)).is_some_and(|kind| kind.piece == piece.0)
        };
        let enemies = position.side(position.turn.other());
        let wanted = |square: u8| {
            enemies.has(usize::from(square))
                && is(position.board.at(usize::from(square)), self.question.theirs)
        };
        let taken = match mv.class {
            MoveClass::Plain | MoveClass::Gating(_) => wanted(mv.to),
            MoveClass::EnPassant => wanted(position.victim),
            MoveClass::Removing(..) => wanted(mv.to) || mv.removed().iter().any(|&at| wanted(at)),
            MoveClass::Castling(_)
            | MoveClass::CastlingGating(..)
            | MoveClass::Pass
            | MoveClass::Drop => return false,
        };
        taken && is(position.board.at(usize::from(mv.from)), self.question.mine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::library::find;
    use crate::variant::Variant;
    use crate::with_rules;

    fn chess() -> Variant {
        Variant::new(find("chess").unwrap().load().definition.unwrap()).unwrap()
    }

    fn piece(variant: &Variant, name: &str) -> PieceId {
        let pieces = &variant.definition().pieces;
        PieceId(pieces.iter().position(|piece| piece.name == name).unwrap() as u8)
    }

    fn ask(fen: &str, moves: u32, mine: &str, theirs: &str, nodes: u64) -> Answer<String> {
        let variant = chess();
        let (mine, theirs) = (piece(&variant, mine), piece(&variant, theirs));
        let question = Question { moves, mine, theirs, nodes };
        with_rules!(variant, rules => {
            let position = rules.position(fen).unwrap();
            let mut legal = Vec::new();
            rules.list(&position, &mut legal);
            let (answer, _) = forced(rules, &position, &question);
            answer.map(|mv| rules.move_text(&position, mv, &legal))
        })
    }

    const ENOUGH: u64 = 10_000_000;

    #[test]
    fn forks_and_what_parries_them() {
        // The knight forks king and rook, whatever Black does.
        let fork = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
        assert_eq!(ask(fork, 1, "knight", "rook", ENOUGH), Answer::No);
        assert_eq!(ask(fork, 2, "knight", "rook", ENOUGH), Answer::By(vec!["b5c7".to_owned()]));
        // A bishop takes the forking knight.
        let parried = "r3k3/8/3b4/1N6/8/8/8/4K3 w - - 0 1";
        assert_eq!(ask(parried, 2, "knight", "rook", ENOUGH), Answer::No);
        // There now.
        let now = "r5k1/2N5/8/8/8/8/8/4K3 w - - 0 1";
        let takes = Answer::Now(vec!["c7a8".to_owned()]);
        for moves in [1, 2, 3] {
            assert_eq!(ask(now, moves, "knight", "rook", ENOUGH), takes);
        }
        assert_eq!(ask(now, 3, "knight", "queen", ENOUGH), Answer::No);
        assert_eq!(ask(now, 0, "knight", "rook", ENOUGH), Answer::No);
    }

    #[test]
    fn a_side_without_answer_has_lost_no_man() {
        // Rh8 is mate, and then no rook can be captured any more.
        let mate = "k7/8/1K6/8/8/8/8/r6R w - - 0 1";
        assert_eq!(ask(mate, 2, "king", "rook", ENOUGH), Answer::No);
    }

    #[test]
    fn en_passant_is_a_capture_of_the_pawn() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(ask(fen, 1, "pawn", "pawn", ENOUGH), Answer::Now(vec!["e5d6".to_owned()]));
    }

    #[test]
    fn a_search_may_run_out_of_positions() {
        let start = chess().definition().setup.start.clone();
        assert_eq!(ask(&start, 3, "knight", "knight", 100), Answer::Unknown);
        assert_eq!(ask(&start, 2, "knight", "knight", ENOUGH), Answer::No);
        assert_eq!(ask(&start, 3, "knight", "knight", ENOUGH), Answer::No);
    }

    /// The definition, written down again without order, sharing or bound.
    fn plainly<B: Bitboard>(
        rules: &Rules<B>,
        position: &Position<B>,
        moves: u32,
        wanted: &dyn Fn(&Position<B>, Move) -> bool,
    ) -> bool {
        let list = |position: &Position<B>| {
            let mut moves = Vec::new();
            rules.list(position, &mut moves);
            moves
        };
        let legal = list(position);
        legal.iter().any(|&mv| wanted(position, mv))
            || moves > 1
                && legal.iter().any(|&mv| {
                    let next = position.after(rules, mv);
                    let answers = list(&next);
                    !answers.is_empty()
                        && answers
                            .iter()
                            .all(|&mv| plainly(rules, &next.after(rules, mv), moves - 1, wanted))
                })
    }

    /// What the search says, if the definition says the same.
    fn compared<B: Bitboard>(rules: &Rules<B>, fen: &str, question: &Question) -> bool {
        let position = rules.position(fen).unwrap();
        let takes = |position: &Position<B>, mv: Move| {
            let kind = |square: u8| position.board.at(usize::from(square));
            kind(mv.from) == question.mine.0 && kind(mv.to) == question.theirs.0
        };
        let (answer, _) = forced(rules, &position, question);
        let forces = matches!(answer, Answer::Now(_) | Answer::By(_));
        assert_eq!(forces, plainly(rules, &position, question.moves, &takes), "{fen} {question:?}");
        forces
    }

    #[test]
    fn the_search_says_what_its_definition_says() {
        let variant = chess();
        let (mine, theirs) = (piece(&variant, "queen"), piece(&variant, "rook"));
        let mut found = 0;
        for fen in [
            "4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "r5k1/8/8/8/8/3Q4/8/4K3 w - - 0 1",
            "r4rk1/5ppp/8/8/8/3Q4/8/4K3 w - - 0 1",
            "3r2k1/5p1p/6p1/8/8/8/1Q6/4K3 w - - 0 1",
            "1r3k2/8/8/4n3/8/8/3Q4/4K3 w - - 0 1",
        ] {
            for moves in 1..=3 {
                let question = Question { moves, mine, theirs, nodes: ENOUGH };
                let said = with_rules!(variant, rules => compared(rules, fen, &question));
                found += usize::from(said);
            }
        }
        assert!(found > 2, "{found}");
    }
}
