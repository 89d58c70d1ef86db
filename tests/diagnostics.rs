//! One broken variant file a case, beside what `ferz check` says about it.
//!
//! `FERZ_BLESS=1` writes the expectations anew. A file `NAME.toml` whose first line is
//! `# choose: option=choice,…` is read with these choices.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ferz::cli::library::built_in;
use ferz::cli::render::render;
use ferz::definition::{Definition, Library, check_with, parse_choice_list};
use ferz::variant::Variant;
use libtest_mimic::{Arguments, Failed, Trial};

const FOLDER: &str = "tests/diagnostics";

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
    let refusals =
        |definition: &Definition| Variant::new(definition.clone()).err().unwrap_or_default();
    let checked = check_with(name, path, text, &choices, &Parents, &refusals);
    let mut out = render(&checked.loaded.diagnostics, &checked.loaded.sources, "", false);
    for variation in &checked.variations {
        let choices: Vec<String> =
            variation.choices.iter().map(|(o, c)| format!("{o}={c}")).collect();
        let note = format!(" (with `{}`)", choices.join(","));
        out += &render(&variation.diagnostics, &variation.sources, &note, false);
    }
    // A definition can also be refused when it is compiled.
    assert!(
        checked.loaded.definition.is_some()
            || checked.loaded.diagnostics.iter().any(ferz::diagnostic::Diagnostic::is_error)
    );
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
    if !said.contains(&format!("[{code}]")) {
        return Err(format!("{shown} does not bring {code}:\n{said}").into());
    }
    let expected = fs::read_to_string(&expected_path)?;
    if expected.replace("\r\n", "\n") != said {
        return Err(format!("{shown}: expected\n{expected}\nbut it is\n{said}").into());
    }
    Ok(())
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
    assert!(paths.len() >= 70, "only {} broken files", paths.len());
    let trials = paths
        .into_iter()
        .map(|path| {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            Trial::test(name.unwrap_or_default(), move || case(&path, bless))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
