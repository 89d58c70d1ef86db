//! What is said of one item, column by column.

use std::borrow::Cow;
use std::str::FromStr;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::Status;
use crate::board::Side;
use crate::position::Reason;

/// A key of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Number of the line, from 1.
    Line,
    /// What the line's `id` says.
    Id,
    /// The line.
    Input,
    /// See [`Status`].
    Status,
    /// The position as printed.
    Fen,
    /// Whose turn it is.
    Side,
    /// Whether he is in check.
    Check,
    /// Number of legal moves.
    LegalMoves,
    /// How the game has ended.
    Outcome,
    /// What is wrong.
    Errors,
    /// Perft by depth.
    Perft,
    /// What became of the line's expectations.
    Expect,
    /// Moves that the line says should be played (only if it does).
    Best,
    /// Moves that it says should not (only if it does).
    Avoid,
    /// The line's other operations (only if it has any), as they stand there.
    Operations,
    /// Only if asked for: the legal moves as printed.
    Moves,
    /// Only if asked for: the legal moves in SAN, in the order of [`Self::Moves`].
    San,
    /// Only if asked for: number of legal moves of each side, were it its turn.
    Mobility,
    /// Only if asked for: squares of the men that give check.
    Attackers,
    /// Only with several inputs, or if asked for: the name of the input.
    File,
    /// Only if asked for: the key of the position, 16 hexadecimal digits. Equal positions have
    /// equal keys, in one version of the program.
    Key,
}

impl Field {
    /// All keys in the order of a record.
    pub const ALL: [(Self, &'static str); 21] = [
        (Self::Line, "line"),
        (Self::Id, "id"),
        (Self::Input, "input"),
        (Self::Status, "status"),
        (Self::Fen, "fen"),
        (Self::Side, "side"),
        (Self::Check, "check"),
        (Self::LegalMoves, "legal_moves"),
        (Self::Outcome, "outcome"),
        (Self::Errors, "errors"),
        (Self::Perft, "perft"),
        (Self::Expect, "expect"),
        (Self::Best, "bm"),
        (Self::Avoid, "am"),
        (Self::Operations, "operations"),
        (Self::Moves, "moves"),
        (Self::San, "san"),
        (Self::Mobility, "mobility"),
        (Self::Attackers, "attackers"),
        (Self::File, "file"),
        (Self::Key, "key"),
    ];
    /// How many of them stand in a record unless others are asked for.
    const USUAL: usize = 15;
}

/// The keys that a record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields(u32);

impl Fields {
    /// Every key that need not be asked for.
    pub const USUAL: Self = Self((1 << Field::USUAL) - 1);

    /// These and one more.
    #[must_use]
    pub fn with(self, field: Field) -> Self {
        Self(self.0 | 1 << field as u32)
    }

    /// Whether a key is asked for.
    pub fn has(self, field: Field) -> bool {
        self.0 >> field as u32 & 1 == 1
    }

    /// The keys in the order of a record.
    pub fn iter(self) -> impl Iterator<Item = (Field, &'static str)> {
        Field::ALL.into_iter().filter(move |(field, _)| self.has(*field))
    }
}

impl FromStr for Fields {
    type Err = String;

    /// Reads `line,status,legal_moves`. `usual` stands for all that need not be asked for.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut fields = Self(0);
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            if word == "usual" {
                fields.0 |= Self::USUAL.0;
                continue;
            }
            let Some((field, _)) = Field::ALL.into_iter().find(|(_, name)| *name == word) else {
                let known: Vec<&str> = Field::ALL.iter().map(|(_, name)| *name).collect();
                let known = known.join(", ");
                return Err(format!("`{word}` is no key of a record: {known}, or `usual`"));
            };
            fields = fields.with(field);
        }
        if fields.0 == 0 { Err("no key is named".to_owned()) } else { Ok(fields) }
    }
}

/// One record. Borrows what it can.
pub(super) struct Record<'a> {
    pub(super) fields: Fields,
    pub(super) line: u64,
    pub(super) id: Option<&'a str>,
    pub(super) input: Cow<'a, str>,
    pub(super) status: Status,
    pub(super) fen: Option<&'a str>,
    pub(super) side: Option<Side>,
    pub(super) check: Option<bool>,
    pub(super) legal_moves: Option<u64>,
    pub(super) outcome: Option<End<'a>>,
    pub(super) errors: &'a [Reason],
    /// A bound that stopped the judging: a code and a message.
    pub(super) stopped: Option<(&'static str, &'a str)>,
    pub(super) perft: Option<&'a [(u32, u64)]>,
    pub(super) expect: Option<Expect<'a>>,
    pub(super) best: &'a [Cow<'a, str>],
    pub(super) avoid: &'a [Cow<'a, str>],
    pub(super) operations: &'a [(Cow<'a, str>, Cow<'a, str>)],
    pub(super) moves: Option<&'a [String]>,
    pub(super) san: Option<&'a [String]>,
    pub(super) mobility: Option<Mobility>,
    pub(super) attackers: Option<&'a [String]>,
    pub(super) file: Option<&'a str>,
    pub(super) key: Option<u64>,
}

