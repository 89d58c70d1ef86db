//! A checked definition: names resolved, sets turned into squares, numbers in range. Nothing
//! here has to be read or doubted again.

use crate::board::{Shape, Side, Square, SquareSet, Symmetry};
use crate::notation::MoveExpr;
use crate::source::Span;

/// A piece of a variant: its index in [`Definition::pieces`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PieceId(pub u8);

impl PieceId {
    /// For indexing [`Definition::pieces`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of pieces, by [`PieceId`]; in games with augmenters also of men of a piece that hold
/// exactly some of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceSet {
    /// A bit each piece: such men are in the set, whatever they hold.
    pub pieces: u128,
    /// A bit each of [`Definition::dressed`]: for men who hold exactly that it is the other
    /// way round.
    pub turned: u64,
}

impl PieceSet {
    /// No piece.
    pub const NONE: Self = Self { pieces: 0, turned: 0 };

    /// Whether the piece is one of them, what its men hold left aside.
    pub const fn has(self, piece: PieceId) -> bool {
        self.pieces >> piece.0 & 1 == 1
    }

    /// Whether a man of the piece is in the set who holds exactly what the entry of
    /// [`Definition::dressed`] says; `None`: what no entry says.
    pub const fn has_man(self, piece: PieceId, dressed: Option<u8>) -> bool {
        let turned = match dressed {
            Some(index) => self.turned >> index & 1 == 1,
            None => false,
        };
        self.has(piece) != turned
    }

    /// Adds a piece.
    pub fn insert(&mut self, piece: PieceId) {
        self.pieces |= 1 << piece.0;
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.pieces == 0 && self.turned == 0
    }

    /// Number of pieces, what their men hold left aside.
    pub const fn len(self) -> usize {
        self.pieces.count_ones() as usize
    }

    /// The pieces in the order of the definition, what their men hold left aside.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        (0..128).map(PieceId).filter(move |&piece| self.has(piece))
    }
}

/// An augmenter: moves that a man has besides its own while it holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Augmenter {
    /// Its name in the file.
    pub name: String,
    /// Place of the name.
    pub span: Span,
    /// The letter behind a man, case counts.
    pub code: char,
    /// The moves. Never a castling term.
    pub moves: MoveExpr,
    /// Place of the notation.
    pub moves_span: Span,
}

/// What a man holds: indices of [`Definition::augmenters`], rising, one entry for each token.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Tags(pub Vec<u8>);

/// Men of one piece that hold exactly these.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dressed {
    /// The piece.
    pub piece: PieceId,
    /// What it holds.
    pub tags: Tags,
}

/// Squares for White and for Black, each as real squares of the board (Black's are already
/// turned over). Index with [`Side::index`].
pub type SidedSquares = [SquareSet; 2];

/// One game, ready to be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// `variant.name`.
    pub title: String,
    /// `variant.also`.
    pub also: Vec<String>,
    /// `variant.about`.
    pub about: String,
    /// Files, ranks, holes, cylinder.
    pub shape: Shape,
    /// How White's squares turn into Black's.
    pub symmetry: Symmetry,
    /// The men, in the order of their names in the file's table.
    pub pieces: Vec<Piece>,
    /// What men may hold, in the order in which codes are written.
    pub augmenters: Vec<Augmenter>,
    /// Men with what they hold that some set names (`king{w}`).
    pub dressed: Vec<Dressed>,
    /// Men in hand that enter behind a departing man.
    pub gates: Vec<Gate>,
    /// `[hand]`: where captured men go; `None` for a game without hands (but for gates).
    pub hand: Option<Captured>,
    /// Which men in hand may be put on the board.
    pub drops: Vec<Drop>,
    /// What else moves do, in order.
    pub effects: Vec<Effect>,
    /// Moves that are not legal.
    pub bans: Vec<Ban>,
    /// `[checks]`: how many checks a side has to give.
    pub checks: Option<u32>,
    /// Named counters.
    pub counters: Vec<Counter>,
    /// Royal entries.
    pub royals: Vec<Royal>,
    /// Castling entries.
    pub castlings: Vec<Castling>,
    /// `text.castling = "king-takes-partner"`.
    pub castling_text_king_takes_partner: bool,
    /// Promotion entries.
    pub promotions: Vec<Promotion>,
    /// Where and who en passant.
    pub en_passant: EnPassant,
    /// `[turn]`.
    pub turn: Turn,
    /// `[points]`, if the game has them.
    pub points: Option<Points>,
    /// End entries in the order in which they are asked.
    pub ends: Vec<End>,
    /// Start and presets.
    pub setup: Setup,
    /// The file's own tests (of the variant's own file, not its parents').
    pub tests: Vec<TestCase>,
    /// Options that can be chosen, for `ferz check` and `ferz list`.
    pub options: Vec<OptionInfo>,
    /// `[allow]`: warnings that are not wanted.
    pub allowed: Vec<Allowed>,
    /// Where the keys stand that all this was read from.
    pub places: super::Places,
}

