//! Variant files from the outside: sets, conditions, merging, options.

use std::collections::BTreeMap;

use ferz::board::{Side, SquareSet};
use ferz::cli::library::built_in;
use ferz::definition::{
    Arithmetic, Comparison, Definition, Expr, Fact, Library, Loaded, Mark, Who, check, load,
    parse_choice_list,
};
use proptest::prelude::*;

/// Files by name, then the games in the program.
#[derive(Default)]
struct Files(BTreeMap<&'static str, String>);

impl Library for Files {
    fn text(&self, name: &str) -> Option<(String, String)> {
        let own = self.0.get(name).cloned();
        let text = own.or_else(|| built_in(name).map(|game| game.text.to_owned()))?;
        Some((format!("{name}.toml"), text))
    }
}

fn child_of(parent: &str, body: &str) -> String {
    format!("[variant]\nname = \"Child\"\nextends = \"{parent}\"\n\n{body}")
}

fn load_with(text: &str, choices: &[(&str, &str)]) -> Loaded {
    let choices: Vec<(String, String)> =
        choices.iter().map(|(o, c)| ((*o).to_owned(), (*c).to_owned())).collect();
    load("child", "child.toml", text, &choices, &Files::default())
}

fn defined(text: &str, choices: &[(&str, &str)]) -> Definition {
    let loaded = load_with(text, choices);
    let said: Vec<String> =
        loaded.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
    loaded.definition.unwrap_or_else(|| panic!("no game: {said:?}"))
}

fn codes(text: &str, choices: &[(&str, &str)]) -> Vec<&'static str> {
    load_with(text, choices).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// Names of a set's squares.
fn squares(definition: &Definition, set: SquareSet) -> String {
    set.iter().map(|square| definition.shape.name(square)).collect::<Vec<_>>().join(" ")
}

/// White's and Black's squares of a text, on chess's board.
fn zone(text: &str, board: &str) -> (String, String) {
    let body = format!(
        "[board]\n{board}\n[zones]\nz = \"{text}\"\n[pieces.knight]\nextra = [{{ name = \"x\", moves = \"mW\", from = \"z\" }}]\n"
    );
    let definition = defined(&child_of("chess", &body), &[]);
    let knight = definition.pieces.iter().find(|piece| piece.name == "knight").expect("a knight");
    let from = knight.moves[1].from;
    (squares(&definition, from[0]), squares(&definition, from[1]))
}

/// The condition of an end put in front of chess's.
fn condition(text: &str) -> Expr {
    let body =
        format!("[[end]]\nname = \"x\"\nby = \"verdict\"\nwhen = \"{text}\"\nresult = \"draw\"\n");
    defined(&child_of("chess", &body), &[]).ends[0].when.clone()
}

#[test]
fn squares_of_black_are_images() {
    let all = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(zone("b1 + h2", ""), all("b1 h2", "h7 b8"));
    assert_eq!(
        zone("b1 + h2", "symmetry = \\\"rotate\\\"".replace('\\', "").as_str()),
        all("b1 h2", "a7 g8")
    );
    assert_eq!(zone("b1", "symmetry = \"none\""), all("b1", "b1"));
    assert_eq!(zone("white a8 + b7, black h1", ""), all("b7 a8", "h1"));
    assert_eq!(zone("black a1", ""), all("", "a1"));
}

#[test]
fn light_and_dark_are_never_turned() {
    let (white, black) = zone("light & rank 1", "");
    assert_eq!(white, "b1 d1 f1 h1");
    assert_eq!(black, "a8 c8 e8 g8");
}

#[test]
fn meets_bind_tighter_than_unions_and_except_comes_last() {
    assert_eq!(zone("a1 + rank 2 & file b", "").0, "a1 b2");
    assert_eq!(zone("(a1 + rank 2) & file b", "").0, "b2");
    assert_eq!(zone("rank 1 except b1 + c1 + d1-h1", "").0, "a1");
    assert_eq!(zone("(all except rank 1-7) & file c-d", "").0, "c8 d8");
    assert_eq!(zone("c3-b1 & edge", "").0, "b1 c1");
}

#[test]
fn promotions_are_offered_as_written() {
    let body = "[groups]\nminor = \"knight + bishop\"\n[[promotion]]\nname = \"pawn\"\nto = \"rook + minor + queen + rook\"\n";
    let definition = defined(&child_of("chess", body), &[]);
    let names: Vec<&str> = definition.promotions[0]
        .to
        .iter()
        .map(|piece| definition.pieces[piece.index()].name.as_str())
        .collect();
    assert_eq!(names, ["rook", "knight", "bishop", "queen"]);
    assert_eq!(definition.promotions[0].mark, Mark::None);
}

#[test]
fn operators_bind_as_said() {
    let quiet = || Box::new(Expr::Fact(Fact::Quiet));
    let number = |n| Box::new(Expr::Const(n));
    assert_eq!(
        condition("quiet + 2 * 3 == 4 or not true and false"),
        Expr::Or(
            Box::new(Expr::Compare(
                Comparison::Equal,
                Box::new(Expr::Arithmetic(
                    Arithmetic::Add,
                    quiet(),
                    Box::new(Expr::Arithmetic(Arithmetic::Multiply, number(2), number(3)))
                )),
                number(4)
            )),
            Box::new(Expr::And(Box::new(Expr::Not(number(1))), number(0)))
        )
    );
    // To the left: (9 - 4) - 1.
    assert_eq!(
        condition("quiet == 9 - 4 - 1"),
        Expr::Compare(
            Comparison::Equal,
            quiet(),
            Box::new(Expr::Arithmetic(
                Arithmetic::Subtract,
                Box::new(Expr::Arithmetic(Arithmetic::Subtract, number(9), number(4))),
                number(1)
            ))
        )
    );
    assert_eq!(condition("us != black"), Expr::Not(Box::new(Expr::SameSide(Who::Us, Who::Black))));
}

#[test]
fn long_chains_stay_shallow() {
    fn depth(expr: &Expr) -> usize {
        match expr {
            Expr::And(a, b) => 1 + depth(a).max(depth(b)),
            _ => 0,
        }
    }
    let text = vec!["check(us)"; 200].join(" and ");
    assert_eq!(depth(&condition(&text)), 8);
}

#[test]
fn terms_are_written_out() {
    let body = "[let]\nmen = \"count(white, all) + count(black, all)\"\nfew = \"men < 4\"\nme = \"us\"\n[[end]]\nname = \"x\"\nwhen = \"few and count(me, all) > 0\"\nresult = \"draw\"\n";
    let definition = defined(&child_of("chess", body), &[]);
    let Expr::And(few, _) = &definition.ends[0].when else { panic!("no `and`") };
    assert!(matches!(**few, Expr::Compare(Comparison::Less, ..)));
}

#[test]
fn each_place_may_ask_its_own() {
    let end = |by: &str, when: &str| {
        child_of(
            "chess",
            &format!("[[end]]\nname = \"x\"\nby = \"{by}\"\nwhen = \"{when}\"\nresult = \"us\"\n"),
        )
    };
    assert_eq!(codes(&end("rule", "repeats > 1"), &[]), ["history-rule"]);
    assert!(codes(&end("verdict", "repeats > 1"), &[]).is_empty());
    assert!(codes(&end("rule", "passes > 1"), &[]).is_empty());
    let extra = |moves: &str, when: &str| {
        let extra = format!(
            "[pieces.rook]\nextra = [{{ name = \"x\", moves = \"{moves}\", when = \"{when}\" }}]\n"
        );
        child_of("chess", &extra)
    };
    assert!(codes(&extra("N", "count(us, rook) > 1"), &[]).is_empty());
    assert_eq!(codes(&extra("N", "check(us)"), &[]), ["wrong-moment"]);
    assert!(codes(&extra("mN", "check(us)"), &[]).is_empty());
    assert_eq!(codes(&extra("mN", "moves(us) > 1"), &[]), ["wrong-moment"]);
}

#[test]
fn new_entries_stand_in_front_or_behind_a_named_one() {
    let end = |name: &str, after: &str| {
        format!(
            "[[end]]\nname = \"{name}\"\n{after}\nby = \"verdict\"\nwhen = \"quiet > {}\"\nresult = \"draw\"\n",
            name.len()
        )
    };
    let body = [
        end("one", ""),
        end("twoo", "after = \"stalemate\""),
        end("three", ""),
        "[[end]]\nname = \"stalemate\"\nresult = \"us\"\n".to_owned(),
    ];
    let definition = defined(&child_of("chess", &body.concat()), &[]);
    let names: Vec<&str> = definition.ends.iter().map(|end| end.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "one",
            "three",
            "checkmate",
            "stalemate",
            "twoo",
            "dead position",
            "repetition",
            "fifty moves"
        ]
    );
}

