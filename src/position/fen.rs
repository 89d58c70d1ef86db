//! FEN text → position and back (`formats.md`, sections 1 to 3).

use std::fmt::Write;

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::placement_text::{ManText, TokenKind, tokens};
use crate::board::{Side, Square};
use crate::limits;
use crate::rules::{KindId, NO_KIND, RIGHTS, RightRule, Rules};

use super::Position;
use super::text::side_letter;
use super::validate::{Grade, Reason};

/// A FEN that could not be read: every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong, in the order of the text.
    pub reasons: Vec<Reason>,
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&reason.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// A FEN that could be read. The position may still be impossible.
#[derive(Clone, Debug)]
pub struct ParsedFen<B: Bitboard> {
    /// The position.
    pub position: Position<B>,
    /// What the text says that the position cannot hold or the game cannot have: rights
    /// without their men, en-passant squares nobody passed.
    pub reasons: Vec<Reason>,
}

/// The fields of a FEN.
struct Fields<'a> {
    hand: Option<&'a str>,
    side: Option<&'a str>,
    rights: Option<&'a str>,
    en_passant: Option<&'a str>,
    clocks: [Option<&'a str>; 2],
    points: Option<&'a str>,
    checks: Option<&'a str>,
}

impl<B: Bitboard> Rules<B> {
    /// Reads a FEN. Fields behind the side may be missing; the last two numbers are the
    /// clocks.
    ///
    /// # Errors
    /// Everything in the text that cannot be read.
    pub fn parse_fen(&self, fen: &str) -> Result<ParsedFen<B>, FenError> {
        let mut position = Position::empty();
        let mut reasons = Vec::new();
        match self.read_fen(fen, &mut position, &mut reasons) {
            Some(_) => Ok(ParsedFen { position, reasons }),
            None => Err(FenError { reasons }),
        }
    }

