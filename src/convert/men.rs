//! How each man moves, in the engine's terms.

use std::collections::BTreeSet;

use super::Bears;
use super::betza::{self, Glide, Reach};
use super::names;
use super::to::Writer;
use crate::board::{Shape, Side, Square, SquareSet, Vector};
use crate::definition::{Definition, MoveEntry, Piece, PieceId, PieceSet, SidedSquares};
use crate::notation::lower::{Action, UNLIMITED, Way};
use crate::notation::{lower, parse};

/// A man's moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Man {
    /// His moves; those from some squares only are `initial`.
    pub(super) reaches: BTreeSet<Reach>,
    /// From where the initial ones may be used.
    pub(super) first: Option<SidedSquares>,
    /// Steps by which he captures en passant.
    pub(super) en_passant: BTreeSet<Vector>,
    /// Initial moves that leave squares on which he can be taken en passant.
    pub(super) passing: BTreeSet<Reach>,
    /// He steps aside from this rank on.
    pub(super) soldier: Option<u8>,
    /// Neither hops over his like nor takes it.
    pub(super) shy: bool,
    /// His notation, where the engine reads it as it is meant.
    pub(super) text: Option<String>,
    /// The directions in which he sees his like and nobody else.
    pub(super) sees: BTreeSet<Vector>,
}

/// What a man is called in the section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// The royal piece, with its notation if it is not that of a king.
    King(Option<String>),
    /// One of the engine's names.
    Named(&'static str),
    /// A slot.
    Custom(usize, String),
}

impl Type {
    /// The key.
    pub(super) fn key(&self) -> String {
        match self {
            Self::King(_) => "king".to_owned(),
            Self::Named(name) => (*name).to_owned(),
            Self::Custom(slot, _) => format!("customPiece{slot}"),
        }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        matches!(self, Self::Named(own) if *own == name)
    }
}

/// Every piece of the game.
pub(super) fn everybody(definition: &Definition) -> PieceSet {
    let count = definition.pieces.len().min(128);
    let ids = (0..count).filter_map(|id| u8::try_from(id).ok()).map(PieceId);
    ids.fold(PieceSet::NONE, |mut set, id| {
        set.insert(id);
        set
    })
}

/// Reads all men.
pub(super) fn read(writer: &mut Writer<'_>) -> Vec<Man> {
    let definition = writer.definition;
    let all = everybody(definition);
    let men = definition.pieces.iter().zip(0_u8..);
    men.map(|(piece, id)| man(writer, piece, PieceId(id), all)).collect()
}

