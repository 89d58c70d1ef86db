//! `[pieces]`: letters, moves, once-only rights.

use std::collections::BTreeMap;

use super::{Checker, is_plain};
use crate::board::{Side, SquareSet};
use crate::definition::condition::{self, Place};
use crate::definition::file::{ExtraTable, Missing, OnceTable, PieceTable};
use crate::definition::names::shown;
use crate::definition::tree::Text;
use crate::definition::{Castling, MoveEntry, Once, Piece, PieceId, PieceSet, SidedSquares};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::{MoveExpr, lower};
use crate::source::{Span, Spanned};

/// Which man a text in a FEN means, for each side.
pub(super) type Letters = [BTreeMap<String, PieceId>; 2];

/// What holds for all moves of a man unless an entry says otherwise.
#[derive(Clone, Copy)]
struct Defaults {
    within: SidedSquares,
    takes: PieceSet,
    hurdles: PieceSet,
}

impl Checker<'_> {
    /// Letters of all men. The letter of a man as White's; Black's is the small one.
    pub(super) fn letters(&mut self) -> Letters {
        let file = self.file;
        let mut letters = Letters::default();
        let mut places: [BTreeMap<String, Span>; 2] = Default::default();
        let pieces = file.pieces.iter().flat_map(|pieces| &pieces.entries).take(limits::PIECES);
        for (id, (_, table)) in self.names.piece_ids().zip(pieces) {
            let Some(table) = table else { continue };
            let sides = self.sides(table.side.as_ref());
            let own = table.letter.as_ref().filter(|text| self.check_letter(text)).cloned();
            let mut texts: Vec<(String, Span)> =
                own.map(|text| (text.value, text.span)).into_iter().collect();
            if let Some(reads) = &table.reads {
                for (at, c) in reads.value.char_indices() {
                    let span = reads.place(at..at.saturating_add(c.len_utf8()));
                    if c.is_ascii_uppercase() {
                        texts.push((c.to_string(), span));
                    } else {
                        self.faults.push(
                            Diagnostic::error(
                                "bad-letter",
                                span,
                                format!("`{}` cannot be read as a man", shown(&c.to_string())),
                            )
                            .help("`reads` holds capital letters, one after the other"),
                        );
                    }
                }
            }
            for (text, span) in texts {
                for (side, on) in Side::BOTH.into_iter().zip(sides) {
                    let form =
                        if side == Side::White { text.clone() } else { text.to_ascii_lowercase() };
                    let (Some(map), Some(placed)) =
                        (letters.get_mut(side.index()), places.get_mut(side.index()))
                    else {
                        continue;
                    };
                    if !on {
                        continue;
                    }
                    if let Some(&first) = placed.get(&form) {
                        self.faults.push(
                            Diagnostic::error("duplicate-letter", span, format!("two men have the letter `{text}`"))
                                .label("second man")
                                .also(first, "first man")
                                .help("give each man of a side a letter of its own; two to four letters are allowed too"),
                        );
                        break;
                    }
                    placed.insert(form.clone(), span);
                    map.insert(form, id);
                }
            }
        }
        letters
    }

    fn check_letter(&mut self, text: &Text) -> bool {
        let letters = text.value.bytes().all(|b| b.is_ascii_alphabetic());
        let capital = text.value.bytes().next().is_some_and(|b| b.is_ascii_uppercase());
        let fine = letters && capital && text.value.len() <= 4;
        if fine && text.value.len() > 1 && !self.names.codes.is_empty() {
            self.faults.push(
                Diagnostic::error(
                    "bad-letter",
                    text.span,
                    format!(
                        "`{}` cannot be a letter in a game with augmenters",
                        shown(&text.value)
                    ),
                )
                .help("braces behind a letter hold augmenters there; write one capital letter"),
            );
            return false;
        }
        if !fine {
            self.faults.push(
                Diagnostic::error("bad-letter", text.span, format!("`{}` cannot be a letter of a man", shown(&text.value)))
                    .help("write one capital letter, or two to four letters of which the first is a capital"),
            );
        }
        fine
    }

    /// All men.
    pub(super) fn pieces(&mut self) -> Vec<Piece> {
        let file = self.file;
        let entries = file.pieces.iter().flat_map(|pieces| &pieces.entries).take(limits::PIECES);
        self.names
            .piece_ids()
            .zip(entries)
            .filter_map(|(id, (name, table))| self.piece(id, name, table.as_ref()?))
            .collect()
    }

    fn piece(&mut self, id: PieceId, name: &Spanned<String>, table: &PieceTable) -> Option<Piece> {
        let what = format!("the piece `{}`", shown(&name.value));
        table.need("letter", &what, self.faults);
        table.need("moves", &what, self.faults);
        let everywhere = self.names.everywhere();
        let all = self.names.all_pieces();
        let within = self.squares_or(table.within.as_ref(), everywhere);
        let takes = self.pieces_or(table.takes.as_ref(), all);
        let hurdles = self.pieces_or(table.hurdles.as_ref(), all);
        let taken_by = self.pieces_or(table.taken_by.as_ref(), all);
        let home = self.start.squares_of(id);
        let first = self.squares_or(table.first.as_ref(), home);
        let defaults = Defaults {
            within: within.unwrap_or(everywhere),
            takes: takes.unwrap_or(all),
            hurdles: hurdles.unwrap_or(all),
        };
        let mut moves = Vec::new();
        let mut initial = false;
        let mut complete = true;
        match table.moves.as_ref().map(|text| (text, self.notation(text))) {
            Some((text, Some(expr))) => {
                initial |= expr.terms().iter().any(|term| term.initial);
                moves.push(entry(expr, text.span, everywhere, defaults));
            }
            _ => complete = false,
        }
        for extra in table.extra.iter().flat_map(|list| &list.value) {
            match self.extra(extra, defaults) {
                Some(entry) => {
                    initial |= entry.moves.terms().iter().any(|term| term.initial);
                    moves.push(entry);
                }
                None => complete = false,
            }
        }
        let once = match &table.once {
            Some(once) => {
                if let Some(once) = self.once(once, defaults) {
                    initial |= once.entry.moves.terms().iter().any(|term| term.initial);
                    Some(once)
                } else {
                    complete = false;
                    None
                }
            }
            None => None,
        };
        if let (Some(text), Some(_), false, true) = (&table.first, first, initial, complete) {
            self.faults.push(
                Diagnostic::warning(
                    "unused-first",
                    text.span,
                    format!("`first` of `{}` is never asked", name.value),
                )
                .label("no term of its moves has `i`")
                .help("write `i` in front of the first move, or take `first` out"),
            );
        }
        if !complete {
            return None;
        }
        Some(Piece {
            name: name.value.clone(),
            span: name.span,
            letter: table.letter.as_ref()?.value.clone(),
            reads: super::text_of(table.reads.as_ref()),
            sides: self.sides(table.side.as_ref()),
            moves,
            first: first?,
            once,
            within: within?,
            takes: takes?,
            hurdles: hurdles?,
            taken_by: taken_by?,
            value: table.value.map_or(0, |value| value.value),
        })
    }

    fn extra(&mut self, table: &ExtraTable, defaults: Defaults) -> Option<MoveEntry> {
        let name = self.entry_name(table, table.name.as_ref(), "an entry of `extra`");
        table.need("moves", "an entry of `extra`", self.faults);
        let everywhere = self.names.everywhere();
        let moves = table.moves.as_ref().and_then(|text| self.notation(text));
        let from = self.squares_or(table.from.as_ref(), everywhere);
        let to = self.squares_or(table.to.as_ref(), defaults.within);
        let takes = self.pieces_or(table.takes.as_ref(), defaults.takes);
        let hurdles = self.pieces_or(table.hurdles.as_ref(), defaults.hurdles);
        let when = self.move_condition(table.when.as_ref(), moves.as_ref());
        Some(MoveEntry {
            name: Some(name),
            moves: moves?,
            span: table.moves.as_ref()?.span,
            from: from?,
            to: to?,
            takes: takes?,
            hurdles: hurdles?,
            passing: table.passing.is_some_and(|passing| passing.value),
            when: when.ok()?,
        })
    }

    /// Attacks must not depend on attacks: only moves that capture nothing may look at them.
    fn move_condition(
        &mut self,
        text: Option<&Text>,
        moves: Option<&MoveExpr>,
    ) -> Result<Option<crate::definition::Expr>, super::Faulty> {
        let plain = moves.is_none_or(|moves| is_plain(&lower(moves)));
        let place: Place = if plain { condition::PLAIN_MOVE } else { condition::MOVE };
        self.condition(text, place)
    }

    fn once(&mut self, table: &OnceTable, defaults: Defaults) -> Option<Once> {
        table.need("moves", "`once`", self.faults);
        let everywhere = self.names.everywhere();
        let moves = table.moves.as_ref().and_then(|text| self.notation(text));
        let until = self.word(
            table.until.as_ref(),
            false,
            &[("used", false), ("moved", true)],
            &[],
            "until",
        );
        let mark = self.word(
            table.mark.as_ref(),
            false,
            &[("letter", false), ("file", true)],
            &[],
            "mark",
        );
        let when = self.move_condition(table.when.as_ref(), moves.as_ref());
        let lapse = self.condition(table.lapse.as_ref(), condition::LAPSE);
        let mut entry = entry(moves?, table.moves.as_ref()?.span, everywhere, defaults);
        entry.when = when.ok()?;
        Some(Once { entry, until_moved: until?, lapse: lapse.ok()?, mark_file: mark? })
    }

    /// The rights field: every letter of it means one thing.
    pub(super) fn right_clashes(&mut self, pieces: &[Piece], castlings: &[Castling]) {
        for side in Side::BOTH {
            let mut sources: Vec<(char, Span, String)> = Vec::new();
            for castling in castlings.iter().filter(|castling| castling.side == side) {
                let shared = castlings
                    .iter()
                    .find(|other| other.side == side && other.right == castling.right);
                let first = shared.is_none_or(|other| other.span == castling.span);
                if first {
                    sources.push((
                        castling.right,
                        castling.span,
                        format!("castling `{}`", castling.name),
                    ));
                }
            }
            for piece in pieces {
                let (Some(once), Some(true)) = (&piece.once, piece.sides.get(side.index())) else {
                    continue;
                };
                if once.mark_file {
                    for file in 0..self.names.shape.files() {
                        let letter = char::from(b'a'.saturating_add(file));
                        let letter =
                            if side == Side::White { letter.to_ascii_uppercase() } else { letter };
                        let what = format!("the files of `{}`", piece.name);
                        // Several men marked by their files share the letters.
                        if !sources
                            .iter()
                            .any(|(known, _, by)| *known == letter && by.starts_with("the files"))
                        {
                            sources.push((letter, piece.span, what));
                        }
                    }
                    continue;
                }
                let mut letters = piece.letter.chars();
                if let (Some(letter), None) = (letters.next(), letters.next()) {
                    let letter =
                        if side == Side::White { letter } else { letter.to_ascii_lowercase() };
                    sources.push((letter, piece.span, format!("the right of `{}`", piece.name)));
                }
            }
            self.report_clashes(&sources, side);
        }
        self.check_single_rights(pieces);
    }

    fn report_clashes(&mut self, sources: &[(char, Span, String)], side: Side) {
        for (i, (letter, span, what)) in sources.iter().enumerate() {
            let before = sources.iter().take(i).find(|(known, ..)| known == letter);
            let Some((_, first, other)) = before else { continue };
            // The same clash of Black's is no news.
            if side == Side::Black && self.faults.has_error() {
                continue;
            }
            self.faults.push(
                Diagnostic::error(
                    "right-clash",
                    *span,
                    format!("`{letter}` in the rights field would mean two things"),
                )
                .label(what.clone())
                .also(*first, other.clone())
                .help("give one of them another letter"),
            );
        }
    }

    /// A right that is written as the man's letter can belong to one man of a side only.
    fn check_single_rights(&mut self, pieces: &[Piece]) {
        let file = self.file;
        for piece in pieces {
            let Some(once) = &piece.once else { continue };
            let table = file
                .pieces
                .iter()
                .flat_map(super::super::file::Named::iter)
                .find(|(name, _)| name.value == piece.name);
            let place = table
                .and_then(|(_, table)| table.once.as_ref())
                .map_or(piece.span, |once| once.span);
            if once.mark_file {
                continue;
            }
            if piece.letter.len() > 1 {
                self.faults.push(
                    Diagnostic::error(
                        "bad-letter",
                        place,
                        format!(
                            "the right of `{}` needs one letter in the rights field",
                            piece.name
                        ),
                    )
                    .help("give the man a single letter, or write `mark = \"file\"`"),
                );
            }
            let Some(id) = self.names.piece(&piece.name) else { continue };
            if self.start.squares_of(id).iter().any(|squares: &SquareSet| squares.len() > 1) {
                self.faults.push(
                    Diagnostic::error(
                        "right-clash",
                        place,
                        format!(
                            "several `{}` of one side begin with a right written `{}`",
                            piece.name, piece.letter
                        ),
                    )
                    .help("write `mark = \"file\"`, so that each right is named by its man's file"),
                );
            }
        }
    }
}

fn entry(moves: MoveExpr, span: Span, from: SidedSquares, defaults: Defaults) -> MoveEntry {
    MoveEntry {
        name: None,
        moves,
        span,
        from,
        to: defaults.within,
        takes: defaults.takes,
        hurdles: defaults.hurdles,
        passing: false,
        when: None,
    }
}
