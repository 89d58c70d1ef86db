//! Everything but the men and the start.

use super::{Game, Toml, joined, names_text, side_text, sided_text, stuck};
use crate::board::{Side, Square, SquareSet};
use crate::convert::men::relative;
use crate::convert::reader::{Chosen, Reader, Value};

/// Reads what several parts of the file depend on.
pub(super) fn facts(reader: &mut Reader, game: &mut Game) {
    let shape = game.shape.clone();
    let rank = |rank: u8| -> SquareSet {
        shape.squares().filter(|&square| shape.rank(square).saturating_add(1) == rank).collect()
    };
    let white = reader.squares("promotionRegionWhite", &shape).unwrap_or_else(|| rank(8));
    let black = reader.squares("promotionRegionBlack", &shape).unwrap_or_else(|| rank(1));
    game.region = [white, black];
    let pawn: Vec<usize> = game.men.iter().position(|man| man.is("pawn")).into_iter().collect();
    // The alias stands in for each of the keys below.
    let alias = reader.some_men("pawnTypes");
    let default = alias.clone().unwrap_or_else(|| pawn.clone());
    game.pawns = reader.sided_men("promotionPawnTypes", &default);
    let known = ["", "White", "Black"]
        .map(|side| reader.men(&format!("promotionPieceTypes{side}")).is_some());
    if !known.contains(&true) && game.pawns.iter().any(|pawns| !pawns.is_empty()) {
        reader.cannot("promotionPawnTypes", "what pawns become is not said, and versions of the engine differ; add `promotionPieceTypes`");
    }
    game.pawns_to = reader.sided_men("promotionPieceTypes", &[]);
    if game.pawns_to.iter().all(Vec::is_empty) {
        game.pawns = [Vec::new(), Vec::new()];
    }
    for (from, to) in reader.pairs("promotedPieceType") {
        let mut letters = to.chars();
        let target = letters.next().and_then(|letter| reader.number_of(letter));
        match (to.as_str(), target) {
            ("-", _) => {}
            (_, Some(target)) if letters.as_str().is_empty() => game.turned.push((from, target)),
            _ => {
                if let Some(entry) = reader.entry("promotedPieceType") {
                    reader.fault(&entry, "pairs of letters such as `p:g`");
                }
            }
        }
    }
    game.must_pawn = reader.flag("mandatoryPawnPromotion", true);
    game.must_piece = reader.flag("mandatoryPiecePromotion", false);
    game.immobility = reader.flag("immobilityIllegal", false);
    game.to_hand = reader.flag("capturesToHand", false);
    game.loops = reader.flag("dropLoop", false);
}

/// `[turn]`.
pub(super) fn turn(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let pawn: Vec<usize> = game.men.iter().position(|man| man.is("pawn")).into_iter().collect();
    let default = reader.some_men("pawnTypes").unwrap_or(pawn);
    let [white, black] = reader.sided_men("nMoveRuleTypes", &default);
    if white != black {
        reader.cannot("nMoveRuleTypesWhite", "the clock is the same for both sides");
    }
    toml.heading("[turn]");
    toml.text("resets", &names_text(&game.men, &white));
    if reader.flag("mustCapture", false) {
        toml.text("capture", "must");
    }
    let always = reader.flag("pass", false);
    let stalemate = reader.flag("passOnStalemate", false);
    if always {
        toml.text("pass", "not check(us)");
    } else if stalemate {
        toml.text("pass", "not check(us) and moves(us) == 0");
    }
}

/// `[[royal]]`.
pub(super) fn royals(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let sides_of =
        |men: &[usize]| Side::BOTH.map(|side| men.iter().any(|&man| game.start.has(side, man)));
    if let Some(king) = game.men.iter().position(|man| man.is("king")) {
        royal(game, "king", &[king], sides_of(&[king]), "each", toml);
    }
    let pseudo = reader.flag("extinctionPseudoRoyal", false);
    let duple = reader.flag("dupleCheck", false);
    if !pseudo {
        if duple {
            reader.cannot("dupleCheck", "nobody is royal by his number");
        }
        return;
    }
    match reader.some_men("extinctionPieceTypes") {
        Some(men) if !men.is_empty() => {
            let safe = if duple { "one" } else { "last" };
            royal(game, "royal by number", &men, sides_of(&men), safe, toml);
        }
        _ => reader.cannot("extinctionPseudoRoyal", "nobody is named who is royal"),
    }
}

