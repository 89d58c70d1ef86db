//! A definition's moves and conditions one by one, for whoever explains what the tables say.

use std::borrow::Cow;

pub(crate) use super::trace::Trace;

use super::kinds::{self, Kinds};
use super::movers::mode;
use super::trace::trace;
use super::work::Work;
use super::{Groups, conditions};
use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::definition::{Definition, Expr, MoveEntry, Piece};
use crate::notation::lower::{Way, lower};
use crate::rules::{Cond, Kind, Mode, Rules};

/// The man that a kind is, the moves of all that it holds included.
pub(crate) fn man_of<'a>(definition: &'a Definition, kind: &Kind) -> Cow<'a, Piece> {
    match kinds::man(definition, kind) {
        Some(man) => Cow::Owned(man),
        None => Cow::Borrowed(&definition.pieces[usize::from(kind.piece)]),
    }
}

/// One way of an entry from one square.
pub(crate) struct Laid {
    /// The way.
    pub(crate) way: Way,
    /// What may happen at its end.
    pub(crate) mode: Mode,
    /// Its destinations, whatever stands on the board; `None` if it removes men between its
    /// ends.
    pub(crate) traces: Option<Vec<Trace>>,
}

/// The ways of an entry from a square. Where they may begin and end is left to the caller.
pub(crate) fn ways(
    definition: &Definition,
    entry: &MoveEntry,
    side: Side,
    from: Square,
) -> Vec<Laid> {
    let work = Work::new();
    let ways = lower(&entry.moves).into_iter();
    ways.map(|way| {
        let traces = trace(&definition.shape, side, from, &way, &work);
        Laid { mode: mode(&way), traces, way }
    })
    .collect()
}

/// Whether a way may end in a capture in passing.
pub(crate) fn captures_in_passing(way: &Way) -> bool {
    mode(way).has(Mode::EN_PASSANT)
}

/// A condition that can be asked of positions of these rules.
pub(crate) fn condition<B: Bitboard>(
    definition: &Definition,
    rules: &Rules<B>,
    expr: &Expr,
) -> Cond<B> {
    let kinds = Kinds::of_rules(definition, rules);
    // All groups that positions keep are there already; none is added.
    let mut groups = Groups { kinds: &kinds, groups: rules.groups.clone() };
    conditions::compile(expr, &kinds, &mut groups)
}
