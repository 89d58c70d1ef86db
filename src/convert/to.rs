//! A definition as a section of `variants.ini`.

use std::fmt::Write as _;

use super::men::{self, Man, Type};
use super::royal::{self, Royals};
use super::{Bears, Export, Missing, arrivals, castling, ends, names};
use crate::board::{Shape, Side, SquareSet};
use crate::definition::{Captured, Definition, Expr, MoverFate, PieceId, PieceSet, StageKind};
use crate::notation::lower;
use crate::source::Span;

/// Largest board of the engine's build for large boards.
const FILES: u8 = 12;
const RANKS: u8 = 10;

/// A section in the making.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    /// What is said.
    pub(super) definition: &'a Definition,
    keys: Vec<(String, String)>,
    missing: Vec<Missing>,
    /// There can be no section at all.
    hopeless: bool,
}

impl Writer<'_> {
    /// Adds a key.
    pub(super) fn key(&mut self, key: impl Into<String>, value: impl Into<String>) {
        let (key, value) = (key.into(), value.into());
        if !self.has(&key) {
            self.keys.push((key, value));
        }
    }

    /// Whether a key has been written.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|(known, _)| known == key)
    }

    /// `key = true`.
    pub(super) fn yes(&mut self, key: &str) {
        self.key(key, "true");
    }

    /// `key = false`.
    pub(super) fn no(&mut self, key: &str) {
        self.key(key, "false");
    }

    /// A rule that bears on play and has no words.
    pub(super) fn lacks(&mut self, what: String, why: &str, span: Span) {
        self.note(what, why.to_owned(), span, Bears::Play);
    }

    /// A rule that has no words.
    pub(super) fn note(&mut self, what: String, why: String, span: Span, bears: Bears) {
        let missing = Missing { what, why, span, bears };
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }

    /// Something without which there is no section.
    pub(super) fn cannot(&mut self, what: String, why: impl Into<String>, span: Span) {
        self.note(what, why.into(), span, Bears::Play);
        self.hopeless = true;
    }

    /// A set of pieces.
    pub(super) fn letters(&self, set: PieceSet) -> String {
        if set.is_empty() {
            return "-".to_owned();
        }
        self.by_letter(set).into_iter().filter_map(|id| self.letter(id)).collect()
    }

    /// The pieces of a set by their letters.
    pub(super) fn by_letter(&self, set: PieceSet) -> Vec<PieceId> {
        let mut pieces: Vec<PieceId> = set.iter().collect();
        pieces.sort_by_key(|&id| self.letter(id));
        pieces
    }

    /// The letter of a piece.
    pub(super) fn letter(&self, id: PieceId) -> Option<char> {
        let piece = self.definition.pieces.get(id.index())?;
        piece.letter.chars().next().map(|letter| letter.to_ascii_lowercase())
    }

    /// A set of pieces for each side: one key if both are the same, as far as each side can
    /// have them.
    pub(super) fn sided_pieces(&mut self, key: &str, [white, black]: [PieceSet; 2]) {
        let text = (self.letters(white), self.letters(black));
        let (white, black) = match text {
            (white, black) if white == "-" => (black.clone(), black),
            (white, black) if black == "-" => (white.clone(), white),
            text => text,
        };
        if white == black {
            self.key(key, white);
        } else {
            self.key(format!("{key}White"), white);
            self.key(format!("{key}Black"), black);
        }
    }

    /// A set of squares.
    pub(super) fn squares(&mut self, key: &str, squares: SquareSet) {
        let text = squares_text(&self.definition.shape, squares);
        self.key(key, text);
    }
}

/// Squares as the engine writes them: whole ranks, then single squares.
fn squares_text(shape: &Shape, squares: SquareSet) -> String {
    let mut parts = Vec::new();
    for rank in 0..shape.ranks() {
        let row: SquareSet = shape.squares().filter(|&square| shape.rank(square) == rank).collect();
        if row.is_empty() {
            continue;
        }
        if row - squares == SquareSet::EMPTY {
            parts.push(format!("*{}", rank.saturating_add(1)));
        } else {
            parts.extend((row & squares).iter().map(|square| shape.name(square)));
        }
    }
    if parts.is_empty() { "-".to_owned() } else { parts.join(" ") }
}

/// Says a game as a section with this name.
pub fn to_fairy_stockfish(definition: &Definition, name: &str) -> Export {
    let mut writer = Writer { definition, keys: Vec::new(), missing: Vec::new(), hopeless: false };
    frame(&mut writer);
    if !writer.hopeless {
        game(&mut writer);
    }
    let Writer { keys, mut missing, hopeless, .. } = writer;
    missing.sort_by_key(|missing| missing.span.start);
    let ini = (!hopeless).then(|| section(definition, name, &keys, &missing));
    Export { ini, missing }
}

