//! Reserves of one side in a `bind` stage: behind which man each of them waits.

use std::collections::HashMap;

use super::count::Uncountable;
use super::text::{SetupFault, shown, too_long};
use crate::board::{Shape, Side, Square};
use crate::definition::{PieceId, PieceSet};
use crate::limits;

/// A square of the gate on which a man of the side stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The square.
    pub square: Square,
    /// The man's piece.
    pub piece: PieceId,
    /// Its name.
    pub name: String,
}

/// One side's choice in one `bind` stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reserves {
    /// Whose.
    pub side: Side,
    /// The board.
    pub shape: Shape,
    /// The men in reserve, like ones beside each other.
    pub men: Vec<PieceId>,
    /// Letters of these men, as written in a turn.
    pub letters: Vec<(PieceId, String)>,
    /// Where they can wait, rising.
    pub places: Vec<Place>,
    /// The side's other men, with the name of their piece.
    pub others: Vec<(Square, String)>,
    /// No two reserves, one behind a man of the first set, one behind a man of the second.
    pub bans: Vec<(PieceSet, PieceSet)>,
    /// A file is enough to name a square.
    pub by_file: bool,
}

/// Who waits where, squares rising.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord, Hash)]
pub struct Binding(pub Vec<(Square, PieceId)>);

/// Counts sets of places: what was found, and the steps left.
#[derive(Debug)]
struct Sets {
    memo: HashMap<(usize, usize, u128), u128>,
    steps: u64,
}

impl Reserves {
    /// Leaves only some places.
    pub(super) fn keep(&mut self, fits: impl Fn(Square) -> bool) {
        let (kept, gone) = self.places.drain(..).partition(|place| fits(place.square));
        self.places = kept;
        let gone: Vec<Place> = gone;
        self.others.extend(gone.into_iter().map(|place| (place.square, place.name)));
    }

    /// Number of choices: sets of places, and for each the ways to put the men there.
    ///
    /// # Errors
    /// A number of more than 128 bits, or too much work.
    pub fn count(&self) -> Result<u128, Uncountable> {
        let sets = self.sets(&mut Sets::new(), 0, self.men.len(), 0)?;
        sets.checked_mul(self.orders()?).ok_or(Uncountable::Large)
    }

    /// The choice with this index: sorted by the set of squares, lower squares first, then by
    /// who waits on the first of them, the second, …, in the order of the reserve.
    ///
    /// # Errors
    /// As [`Self::count`].
    pub fn nth(&self, index: u128) -> Result<Option<Binding>, Uncountable> {
        if index >= self.count()? {
            return Ok(None);
        }
        let mut sets = Sets::new();
        let orders = self.orders()?;
        let (mut set, mut order) = (index / orders, index % orders);
        let mut squares = Vec::new();
        let mut blocked = 0;
        for (at, place) in self.places.iter().enumerate() {
            let need = self.men.len() - squares.len();
            if need == 0 {
                break;
            }
            if blocked & bit(place.piece) != 0 {
                continue;
            }
            let with = blocked | self.blocks(place.piece);
            let ways = self.sets(&mut sets, at + 1, need - 1, with)?;
            if set < ways {
                squares.push(place.square);
                blocked = with;
            } else {
                set -= ways;
            }
        }
        let mut left = self.men.clone();
        let mut binding = Vec::new();
        for square in squares {
            let mut kinds = left.clone();
            kinds.dedup();
            for kind in kinds {
                let Some(at) = left.iter().position(|&man| man == kind) else { continue };
                let mut rest = left.clone();
                rest.remove(at);
                let ways = orders_of(&rest)?;
                if order < ways {
                    binding.push((square, kind));
                    left = rest;
                    break;
                }
                order -= ways;
            }
        }
        Ok(Some(Binding(binding)))
    }

