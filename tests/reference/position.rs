//! A position as a plain list of men, and its text (`formats.md`, `language.md` 10).

use std::fmt::Write as _;

use ferz::board::{Side, Square};
use ferz::definition::{Mark, PieceId};

use super::Reference;

/// What a man holds: indices of the augmenters, rising.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Held([u8; Held::MOST]);

impl Held {
    /// More than a man of any of our games holds.
    const MOST: usize = 16;
    const EMPTY: u8 = u8::MAX;
    /// Nothing.
    pub(crate) const NOTHING: Self = Self([Self::EMPTY; Self::MOST]);

    /// These, in any order.
    pub(crate) fn of(codes: &[u8]) -> Self {
        assert!(codes.len() <= Self::MOST, "a man who holds too much");
        let mut held = Self::NOTHING;
        held.0[..codes.len()].copy_from_slice(codes);
        held.0.sort_unstable();
        held
    }

    /// What it is.
    pub(crate) fn codes(self) -> Vec<u8> {
        self.0.into_iter().filter(|&code| code != Self::EMPTY).collect()
    }
}

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Man {
    /// Whose.
    pub(crate) side: Side,
    /// What it is now.
    pub(crate) piece: PieceId,
    /// It still has its `once` move. A man with the right is another kind than one without.
    pub(crate) once: bool,
    /// A promoted man that is remembered: how, and as what.
    pub(crate) was: Option<(Mark, PieceId)>,
    /// His augmenters.
    pub(crate) held: Held,
}

impl Man {
    /// A man without rights and marks.
    pub(crate) fn plain(side: Side, piece: PieceId) -> Self {
        Self { side, piece, once: false, was: None, held: Held::NOTHING }
    }
}

/// A right to castle: two men who have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct CastlingRight {
    /// Whose.
    pub(crate) side: Side,
    /// `right` of the entry, as written for this side.
    pub(crate) letter: char,
    /// Where the man that castles stands.
    pub(crate) king: Square,
    /// Where the other stands.
    pub(crate) partner: Square,
}

/// The right to capture en passant on `squares`: the man on `victim` goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Passed {
    /// Squares that were passed over, in board order.
    pub(crate) squares: Vec<Square>,
    /// Where the man who passed them stands.
    pub(crate) victim: Square,
}

/// What the last turn was, for `moved` and `took`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LastTurn {
    /// The man that moved, as it was before a promotion; none for a pass.
    pub(crate) man: Option<Man>,
    /// What it captured.
    pub(crate) captured: Vec<Man>,
}

/// A man who waits to enter behind another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Reserve {
    /// Whose.
    pub(crate) side: Side,
    /// What.
    pub(crate) piece: PieceId,
    /// Where.
    pub(crate) place: Place,
}

/// Where a reserve waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Its side has still to say where.
    Free,
    /// Behind the man on this square.
    Behind(Square),
    /// Its side has still to say whether it wants it.
    Asked,
    /// Its side does not want it.
    Declined,
}

/// Everything that decides what may happen next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    /// The men, by the index of their square.
    pub(crate) board: Vec<Option<Man>>,
    /// Who is to move.
    pub(crate) side: Side,
    /// Castling rights, in order.
    pub(crate) castling: Vec<CastlingRight>,
    /// En passant rights.
    pub(crate) passed: Option<Passed>,
    /// Plies since a resetting move.
    pub(crate) quiet: u32,
    /// From 1, counted up after Black's turn.
    pub(crate) fullmove: u32,
    /// Points of each side.
    pub(crate) points: [i64; 2],
    /// Consecutive passes.
    pub(crate) passes: u32,
    /// The last turn, if it is known.
    pub(crate) last: Option<LastTurn>,
    /// Men who wait behind others, in order.
    pub(crate) reserves: Vec<Reserve>,
    /// During the set-up: the turn, an index in [`Reference::turns`].
    pub(crate) set_up: Option<usize>,
}

