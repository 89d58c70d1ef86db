//! What else a move does to men (`language.md` 18).

use ferz::board::{Side, Square};
use ferz::definition::{Effect, MoverFate};
use ferz::notation::MoveExpr;

use super::Reference;
use super::position::{Man, Position};
use super::rules::Move;
use super::walk::Walker;

/// A move whose men stand where it has put them, effects not yet.
pub(super) struct Made<'a> {
    /// Where it ended.
    pub(super) to: Square,
    /// Who moved, before he promoted.
    pub(super) mover: Man,
    /// Whom he captured.
    pub(super) captured: &'a [Man],
}

impl Reference {
    /// Whether men of the game turn into walls.
    pub(crate) fn makes_walls(&self) -> bool {
        self.def.effects.iter().any(|effect| effect.mover == MoverFate::Wall)
    }

    /// Plays all effects on the finished move, in order. Gives the men that are no longer what
    /// and whose they were, and squares on which that happened.
    pub(super) fn play_effects(
        &self,
        next: &mut Position,
        side: Side,
        made: &Made<'_>,
    ) -> Vec<(Square, Man)> {
        let mut lost = Vec::new();
        for effect in &self.def.effects {
            if !self.is_due(effect, side, made) {
                continue;
            }
            for at in effect.around.iter().flat_map(|leaps| self.leaps(leaps, side, made.to)) {
                let victim = next.board[at.index()].filter(|man| !self.has(effect.spares, *man));
                if let Some(victim) = victim {
                    next.board[at.index()] = None;
                    lost.push((at, victim));
                }
            }
            let Some(mover) = next.board[made.to.index()] else { continue };
            let changed = match effect.mover {
                MoverFate::Stays => continue,
                MoverFate::Removed => None,
                MoverFate::Wall => {
                    next.walls.push(made.to);
                    next.walls.sort_unstable();
                    None
                }
                MoverFate::Captured => match made.captured.first() {
                    Some(victim) => Some(Man::plain(mover.side, victim.piece)),
                    None => continue,
                },
                MoverFate::Turned => Some(Man { side: mover.side.other(), ..mover }),
            };
            next.board[made.to.index()] = changed;
            lost.push((made.to, mover));
        }
        lost
    }

    fn is_due(&self, effect: &Effect, side: Side, made: &Made<'_>) -> bool {
        let hit = made.captured.iter().any(|man| self.has(effect.captured, *man));
        effect.sides[side.index()]
            && self.has(effect.pieces, made.mover)
            && (hit || !effect.on_capture)
    }

    /// Squares a leap away.
    fn leaps(&self, leaps: &MoveExpr, side: Side, from: Square) -> Vec<Square> {
        let board = vec![None; self.def.shape.area()];
        let walker = Walker {
            shape: &self.def.shape,
            board: &board,
            walls: &[],
            from,
            side,
            initial: true,
            passing: false,
            may_hop: &|_| true,
            may_take: &|_| true,
            en_passant: None,
        };
        leaps.terms().iter().flat_map(|term| walker.term(term)).map(|walk| walk.to).collect()
    }

    /// The men that a move takes off the board, or from their side.
    pub(super) fn lost(&self, position: &Position, mv: &Move) -> Vec<Man> {
        if self.def.effects.is_empty() {
            return mv.removed.iter().filter_map(|at| position.board[at.index()]).collect();
        }
        self.make_and_lose(position, mv, true).1
    }

    /// Whether a capture is no attack since it would take the capturer's own royalty away.
    pub(super) fn costs_own_royalty(&self, position: &Position, walk: &Move) -> bool {
        let Some(man) = position.board[walk.from.index()] else { return false };
        let turn = Position { side: man.side, ..position.clone() };
        self.takes_royalty(&turn, walk, man.side)
    }
}
