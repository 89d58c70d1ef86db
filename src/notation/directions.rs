//! Direction letters (`notation.md` section 5): a string of letters and the way an atom is
//! shaped → the steps they select.
//!
//! Orthogonal and diagonal directions are numbered in a ring, by 45 degrees to the left:
//! 0 is forward, 2 left, 4 back, 6 right; the odd numbers are the diagonals between.

use super::tree::AtomClass;
use crate::board::Vector;

/// A number in the ring of eight directions.
pub(super) type Ring = u8;

/// Why a direction string cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The `h` at this byte belongs to no letter in front of it.
    Half(usize),
    /// `hr` or `hl` where it cannot stand.
    Chiral,
}

/// A direction string cut into its parts (5.1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reading {
    tokens: Vec<Token>,
    /// A letter stands twice.
    pub(super) doubled: bool,
    /// A letter is followed by `h`.
    pub(super) half: bool,
    /// Byte of a `v` or `s` that is followed by a letter of the other axis.
    pub(super) disorder: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Alone(char),
    Half(char),
    Pair(char, char),
    /// `hr` (true) or `hl`.
    Handed(bool),
}

/// Cuts the letters as an atom of this class reads them.
pub(super) fn read(letters: &str, class: AtomClass) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    if letters.starts_with("hr") || letters.starts_with("hl") {
        if letters.len() > 2 || class != AtomClass::Oblique {
            return Err(Fault::Chiral);
        }
        reading.tokens.push(Token::Handed(letters == "hr"));
        return Ok(reading);
    }
    let mut rest = letters.char_indices().peekable();
    while let Some((at, letter)) = rest.next() {
        let opens = matches!(letter, 'f' | 'b' | 'l' | 'r');
        let token = match rest.peek().map(|&(_, next)| next) {
            _ if letter == 'h' => return Err(Fault::Half(at)),
            Some('h') if opens => {
                reading.half = true;
                Token::Half(letter)
            }
            Some(next) if next == letter => {
                reading.doubled = true;
                rest.next();
                reading.tokens.push(Token::Alone(letter));
                continue;
            }
            Some(next) if next != 'h' && is_vertical(next) != is_vertical(letter) => {
                if opens || class == AtomClass::Diagonal {
                    Token::Pair(letter, next)
                } else {
                    reading.disorder.get_or_insert(at);
                    reading.tokens.push(Token::Alone(letter));
                    continue;
                }
            }
            _ => {
                reading.tokens.push(Token::Alone(letter));
                continue;
            }
        };
        rest.next();
        reading.tokens.push(token);
    }
    Ok(reading)
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

impl Reading {
    /// The directions selected on an orthogonal or diagonal atom (5.2, 5.3) or K and Q (5.4),
    /// in the order of the ring. No letters select all.
    pub(super) fn ring(&self, class: AtomClass) -> Vec<Ring> {
        self.select(|token, direction| match class {
            AtomClass::Orthogonal => direction.is_multiple_of(2) && orthogonal(token, direction),
            AtomClass::Diagonal => direction % 2 == 1 && diagonal(token, direction),
            AtomClass::EightFold | AtomClass::Oblique => eight_fold(token, direction),
        })
    }

    /// The directions selected in the table of eight, cut down to those an atom has that
    /// lies straight ahead. A pair of letters may select nothing.
    pub(super) fn ahead(&self) -> Vec<Ring> {
        self.select(|token, direction| direction.is_multiple_of(2) && eight_fold(token, direction))
    }

    fn select(&self, selects: impl Fn(Token, Ring) -> bool) -> Vec<Ring> {
        (0..8)
            .filter(|&direction| self.tokens.iter().any(|&token| selects(token, direction)))
            .collect()
    }

    /// Whether an oblique step is selected (5.5).
    pub(super) fn has_oblique(&self, step: Vector) -> bool {
        self.tokens.iter().any(|&token| oblique(token, step))
    }
}

/// Lies in the open half plane of this letter.
fn half(letter: char, (dx, dy): Vector) -> bool {
    match letter {
        'f' => dy > 0,
        'b' => dy < 0,
        'l' => dx < 0,
        'r' => dx > 0,
        'v' => dy != 0,
        _ => dx != 0,
    }
}

fn orthogonal(token: Token, direction: Ring) -> bool {
    let step = ring_step(direction);
    match token {
        Token::Alone(letter) | Token::Half(letter) => half(letter, step),
        Token::Pair(first, second) => half(first, step) || half(second, step),
        Token::Handed(_) => false,
    }
}

fn diagonal(token: Token, direction: Ring) -> bool {
    let step = ring_step(direction);
    match token {
        Token::Alone(letter) | Token::Half(letter) => half(letter, step),
        Token::Pair(first, second) => half(first, step) && half(second, step),
        Token::Handed(_) => false,
    }
}

fn eight_fold(token: Token, direction: Ring) -> bool {
    let step = ring_step(direction);
    let straight = direction.is_multiple_of(2);
    match token {
        Token::Alone(letter) => straight && half(letter, step),
        Token::Half(letter) => half(letter, step),
        Token::Pair(first, second) => !straight && half(first, step) && half(second, step),
        Token::Handed(_) => false,
    }
}

fn oblique(token: Token, step: Vector) -> bool {
    let (dx, dy) = step;
    // Goes further along the letter's axis than across it.
    let narrow = |letter| is_vertical(letter) == (dy.abs() > dx.abs()) && half(letter, step);
    match token {
        Token::Alone(letter) => narrow(letter),
        Token::Half(letter) => half(letter, step),
        Token::Pair(first, second) => half(first, step) && narrow(second),
        // The quarter turns of (+1,+2) have dx and dy of one sign exactly when upright.
        Token::Handed(right) => (((dx > 0) == (dy > 0)) == (dy.abs() > dx.abs())) == right,
    }
}

/// The step to the neighbour in a direction of the ring.
pub(super) fn ring_step(direction: Ring) -> Vector {
    match direction % 8 {
        0 => (0, 1),
        1 => (-1, 1),
        2 => (-1, 0),
        3 => (-1, -1),
        4 => (0, -1),
        5 => (1, -1),
        6 => (1, 0),
        _ => (1, 1),
    }
}

/// The direction of an orthogonal or diagonal step of any length; `None` for oblique ones.
pub(super) fn ring_of((dx, dy): Vector) -> Option<Ring> {
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return None;
    }
    (0..8).find(|&direction| ring_step(direction) == (dx.signum(), dy.signum()))
}

/// A step turned to the left by this many quarters.
pub(super) fn quarter_turns((dx, dy): Vector, quarters: u8) -> Vector {
    match quarters % 4 {
        0 => (dx, dy),
        1 => (-dy, dx),
        2 => (-dx, -dy),
        _ => (dy, -dx),
    }
}

/// The eight steps of an oblique atom (`short` < `long`) in rotation order, clockwise.
pub(super) fn oblique_steps(short: i16, long: i16) -> [Vector; 8] {
    [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ]
}
