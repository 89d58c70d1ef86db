//! A game that begins with a set-up.

use crate::analyse::forced::{Answer, Question};
use crate::board::Side;
use crate::definition::Definition;
use crate::game::{Claim, Ending, Play, Printed};
use crate::limits;
use crate::position::{MoveFault, Reason};
use crate::setup::SetUp;
use crate::variant::Variant;
use crate::why::Why;

/// A game from some turn of its set-up on.
pub struct Staged {
    variant: Variant,
    /// Every state so far; never empty.
    states: Vec<State>,
}

enum State {
    /// A turn in which something is chosen.
    SetUp(SetUp),
    /// The first move of a side, made together with its choice: the set-up as it stands, the
    /// turn that is to be chosen in, and the position without the choice.
    WithMove { setup: SetUp, choice: SetUp, game: Box<dyn Play> },
    /// Nothing is left to choose. Reserves that were bound by nobody do not exist.
    Play(Box<dyn Play>),
}

impl Staged {
    /// A game in this state of its set-up.
    ///
    /// # Errors
    /// Every reason why its men are no position of the game.
    pub fn new(variant: Variant, setup: SetUp) -> Result<Self, Vec<Reason>> {
        // Men and fields must be those of a position, whatever is still to be chosen.
        variant.position_game(&setup.position_fen())?;
        let state = State::of(&variant, setup)?;
        Ok(Self { variant, states: vec![state] })
    }

    fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    fn choice_faults(refused: &impl std::fmt::Display) -> MoveFault {
        MoveFault::SetUp(refused.to_string())
    }

    /// The state after a turn of the set-up.
    fn chosen(&self, text: &str) -> Result<State, MoveFault> {
        match self.state() {
            State::Play(_) => Err(MoveFault::Illegal),
            State::SetUp(setup) => {
                let setup = setup.play(text).map_err(|refused| Self::choice_faults(&refused))?;
                State::of(&self.variant, setup).map_err(|reasons| {
                    let said: Vec<&str> = reasons.iter().map(|one| &*one.message).collect();
                    MoveFault::SetUp(format!("is refused: {}", said.join("; ")))
                })
            }
            State::WithMove { choice, .. } => self.with_move(choice, text),
        }
    }

    /// Why a text is a turn of the set-up, or why not.
    fn why_chosen(&self, definition: &Definition, text: &str) -> Why {
        let stage = self.stage();
        let entry =
            definition.setup.stages.iter().find(|entry| Some(&entry.name) == stage.as_ref());
        let of_stage = |legal, code, reason| Why {
            legal,
            text: text.to_owned(),
            code,
            reason,
            rule: entry.map(|entry| format!("stage `{}`", entry.name)),
            span: entry.map(|entry| entry.span),
        };
        let name = stage.clone().unwrap_or_default();
        let Err(fault) = self.chosen(text) else {
            return of_stage(true, "legal", format!("The turn fits the stage `{name}`."));
        };
        // The choice may be good, and the move that is made with it not.
        if let (State::WithMove { choice, .. }, Some((chosen, mv))) = (self.state(), split(text))
            && let Ok(after) = choice.play(chosen)
            && let Ok(game) = self.variant.position_game(&after.position_fen())
            && let Some(why) = game.why(definition, &[mv]).pop()
            && !why.legal
        {
            return Why { text: text.to_owned(), ..why };
        }
        of_stage(false, "set-up", format!("The turn {fault}."))
    }

    /// The state after a choice and the move that is made with it.
    fn with_move(&self, choice: &SetUp, text: &str) -> Result<State, MoveFault> {
        let Some((chosen, mv)) = split(text) else {
            return Err(MoveFault::SetUp(format!(
                "is no turn here: a choice and a move are expected, `A@g,e2e4` (stage `{}`)",
                choice.stage_name().unwrap_or_default()
            )));
        };
        let chosen = choice.play(chosen).map_err(|refused| Self::choice_faults(&refused))?;
        let mut game =
            self.variant.position_game(&chosen.position_fen()).map_err(|_| MoveFault::Illegal)?;
        game.play(mv)?;
        let later = chosen.after_move(&game.fen(), game.side());
        State::of(&self.variant, later).map_err(|_| MoveFault::Illegal)
    }