fn man(writer: &mut Writer<'_>, piece: &Piece, id: PieceId, all: PieceSet) -> Man {
    let definition = writer.definition;
    let mut man = Man::default();
    let name = &piece.name;
    let mut alone = PieceSet::NONE;
    alone.insert(id);
    let others = PieceSet { pieces: all.pieces & !alone.pieces, turned: 0 };
    let hops = piece
        .moves
        .iter()
        .flat_map(|entry| lower(&entry.moves))
        .any(|way| matches!(way.action, Action::Hop(_)));
    man.shy = piece.takes == others && piece.hurdles == others && hops;
    if !man.shy && piece.takes != all {
        writer.lacks(
            format!("`takes` of `{name}`"),
            "whom a man may take cannot be said",
            piece.span,
        );
    }
    if !man.shy && piece.hurdles != all && hops {
        writer.lacks(
            format!("`hurdles` of `{name}`"),
            "whom a man may hop over cannot be said",
            piece.span,
        );
    }
    if piece.taken_by != all {
        writer.lacks(
            format!("`taken-by` of `{name}`"),
            "by whom a man may be taken cannot be said",
            piece.span,
        );
    }
    let mut regions: Vec<(SidedSquares, Reach)> = Vec::new();
    let mut plain_text = true;
    for entry in &piece.moves {
        if let Some(sees) = facing(definition, piece, entry, alone) {
            man.sees.extend(sees);
            plain_text = false;
            continue;
        }
        let what = format!("`{}` of `{name}`", entry.moves);
        if entry.when.is_some() {
            writer.lacks(what, "moves with a condition cannot be said", entry.span);
            continue;
        }
        if (entry.takes, entry.hurdles) != (piece.takes, piece.hurdles) {
            writer.lacks(
                what,
                "whom one of a man's moves may take or hop over cannot be said",
                entry.span,
            );
            continue;
        }
        if entry
            .to
            .iter()
            .zip(&piece.within)
            .zip(piece.sides)
            .any(|((to, within), has)| has && to != within)
        {
            writer.lacks(what, "where one of a man's moves may end cannot be said", entry.span);
            continue;
        }
        plain_text &= entry_text_is_enough(piece, entry);
        for way in lower(&entry.moves) {
            way_of(writer, piece, entry, &way, &mut man, &mut regions);
        }
    }
    if man.shy && man.reaches != names::reaches("pR") {
        writer.lacks(
            format!("`takes` of `{name}`"),
            "only a man that moves as `pR` can be kept from hopping over and taking its like",
            piece.span,
        );
    }
    soldier(definition, piece, &mut man, &mut regions);
    settle(writer, piece, &mut man, &regions);
    if let Some(why) = betza::confusion(&man.reaches) {
        writer.lacks(format!("moves of `{name}`"), why, piece.span);
    }
    let whole: String =
        piece.moves.first().map(|entry| entry.moves.to_string()).unwrap_or_default();
    let same = || betza::read(&whole).is_ok_and(|read| read.reaches == man.reaches);
    man.text = (plain_text && same()).then_some(whole).or_else(|| betza::write(&man.reaches));
    if man.text.is_none() {
        writer.lacks(
            format!("moves of `{name}`"),
            "the engine does not keep all of them apart",
            piece.span,
        );
        man.text = Some(String::new());
    }
    man
}

/// Whether the notation of the first entry may stand for all of them.
fn entry_text_is_enough(piece: &Piece, entry: &MoveEntry) -> bool {
    piece.moves.first().is_some_and(|first| std::ptr::eq(first, entry))
}

/// An entry by which a man sees his like along free lines, and its directions.
fn facing(
    definition: &Definition,
    piece: &Piece,
    entry: &MoveEntry,
    alone: PieceSet,
) -> Option<BTreeSet<Vector>> {
    let everywhere = definition.shape.all();
    let whole = |squares: &SidedSquares| {
        squares.iter().zip(piece.sides).all(|(own, has)| !has || *own == everywhere)
    };
    let plain = entry.when.is_none() && !entry.passing && whole(&entry.from) && whole(&entry.to);
    if !plain || entry.takes != alone {
        return None;
    }
    let mut steps = BTreeSet::new();
    for way in lower(&entry.moves) {
        let Action::Ride(ride) = &way.action else { return None };
        let [step @ ((0, _) | (_, 0))] = ride.steps[..] else { return None };
        let modality = ride.modality;
        let captures = modality.capture && !modality.quiet && !modality.own && !modality.en_passant;
        if !captures || ride.range != UNLIMITED || ride.skip > 0 || way.wrap || way.initial {
            return None;
        }
        steps.insert(step);
    }
    Some(steps)
}