#[test]
fn plain_lists_are_restated_and_empty_ones_take_out() {
    let definition =
        defined(&child_of("chess", "castling = []\n").replacen("castling = []\n", "", 1), &[]);
    assert_eq!(definition.castlings.len(), 4);
    let text = format!("castling = []\n{}", child_of("chess", ""));
    assert!(defined(&text, &[]).castlings.is_empty());
}

#[test]
fn what_is_off_is_gone() {
    let definition = defined(
        &child_of(
            "chess",
            "[pieces.queen]\noff = true\n[[promotion]]\nname = \"pawn\"\nto = \"rook\"\n[let]\ndead = \"\"\n[[end]]\nname = \"dead position\"\noff = true\n[setup]\nstart = \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"\n",
        ),
        &[],
    );
    assert_eq!(definition.pieces.len(), 5);
    assert!(definition.ends.iter().all(|end| end.name != "dead position"));
}

#[test]
fn chess_is_as_expected() {
    let definition = defined(built_in("chess").expect("chess").text, &[]);
    let names: Vec<&str> = definition.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["bishop", "king", "knight", "pawn", "queen", "rook"]);
    let pawn = &definition.pieces[3];
    assert_eq!(squares(&definition, pawn.first[0]), "a2 b2 c2 d2 e2 f2 g2 h2");
    assert_eq!(squares(&definition, pawn.first[1]), "a7 b7 c7 d7 e7 f7 g7 h7");
    let castlings: Vec<(char, Side, String)> = definition
        .castlings
        .iter()
        .map(|castling| (castling.right, castling.side, definition.shape.name(castling.to)))
        .collect();
    let expected = [
        ('K', Side::White, "g1"),
        ('k', Side::Black, "g8"),
        ('Q', Side::White, "c1"),
        ('q', Side::Black, "c8"),
    ];
    let expected: Vec<_> = expected.iter().map(|(c, s, t)| (*c, *s, (*t).to_owned())).collect();
    assert_eq!(castlings, expected);
    assert_eq!(definition.tests.len(), 5);
}

