//! Properties of the notation that hold for every text.

use std::collections::BTreeSet;

use ferz::board::{Shape, Side, Square, SquareSet, Symmetry};
use ferz::limits;
use ferz::notation::lower::Action;
use ferz::notation::targets::{EnPassant, Occupant, PseudoMove, Scene, targets, threats};
use ferz::notation::{explain, lower, parse};
use proptest::prelude::*;

/// Text made of the notation's own characters, well formed or not.
fn soup() -> impl Strategy<Value = String> {
    "[WFDNAHCZGLJRBKQUOXI()\\[\\]?,@0-9a-z -]{0,40}"
}

fn directions() -> impl Strategy<Value = String> {
    let any = prop::collection::vec(prop::sample::select(vec!["f", "b", "l", "r", "v", "s"]), 0..4)
        .prop_map(|letters| letters.concat());
    let known = vec!["", "f", "fh", "bh", "lh", "rh", "hr", "hl", "fs", "frbl", "ffbs", "b"];
    prop_oneof![prop::sample::select(known).prop_map(str::to_owned), any]
}

fn atom() -> impl Strategy<Value = String> {
    let letter = prop::sample::select("WFDNAHCZGLJRBKQ".chars().collect::<Vec<_>>());
    let leaper = (0..6_u8, 0..6_u8).prop_map(|(x, y)| format!("({x},{y})"));
    let range = prop_oneof![Just(String::new()), (0..12_u8).prop_map(|n| n.to_string())];
    prop_oneof![
        4 => (letter.clone(), range.clone()).prop_map(|(l, r)| format!("{l}{r}")),
        1 => letter.prop_map(|l| format!("{l}{l}")),
        1 => (leaper, range).prop_map(|(l, r)| format!("{l}{r}")),
    ]
}

fn letters(from: &'static str) -> impl Strategy<Value = String> {
    let letters: Vec<char> = from.chars().collect();
    let most = letters.len().min(2);
    prop::sample::subsequence(letters, 0..=most).prop_map(|letters| letters.into_iter().collect())
}

/// Terms of the right form; most of them are accepted.
fn term() -> impl Strategy<Value = String> {
    let leg = || (directions(), letters("mcdp"), atom()).prop_map(|(d, m, a)| format!("{d}{m}{a}"));
    let rest = prop::collection::vec((prop::sample::select(vec!["-", "?"]), leg()), 1..4);
    let bracket = (leg(), rest).prop_map(|(first, rest)| {
        let rest: Vec<String> = rest.into_iter().map(|(s, leg)| s.to_owned() + &leg).collect();
        format!("[{first}{}]", rest.concat())
    });
    let chain_leg = || (directions(), letters("mcdpy")).prop_map(|(d, m)| format!("{d}{m}"));
    let chain = (prop::collection::vec(chain_leg(), 2..4), atom())
        .prop_map(|(legs, atom)| legs.join("a") + &atom);
    let simple = (letters("i"), directions(), letters("mcden"), letters("jpgozq"), atom())
        .prop_map(|(i, d, m, p, a)| format!("{i}{d}{m}{p}{a}"));
    let other = prop::sample::select(vec!["U", "mcdU", "isO2", "irjO3", "iU"]);
    prop_oneof![6 => simple, 2 => bracket, 2 => chain, 1 => other.prop_map(str::to_owned)]
}

fn notation() -> impl Strategy<Value = String> {
    prop::collection::vec((term(), prop::sample::select(vec!["", " "])), 1..4)
        .prop_map(|terms| terms.into_iter().map(|(term, gap)| term + gap).collect())
}

