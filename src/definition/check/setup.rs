//! `[setup]`: the start, presets, shuffled arrays.

use super::Checker;
use super::pieces::Letters;
use crate::board::placement_text::{TokenKind, tokens};
use crate::board::{Side, Square, SquareSet};
use crate::definition::condition;
use crate::definition::file::{Missing, ShuffleTable};
use crate::definition::names::{NameOf, check_name, shown};
use crate::definition::tree::Text;
use crate::definition::{PieceId, Setup, Shuffle, SidedSquares, Stage};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// A man in a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub square: Square,
    pub side: Side,
    pub piece: PieceId,
    /// `+P`: it is what the man of this letter becomes.
    pub plus: bool,
}

/// What stands where, without any legality.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    pub men: Vec<Man>,
    /// Men in hand, before any of them is tied to a square.
    pub hand: Vec<(Side, PieceId)>,
    /// The rights field.
    pub rights: String,
    /// False if the text could not be read.
    pub known: bool,
}

impl Placement {
    /// Squares of such men, for each side.
    pub(super) fn squares_of(&self, piece: PieceId) -> SidedSquares {
        Side::BOTH.map(|side| {
            let men =
                self.men.iter().filter(|man| man.side == side && man.piece == piece && !man.plus);
            men.map(|man| man.square).collect()
        })
    }
}