    /// Why there is no choice, if there is none.
    pub fn fault(&self) -> Option<SetupFault> {
        if self.men.len() > self.places.len() {
            let message = format!(
                "{} has more men in reserve ({}) than squares for them ({})",
                self.side.as_str(),
                self.men.len(),
                self.places.len()
            );
            return Some(SetupFault::new("stage-sum", message));
        }
        (self.count() == Ok(0)).then(|| {
            let message = format!("the bans leave {} no way to bind", self.side.as_str());
            SetupFault::new("stage-empty", message)
        })
    }

    /// Sets of `need` places from `at` on, behind none of the pieces `blocked`.
    fn sets(
        &self,
        sets: &mut Sets,
        at: usize,
        need: usize,
        blocked: u128,
    ) -> Result<u128, Uncountable> {
        if need == 0 {
            return Ok(1);
        }
        let Some(place) = self.places.get(at).filter(|_| need <= self.places.len() - at) else {
            return Ok(0);
        };
        if let Some(&known) = sets.memo.get(&(at, need, blocked)) {
            return Ok(known);
        }
        sets.steps = sets.steps.checked_sub(1).ok_or(Uncountable::Work)?;
        if sets.memo.len() >= limits::SETUP_STATES {
            return Err(Uncountable::Work);
        }
        let mut ways = self.sets(sets, at + 1, need, blocked)?;
        if blocked & bit(place.piece) == 0 {
            let with = blocked | self.blocks(place.piece);
            let more = self.sets(sets, at + 1, need - 1, with)?;
            ways = ways.checked_add(more).ok_or(Uncountable::Large)?;
        }
        sets.memo.insert((at, need, blocked), ways);
        Ok(ways)
    }

    /// Pieces behind which nobody may wait when somebody waits behind this one. What men hold
    /// is left aside.
    fn blocks(&self, piece: PieceId) -> u128 {
        self.bans.iter().fold(0, |blocked, (a, b)| {
            let behind_a = if a.has(piece) { b.pieces } else { 0 };
            let behind_b = if b.has(piece) { a.pieces } else { 0 };
            blocked | behind_a | behind_b
        })
    }

    fn orders(&self) -> Result<u128, Uncountable> {
        orders_of(&self.men)
    }

    /// A turn as text, `A@g`.
    pub fn write(&self, binding: &Binding) -> String {
        let parts: Vec<String> = binding
            .0
            .iter()
            .map(|&(square, man)| format!("{}@{}", self.letter(man), self.place_name(square)))
            .collect();
        parts.join(",")
    }

    fn letter(&self, man: PieceId) -> &str {
        let found = self.letters.iter().find(|(piece, _)| *piece == man);
        found.map_or("?", |(_, letter)| letter)
    }

    fn place_name(&self, square: Square) -> String {
        let name = self.shape.name(square);
        if self.by_file {
            name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
        } else {
            name
        }
    }

