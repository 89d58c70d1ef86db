//! Numbers that are known of the men of 12 and 14 Augmenters Chess, from their notations, and
//! the methods beside slow ones.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::kings::one_sided;
use super::mobility::{Count, mobility};
use super::moveset::{Hurdles, Moveset};
use super::reach::{Reach, reach};
use super::redundant::redundant;
use super::trail::Budget;
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::lower::Way;
use crate::notation::targets::{Occupant, Scene, targets};
use crate::notation::{lower, parse};

/// Codes and notations of the fourteen augmenters and the two of the handicaps.
const AUGMENTERS: [(char, &str); 16] = [
    ('w', "W"),
    ('f', "F"),
    ('d', "D"),
    ('a', "A"),
    ('h', "H"),
    ('n', "vN"),
    ('i', "sN"),
    ('c', "ffNbsN"),
    ('b', "fsNbbN"),
    ('l', "fR"),
    ('s', "sR"),
    ('g', "gQ"),
    ('t', "G"),
    ('p', "fFvW"),
    ('m', "C"),
    ('o', "WfF"),
];

/// Codes of the game on 8 by 8.
const TWELVE: &str = "wfdahnicblsg";

fn board(side: u8) -> Shape {
    Shape::new(side, side).unwrap()
}

fn ways(notation: &str) -> Vec<Way> {
    lower(&parse(notation).unwrap().expr)
}

fn budget() -> Budget {
    Budget::new(1_000_000)
}

fn set(notation: &str, shape: &Shape) -> Moveset {
    Moveset::of(&ways(notation), shape, Side::White, &budget()).unwrap()
}

fn augmenter(code: char) -> &'static str {
    AUGMENTERS.iter().find(|(own, _)| *own == code).unwrap().1
}

fn squares(shape: &Shape, names: &str) -> SquareSet {
    names.split(' ').map(|name| shape.parse_square(name).unwrap()).collect()
}

fn reached(notations: &[&str], hurdles: Hurdles, starts: &str) -> Reach {
    let shape = board(8);
    let sets: Vec<Moveset> = notations.iter().map(|one| set(one, &shape)).collect();
    let sets: Vec<&Moveset> = sets.iter().collect();
    reach(&sets, hurdles, shape.all(), squares(&shape, starts), &shape, &budget()).unwrap()
}

#[test]
fn narrow_alfil_and_side_mover_see_every_other_rank() {
    let found = reached(&["vN", "A", "sR"], Hurdles::Free, "b1");
    let shape = board(8);
    let (_, squares) = found.from[0];
    assert_eq!(squares.len(), 32);
    assert!(squares.iter().all(|square| shape.rank(square).is_multiple_of(2)));
    assert!(!found.cover && !found.strong);
}

#[test]
fn a_bishop_needs_somebody_who_changes_its_colour() {
    let crippled = |hurdles| -> String {
        TWELVE
            .chars()
            .filter(|&code| !reached(&["B", augmenter(code)], hurdles, "c1 f1").cover)
            .collect()
    };
    assert_eq!(crippled(Hurdles::Free), "fda");
    assert_eq!(crippled(Hurdles::None), "fdag");
}

#[test]
fn rooks_kings_and_regents_cover_the_board() {
    for code in TWELVE.chars() {
        for hurdles in [Hurdles::None, Hurdles::Free] {
            let moves = augmenter(code);
            assert!(reached(&["R", moves], hurdles, "a1 h1").cover);
            assert!(reached(&["K", moves], hurdles, "e1").cover);
            for bases in ["BN", "BR", "NR"] {
                for own in ["WfF", ""] {
                    assert!(reached(&[own, bases, moves], hurdles, "d1").cover, "{bases}{code}");
                }
            }
        }
    }
}

