//! How many placements one side has in one `augment` stage, which is the n-th, and whether one
//! begun can be finished.
//!
//! Men are dressed one after the other, and what matters of those done is only what is left of
//! the pool. Codes that no later man tells apart (in no ban, of equal number) are interchangeable,
//! so of the others only numbers are kept: twelve tokens without bans are a dozen situations,
//! not 13 million. Every step is counted against [`limits::SETUP_STEPS`].
//!
//! Indexing: tokens are indices into `kinds`, of which there are at most 64; every row of
//! numbers of tokens (`left`, `held`, `tally`) has that length. Men and groups are indices that
//! [`Counter::extending`] has made itself.

use std::collections::HashMap;
use std::fmt;

use super::slots::{Choice, Reach, Slots};
use crate::board::Square;
use crate::limits;

/// Why a number of placements is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncountable {
    /// It has more than 128 bits.
    Large,
    /// Finding it takes more steps than are allowed.
    Work,
}

impl fmt::Display for Uncountable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Large => "too many to count: the number has more than 128 bits",
            Self::Work => {
                "too many to count: the pool, the slots and the bans are too many together"
            }
        })
    }
}

impl std::error::Error for Uncountable {}

/// Counts the placements of a stage for one side.
///
/// **Order** of placements: men of pieces with bans come first, then the others, in the order of
/// [`Slots::groups`] (that of the pieces' names) and within a piece by square. Placements are sorted by the alternative of sizes (as
/// written) at the first man of each piece, then by the size of the man, larger first, then by
/// his codes, compared as sequences in the order of the game's codes; then by the next man.
#[derive(Debug)]
pub struct Counter<'a> {
    slots: &'a Slots,
    men: Vec<Man>,
    groups: Vec<Dressing>,
    /// Distinct codes of the pool, rising.
    kinds: Vec<u8>,
    /// Tokens that can be exchanged without changing any rule, in classes.
    twins: Vec<Vec<usize>>,
    /// How many of each are in nobody's hands at the beginning.
    start: Vec<u32>,
    /// Tokens of the whole pool.
    pool: u64,
    /// What groups of men can hold together, in the order of `groups`.
    reach: Reach,
    /// Something of the beginning is impossible already: there is no placement.
    hopeless: bool,
    /// Only whether there is one is asked: counting stops at the first.
    any: bool,
    memo: HashMap<Box<[u32]>, u128>,
    steps: u64,
    key: Vec<u32>,
}

/// Steps that looking a situation up counts for.
const LOOK_UP: u64 = 50;

/// One man.
#[derive(Debug)]
struct Man {
    square: Square,
    group: usize,
    /// He is the first of his group: an alternative of sizes is chosen with him.
    first: bool,
    /// What he holds at the beginning.
    held: Vec<u32>,
    /// Tokens that he or a later man tells apart from others.
    special: u64,
}

/// A group as counting sees it.
#[derive(Debug)]
struct Dressing {
    alternatives: Vec<Vec<u32>>,
    bans: Vec<Ban>,
}

/// Tokens, and how many of each are too many together.
type Ban = Vec<(usize, u32)>;

impl<'a> Counter<'a> {
    /// Counts placements from nothing.
    pub fn new(slots: &'a Slots) -> Self {
        Self::extending(slots, &Choice::default())
    }

