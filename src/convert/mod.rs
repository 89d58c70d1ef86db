//! Games for other programs: a [`Definition`](crate::definition::Definition) as a section of
//! Fairy-Stockfish's `variants.ini`, and such a section as TOML.
//!
//! Both ways only translate. What a section means is worked out in the engine's own terms
//! (`betza`, `names`) and compared with what the definition says; where the two are not known to
//! be the same, that is told ([`Missing`]) and never passed over.
//!
//! The text of a section is foreign. Numbers from it are bounded where they are read, places are
//! added saturating, and `-` stands between sets of squares.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod arrivals;
mod betza;
mod castling;
mod ends;
mod from;
mod game;
mod ini;
mod men;
mod names;
mod reader;
mod royal;
mod to;

pub use from::{PARENTS, from_fairy_stockfish};
pub use to::to_fairy_stockfish;

use crate::source::Span;

/// What a rule that cannot be said bears on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Bears {
    /// Positions and legal moves: the section is another game.
    Play,
    /// Only how a game that still has moves is judged.
    Result,
}

impl Bears {
    /// `play` or `result`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Result => "result",
        }
    }
}

/// A rule that cannot be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The rule, as the file calls it.
    pub what: String,
    /// Why the engine has no words for it.
    pub why: String,
    /// Its place in the variant.
    pub span: Span,
    /// What it bears on.
    pub bears: Bears,
}

/// A game as a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The text, a section with its heading; `None` if even the board or the men cannot be said.
    pub ini: Option<String>,
    /// What is not in it, in the order of the file.
    pub missing: Vec<Missing>,
}
