//! Records as JSON.

use std::borrow::Cow;
use std::str::FromStr;

use serde::ser::{SerializeMap, SerializeSeq};
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
}

impl Field {
    /// All keys in the order of a record.
    pub const ALL: [(Self, &'static str); 15] = [
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
    ];
}

/// The keys that a record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields(u16);

impl Fields {
    /// Every key.
    pub const ALL: Self = Self((1 << Field::ALL.len()) - 1);

    /// Whether a key is asked for.
    pub fn has(self, field: Field) -> bool {
        self.0 >> field as u16 & 1 == 1
    }
}

impl FromStr for Fields {
    type Err = String;

    /// Reads `line,status,legal_moves`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut fields = Self(0);
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let Some((field, _)) = Field::ALL.into_iter().find(|(_, name)| *name == word) else {
                let known: Vec<&str> = Field::ALL.iter().map(|(_, name)| *name).collect();
                return Err(format!("`{word}` is no key of a record: {}", known.join(", ")));
            };
            fields.0 |= 1 << field as u16;
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
    /// A count that a bound stopped.
    pub(super) stopped: Option<&'a str>,
    pub(super) perft: Option<&'a [(u32, u64)]>,
    pub(super) expect: Option<Expect<'a>>,
    pub(super) best: &'a [&'a str],
    pub(super) avoid: &'a [&'a str],
    pub(super) operations: &'a [(&'a str, &'a str)],
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
}

/// What was expected, or came.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Nodes(u64),
    Word(&'static str),
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let asked = self.fields;
        if asked.has(Field::Line) {
            map.serialize_entry("line", &self.line)?;
        }
        if asked.has(Field::Id) {
            map.serialize_entry("id", &self.id)?;
        }
        if asked.has(Field::Input) {
            map.serialize_entry("input", &self.input)?;
        }
        if asked.has(Field::Status) {
            map.serialize_entry("status", &self.status)?;
        }
        if asked.has(Field::Fen) {
            map.serialize_entry("fen", &self.fen)?;
        }
        if asked.has(Field::Side) {
            map.serialize_entry("side", &self.side.map(Side::as_str))?;
        }
        if asked.has(Field::Check) {
            map.serialize_entry("check", &self.check)?;
        }
        if asked.has(Field::LegalMoves) {
            map.serialize_entry("legal_moves", &self.legal_moves)?;
        }
        if asked.has(Field::Outcome) {
            map.serialize_entry("outcome", &self.outcome)?;
        }
        if asked.has(Field::Errors) {
            map.serialize_entry("errors", &Errors(self.errors, self.stopped))?;
        }
        if asked.has(Field::Perft) {
            map.serialize_entry("perft", &self.perft.map(ByDepth))?;
        }
        if asked.has(Field::Expect) {
            map.serialize_entry("expect", &self.expect)?;
        }
        if asked.has(Field::Best) && !self.best.is_empty() {
            map.serialize_entry("bm", self.best)?;
        }
        if asked.has(Field::Avoid) && !self.avoid.is_empty() {
            map.serialize_entry("am", self.avoid)?;
        }
        if asked.has(Field::Operations) && !self.operations.is_empty() {
            map.serialize_entry("operations", &ByName(self.operations))?;
        }
        map.end()
    }
}

/// Reasons, and what a bound stopped.
struct Errors<'a>(&'a [Reason], Option<&'a str>);

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
        if let Some(message) = self.1 {
            list.serialize_element(&Stopped { code: "nodes", message, grade: "limit" })?;
        }
        list.end()
    }
}

/// `{"1":20,"2":400}`.
struct ByDepth<'a>(&'a [(u32, u64)]);

impl Serialize for ByDepth<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(depth, nodes)| (depth, nodes)))
    }
}

/// Operations by their names; of two with one name a reader sees the last.
struct ByName<'a>(&'a [(&'a str, &'a str)]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, text)| (name, text)))
    }
}
