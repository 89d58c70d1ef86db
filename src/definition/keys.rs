//! What is known of the tables and keys of a file, for schemas, formatters and editors: taken
//! from the declarations that the reader itself uses.

use super::file::{FileTable, NOT_IN_PATCH};

/// What may stand behind a key.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// A list of these.
    List(&'static Kind),
    /// A table whose keys are names that the file chooses.
    Named(&'static Kind),
    /// A table with keys of its own.
    Table(&'static TableInfo),
    /// Any part of a file that a patch may change.
    Patch,
}

/// A table.
#[derive(Debug)]
pub struct TableInfo {
    /// Its name in the program, such as `PieceTable`.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its keys, in the order in which they are best written.
    pub keys: &'static [KeyInfo],
}

/// A key of a table.
#[derive(Debug)]
pub struct KeyInfo {
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What stands behind it.
    pub kind: Kind,
}

/// `off`, which all tables have.
pub const OFF: KeyInfo = KeyInfo {
    name: "off",
    doc: "True: this is taken out, together with all that is in it.",
    kind: Kind::Boolean,
};

/// `after`, which entries of lists have.
pub const AFTER: KeyInfo = KeyInfo {
    name: "after",
    doc: "A new entry stands directly behind the one of this name, not in front of all others.",
    kind: Kind::Text,
};

impl TableInfo {
    /// A key by its name.
    pub fn key(&self, name: &str) -> Option<&'static KeyInfo> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Whether its entries have names, as those of lists do.
    pub fn has_name(&self) -> bool {
        self.key("name").is_some()
    }
}

/// The table that a whole file is.
pub fn file() -> &'static TableInfo {
    FileTable::INFO
}

/// The keys of a file that a patch may change.
pub fn patch() -> impl Iterator<Item = &'static KeyInfo> {
    file().keys.iter().filter(|key| !NOT_IN_PATCH.contains(&key.name))
}

/// A place in the tree of a file: what stands there, and what is said of it.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What stands there.
    pub kind: Kind,
    /// The key that says so; none for names that the file chooses, and for the file.
    pub key: Option<&'static KeyInfo>,
}

impl Known {
    /// The whole file.
    pub const FILE: Self = Self { kind: Kind::Table(FileTable::INFO), key: None };

    /// What stands behind a key of what stands here. Lists are looked through: a path names no
    /// entries.
    pub fn step(self, name: &str) -> Option<Self> {
        let known = |key: &'static KeyInfo| Self { kind: key.kind, key: Some(key) };
        match self.kind.entry() {
            Kind::Table(table) => table.key(name).map(known).or(match name {
                "off" => Some(known(&OFF)),
                "after" => Some(known(&AFTER)),
                _ => None,
            }),
            Kind::Named(kind) => Some(Self { kind: *kind, key: None }),
            Kind::Patch => patch().find(|key| key.name == name).map(known),
            Kind::Text | Kind::Integer | Kind::Boolean | Kind::List(_) => None,
        }
    }

    /// What stands at the end of a path of keys.
    pub fn at<'a>(path: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        path.into_iter().try_fold(Self::FILE, Self::step)
    }
}

impl Kind {
    /// The kind itself, or that of the entries of a list.
    #[must_use]
    pub fn entry(self) -> Self {
        match self {
            Self::List(kind) => kind.entry(),
            kind => kind,
        }
    }

    /// The keys that a table of this kind may have, in the order in which they are best written;
    /// none if it has no keys of its own.
    pub fn keys(self) -> Vec<&'static KeyInfo> {
        match self.entry() {
            Self::Table(table) => table.keys.iter().collect(),
            Self::Patch => patch().collect(),
            Self::Text | Self::Integer | Self::Boolean | Self::Named(_) | Self::List(_) => {
                Vec::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_lists_names_and_patches() {
        let doc =
            |path: &str| Known::at(path.split('.')).and_then(|known| known.key).map(|k| k.doc);
        assert!(doc("castling.wing").is_some_and(|doc| doc.contains("outermost")));
        assert!(doc("pieces.rook.extra.passing").is_some_and(|doc| doc.contains("en passant")));
        let patched = doc("options.x.choices.y.pieces.rook.moves");
        assert_eq!(patched, doc("pieces.rook.moves"));
        assert!(doc("options.x.choices.y.test.name").is_none());
        assert!(doc("pieces.rook.move").is_none());
    }

    /// Every key says what it means.
    #[test]
    fn no_key_is_without_a_text() {
        fn walk(table: &TableInfo, seen: &mut usize) {
            assert!(!table.doc.trim().is_empty(), "{}", table.name);
            for key in table.keys {
                *seen += 1;
                assert!(key.doc.trim().ends_with('.'), "{}.{}", table.name, key.name);
                let mut kind = key.kind;
                while let Kind::List(inner) | Kind::Named(inner) = kind {
                    kind = *inner;
                }
                if let Kind::Table(table) = kind {
                    walk(table, seen);
                }
            }
        }
        let mut seen = 0;
        walk(file(), &mut seen);
        assert!(seen > 120, "{seen}");
    }
}
