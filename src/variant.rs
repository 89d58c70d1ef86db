//! A variant ready to play, the width of its board erased. The one place that names all
//! three widths.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use crate::bitboard::{Bitboard, W64, W128, W256};
use crate::board::Side;
use crate::compile::{Cast, compile_with};
use crate::definition::{Definition, Shuffle, StageKind};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Play};
use crate::limits;
use crate::position::{DRESS, Grade, OFF_LIMITS, Position, Reason};
use crate::rules::{KindId, LegalityPlan, NO_KIND, Rules};
use crate::setup::{Armies, Army, Muster, SetUp, Slots};
use crate::source::Span;
use crate::staged::Staged;

/// Compiled rules for the narrowest width that holds the board.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Up to 64 squares.
    Narrow(Arc<Rules<W64>>),
    /// Up to 128 squares.
    Middle(Arc<Rules<W128>>),
    /// Up to 256 squares.
    Wide(Arc<Rules<W256>>),
}

/// Runs one expression for whichever width a variant has. The rules are those for men who are
/// just a piece; where men hold augmenters or have reserves behind them, ask
/// [`Variant::cast_rules`](crate::variant::Variant::cast_rules) and use [`with_any`](crate::with_any).
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::with_any!($variant.rules(), $rules => $body)
    };
}

/// Runs one expression for whichever width some rules have.
#[macro_export]
macro_rules! with_any {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            $crate::variant::AnyRules::Narrow($rules) => $body,
            $crate::variant::AnyRules::Middle($rules) => $body,
            $crate::variant::AnyRules::Wide($rules) => $body,
        }
    };
}

/// A width of which rules can be asked back.
pub trait Width: Bitboard {
    /// The rules, if they have this width.
    fn of(rules: &AnyRules) -> Option<&Arc<Rules<Self>>>;
}

impl Width for W64 {
    fn of(rules: &AnyRules) -> Option<&Arc<Rules<Self>>> {
        if let AnyRules::Narrow(rules) = rules { Some(rules) } else { None }
    }
}

impl Width for W128 {
    fn of(rules: &AnyRules) -> Option<&Arc<Rules<Self>>> {
        if let AnyRules::Middle(rules) = rules { Some(rules) } else { None }
    }
}

impl Width for W256 {
    fn of(rules: &AnyRules) -> Option<&Arc<Rules<Self>>> {
        if let AnyRules::Wide(rules) = rules { Some(rules) } else { None }
    }
}

/// A checked and compiled game.
#[derive(Clone, Debug)]
pub struct Variant {
    definition: Arc<Definition>,
    /// For men that are just a piece.
    rules: AnyRules,
    presets: Vec<(String, String)>,
    choices: Choices,
    /// Rules for the casts of positions that were opened lately.
    casts: Arc<RwLock<HashMap<Cast, AnyRules>>>,
}

/// What can be chosen when compiling; the defaults are what everybody wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// A plan other than the best possible one. Only [`LegalityPlan::Replay`] is always
    /// possible.
    pub plan: Option<LegalityPlan>,
    /// A board at least this wide, in squares.
    pub width: usize,
    /// Without tables that take long to make and only make counting faster: for whoever looks
    /// at a definition and not at millions of positions.
    pub light: bool,
}

impl Choices {
    /// Everything as usual, but for [`Self::light`].
    pub const LIGHT: Self = Self { plan: None, width: 0, light: true };
}

impl Variant {
    /// Compiles a definition and checks its start and presets.
    ///
    /// # Errors
    /// What this version cannot do, and positions of the file that its own rules exclude.
    pub fn new(definition: Definition) -> Result<Self, Vec<Diagnostic>> {
        Self::with(definition, Choices::default())
    }

