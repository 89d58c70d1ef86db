//! What is correct in a definition and probably not meant: found with the compiled game.
//!
//! Warnings that need no tables stand with the checks of the definition. Each warning has a
//! code ([`crate::diagnostic::codes`]), and a file can allow it ([`Definition::allowed`]).

mod moves;
mod opening;
mod reach;

use crate::analyse::{Study, presets};
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::variant::Variant;

/// All warnings about a game that its file does not allow, in file order.
pub fn warnings(variant: &Variant) -> Vec<Diagnostic> {
    let definition = variant.definition();
    let study = Study::new(definition);
    let mut found = presets::warnings(definition);
    if !definition.augmenters.is_empty() {
        found.extend(variant.preset_doubts());
    }
    moves::warn(definition, variant, &study, &mut found);
    reach::warn(definition, &study, &mut found);
    opening::warn(variant, &mut found);
    wanted(definition, found)
}

/// Those of some warnings that a file does not allow, in file order.
fn wanted(definition: &Definition, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let allowed = |code: &str| definition.allowed.iter().any(|allowed| allowed.code == code);
    found.retain(|warning| !allowed(warning.code));
    found.sort_by_key(Diagnostic::span);
    found
}
