//! The tables of whole games: what stands in them, and that they can be made of any file.

use super::report::{Analysis, CrippledRow, analyse};
use super::study::Study;
use crate::cli::library::Folder;
use crate::definition::{Definition, load};

/// The parts of 12 Augmenters Chess that decide how its men move and what they may hold.
const TWELVE: &str = r#"
[variant]
name = "Twelve"
extends = "chess"
[pieces.knight]
off = true
[pieces.queen]
off = true
[pieces.corps]
letter = "C"
moves = ""
[pieces.regent]
letter = "G"
moves = "WfF"
[pieces.amazon]
letter = "A"
moves = "QN"
[augmenters]
bishop = { code = "B", moves = "B" }
knight = { code = "N", moves = "N" }
rook = { code = "R", moves = "R" }
wazir = { code = "w", moves = "W" }
ferz = { code = "f", moves = "F" }
dabbabah = { code = "d", moves = "D" }
alfil = { code = "a", moves = "A" }
threeleaper = { code = "h", moves = "H" }
narrow = { code = "n", moves = "vN" }
wide = { code = "i", moves = "sN" }
crab = { code = "c", moves = "ffNbsN" }
barc = { code = "b", moves = "fsNbbN" }
lance = { code = "l", moves = "fR" }
side-mover = { code = "s", moves = "sR" }
grasshopper = { code = "g", moves = "gQ" }
camel = { code = "m", moves = "C" }
[text]
codes = "BNRwfdahnicblsgm"
[[promotion]]
name = "pawn"
to = "amazon"
[setup]
start = "rcbgkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBGKBCR w KQkq - 0 1"
[[setup.stages]]
name = "bases"
[setup.stages.augment]
pool = "BNR"
slots = { regent = "2" }
spare = true
repeat = false
[[setup.stages]]
name = "augmenters"
[setup.stages.augment]
pool = "wfdahnicblsg"
slots = { rook = "1", bishop = "1", king = "1", regent = "1", corps = "3+3" }
[let]
dead = "false"
"#;

/// Its large board, with the men and pawn moves that come with it.
const FOURTEEN: &str = r#"
[augmenters]
tripper = { code = "t", moves = "G" }
copper = { code = "p", moves = "fFvW" }
[board]
files = 10
ranks = 10
[pieces.bison]
letter = "S"
moves = "CZ"
[pieces.pawn]
moves = "fmWfceF"
extra = [
  { name = "triple", from = "rank 2", moves = "fmnnW3" },
  { name = "double", from = "rank 3-5", moves = "fmnnW2" },
]
[[promotion]]
name = "pawn"
zone = "rank 10"
[[castling]]
name = "O-O"
off = true
[[castling]]
name = "O-O-O"
off = true
[setup]
start = "rcsbgkbscr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RCSBGKBSCR w - - 0 1"
[[setup.stages]]
name = "augmenters"
augment.pool = "wfdahnicblsgtp"
augment.slots = { bison = "1" }
[text]
codes = "BNRwfdahnicblsgtpm"
"#;

fn definition(name: &str, text: &str, parents: &[(&str, &str)]) -> Definition {
    struct Games<'a>(&'a [(&'a str, &'a str)]);
    impl crate::definition::Library for Games<'_> {
        fn text(&self, name: &str) -> Option<(String, String)> {
            let own = self.0.iter().find(|(own, _)| *own == name);
            own.map(|&(name, text)| (name.to_owned(), text.to_owned()))
                .or_else(|| Folder::default().text(name))
        }
    }
    let loaded = load(name, name, text, &[], &Games(parents));
    let faults: Vec<_> = loaded.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    loaded.definition.unwrap()
}

fn twelve() -> Definition {
    definition("twelve", TWELVE, &[])
}

fn fourteen() -> Definition {
    let child = format!("[variant]\nname = \"Fourteen\"\nextends = \"twelve\"\n{FOURTEEN}");
    definition("fourteen", &child, &[("twelve", TWELVE)])
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
    assert_eq!(redundant("king"), ("wf", ""));
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
    let found = analysed(&fourteen());
    let four = found.augmenters.iter().filter(|row| row.counts.targets == 4);
    let four: String = four.map(|row| row.code).collect();
    assert_eq!(four, "wfdahnicbtp");
    assert_eq!((found.tempo[0].moves, found.tempo[0].with_captures), (Some(5), Some(5)));
    let row = |piece: &str| found.redundant.iter().find(|row| row.piece == piece).unwrap();
    assert_eq!(row("king").augmenters, "wfp");
    assert_eq!((row("bison").augmenters.as_str(), row("bison").others.as_str()), ("", "m"));
    assert_eq!(found.complements.len(), 1);
    let complement = &found.complements[0];
    assert_eq!((complement.piece.as_str(), complement.of.as_str()), ("bison", "amazon"));
    assert_eq!(complement.square, 7);
    assert_eq!(found.armies[0].count, Some(7_264_857_600));
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
    let found = analysed(&definition("unlike", text, &[]));
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
        let definition = definition("hostile", &text, &[]);
        let found = analysed(&definition);
        assert_eq!(found.reach.len(), 3);
        assert!(!found.notes.is_empty());
    }
}
