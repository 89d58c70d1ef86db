//! A section of `variants.ini` as a variant file.

use std::collections::BTreeMap;

use super::ini::{Entry, Section, parse};
use super::names;
use super::reader::Reader;
use super::{Bears, game, to_fairy_stockfish};
use crate::definition::{Definition, load};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Games of the engine that a section may build on: ours of the same name are the same games, and
/// need no slots.
pub const PARENTS: [&str; 33] = [
    "3check",
    "5check",
    "almost",
    "amazon",
    "antichess",
    "capablanca",
    "capahouse",
    "centaur",
    "chancellor",
    "chess",
    "chessgi",
    "chigorin",
    "courier",
    "crazyhouse",
    "embassy",
    "extinction",
    "gardner",
    "giveaway",
    "gothic",
    "grand",
    "hoppelpoppel",
    "horde",
    "kingofthehill",
    "knightmate",
    "losalamos",
    "losers",
    "misere",
    "modern",
    "placement",
    "pocketknight",
    "racingkings",
    "seirawan",
    "shako",
];

/// Keys that are for front ends and search only.
const NO_RULES: [&str; 6] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "nnueAlias",
];

/// Rules that have no words here, and the value by which they are not in force.
const NOT_HERE: [(&str, &str); 27] = [
    ("twoBoards", "false"),
    ("sittuyinPromotion", "false"),
    ("blastImmuneTypes", "-"),
    ("mutuallyImmuneTypes", "-"),
    ("tripleStepRegionWhite", "-"),
    ("tripleStepRegionBlack", "-"),
    ("dropOnTop", "false"),
    ("enclosingDrop", "none"),
    ("enclosingDropStart", "-"),
    ("arrowGating", "false"),
    ("duckGating", "false"),
    ("staticGating", "false"),
    ("pastGating", "false"),
    ("wallingRule", "none"),
    ("diagonalLines", "-"),
    ("makpongRule", "false"),
    ("flipEnclosedPieces", "none"),
    ("moveRepetitionIllegal", "false"),
    ("chasingRule", "none"),
    ("stalematePieceCount", "false"),
    ("shatarMateRule", "false"),
    ("bikjangRule", "false"),
    ("flagPieceCount", "1"),
    ("flagPieceBlockedWin", "false"),
    ("connectN", "0"),
    ("materialCounting", "none"),
    ("countingRule", "none"),
];

/// Reads a section of a text, with all that it builds on, into a variant file. Without a name the
/// text has one section.
///
/// `games` gives the definitions of games that sections may build on ([`PARENTS`]). Places are
/// bytes of the text.
///
/// # Errors
///
/// Everything that is not understood, in the order of the text.
pub fn from_fairy_stockfish(
    text: &str,
    section: Option<&str>,
    games: &dyn Fn(&str) -> Option<Definition>,
) -> Result<String, Vec<Diagnostic>> {
    let (sections, faults) = parse(text);
    if !faults.is_empty() {
        return Err(faults);
    }
    let index = choose(&sections, section).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let keys = chain(&sections, index, games, &mut faults);
    let Some(chosen) = sections.get(index) else { return Err(faults) };
    let mut reader = Reader::new(keys, chosen.span);
    reader.faults = faults;
    for key in NO_RULES {
        reader.entry(key);
    }
    for (key, off) in NOT_HERE {
        if reader.entry(key).is_some_and(|entry| entry.value != off) {
            reader.cannot(key, format!("the rule of `{key}` has no words here"));
        }
    }
    let toml = game::write(&mut reader, &chosen.name);
    reader.rest();
    let mut faults = reader.faults;
    if faults.is_empty() {
        faults = refused(&toml, chosen.span);
    }
    if faults.is_empty() {
        return Ok(toml);
    }
    faults.sort_by_key(|fault| fault.span().start);
    // A key that several parts of the game depend on is read several times.
    faults.dedup();
    Err(faults)
}

/// What is wrong with the game that a section means, told at its heading.
fn refused(toml: &str, heading: Span) -> Vec<Diagnostic> {
    let loaded = load("section", "section", toml, &[], &());
    let errors = loaded.diagnostics.iter().filter(|fault| fault.is_error());
    let told = errors.map(|fault| {
        let message = format!("the section defines no game: {}", fault.message);
        Diagnostic::error("no-game", heading, message)
    });
    told.collect()
}