impl Reference {
    /// Reads a FEN. The message says what is wrong with it.
    pub(crate) fn parse_fen(&self, fen: &str) -> Result<Position, String> {
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        if fields.len() < 2 {
            return Err("a FEN has at least a placement and a side".into());
        }
        let placement = fields.remove(0);
        let side = match fields.remove(0) {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(format!("`{other}` is no side")),
        };
        let (placement, bracket) = match placement.split_once('[') {
            None => (placement, None),
            Some((placement, bracket)) => match bracket.strip_suffix(']') {
                Some(bracket) => (placement, Some(bracket)),
                None => return Err("the bracket is not closed".into()),
            },
        };
        let board = self.parse_placement(placement)?;
        let mut position = Position {
            board,
            side,
            castling: Vec::new(),
            passed: None,
            quiet: 0,
            fullmove: 1,
            points: [0; 2],
            passes: 0,
            last: None,
            reserves: Vec::new(),
            set_up: None,
        };
        if let Some(bracket) = bracket {
            self.parse_bracket(&mut position, bracket)?;
        }
        if self.def.points.is_some()
            && let Some(points) = fields.last().and_then(|field| parse_points(field))
        {
            position.points = points;
            fields.pop();
        }
        let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        // The last two numbers are the clocks; either may be missing from the right.
        let clocks = fields.iter().rev().take_while(|field| is_number(field)).count();
        let clocks = fields.split_off(fields.len() - clocks.min(2));
        let number = |at: usize, missing: u32| match clocks.get(at) {
            None => Ok(missing),
            Some(text) => text.parse().map_err(|_| format!("`{text}` is too large")),
        };
        position.quiet = number(0, 0)?;
        position.fullmove = number(1, 1)?;
        if fields.len() > 2 {
            return Err(format!("`{}` is one field too many", fields[2]));
        }
        if let Some(rights) = fields.first() {
            self.parse_rights(&mut position, rights)?;
        }
        if let Some(squares) = fields.get(1) {
            position.passed = self.parse_passed(&position, squares)?;
        }
        self.keep_usable_passed(&mut position);
        if let Some(points) = &self.def.points
            && points.strict
        {
            for side in Side::BOTH {
                let worth: i64 = points
                    .captured
                    .iter()
                    .map(|&(piece, value)| value * self.missing_of(&position, side.other(), piece))
                    .sum();
                if worth != position.points[side.index()] {
                    return Err(format!("{} should have {worth} points", side.as_str()));
                }
            }
        }
        Ok(position)
    }

