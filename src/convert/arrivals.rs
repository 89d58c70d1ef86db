//! What a man may become where he arrives, and where he may be dropped.
//!
//! The engine has one region of promotion, one list of what pawns become, one table of what
//! other men turn into, and a few switches. Settings are tried and compared with the entries for
//! every step that a man can make; what no setting says is told.

use std::collections::{BTreeMap, BTreeSet};

use super::Bears;
use super::ends;
use super::men::{self, Man, Type};
use super::royal::{self, Royals};
use super::to::{Writer, may_have, quiet_moves};
use crate::board::{Side, Square, SquareSet};
use crate::definition::{Captured, Definition, Mark, PieceId, PieceSet, Promotion, PromotionOn};
use crate::notation::lower;

/// What a man may become: staying, and each target with whether he turns over (`+`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Choices {
    stay: bool,
    targets: BTreeSet<(PieceId, bool)>,
}

/// A step of a man.
#[derive(Clone, Copy, Debug)]
struct Step {
    piece: PieceId,
    side: Side,
    from: Square,
    to: Square,
    capture: bool,
}

/// The engine's words, as far as they do not depend on the switches.
#[derive(Clone, Debug, Default)]
struct Facts {
    region: [SquareSet; 2],
    pawns: [PieceSet; 2],
    pawns_to: [PieceSet; 2],
    turned: BTreeMap<PieceId, PieceId>,
    limits: BTreeMap<PieceId, u32>,
    /// Squares from which a man has no quiet move on an empty board.
    stuck: Vec<[SquareSet; 2]>,
    drops: [SquareSet; 2],
}

/// The switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switches {
    must_pawn: bool,
    must_piece: bool,
    on_capture: bool,
    immobility: bool,
    first_rank: bool,
    zone_drops: bool,
    rook_home: bool,
}

/// Everything that is compared.
struct Scene<'a> {
    definition: &'a Definition,
    types: &'a [Type],
    facts: Facts,
    steps: Vec<Step>,
    /// Men that may come to a hand of each side.
    in_hand: [PieceSet; 2],
}

/// Says promotion and drops.
pub(super) fn write(
    writer: &mut Writer<'_>,
    men: &[Man],
    types: &[Type],
    royals: &Royals,
    in_passing: [SquareSet; 2],
) {
    let definition = writer.definition;
    let facts = facts(writer, men, types);
    for (piece, man) in definition.pieces.iter().zip(men) {
        let turns = facts
            .turned
            .keys()
            .any(|id| definition.pieces.get(id.index()).is_some_and(|own| own.name == piece.name));
        let meets = facts
            .region
            .iter()
            .zip(in_passing)
            .any(|(region, squares)| !(*region & squares).is_empty());
        if turns && meets && !man.en_passant.is_empty() {
            let what = format!("promotion of `{}` by a capture en passant", piece.name);
            writer.lacks(what, "men who capture en passant do not turn over", piece.span);
        }
    }
    let steps = steps(definition, men);
    let in_hand = in_hand(definition, royals);
    let scene = Scene { definition, types, facts, steps, in_hand };
    let mut best: Option<(usize, Switches)> = None;
    for bits in 0_u8..128 {
        let bit = |n: u8| bits >> n & 1 == 1;
        let switches = Switches {
            must_pawn: !bit(2),
            must_piece: bit(1),
            on_capture: bit(3),
            immobility: bit(0),
            first_rank: bit(4),
            zone_drops: bit(5),
            rook_home: bit(6),
        };
        let wrong =
            scene.wrong_steps(switches).count().saturating_add(scene.wrong_drops(switches).count());
        if best.is_none_or(|(least, _)| wrong < least) {
            best = Some((wrong, switches));
        }
        if wrong == 0 {
            break;
        }
    }
    let Some((_, switches)) = best else { return };
    scene.report(writer, switches);
    scene.say(writer, switches);
}

