//! Counting beside plain enumeration, and known numbers.

use std::collections::BTreeSet;

use super::*;
use crate::board::{Shape, Side, Square};
use crate::definition::PieceId;

const TWELVE: &str = "wfdahnicblsg";

/// `group("corps", "bg", &[&[3, 3]], &["lg"])`: men on the first rank.
fn group(name: &str, files: &str, sizes: &[&[u32]], bans: &[&str]) -> (Group, Vec<String>) {
    let men = files.bytes().map(|file| Square::new(file - b'a')).collect();
    let group = Group {
        piece: PieceId(name.len() as u8),
        name: name.to_owned(),
        men,
        sizes: sizes.iter().map(|sizes| sizes.to_vec()).collect(),
        bans: Vec::new(),
    };
    (group, bans.iter().map(|&ban| ban.to_owned()).collect())
}

/// Slots whose codes are the letters of the pool in the order of their first appearance.
fn slots(pool: &str, groups: Vec<(Group, Vec<String>)>) -> Slots {
    let mut codes: Vec<char> = Vec::new();
    let banned = groups.iter().flat_map(|(_, bans)| bans).flat_map(|ban| ban.chars());
    for code in pool.chars().chain(banned) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    let read = |text: &str| {
        let mut all: Vec<u8> = text
            .chars()
            .map(|code| codes.iter().position(|&other| other == code).unwrap() as u8)
            .collect();
        all.sort_unstable();
        all
    };
    let groups = groups
        .into_iter()
        .map(|(mut group, bans)| {
            group.bans = bans.iter().map(|ban| read(ban)).collect();
            group
        })
        .collect();
    Slots {
        side: Side::White,
        shape: Shape::new(16, 8).unwrap(),
        pool: read(pool),
        codes,
        groups,
        others: vec![(Square::new(16), "pawn".to_owned())],
        repeat: true,
        spare: false,
    }
}

/// The second stage of 12 Augmenters Chess.
fn twelve(corps: &[&[u32]], bans: &[&str]) -> Slots {
    slots(
        TWELVE,
        vec![
            group("rook", "ah", &[&[1, 1]], &[]),
            group("bishop", "cf", &[&[1, 1]], &[]),
            group("king", "e", &[&[1]], &[]),
            group("regent", "d", &[&[1]], &[]),
            group("corps", "bg", corps, bans),
        ],
    )
}

fn count(slots: &Slots) -> u128 {
    Counter::new(slots).count().unwrap()
}

/// All placements, each token tried on each man and on nobody.
fn plain(slots: &Slots) -> BTreeSet<Choice> {
    let mut found = BTreeSet::new();
    let men: Vec<Square> = slots.groups.iter().flat_map(|group| group.men.clone()).collect();
    let mut places = vec![0; slots.pool.len()];
    loop {
        let mut choice = Choice::default();
        for (&code, &place) in slots.pool.iter().zip(&places) {
            if let Some(&man) = men.get(place) {
                choice.give(man, code);
            }
        }
        if plainly_valid(slots, &choice) {
            found.insert(choice);
        }
        // The next row of places: a number written in base men + 1.
        let mut at = 0;
        loop {
            let Some(place) = places.get_mut(at) else { return found };
            *place += 1;
            if *place <= men.len() {
                break;
            }
            *place = 0;
            at += 1;
        }
    }
}

fn plainly_valid(slots: &Slots, choice: &Choice) -> bool {
    let fits = |group: &Group| {
        let mut held: Vec<u32> =
            group.men.iter().map(|&man| choice.held(man).len() as u32).collect();
        held.sort_unstable();
        group.sizes.iter().any(|sizes| {
            let mut sizes = sizes.clone();
            sizes.sort_unstable();
            sizes == held
        })
    };
    let allowed = |group: &Group| {
        group.men.iter().all(|&man| {
            let held = choice.held(man);
            let number = |codes: &[u8], code| codes.iter().filter(|&&one| one == code).count();
            let banned = |ban: &Vec<u8>| ban.iter().all(|&c| number(held, c) >= number(ban, c));
            (slots.repeat || held.iter().all(|&code| number(held, code) == 1))
                && !group.bans.iter().any(banned)
        })
    };
    (slots.spare || choice.tokens() == slots.pool)
        && slots.groups.iter().all(|group| fits(group) && allowed(group))
}

