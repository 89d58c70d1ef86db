//! Games in PGN (portable game notation): text → games → tags and moves → played by the rules.
//!
//! Foreign files are read kindly: blank lines may be missing, tags may hold bare quotes, numbers and
//! dots of moves stand as they like. Moves are plain text until [`play()`] gives them to a game, in
//! SAN or any other spelling that the game reads. Braces are comments in PGN, so ids of several
//! letters stand in angle brackets there: `<Ab>xe4` for `{Ab}xe4`.

mod names;
mod play;
mod read;
mod split;
mod write;

pub use names::is_called;
pub use play::{Doubt, IllegalMove, Replay, play};
pub use read::{PgnFault, PgnFaultKind, PgnGame, PgnMove, PgnResult, read};
pub use split::{Games, Line, Splitter, decode, games};
pub use write::{UnwrittenMove, write};
