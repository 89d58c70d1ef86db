//! The tables of whole games: what stands in them, and that they can be made of any file.

use super::forced::{Answer, Question};
use super::report::{Analysis, CrippledRow, analyse};
use super::slots::Slots;
use super::study::Study;
use crate::board::Side;
use crate::cli::library::{BUILT_IN, Folder, find};
use crate::definition::{Definition, PieceId, load};
use crate::variant::Variant;

fn definition(text: &str) -> Definition {
    let loaded = load("own", "own.toml", text, &[], &Folder::default());
    let faults: Vec<_> = loaded.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    loaded.definition.unwrap()
}

fn built_in(name: &str) -> Definition {
    find(name).unwrap().load().definition.unwrap()
}

fn twelve() -> Definition {
    built_in("12-augmenters")
}

fn analysed(definition: &Definition) -> Analysis {
    analyse(&Study::new(definition), &[1.0, 0.7])
}

fn codes<'a>(rows: impl Iterator<Item = &'a CrippledRow>, piece: &str) -> Vec<String> {
    let mut codes: Vec<String> = rows
        .filter(|row| row.piece == piece && row.side == "both")
        .map(|row| {
            let mut codes: Vec<char> = row.augmenters.chars().collect();
            codes.sort_unstable();
            codes.into_iter().collect()
        })
        .collect();
    codes.sort_unstable();
    codes
}

#[test]
fn twelve_augmenters_reach() {
    let found = analysed(&twelve());
    let free = || found.crippled.iter().filter(|row| row.free.is_some());
    let none = || found.crippled.iter();
    assert_eq!(codes(free(), "bishop"), ["a", "d", "f"]);
    assert_eq!(codes(none(), "bishop"), ["a", "d", "f", "g"]);
    let corps = ["adf", "adi", "adl", "adn", "ads", "ail", "ans", "dil", "dns"];
    assert_eq!(codes(free(), "corps"), corps);
    assert!(free().all(|row| row.piece == "bishop" || row.piece == "corps"));
    assert!(free().all(|row| !row.strong));
    let ans = free().find(|row| row.augmenters == "ans").unwrap();
    assert_eq!(ans.free.as_ref().unwrap()["b1"], 32);
    let row = |piece: &str| found.reach.iter().find(|row| row.piece == piece).unwrap();
    assert_eq!((row("corps").men, row("corps").holds.as_str()), (220, "3 of 12"));
    assert_eq!(row("regent").men, 36);
    let tally = |piece: &str| row(piece).free.map(|tally| (tally.cover, tally.strong));
    assert_eq!(tally("corps"), Some((211, 211)));
    for (piece, men) in [("regent", 36), ("rook", 12), ("king", 12)] {
        assert_eq!(tally(piece), Some((men, men)));
        assert_eq!(row(piece).none.map(|tally| tally.cover), Some(men));
    }
    // Where a pawn promotes.
    assert_eq!(row("amazon").starts.len(), 8);
    assert!(found.reach.iter().all(|row| row.side == "both"));
    assert_eq!(found.notes, Vec::<String>::new());
}

#[test]
fn twelve_augmenters_tables() {
    let found = analysed(&twelve());
    let four = found.augmenters.iter().filter(|row| row.counts.targets == 4);
    let four: String = four.map(|row| row.code).collect();
    assert_eq!(four, "wfdahnicb");
    let lance = found.augmenters.iter().find(|row| row.code == 'l').unwrap();
    assert_eq!((lance.counts.targets, lance.counts.lines), (0, 1));
    assert_eq!(lance.mobility.0, [(1.0, Some(3.5)), (0.7, Some(2.024_511))]);
    let redundant = |piece: &str| {
        let row = found.redundant.iter().find(|row| row.piece == piece).unwrap();
        (row.augmenters.as_str(), row.others.as_str())
    };
    assert_eq!(redundant("rook"), ("wls", "R"));
    assert_eq!(redundant("bishop"), ("f", "B"));
    assert_eq!(redundant("king"), ("wf", "o"));
    assert_eq!(redundant("corps"), ("", ""));
    assert!(found.redundant.iter().all(|row| row.piece != "pawn"));
    let men: Vec<&str> = found
        .redundant_men
        .iter()
        .filter(|row| row.piece == "corps")
        .map(|row| row.augmenters.as_str())
        .collect();
    // A narrow and a wide one are a knight, and crab and barc are too.
    assert_eq!(men, ["nic", "nib", "ncb", "icb"]);
    assert_eq!(found.tempo.len(), 1);
    assert_eq!((found.tempo[0].moves, found.tempo[0].with_captures), (Some(5), Some(5)));
    let alone = found.kings.iter().filter(|row| row.alone == Some(true));
    let alone: Vec<&str> = alone.map(|row| row.augmenters.as_str()).collect();
    assert_eq!((found.kings.len(), alone), (12, vec!["g"]));
    assert_eq!(found.armies.len(), 1);
    assert_eq!(found.armies[0].count, Some(39_916_800));
}

