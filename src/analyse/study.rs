//! The moves of all men of a game, laid on its board once for all questions.

use super::moveset::{Hurdles, Moveset, Part};
use super::reach::{Reach, reach};
use super::redundant::redundant;
use super::starts::starts;
use super::trail::{Budget, TooLarge};
use crate::board::{Side, SquareSet};
use crate::definition::{Definition, MoveEntry, Piece, PieceId};
use crate::limits;
use crate::notation::lower;
use crate::notation::lower::Way;

/// A game with the moves of its pieces and augmenters on its board, for both sides.
#[derive(Debug)]
pub struct Study<'a> {
    definition: &'a Definition,
    /// By side and piece. `None`: not this side's, or it has too many moves.
    pieces: [Vec<Option<Moveset>>; 2],
    /// By side and augmenter.
    augmenters: [Vec<Option<Moveset>>; 2],
    starts: [Vec<SquareSet>; 2],
    /// For questions about reach.
    pub(super) following: Budget,
    /// For comparing moves.
    pub(super) comparing: Budget,
    /// For mean numbers.
    pub(super) averaging: Budget,
}

impl<'a> Study<'a> {
    /// Lays out the moves of a game. A piece whose moves have more paths than
    /// [`limits::TRAILS`] allows is left out: questions about it give [`TooLarge`]. So does every
    /// question when those before it have taken [`limits::ANALYSIS_STEPS`].
    pub fn new(definition: &'a Definition) -> Self {
        let budget = Budget::new(limits::TRAILS);
        let shape = &definition.shape;
        // A piece that takes all that is left must not take it from those behind it.
        let some = |make: &dyn Fn(&Budget) -> Result<Moveset, TooLarge>| {
            let share = budget.left() / 4;
            let own = Budget::new(share);
            let made = make(&own).ok();
            budget.spend(share - own.left());
            made
        };
        let pieces = Side::BOTH.map(|side| {
            let pieces = definition.pieces.iter();
            let made = pieces.map(|piece| {
                if !piece.sides[side.index()] {
                    return None;
                }
                let ways = ways_of(piece);
                let parts: Vec<Part<'_>> = ways
                    .iter()
                    .map(|(entry, ways, once)| part(definition, piece, entry, ways, *once, side))
                    .collect();
                some(&|budget| Moveset::new(&parts, shape, side, budget))
            });
            made.collect()
        });
        let augmenters = Side::BOTH.map(|side| {
            let augmenters = definition.augmenters.iter();
            let made = augmenters.map(|augmenter| {
                let ways = lower(&augmenter.moves);
                some(&|budget| Moveset::of(&ways, shape, side, budget))
            });
            made.collect()
        });
        let steps = || Budget::new(limits::ANALYSIS_STEPS);
        Self {
            definition,
            pieces,
            augmenters,
            starts: starts(definition),
            following: steps(),
            comparing: steps(),
            averaging: steps(),
        }
    }

