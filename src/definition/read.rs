//! How tables of a file are read, and what is known of their keys.
//!
//! Every table is a struct of optional fields, declared by `table!`. Reading collects every
//! unknown key and every wrong type; whether a key is needed is asked later, by [`Missing`].

use std::marker::PhantomData;

use super::faults::Faults;
use super::keys::Kind;
use super::names::suggest;
use super::tree::{Node, Table, Text, Value};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::{Span, Spanned};

/// A value that can be read from a tree. `None` after a fault, which has been reported.
pub(crate) trait Read: Sized {
    /// What it is, for schemas and editors.
    const KIND: Kind;

    /// Reads it. `path` says in plain words what is being read.
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self>;
}

/// Which keys of a table stand there, rightly or wrongly.
pub(crate) trait Missing {
    /// Place of the table.
    fn span(&self) -> Span;
    /// Keys that were seen.
    fn seen(&self) -> &[&'static str];

    /// Reports a key that is needed and does not stand there; nothing if it stands there but
    /// was wrong.
    fn need(&self, key: &'static str, what: &str, faults: &mut Faults) {
        if !self.seen().contains(&key) {
            faults.push(
                Diagnostic::error(
                    "missing-key",
                    self.span(),
                    format!("{what} needs the key `{key}`"),
                )
                .label(format!("no `{key}` here")),
            );
        }
    }
}

/// A wrong type.
pub(crate) fn wrong_type(node: &Node, path: &str, wanted: &str, faults: &mut Faults) {
    let fault = Diagnostic::error(
        "wrong-type",
        node.span,
        format!("`{path}` must be {wanted}, not {}", node.kind()),
    )
    .label(format!("expected {wanted}"));
    let help = match (wanted, &node.value) {
        ("a list", Value::Table(_)) => "entries of a list have double brackets: `[[…]]`",
        ("a list", _) => "a list stands in brackets: `[…]`",
        ("a text", Value::List(_)) => "write one text; parts of a set are joined with `+`",
        ("a text", Value::Integer(_) | Value::Boolean(_)) => "texts stand in quotes",
        ("a table", _) => "a table has keys: `{ key = … }`",
        ("a whole number", Value::Text(text)) if text.value.parse::<i64>().is_ok() => {
            "leave the quotes out"
        }
        ("`true` or `false`", Value::Text(text)) if text.value.parse::<bool>().is_ok() => {
            "leave the quotes out"
        }
        ("`true` or `false`", _) => "write `true` or `false`, without quotes",
        ("a whole number", _) => "write digits only",
        _ => "",
    };
    faults.push(if help.is_empty() { fault } else { fault.help(help) });
}

/// An element of the language that this version does not support.
pub(crate) fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("unsupported", span, format!("{what} is not supported by this version"))
        .label("not supported yet")
        .help("take it out; nothing of a variant is ever ignored")
}

/// A key that no table of this kind has.
pub(crate) fn unknown_key(key: &str, span: Span, path: &str, known: &[&'static str]) -> Diagnostic {
    let shown = super::names::shown(key);
    let message = if path.is_empty() {
        format!("there is no table or key `{shown}`")
    } else {
        format!("`{path}` has no key `{shown}`")
    };
    suggest(
        Diagnostic::error("unknown-key", span, message).label("unknown key"),
        key,
        known.iter().copied(),
    )
}

impl Read for Text {
    const KIND: Kind = Kind::Text;

    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let Some(text) = node.text() else {
            wrong_type(node, path, "a text", faults);
            return None;
        };
        if text.value.len() > limits::TEXT_BYTES {
            faults.push(Diagnostic::error(
                "out-of-range",
                node.span,
                format!(
                    "`{path}` has {} bytes; at most {} are allowed",
                    text.value.len(),
                    limits::TEXT_BYTES
                ),
            ));
            return None;
        }
        Some(text.clone())
    }
}

impl Read for Spanned<i64> {
    const KIND: Kind = Kind::Integer;

    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let value = match &node.value {
            Value::Integer(value) => Some(*value),
            Value::Given(text) => text.value.parse().ok(),
            _ => None,
        };
        if value.is_none() {
            wrong_type(node, path, "a whole number", faults);
        }
        value.map(|value| Self::new(value, node.span))
    }
}

impl Read for Spanned<bool> {
    const KIND: Kind = Kind::Boolean;

    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let value = match &node.value {
            Value::Boolean(value) => Some(*value),
            Value::Given(text) => text.value.parse().ok(),
            _ => None,
        };
        if value.is_none() {
            wrong_type(node, path, "`true` or `false`", faults);
        }
        value.map(|value| Self::new(value, node.span))
    }
}