    pub(super) fn parse_placement(&self, placement: &str) -> Result<Vec<Option<Man>>, String> {
        let shape = &self.def.shape;
        let mut board = vec![None; shape.area()];
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != usize::from(shape.ranks()) {
            return Err(format!("{} ranks, {} expected", rows.len(), shape.ranks()));
        }
        for (row, rank) in rows.into_iter().zip((0..shape.ranks()).rev()) {
            let mut letters = row.chars().peekable();
            let mut file: u32 = 0;
            while let Some(&letter) = letters.peek() {
                let wide = || format!("rank {} is wider than {}", rank + 1, shape.files());
                if letter.is_ascii_digit() {
                    let mut run: u32 = 0;
                    while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        run = (10 * run + digit).min(1000);
                        letters.next();
                    }
                    for file in file..file + run {
                        let square = u8::try_from(file).ok().and_then(|file| shape.at(file, rank));
                        if shape.holes().has(square.ok_or_else(wide)?) {
                            return Err(format!("rank {} leaves out a hole", rank + 1));
                        }
                    }
                    file += run;
                    continue;
                }
                let square = u8::try_from(file).ok().and_then(|file| shape.at(file, rank));
                let square = square.ok_or_else(wide)?;
                file += 1;
                if letter == '*' {
                    letters.next();
                    if !shape.holes().has(square) {
                        return Err(format!("`*` on {}, which is a square", shape.name(square)));
                    }
                    continue;
                }
                if shape.holes().has(square) {
                    return Err(format!("a man on {}, which is a hole", shape.name(square)));
                }
                let plus = letter == '+';
                if plus {
                    letters.next();
                }
                let text: String = match letters.next() {
                    Some('{') if self.def.augmenters.is_empty() => {
                        letters.by_ref().take_while(|&letter| letter != '}').collect()
                    }
                    Some(letter) => letter.into(),
                    None => return Err("a `+` without a man".into()),
                };
                let tilde = letters.next_if_eq(&'~').is_some();
                let mut man = self.man_from_text(&text, plus, tilde)?;
                if !self.def.augmenters.is_empty() && letters.next_if_eq(&'{').is_some() {
                    let codes: String =
                        letters.by_ref().take_while(|&letter| letter != '}').collect();
                    man.held = Held::of(&self.codes(&codes)?);
                }
                board[square.index()] = Some(man);
            }
            if file != u32::from(shape.files()) {
                return Err(format!("rank {} has {file} squares", rank + 1));
            }
        }
        Ok(board)
    }

    fn man_from_text(&self, text: &str, plus: bool, tilde: bool) -> Result<Man, String> {
        let unknown = || format!("`{text}` is no man here");
        let first = text.chars().next().ok_or_else(unknown)?;
        let side = if first.is_ascii_uppercase() { Side::White } else { Side::Black };
        let capital = text.to_ascii_uppercase();
        let written = |piece: &ferz::definition::Piece| {
            piece.letter.to_ascii_uppercase() == capital
                || capital.len() == 1 && piece.reads.to_ascii_uppercase().contains(&capital)
        };
        let index = self.def.pieces.iter().position(written).ok_or_else(unknown)?;
        let piece = PieceId(index as u8);
        let mut man = Man::plain(side, piece);
        if plus || tilde {
            let mark = if plus { Mark::Plus } else { Mark::Tilde };
            let promotion = self
                .def
                .promotions
                .iter()
                .find(|entry| {
                    entry.mark == mark
                        && if plus { entry.pieces.has(piece) } else { entry.to.contains(&piece) }
                })
                .ok_or_else(|| format!("`{text}` cannot be a promoted man"))?;
            if plus {
                man.piece = promotion.to[0];
                man.was = Some((mark, piece));
            } else {
                man.was = promotion.pieces.iter().next().map(|was| (mark, was));
            }
        }
        if !self.def.pieces[man.piece.index()].sides[side.index()] {
            return Err(format!("{} has no `{text}`", side.as_str()));
        }
        Ok(man)
    }

    fn parse_rights(&self, position: &mut Position, rights: &str) -> Result<(), String> {
        if rights == "-" {
            return Ok(());
        }
        for letter in rights.chars() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            if self.parse_castling_right(position, side, letter)
                || self.parse_once_right(position, side, letter)
            {
                continue;
            }
            // Readers drop `KQkq` in a game without castling.
            if self.def.castlings.is_empty() && "KQkq".contains(letter) {
                continue;
            }
            return Err(format!("the right `{letter}` fits no man"));
        }
        position.castling.sort_unstable();
        position.castling.dedup();
        Ok(())
    }

    fn parse_castling_right(&self, position: &mut Position, side: Side, letter: char) -> bool {
        let shape = &self.def.shape;
        for entry in self.def.castlings.iter().filter(|entry| entry.side == side) {
            let stands = |square: Square, pieces: ferz::definition::PieceSet| {
                position.board[square.index()]
                    .is_some_and(|man| man.side == side && self.has(pieces, man))
            };
            let Some(king) = entry.from.iter().find(|&at| stands(at, entry.piece)) else {
                continue;
            };
            let mut partners: Vec<Square> =
                entry.partner_from.iter().filter(|&at| stands(at, entry.partner)).collect();
            if let Some(wing) = entry.wing {
                let beside = |at: Square| {
                    let (file, own) = (shape.file(at), shape.file(king));
                    let outside = if wing < 0 { file < own } else { file > own };
                    shape.rank(at) == shape.rank(king) && outside
                };
                partners.retain(|&at| beside(at));
            }
            let partner = if letter == entry.right {
                match entry.wing {
                    // The outermost such man on the wing.
                    Some(wing) if wing > 0 => partners.last(),
                    _ => partners.first(),
                }
            } else if entry.wing.is_some() {
                let file = (letter.to_ascii_lowercase() as u8).wrapping_sub(b'a');
                partners.iter().find(|&&at| shape.file(at) == file)
            } else {
                None
            };
            if let Some(&partner) = partner {
                let letter = entry.right;
                position.castling.push(CastlingRight { side, letter, king, partner });
                return true;
            }
        }
        false
    }

    /// Gives the right to the man whose letter it is. Of several on one file it is the one who
    /// stands where such men start.
    fn parse_once_right(&self, position: &mut Position, side: Side, letter: char) -> bool {
        let fits = |index: &usize| {
            position.board[*index].is_some_and(|man| {
                man.side == side
                    && !man.once
                    && self.once_letter(Square::new(*index as u8), man) == Some(letter)
            })
        };
        let men: Vec<usize> = (0..position.board.len()).filter(fits).collect();
        let at_home = |index: &&usize| {
            let piece = position.board[**index].map(|man| man.piece);
            self.start_board[**index]
                .is_some_and(|man| man.side == side && Some(man.piece) == piece)
        };
        let Some(&index) = men.iter().find(at_home).or(men.first()) else { return false };
        position.board[index] = position.board[index].map(|man| Man { once: true, ..man });
        true
    }

    /// The letter that stands in the rights field for the `once` move of this man.
    fn once_letter(&self, square: Square, man: Man) -> Option<char> {
        let piece = &self.def.pieces[man.piece.index()];
        let once = piece.once.as_ref()?;
        let letter = if once.mark_file {
            char::from(b'a' + self.def.shape.file(square))
        } else {
            piece.letter.chars().next()?
        };
        Some(match man.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        })
    }

    fn parse_passed(&self, position: &Position, text: &str) -> Result<Option<Passed>, String> {
        if text == "-" {
            return Ok(None);
        }
        let mut squares = Vec::new();
        let mut victim = None;
        let mut rest = text;
        while !rest.is_empty() {
            let (square, len) =
                self.def.shape.read_square(rest).ok_or_else(|| format!("`{rest}` is no square"))?;
            rest = &rest[len..];
            if position.board[square.index()].is_some() {
                victim = Some(square);
            } else {
                squares.push(square);
            }
        }
        squares.sort_unstable();
        let victim = victim.or_else(|| self.usual_victim(position, &squares));
        match victim {
            Some(victim)
                if !squares.is_empty()
                    && position.board[victim.index()]
                        .is_some_and(|man| man.side != position.side) =>
            {
                Ok(Some(Passed { squares, victim }))
            }
            _ => Err(format!("nobody passed `{text}`")),
        }
    }

    /// The first man beyond the targets on their file, seen by the side that has just moved.
    fn usual_victim(&self, position: &Position, squares: &[Square]) -> Option<Square> {
        let forward = match position.side {
            Side::White => -1,
            Side::Black => 1,
        };
        let mut found = None;
        for &target in squares {
            let mut here = target;
            let man = loop {
                here = self.def.shape.step(here, (0, forward), false)?;
                if position.board[here.index()].is_some() {
                    break here;
                }
            };
            if found.is_some_and(|other| other != man) {
                return None;
            }
            found = Some(man);
        }
        found
    }

    /// The position as a FEN.
    pub(crate) fn fen(&self, position: &Position) -> String {
        let mut text = self.placement_text(position);
        text.push_str(&self.bracket_text(position));
        let side = if position.side == Side::White { "w" } else { "b" };
        write!(text, " {side} {}", self.rights_text(position)).expect("a String");
        match &position.passed {
            None => text.push_str(" -"),
            Some(passed) => {
                text.push(' ');
                for &square in &passed.squares {
                    text.push_str(&self.def.shape.name(square));
                }
                if self.usual_victim(position, &passed.squares) != Some(passed.victim) {
                    text.push_str(&self.def.shape.name(passed.victim));
                }
            }
        }
        write!(text, " {} {}", position.quiet, position.fullmove).expect("a String");
        if self.def.points.is_some() {
            let [white, black] = position.points;
            write!(text, " +{white}+{black}").expect("a String");
        }
        text
    }

    fn placement_text(&self, position: &Position) -> String {
        let shape = &self.def.shape;
        let mut text = String::new();
        for rank in (0..shape.ranks()).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut run = 0;
            for file in 0..shape.files() {
                let square = shape.at(file, rank).expect("on the board");
                let hole = shape.holes().has(square);
                let man = position.board[square.index()];
                if !hole && man.is_none() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    write!(text, "{run}").expect("a String");
                    run = 0;
                }
                match man {
                    None => text.push('*'),
                    Some(man) => text.push_str(&self.man_text(man)),
                }
            }
            if run > 0 {
                write!(text, "{run}").expect("a String");
            }
        }
        text
    }

    fn man_text(&self, man: Man) -> String {
        let written = match man.was {
            Some((Mark::Plus, was)) => was,
            _ => man.piece,
        };
        let letter = &self.def.pieces[written.index()].letter;
        let letter = match man.side {
            Side::White => letter.clone(),
            Side::Black => letter.to_ascii_lowercase(),
        };
        let mut letter = if letter.len() > 1 { format!("{{{letter}}}") } else { letter };
        if man.held != Held::NOTHING {
            letter = format!("{letter}{{{}}}", self.codes_text(&man.held.codes()));
        }
        match man.was {
            Some((Mark::Plus, _)) => format!("+{letter}"),
            Some((Mark::Tilde, _)) => format!("{letter}~"),
            _ => letter,
        }
    }

    fn rights_text(&self, position: &Position) -> String {
        let mut letters = Vec::new();
        for &right in &position.castling {
            letters.push(self.castling_letter(position, right));
        }
        for (index, man) in position.board.iter().enumerate() {
            if let Some(man) = man.filter(|man| man.once) {
                letters.extend(self.once_letter(Square::new(index as u8), man));
            }
        }
        // In the order of the start's field, White's first, others by the alphabet.
        let start = self.def.setup.start.split_ascii_whitespace().nth(2).unwrap_or("-");
        letters.sort_unstable_by_key(|&letter| {
            (letter.is_ascii_lowercase(), start.find(letter).unwrap_or(usize::MAX), letter)
        });
        letters.dedup();
        if letters.is_empty() { "-".into() } else { letters.into_iter().collect() }
    }

    /// The letter of the entry, or the partner's file where he is not the outermost.
    fn castling_letter(&self, position: &Position, right: CastlingRight) -> char {
        let mut by_letter = position.clone();
        by_letter.castling.clear();
        self.parse_castling_right(&mut by_letter, right.side, right.letter);
        if by_letter.castling.contains(&right) {
            return right.letter;
        }
        let file = char::from(b'a' + self.def.shape.file(right.partner));
        match right.side {
            Side::White => file.to_ascii_uppercase(),
            Side::Black => file,
        }
    }
}

/// `+1+0`.
fn parse_points(text: &str) -> Option<[i64; 2]> {
    let (white, black) = text.strip_prefix('+')?.split_once('+')?;
    Some([white.parse().ok()?, black.parse().ok()?])
}
