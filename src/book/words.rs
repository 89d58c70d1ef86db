//! Sides, men and squares in English.

use crate::board::{Shape, Square, SquareSet, Symmetry};
use crate::definition::{Definition, Dressed, PieceId, PieceSet, SidedSquares, Who};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// `a king`, `an elephant`.
pub(super) fn a(name: &str) -> String {
    let first = name.chars().next().unwrap_or('x').to_ascii_lowercase();
    // `universal` and `unicorn` begin with a sound that is no vowel.
    let vowel = matches!(first, 'a' | 'e' | 'i' | 'o') || first == 'u' && !name.starts_with("uni");
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The regular plural.
pub(super) fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if name.ends_with("corps") {
        return name.to_owned();
    }
    if let Some(stem) = name.strip_suffix("man").filter(|stem| !stem.ends_with("hu")) {
        return format!("{stem}men");
    }
    if let Some(stem) = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        return format!("{stem}ies");
    }
    if ends(&["s", "x", "ch", "sh", "z"]) { format!("{name}es") } else { format!("{name}s") }
}

/// `one`, `two`, …, `13`.
pub(super) fn number(n: i64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `one time` is `once`.
pub(super) fn times(n: i64) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{} times", number(n)),
    }
}

/// How a list of men is worded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Men {
    /// `a king or a queen`, `any man`.
    Any,
    /// `kings and queens`, `men`.
    All,
    /// `kings or queens`, `men`.
    Or,
}

/// Words for the sets of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    pub definition: &'a Definition,
}