    /// Counts the placements in which every man holds at least what he holds in `choice`.
    pub fn extending(slots: &'a Slots, choice: &Choice) -> Self {
        let mut kinds = slots.pool.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let token_of = |code: u8| kinds.binary_search(&code).ok();
        let mut start = vec![0_u32; kinds.len()];
        for token in slots.pool.iter().filter_map(|&code| token_of(code)) {
            start[token] += 1;
        }
        // A set of tokens has 64 bits; no game has more codes.
        let steps = if kinds.len() > 64 { 0 } else { limits::SETUP_STEPS };
        let mut hopeless = false;

        let mut order: Vec<usize> = (0..slots.groups.len()).collect();
        order.sort_by_key(|&index| slots.groups[index].bans.is_empty());
        let mut groups = Vec::new();
        let mut men = Vec::new();
        for group in order.into_iter().map(|index| &slots.groups[index]) {
            // A ban of something that is not in the pool, or of more than there is, bans nothing.
            let bans: Vec<Ban> = group
                .bans
                .iter()
                .filter_map(|ban| tally(ban, &token_of))
                .filter(|ban| ban.iter().all(|&(token, number)| number <= start[token]))
                .collect();
            for &square in &group.men {
                men.push(Man {
                    square,
                    group: groups.len(),
                    first: group.men.first() == Some(&square),
                    held: vec![0; kinds.len()],
                    special: 0,
                });
            }
            let alternatives = group.alternatives();
            hopeless |= alternatives.is_empty();
            groups.push(Dressing { alternatives, bans });
        }
        let all: Vec<_> = groups.iter().map(|group| group.alternatives.as_slice()).collect();
        let reach = Reach::new(&all, slots.pool.len());

        for (square, codes) in &choice.0 {
            let Some(man) = men.iter_mut().find(|man| man.square == *square) else {
                hopeless |= !codes.is_empty();
                continue;
            };
            for &code in codes {
                match token_of(code).filter(|&token| start[token] > 0) {
                    Some(token) => {
                        start[token] -= 1;
                        man.held[token] += 1;
                    }
                    None => hopeless = true,
                }
            }
            let twice = man.held.iter().any(|&number| number > 1);
            hopeless |= twice && !slots.repeat || banned(&groups[man.group].bans, &man.held);
        }

        let mut special = 0;
        for man in men.iter_mut().rev() {
            for &(token, _) in groups[man.group].bans.iter().flatten() {
                special |= bit(token);
            }
            for (token, &number) in man.held.iter().enumerate() {
                if number > 0 && !slots.repeat {
                    special |= bit(token);
                }
            }
            man.special = special;
        }

        let twins = twins(&groups, &men, kinds.len());
        Self {
            slots,
            men,
            groups,
            kinds,
            twins,
            start,
            pool: slots.pool.len() as u64,
            reach,
            hopeless,
            any: false,
            memo: HashMap::new(),
            steps,
            key: Vec::new(),
        }
    }

    /// Allows this many steps from now on instead of [`limits::SETUP_STEPS`]: for many calls of
    /// [`Self::nth`].
    pub fn allow(&mut self, steps: u64) {
        if self.kinds.len() <= 64 {
            self.steps = steps;
        }
    }

    /// Number of placements.
    ///
    /// # Errors
    /// A number of more than 128 bits, or too much work.
    pub fn count(&mut self) -> Result<u128, Uncountable> {
        if self.hopeless {
            return Ok(0);
        }
        self.any = false;
        let start = self.start.clone();
        self.dress(0, None, &start, self.pool)
    }

    /// Whether there is a placement at all. Known also where their number is not.
    ///
    /// # Errors
    /// Too much work.
    pub fn possible(&self) -> Result<bool, Uncountable> {
        self.possible_within(limits::SETUP_STEPS)
    }

    /// As [`Self::possible`], with this many steps.
    ///
    /// # Errors
    /// Too much work.
    pub fn possible_within(&self, steps: u64) -> Result<bool, Uncountable> {
        if self.hopeless {
            return Ok(false);
        }
        let mut search = Self::extending(self.slots, &self.beginning());
        search.allow(steps);
        search.any = true;
        let start = search.start.clone();
        search.dress(0, None, &start, self.pool).map(|found| found > 0)
    }

    /// What the men hold at the beginning.
    fn beginning(&self) -> Choice {
        let mut choice = Choice::default();
        for man in &self.men {
            self.write_down(man.square, &man.held, &mut choice);
        }
        choice
    }

    fn write_down(&self, square: Square, held: &[u32], choice: &mut Choice) {
        for (&code, &number) in self.kinds.iter().zip(held) {
            (0..number).for_each(|_| choice.give(square, code));
        }
    }

