//! What a side may do: pseudo-legal moves, attacks and legality (`language.md` 5 and 7). Every
//! move is made on a copy and looked at.

use ferz::board::{Side, Square};
use ferz::definition::{
    Augmenter, By, Definition, Mark, MoveEntry, Piece, PieceId, PieceSet, Royal, Safe,
};

use super::Reference;
use super::condition::Scene;
use super::position::{Man, Position};
use super::walk::{Walker, only_moves};

/// A move, before anybody asks whether it is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// Where the man stands; for a pass, anywhere; for a drop, where he ends.
    pub(crate) from: Square,
    /// Where he ends.
    pub(crate) to: Square,
    /// The men he removes, in board order.
    pub(crate) removed: Vec<Square>,
    /// Where the legs meet, for the text.
    pub(crate) junctions: Vec<Square>,
    /// Squares on which he may be captured en passant afterwards.
    pub(crate) passed: Vec<Square>,
    /// The removed man is taken en passant.
    pub(crate) en_passant: bool,
    /// Only the `once` right reaches this.
    pub(crate) spends: bool,
    /// What he becomes.
    pub(crate) promotion: Option<(PieceId, Mark)>,
    /// Castling: where the partner stands and where he ends.
    pub(crate) castling: Option<(Square, Square)>,
    /// No man moves.
    pub(crate) pass: bool,
    /// A marked man becomes what he was.
    pub(crate) back: bool,
    /// The man of the hand that is put down.
    pub(crate) drop: Option<Man>,
    /// By an entry of drops that go before all other moves.
    pub(crate) must: bool,
    /// A man of the hand that enters, and where.
    pub(crate) gate: Option<(PieceId, Square)>,
}

impl Move {
    /// From one square to another, and nothing else.
    pub(crate) fn plain(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            removed: Vec::new(),
            junctions: Vec::new(),
            passed: Vec::new(),
            en_passant: false,
            spends: false,
            promotion: None,
            castling: None,
            pass: false,
            back: false,
            drop: None,
            must: false,
            gate: None,
        }
    }
}

/// Squares on which some of the moves capture en passant.
pub(crate) fn passed_squares_used(moves: &[Move]) -> Vec<Square> {
    moves.iter().filter(|mv| mv.en_passant).map(|mv| mv.to).collect()
}

impl Reference {
    /// Everything the man on `from` may do by his notations, before promotion. Moves with
    /// the same goal and the same victims are one move.
    pub(crate) fn walks(&self, position: &Position, from: Square) -> Vec<Move> {
        self.walks_by(position, from, |_| true)
    }

    /// The same by those entries only that `asked` admits.
    fn walks_by(
        &self,
        position: &Position,
        from: Square,
        asked: impl Fn(&MoveEntry) -> bool,
    ) -> Vec<Move> {
        let Some(man) = position.board[from.index()] else { return Vec::new() };
        let piece = &self.def.pieces[man.piece.index()];
        let mut moves = Vec::new();
        for entry in piece.moves.iter().filter(|entry| asked(entry)) {
            self.entry_walks(position, from, man, entry, false, &mut moves);
        }
        for entry in self.lent_to(man).filter(|entry| asked(entry)) {
            self.entry_walks(position, from, man, entry, false, &mut moves);
        }
        if let Some(once) = piece.once.as_ref().filter(|once| man.once && asked(&once.entry)) {
            self.entry_walks(position, from, man, &once.entry, true, &mut moves);
        }
        moves
    }

