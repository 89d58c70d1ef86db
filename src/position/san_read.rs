//! Standard algebraic notation read: which moves a text may mean.
//!
//! A text is never taken apart without a move at hand: letters, brackets and signs mean different
//! things in different games. Each move says whether the text can be its own.

use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::rules::{KindId, NO_KIND, Rules};

use super::san::{PAWN, victims};
use super::text::square;
use super::{Move, MoveClass, Position};

/// How well a text fits a move, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It leaves out a sign that is written: `x`, `=` of a promotion declined, a man taken on
    /// the way.
    Loose,
    /// It has them all.
    Close,
}

/// A text that is shaped as SAN: what somebody wished to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SanWish {
    /// A man of this piece's kind goes to this square.
    Step(KindId, Square),
    /// Castling with the partner to the right, or else to the left.
    Castling {
        /// `O-O`.
        right: bool,
    },
}

impl<B: Bitboard> Rules<B> {
    /// The moves that a text may be the SAN of: those that it fits with all its signs, else those
    /// of which it leaves some out. Origins may be named that are not needed; marks of check,
    /// mate and worth (`!?`) and `e.p.` mean nothing.
    pub(super) fn san_readings(
        &self,
        position: &Position<B>,
        text: &str,
        moves: &[Move],
    ) -> Vec<Move> {
        let text = text.trim();
        let mut best = Vec::new();
        let mut so_far = Fit::Loose;
        for &mv in moves {
            let Some(fit) = self.san_fit(position, mv, text, moves) else { continue };
            if fit > so_far {
                best.clear();
                so_far = fit;
            }
            if fit == so_far {
                best.push(mv);
            }
        }
        best
    }

    fn san_fit(&self, position: &Position<B>, mv: Move, text: &str, moves: &[Move]) -> Option<Fit> {
        match mv.class {
            MoveClass::Pass => {
                let rest = ["--", "Z0", "pass"].iter().find_map(|one| text.strip_prefix(one))?;
                self.ends_so(position, mv, rest).then_some(Fit::Close)
            }
            MoveClass::Drop => {
                let rest = self.strip_id(position.turn, mv.becomes, text)?.strip_prefix('@')?;
                let rest = self.strip_square(rest, mv.to)?;
                self.ends_so(position, mv, rest).then_some(Fit::Close)
            }
            MoveClass::Castling(goal) => {
                let (right, rest) = wing_of(text)?;
                if self.wing(position, goal)? != wing_text(right) {
                    return None;
                }
                let rest = self.strip_bound(position, mv, rest);
                self.ends_so(position, mv, rest).then_some(Fit::Close)
            }
            MoveClass::CastlingGating(goal, enters, behind_partner) => {
                let (right, rest) = wing_of(text)?;
                if self.wing(position, goal)? != wing_text(right) {
                    return None;
                }
                let rest = self.strip_id(position.turn, enters, rest.strip_prefix('/')?)?;
                let squares = position.castling_squares(&self.castlings[usize::from(goal)]);
                let rest = self.strip_square(rest, squares[usize::from(behind_partner)])?;
                self.ends_so(position, mv, rest).then_some(Fit::Close)
            }
            MoveClass::Plain
            | MoveClass::EnPassant
            | MoveClass::Removing(..)
            | MoveClass::Gating(_) => {
                let kind = position.kind(usize::from(mv.from));
                let rest = self.strip_id(position.turn, kind, text)?;
                let name = square(&self.shape, mv.from);
                let (file, rank) = name.split_at(1);
                let origins = [name.as_str(), file, rank, ""].into_iter();
                origins
                    .filter_map(|origin| Some((origin, rest.strip_prefix(origin)?)))
                    .filter_map(|(origin, rest)| self.fit_behind(position, mv, origin, rest, moves))
                    .max()
            }
        }
    }

    /// How what stands behind a man's origin fits his move.
    fn fit_behind(
        &self,
        position: &Position<B>,
        mv: Move,
        origin: &str,
        rest: &str,
        moves: &[Move],
    ) -> Option<Fit> {
        // Most texts name another square, which is found out quickly.
        let mut way = rest;
        let mut named = true;
        for victim in victims(&mv) {
            let next = way.strip_prefix('x').and_then(|rest| self.strip_square(rest, victim));
            named &= next.is_some();
            way = next.unwrap_or(way);
        }
        let removes = victims(&mv).next().is_some();
        self.strip_loose(if named { way } else { rest }, mv.to)?;
        let said = self.said(position, mv, moves);
        let (mut fit, rest) = match way.strip_prefix(['x', ':']) {
            Some(goal) if named && said.takes => (Fit::Close, self.strip_square(goal, mv.to)?),
            None if named && !said.takes => {
                let goal = way.strip_prefix('-');
                let fit = if removes && goal.is_none() { Fit::Loose } else { Fit::Close };
                (fit, self.strip_square(goal.unwrap_or(way), mv.to)?)
            }
            // No sign of a capture: pawns that take name their file at least.
            None if named && !(said.id == PAWN && origin.is_empty()) => {
                (Fit::Loose, self.strip_loose(way, mv.to)?)
            }
            _ if removes => (Fit::Loose, self.strip_loose(rest, mv.to)?),
            _ => return None,
        };
        let mut rest = rest.strip_prefix(said.ending.as_str()).or_else(|| {
            // `e8Q` for `e8=Q`.
            rest.strip_prefix(said.ending.strip_prefix('=')?)
        })?;
        if said.declines {
            match rest.strip_prefix('=') {
                Some(behind) => rest = behind,
                None => fit = Fit::Loose,
            }
        }
        if let MoveClass::Gating(enters) = mv.class {
            rest = self.strip_id(position.turn, enters, rest.strip_prefix('/')?)?;
        } else {
            rest = self.strip_bound(position, mv, rest);
        }
        self.ends_so(position, mv, rest).then_some(fit)
    }

