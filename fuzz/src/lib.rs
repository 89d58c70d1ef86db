//! What each fuzz target does with its bytes. `tests/regressions.rs` runs the same functions
//! over the files that once made them fail.
//!
//! A target fails by panicking. Whatever the bytes are, reading them ends in a value or in a
//! list of faults, and what has been accepted keeps the promises of the library.

use std::sync::OnceLock;

use ferz::bitboard::{Bitboard, PerSquare};
use ferz::board::{Shape, Side, Square, SquareSet};
use ferz::cli::library::{Folder, built_in};
use ferz::cli::render::render;
use ferz::definition::{Definition, Sources, check, load, parse_choice_list};
use ferz::diagnostic::Diagnostic;
use ferz::notation::targets::{EnPassant, Occupant, Scene, targets, threats};
use ferz::notation::{explain, lower, parse};
use ferz::pgn;
use ferz::position::{Grade, Move, Position};
use ferz::rules::{LegalityPlan, NO_KIND, Rules};
use ferz::variant::{Choices, Variant};
use ferz::with_rules;

/// The games that `fen`, `moves` and `play` choose from by their first byte. Append only: the
/// regression files count on the order.
const GAMES: &[&str] = &[
    "chess",
    "chess[array=960]",
    "three-fat-brothers",
    "three-fat-brothers[points=on]",
    "three-fat-brothers[first-jump=capture,return=yes,bent-double=yes]",
    "xiangqi",
    "shako",
    "grasshopper",
    "knightmate",
    "berolina",
    "omicron",
    "courier",
    "wolf",
    "shatranj",
    "breakthrough",
    "torpedo",
    "nightrider",
    "grand",
    "losalamos",
    "minixiangqi",
    "@cannons",
    "@castles",
    "@cylinder",
    "@leaps",
    "@long-pawn",
    "@suicide",
];

/// Games made for the tests.
const MADE: &[(&str, &str)] = &[
    ("@cannons", include_str!("../../tests/variants/cannons.toml")),
    ("@castles", include_str!("../../tests/variants/castles.toml")),
    ("@cylinder", include_str!("../../tests/variants/cylinder.toml")),
    ("@leaps", include_str!("../../tests/variants/leaps.toml")),
    ("@long-pawn", include_str!("../../tests/variants/long-pawn.toml")),
    ("@suicide", include_str!("../../tests/variants/suicide.toml")),
];

/// A game, and the same game with every move played and looked at.
struct Entry {
    fast: Variant,
    replayed: Variant,
}

fn definition(game: &str) -> Definition {
    let (name, choices) = parse_choice_list(game).expect("a name");
    let made = MADE.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    let text = made.or_else(|| built_in(&name).map(|file| file.text)).expect("a game");
    let loaded = load(&name, &name, text, &choices, &Folder::default());
    loaded.definition.unwrap_or_else(|| panic!("{game}: {:?}", loaded.diagnostics))
}

/// A game of the list; `None` if this version does not support one of its rules.
fn game(byte: u8) -> Option<&'static Entry> {
    static ENTRIES: [OnceLock<Option<Entry>>; 64] = [const { OnceLock::new() }; 64];
    let index = usize::from(byte) % GAMES.len();
    let entry = ENTRIES[index].get_or_init(|| {
        let definition = definition(GAMES[index]);
        let fast = match Variant::new(definition.clone()) {
            Ok(variant) => variant,
            Err(faults) if faults.iter().all(|fault| fault.code == "unsupported") => return None,
            Err(faults) => panic!("{}: {faults:?}", GAMES[index]),
        };
        let replay = Choices { plan: Some(LegalityPlan::Replay), ..Choices::default() };
        let replayed = Variant::with(definition, replay).expect("it has just compiled");
        Some(Entry { fast, replayed })
    });
    entry.as_ref()
}

/// Faults must have places in the text, on boundaries of characters.
fn check_places(text: &str, faults: &[Diagnostic]) {
    for label in faults.iter().flat_map(|fault| &fault.labels) {
        let (start, end) = (label.span.start, label.span.end);
        assert!(start <= end && end <= text.len(), "{label:?} is outside of {text:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{label:?}");
    }
}

/// One notation: read, printed, read again, explained, written out.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse(&text) {
        Ok(parsed) => {
            check_places(&text, &parsed.warnings);
            let canonical = parsed.expr.to_string();
            let again = parse(&canonical).expect("what was printed is read");
            assert_eq!(again.expr.to_string(), canonical);
            let ways = lower(&parsed.expr);
            assert_eq!(ways, lower(&again.expr), "{text} and {canonical} move differently");
            assert!(!explain(&parsed.expr).is_empty());
        }
        Err(faults) => {
            assert!(faults.iter().any(Diagnostic::is_error));
            check_places(&text, &faults);
        }
    }
}

