//! What can be said of a game from its file alone: how far its men reach, which of their
//! augmenters add nothing, how crowded boards slow them down. Every answer names its method in
//! the module that gives it; no number and no game is known beforehand.

pub mod forced;
pub mod kings;
pub mod mobility;
pub mod moveset;
pub mod presets;
pub mod reach;
pub mod redundant;
pub mod report;
pub mod slots;
mod starts;
pub mod study;
pub mod targets;
pub mod tempo;
pub mod trail;

pub use report::{Analysis, analyse};
pub use study::Study;

#[cfg(test)]
mod game_tests;
#[cfg(test)]
mod tests;
