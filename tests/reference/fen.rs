//! A position as text and back (`formats.md`, `language.md` 10).

use std::fmt::Write as _;

use ferz::board::{Side, Square};
use ferz::definition::{Mark, PieceId};

use super::Reference;
use super::position::{Held, Man, Passed, Position};

/// The men by the index of their square, and walls.
type Placement = (Vec<Option<Man>>, Vec<Square>);

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
        let (board, walls) = self.parse_placement(placement)?;
        let mut position = Position::of(board, side);
        position.walls = walls;
        position.counters = vec![None; self.def.counters.len()];
        if let Some(bracket) = bracket {
            self.parse_bracket(&mut position, bracket)?;
        }
        if self.def.points.is_some()
            && let Some(points) = fields.last().and_then(|field| parse_points(field))
        {
            position.points = points;
            fields.pop();
        }
        if let Some(total) = self.def.checks {
            read_checks(&mut fields, total, &mut position)?;
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
        // Programs that count as in makruk write a limit in the place of en passant.
        if fields.len() == 2 && is_number(&fields[1]) {
            fields.pop();
        }
        if fields.len() > 2 {
            return Err(format!("`{}` is one field too many", fields[2]));
        }
        if let Some(rights) = fields.first() {
            self.parse_rights(&mut position, rights)?;
        }
        if let Some(squares) = fields.get(1) {
            position.passed = self.parse_passed(&position, squares)?;
        }
        self.assume_dropped(&mut position);
        self.tidy_virgin(&mut position);
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

    /// The men, and the walls that a game has where men turn into such.
    pub(super) fn parse_placement(&self, placement: &str) -> Result<Placement, String> {
        let shape = &self.def.shape;
        let mut board = vec![None; shape.area()];
        let mut walls = Vec::new();
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
                    if self.makes_walls() && !shape.holes().has(square) {
                        walls.push(square);
                    } else if !shape.holes().has(square) {
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
        walls.sort_unstable();
        Ok((board, walls))
    }

    pub(super) fn man_from_text(&self, text: &str, plus: bool, tilde: bool) -> Result<Man, String> {
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

    /// The position as it is after its FEN has been read: without the last turn, passes,
    /// counters, and who was dropped and who walked where castling needs him.
    pub(crate) fn as_read(&self, position: &Position) -> Position {
        let counters = vec![None; position.counters.len()];
        let dropped = Vec::new();
        let mut read = Position { last: None, passes: 0, counters, dropped, ..position.clone() };
        self.assume_dropped(&mut read);
        read
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
        if let Some(total) = self.def.checks {
            let [white, black] = position.checks.map(|given| total.saturating_sub(given));
            write!(text, " {white}+{black}").expect("a String");
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
                if !hole && position.is_empty(square) {
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

    pub(super) fn man_text(&self, man: Man) -> String {
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
}

/// Checks still to be given, `3+3` in front of the clocks, or those given, `+0+0` at the end.
fn read_checks(fields: &mut Vec<&str>, total: u32, position: &mut Position) -> Result<(), String> {
    let Some(at) = fields.iter().position(|field| field.contains('+')) else { return Ok(()) };
    let field = fields.remove(at);
    let (pair, given) = match field.strip_prefix('+') {
        Some(pair) => (pair, true),
        None => (field, false),
    };
    let numbers = pair.split_once('+').map(|(white, black)| [white.parse(), black.parse()]);
    let Some([Ok(white), Ok(black)]) = numbers else {
        return Err(format!("`{field}` are no checks"));
    };
    let numbers: [u32; 2] = [white, black];
    if numbers.iter().any(|&number| number > total) {
        return Err(format!("`{field}` are more than {total} checks"));
    }
    position.checks = if given { numbers } else { numbers.map(|left| total - left) };
    Ok(())
}

/// `+1+0`.
fn parse_points(text: &str) -> Option<[i64; 2]> {
    let (white, black) = text.strip_prefix('+')?.split_once('+')?;
    Some([white.parse().ok()?, black.parse().ok()?])
}
