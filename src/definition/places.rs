use std::collections::BTreeMap;

use super::tree::{Node, Value};
use crate::source::Span;

/// Where each key of a finished game stands: those of parents in their files, chosen patches
/// where they are written.
///
/// A path is the keys from the outermost one, entries of lists by their `name`.
#[derive(Clone, Debug, Default)]
pub struct Places {
    spans: BTreeMap<String, Span>,
}

/// Places are not compared: two definitions that say the same are the same wherever they say it.
impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

/// Stands between the parts of a path: no key and no name of an entry has it.
const BETWEEN: char = '\0';

impl Places {
    /// The places of a tree.
    pub(crate) fn of(tree: &Node) -> Self {
        let mut places = Self::default();
        places.add(&mut String::new(), tree);
        places
    }

    fn add(&mut self, path: &mut String, node: &Node) {
        let length = path.len();
        match &node.value {
            Value::Table(table) => {
                for (key, entry) in table {
                    path.extend([key.as_str(), "\0"]);
                    self.spans.insert(path.clone(), entry.key);
                    self.add(path, &entry.node);
                    path.truncate(length);
                }
            }
            Value::List(list) => {
                for entry in list {
                    let Some(name) = entry.name() else { continue };
                    path.extend([name, "\0"]);
                    self.spans.insert(path.clone(), entry.span);
                    self.add(path, entry);
                    path.truncate(length);
                }
            }
            Value::Text(text) | Value::Given(text) => {
                // A value given from outside stands elsewhere than its key.
                self.spans.insert(path.clone(), text.span);
            }
            Value::Integer(_) | Value::Boolean(_) | Value::Other(_) => {
                self.spans.insert(path.clone(), node.span);
            }
        }
    }

    /// Whether there is exactly this path.
    pub fn has(&self, path: &[&str]) -> bool {
        self.spans.contains_key(&key(path))
    }

    /// The place of what a path leads to, or of the last part of the path that is there.
    pub fn find(&self, path: &[&str]) -> Option<Span> {
        let parts = (1..=path.len()).rev().filter_map(|parts| path.get(..parts));
        parts.map(key).find_map(|key| self.spans.get(&key).copied())
    }
}

fn key(path: &[&str]) -> String {
    let mut key = String::new();
    for part in path {
        key.push_str(part);
        key.push(BETWEEN);
    }
    key
}
