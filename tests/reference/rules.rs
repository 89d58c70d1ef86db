//! What a side may do: pseudo-legal moves, attacks, castling, promotion, legality and what a
//! turn changes (`language.md` 5 and 7). Every move is made on a copy and looked at.

use ferz::board::{Side, Square};
use ferz::definition::{
    Augmenter, By, Castling, Definition, Gate, Mark, MoveEntry, Piece, PieceId, PieceSet,
    PromotionOn, Royal, Safe,
};

use super::condition::Scene;
use super::position::{CastlingRight, LastTurn, Man, Passed, Place, Position, Reserve};
use super::walk::{Walker, only_moves};
use super::{BEYOND, Reference};

/// A move, before anybody asks whether it is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// Where the man stands; for a pass, anywhere.
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

    fn entry_walks(
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
                from,
                to: walk.to,
                removed: walk.removed,
                junctions: walk.junctions,
                passed: walk.passed,
                en_passant: walk.en_passant,
                spends,
                promotion: None,
                castling: None,
                pass: false,
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
        walks.iter().any(|walk| walk.removed.contains(&square))
    }

    fn royals(&self, side: Side) -> impl Iterator<Item = &Royal> {
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

    fn of(&self, position: &Position, side: Side, pieces: PieceSet) -> Vec<Square> {
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

    /// Whether the move takes the side's royalty away: with `each` by removing one of its men,
    /// with `last` and `one` by removing the last.
    fn takes_royalty(&self, position: &Position, mv: &Move, side: Side) -> bool {
        let removed = |entry: &Royal, at: &Square| {
            position.board[at.index()]
                .is_some_and(|man| man.side == side && self.has(entry.pieces, man))
        };
        self.royals(side).any(|entry| {
            let taken = mv.removed.iter().filter(|at| removed(entry, at)).count();
            match entry.safe {
                Safe::Each => taken > 0,
                Safe::Last | Safe::One => {
                    taken > 0 && taken == self.of(position, side, entry.pieces).len()
                }
            }
        })
    }

    /// Pseudo-legal moves of the side to move, promotions chosen, castling included.
    fn pseudo(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men(position, position.side) {
            for walk in self.walks(position, from) {
                self.promotions(position, man, walk, &mut moves);
            }
        }
        for right in &position.castling {
            for entry in &self.def.castlings {
                moves.extend(self.castle(position, *right, entry));
            }
        }
        moves
    }

    /// The choices that a move has: what the man may become, and staying what he is.
    fn promotions(&self, position: &Position, man: Man, walk: Move, moves: &mut Vec<Move>) {
        let side = position.side;
        let mut must = false;
        let mut targets: Vec<(PieceId, Mark)> = Vec::new();
        for entry in &self.def.promotions {
            let zone = entry.zone[side.index()];
            let in_zone = match entry.on {
                PromotionOn::End => zone.has(walk.to),
                PromotionOn::Touch => zone.has(walk.from) || zone.has(walk.to),
                PromotionOn::Turn => unreachable!("{BEYOND}"),
                PromotionOn::Capture => zone.has(walk.to) && !walk.removed.is_empty(),
            };
            let applies = entry.sides[side.index()] && self.has(entry.pieces, man) && in_zone;
            if !applies
                || entry
                    .when
                    .as_ref()
                    .is_some_and(|when| !self.holds(when, &Scene::before(position, side)))
            {
                continue;
            }
            must |= entry.must;
            for &piece in &entry.to {
                let on_board = self
                    .men(position, side)
                    .into_iter()
                    .filter(|(_, own)| own.piece == piece)
                    .count();
                let limit = entry.limit.iter().find(|(limited, _)| *limited == piece);
                let free = limit.is_none_or(|&(_, limit)| on_board < limit as usize);
                let target = (piece, entry.mark);
                let allowed = self.def.pieces[piece.index()].sides[side.index()];
                if free && allowed && !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        for target in targets {
            moves.push(Move { promotion: Some(target), ..walk.clone() });
        }
        if !must {
            moves.push(walk);
        }
    }

    /// The castling of `entry` by this right, if nothing stands in the way and the man's
    /// royalty allows it. The goal is judged like any move, in the finished position.
    fn castle(&self, position: &Position, right: CastlingRight, entry: &Castling) -> Option<Move> {
        let side = position.side;
        let CastlingRight { king, partner, letter, .. } = right;
        if right.side != side
            || entry.side != side
            || entry.right != letter
            || !entry.from.has(king)
            || !entry.partner_from.has(partner)
        {
            return None;
        }
        let shape = &self.def.shape;
        // Squares from one to the other on their rank, ends included.
        let span = |a: Square, b: Square| {
            let (low, high) = (a.byte().min(b.byte()), a.byte().max(b.byte()));
            (low..=high).map(Square::new)
        };
        let blocked = |at: Square| {
            shape.holes().has(at)
                || at != king && at != partner && position.board[at.index()].is_some()
        };
        let ways =
            span(king, partner).chain(span(king, entry.to)).chain(span(partner, entry.partner_to));
        if ways.into_iter().any(blocked) {
            return None;
        }
        let man = position.board[king.index()]?;
        let royal = self.royals(side).any(|entry| {
            self.has(entry.pieces, man)
                && (entry.safe == Safe::Each || self.of(position, side, entry.pieces).len() == 1)
        });
        if royal {
            if self.attacked_by(position, king, side.other()) {
                return None;
            }
            for crossed in span(king, entry.to).filter(|&at| at != king && at != entry.to) {
                let mut stood = position.clone();
                if entry.king_stepped {
                    stood.board[king.index()] = None;
                }
                stood.board[crossed.index()] = Some(man);
                if self.attacked_by(&stood, crossed, side.other()) {
                    return None;
                }
            }
        }
        Some(Move {
            from: king,
            to: entry.to,
            removed: Vec::new(),
            junctions: Vec::new(),
            passed: Vec::new(),
            en_passant: false,
            spends: false,
            promotion: None,
            castling: Some((partner, entry.partner_to)),
            pass: false,
        })
    }

    /// The finished position after a move, legal or not (section 7, steps 1 to 6 and 8, 9).
    /// En passant rights are still all that the move left.
    fn make(&self, position: &Position, mv: &Move) -> Position {
        self.make_entering(position, mv, true)
    }

    /// The same with the men in reserve that this move brings in, or without them.
    fn make_entering(&self, position: &Position, mv: &Move, entering: bool) -> Position {
        let side = position.side;
        let mut next = position.clone();
        next.side = side.other();
        next.passed = None;
        next.quiet += 1;
        next.fullmove += u32::from(side == Side::Black);
        next.passes = if mv.pass { position.passes + 1 } else { 0 };
        next.last = Some(LastTurn { man: None, captured: Vec::new() });
        if mv.pass {
            return next;
        }
        let man = position.board[mv.from.index()].expect("a move of a man");
        let mut captured = Vec::new();
        for at in &mv.removed {
            let victim = next.board[at.index()].take().expect("a victim");
            // Whoever waits behind him has no way in any more.
            next.reserves.retain(|reserve| reserve.place != Place::Behind(*at));
            captured.push(victim);
            if let Some(points) = self.def.points.as_ref().filter(|_| victim.side != side) {
                let worth = points.captured.iter().find(|(piece, _)| *piece == victim.piece);
                next.points[side.index()] += worth.map_or(0, |&(_, worth)| worth);
            }
        }
        next.board[mv.from.index()] = None;
        if let Some((partner, goal)) = mv.castling {
            let other = next.board[partner.index()].take();
            next.board[goal.index()] = other;
        }
        let once = self.def.pieces[man.piece.index()].once.as_ref();
        let spent = mv.spends || once.is_some_and(|once| once.until_moved);
        let man = Man { once: man.once && !spent, ..man };
        let placed = match mv.promotion {
            None => man,
            Some((piece, mark)) => Man {
                was: (mark != Mark::None).then_some((mark, man.piece)),
                ..Man::plain(side, piece)
            },
        };
        next.board[mv.to.index()] = Some(placed);
        if entering {
            enter(&mut next, mv, side);
        }

        // A right goes when either man moves or is captured.
        let partner = mv.castling.map(|(partner, _)| partner);
        let touched: Vec<Square> =
            mv.removed.iter().copied().chain([mv.from]).chain(partner).collect();
        next.castling
            .retain(|right| !touched.contains(&right.king) && !touched.contains(&right.partner));
        if !captured.is_empty() || self.has(self.def.turn.resets, man) {
            next.quiet = 0;
        }
        if self.has(self.def.en_passant.of, placed) {
            let mut squares = mv.passed.clone();
            squares.sort_unstable();
            squares.dedup();
            squares.retain(|at| next.board[at.index()].is_none());
            next.passed = (!squares.is_empty()).then_some(Passed { squares, victim: mv.to });
        }
        next.last = Some(LastTurn { man: Some(man), captured });
        next
    }

    /// En passant rights belong to the position only while an enemy man could pseudo-legally
    /// use them.
    pub(crate) fn keep_usable_passed(&self, position: &mut Position) {
        let Some(mut passed) = position.passed.take() else { return };
        position.passed = Some(passed.clone());
        let usable = passed_squares_used(&self.pseudo(position));
        passed.squares.retain(|at| usable.contains(at));
        position.passed = (!passed.squares.is_empty()).then_some(passed);
    }

    /// The position after a move that has been found legal: rights that lapse are gone, and
    /// so are en passant rights that nobody can use.
    pub(crate) fn play_move(&self, position: &Position, mv: &Move) -> Position {
        let mut next = self.make(position, mv);
        let judged = next.clone();
        for at in self.def.shape.squares() {
            let Some(man) = judged.board[at.index()].filter(|man| man.once) else { continue };
            let once = self.def.pieces[man.piece.index()].once.as_ref();
            if let Some(lapse) = once.and_then(|once| once.lapse.as_ref())
                && self.holds(lapse, &Scene::before(&judged, man.side))
            {
                next.board[at.index()] = Some(Man { once: false, ..man });
            }
        }
        self.keep_usable_passed(&mut next);
        next
    }

    /// Legal by 7.7 (a) and (b): own royalty is neither taken away nor left broken, unless
    /// the enemy's is taken away by this move.
    fn is_safe(&self, position: &Position, mv: &Move) -> bool {
        let side = position.side;
        !self.takes_royalty(position, mv, side)
            && (self.takes_royalty(position, mv, side.other())
                || !self.in_check(&self.make(position, mv), side)
                    && !self.needs_entry(position, mv))
    }

    /// Whether the own royalty is safe only because of a man that enters with the move, where
    /// that is not allowed.
    fn needs_entry(&self, position: &Position, mv: &Move) -> bool {
        let side = position.side;
        let shields =
            |reserve: &Reserve| self.gate_of(side, reserve.piece).is_none_or(|gate| gate.shields);
        let without = self.make_entering(position, mv, false);
        leavers(position, mv).iter().any(|reserve| !shields(reserve))
            && self.in_check(&without, side)
    }

    /// The gate by which a man in reserve enters.
    pub(crate) fn gate_of(&self, side: Side, piece: PieceId) -> Option<&Gate> {
        self.def.gates.iter().find(|gate| gate.sides[side.index()] && gate.pieces.has(piece))
    }

    /// Names of the men that come in with a move.
    pub(crate) fn entering(&self, position: &Position, mv: &Move) -> Vec<String> {
        let leavers = leavers(position, mv).into_iter();
        leavers.map(|reserve| self.def.pieces[reserve.piece.index()].letter.clone()).collect()
    }

    /// Legal moves of the side to move if no end had come before.
    pub(crate) fn moves_before_ends(&self, position: &Position, passing: bool) -> Vec<Move> {
        let mut moves = self.pseudo(position);
        moves.retain(|mv| self.is_safe(position, mv));
        if let Some(pass) = self.def.turn.pass.as_ref().filter(|_| passing)
            && self.holds(pass, &Scene::turn(position))
        {
            moves.push(Move {
                from: Square::new(0),
                to: Square::new(0),
                removed: Vec::new(),
                junctions: Vec::new(),
                passed: Vec::new(),
                en_passant: false,
                spends: false,
                promotion: None,
                castling: None,
                pass: true,
            });
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
fn enter(next: &mut Position, mv: &Move, side: Side) {
    let leavers = leavers(&Position { side, ..next.clone() }, mv);
    for reserve in leavers {
        next.reserves.retain(|other| *other != reserve);
        let Place::Behind(at) = reserve.place else { continue };
        if next.board[at.index()].is_none() {
            next.board[at.index()] = Some(Man::plain(side, reserve.piece));
        }
    }
}