#[test]
fn nine_triples_of_a_corps_are_crippled() {
    let codes: Vec<char> = TWELVE.chars().collect();
    let shape = board(8);
    let sets: Vec<Moveset> = codes.iter().map(|&code| set(augmenter(code), &shape)).collect();
    let starts = squares(&shape, "b1 g1");
    let (mut triples, mut weak, mut lame) = (0, Vec::new(), Vec::new());
    for a in 0..codes.len() {
        for b in 0..a {
            for c in 0..b {
                triples += 1;
                let men = [&sets[a], &sets[b], &sets[c]];
                let found =
                    reach(&men, Hurdles::Free, shape.all(), starts, &shape, &budget()).unwrap();
                let mut name = [codes[a], codes[b], codes[c]];
                name.sort_unstable();
                if !found.cover {
                    lame.push(name);
                }
                if !found.strong {
                    weak.push(name);
                }
            }
        }
    }
    let mut expected: Vec<[char; 3]> = "fda dan dai dal das dns dil ans ail"
        .split(' ')
        .map(|codes| {
            let mut codes: Vec<char> = codes.chars().collect();
            codes.sort_unstable();
            codes.try_into().unwrap()
        })
        .collect();
    expected.sort_unstable();
    lame.sort_unstable();
    weak.sort_unstable();
    assert_eq!(triples, 220);
    assert_eq!(lame, expected);
    assert_eq!(weak, expected);
}

#[test]
fn augmenters_that_add_nothing() {
    let shape = board(10);
    let all = shape.all();
    for (man, codes) in
        [("R", "wls"), ("B", "f"), ("K", "wfpo"), ("CZ", "m"), ("WfF", "wpo"), ("QN", "wfnicblspo")]
    {
        let own = set(man, &shape);
        let found: String = AUGMENTERS
            .iter()
            .filter(|(_, moves)| {
                redundant(&set(moves, &shape), &[&own], all, &shape, &budget()).unwrap()
            })
            .map(|(code, _)| *code)
            .collect();
        assert_eq!(found, codes, "{man}");
    }
    // Several together may cover what none of them does alone.
    for (extra, rest, expected) in [
        ("fFvW", vec!["W", "F"], true),
        ("N", vec!["vN", "sN"], true),
        ("nD", vec!["R"], true),
        ("D", vec!["R"], false),
        // Over a man, or over nothing: a leap all the same.
        ("D", vec!["R", "pR"], true),
        ("D", vec!["R", "gQ"], true),
        ("D", vec!["nD", "jD"], true),
        ("R2", vec!["W", "nD"], true),
        ("R2", vec!["W", "jD"], false),
        ("W", vec!["mW"], false),
        ("W", vec!["mW", "cW"], true),
        ("nnW2", vec!["R"], false),
    ] {
        let rest: Vec<Moveset> = rest.iter().map(|one| set(one, &shape)).collect();
        let rest: Vec<&Moveset> = rest.iter().collect();
        assert_eq!(
            redundant(&set(extra, &shape), &rest, all, &shape, &budget()).unwrap(),
            expected,
            "{extra}"
        );
    }
}

/// What is called redundant adds no move in any position; what is not adds one in some.
#[test]
fn redundant_moves_add_nothing_in_random_positions() {
    let shape = board(6);
    let all = shape.all();
    let men = ["R", "B", "K", "CZ", "WfF", "N", "RN", "pR", "R2", "W gQ"];
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]);
    for man in men {
        for (code, moves) in AUGMENTERS {
            let said = redundant(&set(moves, &shape), &[&set(man, &shape)], all, &shape, &budget())
                .unwrap();
            let (own, extra) = (ways(man), ways(moves));
            let both: Vec<Way> = own.iter().chain(&extra).cloned().collect();
            let adds = (0..3000).any(|_| {
                let cells: Vec<Occupant> = (0..shape.area())
                    .map(|_| match rng.next_u32() % 4 {
                        0 | 1 => Occupant::Empty,
                        2 => Occupant::Friend,
                        _ => Occupant::Enemy,
                    })
                    .collect();
                let from = Square::new((rng.next_u32() as usize % shape.area()) as u8);
                let scene = Scene {
                    shape: &shape,
                    from,
                    side: Side::White,
                    occupant: |square: Square| cells[square.index()],
                    unmoved: SquareSet::EMPTY,
                    en_passant: None,
                };
                targets(&own, &scene) != targets(&both, &scene)
            });
            assert_eq!(said, !adds, "{man} with {code}");
        }
    }
}

