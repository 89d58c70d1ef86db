//! Variant files for tests.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use ferz::definition::Definition;

/// The definition of a built-in game or of a file, with options: `chess[array=960]`.
pub(crate) fn definition(variant: &str) -> Result<Definition, String> {
    Err(format!("{variant}: not yet"))
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

/// Most nodes that one count of a test may have: `FERZ_PERFT_BUDGET`, or this.
pub(crate) fn budget(usual: u64) -> u64 {
    match std::env::var("FERZ_PERFT_BUDGET") {
        Ok(text) => text.parse().expect("FERZ_PERFT_BUDGET is a number"),
        Err(_) => usual,
    }
}
