//! Moves that are not legal though nothing else is wrong with them (`language.md` 18).

use ferz::definition::{Ban, BanOn, Expr, Fact};

use super::Reference;
use super::condition::Scene;
use super::position::Position;
use super::rules::Move;

impl Reference {
    /// Whether a ban forbids the move. Inside bans those that ask for legal moves themselves
    /// are left out.
    pub(super) fn is_banned(&self, position: &Position, mv: &Move, all_bans: bool) -> bool {
        let asked = |ban: &&Ban| all_bans || !ban.when.as_ref().is_some_and(asks_for_moves);
        self.def.bans.iter().filter(asked).any(|ban| self.forbids(ban, position, mv))
    }

    fn forbids(&self, ban: &Ban, position: &Position, mv: &Move) -> bool {
        let side = position.side;
        let enters = mv.gate.is_some() || !self.entering(position, mv).is_empty();
        let fits = match ban.on {
            BanOn::Any => !mv.pass,
            BanOn::Move => !mv.pass && mv.drop.is_none() && mv.castling.is_none(),
            BanOn::Capture => !mv.removed.is_empty(),
            BanOn::Drop => mv.drop.is_some(),
            BanOn::Castling => mv.castling.is_some(),
            BanOn::Promotion => mv.promotion.is_some() || mv.back,
            BanOn::Gate => !mv.pass && enters,
            BanOn::Pass => mv.pass,
        };
        let mover = if mv.pass { None } else { mv.drop.or(position.board[mv.from.index()]) };
        if !fits || !ban.sides[side.index()] || mover.is_some_and(|man| !self.has(ban.pieces, man))
        {
            return false;
        }
        let before = ban.before.as_ref();
        if before.is_some_and(|expr| !self.holds(expr, &Scene::of_move(position, side, mv))) {
            return false;
        }
        ban.when.as_ref().is_none_or(|expr| {
            let next = self.make(position, mv);
            self.holds(expr, &Scene::of_move(&next, side, mv))
        })
    }
}

fn asks_for_moves(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::SameSide(..) => false,
        Expr::Not(inner) => asks_for_moves(inner),
        Expr::And(a, b) | Expr::Or(a, b) => asks_for_moves(a) || asks_for_moves(b),
        Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => {
            asks_for_moves(a) || asks_for_moves(b)
        }
        Expr::Fact(fact) => matches!(fact, Fact::Moves(_) | Fact::Reach { .. }),
    }
}
