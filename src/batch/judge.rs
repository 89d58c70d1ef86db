//! One line → one record.

use std::borrow::Cow;

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::limits;
use crate::position::{FenError, Grade, Move, Position, Reason};
use crate::rules::Rules;
use crate::variant::{Variant, Width};

use super::read::{Item, is_empty};
use super::write::{End, Expect, Failed, Field, Record, Value};
use super::{Options, Status, Summary};

/// Judges lines for one game.
pub(super) struct Judge<'r, B: Bitboard> {
    rules: &'r Rules<B>,
    /// Where the rules of a position depend on its men.
    casts: Option<&'r Variant>,
    options: Options,
    summary: Summary,
    scratch: Scratch,
}

/// What a line needs and the next one uses again.
#[derive(Default)]
struct Scratch {
    moves: Vec<Move>,
    fen: String,
    perft: Vec<(u32, u64)>,
    failed: Vec<Failed>,
}

impl<'r, B: Width> Judge<'r, B> {
    pub(super) fn new(rules: &'r Rules<B>, variant: &'r Variant, options: Options) -> Self {
        Self {
            rules,
            casts: Some(variant).filter(|variant| variant.has_casts()),
            options,
            summary: Summary::default(),
            scratch: Scratch::default(),
        }
    }

    pub(super) fn summary(self) -> Summary {
        self.summary
    }

