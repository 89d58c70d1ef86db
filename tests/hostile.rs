//! Variant files made to hurt: every one is refused with its place or becomes a game, in bounded
//! time and memory.

#![allow(clippy::format_collect, reason = "texts are made once and read as they are written")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferz::cli::library::Folder;
use ferz::definition::{Definition, Library, check, load};
use ferz::diagnostic::Diagnostic;
use ferz::variant::Variant;
use ferz::{limits, with_rules};

/// A file under construction.
struct File {
    files: usize,
    ranks: usize,
    /// `[pieces.NAME]` with all their lines.
    pieces: String,
    start: String,
    /// Everything else.
    rest: String,
}

/// Two letters for each number.
fn letter(index: usize) -> String {
    let letter = |n: usize| (b'A' + (n % 26) as u8) as char;
    format!("{}{}", letter(index / 26), letter(index))
}

impl File {
    fn new(files: usize, ranks: usize) -> Self {
        let mut file =
            Self { files, ranks, pieces: String::new(), start: String::new(), rest: String::new() };
        file.start = file.rows("", "");
        file
    }

    /// A piece with some lines of its table, called `pINDEX`.
    fn piece(mut self, index: usize, lines: &str) -> Self {
        let letter = letter(index);
        writeln!(self.pieces, "[pieces.p{index}]\nletter = \"{letter}\"\n{lines}").unwrap();
        self
    }

    /// As many pieces as given, each with its own lines.
    fn pieces(mut self, number: usize, lines: impl Fn(usize) -> String) -> Self {
        for index in 0..number {
            self = self.piece(index, &lines(index));
        }
        self
    }

    fn rest(mut self, text: &str) -> Self {
        self.rest.push_str(text);
        self.rest.push('\n');
        self
    }

    /// A board that is empty but for some men on the first and the last rank.
    fn rows(&self, white: &str, black: &str) -> String {
        let row = |men: &str| -> String {
            let count = men.matches('{').count();
            let gap = self.files - count.min(self.files);
            if gap == 0 { men.to_owned() } else { format!("{men}{gap}") }
        };
        let mut rows = vec![row(black)];
        rows.extend((2..self.ranks).map(|_| row("")));
        if self.ranks > 1 {
            rows.push(row(white));
        }
        format!("{} w - - 0 1", rows.join("/"))
    }

    /// The first pieces stand on the first rank, Black's on the last.
    fn standing(mut self, number: usize) -> Self {
        let men = |side: fn(&str) -> String| -> String {
            (0..number).map(|index| format!("{{{}}}", side(&letter(index)))).collect()
        };
        self.start = self.rows(&men(str::to_owned), &men(str::to_ascii_lowercase));
        self
    }

    fn text(&self) -> String {
        format!(
            "[variant]\nname = \"Hostile\"\n[board]\nfiles = {}\nranks = {}\n{}\n[setup]\nstart = \"{}\"\n[[end]]\nname = \"no move\"\nwhen = \"moves(them) == 0\"\nresult = \"draw\"\n{}",
            self.files, self.ranks, self.pieces, self.start, self.rest
        )
    }

    /// Compiles it, within the time that any file may take.
    fn made(&self) -> Result<Variant, Vec<Diagnostic>> {
        timely(|| Variant::new(self.definition()?))
    }

    fn definition(&self) -> Result<Definition, Vec<Diagnostic>> {
        let loaded = load("hostile", "hostile.toml", &self.text(), &[], &Folder::default());
        loaded.definition.ok_or(loaded.diagnostics)
    }

