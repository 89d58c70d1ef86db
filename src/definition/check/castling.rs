//! `[[castling]]` and `text.castling`.

use super::{Checker, only};
use crate::board::{Side, Square, SquareSet, Symmetry};
use crate::definition::file::{CastlingTable, Missing};
use crate::definition::names::shown;
use crate::definition::tree::Text;
use crate::definition::{Castling, PieceSet, SidedSquares};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// `text.castling`.
    pub(super) fn castling_text(&mut self) -> Option<bool> {
        let file = self.file;
        let text = file.text.as_ref().and_then(|text| text.castling.as_ref());
        self.word(
            text,
            false,
            &[("auto", false), ("king-takes-partner", true)],
            &[],
            "text.castling",
        )
    }

    /// Castling entries, one for each side.
    pub(super) fn castlings(&mut self) -> Vec<Castling> {
        let file = self.file;
        let mut all: Vec<Castling> = Vec::new();
        for table in file.castling.iter().flat_map(|list| &list.value) {
            for castling in self.castling(table).into_iter().flatten() {
                self.check_shared_right(&castling, &all);
                all.push(castling);
            }
        }
        all
    }

    fn castling(&mut self, table: &CastlingTable) -> Option<Vec<Castling>> {
        let name = self.entry_name(table, table.name.as_ref(), "a castling entry");
        for key in ["right", "pieces", "partner", "from", "partner-from", "to", "partner-to"] {
            table.need(key, "a castling entry", self.faults);
        }
        let sides = self.sides(table.side.as_ref());
        let right = table.right.as_ref().and_then(|text| self.right(text));
        let none = PieceSet::NONE;
        let piece = self.pieces_or(table.pieces.as_ref(), none);
        let partner = self.pieces_or(table.partner.as_ref(), none);
        let nowhere = [SquareSet::EMPTY; 2];
        let from = self.squares_or(table.from.as_ref(), nowhere);
        let partner_from = self.squares_or(table.partner_from.as_ref(), nowhere);
        let to = self.squares_or(table.to.as_ref(), nowhere);
        let partner_to = self.squares_or(table.partner_to.as_ref(), nowhere);
        let wing = self.word(
            table.wing.as_ref(),
            None,
            &[("left", Some(-1)), ("right", Some(1))],
            &[],
            "wing",
        );
        let stepped = self.word(
            table.test.as_ref(),
            false,
            &[("as-is", false), ("king-stepped", true)],
            &[],
            "test",
        );
        let complete = Complete {
            from: from?,
            partner_from: partner_from?,
            to: to?,
            partner_to: partner_to?,
            wing: wing?,
        };
        let (right, piece, partner, king_stepped) = (right?, piece?, partner?, stepped?);
        // After a missing key nothing more can be said.
        if [
            &table.from,
            &table.partner_from,
            &table.to,
            &table.partner_to,
            &table.pieces,
            &table.partner,
        ]
        .iter()
        .any(|text| text.is_none())
        {
            return None;
        }
        let mut out = Vec::new();
        for (side, on) in Side::BOTH.into_iter().zip(sides) {
            if !on {
                continue;
            }
            // Black's fault is White's seen from the other side.
            let (to, partner_to) = self.geometry(table, &complete, side)?;
            let castling = Castling {
                name: name.clone(),
                span: table.span,
                side,
                right: if side == Side::White { right } else { right.to_ascii_lowercase() },
                piece,
                partner,
                from: at(&complete.from, side),
                partner_from: at(&complete.partner_from, side),
                wing: complete.wing.map(|wing| match (side, self.names.symmetry) {
                    (Side::Black, Symmetry::Rotate) => {
                        if wing < 0 {
                            1
                        } else {
                            -1
                        }
                    }
                    _ => wing,
                }),
                to,
                partner_to,
                king_stepped,
                by_drop: table.by_drop.is_some_and(|by_drop| by_drop.value),
            };
            out.push(castling);
        }
        if let Some((castling, reason)) =
            out.iter().find_map(|castling| Some((castling, self.never(castling)?)))
        {
            self.faults.push(
                Diagnostic::warning(
                    "castling-never",
                    table.span,
                    format!("castling `{}` is never possible", castling.name),
                )
                .label(reason)
                .help("correct the start or the entry, or take the entry out with `off = true`"),
            );
        }
        Some(out)
    }

    fn right(&mut self, text: &Text) -> Option<char> {
        let mut chars = text.value.chars();
        let letter = chars.next().filter(|c| c.is_ascii_uppercase() && chars.next().is_none());
        if letter.is_none() {
            self.faults.push(
                Diagnostic::error(
                    "bad-letter",
                    text.span,
                    format!("`{}` cannot be the letter of a right", shown(&text.value)),
                )
                .help("write one capital letter; Black's is the small one"),
            );
        }
        letter
    }

    /// The goals, after the squares have been found to make sense.
    fn geometry(
        &mut self,
        table: &CastlingTable,
        squares: &Complete,
        side: Side,
    ) -> Option<(Square, Square)> {
        let shape = self.names.shape.clone();
        let (from, partner_from) = (at(&squares.from, side), at(&squares.partner_from, side));
        let mut goal = |sided: &SidedSquares, text: Option<&Text>, key: &str| -> Option<Square> {
            let found = only(at(sided, side));
            if found.is_none() {
                self.faults.push(Diagnostic::error(
                    "castling-geometry",
                    text.map_or(table.span, |text| text.span),
                    format!("`{key}` must be exactly one square for {}", side.as_str()),
                ));
            }
            found
        };
        let to = goal(&squares.to, table.to.as_ref(), "to");
        let partner_to = goal(&squares.partner_to, table.partner_to.as_ref(), "partner-to");
        let (to, partner_to) = to.zip(partner_to)?;
        let place = |text: Option<&Text>| text.map_or(table.span, |text| text.span);
        let mut fault = |span, message: String, help: &str| {
            self.faults.push(Diagnostic::error("castling-geometry", span, message).help(help));
            None
        };
        for (set, text, key) in
            [(from, &table.from, "from"), (partner_from, &table.partner_from, "partner-from")]
        {
            if set.is_empty() {
                return fault(
                    place(text.as_ref()),
                    format!("`{key}` has no square for {}", side.as_str()),
                    "name the square where the man stands, or limit the entry with `side`",
                );
            }
        }
        let rank = shape.rank(to);
        let all = [
            (SquareSet::of(partner_to), &table.partner_to),
            (from, &table.from),
            (partner_from, &table.partner_from),
        ];
        for (set, text) in all {
            if let Some(other) = set.iter().find(|&square| shape.rank(square) != rank) {
                return fault(
                    place(text.as_ref()),
                    format!(
                        "castling leaves the rank: {} is not on the rank of {}",
                        shape.name(other),
                        shape.name(to)
                    ),
                    "all squares of a castling entry lie on one rank",
                );
            }
        }
        if to == partner_to {
            return fault(
                place(table.partner_to.as_ref()),
                format!("both men would end on {}", shape.name(to)),
                "give the two men different goals",
            );
        }
        let several = from.len() > 1 || partner_from.len() > 1;
        if several && squares.wing.is_none() {
            self.faults.push(
                Diagnostic::error("missing-key", table.span, "castling from several squares needs the key `wing`")
                    .label("no `wing` here")
                    .help("`wing = \"left\"` or `\"right\"`: the partner is the outermost such man on that wing"),
            );
            return None;
        }
        if !several && from == partner_from {
            return fault(
                place(table.partner_from.as_ref()),
                "both men would stand on one square".to_owned(),
                "name the square of each of the two men",
            );
        }
        Some((to, partner_to))
    }

    /// Several entries may share a right: goals of the same two men on the same squares.
    fn check_shared_right(&mut self, castling: &Castling, before: &[Castling]) {
        let shared = before
            .iter()
            .find(|other| other.side == castling.side && other.right == castling.right);
        let Some(other) = shared else { return };
        let same = other.piece == castling.piece
            && other.partner == castling.partner
            && other.from == castling.from
            && other.partner_from == castling.partner_from
            && other.wing == castling.wing;
        // The same clash of Black's is no news.
        let news = castling.side == Side::White || !self.faults.has_error();
        if !same && news {
            self.faults.push(
                Diagnostic::error(
                    "right-clash",
                    castling.span,
                    format!("`{}` in the rights field would mean two things", castling.right),
                )
                .label(format!("castling `{}`", castling.name))
                .also(other.span, format!("castling `{}`", other.name))
                .help("entries share a right only if the same two men stand on the same squares"),
            );
        }
    }

    /// Why the start does not allow this castling; nothing can bring it back later.
    fn never(&self, castling: &Castling) -> Option<String> {
        if !self.start.known || castling.by_drop {
            return None;
        }
        let stands = |pieces: PieceSet, squares: SquareSet| {
            self.start.men.iter().any(|man| {
                man.side == castling.side && pieces.has(man.piece) && squares.has(man.square)
            })
        };
        let side = match castling.side {
            Side::White => "White",
            Side::Black => "Black",
        };
        if !stands(castling.piece, castling.from) {
            Some(format!("{side} has no such man on `from` in the start"))
        } else if !stands(castling.partner, castling.partner_from) {
            Some(format!("{side} has no partner on `partner-from` in the start"))
        } else if !self.start.rights.contains(castling.right) {
            Some(format!("the start does not have `{}` in its rights field", castling.right))
        } else {
            None
        }
    }
}

fn at(sided: &SidedSquares, side: Side) -> SquareSet {
    sided.get(side.index()).copied().unwrap_or_default()
}

/// The squares of an entry, as read.
struct Complete {
    from: SidedSquares,
    partner_from: SidedSquares,
    to: SidedSquares,
    partner_to: SidedSquares,
    wing: Option<i8>,
}