    /// Judges a line and appends its record, if it gets one.
    pub(super) fn line(&mut self, number: u64, line: &[u8], records: &mut Vec<u8>) {
        self.summary.lines += 1;
        if is_empty(line) {
            return;
        }
        let mut malformed = |input: Cow<'_, str>, code: &'static str, message: String| {
            let errors = [Reason::malformed(code, message)];
            let record = Record { errors: &errors, ..self.blank(number, input) };
            self.write(&record, records);
        };
        if line.len() > limits::LINE_BYTES {
            let start = String::from_utf8_lossy(line.get(..80).unwrap_or(line));
            let message = format!("a line may have {} bytes", limits::LINE_BYTES);
            return malformed(start, "too-long", message);
        }
        let Ok(text) = std::str::from_utf8(line) else {
            let message = "the line is not UTF-8 text".to_owned();
            return malformed(String::from_utf8_lossy(line), "utf-8", message);
        };
        // A placement can begin with a long name, `{Ab}`; JSON cannot begin with a letter.
        let inside = text.trim_ascii_start().strip_prefix('{');
        if inside.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let message = "JSON lines are not read yet: write the FEN by itself".to_owned();
            return malformed(text.into(), "json-input", message);
        }
        match Item::read(text) {
            Ok(item) => self.item(number, text, &item, records),
            Err(message) => malformed(text.into(), "operation", message),
        }
    }

    /// A record that says nothing yet.
    fn blank<'a>(&self, line: u64, input: Cow<'a, str>) -> Record<'a> {
        Record {
            fields: self.options.fields,
            line,
            id: None,
            input,
            status: Status::Malformed,
            fen: None,
            side: None,
            check: None,
            legal_moves: None,
            outcome: None,
            errors: &[],
            stopped: None,
            perft: None,
            expect: None,
            best: &[],
            avoid: &[],
            operations: &[],
        }
    }

    /// A record with what the line says of itself.
    fn begun<'a>(&self, line: u64, input: &'a str, item: &'a Item<'_>) -> Record<'a> {
        Record {
            id: item.id,
            best: &item.best,
            avoid: &item.avoid,
            operations: &item.other,
            ..self.blank(line, input.into())
        }
    }

    fn write(&mut self, record: &Record<'_>, records: &mut Vec<u8>) {
        let count = &mut self.summary;
        if let Some(count) = count.by_status.get_mut(record.status as usize) {
            *count += 1;
        }
        count.with_errors += u64::from(!record.errors.is_empty() || record.stopped.is_some());
        count.failed += u64::from(record.expect.is_some_and(|expect| !expect.ok));
        // A vector takes everything, and all keys are texts or numbers.
        let written = serde_json::to_writer(&mut *records, record);
        debug_assert!(written.is_ok());
        records.push(b'\n');
    }

    fn item(&mut self, number: u64, input: &str, item: &Item<'_>, records: &mut Vec<u8>) {
        let held;
        let mut rules = self.rules;
        let mut refused = None;
        if let Some(variant) = self.casts {
            if variant.is_set_up(item.fen) {
                return self.set_up(variant, number, input, item, records);
            }
            match variant.cast_rules(item.fen) {
                Ok(any) => {
                    held = <B as Width>::of(&any).cloned();
                    rules = held.as_deref().unwrap_or(rules);
                }
                Err(reasons) => refused = Some(FenError { reasons }),
            }
        }
        let parsed = match (refused, item.clocks) {
            (Some(error), _) => Err(error),
            (None, [None, None]) => rules.parse_fen(item.fen),
            (None, [half, full]) => {
                let (half, full) = (half.unwrap_or("0"), full.unwrap_or("1"));
                rules.parse_fen(&format!("{} {half} {full}", item.fen))
            }
        };
        let (position, mut errors) = match parsed {
            Ok(parsed) => (Some(parsed.position), parsed.reasons),
            Err(error) => (None, error.reasons),
        };
        let mut scratch = std::mem::take(&mut self.scratch);
        let Scratch { moves, fen, perft, failed } = &mut scratch;
        fen.clear();
        perft.clear();
        failed.clear();
        let mut stopped = None;
        let mut record = self.begun(number, input, item);
        let mut judged = false;
        if let Some(position) = &position {
            rules.add_reasons(position, &mut errors);
            if self.options.fields.has(Field::Fen) {
                rules.write_fen(position, fen);
                record.fen = Some(fen);
            }
            record.side = Some(position.turn);
            record.status = Status::Impossible;
            judged = errors.iter().all(|reason| reason.grade == Grade::Suspicious);
        }
        if let Some(position) = position.as_ref().filter(|_| judged) {
            let found = rules.judge(position);
            record.status = if found.outcome.is_some() { Status::Over } else { Status::Ok };
            record.check = Some(found.check);
            record.legal_moves = Some(found.legal_moves);
            record.outcome = found.outcome.map(|outcome| End {
                winner: outcome.winner.map(Side::as_str),
                reason: rules.ends.get(outcome.end).map_or("", |end| &end.name),
            });
            if self.options.perft > 0 || !item.perft.is_empty() {
                stopped = self.perft(rules, position, item, found.legal_moves, perft, moves);
                record.perft = Some(perft);
            }
            if stopped.is_some() {
                record.status = Status::Limit;
            }
        }
        let at = position.as_ref().filter(|_| judged);
        let mut expects = !item.perft.is_empty();
        for &(depth, expected) in &item.perft {
            let got = perft.iter().find(|(known, _)| *known == depth).map(|&(_, nodes)| nodes);
            if got != Some(expected) {
                let what = format!("perft {depth}");
                let (expected, got) = (Value::Nodes(expected), got.map(Value::Nodes));
                failed.push(Failed { what, expected, got });
            }
        }
        if !(item.best.is_empty() && item.avoid.is_empty()) {
            moves.clear();
            if let Some(position) = at {
                rules.list(position, moves);
            }
            for (code, texts) in [("bm", &item.best), ("am", &item.avoid)] {
                for text in texts.iter().filter(|text| self.names_squares(text)) {
                    expects = true;
                    let got = at.map(|at| rules.read_move(at, text, moves).is_ok());
                    if got != Some(true) {
                        failed.push(Failed {
                            what: format!("{code} {text}"),
                            expected: Value::Word("legal"),
                            got: got.map(|_| Value::Word("illegal")),
                        });
                    }
                }
            }
        }
        if expects {
            record.expect = Some(Expect { ok: failed.is_empty(), failed });
        }
        record.errors = &errors;
        record.stopped = stopped.as_deref();
        self.write(&record, records);
        self.scratch = scratch;
    }

    /// Whether a text is a move as two squares, which can be read without knowing the notation
    /// of a game's own books.
    fn names_squares(&self, text: &str) -> bool {
        let shape = &self.rules.shape;
        let second = shape.read_square(text).and_then(|(_, len)| text.get(len..));
        second.is_some_and(|rest| shape.read_square(rest).is_some())
    }

    /// Counts at all depths that the call or the line asks for, the lowest first. Gives a
    /// message if a bound stopped it.
    fn perft(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        item: &Item<'_>,
        legal_moves: u64,
        counts: &mut Vec<(u32, u64)>,
        moves: &mut Vec<Move>,
    ) -> Option<String> {
        let mut depths: Vec<u32> = (1..=self.options.perft.min(limits::PERFT_DEPTH)).collect();
        depths.extend(item.perft.iter().map(|(depth, _)| depth));
        depths.sort_unstable();
        depths.dedup();
        let mut left = self.options.nodes;
        for depth in depths {
            if depth > limits::PERFT_DEPTH {
                return Some(format!("perft is counted to depth {}", limits::PERFT_DEPTH));
            }
            moves.clear();
            let nodes = match depth {
                0 => Some(1),
                1 => left.checked_sub(legal_moves).map(|_| legal_moves),
                _ => count(rules, position, depth, moves, &mut left),
            };
            match nodes {
                Some(nodes) => counts.push((depth, nodes)),
                None => {
                    return Some(format!(
                        "perft {depth} would count more than {} nodes",
                        self.options.nodes
                    ));
                }
            }
        }
        None
    }

    /// A position in which something is still to be chosen: its moves are turns of the set-up.
    /// Perft is not counted, and is told as what stopped the judging.
    fn set_up(
        &mut self,
        variant: &Variant,
        number: u64,
        input: &str,
        item: &Item<'_>,
        records: &mut Vec<u8>,
    ) {
        let game = variant.game(item.fen);
        let mut record = self.begun(number, input, item);
        let fen;
        match &game {
            Ok(game) => {
                fen = game.fen();
                record.fen = Some(&fen);
                record.status = Status::Ok;
                record.side = Some(game.side());
                record.check = Some(game.check());
                record.legal_moves = Some(game.count());
                if self.options.perft > 0 || !item.perft.is_empty() {
                    record.status = Status::Limit;
                    record.stopped = Some("perft is not counted before the set-up is over");
                }
            }
            Err(reasons) => record.errors = reasons,
        }
        self.write(&record, records);
    }
}

/// Perft that gives up when it has used what is left.
fn count<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
    left: &mut u64,
) -> Option<u64> {
    if depth <= 2 {
        let nodes = rules.perft(position, depth);
        *left = left.checked_sub(nodes)?;
        return Some(nodes);
    }
    let first = moves.len();
    rules.list(position, moves);
    let mut nodes = 0_u64;
    for index in first..moves.len() {
        let Some(&mv) = moves.get(index) else { break };
        // Inner nodes cost too, or a tree without leaves would be walked for ever.
        *left = left.checked_sub(1)?;
        let next = position.after(rules, mv);
        nodes = nodes.saturating_add(count(rules, &next, depth - 1, moves, left)?);
    }
    moves.truncate(first);
    Some(nodes)
}