/// A warning that is not wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// Its code.
    pub code: String,
    /// Why what it warns of is meant.
    pub reason: String,
    /// Place of the code.
    pub span: Span,
}

/// A man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name in the file.
    pub name: String,
    /// Place of the name.
    pub span: Span,
    /// One capital letter, or two to four letters.
    pub letter: String,
    /// Further letters that readers accept.
    pub reads: String,
    /// Which sides may have it.
    pub sides: [bool; 2],
    /// Its moves, its `extra` entries, each with its conditions, in file order; the plain
    /// `moves` come first.
    pub moves: Vec<MoveEntry>,
    /// Squares from which `i` terms may be used.
    pub first: SidedSquares,
    /// A move that may be used once.
    pub once: Option<Once>,
    /// Squares on which it may ever end a move.
    pub within: SidedSquares,
    /// What it may capture, unless an entry says otherwise.
    pub takes: PieceSet,
    /// What it may hop over, unless an entry says otherwise.
    pub hurdles: PieceSet,
    /// What may capture it.
    pub taken_by: PieceSet,
    /// `value`.
    pub value: i64,
}

/// A notation and the conditions under which it may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEntry {
    /// The entry's name; `None` for `moves` and `once`.
    pub name: Option<String>,
    /// The moves. Never a castling term.
    pub moves: MoveExpr,
    /// Place of the notation.
    pub span: Span,
    /// Squares from which.
    pub from: SidedSquares,
    /// Squares to which (`within` of the piece unless the entry has its own).
    pub to: SidedSquares,
    /// What may be captured.
    pub takes: PieceSet,
    /// What may be hopped over.
    pub hurdles: PieceSet,
    /// Squares passed over, and junctions of legs, may be taken en passant.
    pub passing: bool,
    /// Condition before the move.
    pub when: Option<Expr>,
}

/// `once`: a move that may be used once in a man's life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Once {
    /// The move.
    pub entry: MoveEntry,
    /// True: any move of the man spends it. False: only using it does.
    pub until_moved: bool,
    /// Condition, asked after every move with us = the owner, under which the right is gone.
    pub lapse: Option<Expr>,
    /// True: the right stands in the FEN as the letter of the man's file; false: as the
    /// man's letter.
    pub mark_file: bool,
}

/// `safe` of a royal entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safe {
    /// None of the men may stand attacked.
    Each,
    /// If exactly one is left, it may not stand attacked.
    Last,
    /// Not all may stand attacked at once.
    One,
}

/// A royal entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Royal {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// The royal men.
    pub pieces: PieceSet,
    /// The rule.
    pub safe: Safe,
}

/// A castling entry of one side: an entry of the file that is for both sides becomes two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Whose.
    pub side: Side,
    /// Letter in the rights field as written for this side (Black's is small). Two entries
    /// of one side with the same letter are two goals of one right.
    pub right: char,
    /// The man that castles.
    pub piece: PieceSet,
    /// The other man.
    pub partner: PieceSet,
    /// Where the first may stand: one square, or several (then the position knows which).
    pub from: SquareSet,
    /// Where the partner may stand.
    pub partner_from: SquareSet,
    /// With several squares: the partner is the outermost such man on this wing
    /// (-1: towards file a, +1: towards the last file).
    pub wing: Option<i8>,
    /// Goal of the first.
    pub to: crate::board::Square,
    /// Goal of the partner.
    pub partner_to: crate::board::Square,
    /// `test = "king-stepped"`: crossed squares are judged with the king standing there.
    pub king_stepped: bool,
    /// The right arises when both men stand there through drops.
    pub by_drop: bool,
}

/// When a promotion entry applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionOn {
    /// The move ends in the zone.
    End,
    /// The move begins or ends in the zone.
    Touch,
    /// A capture that ends in the zone.
    Capture,
    /// A turn of its own: by a man in the zone, on the spot or by [`Promotion::moves`].
    Turn,
}

/// Whose hand gets captured men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captured {
    /// Nobody's.
    Nobody,
    /// Who captured.
    Capturer,
    /// Whose they were.
    Owner,
}