    /// As [`Self::parse_fen`], into an empty position that the caller has and behind reasons that
    /// it knows; `None` if the text cannot be read, and then the position is good for nothing. Gives
    /// the placement if it stands as it is printed, empty where that is not known: see
    /// [`Self::write_fen_behind`].
    pub fn read_fen<'a>(
        &self,
        fen: &'a str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) -> Option<&'a str> {
        if fen.len() > limits::FEN_BYTES {
            let message =
                format!("{} bytes, of which a FEN may have {}", fen.len(), limits::FEN_BYTES);
            reasons.push(Reason::malformed("too-long", message));
            return None;
        }
        let known = reasons.len();
        let plain = self.read_plain_placement(fen.as_bytes(), position);
        let as_printed = plain.is_some_and(|plain| plain.as_printed);
        let plain = plain.map(|plain| plain.len);
        let fen = if plain.is_some() { fen } else { fen.trim_ascii_start() };
        let end = plain.or_else(|| fen.find(|c: char| c == '[' || c.is_ascii_whitespace()));
        let (placement, rest) = fen.split_at_checked(end.unwrap_or(fen.len())).unwrap_or((fen, ""));
        let (hand, rest) = match rest.strip_prefix('[') {
            Some(rest) => {
                let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
                let (hand, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
                if !hand.ends_with(']') {
                    reasons.push(Reason::malformed("hand", "`[` without `]`"));
                }
                (Some(hand.trim_end_matches(']')), rest)
            }
            None => (None, rest),
        };
        let fields = self.fields(hand, rest, reasons);
        if plain.is_none() {
            *position = Position::empty();
            self.read_placement(placement, position, reasons);
        }
        // Rights can make other men of those who stand there.
        let as_printed = as_printed && self.names.unspent.is_empty();
        if let Some(hand) = fields.hand {
            if self.extras.hand.is_some() && !hand.contains('@') {
                self.read_hand(hand, position, reasons);
            } else if let Some(reserves) = &self.reserves {
                self.read_reserves(reserves, hand, position, reasons);
            } else if !matches!(hand, "" | "-") {
                reasons.push(Reason::malformed("hand", "men in hand, in a game without hands"));
            }
        }
        match fields.side {
            Some("w") => {}
            Some("b") => {
                position.turn = Side::Black;
                position.key ^= self.keys.black;
            }
            Some(other) => reasons.push(Reason::malformed(
                "side",
                format!("`{}` is no side: `w` or `b` is expected", other.escape_debug()),
            )),
            None => reasons.push(Reason::malformed("side", "the side to move is missing")),
        }
        if let Some(points) = fields.points {
            match read_points(points) {
                Some(points) => position.points = points,
                None => reasons.push(Reason::malformed(
                    "points",
                    format!("`{}` are no points: `+1+0` is expected", points.escape_debug()),
                )),
            }
        }
        if let Some(total) = self.extras.checks {
            self.read_checks(total, fields.checks, position, reasons);
        }
        Self::read_clocks(fields.clocks, position, reasons);
        let readable = reasons.iter().skip(known).all(|reason| reason.grade != Grade::Malformed);
        let mut malformed = Vec::new();
        if readable {
            if let Some(rights) = fields.rights.filter(|&rights| rights != "-") {
                self.read_rights(rights, position, reasons, &mut malformed);
            }
            if let Some(squares) = fields.en_passant.filter(|&squares| squares != "-") {
                self.read_en_passant(squares, position, reasons, &mut malformed);
            }
            if self.extras.rights_by_drop != 0 {
                self.assume_dropped(position);
            }
            position.forget_gates::<true>(self, &self.extras);
        }
        reasons.extend(malformed);
        if reasons.iter().skip(known).any(|reason| reason.grade == Grade::Malformed) {
            return None;
        }
        debug_assert_eq!(position.key, position.full_key(self));
        Some(if as_printed { placement } else { "" })
    }

    /// The fields behind the placement.
    fn fields<'a>(
        &self,
        hand: Option<&'a str>,
        rest: &'a str,
        reasons: &mut Vec<Reason>,
    ) -> Fields<'a> {
        let mut words = rest.split_ascii_whitespace();
        let side = words.next();
        let mut rest: [Option<&str>; 6] = [None; 6];
        let mut count = 0;
        for word in words {
            if let Some(slot) = rest.get_mut(count) {
                *slot = Some(word);
            } else {
                reasons.push(Reason::malformed(
                    "fields",
                    format!("too many fields: `{}` is one more", word.escape_debug()),
                ));
                break;
            }
            count += 1;
        }
        // The checks still to be given stand in front of the clocks.
        let mut checks = None;
        if self.extras.checks.is_some() {
            let found = rest.iter().take(count).position(|word| {
                word.is_some_and(|word| word.contains('+') && !word.starts_with('+'))
            });
            if let Some(at) = found {
                checks = rest.get(at).copied().flatten();
                rest.copy_within(at + 1.., at);
                count -= 1;
            }
        }
        let mut rest: &[Option<&str>] = rest.get(..count).unwrap_or(&[]);
        let mut points = None;
        if let Some((Some(last), before)) = rest.split_last()
            && last.starts_with('+')
        {
            rest = before;
            if self.points.is_some() {
                points = Some(*last);
            } else if self.extras.checks.is_some() {
                // The old way: checks already given, behind everything.
                checks = Some(*last);
            } else {
                reasons.push(Reason::malformed("points", "points, in a game without points"));
            }
        }
        let number = |word: Option<&str>| {
            word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let mut clocks = [None; 2];
        if let [before @ .., half, full] = rest
            && number(*half)
            && number(*full)
        {
            clocks = [*half, *full];
            rest = before;
        } else if let [before @ .., half] = rest
            && number(*half)
            && before.len() >= 2
        {
            clocks = [*half, None];
            rest = before;
        }
        let (rights, en_passant) = match rest {
            [] => (None, None),
            [Some(one)] => {
                if *one != "-" && self.shape.read_square(one).is_some() {
                    (None, Some(*one))
                } else {
                    (Some(*one), None)
                }
            }
            [rights, en_passant, more @ ..] => {
                // Of two clocks the one that is no number.
                let odd = more.iter().find(|word| !number(**word)).or(more.first());
                if let Some(Some(word)) = odd {
                    reasons.push(Reason::malformed(
                        "fields",
                        format!("`{}` is no field of this game's FEN", word.escape_debug()),
                    ));
                }
                (*rights, *en_passant)
            }
            [None] => (None, None),
        };
        Fields { hand, side, rights, en_passant, clocks, points, checks }
    }

