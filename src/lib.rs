//! Chess variants defined as data.
//!
//! text → syntax tree → checked definition → compiled tables → position → moves → outcome.

pub mod analyse;
pub mod batch;
pub mod bitboard;
pub mod board;
pub mod book;
pub mod cli;
pub mod compare;
pub mod compile;
pub mod convert;
pub mod definition;
pub mod diagnostic;
mod dispatch;
pub mod draw;
pub mod format;
pub mod game;
pub mod limits;
pub mod lint;
pub mod lsp;
pub mod movegen;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod rules;
pub mod scaffold;
pub mod setup;
pub mod source;
pub mod staged;
pub mod uci;
pub mod variant;
pub mod vartest;
pub mod why;
