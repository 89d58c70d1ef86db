//! What may stand in a file, table by table, word for word, in the order in which `ferz fmt`
//! writes it. What is said of a key here is what editors show.
//!
//! What the language knows and this version does not do yet stands under `later`: taking a key
//! over is moving it up.

use super::faults::Faults;
use super::keys::{KeyInfo, Kind, TableInfo};
use super::names::closest;
use super::read::table;
pub(crate) use super::read::{
    Later, Missing, Named, Patch, Read, read_table, unknown_key, unsupported, wrong_type,
};
use super::tree::{Node, Text};
use crate::source::{Span, Spanned};

/// Tables and keys of a file that a patch may not change.
pub(crate) const NOT_IN_PATCH: [&str; 4] = ["variant", "options", "combination", "test"];

table! {
    /// A variant file: one game.
    FileTable {
        /// The game's name and its parent.
        variant "variant": VariantTable,
        /// The size of the board, missing squares, edges that are joined, and how White's squares
        /// turn into Black's.
        board "board": BoardTable,
        /// Who begins, when passing is legal, whether captures must be made.
        turn "turn": TurnTable,
        /// Sets of squares by name, seen from White's side. An empty text takes an inherited zone
        /// out.
        zones "zones": Named<Text>,
        /// Sets of pieces by name. An empty text takes an inherited group out.
        groups "groups": Named<Text>,
        /// The men, by name.
        pieces "pieces": Named<PieceTable>,
        /// What men may hold besides their own moves, by name.
        augmenters "augmenters": Named<AugmenterTable>,
        /// Men that may not be left attacked. A side without an entry has no check.
        royal "royal": Spanned<Vec<RoyalTable>>,
        /// Moves of two men at once, while a right lasts.
        castling "castling": Spanned<Vec<CastlingTable>>,
        /// Which men may or must become others, where, and into what.
        promotion "promotion": Spanned<Vec<PromotionTable>>,
        /// Where and who may be captured en passant.
        en_passant "en-passant": EnPassantTable,
        /// What becomes of captured men.
        hand "hand": HandTable,
        /// Which men in hand may be put on the board, and where. Needs `[hand]`.
        drop "drop": Spanned<Vec<DropTable>>,
        /// Men of the hand that enter on the square that a man leaves first.
        gate "gate": Spanned<Vec<GateTable>>,
        /// What else moves do, in order, after captures, promotion and gates.
        effect "effect": Spanned<Vec<EffectTable>>,
        /// Moves that are not legal: those for which everything that an entry gives holds.
        ban "ban": Spanned<Vec<BanTable>>,
        /// How many checks a side has to give.
        checks "checks": ChecksTable,
        /// Counters that conditions may ask by name, judged after each move.
        counter "counter": Spanned<Vec<CounterTable>>,
        /// Points for captures.
        points "points": PointsTable,
        /// How moves and men are written.
        text "text": TextTable,
        /// The start, other positions by name, shuffled arrays, and turns before the first move.
        setup "setup": SetupTable,
        /// Parts of conditions by name. An empty text takes an inherited term out.
        terms "let": Named<Text>,
        /// How the game ends: the first entry that holds decides.
        end "end": Spanned<Vec<EndTable>>,
        /// Warnings that are not wanted: the code of each, and why what it warns of is meant.
        allow "allow": Named<Text>,
        /// What may be chosen, as `NAME[option=choice]`.
        options "options": Later<Named<OptionTable>>,
        /// What two or more choices mean together.
        combination "combination": Later<Spanned<Vec<CombinationTable>>>,
        /// Tests that the file carries: `ferz test` runs them.
        test "test": Spanned<Vec<TestTable>>,
    }
    later { "wall" }
}

table! {
    /// `[variant]`: name and parent.
    VariantTable {
        /// The title of the game.
        name "name": Text,
        /// What else it is called, as in the `Variant` tags of other programs: `["koth"]`.
        also "also": Spanned<Vec<Text>>,
        /// A parent: a built-in game or a file of the same folder, without `.toml`, with choices if
        /// wanted, `chess[array=960]`.
        extends "extends": Text,
        /// Author, source, anything for people.
        about "about": Text,
    }
}