    pub(crate) fn entry_walks(
        &self,
        position: &Position,
        from: Square,
        man: Man,
        entry: &MoveEntry,
        spends: bool,
        moves: &mut Vec<Move>,
    ) {
        let side = man.side;
        if !entry.from[side.index()].has(from) {
            return;
        }
        if let Some(when) = &entry.when
            && !self.holds(when, &Scene::before(position, side))
        {
            return;
        }
        let may_take = |victim: Man| {
            self.has(entry.takes, victim)
                && self.has(self.def.pieces[victim.piece.index()].taken_by, man)
                && (victim.side != side || !self.is_royal(victim))
        };
        let may_hop = |hurdle: Man| self.has(entry.hurdles, hurdle);
        let zone = self.def.en_passant.zone[side.index()];
        let en_passant = position.passed.as_ref().filter(|_| position.side == side).map(|passed| {
            let squares = passed.squares.iter().copied().filter(|&at| zone.has(at)).collect();
            (squares, passed.victim)
        });
        let walker = Walker {
            shape: &self.def.shape,
            board: &position.board,
            walls: &position.walls,
            from,
            side,
            initial: self.def.pieces[man.piece.index()].first[side.index()].has(from),
            passing: entry.passing,
            may_hop: &may_hop,
            may_take: &may_take,
            en_passant,
        };
        for walk in entry.moves.terms().iter().flat_map(|term| walker.term(term)) {
            if !entry.to[side.index()].has(walk.to) {
                continue;
            }
            let same = moves
                .iter_mut()
                .find(|other: &&mut Move| other.to == walk.to && other.removed == walk.removed);
            if let Some(same) = same {
                // The squares of every possible path count; of several paths the first in
                // board order is written. An ordinary move spends no right.
                same.passed.extend(walk.passed);
                same.junctions = same.junctions.clone().min(walk.junctions);
                continue;
            }
            moves.push(Move {
                removed: walk.removed,
                junctions: walk.junctions,
                passed: walk.passed,
                en_passant: walk.en_passant,
                spends,
                ..Move::plain(from, walk.to)
            });
        }
    }

    /// Squares of a side's men.
    pub(crate) fn men(&self, position: &Position, side: Side) -> Vec<(Square, Man)> {
        self.def
            .shape
            .squares()
            .filter_map(|at| position.board[at.index()].map(|man| (at, man)))
            .filter(|(_, man)| man.side == side)
            .collect()
    }

    /// Whether a man of `by`'s other side standing on `square` could be captured by a man of
    /// `by`, pins left aside.
    pub(crate) fn attacked_by(&self, position: &Position, square: Square, by: Side) -> bool {
        self.men(position, by).into_iter().any(|(from, _)| self.attacks(position, from, square))
    }

    /// Whether the man on `from` could capture the man on `square`. Entries that only move are
    /// not asked: their conditions may themselves ask for attacks.
    pub(crate) fn attacks(&self, position: &Position, from: Square, square: Square) -> bool {
        let captures = |entry: &MoveEntry| !only_moves(&entry.moves);
        let walks = self.walks_by(position, from, captures);
        walks
            .iter()
            .any(|walk| walk.removed.contains(&square) && !self.costs_own_royalty(position, walk))
    }

    pub(crate) fn royals(&self, side: Side) -> impl Iterator<Item = &Royal> {
        self.def.royals.iter().filter(move |entry| entry.sides[side.index()])
    }

    fn is_royal(&self, man: Man) -> bool {
        self.royals(man.side).any(|entry| self.has(entry.pieces, man))
    }

    /// Whether the man is in the set: by his piece, and in games with augmenters by what he
    /// holds where the set asks for that.
    pub(crate) fn has(&self, set: PieceSet, man: Man) -> bool {
        if self.def.dressed.is_empty() {
            return set.has(man.piece);
        }
        let dressed =
            self.def.dressed.iter().position(|dressed| {
                dressed.piece == man.piece && dressed.tags.0 == man.held.codes()
            });
        set.has_man(man.piece, dressed.map(|index| index as u8))
    }

    /// The moves that a man has from his augmenters.
    fn lent_to(&self, man: Man) -> impl Iterator<Item = &MoveEntry> {
        let lent = &self.lent[man.piece.index()];
        man.held.codes().into_iter().map(|code| &lent[usize::from(code)])
    }

    /// The moves that each augmenter lends to each piece.
    pub(super) fn lendings(def: &Definition) -> Vec<Vec<MoveEntry>> {
        let all = def.shape.all();
        let lent = |piece: &Piece, augmenter: &Augmenter| MoveEntry {
            name: None,
            moves: augmenter.moves.clone(),
            span: augmenter.moves_span,
            from: [all; 2],
            to: piece.within,
            takes: piece.takes,
            hurdles: piece.hurdles,
            passing: false,
            when: None,
        };
        let all_lent = |piece| def.augmenters.iter().map(|one| lent(piece, one)).collect();
        def.pieces.iter().map(all_lent).collect()
    }

    pub(crate) fn of(&self, position: &Position, side: Side, pieces: PieceSet) -> Vec<Square> {
        let mut men = self.men(position, side);
        men.retain(|(_, man)| self.has(pieces, *man));
        men.into_iter().map(|(at, _)| at).collect()
    }