    /// Every choice with the moves that follow it.
    fn choices_with_moves(&self, choice: &SetUp) -> Option<Vec<(String, Box<dyn Play>)>> {
        let texts = choice.list()?;
        let games = texts.into_iter().filter_map(|text| {
            let chosen = choice.play(&text).ok()?;
            let game = self.variant.position_game(&chosen.position_fen()).ok()?;
            Some((text, game))
        });
        Some(games.collect())
    }

    fn child(&self, state: State) -> Self {
        Self { variant: self.variant.clone(), states: vec![state] }
    }

    fn counted(&self, depth: u32, parallel: bool, budget: &mut u64) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        match self.state() {
            State::Play(game) => game.perft(depth, parallel),
            State::SetUp(setup) => setup.perft(depth, budget, &mut |over, depth, budget| {
                let state = State::of(&self.variant, over.clone()).ok()?;
                self.child(state).counted(depth, parallel, budget)
            }),
            State::WithMove { choice, .. } => {
                let mut nodes = 0_u64;
                for (text, game) in self.choices_with_moves(choice)? {
                    if depth == 1 {
                        nodes = nodes.checked_add(game.count())?;
                        continue;
                    }
                    for mv in game.moves() {
                        *budget = budget.checked_sub(1)?;
                        let state = self.with_move(choice, &format!("{text},{}", mv.text)).ok()?;
                        let below = self.child(state).counted(depth - 1, parallel, budget)?;
                        nodes = nodes.checked_add(below)?;
                    }
                }
                Some(nodes)
            }
        }
    }
}

impl std::fmt::Debug for Staged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Staged").field("fen", &self.fen()).finish_non_exhaustive()
    }
}

impl State {
    fn of(variant: &Variant, setup: SetUp) -> Result<Self, Vec<Reason>> {
        if !setup.is_over() {
            return Ok(Self::SetUp(setup));
        }
        let game = variant.position_game(&setup.position_fen())?;
        Ok(match setup.with_move() {
            Some(choice) => Self::WithMove { setup, choice, game },
            None => Self::Play(game),
        })
    }
}

/// `A@g,e2e4`: what stands in front of the last comma that has a move behind it. The choice
/// itself may have commas, and each of its parts an `@`.
fn split(text: &str) -> Option<(&str, &str)> {
    let at = text.rfind('@')?;
    let comma = text.get(at..)?.find(',')? + at;
    Some((text.get(..comma)?, text.get(comma + 1..)?))
}

fn chosen_turn(text: String) -> Printed {
    Printed { mv: None, text, castles: false }
}

impl Play for Staged {
    fn fen(&self) -> String {
        match self.state() {
            State::SetUp(setup) => setup.fen(),
            State::WithMove { setup, game, .. } => setup.with_unbound(&game.fen()),
            State::Play(game) => game.fen(),
        }
    }

    fn side(&self) -> Side {
        match self.state() {
            State::SetUp(setup) => setup.side(),
            State::WithMove { game, .. } | State::Play(game) => game.side(),
        }
    }

    fn check(&self) -> bool {
        match self.state() {
            State::SetUp(_) => false,
            State::WithMove { game, .. } | State::Play(game) => game.check(),
        }
    }

    fn moves(&self) -> Vec<Printed> {
        let texts = match self.state() {
            State::Play(game) => return game.moves(),
            State::SetUp(setup) => setup.list().unwrap_or_default(),
            State::WithMove { choice, .. } => {
                let games = self.choices_with_moves(choice).unwrap_or_default();
                let with = |(text, game): &(String, Box<dyn Play>)| {
                    let moves = game.moves().into_iter();
                    moves.map(|mv| format!("{text},{}", mv.text)).collect::<Vec<_>>()
                };
                games.iter().flat_map(with).collect()
            }
        };
        texts.into_iter().map(chosen_turn).collect()
    }

    fn read(&self, text: &str) -> Result<Printed, MoveFault> {
        if let State::Play(game) = self.state() {
            return game.read(text);
        }
        self.chosen(text)?;
        Ok(chosen_turn(text.to_owned()))
    }

    fn san(&self, moves: &[Printed]) -> Vec<String> {
        match self.state() {
            State::Play(game) => game.san(moves),
            State::SetUp(_) | State::WithMove { .. } => {
                moves.iter().map(|turn| turn.text.clone()).collect()
            }
        }
    }