table! {
    /// `[board]`: squares.
    BoardTable {
        /// Number of files, 1 to 16; they are called `a` to `p`.
        files "files": Spanned<i64>,
        /// Number of ranks, 1 to 16.
        ranks "ranks": Spanned<i64>,
        /// Squares that are missing: real squares, the same for both sides. The start has `*`
        /// there.
        holes "holes": Text,
        /// `"none"` (default), or `"files"`: the left and right edges are joined.
        wrap "wrap": Text,
        /// Black's image of a square: `"mirror"` (default) turns the rank over, `"rotate"` the file
        /// too, `"none"` is the same square.
        symmetry "symmetry": Text,
    }
}

table! {
    /// `[turn]`: who moves, and when.
    TurnTable {
        /// Who begins: `"white"` (default) or `"black"`.
        first "first": Text,
        /// A condition: passing is legal exactly when it holds. Default `"false"`.
        pass "pass": Text,
        /// `"free"` (default), or `"must"`: if a move captures, only such moves are legal.
        capture "capture": Text,
        /// Men whose moves set `quiet` back to 0, beside captures. Default: none.
        resets "resets": Text,
        /// For front ends: a man that was touched has to move. Default false.
        touch_move "touch-move": Spanned<bool>,
    }
}

table! {
    /// `[pieces.NAME]`: a man.
    PieceTable {
        /// One capital, or two to four letters of which the first is a capital, written `{Ab}` in a
        /// FEN. Unique on each side; Black's is small.
        letter "letter": Text,
        /// More capitals that readers accept for it.
        reads "reads": Text,
        /// Who may ever have it: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// Its moves in Betza notation; `""` is a man without moves. Castling has entries of its
        /// own.
        moves "moves": Text,
        /// Squares from where the notation's `i` terms may be used, whatever the man's history.
        /// Default: where such men stand in the start.
        first "first": Text,
        /// More moves, with conditions.
        extra "extra": Spanned<Vec<ExtraTable>>,
        /// A move that can be used once.
        once "once": OnceTable,
        /// Squares where it may ever end a move. Default: all.
        within "within": Text,
        /// What it may capture, and so attack. Default: all.
        takes "takes": Text,
        /// What may capture it; `"none"`: nothing. Default: all.
        taken_by "taken-by": Text,
        /// What it may hop over. Default: all.
        hurdles "hurdles": Text,
        /// Its worth, for `value(side)` in conditions and for people. Default 0.
        value "value": Spanned<i64>,
    }
}

table! {
    /// An entry of a piece's `extra`: more moves, with conditions.
    ExtraTable {
        /// The name of the entry.
        name "name": Text,
        /// The moves in Betza notation.
        moves "moves": Text,
        /// Squares from which they may be used. Default: all.
        from "from": Text,
        /// Squares on which they may end. Default: the piece's `within`.
        to "to": Text,
        /// A condition before the move; us owns the man.
        when "when": Text,
        /// What they may capture, instead of the piece's `takes`.
        takes "takes": Text,
        /// What they may hop over, instead of the piece's `hurdles`.
        hurdles "hurdles": Text,
        /// True: the squares that the man passes may be taken en passant. Default false.
        passing "passing": Spanned<bool>,
    }
}

table! {
    /// `once` of a piece: a move that can be used once.
    OnceTable {
        /// The move in Betza notation.
        moves "moves": Text,
        /// `"used"`: only using it spends it; `"moved"`: any move of the man does.
        until "until": Text,
        /// A condition before the move; us owns the man.
        when "when": Text,
        /// A condition asked after every move; when it holds the right is gone.
        lapse "lapse": Text,
        /// How the right stands in a FEN: `"letter"`, as the man's letter, or `"file"`, as the
        /// letter of its file.
        mark "mark": Text,
    }
}

table! {
    /// `[augmenters.NAME]`: what a man may hold.
    AugmenterTable {
        /// One letter, written behind a man, `R{a}`; capital and small letters differ.
        code "code": Text,
        /// What a man that holds it can do besides, in Betza notation.
        moves "moves": Text,
    }
}

