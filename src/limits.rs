//! Every bound on input, in one place, each with its reason.

/// Longest side of a board: 16 × 16 = 256 squares, so a square fits a byte.
pub const BOARD_SIDE: u8 = 16;
/// Bytes of one variant file. The largest file we ship has about 9 KiB.
pub const FILE_BYTES: usize = 256 * 1024;
/// Bytes of one notation. The longest known piece (a 16-legged lion) has under 200.
pub const NOTATION_BYTES: usize = 1024;
/// Terms of one notation.
pub const NOTATION_TERMS: usize = 64;
/// Legs of one chain or bracket; chains multiply by up to eight a leg.
pub const NOTATION_LEGS: usize = 8;
/// Concrete ways (after all directions are written out) of one notation.
pub const NOTATION_WAYS: usize = 4096;
/// Pieces of a variant.
pub const PIECES: usize = 128;
/// Augmenters of a variant.
pub const AUGMENTERS: usize = 64;
/// Tokens of a pool, of one man, or of a set of codes. The largest known pool has 17.
pub const TOKENS: usize = 64;
/// Men that sets tell apart by what they hold (`king{w}`): a bit each.
pub const DRESSED: usize = 64;
/// Set-up turns, and moves made together with one, that a perft walks one by one.
pub const SETUP_WALK: u64 = 1_000_000;
/// Checks that a side may have to give.
pub const CHECKS: u32 = 99;
/// Counters of a variant: a position keeps two bytes for each.
pub const COUNTERS: usize = 4;
/// Stages of a set-up.
pub const STAGES: usize = 16;
/// Entries of a list such as `promotion` or `end`.
pub const LIST_ENTRIES: usize = 64;
/// Options of a variant.
pub const OPTIONS: usize = 64;
/// Choices of an option.
pub const CHOICES: usize = 32;
/// Combinations of a variant.
pub const COMBINATIONS: usize = 64;
/// Tests of a variant.
pub const TESTS: usize = 256;
/// Ancestors of a file by `extends`.
pub const PARENTS: usize = 8;
/// Characters of a condition.
pub const CONDITION_BYTES: usize = 4096;
/// Nesting of a condition or of a set.
pub const EXPRESSION_DEPTH: usize = 64;
/// Casts of men for which the rules of a game are kept: a cast of 12 Augmenters has some
/// 300 KiB of tables.
pub const CASTS: usize = 64;
/// Kinds of men in one game: a kind is a byte, one value of which means an empty square.
pub const KINDS: usize = 255;
/// Sections of a `variants.ini`. The engine's own file has some 150.
pub const INI_SECTIONS: usize = 1024;
/// Keys of one of its sections; the engine knows some 200.
pub const INI_KEYS: usize = 512;
/// Characters of a name.
pub const NAME_CHARS: usize = 40;
/// Characters of the name of a list entry.
pub const ENTRY_NAME_CHARS: usize = 80;
/// Bytes of a FEN, or of one line of a batch without its moves.
pub const FEN_BYTES: usize = 4096;
/// Arrangements that a shuffle may try.
pub const ARRANGEMENTS: u64 = 1_000_000;
/// Path entries of all men together (lame steps, bent riders, quiet legs): at most 100 bytes
/// each, so a variant stays far below 64 MiB.
pub const PATH_ENTRIES: usize = 200_000;
/// Steps of compiling, each about as long as one square of a ride is laid on the board (20 ns):
/// a game takes about a second at most. Our largest game takes a twentieth.
pub const COMPILE_STEPS: usize = 40_000_000;
/// Bytes of all tables of a game. With what is needed while they are filled a game stays below
/// 256 MiB, and ordinary ones far below 64 MiB.
pub const TABLE_BYTES: usize = 64 * 1024 * 1024;
/// Squares that one man's chains of legs look at, at most, to find its moves, on whatever
/// board. They are walked during play, so this bounds the time of one move.
pub const CHAIN_STEPS: usize = 16_384;
/// Pieces that men promote to, counted for each kind, side and entry.
pub const PROMOTION_CHOICES: usize = 65_536;
/// Rows of the attack tables of one class of victims, and tables of reach of a game: their
/// numbers are 16 bits.
pub const TABLE_ROWS: usize = 65_535;
/// Attacks of one man from all squares, each with its path, before they are sorted into rows.
/// A nightrider on 256 squares has 12,000, and each takes 80 bytes for a moment.
pub const ATTACKS: usize = 250_000;
/// Threads of one command for each processor; more cost memory and gain nothing.
pub const THREADS: usize = 4;

/// As many of the threads that are asked for as are useful; 0 stays 0.
pub fn threads(asked: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.min(processors.saturating_mul(THREADS))
}

