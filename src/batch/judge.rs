//! One line → one record.

use std::borrow::Cow;
use std::time::Instant;

use memchr::memchr_iter;

use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::definition::Definition;
use crate::game::Ending;
use crate::limits;
use crate::movegen::royals_at_risk;
use crate::pgn;
use crate::position::{Grade, Move, MoveFault, Position, Reason};
use crate::rules::Rules;
use crate::variant::{Variant, Width};

use super::flow::Sheet;
use super::games::Game;
use super::item::{Item, shown};
use super::record::{Divide, End, Expect, Failed, Field, Mobility, Record, Value};
use super::{From, Status, Summary, Task, is_empty, json};

/// Moves of a line that are many enough for others to wait.
const LONG_GAME: usize = 1000;

/// Judges lines for one game.
pub(super) struct Judge<'r, B: Bitboard> {
    rules: &'r Rules<B>,
    task: &'r Task<'r>,
    /// Where the rules of a position depend on its men.
    casts: Option<&'r Variant>,
    summary: Summary,
    scratch: Option<Box<Scratch>>,
}

/// What a line needs and the next one uses again.
#[derive(Default)]
struct Scratch {
    moves: Vec<Move>,
    fen: String,
    perft: Vec<(u32, u64)>,
    failed: Vec<Failed>,
    texts: Vec<String>,
    san: Vec<String>,
    attackers: Vec<String>,
}

/// Where the moves of a line lead.
struct Played {
    fen: String,
    ending: Option<Ending>,
}

/// How a position came about.
enum Came {
    /// It is what the line gives.
    AsGiven,
    /// By a game, which may have ended so.
    ByMoves(Option<Ending>),
    /// By a game that says more of itself than its moves bear out.
    ByGame(Option<Ending>, Vec<Reason>),
}

/// Why the moves of a line lead nowhere.
struct Unplayable {
    /// The position before the move, if there is one.
    fen: Option<String>,
    reasons: Vec<Reason>,
}

impl<'r, B: Width> Judge<'r, B> {
    pub(super) fn new(rules: &'r Rules<B>, task: &'r Task<'r>) -> Self {
        Self {
            rules,
            task,
            casts: Some(task.variant).filter(|variant| variant.has_casts()),
            summary: Summary::default(),
            scratch: None,
        }
    }

    pub(super) fn summary(self) -> Summary {
        self.summary
    }

    /// Judges a line, which is this text if it is any, and appends its record, if it gets one.
    pub(super) fn line(
        &mut self,
        number: u64,
        line: &[u8],
        text: Option<&str>,
        sheet: &mut Sheet<'_>,
    ) {
        self.summary.lines += 1;
        if self.task.columns.is_some() {
            // A row may have several.
            self.summary.lines += memchr_iter(b'\n', line).count() as u64;
        }
        if is_empty(line) {
            return;
        }
        if line.len() > limits::LINE_BYTES {
            let start = String::from_utf8_lossy(line.get(..80).unwrap_or(line));
            let message = format!("a line may have {} bytes", limits::LINE_BYTES);
            return self.limited(number, start, "bytes", &message, sheet);
        }
        let Some(text) = text else {
            let message = "the line is not UTF-8 text".to_owned();
            return self.malformed(number, String::from_utf8_lossy(line), "utf-8", message, sheet);
        };
        if let Some(columns) = self.task.columns {
            return match columns.item(text) {
                Ok(item) => self.item(number, text, &item, sheet),
                Err(message) => self.malformed(number, text.into(), "row", message, sheet),
            };
        }
        // A placement can begin with a long name, `{Ab}`; JSON cannot begin with a letter.
        let inside = text.trim_ascii_start().strip_prefix('{');
        let object =
            inside.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        if object || self.task.options.from == From::Json {
            return match json::read(text) {
                Ok(item) => self.item(number, text, &item, sheet),
                Err(message) => self.malformed(number, text.into(), "json", message, sheet),
            };
        }
        match Item::read(text) {
            Ok(item) => self.item(number, text, &item, sheet),
            Err(message) => self.malformed(number, text.into(), "operation", message, sheet),
        }
    }