table! {
    /// `[[royal]]`: men that may not be left attacked.
    RoyalTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// The royal men. Each side of the entry needs such a man in the start.
        pieces "pieces": Text,
        /// `"each"` (default): none may stand attacked; `"last"`: only the last one left may not;
        /// `"one"`: not all of them at once.
        safe "safe": Text,
    }
}

table! {
    /// `[[castling]]`: a move of two men at once. All squares lie on one rank.
    CastlingTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// A capital, the letter in the rights field of a FEN; Black's is the small one.
        right "right": Text,
        /// The man that castles.
        pieces "pieces": Text,
        /// Where it stands; with several squares the position knows which.
        from "from": Text,
        /// The square where it goes.
        to "to": Text,
        /// The other man.
        partner "partner": Text,
        /// Where the other stands; with several squares the position knows which.
        partner_from "partner-from": Text,
        /// The square where the other goes; exchanging squares is allowed.
        partner_to "partner-to": Text,
        /// With several squares: the partner is the outermost such man on this wing, `"left"` or
        /// `"right"`.
        wing "wing": Text,
        /// How crossed squares are judged: `"as-is"` (default), or `"king-stepped"`, with the king
        /// standing there.
        test "test": Text,
        /// True: the right arises when both men stand where they were dropped. Default false.
        by_drop "by-drop": Spanned<bool>,
    }
}

table! {
    /// `[[promotion]]`: men that become others.
    PromotionTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// Who promotes.
        pieces "pieces": Text,
        /// Where. Default: all squares.
        zone "zone": Text,
        /// `"end"` (default): the move ends in the zone; `"touch"`: it begins or ends there;
        /// `"capture"`: it is a capture that ends there; `"turn"`: a turn of its own, by a man in
        /// the zone.
        on "on": Text,
        /// With `on = "turn"`: how the man may move while it promotes, besides standing still.
        moves "moves": Text,
        /// What it may become, in the order offered.
        to "to": Text,
        /// True (default): it may not stay what it was.
        must "must": Spanned<bool>,
        /// Piece → number: only while fewer own men of the kind are on the board.
        limit "limit": Named<Spanned<i64>>,
        /// A condition before the move.
        when "when": Text,
        /// `"none"` (default); `"~"`: remembered as what it was and written `Q~`; `"+"`: written
        /// with the old letter, `+P`.
        mark "mark": Text,
        /// True: the same kind of move turns a marked man back. Default false.
        back "back": Spanned<bool>,
    }
}

table! {
    /// `[en-passant]`: captures of men that passed a square.
    EnPassantTable {
        /// Squares on which a side may capture en passant. Default: all.
        zone "zone": Text,
        /// Which men may be caught. Default: all.
        of "of": Text,
    }
}

table! {
    /// `[hand]`: captured men.
    HandTable {
        /// Whose hand gets captured men: `"nobody"` (default), `"capturer"` or `"owner"`.
        captured "captured": Text,
    }
}

table! {
    /// `[[drop]]`: men in hand that may be put on the board.
    DropTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// Which men. A piece in no entry cannot be dropped; one in two has both zones.
        pieces "pieces": Text,
        /// Where. Default: all squares.
        zone "zone": Text,
        /// So many own unmarked men of the kind on the file forbid one more.
        per_file "per-file": Spanned<i64>,
        /// True: also with the face that a promotion marked `+` gives, `+P@e4`. Default false.
        promoted "promoted": Spanned<bool>,
        /// True: while such a drop is legal, only such are. Default false.
        must "must": Spanned<bool>,
    }
}

table! {
    /// `[[gate]]`: men of the hand that enter behind a departing man.
    GateTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// The men that enter.
        pieces "pieces": Text,
        /// Squares on which they enter, when a man leaves one of them first.
        squares "squares": Text,
        /// True: each was tied to one square by a stage of the set-up; if the man in front is
        /// captured at home it is lost. Default false.
        bound "bound": Spanned<bool>,
        /// True: one enters if there is one; a bound gate must. Default false.
        must "must": Spanned<bool>,
        /// True (default): legality looks at the finished position; false: the move must be legal
        /// without the new man too.
        shields "shields": Spanned<bool>,
    }
}

