//! Variant files: TOML text → checked [`Definition`].

mod model;

pub use model::*;