/// `[[drop]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drop {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Which men.
    pub pieces: PieceSet,
    /// Where.
    pub zone: SidedSquares,
    /// So many own unmarked men of the kind on the file forbid it.
    pub per_file: Option<u32>,
    /// Also with the face up that a promotion marked `+` gives.
    pub promoted: bool,
    /// While such a drop is legal, only such drops are.
    pub must: bool,
}

/// What becomes of a man that moves under an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverFate {
    /// Nothing.
    Stays,
    /// It is removed.
    Removed,
    /// It turns into a wall.
    Wall,
    /// It becomes what it took.
    Captured,
    /// It belongs to the other side from now on.
    Turned,
}

/// `[[effect]]`: what else a move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Captures only.
    pub on_capture: bool,
    /// The man that moves.
    pub pieces: PieceSet,
    /// Whom it captures.
    pub captured: PieceSet,
    /// What becomes of the mover.
    pub mover: MoverFate,
    /// Leaps from where the mover ended; men on these squares are removed.
    pub around: Option<MoveExpr>,
    /// Who is not removed.
    pub spares: PieceSet,
}

/// Which moves a ban is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BanOn {
    /// All.
    Any,
    /// Those of a man on the board, captures included, castling not.
    Move,
    /// Captures.
    Capture,
    /// Drops.
    Drop,
    /// Castling.
    Castling,
    /// Promotions.
    Promotion,
    /// Moves behind which a man enters.
    Gate,
    /// Passes.
    Pass,
}

/// `[[ban]]`: a move for which everything given holds is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Which moves.
    pub on: BanOn,
    /// Who moves or is dropped, before it promotes.
    pub pieces: PieceSet,
    /// Condition before the move.
    pub before: Option<Expr>,
    /// Condition in the finished position.
    pub when: Option<Expr>,
}

/// `[[counter]]`: judged after each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name, a term of conditions.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// It begins.
    pub starts: Expr,
    /// With this number.
    pub from: Expr,
    /// It goes out.
    pub stops: Expr,
}

/// How a promoted man is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mark {
    /// Not at all.
    None,
    /// `Q~`.
    Tilde,
    /// `+P`.
    Plus,
}

/// A promotion entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// Who promotes.
    pub pieces: PieceSet,
    /// Where.
    pub zone: SidedSquares,
    /// Which moves.
    pub on: PromotionOn,
    /// Into what, in the order offered. Never empty.
    pub to: Vec<PieceId>,
    /// Staying what it was is not allowed.
    pub must: bool,
    /// Target only while fewer own men of the kind than this are on the board.
    pub limit: Vec<(PieceId, u32)>,
    /// Condition before the move.
    pub when: Option<Expr>,
    /// How it is remembered.
    pub mark: Mark,
    /// The same kind of move turns a marked man back.
    pub back: bool,
    /// With [`PromotionOn::Turn`]: moves that the man may make while it promotes.
    pub moves: Option<MoveExpr>,
}

/// `[en-passant]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// Squares on which a side (the capturer) may capture en passant.
    pub zone: SidedSquares,
    /// Victims.
    pub of: PieceSet,
}

/// `[turn]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who begins.
    pub first: Side,
    /// Pieces whose moves set `quiet` to 0.
    pub resets: PieceSet,
    /// When passing is legal; `None` never.
    pub pass: Option<Expr>,
    /// If a legal move captures, only such are legal.
    pub must_capture: bool,
    /// For front ends.
    pub touch_move: bool,
}

/// `[points]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// Added for the capturer.
    pub captured: Vec<(PieceId, i64)>,
    /// A FEN's points must equal what the missing men are worth.
    pub strict: bool,
}

/// How an end takes effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The game is over and there are no moves.
    Rule,
    /// The game is over; the moves are still listed.
    Verdict,
    /// Only when claimed.
    Claim,
}

/// Who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndResult {
    /// The side that has just moved (in a claim: the claimant).
    Us,
    /// The other side.
    Them,
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Draw,
}

/// An end entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Its name, the reason of the outcome.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// When it holds: us = who has just moved.
    pub when: Expr,
    /// Who wins.
    pub result: EndResult,
    /// How.
    pub by: By,
    /// Words of the claim.
    pub call: String,
}

/// `[setup]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The start, as written.
    pub start: String,
    /// Place of the text.
    pub start_span: Span,
    /// Finished set-ups by name, with the place of the text.
    pub presets: Vec<(String, String, Span)>,
    /// Shuffled arrays.
    pub shuffle: Option<Shuffle>,
    /// Turns before the first move, in order.
    pub stages: Vec<Stage>,
}

