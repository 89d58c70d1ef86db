//! Pictures of boards and of what men reach.

pub mod diagram;
mod figures;
mod letters;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod text;

pub use diagram::{Diagram, Part, Symbol, When};
