//! Letters of men: bytes in, kinds out, and back.

use crate::board::Side;

use super::{KindId, NO_KIND};

/// How a kind is written.
#[derive(Clone, Debug, Default)]
pub struct KindName {
    /// Name of the piece in the file.
    pub piece: String,
    /// As White's man in a FEN: `N`, `{Ab}`, `+P`, `Q~`.
    pub white: String,
    /// As Black's.
    pub black: String,
    /// What stands behind a move that promotes to it: `q`, `+`, `{ab}`.
    pub suffix: String,
    /// As a piece's id in SAN, the same for both sides: `N`, `{Ab}`, `+P`. What men hold and what
    /// they were before is left out.
    pub id: String,
    /// Letter of its unspent right in the FEN, as White's; `None` if it has none or it is
    /// marked by its file.
    pub right_letter: Option<char>,
    /// The unspent right is marked by the file the man stands on.
    pub right_by_file: bool,
}

/// What a byte of a placement without marks and long names does to its reader, who adds up and
/// masks all that he counts in one go. From the lowest bit his sum holds: the number of men, the
/// square that comes next, the squares that are left on its rank.
#[derive(Clone, Copy, Debug)]
pub struct PlainByte {
    /// What the byte adds to the sum.
    pub adds: i64,
    /// A man: its row in [`super::Keys::men`], which is twice its kind, and one more for Black's,
    /// behind the bits of a square. The end of a rank: what of the sum must be nothing there.
    pub notes: i64,
    /// What it is: a set of the bits below; and, [`Self::BEHIND`] them, what the next byte must not
    /// be.
    pub is: u32,
}

impl PlainByte {
    /// Lowest bit of the square that comes next. Below it the number of men has as many bits as
    /// it can need; the others have more, so that no wrong text makes them flow over.
    pub const AT: u32 = 13;
    /// Lowest bit of the squares that are left.
    pub const LEFT: u32 = 44;

    /// A number of empty squares, or the second digit of one.
    pub const RUN: u32 = 1;
    /// The first of two digits, of which the second can be any.
    pub const TENS: u32 = 2;
    /// Can only be the second digit of a number.
    pub const ZERO: u32 = 4;
    /// Read so, but written in another way.
    pub const ODD: u32 = 8;
    /// None of these, or more than a byte tells.
    pub const OTHER: u32 = 16;
    /// How far what must not follow stands above what the byte is.
    pub const BEHIND: u32 = 8;

    /// A square that comes next, and those left on its rank.
    pub const fn place(at: i64, left: i64) -> i64 {
        (at << Self::AT) + (left << Self::LEFT)
    }

    /// Something on so many squares.
    pub const fn squares(squares: u8, is: u32) -> Self {
        Self { adds: Self::place(squares as i64, -(squares as i64)), notes: 0, is }
    }

    /// What is no number: the next byte must not go on with one.
    pub const fn none(is: u32) -> u32 {
        is | Self::ZERO << Self::BEHIND
    }

    /// A man, on a board whose squares have so many bits.
    pub const fn man(row: u32, bits: u32, is: u32) -> Self {
        let one = Self::squares(1, Self::none(is));
        Self { adds: one.adds + 1, notes: (row as i64) << (Self::AT + bits), is: one.is }
    }

    /// A digit of a number, on a board of so many files. Only where there are more than ten two
    /// digits may be any; the zero of a ten is as good as a run of nine.
    pub const fn digit(digit: u8, files: u8) -> Self {
        let number = Self::RUN | Self::ZERO;
        match digit {
            0 if files < 10 => Self::other(),
            0 if files == 10 => Self::squares(9, Self::ZERO | number << Self::BEHIND),
            0 => Self::squares(0, number | number << Self::BEHIND),
            1 if files <= 10 => Self::squares(1, Self::RUN | Self::RUN << Self::BEHIND),
            1 => Self::squares(1, Self::RUN | Self::TENS),
            _ => Self::squares(digit, Self::RUN | number << Self::BEHIND),
        }
    }

    /// The end of a rank of so many squares.
    pub const fn end(files: u8) -> Self {
        let files = files as i64;
        Self { adds: Self::place(-2 * files, files), notes: -1 << Self::LEFT, is: Self::none(0) }
    }

    /// Any other byte.
    pub const fn other() -> Self {
        Self { adds: 0, notes: 0, is: Self::OTHER }
    }
}

/// All letters of a variant.
#[derive(Clone, Debug)]
pub struct Names {
    /// By kind.
    pub kinds: Vec<KindName>,
    /// Single letters: ASCII byte → kind, or [`NO_KIND`].
    pub letters: [[KindId; 128]; 2],
    /// The same and the digits: ASCII byte → what it stands for.
    pub plain: [PlainByte; 256],
    /// The way back: the byte of each kind that is written with one letter, else 0.
    pub singles: [Vec<u8>; 2],
    /// All kinds are written so.
    pub all_single: bool,
    /// Longer ids: `(text as White's, kind)`, compared without case.
    pub long: Vec<(String, KindId)>,
    /// Marked kinds: `(mark is plus, base kind, kind)`. The base of a `+` kind is what was
    /// promoted; of a `~` kind what it is now.
    pub marked: Vec<(bool, KindId, KindId)>,
    /// Kinds that turn into an unspent one when a FEN's rights field says so.
    pub unspent: Vec<(KindId, KindId)>,
    /// Codes of augmenters, in the order in which they are written.
    pub codes: Vec<char>,
}

impl Names {
    /// The kind that a single letter stands for; its case says whose.
    #[inline(always)]
    pub fn letter(&self, byte: u8) -> Option<(Side, KindId)> {
        let side = if byte.is_ascii_uppercase() { Side::White } else { Side::Black };
        let kind = self.letters[side.index()][usize::from(byte & 127)];
        (kind != NO_KIND).then_some((side, kind))
    }

    /// How a man is written.
    pub fn man(&self, side: Side, kind: KindId) -> &str {
        let name = self.kinds.get(kind as usize);
        name.map_or("?", |name| match side {
            Side::White => &name.white,
            Side::Black => &name.black,
        })
    }
}