/// Small stages of every sort.
fn random_slots(random: &mut Random) -> Slots {
    let letters = 1 + random.below(4);
    let letter = |random: &mut Random| char::from(b'a' + random.below(letters) as u8);
    let pool: String = (0..random.below(7)).map(|_| letter(random)).collect();
    let mut files = "abcdefgh".chars();
    let mut groups = Vec::new();
    for name in ["rook", "corps", "regent"].into_iter().take(1 + random.below(3) as usize) {
        let men: String = files.by_ref().take(random.below(3) as usize).collect();
        let sizes: Vec<Vec<u32>> = (0..=random.below(3))
            .map(|_| men.chars().map(|_| random.below(4) as u32).collect())
            .collect();
        let bans: Vec<String> = (0..random.below(3))
            .map(|_| (0..=random.below(3)).map(|_| letter(random)).collect())
            .collect();
        let sizes: Vec<&[u32]> = sizes.iter().map(Vec::as_slice).collect();
        let bans: Vec<&str> = bans.iter().map(String::as_str).collect();
        groups.push(group(name, &men, &sizes, &bans));
    }
    let mut slots = slots(&pool, groups);
    slots.repeat = random.below(2) == 0;
    slots.spare = random.below(2) == 0;
    slots
}

#[test]
fn counting_agrees_with_enumeration() {
    let mut random = Random::new(7);
    let mut possible = 0;
    for _ in 0..2000 {
        let slots = random_slots(&mut random);
        let all = plain(&slots);
        let mut counter = Counter::new(&slots);
        assert_eq!(counter.count(), Ok(all.len() as u128), "{slots:?}");
        assert_eq!(counter.possible(), Ok(!all.is_empty()), "{slots:?}");
        let listed: BTreeSet<Choice> =
            (0..all.len()).map(|index| counter.nth(index as u128).unwrap().unwrap()).collect();
        assert_eq!(listed, all, "{slots:?}");
        assert_eq!(counter.nth(all.len() as u128), Ok(None));
        possible += usize::from(all.len() > 1);
    }
    assert!(possible > 300, "{possible}");
}

#[test]
fn completions_agree_with_enumeration() {
    let mut random = Random::new(8);
    let mut extended = 0;
    for _ in 0..1500 {
        let slots = random_slots(&mut random);
        let men: Vec<Square> = slots.groups.iter().flat_map(|group| group.men.clone()).collect();
        if men.is_empty() {
            continue;
        }
        let mut held = Choice::default();
        for &code in &slots.pool {
            if random.below(3) == 0 {
                held.give(men[random.below(men.len() as u128) as usize], code);
            }
        }
        let holds = |choice: &Choice| {
            held.0.iter().all(|(man, codes)| {
                let number = |of: &[u8], code| of.iter().filter(|&&one| one == code).count();
                codes.iter().all(|&code| number(choice.held(*man), code) >= number(codes, code))
            })
        };
        let all: BTreeSet<Choice> = plain(&slots).into_iter().filter(holds).collect();
        let mut counter = Counter::extending(&slots, &held);
        assert_eq!(counter.count(), Ok(all.len() as u128), "{slots:?} {held:?}");
        assert_eq!(counter.possible(), Ok(!all.is_empty()));
        let listed: BTreeSet<Choice> =
            (0..all.len()).map(|index| counter.nth(index as u128).unwrap().unwrap()).collect();
        assert_eq!(listed, all, "{slots:?} {held:?}");
        extended += usize::from(!all.is_empty() && !held.0.is_empty());
    }
    assert!(extended > 100, "{extended}");
}

#[test]
fn the_page_counts_almost_forty_million_armies() {
    let mut bases = slots("BNR", vec![group("regent", "d", &[&[2]], &[])]);
    bases.spare = true;
    bases.repeat = false;
    assert_eq!(count(&bases), 3);
    assert_eq!(count(&twelve(&[&[3, 3]], &[])) * 3, 39_916_800);
}