fn way_of(
    writer: &mut Writer<'_>,
    piece: &Piece,
    entry: &MoveEntry,
    way: &Way,
    man: &mut Man,
    regions: &mut Vec<(SidedSquares, Reach)>,
) {
    let definition = writer.definition;
    let shape = &definition.shape;
    let longest = shape.files().max(shape.ranks());
    let Some(reaches) = betza::of_way(way, longest) else {
        let term = entry.moves.terms().get(way.term).map(ToString::to_string).unwrap_or_default();
        let what = format!("`{term}` of `{}`", piece.name);
        writer.lacks(what, "the engine's notation has no such move", entry.span);
        return;
    };
    let (passes, en_passant, step) = match &way.action {
        Action::Ride(ride) => (ride.passing, ride.modality.en_passant, ride.steps.first().copied()),
        Action::Hop(hop) => (false, hop.modality.en_passant, Some(hop.step)),
        Action::Chain(chain) => {
            (false, chain.modality.en_passant, reaches.first().map(|reach| reach.step))
        }
        Action::Universal(_) | Action::Castle(_) => (false, false, None),
    };
    if let (true, Some(step)) = (en_passant, step) {
        man.en_passant.insert(step);
        if reaches.is_empty() {
            let what = format!("capturing en passant by `{}`", piece.name);
            writer.lacks(what, "men capture en passant where they capture", entry.span);
        }
    }
    let passes = passes || entry.passing;
    let everywhere = shape.all();
    let mut squares = entry.from;
    if way.initial {
        for (own, first) in squares.iter_mut().zip(&piece.first) {
            *own = *own & *first;
        }
    }
    let whole = squares
        .iter()
        .zip(&piece.within)
        .zip(piece.sides)
        .all(|((own, within), has)| !has || (*within & everywhere) - *own == SquareSet::EMPTY);
    for reach in reaches {
        let initial = !whole || passes;
        let reach = Reach { initial, ..reach };
        if initial {
            regions.push((squares, reach));
            if passes {
                man.passing.insert(reach);
            }
        }
        man.reaches.insert(reach);
    }
}

/// A man who steps ahead, and aside from some rank on.
fn soldier(
    definition: &Definition,
    piece: &Piece,
    man: &mut Man,
    regions: &mut Vec<(SidedSquares, Reach)>,
) {
    let plain: BTreeSet<Reach> =
        man.reaches.iter().map(|reach| Reach { initial: false, ..*reach }).collect();
    let aside = |reach: &Reach| reach.step.1 == 0;
    let split = man.reaches.iter().all(|reach| aside(reach) == reach.initial);
    if plain != names::reaches("fsW") || !split || !man.passing.is_empty() {
        return;
    }
    let Some((squares, _)) = regions.first() else { return };
    if regions.iter().any(|(other, _)| other != squares) {
        return;
    }
    let shape = &definition.shape;
    let rank_on = |from: u8, side: Side| -> SquareSet {
        shape.squares().filter(|&square| relative(shape, square, side) >= from).collect()
    };
    let fits = |from: &u8| {
        Side::BOTH
            .into_iter()
            .zip(squares)
            .zip(piece.sides)
            .all(|((side, own), has)| !has || *own == rank_on(*from, side))
    };
    if let Some(rank) = (1..shape.ranks()).find(fits) {
        man.soldier = Some(rank.saturating_add(1));
        man.reaches = plain;
        regions.clear();
    }
}

/// Rank of a square as its side counts, from 0.
pub(super) fn relative(shape: &Shape, square: Square, side: Side) -> u8 {
    let rank = shape.rank(square);
    match side {
        Side::White => rank,
        Side::Black => shape.ranks().saturating_sub(1).saturating_sub(rank),
    }
}

/// One set of squares for all initial moves of a man.
fn settle(
    writer: &mut Writer<'_>,
    piece: &Piece,
    man: &mut Man,
    regions: &[(SidedSquares, Reach)],
) {
    let Some((first, _)) = regions.first() else { return };
    let same = |other: &SidedSquares| {
        other.iter().zip(first).zip(piece.sides).all(|((a, b), has)| !has || a == b)
    };
    man.first = Some(*first);
    for (other, reach) in regions {
        if !same(other) {
            man.reaches.remove(reach);
            man.passing.remove(reach);
            let what =
                format!("the squares from which `{}` may make some of its moves", piece.name);
            writer.lacks(what, "the engine has one region for all moves of this sort", piece.span);
        }
    }
}