    /// As [`Self::new`], with choices that tests make.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with(definition: Definition, choices: Choices) -> Result<Self, Vec<Diagnostic>> {
        let rules = any_rules(&definition, choices, &Cast::default())?;
        let presets = &definition.setup.presets;
        let presets = presets.iter().map(|(name, fen, _)| (name.clone(), fen.clone())).collect();
        let definition = Arc::new(definition);
        let casts = Arc::default();
        let variant = Self { definition, rules, presets, choices, casts };
        let mut faults = variant.stage_faults();
        faults.extend(variant.preset_faults());
        if faults.is_empty() { Ok(variant) } else { Err(faults) }
    }

    /// Stages in which a side has no choice.
    fn stage_faults(&self) -> Vec<Diagnostic> {
        let mut faults: Vec<Diagnostic> = Vec::new();
        for stage in &self.definition.setup.stages {
            let StageKind::Augment(augment) = &stage.kind else { continue };
            for side in Side::BOTH {
                let start = &self.definition.setup.start;
                let muster = Muster::read(&self.definition, side, start);
                let (Ok(muster), true) = (muster, stage.sides[side.index()]) else { continue };
                let slots = Slots::of_stage(&self.definition, augment, side, &muster);
                for fault in slots.faults() {
                    let diagnostic = Diagnostic::error(fault.code, augment.span, fault.message)
                        .label(format!("the stage `{}`", stage.name))
                        .help(fault.help);
                    // Both sides mostly have the same fault.
                    let known = |other: &Diagnostic| {
                        other.code == diagnostic.code && other.span() == diagnostic.span()
                    };
                    if !faults.iter().any(known) {
                        faults.push(diagnostic);
                    }
                }
            }
        }
        faults
    }

    /// Presets whose men hold something, or wait behind others: each has its own cast.
    fn preset_faults(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        // With other options only what the definition's checker has seen is a fault.
        if !self.has_casts() || !as_written(&self.definition) {
            return faults;
        }
        for (_, fen, span) in &self.definition.setup.presets {
            if Cast::of_fen(&self.definition, fen).men().is_empty() {
                continue;
            }
            let reasons = match self.cast_rules(fen) {
                Ok(rules) => with_any!(&rules, rules => match rules.parse_fen(fen) {
                    Ok(parsed) => {
                        let mut reasons = parsed.reasons;
                        reasons.extend(rules.reasons(&parsed.position));
                        reasons
                    }
                    Err(error) => error.reasons,
                }),
                Err(reasons) => reasons,
            };
            let against = reasons.iter().filter(|reason| excludes(&self.definition, reason));
            faults.extend(against.map(|reason| start_invalid(reason, fen, *span)));
        }
        faults
    }

    /// Warnings about presets whose men hold what no set-up gives them.
    pub fn preset_doubts(&self) -> Vec<Diagnostic> {
        let mut doubts = Vec::new();
        for (name, fen, span) in &self.definition.setup.presets {
            let Ok(rules) = self.cast_rules(fen) else { continue };
            let reasons = with_any!(&rules, rules => match rules.parse_fen(fen) {
                Ok(parsed) => rules.reasons(&parsed.position),
                Err(_) => Vec::new(),
            });
            let doubt = |reason: &Reason| {
                let message = format!("no set-up gives `{name}`: {}", reason.message);
                Diagnostic::warning("preset-excluded", *span, message)
                    .help("correct it, or write a preset of this name that fits the stages")
            };
            doubts.extend(reasons.iter().filter(|reason| reason.code == DRESS).map(doubt));
        }
        doubts
    }

    /// Whether men of this game hold augmenters or have reserves behind them, so that a
    /// position's rules are those of its cast.
    pub fn has_casts(&self) -> bool {
        !self.definition.augmenters.is_empty() || !self.definition.gates.is_empty()
    }

    /// The rules for the men of a FEN, compiled when they are first asked for.
    ///
    /// # Errors
    /// More kinds of men than rules can have.
    pub fn cast_rules(&self, fen: &str) -> Result<AnyRules, Vec<Reason>> {
        let cast = Cast::of_fen(&self.definition, fen);
        if cast.men().is_empty() {
            return Ok(self.rules.clone());
        }
        let known = self.casts.read().ok().and_then(|casts| casts.get(&cast).cloned());
        if let Some(rules) = known {
            return Ok(rules);
        }
        let rules = any_rules(&self.definition, self.choices, &cast).map_err(|faults| {
            let said = faults.into_iter().map(|fault| Reason::malformed("limit", fault.message));
            said.collect::<Vec<_>>()
        })?;
        if let Ok(mut casts) = self.casts.write() {
            if casts.len() >= limits::CASTS {
                casts.clear();
            }
            casts.insert(cast, rules.clone());
        }
        Ok(rules)
    }

    /// What was compiled.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The tables.
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// The FEN that a text stands for: `start`, a preset's name, or the text itself.
    pub fn fen_of<'a>(&'a self, text: &'a str) -> &'a str {
        if text == "start" || text == "startpos" {
            return &self.definition.setup.start;
        }
        let preset = self.presets.iter().find(|(name, _)| name == text);
        preset.map_or(text, |(_, fen)| fen.as_str())
    }

    /// A game from the start, a preset or a FEN.
    ///
    /// # Errors
    /// Every reason why the text is no position of this game.
    pub fn game(&self, fen: &str) -> Result<Box<dyn Play>, Vec<Reason>> {
        let from_start = fen == "start" || fen == "startpos";
        let fen = self.fen_of(fen);
        if !fen.is_empty() && fen.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let known = self.presets.iter().map(|(name, _)| format!("`{name}`"));
            let known: Vec<_> = std::iter::once("`start`".to_owned()).chain(known).collect();
            return Err(vec![Reason::malformed(
                "preset",
                format!("no preset is called `{fen}`; there is {}", known.join(", ")),
            )]);
        }
        // The start of a game with a set-up, and every FEN in which something is still to be
        // chosen.
        let setup = if from_start {
            SetUp::start(&self.definition)
        } else {
            SetUp::read(&self.definition, fen)?
        };
        match setup {
            Some(setup) => {
                let faults = self.staged_faults(fen);
                if !faults.is_empty() {
                    return Err(faults);
                }
                Ok(Box::new(Staged::new(self.clone(), setup)?))
            }
            None => self.position_game(fen),
        }
    }

    /// What cannot be read of a FEN in which something is still to be chosen, leaving aside the
    /// bracket that says what. Whether the rules give the position is not known before the end.
    fn staged_faults(&self, fen: &str) -> Vec<Reason> {
        let fen = fen.trim_ascii_start();
        let end = fen.find(|c: char| c.is_ascii_whitespace()).unwrap_or(fen.len());
        let (first, rest) = fen.split_at_checked(end).unwrap_or((fen, ""));
        let placement = first.split('[').next().unwrap_or("");
        let plain = format!("{placement}{rest}");
        let rules = match self.cast_rules(&plain) {
            Ok(rules) => rules,
            Err(reasons) => return reasons,
        };
        with_any!(&rules, rules => match rules.parse_fen(&plain) {
            Ok(_) => Vec::new(),
            Err(error) => {
                let malformed = |reason: &Reason| reason.grade == Grade::Malformed;
                error.reasons.into_iter().filter(malformed).collect()
            }
        })
    }

    /// Number of set-ups of one side, White's where the two differ.
    ///
    /// # Errors
    /// Why there is no number, in plain words.
    pub fn armies(&self) -> Result<u128, String> {
        if !Army::is_chosen(&self.definition) {
            return Err("no army is chosen in this game".to_owned());
        }
        let army = Army::of_start(&self.definition, Side::White)
            .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<String>())?;
        let armies = Armies::new(&army).map_err(|_| "there are too many to count".to_owned())?;
        Ok(armies.count())
    }

    /// Whether something is still to be chosen in a FEN.
    pub fn is_set_up(&self, fen: &str) -> bool {
        !matches!(SetUp::read(&self.definition, fen), Ok(None))
    }

    /// A game from a FEN that stands behind the set-up.
    pub(crate) fn position_game(&self, fen: &str) -> Result<Box<dyn Play>, Vec<Reason>> {
        with_any!(&self.cast_rules(fen)?, rules => {
            let position = rules.position(fen)?;
            Ok(Box::new(Game::new(Arc::clone(rules), position)))
        })
    }

    /// All arrays of a shuffled game as FENs; the start alone if it is not shuffled.
    pub fn arrays(&self) -> Vec<String> {
        with_rules!(self, rules => rules.arrays(&self.definition))
    }
}

