//! Rule books and pictures of every variant, and of many choices.

use std::collections::BTreeSet;

use ferz::board::Side;
use ferz::book::{self, Item, Man};
use ferz::cli::library::{BUILT_IN, Folder};
use ferz::definition::{Definition, Loaded, PieceId, Sources, load};
use ferz::draw::svg::{self, Colours};

fn loaded(name: &str, text: &str, choices: &[(String, String)]) -> Option<(Definition, Sources)> {
    let path = format!("{name}.toml");
    let Loaded { definition, sources, .. } = load(name, &path, text, choices, &Folder::default());
    definition.map(|definition| (definition, sources))
}

/// What must hold of every book.
fn check(what: &str, definition: &Definition, sources: &Sources) {
    let book = book::write(definition).expect("a book");
    let mut rules: Vec<&str> = Vec::new();
    let mut headings: Vec<&str> = Vec::new();
    let mut sentences: BTreeSet<(&str, &str)> = BTreeSet::new();
    for section in &book.sections {
        assert!(!section.items.is_empty(), "{what}: `{}` is empty", section.heading);
        for item in &section.items {
            match item {
                Item::Heading(text) => headings.push(text),
                Item::Board(fen) => assert_eq!(fen, &definition.setup.start, "{what}"),
                Item::Diagram(diagram, _) => {
                    assert!(diagram.shape.squares().any(|s| s == diagram.from), "{what}");
                }
                Item::Rule(rule) => {
                    let text = rule.text.as_str();
                    rules.push(text);
                    sentences.insert((&section.heading, text));
                    assert!(text.ends_with(['.', '!', '?', ')']), "{what}: {text}");
                    let first = text.chars().next().expect("a text");
                    assert!(!first.is_lowercase(), "{what}: {text}");
                    for odd in ["  ", " .", " ,", "..", "\u{201c}\u{201d}", "``", "a a ", " of of "]
                    {
                        let about = text == definition.about;
                        assert!(about || !text.contains(odd), "{what}: {odd:?} in {text}");
                    }
                    let Some(span) = rule.span else { continue };
                    let (file, line) = book::line(sources, span)
                        .unwrap_or_else(|| panic!("{what}: no place of {text}"));
                    let lines = sources.files.iter().find(|known| known.name == file);
                    let lines = lines.expect("the file").text.lines().count();
                    assert!((1..=lines).contains(&line), "{what}: {file}:{line} of {lines}");
                }
            }
        }
    }
    let named = |name: &str| {
        let quoted = format!("\u{201c}{name}\u{201d}");
        rules.iter().any(|text| text.contains(&quoted))
    };
    for piece in &definition.pieces {
        let shown = piece.name.replace('-', " ");
        let heading = format!("{shown} ({})", piece.letter).to_lowercase();
        assert!(headings.iter().any(|text| text.to_lowercase() == heading), "{what}: {heading}");
        for entry in &piece.moves {
            assert!(entry.name.as_ref().is_none_or(|name| named(name)), "{what}: {:?}", entry.name);
        }
        assert!(
            piece.once.is_none() || rules.iter().any(|text| text.starts_with("Once in its life")),
            "{what}: {}",
            piece.name
        );
    }
    for augmenter in &definition.augmenters {
        let code = format!("(`{}` behind a man)", augmenter.code);
        assert!(rules.iter().any(|text| text.contains(&code)), "{what}: {code}");
    }
    let entries = definition
        .royals
        .iter()
        .map(|entry| &entry.name)
        .chain(definition.castlings.iter().map(|entry| &entry.name))
        .chain(definition.promotions.iter().map(|entry| &entry.name))
        .chain(definition.drops.iter().map(|entry| &entry.name))
        .chain(definition.gates.iter().map(|entry| &entry.name))
        .chain(definition.effects.iter().map(|entry| &entry.name))
        .chain(definition.bans.iter().map(|entry| &entry.name))
        .chain(definition.counters.iter().map(|entry| &entry.name));
    for name in entries {
        assert!(named(name), "{what}: `{name}` is not spoken of");
    }
    for (index, end) in definition.ends.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        let found = sentences.iter().any(|(_, text)| {
            text.starts_with(&number) && text.to_lowercase().contains(&end.name.to_lowercase())
        });
        assert!(found, "{what}: end `{}`", end.name);
    }
    for stage in &definition.setup.stages {
        let heading = format!("Stage \u{201c}{}\u{201d}", stage.name);
        assert!(headings.contains(&heading.as_str()), "{what}: {heading}");
    }
    for option in &definition.options {
        let start = format!("Option `{}`", option.name);
        assert!(rules.iter().any(|text| text.starts_with(&start)), "{what}: {start}");
    }
    let text = book::text::write(&book, definition, sources, true);
    let markdown = book::markdown::write(&book, definition, sources);
    let html = book::html::write(&book, definition, sources, Colours::Either);
    assert!(text.len() > 2000 && markdown.len() > 2000 && html.len() > 4000, "{what}");
    // Every link of the page leads somewhere.
    let ids: BTreeSet<&str> =
        html.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for target in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(target), "{what}: {target}");
    }
}

