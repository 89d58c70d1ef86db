//! Embeds the variant files: lists `variants/` and `variants/lib/` and writes a table of
//! `include_str!`s.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let mut found = Vec::new();
    for (folder, listed) in [("variants", true), ("variants/lib", false)] {
        println!("cargo::rerun-if-changed={folder}");
        let folder = Path::new(&root).join(folder);
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                found.push((name.unwrap_or_default(), listed, path));
            }
        }
    }
    found.sort();
    let mut table = String::from("&[\n");
    for pair in found.windows(2) {
        if pair[0].0 == pair[1].0 {
            return Err(io::Error::other(format!("two variant files are called {}", pair[0].0)));
        }
    }
    for (name, listed, path) in &found {
        writeln!(
            table,
            "    BuiltIn {{ name: {name:?}, listed: {listed}, text: include_str!({:?}) }},",
            path.display().to_string()
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("built_in.rs"), table)
}