/// Compiles for the narrowest width that holds the board.
fn any_rules(
    definition: &Definition,
    choices: Choices,
    cast: &Cast,
) -> Result<AnyRules, Vec<Diagnostic>> {
    let squares = definition.shape.area().max(choices.width);
    Ok(if squares <= W64::CAPACITY {
        AnyRules::Narrow(ready(definition, choices, cast)?)
    } else if squares <= W128::CAPACITY {
        AnyRules::Middle(ready(definition, choices, cast)?)
    } else {
        AnyRules::Wide(ready(definition, choices, cast)?)
    })
}

/// Compiles, and checks the positions of the file that have no cast of their own.
fn ready<B: Bitboard>(
    definition: &Definition,
    choices: Choices,
    cast: &Cast,
) -> Result<Arc<Rules<B>>, Vec<Diagnostic>> {
    let mut rules = compile_with::<B>(definition, choices.plan, choices.light, cast)?;
    let mut faults = Vec::new();
    let mut starts = Vec::new();
    let setup = &definition.setup;
    // What is still in hand before the set-up is no part of the position.
    let start = if setup.stages.is_empty() { setup.start.clone() } else { bare(&setup.start) };
    let presets = setup.presets.iter().map(|(_, fen, span)| (fen, *span));
    let own_cast = |fen: &str| !Cast::of_fen(definition, fen).men().is_empty();
    let texts = std::iter::once((&start, setup.start_span))
        .chain(presets.filter(|(fen, _)| cast.men().is_empty() && !own_cast(fen)));
    let against = |reason: &Reason, span: Span| {
        if span == setup.start_span {
            reason.grade == Grade::Illegal
        } else {
            excludes(definition, reason)
        }
    };
    for (fen, span) in texts {
        match rules.parse_fen(fen) {
            Ok(parsed) => {
                let against = parsed.reasons.iter().filter(|reason| against(reason, span));
                faults.extend(against.map(|reason| start_invalid(reason, fen, span)));
                starts.push((parsed.position, fen, span));
            }
            Err(error) => {
                faults.extend(error.reasons.iter().map(|reason| start_invalid(reason, fen, span)));
            }
        }
    }
    if let Some((start, _, span)) = starts.first().filter(|(_, _, span)| *span == setup.start_span)
        && start.turn != definition.turn.first
    {
        let (turn, first) = (start.turn.as_str(), definition.turn.first.as_str());
        faults.push(
            Diagnostic::error(
                "start-invalid",
                *span,
                format!("{turn} is to move in the start, but {first} begins"),
            )
            .label("side")
            .help(format!("write `turn.first = \"{turn}\"`, or the other letter in the start")),
        );
    }
    let positions: Vec<Position<B>> = starts.iter().map(|(position, ..)| *position).collect();
    let shuffled = setup.shuffle.as_ref().map_or(B::EMPTY, |shuffle| {
        let shape = &definition.shape;
        let image = shape.image_set(shuffle.squares, Side::Black, definition.symmetry);
        B::from_set(shuffle.squares | image)
    });
    rules.work_out_possible(&positions, shuffled);
    for (position, fen, span) in &starts {
        let reasons = rules.reasons(position);
        // Before the set-up nobody holds anything yet.
        let dress = |reason: &Reason| reason.code == DRESS && *span == setup.start_span;
        let against = reasons.iter().filter(|reason| against(reason, *span) && !dress(reason));
        faults.extend(against.map(|reason| start_invalid(reason, fen, *span)));
    }
    if let Some(shuffle) = &setup.shuffle
        && let Some(start) = positions.first()
        && arrangements(start, shuffle) > limits::ARRANGEMENTS
    {
        faults.push(Diagnostic::error(
            "out-of-range",
            shuffle.span,
            format!("more than {} arrangements to try", limits::ARRANGEMENTS),
        ));
    }
    faults.sort_by_key(Diagnostic::span);
    if faults.is_empty() { Ok(Arc::new(rules)) } else { Err(faults) }
}

