//! Sets and conditions of a definition written as the language writes them.

use crate::board::{Shape, Side, SquareSet, Symmetry};
use crate::definition::{
    Arithmetic, Comparison, Definition, Expr, Fact, PieceId, PieceSet, SidedSquares, Spot, Tags,
    Who,
};

/// The names of the men of two games, such that the same man has the same name in both: its
/// own, or the first game's for a man whom only the letter tells.
pub(super) fn paired(a: &Definition, b: &Definition) -> (Vec<String>, Vec<String>) {
    let names: Vec<String> = a.pieces.iter().map(|piece| piece.name.clone()).collect();
    let known = |name: &str| a.pieces.iter().any(|piece| piece.name == name);
    let of = |piece: &crate::definition::Piece| {
        if known(&piece.name) {
            return piece.name.clone();
        }
        let same = a.pieces.iter().find(|other| {
            other.letter == piece.letter
                && other.sides == piece.sides
                && !b.pieces.iter().any(|piece| piece.name == other.name)
        });
        same.map_or_else(|| piece.name.clone(), |other| other.name.clone())
    };
    (names, b.pieces.iter().map(of).collect())
}

/// A definition and what its men are called.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub game: &'a Definition,
    pub names: &'a [String],
}

impl Words<'_> {
    pub(super) fn piece(&self, id: PieceId) -> String {
        self.names.get(id.index()).cloned().unwrap_or_default()
    }

    /// What men hold, as codes.
    pub(super) fn tags(&self, tags: &Tags) -> String {
        let codes = tags.0.iter().filter_map(|&at| self.game.augmenters.get(usize::from(at)));
        codes.map(|augmenter| augmenter.code).collect()
    }

    /// A set of pieces: by those that are missing if these are fewer.
    pub(super) fn men(&self, set: PieceSet) -> String {
        let ids = || (0..self.names.len()).filter_map(|at| u8::try_from(at).ok()).map(PieceId);
        let list = |wanted: bool| {
            let mut names: Vec<String> =
                ids().filter(|&id| set.has(id) == wanted).map(|id| self.piece(id)).collect();
            // Men of two games are numbered by their own names.
            names.sort();
            names
        };
        let (mut has, mut lacks) = (list(true), list(false));
        for (at, dressed) in self.game.dressed.iter().enumerate() {
            let bit = u32::try_from(at).ok().and_then(|at| set.turned.checked_shr(at));
            if bit.is_some_and(|bit| bit & 1 == 1) {
                let name = format!("{}{{{}}}", self.piece(dressed.piece), self.tags(&dressed.tags));
                if set.has(dressed.piece) { lacks.push(name) } else { has.push(name) }
            }
        }
        let plain = has.len() <= lacks.len();
        match (has.as_slice(), lacks.as_slice()) {
            ([], _) => "none".to_owned(),
            (_, []) => "all".to_owned(),
            _ if plain && set.turned == 0 => has.join(" + "),
            _ if set.turned == 0 => format!("all except {}", lacks.join(" + ")),
            _ => format!("{} except {}", has.join(" + "), lacks.join(" + ")),
        }
    }

    /// Squares of both sides: White's, and Black's if they are not the images of these.
    pub(super) fn squares(&self, sets: SidedSquares) -> String {
        let [white, black] = sets;
        let shape = &self.game.shape;
        if shape.image_set(white, Side::Black, self.game.symmetry) == black {
            return self.area(white);
        }
        // Colours are the same squares for both.
        if white == black && [0, 1].into_iter().any(|odd| white == self.coloured(odd)) {
            return self.area(white);
        }
        format!("white {}, black {}", self.area(white), self.area(black))
    }

    /// Squares by ranks where they are whole ones, and by colour.
    pub(super) fn area(&self, set: SquareSet) -> String {
        let shape = &self.game.shape;
        if set == shape.all() {
            return "all".to_owned();
        }
        for (name, odd) in [("dark", 0), ("light", 1)] {
            if set == self.coloured(odd) {
                return name.to_owned();
            }
        }
        let mut parts = Vec::new();
        // The first and the last of whole ranks that follow one another.
        let mut whole: Option<(u8, u8)> = None;
        for rank in 1..=shape.ranks().saturating_add(1) {
            let row: Vec<_> = shape
                .squares()
                .filter(|&square| shape.rank(square).saturating_add(1) == rank)
                .collect();
            if !row.is_empty() && row.iter().all(|&square| set.has(square)) {
                whole = Some((whole.map_or(rank, |(first, _)| first), rank));
                continue;
            }
            match whole.take() {
                Some((first, last)) if first == last => parts.push(format!("rank {first}")),
                Some((first, last)) => parts.push(format!("rank {first}-{last}")),
                None => {}
            }
            let inside = row.iter().filter(|&&square| set.has(square));
            parts.extend(inside.map(|&square| shape.name(square)));
        }
        if parts.is_empty() { "none".to_owned() } else { parts.join(" + ") }
    }

    /// The squares of a colour: a1 is dark.
    fn coloured(&self, odd: u8) -> SquareSet {
        let shape = &self.game.shape;
        let sum = |square| shape.file(square).saturating_add(shape.rank(square));
        shape.squares().filter(|&square| sum(square) % 2 == odd).collect()
    }

    pub(super) fn condition(&self, expr: &Expr) -> String {
        self.expr(expr, 0)
    }

    /// `least` is how tightly an expression has to bind to stand without brackets. A checked
    /// expression nests no deeper than [`crate::limits::EXPRESSION_DEPTH`] allows.
    fn expr(&self, expr: &Expr, least: u8) -> String {
        let two = |word: &str, binds: u8, right: u8, a: &Expr, b: &Expr| {
            let text = format!("{} {word} {}", self.expr(a, binds), self.expr(b, right));
            if binds < least { format!("({text})") } else { text }
        };
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Not(inner) => format!("not {}", self.expr(inner, 5)),
            // Both are what they are whichever pair is taken first.
            Expr::Or(a, b) => two("or", 1, 1, a, b),
            Expr::And(a, b) => two("and", 2, 2, a, b),
            Expr::Compare(by, a, b) => two(comparison(*by), 3, 4, a, b),
            Expr::Arithmetic(Arithmetic::Multiply, a, b) => two("*", 5, 6, a, b),
            Expr::Arithmetic(Arithmetic::Add, a, b) => two("+", 4, 5, a, b),
            Expr::Arithmetic(Arithmetic::Subtract, a, b) => two("-", 4, 5, a, b),
            Expr::SameSide(a, b) if least > 3 => format!("({} == {})", who(*a), who(*b)),
            Expr::SameSide(a, b) => format!("{} == {}", who(*a), who(*b)),
            Expr::Fact(fact) => self.fact(fact),
        }
    }

    fn fact(&self, fact: &Fact) -> String {
        let place = |squares: SidedSquares, spot: Option<Spot>| match spot {
            Some(Spot::From) => ", from-square".to_owned(),
            Some(Spot::To) => ", to-square".to_owned(),
            None => match self.squares(squares) {
                all if all == "all" => String::new(),
                squares => format!(", {squares}"),
            },
        };
        match *fact {
            Fact::Count { who: side, pieces, squares, spot } => {
                format!("count({}, {}{})", who(side), self.men(pieces), place(squares, spot))
            }
            Fact::Hand { who: side, pieces } => {
                format!("hand({}, {})", who(side), self.men(pieces))
            }
            Fact::Missing { who: side, pieces } => {
                format!("missing({}, {})", who(side), self.men(pieces))
            }
            Fact::Empty { squares } => format!("empty({})", self.squares(squares)),
            Fact::Stuck { who: side, pieces } => {
                format!("stuck({}, {})", who(side), self.men(pieces))
            }
            Fact::Checks(side) => format!("checks({})", who(side)),
            Fact::Counter(at) => {
                self.game.counters.get(at).map(|counter| counter.name.clone()).unwrap_or_default()
            }
            Fact::Value(side) => format!("value({})", who(side)),
            Fact::Points(side) => format!("points({})", who(side)),
            Fact::Rights(side) => format!("rights({})", who(side)),
            Fact::Line { who: side, pieces, n } => {
                format!("line({}, {}, {n})", who(side), self.men(pieces))
            }
            Fact::Flanked { who: side, a, b } => {
                format!("flanked({}, {}, {})", who(side), self.men(a), self.men(b))
            }
            Fact::Quiet => "quiet".to_owned(),
            Fact::Passes => "passes".to_owned(),
            Fact::Moved(pieces) => format!("moved({})", self.men(pieces)),
            Fact::Took(pieces) => format!("took({})", self.men(pieces)),
            Fact::Check(side) => format!("check({})", who(side)),
            Fact::Attacked { who: side, pieces, by, squares, spot } => format!(
                "attacked({}, {}, {}{})",
                who(side),
                self.men(pieces),
                self.men(by),
                place(squares, spot)
            ),
            Fact::Facing(pieces) => format!("facing({})", self.men(pieces)),
            Fact::Moves(side) => format!("moves({})", who(side)),
            Fact::Reach { who: side, pieces, squares } => {
                format!("reach({}, {}, {})", who(side), self.men(pieces), self.squares(squares))
            }
            Fact::Repeats => "repeats".to_owned(),
            Fact::Checked(side, n) => format!("checked({}, {n})", who(side)),
            Fact::PerpetualCheck(side) => format!("perpetual-check({})", who(side)),
        }
    }
}

/// `8x8`, and what is unusual about it.
pub(super) fn size(shape: &Shape) -> String {
    format!("{}x{}", shape.files(), shape.ranks())
}

pub(super) fn symmetry(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Mirror => "mirror",
        Symmetry::Rotate => "rotate",
        Symmetry::None => "none",
    }
}

pub(super) fn sides(sides: [bool; 2]) -> &'static str {
    match sides {
        [true, true] => "both",
        [true, false] => "white",
        [false, true] => "black",
        [false, false] => "nobody",
    }
}

fn who(who: Who) -> &'static str {
    match who {
        Who::Us => "us",
        Who::Them => "them",
        Who::White => "white",
        Who::Black => "black",
        Who::Both => "both",
    }
}

fn comparison(by: Comparison) -> &'static str {
    match by {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}
