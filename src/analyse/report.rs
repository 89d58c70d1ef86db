//! All answers about one game, as plain data with names in it.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::kings::one_sided;
use super::mobility::{Count, mobility};
use super::moveset::{Hurdles, Moveset};
use super::slots::Slots;
use super::study::Study;
use super::targets::{Sort, complement, targets};
use super::tempo::tempo;
use super::trail::TooLarge;
use crate::board::{Side, SquareSet};
use crate::definition::{Definition, Piece, PieceId};
use crate::notation::lower;
use crate::notation::lower::Way;
use crate::setup::{Armies, Army};

/// What can be said of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// Its title.
    pub title: String,
    /// `8x8`.
    pub board: String,
    /// Each augmenter by itself, in the order of their codes.
    pub augmenters: Vec<AugmenterRow>,
    /// Each piece without augmenters, in the order of the file.
    pub pieces: Vec<PieceRow>,
    /// What each piece reaches, with every set of augmenters that it may hold.
    pub reach: Vec<ReachRow>,
    /// Men with augmenters that do not reach every square.
    pub crippled: Vec<CrippledRow>,
    /// Augmenters that add nothing to a piece, each by itself.
    pub redundant: Vec<RedundantRow>,
    /// Men with several augmenters one of which adds nothing to the others.
    pub redundant_men: Vec<RedundantMan>,
    /// Pieces that reach what another leaves out.
    pub complements: Vec<ComplementRow>,
    /// How far promotion is.
    pub tempo: Vec<TempoRow>,
    /// Whether one of two equal royal men can attack the other alone.
    pub kings: Vec<KingRow>,
    /// Number of set-ups of each side.
    pub armies: Vec<ArmyRow>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// What one move reaches from the middle of an empty board without edges.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counts {
    /// Squares that are on no line.
    pub targets: usize,
    /// Lines without end.
    pub lines: usize,
    /// Directions in which there is something only behind a hurdle.
    pub hops: usize,
    /// Moves of several legs that need men, or go any distance.
    #[serde(skip_serializing_if = "is_zero")]
    pub chains: usize,
    /// Any square at all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub everywhere: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Mean numbers of destinations by crowding, in the order asked for: `{"1": 3.5, "0.7": 2.025}`
/// in JSON; `null` where it would have taken too long.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mobility(pub Vec<(f64, Option<f64>)>);

impl Serialize for Mobility {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(p, mean)| (p.to_string(), mean)))
    }
}

/// An augmenter.
#[derive(Clone, Debug, Serialize)]
pub struct AugmenterRow {
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: char,
    /// Its notation.
    pub moves: String,
    /// What it reaches in one move.
    #[serde(flatten)]
    pub counts: Counts,
    /// Destinations on average.
    pub mobility: Mobility,
}

/// A piece without augmenters.
#[derive(Clone, Debug, Serialize)]
pub struct PieceRow {
    /// Its name.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// The notations of its entries.
    pub moves: Vec<String>,
    /// What it reaches in one move, moves under conditions left out.
    #[serde(flatten)]
    pub counts: Counts,
    /// The same for moves to an empty square and for captures, where they differ.
    pub quiet: Option<Box<Split>>,
    /// See [`Self::quiet`].
    pub captures: Option<Box<Split>>,
    /// Destinations on average.
    pub mobility: Mobility,
}

/// One half of the moves of a piece that captures otherwise than it moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Split {
    /// What it reaches in one move.
    #[serde(flatten)]
    pub counts: Counts,
    /// Destinations on average.
    pub mobility: Mobility,
}

/// How many men cover the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// Men that reach every square from each of their start squares.
    pub cover: usize,
    /// Men that reach every square from every square.
    pub strong: usize,
    /// Fewest squares that one of the men reaches from one of its start squares.
    pub least: usize,
    /// Squares of the board.
    pub squares: usize,
}

/// What a piece reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReachRow {
    /// The piece.
    pub piece: String,
    /// `white`, `black`, or `both` where it is the same for both.
    pub side: &'static str,
    /// Where it begins; empty if it is on every square that it can be.
    pub starts: Vec<String>,
    /// How many augmenters it holds, of how many: `1 of 12`; empty for none.
    pub holds: String,
    /// Number of different men that it can be.
    pub men: u64,
    /// With nobody to hop over; `null` where it was not worked out.
    pub none: Option<Tally>,
    /// With men wherever they are wanted.
    pub free: Option<Tally>,
}