    /// The placement with this index, from 0; `None` beyond the last.
    ///
    /// # Errors
    /// As [`Self::count`]. The steps of all calls add up ([`Self::allow`]).
    pub fn nth(&mut self, index: u128) -> Result<Option<Choice>, Uncountable> {
        if self.hopeless || index >= self.count()? {
            return Ok(None);
        }
        let mut index = index;
        let mut left = self.start.clone();
        let mut open: Vec<u32> = Vec::new();
        let mut tokens = self.pool;
        let mut choice = Choice::default();
        for at in 0..self.men.len() {
            if self.men[at].first {
                let (sizes, rest) = self.nth_alternative(at, index, &left, tokens)?;
                tokens -= sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
                open = sizes;
                index = rest;
            }
            let mut held = self.men[at].held.clone();
            let mut need = None;
            for which in distinct(&open) {
                let rest = without(&open, which);
                let Some(more) = missing(open[which], &held) else { continue };
                let ways = self.fill(at, &rest, &left, tokens, &held, 0, more)?;
                if index < ways {
                    need = Some(more);
                    open = rest;
                    break;
                }
                index -= ways;
            }
            let Some(mut need) = need else { return Ok(None) };
            let mut lowest = 0;
            while need > 0 {
                let mut taken = None;
                for token in lowest..self.kinds.len() {
                    if left[token] == 0 || held[token] > 0 && !self.slots.repeat {
                        continue;
                    }
                    left[token] -= 1;
                    held[token] += 1;
                    let ways = if banned(&self.groups[self.men[at].group].bans, &held) {
                        0
                    } else {
                        self.fill(at, &open, &left, tokens, &held, token, need - 1)?
                    };
                    if index < ways {
                        taken = Some(token);
                        break;
                    }
                    index -= ways;
                    left[token] += 1;
                    held[token] -= 1;
                }
                let Some(token) = taken else { return Ok(None) };
                lowest = token;
                need -= 1;
            }
            self.write_down(self.men[at].square, &held, &mut choice);
        }
        Ok(Some(choice))
    }

    /// The alternative of sizes in which the index falls, and what is left of the index.
    fn nth_alternative(
        &mut self,
        at: usize,
        mut index: u128,
        left: &[u32],
        tokens: u64,
    ) -> Result<(Vec<u32>, u128), Uncountable> {
        let alternatives = self.groups[self.men[at].group].alternatives.clone();
        for sizes in alternatives {
            let ways = self.with_sizes(at, &sizes, left, tokens)?;
            if index < ways {
                return Ok((sizes, index));
            }
            index -= ways;
        }
        Ok((Vec::new(), index))
    }

    /// Ways to dress the men from `at` on with the tokens `left`. `open` are the sizes that the
    /// men of his group still have to take, or none before the first of them; `tokens` is the
    /// pool less the sizes of all groups whose sizes are chosen.
    fn dress(
        &mut self,
        at: usize,
        open: Option<&[u32]>,
        left: &[u32],
        tokens: u64,
    ) -> Result<u128, Uncountable> {
        if at == self.men.len() {
            return Ok(u128::from(self.slots.spare || tokens == 0));
        }
        self.write_key(at, open.unwrap_or(&[]), left);
        if let Some(&known) = self.memo.get(self.key.as_slice()) {
            return Ok(known);
        }
        let mut sum = 0_u128;
        if let Some(open) = open {
            let held = self.men[at].held.clone();
            for which in distinct(open) {
                let Some(more) = missing(open[which], &held) else { continue };
                let rest = without(open, which);
                sum = add(sum, self.fill(at, &rest, left, tokens, &held, 0, more)?)?;
                if self.any && sum > 0 {
                    break;
                }
            }
        } else {
            let alternatives = self.groups[self.men[at].group].alternatives.clone();
            for sizes in alternatives {
                sum = add(sum, self.with_sizes(at, &sizes, left, tokens)?)?;
                if self.any && sum > 0 {
                    break;
                }
            }
        }
        if self.memo.len() >= limits::SETUP_STATES {
            return Err(Uncountable::Work);
        }
        self.write_key(at, open.unwrap_or(&[]), left);
        self.memo.insert(self.key.as_slice().into(), sum);
        Ok(sum)
    }