/// A board of any size with men strewn over it, and behind that a notation: its moves.
pub fn betza_targets(data: &[u8]) {
    let Some((head, rest)) = data.split_first_chunk::<8>() else { return };
    let Some(shape) = Shape::new(1 + head[0] % 16, 1 + head[1] % 16) else { return };
    let area = shape.area();
    let square = |byte: u8| Square::new((usize::from(byte) % area) as u8);
    let from = square(head[2]);
    // Every so-many-th square holds a man.
    let strewn = |byte: u8, offset: usize| -> SquareSet {
        let gap = usize::from(byte & 15) + 1;
        let squares = (0..area).filter(|index| (index + offset).is_multiple_of(gap));
        let set = squares.map(|index| Square::new(index as u8));
        if byte < 32 { SquareSet::EMPTY } else { set.collect() }
    };
    let (friends, enemies) = (strewn(head[3], 0), strewn(head[4], 1) - SquareSet::of(from));
    let shape = if head[5] & 1 == 1 { shape.with_wrap(true) } else { shape };
    let shape = match head[5] & 6 {
        2 => shape.with_holes(strewn(head[6], 2) - SquareSet::of(from)),
        _ => shape,
    };
    let side = if head[5] & 8 == 8 { Side::Black } else { Side::White };
    let en_passant = (head[5] & 16 == 16)
        .then(|| EnPassant { targets: SquareSet::of(square(head[6])), victim: square(head[7]) });
    let text = String::from_utf8_lossy(rest);
    let Ok(parsed) = parse(&text) else { return };
    let scene = Scene {
        shape: &shape,
        from,
        side,
        occupant: |at| match (friends.has(at), enemies.has(at)) {
            (true, _) if at.index() % 5 == 0 => Occupant::FriendRoyal,
            (true, _) => Occupant::Friend,
            (_, true) => Occupant::Enemy,
            _ => Occupant::Empty,
        },
        unmoved: if head[7] & 1 == 1 { shape.all() } else { SquareSet::EMPTY },
        en_passant,
    };
    let ways = lower(&parsed.expr);
    for one in targets(&ways, &scene) {
        assert!(shape.all().has(one.to), "{text} leads off the board or into a hole");
        assert!(!one.removes.has(from), "{text} removes the mover");
    }
    let _ = threats(&ways, &scene);
}

/// A variant file: every fault of it shown, or a game of it played.
pub fn variant_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let library = Folder::default();
    let checked = check("fuzzed", "fuzzed.toml", &text, &[], &library);
    show(&checked.loaded.diagnostics, &checked.loaded.sources);
    for variation in &checked.variations {
        show(&variation.diagnostics, &variation.sources);
    }
    let Some(definition) = checked.loaded.definition else {
        assert!(checked.loaded.diagnostics.iter().any(Diagnostic::is_error));
        return;
    };
    match Variant::new(definition) {
        Err(faults) => show(&faults, &checked.loaded.sources),
        Ok(variant) => {
            let choices: Vec<u8> = data.iter().rev().take(6).copied().collect();
            with_rules!(&variant, rules => walk(rules, None, start(rules, &variant), &choices));
        }
    }
}

/// Renders faults and looks for each place's line and column.
fn show(faults: &[Diagnostic], sources: &Sources) {
    let _ = render(faults, sources, "", false);
    for label in faults.iter().flat_map(|fault| &fault.labels) {
        if let Some((file, span)) = sources.locate(label.span) {
            let _ = (file.line_column(span.start), file.line_column(span.end));
        }
    }
}

/// A FEN of some game.
pub fn fen(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let Some(entry) = game(*first) else { return };
    with_rules!(&entry.fast, rules => {
        match rules.parse_fen(&text) {
            Err(error) => assert!(!error.reasons.is_empty() && !error.to_string().is_empty()),
            Ok(parsed) => {
                // What the rules exclude may still be asked anything.
                let position = parsed.position;
                let _ = rules.reasons(&position);
                let mut moves = Vec::new();
                rules.list(&position, &mut moves);
                let _ = (rules.count(&position), rules.fen(&position));
                if let Ok(position) = rules.position(&text) {
                    check_position(rules, None, &position, true);
                }
            }
        }
    });
}

/// A few random moves of some game and a text that may be a move.
pub fn moves(data: &[u8]) {
    let Some((head, rest)) = data.split_first_chunk::<4>() else { return };
    let text = String::from_utf8_lossy(rest);
    let Some(entry) = game(head[0]) else { return };
    let mut game = entry.fast.game("start").expect("a start that its own rules allow");
    for byte in &head[1..] {
        let legal = game.moves();
        if let Some(mv) = legal.get(usize::from(*byte) % legal.len().max(1)) {
            game.play_move(mv);
        }
    }
    let before = game.fen();
    let legal = game.moves();
    if game.play(&text).is_ok() {
        assert!(game.undo());
    } else {
        assert!(!legal.iter().any(|mv| mv.text == text), "{text} is printed, but not read");
    }
    assert_eq!(game.fen(), before);
    let _ = game.claim(&text);
}