    /// The game.
    pub fn definition(&self) -> &'a Definition {
        self.definition
    }

    /// Own moves of a man and those of each of its augmenters.
    ///
    /// # Errors
    ///
    /// One of them has too many paths, or the side has no such man.
    pub fn man(&self, side: Side, piece: PieceId, tags: &[u8]) -> Result<Vec<&Moveset>, TooLarge> {
        let own = self.pieces[side.index()].get(piece.index()).and_then(Option::as_ref);
        let all = &self.augmenters[side.index()];
        let tags = tags.iter().map(|&tag| all.get(usize::from(tag)).and_then(Option::as_ref));
        std::iter::once(own).chain(tags).map(|set| set.ok_or(TooLarge)).collect()
    }

    /// Moves of one augmenter.
    ///
    /// # Errors
    ///
    /// It has too many paths.
    pub fn augmenter(&self, side: Side, tag: u8) -> Result<&Moveset, TooLarge> {
        let set = self.augmenters[side.index()].get(usize::from(tag));
        set.and_then(Option::as_ref).ok_or(TooLarge)
    }

    /// Squares on which a side's men of the piece begin: those of the start, all squares that
    /// are shuffled if some are, or for a piece that only promotion makes where it appears.
    pub fn starts(&self, side: Side, piece: PieceId) -> SquareSet {
        self.starts[side.index()].get(piece.index()).copied().unwrap_or_default()
    }

    /// Squares on which a side's men of the piece may ever stand.
    pub fn places(&self, side: Side, piece: PieceId) -> SquareSet {
        self.within(side, piece) | self.starts(side, piece)
    }

    /// Squares on which a side's men of the piece may ever end a move.
    pub fn within(&self, side: Side, piece: PieceId) -> SquareSet {
        let piece = self.definition.pieces.get(piece.index());
        let within = piece.map_or(SquareSet::EMPTY, |piece| piece.within[side.index()]);
        within & self.definition.shape.all()
    }

    /// Sides that may have the piece.
    pub fn sides(&self, piece: PieceId) -> impl Iterator<Item = Side> + use<> {
        let sides = self.definition.pieces.get(piece.index()).map_or([false; 2], |one| one.sides);
        Side::BOTH.into_iter().filter(move |side| sides[side.index()])
    }

    /// What a man reaches from its start squares.
    ///
    /// # Errors
    ///
    /// It has too many paths, or it would take too long.
    pub fn reach(
        &self,
        side: Side,
        piece: PieceId,
        tags: &[u8],
        hurdles: Hurdles,
    ) -> Result<Reach, TooLarge> {
        let within = self.places(side, piece);
        let starts = self.starts(side, piece);
        let (man, shape) = (self.man(side, piece, tags)?, &self.definition.shape);
        reach(&man, hurdles, within, starts, shape, &self.following)
    }

    /// Which of a man's augmenters add nothing, for either side, to its own moves and those of
    /// the other ones: positions in `tags`. Two of which each makes the other redundant are
    /// both named. An augmenter about which that cannot be found out is not.
    ///
    /// # Examples
    ///
    /// ```
    /// # let text = r#"
    /// # [variant]
    /// # name = "Rooks"
    /// # extends = "chess"
    /// # [augmenters]
    /// # wazir = { code = "w", moves = "W" }
    /// # ferz = { code = "f", moves = "F" }
    /// # alfil = { code = "a", moves = "A" }
    /// # "#;
    /// # let library = ferz::cli::library::Folder::default();
    /// # let loaded = ferz::definition::load("rooks", "rooks.toml", text, &[], &library);
    /// # let definition = loaded.definition.unwrap();
    /// use ferz::analyse::Study;
    /// use ferz::definition::PieceId;
    ///
    /// // A game like chess, whose rooks may hold a wazir, a ferz or an alfil.
    /// let study = Study::new(&definition);
    /// let rook = definition.pieces.iter().position(|piece| piece.name == "rook").unwrap();
    /// let codes: Vec<char> = definition.augmenters.iter().map(|one| one.code).collect();
    /// let redundant = study.redundant_tags(PieceId(rook as u8), &[0, 1, 2]);
    /// let redundant: Vec<char> = redundant.into_iter().map(|at| codes[at]).collect();
    /// assert_eq!(redundant, ['w']);
    /// ```
    pub fn redundant_tags(&self, piece: PieceId, tags: &[u8]) -> Vec<usize> {
        let adds_nothing = |at: usize, tag: u8| -> Result<bool, TooLarge> {
            let mut others = tags.to_vec();
            others.remove(at);
            let (within, shape) = (|side| self.within(side, piece), &self.definition.shape);
            for side in self.sides(piece) {
                let (rest, extra) = (self.man(side, piece, &others)?, self.augmenter(side, tag)?);
                if !redundant(extra, &rest, within(side), shape, &self.comparing)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let tags = tags.iter().enumerate();
        tags.filter(|&(at, &tag)| adds_nothing(at, tag) == Ok(true)).map(|(at, _)| at).collect()
    }

    /// How a man is called: `corps{fda}`, `knight`.
    pub fn name(&self, piece: PieceId, tags: &[u8]) -> String {
        let name = self.definition.pieces.get(piece.index()).map_or("?", |one| one.name.as_str());
        if tags.is_empty() { name.to_owned() } else { format!("{name}{{{}}}", self.codes(tags)) }
    }

    /// The codes of augmenters.
    pub fn codes(&self, tags: &[u8]) -> String {
        let all = &self.definition.augmenters;
        tags.iter().filter_map(|&tag| all.get(usize::from(tag))).map(|one| one.code).collect()
    }
}

/// All entries of a piece, each with its ways; `true` for the one that can be used once.
fn ways_of(piece: &Piece) -> Vec<(&MoveEntry, Vec<Way>, bool)> {
    let once = piece.once.as_ref().map(|once| (&once.entry, true));
    let entries = piece.moves.iter().map(|entry| (entry, false)).chain(once);
    entries.map(|(entry, once)| (entry, lower(&entry.moves), once)).collect()
}

fn part<'a>(
    definition: &Definition,
    piece: &Piece,
    entry: &MoveEntry,
    ways: &'a [Way],
    once: bool,
    side: Side,
) -> Part<'a> {
    let all = definition.shape.all();
    Part {
        ways,
        from: entry.from[side.index()] & all,
        first: piece.first[side.index()],
        to: entry.to[side.index()] & all,
        always: entry.when.is_none() && !once,
        as_augmenters: entry.takes == piece.takes && entry.hurdles == piece.hurdles,
    }
}