/// A FEN without the bracket behind its placement.
fn bare(fen: &str) -> String {
    match (fen.find('['), fen.find(']')) {
        (Some(open), Some(close)) if open < close => {
            let (before, after) = (fen.get(..open), fen.get(close + 1..));
            format!("{}{}", before.unwrap_or(""), after.unwrap_or(""))
        }
        _ => fen.to_owned(),
    }
}

/// Whether a reason against a preset is a fault of the file. With other options than the file's
/// own a preset may be a set-up that they exclude: then it is refused when it is asked for.
fn excludes(definition: &Definition, reason: &Reason) -> bool {
    match reason.grade {
        Grade::Malformed => true,
        // What men of a preset hold is a warning of `ferz check`: a child may change the stages.
        Grade::Illegal => reason.code != DRESS && as_written(definition),
        Grade::Suspicious => false,
    }
}

/// Whether every option stands as the file has it.
fn as_written(definition: &Definition) -> bool {
    definition.options.iter().all(|option| option.chosen == option.default)
}

/// The fault of a FEN that stands at `span`, quotes included, at the field that it is about.
fn start_invalid(reason: &Reason, fen: &str, span: Span) -> Diagnostic {
    let (field, help) = match reason.code {
        "side" => (Some(1), "write `w` or `b`"),
        "rights" => (
            Some(2),
            "rights are letters of `right` and `once` whose men stand where they begin, or `-`",
        ),
        "en-passant" => (Some(3), "write the squares that the last move passed, or `-`"),
        "opponent-in-check" => (None, "let the other side be to move, or move one of the men"),
        "fields" => (None, "the fields are placement, side, rights, en passant and two clocks"),
        _ => (None, ""),
    };
    let place = field.and_then(|field| field_place(fen, field, span)).unwrap_or(span);
    let fault = Diagnostic::error("start-invalid", place, reason.message.clone());
    let fault = if place == span { fault.label(reason.code) } else { fault };
    if help.is_empty() { fault } else { fault.help(help) }
}

