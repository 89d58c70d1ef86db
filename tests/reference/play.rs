//! What a turn changes (section 7 of the language).

use ferz::board::{Side, Square};
use ferz::definition::Mark;

use super::Reference;
use super::condition::Scene;
use super::effects::Made;
use super::gates::enter;
use super::position::{LastTurn, Man, Passed, Place, Position};
use super::rules::{Move, passed_squares_used};

impl Reference {
    /// The finished position after a move, legal or not (section 7, steps 1 to 6 and 8, 9).
    /// En passant rights are still all that the move left.
    pub(super) fn make(&self, position: &Position, mv: &Move) -> Position {
        self.make_and_lose(position, mv, true).0
    }

    /// The same with the men in reserve that this move brings in, or without them, and the men
    /// that it takes off the board or from their side.
    pub(super) fn make_and_lose(
        &self,
        position: &Position,
        mv: &Move,
        entering: bool,
    ) -> (Position, Vec<Man>) {
        let side = position.side;
        let mut next = position.clone();
        next.side = side.other();
        next.passed = None;
        next.quiet += 1;
        next.fullmove += u32::from(side == Side::Black);
        next.passes = if mv.pass { position.passes + 1 } else { 0 };
        next.last = Some(LastTurn { man: None, captured: Vec::new() });
        if mv.pass {
            return (next, Vec::new());
        }
        let mut captured = Vec::new();
        for at in &mv.removed {
            let victim = next.board[at.index()].take().expect("a victim");
            // Whoever waits behind him has no way in any more.
            next.reserves.retain(|reserve| reserve.place != Place::Behind(*at));
            captured.push(victim);
            self.to_hand(&mut next, side, victim);
            if let Some(points) = self.def.points.as_ref().filter(|_| victim.side != side) {
                let worth = points.captured.iter().find(|(piece, _)| *piece == victim.piece);
                next.points[side.index()] += worth.map_or(0, |&(_, worth)| worth);
            }
        }
        let (mover, placed) = self.move_man(&mut next, position, mv);
        if entering {
            enter(&mut next, mv, side);
        }
        let made = Made { to: mv.to, mover, captured: &captured };
        let effects = match mv.drop {
            None => self.play_effects(&mut next, side, &made),
            Some(_) => Vec::new(),
        };

        // A right goes when either man moves or is captured.
        let partner = mv.castling.map(|(partner, _)| partner);
        let left = mv.drop.is_none().then_some(mv.from);
        let hit = effects.iter().map(|&(at, _)| at);
        let touched: Vec<Square> =
            mv.removed.iter().copied().chain(left).chain(partner).chain(hit).collect();
        next.castling
            .retain(|right| !touched.contains(&right.king) && !touched.contains(&right.partner));
        next.virgin.retain(|at| !touched.contains(at));
        next.dropped.retain(|at| !touched.contains(at));
        next.reserves
            .retain(|reserve| !effects.iter().any(|&(at, _)| reserve.place == Place::Behind(at)));
        if mv.drop.is_some() {
            self.rights_by_drop(&mut next, side, mv.to);
        }
        Self::forget_dropped(&mut next);
        self.tidy_virgin(&mut next);
        if !captured.is_empty() || mv.drop.is_some() || self.has(self.def.turn.resets, mover) {
            next.quiet = 0;
        }
        if self.has(self.def.en_passant.of, placed) && next.board[mv.to.index()] == Some(placed) {
            let mut squares = mv.passed.clone();
            squares.sort_unstable();
            squares.dedup();
            squares.retain(|&at| next.is_empty(at));
            next.passed = (!squares.is_empty()).then_some(Passed { squares, victim: mv.to });
        }
        let lost = captured.iter().copied().chain(effects.into_iter().map(|(_, man)| man));
        let lost = lost.collect();
        next.last = Some(LastTurn { man: Some(mover), captured });
        (next, lost)
    }

    /// Puts the man, and in castling his partner, where the move ends. Gives the man as he
    /// moved and as he stands now.
    fn move_man(&self, next: &mut Position, position: &Position, mv: &Move) -> (Man, Man) {
        let side = position.side;
        if let Some(man) = mv.drop {
            let piece = man.was.map_or(man.piece, |(_, was)| was);
            Self::from_hand(next, side, piece);
            next.board[mv.to.index()] = Some(man);
            return (man, man);
        }
        let man = position.board[mv.from.index()].expect("a move of a man");
        next.board[mv.from.index()] = None;
        if let Some((partner, goal)) = mv.castling {
            let other = next.board[partner.index()].take();
            next.board[goal.index()] = other;
        }
        let once = self.def.pieces[man.piece.index()].once.as_ref();
        let spent = mv.spends || once.is_some_and(|once| once.until_moved);
        let man = Man { once: man.once && !spent, ..man };
        let placed = match (mv.promotion, man.was) {
            (_, Some((_, was))) if mv.back => Man::plain(side, was),
            (None, _) => man,
            (Some((piece, mark)), _) => Man {
                was: (mark != Mark::None).then_some((mark, man.piece)),
                ..Man::plain(side, piece)
            },
        };
        next.board[mv.to.index()] = Some(placed);
        if let Some((piece, at)) = mv.gate {
            Self::from_hand(next, side, piece);
            next.board[at.index()] = Some(Man::plain(side, piece));
        }
        (man, placed)
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
    /// so are en passant rights that nobody can use; checks and counters have gone on.
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
        self.count_check(&mut next, position.side);
        self.count_on(&mut next, position.side);
        next
    }
}
