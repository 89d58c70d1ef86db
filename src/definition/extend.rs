//! A file and its parents become one tree.

use std::collections::BTreeMap;

use super::faults::Faults;
use super::names::{shown, suggest};
use super::options::{self, Options, split_choices};
use super::sources::Sources;
use super::tree::{self, Node, Text, Value};
use super::{Library, merge};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// A file over its parents: not yet patched, with everything that is off still in it.
#[derive(Clone, Debug)]
pub(crate) struct Assembled {
    /// The merged tree.
    pub tree: Node,
    /// Options that a file down the line has chosen in its `extends`, with the choice.
    pub settled: BTreeMap<String, String>,
}

/// Reads files and follows `extends`.
pub(crate) struct Assembler<'a> {
    /// Where parents come from.
    pub library: &'a dyn Library,
    /// All texts read.
    pub sources: Sources,
    /// What was wrong.
    pub faults: Faults,
    /// Names of the files on the way down.
    stack: Vec<String>,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(library: &'a dyn Library) -> Self {
        Self { library, sources: Sources::default(), faults: Faults::default(), stack: Vec::new() }
    }

    /// Reads one file and its parents. `None` if there is no tree to go on with.
    pub(crate) fn assemble(&mut self, name: &str, path: &str, text: &str) -> Option<Assembled> {
        if text.len() > limits::FILE_BYTES {
            let start = self.sources.add(path, String::new());
            check_size(text, start, &mut self.faults);
            return None;
        }
        let offset = self.sources.add(path, text);
        let mut own = tree::parse(text, offset, &mut self.faults)?;
        merge::check_duplicates(&own, &mut self.faults);
        let extends = own.get("variant").and_then(|variant| variant.get("extends")).cloned();
        self.stack.push(name.to_owned());
        let assembled = match extends.as_ref().map(Node::text) {
            // A wrong type is reported where `variant` is read.
            None | Some(None) => {
                let mut base = Node { span: own.span, value: Value::Table(BTreeMap::new()) };
                merge::lay_over(&mut base, &own, &mut self.faults);
                Some(Assembled { tree: base, settled: BTreeMap::new() })
            }
            Some(Some(parent)) => self.parent(parent).map(|mut assembled| {
                assembled.tree.span = own.span;
                if let Value::Table(table) = &mut own.value {
                    // Without a table of its own the child would have no place for faults.
                    table.entry("variant".to_owned()).or_insert_with(|| tree::Entry {
                        key: own.span,
                        node: Node { span: own.span, value: Value::Table(BTreeMap::new()) },
                    });
                }
                merge::lay_over(&mut assembled.tree, &own, &mut self.faults);
                assembled
            }),
        };
        self.stack.pop();
        assembled
    }

    /// The parent that `extends` names, its chosen options applied.
    fn parent(&mut self, extends: &Text) -> Option<Assembled> {
        let split = match split_choices(extends.as_str()) {
            Ok(split) => split,
            Err((range, message)) => {
                self.faults.push(Diagnostic::error("bad-value", extends.place(range), message));
                return None;
            }
        };
        let name = extends.as_str().get(split.name.clone()).unwrap_or_default();
        let place = extends.place(split.name.clone());
        if name.is_empty() || name.contains(['/', '\\']) || name.contains("..") {
            self.faults.push(
                Diagnostic::error(
                    "unknown-parent",
                    place,
                    format!("`{}` is no name of a parent", shown(name)),
                )
                .label("a name, not a path")
                .help("name a built-in game or a file in the same folder, without `.toml`"),
            );
            return None;
        }
        if self.stack.iter().any(|above| above == name) {
            let mut chain = self.stack.clone();
            chain.push(name.to_owned());
            self.faults.push(
                Diagnostic::error(
                    "circular-extends",
                    place,
                    format!("`{name}` is its own ancestor"),
                )
                .help(format!("the chain is {}", chain.join(" → "))),
            );
            return None;
        }
        if self.stack.len() > limits::PARENTS {
            self.faults.push(Diagnostic::error(
                "too-deep",
                place,
                format!("a file may have at most {} ancestors", limits::PARENTS),
            ));
            return None;
        }
        let Some((path, text)) = self.library.text(name) else {
            let names = self.library.names();
            self.faults.push(suggest(
                Diagnostic::error(
                    "unknown-parent",
                    place,
                    format!("there is no game `{}`", shown(name)),
                )
                .label("neither built in nor a file in this folder"),
                name,
                names.iter().map(String::as_str),
            ));
            return None;
        };
        let mut assembled = self.assemble(name, &path, &text)?;
        if let Value::Table(table) = &mut assembled.tree.value {
            table.remove("variant");
            table.remove("test");
        }
        let chosen: Vec<(Text, Text)> = split
            .choices
            .iter()
            .map(|(option, choice)| (extends.part(option.clone()), extends.part(choice.clone())))
            .collect();
        if !chosen.is_empty() {
            self.settle(&mut assembled, &chosen);
        }
        Some(assembled)
    }

    /// Applies choices for good: the options are gone afterwards.
    fn settle(&mut self, assembled: &mut Assembled, chosen: &[(Text, Text)]) {
        let options = Options::read(&assembled.tree, &assembled.settled, &mut self.faults);
        let (tree, current) = options::choose(&assembled.tree, &options, chosen, &mut self.faults);
        assembled.tree = tree;
        for (option, _) in chosen {
            if let Some(choice) = current.get(option.as_str()) {
                assembled.settled.insert(option.value.clone(), choice.clone());
            }
            if let Value::Table(table) = &mut assembled.tree.value
                && let Some(Value::Table(options)) =
                    table.get_mut("options").map(|entry| &mut entry.node.value)
            {
                options.remove(option.as_str());
            }
        }
    }
}

/// Whether a file is not too long; reported at `start` if it is.
pub(crate) fn check_size(text: &str, start: usize, faults: &mut Faults) -> bool {
    let fine = text.len() <= limits::FILE_BYTES;
    if !fine {
        faults.push(Diagnostic::error(
            "out-of-range",
            Span::new(start, start),
            format!(
                "the file has {} bytes; at most {} are allowed",
                text.len(),
                limits::FILE_BYTES
            ),
        ));
    }
    fine
}