#[test]
fn fourteen_augmenters_tables() {
    let found = analysed(&built_in("14-augmenters"));
    let four = found.augmenters.iter().filter(|row| row.counts.targets == 4);
    let four: String = four.map(|row| row.code).collect();
    assert_eq!(four, "wfdahnicbtp");
    assert_eq!((found.tempo[0].moves, found.tempo[0].with_captures), (Some(5), Some(5)));
    let row = |piece: &str| found.redundant.iter().find(|row| row.piece == piece).unwrap();
    assert_eq!((row("king").augmenters.as_str(), row("king").others.as_str()), ("wfp", "o"));
    assert_eq!((row("bison").augmenters.as_str(), row("bison").others.as_str()), ("", "m"));
    assert_eq!(found.complements.len(), 1);
    let complement = &found.complements[0];
    assert_eq!((complement.piece.as_str(), complement.of.as_str()), ("bison", "amazon"));
    assert_eq!(complement.square, 7);
    assert_eq!(found.armies[0].count, Some(7_264_857_600));
}

/// Every option and every game in the program can be asked.
#[test]
fn games_of_the_program_are_analysed() {
    for game in BUILT_IN.iter().filter(|game| game.listed) {
        let found = analysed(&built_in(game.name));
        assert!(!found.pieces.is_empty(), "{}", game.name);
        assert_eq!(found.notes, Vec::<String>::new(), "{}", game.name);
        for row in &found.pieces {
            assert!(row.mobility.0.iter().all(|(_, mean)| mean.is_some()), "{}", game.name);
        }
    }
    // A general may not stand where another could attack it alone.
    let generals = analysed(&built_in("xiangqi")).kings;
    assert_eq!((generals.len(), generals[0].alone), (1, Some(false)));
    let immobile = analysed(&built_in("12-augmenters[regent=immobile,bans=all,corps=4-2]"));
    let row = |piece: &str| immobile.reach.iter().find(|row| row.piece == piece).unwrap();
    let regent = row("regent");
    assert_eq!((regent.men, regent.free.map(|tally| tally.cover)), (36, Some(36)));
    // Pairs and fours of twelve, without those that hold one of seven banned pairs.
    assert_eq!(row("corps").holds, "2 or 4 of 12");
    let pairs = 66 - 7;
    assert!(row("corps").men > pairs && row("corps").men < pairs + 495);
}

/// Sets are counted without being written down.
#[test]
fn sets_of_augmenters_are_counted() {
    for (options, piece, sets) in [
        ("", "corps", 220),
        // Two wazirs and two ferzes among twelve: ten kinds, two of which may stand twice.
        ("pool=wfdanicblswf", "corps", 120 + 2 * 9),
        ("pool=wfdanicblswf,doubles=refused", "corps", 120),
        ("corps=4-2-or-3-3", "corps", 66 + 220 + 495),
        ("weak-kings=discard", "king", 1),
    ] {
        let definition = built_in(&format!("12-augmenters[{options}]").replace("[]", ""));
        let piece = definition.pieces.iter().position(|one| one.name == piece).unwrap();
        let slots = Slots::new(&definition, Side::White, PieceId(piece as u8));
        assert_eq!(slots.count(), sets, "{options}");
        assert_eq!(slots.sets().unwrap().len() as u64, sets, "{options}");
    }
}

