//! What can be said of a game from its file alone.
pub mod mobility;
pub mod moveset;
pub mod reach;
pub mod redundant;
pub mod targets;
pub mod trail;

#[cfg(test)]
mod tests;