#[test]
fn mean_numbers_of_destinations() {
    let shape = board(8);
    let mean = |notations: &[&str], p| {
        let sets: Vec<Moveset> = notations.iter().map(|one| set(one, &shape)).collect();
        let sets: Vec<&Moveset> = sets.iter().collect();
        mobility(&sets, shape.all(), p, Count::Any, &budget()).unwrap()
    };
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    };
    for (code, empty) in [('l', 3.5), ('w', 3.5), ('a', 2.25), ('g', 0.0)] {
        near(mean(&[augmenter(code)], 1.0), empty);
    }
    near(mean(&["fR"], 0.7), 2.025);
    near(mean(&["A"], 0.7), 2.25);
    near(mean(&["A"], 0.5), 2.25);
    // Of the twelve the alfil has least on the empty board, but for the grasshopper, and the
    // lance where three squares in ten are taken.
    let least = |p: f64| {
        let means = TWELVE.chars().filter(|&code| code != 'g');
        let means = means.map(|code| (mean(&[augmenter(code)], p), code));
        means.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, code)| code)
    };
    assert_eq!((least(1.0), least(0.7)), (Some('a'), Some('l')));
    // By hand: of k steps, k-2 empty squares and a man.
    let hops = (2..8_i32).map(|k| 0.7_f64.powi(k - 2) * 0.3 * f64::from(8 - k) / 8.0);
    near(mean(&["fgR"], 0.7), hops.sum());
    // What two reach in the same cases counts once, and in other cases adds up.
    near(mean(&["R", "fR"], 0.7), mean(&["R"], 0.7));
    let over: f64 = mean(&["R"], 0.7) + mean(&["gR"], 0.7);
    near(mean(&["R", "gR"], 0.7), over);
}

/// The exact mean beside one over random boards.
#[test]
fn means_agree_with_random_positions() {
    let shape = board(6);
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]);
    for man in ["Q", "pR", "N gQ", "R gQ", "nN", "zB", "R pR gR"] {
        let found =
            mobility(&[&set(man, &shape)], shape.all(), 0.6, Count::Any, &budget()).unwrap();
        let ways = ways(man);
        let (mut sum, boards) = (0_u32, 1500);
        for _ in 0..boards {
            // A man that may be taken: the destination is counted whatever stands there.
            let full: Vec<bool> = (0..shape.area()).map(|_| rng.next_u32() % 10 >= 6).collect();
            for from in shape.squares() {
                let scene = Scene {
                    shape: &shape,
                    from,
                    side: Side::White,
                    occupant: |square: Square| {
                        if full[square.index()] { Occupant::Enemy } else { Occupant::Empty }
                    },
                    unmoved: SquareSet::EMPTY,
                    en_passant: None,
                };
                sum += u32::try_from(targets(&ways, &scene).len()).unwrap();
            }
        }
        let mean = f64::from(sum) / f64::from(boards) / 36.0;
        assert!((mean - found).abs() < 0.05, "{man}: {mean}, but {found}");
    }
}

/// Two equal men attack each other, unless something beside one of them decides.
#[test]
fn attacks_that_are_not_returned() {
    let shape = board(6);
    for (man, alone) in [
        ("K", false),
        ("KR", false),
        ("KfR", false),
        ("KflN", false),
        // The hurdle stands anywhere between them, or next to the target only.
        ("KpR", false),
        ("KgQ", true),
        // The horse is blocked at its own foot.
        ("nN", true),
        ("nD", false),
        ("fcFmK", false),
    ] {
        let ways = ways(man);
        let of = |side| Moveset::of(&ways, &shape, side, &budget()).unwrap();
        let (white, black) = (of(Side::White), of(Side::Black));
        let places = [shape.all(); 2];
        let found = one_sided(&[&white], &[&black], places, &shape, &budget()).unwrap();
        assert_eq!(found.is_some(), alone, "{man}");
        let Some(found) = found else { continue };
        let takes = |side: Side, from: Square, to: Square| {
            let scene = Scene {
                shape: &shape,
                from,
                side,
                occupant: |square: Square| {
                    if square == to {
                        Occupant::Enemy
                    } else if found.men.contains(&square) {
                        Occupant::Friend
                    } else {
                        Occupant::Empty
                    }
                },
                unmoved: SquareSet::EMPTY,
                en_passant: None,
            };
            targets(&ways, &scene).iter().any(|mv| mv.to == to)
        };
        assert!(takes(Side::White, found.from, found.to), "{man}");
        assert!(!takes(Side::Black, found.to, found.from), "{man}");
    }
}
