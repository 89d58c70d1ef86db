//! Moves of a position: as a list, as a number, as an answer to "any?".
//!
//! One walk hands out batches of destinations that are already legal; lists, counts and
//! questions are sinks of that walk.

pub(crate) mod castling;
pub(crate) mod chains;
mod check;
mod extras;
mod legal;
mod promotion;
mod replay;
mod safety;
mod sink;
mod targets;
mod walk;

pub use check::royals_at_risk;
pub(crate) use extras::{ban_on, captures, gated};
pub(crate) use replay::{finished_is_legal, royalty_taken, without_reserves};
pub(crate) use targets::{Inner, Scene};
