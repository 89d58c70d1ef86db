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
/// masks all that he counts in one go. From the lowest bit his sum holds: the number of men, room
/// for [`Self::ROW`], the square that comes next, the squares that are left on its rank.
#[derive(Clone, Copy, Debug)]
pub struct PlainByte {
    /// What the byte adds to the sum.
    pub adds: i64,
    /// A man: its row in [`super::Keys::men`], which is twice its kind, and one more for Black's.
    /// The end of a rank: what of the sum must be nothing there.
    pub notes: i64,
    /// What it is: a set of the bits below.
    pub is: u32,
}

impl PlainByte {
    /// Lowest bits of the parts of the sum. The number of men and the row have as many bits as
    /// they can need; the others have more, so that no wrong text makes them flow over.
    pub const ROW: u32 = 13;
    /// See [`Self::ROW`].
    pub const AT: u32 = 21;
    /// See [`Self::ROW`].
    pub const LEFT: u32 = 44;

    /// A number of empty squares, or the second digit of one.
    pub const RUN: u32 = 1;
    /// Can be the first of two digits.
    pub const TENS: u32 = 2;
    /// Can only be the second digit of a number.
    pub const ZERO: u32 = 4;
    /// Read so, but written in another way.
    pub const ODD: u32 = 8;
    /// None of these, or more than a byte tells.
    pub const OTHER: u32 = 16;

    /// A square that comes next, and those left on its rank.
    pub const fn place(at: i64, left: i64) -> i64 {
        (at << Self::AT) + (left << Self::LEFT)
    }

    /// Something on so many squares.
    pub const fn squares(squares: u8, is: u32) -> Self {
        Self { adds: Self::place(squares as i64, -(squares as i64)), notes: 0, is }
    }

    /// A man.
    pub const fn man(row: u32, is: u32) -> Self {
        let one = Self::squares(1, is);
        Self { adds: one.adds + 1, notes: (row as i64) << Self::ROW, is }
    }

    /// The end of a rank of so many squares.
    pub const fn end(files: u8) -> Self {
        let files = files as i64;
        Self { adds: Self::place(-2 * files, files), notes: -1 << Self::LEFT, is: 0 }
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
