//! Laying one tree over another.

use super::faults::Faults;
use super::names::{shown, suggest};
use super::read::wrong_type;
use super::tree::{Entry, Node, Table, Text, Value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How entries of lists are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// A game: `after` is followed.
    Game,
    /// Patches over patches: `after` names entries of the game and is kept for then.
    Patch,
}

/// Lays `over` over `base`: tables key by key, named lists entry by entry, all else as a whole.
pub(crate) fn lay_over(base: &mut Node, over: &Node, faults: &mut Faults) {
    merge(base, over, Mode::Game, 0, faults);
}

fn merge(base: &mut Node, over: &Node, mode: Mode, depth: usize, faults: &mut Faults) {
    match (&mut base.value, &over.value) {
        (Value::Table(old), Value::Table(new)) => merge_tables(old, new, mode, depth, faults),
        (Value::List(old), Value::List(new))
            if !new.is_empty() && is_named_list(old) && is_named_list(new) =>
        {
            merge_lists(old, new, mode, faults);
            base.span = over.span;
        }
        _ => *base = fresh(over, mode, depth, faults),
    }
}

fn merge_tables(old: &mut Table, new: &Table, mode: Mode, depth: usize, faults: &mut Faults) {
    for (key, entry) in new {
        // What stands in options are patches, whose lists are not finished lists.
        let mode = if depth == 0 && matches!(key.as_str(), "options" | "combination") {
            Mode::Patch
        } else {
            mode
        };
        let depth = depth.saturating_add(1);
        match old.get_mut(key) {
            Some(under) if depth == 1 && key == "combination" => {
                join_combinations(&mut under.node, &entry.node);
            }
            Some(under) if depth == 1 && other_kind(&under.node, &entry.node, key, faults) => {}
            Some(under) => {
                merge(&mut under.node, &entry.node, mode, depth, faults);
                if under.node.table().is_none() {
                    under.key = entry.key;
                }
            }
            None => {
                let node = fresh(&entry.node, mode, depth, faults);
                old.insert(key.clone(), Entry { key: entry.key, node });
            }
        }
    }
}

/// Whether a table or list of the file is something else in what is laid over it. This is
/// reported, and what was inherited stays: names in it are still known.
fn other_kind(old: &Node, new: &Node, path: &str, faults: &mut Faults) -> bool {
    let wanted = match (&old.value, &new.value) {
        (Value::Table(_), Value::Table(_)) | (Value::List(_), Value::List(_)) => return false,
        (Value::Table(_), _) => "a table",
        (Value::List(_), _) => "a list",
        _ => return false,
    };
    wrong_type(new, path, wanted, faults);
    true
}

/// A tree as it stands where nothing was before: its lists are put in order.
fn fresh(node: &Node, mode: Mode, depth: usize, faults: &mut Faults) -> Node {
    match &node.value {
        Value::Table(table) => {
            let mut out = Table::new();
            merge_tables(&mut out, table, mode, depth, faults);
            Node { span: node.span, value: Value::Table(out) }
        }
        Value::List(list) if mode == Mode::Game && !list.is_empty() && is_named_list(list) => {
            let mut out = Vec::new();
            merge_lists(&mut out, list, mode, faults);
            Node { span: node.span, value: Value::List(out) }
        }
        _ => node.clone(),
    }
}

/// Whether every element is a table with a name.
pub(crate) fn is_named_list(list: &[Node]) -> bool {
    list.iter().all(|node| node.name().is_some())
}

fn merge_lists(old: &mut Vec<Node>, new: &[Node], mode: Mode, faults: &mut Faults) {
    let mut front = 0;
    for entry in new {
        let name = entry.name().unwrap_or_default();
        if let Some(known) = old.iter_mut().find(|node| node.name() == Some(name)) {
            merge(known, entry, mode, 1, faults);
            // Faults of an entry are shown where it was changed last.
            known.span = entry.span;
            if mode == Mode::Game {
                remove_after(known);
            }
            continue;
        }
        let after = entry.get("after").and_then(Node::text);
        let mut at = front;
        if let (Mode::Game, Some(after)) = (mode, after) {
            match old.iter().position(|node| node.name() == Some(after.as_str())) {
                Some(behind) => at = behind.saturating_add(1),
                None => faults.push(unknown_after(after, old)),
            }
        }
        let mut node = fresh(entry, mode, 1, faults);
        if mode == Mode::Game {
            remove_after(&mut node);
        }
        old.insert(at.min(old.len()), node);
        if at <= front {
            front = front.saturating_add(1);
        }
    }
}

fn unknown_after(after: &Text, list: &[Node]) -> Diagnostic {
    let names: Vec<&str> = list.iter().filter_map(Node::name).collect();
    suggest(
        Diagnostic::error(
            "unknown-entry",
            after.span,
            format!("no entry of this list is called `{}`", shown(after.as_str())),
        )
        .label("there is no such entry to stand behind"),
        after.as_str(),
        names.iter().copied(),
    )
}

/// A text stays, so that a wrong type is reported where the entry is read.
fn remove_after(node: &mut Node) {
    if let Value::Table(table) = &mut node.value
        && table.get("after").is_some_and(|entry| entry.node.text().is_some())
    {
        table.remove("after");
    }
}