    /// Judges a game in PGN and appends its record.
    pub(super) fn game(&mut self, game: &Game, sheet: &mut Sheet<'_>) {
        let number = game.line;
        let input = String::from_utf8_lossy(game.text.get(..200).unwrap_or(&game.text));
        if game.cut || game.text.len() > limits::PGN_BYTES {
            let message = format!("a game may have {} bytes", limits::PGN_BYTES);
            return self.limited(number, input, "bytes", &message, sheet);
        }
        let text = pgn::decode(&game.text);
        let read = match pgn::read(&text) {
            Ok(read) => read,
            Err(fault) => {
                let message = fault.to_string();
                return match fault.kind.bound() {
                    Some(code) => self.limited(number, input, code, &message, sheet),
                    None => self.malformed(number, input, "pgn", message, sheet),
                };
            }
        };
        let plies = self.task.options.plies;
        let tags = read.tags.iter().map(|(name, value)| (Cow::from(*name), value.clone()));
        let item = Item { other: tags.collect(), ..Item::default() };
        if self.is_other(read.tag("Variant")) {
            let said = shown(read.tag("Variant").unwrap_or("chess"));
            let errors = [Reason::malformed(
                "variant",
                format!("the game is one of `{said}`, not of this variant"),
            )];
            let record = Record { errors: &errors, ..self.begun(number, &input, &item) };
            return self.write(&record, sheet);
        }
        if read.moves.len() > plies {
            let message = format!("{} moves, {plies} are played", read.moves.len());
            let stopped = Some(("moves", message.as_str()));
            let begun = self.begun(number, &input, &item);
            return self.write(&Record { status: Status::Limit, stopped, ..begun }, sheet);
        }
        let replay = match pgn::play(self.task.variant, &read) {
            Ok(replay) => replay,
            Err(reasons) => {
                let illegal = reasons.iter().all(|reason| reason.grade != Grade::Malformed);
                let status = if illegal { Status::Impossible } else { Status::Malformed };
                let begun = self.begun(number, &input, &item);
                return self.write(&Record { status, errors: &reasons, ..begun }, sheet);
            }
        };
        let fen = replay.game.fen();
        if let Some(illegal) = &replay.illegal {
            let unreadable = illegal.fault == MoveFault::Unreadable;
            let reason = if unreadable {
                Reason::malformed("unreadable-move", illegal.to_string())
            } else {
                Reason::illegal("illegal-move", illegal.to_string())
            };
            let status = if unreadable { Status::Malformed } else { Status::Impossible };
            let errors = [reason];
            let begun = self.begun(number, &input, &item);
            let record = Record { status, fen: Some(&fen), errors: &errors, ..begun };
            return self.write(&record, sheet);
        }
        let doubts =
            replay.doubts.iter().map(|doubt| Reason::suspicious("result", doubt.to_string()));
        let came = Came::ByGame(replay.ending, doubts.collect());
        self.position(number, &input, &item, &fen, &came, sheet);
    }

    /// Writes the record of a line that cannot be read.
    fn malformed(
        &mut self,
        number: u64,
        input: Cow<'_, str>,
        code: &'static str,
        message: String,
        sheet: &mut Sheet<'_>,
    ) {
        let errors = [Reason::malformed(code, message)];
        let record = Record { errors: &errors, ..self.blank(number, input) };
        self.write(&record, sheet);
    }

    /// Writes the record of a line of which more than is read stands there.
    fn limited(
        &mut self,
        number: u64,
        input: Cow<'_, str>,
        code: &'static str,
        message: &str,
        sheet: &mut Sheet<'_>,
    ) {
        let stopped = Some((code, message));
        let record = Record { status: Status::Limit, stopped, ..self.blank(number, input) };
        self.write(&record, sheet);
    }