/// What must hold of any text.
fn check(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Err(faults) => {
            prop_assert!(faults.iter().any(ferz::diagnostic::Diagnostic::is_error));
            for fault in &faults {
                for label in &fault.labels {
                    let span = label.span;
                    prop_assert!(text.get(span.start..span.end).is_some(), "{fault:?}");
                }
                prop_assert!(!fault.message.contains('\n'));
            }
        }
        Ok(parsed) => {
            for warning in &parsed.warnings {
                prop_assert!(!warning.is_error());
                prop_assert!(text.get(warning.span().start..warning.span().end).is_some());
            }
            let canonical = parsed.expr.to_string();
            let again = parse(&canonical);
            let Ok(again) = again else {
                return Err(TestCaseError::fail(format!("`{canonical}` is refused: {again:?}")));
            };
            prop_assert_eq!(&again.expr, &parsed.expr);
            prop_assert_eq!(again.expr.to_string(), canonical);
            let codes = |warnings: &[ferz::diagnostic::Diagnostic]| {
                warnings.iter().map(|warning| warning.code).collect::<Vec<_>>()
            };
            prop_assert_eq!(codes(&again.warnings), codes(&parsed.warnings));
            let ways = lower(&parsed.expr);
            prop_assert!(ways.len() <= limits::NOTATION_WAYS);
            for term in 0..parsed.expr.terms().len() {
                let repeats = parsed.warnings.iter().any(|warning| warning.code == "w-dupterm");
                let covered = parsed.expr.terms().len() > 1;
                prop_assert!(repeats || covered || ways.iter().any(|way| way.term == term));
            }
            let sentence = explain(&parsed.expr);
            prop_assert!(sentence.ends_with('.') && sentence.len() > 5, "{sentence}");
            prop_assert!(!sentence.contains("  ") && !sentence.contains(" ,"), "{sentence}");
        }
    }
    Ok(())
}

/// A board with men, for both sides' views.
#[derive(Clone, Debug)]
struct Board {
    shape: Shape,
    from: Square,
    men: Vec<Occupant>,
    unmoved: bool,
    en_passant: Option<EnPassant>,
}

fn board() -> impl Strategy<Value = Board> {
    let sizes = (1..=10_u8, 1..=10_u8, any::<bool>());
    sizes.prop_flat_map(|(files, ranks, wrap)| {
        let shape = Shape::new(files, ranks).expect("a board").with_wrap(wrap);
        let area = shape.area();
        let man = prop_oneof![
            6 => Just(Occupant::Empty),
            1 => Just(Occupant::Friend),
            1 => Just(Occupant::FriendRoyal),
            2 => Just(Occupant::Enemy),
        ];
        let men = prop::collection::vec(man, area);
        (Just(shape), 0..area, men, any::<bool>(), 0..area, 0..area).prop_map(
            |(shape, from, men, unmoved, target, victim)| {
                let square = |index: usize| Square::new(index as u8);
                let right = men[target] == Occupant::Empty
                    && men[victim] == Occupant::Enemy
                    && target != from
                    && victim != from;
                let en_passant = right.then(|| EnPassant {
                    targets: SquareSet::of(square(target)),
                    victim: square(victim),
                });
                Board { shape, from: square(from), men, unmoved, en_passant }
            },
        )
    })
}