fn choose(sections: &[Section], name: Option<&str>) -> Result<usize, Diagnostic> {
    let whole = Span::new(0, 0);
    match name {
        Some(name) => sections.iter().position(|section| section.name == name).ok_or_else(|| {
            let message = format!("there is no section `{}`", name.escape_debug());
            Diagnostic::error("which-section", whole, message)
        }),
        None => match sections {
            [_] => Ok(0),
            [] => {
                Err(Diagnostic::error("which-section", whole, "there is no section in this text"))
            }
            many => {
                let message = format!("there are {} sections in this text", many.len());
                Err(Diagnostic::error("which-section", whole, message)
                    .help("say which with `--section`"))
            }
        },
    }
}

/// The keys of a section over those of its parents.
fn chain(
    sections: &[Section],
    index: usize,
    games: &dyn Fn(&str) -> Option<Definition>,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Entry> {
    let mut path = Vec::new();
    let mut keys = BTreeMap::new();
    let mut at = index;
    // A parent stands in front of its children, so this comes to an end.
    while let Some(section) = sections.get(at) {
        path.push(section);
        let Some((parent, place)) = &section.parent else { break };
        let earlier = sections.iter().take(at).position(|other| other.name == *parent);
        if let Some(earlier) = earlier {
            at = earlier;
            continue;
        }
        match built_in(parent, *place, games) {
            Ok(own) => keys = own,
            Err(fault) => faults.push(fault),
        }
        break;
    }
    let from_engine: Vec<String> = keys.keys().cloned().collect();
    for section in path.iter().rev() {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        // An alias gives way to the keys that it stands for.
        let mut entries: Vec<&Entry> = section.entries.iter().collect();
        entries.sort_by_key(|entry| entry.key != "pawnTypes");
        for entry in entries {
            if let Some(first) = seen.insert(&entry.key, entry.key_span) {
                let message =
                    format!("the key `{}` stands twice in a section", entry.key.escape_debug());
                faults.push(
                    Diagnostic::error("duplicate-key", entry.key_span, message)
                        .also(first, "first here"),
                );
                continue;
            }
            if names::slot(&entry.key).is_some() && from_engine.contains(&entry.key) {
                let message = format!(
                    "which piece is in `{}` of a game of the engine is not known",
                    entry.key
                );
                faults.push(Diagnostic::error("cannot-be-read", entry.key_span, message));
            }
            overlay(&mut keys, entry);
        }
    }
    keys
}

/// One key of a child: a piece takes its letter from whoever had it, and a key for both sides
/// stands for those of each.
fn overlay(keys: &mut BTreeMap<String, Entry>, entry: &Entry) {
    if names::is_piece(&entry.key) {
        let letter = entry.value.chars().next();
        keys.retain(|key, other| {
            !names::is_piece(key) || other.value.chars().next() != letter || letter == Some('-')
        });
        if letter == Some('-') {
            keys.remove(&entry.key);
            return;
        }
    }
    if entry.key == "pawnTypes" {
        for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
            for side in ["", "White", "Black"] {
                keys.remove(&format!("{key}{side}"));
            }
        }
    }
    for side in ["White", "Black"] {
        keys.remove(&format!("{}{side}", entry.key));
    }
    keys.insert(entry.key.clone(), entry.clone());
}

/// The keys of a game of the engine, from ours.
fn built_in(
    name: &str,
    place: Span,
    games: &dyn Fn(&str) -> Option<Definition>,
) -> Result<BTreeMap<String, Entry>, Diagnostic> {
    let unknown = |why: &str| {
        let message = format!("`{}` is no section in front of this one{why}", name.escape_debug());
        Diagnostic::error("unknown-parent", place, message)
    };
    if !PARENTS.contains(&name) {
        return Err(unknown(", and no game of the engine whose rules are known to be here"));
    }
    let Some(definition) = games(name) else {
        return Err(unknown(", and the game is not here"));
    };
    let said = to_fairy_stockfish(&definition, name);
    let whole = said.missing.iter().all(|missing| missing.bears == Bears::Result);
    let (Some(ini), true) = (said.ini, whole) else {
        return Err(unknown(", and the game here cannot be said as a section"));
    };
    let (sections, _) = parse(&ini);
    let entries = sections.into_iter().flat_map(|section| section.entries);
    // Where the partner stands is said only because it can be: the engine itself looks for the
    // outermost one.
    let last = char::from(b'a'.saturating_add(definition.shape.files().saturating_sub(1)));
    let corner = |entry: &Entry| {
        entry.key == "castlingRookKingsideFile" && entry.value == last.to_string()
            || entry.key == "castlingRookQueensideFile" && entry.value == "a"
    };
    let entries = entries.filter(|entry| !corner(entry));
    let placed =
        entries.map(|entry| (entry.key.clone(), Entry { key_span: place, span: place, ..entry }));
    Ok(placed.collect())
}
