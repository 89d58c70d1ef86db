//! A set-up in progress as FEN: what is still to be chosen stands in the bracket.

use std::sync::Arc;

use super::turns::{SetUp, Turn, read_men, split};
use super::waiting::{self, Waiting};
use crate::board::Side;
use crate::definition::{Definition, StageKind};
use crate::position::Reason;

impl SetUp {
    /// The state as FEN.
    pub fn fen(&self) -> String {
        let bracket = self.bracket();
        format!("{}{bracket} {} {}", self.placement(), letter(self.side()), self.rest)
            .trim_end()
            .to_owned()
    }

    /// The FEN of the position when no turn is left, reserves that are not bound yet left out.
    pub fn position_fen(&self) -> String {
        let mut bracket = String::new();
        if !self.definition.gates.is_empty() {
            let bound = self.waiting.iter().filter(|one| one.square.is_some());
            let items: Vec<String> =
                bound.map(|one| waiting::text(&self.definition, one)).collect();
            bracket = format!("[{}]", items.join(","));
        }
        format!("{}{bracket} {} {}", self.placement(), letter(self.mover), self.rest)
            .trim_end()
            .to_owned()
    }

    /// What a later position of the same game prints, with the reserves that are not bound
    /// yet.
    pub fn with_unbound(&self, fen: &str) -> String {
        let unbound: Vec<String> = self
            .waiting
            .iter()
            .filter(|one| one.square.is_none())
            .map(|one| waiting::text(&self.definition, one))
            .collect();
        let (Some(open), Some(close)) = (fen.find('['), fen.find(']')) else {
            return fen.to_owned();
        };
        let inner = fen.get(open + 1..close).unwrap_or("");
        let mut items: Vec<&str> = inner.split(',').filter(|item| !item.is_empty()).collect();
        items.extend(unbound.iter().map(String::as_str));
        // White's first, each side's by the alphabet.
        items.sort_by_key(|item| (item.starts_with(|c: char| c.is_ascii_lowercase()), *item));
        let (before, after) = (fen.get(..=open).unwrap_or(""), fen.get(close..).unwrap_or(""));
        format!("{before}{}{after}", items.join(","))
    }

    fn bracket(&self) -> String {
        let mut parts = Vec::new();
        let left = Side::BOTH.map(|side| self.codes_left(side));
        let augments = self.turns.get(self.at..).unwrap_or(&[]).iter().any(|turn| {
            let stage = self.definition.setup.stages.get(turn.stage);
            matches!(stage.map(|stage| &stage.kind), Some(StageKind::Augment(_)))
        });
        if augments {
            let [white, black] = left.map(|codes| self.codes_text(&codes));
            parts.push(format!("{white}|{black}"));
        }
        let mut items: Vec<(Side, String)> = self
            .waiting
            .iter()
            .map(|one| (one.side, waiting::text(&self.definition, one)))
            .collect();
        items.sort();
        parts.extend(items.into_iter().map(|(_, text)| text));
        if augments || !self.definition.gates.is_empty() {
            format!("[{}]", parts.join(","))
        } else {
            String::new()
        }
    }

    fn codes_text(&self, codes: &[u8]) -> String {
        let augmenters = &self.definition.augmenters;
        codes.iter().filter_map(|&code| Some(augmenters.get(usize::from(code))?.code)).collect()
    }

    /// Codes that a side has still to choose from, all coming stages together, rising.
    fn codes_left(&self, side: Side) -> Vec<u8> {
        let mut left = Vec::new();
        for turn in self.turns.get(self.at..).unwrap_or(&[]) {
            let Turn { stage, side: whose } = *turn;
            let stage = self.definition.setup.stages.get(stage);
            let Some(StageKind::Augment(augment)) = stage.map(|stage| &stage.kind) else {
                continue;
            };
            if whose != side {
                continue;
            }
            let mut pool = augment.pools[side.index()].clone();
            for code in self.given(augment, side).tokens() {
                if let Some(at) = pool.iter().position(|&known| known == code) {
                    pool.remove(at);
                }
            }
            left.extend(pool);
        }
        left.sort_unstable();
        left
    }

