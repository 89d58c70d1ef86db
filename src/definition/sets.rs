//! Sets of squares and of pieces: text → tree → set.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::faults::Faults;
use super::file::unsupported;
use super::names::{looks_like_square, shown, suggest};
use super::tree::Text;
use super::{Dressed, PieceId, PieceSet, SidedSquares, Tags};
use crate::board::{Shape, Side, Square, SquareSet, Symmetry};
use crate::diagnostic::Diagnostic;
use crate::limits;

/// What a set is a set of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    Squares,
    Pieces,
}

/// A parsed set, names not yet looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SetTree {
    /// A word: a name, a keyword, a square, a rectangle.
    Word(Range<usize>),
    /// `king{w}`: a name, and what stands between the braces.
    Dressed(Range<usize>, Range<usize>),
    /// `rank 2-3`, with the place of the range.
    Rank(Range<usize>),
    /// `file a-c`, with the place of the range.
    File(Range<usize>),
    /// Either.
    Union(Vec<SetTree>),
    /// Both.
    Meet(Vec<SetTree>),
    /// The first without the second.
    Except(Box<SetTree>, Box<SetTree>),
}

impl SetTree {
    /// Whether it looks at what men hold.
    fn is_dressed(&self) -> bool {
        match self {
            Self::Dressed(..) => true,
            Self::Word(_) | Self::Rank(_) | Self::File(_) => false,
            Self::Union(parts) | Self::Meet(parts) => parts.iter().any(Self::is_dressed),
            Self::Except(a, b) => a.is_dressed() || b.is_dressed(),
        }
    }

    /// All words that may be names.
    pub(crate) fn words(&self, out: &mut Vec<Range<usize>>) {
        match self {
            Self::Word(range) | Self::Dressed(range, _) => out.push(range.clone()),
            Self::Rank(_) | Self::File(_) => {}
            Self::Union(parts) | Self::Meet(parts) => parts.iter().for_each(|part| part.words(out)),
            Self::Except(a, b) => {
                a.words(out);
                b.words(out);
            }
        }
    }
}

/// A set with a part for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sided {
    /// One text for both: Black's squares are the images of White's.
    Same(SetTree),
    /// `white …, black …`: real squares both.
    Apart([Option<SetTree>; 2]),
}

/// What may be named in a set.
#[derive(Debug)]
pub(crate) struct Names {
    pub shape: Shape,
    pub symmetry: Symmetry,
    /// In the order of their ids.
    pub pieces: Vec<String>,
    /// `None` for one with a fault of its own.
    pub groups: BTreeMap<String, Option<Vec<PieceId>>>,
    /// `None` for one with a fault of its own.
    pub zones: BTreeMap<String, Option<SidedSquares>>,
    pub used_zones: RefCell<BTreeSet<String>>,
    pub used_groups: RefCell<BTreeSet<String>>,
    /// Names of the counters.
    pub counters: Vec<String>,
    /// Codes of the augmenters, in the order in which they are written.
    pub codes: Vec<char>,
    /// Men with what they hold that sets have named so far.
    pub dressed: RefCell<Vec<Dressed>>,
}

// ---- reading

struct Parser<'a> {
    text: &'a Text,
    at: usize,
    end: usize,
    of: Of,
    depth: usize,
}

type Parsed<T> = Result<T, Diagnostic>;

/// Reads a set that is the part `range` of a text.
pub(crate) fn parse(
    text: &Text,
    range: Range<usize>,
    of: Of,
    faults: &mut Faults,
) -> Option<SetTree> {
    let mut parser = Parser::new(text, range, of);
    let parsed = parser.set().and_then(|set| parser.finish().map(|()| set));
    parsed.map_err(|fault| faults.push(fault)).ok()
}

/// Reads a set of squares that may say something else for each side.
pub(crate) fn parse_sided(text: &Text, faults: &mut Faults) -> Option<Sided> {
    let mut parser = Parser::new(text, 0..text.value.len(), Of::Squares);
    let parsed = parser.sided().and_then(|set| parser.finish().map(|()| set));
    parsed.map_err(|fault| faults.push(fault)).ok()
}