table! {
    /// `[[effect]]`: what else a move does.
    EffectTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose moves: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// `"capture"` (default) or `"move"`.
        on "on": Text,
        /// Who moves. Default: all.
        pieces "pieces": Text,
        /// Whom it captures. Default: all.
        captured "captured": Text,
        /// What becomes of the mover: `"stays"` (default), `"removed"`, `"wall"`, `"captured"`
        /// (what it took), `"turned"` (the other side's).
        mover "mover": Text,
        /// Leaps from where the mover ended: men on these squares are removed.
        around "around": Text,
        /// Who is not removed. Default: none.
        spares "spares": Text,
    }
}

table! {
    /// `[[ban]]`: moves that are not legal.
    BanTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose moves: `"white"`, `"black"` or `"both"` (default).
        side "side": Text,
        /// Which moves: `"any"` (default; all but passing), `"move"`, `"capture"`, `"drop"`,
        /// `"castling"`, `"promotion"`, `"gate"` or `"pass"`.
        on "on": Text,
        /// Who moves or is dropped. Default: all.
        pieces "pieces": Text,
        /// A condition in the position before the move.
        before "before": Text,
        /// A condition in the position after the move.
        when "when": Text,
    }
}

table! {
    /// `[checks]`: checks that have to be given.
    ChecksTable {
        /// How many checks a side has to give; `checks(side)` counts those given.
        total "total": Spanned<i64>,
    }
}

table! {
    /// `[[counter]]`: a number that conditions may ask.
    CounterTable {
        /// Its name, a term of conditions.
        name "name": Text,
        /// A condition: it begins when this holds.
        starts "starts": Text,
        /// The number with which it begins. Default 0.
        from "from": Text,
        /// A condition: it goes out when this holds.
        stops "stops": Text,
    }
}

table! {
    /// `[points]`: points for captures.
    PointsTable {
        /// Piece → number, added for the capturer.
        captured "captured": Named<Spanned<i64>>,
        /// True: the points of a FEN must equal what the missing men are worth. Default false.
        strict "strict": Spanned<bool>,
    }
}

table! {
    /// `[text]`: how moves and men are written.
    TextTable {
        /// How castling is written: `"auto"` (default) or `"king-takes-partner"`.
        castling "castling": Text,
        /// The order in which codes of augmenters are written; those it does not name follow,
        /// capitals first.
        codes "codes": Text,
    }
}

table! {
    /// `[setup]`: positions to begin from.
    SetupTable {
        /// The start, a FEN.
        start "start": Text,
        /// Positions that tests and users call by name, FENs.
        presets "presets": Named<Text>,
        /// Shuffled arrays.
        shuffle "shuffle": ShuffleTable,
        /// Turns before the first move, in order.
        stages "stages": Spanned<Vec<StageTable>>,
    }
}

table! {
    /// `setup.shuffle`: shuffled arrays.
    ShuffleTable {
        /// White's men on these squares are permuted.
        squares "squares": Text,
        /// A condition: keeps an array; us is White.
        keep "where": Text,
        /// True (default): Black gets the image of White's array.
        same "same": Spanned<bool>,
    }
}

table! {
    /// An entry of `setup.stages`: a turn before the first move, with one of `augment`, `bind`,
    /// `vote`.
    StageTable {
        /// The name of the entry.
        name "name": Text,
        /// Whose turn: `"both"` (default; White first), `"white"` or `"black"`.
        by "by": Text,
        /// True: the choice is made in one turn with the side's next move. Default false.
        with_move "with-move": Spanned<bool>,
        /// Which man holds which augmenters.
        augment "augment": AugmentTable,
        /// Behind which man each reserve waits.
        bind "bind": BindTable,
        /// Whether to play with a gate's reserves at all.
        vote "vote": VoteTable,
    }
}