/// A man with augmenters that does not cover the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CrippledRow {
    /// The piece.
    pub piece: String,
    /// See [`ReachRow::side`].
    pub side: &'static str,
    /// Codes of what it holds.
    pub augmenters: String,
    /// Squares reached from each start square with nobody to hop over.
    pub none: BTreeMap<String, usize>,
    /// The same with men wherever they are wanted; `null` if it covers the board then.
    pub free: Option<BTreeMap<String, usize>>,
    /// Whether it reaches every square from every square, with men wherever they are wanted.
    pub strong: bool,
}

/// Augmenters that add nothing to a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RedundantRow {
    /// The piece.
    pub piece: String,
    /// Codes of those that it may hold.
    pub augmenters: String,
    /// Codes of others.
    pub others: String,
}

/// A man that holds an augmenter which adds nothing to the others and its own moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RedundantMan {
    /// The piece.
    pub piece: String,
    /// Codes of what it holds.
    pub augmenters: String,
    /// Codes of what adds nothing.
    pub redundant: String,
}

/// A piece that reaches exactly what another leaves out of a square around it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ComplementRow {
    /// The piece.
    pub piece: String,
    /// The other.
    pub of: String,
    /// Side of the square.
    pub square: i16,
}

/// How far promotion is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TempoRow {
    /// The piece that promotes.
    pub piece: String,
    /// See [`ReachRow::side`].
    pub side: &'static str,
    /// Least number of moves from a start square on a board empty otherwise; `null` if it cannot
    /// promote so.
    pub moves: Option<u32>,
    /// From the start square that is furthest away.
    pub furthest: Option<u32>,
    /// Least number with men to capture wherever they are wanted.
    pub with_captures: Option<u32>,
}

/// Two equal royal men.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KingRow {
    /// The piece.
    pub piece: String,
    /// Codes of what both hold.
    pub augmenters: String,
    /// One can attack the other without being attacked; `null` if it was not worked out.
    pub alone: Option<bool>,
    /// The arrangement for it with the fewest men.
    pub example: Option<Arrangement>,
}

/// In how many ways a side can be set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArmyRow {
    /// See [`ReachRow::side`].
    pub side: &'static str,
    /// How many; `null` if they cannot be counted.
    pub count: Option<u128>,
}

/// One man attacks another over others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Arrangement {
    /// Where White's stands, who attacks.
    pub from: String,
    /// Where Black's stands.
    pub to: String,
    /// Where some other man stands.
    pub men: Vec<String>,
}

/// One man with what it holds.
#[derive(Clone, Debug, Serialize)]
pub struct ManRow {
    /// `corps{fda}`.
    pub man: String,
    /// Destinations on average, moves under conditions left out; as White's if White may have it.
    pub mobility: Mobility,
    /// Codes of what adds nothing to its other moves.
    pub redundant: String,
    /// For each side that may have it what it reaches.
    pub reach: Vec<ManReach>,
}

/// What one man reaches.
#[derive(Clone, Debug, Serialize)]
pub struct ManReach {
    /// Whose.
    pub side: &'static str,
    /// With nobody to hop over.
    pub none: ManGraph,
    /// With men wherever they are wanted.
    pub free: ManGraph,
}

/// What one man reaches with one model of hurdles.
#[derive(Clone, Debug, Serialize)]
pub struct ManGraph {
    /// Every square from each start square.
    pub cover: bool,
    /// Every square from every square.
    pub strong: bool,
    /// The squares reached from each start square.
    pub from: BTreeMap<String, Vec<String>>,
}