#[test]
fn a_choice_is_a_patch() {
    let text = built_in("chess").expect("chess").text;
    let definition = defined(text, &[("array", "960")]);
    assert_eq!(definition.castlings.len(), 4);
    assert_eq!(definition.castlings[0].wing, Some(1));
    assert_eq!(definition.castlings[0].from.len(), 8);
    assert!(definition.setup.shuffle.is_some());
    assert_eq!(
        definition.options.iter().find(|o| o.name == "array").map(|o| o.chosen.as_str()),
        Some("960")
    );
    assert_eq!(defined(text, &[("fivefold", "on")]).ends.len(), 6);
}

#[test]
fn options_of_three_fat_brothers_combine() {
    let text = built_in("three-fat-brothers").expect("a game").text;
    assert!(defined(text, &[("points", "on")]).royals.is_empty());
    assert_eq!(defined(text, &[("points", "on"), ("royal-last", "yes")]).royals.len(), 1);
    assert_eq!(codes(text, &[("royal-last", "yes")]), ["choice-needs"]);
    assert_eq!(codes(text, &[("royalty", "all"), ("points", "on")]), ["patched-off"]);
    let five = defined(text, &[("points", "on"), ("target", "5")]);
    let Expr::Compare(_, _, target) = &five.ends[0].when else { panic!("no comparison") };
    assert_eq!(**target, Expr::Const(5));
    assert_eq!(codes(text, &[("target", "five")]), ["unknown-name"]);
    let both = defined(text, &[("first-jump", "capture"), ("direction", "straight")]);
    let night =
        both.pieces.iter().find(|piece| piece.name == "nightknight").expect("a nightknight");
    let moves: Vec<String> = night.moves.iter().map(|entry| entry.moves.to_string()).collect();
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().any(|moves| moves.starts_with("ca")), "{moves:?}");
}

#[test]
fn parents_may_be_named_with_choices() {
    let definition = defined(&child_of("chess[array=960]", ""), &[]);
    assert!(definition.setup.shuffle.is_some());
    assert!(definition.options.iter().all(|option| option.name != "array"));
}

#[test]
fn options_of_a_parent_work_on_what_the_child_says() {
    // The child moves the board's men; the parent's patch still names its entries.
    let body = "[[end]]\nname = \"fivefold repetition\"\nwhen = \"repeats >= 6\"\n";
    let definition = defined(&child_of("chess", body), &[("fivefold", "on")]);
    let end =
        definition.ends.iter().find(|end| end.name == "fivefold repetition").expect("the end");
    let Expr::Compare(_, _, number) = &end.when else { panic!("no comparison") };
    assert_eq!(**number, Expr::Const(6));
}

