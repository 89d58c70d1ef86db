//! Pieces that Fairy-Stockfish knows by name, with the moves that its manual gives them.

use std::collections::BTreeSet;

use super::betza::{Reach, read};

/// Names and notations. `king` is not among them: it is the one royal piece.
pub(super) const NAMES: [(&str, &str); 36] = [
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// All names with their notations.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.into_iter()
}

/// The notation of a name.
pub(super) fn notation(name: &str) -> Option<&'static str> {
    all().find(|(own, _)| *own == name).map(|(_, notation)| notation)
}

/// The moves of a name.
pub(super) fn reaches(notation: &str) -> BTreeSet<Reach> {
    read(notation).map(|read| read.reaches).unwrap_or_default()
}

/// Whether a word is the name of a piece or of a slot for one.
pub(super) fn is_piece(word: &str) -> bool {
    word == "king" || notation(word).is_some() || slot(word).is_some()
}

/// Slots for pieces of one's own.
pub(super) const SLOTS: usize = 25;

/// The number of a slot, `customPiece7`.
pub(super) fn slot(word: &str) -> Option<usize> {
    let digits = word.strip_prefix("customPiece")?;
    let plain = digits.len() <= 2 && !digits.starts_with('0');
    digits.parse().ok().filter(|slot| plain && (1..=SLOTS).contains(slot))
}