/// The words that do not depend on the switches.
fn facts(writer: &mut Writer<'_>, men: &[Man], types: &[Type]) -> Facts {
    let definition = writer.definition;
    let mut facts = Facts::default();
    let mut sittuyin = Vec::new();
    for entry in &definition.promotions {
        let what = format!("promotion entry `{}`", entry.name);
        if entry.on == PromotionOn::Turn {
            sittuyin.push(entry);
            continue;
        }
        if entry.when.is_some() {
            writer.lacks(what, "promotion cannot depend on a condition", entry.span);
            continue;
        }
        for side in Side::BOTH {
            let index = side.index();
            if entry.sides.get(index) != Some(&true) {
                continue;
            }
            let mine: PieceSet = entry
                .pieces
                .iter()
                .filter(|&piece| may_have(definition, side, piece))
                .fold(PieceSet::NONE, with);
            if mine.is_empty() {
                continue;
            }
            if let (Some(region), Some(zone)) = (facts.region.get_mut(index), entry.zone.get(index))
            {
                *region = *region | *zone;
            }
            let to = entry.to.iter().copied().filter(|&to| may_have(definition, side, to));
            if entry.mark == Mark::Plus {
                for piece in mine.iter() {
                    for target in to.clone() {
                        let known = facts.turned.insert(piece, target);
                        if known.is_some_and(|known| known != target) {
                            writer.lacks(what.clone(), "a man turns into one other", entry.span);
                        }
                    }
                }
                continue;
            }
            let (pawns, targets) = (facts.pawns.get_mut(index), facts.pawns_to.get_mut(index));
            if let (Some(pawns), Some(targets)) = (pawns, targets) {
                mine.iter().for_each(|piece| pawns.insert(piece));
                to.for_each(|target| targets.insert(target));
            }
        }
        for &(piece, limit) in &entry.limit {
            let known = facts.limits.insert(piece, limit);
            if known.is_some_and(|known| known != limit) {
                writer.lacks(what.clone(), "a piece has one limit", entry.span);
            }
        }
        let unlimited = |other: &&Promotion| {
            other.to.iter().any(|to| {
                entry.limit.iter().any(|(piece, _)| piece == to)
                    && !other.limit.iter().any(|(piece, _)| piece == to)
            })
        };
        if let Some(other) = definition.promotions.iter().find(unlimited) {
            writer.lacks(
                format!("promotion entry `{}`", other.name),
                "a limit holds for every promotion to the piece",
                other.span,
            );
        }
        marks(writer, entry);
    }
    if turns_of_their_own(writer, &sittuyin, types) {
        sittuyin.clear();
    }
    for entry in sittuyin {
        writer.lacks(
            format!("promotion entry `{}`", entry.name),
            "promotion is no turn of its own",
            entry.span,
        );
    }
    let everywhere = definition.shape.all();
    facts.stuck = definition
        .pieces
        .iter()
        .zip(men)
        .map(|(_, man)| {
            Side::BOTH.map(|side| {
                let free = |square: &Square| {
                    quiet_moves(man).all(|reach| {
                        // On an empty board nobody hops.
                        matches!(
                            reach.glide,
                            super::betza::Glide::Hop(_) | super::betza::Glide::Grasshop
                        ) || reach.initial
                            || men::squares(&definition.shape, *reach, *square, side).is_empty()
                    })
                };
                everywhere.iter().filter(free).collect()
            })
        })
        .collect();
    for entry in &definition.drops {
        for (region, zone) in facts
            .drops
            .iter_mut()
            .zip(entry.zone)
            .zip(entry.sides)
            .filter(|(_, has)| *has)
            .map(|(pair, _)| pair)
        {
            *region = *region | zone;
        }
    }
    facts
}

