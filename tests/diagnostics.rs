//! One broken variant file a case, beside what `ferz check` says about it.
//!
//! `FERZ_BLESS=1` writes the expectations anew. A file `NAME.toml` whose first line is
//! `# choose: option=choice,…` is read with these choices. Of a file `fine.NAME.toml` nothing
//! is said. Files that are too large to be kept are made here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ferz::cli::library::built_in;
use ferz::cli::render::render;
use ferz::definition::{Definition, Library, check_with, parse_choice_list};
use ferz::diagnostic::{Diagnostic, codes};
use ferz::lint;
use ferz::variant::{Choices, Variant};
use libtest_mimic::{Arguments, Failed, Trial};

const FOLDER: &str = "tests/diagnostics";

/// The names of files of which nothing is said begin so.
const FINE: &str = "fine";

/// Codes of which the corpus has no file, and where they are met instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("bad-notation", "read from another program: tests/convert.rs"),
    ("cannot-be-read", "read from another program: tests/convert.rs"),
    ("cannot-be-said", "written for another program: tests/convert.rs"),
    ("duplicate-key", "read from another program: tests/convert.rs"),
    ("ini-heading", "read from another program: tests/convert.rs"),
    ("ini-line", "read from another program: tests/convert.rs"),
    ("no-game", "read from another program: tests/convert.rs"),
    ("which-section", "read from another program: tests/convert.rs"),
    ("test-failed", "tests are run by the command: tests/cli/test.md"),
    ("limit", "rules too large to be compiled: tests/hostile.rs"),
    ("w-immobile", "in files a man without moves is meant: tests/notation/faults.toml"),
];

/// Parents of the cases, then the games in the program.
struct Parents;

impl Library for Parents {
    fn text(&self, name: &str) -> Option<(String, String)> {
        let path = format!("{FOLDER}/lib/{name}.toml");
        if let Ok(text) = fs::read_to_string(&path) {
            return Some((path, text));
        }
        built_in(name).map(|game| (format!("{name}.toml"), game.text.to_owned()))
    }

    fn names(&self) -> Vec<String> {
        vec!["chess".to_owned(), "mini".to_owned()]
    }
}

/// Everything that is said about a file.
fn rendered(name: &str, path: &str, text: &str) -> String {
    let choices = text.lines().next().and_then(|line| line.strip_prefix("# choose: "));
    let choices = choices.map_or(Vec::new(), |choices| {
        parse_choice_list(&format!("x[{choices}]")).expect("choices").1
    });
    let refusals = |definition: &Definition| {
        Variant::with(definition.clone(), Choices::LIGHT).err().unwrap_or_default()
    };
    let checked = check_with(name, path, text, &choices, &Parents, &refusals);
    let sources = &checked.loaded.sources;
    let mut out = render(&checked.loaded.diagnostics, sources, "", false);
    let broken = checked.loaded.diagnostics.iter().any(Diagnostic::is_error);
    if let Some(definition) = checked.loaded.definition.as_ref().filter(|_| !broken) {
        let variant = Variant::with(definition.clone(), Choices::LIGHT).expect("a fine game");
        let mut doubts = lint::warnings(&variant);
        doubts.retain(|warning| sources.index(warning.span().start) == Some(0));
        out += &render(&doubts, sources, "", false);
    }
    for variation in &checked.variations {
        let choices: Vec<String> =
            variation.choices.iter().map(|(o, c)| format!("{o}={c}")).collect();
        let note = format!(" (with `{}`)", choices.join(","));
        out += &render(&variation.diagnostics, &variation.sources, &note, false);
    }
    // A definition can also be refused when it is compiled.
    assert!(checked.loaded.definition.is_some() || broken);
    out
}