/// Place of one field of a FEN that is written in full, and without escapes.
fn field_place(fen: &str, field: usize, span: Span) -> Option<Span> {
    let fields: Vec<&str> = fen.split(' ').collect();
    if fields.len() < 6 || span.end.checked_sub(span.start)? != fen.len() + 2 {
        return None;
    }
    let before: usize = fields.get(..field)?.iter().map(|field| field.len() + 1).sum();
    let start = span.start + 1 + before;
    Some(Span::new(start, start + fields.get(field)?.len()))
}

/// Number of different ways to put White's men of the shuffled squares on them.
fn arrangements<B: Bitboard>(start: &Position<B>, shuffle: &Shuffle) -> u64 {
    let men: Vec<KindId> =
        shuffle.squares.iter().map(|square| start.kind(square.index())).collect();
    let mut ways = 1_u64;
    let mut seen: Vec<(KindId, u64)> = Vec::new();
    for (placed, kind) in men.iter().enumerate() {
        let same = if let Some((_, count)) = seen.iter_mut().find(|(known, _)| known == kind) {
            *count += 1;
            *count
        } else {
            seen.push((*kind, 1));
            1
        };
        // n! / (a! b! …), kept whole at every step by multiplying a binomial's next factor.
        ways = ways.saturating_mul(placed as u64 + 1) / same;
    }
    ways
}

impl<B: Bitboard> Rules<B> {
    /// Reads a FEN and checks the position.
    ///
    /// # Errors
    /// Every reason why it is no position of this game.
    pub fn position(&self, fen: &str) -> Result<Position<B>, Vec<Reason>> {
        let parsed = self.parse_fen(fen).map_err(|error| error.reasons)?;
        let mut reasons = parsed.reasons;
        reasons.extend(self.reasons(&parsed.position));
        // Problems may dress men as no set-up can, and put them where none of these can go.
        let free = |code| code == DRESS || code == OFF_LIMITS && !self.dress.is_empty();
        let against = |reason: &Reason| reason.grade != Grade::Suspicious && !free(reason.code);
        if reasons.iter().any(against) {
            return Err(reasons);
        }
        Ok(parsed.position)
    }