#[test]
fn fourteen_augmenters() {
    let slots = slots(
        "wfdahnicblsgtp",
        vec![
            group("rook", "aj", &[&[1, 1]], &[]),
            group("bison", "ch", &[&[1, 1]], &[]),
            group("bishop", "di", &[&[1, 1]], &[]),
            group("king", "f", &[&[1]], &[]),
            group("regent", "e", &[&[1]], &[]),
            group("corps", "bg", &[&[3, 3]], &[]),
        ],
    );
    assert_eq!(count(&slots) * 3, 7_264_857_600);
}

/// 12! / 6! and what the six tokens of both corps can be.
#[test]
fn sizes_in_any_order() {
    let ways = |a: u128, b: u128| (1..=12).product::<u128>() / factorial(a) / factorial(b);
    assert_eq!(count(&twelve(&[&[4, 2]], &[])), 2 * ways(4, 2));
    assert_eq!(count(&twelve(&[&[4, 2], &[3, 3]], &[])), 2 * ways(4, 2) + ways(3, 3));
    assert_eq!(
        count(&twelve(&[&[4, 2], &[2, 4], &[3, 3], &[3, 3]], &[])),
        2 * ways(4, 2) + ways(3, 3)
    );
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

/// Pairs of disjoint corps contents, counted one by one; the other six tokens are free.
fn by_corps(sizes: &[(u32, u32)], bans: &[&str]) -> u128 {
    let bans: Vec<u32> = bans
        .iter()
        .map(|ban| ban.chars().map(|code| 1 << TWELVE.find(code).unwrap()).sum())
        .collect();
    let fine = |corps: u32| bans.iter().all(|ban| corps & ban != *ban);
    let mut pairs = 0;
    for b in 0..1_u32 << 12 {
        for g in 0..1_u32 << 12 {
            let ok = b & g == 0 && sizes.contains(&(b.count_ones(), g.count_ones()));
            pairs += u128::from(ok && fine(b) && fine(g));
        }
    }
    pairs * factorial(6)
}

const FORK: [&str; 3] = ["lg", "dg", "ah"];
const POWER: [&str; 4] = ["ls", "wf", "cb", "ni"];

#[test]
fn bans() {
    let all: Vec<&str> = FORK.iter().chain(&POWER).copied().collect();
    for bans in [&FORK[..], &POWER[..], &all] {
        assert_eq!(count(&twelve(&[&[3, 3]], bans)), by_corps(&[(3, 3)], bans), "{bans:?}");
        let unbalanced = count(&twelve(&[&[4, 2]], bans));
        assert_eq!(unbalanced, by_corps(&[(4, 2), (2, 4)], bans), "{bans:?}");
    }
}

#[test]
fn doubles_are_alike() {
    // Threeleaper and grasshopper replaced by a second wazir and a second ferz.
    let mut doubles = twelve(&[&[3, 3]], &[]);
    doubles.pool = "wfdawnicblsf"
        .chars()
        .map(|code| doubles.codes.iter().position(|&other| other == code).unwrap() as u8)
        .collect();
    doubles.pool.sort_unstable();
    let shape = |slots: &Slots| {
        let small = Slots { groups: slots.groups[3..].to_vec(), spare: true, ..slots.clone() };
        assert_eq!(count(&small), plain_contents(&small));
    };
    shape(&doubles);
    doubles.repeat = false;
    shape(&doubles);
}

/// Regent and two corps of three, contents tried one by one.
fn plain_contents(slots: &Slots) -> u128 {
    let contents = |size: usize| {
        let mut all: BTreeSet<Vec<u8>> = BTreeSet::from([Vec::new()]);
        for _ in 0..size {
            let more = all.iter().flat_map(|held| {
                slots.pool.iter().map(move |&code| {
                    let mut held = held.clone();
                    held.push(code);
                    held.sort_unstable();
                    held
                })
            });
            all = more.collect();
        }
        let fine = |held: &Vec<u8>| slots.repeat || held.windows(2).all(|two| two[0] != two[1]);
        all.into_iter().filter(fine).collect::<Vec<_>>()
    };
    let in_pool = |held: &[&[u8]]| {
        let mut left = slots.pool.clone();
        held.iter().flat_map(|codes| codes.iter()).all(|code| {
            let at = left.iter().position(|other| other == code);
            at.map(|at| left.remove(at)).is_some()
        })
    };
    let mut number = 0;
    for regent in contents(1) {
        for b in contents(3).iter().filter(|b| in_pool(&[&regent, b])) {
            for g in contents(3) {
                number += u128::from(in_pool(&[&regent, b, &g]));
            }
        }
    }
    number
}

#[test]
fn a_king_without_leaves_one_token_out() {
    let mut weak = twelve(&[&[3, 3]], &[]);
    weak.groups[2].sizes = vec![vec![0]];
    assert_eq!(count(&weak), 0);
    assert_eq!(weak.faults()[0].code, "stage-sum");
    weak.spare = true;
    assert_eq!(count(&weak), factorial(12) / 36);
    assert_eq!(weak.faults(), []);
    // Five other single slots, so with the freed token on a corps 12! / (4! 3!), on either wing.
    weak.spare = false;
    weak.groups[4].sizes = vec![vec![4, 3]];
    assert_eq!(count(&weak), 2 * factorial(12) / (24 * 6));
}

#[test]
fn large_pools_without_bans_are_quick() {
    let pool: String = ('a'..='z').chain('A'..='G').collect();
    let men = "abcdefghijklmnop";
    let mut slots = slots(&pool, vec![group("man", men, &[&[2; 16]], &[])]);
    assert_eq!(slots.faults()[0].code, "stage-sum");
    slots.spare = true;
    assert_eq!(count(&slots), factorial(33) / (1 << 16));
    let mut counter = Counter::new(&slots);
    let last = counter.count().unwrap() - 1;
    assert!(plainly_valid(&slots, &counter.nth(last).unwrap().unwrap()));
    let repeated: String = pool.repeat(3);
    let more = Slots { pool: super::tests::slots(&repeated, Vec::new()).pool, ..slots };
    assert_eq!(Counter::new(&more).count(), Err(Uncountable::Large));
    assert_eq!(Counter::new(&more).possible(), Ok(true));
}

#[test]
fn hostile_bans_end() {
    let pool: String = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
    let letters: Vec<char> = pool.chars().collect();
    let bans: Vec<String> = letters
        .iter()
        .enumerate()
        .flat_map(|(at, a)| letters[at + 1..].iter().step_by(3).map(move |b| format!("{a}{b}")))
        .collect();
    let bans: Vec<&str> = bans.iter().map(String::as_str).collect();
    let mut hostile = slots(&pool, vec![group("man", "abcdefgh", &[&[7; 8]], &bans)]);
    hostile.spare = true;
    assert_eq!(Counter::new(&hostile).count(), Err(Uncountable::Work));
}

#[test]
fn what_is_wrong_with_a_stage() {
    let short = slots("wfda", vec![group("rook", "ah", &[&[1, 1]], &[])]);
    let said = |slots: &Slots| {
        let faults = slots.faults();
        faults.iter().map(|one| format!("{}: {}", one.code, one.message)).collect::<Vec<_>>()
    };
    assert_eq!(said(&short), ["stage-sum: white's slots hold 2 tokens (rook 1+1), the pool has 4"]);
    let count = slots("wfd", vec![group("corps", "b", &[&[2, 1], &[3]], &[])]);
    assert_eq!(said(&count), ["stage-sum: white has 1 man `corps`, and there are 2 sizes: 2+1"]);
    let one = slots("wfd", vec![group("corps", "bg", &[&[2, 1], &[3, 1]], &[])]);
    assert_eq!(said(&one), ["stage-sum: white's slots hold 4 tokens (corps 3+1), the pool has 3"]);
    let empty = slots("wfd", vec![group("corps", "bg", &[&[2, 1]], &["wf", "wd", "fd"])]);
    assert_eq!(said(&empty), ["stage-empty: the bans leave white no way to place the pool"]);
    let mut twice = slots("www", vec![group("corps", "bg", &[&[2, 1]], &[])]);
    assert_eq!(said(&twice), [""; 0]);
    twice.repeat = false;
    assert_eq!(
        said(&twice),
        ["stage-empty: white cannot place the pool when no man may hold a code twice"]
    );
    assert!(slots("", vec![group("king", "e", &[&[0]], &[])]).is_idle());
}
