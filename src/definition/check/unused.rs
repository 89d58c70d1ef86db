//! What stands in a file and does nothing.

use super::Checker;
use super::pieces::Letters;
use crate::board::Side;
use crate::definition::{Piece, PieceSet, Promotion};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// Warns of pieces that never come up and zones that nobody names.
    pub(super) fn warn_unused(
        &mut self,
        pieces: &[Piece],
        promotions: &[Promotion],
        letters: &Letters,
    ) {
        let mut used = PieceSet::NONE;
        for man in &self.start.men {
            used.insert(man.piece);
        }
        for &(_, piece) in &self.start.hand {
            used.insert(piece);
        }
        let file = self.file;
        let presets = file
            .setup
            .iter()
            .filter_map(|setup| setup.presets.as_ref())
            .flat_map(super::super::file::Named::iter);
        for (_, text) in presets {
            let placement = text.value.split([' ', '[']).next().unwrap_or_default();
            let long = letters.iter().flat_map(|map| map.keys()).any(|letter| letter.len() > 1);
            for token in crate::board::placement_text::tokens(placement, long) {
                let crate::board::placement_text::TokenKind::Man(man) = token.kind else {
                    continue;
                };
                for side in Side::BOTH {
                    if let Some(&piece) =
                        letters.get(side.index()).and_then(|map| map.get(man.letter))
                    {
                        used.insert(piece);
                    }
                }
            }
        }
        for promotion in promotions {
            promotion.to.iter().for_each(|&piece| used.insert(piece));
        }
        for (id, piece) in self.names.piece_ids().zip(pieces) {
            if !used.has(id) {
                self.faults.push(
                    Diagnostic::warning(
                        "unused-piece",
                        piece.span,
                        format!("`{}` never comes up", piece.name),
                    )
                    .label("not in the start, in no preset, and nothing promotes to it")
                    .help("put it into the start, or take it out with `off = true`"),
                );
            }
        }
        let zones = file.zones.iter().flat_map(|zones| &zones.entries);
        for (name, _) in zones {
            if !self.names.used_zones.borrow().contains(&name.value) {
                self.faults.push(
                    Diagnostic::warning(
                        "unused-zone",
                        name.span,
                        format!("the zone `{}` is never named", name.value),
                    )
                    .help("use it or take it out"),
                );
            }
        }
    }
}
