//! Variant files for tests.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::path::PathBuf;

use ferz::definition::{Definition, Library, load, parse_choice_list};

/// The built-in games, read from their folder, and behind them the folder of a file.
struct Folder(Option<PathBuf>);

impl Library for Folder {
    fn text(&self, name: &str) -> Option<(String, String)> {
        let built_in = ["variants", "variants/lib"].map(PathBuf::from);
        built_in.iter().chain(&self.0).find_map(|folder| {
            let path = folder.join(name).with_extension("toml");
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path.display().to_string(), text))
        })
    }
}

/// The definition of a built-in game or of a file, with options: `chess[array=960]`.
pub(crate) fn definition(variant: &str) -> Result<Definition, String> {
    let (name, choices) =
        parse_choice_list(variant).map_err(|fault| format!("{variant}: {fault:?}"))?;
    let path = if is_built_in(&name) {
        PathBuf::from("variants").join(&name).with_extension("toml")
    } else {
        PathBuf::from(&name)
    };
    let text = std::fs::read_to_string(&path).map_err(|fault| format!("{name}: {fault}"))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let library = Folder(path.parent().map(Into::into));
    let loaded = load(&stem, &name, &text, &choices, &library);
    loaded.definition.ok_or_else(|| {
        let mut message = format!("{variant} is refused:");
        for fault in loaded.diagnostics {
            let place = loaded.sources.locate(fault.span()).map(|(file, span)| {
                let (line, column) = file.line_column(span.start);
                format!("{}:{line}:{column}", file.name)
            });
            message.push_str("\n  ");
            message.push_str(&place.unwrap_or_default());
            message.push_str(": ");
            message.push_str(&fault.message);
        }
        message
    })
}

/// Whether there is such a file in `variants/`.
pub(crate) fn is_built_in(variant: &str) -> bool {
    std::path::Path::new("variants").join(format!("{variant}.toml")).is_file()
}

/// Names (without `.toml`) and texts of the files in a folder, by name.
pub(crate) fn files(folder: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap_or_else(|fault| panic!("{folder}: {fault}"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// Most nodes that one count of a test may have: `FERZ_PERFT_BUDGET` (a number or `max`), or
/// this.
pub(crate) fn budget(usual: u64) -> u64 {
    match std::env::var("FERZ_PERFT_BUDGET") {
        Ok(text) if text == "max" => u64::MAX,
        Ok(text) => text.parse().expect("FERZ_PERFT_BUDGET is a number"),
        Err(_) => usual,
    }
}