impl<'a> Parser<'a> {
    fn new(text: &'a Text, range: Range<usize>, of: Of) -> Self {
        Self { text, at: range.start, end: range.end, of, depth: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.value.get(self.at..self.end).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at = self.at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at = self.at.saturating_add(c.len_utf8());
        }
        found
    }

    /// The word that comes next, without taking it.
    fn peek_word(&mut self) -> Range<usize> {
        self.skip_blanks();
        let length = self
            .rest()
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
            .unwrap_or(self.rest().len());
        self.at..self.at.saturating_add(length)
    }

    fn str(&self, range: &Range<usize>) -> &'a str {
        self.text.value.get(range.clone()).unwrap_or_default()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let range = self.peek_word();
        let found = self.str(&range) == word;
        if found {
            self.at = range.end;
        }
        found
    }

    fn fault(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("bad-set", self.text.place(range), message)
    }

    fn sided(&mut self) -> Parsed<Sided> {
        let mut parts = [None, None];
        let word = self.peek_word();
        if !matches!(self.str(&word), "white" | "black") {
            return self.set().map(Sided::Same);
        }
        loop {
            let word = self.peek_word();
            let side = match self.str(&word) {
                "white" => 0,
                "black" => 1,
                _ => {
                    return Err(
                        self.fault(word, "after the comma comes `white` or `black` and a set")
                    );
                }
            };
            self.at = word.end;
            let set = self.set()?;
            match parts.get_mut(side) {
                Some(part @ None) => *part = Some(set),
                _ => return Err(self.fault(word, "this side has its set already")),
            }
            if !self.eat(',') {
                return Ok(Sided::Apart(parts));
            }
        }
    }

    fn set(&mut self) -> Parsed<SetTree> {
        let union = self.union()?;
        if self.eat_word("except") {
            return Ok(SetTree::Except(Box::new(union), Box::new(self.union()?)));
        }
        Ok(union)
    }

    fn union(&mut self) -> Parsed<SetTree> {
        let mut parts = vec![self.meet()?];
        while self.eat('+') {
            parts.push(self.meet()?);
        }
        Ok(one_or(parts, SetTree::Union))
    }

    fn meet(&mut self) -> Parsed<SetTree> {
        let mut parts = vec![self.item()?];
        while self.eat('&') {
            parts.push(self.item()?);
        }
        Ok(one_or(parts, SetTree::Meet))
    }

    fn item(&mut self) -> Parsed<SetTree> {
        if self.peek() == Some('(') {
            let open = self.at;
            self.at = self.at.saturating_add(1);
            self.depth = self.depth.saturating_add(1);
            if self.depth > limits::EXPRESSION_DEPTH {
                let message = format!("brackets nest deeper than {}", limits::EXPRESSION_DEPTH);
                return Err(self.fault(open..self.at, message));
            }
            let set = self.set()?;
            if !self.eat(')') {
                return Err(self.fault(open..open.saturating_add(1), "this bracket is not closed"));
            }
            self.depth = self.depth.saturating_sub(1);
            return Ok(set);
        }
        let word = self.peek_word();
        if word.is_empty() {
            return Err(self.nothing());
        }
        self.at = word.end;
        let text = self.str(&word);
        if text == "except" {
            return Err(self
                .fault(word, "`except` needs a set in front of it")
                .help("write `all except …` for everything but these"));
        }
        if self.of == Of::Squares && matches!(text, "rank" | "file") {
            let range = self.peek_word();
            if range.is_empty() {
                return Err(self.fault(word, format!("`{text}` needs to be told which")));
            }
            self.at = range.end;
            return Ok(if text == "rank" { SetTree::Rank(range) } else { SetTree::File(range) });
        }
        if self.of == Of::Pieces && self.peek() == Some('{') {
            let open = self.at;
            let Some(length) = self.rest().find('}') else {
                return Err(self.fault(open..open.saturating_add(1), "this brace is not closed"));
            };
            let close = open.saturating_add(length);
            self.at = close.saturating_add(1);
            return Ok(SetTree::Dressed(word, open.saturating_add(1)..close));
        }
        Ok(SetTree::Word(word))
    }

    /// What is said where a set, or more of it, was expected.
    fn nothing(&mut self) -> Diagnostic {
        let what = match self.of {
            Of::Squares => "squares",
            Of::Pieces => "pieces",
        };
        match self.peek() {
            None => {
                let fault = self
                    .fault(self.at..self.at, format!("the text ends where {what} are expected"));
                fault.help("for no member at all write `none`, for all of them `all`")
            }
            Some(c) => {
                let end = self.at.saturating_add(c.len_utf8());
                self.fault(
                    self.at..end,
                    format!("`{}` does not begin a set of {what}", shown(&c.to_string())),
                )
            }
        }
    }

    fn finish(&mut self) -> Parsed<()> {
        let Some(c) = self.peek() else { return Ok(()) };
        let word = self.peek_word();
        let end = if word.is_empty() { self.at.saturating_add(c.len_utf8()) } else { word.end };
        let text = self.str(&(self.at..end));
        let fault = self.fault(self.at..end, format!("`{}` does not belong here", shown(text)));
        Err(match (c, self.of) {
            (',' | '|', _) => fault.help("join the parts of a set with `+`"),
            ('-', _) => fault.help(
                "a rectangle is written without blanks, `a1-c3`; to leave some out write `except`",
            ),
            _ if !word.is_empty() && text == "except" => {
                fault.help("one set has one `except`; put the inner one in brackets")
            }
            _ if !word.is_empty() && matches!(text, "white" | "black") => fault.help(
                "two sides are written `white …, black …`, only where squares of a side are meant",
            ),
            _ => {
                fault.help("between two parts of a set stands `+` (either), `&` (both) or `except`")
            }
        })
    }
}