fn case(path: &Path, bless: bool) -> Result<(), Failed> {
    let name = path.file_stem().ok_or("no name")?.to_string_lossy().into_owned();
    let text = fs::read_to_string(path)?;
    let shown = format!("{name}.toml");
    let said = rendered(&name, &shown, &text);
    let expected_path = path.with_extension("stderr");
    if bless {
        fs::write(&expected_path, &said)?;
    }
    // The code of the fault is the name of the file, up to what follows a dot.
    let code = name.split('.').next().unwrap_or_default();
    if code == FINE && !said.is_empty() {
        return Err(format!("{shown} is not fine:\n{said}").into());
    }
    if code != FINE && !said.contains(&format!("[{code}]")) {
        return Err(format!("{shown} does not bring {code}:\n{said}").into());
    }
    let expected = fs::read_to_string(&expected_path)?;
    if expected.replace("\r\n", "\n") != said {
        return Err(format!("{shown}: expected\n{expected}\nbut it is\n{said}").into());
    }
    Ok(())
}

/// A file that is too large, and the code and words that are said of it.
struct Large {
    name: &'static str,
    text: String,
    code: &'static str,
    words: &'static str,
}

/// `what` for each number below `count`, one after the other.
fn many(count: usize, what: impl Fn(usize) -> String) -> String {
    (0..count).map(what).collect()
}

/// Files beyond each bound, by one where a bound has a number.
fn large() -> Vec<Large> {
    let child = |body: String| format!("{body}\n[variant]\nname = \"Large\"\nextends = \"mini\"\n");
    let case = |name, text, code, words| Large { name, text, code, words };
    let nested = |depth| format!("x = {}1{}\n", "[".repeat(depth), "]".repeat(depth));
    vec![
        case("bytes", child(format!("#{}", "x".repeat(256 * 1024))), "out-of-range", "262144"),
        case(
            "pieces",
            child(many(126, |n| {
                let letter = [b'a' + (n / 26) as u8, b'a' + (n % 26) as u8].map(char::from);
                let letter: String = letter.iter().collect();
                format!("[pieces.p{n}]\nletter = \"Z{letter}\"\nmoves = \"W\"\n")
            })),
            "out-of-range",
            "128",
        ),
        case(
            "zones",
            child(many(129, |n| format!("zones.zone{n} = \"a1\"\n"))),
            "out-of-range",
            "128",
        ),
        case(
            "groups",
            child(many(129, |n| format!("groups.g{n} = \"rook\"\n"))),
            "out-of-range",
            "128",
        ),
        case(
            "terms",
            child(many(129, |n| format!("let.t{n} = \"true\"\n"))),
            "out-of-range",
            "128",
        ),
        case(
            "ends",
            child(many(65, |n| {
                format!(
                    "[[end]]\nname = \"e{n}\"\nwhen = \"count(us, rook) > 9\"\nresult = \"us\"\n"
                )
            })),
            "out-of-range",
            "64",
        ),
        case(
            "options",
            child(many(65, |n| format!("[options.o{n}]\nabout = \"O.\"\nsets = \"turn.first\"\n"))),
            "out-of-range",
            "64",
        ),
        case(
            "choices",
            child(format!(
                "[options.o]\nabout = \"O.\"\ndefault = \"d\"\n{}",
                many(33, |n| format!("choices.c{n}.turn.first = \"black\"\n"))
            )),
            "out-of-range",
            "32",
        ),
        case(
            "tests",
            child(many(257, |n| format!("[[test]]\nname = \"t{n}\"\nlegal = [\"a1b1\"]\n"))),
            "out-of-range",
            "256",
        ),
        case(
            "presets",
            child(format!(
                "[setup.presets]\n{}",
                many(65, |n| format!("p{n} = \"r3k/ppppp/5/5/PPPPP/R3K w Aa - 0 1\"\n"))
            )),
            "out-of-range",
            "64",
        ),
        case(
            "about",
            format!(
                "[variant]\nname = \"Large\"\nextends = \"mini\"\nabout = \"{}\"\n",
                "x".repeat(4097)
            ),
            "out-of-range",
            "4096",
        ),
        case(
            "set",
            child(format!("zones.z = \"{}a1\"\n", "a1 + ".repeat(900))),
            "out-of-range",
            "4096",
        ),
        case(
            "condition",
            child(format!("let.t = \"{}true\"\n", "true or ".repeat(512))),
            "out-of-range",
            "4096",
        ),
        case(
            "notation",
            child(format!("pieces.rook.moves = \"{}\"\n", "W".repeat(1025))),
            "e-limit",
            "1024",
        ),
        case(
            "legs",
            child(format!("pieces.rook.moves = \"[{}W]\"\n", "W-".repeat(8))),
            "e-limit",
            "8",
        ),
        case("tables", child(nested(5000)), "too-deep", "deep"),
    ]
}

