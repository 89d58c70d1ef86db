//! Counting beside plain enumeration, and known numbers.

#![expect(clippy::naive_bytecount, reason = "a dozen bytes")]

use std::collections::BTreeSet;

use super::*;
use crate::board::{Shape, Side, Square};
use crate::definition::{Definition, PieceId, PieceSet, load};

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
        for choice in &all {
            assert_eq!(slots.read(&slots.write(choice)), Ok(choice.clone()), "{slots:?}");
        }
        let men: Vec<Square> = slots.groups.iter().flat_map(|group| group.men.clone()).collect();
        for _ in 0..20 {
            let mut choice = Choice::default();
            for _ in 0..random.below(5) {
                let code = random.below(slots.codes.len().max(1) as u128) as u8;
                men.first().inspect(|first| choice.give(**first, code));
                let at = random.below(men.len().max(1) as u128) as usize;
                men.get(at).inspect(|man| choice.give(**man, code));
            }
            assert_eq!(slots.is_complete(&choice), all.contains(&choice), "{slots:?} {choice:?}");
        }
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

/// `code square token` of each fault.
fn said(faults: &[SetupFault]) -> Vec<String> {
    let said = |fault: &SetupFault| {
        let square = fault.square.as_deref().unwrap_or("-");
        format!("{} {square} {}", fault.code, fault.token.unwrap_or('-'))
    };
    faults.iter().map(said).collect()
}

fn judged(slots: &Slots, text: &str) -> Vec<String> {
    said(&slots.read(text).err().unwrap_or_default())
}

#[test]
fn turns_are_read_in_any_order_and_written_in_one() {
    let slots = twelve(&[&[3, 3]], &[]);
    let written = "a1=a,b1=bls,c1=w,d1=g,e1=h,f1=c,g1=dni,h1=f";
    let choice = slots.read("g1=ind,f1=c,h1=f,d1=g,a1=a,b1=slb,c1=w,e1=h").unwrap();
    assert_eq!(slots.write(&choice), "a1=a,b1=bls,c1=w,d1=g,e1=h,f1=c,g1=dni,h1=f");
    assert_eq!(slots.read(written), Ok(choice));
}

#[test]
fn what_is_listed_is_valid() {
    let mut slots = twelve(&[&[4, 2], &[3, 3]], &["lg", "ni"]);
    slots.repeat = false;
    let mut counter = Counter::new(&slots);
    let count = counter.count().unwrap();
    let mut random = Random::new(3);
    let mut last = None;
    for index in (0..50).map(|_| random.below(count)).collect::<BTreeSet<_>>() {
        let choice = counter.nth(index).unwrap().unwrap();
        assert_eq!(slots.read(&slots.write(&choice)), Ok(choice.clone()));
        // Corps have bans, so they come first: 4+2 before 3+3, the larger on b before on g.
        let corps = [1, 6].map(|file| choice.held(Square::new(file)).to_vec());
        let lengths: Vec<usize> = corps.iter().map(Vec::len).collect();
        let place = [vec![4, 2], vec![2, 4], vec![3, 3]].iter().position(|one| *one == lengths);
        let key = (place.unwrap(), corps);
        assert!(last.as_ref().is_none_or(|last| *last <= key));
        last = Some(key);
    }
}