#[test]
fn conflicts_are_found_in_pairs_and_solved_by_combinations() {
    let options = |extra: &str| {
        let option = |name: &str, moves: &str| {
            format!(
                "[options.{name}]\nabout = \"x\"\ndefault = \"off\"\n[options.{name}.choices.on]\npieces.rook.moves = \"{moves}\"\n"
            )
        };
        child_of("chess", &(option("a", "W") + &option("b", "F") + extra))
    };
    let conflicts = |text: &str| {
        let checked = check("child", "child.toml", text, &[], &Files::default());
        checked.loaded.diagnostics.iter().filter(|d| d.code == "choice-conflict").count()
    };
    assert_eq!(conflicts(&options("")), 1);
    let combined = "[[combination]]\nwith = { a = \"on\", b = \"on\" }\npatch = { pieces.rook.moves = \"K\" }\n";
    assert_eq!(conflicts(&options(combined)), 0);
    let definition = defined(&options(combined), &[("a", "on"), ("b", "on")]);
    let rook = definition.pieces.iter().find(|piece| piece.name == "rook").expect("a rook");
    assert_eq!(rook.moves[0].moves.to_string(), "K");
    // Needs keep them apart as well.
    let apart = options("[options.a.needs]\non = \"b=off\"\n");
    assert_eq!(conflicts(&apart), 0);
}

#[test]
fn choices_are_read_from_a_name() {
    let (name, choices) = parse_choice_list("chess[array=960, fivefold=on]").expect("choices");
    assert_eq!(name, "chess");
    assert_eq!(choices.len(), 2);
    assert_eq!(choices[1], ("fivefold".to_owned(), "on".to_owned()));
    assert_eq!(parse_choice_list("a/b.toml").expect("a name").0, "a/b.toml");
    assert!(parse_choice_list("chess[").is_err());
    assert!(parse_choice_list("chess[array]").is_err());
    assert_eq!(parse_choice_list("chess[]").expect("a name").1, []);
}

#[test]
fn escapes_do_not_shift_places() {
    let text = child_of("chess", "[[promotion]]\nname = \"pawn\"\nto = \"\\u0071ueen + rok\"\n");
    let loaded = load_with(&text, &[]);
    let (file, span) = loaded.sources.locate(loaded.diagnostics[0].span()).expect("a place");
    assert_eq!(&file.text[span.start..span.end], "\"\\u0071ueen + rok\"");
}

#[test]
fn files_are_bounded() {
    let long = format!("# {}\n", "x".repeat(ferz::limits::FILE_BYTES));
    assert_eq!(codes(&long, &[]), ["out-of-range"]);
    let many: Vec<String> =
        (0..200).map(|i| format!("[pieces.p{i}]\nletter = \"A\"\nmoves = \"W\"\n")).collect();
    assert!(codes(&child_of("chess", &many.concat()), &[]).contains(&"out-of-range"));
    let nested = format!("x = {}{}", "[".repeat(5000), "]".repeat(5000));
    assert!(codes(&nested, &[]).contains(&"too-deep"));
    let dotted = format!("{} = 1\n", vec!["a"; 5000].join("."));
    assert!(!codes(&dotted, &[]).is_empty());
}

/// A file of the program with a few bytes changed.
fn mutated() -> impl Strategy<Value = String> {
    let game = prop::sample::select(vec!["chess", "three-fat-brothers", "xiangqi"]);
    let bit = prop::sample::select(vec![
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "all",
        "none",
        "count(us, all)",
        "-1",
        "999999999999",
        "\n",
        "'",
        "+",
        " except ",
        "(",
        ")",
        "off = true",
        "name",
        "é",
        "a1-h8",
        "end",
        "\\",
        "true",
        "rank 9",
        "extends = \"chess\"\n",
    ]);
    let change = (any::<prop::sample::Index>(), 0_usize..12, bit);
    (game, prop::collection::vec(change, 1..5)).prop_map(|(game, changes)| {
        let mut text: Vec<char> = built_in(game).expect("a game").text.chars().collect();
        for (at, cut, insert) in changes {
            let at = at.index(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, insert.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        let checked = check("x", "x.toml", &text, &[], &Files::default());
        prop_assert!(checked.loaded.definition.is_some() || !checked.loaded.diagnostics.is_empty());
    }

    #[test]
    fn changed_files_do_no_harm(text in mutated()) {
        let checked = check("x", "x.toml", &text, &[], &Files::default());
        let broken = checked.loaded.diagnostics.iter().any(ferz::diagnostic::Diagnostic::is_error);
        prop_assert_eq!(broken, checked.loaded.definition.is_none());
        let rendered = ferz::cli::render::render(&checked.loaded.diagnostics, &checked.loaded.sources, "", false);
        prop_assert_eq!(rendered.is_empty(), checked.loaded.diagnostics.is_empty());
    }

    #[test]
    fn any_condition_does_no_harm(text in "[a-z0-9(){}+*<>=!, &-]{0,60}") {
        let body = format!("[[end]]\nname = \"x\"\nwhen = \"{text}\"\nresult = \"draw\"\n[zones]\nz = \"{text}\"\n[groups]\ng = \"{text}\"\n");
        let _ = codes(&child_of("chess", &body), &[("array", &text)]);
        let _ = parse_choice_list(&text);
    }
}