    pub(super) fn read_placement(
        &self,
        placement: &str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        let files = u32::from(self.shape.files());
        let ranks = u32::from(self.shape.ranks());
        let (mut file, mut row) = (0_u32, 0_u32);
        let mut rows_are_wrong = false;
        let width = |row: u32, file: u32, reasons: &mut Vec<Reason>| {
            if row < ranks && file != files {
                let rank = ranks - row;
                reasons.push(Reason::malformed(
                    "rank-width",
                    format!("rank {rank} has {file} squares, the board {files}"),
                ));
            }
        };
        for token in tokens(placement, !self.names.long.is_empty()) {
            if reasons.len() > 64 {
                return;
            }
            let square = |file: u32| {
                let rank = (ranks - 1).checked_sub(row)?;
                self.shape.at(u8::try_from(file).ok()?, rank as u8)
            };
            match token.kind {
                TokenKind::NextRank => {
                    width(row, file, reasons);
                    row += 1;
                    file = 0;
                    if row == ranks {
                        rows_are_wrong = true;
                    }
                }
                TokenKind::Empty(run) => {
                    let run = run.min(1000);
                    for offset in file..file.saturating_add(run).min(files) {
                        if let Some(square) = square(offset)
                            && self.shape.holes().has(square)
                        {
                            reasons.push(Reason::malformed(
                                "hole",
                                format!(
                                    "{} is a hole (`*`), not an empty square",
                                    self.shape.name(square)
                                ),
                            ));
                        }
                    }
                    file = file.saturating_add(run);
                }
                TokenKind::Blocked => {
                    if let Some(square) = square(file)
                        && !self.shape.holes().has(square)
                        && self.extras.walls
                    {
                        position.walls = position.walls | B::of(square.index());
                        position.key ^= self.keys.walls[square.index()];
                    } else if let Some(square) = square(file)
                        && !self.shape.holes().has(square)
                    {
                        reasons.push(Reason::malformed(
                            "hole",
                            format!("{} is no hole of this board", self.shape.name(square)),
                        ));
                    }
                    file += 1;
                }
                TokenKind::Man(man) => {
                    let at = square(file);
                    file += 1;
                    match (self.read_man(&man), at) {
                        (Some((side, kind)), Some(square)) => {
                            if self.shape.holes().has(square) {
                                reasons.push(Reason::malformed(
                                    "hole",
                                    format!(
                                        "a man on {}, which is a hole",
                                        self.shape.name(square)
                                    ),
                                ));
                            } else if position.kind(square.index()) == NO_KIND
                                && !position.walls.has(square.index())
                            {
                                position.place(self, side, kind, square.index());
                            }
                        }
                        (None, _) => {
                            let plus = if man.plus { "+" } else { "" };
                            let tilde = if man.tilde { "~" } else { "" };
                            let codes =
                                man.codes.map(|codes| format!("{{{codes}}}")).unwrap_or_default();
                            reasons.push(Reason::malformed(
                                "unknown-man",
                                format!(
                                    "`{plus}{}{codes}{tilde}` is no man of this game",
                                    man.letter
                                ),
                            ));
                        }
                        // Too far right or too far down: the width or the ranks say so.
                        (Some(_), None) => {}
                    }
                }
                TokenKind::Bad => {
                    let bad = placement.get(token.at..).and_then(|rest| rest.chars().next());
                    file += 1;
                    reasons.push(Reason::malformed(
                        "placement",
                        format!(
                            "`{}` at byte {} is no part of a placement",
                            bad.unwrap_or(' ').escape_debug(),
                            token.at + 1
                        ),
                    ));
                }
            }
        }
        width(row, file, reasons);
        if row + 1 != ranks || rows_are_wrong {
            reasons.push(Reason::malformed(
                "ranks",
                format!("{} ranks, the board has {ranks}", row + 1),
            ));
        }
    }

    /// The kind that a man in a placement is, its rights left aside.
    pub(super) fn read_man(&self, man: &ManText<'_>) -> Option<(Side, KindId)> {
        let byte = man.letter.bytes().next()?;
        let (side, base) = if man.letter.len() == 1 {
            self.names.letter(byte)?
        } else {
            let side = if byte.is_ascii_uppercase() { Side::White } else { Side::Black };
            let known = self
                .names
                .long
                .iter()
                .find(|(text, kind)| {
                    text.eq_ignore_ascii_case(man.letter)
                        && self.kinds[usize::from(*kind)].sides[side.index()]
                })?
                .1;
            (side, known)
        };
        if let Some(codes) = man.codes {
            if man.plus || man.tilde {
                return None;
            }
            return self.dressed(base, codes).map(|kind| (side, kind));
        }
        if !man.plus && !man.tilde {
            return Some((side, base));
        }
        let marked = self.names.marked.iter().find(|(plus, known, kind)| {
            *plus == man.plus
                && *known == base
                && man.plus != man.tilde
                && self.kinds[usize::from(*kind)].sides[side.index()]
        });
        marked.map(|&(_, _, kind)| (side, kind))
    }

