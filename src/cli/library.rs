//! Where games come from: those in the program, and files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use crate::definition::{Library, Loaded, load, parse_choice_list};
use crate::limits;

/// A variant file in the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name, as games are named and parents are extended.
    pub name: &'static str,
    /// False for a file that only others build on.
    pub listed: bool,
    /// Its text.
    pub text: &'static str,
}

/// All files in the program, by name.
pub const BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The file in the program that has this name.
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.binary_search_by(|game| game.name.cmp(name)).ok().and_then(|at| BUILT_IN.get(at))
}

/// Parents of a file: the games in the program, then the files of its folder.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// The folder; `None` for a game in the program, whose parents are there too.
    pub path: Option<PathBuf>,
}

impl Library for Folder {
    fn text(&self, name: &str) -> Option<(String, String)> {
        if let Some(game) = built_in(name) {
            return Some((built_in_path(name), game.text.to_owned()));
        }
        let path = self.path.as_ref()?.join(format!("{name}.toml"));
        let text = read_text(&path).ok()?;
        Some((shown_path(&path), text))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = BUILT_IN.iter().map(|game| game.name.to_owned()).collect();
        let files = self.path.iter().filter_map(|path| path.read_dir().ok()).flatten().flatten();
        for path in files.map(|entry| entry.path()).filter(|path| is_variant_file(path)) {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A variant as it was asked for, `NAME_OR_PATH[option=choice,…]`, and found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its own name, as a child would extend it.
    pub name: String,
    /// What people are shown.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The choices asked for.
    pub choices: Vec<(String, String)>,
    /// Where its parents are.
    pub library: Folder,
}

impl Found {
    /// Reads it.
    pub fn load(&self) -> Loaded {
        load(&self.name, &self.path, &self.text, &self.choices, &self.library)
    }

    /// What a call would write to mean it.
    pub fn called(&self) -> String {
        let name = if self.library.path.is_some() { &self.path } else { &self.name };
        if self.choices.is_empty() {
            return name.clone();
        }
        let choices: Vec<String> =
            self.choices.iter().map(|(option, choice)| format!("{option}={choice}")).collect();
        format!("{name}[{}]", choices.join(","))
    }
}

/// Finds a game in the program, or else a file.
///
/// # Errors
///
/// A text that names nothing, or a file that cannot be read.
pub fn find(argument: &str) -> anyhow::Result<Found> {
    // A path may have brackets in it.
    if Path::new(argument).is_file() {
        return read_file(Path::new(argument), Vec::new());
    }
    let (name, choices) =
        parse_choice_list(argument).map_err(|error| anyhow!("`{argument}`: {error}"))?;
    if let Some(game) = built_in(&name) {
        return Ok(Found {
            path: built_in_path(&name),
            name,
            text: game.text.to_owned(),
            choices,
            library: Folder::default(),
        });
    }
    let path = PathBuf::from(&name);
    if path.is_file() {
        return read_file(&path, choices);
    }
    let with_ending = PathBuf::from(format!("{name}.toml"));
    if with_ending.is_file() {
        return read_file(&with_ending, choices);
    }
    bail!("there is no game and no file `{name}`")
}

/// The file, all files of the folder, or the game.
pub fn find_all(what: &str) -> Vec<anyhow::Result<Found>> {
    let path = Path::new(what);
    if path.is_dir() {
        return match variant_files(path) {
            Ok(files) if files.is_empty() => {
                vec![Err(anyhow!("there is no variant file in {}", path.display()))]
            }
            Ok(files) => files.iter().map(|path| read_file(path, Vec::new())).collect(),
            Err(error) => vec![Err(error)],
        };
    }
    vec![find(what)]
}

/// Reads a variant file.
///
/// # Errors
///
/// It cannot be read, or is no text.
pub fn read_file(path: &Path, choices: Vec<(String, String)>) -> anyhow::Result<Found> {
    let text = read_text(path)?;
    let shown = shown_path(path);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // A file called as a game in the program may extend that game.
    let name = if built_in(&stem).is_some() { shown.clone() } else { stem };
    let folder = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("."),
    };
    Ok(Found { name, path: shown, text, choices, library: Folder { path: Some(folder) } })
}

/// All variant files of a folder, by path. Folders in it are left alone: what lies there
/// (`variants/lib`) may be parts of games.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn variant_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().with_context(context)? {
        let path = entry.with_context(context)?.path();
        if is_variant_file(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_variant_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml")
}

/// Reads a little more than a file may have, so that a file that is too long is known to be.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    // To open a pipe would wait for somebody to write into it.
    let about = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
    if !about.is_file() {
        bail!("cannot read {}: it is no file", path.display());
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut bytes = Vec::new();
    file.take(limits::FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() > limits::FILE_BYTES {
        bail!("{} has more than {} bytes", path.display(), limits::FILE_BYTES);
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("{} is not UTF-8 text", path.display()))
}

fn shown_path(path: &Path) -> String {
    path.display().to_string()
}

fn built_in_path(name: &str) -> String {
    format!("{name}.toml (built in)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_the_program_are_found_by_name() {
        let found = find("chess[array=960]").unwrap();
        assert_eq!(found.choices, [("array".to_owned(), "960".to_owned())]);
        assert!(found.load().definition.is_some());
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(find("no-such-game").is_err());
        assert!(find("chess[array").is_err());
    }
}