    /// Whether some royal entry of the side is broken.
    pub(crate) fn in_check(&self, position: &Position, side: Side) -> bool {
        self.royals(side).any(|entry| {
            let men = self.of(position, side, entry.pieces);
            let attacked = |&at: &Square| self.attacked_by(position, at, side.other());
            match entry.safe {
                Safe::Each => men.iter().any(attacked),
                Safe::Last => men.len() == 1 && men.iter().any(attacked),
                Safe::One => !men.is_empty() && men.iter().all(attacked),
            }
        })
    }

    /// Whether royal men of the side have been taken away: its enemy has won by that, and need
    /// not have seen to his own.
    pub(crate) fn has_lost_royalty(&self, position: &Position, side: Side) -> bool {
        let in_hand = &position.hands[side.index()];
        self.royals(side).any(|entry| {
            self.of(position, side, entry.pieces).is_empty()
                && !in_hand.iter().any(|&piece| entry.pieces.has(piece))
        })
    }

    /// Whether the move takes the side's royalty away: with `each` by removing one of its men,
    /// with `last` and `one` by removing the last.
    pub(crate) fn takes_royalty(&self, position: &Position, mv: &Move, side: Side) -> bool {
        let lost = self.lost(position, mv);
        self.royals(side).any(|entry| {
            let royal = |man: &&Man| man.side == side && self.has(entry.pieces, **man);
            let taken = lost.iter().filter(royal).count();
            match entry.safe {
                Safe::Each => taken > 0,
                Safe::Last | Safe::One => {
                    let left = || self.of(&self.make(position, mv), side, entry.pieces);
                    taken > 0 && left().is_empty()
                }
            }
        })
    }

    /// Pseudo-legal moves of the side to move, promotions chosen, castling included.
    pub(crate) fn pseudo(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men(position, position.side) {
            for walk in self.walks(position, from) {
                self.promotions(position, man, walk, &mut moves);
            }
            self.promotions_in_place(position, from, man, &mut moves);
        }
        for right in &position.castling {
            for entry in &self.def.castlings {
                moves.extend(self.castle(position, *right, entry));
            }
        }
        self.entries(position, &mut moves);
        self.drops(position, &mut moves);
        moves
    }

    /// Legal by 7.7 (a) and (b): own royalty is neither taken away nor left broken, unless
    /// the enemy's is taken away by this move.
    pub(crate) fn is_safe(&self, position: &Position, mv: &Move) -> bool {
        let side = position.side;
        !self.takes_royalty(position, mv, side)
            && (self.takes_royalty(position, mv, side.other())
                || !self.in_check(&self.make(position, mv), side))
    }

    /// Legal moves of the side to move if no end had come before.
    pub(crate) fn moves_before_ends(&self, position: &Position, passing: bool) -> Vec<Move> {
        self.moves_under(position, passing, true)
    }

    /// The same, perhaps without those bans that ask for legal moves themselves.
    pub(crate) fn moves_under(
        &self,
        position: &Position,
        passing: bool,
        all_bans: bool,
    ) -> Vec<Move> {
        let mut moves = self.pseudo(position);
        moves.retain(|mv| {
            self.is_safe(position, mv)
                && !self.needs_entry(position, mv, all_bans)
                && !self.is_banned(position, mv, all_bans)
        });
        if let Some(pass) = self.def.turn.pass.as_ref().filter(|_| passing)
            && self.holds(pass, &Scene::turn(position))
        {
            let pass = Move { pass: true, ..Move::plain(Square::new(0), Square::new(0)) };
            if !self.is_banned(position, &pass, all_bans) {
                moves.push(pass);
            }
        }
        if moves.iter().any(|mv| mv.must) {
            moves.retain(|mv| mv.must);
        }
        if self.def.turn.must_capture && moves.iter().any(|mv| !mv.removed.is_empty()) {
            moves.retain(|mv| !mv.removed.is_empty());
        }
        moves
    }

    /// Legal moves: none where an end by rule holds. Of several ends the first decides, so
    /// behind a verdict that holds the moves are there.
    pub(crate) fn moves(&self, position: &Position) -> Vec<Move> {
        let moves = self.moves_before_ends(position, true);
        let scene = Scene::end(position, std::slice::from_ref(position), &moves);
        let mut ends = self.def.ends.iter().filter(|end| end.by != By::Claim);
        let first = ends.find(|end| self.holds(&end.when, &scene));
        if first.is_some_and(|end| end.by == By::Rule) { Vec::new() } else { moves }
    }
}