/// Number of legal moves of each side, were it its turn.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Mobility {
    pub(super) white: u64,
    pub(super) black: u64,
}

/// How a game has ended.
#[derive(Clone, Copy, Serialize)]
pub(super) struct End<'a> {
    pub(super) winner: Option<&'static str>,
    pub(super) reason: &'a str,
}

/// What became of expectations.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Expect<'a> {
    pub(super) ok: bool,
    pub(super) failed: &'a [Failed],
}

/// An expectation that failed.
#[derive(Serialize)]
pub(super) struct Failed {
    pub(super) what: String,
    pub(super) expected: Value,
    pub(super) got: Option<Value>,
    /// Nodes by first move, where counts differ and there is room to count again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<Divide>,
}

/// Nodes by first move.
pub(super) struct Divide(pub(super) Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(mv, nodes)| (mv, nodes)))
    }
}

/// What was expected, or came.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Nodes(u64),
    Word(&'static str),
}

/// A value in one column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cell<'a> {
    Null,
    Bool(bool),
    Number(u64),
    Text(Cow<'a, str>),
}

impl<'a> Record<'a> {
    /// A record that says nothing yet.
    pub(super) fn blank(fields: Fields, line: u64, input: Cow<'a, str>) -> Self {
        Self {
            fields,
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
            moves: None,
            san: None,
            mobility: None,
            attackers: None,
            file: None,
            key: None,
        }
    }
}

impl Record<'_> {
    /// The value of a column. What is more than a word or a number is JSON, lists of moves and
    /// squares are words.
    pub(super) fn cell(&self, field: Field) -> Cell<'_> {
        fn text(text: Option<&str>) -> Cell<'_> {
            text.map_or(Cell::Null, |text| Cell::Text(text.into()))
        }
        fn json(value: Option<impl Serialize>) -> Cell<'static> {
            let text = value.and_then(|value| serde_json::to_string(&value).ok());
            text.map_or(Cell::Null, |text| Cell::Text(text.into()))
        }
        fn list<'a>(words: Option<&[impl AsRef<str>]>) -> Cell<'a> {
            words.map_or(Cell::Null, |words| {
                let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
                Cell::Text(words.join(" ").into())
            })
        }
        match field {
            Field::Line => Cell::Number(self.line),
            Field::Id => text(self.id),
            Field::Input => Cell::Text(self.input.as_ref().into()),
            Field::Status => text(Some(self.status.as_str())),
            Field::Fen => text(self.fen),
            Field::Side => text(self.side.map(Side::as_str)),
            Field::Check => self.check.map_or(Cell::Null, Cell::Bool),
            Field::LegalMoves => self.legal_moves.map_or(Cell::Null, Cell::Number),
            Field::Outcome => json(self.outcome),
            Field::Errors => {
                let none = self.errors.is_empty() && self.stopped.is_none();
                json((!none).then_some(Errors(self.errors, self.stopped)))
            }
            Field::Perft => json(self.perft.map(ByDepth)),
            Field::Expect => json(self.expect),
            Field::Best => list(Some(self.best).filter(|best| !best.is_empty())),
            Field::Avoid => list(Some(self.avoid).filter(|avoid| !avoid.is_empty())),
            Field::Operations => {
                let some = Some(self.operations).filter(|operations| !operations.is_empty());
                json(some.map(ByName))
            }
            Field::Moves => list(self.moves),
            Field::San => list(self.san),
            Field::Mobility => json(self.mobility),
            Field::Attackers => list(self.attackers),
            Field::File => text(self.file),
            Field::Key => self.key.map_or(Cell::Null, |key| Cell::Text(hex(key).into())),
        }
    }
}

/// A key as its 16 digits.
pub(super) fn hex(key: u64) -> String {
    format!("{key:016x}")
}

/// Reasons, and what a bound stopped.
pub(super) struct Errors<'a>(pub(super) &'a [Reason], pub(super) Option<(&'static str, &'a str)>);

impl Serialize for Errors<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Stopped<'a> {
            code: &'static str,
            message: &'a str,
            grade: &'static str,
        }
        let mut list = serializer.serialize_seq(None)?;
        for reason in self.0 {
            list.serialize_element(reason)?;
        }
        if let Some((code, message)) = self.1 {
            list.serialize_element(&Stopped { code, message, grade: "limit" })?;
        }
        list.end()
    }
}

/// `{"1":20,"2":400}`.
pub(super) struct ByDepth<'a>(pub(super) &'a [(u32, u64)]);

impl Serialize for ByDepth<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(depth, nodes)| (depth, nodes)))
    }
}

/// Operations by their names; of two with one name a reader sees the last.
pub(super) struct ByName<'a>(pub(super) &'a [(Cow<'a, str>, Cow<'a, str>)]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, text)| (name, text)))
    }
}