/// What can be said of one man.
///
/// # Errors
///
/// It has too many moves to be laid on the board.
pub fn man(
    study: &Study<'_>,
    piece: PieceId,
    tags: &[u8],
    crowding: &[f64],
) -> Result<ManRow, TooLarge> {
    let definition = study.definition();
    let shape = &definition.shape;
    let side = study.sides(piece).next().ok_or(TooLarge)?;
    let moves = study.man(side, piece, tags)?;
    let graph = |side, hurdles| -> Result<ManGraph, TooLarge> {
        let reach = study.reach(side, piece, tags, hurdles)?;
        let names = |squares: SquareSet| squares.iter().map(|one| shape.name(one)).collect();
        let from = reach.from.iter();
        let from = from.map(|&(start, reached)| (shape.name(start), names(reached)));
        Ok(ManGraph { cover: reach.cover, strong: reach.strong, from: from.collect() })
    };
    let reach = study.sides(piece).map(|side| {
        let (none, free) = (graph(side, Hurdles::None)?, graph(side, Hurdles::Free)?);
        Ok(ManReach { side: side.as_str(), none, free })
    });
    let redundant = study.redundant_tags(piece, tags);
    let redundant: Vec<u8> = redundant.iter().filter_map(|&at| tags.get(at)).copied().collect();
    Ok(ManRow {
        man: study.name(piece, tags),
        mobility: means(study, &moves, study.places(side, piece), crowding, Count::Any),
        redundant: study.codes(&redundant),
        reach: reach.collect::<Result<_, _>>()?,
    })
}

/// Works out everything.
///
/// `crowding` are the probabilities that a square is empty for which mobility is told.
pub fn analyse(study: &Study<'_>, crowding: &[f64]) -> Analysis {
    let definition = study.definition();
    let mut notes = Vec::new();
    let (reach, crippled) = reaches(study, &mut notes);
    let (redundant, redundant_men) = redundancies(study);
    let shape = &definition.shape;
    let kings = kings(study, &mut notes);
    let augmenters = augmenters(study, crowding, &mut notes);
    let pieces = pieces(study, crowding, &mut notes);
    if study.comparing.is_spent() {
        notes.push("some redundant augmenters were not found: it would take too long".to_owned());
    }
    notes.dedup();
    Analysis {
        title: definition.title.clone(),
        board: format!("{}x{}", shape.files(), shape.ranks()),
        augmenters,
        pieces,
        reach,
        crippled,
        redundant,
        redundant_men,
        complements: complements(definition),
        tempo: tempos(study),
        kings,
        armies: armies(definition),
        notes,
    }
}

/// The pieces of a definition with their ids.
fn ids(definition: &Definition) -> impl Iterator<Item = (PieceId, &Piece)> {
    (0_u8..).map(PieceId).zip(&definition.pieces)
}

/// The side as which a piece is looked at where both are alike.
fn first_side(piece: &Piece) -> Side {
    if piece.sides[Side::White.index()] { Side::White } else { Side::Black }
}

fn counts(ways: &[Way], sort: Sort) -> Counts {
    let found = targets(ways, sort);
    Counts {
        targets: found.squares.len(),
        lines: found.lines.len(),
        hops: found.hops,
        chains: found.chains,
        everywhere: found.everywhere,
    }
}

fn means(
    study: &Study<'_>,
    moves: &[&Moveset],
    places: SquareSet,
    crowding: &[f64],
    count: Count,
) -> Mobility {
    let mean = |&p: &f64| {
        let mean = mobility(moves, places, p, count, &study.averaging).ok();
        // Six digits are more than people compare; further ones depend on the order of adding.
        (p, mean.map(|mean| (mean * 1e6).round() / 1e6))
    };
    Mobility(crowding.iter().map(mean).collect())
}

fn unknown(crowding: &[f64]) -> Mobility {
    Mobility(crowding.iter().map(|&p| (p, None)).collect())
}

fn augmenters(study: &Study<'_>, crowding: &[f64], notes: &mut Vec<String>) -> Vec<AugmenterRow> {
    let definition = study.definition();
    let rows = (0_u8..).zip(&definition.augmenters).map(|(tag, augmenter)| {
        let ways = lower(&augmenter.moves);
        let mobility = if let Ok(moves) = study.augmenter(Side::White, tag) {
            means(study, &[moves], definition.shape.all(), crowding, Count::Any)
        } else {
            notes.push(format!("`{}` has too many moves to be laid on the board", augmenter.name));
            unknown(crowding)
        };
        AugmenterRow {
            name: augmenter.name.clone(),
            code: augmenter.code,
            moves: augmenter.moves.to_string(),
            counts: counts(&ways, Sort::Any),
            mobility,
        }
    });
    rows.collect()
}