/// Promotion as in Sittuyin: a turn of its own in a zone, for the last pawn anywhere, by a step
/// of the new man or on the spot.
fn turns_of_their_own(writer: &mut Writer<'_>, entries: &[&Promotion], types: &[Type]) -> bool {
    let definition = writer.definition;
    let everywhere = [definition.shape.all(); 2];
    let [first, second] = entries[..] else { return false };
    let (usual, last) = if first.when.is_none() { (first, second) } else { (second, first) };
    let steps = crate::notation::parse("mF").map(|parsed| lower(&parsed.expr)).unwrap_or_default();
    let pawn = types.iter().position(|kind| kind.is("pawn")).and_then(|id| u8::try_from(id).ok());
    let general = |entry: &Promotion| {
        let [to] = entry.to[..] else { return None };
        let alike = entry.limit == [(to, 1)]
            && entry.sides == [true; 2]
            && entry.mark == Mark::None
            && entry.moves.as_ref().is_some_and(|moves| lower(moves) == steps)
            && pawn.is_some_and(|pawn| entry.pieces == with(PieceSet::NONE, PieceId(pawn)))
            && types.get(to.index()).is_some_and(|kind| kind.is("fers"));
        alike.then_some(to)
    };
    let (Some(to), Some(pawn)) = (general(usual).filter(|to| general(last) == Some(*to)), pawn)
    else {
        return false;
    };
    let lone =
        last.when.as_ref().is_some_and(|when| ends::last_of(when, PieceId(pawn), everywhere));
    let modest = definition.bans.iter().any(|ban| ends::modest(ban, to, definition));
    let only = definition.promotions.len() == 2 && usual.when.is_none() && last.zone == everywhere;
    if !(lone && modest && only) {
        return false;
    }
    writer.yes("sittuyinPromotion");
    let [white, black] = usual.zone;
    writer.squares("promotionRegionWhite", white);
    writer.squares("promotionRegionBlack", black);
    let (pawn, general) = (with(PieceSet::NONE, PieceId(pawn)), with(PieceSet::NONE, to));
    writer.sided_pieces("promotionPawnTypes", [pawn; 2]);
    writer.sided_pieces("promotionPieceTypes", [general; 2]);
    writer.no("mandatoryPawnPromotion");
    let letters = writer.letters(general);
    writer.key("promotionLimit", format!("{letters}:1"));
    true
}

fn with(mut set: PieceSet, piece: PieceId) -> PieceSet {
    set.insert(piece);
    set
}

/// Whether promoted men are remembered as the engine does.
fn marks(writer: &mut Writer<'_>, entry: &Promotion) {
    let definition = writer.definition;
    let captured = definition.hand == Some(Captured::Capturer);
    let what = || format!("`mark` of promotion entry `{}`", entry.name);
    match entry.mark {
        Mark::Plus => {}
        Mark::Tilde if captured => writer.no("dropLoop"),
        Mark::Tilde => writer.lacks(
            what(),
            "promoted men are remembered only where captured men go to a hand",
            entry.span,
        ),
        Mark::None if captured => writer.yes("dropLoop"),
        Mark::None => {}
    }
    let loops = definition
        .promotions
        .iter()
        .any(|other| (other.mark == Mark::None) != (entry.mark == Mark::None));
    if captured && loops {
        writer.lacks(what(), "either all promoted men are remembered or none", entry.span);
    }
}

/// Every step that an unpromoted man can make.
fn steps(definition: &Definition, men: &[Man]) -> Vec<Step> {
    let shape = &definition.shape;
    let mut steps = Vec::new();
    for ((piece, man), id) in definition.pieces.iter().zip(men).zip(0_u8..) {
        for (side, within) in Side::BOTH.into_iter().zip(piece.within) {
            let piece = PieceId(id);
            if !may_have(definition, side, piece) {
                continue;
            }
            for from in shape.squares() {
                for reach in &man.reaches {
                    let first = man
                        .first
                        .and_then(|first| first.get(side.index()).copied())
                        .unwrap_or_default();
                    if reach.initial && !first.has(from) {
                        continue;
                    }
                    for to in men::squares(shape, *reach, from, side) {
                        if within.has(to) {
                            steps.push(Step { piece, side, from, to, capture: reach.capture });
                        }
                    }
                }
            }
        }
    }
    steps
}

/// Men that a hand of each side may hold.
fn in_hand(definition: &Definition, royals: &Royals) -> [PieceSet; 2] {
    let mut hands = [PieceSet::NONE; 2];
    if definition.drops.is_empty() {
        return hands;
    }
    let placement = definition.setup.start.split(' ').next().unwrap_or_default();
    let hand = placement.split_once('[').map_or("", |(_, hand)| hand);
    for letter in hand.chars().filter(char::is_ascii_alphabetic) {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let capital = letter.to_ascii_uppercase().to_string();
        let id = definition.pieces.iter().zip(0_u8..).find(|(piece, _)| piece.letter == capital);
        if let (Some((_, id)), Some(set)) = (id, hands.get_mut(side.index())) {
            set.insert(PieceId(id));
        }
    }
    if definition.hand != Some(Captured::Capturer) {
        return hands;
    }
    // Men who are only ever seen turned over come to a hand as what they were.
    let start: Vec<(Side, PieceId, bool)> = royal::start_men(definition);
    let mut born: PieceSet = start.iter().map(|man| man.1).fold(PieceSet::NONE, with);
    for entry in definition.promotions.iter().filter(|entry| entry.mark == Mark::None) {
        entry.to.iter().for_each(|&to| born.insert(to));
    }
    // Whoever ends the game when he is taken comes to no hand.
    let last = |piece: PieceId| {
        let alone = Side::BOTH.into_iter().all(|side| royal::at_most_one(definition, side, piece));
        alone && (royals.counted.has(piece) || ends::decides(definition, piece))
    };
    for piece in born.iter().filter(|&piece| Some(piece) != royals.king && !last(piece)) {
        for (hand, side) in hands.iter_mut().zip(Side::BOTH) {
            if may_have(definition, side.other(), piece) {
                hand.insert(piece);
            }
        }
    }
    hands
}