/// The section as text.
fn section(
    definition: &Definition,
    name: &str,
    keys: &[(String, String)],
    missing: &[Missing],
) -> String {
    let line = |text: &str| text.replace(|c: char| c.is_control(), " ");
    let mut text = format!("# {}\n", line(&definition.title));
    if !missing.is_empty() {
        let other = missing.iter().any(|missing| missing.bears == Bears::Play);
        let head = if other { "This is another game." } else { "The moves are the same." };
        let all: Vec<&str> = missing.iter().map(|missing| missing.what.as_str()).collect();
        let _ = writeln!(text, "# {head} Missing: {}", line(&all.join("; ")));
    }
    let _ = writeln!(text, "[{name}]");
    let (pieces, rest): (Vec<_>, Vec<_>) = keys.iter().partition(|(key, _)| names::is_piece(key));
    for (key, value) in pieces.into_iter().chain(rest) {
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

/// What a section cannot be without: a board and letters that the engine has.
fn frame(writer: &mut Writer<'_>) {
    let definition = writer.definition;
    let (files, ranks) = (definition.shape.files(), definition.shape.ranks());
    let start = definition.setup.start_span;
    if files > FILES || ranks > RANKS {
        writer.cannot(
            format!("the board of {files} files and {ranks} ranks"),
            format!("the engine has at most {FILES} files and {RANKS} ranks"),
            start,
        );
    }
    for piece in &definition.pieces {
        let mut letters = piece.letter.chars();
        let single = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && letters.next().is_none();
        if !single {
            writer.cannot(
                format!("the letters `{}` of `{}`", piece.letter, piece.name),
                "a piece has one letter",
                piece.span,
            );
        }
    }
    if let Some(augmenter) = definition.augmenters.first() {
        writer.cannot("augmenters".to_owned(), "men cannot hold anything", augmenter.span);
    }
    if let Some(gate) = definition.gates.iter().find(|gate| gate.bound) {
        writer.cannot(
            format!("gate `{}`", gate.name),
            "reserves cannot be tied to squares",
            gate.span,
        );
    }
    for stage in &definition.setup.stages {
        let what = match &stage.kind {
            StageKind::Augment(_) | StageKind::Bind(_) | StageKind::Vote { .. } => {
                format!("stage `{}`", stage.name)
            }
        };
        writer.cannot(what, "there is no set-up before the first move", stage.span);
    }
}

fn game(writer: &mut Writer<'_>) {
    let definition = writer.definition;
    let start = definition.setup.start_span;
    if definition.shape.wrap() {
        writer.lacks("`board.wrap`".to_owned(), "the edges of the board are not joined", start);
    }
    let mut men = men::read(writer);
    let royals = royal::royals(writer, &men);
    let regions = men::first_steps(writer, &mut men);
    let types = men::types(writer, &men, royals.king);
    for id in writer.by_letter(men::everybody(definition)) {
        let Some(kind) = types.get(id.index()) else { continue };
        let letter = writer.letter(id).unwrap_or(' ');
        let value = match kind {
            Type::King(None) | Type::Named(_) => letter.to_string(),
            Type::King(Some(text)) | Type::Custom(_, text) => format!("{letter}:{text}"),
        };
        writer.key(kind.key(), value);
    }
    for (kind, man) in types.iter().zip(&men) {
        if let Some(rank) = man.soldier.filter(|_| kind.is("soldier")) {
            writer.key("soldierPromotionRank", rank.to_string());
        }
    }
    writer.key("maxFile", definition.shape.files().to_string());
    writer.key("maxRank", definition.shape.ranks().to_string());
    writer.key("startFen", definition.setup.start.clone());
    men::mobility(writer, &types);
    if regions.iter().all(Option::is_none) {
        writer.no("doubleStep");
    } else {
        writer.yes("doubleStep");
        for (key, region) in
            ["doubleStepRegionWhite", "doubleStepRegionBlack"].into_iter().zip(regions)
        {
            writer.squares(key, region.unwrap_or_default());
        }
    }
    let in_passing = men::en_passant(writer, &men, regions);
    arrivals::write(writer, &men, &types, &royals, in_passing);
    castling::write(writer);
    say_royals(writer, &royals);
    hands(writer);
    effects(writer, &types);
    once(writer, &types);
    ends::write(writer, &men, &types, &royals);
    turn(writer);
    if let Some(shuffle) = &definition.setup.shuffle {
        writer.note(
            "`setup.shuffle`".to_owned(),
            "the engine begins with the array that it is given".to_owned(),
            shuffle.span,
            Bears::Result,
        );
    }
    if definition.points.is_some() {
        writer.lacks("`points`".to_owned(), "there are no points", start);
    }
}

fn say_royals(writer: &mut Writer<'_>, royals: &Royals) {
    if royals.counted.is_empty() {
        return;
    }
    writer.yes("extinctionPseudoRoyal");
    let letters = writer.letters(royals.counted);
    writer.key("extinctionPieceTypes", letters);
    writer.key("extinctionPieceCount", "0");
    writer.key("extinctionValue", "loss");
    if royals.duple {
        writer.yes("dupleCheck");
    }
}

/// Whose hand gets captured men, and reserves.
fn hands(writer: &mut Writer<'_>) {
    let definition = writer.definition;
    match definition.hand {
        Some(Captured::Owner) => {
            writer.lacks(
                "`hand.captured = \"owner\"`".to_owned(),
                "captured men go to the capturer or nowhere",
                definition.setup.start_span,
            );
        }
        Some(Captured::Capturer) => writer.yes("capturesToHand"),
        Some(Captured::Nobody) | None => {}
    }
    for gate in &definition.gates {
        let shape = &definition.shape;
        let home = |side: Side| -> SquareSet {
            shape.squares().filter(|&square| men::relative(shape, square, side) == 0).collect()
        };
        let whole =
            Side::BOTH.into_iter().zip(gate.squares).all(|(side, squares)| squares == home(side));
        let what = format!("gate `{}`", gate.name);
        if gate.must {
            writer.lacks(what, "nobody has to enter", gate.span);
        } else if gate.shields {
            writer.lacks(what, "a man who enters does not shield his king", gate.span);
        } else if !whole || gate.sides != [true; 2] || definition.gates.len() > 1 {
            writer.lacks(
                what,
                "men enter on the whole first rank, for both sides alike",
                gate.span,
            );
        } else if !definition.drops.is_empty() {
            writer.lacks(
                what,
                "men cannot be dropped and enter behind others in one game",
                gate.span,
            );
        } else {
            writer.yes("gating");
            writer.yes("seirawanGating");
        }
    }
}

fn effects(writer: &mut Writer<'_>, types: &[Type]) {
    let definition = writer.definition;
    let all = men::everybody(definition);
    let pawns = types.iter().zip(0_u8..).filter(|(kind, _)| kind.is("pawn"));
    let pawns = pawns.fold(PieceSet::NONE, |mut set, (_, id)| {
        set.insert(PieceId(id));
        set
    });
    for effect in &definition.effects {
        let what = format!("effect `{}`", effect.name);
        let ring = effect.around.as_ref().map(|around| lower(around).len());
        let kings =
            crate::notation::parse("K").map(|parsed| lower(&parsed.expr)).unwrap_or_default();
        let near = effect.around.as_ref().is_some_and(|around| {
            let ways = lower(around);
            ring == Some(kings.len())
                && ways.iter().all(|way| kings.iter().any(|king| king.action == way.action))
        });
        let both = effect.sides == [true; 2] && effect.on_capture && effect.captured == all;
        if both
            && near
            && effect.mover == MoverFate::Removed
            && effect.pieces == all
            && effect.spares == pawns
        {
            writer.yes("blastOnCapture");
        } else if both && ring.is_none() && effect.mover == MoverFate::Wall {
            let letters = writer.letters(effect.pieces);
            writer.key("petrifyOnCaptureTypes", letters);
        } else {
            writer.lacks(what, "the engine has no such effect", effect.span);
        }
    }
}

/// Moves that may be used once: those of Cambodian chess only.
fn once(writer: &mut Writer<'_>, types: &[Type]) {
    let definition = writer.definition;
    let with: Vec<_> =
        definition.pieces.iter().zip(types).filter(|(piece, _)| piece.once.is_some()).collect();
    if with.is_empty() {
        return;
    }
    let fits = with.iter().all(|(piece, kind)| {
        let Some(once) = &piece.once else { return false };
        let king = matches!(kind, Type::King(_));
        let notation = if king { "fsmN" } else { "fmD" };
        let same = crate::notation::parse(notation).is_ok_and(|parsed| {
            lower(&parsed.expr)
                .iter()
                .map(|way| &way.action)
                .eq(lower(&once.entry.moves).iter().map(|way| &way.action))
        });
        let when = match (&once.entry.when, &once.lapse) {
            (Some(when), Some(lapse)) => {
                king && ends::not_in_check(when)
                    && ends::rook_attacks_king(lapse, definition, types)
            }
            (None, None) => kind.is("fers"),
            _ => false,
        };
        same && when && once.until_moved && once.mark_file
    });
    let both = with.len() == 2;
    if fits && both {
        writer.yes("gating");
        writer.yes("cambodianMoves");
        return;
    }
    for (piece, _) in with {
        writer.lacks(format!("`once` of `{}`", piece.name), "a move cannot be used up", piece.span);
    }
}

fn turn(writer: &mut Writer<'_>) {
    let definition = writer.definition;
    let turn = &definition.turn;
    if turn.must_capture {
        writer.yes("mustCapture");
    }
    let span = definition.setup.start_span;
    match &turn.pass {
        None | Some(Expr::Const(0)) => {}
        Some(when) if ends::not_in_check(when) => writer.yes("pass"),
        Some(when) if ends::stalemate_of_us(when) => writer.yes("passOnStalemate"),
        Some(_) => writer.lacks(
            "`turn.pass`".to_owned(),
            "passing is legal without a check, or only if there is no move besides",
            span,
        ),
    }
}

/// Whether a side may have a piece.
pub(super) fn may_have(definition: &Definition, side: Side, piece: PieceId) -> bool {
    definition.pieces.get(piece.index()).and_then(|piece| piece.sides.get(side.index()))
        == Some(&true)
}

/// Whether no man of a side has another move than these, for readers of [`Man`].
pub(super) fn quiet_moves(man: &Man) -> impl Iterator<Item = &super::betza::Reach> {
    man.reaches.iter().filter(|reach| !reach.capture)
}
