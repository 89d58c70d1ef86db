//! What a man may hold after the set-up stages.

use std::collections::BTreeMap;

use crate::board::Side;
use crate::definition::{AugmentStage, Definition, PieceId, Sizes, StageKind, Tags};
use crate::limits;

/// The choices that the stages of a game leave for one man.
#[derive(Clone, Debug)]
pub struct Slots<'a> {
    stages: Vec<Slot<'a>>,
}

/// One stage's part of them.
#[derive(Clone, Debug)]
struct Slot<'a> {
    /// Tokens of the pool and how often one man may hold each.
    pool: Vec<(u8, usize)>,
    /// How many he holds; rising.
    sizes: Vec<usize>,
    /// What he may not hold together.
    bans: Vec<&'a Tags>,
}

impl<'a> Slots<'a> {
    /// What a side's men of the piece may hold.
    pub fn new(definition: &'a Definition, side: Side, piece: PieceId) -> Self {
        let mine = definition.setup.stages.iter().filter(|stage| stage.sides[side.index()]);
        let slots = mine.filter_map(|stage| match &stage.kind {
            StageKind::Augment(stage) => Slot::new(stage, side, piece),
            StageKind::Bind(_) | StageKind::Vote { .. } => None,
        });
        Self { stages: slots.collect() }
    }

    /// Whether such a man can hold anything.
    pub fn is_empty(&self) -> bool {
        self.stages.iter().all(|slot| slot.sizes.iter().all(|&size| size == 0))
    }

    /// The augmenters that such a man may hold, each once, rising.
    pub fn tokens(&self) -> Vec<u8> {
        let slots = self.stages.iter().filter(|slot| slot.sizes.iter().any(|&size| size > 0));
        let mut tokens: Vec<u8> =
            slots.flat_map(|slot| slot.pool.iter().map(|&(tag, _)| tag)).collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    /// In words: `1 of 12`, `2 of 3 and 1 of 12`.
    pub fn words(&self) -> String {
        let slots = self.stages.iter().map(|slot| {
            let tokens: usize = slot.pool.iter().map(|&(_, count)| count).sum();
            let sizes: Vec<String> = slot.sizes.iter().map(ToString::to_string).collect();
            format!("{} of {tokens}", sizes.join(" or "))
        });
        slots.collect::<Vec<_>>().join(" and ")
    }

    /// Number of different sets, bans left aside; at most `u64::MAX`.
    pub fn count(&self) -> u64 {
        self.stages.iter().fold(1, |all, slot| all.saturating_mul(slot.count()))
    }

    /// Every set that such a man may hold, in the order of the codes. `Err` with the number of
    /// sets (bans left aside) if there are more than [`limits::ANALYSED_MEN`].
    pub fn sets(&self) -> Result<Vec<Vec<u8>>, u64> {
        let count = self.count();
        if count > limits::ANALYSED_MEN {
            return Err(count);
        }
        let mut sets = vec![Vec::new()];
        for slot in &self.stages {
            let chosen = slot.sets();
            let longer = sets.iter().flat_map(|set| {
                chosen.iter().map(move |more| set.iter().chain(more).copied().collect())
            });
            sets = longer.collect();
        }
        for set in &mut sets {
            set.sort_unstable();
        }
        sets.sort_unstable();
        sets.dedup();
        Ok(sets)
    }
}

impl<'a> Slot<'a> {
    fn new(stage: &'a AugmentStage, side: Side, piece: PieceId) -> Option<Self> {
        let (_, alternatives) = stage.slots.iter().find(|(own, _)| *own == piece)?;
        let mut sizes: Vec<usize> = alternatives
            .iter()
            .flat_map(|sizes| match sizes {
                Sizes::Each(size) => vec![*size as usize],
                Sizes::List(list) => list.iter().map(|&size| size as usize).collect(),
            })
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut pool: BTreeMap<u8, usize> = BTreeMap::new();
        for &tag in &stage.pools[side.index()] {
            let count = pool.entry(tag).or_default();
            *count = if stage.repeat { *count + 1 } else { 1 };
        }
        let bans = stage.bans.iter().filter(|(own, _)| *own == piece);
        let bans = bans.flat_map(|(_, bans)| bans).collect();
        Some(Self { pool: pool.into_iter().collect(), sizes, bans })
    }

    fn count(&self) -> u64 {
        // Ways to choose so many of the tokens looked at so far.
        let largest = self.sizes.iter().copied().max().unwrap_or(0);
        let mut ways = vec![0_u64; largest + 1];
        if let Some(none) = ways.first_mut() {
            *none = 1;
        }
        for &(_, most) in &self.pool {
            let sum = |size: usize| {
                let from = size.saturating_sub(most);
                let part = ways.get(from..=size).unwrap_or(&[]);
                part.iter().fold(0, |sum: u64, &one| sum.saturating_add(one))
            };
            ways = (0..=largest).map(sum).collect();
        }
        let ways = self.sizes.iter().filter_map(|&size| ways.get(size));
        ways.fold(0, |sum, &one| sum.saturating_add(one))
    }

    fn sets(&self) -> Vec<Vec<u8>> {
        let mut sets = Vec::new();
        for &size in &self.sizes {
            self.choose(0, size, &mut Vec::new(), &mut sets);
        }
        sets.retain(|set| !self.bans.iter().any(|ban| holds(set, &ban.0)));
        sets
    }

    fn choose(&self, at: usize, left: usize, set: &mut Vec<u8>, sets: &mut Vec<Vec<u8>>) {
        let rest = self.pool.get(at..).unwrap_or(&[]);
        if left == 0 {
            sets.push(set.clone());
            return;
        }
        if rest.iter().map(|&(_, most)| most).sum::<usize>() < left {
            return;
        }
        let Some(&(tag, most)) = rest.first() else { return };
        for count in (0..=most.min(left)).rev() {
            set.extend(std::iter::repeat_n(tag, count));
            self.choose(at + 1, left - count, set, sets);
            set.truncate(set.len() - count);
        }
    }
}

/// Whether a rising list holds all of another rising one, equal ones counted.
fn holds(set: &[u8], part: &[u8]) -> bool {
    let mut left = set.iter();
    part.iter().all(|tag| left.any(|one| one == tag))
}