/// A set-up stage: a turn of each of its sides, White's first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Whose.
    pub sides: [bool; 2],
    /// The choice is made in one turn with the side's next move.
    pub with_move: bool,
    /// What is chosen.
    pub kind: StageKind,
}

/// What a side chooses in a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StageKind {
    /// Which man holds which augmenters.
    Augment(AugmentStage),
    /// Behind which man each reserve waits.
    Bind(BindStage),
    /// Whether to play with a gate's reserves at all.
    Vote {
        /// Index in [`Definition::gates`].
        gate: usize,
    },
}

/// `augment` of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AugmentStage {
    /// Tokens of each side: indices of [`Definition::augmenters`], rising, one entry for each
    /// token.
    pub pools: [Vec<u8>; 2],
    /// Pieces that hold tokens of this stage: alternatives of how many.
    pub slots: Vec<(PieceId, Vec<Sizes>)>,
    /// What no man of a piece may hold together, tokens of this stage only.
    pub bans: Vec<(PieceId, Vec<Tags>)>,
    /// A man may hold a code twice.
    pub repeat: bool,
    /// Tokens may stay out.
    pub spare: bool,
    /// A turn gives one token to one man.
    pub by_token: bool,
    /// Place of the table.
    pub span: Span,
}

/// How many tokens the men of one piece hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// Every man as many.
    Each(u32),
    /// The men hold these, in any order; falling.
    List(Vec<u32>),
}

/// `bind` of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BindStage {
    /// Index in [`Definition::gates`].
    pub gate: usize,
    /// Black gets the image of White's choice.
    pub copy: bool,
    /// No two reserves of a side, one behind a man of the first set and one behind a man of
    /// the second.
    pub bans: Vec<(PieceSet, PieceSet)>,
}

/// `[[gate]]`: men in reserve that enter behind a departing man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Sides it is for.
    pub sides: [bool; 2],
    /// The men that enter.
    pub pieces: PieceSet,
    /// Squares on which they enter.
    pub squares: SidedSquares,
    /// Each was tied to one square by a set-up stage.
    pub bound: bool,
    /// It enters without a choice.
    pub must: bool,
    /// Legality looks at the finished position; if not, the move must be legal without the
    /// new man too.
    pub shields: bool,
}

impl Gate {
    /// Whether a file is enough to name a square: those of each side stand on one rank.
    pub fn by_file(&self, shape: &Shape) -> bool {
        self.squares.iter().all(|squares| {
            let mut ranks = squares.iter().map(|square| shape.rank(square));
            let first = ranks.next();
            ranks.all(|rank| Some(rank) == first)
        })
    }

    /// The square of a side that a text names: a whole square, or a file where that is enough.
    pub fn square(&self, shape: &Shape, side: Side, text: &str) -> Option<Square> {
        let squares = self.squares.get(side.index())?;
        let whole = shape.parse_square(text).filter(|square| squares.has(*square));
        let on_file = |square: &Square| file_name(shape, *square) == text;
        whole.or_else(|| squares.iter().find(on_file).filter(|_| self.by_file(shape)))
    }

    /// How a square of the gate is written behind the `@`.
    pub fn place(&self, shape: &Shape, square: Square) -> String {
        if self.by_file(shape) { file_name(shape, square) } else { shape.name(square) }
    }
}

fn file_name(shape: &Shape, square: Square) -> String {
    let name = shape.name(square);
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

/// `setup.shuffle`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// White's men here are permuted.
    pub squares: SquareSet,
    /// Keeps an array.
    pub keep: Option<Expr>,
    /// Black gets the image of White's.
    pub same: bool,
    /// Place of the table.
    pub span: Span,
}

/// A test of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestCase {
    /// Its name.
    pub name: String,
    /// Place of the entry.
    pub span: Span,
    /// Number in a rule sheet.
    pub rule: Option<String>,
    /// Options, `"points=on,target=5"`; empty for none.
    pub with: String,
    /// FEN, preset or `start`.
    pub fen: String,
    /// Moves played first.
    pub moves: Vec<String>,
    /// Each is legal.
    pub legal: Vec<String>,
    /// None is legal.
    pub illegal: Vec<String>,
    /// Square text → exactly these moves from it.
    pub from: Vec<(String, Vec<String>)>,
    /// Counts at depth 1, 2, …
    pub perft: Vec<u64>,
    /// The position, as printed.
    pub becomes: Option<String>,
    /// `ongoing`, `check`, …
    pub status: Option<String>,
    /// Name of the end.
    pub reason: Option<String>,
    /// Claim.
    pub claim: Option<String>,
    /// Code of the fault for which `fen` is refused.
    pub refuses: Option<String>,
    /// Number of shuffled arrays.
    pub arrays: Option<u64>,
    /// Number of set-ups of one side.
    pub armies: Option<u64>,
}