    /// Whether there are only marks of check, mate and worth behind a move, and behind captures in
    /// passing `e.p.`. Where a `+` can be a promotion it is a mark only if the move does give check.
    fn ends_so(&self, position: &Position<B>, mv: Move, mut text: &str) -> bool {
        let promotes = || self.names.kinds.iter().any(|name| name.suffix == "+");
        if text.starts_with('+') && promotes() && self.san_mark(position, mv).is_empty() {
            return false;
        }
        loop {
            text = text.trim_start_matches(['+', '#', '!', '?', ' ']);
            let Some(rest) = text.strip_prefix("e.p.").or_else(|| text.strip_prefix("ep")) else {
                return text.is_empty();
            };
            if mv.class != MoveClass::EnPassant {
                return false;
            }
            text = rest;
        }
    }

    /// What stands behind a square's name at the start of a text.
    fn strip_square<'t>(&self, text: &'t str, at: u8) -> Option<&'t str> {
        let (read, len) = self.shape.read_square(text)?;
        (read.byte() == at).then(|| text.get(len..)).flatten()
    }

    /// As [`Self::strip_square`], whatever sign stands before the square.
    fn strip_loose<'t>(&self, text: &'t str, at: u8) -> Option<&'t str> {
        self.strip_square(text.strip_prefix(['x', ':', '-']).unwrap_or(text), at)
    }

    /// What stands behind a kind's id at the start of a text: as it is written, with what the man
    /// holds, or by another of his letters. Pawns need none.
    fn strip_id<'t>(&self, side: Side, kind: KindId, text: &'t str) -> Option<&'t str> {
        let name = self.names.kinds.get(usize::from(kind))?;
        for id in [&name.white, &name.id] {
            if let Some(head) = text.get(..id.len())
                && (head == id || id.contains('{') && head.eq_ignore_ascii_case(id))
            {
                return text.get(id.len()..);
            }
        }
        let (plus, bare) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let byte = bare.bytes().next().filter(u8::is_ascii_uppercase);
        if let Some(byte) = byte {
            let letters = &self.names.letters[side.index()];
            let case = if side == Side::White { byte } else { byte.to_ascii_lowercase() };
            let other = letters[usize::from(case & 127)];
            let wanted = name.id.strip_prefix('+');
            if other != NO_KIND
                && plus == wanted.is_some()
                && self.id(other) == wanted.unwrap_or(&name.id)
            {
                return bare.get(1..);
            }
        }
        (name.id == PAWN).then_some(text)
    }

    /// What stands behind the man in reserve that enters with a move, if the text names him:
    /// `Nf3/A`. He enters whether it does or not.
    fn strip_bound<'t>(&self, position: &Position<B>, mv: Move, text: &'t str) -> &'t str {
        let (Some(reserves), Some(rest)) = (&self.reserves, text.strip_prefix('/')) else {
            return text;
        };
        let mut left = [Some(mv.from), None];
        if let Some(goal) = mv.castling() {
            left = position.castling_squares(&self.castlings[usize::from(goal)]).map(Some);
        }
        let kinds = left.into_iter().flatten().map(|square| position.kind(usize::from(square)));
        let mut entering = kinds.filter(|kind| *kind != NO_KIND && reserves.kinds.has(*kind));
        let behind = entering.find_map(|kind| {
            self.strip_id(position.turn, *reserves.enters.get(usize::from(kind))?, rest)
        });
        behind.unwrap_or(text)
    }

    /// What a text that is shaped as SAN asks for, possible or not.
    pub(crate) fn san_wish(&self, side: Side, text: &str) -> Option<SanWish> {
        let text = text.trim();
        if let Some((right, _)) = wing_of(text) {
            return Some(SanWish::Castling { right });
        }
        let kinds = 0..self.names.kinds.len() as KindId;
        // A pawn is no more than what is left when no other man is named.
        let mut named = kinds.filter(|kind| self.kinds[usize::from(*kind)].sides[side.index()]);
        let heads = |kind: KindId| {
            let rest = self.strip_id(side, kind, text)?;
            (rest.len() < text.len()).then_some((kind, rest))
        };
        let (kind, rest) = named.clone().find_map(heads).or_else(|| {
            let pawn = named.find(|kind| self.id(*kind) == PAWN)?;
            Some((pawn, text))
        })?;
        // The last square within the few characters that may stand before it.
        let way = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || "x:-".contains(*c);
        let len = rest.chars().take(8).take_while(way).count();
        let (goal, behind) = (0..len).rev().find_map(|at| {
            let (goal, len) = self.shape.read_square(rest.get(at..)?)?;
            Some((goal, rest.get(at + len..)?))
        })?;
        let ends = behind.is_empty() || behind.starts_with(|c| "=+-#!?/ (".contains(c));
        let promotes = behind.starts_with(|c: char| c.is_ascii_uppercase());
        (ends || promotes).then_some(SanWish::Step(kind, goal))
    }
}

/// `O-O` or `O-O-O` at the start of a text, in letters or zeros: whether it is the first, and what
/// stands behind it.
fn wing_of(text: &str) -> Option<(bool, &str)> {
    let starts = [("O-O-O", false), ("0-0-0", false), ("O-O", true), ("0-0", true)];
    starts.into_iter().find_map(|(start, right)| Some((right, text.strip_prefix(start)?)))
}

fn wing_text(right: bool) -> &'static str {
    if right { "O-O" } else { "O-O-O" }
}