/// Squares strictly between the ends of a move, if the engine sees a line there.
pub(super) fn between(reach: Reach, longest: u8) -> usize {
    let (dx, dy) = (reach.step.0.abs(), reach.step.1.abs());
    if dx.min(dy) != 0 && dx != dy {
        return 0;
    }
    let step = usize::from(dx.max(dy).unsigned_abs());
    let most = match reach.glide {
        Glide::Leap | Glide::Lame | Glide::Grasshop => step,
        Glide::Slide(0) | Glide::Hop(0) => usize::from(longest),
        Glide::Slide(limit) | Glide::Hop(limit) => usize::from(limit),
    };
    most.saturating_sub(1)
}

/// Squares that a man may reach from a square of an empty board, or, hopping, of one with men
/// wherever he needs them.
pub(super) fn squares(shape: &Shape, reach: Reach, from: Square, side: Side) -> Vec<Square> {
    let (dx, dy) = match side {
        Side::White => reach.step,
        Side::Black => (reach.step.0.saturating_neg(), reach.step.1.saturating_neg()),
    };
    let (least, most) = match reach.glide {
        Glide::Leap | Glide::Lame => (1, 1),
        Glide::Slide(0) => (1, u8::MAX),
        Glide::Slide(limit) => (1, limit),
        Glide::Hop(0) | Glide::Grasshop => (2, u8::MAX),
        Glide::Hop(limit) => (2, limit),
    };
    let mut found = Vec::new();
    let mut at = from;
    for step in 1..=most {
        let Some(next) = shape.step(at, (dx, dy), false) else { break };
        at = next;
        if step >= least {
            found.push(at);
        }
    }
    found
}

/// Names and slots for all men.
pub(super) fn types(writer: &mut Writer<'_>, men: &[Man], king: Option<PieceId>) -> Vec<Type> {
    let definition = writer.definition;
    let pawn = pawn(definition, men, king);
    let mut taken: BTreeSet<&'static str> = BTreeSet::new();
    let mut slots = 0_usize;
    let mut types: Vec<(PieceId, Type)> = Vec::new();
    for id in writer.by_letter(everybody(definition)) {
        let (Some(piece), Some(man)) = (definition.pieces.get(id.index()), men.get(id.index()))
        else {
            continue;
        };
        let text = man.text.clone().unwrap_or_default();
        if Some(id) == king {
            let usual = man.reaches == names::reaches("K");
            types.push((id, Type::King((!usual).then_some(text))));
            continue;
        }
        let fits = |(name, notation): &(&'static str, &'static str)| match *name {
            "pawn" => Some(id) == pawn,
            "janggiCannon" => man.shy && man.reaches == names::reaches("pR"),
            "soldier" => {
                man.soldier.is_some()
                    || man.reaches == names::reaches(notation) && man.first.is_none()
            }
            _ => !man.shy && man.soldier.is_none() && man.reaches == names::reaches(notation),
        };
        let free = names::all().filter(|(name, _)| !taken.contains(name));
        // Only one man steps aside from some rank on.
        let other_soldier =
            man.soldier.is_none() && men.iter().any(|other| other.soldier.is_some());
        let mut free = free.filter(|(name, _)| !(other_soldier && *name == "soldier"));
        if let Some((name, _)) = free.find(fits) {
            taken.insert(name);
            types.push((id, Type::Named(name)));
            continue;
        }
        if man.soldier.is_some() {
            let what = format!("moves of `{}`", piece.name);
            writer.lacks(what, "only one kind of man can step aside from some rank on", piece.span);
        }
        slots = slots.saturating_add(1);
        types.push((id, Type::Custom(slots, text)));
    }
    if slots > names::SLOTS {
        let span = definition.pieces.last().map(|piece| piece.span).unwrap_or_default();
        let why = format!(
            "the engine has {} slots for pieces that it does not know by name",
            names::SLOTS
        );
        writer.cannot("all pieces".to_owned(), why, span);
    }
    types.sort_by_key(|(id, _)| id.0);
    types.into_iter().map(|(_, kind)| kind).collect()
}

