//! Conditions over pieces → conditions over groups of kinds.

use crate::bitboard::Bitboard;
use crate::definition::{Comparison, End, Expr, Fact, SidedSquares, Who};
use crate::rules::{CompiledEnd, Cond, CondFact};

use super::Groups;
use super::kinds::Kinds;

pub(super) fn end<B: Bitboard>(
    end: &End,
    kinds: &Kinds,
    groups: &mut Groups<'_>,
) -> CompiledEnd<B> {
    CompiledEnd {
        when: compile(&end.when, kinds, groups),
        result: end.result,
        by: end.by,
        only_without_moves: needs_no_moves(&end.when),
        name: end.name.clone(),
        call: end.call.clone(),
    }
}

/// Whether the condition can only hold where the side to move has no legal move.
fn needs_no_moves(expr: &Expr) -> bool {
    match expr {
        Expr::And(a, b) => needs_no_moves(a) || needs_no_moves(b),
        Expr::Or(a, b) => needs_no_moves(a) && needs_no_moves(b),
        Expr::Compare(Comparison::Equal, a, b) => {
            let moves = |expr: &Expr| matches!(expr, Expr::Fact(Fact::Moves(Who::Them)));
            let none = |expr: &Expr| *expr == Expr::Const(0);
            moves(a) && none(b) || none(a) && moves(b)
        }
        Expr::Const(value) => *value == 0,
        _ => false,
    }
}

pub(super) fn compile<B: Bitboard>(expr: &Expr, kinds: &Kinds, groups: &mut Groups<'_>) -> Cond<B> {
    let mut both = |a: &Expr, b: &Expr| {
        (Box::new(compile(a, kinds, groups)), Box::new(compile(b, kinds, groups)))
    };
    match expr {
        Expr::Const(value) => Cond::Const(*value),
        Expr::Not(inner) => Cond::Not(Box::new(compile(inner, kinds, groups))),
        Expr::And(a, b) => {
            let (a, b) = both(a, b);
            Cond::And(a, b)
        }
        Expr::Or(a, b) => {
            let (a, b) = both(a, b);
            Cond::Or(a, b)
        }
        Expr::Compare(op, a, b) => {
            let (a, b) = both(a, b);
            match (op, *a, *b) {
                (
                    Comparison::Equal,
                    Cond::Fact(CondFact::Count { who, men, squares, spot }),
                    Cond::Const(0),
                ) => Cond::Fact(CondFact::Nobody { who, men, squares, spot }),
                (op, a, b) => Cond::Compare(*op, Box::new(a), Box::new(b)),
            }
        }
        Expr::Arithmetic(op, a, b) => {
            let (a, b) = both(a, b);
            Cond::Arithmetic(*op, a, b)
        }
        Expr::SameSide(a, b) => Cond::SameSide(*a, *b),
        Expr::Fact(fact) => Cond::Fact(compile_fact(fact, kinds, groups)),
    }
}

fn compile_fact<B: Bitboard>(fact: &Fact, kinds: &Kinds, groups: &mut Groups<'_>) -> CondFact<B> {
    let wide = |squares: &SidedSquares| squares.map(B::from_set);
    match fact {
        Fact::Count { who, pieces, squares, spot } => CondFact::Count {
            who: *who,
            men: groups.men(*pieces),
            squares: wide(squares),
            spot: *spot,
        },
        Fact::Hand { who, pieces } => {
            let slots = kinds.slots.iter().enumerate();
            let slots = slots.filter(|(_, piece)| pieces.has(crate::definition::PieceId(**piece)));
            CondFact::Hand {
                who: *who,
                slots: slots.map(|(slot, _)| slot as u8).collect(),
                kinds: kinds.with_reserve(*pieces),
            }
        }
        Fact::Missing { who, pieces } => {
            CondFact::Missing { who: *who, pieces: pieces.iter().map(|piece| piece.0).collect() }
        }
        Fact::Empty { squares } => CondFact::Empty { squares: wide(squares) },
        Fact::Stuck { who, pieces } => CondFact::Stuck { who: *who, men: groups.men(*pieces) },
        Fact::Value(who) => CondFact::Value(*who),
        Fact::Points(who) => CondFact::Points(*who),
        Fact::Rights(who) => CondFact::Rights(*who),
        Fact::Checks(who) => CondFact::Checks(*who),
        Fact::Counter(index) => CondFact::Counter(*index),
        Fact::Line { who, pieces, n } => {
            CondFact::Line { who: *who, men: groups.men(*pieces), n: *n }
        }
        Fact::Flanked { who, a, b } => {
            CondFact::Flanked { who: *who, a: groups.men(*a), b: groups.men(*b) }
        }
        Fact::Quiet => CondFact::Quiet,
        Fact::Passes => CondFact::Passes,
        Fact::Moved(pieces) => CondFact::Moved(kinds.of_pieces(*pieces)),
        Fact::Took(pieces) => CondFact::Took(kinds.of_pieces(*pieces)),
        Fact::Check(who) => CondFact::Check(*who),
        Fact::Attacked { who, pieces, by, squares, spot } => CondFact::Attacked {
            spot: *spot,
            who: *who,
            men: groups.men(*pieces),
            by: kinds.of_pieces(*by),
            squares: wide(squares),
        },
        Fact::Facing(pieces) => CondFact::Facing(groups.men(*pieces)),
        Fact::Moves(who) => CondFact::Moves(*who),
        Fact::Reach { who, pieces, squares } => {
            CondFact::Reach { who: *who, kinds: kinds.of_pieces(*pieces), squares: wide(squares) }
        }
        Fact::Repeats => CondFact::Repeats,
        Fact::Checked(who, n) => CondFact::Checked(*who, *n),
        Fact::PerpetualCheck(who) => CondFact::PerpetualCheck(*who),
    }
}
