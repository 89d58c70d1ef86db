//! A language server for variant files: messages in, messages out.
//!
//! It keeps the texts that an editor has open, and answers from these; parents are looked for
//! among them first, then in the [`Library`] of the file's folder. Files are only read through
//! that library. Text that is no TOML at the moment is still answered from: `cursor.rs` reads it
//! word by word, and names come from the last state that could be read.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod answers;
mod cursor;
mod documents;
mod faults;
mod hover;
mod place;
mod server;
mod transport;

use std::path::Path;

pub use server::serve;

use crate::definition::Library;

/// Gives the library of a folder; `None` for a text that is in none.
pub type Libraries<'a> = &'a (dyn Fn(Option<&Path>) -> Box<dyn Library> + Sync);
