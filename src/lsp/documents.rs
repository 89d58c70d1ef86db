//! The texts that an editor has open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::TextDocumentContentChangeEvent;

use super::{Libraries, place};
use crate::definition::Library;
use crate::definition::outline::{Outline, outline};
use crate::limits;

/// A text that is open.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// Where it is stored, if it is.
    pub path: Option<PathBuf>,
    /// What stands in the editor; empty where that is too long.
    pub text: String,
    /// Whether it has more bytes than a message may have.
    pub too_long: bool,
    /// The names of the last state that could be read.
    pub outline: Option<Outline>,
    /// Whether it has changed since its faults were told.
    pub dirty: bool,
}

/// All of them, by URI.
#[derive(Debug, Default)]
pub(super) struct Documents(pub BTreeMap<String, Document>);

impl Document {
    /// Lays a change over the text.
    pub(super) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            None => self.set(change.text),
            Some(range) if !self.too_long => {
                let start = place::byte(&self.text, range.start);
                let end = place::byte(&self.text, range.end).max(start);
                let mut text = std::mem::take(&mut self.text);
                text.replace_range(start..end, &change.text);
                self.set(text);
            }
            // A part of what is not kept.
            Some(_) => {}
        }
        self.dirty = true;
    }

    /// Sets the whole text.
    pub(super) fn set(&mut self, text: String) {
        self.too_long = text.len() > limits::MESSAGE_BYTES;
        self.text = if self.too_long { String::new() } else { text };
    }

    /// What people are shown.
    pub(super) fn shown(&self) -> String {
        self.path.as_ref().map_or_else(|| "text".to_owned(), |path| path.display().to_string())
    }

    /// The name by which a child extends it. A file called as a game in the program is none, and
    /// may extend that game.
    pub(super) fn name(&self, library: &dyn Library) -> String {
        let shown = self.shown();
        let stem = self.path.as_ref().and_then(|path| path.file_stem());
        let Some(stem) = stem.map(|stem| stem.to_string_lossy().into_owned()) else {
            return shown;
        };
        let other = library.text(&stem).is_some_and(|(path, _)| path != shown);
        if other { shown } else { stem }
    }
}

/// Texts that are open in front of the files of a folder.
struct Open<'a> {
    documents: &'a Documents,
    folder: Option<PathBuf>,
    below: Box<dyn Library>,
}

impl Library for Open<'_> {
    fn text(&self, name: &str) -> Option<(String, String)> {
        let below = self.below.text(name);
        let path = self.folder.as_ref().map(|folder| folder.join(format!("{name}.toml")));
        let open = self.documents.0.values().find(|document| {
            document.path.is_some() && document.path == path && !document.too_long
        });
        match (open, below) {
            // Games in the program come first.
            (Some(open), Some((path, text))) if path != open.shown() => Some((path, text)),
            (Some(open), _) => Some((open.shown(), open.text.clone())),
            (None, below) => below,
        }
    }

    fn names(&self) -> Vec<String> {
        self.below.names()
    }
}

impl Documents {
    /// Where the parents of a document are.
    pub(super) fn library<'a>(
        &'a self,
        document: &Document,
        libraries: Libraries<'_>,
    ) -> Box<dyn Library + 'a> {
        let folder = document.path.as_deref().and_then(Path::parent).map(Path::to_owned);
        let below = libraries(folder.as_deref());
        Box::new(Open { documents: self, folder, below })
    }

    /// Reads the names of a document again, if it can be read.
    pub(super) fn refresh(&mut self, uri: &str, libraries: Libraries<'_>) {
        let Some(document) = self.0.get(uri) else { return };
        let library = self.library(document, libraries);
        let name = document.name(&*library);
        let new = outline(&name, &document.shown(), &document.text, &*library);
        drop(library);
        if let (Some(new), Some(document)) = (new, self.0.get_mut(uri)) {
            document.outline = Some(new);
        }
    }

    /// Marks a document and all that may be its children.
    pub(super) fn mark(&mut self, uri: &str) {
        let folder = |document: &Document| {
            document.path.as_deref().and_then(Path::parent).map(Path::to_owned)
        };
        let Some(changed) = self.0.get(uri).map(folder) else { return };
        for (other, document) in &mut self.0 {
            document.dirty |= other == uri || (changed.is_some() && folder(document) == changed);
        }
    }
}

/// The path of a `file:` URI.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` is `C:/games` where drives have letters.
    let drive = path.get(2..3) == Some(":") && cfg!(windows);
    Some(PathBuf::from(if drive { path.get(1..)? } else { &path }))
}

/// The `file:` URI of a path.
pub(super) fn uri_of(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push('%');
            uri.extend([byte >> 4, byte & 15].map(hex_digit));
        }
    }
    uri
}

fn hex_digit(value: u8) -> char {
    char::from_digit(u32::from(value), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_and_paths() {
        let path = Path::new("/a b/ä.toml");
        assert_eq!(uri_of(path), "file:///a%20b/%C3%A4.toml");
        assert_eq!(path_of(&uri_of(path)).as_deref(), Some(path));
        for uri in ["untitled:1", "file://", "file:///%", "file:///%zz", "file:///%ff"] {
            assert_eq!(path_of(uri), None, "{uri}");
        }
    }
}
