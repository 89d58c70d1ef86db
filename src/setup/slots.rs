//! What one side has to fill in one `augment` stage.

use std::fmt::Write;

use super::count::Counter;
use crate::board::{Shape, Side, Square};
use crate::definition::PieceId;

/// The men of one piece, and what each of them holds in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The piece.
    pub piece: PieceId,
    /// Its name.
    pub name: String,
    /// Squares of the side's men of this kind, rising.
    pub men: Vec<Square>,
    /// Alternatives: what the men hold, in any order. One that has not as many numbers as there
    /// are men is a fault of the stage ([`Slots::faults`]) and counts as never chosen.
    pub sizes: Vec<Vec<u32>>,
    /// Multisets of codes, each rising, that no such man may hold.
    pub bans: Vec<Vec<u8>>,
}

impl Group {
    /// Alternatives that fit the number of men, each falling, none twice, in the order written.
    pub(super) fn alternatives(&self) -> Vec<Vec<u32>> {
        let mut list: Vec<Vec<u32>> = Vec::new();
        for sizes in self.sizes.iter().filter(|sizes| sizes.len() == self.men.len()) {
            let mut sizes = sizes.clone();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            if !list.contains(&sizes) {
                list.push(sizes);
            }
        }
        list
    }

    /// `4+2 or 3+3`.
    pub(super) fn sizes_text(&self) -> String {
        let all: Vec<String> = self.sizes.iter().map(|sizes| sum_text(sizes)).collect();
        all.join(" or ")
    }
}

/// `3+3`; `0` without men.
fn sum_text(sizes: &[u32]) -> String {
    let parts: Vec<String> = sizes.iter().map(u32::to_string).collect();
    if parts.is_empty() { "0".to_owned() } else { parts.join("+") }
}

/// One side's choice in one `augment` stage: which of its men hold which tokens of the pool.
///
/// Codes are indices into [`Slots::codes`]. Only tokens of this stage count: what a man got in
/// an earlier one fills no slot and breaks no ban here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    /// Whose.
    pub side: Side,
    /// The board, for the names of squares.
    pub shape: Shape,
    /// Characters of all codes of the game, in the order in which codes are written.
    pub codes: Vec<char>,
    /// The tokens to give, a multiset, rising.
    pub pool: Vec<u8>,
    /// The men that hold tokens, by piece, in the order of the stage.
    pub groups: Vec<Group>,
    /// The side's other men, with the name of their piece.
    pub others: Vec<(Square, String)>,
    /// A man may hold a code more than once.
    pub repeat: bool,
    /// Tokens may be left over.
    pub spare: bool,
}

/// Who holds what: codes rising, squares rising, nobody who holds nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord, Hash)]
pub struct Choice(pub Vec<(Square, Vec<u8>)>);

impl Choice {
    /// What the man on a square holds.
    pub fn held(&self, square: Square) -> &[u8] {
        self.0.iter().find(|(at, _)| *at == square).map_or(&[], |(_, codes)| codes)
    }

    /// Gives one more token to the man on a square.
    pub fn give(&mut self, square: Square, code: u8) {
        let at = self.0.partition_point(|(other, _)| *other < square);
        match self.0.get_mut(at) {
            Some((other, codes)) if *other == square => {
                codes.insert(codes.partition_point(|&held| held <= code), code);
            }
            _ => self.0.insert(at, (square, vec![code])),
        }
    }

    /// All tokens given, rising.
    pub fn tokens(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.0.iter().flat_map(|(_, codes)| codes).copied().collect();
        all.sort_unstable();
        all
    }
}

/// Why a stage cannot be gone through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageFault {
    /// `stage-sum` or `stage-empty`.
    pub code: &'static str,
    /// What is wrong, on one line.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

impl Slots {
    /// The group and the man on a square, if it is to hold tokens.
    pub fn group_at(&self, square: Square) -> Option<&Group> {
        self.groups.iter().find(|group| group.men.contains(&square))
    }