fn pieces(study: &Study<'_>, crowding: &[f64], notes: &mut Vec<String>) -> Vec<PieceRow> {
    let definition = study.definition();
    let rows = ids(definition).map(|(id, piece)| {
        let side = first_side(piece);
        let ways = unconditional(definition, piece, side);
        let moves = study.man(side, id, &[]).ok().and_then(|sets| sets.first().copied());
        if moves.is_none() {
            notes.push(format!("`{}` has too many moves to be laid on the board", piece.name));
        }
        let places = study.places(side, id);
        let mobility = |count| {
            moves.map_or_else(
                || unknown(crowding),
                |moves| means(study, &[moves], places, crowding, count),
            )
        };
        let split = |sort, count| Split { counts: counts(&ways, sort), mobility: mobility(count) };
        let (quiet, captures) =
            (split(Sort::Quiet, Count::Quiet), split(Sort::Captures, Count::Captures));
        let differ = quiet != captures;
        PieceRow {
            name: piece.name.clone(),
            letter: piece.letter.clone(),
            moves: piece.moves.iter().map(|entry| entry.moves.to_string()).collect(),
            counts: counts(&ways, Sort::Any),
            quiet: differ.then(|| Box::new(quiet)),
            captures: differ.then(|| Box::new(captures)),
            mobility: mobility(Count::Any),
        }
    });
    rows.collect()
}

/// Ways of a piece that it has on all squares.
fn unconditional(definition: &Definition, piece: &Piece, side: Side) -> Vec<Way> {
    let all = definition.shape.all();
    let everywhere = |from: SquareSet| (all - from).is_empty();
    let entries = piece.moves.iter();
    entries
        .filter(|entry| entry.when.is_none() && everywhere(entry.from[side.index()]))
        .flat_map(|entry| lower(&entry.moves))
        .collect()
}

