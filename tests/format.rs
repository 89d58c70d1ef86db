//! `ferz fmt` over every file there is, and over files that were disarranged.

use std::fs;
use std::path::PathBuf;

use ferz::cli::library::Folder;
use ferz::definition::{Definition, load, means_the_same, syntax_faults};
use ferz::format::format as formatted;
use ferz::scaffold;
use proptest::prelude::*;

fn files(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a file");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

const SHIPPED: [&str; 3] = ["variants", "variants/lib", "examples"];

fn definition(path: &std::path::Path, text: &str) -> Option<Definition> {
    let name = path.display().to_string();
    let folder = path.parent().map(std::path::Path::to_owned);
    load(&name, &name, text, &[], &Folder { path: folder }).definition
}

/// What a definition says, without the places it says it at.
fn without_places(definition: Option<&Definition>) -> String {
    let bare = definition
        .cloned()
        .map(|definition| Definition { places: ferz::definition::Places::default(), ..definition });
    let text = format!("{bare:?}");
    // A place is two numbers with two dots between them.
    let mut parts = text.split("..").peekable();
    let mut out = String::new();
    while let Some(part) = parts.next() {
        let digit = |c: char| c.is_ascii_digit();
        let start = if out.is_empty() { part } else { part.trim_start_matches(digit) };
        out += if parts.peek().is_some() { start.trim_end_matches(digit) } else { start };
        out += "..";
    }
    out
}

#[test]
fn every_file_means_the_same_and_is_formatted_once() {
    let all = files(&[
        "variants",
        "variants/lib",
        "examples",
        "tests/diagnostics",
        "tests/diagnostics/lib",
        "tests/rules",
        "tests/cli",
    ]);
    let mut count = 0;
    for (path, text) in &all {
        match formatted(text) {
            Ok(once) => {
                count += 1;
                assert!(means_the_same(text, &once), "{}", path.display());
                assert_eq!(formatted(&once).as_ref(), Ok(&once), "{}", path.display());
                let (before, after) = (definition(path, text), definition(path, &once));
                assert_eq!(
                    without_places(before.as_ref()),
                    without_places(after.as_ref()),
                    "{}",
                    path.display()
                );
                let comments = |text: &str| text.matches('#').count();
                assert_eq!(comments(text), comments(&once), "{}", path.display());
            }
            // What is no TOML has a place; the second parser refuses a little more.
            Err(faults) => {
                assert!(faults.iter().all(|fault| fault.code == "syntax"), "{faults:?}");
                let overflow = path.ends_with("wrong-type.fraction.toml");
                assert!(overflow || !syntax_faults(text).is_empty(), "{}", path.display());
                assert!(faults.iter().all(|fault| fault.span().end > 0), "{faults:?}");
            }
        }
    }
    assert!(count > 180, "only {count} of {}", all.len());
}

#[test]
fn shipped_files_are_formatted() {
    for (path, text) in files(&SHIPPED) {
        assert!(formatted(&text).as_ref() == Ok(&text), "run `ferz fmt {}`", path.display());
    }
}

/// A text is one value in the tree whatever stands in it, so that a changed one is seen.
#[test]
fn definitions_that_differ_are_told_apart() {
    let path = PathBuf::from("variants/chess.toml");
    let text = fs::read_to_string(&path).unwrap();
    let other = text.replace("value  = 9", "value  = 8");
    assert_ne!(
        without_places(definition(&path, &text).as_ref()),
        without_places(definition(&path, &other).as_ref())
    );
    assert!(!means_the_same(&text, &other));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Lines of a section in any order, odd blanks: the same file afterwards.
    #[test]
    fn disarranged_files_come_out_the_same(
        pick in any::<prop::sample::Index>(),
        seed in any::<u64>(),
    ) {
        let all = files(&SHIPPED);
        let (path, text) = pick.get(&all);
        let disarranged = disarrange(text, seed);
        prop_assume!(means_the_same(text, &disarranged));
        let once = formatted(&disarranged).unwrap();
        prop_assert!(means_the_same(text, &once), "{}", path.display());
        prop_assert_eq!(formatted(&once).unwrap(), once);
    }

    /// Whatever the text, there is an answer.
    #[test]
    fn any_text_has_an_answer(text in "([\\[\\]{}a-c.=#\"' \n,1]|\"\"\"|\r\n){0,60}") {
        if let Ok(once) = formatted(&text) {
            prop_assert!(means_the_same(&text.replace("\r\n", "\n"), &once));
            prop_assert_eq!(formatted(&once).unwrap(), once);
        }
    }
}

fn disarrange(text: &str, seed: u64) -> String {
    let mut state = seed | 1;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut out: Vec<String> = Vec::new();
    for section in text.split_inclusive("\n\n") {
        let mut lines: Vec<&str> = section.lines().collect();
        let simple = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase());
        let first = lines.iter().position(|line| simple(line)).unwrap_or(lines.len());
        let last = lines.iter().skip(first).take_while(|line| simple(line)).count() + first;
        for at in (first..last).rev() {
            lines.swap(at, first + random(at + 1 - first));
        }
        for line in lines {
            let wide = line.replacen(" = ", ["=", " =  ", "\t= "][random(3)], 1);
            out.push(if simple(line) { wide } else { line.to_owned() });
        }
        out.extend((0..random(2)).map(|_| String::new()));
    }
    out.join("\n")
}

