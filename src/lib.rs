//! Chess variants defined as data.
//!
//! text → syntax tree → checked definition → compiled tables → position → moves → outcome.

pub mod board;
pub mod cli;
pub mod definition;
pub mod diagnostic;
pub mod draw;
pub mod limits;
pub mod notation;
pub mod source;
