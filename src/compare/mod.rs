//! Two games compared by what they mean.
//!
//! A definition is written out as items with facts (`facts.rs`), names of men and squares as words
//! (`words.rs`); what two definitions say differently is the difference. Men are the same if their
//! names are, or else their letters. Titles, prose, presets, tests, and options that were not
//! chosen say nothing about the game and are not looked at. `walk.rs` plays both games side by
//! side for a few plies.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod facts;
mod moves;
mod walk;
mod words;

use serde::Serialize;

use crate::definition::Definition;
use facts::{Area, Item};
pub use moves::Changed;
pub use walk::{Parting, Walked, walk};

/// One thing that two games say differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The table of the language that it belongs to, such as `pieces` or `end`.
    pub area: &'static str,
    /// The man or entry; none where the table has no entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key; none if one game has no such man or entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What the first game says; none if it says nothing.
    pub a: Option<String>,
    /// What the second says.
    pub b: Option<String>,
    /// For moves of men: what the squares are on which they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Changed>,
}

/// Everything that two games say differently, in the order of the language's tables.
pub fn compare(a: &Definition, b: &Definition) -> Vec<Difference> {
    let names = words::paired(a, b);
    let items = (facts::items(a, &names.0), facts::items(b, &names.1));
    let mut out = Vec::new();
    for area in Area::ALL {
        let of = |items: &'_ [Item]| -> Vec<usize> {
            (0..items.len()).filter(|&at| items.get(at).is_some_and(|i| i.area == area)).collect()
        };
        let (in_a, in_b) = (of(&items.0), of(&items.1));
        let pick = |items: &'_ [Item], at: &usize| items.get(*at).cloned();
        let list_a: Vec<Item> = in_a.iter().filter_map(|at| pick(&items.0, at)).collect();
        let list_b: Vec<Item> = in_b.iter().filter_map(|at| pick(&items.1, at)).collect();
        compare_area(area, &list_a, &list_b, (a, b), &mut out);
    }
    out
}

fn compare_area(
    area: Area,
    a: &[Item],
    b: &[Item],
    games: (&Definition, &Definition),
    out: &mut Vec<Difference>,
) {
    let say = |item: &Item, key: Option<String>, a: Option<String>, b: Option<String>| {
        let name = (!item.name.is_empty()).then(|| item.name.clone());
        Difference { area: area.as_str(), name, key, a, b, moves: None }
    };
    for one in a {
        let Some(other) = b.iter().find(|other| other.name == one.name) else {
            out.push(say(one, None, Some(one.summary()), None));
            continue;
        };
        for fact in &one.facts {
            let there = other.facts.iter().find(|there| there.key == fact.key);
            if there.is_some_and(|there| there.same == fact.same) {
                continue;
            }
            let value = there.map(|there| there.value.clone());
            let mut said = say(one, Some(fact.key.clone()), Some(fact.value.clone()), value);
            if let (Some(from), Some(to)) =
                (&fact.moves, there.and_then(|there| there.moves.as_ref()))
            {
                said.moves = Some(moves::changed(from, to, &games.0.shape, &games.1.shape));
            }
            out.push(said);
        }
        for fact in &other.facts {
            if !one.facts.iter().any(|there| there.key == fact.key) {
                out.push(say(one, Some(fact.key.clone()), None, Some(fact.value.clone())));
            }
        }
    }
    for other in b {
        if !a.iter().any(|one| one.name == other.name) {
            out.push(say(other, None, None, Some(other.summary())));
        }
    }
    // Where the first entry decides, the order is a rule of its own.
    if area.is_ordered() {
        let both = |list: &[Item], others: &[Item]| -> Vec<String> {
            let shared = |item: &&Item| others.iter().any(|other| other.name == item.name);
            list.iter().filter(shared).map(|item| item.name.clone()).collect()
        };
        let (in_a, in_b) = (both(a, b), both(b, a));
        if in_a != in_b {
            out.push(Difference {
                area: area.as_str(),
                name: None,
                key: Some("order".to_owned()),
                a: Some(in_a.join(", ")),
                b: Some(in_b.join(", ")),
                moves: None,
            });
        }
    }
}

#[cfg(test)]
mod tests;