/// The man that can be the engine's pawn.
fn pawn(definition: &Definition, men: &[Man], king: Option<PieceId>) -> Option<PieceId> {
    let double: BTreeSet<Reach> = read_ours("ifmnD");
    let steps = names::reaches("fmWfcF");
    let others_step = |id: PieceId| {
        men.iter().zip(0_u8..).any(|(man, other)| other != id.0 && man.first.is_some())
    };
    let fits = |id: PieceId, man: &Man| {
        let (initial, plain): (BTreeSet<Reach>, BTreeSet<Reach>) =
            man.reaches.iter().partition(|reach| reach.initial);
        let usual = if initial.is_empty() {
            !others_step(id)
        } else {
            initial == double && man.passing == initial
        };
        Some(id) != king && plain == steps && usual
    };
    let promotes = |id: PieceId| definition.promotions.iter().any(|entry| entry.pieces.has(id));
    let mut candidates: Vec<PieceId> = men
        .iter()
        .zip(0_u8..)
        .filter(|(man, id)| fits(PieceId(*id), man))
        .map(|(_, id)| PieceId(id))
        .collect();
    candidates.sort_by_key(|&id| !promotes(id));
    candidates.first().copied()
}

fn read_ours(text: &str) -> BTreeSet<Reach> {
    let ways = parse(text).map(|parsed| lower(&parsed.expr)).unwrap_or_default();
    ways.iter().filter_map(|way| betza::of_way(way, u8::MAX)).flatten().collect()
}

/// The squares of the first step, one set a side, for all men.
pub(super) fn first_steps(writer: &mut Writer<'_>, men: &mut [Man]) -> [Option<SquareSet>; 2] {
    let definition = writer.definition;
    let mut regions = [None, None];
    for (piece, man) in definition.pieces.iter().zip(men) {
        let Some(first) = man.first else { continue };
        let clash = regions
            .iter()
            .zip(first)
            .zip(piece.sides)
            .any(|((known, own), has)| has && known.is_some_and(|known| known != own));
        if clash {
            man.reaches.retain(|reach| !reach.initial);
            man.text = betza::write(&man.reaches);
            man.first = None;
            let what =
                format!("the squares from which `{}` may make some of its moves", piece.name);
            writer.lacks(what, "the engine has one region for all men", piece.span);
            continue;
        }
        for ((known, own), has) in regions.iter_mut().zip(first).zip(piece.sides) {
            if has {
                *known = Some(own);
            }
        }
    }
    regions
}