    fn game(&self) -> Variant {
        self.made().unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    /// It is a game, or too much: no third thing happens.
    fn game_or_limit(&self) -> Option<Variant> {
        match self.made() {
            Ok(variant) => Some(variant),
            Err(faults) => {
                let mut errors = faults.iter().filter(|fault| fault.is_error());
                let limit = |fault: &Diagnostic| matches!(fault.code, "limit" | "e-limit");
                assert!(errors.all(limit), "{faults:?}");
                None
            }
        }
    }

    /// Its only way is to be refused, with this code and these words, at a place in the file.
    fn refused(&self, code: &str, words: &str) {
        let faults = self.made().expect_err("it must be refused");
        let text = self.text();
        let found = faults.iter().find(|fault| fault.code == code && fault.message.contains(words));
        let Some(found) = found else { panic!("no {code} `{words}` among {faults:?}") };
        let span = found.span();
        assert!(span.start < span.end && span.end <= text.len(), "{found:?} has no place");
    }
}

/// Runs something that must not take long: a second of work as shipped. The clock on the wall
/// needs more, without optimisation and beside other tests.
fn timely<T>(run: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = run();
    let most = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
    assert!(begin.elapsed() < most, "took {:?}", begin.elapsed());
    result
}

/// Plays on for some plies, and asks everything of every position.
fn play(variant: &Variant, plies: usize) {
    let mut game = variant.game("start").unwrap_or_else(|reasons| panic!("{reasons:?}"));
    for ply in 0..plies {
        let moves = game.moves();
        assert_eq!(moves.len() as u64, game.count());
        let _ = (game.check(), game.status(), game.ending(), game.reasons());
        let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { return };
        game.play_move(mv);
    }
}

fn with_lines(moves: &str) -> String {
    format!("moves = \"{moves}\"")
}

#[test]
fn sixteen_files_of_riders() {
    let everything = "zQqNADGHCZqFzBzRqWNN";
    let file = File::new(16, 16).pieces(limits::PIECES, |_| with_lines(everything)).standing(16);
    if let Some(variant) = file.game_or_limit() {
        play(&variant, 2);
    }
}

#[test]
fn forty_men_on_the_largest_board() {
    let file = File::new(16, 16)
        .pieces(40, |index| with_lines(["QNN", "RNJ", "BAD", "pRpB", "nN", "gQ"][index % 6]))
        .standing(16);
    play(&file.game(), 4);
}

#[test]
fn brackets_of_eight_legs() {
    for moves in ["[R-R-R-R-R-R-R-R]", "[K-sK-sK-sK-sK]", "[mpR?mpR?mpR?mpR?mR]"] {
        let file = File::new(16, 16).pieces(20, |_| with_lines(moves)).standing(16);
        let _ = file.game_or_limit();
    }
}

#[test]
fn free_legs_are_too_many_paths() {
    let legs = "aaaR";
    File::new(16, 16).pieces(8, |_| with_lines(legs)).standing(8).refused("limit", "more than");
}

#[test]
fn chains_that_capture_are_bounded_before_they_are_played() {
    let file = |moves: &str| File::new(16, 16).piece(0, &with_lines(moves)).standing(1);
    file("mcamcamcamcaR").refused("limit", "look at more than");
    // A lion of many short legs is fine.
    play(&file("KmcaK").game(), 4);
    play(&File::new(16, 16).pieces(16, |_| with_lines("KmcaKmcR")).standing(16).game(), 4);
}

#[test]
fn more_men_removed_than_a_move_can_hold() {
    let file = |moves: &str| File::new(12, 12).piece(0, &with_lines(moves)).standing(1);
    file("[cW-cW-cW-cW-cW-mW]").refused("limit", "men are removed");
    play(&file("[cW-cW-cW-cW-mW]").game(), 3);
}

#[test]
fn universal_leapers() {
    let file = |men| File::new(16, 16).pieces(men, |_| with_lines("U")).standing(16);
    play(&file(16).game(), 3);
    let _ = file(limits::PIECES).game_or_limit();
}

#[test]
fn every_man_a_class_of_its_own() {
    // Each man is immune to another, so that the victims share no table.
    let file = File::new(16, 16)
        .pieces(limits::PIECES, |index| {
            format!("moves = \"QNN\"\ntaken-by = \"all except p{}\"", (index + 1) % limits::PIECES)
        })
        .standing(16);
    let _ = file.game_or_limit();
}

#[test]
fn entries_with_conditions_of_their_own() {
    let extra: String = (0..60)
        .map(|n| {
            let (from, to) = (1 + n % 16, 1 + (n + 3) % 16);
            format!(
                "{{ name = \"e{n}\", moves = \"R\", from = \"rank {from}\", to = \"rank {to}\" }}, "
            )
        })
        .collect();
    let lines = format!("moves = \"W\"\nextra = [{extra}]");
    let file = File::new(16, 16).pieces(60, |_| lines.clone()).standing(16);
    let _ = file.game_or_limit();
}

#[test]
fn promotions_of_all_to_all() {
    let all: Vec<String> = (0..limits::PIECES).map(|n| format!("p{n}")).collect();
    let all = all.join(" + ");
    let promotion = |n: usize, mark: &str| {
        format!(
            "[[promotion]]\nname = \"r{n}\"\npieces = \"all\"\nzone = \"rank {}\"\nto = \"{all}\"\n{mark}\n",
            1 + n % 16
        )
    };
    let file = |mark: &str| {
        let entries: String = (0..limits::LIST_ENTRIES).map(|n| promotion(n, mark)).collect();
        File::new(16, 16).pieces(limits::PIECES, |_| with_lines("K")).standing(16).rest(&entries)
    };
    file("").refused("limit", "choices of promotion");
    file("mark = \"~\"").refused("limit", "kinds of men");
}

#[test]
fn a_long_condition_of_every_promotion() {
    let when = vec!["count(us, all) > 0"; 150].join(" and ");
    let promotion = |n: usize| {
        format!(
            "[[promotion]]\nname = \"r{n}\"\npieces = \"all\"\nzone = \"rank 16\"\nto = \"p0\"\nwhen = \"{when}\"\n"
        )
    };
    let entries: String = (0..limits::LIST_ENTRIES).map(promotion).collect();
    let file = File::new(16, 16).pieces(100, |_| with_lines("K")).standing(16).rest(&entries);
    file.game();
}

#[test]
fn kinds_up_to_the_last() {
    // 128 pieces and as many that have been promoted, but for one: 255 kinds.
    let promotion = |kinds: usize| {
        let to: Vec<String> = (1..=kinds).map(|n| format!("p{n}")).collect();
        format!(
            "[[promotion]]\nname = \"r\"\npieces = \"p0\"\nzone = \"rank 2\"\nto = \"{}\"\nmark = \"~\"\n",
            to.join(" + ")
        )
    };
    let file = |kinds: usize| {
        File::new(16, 3)
            .pieces(limits::PIECES, |_| with_lines("K"))
            .standing(1)
            .rest(&promotion(kinds))
    };
    play(&file(limits::KINDS - limits::PIECES).game(), 6);
    let over = File::new(16, 3)
        .pieces(limits::PIECES, |_| with_lines("K"))
        .standing(2)
        .rest(&promotion(127))
        .rest(&promotion(1).replace("\"p0\"", "\"p2\"").replace("name = \"r\"", "name = \"s\""));
    over.refused("limit", "kinds of men");
}

#[test]
fn conditions_deep_and_long() {
    let end = |when: &str| {
        format!("[[end]]\nname = \"x\"\nby = \"verdict\"\nwhen = \"{when}\"\nresult = \"draw\"\n")
    };
    let file = |when: &str| File::new(4, 4).piece(0, &with_lines("K")).standing(1).rest(&end(when));
    let nested = |depth: usize| format!("{}quiet > 3{}", "(".repeat(depth), ")".repeat(depth));
    file(&nested(limits::EXPRESSION_DEPTH / 2)).game();
    assert!(file(&nested(2000)).made().is_err());
    let _ = file(&format!("{}check(us)", "not ".repeat(1000))).made();
    assert!(file(&"-".repeat(4000)).made().is_err());
    // Terms that double at every step.
    let doubling: String = (1..60).map(|n| format!("t{n} = \"t{0} and t{0}\"\n", n - 1)).collect();
    let text = format!("[let]\nt0 = \"quiet > 3\"\n{doubling}{}", end("t59"));
    assert!(File::new(4, 4).piece(0, &with_lines("K")).standing(1).rest(&text).made().is_err());
}

#[test]
fn shuffles_of_sixteen_different_men() {
    let shuffle = "[setup.shuffle]\nsquares = \"rank 1\"\n";
    let file = File::new(16, 4).pieces(16, |_| with_lines("K")).standing(16).rest(shuffle);
    assert!(file.made().is_err());
}

#[test]
fn zones_that_overlap_and_refer_to_one_another() {
    let mut zones = String::from("[zones]\nz0 = \"rank 1-16\"\n");
    for n in 1..limits::NAMED_SETS {
        writeln!(zones, "z{n} = \"z{0} + (z{0} & z{0}) + all except z{0}\"", n - 1).unwrap();
    }
    let file = File::new(16, 16).piece(0, "moves = \"K\"\nwithin = \"z127\"").standing(1);
    let _ = file.rest(&zones).made();
    let circle = "[zones]\na = \"b\"\nb = \"a\"\n";
    let file = File::new(4, 4).piece(0, "moves = \"K\"\nwithin = \"a\"").standing(1);
    assert!(file.rest(circle).made().is_err());
}

/// Files that extend one another.
struct Family;

impl Library for Family {
    fn text(&self, name: &str) -> Option<(String, String)> {
        let parent = match name {
            "loop" => "loop".to_owned(),
            "ping" => "pong".to_owned(),
            "pong" => "ping".to_owned(),
            _ => format!("n{}", name.strip_prefix('n')?.parse::<u32>().ok()?.checked_add(1)?),
        };
        let text = format!("[variant]\nname = \"x\"\nextends = \"{parent}\"\n");
        Some((format!("{name}.toml"), text))
    }
}

#[test]
fn families_without_an_end() {
    for parent in ["loop", "ping", "n0", "../chess", "/etc/passwd", "", "\\u0000"] {
        let text = format!("[variant]\nname = \"x\"\nextends = \"{parent}\"\n");
        let loaded = timely(|| load("child", "child.toml", &text, &[], &Family));
        assert!(loaded.definition.is_none());
        assert!(loaded.diagnostics.iter().any(Diagnostic::is_error), "{parent}");
    }
}

#[test]
fn presets_of_four_thousand_bytes() {
    let presets: String = (0..limits::PRESETS)
        .map(|n| format!("p{n} = \"{}\"\n", "1".repeat(limits::FEN_BYTES)))
        .collect();
    let file = File::new(16, 16).piece(0, &with_lines("K")).standing(1);
    assert!(file.rest(&format!("[setup.presets]\n{presets}")).made().is_err());
}

#[test]
fn options_by_the_thousand() {
    let mut text = String::new();
    for option in 0..limits::OPTIONS {
        writeln!(text, "[options.o{option}]\ndefault = \"c0\"").unwrap();
        for choice in 0..limits::CHOICES {
            writeln!(text, "[options.o{option}.choices.c{choice}.pieces.p0]\nvalue = {choice}")
                .unwrap();
        }
    }
    let file = File::new(16, 16).pieces(40, |_| with_lines("QNN")).standing(16).rest(&text);
    let text = file.text();
    assert!(text.len() <= limits::FILE_BYTES, "{}", text.len());
    timely(|| check("hostile", "hostile.toml", &text, &[], &Folder::default()));
}

#[test]
fn long_texts_and_deep_tables() {
    for text in [
        "a".repeat(limits::FILE_BYTES + 1),
        "[".repeat(100_000),
        format!("x = {}", "[".repeat(100_000)),
        format!("x = {}", "{ a = ".repeat(20_000)),
        format!("{}= 1", "a.".repeat(50_000)),
        "\u{0}".repeat(1000),
        "x = 1\n".repeat(40_000),
        format!("x = \"{}\"", "\\u0041".repeat(30_000)),
    ] {
        let loaded = timely(|| load("hostile", "hostile.toml", &text, &[], &Folder::default()));
        assert!(loaded.definition.is_none());
        assert!(loaded.diagnostics.len() <= limits::FAULTS + 1);
        timely(|| ferz::cli::render::render(&loaded.diagnostics, &loaded.sources, "", false));
    }
}

#[test]
fn boards_of_every_size() {
    // 64, 65, 128, 129 and 256 squares stand on both sides of a change of width.
    for (files, ranks) in
        [(8, 8), (5, 13), (16, 4), (16, 8), (8, 16), (3, 16), (10, 13), (13, 10), (16, 16), (2, 2)]
    {
        let file = File::new(files, ranks).piece(0, &with_lines("QNNnAzB")).standing(1);
        let variant = file.game();
        play(&variant, 10);
        with_rules!(variant, rules => {
            let mut last = rules.position(variant.fen_of("start")).unwrap();
            let corner = files * ranks - 1;
            assert!(last.kind(corner) == ferz::rules::NO_KIND || files == 1);
            last.place(rules, ferz::board::Side::White, 0, corner);
            assert_eq!(rules.parse_fen(&rules.fen(&last)).unwrap().position.key, last.key);
        });
    }
}

#[test]
fn boards_of_one_rank_or_file() {
    let one = |files: usize, ranks: usize, start: &str| {
        let mut file = File::new(files, ranks).piece(0, &with_lines("QNzBqWpRgQ"));
        file.start = format!("{start} w - - 0 1");
        play(&file.game(), 12);
    };
    one(1, 1, "{AA}");
    one(16, 1, "{AA}14{aa}");
    one(1, 16, &format!("{{aa}}/{}{{AA}}", "1/".repeat(14)));
    one(1, 2, "{aa}/{AA}");
}

#[test]
fn royal_men_of_any_number() {
    let royal = "[[royal]]\nname = \"r\"\npieces = \"all\"\n";
    let men = |n| File::new(16, 6).pieces(16, |_| with_lines("QN")).standing(n);
    // Sixteen kings a side, and men that no one needs.
    let _ = men(16).rest(royal).made().map(|variant| play(&variant, 8));
    for safe in ["each", "last", "one"] {
        let file = File::new(8, 8).pieces(8, |_| with_lines("K")).standing(8);
        let file = file.rest(&format!("{royal}safe = \"{safe}\"\n"));
        if let Ok(variant) = file.made() {
            play(&variant, 8);
        }
    }
    play(&men(3).game(), 8);
    // One side has no men at all.
    let mut alone = men(1);
    alone.start = alone.rows("{AA}", "");
    play(&alone.game(), 3);
    alone.start = alone.rows("", "");
    play(&alone.game(), 3);
}