    /// Ways to dress the men from `at`, the first of his group, when the group has these sizes.
    fn with_sizes(
        &mut self,
        at: usize,
        sizes: &[u32],
        left: &[u32],
        tokens: u64,
    ) -> Result<u128, Uncountable> {
        let held: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        let Some(tokens) = tokens.checked_sub(held) else { return Ok(0) };
        if !self.reach.can_end(self.men[at].group + 1, tokens, self.slots.spare) {
            return Ok(0);
        }
        self.dress(at, Some(sizes), left, tokens)
    }

    /// Ways to give man `at` `need` more tokens from `lowest` on, beside what he holds, and to
    /// dress all men behind him.
    #[expect(clippy::too_many_arguments, reason = "the whole of a situation within one man")]
    fn fill(
        &mut self,
        at: usize,
        rest: &[u32],
        left: &[u32],
        tokens: u64,
        held: &[u32],
        lowest: usize,
        need: u32,
    ) -> Result<u128, Uncountable> {
        let man = &self.men[at];
        let group = man.group;
        let more_of_group = self.men.get(at + 1).is_some_and(|next| !next.first);
        let mut picks = Picks::new(left, held, lowest, need, man.special, self.slots.repeat);
        let mut sum = 0_u128;
        while let Some(ways) = picks.next(&self.groups[group].bans, &mut self.steps)? {
            // Looking a situation up takes as long as many steps of the search for it.
            self.steps = self.steps.checked_sub(LOOK_UP).ok_or(Uncountable::Work)?;
            let next = picks.apply(left);
            let rest = more_of_group.then_some(rest);
            let behind = self.dress(at + 1, rest, &next, tokens)?;
            if self.any {
                if behind > 0 {
                    return Ok(1);
                }
                continue;
            }
            sum = add(sum, ways.checked_mul(behind).ok_or(Uncountable::Large)?)?;
        }
        Ok(sum)
    }

    /// What is known of a situation, so that two which are the same for all men from `at` on have
    /// one key: of tokens that somebody tells apart sorted numbers by class of twins, of the
    /// others sorted numbers.
    fn write_key(&mut self, at: usize, open: &[u32], left: &[u32]) {
        let special = self.men[at].special;
        let key = &mut self.key;
        key.clear();
        key.push(at as u32);
        key.extend(open);
        key.push(u32::MAX);
        for class in &self.twins {
            // Twins are special together.
            if special & bit(class[0]) != 0 {
                let begin = key.len();
                key.extend(class.iter().map(|&token| left[token]));
                key[begin..].sort_unstable();
            }
        }
        let begin = key.len();
        let plain = left.iter().enumerate();
        let plain = plain.filter(|(token, left)| special & bit(*token) == 0 && **left > 0);
        key.extend(plain.map(|(_, left)| left));
        key[begin..].sort_unstable();
    }
}

/// Classes of tokens of which any two may change places: the bans of each group stay the same,
/// and every man holds as many of both at the beginning.
fn twins(groups: &[Dressing], men: &[Man], tokens: usize) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    // Finding them takes long where there are too many bans to count with anyway.
    let few = groups.iter().map(|group| group.bans.len()).sum::<usize>() <= 256;
    for token in 0..tokens {
        let alike = |class: &&mut Vec<usize>| {
            let other = class[0];
            few && men.iter().all(|man| man.held[token] == man.held[other])
                && groups.iter().all(|group| bans_stay(&group.bans, token, other))
        };
        match classes.iter_mut().find(alike) {
            Some(class) => class.push(token),
            None => classes.push(vec![token]),
        }
    }
    classes
}