fn royal(game: &Game, name: &str, men: &[usize], sides: [bool; 2], safe: &str, toml: &mut Toml) {
    if sides == [false; 2] {
        return;
    }
    toml.heading("[[royal]]");
    toml.text("name", name);
    if let Some(side) = side_text(sides) {
        toml.text("side", side);
    }
    toml.text("pieces", &names_text(&game.men, men));
    toml.text("safe", safe);
}

/// `[[castling]]`.
pub(super) fn castling(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let shape = &game.shape;
    let on = reader.flag("castling", true);
    let by_drop = reader.flag("castlingDroppedPiece", false);
    let shuffled = reader.flag("chess960", false);
    let rank = reader.number("castlingRank", 1, 10).saturating_sub(1);
    let king_file = reader.file("castlingKingFile").unwrap_or(4);
    let goals = [
        reader.file("castlingKingsideFile").unwrap_or(6),
        reader.file("castlingQueensideFile").unwrap_or(2),
    ];
    let given = [reader.file("castlingRookKingsideFile"), reader.file("castlingRookQueensideFile")];
    let named =
        |key: &str| game.men.iter().position(|man| man.is(key)).into_iter().collect::<Vec<usize>>();
    let kings = reader.sided_men("castlingKingPiece", &named("king"));
    let partners = reader.sided_men("castlingRookPieces", &named("rook"));
    let rights = game.start.rights();
    let gating = reader.flag("gating", false);
    if !on {
        return;
    }
    let strange = |letter: char| !"KQkq-".contains(letter);
    if rights.contains(strange) && !gating {
        reader.cannot("startFen", "rights are read as K, Q, k and q only");
        return;
    }
    for (side, (kings, partners)) in Side::BOTH.into_iter().zip(kings.iter().zip(&partners)) {
        for (wing, (goal, given)) in goals.into_iter().zip(given).enumerate() {
            let letter = if wing == 0 { 'K' } else { 'Q' };
            let own = if side == Side::White { letter } else { letter.to_ascii_lowercase() };
            if !rights.contains(own) && !by_drop {
                continue;
            }
            let row: Vec<Square> = shape
                .squares()
                .filter(|&square| u32::from(relative(shape, square, side)) == rank)
                .collect();
            let at = |file: u8| row.iter().copied().find(|&square| shape.file(square) == file);
            let stands = |square: &Square| {
                game.start.men.iter().any(|&(place, owner, man, _)| {
                    (place, owner) == (*square, side) && partners.contains(&man)
                })
            };
            let ordered: Vec<Square> =
                if wing == 0 { row.iter().rev().copied().collect() } else { row.clone() };
            let corner = given
                .and_then(at)
                .or_else(|| ordered.iter().copied().find(stands))
                .or_else(|| by_drop.then(|| ordered.first().copied()).flatten());
            let beside = if wing == 0 { goal.checked_sub(1) } else { goal.checked_add(1) };
            let squares = (at(king_file), corner, at(goal), beside.and_then(at));
            let (Some(from), Some(partner_from), Some(to), Some(partner_to)) = squares else {
                reader.cannot("castling", "where castling begins and ends is not on the board");
                return;
            };
            if kings.is_empty() || partners.is_empty() {
                reader.cannot("castling", "who castles is not said");
                return;
            }
            let name = |square: Square| shape.name(square);
            // Squares are written from White's side.
            let own = |square: Square| name(shape.image(square, crate::board::Symmetry::Mirror));
            let text =
                |square: Square| if side == Side::White { name(square) } else { own(square) };
            toml.heading("[[castling]]");
            let wing_name = if wing == 0 { "O-O" } else { "O-O-O" };
            toml.text("name", &format!("{wing_name}, {}", side.as_str()));
            toml.text("right", &letter.to_string());
            toml.text("side", side.as_str());
            toml.text("pieces", &names_text(&game.men, kings));
            toml.text("partner", &names_text(&game.men, partners));
            if shuffled {
                let number = rank.saturating_add(1);
                toml.text("from", &format!("rank {number}"));
                toml.text("partner-from", &format!("rank {number}"));
                toml.text("wing", if wing == 0 { "right" } else { "left" });
            } else {
                toml.text("from", &text(from));
                toml.text("partner-from", &text(partner_from));
            }
            toml.text("to", &text(to));
            toml.text("partner-to", &text(partner_to));
            if by_drop {
                toml.line("by-drop = true");
            }
        }
    }
}

