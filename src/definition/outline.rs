//! The names that a file and its parents choose, for editors: where they stand and what they are.

use super::Library;
use super::extend::Assembler;
use super::sources::Sources;
use super::tree::{Node, Text, Value};
use crate::source::Span;

/// Tables whose keys are names that sets and conditions use.
pub const NAMING: [&str; 5] = ["pieces", "groups", "zones", "let", "augmenters"];

/// A name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The table that it stands in, one of [`NAMING`].
    pub table: &'static str,
    /// The name.
    pub name: String,
    /// Where it was written first: in the file or a parent.
    pub span: Span,
    /// What it is: the set, the condition, or the moves.
    pub text: String,
}

/// What a file and its parents name.
#[derive(Clone, Debug)]
pub struct Outline {
    /// All names, table by table.
    pub names: Vec<Named>,
    /// Files and ranks, where they are given.
    pub board: Option<(u8, u8)>,
    /// All texts that the places are in.
    pub sources: Sources,
}

/// Reads the names of a file; `None` if it or a parent cannot be read at all. Whether they are
/// right is not asked.
pub fn outline(name: &str, path: &str, text: &str, library: &dyn Library) -> Option<Outline> {
    let mut assembler = Assembler::new(library);
    let tree = assembler.assemble(name, path, text)?.tree;
    let mut names = Vec::new();
    for table in NAMING {
        for (name, entry) in tree.get(table).and_then(Node::table).into_iter().flatten() {
            let text = entry.node.text().or_else(|| entry.node.get("moves")?.text());
            let text = text.map(Text::as_str).unwrap_or_default().to_owned();
            names.push(Named { table, name: name.clone(), span: entry.key, text });
        }
    }
    let number = |key: &str| match tree.get("board")?.get(key)?.value {
        Value::Integer(number) => u8::try_from(number).ok(),
        _ => None,
    };
    let board = number("files").zip(number("ranks"));
    Some(Outline { names, board, sources: assembler.sources })
}