#[test]
fn every_fault_of_a_turn_is_told() {
    let mut slots = twelve(&[&[3, 3]], &["lg"]);
    slots.repeat = false;
    let rest = "c1=w,d1=b,e1=h,f1=c,g1=dni,h1=f";
    for (text, faults) in [
        ("a1=a,b1=lgs,RR", &["banned b1 l"][..]),
        ("a1=a,b1=lss,RR", &["too-often b1 s", "repeated b1 s", "left-over - g"]),
        ("a1=a,b1=ls,RR", &["slot-size b1 -", "left-over - g"]),
        ("a1=ag,b1=ls,RR", &["slot-size a1 g", "slot-size b1 -"]),
        ("b1=lsx,RR", &["unknown-code b1 x", "slot-empty a1 -", "left-over - a", "left-over - g"]),
        ("a1=a,a1=g,b1=ls,RR", &["square-twice a1 -", "slot-size a1 g", "slot-size b1 -"]),
        (
            "a2=a,z9=g,b1=ls,RR",
            &["no-slot a2 -", "unknown-square z9 -", "slot-empty a1 -", "slot-size b1 -"],
        ),
        (
            "a3=a,b1=ls,,RR",
            &["no-man a3 -", "syntax - -", "slot-empty a1 -", "slot-size b1 -", "left-over - g"],
        ),
    ] {
        assert_eq!(judged(&slots, &text.replace("RR", rest)), faults, "{text}");
    }
    assert_eq!(judged(&slots, "")[0], "slot-empty a1 -");
    assert_eq!(judged(&slots, &"a".repeat(100_000)), ["syntax - -"]);
    assert!(judged(&slots, &"a1=a,".repeat(800)).len() <= crate::limits::FAULTS);

    let unbalanced = twelve(&[&[4, 2], &[5, 1]], &[]);
    let text = "a1=a,b1=lgs,c1=w,d1=b,e1=h,f1=c,g1=dni,h1=f";
    assert_eq!(judged(&unbalanced, text), ["slot-size b1 -", "slot-size g1 -"]);
    let text = "a1=a,b1=lgsi,c1=w,d1=b,e1=h,f1=c,g1=d,h1=f";
    assert_eq!(judged(&unbalanced, text), ["slot-sizes b1 -", "left-over - n"]);
    let mut foreign = twelve(&[&[3, 3]], &["m"]);
    foreign.pool.retain(|&code| code != 0);
    assert_eq!(
        judged(&foreign, &format!("a1=a,b1=lsm,{rest}")),
        ["not-in-pool b1 m", "not-in-pool c1 w", "banned b1 m", "left-over - g"]
    );
}

/// Texts from which something is missing, or that have something strange in them, are refused
/// or understood, and nothing else happens.
#[test]
fn hostile_turns() {
    let slots = twelve(&[&[3, 3]], &["lg"]);
    let good = "a1=a,b1=bls,c1=w,d1=g,e1=h,f1=c,g1=dni,h1=f";
    let strange = ["", ",", "=", "a", "z", "9", "é", "\u{202e}", "\0", "a1=", "=w", "@", "🂡"];
    for (at, _) in good.char_indices() {
        for other in strange {
            let text = format!("{}{other}{}", &good[..at], &good[at + 1..]);
            if let Ok(choice) = slots.read(&text) {
                assert!(plainly_valid(&slots, &choice), "{text}");
            }
            let _ = slots.read_token(&Choice::default(), &text);
        }
    }
}

#[test]
fn a_token_after_which_nothing_can_be_completed_is_refused() {
    let mut slots = slots("wfda", vec![group("corps", "bg", &[&[2, 2]], &["wf", "wd"])]);
    slots.repeat = false;
    let mut held = Choice::default();
    let give = |held: &Choice, text: &str| {
        let given = slots.read_token(held, text);
        given.map_err(|faults| said(&faults))
    };
    let (square, code) = give(&held, "b1=w").unwrap();
    held.give(square, code);
    assert_eq!(give(&held, "b1=f"), Err(vec!["banned b1 f".replace(" f", " w")]));
    // The wazir needs the alfil beside it.
    assert_eq!(give(&held, "g1=a"), Err(vec!["dead-end g1 a".to_owned()]));
    assert_eq!(give(&held, "g1=w"), Err(vec!["too-often g1 w".to_owned()]));
    assert_eq!(give(&held, "g1=fd"), Err(vec!["one-token - -".to_owned()]));
    assert_eq!(give(&held, "x9=f"), Err(vec!["unknown-square x9 -".to_owned()]));
    let turns: Vec<String> = slots
        .token_turns(&held)
        .into_iter()
        .map(|(square, code)| format!("{}{}", slots.shape.name(square), slots.codes[code as usize]))
        .collect();
    assert_eq!(turns, ["b1a", "g1f", "g1d"]);
    for text in ["b1=a", "g1=f", "g1=d"] {
        assert!(!slots.is_complete(&held));
        let (square, code) = give(&held, text).unwrap();
        held.give(square, code);
    }
    assert!(slots.is_complete(&held));
    assert_eq!(slots.token_turns(&held), []);
    assert_eq!(give(&held, "b1=f").unwrap_err()[0], "too-often b1 f");
}