impl<'a> Words<'a> {
    fn shape(self) -> &'a Shape {
        &self.definition.shape
    }

    pub(super) fn name(self, piece: PieceId) -> String {
        self.definition
            .pieces
            .get(piece.index())
            .map_or_else(String::new, |piece| piece.name.replace('-', " "))
    }

    pub(super) fn every(self) -> PieceSet {
        let mut all = PieceSet::NONE;
        (0..self.definition.pieces.len()).for_each(|index| all.insert(PieceId(index as u8)));
        all
    }

    pub(super) fn is_every(self, set: PieceSet) -> bool {
        set == self.every()
    }

    fn dressed(self, man: &Dressed, many: bool) -> String {
        let hold = if many { "hold" } else { "holds" };
        let codes: String = man
            .tags
            .0
            .iter()
            .filter_map(|&tag| self.definition.augmenters.get(usize::from(tag)))
            .map(|augmenter| augmenter.code)
            .collect();
        if codes.is_empty() {
            format!("that {hold} nothing")
        } else {
            format!("that {hold} exactly `{codes}`")
        }
    }

    /// A set of men.
    pub(super) fn men(self, set: PieceSet, how: Men) -> String {
        let word = |name: &str| match how {
            Men::Any => a(name),
            Men::All | Men::Or => plural(name),
        };
        let link = if how == Men::All { "and" } else { "or" };
        let all = self.definition.pieces.len();
        let turned: Vec<&Dressed> = self
            .definition
            .dressed
            .iter()
            .enumerate()
            .filter(|(index, _)| *index < 64 && set.turned >> index & 1 == 1)
            .map(|(_, man)| man)
            .collect();
        let but = |man: &&&Dressed| set.has(man.piece);
        let mut left: Vec<String> = turned
            .iter()
            .filter(but)
            .map(|man| {
                format!("{} {}", word(&self.name(man.piece)), self.dressed(man, how != Men::Any))
            })
            .collect();
        let only: Vec<String> = turned
            .iter()
            .filter(|man| !set.has(man.piece))
            .map(|man| {
                format!("{} {}", word(&self.name(man.piece)), self.dressed(man, how != Men::Any))
            })
            .collect();
        let missing: Vec<PieceId> = self.every().iter().filter(|&id| !set.has(id)).collect();
        let mut text = if set.len() == all {
            if how == Men::Any { "any man" } else { "men" }.to_owned()
        } else if all > 4 && missing.len() <= 3 && only.is_empty() {
            let names: Vec<String> = missing.iter().map(|&id| word(&self.name(id))).collect();
            left.splice(0..0, names);
            if how == Men::Any { "any man" } else { "men" }.to_owned()
        } else {
            let mut names: Vec<String> = set.iter().map(|id| word(&self.name(id))).collect();
            names.extend(only);
            if names.is_empty() {
                return if how == Men::Any { "no man" } else { "no men" }.to_owned();
            }
            joined(&names, link)
        };
        if !left.is_empty() {
            text = format!("{text} other than {}", joined(&left, "or"));
        }
        text
    }

    /// Squares for both sides; Black's are said where they are others.
    pub(super) fn squares(self, squares: SidedSquares) -> String {
        let [white, black] = squares;
        match self.set(white) {
            text if white == black => text,
            text => format!("{text} (for Black: {})", self.set(black)),
        }
    }

    /// As [`Self::squares`], for an entry that is for these sides only.
    pub(super) fn squares_for(self, sides: [bool; 2], squares: SidedSquares) -> String {
        match sides {
            [true, false] => self.squares_of(Who::White, squares),
            [false, true] => self.squares_of(Who::Black, squares),
            [true, true] | [false, false] => self.squares(squares),
        }
    }

    /// The squares that a side means: one side's if it is known which.
    pub(super) fn squares_of(self, who: Who, squares: SidedSquares) -> String {
        let [white, black] = squares;
        match who {
            Who::White => self.set(white),
            Who::Black => self.set(black),
            Who::Us | Who::Them | Who::Both => self.squares(squares),
        }
    }

    /// Whether these are all squares, for both sides.
    pub(super) fn everywhere(self, squares: SidedSquares) -> bool {
        squares.iter().all(|&set| set == self.shape().all())
    }

    /// One set of squares.
    pub(super) fn set(self, set: SquareSet) -> String {
        let shape = self.shape();
        let all = shape.all();
        let set = set & all;
        if set == all {
            return "any square".to_owned();
        }
        if set.is_empty() {
            return "no square".to_owned();
        }
        if let Some(text) = self.plain_set(set) {
            return text;
        }
        let rest = all - set;
        if rest.len() < set.len()
            && let Some(text) = self.plain_set(rest)
        {
            return format!("any square but {text}");
        }
        for (dark, word) in [(true, "dark"), (false, "light")] {
            let of_colour = |square: &Square| {
                (shape.file(*square) + shape.rank(*square)).is_multiple_of(2) == dark
            };
            let colour: SquareSet = all.iter().filter(of_colour).collect();
            if set == colour {
                return format!("any {word} square");
            }
            // The squares of a colour in something that has a name.
            if set.iter().all(|square| of_colour(&square)) && set.len() > 2 {
                let ranks: SquareSet = all
                    .iter()
                    .filter(|square| {
                        set.iter().any(|known| shape.rank(known) == shape.rank(*square))
                    })
                    .collect();
                if ranks & colour == set
                    && let Some(text) = self.plain_set(ranks)
                {
                    return format!("any {word} square of {text}");
                }
            }
        }
        if rest.len() <= 6 {
            return format!("any square but {}", self.list(rest, "and"));
        }
        self.list(set, "or")
    }

    /// All squares of a set, those of larger rectangles by their corners.
    pub(super) fn list(self, mut set: SquareSet, word: &str) -> String {
        let mut names = Vec::new();
        while let Some((rectangle, text)) = self.largest(set) {
            names.push(text);
            set = set - rectangle;
        }
        let mut squares: Vec<Square> = set.iter().collect();
        squares.sort_by_key(|&square| (self.shape().rank(square), self.shape().file(square)));
        names.extend(squares.iter().map(|&square| self.shape().name(square)));
        joined(&names, word)
    }

    /// The largest rectangle of more than three squares that lies in a set.
    fn largest(self, set: SquareSet) -> Option<(SquareSet, String)> {
        let shape = self.shape();
        let mut best: Option<(usize, Square, Square)> = None;
        for corner in set.iter() {
            let mut width = shape.files();
            for rank in shape.rank(corner)..shape.ranks() {
                let on = |file: u8| shape.at(file, rank).is_some_and(|square| set.has(square));
                let files = shape.file(corner)..shape.files();
                let row = files.take_while(|&file| on(file)).count() as u8;
                width = width.min(row);
                if width == 0 {
                    break;
                }
                let size = usize::from(width) * usize::from(rank - shape.rank(corner) + 1);
                if size > 3 && best.is_none_or(|(known, ..)| size > known) {
                    let last = shape.at(shape.file(corner) + width - 1, rank)?;
                    best = Some((size, corner, last));
                }
            }
        }
        let (_, low, high) = best?;
        let inside = |square: &Square| {
            (shape.file(low)..=shape.file(high)).contains(&shape.file(*square))
                && (shape.rank(low)..=shape.rank(high)).contains(&shape.rank(*square))
        };
        let rectangle = set.iter().filter(inside).collect();
        let line = shape.file(low) == shape.file(high) || shape.rank(low) == shape.rank(high);
        let area = if line { "" } else { "the area " };
        Some((rectangle, format!("{area}{} to {}", shape.name(low), shape.name(high))))
    }

    /// Ranks, files, a rectangle, a few squares.
    fn plain_set(self, set: SquareSet) -> Option<String> {
        let shape = self.shape();
        let all = shape.all();
        let whole = |of: &dyn Fn(Square) -> u8, lines: u8| -> Option<Vec<u8>> {
            let touched: Vec<u8> =
                (0..lines).filter(|&line| set.iter().any(|square| of(square) == line)).collect();
            let filled: SquareSet =
                all.iter().filter(|&square| touched.contains(&of(square))).collect();
            (filled == set).then_some(touched)
        };
        if let Some(ranks) = whole(&|square| shape.rank(square), shape.ranks()) {
            let names: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
            return Some(lines("rank", &ranks, &names));
        }
        if let Some(files) = whole(&|square| shape.file(square), shape.files()) {
            let names: Vec<String> =
                files.iter().map(|&file| char::from(b'a' + file).to_string()).collect();
            return Some(lines("file", &files, &names));
        }
        if set.len() <= 4 {
            return Some(self.list(set, "or"));
        }
        let files: Vec<u8> = set.iter().map(|square| shape.file(square)).collect();
        let ranks: Vec<u8> = set.iter().map(|square| shape.rank(square)).collect();
        let (left, right) = (*files.iter().min()?, *files.iter().max()?);
        let (low, high) = (*ranks.iter().min()?, *ranks.iter().max()?);
        let inside = |square: &Square| {
            (left..=right).contains(&shape.file(*square))
                && (low..=high).contains(&shape.rank(*square))
        };
        let box_of: SquareSet = all.iter().filter(inside).collect();
        (box_of == set).then(|| {
            let corner = |file, rank| shape.at(file, rank).map_or(String::new(), |s| shape.name(s));
            format!("the area {} to {}", corner(left, low), corner(right, high))
        })
    }

    /// How Black's squares follow from White's.
    pub(super) fn symmetry(self) -> &'static str {
        match self.definition.symmetry {
            Symmetry::Mirror => {
                "Squares named for White are turned over for Black along the middle between the \
                 two sides: what is the first rank for White is the last for Black."
            }
            Symmetry::Rotate => {
                "Squares named for White are turned by half a turn for Black: what is the first \
                 rank for White is the last for Black, and what is left is right."
            }
            Symmetry::None => "Squares named for White are the same squares for Black.",
        }
    }
}

