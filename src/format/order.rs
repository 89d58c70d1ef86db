//! Sections and statements put in order.

use std::collections::BTreeMap;

use super::parts::{File, Section, Statement};
use crate::definition::keys::Known;

/// Where a key stands among those of its table: known keys as they are declared, all others
/// behind them in the order of the file. The second number tells entries of a list apart.
type Rank = (usize, usize);

/// The rank of a key in what stands at a place; `None` for names that a file chooses and for
/// what nobody knows. Whether an entry is off, and where it stands, is said behind its name.
pub(super) fn rank(known: Option<Known>, name: &str) -> Option<usize> {
    let keys = known?.kind.keys();
    match name {
        "name" if !keys.is_empty() => Some(0),
        "after" if !keys.is_empty() => Some(1),
        "off" if !keys.is_empty() => Some(2),
        _ => keys.iter().position(|key| key.name == name).map(|at| at.saturating_add(3)),
    }
}

/// Numbers paths as they come up for the first time.
#[derive(Default)]
struct Seen<'a>(BTreeMap<Vec<&'a str>, usize>);

impl<'a> Seen<'a> {
    fn number(&mut self, path: &[&'a str]) -> usize {
        let next = self.0.len();
        *self.0.entry(path.to_vec()).or_insert(next)
    }
}

/// Behind all ranks of known keys.
const UNKNOWN: usize = 1 << 16;

pub(super) fn sort(file: &mut File) {
    for section in &mut file.sections {
        let known = Known::at(section.path.iter().map(String::as_str));
        sort_statements(&mut section.statements, known);
    }
    let ranks = section_ranks(&file.sections);
    let mut ranked: Vec<(Vec<Rank>, Section)> =
        ranks.into_iter().zip(file.sections.drain(..)).collect();
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    file.sections = ranked.into_iter().map(|(_, section)| section).collect();
}

fn section_ranks(sections: &[Section]) -> Vec<Vec<Rank>> {
    let mut seen = Seen::default();
    // How many entries of the list at a path have begun; below them counting starts anew.
    let mut entries: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    let mut choices = BTreeMap::new();
    let mut out = Vec::new();
    for (place, section) in sections.iter().enumerate() {
        let path: Vec<&str> = section.path.iter().map(String::as_str).collect();
        if section.entry {
            let begun = entries.entry(path.clone()).or_default();
            *begun = begun.saturating_add(1);
        }
        let mut known = Some(Known::FILE);
        let mut ranks = Vec::new();
        for (depth, name) in path.iter().enumerate() {
            let here = path.get(..=depth).unwrap_or_default();
            let number = seen.number(here);
            let first = rank(known, name).unwrap_or(UNKNOWN.saturating_add(number));
            known = known.and_then(|known| known.step(name));
            ranks.push((first, entries.get(here).copied().unwrap_or(0)));
        }
        keep_choices_together(&path, place, &mut ranks, &mut choices);
        out.push(ranks);
    }
    out
}

/// What choices mean together may stand beside the options that it is about, so options and
/// combinations keep their order among each other. `choices` holds where each option begins.
fn keep_choices_together<'a>(
    path: &[&'a str],
    place: usize,
    ranks: &mut Vec<Rank>,
    choices: &mut BTreeMap<&'a str, usize>,
) {
    let place = match path {
        ["options", option, ..] => *choices.entry(*option).or_insert(place),
        ["combination", ..] => place,
        _ => return,
    };
    if let (Some(first), Some(options)) = (ranks.first_mut(), rank(Some(Known::FILE), "options")) {
        *first = (options, 0);
        ranks.insert(1, (place, 0));
    }
}

fn sort_statements(statements: &mut Vec<Statement>, known: Option<Known>) {
    let mut seen = Seen::default();
    let mut ranks = Vec::new();
    for statement in statements.iter() {
        let path: Vec<&str> = statement.path.iter().map(String::as_str).collect();
        let mut at = known;
        let mut list = Vec::new();
        for (depth, name) in path.iter().enumerate() {
            let number = seen.number(path.get(..=depth).unwrap_or_default());
            list.push(rank(at, name).unwrap_or(UNKNOWN.saturating_add(number)));
            at = at.and_then(|known| known.step(name));
        }
        ranks.push(list);
    }
    let mut ranked: Vec<(Vec<usize>, Statement)> =
        ranks.into_iter().zip(statements.drain(..)).collect();
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    *statements = ranked.into_iter().map(|(_, statement)| statement).collect();
}