/// Men of some kinds behind men on the first rank.
fn reserves(hand: &[u8], pieces: &[u8], bans: &[(u8, u8)]) -> Reserves {
    let set = |piece: u8| {
        let mut set = PieceSet::NONE;
        set.insert(PieceId(piece));
        set
    };
    let mut letters: Vec<(PieceId, String)> =
        hand.iter().map(|&man| (PieceId(man), char::from(b'A' + man).to_string())).collect();
    letters.dedup();
    let place = |(at, &piece): (usize, &u8)| Place {
        square: Square::new(at as u8),
        piece: PieceId(piece),
        name: format!("man{piece}"),
    };
    Reserves {
        side: Side::White,
        shape: Shape::new(8, 8).unwrap(),
        men: hand.iter().map(|&man| PieceId(man)).collect(),
        letters,
        places: pieces.iter().enumerate().map(place).collect(),
        others: vec![(Square::new(8), "pawn".to_owned())],
        bans: bans.iter().map(|&(a, b)| (set(a), set(b))).collect(),
        by_file: true,
    }
}

#[test]
fn bindings_agree_with_enumeration() {
    let mut random = Random::new(9);
    let mut possible = 0;
    for _ in 0..300 {
        let mut hand: Vec<u8> = (0..random.below(4)).map(|_| random.below(2) as u8).collect();
        hand.sort_unstable();
        let pieces: Vec<u8> = (0..random.below(7)).map(|_| random.below(3) as u8).collect();
        let bans: Vec<(u8, u8)> =
            (0..random.below(3)).map(|_| (random.below(3) as u8, random.below(3) as u8)).collect();
        let reserves = reserves(&hand, &pieces, &bans);
        // Every row of squares for the men of the hand.
        let mut all = BTreeSet::new();
        let squares = pieces.len();
        for number in 0..squares.pow(hand.len() as u32) {
            let row: Vec<usize> =
                (0..hand.len()).map(|at| number / squares.pow(at as u32) % squares).collect();
            let apart = row.iter().collect::<BTreeSet<_>>().len() == row.len();
            let banned = row.iter().enumerate().any(|(at, &a)| {
                row.iter()
                    .enumerate()
                    .any(|(other, &b)| at != other && bans.contains(&(pieces[a], pieces[b])))
            });
            if apart && !banned {
                let mut binding: Vec<(Square, PieceId)> = row
                    .iter()
                    .zip(&hand)
                    .map(|(&square, &man)| (Square::new(square as u8), PieceId(man)))
                    .collect();
                binding.sort_unstable();
                all.insert(Binding(binding));
            }
        }
        assert_eq!(reserves.count(), Ok(all.len() as u128), "{reserves:?}");
        let listed: BTreeSet<Binding> =
            (0..all.len()).map(|index| reserves.nth(index as u128).unwrap().unwrap()).collect();
        assert_eq!(listed, all);
        assert_eq!(reserves.nth(all.len() as u128), Ok(None));
        for binding in &all {
            assert_eq!(reserves.read(&reserves.write(binding)), Ok(binding.clone()));
        }
        possible += usize::from(all.len() > 1);
    }
    assert!(possible > 50, "{possible}");
}

#[test]
fn faults_of_a_binding() {
    let reserves = reserves(&[0, 1], &[2, 3, 2], &[(2, 3)]);
    let judged = |text: &str| said(&reserves.read(text).err().unwrap_or_default());
    assert_eq!(reserves.count(), Ok(2));
    assert_eq!(judged("A@a,B@c"), [""; 0]);
    assert_eq!(judged("b@a1,a@c1"), [""; 0]);
    assert_eq!(judged("A@a,B@b"), ["banned b1 B"]);
    assert_eq!(judged("A@a,A@c"), ["too-often c A", "left-over - B"]);
    assert_eq!(judged("A@a,B@a"), ["square-twice a B"]);
    assert_eq!(
        judged("A@a2,B@h,X@d1"),
        ["no-slot a2 A", "unknown-square h B", "not-in-pool d1 X", "no-man d1 X"]
    );
    assert_eq!(
        judged("A,=,@"),
        ["syntax - -", "syntax - -", "syntax - -", "left-over - A", "left-over - B"]
    );
}