/// What `ferz new` writes is right, formatted, and stays right with every example switched on.
#[test]
fn new_files_are_right_in_every_form() {
    let mut texts = vec![scaffold::empty("A", 8, 8)];
    for (files, ranks) in [(1, 3), (16, 16), (5, 6)] {
        texts.push(scaffold::empty("A \"new\" game", files, ranks));
    }
    for parent in [
        "chess",
        "chess[array=960]",
        "shogi",
        "crazyhouse",
        "atomic",
        "dobutsu",
        "12-augmenters",
        "racingkings",
        "extinction",
        "xiangqi",
        "alpaca",
    ] {
        let found = ferz::cli::library::find(parent).unwrap();
        texts.push(scaffold::child("A", parent, &found.load().definition.unwrap()));
    }
    for text in texts {
        let switched: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        assert!(switched.len() < text.len(), "{text}");
        for text in [&text, &switched] {
            assert_eq!(formatted(text).as_ref(), Ok(text));
            let checked = ferz::definition::check("a", "a", text, &[], &Folder::default());
            let errors: Vec<_> =
                checked.loaded.diagnostics.iter().filter(|fault| fault.is_error()).collect();
            assert!(errors.is_empty(), "{errors:#?}\n{text}");
            let definition = checked.loaded.definition.expect("a game");
            ferz::variant::Variant::new(definition).expect("rules");
        }
    }
}

/// What a file may be made of costs time and memory in proportion.
#[test]
fn hostile_files_are_formatted_or_refused() {
    let path = vec!["a"; 100_000].join(".");
    for (text, fine) in [
        (format!("{path} = 1\n"), false),
        (format!("[{path}]\n"), false),
        ("[[x]]\n[x.a]\n".repeat(15_000), true),
        ((0..15_000).map(|i| format!("k{i} = 1")).collect::<Vec<_>>().join("\n"), true),
        (format!("pieces.a.extra = [{}]\n", "{moves=\"\",name=\"a\"},".repeat(9_000)), true),
        (format!("a = {}1{}\n", "{b=".repeat(10_000), "}".repeat(10_000)), false),
        ("# c\n".repeat(50_000), true),
    ] {
        let made = formatted(&text);
        assert_eq!(made.is_ok(), fine, "{}", text.get(..40).unwrap_or_default());
    }
}

fn ferz(folder: &std::path::Path, arguments: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().expect("a code"), said)
}

#[test]
fn files_are_replaced_whole_and_never_written_over_by_new() {
    let folder = std::env::temp_dir().join(format!("ferz-format-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let messy = fs::read_to_string("tests/cli/messy.toml").unwrap();
    let file = folder.join("messy.toml");
    fs::write(&file, &messy).unwrap();
    fs::write(folder.join("broken.toml"), "[board\n").unwrap();
    let checked = ferz(&folder, &["fmt", "--check", "messy.toml"]);
    assert_eq!(checked, (1, "messy.toml: not formatted\n".to_owned()));
    assert_eq!(fs::read_to_string(&file).unwrap(), messy);
    let target = if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("messy.toml", folder.join("link.toml")).unwrap();
        "link.toml"
    } else {
        "messy.toml"
    };
    assert_eq!(ferz(&folder, &["fmt", target, "broken.toml"]).0, 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), formatted(&messy).unwrap());
    assert_eq!(fs::read_to_string(folder.join("broken.toml")).unwrap(), "[board\n");
    assert_eq!(folder.join(target).symlink_metadata().unwrap().is_symlink(), cfg!(unix));
    assert_eq!(ferz(&folder, &["fmt", "messy.toml"]), (0, "messy.toml: fine\n".to_owned()));

    assert_eq!(ferz(&folder, &["new", "My Game"]), (0, "my-game.toml: written\n".to_owned()));
    let first = fs::read_to_string(folder.join("my-game.toml")).unwrap();
    assert_eq!(ferz(&folder, &["new", "My Game", "--from", "empty"]).0, 2);
    assert_eq!(fs::read_to_string(folder.join("my-game.toml")).unwrap(), first);
    assert_eq!(ferz(&folder, &["new", "Child", "--from", "my-game"]).0, 0);
    for name in ["my-game.toml", "child.toml"] {
        assert_eq!(ferz(&folder, &["check", name]), (0, format!("{name}: fine\n")));
        assert_eq!(ferz(&folder, &["fmt", "--check", name]).0, 0);
    }
    assert_eq!(ferz(&folder, &["diff", "my-game", "child"]).0, 0);
    let left = fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, if cfg!(unix) { 5 } else { 4 }, "nothing else is left behind");
    fs::remove_dir_all(&folder).unwrap();
}