/// An option and its choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// For people.
    pub about: String,
    /// The choice that is the file as it stands; empty for an option with `sets`.
    pub default: String,
    /// All choices in order, the default included.
    pub choices: Vec<String>,
    /// The choice in force (or the value, for an option with `sets`).
    pub chosen: String,
    /// `needs`: choice → `(option, choices)` one of which must be chosen.
    pub needs: Vec<(String, String, Vec<String>)>,
}

/// Whose, in a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Who {
    /// Who makes, or has just made, the move.
    Us,
    /// The other.
    Them,
    /// White.
    White,
    /// Black.
    Black,
    /// Both together, where a count allows it.
    Both,
}

/// A checked condition or integer expression. Booleans are 0 and 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A number or a truth value.
    Const(i64),
    /// Logical negation.
    Not(Box<Expr>),
    /// Both, the second asked only if the first holds.
    And(Box<Expr>, Box<Expr>),
    /// Either, the second asked only if the first does not hold.
    Or(Box<Expr>, Box<Expr>),
    /// Comparison of two numbers, or of two truth values with `==` or `!=`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Saturating arithmetic.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `us == black`: true iff the two name the same side.
    SameSide(Who, Who),
    /// A fact of the position or of the game.
    Fact(Fact),
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// A square of the move that is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Spot {
    /// Where the man stands; none for a drop.
    From,
    /// Where it ends; in castling the man that castles.
    To,
}

/// What a condition may ask (`language.md` section 9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Men on the board; of each side on its own squares.
    Count {
        /// Whose men.
        who: Who,
        /// Which.
        pieces: PieceSet,
        /// Where.
        squares: SidedSquares,
        /// On a square of the move that is judged instead.
        spot: Option<Spot>,
    },
    /// Men in hand or reserve.
    Hand {
        /// Whose.
        who: Who,
        /// Which.
        pieces: PieceSet,
    },
    /// Men fewer than in the start.
    Missing {
        /// Whose men.
        who: Who,
        /// Which.
        pieces: PieceSet,
    },
    /// Empty squares, as us sees them.
    Empty {
        /// Where.
        squares: SidedSquares,
    },
    /// Men that have no move from their square on an empty board.
    Stuck {
        /// Whose men.
        who: Who,
        /// Which.
        pieces: PieceSet,
    },
    /// Checks given.
    Checks(Who),
    /// A named counter: its index.
    Counter(usize),
    /// Sum of `value` of the men on the board.
    Value(Who),
    /// Points.
    Points(Who),
    /// Unspent `once` rights.
    Rights(Who),
    /// `n` of these in a row, in any of the four line directions.
    Line {
        /// Whose men.
        who: Who,
        /// Which.
        pieces: PieceSet,
        /// How many.
        n: u32,
    },
    /// Every `a` has a `b` on both sides of it on its rank.
    Flanked {
        /// Whose men.
        who: Who,
        /// The men in the middle.
        a: PieceSet,
        /// The men outside.
        b: PieceSet,
    },
    /// Plies since a resetting move.
    Quiet,
    /// Consecutive passes.
    Passes,
    /// The last move was made by one of these.
    Moved(PieceSet),
    /// The last move captured one of these.
    Took(PieceSet),
    /// Some royal entry of the side is broken.
    Check(Who),
    /// How many of these men an enemy man attacks.
    Attacked {
        /// Whose men.
        who: Who,
        /// Which.
        pieces: PieceSet,
        /// By which.
        by: PieceSet,
        /// Standing where, as us sees it.
        squares: SidedSquares,
        /// On a square of the move that is judged instead.
        spot: Option<Spot>,
    },
    /// Two opposing men of these on one rank or file, nothing between.
    Facing(PieceSet),
    /// Legal moves of the side to move; 0 for the other.
    Moves(Who),
    /// Legal moves of these men that end there.
    Reach {
        /// Whose.
        who: Who,
        /// Which men.
        pieces: PieceSet,
        /// Goals; of the mover's own image.
        squares: SidedSquares,
    },
    /// How often this position has stood, now included.
    Repeats,
    /// Was in check at the start of its `n`-th turn back.
    Checked(Who, u32),
    /// Every move of the side since this position last stood gave check.
    PerpetualCheck(Who),
}
