//! `[[promotion]]` and `[en-passant]`.

use std::collections::BTreeMap;

use super::Checker;
use crate::definition::condition;
use crate::definition::file::{Missing, PromotionTable};
use crate::definition::names::{shown, suggest};
use crate::definition::{EnPassant, Mark, PieceId, Promotion, PromotionOn};
use crate::diagnostic::Diagnostic;
use crate::notation::lower;
use crate::source::Span;

impl Checker<'_> {
    /// Promotion entries.
    pub(super) fn promotions(&mut self) -> Vec<Promotion> {
        let file = self.file;
        let mut all: Vec<Promotion> = Vec::new();
        // What a man marked `+` becomes is told by its letter alone.
        let mut plus: BTreeMap<PieceId, (PieceId, Span)> = BTreeMap::new();
        for table in file.promotion.iter().flat_map(|list| &list.value) {
            let Some(promotion) = self.promotion(table) else { continue };
            if promotion.mark == Mark::Plus {
                self.check_plus(table, &promotion, &mut plus);
            }
            all.push(promotion);
        }
        all
    }

    fn promotion(&mut self, table: &PromotionTable) -> Option<Promotion> {
        let name = self.entry_name(table, table.name.as_ref(), "a promotion entry");
        table.need("pieces", "a promotion entry", self.faults);
        table.need("to", "a promotion entry", self.faults);
        let sides = self.sides(table.side.as_ref());
        let pieces = table.pieces.as_ref().and_then(|text| self.names.pieces(text, self.faults));
        let to = table.to.as_ref().and_then(|text| self.names.ordered_pieces(text, self.faults));
        if let (Some(text), Some([])) = (&table.to, to.as_deref()) {
            self.faults.push(
                Diagnostic::error("bad-value", text.span, "a promotion needs something to become")
                    .help("take the entry out with `off = true` if there is no promotion"),
            );
            return None;
        }
        let everywhere = self.names.everywhere();
        let zone = self.squares_or(table.zone.as_ref(), everywhere);
        let words = [
            ("end", PromotionOn::End),
            ("touch", PromotionOn::Touch),
            ("capture", PromotionOn::Capture),
            ("turn", PromotionOn::Turn),
        ];
        let on = self.word(table.on.as_ref(), PromotionOn::End, &words, &[], "on");
        let words = [("none", Mark::None), ("~", Mark::Tilde), ("+", Mark::Plus)];
        let mark = self.word(table.mark.as_ref(), Mark::None, &words, &[], "mark");
        let when = self.condition(table.when.as_ref(), condition::PROMOTION);
        let limit = self.limit(table, to.as_deref());
        let moves = match &table.moves {
            None => None,
            Some(text) => {
                if on.is_some_and(|on| on != PromotionOn::Turn) {
                    self.faults.push(
                        Diagnostic::error(
                            "bad-value",
                            text.span,
                            "`moves` are for a promotion that is a turn of its own",
                        )
                        .help("write `on = \"turn\"`, or take `moves` out"),
                    );
                }
                let moves = self.notation(text).filter(|moves| !moves.terms().is_empty());
                if moves.as_ref().is_some_and(|moves| !super::is_plain(&lower(moves))) {
                    self.faults.push(
                        Diagnostic::error(
                            "bad-value",
                            text.span,
                            "`moves` of a promotion do not capture",
                        )
                        .label("captures")
                        .help(
                            "write `m` in front of each base move: a man who captures so would \
                             attack, which only his own moves do",
                        ),
                    );
                }
                moves
            }
        };
        let back = table.back.as_ref().filter(|back| back.value);
        if let Some(back) = back
            && mark == Some(Mark::None)
        {
            self.faults.push(
                Diagnostic::error("bad-value", back.span, "a man without a mark cannot turn back")
                    .label("what it was is forgotten")
                    .help("write `mark = \"+\"`"),
            );
        }
        let back = back.is_some();
        Some(Promotion {
            name,
            span: table.span,
            sides,
            pieces: pieces?,
            zone: zone?,
            on: on?,
            to: to?,
            must: table.must.is_none_or(|must| must.value),
            limit,
            when: when.ok()?,
            mark: mark?,
            back,
            moves,
        })
    }

    fn limit(&mut self, table: &PromotionTable, to: Option<&[PieceId]>) -> Vec<(PieceId, u32)> {
        let mut limits = Vec::new();
        for (name, number) in table.limit.iter().flat_map(super::super::file::Named::iter) {
            let Some(piece) = self.names.piece(&name.value) else {
                self.unknown_single_piece(&name.value, name.span);
                continue;
            };
            if to.is_some_and(|to| !to.contains(&piece)) {
                self.faults.push(
                    Diagnostic::error(
                        "promotion-limit",
                        name.span,
                        format!(
                            "nothing is promoted to `{}` here, so there is nothing to limit",
                            name.value
                        ),
                    )
                    .help("limit only pieces that stand in `to`"),
                );
            }
            match u32::try_from(number.value) {
                Ok(number) => limits.push((piece, number)),
                Err(_) => self.faults.push(Diagnostic::error(
                    "out-of-range",
                    number.span,
                    format!(
                        "the limit of `{}` is {}; it cannot be negative or that large",
                        name.value, number.value
                    ),
                )),
            }
        }
        limits
    }

    /// A key that must be the name of one piece.
    pub(super) fn unknown_single_piece(&mut self, name: &str, span: Span) {
        let fault = Diagnostic::error(
            "unknown-piece",
            span,
            format!("no piece is called `{}`", shown(name)),
        )
        .label("not defined in `[pieces]`");
        self.faults.push(if self.names.groups.contains_key(name) {
            fault.help("a group has this name, but each piece is named by itself here")
        } else {
            suggest(fault, name, self.names.pieces.iter().map(String::as_str))
        });
    }

    fn check_plus(
        &mut self,
        table: &PromotionTable,
        promotion: &Promotion,
        plus: &mut BTreeMap<PieceId, (PieceId, Span)>,
    ) {
        let place = table.to.as_ref().map_or(table.span, |text| text.span);
        let [target] = promotion.to[..] else {
            self.faults.push(
                Diagnostic::error(
                    "mark-targets",
                    place,
                    "a mark `+` does not tell several targets apart",
                )
                .label("more than one piece")
                .help("with `mark = \"+\"` a piece has one target; write one entry for each piece"),
            );
            return;
        };
        for piece in promotion.pieces.iter() {
            match plus.get(&piece) {
                Some(&(other, span)) if other != target => {
                    let name = self.names.piece_name(piece).to_owned();
                    self.faults.push(
                        Diagnostic::error(
                            "mark-targets",
                            place,
                            format!("`{name}` with a mark `+` would be two things"),
                        )
                        .label("one target")
                        .also(span, "another target")
                        .help("with `mark = \"+\"` a piece has one target"),
                    );
                    return;
                }
                _ => {
                    plus.insert(piece, (target, place));
                }
            }
        }
    }

    /// `[en-passant]`.
    pub(super) fn en_passant(&mut self) -> Option<EnPassant> {
        let file = self.file;
        let table = file.en_passant.as_ref();
        let everywhere = self.names.everywhere();
        let all = self.names.all_pieces();
        let zone = self.squares_or(table.and_then(|table| table.zone.as_ref()), everywhere);
        let of = self.pieces_or(table.and_then(|table| table.of.as_ref()), all);
        Some(EnPassant { zone: zone?, of: of? })
    }
}