/// Zones, groups or terms of a variant, each kind by itself.
pub const NAMED_SETS: usize = 128;
/// Set-ups by name.
pub const PRESETS: usize = 64;
/// Faults that are reported of one variant; the number of the others is told.
pub const FAULTS: usize = 100;
/// Nodes of a condition when its terms are written out.
pub const CONDITION_NODES: usize = 4096;
/// Characters of a condition, set, placement or prose text other than those above.
pub const TEXT_BYTES: usize = 4096;
/// Sets of choices with which `ferz check` reads a file.
pub const VARIATIONS: usize = 512;
/// Bytes that `ferz check` reads again with other choices, all of them together: a file of the
/// largest size is read with 32 sets of choices, one of 16 KiB with all that are allowed.
pub const VARIATION_BYTES: usize = 8 * 1024 * 1024;
/// Nodes that one perft count of a `[[test]]` may have: a few seconds.
pub const TEST_NODES: u64 = 100_000_000;
/// Moves that `ferz moves` lists; a position with more is only counted.
pub const LISTED_MOVES: u64 = 10_000;
/// Bytes of one line of a batch: a FEN and its operations.
pub const LINE_BYTES: usize = 4 * FEN_BYTES;
/// Moves of one game in a batch.
pub const BATCH_PLIES: usize = 100_000;
/// Plies of a perft: recursion goes as deep, and no count that ends needs more.
pub const PERFT_DEPTH: u32 = 100;
/// Squares that the paths of all men of a game need together where it is analysed, and four for
/// each path: at most about 200 MiB. 14 Augmenters Chess needs 230,000. One piece gets a quarter of
/// what is left.
pub const TRAILS: usize = 16_000_000;
/// Sets of augmenters of one piece that are analysed, one by one.
pub const ANALYSED_MEN: u64 = 20_000;
/// Steps of each kind of question of an analysis (reach, comparing moves, mean numbers), each some
/// 20 to 100 nanoseconds. 14 Augmenters Chess takes 1,400,000 of the kind that takes most.
pub const ANALYSIS_STEPS: usize = 50_000_000;
/// Steps of counting the placements of one set-up stage, each about 10 ns: a second at most.
/// Twelve tokens with every ban take a million.
pub const SETUP_STEPS: u64 = 100_000_000;
/// Situations that counting placements remembers, each some 200 bytes.
pub const SETUP_STATES: usize = 250_000;
/// Set-ups that `ferz armies` lists or draws: some ten megabytes of text.
pub const LISTED_ARMIES: u64 = 100_000;
/// Steps of one set-up that is listed or drawn, on the average. Twelve tokens with every ban take
/// 50,000.
pub const ARMY_STEPS: u64 = 500_000;
/// Moves that two games are compared by at one depth, a microsecond each.
pub const COMPARED_MOVES: u64 = 200_000;
/// Plies that two games are played side by side: recursion goes as deep.
pub const COMPARED_PLIES: u32 = 8;
/// Bytes of one message to the language server, and of one text that it keeps.
pub const MESSAGE_BYTES: usize = 4 * 1024 * 1024;
/// Texts that the language server keeps.
pub const OPEN_TEXTS: usize = 256;
/// Most bytes of a rule book: conditions of a hostile file may share terms, and each is written
/// out where it is used.
pub const BOOK_BYTES: usize = 2 * 1024 * 1024;
/// Most squares looked at for one movement diagram, and for all of a rule book, counted as if the
/// board were empty: chains of unlimited legs meet every square on every leg.
pub const DRAWN_STEPS: usize = 100_000_000;
/// Bytes of one line of an engine that is asked. Fairy-Stockfish lists its games on one of 2,000.
pub const ENGINE_LINE_BYTES: usize = 64 * 1024;
/// Lines of an engine's answer: its moves, and what it says besides.
pub const ENGINE_LINES: usize = 20_000;
/// Bytes of one move of an engine.
pub const ENGINE_MOVE_BYTES: usize = 64;
/// Seconds that an engine may take for one answer, at most.
pub const ENGINE_SECONDS: u64 = 24 * 60 * 60;
/// Bytes of one game in PGN. A long game with a clock reading and a comment behind each move has
/// some 100 KiB.
pub const PGN_BYTES: usize = 1024 * 1024;
/// Tags of one game in PGN. Sites that write most have some thirty.
pub const PGN_TAGS: usize = 256;
/// Moves of one game in PGN, both sides together. No game of chess can have more than 17,697
/// while draws by rule end it, and a position is kept for each.
pub const PGN_MOVES: usize = 20_000;
/// Variations inside each other in PGN, all of them skipped.
pub const PGN_DEPTH: u32 = 1000;