    /// A record that says nothing yet.
    fn blank<'a>(&self, line: u64, input: Cow<'a, str>) -> Record<'a>
    where
        'r: 'a,
    {
        Record { file: self.task.file, ..Record::blank(self.task.options.fields, line, input) }
    }

    /// A record with what the line says of itself.
    fn begun<'a>(&self, line: u64, input: &'a str, item: &'a Item<'_>) -> Record<'a>
    where
        'r: 'a,
    {
        Record {
            id: item.id.as_deref(),
            best: &item.best,
            avoid: &item.avoid,
            operations: &item.other,
            ..self.blank(line, input.into())
        }
    }

    fn write(&mut self, record: &Record<'_>, sheet: &mut Sheet<'_>) {
        let count = &mut self.summary;
        if let Some(count) = count.by_status.get_mut(record.status as usize) {
            *count += 1;
        }
        count.with_errors += u64::from(!record.errors.is_empty() || record.stopped.is_some());
        count.failed += u64::from(record.expect.is_some_and(|expect| !expect.ok));
        let options = self.task.options;
        if options.only.is_all() || options.only.wants(record) {
            sheet.push(options.format, record);
        }
    }

    fn item(&mut self, number: u64, input: &str, item: &Item<'_>, sheet: &mut Sheet<'_>) {
        if let Some(other) = self.other_game(item) {
            let errors = [other];
            let record = Record { errors: &errors, ..self.begun(number, input, item) };
            return self.write(&record, sheet);
        }
        // A FEN has a blank in it; `start` and the names of presets have none.
        let named = item.named && !item.fen.contains(' ') && !item.fen.contains('/');
        if item.moves.is_empty() && !named {
            return self.position(number, input, item, &item.fen, &Came::AsGiven, sheet);
        }
        let plies = self.task.options.plies;
        if item.moves.len() > plies {
            let message = format!("{} moves, {plies} are played", item.moves.len());
            let stopped = Some(("moves", message.as_str()));
            let begun = self.begun(number, input, item);
            return self.write(&Record { status: Status::Limit, stopped, ..begun }, sheet);
        }
        if item.moves.len() > LONG_GAME {
            sheet.hand_out();
        }
        match self.played(item) {
            Ok(played) => {
                let Played { fen, ending } = played;
                self.position(number, input, item, &fen, &Came::ByMoves(ending), sheet);
            }
            Err(Unplayable { fen, reasons }) => {
                let illegal = reasons.iter().all(|reason| reason.grade != Grade::Malformed);
                let status = if illegal { Status::Impossible } else { Status::Malformed };
                let begun = self.begun(number, input, item);
                let record = Record { status, fen: fen.as_deref(), errors: &reasons, ..begun };
                self.write(&record, sheet);
            }
        }
    }

    /// The reason against a line that says it is of another game.
    fn other_game(&self, item: &Item<'_>) -> Option<Reason> {
        let said = item.variant.as_ref()?;
        self.is_other(Some(said)).then(|| {
            let message = format!("the line is of `{}`, not of this game", shown(said));
            Reason::malformed("variant", message)
        })
    }

    /// Whether the name of a game, or its absence, is not that of this one.
    fn is_other(&self, said: Option<&str>) -> bool {
        let Definition { title, also, .. } = self.task.variant.definition();
        let names = self.task.options.names.iter().chain([title]).chain(also);
        !pgn::is_called(said, names.map(String::as_str))
    }

    /// Plays the moves of a line.
    fn played(&self, item: &Item<'_>) -> Result<Played, Unplayable> {
        let variant = self.task.variant;
        let mut game =
            variant.game(&item.fen).map_err(|reasons| Unplayable { fen: None, reasons })?;
        for (index, text) in item.moves.iter().enumerate() {
            if game.play(text).is_ok() {
                continue;
            }
            let why = game.why(variant.definition(), &[text]).pop();
            let (code, reason) = why.map_or(("", String::new()), |why| (why.code, why.reason));
            let message = format!("move {}, `{}`: {reason}", index + 1, shown(text));
            let reason = match code {
                "unreadable" => Reason::malformed("unreadable-move", message),
                _ => Reason::illegal("illegal-move", message),
            };
            return Err(Unplayable { fen: Some(game.fen()), reasons: vec![reason] });
        }
        Ok(Played { fen: game.fen(), ending: game.ending() })
    }

    /// Judges a position.
    fn position(
        &mut self,
        number: u64,
        input: &str,
        item: &Item<'_>,
        text: &str,
        came: &Came,
        sheet: &mut Sheet<'_>,
    ) {
        let held;
        let mut rules = self.rules;
        let mut refused = None;
        if let Some(variant) = self.casts {
            if variant.is_set_up(text) {
                return self.set_up(variant, number, input, item, text, came, sheet);
            }
            match variant.cast_rules(text) {
                Ok(any) => {
                    held = <B as Width>::of(&any).cloned();
                    rules = held.as_deref().unwrap_or(rules);
                }
                Err(reasons) => refused = Some(reasons),
            }
        }
        let mut read = Position::empty();
        let mut errors = Vec::new();
        let placement = match (refused, item.clocks) {
            (Some(reasons), _) => {
                errors = reasons;
                None
            }
            (None, [None, None]) => rules.read_fen(text, &mut read, &mut errors),
            (None, [half, full]) => {
                let (half, full) = (half.unwrap_or("0"), full.unwrap_or("1"));
                let text = format!("{text} {half} {full}");
                rules.read_fen(&text, &mut read, &mut errors).map(|_| "")
            }
        };
        let position = placement.map(|_| &read);
        if let Came::ByGame(_, doubts) = came {
            errors.extend_from_slice(doubts);
        }
        let mut scratch = self.scratch.take().unwrap_or_default();
        let Scratch { moves, fen, perft, failed, texts, san, attackers } = &mut *scratch;
        fen.clear();
        perft.clear();
        failed.clear();
        let mut stopped = None;
        let mut record = self.begun(number, input, item);
        let mut judged = false;
        let mut may_be_in_check = false;
        if let Some(position) = position {
            may_be_in_check = rules.add_reasons(position, &mut errors);
            if self.task.options.fields.has(Field::Fen) {
                rules.write_fen_behind(placement.unwrap_or(""), position, fen);
                record.fen = Some(fen);
            }
            record.side = Some(position.turn);
            record.status = Status::Impossible;
            judged = errors.iter().all(|reason| reason.grade == Grade::Suspicious);
            if !judged && may_be_in_check && rules.in_check(position, position.turn) {
                rules.add_checkers(position, &mut errors);
            }
        }
        let mut deadline = None;
        if let Some(position) = position.filter(|_| judged) {
            let found = rules.judge(position);
            if found.check && may_be_in_check {
                rules.add_checkers(position, &mut errors);
            }
            record.check = Some(found.check);
            record.legal_moves = Some(found.legal_moves);
            record.outcome = match came {
                // With its history a game can have ended by repetition too.
                Came::ByMoves(ending) | Came::ByGame(ending, _) => ending.as_ref().map(|ending| {
                    End { winner: ending.winner.map(Side::as_str), reason: &ending.reason }
                }),
                Came::AsGiven => found.outcome.map(|outcome| End {
                    winner: outcome.winner.map(Side::as_str),
                    reason: rules.ends.get(outcome.end).map_or("", |end| &end.name),
                }),
            };
            record.status = if record.outcome.is_some() { Status::Over } else { Status::Ok };
            if self.task.options.perft > 0 || !item.perft.is_empty() {
                sheet.hand_out();
                deadline = self.task.options.time.map(|time| Instant::now() + time);
                stopped =
                    self.perft(rules, position, item, found.legal_moves, perft, moves, deadline);
                record.perft = Some(perft);
            }
            if stopped.is_some() {
                record.status = Status::Limit;
            }
            self.list_moves(rules, position, found.legal_moves, moves, [texts, san]);
            attackers.clear();
            if self.task.options.fields.has(Field::Attackers) {
                checkers(rules, position).for_each(|square| {
                    attackers.push(rules.shape.name(Square::new(square as u8)));
                });
            }
            let fields = self.task.options.fields;
            record.moves = fields.has(Field::Moves).then_some(texts.as_slice());
            record.san = fields.has(Field::San).then_some(san.as_slice());
            record.attackers = fields.has(Field::Attackers).then_some(attackers.as_slice());
            record.key = Some(position.key);
            record.mobility =
                fields.has(Field::Mobility).then(|| mobility(rules, position, found.legal_moves));
        }
        let at = position.filter(|_| judged);
        for &(depth, expected) in &item.perft {
            let got = perft.iter().find(|(known, _)| *known == depth).map(|&(_, nodes)| nodes);
            if got != Some(expected) {
                let what = format!("perft {depth}");
                // The first depth that differs is counted again, move by move.
                let again = failed.iter().all(|failed: &Failed| failed.divide.is_none());
                let room = got.is_some_and(|got| got <= self.task.options.nodes)
                    && deadline.is_none_or(|end| Instant::now() < end);
                let divide = at.filter(|_| again && room && depth > 0).map(|at| {
                    moves.clear();
                    rules.list(at, moves);
                    let parts = rules.divide(at, depth, false).into_iter();
                    let named = parts.map(|(mv, nodes)| (rules.move_text(at, mv, moves), nodes));
                    Divide(named.collect())
                });
                let (expected, got) = (Value::Nodes(expected), got.map(Value::Nodes));
                failed.push(Failed { what, expected, got, divide });
            }
        }
        if !(item.best.is_empty() && item.avoid.is_empty()) {
            moves.clear();
            if let Some(position) = at {
                rules.list(position, moves);
            }
            expect_moves(item, failed, |text| Some(rules.read_move(at?, text, moves).is_ok()));
        }
        if item.expects() {
            record.expect = Some(Expect { ok: failed.is_empty(), failed });
        }
        record.errors = &errors;
        record.stopped = stopped.as_ref().map(|(code, message)| (*code, message.as_str()));
        self.write(&record, sheet);
        self.scratch = Some(scratch);
    }

    /// The legal moves as printed and in SAN, if either is asked for.
    fn list_moves(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        legal_moves: u64,
        moves: &mut Vec<Move>,
        [texts, san]: [&mut Vec<String>; 2],
    ) {
        let fields = self.task.options.fields;
        texts.clear();
        san.clear();
        if legal_moves == 0 || !(fields.has(Field::Moves) || fields.has(Field::San)) {
            return;
        }
        moves.clear();
        rules.list(position, moves);
        let text = |mv: &Move| (rules.move_text(position, *mv, moves), *mv);
        let mut listed: Vec<(String, Move)> = moves.iter().map(text).collect();
        listed.sort_unstable();
        if fields.has(Field::San) {
            san.extend(listed.iter().map(|(_, mv)| rules.san(position, *mv, moves)));
        }
        texts.extend(listed.into_iter().map(|(text, _)| text));
    }

    /// Counts at all depths that the call or the line asks for, the lowest first. Gives a code
    /// and a message if a bound stopped it.
    #[expect(clippy::too_many_arguments, reason = "buffers that are used again")]
    fn perft(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        item: &Item<'_>,
        legal_moves: u64,
        counts: &mut Vec<(u32, u64)>,
        moves: &mut Vec<Move>,
        deadline: Option<Instant>,
    ) -> Option<(&'static str, String)> {
        let options = self.task.options;
        let mut depths: Vec<u32> = (1..=options.perft.min(limits::PERFT_DEPTH)).collect();
        depths.extend(item.perft.iter().map(|(depth, _)| depth));
        depths.sort_unstable();
        depths.dedup();
        let mut left = Left { nodes: options.nodes, deadline };
        for depth in depths {
            if depth > limits::PERFT_DEPTH {
                let message = format!("perft is counted to depth {}", limits::PERFT_DEPTH);
                return Some(("depth", message));
            }
            moves.clear();
            let nodes = match depth {
                0 => Ok(1),
                1 => left.take(legal_moves).map(|()| legal_moves),
                _ => count(rules, position, depth, moves, &mut left),
            };
            match nodes {
                Ok(nodes) => counts.push((depth, nodes)),
                Err(Stop::Nodes) => {
                    let most = options.nodes;
                    let message = format!("perft {depth} would count more than {most} nodes");
                    return Some(("nodes", message));
                }
                Err(Stop::Time) => {
                    let most = options.time.unwrap_or_default().as_millis();
                    let message = format!("perft {depth} would take more than {most} milliseconds");
                    return Some(("time", message));
                }
            }
        }
        None
    }

    /// A position in which something is still to be chosen: its moves are turns of the set-up.
    /// Perft is not counted, and is told as what stopped the judging.
    #[expect(clippy::too_many_arguments, reason = "what is known of a line")]
    fn set_up(
        &mut self,
        variant: &Variant,
        number: u64,
        input: &str,
        item: &Item<'_>,
        text: &str,
        came: &Came,
        sheet: &mut Sheet<'_>,
    ) {
        let text = match item.clocks {
            [None, None] => Cow::from(text),
            [half, full] => {
                format!("{text} {} {}", half.unwrap_or("0"), full.unwrap_or("1")).into()
            }
        };
        let game = variant.game(&text);
        let mut record = self.begun(number, input, item);
        let fen;
        let mut errors = match came {
            Came::ByGame(_, doubts) => doubts.clone(),
            _ => Vec::new(),
        };
        let mut failed = Vec::new();
        for (depth, nodes) in &item.perft {
            let what = format!("perft {depth}");
            failed.push(Failed { what, expected: Value::Nodes(*nodes), got: None, divide: None });
        }
        expect_moves(item, &mut failed, |text| {
            game.as_ref().ok().map(|game| game.read(text).is_ok())
        });
        if item.expects() {
            record.expect = Some(Expect { ok: failed.is_empty(), failed: &failed });
        }
        match &game {
            Ok(game) => {
                fen = game.fen();
                record.fen = Some(&fen);
                record.status = Status::Ok;
                record.side = Some(game.side());
                record.check = Some(game.check());
                record.legal_moves = Some(game.count());
                if self.task.options.perft > 0 || !item.perft.is_empty() {
                    record.status = Status::Limit;
                    record.stopped =
                        Some(("set-up", "perft is not counted before the set-up is over"));
                }
            }
            Err(reasons) => {
                errors.extend_from_slice(reasons);
                let illegal = reasons.iter().all(|reason| reason.grade != Grade::Malformed);
                record.status = if illegal { Status::Impossible } else { Status::Malformed };
            }
        }
        record.errors = &errors;
        self.write(&record, sheet);
    }
}