fn too_large(case: &Large) -> Result<(), Failed> {
    let checked = check_with(case.name, "large.toml", &case.text, &[], &Parents, &|_| Vec::new());
    let errors: Vec<&Diagnostic> =
        checked.loaded.diagnostics.iter().filter(|one| one.is_error()).collect();
    let said: Vec<String> =
        errors.iter().map(|one| format!("{}: {} {:?}", one.code, one.message, one.help)).collect();
    let [one] = errors.as_slice() else {
        return Err(format!("one fault expected: {said:#?}").into());
    };
    if one.code != case.code || !format!("{} {:?}", one.message, one.help).contains(case.words) {
        return Err(format!("{} with {} expected: {said:#?}", case.code, case.words).into());
    }
    Ok(())
}

/// The words in brackets behind `error` and `warning` of a rendering.
fn codes_in(said: &str) -> impl Iterator<Item = &str> {
    said.lines().filter_map(|line| {
        let rest = line.strip_prefix("error[").or_else(|| line.strip_prefix("warning["))?;
        Some(rest.split_once(']')?.0)
    })
}

/// Every code of the corpus has a text, and every code that has one is met.
fn corpus_and_codes_agree() -> Result<(), Failed> {
    let mut met: BTreeSet<String> = BTreeSet::new();
    for entry in fs::read_dir(FOLDER)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "stderr") {
            met.extend(codes_in(&fs::read_to_string(path)?).map(ToOwned::to_owned));
        }
    }
    for code in &met {
        codes::find(code).ok_or_else(|| format!("`{code}` is not in `codes::CODES`"))?;
    }
    for code in codes::CODES {
        let elsewhere = ELSEWHERE.iter().any(|(known, _)| *known == code.code);
        if met.contains(code.code) == elsewhere {
            let said = if elsewhere { "is met after all" } else { "is met by no file" };
            return Err(format!("`{}` {said}", code.code).into());
        }
    }
    for (code, _) in ELSEWHERE {
        codes::find(code).ok_or_else(|| format!("`{code}` is no code"))?;
    }
    Ok(())
}

/// Every code that stands in the source has a text.
fn source_and_codes_agree() -> Result<(), Failed> {
    let mut folders = vec![PathBuf::from("src")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path)?;
            for severity in ["error", "warning"] {
                for rest in text.split(&format!("Diagnostic::{severity}(")).skip(1) {
                    let Some(rest) = rest.trim_start().strip_prefix('"') else { continue };
                    let code = rest.split('"').next().unwrap_or_default();
                    if codes::find(code).is_none() {
                        let path = path.display();
                        return Err(format!("{path}: no code is called `{code}`").into());
                    }
                    found += 1;
                }
            }
        }
    }
    if found < 100 { Err(format!("only {found} codes in the source").into()) } else { Ok(()) }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let bless = std::env::var_os("FERZ_BLESS").is_some();
    let mut paths: Vec<PathBuf> = fs::read_dir(FOLDER)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 165, "only {} broken files", paths.len());
    let mut trials: Vec<Trial> = paths
        .into_iter()
        .map(|path| {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            Trial::test(name.unwrap_or_default(), move || case(&path, bless))
        })
        .collect();
    for case in large() {
        trials.push(Trial::test(format!("large: {}", case.name), move || too_large(&case)));
    }
    if !bless {
        trials.push(Trial::test("corpus and codes agree", corpus_and_codes_agree));
    }
    trials.push(Trial::test("source and codes agree", source_and_codes_agree));
    libtest_mimic::run(&arguments, trials).exit_code()
}
