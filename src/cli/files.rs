//! Files written whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

/// Puts a text in the place of a file's. The file is the old one or the new one, whatever
/// happens; its permissions stay, and a link stays a link.
///
/// # Errors
///
/// The folder or the file cannot be written.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let path = path.canonicalize().with_context(context)?;
    let permissions = path.metadata().with_context(context)?.permissions();
    // To rename over it would go, but whoever took the right to write meant it.
    if permissions.readonly() {
        return Err(anyhow!("it is read-only").context(context()));
    }
    let beside = beside(&path);
    let written = write_new(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, permissions))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // What is left of it helps nobody.
        drop(fs::remove_file(&beside));
    }
    written.with_context(context)
}

/// Writes a file that does not exist yet.
///
/// # Errors
///
/// There is such a file, or it cannot be written.
pub fn create(path: &Path, text: &str) -> anyhow::Result<()> {
    write_new(path, text).map_err(|error| {
        if error.kind() == ErrorKind::AlreadyExists {
            anyhow!("there is a file {} already", path.display())
        } else {
            anyhow!(error).context(format!("cannot write {}", path.display()))
        }
    })
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder, so that renaming moves nothing between disks.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