    /// True if no token can be given to anybody: the side is passed over in this stage.
    pub fn is_idle(&self) -> bool {
        let idle = |group: &Group| group.alternatives().iter().flatten().all(|&size| size == 0);
        self.groups.iter().all(idle)
    }

    /// Every reason why this stage has no placement for this side. Nothing is said where
    /// counting would take too long.
    pub fn faults(&self) -> Vec<StageFault> {
        let mut faults = self.wrong_numbers();
        if faults.is_empty() {
            faults = self.wrong_sums();
        }
        if faults.is_empty() {
            faults.extend(self.nothing_left());
        }
        faults
    }

    /// Alternatives that are not made for this number of men.
    fn wrong_numbers(&self) -> Vec<StageFault> {
        let mut faults = Vec::new();
        for group in &self.groups {
            for sizes in group.sizes.iter().filter(|sizes| sizes.len() != group.men.len()) {
                faults.push(StageFault {
                    code: "stage-sum",
                    message: format!(
                        "{} has {} `{}`, and there {} {}: {}",
                        self.side.as_str(),
                        counted(group.men.len(), "man", "men"),
                        group.name,
                        if sizes.len() == 1 { "is" } else { "are" },
                        counted(sizes.len(), "size", "sizes"),
                        sum_text(sizes),
                    ),
                    help: "write one size for each man, divided by `+`, or one number for all",
                });
            }
        }
        faults
    }

    /// Alternatives with which the slots hold too much or too little, whatever the others.
    fn wrong_sums(&self) -> Vec<StageFault> {
        let alternatives: Vec<Vec<Vec<u32>>> =
            self.groups.iter().map(Group::alternatives).collect();
        let pool = self.pool.len() as u64;
        let lists: Vec<_> = alternatives.iter().map(Vec::as_slice).collect();
        let reach = Reach::new(&lists, self.pool.len());
        let choices = alternatives.iter().filter(|list| list.len() > 1).count();
        let mut faults = Vec::new();
        for (index, list) in alternatives.iter().enumerate() {
            // With one alternative for everybody there is one sum, and one thing to say.
            if list.len() < 2 && !(choices == 0 && index == 0) {
                continue;
            }
            for sizes in list {
                let sum = total(sizes);
                if reach.with(index, sum, self.spare) {
                    continue;
                }
                let (held, parts) = if choices <= 1 {
                    let others = alternatives.iter().enumerate().map(|(other, list)| {
                        if other == index { Some(sizes) } else { list.first() }
                    });
                    let chosen: Vec<&Vec<u32>> = others.flatten().collect();
                    let held: u64 = chosen.iter().map(|sizes| total(sizes)).sum();
                    (Some(held), self.parts(&chosen))
                } else {
                    let name = self.groups.get(index).map_or("", |group| &group.name);
                    (None, format!("{name} {}", sum_text(sizes)))
                };
                faults.push(self.wrong_sum(held, &parts, pool));
            }
        }
        if self.groups.is_empty() && pool > 0 && !self.spare {
            faults.push(self.wrong_sum(Some(0), "nobody holds any", pool));
        }
        faults
    }

    fn wrong_sum(&self, held: Option<u64>, parts: &str, pool: u64) -> StageFault {
        let side = self.side.as_str();
        let message = match held {
            Some(held) => format!(
                "{side}'s slots hold {} ({parts}), the pool has {pool}",
                counted(held as usize, "token", "tokens")
            ),
            None => format!(
                "with {parts} {side}'s slots hold {} {} of the pool, whatever the other sizes",
                if self.spare { "more than the" } else { "more or less than the" },
                counted(pool as usize, "token", "tokens"),
            ),
        };
        let help = if held.is_some_and(|held| held > pool) || self.spare {
            "make the slots smaller, or write more codes in `pool`"
        } else {
            "write `spare = true` if tokens may be left over, or make the slots and the pool equal"
        };
        StageFault { code: "stage-sum", message, help }
    }

