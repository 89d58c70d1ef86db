//! The compiled rules as a [`Game`] for worked cases.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ferz::diagnostic::Diagnostic;
use ferz::game::{Claim, Ending, Play};
use ferz::position::Reason;
use ferz::variant::{Choices, Variant};

use crate::case::{Game, Outcome};

/// Compiles a game with choices, says why not.
pub(crate) fn compile(variant: &str, choices: Choices) -> Result<Variant, String> {
    Variant::with(crate::load::definition(variant)?, choices)
        .map_err(|faults| format!("{variant}: {}", messages(&faults)))
}

fn messages(faults: &[Diagnostic]) -> String {
    let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    said.join("; ")
}

/// Games of the tests that use what the compiled rules cannot do yet; none at present.
/// They are shown as ignored; once they compile this says that they are wrongly here.
const UNSUPPORTED: [&str; 0] = [];

/// Whether the compiled rules refuse a game as not supported by this version.
pub(crate) fn is_unsupported(variant: &str) -> bool {
    let name = variant.split('[').next().unwrap_or(variant);
    let listed = UNSUPPORTED.contains(&name);
    if listed {
        let definition = crate::load::definition(variant).expect("a definition");
        let faults = Variant::new(definition).err().unwrap_or_default();
        assert!(faults.iter().any(|fault| fault.code == "unsupported"), "{variant} is supported");
    }
    listed
}

/// Reasons against a FEN in one line.
pub(crate) fn refusal(reasons: &[Reason]) -> String {
    let said: Vec<String> =
        reasons.iter().map(|reason| format!("{}: {}", reason.code, reason.message)).collect();
    said.join("; ")
}

/// Games that have been compiled.
static COMPILED: Mutex<BTreeMap<String, Variant>> = Mutex::new(BTreeMap::new());

fn compiled(variant: &str) -> Result<Variant, String> {
    let known = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known().get(variant) {
        return Ok(known.clone());
    }
    let new = compile(variant, Choices::default())?;
    known().insert(variant.to_owned(), new.clone());
    Ok(new)
}

/// A game in play.
pub(crate) struct FastGame(RefCell<Box<dyn Play>>);

impl Game for FastGame {
    fn at(variant: &str, fen: &str) -> Result<Self, String> {
        let game = compiled(variant)?.game(fen).map_err(|reasons| refusal(&reasons))?;
        Ok(Self(RefCell::new(game)))
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mut game = self.0.borrow_mut();
        game.play(text).map_err(|fault| format!("{text} {fault} in `{}`", game.fen()))
    }

    fn is_legal(&self, text: &str) -> bool {
        let mut game = self.0.borrow_mut();
        game.play(text).is_ok() && game.undo()
    }

    fn moves(&self) -> Vec<(String, bool)> {
        self.0.borrow().moves().into_iter().map(|mv| (mv.text, mv.castles)).collect()
    }

    fn fen(&self) -> String {
        self.0.borrow().fen()
    }

    fn statuses(&self) -> Vec<&'static str> {
        self.0.borrow().status()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.borrow().ending().map(|Ending { winner, reason }| (winner, reason))
    }

    fn claim(&self, words: &str) -> Option<Outcome> {
        match self.0.borrow().claim(words) {
            Claim::Granted(Ending { winner, reason }) => Some((winner, reason)),
            Claim::Refused | Claim::Unknown(_) | Claim::IllegalMove(_) => None,
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.0.borrow().perft(depth, false).unwrap_or(0)
    }
}
