//! Every variant file we ship defines a game, whatever is chosen, and nothing in it is doubtful.

use std::path::{Path, PathBuf};

use ferz::definition::{Definition, Library, check_with};
use ferz::lint;
use ferz::variant::{Choices, Variant};
use rayon::prelude::*;

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

/// What is said of a file. Options are checked too; doubts of the game as it stands.
fn said_of(path: &Path) -> Vec<String> {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("a readable file");
    let refusals = |definition: &Definition| {
        Variant::with(definition.clone(), Choices::LIGHT).err().unwrap_or_default()
    };
    let checked = check_with(&name, &path.to_string_lossy(), &text, &[], &Folder, &refusals);
    let sources = &checked.loaded.sources;
    let mut all = checked.loaded.diagnostics.clone();
    if let Some(definition) = checked.loaded.definition.as_ref().filter(|_| checked.is_fine()) {
        let variant = Variant::with(definition.clone(), Choices::LIGHT).expect("a fine game");
        let mut doubts = lint::warnings(&variant);
        // What is said of a parent's line is said with the parent.
        doubts.retain(|doubt| sources.index(doubt.span().start) == Some(0));
        all.extend(doubts);
    }
    assert!(checked.loaded.definition.is_some() || !all.is_empty(), "{}", path.display());
    let mut said: Vec<String> = all
        .iter()
        .map(|one| {
            let at = sources.locate(one.span());
            let at = at.map(|(file, span)| (file.name.clone(), file.line_column(span.start)));
            format!("{at:?} {}: {}", one.code, one.message)
        })
        .collect();
    for variation in &checked.variations {
        let list = variation.diagnostics.iter();
        said.extend(list.map(|one| format!("{:?} {}", variation.choices, one.message)));
    }
    said
}

#[test]
fn of_no_file_is_anything_said() {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["variants", "variants/lib"] {
        let folder = Path::new(folder).read_dir().expect("a folder of variants");
        paths.extend(folder.map(|entry| entry.expect("a readable folder").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    assert!(paths.len() >= 70, "only {} variant files", paths.len());
    paths.par_iter().for_each(|path| {
        let said = said_of(path);
        assert!(said.is_empty(), "{}: {said:#?}", path.display());
    });
}