/// Armies of 12 Augmenters Chess, White to move.
#[test]
fn trades_of_corps_that_can_be_forced() {
    let variant = Variant::new(twelve()).unwrap();
    let corps = variant.definition().pieces.iter().position(|piece| piece.name == "corps");
    let corps = PieceId(corps.unwrap() as u8);
    let ask = |fen: &str, moves| {
        let question = Question { moves, mine: corps, theirs: corps, nodes: 1_000_000 };
        variant.game(fen).unwrap().forced(&question).map(|(answer, _)| answer)
    };
    let pawns = "pppppppp/8/8/8/8/PPPPPPPP";
    let plain = "r{a}c{bls}b{w}g{BRg}k{h}b{c}c{dni}r{f}";
    let white = "R{a}C{bls}B{w}G{BRi}K{h}B{c}C{dng}R{f}";
    // From g3 the grasshopper sees g8 over g7, and b8 over c7.
    let forks = format!("{plain}/{pawns}/{white} w KQkq - 0 1");
    assert_eq!(ask(&forks, 1), Some(Answer::No));
    assert_eq!(ask(&forks, 2), Some(Answer::By(vec!["g1g3".to_owned()])));
    // With a grasshopper on g8 too, that man checks and shuts the line at once.
    let parried =
        format!("{}/{pawns}/{white} w KQkq - 0 1", white.to_lowercase().replace("bri", "BRi"));
    for fen in [parried.as_str(), "sample"] {
        for moves in [1, 2, 3] {
            assert_eq!(ask(fen, moves), Some(Answer::No), "{fen} {moves}");
        }
    }
    // Nothing can be forced before the men are dressed.
    assert_eq!(ask("start", 2), None);
}

#[test]
fn sides_that_differ_are_told_apart() {
    // Only White's bishops may hold the wazir; Black has a single bishop.
    let text = r#"
[variant]
name = "Unlike"
extends = "chess"
[augmenters]
wazir = { code = "w", moves = "W" }
ferz = { code = "f", moves = "F" }
[[setup.stages]]
name = "bishops"
augment.white-pool = "wf"
augment.black-pool = "f"
augment.slots = { bishop = "1" }
augment.spare = true
[setup]
start = "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"#;
    let found = analysed(&definition(text));
    let rows: Vec<_> = found
        .reach
        .iter()
        .filter(|row| row.piece == "bishop")
        .map(|row| (row.side, row.men, row.starts.join(" "), row.free.map(|tally| tally.cover)))
        .collect();
    let white = ("white", 2, "c1 f1".to_owned(), Some(1));
    assert_eq!(rows, [white, ("black", 1, "f8".to_owned(), Some(0))]);
}

/// As many augmenters as there are letters, all of them long-winded, on the largest board.
#[test]
fn hostile_files_are_analysed_in_bounded_time() {
    use std::fmt::Write as _;
    let mut augmenters = String::new();
    let mut codes = String::new();
    for code in ('a'..='z').chain('A'..='Z') {
        let case = if code.is_ascii_uppercase() { "large" } else { "small" };
        let name = format!("{case}-{}", code.to_ascii_lowercase());
        let moves = ["pQ", "Q jQ pQ", "zB pR", "[K?K?K?K?K]", "jNN", "pQ gQ qN"];
        let moves = moves[codes.len() % moves.len()];
        let _ = writeln!(augmenters, "{name} = {{ code = \"{code}\", moves = \"{moves}\" }}");
        codes.push(code);
    }
    for sizes in ["2", "4"] {
        let text = format!(
            "[variant]\nname = \"Hostile\"\n[board]\nfiles = 16\nranks = 16\n\
             [pieces.king]\nletter = \"K\"\nmoves = \"K\"\n\
             [pieces.man]\nletter = \"M\"\nmoves = \"U\"\n\
             [augmenters]\n{augmenters}\
             [[royal]]\nname = \"king\"\npieces = \"king\"\n\
             [[end]]\nname = \"no move\"\nwhen = \"moves(them) == 0\"\nresult = \"draw\"\n\
             [setup]\nstart = \"k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14M w - - 0 1\"\n\
             [[setup.stages]]\nname = \"all\"\n\
             augment.pool = \"{codes}\"\n\
             augment.slots = {{ king = \"{sizes}\", man = \"{sizes}\" }}\n\
             augment.spare = true\n"
        );
        let definition = definition(&text);
        let found = analysed(&definition);
        assert_eq!(found.reach.len(), 3);
        assert!(!found.notes.is_empty());
    }
}
