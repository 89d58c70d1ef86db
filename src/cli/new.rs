//! `ferz new`: the beginning of a variant file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::files::create;
use super::library::find;
use super::{FAULTY, FINE};
use crate::board::Shape;
use crate::definition::load;
use crate::limits;
use crate::scaffold;

/// The arguments of `ferz new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The name of the new game
    pub name: String,
    /// What to begin with: `empty`, or a game to change, `NAME[option=choice,…]`; also a file of
    /// the folder into which the new one is written
    #[arg(long, default_value = "chess", value_name = "chess|empty|VARIANT")]
    pub from: String,
    /// The size of an empty board, files by ranks
    #[arg(long, value_name = "8x8")]
    pub board: Option<String>,
    /// Where to write it, `-` for stdout; if not given, a file called as the game
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A name or board that cannot be, a game that is not there, or a file that is there already.
pub fn run(args: &NewArgs) -> anyhow::Result<u8> {
    let title = args.name.trim();
    if title.is_empty()
        || title.chars().count() > limits::ENTRY_NAME_CHARS
        || title.chars().any(char::is_control)
    {
        bail!("a game's name has 1 to {} characters, on one line", limits::ENTRY_NAME_CHARS);
    }
    let path = match &args.output {
        Some(path) => path.clone(),
        None => PathBuf::from(file_name(title)?),
    };
    let (text, library) = if args.from == "empty" {
        let (files, ranks) = size(args.board.as_deref().unwrap_or("8x8"))?;
        (scaffold::empty(title, files, ranks), super::library::Folder::default())
    } else {
        if args.board.is_some() {
            bail!("a child has its parent's board: `--board` goes with `--from empty`");
        }
        let found = find(&args.from)?;
        let parent = parent_name(&found, &path)?;
        let Some(game) = super::open::read(&args.from, args.json)? else { return Ok(FAULTY) };
        (scaffold::child(title, &parent, &game), found.library)
    };
    // A name that no game can have, or a parent whose options cannot be settled.
    let shown = path.display().to_string();
    let loaded = load(&shown, &shown, &text, &[], &library);
    if loaded.definition.is_none() {
        super::open::show(&loaded.diagnostics, &loaded.sources, &shown, args.json)?;
        return Ok(FAULTY);
    }
    let mut out = std::io::stdout().lock();
    if path == Path::new("-") {
        if args.json {
            writeln!(out, "{}", serde_json::json!({ "path": null, "text": text }))?;
        } else {
            write!(out, "{text}")?;
        }
        return Ok(FINE);
    }
    create(&path, &text)?;
    if args.json {
        writeln!(out, "{}", serde_json::json!({ "path": shown }))?;
    } else {
        writeln!(out, "{shown}: written")?;
    }
    Ok(FINE)
}

/// The name as a file's.
fn file_name(title: &str) -> anyhow::Result<String> {
    let mut name = String::new();
    for c in title.to_lowercase().chars() {
        match c {
            c if c.is_alphanumeric() => name.push(c),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() {
        bail!("`{title}` gives no name for a file: say one with `-o`");
    }
    Ok(format!("{name}.toml"))
}

/// What a file there has to write to extend the game.
fn parent_name(found: &super::library::Found, path: &Path) -> anyhow::Result<String> {
    let Some(folder) = &found.library.path else { return Ok(found.called()) };
    let of = |path: &Path| match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.canonicalize(),
        _ => PathBuf::from(".").canonicalize(),
    };
    let same = path != Path::new("-") && of(path)? == folder.canonicalize()?;
    if !same {
        bail!(
            "{} is in another folder: parents are games in the program or files of the same folder",
            found.path
        );
    }
    let stem = Path::new(&found.path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    if super::library::built_in(&stem).is_some() {
        bail!("`{stem}` means the game in the program: a file of that name cannot be a parent");
    }
    let choices: Vec<String> =
        found.choices.iter().map(|(option, choice)| format!("{option}={choice}")).collect();
    Ok(if choices.is_empty() { stem } else { format!("{stem}[{}]", choices.join(",")) })
}

/// `FILESxRANKS`. Two kings need room between them.
fn size(text: &str) -> anyhow::Result<(u8, u8)> {
    let number = |text: &str| text.trim().parse::<u8>().ok();
    let size = text.split_once(['x', 'X']).and_then(|(f, r)| Some((number(f)?, number(r)?)));
    match size {
        Some((files, ranks)) if ranks >= 3 && Shape::new(files, ranks).is_some() => {
            Ok((files, ranks))
        }
        _ => bail!(
            "`{text}` is no board for a new game: 1 to {side} files by 3 to {side} ranks, `8x8`",
            side = limits::BOARD_SIDE
        ),
    }
}