/// Which men take part in captures en passant, and where; gives the squares on which each side may
/// capture so.
pub(super) fn en_passant(
    writer: &mut Writer<'_>,
    men: &[Man],
    regions: [Option<SquareSet>; 2],
) -> [SquareSet; 2] {
    let definition = writer.definition;
    let longest = definition.shape.files().max(definition.shape.ranks());
    let captors: Vec<PieceSet> = Side::BOTH
        .into_iter()
        .map(|side| {
            let mut set = PieceSet::NONE;
            for ((piece, man), id) in definition.pieces.iter().zip(men).zip(0_u8..) {
                if piece.sides.get(side.index()) == Some(&true) && !man.en_passant.is_empty() {
                    set.insert(PieceId(id));
                }
            }
            set
        })
        .collect();
    let captors: [PieceSet; 2] = captors.try_into().unwrap_or_default();
    writer.sided_pieces("enPassantTypes", captors);
    for (piece, man) in definition.pieces.iter().zip(men) {
        let captures: BTreeSet<Vector> =
            man.reaches.iter().filter(|reach| reach.capture).map(|reach| reach.step).collect();
        let leaps = man
            .reaches
            .iter()
            .filter(|reach| reach.capture)
            .all(|reach| reach.glide == Glide::Leap && !reach.initial);
        if !man.en_passant.is_empty() && (captures != man.en_passant || !leaps) {
            let what = format!("capturing en passant by `{}`", piece.name);
            writer.lacks(
                what,
                "men capture en passant where they capture, in one step",
                piece.span,
            );
        }
    }
    // Squares that each side's men pass.
    let mut passed = [SquareSet::EMPTY; 2];
    for ((piece, man), id) in definition.pieces.iter().zip(men).zip(0_u8..) {
        let enemies =
            |side: Side| captors.get(side.other().index()).is_some_and(|set| !set.is_empty());
        for side in Side::BOTH {
            if piece.sides.get(side.index()) != Some(&true) || !enemies(side) {
                continue;
            }
            let region = regions.get(side.index()).copied().flatten().unwrap_or_default();
            for reach in
                man.reaches.iter().filter(|reach| reach.initial && between(**reach, longest) > 0)
            {
                let plain = Reach { initial: false, ..*reach };
                if man.reaches.contains(&plain) || reach.capture {
                    continue;
                }
                let counted =
                    man.passing.contains(reach) && definition.en_passant.of.has(PieceId(id));
                if !counted {
                    let what =
                        format!("`{}` passing squares without being taken there", piece.name);
                    writer.lacks(
                        what,
                        "every first move over squares can be taken en passant",
                        piece.span,
                    );
                }
                for from in region.iter() {
                    let goals = squares(&definition.shape, *reach, from, side);
                    let slides = matches!(reach.glide, Glide::Slide(_));
                    let Some(set) = passed.get_mut(side.index()) else { continue };
                    if slides {
                        goals.iter().rev().skip(1).for_each(|&square| set.insert(square));
                    } else if let Some(&to) = goals.first() {
                        path(&definition.shape, from, to).for_each(|square| set.insert(square));
                    }
                }
            }
        }
    }
    let [white, black] = definition.en_passant.zone;
    let [by_white, by_black] = passed;
    let everywhere = definition.shape.all();
    let (may_white, may_black) = (white & by_black, black & by_white);
    if (may_white, may_black) == (by_black, by_white) {
        return [may_white, may_black];
    }
    let region = may_white | may_black;
    if region & by_black == may_white && region & by_white == may_black {
        writer.squares("enPassantRegion", region & everywhere);
    } else {
        writer.lacks(
            "`en-passant.zone`".to_owned(),
            "the engine has one region for both sides",
            definition.setup.start_span,
        );
    }
    [may_white, may_black]
}

/// Squares strictly between two squares of one line.
fn path(shape: &Shape, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let side = |a: u8, b: u8| i16::from(b).saturating_sub(i16::from(a));
    let (dx, dy) = (side(shape.file(from), shape.file(to)), side(shape.rank(from), shape.rank(to)));
    let unit = (dx.signum(), dy.signum());
    let mut squares = Vec::new();
    let mut at = from;
    for _ in 1..dx.abs().max(dy.abs()) {
        let Some(next) = shape.step(at, unit, false) else { break };
        squares.push(next);
        at = next;
    }
    squares.into_iter()
}

/// Where each man may stand.
pub(super) fn mobility(writer: &mut Writer<'_>, types: &[Type]) {
    let definition = writer.definition;
    let everywhere = definition.shape.all();
    for id in writer.by_letter(everybody(definition)) {
        let (Some(piece), Some(kind)) = (definition.pieces.get(id.index()), types.get(id.index()))
        else {
            continue;
        };
        let key = kind.key();
        let mut letters = key.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase()).unwrap_or_default();
        let name: String = std::iter::once(first).chain(letters).collect();
        for (side, has) in Side::BOTH.into_iter().zip(piece.sides) {
            let within = piece.within.get(side.index()).copied().unwrap_or(everywhere);
            if !has || within == everywhere {
                continue;
            }
            if within.is_empty() {
                let what = format!("`within` of `{}`", piece.name);
                writer.note(
                    what,
                    "an empty region is none at all to the engine".to_owned(),
                    piece.span,
                    Bears::Play,
                );
                continue;
            }
            let side = if side == Side::White { "White" } else { "Black" };
            writer.squares(&format!("mobilityRegion{side}{name}"), within);
        }
    }
}