#[test]
fn every_book_is_complete() {
    let mut games = 0;
    for game in BUILT_IN.iter().filter(|game| game.listed) {
        let (definition, sources) = loaded(game.name, game.text, &[]).expect("a game");
        check(game.name, &definition, &sources);
        games += 1;
        for option in &definition.options {
            for choice in option.choices.iter().filter(|choice| **choice != option.default) {
                let mut chosen = vec![(option.name.clone(), choice.clone())];
                for (_, other, with) in option.needs.iter().filter(|need| need.0 == *choice) {
                    chosen.extend(with.first().map(|with| (other.clone(), with.clone())));
                }
                // A choice that needs more than this is no game by itself.
                if let Some((definition, sources)) = loaded(game.name, game.text, &chosen) {
                    check(&format!("{} {chosen:?}", game.name), &definition, &sources);
                }
            }
        }
    }
    assert!(games > 70, "{games} games");
}

/// The examples of the language's reference use every key, also those that no game of ours
/// uses.
#[test]
fn every_key_of_the_language_is_spoken_of() {
    let text = std::fs::read_to_string("docs/language.md").expect("the reference");
    let mut lines = text.lines().enumerate();
    let mut blocks = 0;
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```toml") else { continue };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        if info.contains("refuses=") {
            continue;
        }
        let mut body = body.join("\n") + "\n";
        if let Some(parent) = info.trim().strip_prefix("extends=") {
            body += "\n[variant]\nname = \"Example\"\nextends = \"";
            body += parent;
            body += "\"\n";
        }
        let what = format!("docs/language.md:{}", number + 1);
        let (definition, sources) = loaded("example", &body, &[]).expect("a game");
        check(&what, &definition, &sources);
        blocks += 1;
    }
    assert!(blocks > 15, "{blocks} blocks");
}

#[test]
fn conditions_are_put_into_words() {
    for (condition, words) in [
        ("moves(them) == 0", "the opponent has no legal move"),
        ("not check(us)", "the mover is not in check"),
        (
            "not (check(us) or took(pawn))",
            "the mover is not in check and the last move did not capture a pawn",
        ),
        ("count(us, king, rank 8) > 0", "the mover has a king on rank 8 (for Black: rank 1)"),
        ("count(white, king, rank 8) >= 1", "White has a king on rank 8"),
        ("0 < count(us, queen)", "the mover has a queen on the board"),
        ("count(both, all) != 2", "both sides together do not have exactly two men on the board"),
        (
            "count(us, rook + queen) <= 1",
            "the mover has at most one man that is a queen or a rook on the board",
        ),
        (
            "count(us, rook) * count(us, queen) == 0",
            "(the mover has no rook on the board or the mover has no queen on the board)",
        ),
        (
            "count(us, all) - count(them, all) >= 2",
            "the number of the mover's men on the board minus the number of the opponent's men on the board is at least 2",
        ),
        (
            "value(us) < 0 - 3",
            "the sum of the values of the mover's men on the board is less than 0 minus 3",
        ),
        ("value(us) >= 0", "the sum of the values of the mover's men on the board is at least 0"),
        (
            "us == black and (check(us) or passes >= 2)",
            "the mover is Black and (the mover is in check or the last two turns were passes)",
        ),
        (
            "line(us, pawn, 3)",
            "the mover has three pawns in a row (along a rank, a file or a diagonal)",
        ),
        (
            "not line(us, pawn, 3)",
            "the mover has no three pawns in a row (along a rank, a file or a diagonal)",
        ),
        ("empty(d4-e5) == 0", "no square of the area d4 to e5 is empty"),
        ("attacked(us, queen) > 0", "a queen of the mover is attacked"),
        (
            "attacked(us, queen, pawn, rank 4-5) == 0",
            "no queen of the mover is attacked by a pawn on ranks 4 and 5",
        ),
        (
            "attacked(us, queen, all, rank 4) > 0",
            "a queen of the mover is attacked by a man on rank 4 (for Black: rank 5) as the mover \
             sees the board",
        ),
        (
            "missing(them, pawn) >= 3",
            "the opponent has at least three fewer pawns than at the start",
        ),
        (
            "stuck(us, pawn) == 2",
            "the mover has exactly two pawns that could not move even on an empty board",
        ),
        ("facing(king)", "two opposing kings face each other along an open rank or file"),
        (
            "check(us) == check(them)",
            "(the mover is in check) exactly if (the opponent is in check)",
        ),
        ("check(us) == false", "the mover is not in check"),
        (
            "reach(them, king, rank 8) > 0",
            "the opponent has a legal move of a king to rank 8 (for Black: rank 1)",
        ),
        ("count(us, bishop, light) > 1", "the mover has at least two bishops on any light square"),
    ] {
        let body = format!(
            "[variant]\nname = \"Words\"\nextends = \"chess\"\n[[end]]\nname = \"words\"\n\
             when = \"{condition}\"\nresult = \"us\"\n"
        );
        let (definition, _) = loaded("words", &body, &[]).expect(condition);
        let book = book::write(&definition).expect("a book");
        let items = book.sections.iter().flat_map(|section| &section.items);
        let found = items.filter_map(|item| match item {
            Item::Rule(rule) => rule.text.strip_prefix("1. Words: If "),
            _ => None,
        });
        let said: Vec<&str> = found.collect();
        let wanted = format!("{words}, the mover wins. This is automatic.");
        assert_eq!(said, [wanted], "{condition}");
    }
}

#[test]
fn every_man_and_every_start_has_a_picture() {
    let mut reaching = 0;
    for game in BUILT_IN.iter().filter(|game| game.listed) {
        let (definition, _) = loaded(game.name, game.text, &[]).expect("a game");
        for (index, piece) in definition.pieces.iter().enumerate() {
            let man = Man::plain(PieceId(index as u8));
            for side in Side::BOTH {
                let shape = &definition.shape;
                let at = man.square(&definition, shape, side).expect("a square");
                let diagram = man.diagram(&definition, shape, at, side).expect("few ways");
                let moves = piece.moves.iter().any(|entry| !entry.moves.terms().is_empty());
                assert_eq!(!diagram.marks.is_empty(), moves, "{} {}", game.name, piece.name);
                reaching += usize::from(moves);
                let one = svg::diagram(&diagram, &definition, &piece.letter, Colours::Light);
                let two = svg::diagram(&diagram, &definition, &piece.letter, Colours::Light);
                assert_eq!(one, two);
                assert_well_formed(&one);
            }
        }
        assert_well_formed(&svg::board(&definition, &definition.setup.start, Colours::Either));
    }
    assert!(reaching > 500);
}

/// Tags close in order, and no text stands where it could be read as a tag.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag that ends");
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn what_a_file_says_of_itself_is_kept_harmless() {
    let chess = BUILT_IN.iter().find(|game| game.name == "chess").expect("chess");
    let text = chess
        .text
        .replace("name  = \"Chess\"", "name  = \"<b>\\u001b[31m*x*</b>\"")
        .replace("name   = \"checkmate\"", "name   = \"<script>&\\u202e[a](b)\"");
    let (definition, sources) = loaded("evil", &text, &[]).expect("a game");
    let book = book::write(&definition).expect("a book");
    let plain = book::text::write(&book, &definition, &sources, false);
    assert!(!plain.contains(['\u{1b}', '\u{202e}']));
    let html = book::html::write(&book, &definition, &sources, Colours::Either);
    assert!(!html.contains("<script") && !html.contains("<b>\u{fffd}") && !html.contains('\u{1b}'));
    assert!(html.contains("&lt;script&gt;&amp;"));
    let markdown = book::markdown::write(&book, &definition, &sources);
    assert!(!markdown.contains("<script") && !markdown.contains("*x*"));
    assert!(markdown.contains("\\[a\\](b)"));
}

#[test]
fn what_would_have_no_end_is_refused() {
    use std::fmt::Write as _;
    let mut body = "[variant]\nname = \"Long\"\nextends = \"chess\"\n[let]\n\
                    t0 = \"count(us, all except king + queen, rank 1-3 & file a-c + h8) == 1\"\n"
        .to_owned();
    for level in 1..=9 {
        let _ = writeln!(body, "t{level} = \"t{0} and t{0}\"", level - 1);
    }
    let short = loaded("long", &body, &[]).expect("a game").0;
    assert!(book::write(&short).is_some());
    for end in 0..50 {
        let _ = writeln!(body, "[[end]]\nname = \"e{end}\"\nwhen = \"t9\"\nresult = \"draw\"");
    }
    let long = loaded("long", &body, &[]).expect("a game").0;
    assert!(book::write(&long).is_none());

    let mut body = "[variant]\nname = \"Wide\"\nextends = \"chess\"\n[board]\nfiles = 16\n\
                    ranks = 16\n[pieces.queen]\nextra = [\n"
        .to_owned();
    for entry in 0..64 {
        let _ = writeln!(body, "{{ name = \"x{entry}\", moves = \"[Q-fsQ-fsQ-fsQ-fsQ]\" }},");
    }
    body +=
        "]\n[setup]\nstart = \"k15/16/16/16/16/16/16/16/16/16/16/16/16/16/Q15/K15 w - - 0 1\"\n";
    body +=
        "[pieces.pawn]\nfirst = \"rank 2\"\n[[promotion]]\nname = \"pawn\"\nzone = \"rank 16\"\n";
    for castling in ["O-O", "O-O-O"] {
        let _ = writeln!(body, "[[castling]]\nname = \"{castling}\"\noff = true");
    }
    let wide = loaded("wide", &body, &[]).expect("a game").0;
    let (queen, _) = Man::read(&wide, "queen").expect("a queen");
    let at = wide.shape.parse_square("h8").expect("a square");
    assert!(queen.diagram(&wide, &wide.shape, at, Side::White).is_none());
    let book = book::write(&wide).expect("a book");
    let mut items = book.sections.iter().flat_map(|section| &section.items);
    assert!(items.any(|item| matches!(
        item,
        Item::Rule(rule) if rule.text.starts_with("Its diagram is left out")
    )));
}

/// Small pictures, byte for byte. `FERZ_BLESS=1` writes them anew.
#[test]
fn pictures_are_stable() {
    let text = r#"
[variant]
name = "Small"
[board]
files = 4
ranks = 4
holes = "d4"
[pieces.king]
letter = "K"
moves = "K"
[pieces.cat]
letter = "C"
moves = "[fcW-fW]mRF"
[[royal]]
name = "king"
pieces = "king"
[[end]]
name = "no move"
when = "moves(them) == 0"
result = "draw"
[setup]
start = "1kc*/4/4/1KC1 w - - 0 1"
"#;
    let (definition, _) = loaded("small", text, &[]).expect("a game");
    let (cat, _) = Man::read(&definition, "cat").expect("the cat");
    let shape = &definition.shape;
    let at = shape.parse_square("b1").expect("a square");
    let diagram = cat.diagram(&definition, shape, at, Side::White).expect("few ways");
    let pictures = [
        ("cat", svg::diagram(&diagram, &definition, "C", Colours::Either)),
        ("start", svg::board(&definition, &definition.setup.start, Colours::Dark)),
    ];
    for (name, picture) in pictures {
        let path = format!("tests/pictures/{name}.svg");
        if std::env::var_os("FERZ_BLESS").is_some() {
            std::fs::write(&path, &picture).expect("a picture that can be written");
        }
        let known = std::fs::read_to_string(&path).expect("a picture");
        assert!(known == picture, "{path} differs");
    }
}