/// `[[promotion]]`.
pub(super) fn promotion(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let limits: Vec<(usize, String)> = reader.pairs("promotionLimit");
    let on_capture = reader.flag("piecePromotionOnCapture", false);
    let back = reader.flag("pieceDemotion", false);
    let everywhere = [game.shape.all(); 2];
    if on_capture && !game.turned.is_empty() && game.region != everywhere {
        let message = "captures that begin in the zone and end outside cannot be said here";
        reader.cannot("piecePromotionOnCapture", message);
    }
    if limits.iter().any(|(_, limit)| limit.parse::<u32>().is_err()) {
        reader.cannot("promotionLimit", "a limit is a number");
        return;
    }
    let limit_text = |to: &[usize]| {
        let mine: Vec<(&str, String)> = limits
            .iter()
            .filter(|(man, _)| to.contains(man))
            .filter_map(|(man, limit)| Some((game.men.get(*man)?.name.as_str(), limit.clone())))
            .collect();
        (!mine.is_empty()).then(|| joined(&mine))
    };
    let entry = |toml: &mut Toml,
                 name: &str,
                 man: &[usize],
                 zone: [SquareSet; 2],
                 sides: [bool; 2],
                 to: &[usize],
                 rest: &[(&str, &str)]| {
        toml.heading("[[promotion]]");
        toml.text("name", name);
        if let Some(side) = side_text(sides) {
            toml.text("side", side);
        }
        toml.text("pieces", &names_text(&game.men, man));
        toml.text("zone", &sided_text(&game.shape, zone));
        toml.text("to", &names_text(&game.men, to));
        for (key, value) in rest {
            toml.line(&format!("{key} = {value}"));
        }
        if let Some(limits) = limit_text(to) {
            toml.line(&format!("limit = {limits}"));
        }
    };
    let same = game.pawns[0] == game.pawns[1] && game.pawns_to[0] == game.pawns_to[1];
    let groups: Vec<(usize, [bool; 2])> =
        if same { vec![(0, [true; 2])] } else { vec![(0, [true, false]), (1, [false, true])] };
    let mark = if game.to_hand && !game.loops { "\"~\"" } else { "\"none\"" };
    for (index, sides) in groups {
        let (Some(pawns), Some(to)) = (game.pawns.get(index), game.pawns_to.get(index)) else {
            continue;
        };
        if pawns.is_empty() || to.is_empty() {
            continue;
        }
        let name = match side_text(sides) {
            Some(side) => format!("pawns, {side}"),
            None => "pawns".to_owned(),
        };
        let must = game.must_pawn.to_string();
        entry(toml, &name, pawns, game.region, sides, to, &[("must", &must), ("mark", mark)]);
        if !game.must_pawn && game.immobility {
            for &pawn in pawns {
                let zone = dead_end(game, pawn);
                if let Some(man) =
                    game.men.get(pawn).filter(|_| zone.iter().any(|zone| !zone.is_empty()))
                {
                    let name = format!(
                        "{} where it could not move again{}",
                        man.name,
                        side_text(sides).map(|side| format!(", {side}")).unwrap_or_default()
                    );
                    entry(
                        toml,
                        &name,
                        &[pawn],
                        zone,
                        sides,
                        to,
                        &[("must", "true"), ("mark", mark)],
                    );
                }
            }
        }
    }
    for &(from, to) in &game.turned {
        let Some(man) = game.men.get(from) else { continue };
        let pawn = man.is("pawn") || game.pawns.iter().any(|pawns| pawns.contains(&from));
        let on = match (on_capture, pawn) {
            (true, _) => "\"capture\"",
            (false, true) => "\"end\"",
            (false, false) => "\"touch\"",
        };
        let must = game.must_piece || pawn && game.must_pawn;
        let turns_back = back.to_string();
        let mut rest = vec![("on", on), ("mark", "\"+\"")];
        let must_text = must.to_string();
        rest.push(("must", &must_text));
        if back {
            rest.push(("back", &turns_back));
        }
        entry(
            toml,
            &format!("{} turned over", man.name),
            &[from],
            game.region,
            [true; 2],
            &[to],
            &rest,
        );
        if !must && game.immobility && !on_capture {
            let zone = dead_end(game, from);
            if zone.iter().any(|zone| !zone.is_empty()) {
                let name = format!("{} where it could not move again", man.name);
                entry(
                    toml,
                    &name,
                    &[from],
                    zone,
                    [true; 2],
                    &[to],
                    &[("mark", "\"+\""), ("must", "true")],
                );
            }
        }
    }
}

