//! Two games played side by side, every move, for a few plies.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::game::{Play, Printed};
use crate::limits;
use crate::variant::Variant;

/// The first place where two games part.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Parting {
    /// The moves that lead there from the start.
    pub moves: Vec<String>,
    /// The position in the first game.
    pub fen: String,
    /// The position in the second, if it is written differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen_b: Option<String>,
    /// Moves that only the first game has, as it writes them.
    pub only_a: Vec<String>,
    /// Moves that only the second has.
    pub only_b: Vec<String>,
    /// How the game stands, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<[String; 2]>,
}

/// What a walk has found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Walked {
    /// Games of 1, 2, … plies in both, as far as they were counted.
    pub counts: Vec<[u64; 2]>,
    /// Where they part first, nothing if they do not within that depth.
    pub parting: Option<Parting>,
    /// Why the walk ended before its depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
}

/// Plays all moves of both games from their starts, `depth` plies deep, until they part. What
/// positions look like is not compared, only which moves there are and how the game stands.
pub fn walk(a: &Variant, b: &Variant, depth: u32) -> Walked {
    let mut walked = Walked::default();
    let (Ok(mut one), Ok(mut other)) = (a.game("start"), b.game("start")) else {
        walked.ended = Some("a start that is no position of its game".to_owned());
        return walked;
    };
    for plies in 0..depth {
        let mut step = Step { counts: [0; 2], left: limits::COMPARED_MOVES, parting: None };
        let mut moves = Vec::new();
        match step.at(&mut *one, &mut *other, plies, &mut moves) {
            Ok(()) => walked.counts.push(step.counts),
            Err(Ended::Parted) => {
                walked.parting = step.parting;
                return walked;
            }
            Err(Ended::TooMany) => {
                walked.ended = Some(format!(
                    "depth {} has more than {} moves",
                    plies.saturating_add(1),
                    limits::COMPARED_MOVES
                ));
                return walked;
            }
        }
    }
    walked
}

enum Ended {
    Parted,
    TooMany,
}

/// All positions of one depth.
struct Step {
    counts: [u64; 2],
    /// Moves that may still be looked at.
    left: u64,
    parting: Option<Parting>,
}

impl Step {
    /// Recursion is as deep as the plies, of which there are at most [`limits::COMPARED_PLIES`].
    fn at(
        &mut self,
        a: &mut dyn Play,
        b: &mut dyn Play,
        plies: u32,
        moves: &mut Vec<String>,
    ) -> Result<(), Ended> {
        let counts = [a.count(), b.count()];
        let most = counts.into_iter().max().unwrap_or(0);
        if most > limits::LISTED_MOVES || most > self.left {
            return Err(Ended::TooMany);
        }
        self.left = self.left.saturating_sub(most);
        let lists = [a.moves(), b.moves()];
        if plies == 0 {
            return self.compare(a, b, &lists, moves);
        }
        let [in_a, in_b] = &lists;
        let by_text: BTreeMap<&str, &Printed> =
            in_b.iter().map(|mv| (mv.text.as_str(), mv)).collect();
        for mv in in_a {
            // In a position of an earlier step both lists were the same.
            let Some(same) = by_text.get(mv.text.as_str()) else { continue };
            a.play_move(mv);
            b.play_move(same);
            moves.push(mv.text.clone());
            let result = self.at(a, b, plies.saturating_sub(1), moves);
            moves.pop();
            a.undo();
            b.undo();
            result?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        a: &dyn Play,
        b: &dyn Play,
        lists: &[Vec<Printed>; 2],
        moves: &[String],
    ) -> Result<(), Ended> {
        let [in_a, in_b] = lists;
        for (count, list) in self.counts.iter_mut().zip(lists) {
            *count = count.saturating_add(list.len() as u64);
        }
        let only = |these: &[Printed], those: &[Printed]| -> Vec<String> {
            let those: BTreeSet<&str> = those.iter().map(|mv| mv.text.as_str()).collect();
            let texts: BTreeSet<&str> = these.iter().map(|mv| mv.text.as_str()).collect();
            texts.difference(&those).map(|text| (*text).to_owned()).collect()
        };
        let (only_a, only_b) = (only(in_a, in_b), only(in_b, in_a));
        let standing = |game: &dyn Play| match game.ending() {
            Some(ending) => match ending.winner {
                Some(side) => format!("{} wins", side.as_str()),
                None => "draw".to_owned(),
            },
            None => "ongoing".to_owned(),
        };
        let (stands_a, stands_b) = (standing(a), standing(b));
        let differs = stands_a != stands_b;
        if only_a.is_empty() && only_b.is_empty() && !differs {
            return Ok(());
        }
        let (fen, fen_b) = (a.fen(), b.fen());
        self.parting = Some(Parting {
            moves: moves.to_vec(),
            fen_b: (fen_b != fen).then_some(fen_b),
            fen,
            only_a,
            only_b,
            status: differs.then_some([stands_a, stands_b]),
        });
        Err(Ended::Parted)
    }
}