impl Checker<'_> {
    /// Reads the start, for everything that depends on it.
    pub(super) fn start_placement(&mut self, letters: &Letters) -> Placement {
        let file = self.file;
        file.need("setup", "a game", self.faults);
        let Some(setup) = &file.setup else { return Placement::default() };
        setup.need("start", "`setup`", self.faults);
        match &setup.start {
            // The men or the board are not known: nothing can be said about where they stand.
            Some(text) if !self.board_or_men_faulty() => self.placement(text, "start", letters),
            _ => Placement::default(),
        }
    }

    fn board_or_men_faulty(&self) -> bool {
        let file = self.file;
        let board = file.board.as_ref().is_none_or(|board| {
            let fits = |n: Option<&crate::source::Spanned<i64>>| {
                n.is_some_and(|n| (1..=i64::from(limits::BOARD_SIDE)).contains(&n.value))
            };
            !fits(board.files.as_ref()) || !fits(board.ranks.as_ref())
        });
        let men = file.pieces.as_ref().is_none_or(|pieces| {
            pieces
                .entries
                .iter()
                .any(|(_, table)| table.as_ref().is_none_or(|table| table.letter.is_none()))
        });
        board || men || !self.letters_known
    }

    /// `[setup]`.
    pub(super) fn setup(&mut self, letters: &Letters, stages: Vec<Stage>) -> Option<Setup> {
        let file = self.file;
        let table = file.setup.as_ref()?;
        let mut presets = Vec::new();
        if let Some(named) = &table.presets {
            if named.entries.len() > limits::PRESETS {
                self.faults.push(Diagnostic::error(
                    "out-of-range",
                    named.span,
                    format!(
                        "there are {} presets; at most {} are allowed",
                        named.entries.len(),
                        limits::PRESETS
                    ),
                ));
            }
            for (name, text) in named.iter().take(limits::PRESETS) {
                check_name(&name.value, name.span, NameOf::Choice, self.faults);
                if name.value == "start" {
                    self.faults.push(
                        Diagnostic::error(
                            "reserved-name",
                            name.span,
                            "`start` is the start itself",
                        )
                        .help("choose another name for the preset"),
                    );
                }
                if !self.board_or_men_faulty() {
                    self.placement(text, "preset", letters);
                }
                presets.push((name.value.clone(), text.value.clone(), text.span));
            }
        }
        let shuffle = match &table.shuffle {
            Some(table) => Some(self.shuffle(table)?),
            None => None,
        };
        let start = table.start.as_ref()?;
        let (start, start_span) = (start.value.clone(), start.span);
        Some(Setup { start, start_span, presets, shuffle, stages })
    }

    fn shuffle(&mut self, table: &ShuffleTable) -> Option<Shuffle> {
        table.need("squares", "`setup.shuffle`", self.faults);
        let text = table.squares.as_ref()?;
        let squares = self.names.squares(text, self.faults);
        let keep = self.condition(table.keep.as_ref(), condition::SHUFFLE);
        let squares = squares?.first().copied().unwrap_or_default();
        if self.start.known {
            let ways = self.arrangements(squares);
            if ways.is_none_or(|ways| ways > u128::from(limits::ARRANGEMENTS)) {
                self.faults.push(
                    Diagnostic::error(
                        "out-of-range",
                        text.span,
                        format!("there are more than {} arrangements to try", limits::ARRANGEMENTS),
                    )
                    .label(format!("{} squares", squares.len()))
                    .help("shuffle fewer squares"),
                );
            }
        }
        Some(Shuffle {
            squares,
            keep: keep.ok()?,
            same: table.same.is_none_or(|same| same.value),
            span: table.span,
        })
    }

    /// In how many ways White's men on these squares can be permuted. `None`: too many to count.
    fn arrangements(&self, squares: SquareSet) -> Option<u128> {
        let mut counts = std::collections::BTreeMap::new();
        for square in squares.iter() {
            let man =
                self.start.men.iter().find(|man| man.square == square && man.side == Side::White);
            let count = counts.entry(man.map(|man| (man.piece, man.plus))).or_insert(0_u128);
            *count = count.saturating_add(1);
        }
        // Choose the squares of each kind in turn: a product of binomials.
        let mut ways = 1_u128;
        let mut placed = 0_u128;
        for count in counts.into_values() {
            for k in 1..=count {
                placed = placed.checked_add(1)?;
                ways = ways.checked_mul(placed)?.checked_div(k)?;
                if ways > u128::from(limits::ARRANGEMENTS).saturating_mul(1 << 64) {
                    return None;
                }
            }
        }
        Some(ways)
    }

    /// Reads the first field of a FEN, and its rights field as text.
    fn placement(&mut self, text: &Text, what: &str, letters: &Letters) -> Placement {
        let before = self.faults.len();
        let fields: Vec<&str> = text.value.split_ascii_whitespace().collect();
        let first = fields.first().copied().unwrap_or_default();
        let offset = text.value.find(first).unwrap_or(0);
        let (placement, bracket) = match first.find('[') {
            Some(at) => first.split_at(at),
            None => (first, ""),
        };
        let hand = if bracket.is_empty() {
            Vec::new()
        } else {
            let at = offset.saturating_add(placement.len());
            let place = text.place(at..at.saturating_add(bracket.len()));
            self.hand(bracket, place, letters)
        };
        if let Some(side) = fields.get(1).filter(|side| !matches!(**side, "w" | "b")) {
            let at = text
                .value
                .get(offset.saturating_add(first.len())..)
                .and_then(|rest| rest.find(side));
            let at = at.unwrap_or(0).saturating_add(offset).saturating_add(first.len());
            self.faults.push(
                Diagnostic::error(
                    "start-invalid",
                    text.place(at..at.saturating_add(side.len())),
                    format!("`{}` is no side to move", shown(side)),
                )
                .help("write `w` or `b`"),
            );
        }
        let mut men = self.men(text, placement, offset, what, letters);
        let known = self.faults.len() == before;
        if !known {
            men.clear();
        }
        let rights = fields.get(2).copied().unwrap_or_default().to_owned();
        Placement { men, hand, rights, known }
    }

    /// Men in the bracket behind a placement: which they are. Whether the rest of it fits is
    /// asked when the FEN is read as a position.
    fn hand(&mut self, bracket: &str, place: Span, letters: &Letters) -> Vec<(Side, PieceId)> {
        if self.file.hand.is_some() || self.file.gate.is_some() && !bracket.contains(['@', ',']) {
            return self.men_in_hand(bracket, place, letters);
        }
        if self.file.gate.is_none() {
            self.faults.push(if self.file.augmenters.is_some() {
                Diagnostic::error("start-invalid", place, "no man of this game is ever in hand")
                    .help(
                        "what the stages choose is not written in the start; take the bracket out",
                    )
            } else {
                Diagnostic::error("start-invalid", place, "no man of this game is ever in hand")
                    .help("write `[hand]` and `[[drop]]` entries, or take the bracket out")
            });
            return Vec::new();
        }
        let mut hand = Vec::new();
        let inner = bracket.trim_start_matches('[').trim_end_matches(']');
        for item in inner.split(',').map(str::trim).filter(|item| !item.is_empty() && *item != "-")
        {
            let letter = item.split(['@', '?', '-']).next().unwrap_or_default();
            let letter = letter.trim_start_matches('{').trim_end_matches('}');
            hand.extend(self.man_in_hand(letter, place, letters));
        }
        hand
    }

    /// Letters, capitals for White.
    fn men_in_hand(
        &mut self,
        bracket: &str,
        place: Span,
        letters: &Letters,
    ) -> Vec<(Side, PieceId)> {
        let inner = bracket.trim_start_matches('[').trim_end_matches(']');
        let mut hand = Vec::new();
        if inner == "-" {
            return hand;
        }
        let long = letters.iter().flat_map(|map| map.keys()).any(|letter| letter.len() > 1);
        for token in tokens(inner, long) {
            let letter = match token.kind {
                TokenKind::Man(man) => man.letter,
                _ => inner.get(token.at..).and_then(|rest| rest.get(..1)).unwrap_or("?"),
            };
            hand.extend(self.man_in_hand(letter, place, letters));
        }
        hand
    }

    fn man_in_hand(
        &mut self,
        letter: &str,
        place: Span,
        letters: &Letters,
    ) -> Option<(Side, PieceId)> {
        let white = letter.starts_with(|first: char| first.is_ascii_uppercase());
        let side = if white { Side::White } else { Side::Black };
        let piece = letters.get(side.index()).and_then(|map| map.get(letter)).copied();
        if piece.is_none() {
            let fault = Diagnostic::error("start-invalid", place, "");
            let fault = self.unknown_letter(letter, side, letters, fault);
            self.faults.push(fault);
        }
        Some((side, piece?))
    }

    fn men(
        &mut self,
        text: &Text,
        placement: &str,
        offset: usize,
        what: &str,
        letters: &Letters,
    ) -> Vec<Man> {
        let shape = self.names.shape.clone();
        let (files, ranks) = (u32::from(shape.files()), u32::from(shape.ranks()));
        let mut men = Vec::new();
        // From the top rank down; `rank` counts how many have been finished.
        let (mut rank, mut file) = (0_u32, 0_u32);
        let mut rank_start = 0_usize;
        let mut faults = Vec::new();
        let mut widths = Vec::new();
        let place = |from: usize, to: usize| {
            text.place(offset.saturating_add(from)..offset.saturating_add(to))
        };
        let wrong_width = |rank: u32, file: u32, from: usize, to: usize| {
            Diagnostic::error(
                "start-invalid",
                place(from, to),
                format!(
                    "rank {} of the {what} has {} squares, the board has {files} files",
                    ranks.saturating_sub(rank),
                    if file > 1000 { "far too many".to_owned() } else { file.to_string() }
                ),
            )
        };
        let long = letters.iter().flat_map(|map| map.keys()).any(|letter| letter.len() > 1);
        let list: Vec<_> = tokens(placement, long).collect();
        for (index, token) in list.iter().enumerate() {
            let end = list.get(index.saturating_add(1)).map_or(placement.len(), |next| next.at);
            let square = u8::try_from(file)
                .ok()
                .zip(
                    ranks
                        .checked_sub(rank.saturating_add(1))
                        .and_then(|rank| u8::try_from(rank).ok()),
                )
                .and_then(|(file, rank)| shape.at(file, rank));
            let hole = square.is_some_and(|square| shape.holes().has(square));
            let fault =
                |message: String| Diagnostic::error("start-invalid", place(token.at, end), message);
            match token.kind {
                TokenKind::NextRank => {
                    let end = token.at.max(rank_start.saturating_add(1));
                    widths.push((file, wrong_width(rank, file, rank_start, end)));
                    rank = rank.saturating_add(1);
                    file = 0;
                    rank_start = end;
                    continue;
                }
                TokenKind::Empty(0) => faults.push(fault("a run of no squares".to_owned())),
                TokenKind::Empty(run) => {
                    let covered = |step: u32| {
                        let file = u8::try_from(file.saturating_add(step)).ok()?;
                        let rank = u8::try_from(ranks.checked_sub(rank.saturating_add(1))?).ok()?;
                        shape.at(file, rank).filter(|square| shape.holes().has(*square))
                    };
                    if let Some(hole) = (0..run.min(files)).find_map(covered) {
                        faults.push(
                            fault(format!("{} is a hole of the board", shape.name(hole)))
                                .help("holes are written `*`"),
                        );
                    }
                    file = file.saturating_add(run);
                    continue;
                }
                TokenKind::Blocked if !hole => {
                    if let Some(square) = square {
                        faults.push(
                            fault(format!("{} is no hole of the board", shape.name(square)))
                                .help("write it in `board.holes`; walls are not supported by this version"),
                        );
                    }
                }
                TokenKind::Blocked => {}
                TokenKind::Man(man) => {
                    if let (true, Some(square)) = (hole, square) {
                        faults
                            .push(fault(format!("{} is a hole of the board", shape.name(square))));
                    }
                    let side = if man.letter.starts_with(|c: char| c.is_ascii_uppercase()) {
                        Side::White
                    } else {
                        Side::Black
                    };
                    if let Some(codes) = man.codes
                        && let Err(code) = self.codes_known(codes)
                    {
                        faults.push(self.unknown_code(code, fault(String::new())));
                    }
                    if let Some(&piece) =
                        letters.get(side.index()).and_then(|map| map.get(man.letter))
                    {
                        if let Some(square) = square {
                            men.push(Man { square, side, piece, plus: man.plus });
                        }
                    } else {
                        faults.push(self.unknown_letter(
                            man.letter,
                            side,
                            letters,
                            fault(String::new()),
                        ));
                    }
                }
                TokenKind::Bad => {
                    let text = placement.get(token.at..end).unwrap_or_default();
                    faults.push(fault(format!("`{}` means nothing in a placement", shown(text))));
                }
            }
            file = file.saturating_add(1);
        }
        let end = placement.len().max(rank_start.saturating_add(1));
        widths.push((file, wrong_width(rank, file, rank_start, end)));
        let found = rank.saturating_add(1);
        let wrong = widths.iter().filter(|(width, _)| *width != files).count();
        let same =
            widths.iter().all(|(width, _)| Some(*width) == widths.first().map(|first| first.0));
        if found != ranks || same && wrong > 1 {
            // It is meant for another board.
            let size = if placement.is_empty() {
                "no squares".to_owned()
            } else if same {
                format!("{file} files and {found} ranks")
            } else {
                format!("{found} ranks")
            };
            let mut fault = Diagnostic::error(
                "start-invalid",
                place(0, placement.len()),
                format!("the {what} has {size}, the board has {files} files and {ranks} ranks"),
            );
            if let Some(board) = &self.file.board {
                let side = if found == ranks { &board.files } else { &board.ranks };
                if let Some(side) = side {
                    fault = fault.also(side.span, "the board");
                }
            }
            self.faults.push(fault);
            return Vec::new();
        }
        faults.extend(
            widths.into_iter().filter(|(width, _)| *width != files).map(|(_, fault)| fault),
        );
        for fault in faults {
            self.faults.push(fault);
        }
        men
    }

    fn unknown_code(&self, code: char, mut fault: Diagnostic) -> Diagnostic {
        fault.message = format!("no augmenter has the code `{code}`");
        let known: String = self.names.codes.iter().collect();
        if known.is_empty() {
            return fault.help("this game has no `[augmenters]`; men hold nothing");
        }
        fault.help(format!("the codes are `{known}`"))
    }

    fn unknown_letter(
        &self,
        letter: &str,
        side: Side,
        letters: &Letters,
        mut fault: Diagnostic,
    ) -> Diagnostic {
        let other = letters.get(side.other().index()).is_some_and(|map| {
            let form =
                if side == Side::White { letter.to_ascii_lowercase() } else { capital(letter) };
            map.contains_key(&form)
        });
        fault.message = if other {
            format!("{} may not have a man `{}`", capital(side.as_str()), shown(letter))
        } else {
            format!("no man has the letter `{}`", shown(letter))
        };
        if other {
            return fault.help("the piece is limited by its `side`");
        }
        let known: Vec<String> = letters
            .get(side.index())
            .map(|map| {
                map.iter()
                    .map(|(letter, piece)| format!("{letter} {}", self.names.piece_name(*piece)))
                    .take(40)
                    .collect()
            })
            .unwrap_or_default();
        fault.help(format!("letters of {}: {}", side.as_str(), known.join(", ")))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}