    fn count(&self) -> u64 {
        match self.state() {
            State::Play(game) => game.count(),
            State::SetUp(setup) => {
                setup.count().ok().and_then(|count| u64::try_from(count).ok()).unwrap_or(u64::MAX)
            }
            State::WithMove { choice, .. } => match self.choices_with_moves(choice) {
                Some(games) => games.iter().map(|(_, game)| game.count()).sum(),
                None => u64::MAX,
            },
        }
    }

    fn play(&mut self, text: &str) -> Result<(), MoveFault> {
        if let Some(State::Play(game)) = self.states.last_mut() {
            return game.play(text);
        }
        let next = self.chosen(text)?;
        self.states.push(next);
        Ok(())
    }

    fn play_move(&mut self, mv: &Printed) {
        if let Some(State::Play(game)) = self.states.last_mut() {
            game.play_move(mv);
        } else {
            let played = self.play(&mv.text);
            debug_assert!(played.is_ok());
        }
    }

    fn undo(&mut self) -> bool {
        if let Some(State::Play(game)) = self.states.last_mut()
            && game.undo()
        {
            return true;
        }
        self.states.len() > 1 && self.states.pop().is_some()
    }

    fn ending(&self) -> Option<Ending> {
        match self.state() {
            State::SetUp(_) => None,
            // Reserves that are still to be bound can be what a move needs.
            State::WithMove { game, .. } if self.count() == 0 => game.ending(),
            State::WithMove { .. } => None,
            State::Play(game) => game.ending(),
        }
    }

    fn status(&self) -> Vec<&'static str> {
        match self.state() {
            State::SetUp(_) => vec!["ongoing"],
            State::WithMove { game, .. } if self.count() == 0 => game.status(),
            State::WithMove { game, .. } => {
                vec![if game.check() { "check" } else { "ongoing" }]
            }
            State::Play(game) => game.status(),
        }
    }

    fn claim(&self, words: &str) -> Claim {
        match self.state() {
            State::SetUp(_) => Claim::Refused,
            State::WithMove { game, .. } | State::Play(game) => game.claim(words),
        }
    }

    fn perft(&self, depth: u32, parallel: bool) -> Option<u64> {
        let mut budget = limits::SETUP_WALK;
        self.counted(depth, parallel, &mut budget)
    }

    fn divide(&self, depth: u32, parallel: bool) -> Option<Vec<(String, u64)>> {
        if let State::Play(game) = self.state() {
            return game.divide(depth, parallel);
        }
        if self.count() > limits::LISTED_MOVES {
            return None;
        }
        let mut budget = limits::SETUP_WALK;
        let mut parts = Vec::new();
        for mv in self.moves() {
            let state = match self.state() {
                State::SetUp(setup) => State::of(&self.variant, setup.play(&mv.text).ok()?).ok()?,
                State::WithMove { choice, .. } => self.with_move(choice, &mv.text).ok()?,
                State::Play(_) => return None,
            };
            let nodes =
                self.child(state).counted(depth.saturating_sub(1), parallel, &mut budget)?;
            parts.push((mv.text, nodes));
        }
        Some(parts)
    }

    fn bound_by_touch(&self, text: &str) -> Vec<String> {
        match self.state() {
            State::Play(game) => game.bound_by_touch(text),
            State::SetUp(_) | State::WithMove { .. } => Vec::new(),
        }
    }

    fn reasons(&self) -> Vec<Reason> {
        match self.state() {
            State::SetUp(_) => Vec::new(),
            State::WithMove { game, .. } | State::Play(game) => game.reasons(),
        }
    }

    fn why(&self, definition: &Definition, texts: &[&str]) -> Vec<Why> {
        match self.state() {
            State::Play(game) => game.why(definition, texts),
            State::SetUp(_) | State::WithMove { .. } => {
                texts.iter().map(|text| self.why_chosen(definition, text)).collect()
            }
        }
    }

    fn forced(&self, question: &Question) -> Option<(Answer<String>, u64)> {
        match self.state() {
            State::SetUp(_) | State::WithMove { .. } => None,
            State::Play(game) => game.forced(question),
        }
    }

    fn stage(&self) -> Option<String> {
        match self.state() {
            State::SetUp(setup) => setup.stage_name().map(str::to_owned),
            State::WithMove { choice, .. } => choice.stage_name().map(str::to_owned),
            State::Play(_) => None,
        }
    }
}