    /// Reads a turn, in any order; whole squares are understood too.
    ///
    /// # Errors
    /// Everything that is wrong with it, at most [`limits::FAULTS`] things.
    pub fn read(&self, text: &str) -> Result<Binding, Vec<SetupFault>> {
        if let Some(fault) = too_long(text) {
            return Err(vec![fault]);
        }
        let mut faults = Vec::new();
        let mut binding: Vec<(Square, PieceId)> = Vec::new();
        let mut used: Vec<PieceId> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let halves = part.split_once('@').filter(|(man, at)| !man.is_empty() && !at.is_empty());
            let Some((letter, at)) = halves else {
                let message = format!("`{}` is not of the form `A@g`", shown(part));
                faults.push(SetupFault::new("syntax", message));
                continue;
            };
            let token = letter.trim_matches(['{', '}']).chars().next();
            let about = |code, message| {
                let fault = SetupFault::new(code, message).on(shown(at));
                if let Some(token) = token { fault.of(token) } else { fault }
            };
            let known = self.letters.iter().find(|(_, known)| known.eq_ignore_ascii_case(letter));
            if let Some(&(man, _)) = known {
                used.push(man);
                let has = self.men.iter().filter(|&&one| one == man).count();
                if used.iter().filter(|&&one| one == man).count() > has {
                    let message = format!("`{}` is bound more often than {has}", shown(letter));
                    faults.push(about("too-often", message));
                }
            } else {
                let message =
                    format!("{} has no `{}` in reserve", self.side.as_str(), shown(letter));
                faults.push(about("not-in-pool", message));
            }
            let Some(square) = self.square(at) else {
                let message = format!("`{}` is no square of the board", shown(at));
                faults.push(about("unknown-square", message));
                continue;
            };
            if !self.places.iter().any(|place| place.square == square) {
                let name = self.shape.name(square);
                let fault = match self.others.iter().find(|(other, _)| *other == square) {
                    Some((_, piece)) => {
                        about("no-slot", format!("nobody can wait behind the {piece} on {name}"))
                    }
                    None => about(
                        "no-man",
                        format!("no man of {} stands on {name}", self.side.as_str()),
                    ),
                };
                faults.push(fault);
                continue;
            }
            if binding.iter().any(|(other, _)| *other == square) {
                let message = format!("{} is named twice", self.shape.name(square));
                faults.push(about("square-twice", message));
                continue;
            }
            binding.push((square, known.map_or(PieceId(u8::MAX), |(man, _)| *man)));
        }
        binding.sort_unstable();
        self.judge_bans(&binding, &mut faults);
        for (man, letter) in &self.letters {
            let count = |men: &[PieceId]| men.iter().filter(|&one| one == man).count();
            if count(&self.men) > count(&used) {
                let fault =
                    SetupFault::new("left-over", format!("`{letter}` is bound to no square"));
                let token = letter.trim_matches(['{', '}']).chars().next();
                faults.push(if let Some(token) = token { fault.of(token) } else { fault });
            }
        }
        if faults.is_empty() {
            return Ok(Binding(binding));
        }
        faults.truncate(limits::FAULTS);
        Err(faults)
    }

    fn judge_bans(&self, binding: &[(Square, PieceId)], faults: &mut Vec<SetupFault>) {
        let place = |square| self.places.iter().find(|place| place.square == square);
        for (at, (first, _)) in binding.iter().enumerate() {
            for (second, man) in binding.iter().skip(at + 1) {
                let (Some(a), Some(b)) = (place(*first), place(*second)) else { continue };
                if self.blocks(a.piece) & bit(b.piece) == 0 {
                    continue;
                }
                let name = self.shape.name(b.square);
                let message = format!(
                    "no two may wait behind the {} on {} and the {} on {name}",
                    a.name,
                    self.shape.name(a.square),
                    b.name
                );
                let fault = SetupFault::new("banned", message).on(name);
                let token = self.letter(*man).trim_matches(['{', '}']).chars().next();
                faults.push(if let Some(token) = token { fault.of(token) } else { fault });
            }
        }
    }

    /// A square by its name, or by its file where one place of the gate is on it.
    fn square(&self, text: &str) -> Option<Square> {
        let on_board = |square: &Square| !self.shape.holes().has(*square);
        let whole = self.shape.parse_square(text).filter(on_board);
        whole.or_else(|| {
            let named = |square: &Square| {
                let name = self.shape.name(*square);
                name.trim_end_matches(|c: char| c.is_ascii_digit()) == text
            };
            let mut found = self.places.iter().map(|place| place.square).filter(named);
            found.next().filter(|_| found.next().is_none())
        })
    }
}

impl Sets {
    fn new() -> Self {
        Self { memo: HashMap::new(), steps: limits::SETUP_STEPS }
    }
}

fn bit(piece: PieceId) -> u128 {
    1_u128.checked_shl(u32::from(piece.0)).unwrap_or(0)
}

/// Ways to put men, like ones beside each other, into as many places.
fn orders_of(men: &[PieceId]) -> Result<u128, Uncountable> {
    let mut ways = 1_u128;
    let mut placed = 0_u128;
    for like in men.chunk_by(|a, b| a == b) {
        for number in 1..=like.len() as u128 {
            placed += 1;
            ways = ways.checked_mul(placed).ok_or(Uncountable::Large)? / number;
        }
    }
    Ok(ways)
}