    /// The kind of a piece that holds these, in any order. There is one if the rules were
    /// compiled for a cast with such a man ([`crate::compile::Cast`]).
    fn dressed(&self, base: KindId, codes: &str) -> Option<KindId> {
        let place = |code| self.names.codes.iter().position(|&known| known == code);
        let tags: Option<Vec<u8>> = codes.chars().map(|code| Some(place(code)? as u8)).collect();
        let mut tags = tags?;
        tags.sort_unstable();
        let found = self.kinds.iter().position(|kind| {
            kind.piece == base
                && !kind.unspent
                && kind.was.is_none()
                && kind.behind.is_none()
                && kind.tags.0 == tags
        });
        found.map(|kind| kind as KindId)
    }

    fn read_clocks(
        clocks: [Option<&str>; 2],
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        let mut read = |text: Option<&str>, default: u16, what: &str| match text {
            None => default,
            Some(text) => text.parse().unwrap_or_else(|_| {
                reasons.push(Reason::malformed(
                    "clock",
                    format!("the {what} is no number up to {}", u16::MAX),
                ));
                default
            }),
        };
        position.quiet = read(clocks[0], 0, "count of quiet plies");
        position.fullmove = read(clocks[1], 1, "number of the move").max(1);
    }

    fn read_rights(
        &self,
        field: &str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
        malformed: &mut Vec<Reason>,
    ) {
        for (at, letter) in field.char_indices() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            if let Some(index) =
                self.rights.iter().position(|right| right.side == side && right.letter == letter)
            {
                self.grant(index, None, letter, position, reasons);
                if position.rights >> index & 1 == 1 {
                    self.keep_unmoved(side, position.right_squares[index], position);
                }
            } else if self.virgin(side, letter, position) {
                if field.get(..at).is_some_and(|before| before.contains(letter)) {
                    reasons.push(Reason::suspicious("rights", format!("`{letter}` stands twice")));
                }
            } else if let Some(kind) = self.once_kind(letter) {
                self.unspend(side, kind, None, letter, position, reasons);
            } else if letter.is_ascii_alphabetic() && self.file_of(letter).is_some() {
                let file = self.file_of(letter).unwrap_or(0);
                let marked = |at_home: bool| {
                    position.side(side).to_set().iter().find(|&square| {
                        let base = position.kind(square.index());
                        let piece = usize::from(self.kinds[usize::from(base)].piece);
                        let home = self.homes[piece][side.index()].has(square.index());
                        self.shape.file(square) == file
                            && home == at_home
                            && self.names.unspent.iter().any(|&(known, kind)| {
                                known == base && self.names.kinds[usize::from(kind)].right_by_file
                            })
                    })
                };
                // Of two such men on a file the one that can have stayed at home.
                let marked = marked(true).or_else(|| marked(false));
                if let Some(square) = marked {
                    let kind = position.kind(square.index());
                    self.unspend(side, kind, Some(square), letter, position, reasons);
                } else if let Some(index) = self.right_by_file(side, file, position) {
                    self.grant(index, Some(file), letter, position, reasons);
                } else if self.rights.is_empty() && matches!(letter, 'K' | 'Q' | 'k' | 'q') {
                    reasons.push(Reason::suspicious(
                        "rights",
                        format!("`{letter}`: this game has no castling"),
                    ));
                } else {
                    reasons.push(no_right(letter));
                }
            } else if self.rights.is_empty() && matches!(letter, 'K' | 'Q' | 'k' | 'q') {
                reasons.push(Reason::suspicious(
                    "rights",
                    format!("`{letter}`: this game has no castling"),
                ));
            } else if letter.is_ascii_alphabetic() {
                reasons.push(no_right(letter));
            } else {
                malformed.push(Reason::malformed(
                    "rights",
                    format!("`{}` is no letter of the rights field", letter.escape_debug()),
                ));
            }
        }
    }

    /// File that a letter of the rights field names. On boards of 11 and more files `k` and
    /// `q` stay castling letters.
    pub(super) fn file_of(&self, letter: char) -> Option<u8> {
        let file = (letter.to_ascii_lowercase() as u8).checked_sub(b'a')?;
        let taken = self.shape.files() >= 11 && matches!(letter.to_ascii_lowercase(), 'k' | 'q');
        (file < self.shape.files() && !taken).then_some(file)
    }

    /// Base kind whose unspent right this letter marks.
    fn once_kind(&self, letter: char) -> Option<KindId> {
        let unspent = self.names.unspent.iter();
        let mut found = unspent.filter(|&&(_, kind)| {
            self.names.kinds[usize::from(kind)]
                .right_letter
                .is_some_and(|known| known.eq_ignore_ascii_case(&letter))
        });
        found.next().map(|&(base, _)| base)
    }

    /// Gives a man its unspent right back.
    fn unspend(
        &self,
        side: Side,
        base: KindId,
        at: Option<Square>,
        letter: char,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        let piece = self.kinds[usize::from(base)].piece;
        // Of its men the one that has spent its right, whatever it holds.
        let spent = |square: usize| {
            let kind = position.kind(square);
            let known = self.names.unspent.iter().find(|&&(known, _)| known == kind);
            known.filter(|_| self.kinds[usize::from(kind)].piece == piece)
        };
        let square = at.map(Square::index).or_else(|| {
            let mut found = None;
            position.side(side).for_each(|square| {
                if found.is_none() && spent(square).is_some() {
                    found = Some(square);
                }
            });
            found
        });
        let unspent = square.and_then(spent);
        match (unspent, square) {
            (Some(&(_, unspent)), Some(square)) => {
                position.lift(self, side, square);
                position.place(self, side, unspent, square);
            }
            _ => reasons.push(Reason::illegal(
                "rights",
                format!("`{letter}` is the right of a man that is not on the board"),
            )),
        }
    }

    /// The right of a side whose partner stands, or may stand, on this file.
    fn right_by_file(&self, side: Side, file: u8, position: &Position<B>) -> Option<usize> {
        self.rights.iter().position(|right| {
            right.side == side
                && Self::find_king(right, position).is_some_and(|king| {
                    let king_file = self.shape.file(king);
                    let wing = match right.wing {
                        Some(wing) => (file > king_file) == (wing > 0),
                        None => true,
                    };
                    let partner = self.shape.at(file, self.shape.rank(king));
                    wing && file != king_file
                        && partner.is_some_and(|square| {
                            right.partner_from.has(square)
                                && right.partners.has(position.kind(square.index()))
                                && position.side(side).has(square.index())
                        })
                })
        })
    }

    fn find_king(right: &RightRule, position: &Position<B>) -> Option<Square> {
        let men = B::from_set(right.from) & position.side(right.side);
        let mut found = None;
        men.any(|square| {
            found = right.kinds.has(position.kind(square)).then(|| Square::new(square as u8));
            found.is_some()
        });
        found
    }

    /// Squares of king and partner of a right if both stand where it needs them: on the given
    /// file, else the outermost partner on its wing.
    pub(super) fn find_right(
        &self,
        right: &RightRule,
        file: Option<u8>,
        position: &Position<B>,
    ) -> Option<[u8; 2]> {
        let king = Self::find_king(right, position)?;
        let rank = right.from.iter().next().map(|first| self.shape.rank(first));
        let king_file = self.shape.file(king);
        let mut partner = None;
        (B::from_set(right.partner_from) & position.side(right.side)).for_each(|square| {
            let kind = position.kind(square);
            let square = Square::new(square as u8);
            let at = self.shape.file(square);
            let fits = right.partners.has(kind)
                && Some(self.shape.rank(square)) == rank
                && right
                    .wing
                    .is_none_or(|wing| if wing > 0 { at > king_file } else { at < king_file })
                && file.is_none_or(|file| file == at);
            if fits && (partner.is_none() || right.wing == Some(1)) {
                partner = Some(square);
            }
        });
        Some([king.byte(), partner?.byte()])
    }

    fn grant(
        &self,
        index: usize,
        file: Option<u8>,
        letter: char,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
    ) {
        let right = &self.rights[index];
        match self.find_right(right, file, position) {
            Some(squares) => {
                if position.rights >> index & 1 == 1 {
                    reasons.push(Reason::suspicious(
                        "rights",
                        format!("`{letter}` names a right that has been named before"),
                    ));
                    return;
                }
                position.rights |= 1 << index;
                position.key ^= self.keys.rights[index];
                position.right_squares[index] = squares;
            }
            None => reasons.push(Reason::illegal(
                "rights",
                format!("`{letter}`: the men that would castle do not stand where they must"),
            )),
        }
    }

    /// Gives back every castling right whose men stand where it needs them.
    pub(crate) fn renew_rights(&self, position: &mut Position<B>) {
        for (index, right) in self.rights.iter().enumerate() {
            if position.rights >> index & 1 == 1 {
                position.key ^= self.keys.rights[index];
                position.rights &= !(1 << index);
            }
            if let Some(squares) = self.find_right(right, None, position) {
                position.rights |= 1 << index;
                position.key ^= self.keys.rights[index];
                position.right_squares[index] = squares;
            }
        }
    }

    fn read_en_passant(
        &self,
        field: &str,
        position: &mut Position<B>,
        reasons: &mut Vec<Reason>,
        malformed: &mut Vec<Reason>,
    ) {
        let number = field.bytes().all(|byte| byte.is_ascii_digit());
        if number && !self.extras.counters.is_empty() {
            reasons.push(Reason::suspicious(
                "en-passant",
                format!("`{field}` is read as another program's limit of a count, and left out"),
            ));
            return;
        }
        let mut rest = field;
        let mut targets = B::EMPTY;
        let mut victim = None;
        while !rest.is_empty() {
            let Some((square, len)) = self.shape.read_square(rest) else {
                malformed.push(Reason::malformed(
                    "en-passant",
                    format!("`{}` is no list of squares of this board", field.escape_debug()),
                ));
                return;
            };
            rest = rest.get(len..).unwrap_or("");
            if self.shape.holes().has(square) {
                malformed.push(Reason::malformed(
                    "en-passant",
                    format!("{} is a hole", self.shape.name(square)),
                ));
                return;
            }
            if position.kind(square.index()) == NO_KIND {
                targets = targets | B::of(square.index());
            } else {
                victim = Some(square);
            }
        }
        let them = position.turn.other();
        let victim = victim.or_else(|| self.usual_victim(position, targets));
        let passed = victim.filter(|&victim| {
            position.side(them).has(victim.index())
                && self.passed_by(position, victim) & targets == targets
        });
        match passed {
            Some(victim) if !targets.is_empty() => {
                position.victim = victim.byte();
                position.en_passant = self.usable(position, targets);
                position.en_passant.for_each(|square| {
                    position.key ^= self.keys.en_passant[square];
                });
            }
            _ => reasons.push(Reason::illegal(
                "en-passant",
                format!("`{field}`: no man can have just passed there"),
            )),
        }
    }

    fn usable(&self, position: &Position<B>, targets: B) -> B {
        position.usable(self, position.turn, targets)
    }

    /// Squares that the man on `victim` can have passed by the move that brought it there.
    fn passed_by(&self, position: &Position<B>, victim: Square) -> B {
        let side = position.turn.other();
        let kind = position.kind(victim.index());
        let occupied = position.occupied();
        let Some(passing) = self.passing[side.index()][usize::from(kind)].as_ref() else {
            return B::EMPTY;
        };
        passing
            .moves
            .iter()
            .filter(|one| {
                usize::from(one.to) == victim.index()
                    && !occupied.has(usize::from(one.from))
                    && occupied & one.path == one.pattern
            })
            .fold(B::EMPTY, |sum, one| sum | one.passed)
    }

    /// The FEN of a position. What this prints, [`Self::parse_fen`] reads, and it is the same
    /// position.
    pub fn fen(&self, position: &Position<B>) -> String {
        let mut text = String::with_capacity(96);
        self.write_fen(position, &mut text);
        text
    }

    /// Appends the FEN of a position.
    pub fn write_fen(&self, position: &Position<B>, text: &mut String) {
        self.write_fen_behind("", position, text);
    }

    /// As [`Self::write_fen`], where [`Self::read_fen`] has given the placement.
    pub fn write_fen_behind(&self, placement: &str, position: &Position<B>, text: &mut String) {
        if placement.is_empty() {
            self.write_placement(position, text);
        } else {
            debug_assert_eq!(placement, {
                let mut written = String::new();
                self.write_placement(position, &mut written);
                written
            });
            text.push_str(placement);
        }
        if self.extras.hand.is_some() {
            self.write_hand(position, text);
        } else if let Some(reserves) = &self.reserves {
            self.write_reserves(reserves, position, text);
        }
        text.push(' ');
        text.push(side_letter(position.turn));
        text.push(' ');
        self.write_rights(position, text);
        text.push(' ');
        self.write_en_passant(position, text);
        if let Some(total) = self.extras.checks {
            let [white, black] = position.checks.map(|given| total.saturating_sub(given));
            let _ = write!(text, " {white}+{black}");
        }
        text.push(' ');
        push_number(text, u32::from(position.quiet));
        text.push(' ');
        push_number(text, u32::from(position.fullmove));
        if self.points.is_some() {
            let [white, black] = position.points;
            let _ = write!(text, " +{white}+{black}");
        }
    }

    pub(super) fn write_placement(&self, position: &Position<B>, text: &mut String) {
        if self.names.all_single && self.write_plain_placement(position, text) {
            return;
        }
        self.each_part(position, |part| match part {
            Part::Empty(0) => {}
            Part::Empty(squares) => push_number(text, squares as u32),
            Part::Man(side, kind) => text.push_str(self.names.man(side, kind)),
            Part::Hole => text.push('*'),
            Part::NextRank => text.push('/'),
        });
    }

    /// Writes a placement of single letters and numbers.
    fn write_plain_placement(&self, position: &Position<B>, text: &mut String) -> bool {
        let mut line = PlainLine { bytes: [0; 512], len: 0, wide: self.shape.files() >= 10 };
        self.each_part(position, |part| match part {
            Part::Empty(squares) => line.push_run(squares),
            Part::Man(side, kind) => {
                let letters = &self.names.singles[side.index()];
                line.push_if(true, letters.get(usize::from(kind)).copied().unwrap_or(b'?'));
            }
            Part::Hole => line.push_if(true, b'*'),
            Part::NextRank => line.push_if(true, b'/'),
        });
        let written = line.bytes.get(..line.len).and_then(|bytes| std::str::from_utf8(bytes).ok());
        text.push_str(written.unwrap_or(""));
        written.is_some()
    }

    /// What stands in a placement, rank by rank from the top. Before each man, and at the end of
    /// each rank, a number of empty squares, which may be 0.
    #[inline(always)]
    fn each_part(&self, position: &Position<B>, mut see: impl FnMut(Part)) {
        let files = usize::from(self.shape.files());
        let area = files * usize::from(self.shape.ranks());
        let white = position.side(Side::White);
        // Empty squares are passed over in one go.
        let mut taken = position.occupied() | B::from_set(self.shape.holes());
        for first in (0..area).step_by(files).rev() {
            let row = taken - B::below(first);
            taken = taken & B::below(first);
            let mut next = first;
            row.for_each(|index| {
                see(Part::Empty(index - next));
                next = index + 1;
                let kind = position.board.at(index);
                let side = if white.has(index) { Side::White } else { Side::Black };
                see(if kind == NO_KIND { Part::Hole } else { Part::Man(side, kind) });
            });
            see(Part::Empty(first + files - next));
            if first > 0 {
                see(Part::NextRank);
            }
        }
    }

    fn write_rights(&self, position: &Position<B>, text: &mut String) {
        let start = text.len();
        if !self.extras.gates.is_empty() {
            self.write_mixed_rights(position, text);
            return;
        }
        if position.rights != 0 {
            for (index, right) in self.rights.iter().enumerate() {
                if position.rights >> index & 1 == 1 {
                    text.push(self.right_letter(index, right, position));
                }
            }
        }
        if !self.names.unspent.is_empty() {
            self.write_once(position, text);
        }
        if text.len() == start {
            text.push('-');
        }
    }

    /// A right's own letter, unless another man of the kind stands further out on its wing:
    /// then the letter of its file (X-FEN).
    pub(super) fn right_letter(
        &self,
        index: usize,
        right: &RightRule,
        position: &Position<B>,
    ) -> char {
        if !self.rights_by_position
            || self.find_right(right, None, position) == Some(position.right_squares[index])
        {
            return right.letter;
        }
        let file = self.shape.file(Square::new(position.right_squares[index][1]));
        let letter = char::from(b'a' + file);
        if right.side == Side::White { letter.to_ascii_uppercase() } else { letter }
    }

    /// Letters of unspent rights, White's first, each side's in the order in which the men
    /// stand in the file's table of pieces.
    fn write_once(&self, position: &Position<B>, text: &mut String) {
        for side in Side::BOTH {
            let mut letters: Vec<(usize, char)> = Vec::new();
            position.side(side).for_each(|square| {
                let kind = position.kind(square);
                if !self.kinds[usize::from(kind)].unspent {
                    return;
                }
                let name = &self.names.kinds[usize::from(kind)];
                let file = char::from(b'a' + self.shape.file(Square::new(square as u8)));
                let letter = name.right_letter.unwrap_or(file);
                let letter = match side {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter.to_ascii_lowercase(),
                };
                let order = self.once_order.find(letter).unwrap_or(usize::MAX);
                letters.push((order, letter));
            });
            letters.sort_unstable();
            text.extend(letters.into_iter().map(|(_, letter)| letter));
        }
    }

    fn write_en_passant(&self, position: &Position<B>, text: &mut String) {
        if position.en_passant.is_empty() {
            text.push('-');
            return;
        }
        position.en_passant.for_each(|square| {
            text.push_str(&self.shape.name(Square::new(square as u8)));
        });
        let victim = Square::new(position.victim);
        if self.usual_victim(position, position.en_passant) != Some(victim) {
            text.push_str(&self.shape.name(victim));
        }
    }

    /// The man that a reader finds without being told: the first beyond the passed squares on
    /// their file, as the side that has just moved sees it. `None` where the squares find
    /// nobody, or not the same man.
    fn usual_victim(&self, position: &Position<B>, passed: B) -> Option<Square> {
        let forward = if position.turn == Side::Black { 1 } else { -1 };
        let mut found = None;
        let mut agree = true;
        passed.for_each(|square| {
            let mut at = Some(Square::new(square as u8));
            loop {
                at = at.and_then(|square| self.shape.step(square, (0, forward), false));
                if at.is_none_or(|square| position.kind(square.index()) != NO_KIND) {
                    break;
                }
            }
            agree &= at.is_some() && found.is_none_or(|other| Some(other) == at);
            found = found.or(at);
        });
        found.filter(|_| agree)
    }
}