/// Whether the bans are the same with two tokens exchanged.
fn bans_stay(bans: &[Ban], a: usize, b: usize) -> bool {
    let other = |token: usize| match token {
        token if token == a => b,
        token if token == b => a,
        token => token,
    };
    bans.iter().filter(|ban| ban.iter().any(|&(token, _)| token == a || token == b)).all(|ban| {
        let turned = |one: &&Ban| {
            one.len() == ban.len()
                && ban.iter().all(|&(token, number)| one.contains(&(other(token), number)))
        };
        bans.iter().any(|one| turned(&one))
    })
}

fn bit(token: usize) -> u64 {
    1 << (token % 64)
}

fn add(a: u128, b: u128) -> Result<u128, Uncountable> {
    a.checked_add(b).ok_or(Uncountable::Large)
}

/// How many more tokens a man needs for a size; none if he holds more already.
fn missing(size: u32, held: &[u32]) -> Option<u32> {
    let has: u64 = held.iter().map(|&number| u64::from(number)).sum();
    u32::try_from(has).ok().and_then(|has| size.checked_sub(has))
}

/// The first place of each size among falling ones.
fn distinct(sizes: &[u32]) -> Vec<usize> {
    (0..sizes.len()).filter(|&at| at == 0 || sizes[at - 1] != sizes[at]).collect()
}

fn without(sizes: &[u32], at: usize) -> Vec<u32> {
    let mut rest = sizes.to_vec();
    rest.remove(at);
    rest
}

/// A multiset of codes as numbers of tokens; none if a code is not in the pool.
fn tally(codes: &[u8], token_of: &impl Fn(u8) -> Option<usize>) -> Option<Ban> {
    let mut ban: Ban = Vec::new();
    for &code in codes {
        let token = token_of(code)?;
        match ban.iter_mut().find(|(other, _)| *other == token) {
            Some((_, number)) => *number += 1,
            None => ban.push((token, 1)),
        }
    }
    Some(ban)
}

/// Whether a man holds all tokens of some ban.
fn banned(bans: &[Ban], held: &[u32]) -> bool {
    bans.iter().any(|ban| ban.iter().all(|&(token, number)| held[token] >= number))
}

/// All ways to take a number of tokens that differ in more than which of some interchangeable
/// tokens are taken.
struct Picks {
    /// Tokens that are told apart stand alone, others together with their like.
    classes: Vec<Class>,
    /// `(class, number)`: some tokens of the class give `number` each; `number` falls within a
    /// class.
    steps: Vec<(usize, u32)>,
    /// How many tokens of the class do so, for the first steps; the others none.
    taken: Vec<u32>,
    /// What the man would hold, of tokens that are told apart.
    held: Vec<u32>,
    /// Most that all classes behind each can give.
    behind: Vec<u64>,
    need: u32,
    begun: bool,
}

/// Interchangeable tokens.
struct Class {
    tokens: Vec<usize>,
    /// Most that each of them may give to this man.
    most: u32,
    /// How many of them give something at present.
    used: u32,
    /// Told apart: bans must be looked at.
    special: bool,
}