/// Adds moves that a line names and that are not legal; `legal` says `None` where that is not known.
fn expect_moves(
    item: &Item<'_>,
    failed: &mut Vec<Failed>,
    mut legal: impl FnMut(&str) -> Option<bool>,
) {
    for (code, texts) in [("bm", &item.best), ("am", &item.avoid)] {
        for text in texts {
            let got = legal(text);
            if got != Some(true) {
                failed.push(Failed {
                    what: format!("{code} {text}"),
                    expected: Value::Word("legal"),
                    got: got.map(|_| Value::Word("illegal")),
                    divide: None,
                });
            }
        }
    }
}

/// Enemies that give check.
fn checkers<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> B {
    let us = position.turn;
    let mut found = B::EMPTY;
    for rule in rules.royals.get(us.index()).into_iter().flatten() {
        royals_at_risk(position, us, rule).for_each(|royal| {
            found = found | rules.attackers_of(position, us, royal, position.side(us.other()));
        });
    }
    found
}

/// Legal moves of both sides; those of the side that is not to move as if it were.
fn mobility<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, legal_moves: u64) -> Mobility {
    let mut other = *position;
    other.turn = position.turn.other();
    other.en_passant = B::EMPTY;
    let others = rules.count(&other);
    match position.turn {
        Side::White => Mobility { white: legal_moves, black: others },
        Side::Black => Mobility { white: others, black: legal_moves },
    }
}

/// What a count may still use.
struct Left {
    nodes: u64,
    deadline: Option<Instant>,
}

/// What has run out.
enum Stop {
    Nodes,
    Time,
}

impl Left {
    fn take(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes = self.nodes.checked_sub(nodes).ok_or(Stop::Nodes)?;
        match self.deadline {
            Some(end) if Instant::now() > end => Err(Stop::Time),
            _ => Ok(()),
        }
    }
}

/// Perft that gives up when it has used what is left.
fn count<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    depth: u32,
    moves: &mut Vec<Move>,
    left: &mut Left,
) -> Result<u64, Stop> {
    if depth <= 2 {
        let nodes = rules.perft(position, depth);
        left.take(nodes)?;
        return Ok(nodes);
    }
    let first = moves.len();
    rules.list(position, moves);
    let mut nodes = 0_u64;
    for index in first..moves.len() {
        let Some(&mv) = moves.get(index) else { break };
        // Inner nodes cost too, or a tree without leaves would be walked for ever.
        left.take(1)?;
        let next = position.after(rules, mv);
        nodes = nodes.saturating_add(count(rules, &next, depth - 1, moves, left)?);
    }
    moves.truncate(first);
    Ok(nodes)
}
