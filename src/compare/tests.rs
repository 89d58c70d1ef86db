use super::{Difference, compare, walk};
use crate::cli::library::find;
use crate::definition::Definition;
use crate::variant::Variant;

fn game(text: &str) -> Definition {
    find(text).unwrap().load().definition.unwrap()
}

fn differences(a: &str, b: &str) -> Vec<Difference> {
    compare(&game(a), &game(b))
}

fn child(body: &str) -> Definition {
    let text = format!("[variant]\nname = \"x\"\nextends = \"chess\"\n{body}");
    let loaded =
        crate::definition::load("x", "x", &text, &[], &crate::cli::library::Folder::default());
    loaded.definition.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics))
}

#[test]
fn a_game_is_like_itself_however_it_is_written() {
    for game in crate::cli::library::BUILT_IN {
        assert_eq!(differences(game.name, game.name), [], "{}", game.name);
    }
    let same = child(
        "[pieces.king]\nmoves = \"WF\"\n[zones]\nlast = \"rank 8\"\n[[promotion]]\nname = \"pawn\"\nzone = \"last\"\n",
    );
    assert_eq!(compare(&game("chess"), &same), []);
}

#[test]
fn gained_squares_are_named() {
    let found = compare(&game("chess"), &child("[pieces.knight]\nmoves = \"NW\"\n"));
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(
        (one.area, one.name.as_deref(), one.key.as_deref()),
        ("pieces", Some("knight"), Some("moves"))
    );
    let moves = one.moves.as_ref().unwrap();
    assert_eq!(moves.gains, ["d3", "c4", "e4", "d5"]);
    assert_eq!((moves.gains_captures.len(), moves.loses.len()), (4, 0));
}

#[test]
fn every_kind_of_rule_is_seen() {
    for (body, area, key) in [
        ("[turn]\nfirst = \"black\"", "turn", "first"),
        ("[pieces.rook]\nwithin = \"rank 1-7\"", "pieces", "within"),
        ("[pieces.rook]\nextra = [{ name = \"x\", moves = \"F\" }]", "pieces", "extra `x`: moves"),
        ("[[royal]]\nname = \"king\"\nsafe = \"last\"", "royal", "safe"),
        ("[[castling]]\nname = \"O-O\"\ntest = \"king-stepped\"", "castling", "test"),
        ("[[promotion]]\nname = \"pawn\"\nto = \"queen\"", "promotion", "to"),
        ("[en-passant]\nzone = \"none\"", "en-passant", "zone"),
        ("[hand]\ncaptured = \"owner\"", "hand", "captured"),
        ("[[end]]\nname = \"stalemate\"\nresult = \"us\"", "end", "result"),
        ("[points]\ncaptured = { queen = 9 }", "points", "captured"),
        ("[text]\ncastling = \"king-takes-partner\"", "text", "castling"),
    ] {
        let found = compare(&game("chess"), &child(body));
        assert!(
            found.iter().any(|one| one.area == area && one.key.as_deref() == Some(key)),
            "{body}: {found:?}"
        );
    }
    let order = compare(
        &game("chess"),
        &child(
            "[[end]]\nname = \"a\"\nwhen = \"quiet >= 7\"\nby = \"claim\"\nresult = \"us\"\n[[ban]]\nname = \"b\"\non = \"pass\"\nwhen = \"false\"\n[[effect]]\nname = \"e\"\nmover = \"removed\"\n",
        ),
    );
    let areas: Vec<&str> = order.iter().map(|one| one.area).collect();
    assert_eq!(areas, ["effect", "ban", "end"]);
    assert!(order.iter().all(|one| one.key.is_none() && one.a.is_none() && one.b.is_some()));
}

#[test]
fn the_first_parting_is_found_with_the_moves_of_each() {
    let variant = |definition| Variant::new(definition).unwrap();
    let chess = variant(game("chess"));
    let same = walk(&chess, &variant(game("chess[array=960]")), 3);
    assert_eq!((same.counts, same.parting), (vec![[20; 2], [400; 2], [8902; 2]], None));
    let other = variant(child(
        "[[ban]]\nname = \"b\"\nside = \"black\"\npieces = \"queen\"\nbefore = \"true\"",
    ));
    let walked = walk(&chess, &other, 4);
    let parting = walked.parting.unwrap();
    // A pawn has to let the queen out: the first position in which she could move.
    assert_eq!((walked.counts.len(), parting.moves.len()), (3, 3));
    assert!(parting.only_a.iter().all(|mv| mv.starts_with("d8")), "{parting:?}");
    assert!(!parting.only_a.is_empty() && parting.only_b.is_empty());
}