fn one_or(mut parts: Vec<SetTree>, many: impl FnOnce(Vec<SetTree>) -> SetTree) -> SetTree {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

// ---- looking up

impl Names {
    /// All pieces.
    pub(crate) fn all_pieces(&self) -> PieceSet {
        let mut all = PieceSet::NONE;
        self.piece_ids().for_each(|piece| all.insert(piece));
        all
    }

    /// The ids of all pieces, in order.
    pub(crate) fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len().min(limits::PIECES)).map(|index| PieceId(index as u8))
    }

    /// The id of a piece.
    pub(crate) fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().position(|piece| piece == name).map(|index| PieceId(index as u8))
    }

    /// The name of a piece.
    pub(crate) fn piece_name(&self, piece: PieceId) -> &str {
        self.pieces.get(piece.index()).map_or("?", String::as_str)
    }

    /// All squares, for each side.
    pub(crate) fn everywhere(&self) -> SidedSquares {
        [self.shape.all(); 2]
    }

    /// A set of pieces, in the order in which it names them.
    pub(crate) fn ordered_pieces(&self, text: &Text, faults: &mut Faults) -> Option<Vec<PieceId>> {
        let tree = parse(text, 0..text.value.len(), Of::Pieces, faults)?;
        self.pieces_of(text, &tree, faults)
    }

    /// A set of pieces.
    pub(crate) fn pieces(&self, text: &Text, faults: &mut Faults) -> Option<PieceSet> {
        self.pieces_in(text, 0..text.value.len(), faults)
    }

    /// A set of pieces that is a part of a text.
    pub(crate) fn pieces_in(
        &self,
        text: &Text,
        range: Range<usize>,
        faults: &mut Faults,
    ) -> Option<PieceSet> {
        let tree = parse(text, range, Of::Pieces, faults)?;
        Some(set_of(&self.pieces_of(text, &tree, faults)?))
    }

    /// A set of men: of pieces, or of men of a piece that hold exactly some augmenters.
    pub(crate) fn men(&self, text: &Text, faults: &mut Faults) -> Option<PieceSet> {
        self.men_in(text, 0..text.value.len(), faults)
    }

    /// A set of men that is a part of a text.
    pub(crate) fn men_in(
        &self,
        text: &Text,
        range: Range<usize>,
        faults: &mut Faults,
    ) -> Option<PieceSet> {
        let tree = parse(text, range, Of::Pieces, faults)?;
        if !tree.is_dressed() {
            return Some(set_of(&self.pieces_of(text, &tree, faults)?));
        }
        let before = faults.len();
        let set = self.men_of(text, &tree, faults)?;
        if set.is_empty() && faults.len() == before {
            self.warn_empty(text, whole(&tree, text), "man", faults);
        }
        Some(set)
    }

    fn men_of(&self, text: &Text, tree: &SetTree, faults: &mut Faults) -> Option<PieceSet> {
        match tree {
            SetTree::Word(range) => Some(set_of(&self.pieces_by_word(text, range, faults)?)),
            SetTree::Dressed(name, codes) => self.dressed(text, name, codes, faults),
            SetTree::Rank(_) | SetTree::File(_) => None,
            SetTree::Union(parts) => {
                let sets: Vec<_> =
                    parts.iter().map(|part| self.men_of(text, part, faults)).collect();
                let join = |a: u128, b: u128| a | b;
                sets.into_iter()
                    .try_fold(PieceSet::NONE, |all, set| Some(self.joined(all, set?, join)))
            }
            SetTree::Meet(parts) => {
                let sets: Vec<_> =
                    parts.iter().map(|part| self.men_of(text, part, faults)).collect();
                let join = |a: u128, b: u128| a & b;
                sets.into_iter()
                    .try_fold(self.all_pieces(), |all, set| Some(self.joined(all, set?, join)))
            }
            SetTree::Except(a, b) => {
                let (a, b) = (self.men_of(text, a, faults), self.men_of(text, b, faults));
                a.zip(b).map(|(a, b)| self.joined(a, b, |a, b| a & !b))
            }
        }
    }

    /// Two sets joined: piece by piece, and for each named way of being dressed by itself.
    fn joined(&self, a: PieceSet, b: PieceSet, join: impl Fn(u128, u128) -> u128) -> PieceSet {
        let dressed = self.dressed.borrow();
        let of_pieces = |set: PieceSet| {
            let has = dressed.iter().map(|one| set.has(one.piece));
            has.enumerate().fold(0_u64, |bits, (index, has)| bits | u64::from(has) << index)
        };
        let members = |set: PieceSet| u128::from(of_pieces(set) ^ set.turned);
        let mut joined = PieceSet { pieces: join(a.pieces, b.pieces), turned: 0 };
        let wanted = join(members(a), members(b)) as u64;
        let known = if dressed.len() < 64 { (1_u64 << dressed.len()).wrapping_sub(1) } else { !0 };
        joined.turned = (wanted & known) ^ of_pieces(joined);
        joined
    }

    /// `king{w}`.
    fn dressed(
        &self,
        text: &Text,
        name: &Range<usize>,
        codes: &Range<usize>,
        faults: &mut Faults,
    ) -> Option<PieceSet> {
        let pieces = self.pieces_by_word(text, name, faults)?;
        let tags = self.tags(text, codes, faults)?;
        let mut set = PieceSet::NONE;
        for piece in pieces {
            let one = Dressed { piece, tags: tags.clone() };
            let mut dressed = self.dressed.borrow_mut();
            let index = dressed.iter().position(|known| *known == one).unwrap_or_else(|| {
                dressed.push(one);
                dressed.len().saturating_sub(1)
            });
            if index >= limits::DRESSED {
                faults.push(Diagnostic::error(
                    "out-of-range",
                    text.place(name.start..codes.end),
                    format!(
                        "sets name more than {} kinds of men by their augmenters",
                        limits::DRESSED
                    ),
                ));
                return None;
            }
            set.turned |= 1 << index;
        }
        Some(set)
    }

    /// Codes of augmenters.
    pub(crate) fn tags(
        &self,
        text: &Text,
        range: &Range<usize>,
        faults: &mut Faults,
    ) -> Option<Tags> {
        let word = text.value.get(range.clone()).unwrap_or_default();
        if word.len() > limits::TOKENS {
            faults.push(Diagnostic::error(
                "out-of-range",
                text.place(range.clone()),
                format!("{} codes; at most {} are allowed", word.len(), limits::TOKENS),
            ));
            return None;
        }
        let mut tags = Vec::new();
        let mut fine = true;
        for (at, code) in word.char_indices() {
            if let Some(index) = self.codes.iter().position(|&known| known == code) {
                tags.push(index as u8);
                continue;
            }
            fine = false;
            let start = range.start.saturating_add(at);
            let place = text.place(start..start.saturating_add(code.len_utf8()));
            let known: String = self.codes.iter().collect();
            let fault = Diagnostic::error(
                "unknown-name",
                place,
                format!("no augmenter has the code `{}`", shown(&code.to_string())),
            );
            faults.push(if known.is_empty() {
                fault.help("this game has no `[augmenters]`")
            } else {
                fault.help(format!("the codes are `{known}`"))
            });
        }
        tags.sort_unstable();
        fine.then_some(Tags(tags))
    }

    /// A set of squares for each side.
    pub(crate) fn squares(&self, text: &Text, faults: &mut Faults) -> Option<SidedSquares> {
        let sided = parse_sided(text, faults)?;
        self.sided_of(text, &sided, faults)
    }

    /// A set of squares for each side that is a part of a text; it does not name sides.
    pub(crate) fn squares_in(
        &self,
        text: &Text,
        range: Range<usize>,
        faults: &mut Faults,
    ) -> Option<SidedSquares> {
        let tree = parse(text, range, Of::Squares, faults)?;
        self.sided_of(text, &Sided::Same(tree), faults)
    }

    /// Looks up a parsed set of squares.
    pub(crate) fn sided_of(
        &self,
        text: &Text,
        sided: &Sided,
        faults: &mut Faults,
    ) -> Option<SidedSquares> {
        let before = faults.len();
        let (sets, place, none) = match sided {
            Sided::Same(tree) => {
                let white = self.squares_of(text, tree, Side::White, false, faults)?;
                let black = self.squares_of(text, tree, Side::Black, false, faults)?;
                ([white, black], whole(tree, text), is_none(text, tree))
            }
            Sided::Apart(parts) => {
                let mut sets = [SquareSet::EMPTY; 2];
                for ((set, part), side) in sets.iter_mut().zip(parts).zip(Side::BOTH) {
                    if let Some(tree) = part {
                        *set = self.squares_of(text, tree, side, true, faults)?;
                    }
                }
                (sets, 0..text.value.len(), false)
            }
        };
        if faults.len() == before && !none && sets.iter().all(SquareSet::is_empty) {
            self.warn_empty(text, place, "square", faults);
        }
        Some(sets)
    }

    fn warn_empty(&self, text: &Text, range: Range<usize>, what: &str, faults: &mut Faults) {
        let _ = self;
        faults.push(
            Diagnostic::warning(
                "empty-set",
                text.place(range),
                format!("no {what} is in this set"),
            )
            .help("if that is meant, write `none`"),
        );
    }

    fn pieces_of(&self, text: &Text, tree: &SetTree, faults: &mut Faults) -> Option<Vec<PieceId>> {
        let before = faults.len();
        let list = self.list_pieces(text, tree, faults)?;
        if list.is_empty() && faults.len() == before && !is_none(text, tree) {
            self.warn_empty(text, whole(tree, text), "piece", faults);
        }
        Some(list)
    }

    /// Looks up a parsed set of pieces, without a warning.
    pub(crate) fn list_pieces(
        &self,
        text: &Text,
        tree: &SetTree,
        faults: &mut Faults,
    ) -> Option<Vec<PieceId>> {
        match tree {
            SetTree::Word(range) => self.pieces_by_word(text, range, faults),
            SetTree::Dressed(name, codes) => {
                faults.push(
                    Diagnostic::error(
                        "bad-set",
                        text.place(name.start..codes.end.saturating_add(1)),
                        "men are not told apart by what they hold here",
                    )
                    .help("name the piece alone; conditions, royalty and who may take whom can look at augmenters"),
                );
                None
            }
            SetTree::Rank(_) | SetTree::File(_) => None,
            SetTree::Union(parts) => {
                let mut all: Option<Vec<PieceId>> = Some(Vec::new());
                let mut seen = PieceSet::NONE;
                for part in parts {
                    let found = self.list_pieces(text, part, faults);
                    all = all.zip(found).map(|(mut all, found)| {
                        for piece in found {
                            if !seen.has(piece) {
                                seen.insert(piece);
                                all.push(piece);
                            }
                        }
                        all
                    });
                }
                all
            }
            SetTree::Meet(parts) => {
                let mut all: Option<Option<Vec<PieceId>>> = Some(None);
                for part in parts {
                    let found = self.list_pieces(text, part, faults);
                    all = all.zip(found).map(|(all, found)| {
                        let keep = set_of(&found);
                        Some(match all {
                            None => found,
                            Some(all) => all.into_iter().filter(|&piece| keep.has(piece)).collect(),
                        })
                    });
                }
                all.map(Option::unwrap_or_default)
            }
            SetTree::Except(a, b) => {
                let (a, b) = (self.list_pieces(text, a, faults), self.list_pieces(text, b, faults));
                let (a, b) = a.zip(b)?;
                let without = set_of(&b);
                Some(a.into_iter().filter(|&piece| !without.has(piece)).collect())
            }
        }
    }

    fn pieces_by_word(
        &self,
        text: &Text,
        range: &Range<usize>,
        faults: &mut Faults,
    ) -> Option<Vec<PieceId>> {
        let word = text.value.get(range.clone()).unwrap_or_default();
        match word {
            "all" => return Some(self.piece_ids().collect()),
            "none" => return Some(Vec::new()),
            _ => {}
        }
        if let Some(piece) = self.piece(word) {
            return Some(vec![piece]);
        }
        if let Some(group) = self.groups.get(word) {
            self.used_groups.borrow_mut().insert(word.to_owned());
            return group.clone();
        }
        let known: Vec<&str> = self
            .pieces
            .iter()
            .chain(self.groups.keys())
            .map(String::as_str)
            .chain(["all", "none"])
            .collect();
        let fault = Diagnostic::error(
            "unknown-piece",
            text.place(range.clone()),
            format!("no piece is called `{}`", shown(word)),
        )
        .label("not defined in `[pieces]` or `[groups]`");
        if let Some(off) = faults.taken_out(word) {
            let fault = fault.also(off, "taken out here");
            faults.push(fault.help("take out what names it too, or keep it"));
            return None;
        }
        faults.push(if self.zones.contains_key(word) {
            fault.help("a zone has this name, but pieces are meant here")
        } else {
            suggest(fault, word, known.iter().copied())
        });
        None
    }

    /// Looks up a parsed set of squares for one side. `real`: the squares are not turned.
    #[expect(clippy::arithmetic_side_effects, reason = "differences of sets")]
    pub(crate) fn squares_of(
        &self,
        text: &Text,
        tree: &SetTree,
        side: Side,
        real: bool,
        faults: &mut Faults,
    ) -> Option<SquareSet> {
        let turned = |set: SquareSet| {
            if real {
                set - self.shape.holes()
            } else {
                self.shape.image_set(set, side, self.symmetry)
            }
        };
        match tree {
            // Braces are read where pieces are meant only.
            SetTree::Dressed(..) => None,
            SetTree::Word(range) => {
                let word = text.value.get(range.clone()).unwrap_or_default();
                match word {
                    "all" => Some(self.shape.all()),
                    "none" => Some(SquareSet::EMPTY),
                    "light" => Some(self.colour(1)),
                    "dark" => Some(self.colour(0)),
                    "edge" => Some(self.edge()),
                    "from-square" | "to-square" => {
                        faults.push(unsupported(text.place(range.clone()), &format!("`{word}`")));
                        None
                    }
                    _ => match self.zones.get(word) {
                        Some(zone) => {
                            self.used_zones.borrow_mut().insert(word.to_owned());
                            zone.map(|zone| match side {
                                Side::White => zone[0],
                                Side::Black => zone[1],
                            })
                        }
                        None => self.squares_by_word(text, range, word, faults).map(turned),
                    },
                }
            }
            SetTree::Rank(range) => {
                let (low, high) = self.range(text, range, "rank", faults)?;
                Some(turned(
                    self.shape
                        .squares()
                        .filter(|&s| (low..=high).contains(&self.shape.rank(s)))
                        .collect(),
                ))
            }
            SetTree::File(range) => {
                let (low, high) = self.range(text, range, "file", faults)?;
                Some(turned(
                    self.shape
                        .squares()
                        .filter(|&s| (low..=high).contains(&self.shape.file(s)))
                        .collect(),
                ))
            }
            SetTree::Union(parts) => {
                let sets: Vec<Option<SquareSet>> = parts
                    .iter()
                    .map(|part| self.squares_of(text, part, side, real, faults))
                    .collect();
                sets.into_iter().try_fold(SquareSet::EMPTY, |all, set| Some(all | set?))
            }
            SetTree::Meet(parts) => {
                let sets: Vec<Option<SquareSet>> = parts
                    .iter()
                    .map(|part| self.squares_of(text, part, side, real, faults))
                    .collect();
                sets.into_iter().try_fold(self.shape.all(), |all, set| Some(all & set?))
            }
            SetTree::Except(a, b) => {
                let a = self.squares_of(text, a, side, real, faults);
                let b = self.squares_of(text, b, side, real, faults);
                a.zip(b).map(|(a, b)| a - b)
            }
        }
    }

    /// Squares of one colour; a1 is dark, 0.
    fn colour(&self, colour: u8) -> SquareSet {
        let is = |s: &Square| (self.shape.file(*s) ^ self.shape.rank(*s)) & 1 == colour;
        self.shape.squares().filter(is).collect()
    }

    fn edge(&self) -> SquareSet {
        let last = |n: u8| n.saturating_sub(1);
        let is = |s: &Square| {
            let (file, rank) = (self.shape.file(*s), self.shape.rank(*s));
            file == 0
                || rank == 0
                || file == last(self.shape.files())
                || rank == last(self.shape.ranks())
        };
        self.shape.squares().filter(is).collect()
    }

    /// `e4`, `a1-c3`; anything else is an unknown zone.
    fn squares_by_word(
        &self,
        text: &Text,
        range: &Range<usize>,
        word: &str,
        faults: &mut Faults,
    ) -> Option<SquareSet> {
        if looks_like_square(word) {
            let square = self.square(text, range.clone(), faults)?;
            return Some(SquareSet::of(square));
        }
        if let Some((a, b)) = word.split_once('-')
            && looks_like_square(a)
            && looks_like_square(b)
        {
            let middle = range.start.saturating_add(a.len());
            let from = self.square(text, range.start..middle, faults);
            let to = self.square(text, middle.saturating_add(1)..range.end, faults);
            let (from, to) = from.zip(to)?;
            let files = ordered(self.shape.file(from), self.shape.file(to));
            let ranks = ordered(self.shape.rank(from), self.shape.rank(to));
            let inside = |s: &Square| {
                files.contains(&self.shape.file(*s)) && ranks.contains(&self.shape.rank(*s))
            };
            return Some(self.shape.squares().filter(inside).collect());
        }
        let known: Vec<&str> = self
            .zones
            .keys()
            .map(String::as_str)
            .chain(["all", "none", "edge", "light", "dark"])
            .collect();
        let fault = Diagnostic::error(
            "unknown-zone",
            text.place(range.clone()),
            format!("no zone is called `{}`", shown(word)),
        )
        .label("not defined in `[zones]`");
        faults.push(if self.piece(word).is_some() || self.groups.contains_key(word) {
            fault.help("men have this name, but squares are meant here")
        } else {
            suggest(fault, word, known.iter().copied())
        });
        None
    }

    /// A square's name.
    pub(crate) fn square(
        &self,
        text: &Text,
        range: Range<usize>,
        faults: &mut Faults,
    ) -> Option<Square> {
        let word = text.value.get(range.clone()).unwrap_or_default();
        let square = self.shape.parse_square(word);
        if square.is_none() {
            faults.push(self.off_board(
                text,
                range,
                format!("the square `{}` is off the board", shown(word)),
            ));
        }
        square
    }

    fn off_board(&self, text: &Text, range: Range<usize>, message: String) -> Diagnostic {
        let last = self
            .shape
            .at(self.shape.files().saturating_sub(1), self.shape.ranks().saturating_sub(1));
        let last = last.map_or(String::new(), |square| self.shape.name(square));
        Diagnostic::error("off-board", text.place(range), message).help(format!(
            "the board has {} files and {} ranks, a1 to {last}",
            self.shape.files(),
            self.shape.ranks()
        ))
    }

    /// `7-9` or `c-f`, as numbers from 0.
    fn range(
        &self,
        text: &Text,
        range: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> Option<(u8, u8)> {
        let word = text.value.get(range.clone()).unwrap_or_default();
        let (low, high) = word.split_once('-').unwrap_or((word, word));
        let read = |part: &str| -> Option<u16> {
            if what == "rank" {
                let digits =
                    !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
                if digits { part.parse::<u16>().ok() } else { None }
            } else {
                match part.as_bytes() {
                    [letter @ b'a'..=b'z'] => Some(u16::from(*letter).saturating_sub(96)),
                    _ => None,
                }
            }
        };
        let (Some(a), Some(b)) = (read(low), read(high)) else {
            let example =
                if what == "rank" { "`rank 2` or `rank 7-9`" } else { "`file a` or `file c-f`" };
            faults.push(
                Diagnostic::error(
                    "bad-set",
                    text.place(range.clone()),
                    format!("`{}` is no {what}", shown(word)),
                )
                .help(format!("write {example}")),
            );
            return None;
        };
        let most = u16::from(if what == "rank" { self.shape.ranks() } else { self.shape.files() });
        if a == 0 || b == 0 || a > most || b > most {
            let message = format!("{what} `{}` is off the board", shown(word));
            faults.push(self.off_board(text, range.clone(), message));
            return None;
        }
        let byte = |n: u16| u8::try_from(n.saturating_sub(1)).unwrap_or(0);
        Some((byte(a.min(b)), byte(a.max(b))))
    }
}

/// The pieces as a set.
pub(crate) fn set_of(list: &[PieceId]) -> PieceSet {
    let mut set = PieceSet::NONE;
    for &piece in list {
        set.insert(piece);
    }
    set
}

fn ordered(a: u8, b: u8) -> std::ops::RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}

fn is_none(text: &Text, tree: &SetTree) -> bool {
    matches!(tree, SetTree::Word(range) if text.value.get(range.clone()) == Some("none"))
}

/// From the first word of a set to its last.
fn whole(tree: &SetTree, text: &Text) -> Range<usize> {
    let mut words = Vec::new();
    tree.words(&mut words);
    let start = words.iter().map(|range| range.start).min();
    let end = words.iter().map(|range| range.end).max();
    match (start, end) {
        (Some(start), Some(end)) => start..end,
        _ => 0..text.value.len(),
    }
}