    /// `rook 1+1, corps 3+3`, at most a dozen of them.
    fn parts(&self, chosen: &[&Vec<u32>]) -> String {
        let mut text = String::new();
        for (index, (group, sizes)) in self.groups.iter().zip(chosen).enumerate() {
            if index == 12 {
                text.push_str(", …");
                break;
            }
            let comma = if index == 0 { "" } else { ", " };
            // Writing to a text cannot fail.
            let _ = write!(text, "{comma}{} {}", group.name, sum_text(sizes));
        }
        text
    }

    /// Bans and `repeat = false` that leave nothing.
    fn nothing_left(&self) -> Option<StageFault> {
        if Counter::new(self).possible() != Ok(false) {
            return None;
        }
        let side = self.side.as_str();
        let without_bans = {
            let mut free = self.clone();
            free.groups.iter_mut().for_each(|group| group.bans.clear());
            Counter::new(&free).possible() == Ok(true)
        };
        let (message, help) = if without_bans {
            (
                format!("the bans leave {side} no way to place the pool"),
                "take out a ban, or change `pool` or `slots`",
            )
        } else {
            (
                format!("{side} cannot place the pool when no man may hold a code twice"),
                "write `repeat = true`, or change `pool` or `slots`",
            )
        };
        Some(StageFault { code: "stage-empty", message, help })
    }
}

fn total(sizes: &[u32]) -> u64 {
    sizes.iter().map(|&size| u64::from(size)).sum()
}

/// `1 token`, `12 tokens`.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Which sums a row of groups can hold, up to the pool: of the groups in front of each, and of
/// those from each on.
#[derive(Debug)]
pub(super) struct Reach {
    before: Vec<Vec<bool>>,
    from: Vec<Vec<bool>>,
    pool: usize,
}

impl Reach {
    pub(super) fn new(alternatives: &[&[Vec<u32>]], pool: usize) -> Self {
        let sums: Vec<Vec<usize>> = alternatives
            .iter()
            .map(|list| {
                let mut sums: Vec<usize> = list
                    .iter()
                    .filter_map(|sizes| usize::try_from(total(sizes)).ok())
                    .filter(|&sum| sum <= pool)
                    .collect();
                sums.sort_unstable();
                sums.dedup();
                sums
            })
            .collect();
        let grow = |row: &[bool], sums: &[usize]| {
            let mut next = vec![false; pool + 1];
            for &sum in sums {
                for (to, &reached) in next.iter_mut().skip(sum).zip(row) {
                    *to |= reached;
                }
            }
            next
        };
        let mut nothing = vec![false; pool + 1];
        nothing[0] = true;
        let mut before = vec![nothing.clone()];
        let mut from = vec![nothing];
        for (ahead, behind) in sums.iter().zip(sums.iter().rev()) {
            before.extend(before.last().map(|row| grow(row, ahead)));
            from.extend(from.last().map(|row| grow(row, behind)));
        }
        from.reverse();
        Self { before, from, pool }
    }

    /// Whether group `index` may hold `sum` together with some sizes of all others.
    fn with(&self, index: usize, sum: u64, spare: bool) -> bool {
        let Some(rest) = usize::try_from(sum).ok().and_then(|sum| self.pool.checked_sub(sum))
        else {
            return false;
        };
        let (Some(before), Some(behind)) = (self.before.get(index), self.from.get(index + 1))
        else {
            return false;
        };
        let reached = |row: &[bool], sum: usize| row.get(sum).copied().unwrap_or(false);
        if spare {
            let least = |row: &[bool]| row.iter().position(|&reached| reached);
            return least(before).zip(least(behind)).is_some_and(|(a, b)| a + b <= rest);
        }
        (0..=rest).any(|sum| reached(before, sum) && reached(behind, rest - sum))
    }

    /// Whether the groups from `index` on can use up `left` tokens, or with `spare` need no more.
    pub(super) fn can_end(&self, index: usize, left: u64, spare: bool) -> bool {
        let (Some(row), Ok(left)) = (self.from.get(index), usize::try_from(left)) else {
            return false;
        };
        if spare {
            return row.iter().position(|&reached| reached).is_some_and(|least| least <= left);
        }
        row.get(left).copied().unwrap_or(false)
    }
}