/// Squares of promotion from which a man could not move again.
fn dead_end(game: &Game, man: usize) -> [SquareSet; 2] {
    let mut zones = [SquareSet::EMPTY; 2];
    for ((zone, region), side) in zones.iter_mut().zip(game.region).zip(Side::BOTH) {
        *zone = region & stuck(game, man, side);
    }
    zones
}

/// `[hand]`, `[[drop]]`, `[[gate]]`.
pub(super) fn hands(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let shape = &game.shape;
    let drops = reader.flag("pieceDrops", false);
    let first_rank = reader.flag("firstRankPawnDrops", false);
    let zone_drops = reader.flag("promotionZonePawnDrops", false);
    let rook_home = reader.flag("sittuyinRookDrop", false);
    let white = reader.squares("whiteDropRegion", shape).unwrap_or_else(|| shape.all());
    let black = reader.squares("blackDropRegion", shape).unwrap_or_else(|| shape.all());
    let doubled = reader.man("dropNoDoubled");
    let count = reader.number("dropNoDoubledCount", 1, 99);
    let must = reader.flag("mustDrop", false);
    let must_type = reader.man("mustDropType");
    let promoted = reader.flag("dropPromoted", false);
    let gating = reader.flag("gating", false);
    let seirawan = reader.flag("seirawanGating", false);
    let cambodian = reader.flag("cambodianMoves", false);
    if cambodian || gating && !seirawan {
        reader.cannot("gating", "only reserves as in Seirawan chess are read");
    }
    if drops || game.to_hand {
        toml.heading("[hand]");
        toml.text("captured", if game.to_hand { "capturer" } else { "nobody" });
    }
    if drops {
        let mut told: Vec<([SquareSet; 2], Vec<usize>)> = Vec::new();
        let home = |side: Side| -> SquareSet {
            shape.squares().filter(|&square| relative(shape, square, side) == 0).collect()
        };
        for (number, man) in game.men.iter().enumerate() {
            let waits = Side::BOTH.into_iter().any(|side| {
                game.start.in_hand.get(side.index()).is_some_and(|hand| hand.contains(&number))
            });
            // Men who are only ever seen turned over come to a hand as what they were.
            let stands = game.start.men.iter().any(|&(_, _, other, _)| other == number);
            let becomes = (game.loops || !game.to_hand) && game.pawns_to.concat().contains(&number);
            if !waits && (man.is("king") || !(stands || becomes)) {
                continue;
            }
            let mut zones = [white & man.within[0], black & man.within[1]];
            for (zone, side) in zones.iter_mut().zip(Side::BOTH) {
                if man.is("pawn") {
                    if !zone_drops {
                        *zone = *zone - game.region.get(side.index()).copied().unwrap_or_default();
                    }
                    if !first_rank {
                        *zone = *zone - home(side);
                    }
                }
                if rook_home && man.is("rook") {
                    *zone = *zone & home(side);
                }
                if game.immobility {
                    *zone = *zone - stuck(game, number, side);
                }
            }
            let alone = doubled == Some(number)
                || must && must_type == Some(number)
                || promoted && game.turned.iter().any(|&(from, _)| from == number);
            match told.iter_mut().find(|(known, _)| *known == zones) {
                Some((_, men)) if !alone => men.push(number),
                _ => told.push((zones, vec![number])),
            }
        }
        told.sort_by_key(|(_, men)| men.first().copied());
        for (zones, men) in told {
            toml.heading("[[drop]]");
            let names: Vec<&str> = men
                .iter()
                .filter_map(|&man| game.men.get(man))
                .map(|man| man.name.as_str())
                .collect();
            toml.text("name", &names.first().map(|name| (*name).to_owned()).unwrap_or_default());
            toml.text("pieces", &names.join(" + "));
            toml.text("zone", &sided_text(shape, zones));
            if doubled.is_some_and(|man| men == [man]) {
                toml.line(&format!("per-file = {count}"));
            }
            if promoted && men.iter().all(|man| game.turned.iter().any(|(from, _)| from == man)) {
                toml.line("promoted = true");
            }
            if must && must_type.is_none_or(|man| men == [man]) {
                toml.line("must = true");
            }
        }
    }
    if seirawan {
        let mut reserves: Vec<usize> = game.start.in_hand.concat();
        reserves.sort_unstable();
        reserves.dedup();
        toml.heading("[[gate]]");
        toml.text("name", "reserve");
        toml.text("pieces", &names_text(&game.men, &reserves));
        toml.text("squares", "rank 1");
        toml.line("shields = false");
    }
}

