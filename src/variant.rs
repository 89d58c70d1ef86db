//! A variant ready to play, the width of its board erased. The one place that names all
//! three widths.

use std::sync::Arc;

use crate::bitboard::{Bitboard, W64, W128, W256};
use crate::board::Side;
use crate::compile::compile_with;
use crate::definition::{Definition, Shuffle};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Play};
use crate::limits;
use crate::position::{Grade, Position, Reason};
use crate::rules::{KindId, LegalityPlan, NO_KIND, Rules};

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

/// Runs one expression for whichever width a variant has.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant.rules() {
            $crate::variant::AnyRules::Narrow($rules) => $body,
            $crate::variant::AnyRules::Middle($rules) => $body,
            $crate::variant::AnyRules::Wide($rules) => $body,
        }
    };
}

/// A checked and compiled game.
#[derive(Clone, Debug)]
pub struct Variant {
    definition: Arc<Definition>,
    rules: AnyRules,
    presets: Vec<(String, String)>,
}

/// What can be chosen when compiling; the defaults are what everybody wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// A plan other than the best possible one. Only [`LegalityPlan::Replay`] is always
    /// possible.
    pub plan: Option<LegalityPlan>,
    /// A board at least this wide, in squares.
    pub width: usize,
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
        let squares = definition.shape.area().max(choices.width);
        let rules = if squares <= W64::CAPACITY {
            AnyRules::Narrow(ready(&definition, choices)?)
        } else if squares <= W128::CAPACITY {
            AnyRules::Middle(ready(&definition, choices)?)
        } else {
            AnyRules::Wide(ready(&definition, choices)?)
        };
        let presets = &definition.setup.presets;
        let presets = presets.iter().map(|(name, fen, _)| (name.clone(), fen.clone())).collect();
        Ok(Self { definition: Arc::new(definition), rules, presets })
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
        if text == "start" {
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
        let fen = self.fen_of(fen);
        if !fen.is_empty() && fen.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let known = self.presets.iter().map(|(name, _)| format!("`{name}`"));
            let known: Vec<_> = std::iter::once("`start`".to_owned()).chain(known).collect();
            return Err(vec![Reason::malformed(
                "preset",
                format!("no preset is called `{fen}`; there is {}", known.join(", ")),
            )]);
        }
        with_rules!(self, rules => {
            let position = rules.position(fen)?;
            Ok(Box::new(Game::new(Arc::clone(rules), position)))
        })
    }

    /// All arrays of a shuffled game as FENs; the start alone if it is not shuffled.
    pub fn arrays(&self) -> Vec<String> {
        with_rules!(self, rules => rules.arrays(&self.definition))
    }
}

fn ready<B: Bitboard>(
    definition: &Definition,
    choices: Choices,
) -> Result<Arc<Rules<B>>, Vec<Diagnostic>> {
    let mut rules = compile_with::<B>(definition, choices.plan, &crate::compile::Cast::default())?;
    let mut faults = Vec::new();
    let mut starts = Vec::new();
    let setup = &definition.setup;
    let texts = std::iter::once((&setup.start, setup.start_span))
        .chain(setup.presets.iter().map(|(_, fen, span)| (fen, *span)));
    for (fen, span) in texts {
        match rules.parse_fen(fen) {
            Ok(parsed) => {
                let illegal = parsed.reasons.iter().filter(|one| one.grade == Grade::Illegal);
                faults.extend(illegal.map(|reason| start_invalid(reason, span)));
                starts.push((parsed.position, span));
            }
            Err(error) => {
                faults.extend(error.reasons.iter().map(|reason| start_invalid(reason, span)));
            }
        }
    }
    if let Some((start, span)) = starts.first().filter(|(_, span)| *span == setup.start_span)
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
    let positions: Vec<Position<B>> = starts.iter().map(|(position, _)| *position).collect();
    let shuffled = setup.shuffle.as_ref().map_or(B::EMPTY, |shuffle| {
        let shape = &definition.shape;
        let image = shape.image_set(shuffle.squares, Side::Black, definition.symmetry);
        B::from_set(shuffle.squares | image)
    });
    rules.work_out_possible(&positions, shuffled);
    for (position, span) in &starts {
        let reasons = rules.reasons(position);
        let illegal = reasons.iter().filter(|reason| reason.grade == Grade::Illegal);
        faults.extend(illegal.map(|reason| start_invalid(reason, *span)));
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
    if faults.is_empty() { Ok(Arc::new(rules)) } else { Err(faults) }
}

fn start_invalid(reason: &Reason, span: crate::source::Span) -> Diagnostic {
    Diagnostic::error("start-invalid", span, reason.message.clone()).label(reason.code)
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
        if reasons.iter().any(|reason| reason.grade != Grade::Suspicious) {
            return Err(reasons);
        }
        Ok(parsed.position)
    }

    /// FENs of all arrays of a shuffle that its condition keeps.
    fn arrays(&self, definition: &Definition) -> Vec<String> {
        let start = &definition.setup.start;
        let Ok(parsed) = self.parse_fen(start) else { return Vec::new() };
        let Some(shuffle) = &definition.setup.shuffle else { return vec![start.clone()] };
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