table! {
    /// `augment` of a stage: which man holds which augmenters.
    AugmentTable {
        /// The tokens of each side, as codes, `"wfd"`; a code may stand several times.
        pool "pool": Text,
        /// White's own tokens. Default: `pool`.
        white_pool "white-pool": Text,
        /// Black's own tokens. Default: `pool`.
        black_pool "black-pool": Text,
        /// Piece → sizes: `"1"`, every such man holds one; `"3+3"`, the men hold 3 and 3, in any
        /// order; alternatives with ` or `.
        slots "slots": Named<Text>,
        /// Piece → list of codes: what no such man may hold together.
        bans "bans": Named<Spanned<Vec<Text>>>,
        /// True (default): a man may hold a code twice.
        repeat "repeat": Spanned<bool>,
        /// True: tokens may stay out. Default false.
        spare "spare": Spanned<bool>,
        /// `"all"` (default): one turn gives everything; `"token"`: one turn gives one token.
        step "step": Text,
    }
}

table! {
    /// `bind` of a stage: reserves tied to squares.
    BindTable {
        /// The name of the gate.
        gate "gate": Text,
        /// True: Black gets the image of White's choice. Default false.
        copy "copy": Spanned<bool>,
        /// Pairs of sets of pieces: not one reserve behind a man of each.
        bans "bans": Spanned<Vec<Spanned<Vec<Text>>>>,
    }
}

table! {
    /// `vote` of a stage: whether to play with reserves.
    VoteTable {
        /// The name of the gate: if both sides decline, its reserves vanish.
        gate "gate": Text,
    }
}

table! {
    /// `[[end]]`: how the game ends.
    EndTable {
        /// The name of the entry, which is the reason of the result.
        name "name": Text,
        /// `"rule"` (default): the game is over and there are no moves; `"verdict"`: over, but the
        /// moves are still listed; `"claim"`: only when claimed.
        by "by": Text,
        /// The condition; us has just moved.
        when "when": Text,
        /// Who wins: `"us"`, `"them"`, `"white"`, `"black"`, or `"draw"`.
        result "result": Text,
        /// The words of a claim. Default: the name.
        call "call": Text,
    }
}

table! {
    /// `[options.NAME]`: what may be chosen.
    OptionTable {
        /// One sentence.
        about "about": Text,
        /// The choice that is the file as it stands.
        default "default": Text,
        /// Instead of choices: the path of one key that takes the value given, `end."fifty
        /// moves".when`.
        sets "sets": Text,
        /// Choice → `"option=choice|choice"`: only together with one of these.
        needs "needs": Named<Text>,
        /// Choice → patch: any part of a file but `variant`, `options`, `combination` and `test`.
        choices "choices": Named<Patch>,
    }
}

table! {
    /// `[[combination]]`: what choices mean together.
    CombinationTable {
        /// Option → choice, or choices with `|`: when the patch is laid over the file.
        with "with": Named<Text>,
        /// Any part of a file but `variant`, `options`, `combination` and `test`.
        patch "patch": Patch,
    }
}

table! {
    /// `[[test]]`: a test of the file.
    TestTable {
        /// The name of the test.
        name "name": Text,
        /// A number in a rule sheet.
        rule "rule": Text,
        /// Choices, `"points=on,target=5"`.
        with "with": Text,
        /// A FEN, the name of a preset, or `start` (default).
        fen "fen": Text,
        /// Moves that are played first, with blanks between them.
        moves "moves": Text,
        /// The words of a claim that is granted.
        claim "claim": Text,
        /// The position after them, a FEN.
        becomes "becomes": Text,
        /// `ongoing`, `check`, `checkmate`, `stalemate`, `draw`, `white wins` or `black wins`.
        status "status": Text,
        /// The name of the end that decides.
        reason "reason": Text,
        /// Square → the moves from it, exactly these.
        from "from": Named<Text>,
        /// Moves that are legal.
        legal "legal": Spanned<Vec<Text>>,
        /// Moves that are not.
        illegal "illegal": Spanned<Vec<Text>>,
        /// Counts of games of 1, 2, … plies.
        perft "perft": Spanned<Vec<Spanned<i64>>>,
        /// The code of the fault for which `fen` is refused.
        refuses "refuses": Text,
        /// The number of shuffled arrays.
        arrays "arrays": Spanned<i64>,
        /// The number of set-ups of one side.
        armies "armies": Spanned<i64>,
    }
}
