//! Pictures of boards and of what men reach.

pub mod diagram;
pub mod text;

pub use diagram::{Diagram, Part, Symbol, When};