impl Picks {
    fn new(
        left: &[u32],
        held: &[u32],
        lowest: usize,
        need: u32,
        special: u64,
        repeat: bool,
    ) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        let mut plain: Vec<(u32, usize)> = Vec::new();
        for (token, &number) in left.iter().enumerate().skip(lowest) {
            if number == 0 || held[token] > 0 && !repeat {
                continue;
            }
            if special & bit(token) == 0 {
                plain.push((number, token));
                continue;
            }
            let most = if repeat { number } else { 1 }.min(need);
            classes.push(Class { tokens: vec![token], most, used: 0, special: true });
        }
        plain.sort_unstable();
        for like in plain.chunk_by(|a, b| a.0 == b.0) {
            let most = if repeat { like[0].0 } else { 1 }.min(need);
            let tokens = like.iter().map(|&(_, token)| token).collect();
            classes.push(Class { tokens, most, used: 0, special: false });
        }
        let mut behind = Vec::with_capacity(classes.len());
        let mut sum = 0_u64;
        for class in classes.iter().rev() {
            behind.push(sum);
            sum += class.tokens.len() as u64 * u64::from(class.most);
        }
        behind.reverse();
        let mut steps = Vec::new();
        for (index, class) in classes.iter().enumerate() {
            steps.extend((1..=class.most).rev().map(|number| (index, number)));
        }
        Self { classes, steps, taken: Vec::new(), held: held.to_vec(), behind, need, begun: false }
    }

    /// The next way, as the number of choices of tokens that look like it.
    fn next(&mut self, bans: &[Ban], steps: &mut u64) -> Result<Option<u128>, Uncountable> {
        let cost = 1 + bans.len() as u64 / 16;
        let mut forward = !self.begun;
        self.begun = true;
        loop {
            *steps = steps.checked_sub(cost).ok_or(Uncountable::Work)?;
            if forward {
                if self.need == 0 {
                    return self.ways().map(Some);
                }
                let Some(&(class, number)) = self.steps.get(self.taken.len()) else {
                    forward = false;
                    continue;
                };
                let free = self.classes[class].tokens.len() as u32 - self.classes[class].used;
                let most = u64::from(free) * u64::from(number) + self.behind[class];
                if most < u64::from(self.need) {
                    forward = false;
                    continue;
                }
                forward = self.take(free.min(self.need / number), bans);
            } else {
                let Some(last) = self.untake() else { return Ok(None) };
                if last > 0 {
                    forward = self.take(last - 1, bans);
                }
            }
        }
    }

    /// `number` tokens of the next step's class give as many as it says. False if that is banned.
    fn take(&mut self, number: u32, bans: &[Ban]) -> bool {
        let (index, each) = self.steps[self.taken.len()];
        let class = &mut self.classes[index];
        class.used += number;
        self.need -= each * number;
        self.taken.push(number);
        if !class.special || number == 0 {
            return true;
        }
        self.held[class.tokens[0]] += each;
        !banned(bans, &self.held)
    }

    /// Takes back the last step.
    fn untake(&mut self) -> Option<u32> {
        let number = self.taken.pop()?;
        let (index, each) = self.steps[self.taken.len()];
        let class = &mut self.classes[index];
        class.used -= number;
        self.need += each * number;
        if class.special && number > 0 {
            self.held[class.tokens[0]] -= each;
        }
        Some(number)
    }

    /// Number of choices of tokens that look like the present way.
    fn ways(&self) -> Result<u128, Uncountable> {
        let mut ways = 1_u128;
        let mut of_class = (usize::MAX, 0_u32);
        for (&number, &(class, _)) in self.taken.iter().zip(&self.steps) {
            if of_class.0 != class {
                of_class = (class, self.classes[class].tokens.len() as u32);
            }
            let choices = binomial(of_class.1, number).ok_or(Uncountable::Large)?;
            ways = ways.checked_mul(choices).ok_or(Uncountable::Large)?;
            of_class.1 -= number;
        }
        Ok(ways)
    }

    /// What is left of the pool behind the present way, taken from the first tokens of each class.
    fn apply(&self, left: &[u32]) -> Vec<u32> {
        let mut left = left.to_vec();
        let mut from = (usize::MAX, 0_usize);
        for (&number, &(class, each)) in self.taken.iter().zip(&self.steps) {
            if from.0 != class {
                from = (class, 0);
            }
            for &token in self.classes[class].tokens.iter().skip(from.1).take(number as usize) {
                left[token] -= each;
            }
            from.1 += number as usize;
        }
        left
    }
}

/// Ways to choose `k` of `n`.
fn binomial(n: u32, k: u32) -> Option<u128> {
    let mut ways = 1_u128;
    for i in 0..k.min(n.checked_sub(k)?) {
        ways = ways.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    Some(ways)
}
