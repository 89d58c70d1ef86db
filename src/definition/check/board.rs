//! `[board]`, and the names that sets may use: pieces, groups, zones.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Shape, Side, SquareSet, Symmetry};
use crate::definition::faults::Faults;
use crate::definition::file::{BoardTable, FileTable, Missing, Named};
use crate::definition::names::{NameOf, check_name, shown, suggest};
use crate::definition::sets::{self, Names, Of, Sided};
use crate::definition::tree::Text;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::{Span, Spanned};

/// Too many names in one table.
pub(super) fn too_many(span: Span, table: &str, number: usize) -> Diagnostic {
    Diagnostic::error(
        "out-of-range",
        span,
        format!("`{table}` has {number} entries; at most {} are allowed", limits::NAMED_SETS),
    )
}

/// The board. After a fault some board, so that the rest can be looked at.
pub(super) fn read(file: &FileTable, faults: &mut Faults) -> (Shape, Symmetry) {
    let Some(board) = &file.board else {
        file.need("board", "a game", faults);
        return (Shape::largest(), Symmetry::Mirror);
    };
    let files = side(board, board.files.as_ref(), "files", faults);
    let ranks = side(board, board.ranks.as_ref(), "ranks", faults);
    let shape = files.zip(ranks).and_then(|(files, ranks)| Shape::new(files, ranks));
    let mut shape = shape.unwrap_or_else(Shape::largest);
    let mut word = |text: Option<&Text>, key: &str, words: &[&'static str]| -> Option<usize> {
        let text = text?;
        let found = words.iter().position(|word| *word == text.value);
        if found.is_none() {
            faults.push(suggest(
                Diagnostic::error(
                    "bad-value",
                    text.place(0..text.value.len()),
                    format!("`board.{key}` cannot be `{}`", shown(&text.value)),
                ),
                &text.value,
                words.iter().copied(),
            ));
        }
        found
    };
    let wrap = word(board.wrap.as_ref(), "wrap", &["none", "files"]) == Some(1);
    let symmetry = match word(board.symmetry.as_ref(), "symmetry", &["mirror", "rotate", "none"]) {
        Some(1) => Symmetry::Rotate,
        Some(2) => Symmetry::None,
        _ => Symmetry::Mirror,
    };
    if let Some(text) = &board.holes
        && let Some(holes) = holes(text, &shape, faults)
    {
        if holes == shape.all() {
            faults.push(Diagnostic::error(
                "bad-value",
                text.span,
                "the board has no square that is no hole",
            ));
        }
        shape = shape.with_holes(holes);
    }
    (shape.with_wrap(wrap), symmetry)
}

fn side(
    board: &BoardTable,
    value: Option<&Spanned<i64>>,
    key: &'static str,
    faults: &mut Faults,
) -> Option<u8> {
    board.need(key, "a board", faults);
    let value = value?;
    let fits = u8::try_from(value.value).ok().filter(|n| (1..=limits::BOARD_SIDE).contains(n));
    if fits.is_none() {
        faults.push(Diagnostic::error(
            "out-of-range",
            value.span,
            format!(
                "`board.{key}` is {}; a board has 1 to {} {key}",
                value.value,
                limits::BOARD_SIDE
            ),
        ));
    }
    fits
}

/// Holes are real squares: zones, which have a part for each side, cannot be named.
fn holes(text: &Text, shape: &Shape, faults: &mut Faults) -> Option<SquareSet> {
    let names = empty_names(shape.clone(), Symmetry::None);
    let tree = sets::parse(text, 0..text.value.len(), Of::Squares, faults)?;
    names.squares_of(text, &tree, Side::White, true, faults)
}

fn empty_names(shape: Shape, symmetry: Symmetry) -> Names {
    Names {
        shape,
        symmetry,
        pieces: Vec::new(),
        groups: BTreeMap::new(),
        zones: BTreeMap::new(),
        used_zones: RefCell::new(BTreeSet::new()),
        used_groups: RefCell::new(BTreeSet::new()),
        counters: Vec::new(),
        codes: Vec::new(),
        dressed: RefCell::new(Vec::new()),
    }
}

/// Everything that sets may name.
pub(super) fn names(
    file: &FileTable,
    shape: Shape,
    symmetry: Symmetry,
    faults: &mut Faults,
) -> Names {
    let mut names = empty_names(shape, symmetry);
    if let Some(pieces) = &file.pieces {
        if pieces.entries.len() > limits::PIECES {
            faults.push(Diagnostic::error(
                "out-of-range",
                pieces.span,
                format!(
                    "there are {} pieces; at most {} are allowed",
                    pieces.entries.len(),
                    limits::PIECES
                ),
            ));
        }
        for (name, _) in pieces.entries.iter().take(limits::PIECES) {
            check_name(&name.value, name.span, NameOf::Men, faults);
            names.pieces.push(name.value.clone());
        }
    }
    file.need("pieces", "a game", faults);
    names.codes = super::augmenters::codes(file, faults);
    if let Some(groups) = &file.groups {
        read_groups(groups, file, &mut names, faults);
    }
    if let Some(zones) = &file.zones {
        read_zones(zones, &mut names, faults);
    }
    names
}

