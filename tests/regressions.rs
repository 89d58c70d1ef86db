//! Every input that once broke a fuzz target, and some that a hand wrote to try: none does now.

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is the library of a crate of its own")]
mod targets;

use std::path::Path;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new("fuzz/regressions").join(target);
    let entries = folder.read_dir().expect("a folder for each target");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let data = std::fs::read(&file).expect("a file");
        let held = std::panic::catch_unwind(|| run(&data)).is_ok();
        assert!(held, "{} breaks {target}", file.display());
    }
}

#[test]
fn notation() {
    replay("notation", targets::notation);
}

#[test]
fn betza_targets() {
    replay("betza_targets", targets::betza_targets);
}

#[test]
fn variant_file() {
    replay("variant_file", targets::variant_file);
}

#[test]
fn fen() {
    replay("fen", targets::fen);
}

#[test]
fn moves() {
    replay("moves", targets::moves);
}

#[test]
fn play() {
    replay("play", targets::play);
}

#[test]
fn pgn() {
    replay("pgn", targets::pgn);
}