const GAME: &str = r#"
[variant]
name = "small armies"
[board]
files = 4
ranks = 4
[pieces.king]
letter = "K"
moves = "K"
[pieces.corps]
letter = "C"
moves = ""
[pieces.ox]
letter = "O"
moves = "W"
[augmenters]
rook = { code = "R", moves = "R" }
wazir = { code = "w", moves = "W" }
ferz = { code = "f", moves = "F" }
dabbabah = { code = "d", moves = "D" }
[text]
codes = "Rwfd"
[[royal]]
name = "king"
pieces = "king"
[[gate]]
name = "ox"
pieces = "ox"
squares = "rank 1"
bound = true
must = true
[[end]]
name = "no move"
when = "moves(them) == 0"
result = "draw"
[setup]
start = "kcc1/4/4/KCC1[O,o] w - - 0 1"
[setup.presets]
ready = "k{R}c{wf}c{d}1/4/4/K{R}C{wf}C{d}1[O@a,o@b] w - - 0 1"
[[setup.stages]]
name = "first"
augment = { pool = "R", slots = { king = "1" } }
[[setup.stages]]
name = "second"
augment = { pool = "wfd", slots = { corps = "2+1" }, bans = { corps = ["wd"] } }
[[setup.stages]]
name = "third"
bind = { gate = "ox" }
"#;

fn game() -> Definition {
    let loaded = load("small", "small.toml", GAME, &[], &());
    loaded.definition.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

#[test]
fn armies_of_a_game() {
    let definition = game();
    for side in Side::BOTH {
        let army = Army::of_start(&definition, side).unwrap();
        let mut armies = Armies::new(&army).unwrap();
        // {w, fd} and {f, wd}, {d, wf} but for the ban, on either square; behind three men.
        assert_eq!(armies.counts(), [1, 4, 3]);
        assert_eq!(armies.count(), 12);
        let texts: BTreeSet<String> =
            (0..12).map(|index| armies.nth(index).unwrap().unwrap()).collect();
        assert_eq!(texts.len(), 12);
        for text in &texts {
            assert_eq!(army.judge(text), [], "{text}");
            assert_eq!(army.judge(&text.replace(' ', "/")), [], "{text}");
        }
        assert_eq!(armies.nth(12), Ok(None));
    }
    let army = Army::of_start(&definition, Side::White).unwrap();
    assert_eq!(said(&army.judge("b1=wf,c1=d")), ["turn-missing - -", "turn-missing - -"]);
    assert_eq!(
        said(&army.judge("a1=R b1=wd,c1=f O@d O@a")),
        ["turn-extra - -", "banned b1 w", "unknown-square d O"]
    );
    assert_eq!(said(&army.judge("a1=w b1=fd,c1=w O@b")), ["not-in-pool a1 w", "left-over - R"]);
}

#[test]
fn positions_are_judged_by_what_their_men_hold() {
    let definition = game();
    let judged = |fen: &str| said(&Army::judge_position(&definition, Side::White, fen));
    let ready = &definition.setup.presets[0].1;
    assert_eq!(judged(ready), [""; 0]);
    assert_eq!(judged("3k/4/4/K{R}C{wd}C{f}1[O@a] w - - 0 1"), ["banned b1 w"]);
    assert_eq!(judged("3k/4/4/K{Rw}C{ff}C{x}1[] w - - 0 1"), ["unknown-code c1 x"]);
    assert_eq!(
        judged("3k/4/4/K{w}C{ff}C{d}1[O@b] w - - 0 1"),
        ["slot-empty a1 -", "left-over - R", "no-slot a1 -", "too-often b1 f"]
    );
    assert_eq!(judged("3k/4/4/K{R}C{wf}2[] w - - 0 1")[0], "stage-sum - -");
    assert_eq!(judged("3k/4/4/K{R}"), ["position - -"]);
    assert_eq!(judged("?"), ["position - -", "position - -"]);
}