fn read_groups(groups: &Named<Text>, file: &FileTable, names: &mut Names, faults: &mut Faults) {
    if groups.entries.len() > limits::NAMED_SETS {
        faults.push(too_many(groups.span, "groups", groups.entries.len()));
    }
    let mut open = Vec::new();
    for (name, text) in groups.entries.iter().take(limits::NAMED_SETS) {
        check_name(&name.value, name.span, NameOf::Men, faults);
        let pieces = file.pieces.iter().flat_map(|pieces| &pieces.entries);
        if let Some((piece, _)) = pieces.clone().find(|(piece, _)| piece.value == name.value) {
            faults.push(
                Diagnostic::error(
                    "duplicate-name",
                    name.span,
                    format!("`{}` is a piece and a group", name.value),
                )
                .label("the group")
                .also(piece.span, "the piece"),
            );
        }
        let tree = text.as_ref().and_then(|text| {
            Some((text, sets::parse(text, 0..text.value.len(), Of::Pieces, faults)?))
        });
        match tree {
            Some((text, tree)) => open.push((name, text, tree)),
            None => {
                names.groups.insert(name.value.clone(), None);
            }
        }
    }
    // A group waits for the groups it names; whoever waits for ever waits for itself.
    loop {
        let waiting: Vec<String> = open.iter().map(|(name, ..)| name.value.clone()).collect();
        let ready = open.iter().position(|(_, text, tree)| uses(text, tree, &waiting).is_none());
        let Some(ready) = ready else {
            let found = cycle(&waiting, |at| {
                let (_, text, tree) = open.get(at)?;
                uses(text, tree, &waiting)
            });
            let Some(first) = found.first().filter(|first| **first < open.len()) else { break };
            let (name, text, _) = open.remove(*first);
            faults.push(circular(name, text, "group", &found, &waiting));
            names.groups.insert(name.value.clone(), None);
            continue;
        };
        let (name, text, tree) = open.remove(ready);
        let list = names.list_pieces(text, &tree, faults);
        if list.as_ref().is_some_and(Vec::is_empty) && text.value.trim() != "none" {
            faults.push(
                Diagnostic::warning(
                    "empty-set",
                    text.span,
                    format!("no piece is in the group `{}`", name.value),
                )
                .help("if that is meant, write `none`"),
            );
        }
        names.groups.insert(name.value.clone(), list);
    }
}

fn circular(
    name: &Spanned<String>,
    text: &Text,
    what: &str,
    cycle: &[usize],
    waiting: &[String],
) -> Diagnostic {
    Diagnostic::error("bad-set", text.span, format!("the {what} `{}` needs itself", name.value))
        .label("leads back to its own name")
        .help(format!("the chain is {}", chain(cycle, waiting)))
}

/// A cycle of names, written out.
pub(super) fn chain(cycle: &[usize], waiting: &[String]) -> String {
    let names = cycle.iter().chain(cycle.first()).filter_map(|&at| waiting.get(at));
    names.map(String::as_str).collect::<Vec<_>>().join(" → ")
}

/// A cycle among those that all wait for one another: each waits for the one that `next` names.
pub(super) fn cycle(waiting: &[String], next: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    let mut at = 0;
    while path.len() <= waiting.len() {
        if let Some(start) = path.iter().position(|&before| before == at) {
            return path.split_off(start);
        }
        path.push(at);
        match next(at) {
            Some(to) => at = to,
            None => break,
        }
    }
    path
}

/// The first of the waiting names that the set uses.
fn uses(text: &Text, tree: &sets::SetTree, waiting: &[String]) -> Option<usize> {
    let mut words = Vec::new();
    tree.words(&mut words);
    words.into_iter().find_map(|range| {
        let word = text.value.get(range)?;
        waiting.iter().position(|name| name == word)
    })
}

fn read_zones(zones: &Named<Text>, names: &mut Names, faults: &mut Faults) {
    if zones.entries.len() > limits::NAMED_SETS {
        faults.push(too_many(zones.span, "zones", zones.entries.len()));
    }
    let mut open = Vec::new();
    for (name, text) in zones.entries.iter().take(limits::NAMED_SETS) {
        let usable = check_name(&name.value, name.span, NameOf::Zone, faults);
        let sided = text
            .as_ref()
            .filter(|_| usable)
            .and_then(|text| Some((text, sets::parse_sided(text, faults)?)));
        match sided {
            Some((text, sided)) => open.push((name, text, sided)),
            None => {
                names.zones.insert(name.value.clone(), None);
            }
        }
    }
    loop {
        let waiting: Vec<String> = open.iter().map(|(name, ..)| name.value.clone()).collect();
        let needs = |text: &Text, sided: &Sided| match sided {
            Sided::Same(tree) => uses(text, tree, &waiting),
            Sided::Apart(parts) => {
                parts.iter().flatten().find_map(|tree| uses(text, tree, &waiting))
            }
        };
        let ready = open.iter().position(|(_, text, sided)| needs(text, sided).is_none());
        let Some(ready) = ready else {
            let found = cycle(&waiting, |at| {
                let (_, text, sided) = open.get(at)?;
                needs(text, sided)
            });
            let Some(first) = found.first().filter(|first| **first < open.len()) else { break };
            let (name, text, _) = open.remove(*first);
            faults.push(circular(name, text, "zone", &found, &waiting));
            names.zones.insert(name.value.clone(), None);
            continue;
        };
        let (name, text, sided) = open.remove(ready);
        let squares = names.sided_of(text, &sided, faults);
        names.zones.insert(name.value.clone(), squares);
    }
}