/// A text that may be games in PGN, played as some game.
pub fn pgn(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let text = pgn::decode(rest);
    let Some(entry) = game(*first) else { return };
    for (_, part) in pgn::games(&text).take(20) {
        match pgn::read(part) {
            Err(fault) => assert!(fault.offset <= part.len() && !fault.to_string().is_empty()),
            Ok(read) => {
                for mv in &read.moves {
                    assert!(part[mv.offset..].starts_with(mv.text), "the place of {}", mv.text);
                }
                if let Ok(replay) = pgn::play(&entry.fast, &read) {
                    assert_eq!(replay.illegal.is_none(), replay.played == read.moves.len());
                    let _ = (replay.game.fen(), replay.illegal.map(|illegal| illegal.to_string()));
                }
            }
        }
    }
}

/// Random legal moves of some game.
pub fn play(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Some(entry) = game(*first) else { return };
    let rest = &rest[..rest.len().min(120)];
    match (entry.fast.rules(), entry.replayed.rules()) {
        (ferz::variant::AnyRules::Narrow(rules), ferz::variant::AnyRules::Narrow(slow)) => {
            walk(rules, Some(slow), start(rules, &entry.fast), rest);
        }
        (ferz::variant::AnyRules::Middle(rules), ferz::variant::AnyRules::Middle(slow)) => {
            walk(rules, Some(slow), start(rules, &entry.fast), rest);
        }
        (ferz::variant::AnyRules::Wide(rules), ferz::variant::AnyRules::Wide(slow)) => {
            walk(rules, Some(slow), start(rules, &entry.fast), rest);
        }
        _ => unreachable!("one game has one width"),
    }
}

fn start<B: Bitboard>(rules: &Rules<B>, variant: &Variant) -> Position<B> {
    rules.position(variant.fen_of("start")).expect("a start that its own rules allow")
}

/// Plays the moves that the bytes choose and checks every position on the way.
fn walk<B: Bitboard>(
    rules: &Rules<B>,
    replayed: Option<&Rules<B>>,
    start: Position<B>,
    choices: &[u8],
) {
    let mut position = start;
    for byte in choices {
        let moves = check_position(rules, replayed, &position, replayed.is_some());
        let Some(mv) = moves.get(usize::from(*byte) % moves.len().max(1)) else { return };
        position = position.after(rules, *mv);
    }
    check_position(rules, replayed, &position, replayed.is_some());
}

/// Everything that holds of a position of the game, whatever the game is. Gives its moves.
fn check_position<B: Bitboard>(
    rules: &Rules<B>,
    replayed: Option<&Rules<B>>,
    position: &Position<B>,
    strict: bool,
) -> Vec<Move> {
    let fen = rules.fen(position);
    assert_eq!(position.key, position.full_key(rules), "{fen}: the key");
    assert!((position.sides[0] & position.sides[1]).is_empty(), "{fen}: a square of both sides");
    for square in 0..B::CAPACITY {
        let kind = position.board.at(square);
        assert_eq!(kind != NO_KIND, position.occupied().has(square), "{fen}: square {square}");
    }
    for (index, kinds) in rules.groups.iter().enumerate() {
        let men = position.scan(rules, kinds, position.occupied());
        assert!(men == position.groups[index], "{fen}: group {index}");
    }
    let mut moves = Vec::new();
    rules.list(position, &mut moves);
    assert_eq!(rules.count(position), moves.len() as u64, "{fen}: count and list");
    let mut raw = Vec::new();
    rules.list_raw(position, &mut raw);
    assert_eq!(rules.count_raw(position), raw.len() as u64, "{fen}: count and list");
    assert_eq!(rules.any_raw(position), !raw.is_empty(), "{fen}: any and list");
    if let Some(slow) = replayed {
        let mut looked = Vec::new();
        slow.list(position, &mut looked);
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        looked.sort_unstable();
        assert_eq!(sorted, looked, "{fen}: the two plans");
    }
    // What is printed is read, and it is the same position.
    let parsed = rules.parse_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(parsed.position.same(position), "{fen} is read as another position");
    assert_eq!(rules.fen(&parsed.position), fen);
    // Of games that we know, no position that comes up may be called impossible. Files made
    // at random have royal men that can be captured and points out of range.
    if strict {
        let mut reasons = parsed.reasons;
        reasons.extend(rules.reasons(position));
        reasons.retain(|reason| reason.grade != Grade::Suspicious);
        assert!(reasons.is_empty(), "{fen}: {reasons:?}");
    }
    // A position may have thousands of moves, and each text is compared with all: a few of them,
    // from somewhere in the list.
    let first = position.key as usize % moves.len().max(1);
    for mv in moves.iter().cycle().skip(first).take(moves.len().min(8)) {
        let text = rules.move_text(position, *mv, &moves);
        let read = rules.read_move(position, &text, &moves);
        assert_eq!(read, Ok(*mv), "{fen}: {text}");
        let san = rules.san(position, *mv, &moves);
        assert_eq!(rules.read_move(position, &san, &moves), Ok(*mv), "{fen}: {san} for {text}");
    }
    let _ = rules.outcome(position, None);
    moves
}
