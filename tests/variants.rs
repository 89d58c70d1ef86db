//! Every variant file we ship defines a game, whatever is chosen.
#![expect(clippy::print_stderr, reason = "a failure is explained there")]

use std::path::Path;

use ferz::definition::{Library, check};

struct Folder;

impl Library for Folder {
    fn text(&self, name: &str) -> Option<(String, String)> {
        ["variants", "variants/lib"].iter().find_map(|folder| {
            let path = format!("{folder}/{name}.toml");
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path, text))
        })
    }
}

#[test]
fn all_files_are_fine() {
    let mut count = 0;
    // What lies in `variants/lib` may be parts of games.
    for entry in Path::new("variants").read_dir().expect("the folder of variants") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let checked = check(&name, &path.to_string_lossy(), &text, &[], &Folder);
        for fault in &checked.loaded.diagnostics {
            let at = checked.loaded.sources.locate(fault.span());
            let at = at.map(|(file, span)| (file.name.clone(), file.line_column(span.start)));
            eprintln!("{at:?} {}: {}", fault.code, fault.message);
        }
        for variation in &checked.variations {
            eprintln!("{:?}: {:#?}", variation.choices, variation.diagnostics);
        }
        assert!(checked.is_fine(), "{}", path.display());
        assert!(checked.loaded.definition.is_some(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 3, "no variant files");
}