/// `rank 8`, `ranks 2 and 7`, `ranks 2 to 5`.
fn lines(word: &str, lines: &[u8], names: &[String]) -> String {
    match (names, lines) {
        ([one], _) => format!("{word} {one}"),
        ([first, .., last], [low, .., high])
            if names.len() > 2 && usize::from(high - low) + 1 == names.len() =>
        {
            format!("{word}s {first} to {last}")
        }
        _ => format!("{word}s {}", joined(names, "and")),
    }
}

/// Whose: `Both sides`, `White`, `Black`, or `nobody`.
pub(super) fn sides(sides: [bool; 2]) -> &'static str {
    match sides {
        [true, true] => "both sides",
        [true, false] => "White only",
        [false, true] => "Black only",
        [false, false] => "nobody",
    }
}

/// ` of White`, ` of Black`, or nothing.
pub(super) fn of_sides(sides: [bool; 2]) -> &'static str {
    match sides {
        [true, true] => "",
        [true, false] => " of White",
        [false, true] => " of Black",
        [false, false] => " of nobody",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_articles_and_plurals() {
        assert_eq!(a("elephant"), "an elephant");
        assert_eq!(a("universal"), "a universal");
        assert_eq!(plural("swordsman"), "swordsmen");
        assert_eq!(plural("spy"), "spies");
        assert_eq!(plural("corps"), "corps");
        assert_eq!(times(3), "three times");
    }
}