    /// The set-up that a FEN stands in: its bracket still has something to choose. `None` if
    /// it stands behind the set-up.
    ///
    /// The men are taken from the placement as far as it can be read.
    ///
    /// # Errors
    /// A bracket that fits no turn of the set-up.
    pub fn read(definition: &Arc<Definition>, fen: &str) -> Result<Option<Self>, Vec<Reason>> {
        if definition.setup.stages.is_empty() {
            return Ok(None);
        }
        let mut words = fen.split_ascii_whitespace();
        let (placement, bracket) = split(words.next().unwrap_or(""));
        let Some(bracket) = bracket else { return Ok(None) };
        let open = |item: &str| !matches!(item, "" | "-") && !item.contains('@');
        if !bracket.split(',').any(open) {
            return Ok(None);
        }
        let side = match words.next() {
            Some("b") => Side::Black,
            _ => Side::White,
        };
        let rest: Vec<&str> = words.collect();
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut codes = [Vec::new(), Vec::new()];
        let mut faults = Vec::new();
        for item in bracket.split(',').map(str::trim).filter(|item| !matches!(*item, "" | "-")) {
            if let Some((white, black)) = item.split_once('|') {
                for (slot, text) in codes.iter_mut().zip([white, black]) {
                    match crate::compile::tags_of(definition, text) {
                        Some(tags) => *slot = tags.0,
                        None => faults.push(Reason::malformed(
                            "setup",
                            format!("`{}` in the bracket are no codes", text.escape_debug()),
                        )),
                    }
                }
            } else if let Some(one) = waiting::read_one(definition, item) {
                waiting.push(one);
            } else {
                faults.push(Reason::malformed(
                    "setup",
                    format!("`{}` in the bracket is no man in reserve", item.escape_debug()),
                ));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        waiting.sort_by_key(|one| (one.side, one.piece));
        let mut setup = Self {
            definition: Arc::clone(definition),
            men: read_men(definition, placement),
            waiting,
            turns: Vec::new(),
            at: 0,
            mover: side,
            rest: rest.join(" "),
        };
        setup.turns = setup.all_turns();
        for at in 0..=setup.turns.len() {
            setup.at = at;
            let turn = setup.turns.get(at).map(|turn| turn.side);
            setup.mover = if turn.is_some() { definition.turn.first } else { side };
            let fits = turn.is_none_or(|turn| turn == side)
                && setup.codes_left(Side::White) == codes[0]
                && setup.codes_left(Side::Black) == codes[1]
                && setup.stands_at(at);
            if fits {
                return Ok(Some(setup));
            }
        }
        Err(vec![Reason::malformed("setup", setup.expected(bracket, side))])
    }

    fn expected(&self, bracket: &str, side: Side) -> String {
        let start = Self::start(&self.definition).map(|start| start.bracket());
        format!(
            "the bracket `[{}]` and what the men hold fit no turn of {} in the set-up, which begins with `{}`",
            bracket.escape_debug(),
            side.as_str(),
            start.unwrap_or_default()
        )
    }

    /// Whether exactly the turns before `at` have been made.
    fn stands_at(&self, at: usize) -> bool {
        for (index, turn) in self.turns.iter().enumerate() {
            let Some(stage) = self.definition.setup.stages.get(turn.stage) else { return false };
            let own = |gate: usize| {
                self.waiting.iter().filter(move |one| one.gate == gate && one.side == turn.side)
            };
            let fits = match &stage.kind {
                StageKind::Augment(augment) => {
                    let slots = self.slots(augment, turn.side);
                    let given = self.given(augment, turn.side);
                    if index < at {
                        slots.is_complete(&given)
                    } else if index == at && augment.by_token {
                        !slots.token_turns(&given).is_empty()
                    } else {
                        given.0.is_empty()
                    }
                }
                StageKind::Bind(bind) => {
                    own(bind.gate).all(|one| one.square.is_some() == (index < at))
                }
                StageKind::Vote { gate } => own(*gate).all(|one| one.open == (index >= at)),
            };
            if !fits {
                return false;
            }
        }
        // Reserves that are bound with a move: the side to move may have them open, the other
        // only before its first turn.
        if at == self.turns.len() {
            let first = self.definition.turn.first;
            let late = |side: Side| {
                let open = |one: &Waiting| {
                    one.side == side && one.square.is_none() && !one.open && !one.declined
                };
                self.waiting.iter().any(open)
            };
            let waits = self.waiting.iter().any(|one| one.open || one.declined);
            return !waits
                && (late(self.mover) || self.mover == first)
                && !late_twice(self, first, late);
        }
        true
    }
}

/// The side that begins has moved without binding its reserves.
fn late_twice(setup: &SetUp, first: Side, late: impl Fn(Side) -> bool) -> bool {
    setup.mover != first && late(first)
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}
