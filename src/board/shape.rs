use super::{Side, Square, SquareSet};
use crate::limits;

/// A displacement: files to the right, ranks forward, seen from White.
pub type Vector = (i16, i16);

/// Which square is Black's image of one of White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// The rank is turned over.
    #[default]
    Mirror,
    /// File and rank are turned over.
    Rotate,
    /// The same square.
    None,
}

/// Files × ranks, holes, and whether the left and right edges are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
    holes: SquareSet,
    wrap: bool,
}

impl Shape {
    /// A board without holes. `None` unless both sides are 1 to 16.
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let fits = |n| (1..=limits::BOARD_SIDE).contains(&n);
        (fits(files) && fits(ranks)).then_some(Self {
            files,
            ranks,
            holes: SquareSet::EMPTY,
            wrap: false,
        })
    }

    /// The largest board there is, without holes.
    pub fn largest() -> Self {
        let side = limits::BOARD_SIDE;
        Self { files: side, ranks: side, holes: SquareSet::EMPTY, wrap: false }
    }

    /// The same board with these squares missing.
    #[must_use]
    pub fn with_holes(mut self, holes: SquareSet) -> Self {
        self.holes = holes;
        self
    }

    /// The same board as a cylinder (left and right edges joined), or not.
    #[must_use]
    pub fn with_wrap(mut self, wrap: bool) -> Self {
        self.wrap = wrap;
        self
    }

    /// Number of files.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Squares that are missing.
    pub fn holes(&self) -> SquareSet {
        self.holes
    }

    /// Whether the left and right edges are joined.
    pub fn wrap(&self) -> bool {
        self.wrap
    }

    /// Files × ranks, holes counted: one more than the highest index.
    pub fn area(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// File of a square, from 0.
    pub fn file(&self, square: Square) -> u8 {
        square.byte() % self.files
    }

    /// Rank of a square, from 0.
    pub fn rank(&self, square: Square) -> u8 {
        square.byte() / self.files
    }

    /// The square on this file and rank (both from 0), hole or not; `None` off the board.
    pub fn at(&self, file: u8, rank: u8) -> Option<Square> {
        (file < self.files && rank < self.ranks)
            .then(|| Square::new((rank as usize * self.files as usize + file as usize) as u8))
    }

    /// All squares that are no holes, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let holes = self.holes;
        (0..self.area()).map(|i| Square::new(i as u8)).filter(move |&square| !holes.has(square))
    }

    /// All squares that are no holes, as a set.
    pub fn all(&self) -> SquareSet {
        self.squares().collect()
    }

    /// Where a displacement leads on this board, `wrap` being the board's own or the
    /// mover's; `None` off the board or on a hole.
    pub fn step(&self, from: Square, (dx, dy): Vector, wrap: bool) -> Option<Square> {
        let mut file = i32::from(self.file(from)) + i32::from(dx);
        let rank = i32::from(self.rank(from)) + i32::from(dy);
        if wrap || self.wrap {
            file = file.rem_euclid(i32::from(self.files));
        }
        let square = self.at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)?;
        (!self.holes.has(square)).then_some(square)
    }

    /// The image of a square for Black. It may be a hole where the holes are not symmetric.
    pub fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        let (file, rank) = (self.file(square), self.rank(square));
        let (file, rank) = match symmetry {
            Symmetry::Mirror => (file, self.ranks - 1 - rank),
            Symmetry::Rotate => (self.files - 1 - file, self.ranks - 1 - rank),
            Symmetry::None => (file, rank),
        };
        self.at(file, rank).unwrap_or(square)
    }

    /// The image of a set of White's for a side: itself for White. Holes are left out.
    pub fn image_set(&self, set: SquareSet, side: Side, symmetry: Symmetry) -> SquareSet {
        match side {
            Side::White => set - self.holes,
            Side::Black => {
                set.iter().map(|square| self.image(square, symmetry)).collect::<SquareSet>()
                    - self.holes
            }
        }
    }

    /// `e4`, `b12`.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }

    /// Reads a square's name at the start of `text` and says how many bytes it has. The
    /// square may be a hole; `None` if there is no name or it is off the board.
    pub fn read_square(&self, text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a')?;
        let digits = bytes.get(1..)?.iter().take(2).take_while(|byte| byte.is_ascii_digit());
        let digits = digits.count();
        if digits == 0 || bytes.get(1) == Some(&b'0') {
            return None;
        }
        let rank: u8 = text.get(1..=digits)?.parse().ok()?;
        Some((self.at(file, rank.checked_sub(1)?)?, 1 + digits))
    }

    /// Reads a text that is exactly a square's name.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        self.read_square(text).filter(|&(_, len)| len == text.len()).map(|(square, _)| square)
    }
}