/// `[[effect]]`, `[[ban]]`.
pub(super) fn effects_and_bans(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let pawn: Vec<usize> = game.men.iter().position(|man| man.is("pawn")).into_iter().collect();
    if reader.flag("blastOnCapture", false) {
        toml.heading("[[effect]]");
        toml.text("name", "explosion");
        toml.text("mover", "removed");
        toml.text("around", "K");
        toml.text("spares", &names_text(&game.men, &pawn));
    }
    let others: Vec<usize> = (0..game.men.len()).filter(|man| !pawn.contains(man)).collect();
    let old = reader.flag("petrifyOnCapture", false).then_some(others);
    let stone = reader.some_men("petrifyOnCaptureTypes").or(old).unwrap_or_default();
    if !stone.is_empty() {
        toml.heading("[[effect]]");
        toml.text("name", "stone");
        toml.text("mover", "wall");
        toml.text("pieces", &names_text(&game.men, &stone));
    }
    let mut ban = |name: &str, on: &str, pieces: Option<String>, when: &str| {
        toml.heading("[[ban]]");
        toml.text("name", name);
        toml.text("on", on);
        if let Some(pieces) = pieces {
            toml.text("pieces", &pieces);
        }
        toml.text("when", when);
    };
    if !reader.flag("checking", true) {
        ban("no move may give check", "any", None, "check(them)");
    }
    if !reader.flag("dropChecks", true) {
        ban("no drop may give check", "drop", None, "check(them)");
    }
    if reader.flag("dropOppositeColoredBishop", false) {
        bishops(reader, game, toml);
    }
}

fn bishops(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let Some(bishop) = game.men.iter().find(|man| man.is("bishop")) else {
        reader.cannot("dropOppositeColoredBishop", "there is no `bishop`");
        return;
    };
    let name = &bishop.name;
    toml.heading("[[ban]]");
    toml.text("name", "bishops on one colour");
    toml.text("on", "drop");
    toml.text("when", &format!("count(us, {name}, light) > 1 or count(us, {name}, dark) > 1"));
    toml.heading("[[ban]]");
    toml.text("name", "no room left for a bishop");
    toml.text("on", "drop");
    let none =
        |colour: &str| format!("count(us, {name}, {colour}) == 0 and empty({colour}-drops) == 0");
    toml.text("when", &format!("hand(us, {name}) > 0 and ({} or {})", none("dark"), none("light")));
}

