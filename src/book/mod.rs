//! The rules of a game in prose.

mod man;

pub use man::Man;