/// A list. Wrong elements are left out, after their fault was reported.
impl<T: Read> Read for Spanned<Vec<T>> {
    const KIND: Kind = Kind::List(&T::KIND);

    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let Some(list) = node.list() else {
            wrong_type(node, path, "a list", faults);
            return None;
        };
        let most = if path == "test" { limits::TESTS } else { limits::LIST_ENTRIES };
        if list.len() > most {
            faults.push(Diagnostic::error(
                "out-of-range",
                node.span,
                format!("`{path}` has {} entries; at most {most} are allowed", list.len()),
            ));
            return None;
        }
        let read = list.iter().filter_map(|item| T::read(item, path, faults)).collect();
        Some(Self::new(read, node.span))
    }
}

/// A table whose keys are names that the file chooses, in alphabetical order.
#[derive(Debug, Default)]
pub(crate) struct Named<T> {
    /// Name, place of the name, value. An entry with a fault is there without its value.
    pub entries: Vec<(Spanned<String>, Option<T>)>,
    /// Place of the table.
    pub span: Span,
}

impl<T> Named<T> {
    /// All entries without a fault of their own.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Spanned<String>, &T)> {
        self.entries.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }
}

impl<T: Read> Read for Named<T> {
    const KIND: Kind = Kind::Named(&T::KIND);

    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let table = read_table(node, path, faults)?;
        let entries = table
            .iter()
            .map(|(key, entry)| {
                let path = format!("{path}.{}", super::names::shown(key));
                (Spanned::new(key.clone(), entry.key), T::read(&entry.node, &path, faults))
            })
            .collect();
        Some(Self { entries, span: node.span })
    }
}

/// A `T` that is read before and by somebody else: here it is only kept.
#[derive(Debug)]
pub(crate) struct Later<T>(PhantomData<T>);

impl<T: Read> Read for Later<T> {
    const KIND: Kind = T::KIND;

    fn read(_: &Node, _: &str, _: &mut Faults) -> Option<Self> {
        Some(Self(PhantomData))
    }
}

/// Any part of a file that a patch may change; it is laid over the file and read there.
#[derive(Debug)]
pub(crate) struct Patch(pub Node);

impl Read for Patch {
    const KIND: Kind = Kind::Patch;

    fn read(node: &Node, _: &str, _: &mut Faults) -> Option<Self> {
        Some(Self(node.clone()))
    }
}

/// The node as a table; reported if it is none.
pub(crate) fn read_table<'a>(node: &'a Node, path: &str, faults: &mut Faults) -> Option<&'a Table> {
    if node.table().is_none() {
        let wanted = if path.is_empty() { "the file" } else { path };
        wrong_type(node, wanted, "a table", faults);
    }
    node.table()
}

/// Declares a table: what its keys mean, how they are called, and of which type they are.
macro_rules! table {
    (
        $(#[doc = $doc:literal])*
        $name:ident {
            $($(#[doc = $key_doc:literal])* $field:ident $key:literal: $type:ty,)*
        }
        $(later { $($later:literal),* $(,)? })?
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Default)]
        pub(crate) struct $name {
            /// Place of the table.
            pub span: Span,
            /// Keys that stand in it.
            pub seen: Vec<&'static str>,
            $($(#[doc = $key_doc])* pub $field: Option<$type>,)*
        }

        impl $name {
            /// All keys.
            pub(crate) const KEYS: &'static [&'static str] = &[$($key,)* $($($later),*)?];

            /// What is known of them.
            pub(crate) const INFO: &'static TableInfo = &TableInfo {
                name: stringify!($name),
                doc: concat!($($doc),*),
                keys: &[$(KeyInfo {
                    name: $key,
                    doc: concat!($($key_doc),*),
                    kind: <$type as Read>::KIND,
                },)*],
            };
        }

        impl Missing for $name {
            fn span(&self) -> Span {
                self.span
            }
            fn seen(&self) -> &[&'static str] {
                &self.seen
            }
        }

        impl Read for $name {
            const KIND: Kind = Kind::Table(Self::INFO);

            fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
                let table = read_table(node, path, faults)?;
                let mut read = Self { span: node.span, ..Self::default() };
                for (key, entry) in table {
                    let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    match key.as_str() {
                        $($key => {
                            read.seen.push($key);
                            read.$field = Read::read(&entry.node, &inner, faults);
                        })*
                        $($($later => {
                            read.seen.push($later);
                            faults.push(unsupported(entry.key, &format!("`{inner}`")));
                        })*)?
                        // Entries that are left out, or put elsewhere, are settled before; here
                        // only a wrong value can be left.
                        "off" => wrong_type(&entry.node, &inner, "true or false", faults),
                        "after" => wrong_type(&entry.node, &inner, "a text", faults),
                        _ => {
                            // A key that was meant is not missing too.
                            read.seen.extend(closest(key, Self::KEYS.iter().copied()));
                            faults.push(unknown_key(key, entry.key, path, Self::KEYS));
                        }
                    }
                }
                Some(read)
            }
        }
    };
}

pub(crate) use table;