/// `[checks]`, `[[end]]`.
pub(super) fn ends(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let mut end = |name: &str, when: &str, result: &str, by: Option<&str>| {
        toml.heading("[[end]]");
        toml.text("name", name);
        toml.text("when", when);
        toml.text("result", result);
        if let Some(by) = by {
            toml.text("by", by);
        }
    };
    extinction(reader, game, &mut end);
    flag(reader, game, &mut end);
    let counting = reader.flag("checkCounting", false);
    if counting {
        match game.start.checks {
            Some(checks) => end("checks", &format!("checks(us) >= {checks}"), "us", None),
            None => reader.cannot(
                "checkCounting",
                "the start does not say how many checks, the same for both, as in `3+3`",
            ),
        }
    }
    if reader.flag("shogiPawnDropMateIllegal", false) {
        let pawn = game.men.iter().position(|man| man.is("shogiPawn"));
        let resets = reader.sided_men("nMoveRuleTypes", &[]).concat();
        match pawn.filter(|pawn| !resets.contains(pawn)).and_then(|pawn| game.men.get(pawn)) {
            Some(man) => {
                let name = &man.name;
                let when = format!(
                    "moved({name}) and quiet == 0 and not took(all) and check(them) and moves(them) == 0"
                );
                end("mate by a dropped pawn", &when, "them", Some("verdict"));
            }
            None => reader.cannot(
                "shogiPawnDropMateIllegal",
                "there must be a `shogiPawn`, and its moves do not set the clock back",
            ),
        }
    }
    // From the side that cannot move to the side that has moved.
    let turned = |value: Value| match value {
        Value::Win => "them",
        Value::Loss => "us",
        Value::Draw => "draw",
    };
    let mate = reader.value("checkmateValue").unwrap_or(Value::Loss);
    let stalemate = reader.value("stalemateValue").unwrap_or(Value::Draw);
    end("checkmate", "check(them) and moves(them) == 0", turned(mate), None);
    end("no move", "moves(them) == 0", turned(stalemate), None);
    let times = reader.number("nFoldRule", 3, 1000);
    let value = reader.value("nFoldValue").unwrap_or(Value::Draw);
    let absolute = reader.flag("nFoldValueAbsolute", false);
    let perpetual = reader.flag("perpetualCheckIllegal", false);
    if times >= 2 {
        if perpetual {
            let when = |us: &str| format!("repeats >= {times} and perpetual-check({us})");
            let both =
                format!("repeats >= {times} and perpetual-check(us) and perpetual-check(them)");
            end("both check for ever", &both, "draw", Some("verdict"));
            end("perpetual check", &when("us"), "them", Some("verdict"));
            end("perpetual check, found by the victim", &when("them"), "us", Some("verdict"));
        }
        let (result, by) = match (value, absolute) {
            (Value::Draw, _) => ("draw", if perpetual { "verdict" } else { "claim" }),
            (Value::Win, true) => ("white", "verdict"),
            (Value::Loss, true) => ("black", "verdict"),
            (value, false) => (turned(value), "verdict"),
        };
        end("repetition", &format!("repeats >= {times}"), result, Some(by));
    } else if times == 1 {
        reader.cannot("nFoldRule", "a position stands once at least");
    }
    let moves = reader.number("nMoveRule", 50, 10_000);
    if moves > 0 {
        let when = format!("quiet >= {}", moves.saturating_mul(2));
        end("quiet moves", &when, "draw", Some("claim"));
    }
    if let (true, Some(checks)) = (counting, game.start.checks) {
        toml.heading("[checks]");
        toml.line(&format!("total = {checks}"));
    }
}

type EndWriter<'a> = dyn FnMut(&str, &str, &str, Option<&str>) + 'a;