    /// FENs of all arrays of a shuffle that its condition keeps.
    fn arrays(&self, definition: &Definition) -> Vec<String> {
        let start = &definition.setup.start;
        let Some(shuffle) = &definition.setup.shuffle else { return vec![start.clone()] };
        let Ok(parsed) = self.parse_fen(start) else { return Vec::new() };
        let squares: Vec<usize> = shuffle.squares.iter().map(super::board::Square::index).collect();
        let mut men: Vec<KindId> =
            squares.iter().map(|&square| parsed.position.kind(square)).collect();
        men.sort_unstable();
        let mut kept: Vec<Vec<KindId>> = Vec::new();
        loop {
            let white = self.arranged(&parsed.position, definition, &squares, &men, None);
            let keep = self.shuffle_keep.as_ref();
            if keep.is_none_or(|keep| self.holds_for_white(&white, keep)) {
                kept.push(men.clone());
            }
            if !next_permutation(&mut men) {
                break;
            }
        }
        let mut fens = Vec::new();
        for white in &kept {
            if shuffle.same {
                let position =
                    self.arranged(&parsed.position, definition, &squares, white, Some(white));
                fens.push(self.fen(&position));
            } else {
                for black in &kept {
                    if fens.len() as u64 >= limits::ARRANGEMENTS {
                        return fens;
                    }
                    let position =
                        self.arranged(&parsed.position, definition, &squares, white, Some(black));
                    fens.push(self.fen(&position));
                }
            }
        }
        fens
    }

    /// The start with other men on the shuffled squares, rights where their men stand.
    fn arranged(
        &self,
        start: &Position<B>,
        definition: &Definition,
        squares: &[usize],
        white: &[KindId],
        black: Option<&[KindId]>,
    ) -> Position<B> {
        let mut position = *start;
        let image = |square: usize| {
            let square = crate::board::Square::new(square as u8);
            definition.shape.image(square, definition.symmetry).index()
        };
        let sides = [(Side::White, Some(white)), (Side::Black, black)];
        for (side, men) in sides {
            let Some(men) = men else { continue };
            let at = |square| if side == Side::White { square } else { image(square) };
            for &square in squares {
                if position.kind(at(square)) != NO_KIND {
                    position.lift(self, side, at(square));
                }
            }
            for (&square, &kind) in squares.iter().zip(men) {
                if kind != NO_KIND {
                    position.place(self, side, kind, at(square));
                }
            }
        }
        self.renew_rights(&mut position);
        position
    }
}

/// The next permutation in the order of the alphabet, each different one once.
fn next_permutation(men: &mut [KindId]) -> bool {
    let Some(pivot) = men.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(next) = men.iter().rposition(|&man| man > men[pivot]) else { return false };
    men.swap(pivot, next);
    men[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::Variant;

    #[test]
    fn the_side_that_begins_is_to_move_in_the_start() {
        for (first, letter, fits) in [
            ("white", 'w', true),
            ("black", 'w', false),
            ("white", 'b', false),
            ("black", 'b', true),
        ] {
            let text = format!(
                "[variant]\nname = \"Kings\"\n[board]\nfiles = 3\nranks = 4\n\
                 [turn]\nfirst = \"{first}\"\n\
                 [pieces.king]\nletter = \"K\"\nmoves = \"K\"\n\
                 [setup]\nstart = \"1k1/3/3/1K1 {letter} - - 0 1\"\n\
                 [[end]]\nname = \"no move\"\nwhen = \"moves(them) == 0\"\nresult = \"draw\"\n"
            );
            let loaded = crate::definition::load("kings", "kings.toml", &text, &[], &());
            let made = Variant::new(loaded.definition.expect("a game"));
            let codes = made.err().unwrap_or_default();
            assert_eq!(codes.is_empty(), fits, "{first} {letter}");
            assert!(codes.iter().all(|fault| fault.code == "start-invalid"));
        }
    }
}
