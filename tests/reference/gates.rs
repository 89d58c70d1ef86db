//! Men that enter behind others (`language.md` 17).

use ferz::board::{Side, Square};
use ferz::definition::{Captured, Gate, PieceId};

use super::Reference;
use super::position::{Man, Place, Position, Reserve};
use super::rules::Move;

impl Reference {
    /// Whether the own royalty is safe only because of a man that enters with the move, where
    /// that is not allowed.
    pub(super) fn needs_entry(&self, position: &Position, mv: &Move, all_bans: bool) -> bool {
        let side = position.side;
        if let Some((piece, at)) = mv.gate {
            let without = Move { gate: None, ..mv.clone() };
            let mut gates = self.open_gates(side, at).filter(|gate| gate.pieces.has(piece));
            return !gates.any(|gate| gate.shields)
                && (!self.is_safe(position, &without)
                    || self.is_banned(position, &without, all_bans));
        }
        let shields =
            |reserve: &Reserve| self.gate_of(side, reserve.piece).is_none_or(|gate| gate.shields);
        let bound = leavers(position, mv);
        if bound.iter().all(shields) {
            return false;
        }
        let (without, _) = self.make_and_lose(position, mv, false);
        self.in_check(&without, side)
    }

    /// The gate by which a man in reserve enters who has been tied to a square.
    pub(crate) fn gate_of(&self, side: Side, piece: PieceId) -> Option<&Gate> {
        self.def
            .gates
            .iter()
            .find(|gate| gate.bound && gate.sides[side.index()] && gate.pieces.has(piece))
    }

    /// Names of the men that come in with a move.
    pub(crate) fn entering(&self, position: &Position, mv: &Move) -> Vec<String> {
        let leavers = leavers(position, mv).into_iter();
        leavers.map(|reserve| self.def.pieces[reserve.piece.index()].letter.clone()).collect()
    }

    /// Gates on this square whose men enter by choice.
    fn open_gates(&self, side: Side, at: Square) -> impl Iterator<Item = &Gate> {
        self.def.gates.iter().filter(move |gate| {
            !gate.bound && gate.sides[side.index()] && gate.squares[side.index()].has(at)
        })
    }

    /// Every move beside itself with each man of the hand that may enter behind it; a gate
    /// that must be used takes the move without away.
    pub(super) fn entries(&self, position: &Position, moves: &mut Vec<Move>) {
        let side = position.side;
        let mut hand = position.hands[side.index()].clone();
        hand.dedup();
        let mut with_entries = Vec::new();
        for mv in moves.drain(..) {
            let mut must = false;
            let partner = mv.castling.map(|(partner, _)| partner);
            let goal = mv.castling.map(|(_, goal)| goal);
            let mut entries = Vec::new();
            for at in [Some(mv.from), partner].into_iter().flatten() {
                if !position.virgin.contains(&at) || at == mv.to || Some(at) == goal {
                    continue;
                }
                for &piece in &hand {
                    let gates = self.open_gates(side, at);
                    let gates: Vec<&Gate> = gates.filter(|gate| gate.pieces.has(piece)).collect();
                    must |= gates.iter().any(|gate| gate.must);
                    if !gates.is_empty() {
                        entries.push(Move { gate: Some((piece, at)), ..mv.clone() });
                    }
                }
            }
            if !must {
                with_entries.push(mv);
            }
            with_entries.extend(entries);
        }
        *moves = with_entries;
    }

    /// Whether men of the hand may still enter somewhere on the side's squares.
    pub(super) fn can_enter(&self, position: &Position, side: Side) -> bool {
        self.def.shape.squares().any(|at| self.is_open(position, side, at))
    }

    /// Whether the hand has a man for this square, or captures may bring one.
    fn is_open(&self, position: &Position, side: Side, at: Square) -> bool {
        let refills = matches!(self.def.hand, Some(Captured::Capturer | Captured::Owner));
        let hand = &position.hands[side.index()];
        self.open_gates(side, at)
            .any(|gate| refills || hand.iter().any(|&piece| gate.pieces.has(piece)))
    }

    /// Where nobody can enter any more it is forgotten who has moved.
    pub(super) fn tidy_virgin(&self, position: &mut Position) {
        let judged = position.clone();
        position.virgin.retain(|&at| {
            judged.board[at.index()].is_some_and(|man| self.is_open(&judged, man.side, at))
        });
        position.virgin.sort_unstable();
        position.virgin.dedup();
    }

    /// Reads the file of a man that has not moved.
    pub(super) fn parse_virgin(&self, position: &mut Position, side: Side, letter: char) -> bool {
        let own = |at: Square| position.board[at.index()].is_some_and(|man| man.side == side);
        let found = self.def.shape.squares().find(|&at| {
            self.file_letter(side, at) == letter && own(at) && self.is_open(position, side, at)
        });
        position.virgin.extend(found);
        found.is_some()
    }

    /// Men that castle, and their partners, have not moved either.
    pub(super) fn virgin_castlers(position: &mut Position) {
        let castlers: Vec<Square> =
            position.castling.iter().flat_map(|right| [right.king, right.partner]).collect();
        position.virgin.extend(castlers);
    }

    /// Letters of men that have not moved and of whom no castling letter says so.
    pub(super) fn virgin_letters(&self, position: &Position) -> Vec<char> {
        let said = |at: Square| {
            position.castling.iter().any(|right| right.king == at || right.partner == at)
        };
        let left = position.virgin.iter().filter(|&&at| !said(at));
        left.filter_map(|&at| position.board[at.index()].map(|man| self.file_letter(man.side, at)))
            .collect()
    }

    fn file_letter(&self, side: Side, at: Square) -> char {
        let file = char::from(b'a' + self.def.shape.file(at));
        match side {
            Side::White => file.to_ascii_uppercase(),
            Side::Black => file,
        }
    }
}

/// Reserves behind the men that leave their squares with this move.
fn leavers(position: &Position, mv: &Move) -> Vec<Reserve> {
    let left = |at: Square| at == mv.from || mv.castling.is_some_and(|(partner, _)| partner == at);
    let mut reserves = position.reserves.clone();
    reserves.retain(|reserve| {
        reserve.side == position.side && matches!(reserve.place, Place::Behind(at) if left(at))
    });
    reserves
}

/// Brings in the reserves behind the men that have left; where the square has been filled
/// again by the same castling they are lost.
pub(super) fn enter(next: &mut Position, mv: &Move, side: Side) {
    let leavers = leavers(&Position { side, ..next.clone() }, mv);
    for reserve in leavers {
        next.reserves.retain(|other| *other != reserve);
        let Place::Behind(at) = reserve.place else { continue };
        if next.board[at.index()].is_none() {
            next.board[at.index()] = Some(Man::plain(side, reserve.piece));
        }
    }
}