fn extinction(reader: &mut Reader, game: &Game, end: &mut EndWriter<'_>) {
    let value = reader.value("extinctionValue");
    let men = reader.men("extinctionPieceTypes");
    let most = reader.number("extinctionPieceCount", 0, 100);
    let enemies = reader.number("extinctionOpponentPieceCount", 0, 100);
    let claim = reader.flag("extinctionClaim", false);
    let pseudo = reader.flag("extinctionPseudoRoyal", false);
    let (Some(value), Some(men)) = (value, men) else { return };
    let (theirs, ours) = match value {
        Value::Loss => ("us", "them"),
        Value::Win => ("them", "us"),
        Value::Draw => ("draw", "draw"),
    };
    let few = |who: &str| match &men {
        Chosen::All => format!("count({who}, all) <= {most}"),
        Chosen::Some(men) => {
            let each = men.iter().filter_map(|&man| game.men.get(man));
            let parts: Vec<String> =
                each.map(|man| format!("count({who}, {}) <= {most}", man.name)).collect();
            parts.join(if pseudo { " and " } else { " or " })
        }
    };
    let number = match &men {
        Chosen::All => None,
        Chosen::Some(men) => Some(men.len()),
    };
    if number == Some(0) {
        return;
    }
    let several = number.is_some_and(|number| number > 1);
    if most > 0 && number.is_some() {
        reader.cannot("extinctionPieceCount", "a kind of man is extinct with none left");
        return;
    }
    if pseudo && several {
        // Royal together: the last of them cannot be taken.
        return;
    }
    if claim {
        let many = |who: &str, number: u32| format!("count({who}, all) >= {number}");
        end(
            "few men",
            &format!("{} and {}", few("them"), many("us", enemies.saturating_add(1))),
            theirs,
            None,
        );
        end("few men left so", &format!("{} and {}", few("us"), many("them", enemies)), ours, None);
        return;
    }
    if enemies > 0 {
        reader.cannot("extinctionOpponentPieceCount", "it is read with `extinctionClaim` only");
        return;
    }
    end("extinction", &few("them"), theirs, None);
    end("own extinction", &few("us"), ours, None);
}

fn flag(reader: &mut Reader, game: &Game, end: &mut EndWriter<'_>) {
    let shape = &game.shape;
    let both = reader.squares("flagRegion", shape);
    let white = reader.squares("flagRegionWhite", shape).or(both).unwrap_or_default();
    let black = reader.squares("flagRegionBlack", shape).or(both).unwrap_or_default();
    let piece = reader.men("flagPiece");
    let moves = reader.flag("flagMove", false);
    let safe = reader.flag("flagPieceSafe", false);
    if white.is_empty() && black.is_empty() {
        return;
    }
    let men = match &piece {
        None | Some(Chosen::All) => "all".to_owned(),
        Some(Chosen::Some(men)) if men.len() == 1 => names_text(&game.men, men),
        Some(Chosen::Some(_)) => {
            reader.cannot("flagPiece", "one piece, or `*`");
            return;
        }
    };
    let zone = GOAL;
    if moves {
        let there = |who: &str| format!("count({who}, {men}, {zone}) > 0");
        end(
            "both at the goal",
            &format!("{} and {}", there("white"), there("black")),
            "draw",
            None,
        );
        end(
            "goal",
            &format!("{} and (us == black or reach(them, {men}, {zone}) == 0)", there("us")),
            "us",
            None,
        );
        end("goal, not followed", &there("them"), "them", None);
    } else if safe {
        let there =
            |who: &str| format!("count({who}, {men}, {zone}) > 0 and attacked({who}, {men}) == 0");
        end("goal", &there("us"), "us", None);
        end("goal let through", &there("them"), "them", None);
    } else {
        end("goal", &format!("count(us, {men}, {zone}) > 0"), "us", None);
    }
}

/// Name of the zone of a flag.
const GOAL: &str = "goal";

/// `[zones]`, as far as ends need them.
pub(super) fn zones(reader: &mut Reader, game: &Game, toml: &mut Toml) {
    let shape = &game.shape;
    let both = reader.squares("flagRegion", shape);
    let white = reader.squares("flagRegionWhite", shape).or(both).unwrap_or_default();
    let black = reader.squares("flagRegionBlack", shape).or(both).unwrap_or_default();
    let opposite = reader.flag("dropOppositeColoredBishop", false);
    let flags = !white.is_empty() || !black.is_empty();
    if flags || opposite {
        toml.heading("[zones]");
    }
    if flags {
        toml.text(GOAL, &sided_text(shape, [white, black]));
    }
    if opposite {
        let drops = ["whiteDropRegion", "blackDropRegion"]
            .map(|key| reader.squares(key, shape).unwrap_or_else(|| shape.all()));
        let dark: SquareSet = shape
            .squares()
            .filter(|&square| {
                shape.file(square).saturating_add(shape.rank(square)).is_multiple_of(2)
            })
            .collect();
        toml.text("light-drops", &sided_text(shape, drops.map(|drops| drops - dark)));
        toml.text("dark-drops", &sided_text(shape, drops.map(|drops| drops & dark)));
    }
}