impl Scene<'_> {
    /// What the entries allow.
    fn ours(&self, step: Step) -> Choices {
        let mut choices = Choices { stay: true, targets: BTreeSet::new() };
        for entry in &self.definition.promotions {
            let index = step.side.index();
            let zone = entry.zone.get(index).copied().unwrap_or_default();
            let fits = entry.sides.get(index) == Some(&true)
                && entry.pieces.has(step.piece)
                && match entry.on {
                    PromotionOn::End => zone.has(step.to),
                    PromotionOn::Touch => zone.has(step.to) || zone.has(step.from),
                    PromotionOn::Capture => zone.has(step.to) && step.capture,
                    PromotionOn::Turn => false,
                };
            if !fits || entry.when.is_some() {
                continue;
            }
            choices.stay &= !entry.must;
            let may = entry.to.iter().filter(|&&to| may_have(self.definition, step.side, to));
            choices.targets.extend(may.map(|&to| (to, entry.mark == Mark::Plus)));
        }
        choices
    }

    /// What the engine allows.
    fn theirs(&self, step: Step, switches: Switches) -> Choices {
        let facts = &self.facts;
        let index = step.side.index();
        let region = facts.region.get(index).copied().unwrap_or_default();
        let mut choices = Choices { stay: true, targets: BTreeSet::new() };
        let pawn = facts.pawns.get(index).is_some_and(|pawns| pawns.has(step.piece));
        if pawn && region.has(step.to) {
            let to = facts.pawns_to.get(index).copied().unwrap_or_default();
            choices.targets.extend(to.iter().map(|to| (to, false)));
        }
        // The engine's own pawn is always one, whoever else is.
        let own_pawn = self.types.get(step.piece.index()).is_some_and(|kind| kind.is("pawn"));
        if (pawn || own_pawn) && region.has(step.to) {
            choices.stay &= !switches.must_pawn;
        }
        if let Some(&to) = facts.turned.get(&step.piece) {
            let touches = region.has(step.to) || region.has(step.from) && !pawn && !own_pawn;
            if touches && (step.capture || !switches.on_capture) {
                choices.targets.insert((to, true));
                choices.stay &= !switches.must_piece;
            }
        }
        if switches.immobility && self.stuck(step.piece, step.side).has(step.to) {
            choices.stay = false;
        }
        choices
    }

    fn stuck(&self, piece: PieceId, side: Side) -> SquareSet {
        let sides = self.facts.stuck.get(piece.index());
        sides.and_then(|sides| sides.get(side.index()).copied()).unwrap_or_default()
    }

    fn wrong_steps(&self, switches: Switches) -> impl Iterator<Item = Step> {
        self.steps
            .iter()
            .copied()
            .filter(move |&step| self.ours(step) != self.theirs(step, switches))
    }

    /// Where the entries allow a drop.
    fn our_zone(&self, piece: PieceId, side: Side) -> SquareSet {
        let mut zone = SquareSet::EMPTY;
        for entry in &self.definition.drops {
            if entry.sides.get(side.index()) == Some(&true) && entry.pieces.has(piece) {
                zone = zone | entry.zone.get(side.index()).copied().unwrap_or_default();
            }
        }
        let piece = self.definition.pieces.get(piece.index());
        zone & piece.and_then(|piece| piece.within.get(side.index()).copied()).unwrap_or_default()
    }

    /// Where the engine allows it.
    fn their_zone(&self, piece: PieceId, side: Side, switches: Switches) -> SquareSet {
        let shape = &self.definition.shape;
        let index = side.index();
        let facts = &self.facts;
        let mut zone = facts.drops.get(index).copied().unwrap_or_default();
        let within = self.definition.pieces.get(piece.index());
        zone = zone & within.and_then(|piece| piece.within.get(index).copied()).unwrap_or_default();
        let home: SquareSet =
            shape.squares().filter(|&square| men::relative(shape, square, side) == 0).collect();
        let kind = self.types.get(piece.index());
        if kind.is_some_and(|kind| kind.is("pawn")) {
            if !switches.zone_drops {
                zone = zone - facts.region.get(index).copied().unwrap_or_default();
            }
            if !switches.first_rank {
                zone = zone - home;
            }
        }
        if switches.rook_home && kind.is_some_and(|kind| kind.is("rook")) {
            zone = zone & home;
        }
        if switches.immobility {
            zone = zone - self.stuck(piece, side);
        }
        zone
    }

    fn wrong_drops(&self, switches: Switches) -> impl Iterator<Item = (PieceId, Side)> {
        let all = Side::BOTH
            .into_iter()
            .zip(self.in_hand)
            .flat_map(|(side, set)| set.iter().map(move |piece| (piece, side)));
        let all: Vec<(PieceId, Side)> = all.collect();
        all.into_iter().filter(move |&(piece, side)| {
            self.our_zone(piece, side) != self.their_zone(piece, side, switches)
        })
    }

    /// Lists what the switches leave wrong.
    fn report(&self, writer: &mut Writer<'_>, switches: Switches) {
        let shape = &self.definition.shape;
        let mut told: BTreeSet<PieceId> = BTreeSet::new();
        for step in self.wrong_steps(switches) {
            if !told.insert(step.piece) {
                continue;
            }
            let Some(piece) = self.definition.pieces.get(step.piece.index()) else { continue };
            let entry =
                self.definition.promotions.iter().find(|entry| entry.pieces.has(step.piece));
            let span = entry.map_or(piece.span, |entry| entry.span);
            let how = if step.capture { "capturing" } else { "going" };
            let why = format!(
                "no setting gives {} `{}` the same choices when {how} from {} to {}",
                step.side.as_str(),
                piece.name,
                shape.name(step.from),
                shape.name(step.to),
            );
            writer.note(format!("promotion of `{}`", piece.name), why, span, Bears::Play);
        }
        let mut told: BTreeSet<PieceId> = BTreeSet::new();
        for (id, side) in self.wrong_drops(switches) {
            if !told.insert(id) {
                continue;
            }
            let Some(piece) = self.definition.pieces.get(id.index()) else { continue };
            let entry = self.definition.drops.iter().find(|entry| entry.pieces.has(id));
            let span = entry.map_or(piece.span, |entry| entry.span);
            let why = format!(
                "no setting lets {} drop `{}` on the same squares",
                side.as_str(),
                piece.name
            );
            writer.note(format!("drops of `{}`", piece.name), why, span, Bears::Play);
        }
    }

    fn say(&self, writer: &mut Writer<'_>, switches: Switches) {
        let facts = &self.facts;
        let promotes = facts.region.iter().any(|region| !region.is_empty());
        let pawns = facts.pawns.iter().any(|pawns| !pawns.is_empty())
            || self.types.iter().any(|kind| kind.is("pawn"));
        for (key, region) in
            ["promotionRegionWhite", "promotionRegionBlack"].into_iter().zip(facts.region)
        {
            if promotes {
                writer.squares(key, region);
            }
        }
        writer.sided_pieces("promotionPawnTypes", facts.pawns);
        writer.sided_pieces("promotionPieceTypes", facts.pawns_to);
        if pawns || !switches.must_pawn {
            writer.key("mandatoryPawnPromotion", switches.must_pawn.to_string());
        }
        if !facts.limits.is_empty() {
            let limits = facts
                .limits
                .iter()
                .filter_map(|(&piece, limit)| Some(format!("{}:{limit}", writer.letter(piece)?)));
            let mut text: Vec<String> = limits.collect();
            text.sort();
            writer.key("promotionLimit", text.join(" "));
        }
        if !facts.turned.is_empty() {
            let pairs = facts.turned.iter().filter_map(|(&from, &to)| {
                Some(format!("{}:{}", writer.letter(from)?, writer.letter(to)?))
            });
            let mut text: Vec<String> = pairs.collect();
            text.sort();
            writer.key("promotedPieceType", text.join(" "));
            writer.key("mandatoryPiecePromotion", switches.must_piece.to_string());
            if switches.on_capture {
                writer.yes("piecePromotionOnCapture");
            }
            self.say_back(writer);
        }
        if switches.immobility {
            writer.yes("immobilityIllegal");
        }
        self.say_drops(writer, switches);
    }

    /// Men that turn back.
    fn say_back(&self, writer: &mut Writer<'_>) {
        let plus = || self.definition.promotions.iter().filter(|entry| entry.mark == Mark::Plus);
        if plus().all(|entry| entry.back) {
            writer.yes("pieceDemotion");
        } else if let Some(entry) = plus().find(|entry| entry.back) {
            writer.lacks(
                format!("`back` of promotion entry `{}`", entry.name),
                "either all promoted men turn back or none",
                entry.span,
            );
        }
    }

    fn say_drops(&self, writer: &mut Writer<'_>, switches: Switches) {
        let definition = self.definition;
        if definition.drops.is_empty() {
            return;
        }
        writer.yes("pieceDrops");
        let everywhere = definition.shape.all();
        for (key, region) in
            ["whiteDropRegion", "blackDropRegion"].into_iter().zip(self.facts.drops)
        {
            if region != everywhere && !region.is_empty() {
                writer.squares(key, region);
            }
        }
        for (key, set) in [
            ("firstRankPawnDrops", switches.first_rank),
            ("promotionZonePawnDrops", switches.zone_drops),
            ("sittuyinRookDrop", switches.rook_home),
        ] {
            writer.key(key, set.to_string());
        }
        self.say_rest_of_drops(writer);
    }

    fn say_rest_of_drops(&self, writer: &mut Writer<'_>) {
        let definition = self.definition;
        let droppable = self.in_hand.iter().flat_map(|set| set.iter()).fold(PieceSet::NONE, with);
        let place =
            |entry: &crate::definition::Drop| (format!("drop entry `{}`", entry.name), entry.span);
        let mut doubled: Option<(PieceId, u32)> = None;
        for entry in definition.drops.iter().filter(|entry| entry.per_file.is_some()) {
            let (what, span) = place(entry);
            let mut pieces = entry.pieces.iter().filter(|piece| droppable.has(*piece));
            let (Some(piece), Some(count)) = (pieces.next(), entry.per_file) else { continue };
            if pieces.next().is_some() || doubled.is_some() || entry.sides != [true; 2] {
                writer.lacks(what, "`per-file` holds for one kind of man, for both sides", span);
                continue;
            }
            doubled = Some((piece, count));
        }
        if let Some((piece, count)) = doubled {
            let letter = writer.letter(piece).unwrap_or(' ').to_string();
            writer.key("dropNoDoubled", letter);
            if count != 1 {
                writer.key("dropNoDoubledCount", count.to_string());
            }
        }
        let musts: BTreeSet<bool> = definition.drops.iter().map(|entry| entry.must).collect();
        if musts.len() == 1 && musts.contains(&true) {
            writer.yes("mustDrop");
        } else if musts.contains(&true) {
            let must = definition
                .drops
                .iter()
                .filter(|entry| entry.must)
                .flat_map(|entry| entry.pieces.iter())
                .fold(PieceSet::NONE, with);
            let must = must.iter().filter(|piece| droppable.has(*piece)).fold(PieceSet::NONE, with);
            if must.len() == 1 {
                writer.yes("mustDrop");
                let letters = writer.letters(must);
                writer.key("mustDropType", letters);
            } else if let Some(entry) = definition.drops.iter().find(|entry| entry.must) {
                let (what, span) = place(entry);
                writer.lacks(what, "either all men or one kind of man must be dropped", span);
            }
        }
        let faces: BTreeSet<bool> = definition
            .drops
            .iter()
            .filter(|entry| {
                entry
                    .pieces
                    .iter()
                    .any(|piece| droppable.has(piece) && self.facts.turned.contains_key(&piece))
            })
            .map(|entry| entry.promoted)
            .collect();
        if faces.len() == 1 && faces.contains(&true) {
            writer.yes("dropPromoted");
        } else if faces.contains(&true)
            && let Some(entry) = definition.drops.iter().find(|entry| entry.promoted)
        {
            let (what, span) = place(entry);
            writer.lacks(what, "either all men are dropped with either face up or none", span);
        }
        let kinds = Side::BOTH
            .into_iter()
            .any(|side| self.in_hand.get(side.index()).is_some_and(|set| !set.is_empty()));
        if kinds {
            writer.key("pocketSize", droppable.len().to_string());
        }
    }
}