/// A part of a placement.
#[derive(Clone, Copy)]
enum Part {
    Empty(usize),
    Man(Side, KindId),
    /// A hole or a wall.
    Hole,
    NextRank,
}

/// A placement being written. Whether a number stands before a man cannot be guessed, so one is
/// always written, and written over if it is 0.
struct PlainLine {
    /// A byte for each square and each end of a rank, and more.
    bytes: [u8; 512],
    len: usize,
    /// Numbers can have two digits.
    wide: bool,
}

impl PlainLine {
    #[inline(always)]
    fn push_if(&mut self, counts: bool, byte: u8) {
        self.bytes[self.len % 512] = byte;
        self.len += usize::from(counts);
    }

    /// A number of empty squares, up to 16.
    #[inline(always)]
    fn push_run(&mut self, squares: usize) {
        if self.wide && squares >= 10 {
            self.push_if(true, b'1');
            self.push_if(true, b'0' + (squares - 10) as u8);
        } else {
            self.push_if(squares > 0, b'0' + squares as u8);
        }
    }
}

fn no_right(letter: char) -> Reason {
    Reason::illegal("rights", format!("`{letter}` names no right of this position"))
}

fn read_points(text: &str) -> Option<[i16; 2]> {
    let (white, black) = text.strip_prefix('+')?.split_once('+')?;
    Some([white.parse().ok()?, black.parse().ok()?])
}

/// Appends a number without going through the formatting machinery.
#[inline(always)]
fn push_number(text: &mut String, number: u32) {
    fn push_digits(text: &mut String, number: u32) {
        if number >= 10 {
            push_digits(text, number / 10);
        }
        text.push(char::from(b'0' + (number % 10) as u8));
    }
    if number < 10 {
        text.push(char::from(b'0' + number as u8));
    } else {
        push_digits(text, number);
    }
}

const _: () = assert!(RIGHTS <= 16, "rights are kept in 16 bits");