/// Rows of both sides, those that are alike for both as one.
fn merged<T: PartialEq>(
    sides: impl Iterator<Item = Side>,
    mut row: impl FnMut(Side) -> T,
    same: impl Fn(&T, &T) -> bool,
    name: impl Fn(&mut T, &'static str),
) -> Vec<T> {
    let sides: Vec<Side> = sides.collect();
    let mut rows: Vec<T> = sides.iter().map(|&side| row(side)).collect();
    if let [white, black] = rows.as_slice()
        && same(white, black)
    {
        rows.truncate(1);
        for row in &mut rows {
            name(row, "both");
        }
    }
    rows
}

fn reaches(study: &Study<'_>, notes: &mut Vec<String>) -> (Vec<ReachRow>, Vec<CrippledRow>) {
    let definition = study.definition();
    let mut rows = Vec::new();
    let mut crippled = Vec::new();
    for (id, piece) in ids(definition) {
        let found = merged(
            study.sides(id),
            |side| reaches_of(study, side, id, piece, notes),
            |white, black| alike(white, black, definition),
            |found, side| {
                found.0.side = side;
                found.1.iter_mut().for_each(|row| row.side = side);
            },
        );
        for (row, men) in found {
            rows.push(row);
            crippled.extend(men);
        }
    }
    (rows, crippled)
}

/// Whether Black's rows say what White's do, squares turned over.
fn alike(
    (white, wanting): &(ReachRow, Vec<CrippledRow>),
    (black, other): &(ReachRow, Vec<CrippledRow>),
    definition: &Definition,
) -> bool {
    let shape = &definition.shape;
    let turned = |name: &String| {
        let square = shape.parse_square(name);
        square.map_or_else(String::new, |one| shape.name(shape.image(one, definition.symmetry)))
    };
    let map = |map: &BTreeMap<String, usize>| -> BTreeMap<String, usize> {
        map.iter().map(|(square, &reached)| (turned(square), reached)).collect()
    };
    let mut starts: Vec<String> = black.starts.iter().map(turned).collect();
    let mut own = white.starts.clone();
    starts.sort_unstable();
    own.sort_unstable();
    let same = |one: &CrippledRow, two: &CrippledRow| {
        one.augmenters == two.augmenters
            && one.none == map(&two.none)
            && one.free == two.free.as_ref().map(map)
            && one.strong == two.strong
    };
    own == starts
        && (&white.holds, white.men, white.none, white.free)
            == (&black.holds, black.men, black.none, black.free)
        && wanting.len() == other.len()
        && wanting.iter().zip(other).all(|(one, two)| same(one, two))
}

fn reaches_of(
    study: &Study<'_>,
    side: Side,
    id: PieceId,
    piece: &Piece,
    notes: &mut Vec<String>,
) -> (ReachRow, Vec<CrippledRow>) {
    let definition = study.definition();
    let shape = &definition.shape;
    let slots = Slots::new(definition, side, id);
    let starts = study.starts(side, id);
    let mut row = ReachRow {
        piece: piece.name.clone(),
        side: side.as_str(),
        starts: starts.iter().map(|square| shape.name(square)).collect(),
        holds: if slots.is_empty() { String::new() } else { slots.words() },
        men: slots.count(),
        none: None,
        free: None,
    };
    let sets = match slots.sets() {
        Ok(sets) => sets,
        Err(count) => {
            notes.push(format!(
                "`{}` can be {count} different men; what they reach is worked out up to {}",
                piece.name,
                crate::limits::ANALYSED_MEN
            ));
            return (row, Vec::new());
        }
    };
    row.men = sets.len() as u64;
    let squares = shape.all().len();
    let mut tallies = [Tally { cover: 0, strong: 0, least: squares, squares }; 2];
    let mut crippled = Vec::new();
    for tags in &sets {
        let mut reached = Vec::new();
        for (hurdles, tally) in [Hurdles::None, Hurdles::Free].into_iter().zip(&mut tallies) {
            let Ok(reach) = study.reach(side, id, tags, hurdles) else {
                notes.push(format!("what `{}` reaches was not worked out", piece.name));
                return (row, Vec::new());
            };
            tally.cover += usize::from(reach.cover);
            tally.strong += usize::from(reach.strong);
            let least = reach.from.iter().map(|(_, reached)| reached.len()).min();
            tally.least = tally.least.min(least.unwrap_or(squares));
            reached.push(reach);
        }
        let [none, free] = reached.as_slice() else { continue };
        if none.cover || slots.is_empty() {
            continue;
        }
        let map = |reach: &super::reach::Reach| {
            let from = reach.from.iter();
            from.map(|(square, reached)| (shape.name(*square), reached.len())).collect()
        };
        crippled.push(CrippledRow {
            piece: piece.name.clone(),
            side: side.as_str(),
            augmenters: study.codes(tags),
            none: map(none),
            free: (!free.cover).then(|| map(free)),
            strong: free.strong,
        });
    }
    let [none, free] = tallies;
    row.none = Some(none);
    row.free = Some(free);
    (row, crippled)
}

fn redundancies(study: &Study<'_>) -> (Vec<RedundantRow>, Vec<RedundantMan>) {
    let definition = study.definition();
    let (mut rows, mut men) = (Vec::new(), Vec::new());
    let all: Vec<u8> = (0_u8..).zip(&definition.augmenters).map(|(tag, _)| tag).collect();
    for (id, piece) in ids(definition) {
        let slots: Vec<Slots<'_>> =
            study.sides(id).map(|side| Slots::new(definition, side, id)).collect();
        if slots.iter().all(Slots::is_empty) {
            continue;
        }
        let own: Vec<u8> = slots.iter().flat_map(Slots::tokens).collect();
        let adds_nothing = |tag: u8| study.redundant_tags(id, &[tag]) == [0];
        let found: Vec<u8> = all.iter().copied().filter(|&tag| adds_nothing(tag)).collect();
        let (mine, others): (Vec<u8>, Vec<u8>) = found.iter().partition(|tag| own.contains(tag));
        rows.push(RedundantRow {
            piece: piece.name.clone(),
            augmenters: study.codes(&mine),
            others: study.codes(&others),
        });
        // Too many sets have been reported where reach was worked out.
        let mut sets: Vec<Vec<u8>> =
            slots.iter().filter_map(|slots| slots.sets().ok()).flatten().collect();
        sets.sort_unstable();
        sets.dedup();
        for tags in sets.iter().filter(|tags| tags.len() > 1) {
            let at = study.redundant_tags(id, tags);
            let redundant: Vec<u8> = at.iter().filter_map(|&at| tags.get(at)).copied().collect();
            if !redundant.is_empty() {
                men.push(RedundantMan {
                    piece: piece.name.clone(),
                    augmenters: study.codes(tags),
                    redundant: study.codes(&redundant),
                });
            }
        }
    }
    (rows, men)
}

fn complements(definition: &Definition) -> Vec<ComplementRow> {
    let ways: Vec<(&Piece, Vec<Way>)> = definition
        .pieces
        .iter()
        .map(|piece| (piece, unconditional(definition, piece, first_side(piece))))
        .collect();
    let mut rows = Vec::new();
    for (piece, own) in &ways {
        let found = targets(own, Sort::Any);
        // What fills gaps reaches neither every neighbouring square nor along lines.
        if found.squares.is_empty() || !found.lines.is_empty() || found.side() < 5 {
            continue;
        }
        for (other, theirs) in ways.iter().filter(|(other, _)| other.name != piece.name) {
            if complement(own, theirs, found.side()) {
                rows.push(ComplementRow {
                    piece: piece.name.clone(),
                    of: other.name.clone(),
                    square: found.side(),
                });
            }
        }
    }
    rows
}

fn tempos(study: &Study<'_>) -> Vec<TempoRow> {
    let definition = study.definition();
    let mut rows = Vec::new();
    for (id, piece) in ids(definition) {
        let zone = |side: Side| {
            let entries = definition.promotions.iter();
            let mine = entries.filter(|one| one.sides[side.index()] && one.pieces.has(id));
            mine.fold(SquareSet::EMPTY, |sum, one| sum | one.zone[side.index()])
        };
        let promotes = |side: &Side| !zone(*side).is_empty();
        rows.extend(merged(
            study.sides(id).filter(promotes),
            |side| {
                let moves = study.man(side, id, &[]).ok().and_then(|sets| sets.first().copied());
                let tempo = |hurdles| tempo(moves?, hurdles, study.starts(side, id), zone(side));
                let (none, free) = (tempo(Hurdles::None), tempo(Hurdles::Free));
                TempoRow {
                    piece: piece.name.clone(),
                    side: side.as_str(),
                    moves: none.map(|tempo| tempo.least),
                    furthest: none.map(|tempo| tempo.most),
                    with_captures: free.map(|tempo| tempo.least),
                }
            },
            |white, black| {
                (white.moves, white.furthest, white.with_captures)
                    == (black.moves, black.furthest, black.with_captures)
            },
            |row, side| row.side = side,
        ));
    }
    rows
}

fn kings(study: &Study<'_>, notes: &mut Vec<String>) -> Vec<KingRow> {
    let definition = study.definition();
    let shape = &definition.shape;
    let mut rows = Vec::new();
    for (id, piece) in ids(definition) {
        let royal = definition.royals.iter().any(|royal| royal.pieces.has(id));
        if !royal || piece.sides != [true; 2] {
            continue;
        }
        let sets = |side| Slots::new(definition, side, id).sets();
        let (Ok(white), Ok(black)) = (sets(Side::White), sets(Side::Black)) else {
            continue;
        };
        let places = Side::BOTH.map(|side| study.places(side, id));
        for tags in white.iter().filter(|tags| black.contains(tags)).take(EQUAL_KINGS) {
            let men = |side| study.man(side, id, tags);
            let (Ok(own), Ok(theirs)) = (men(Side::White), men(Side::Black)) else { continue };
            let found = one_sided(&own, &theirs, places, shape, &study.comparing);
            rows.push(KingRow {
                piece: piece.name.clone(),
                augmenters: study.codes(tags),
                alone: found.as_ref().ok().map(Option::is_some),
                example: found.ok().flatten().map(|found| Arrangement {
                    from: shape.name(found.from),
                    to: shape.name(found.to),
                    men: found.men.iter().map(|&square| shape.name(square)).collect(),
                }),
            });
        }
        if white.len() > EQUAL_KINGS {
            notes.push(format!(
                "`{}` can be {} different men; equal pairs are compared up to {EQUAL_KINGS}",
                piece.name,
                white.len()
            ));
        }
    }
    rows
}

fn armies(definition: &Definition) -> Vec<ArmyRow> {
    if !Army::is_chosen(definition) {
        return Vec::new();
    }
    let count = |side| {
        let army = Army::of_start(definition, side).ok()?;
        Armies::new(&army).ok().map(|armies| armies.count())
    };
    merged(
        Side::BOTH.into_iter(),
        |side| ArmyRow { side: side.as_str(), count: count(side) },
        |white, black| white.count == black.count,
        |row, side| row.side = side,
    )
}

/// Sets of augmenters for which two equal royal men are compared.
const EQUAL_KINGS: usize = 100;