/// Combinations have no names: a child's stand beside its parent's, and one with the same
/// conditions replaces its parent's.
fn join_combinations(old: &mut Node, new: &Node) {
    match (&mut old.value, &new.value) {
        (Value::List(old), Value::List(new)) if !new.is_empty() => {
            for entry in new {
                let same = |node: &&mut Node| match (node.get("with"), entry.get("with")) {
                    (Some(a), Some(b)) => a.same(b),
                    _ => false,
                };
                match old.iter_mut().find(same) {
                    Some(known) => *known = entry.clone(),
                    None => old.push(entry.clone()),
                }
            }
        }
        _ => *old = new.clone(),
    }
}

/// Reports entries of one list that have the same name, in the whole tree of one file.
pub(crate) fn check_duplicates(node: &Node, faults: &mut Faults) {
    match &node.value {
        Value::Table(table) => {
            for entry in table.values() {
                check_duplicates(&entry.node, faults);
            }
        }
        Value::List(list) => {
            let mut seen: std::collections::BTreeMap<&str, Span> =
                std::collections::BTreeMap::new();
            for node in list {
                check_duplicates(node, faults);
                let Some(name) = node.get("name").and_then(Node::text) else { continue };
                if let Some(&first) = seen.get(name.as_str()) {
                    faults.push(
                        Diagnostic::error(
                            "duplicate-name",
                            name.span,
                            format!(
                                "two entries of this list are called `{}`",
                                shown(name.as_str())
                            ),
                        )
                        .label("second entry")
                        .also(first, "first entry")
                        .help("give every entry of a list a name of its own"),
                    );
                } else {
                    seen.insert(name.as_str(), name.span);
                }
            }
        }
        _ => {}
    }
}

/// Takes out what is switched off: tables and entries with `off = true`, and zones, groups
/// and terms without a text. Options have been dealt with before.
pub(crate) fn remove_off(node: &mut Node, faults: &mut Faults) {
    let Value::Table(table) = &mut node.value else { return };
    for (key, entry) in table.iter_mut() {
        if matches!(key.as_str(), "zones" | "groups" | "let")
            && let Value::Table(named) = &mut entry.node.value
        {
            named.retain(|_, value| {
                value.node.text().is_none_or(|text| !text.as_str().trim().is_empty())
            });
        }
    }
    // Patches switch things off too, but only when they are chosen.
    let options: Vec<(String, Entry)> =
        ["options", "combination"].into_iter().filter_map(|key| table.remove_entry(key)).collect();
    let pieces = table.get("pieces").and_then(|pieces| pieces.node.table());
    for (name, entry) in pieces.into_iter().flatten().filter(|(_, entry)| entry.node.is_off()) {
        let off = entry.node.table().and_then(|table| table.get("off"));
        faults.take_out(name, off.map_or(entry.node.span, |off| off.key.to(off.node.span)));
    }
    remove_in_table(table, faults);
    table.extend(options);
}

fn remove_in_table(table: &mut Table, faults: &mut Faults) {
    table.retain(|key, entry| {
        let off = entry.node.is_off();
        if off {
            warn_needless(key, &entry.node, faults);
        }
        !off
    });
    let switch = |entry: &Entry| matches!(entry.node.value, Value::Boolean(false));
    if table.get("off").is_some_and(switch) {
        table.remove("off");
    }
    for entry in table.values_mut() {
        remove_inside(&mut entry.node, faults);
    }
}

fn remove_inside(node: &mut Node, faults: &mut Faults) {
    match &mut node.value {
        Value::Table(table) => remove_in_table(table, faults),
        Value::List(list) => {
            list.retain(|node| {
                let off = node.is_off();
                if off {
                    warn_needless(node.name().unwrap_or_default(), node, faults);
                }
                !off
            });
            for node in list {
                remove_inside(node, faults);
            }
        }
        _ => {}
    }
}

/// What has nothing but its name was nowhere defined, so there is nothing to take out.
fn warn_needless(name: &str, node: &Node, faults: &mut Faults) {
    let Some(table) = node.table() else { return };
    if table.keys().any(|key| !matches!(key.as_str(), "name" | "off" | "after")) {
        return;
    }
    let place = table.get("off").map_or(node.span, |off| off.key.to(off.node.span));
    faults.push(
        Diagnostic::warning(
            "needless-off",
            place,
            format!("`{}` is switched off but nowhere defined", shown(name)),
        )
        .help("check its name, or take the line out"),
    );
}

/// One value that a patch sets.
#[derive(Clone, Debug)]
pub(crate) struct Leaf<'a> {
    /// Keys and names of entries on the way to it.
    pub path: Vec<String>,
    /// The value.
    pub node: &'a Node,
}

/// All values that a patch sets.
pub(crate) fn leaves(patch: &Node) -> Vec<Leaf<'_>> {
    let mut out = Vec::new();
    collect_leaves(patch, &mut Vec::new(), &mut out);
    out
}

fn collect_leaves<'a>(node: &'a Node, path: &mut Vec<String>, out: &mut Vec<Leaf<'a>>) {
    match &node.value {
        Value::Table(table) if !table.is_empty() => {
            for (key, entry) in table {
                if matches!(key.as_str(), "name" | "after")
                    && node.name().is_some()
                    && !path.is_empty()
                {
                    continue;
                }
                path.push(key.clone());
                collect_leaves(&entry.node, path, out);
                path.pop();
            }
        }
        Value::List(list) if !list.is_empty() && is_named_list(list) => {
            for entry in list {
                path.push(entry.name().unwrap_or_default().to_owned());
                collect_leaves(entry, path, out);
                path.pop();
            }
        }
        _ => out.push(Leaf { path: path.clone(), node }),
    }
}