fn moves(text: &str, board: &Board, side: Side) -> Option<Vec<PseudoMove>> {
    let parsed = parse(text).ok()?;
    let turn = |square: Square| match side {
        Side::White => square,
        Side::Black => board.shape.image(square, Symmetry::Rotate),
    };
    let scene = Scene {
        shape: &board.shape,
        from: turn(board.from),
        side,
        occupant: |square: Square| board.men[turn(square).index()],
        unmoved: if board.unmoved { board.shape.all() } else { SquareSet::EMPTY },
        en_passant: board.en_passant.map(|right| EnPassant {
            targets: right.targets.iter().map(turn).collect(),
            victim: turn(right.victim),
        }),
    };
    Some(targets(&lower(&parsed.expr), &scene))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_judged_without_panic(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_soup_of_letters_is_judged_without_panic(text in soup()) {
        check(&text)?;
    }

    #[test]
    fn a_notation_printed_and_read_again_is_the_same_tree(text in notation()) {
        check(&text)?;
    }

    #[test]
    fn the_moves_of_black_are_those_of_white_turned(text in notation(), board in board()) {
        let Some(white) = moves(&text, &board, Side::White) else { return Ok(()) };
        let black = moves(&text, &board, Side::Black).expect("accepted before");
        let turn = |square| board.shape.image(square, Symmetry::Rotate);
        let turned = |set: SquareSet| set.iter().map(turn).collect::<SquareSet>();
        let key = |mv: &PseudoMove| {
            let partner = mv.partner.map(|partner| (partner.from, partner.to));
            (mv.to, mv.removes.0, mv.en_passant, mv.passed.0, mv.is_pass, partner)
        };
        let black: BTreeSet<_> = black.iter().map(key).collect();
        let white: BTreeSet<_> = white
            .iter()
            .map(|mv| PseudoMove {
                to: turn(mv.to),
                removes: turned(mv.removes),
                passed: turned(mv.passed),
                partner: mv.partner.map(|partner| ferz::notation::targets::Partner {
                    from: turn(partner.from),
                    to: turn(partner.to),
                }),
                ..*mv
            })
            .map(|mv| key(&mv))
            .collect();
        prop_assert_eq!(white, black, "{}", text);
    }

    #[test]
    fn moves_keep_to_the_board_and_the_rules_of_capture(text in notation(), board in board()) {
        let Some(moves) = moves(&text, &board, Side::White) else { return Ok(()) };
        for mv in moves {
            prop_assert!(board.shape.all().has(mv.to));
            for square in mv.removes.iter() {
                prop_assert!(matches!(board.men[square.index()], Occupant::Friend | Occupant::Enemy));
                prop_assert!(square != board.from);
            }
            if mv.to != board.from && mv.partner.is_none() {
                let man = board.men[mv.to.index()];
                prop_assert!(man == Occupant::Empty || mv.removes.has(mv.to));
            }
            prop_assert!(!mv.is_pass || mv.to == board.from && mv.removes.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn a_threat_is_a_capture_once_an_enemy_stands_there(text in notation(), board in board()) {
        let Ok(parsed) = parse(&text) else { return Ok(()) };
        let ways = lower(&parsed.expr);
        if ways.iter().any(|way| matches!(way.action, Action::Chain(_))) {
            return Ok(());
        }
        let board = Board { en_passant: None, ..board };
        let scene = |extra: Option<Square>| Scene {
            shape: &board.shape,
            from: board.from,
            side: Side::White,
            occupant: {
                let men = &board.men;
                move |square: Square| {
                    if Some(square) == extra { Occupant::Enemy } else { men[square.index()] }
                }
            },
            unmoved: SquareSet::EMPTY,
            en_passant: None,
        };
        let threatened = threats(&ways, &scene(None));
        for square in board.shape.squares() {
            if board.men[square.index()] == Occupant::Empty && square != board.from {
                let moves = targets(&ways, &scene(Some(square)));
                let captured = moves.iter().any(|mv| mv.removes.has(square));
                prop_assert_eq!(threatened.has(square), captured, "{} {:?}", text, square);
            }
        }
    }
}

/// Bounds are met with a fault, soon.
#[test]
fn hostile_texts_are_refused_soon() {
    let long = limits::NOTATION_BYTES;
    for text in [
        "W".repeat(long + 1),
        "W ".repeat(long / 2),
        "a".repeat(long - 1) + "K",
        "(".repeat(long),
        "[".repeat(long),
        "(1,".repeat(long / 3),
        "m".repeat(long),
        "[W".repeat(long / 2),
        "ä".repeat(long / 2),
        format!("[{}K]", "K-".repeat(long / 2 - 2)),
        "aaaaaaaK".to_owned(),
        "j".repeat(long - 1) + "R",
        "W@".repeat(long / 2),
        "f".repeat(long - 1) + "N",
    ] {
        let _ = check(&text);
        if text.ends_with('N') {
            assert!(parse(&text).is_ok());
        } else {
            assert!(parse(&text).is_err(), "{text}");
        }
    }
}
