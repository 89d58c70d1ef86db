//! `[[end]]`, and what can be known about a list of ends.

use super::Checker;
use crate::definition::condition;
use crate::definition::file::{EndTable, Missing};
use crate::definition::{By, Comparison, End, EndResult, Expr, Fact, Who};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Facts that a comparison of conditions tells apart; more are not looked at.
const ATOMS: usize = 14;

impl Checker<'_> {
    /// Ends, in order.
    pub(super) fn ends(&mut self) -> Vec<End> {
        let file = self.file;
        let before = self.faults.len();
        let ends: Vec<End> = file
            .end
            .iter()
            .flat_map(|list| &list.value)
            .filter_map(|table| self.end(table))
            .collect();
        // A list that could not be read has no order.
        let readable = file.end.is_some() || !file.seen.contains(&"end");
        if self.faults.len() == before && readable {
            self.warn_order(&ends);
        }
        ends
    }

    fn end(&mut self, table: &EndTable) -> Option<End> {
        let name = self.entry_name(table, table.name.as_ref(), "an end");
        table.need("when", "an end", self.faults);
        table.need("result", "an end", self.faults);
        let words = [("rule", By::Rule), ("verdict", By::Verdict), ("claim", By::Claim)];
        let by = self.word(table.by.as_ref(), By::Rule, &words, &[], "by");
        let words = [
            ("us", EndResult::Us),
            ("them", EndResult::Them),
            ("white", EndResult::White),
            ("black", EndResult::Black),
            ("draw", EndResult::Draw),
        ];
        let result = self.word(table.result.as_ref(), EndResult::Draw, &words, &[], "result");
        // Where the kind of end is not known, nothing is said about history.
        let place = if by == Some(By::Rule) { condition::END_RULE } else { condition::END_OTHER };
        let when = table.when.as_ref().and_then(|text| self.conditions().condition(text, place));
        if let (Some(call), Some(By::Rule | By::Verdict)) = (&table.call, by) {
            self.faults.push(
                Diagnostic::error("bad-value", call.span, "only an end by claim has a `call`")
                    .help("write `by = \"claim\"`, or take `call` out"),
            );
        }
        let call = table.call.as_ref().map_or_else(|| name.clone(), |call| call.value.clone());
        table.result.as_ref()?;
        Some(End { name, span: table.span, when: when?, result: result?, by: by?, call })
    }

    /// Ends that never hold or are never reached, and games that may stop without an end.
    fn warn_order(&mut self, ends: &[End]) {
        let file = self.file;
        let place = |index: usize| -> Span {
            let tables = file.end.as_ref().map(|list| list.value.as_slice()).unwrap_or_default();
            tables
                .get(index)
                .and_then(|table| table.when.as_ref())
                .map_or(Span::default(), |when| when.span)
        };
        let mut dead = Vec::new();
        for (i, end) in ends.iter().enumerate() {
            if ever(&[(&end.when, true)], None) == Some(false) {
                self.faults.push(
                    Diagnostic::warning(
                        "end-never",
                        place(i),
                        format!("the end `{}` can never hold", end.name),
                    )
                    .label("always false")
                    .help("correct the condition, or take the end out"),
                );
                dead.push(i);
                continue;
            }
            if end.by == By::Claim {
                continue;
            }
            let shadow = ends.iter().enumerate().take(i).find(|(j, earlier)| {
                earlier.by != By::Claim
                    && !dead.contains(j)
                    && ever(&[(&end.when, true), (&earlier.when, false)], None) == Some(false)
            });
            if let Some((j, earlier)) = shadow {
                self.faults.push(
                    Diagnostic::warning(
                        "end-shadowed",
                        place(i),
                        format!("the end `{}` is never reached", end.name),
                    )
                    .label(format!(
                        "whenever this holds, `{}` holds too and comes first",
                        earlier.name
                    ))
                    .also(place(j), "this holds first")
                    .help("put the special end in front of the general one"),
                );
            }
        }
        let deciding: Vec<(&Expr, bool)> =
            ends.iter().filter(|end| end.by != By::Claim).map(|end| (&end.when, false)).collect();
        if ever(&deciding, Some(true)) == Some(true) {
            let (span, help) = match &file.end {
                Some(list) => (list.span, "add a last end with `when = \"moves(them) == 0\"`"),
                None => (
                    file.variant.as_ref().map_or(Span::default(), |variant| variant.span),
                    "add `[[end]]` entries, the last with `when = \"moves(them) == 0\"`",
                ),
            };
            self.faults.push(
                Diagnostic::warning(
                    "no-move-end",
                    span,
                    "a side may have no moves without any end holding",
                )
                .help(help),
            );
        }
    }
}

/// Whether all these conditions can be true or false as asked, every different fact being
/// free. `stuck`: what `moves(them) == 0` is. `None`: too many facts to say.
fn ever(wanted: &[(&Expr, bool)], stuck: Option<bool>) -> Option<bool> {
    let mut atoms: Vec<&Expr> = Vec::new();
    for (expr, _) in wanted {
        collect(expr, &mut atoms);
    }
    if atoms.len() > ATOMS {
        return None;
    }
    let holds = |values: u32| {
        wanted.iter().all(|(expr, truth)| {
            let value = |atom: &Expr| {
                if let (Some(stuck), true) = (stuck, is_stuck(atom)) {
                    return stuck;
                }
                let index = atoms.iter().position(|known| *known == atom).unwrap_or(0);
                values >> index & 1 == 1
            };
            evaluate(expr, &value) == *truth
        })
    };
    let all = 1_u32.checked_shl(u32::try_from(atoms.len()).ok()?)?;
    Some((0..all).any(holds))
}

/// `moves(them) == 0`, or `< 1`.
fn is_stuck(expr: &Expr) -> bool {
    let Expr::Compare(comparison, a, b) = expr else { return false };
    matches!(
        (a.as_ref(), comparison, b.as_ref()),
        (
            Expr::Fact(Fact::Moves(Who::Them)),
            Comparison::Equal | Comparison::LessOrEqual,
            Expr::Const(0)
        ) | (Expr::Fact(Fact::Moves(Who::Them)), Comparison::Less, Expr::Const(1))
            | (Expr::Const(0), Comparison::Equal, Expr::Fact(Fact::Moves(Who::Them)))
    )
}

fn collect<'a>(expr: &'a Expr, atoms: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Const(_) => {}
        Expr::Not(inner) => collect(inner, atoms),
        Expr::And(a, b) | Expr::Or(a, b) => {
            collect(a, atoms);
            collect(b, atoms);
        }
        atom => {
            if !atoms.contains(&atom) {
                atoms.push(atom);
            }
        }
    }
}

fn evaluate(expr: &Expr, value: &impl Fn(&Expr) -> bool) -> bool {
    match expr {
        Expr::Const(number) => *number != 0,
        Expr::Not(inner) => !evaluate(inner, value),
        Expr::And(a, b) => evaluate(a, value) && evaluate(b, value),
        Expr::Or(a, b) => evaluate(a, value) || evaluate(b, value),
        atom => value(atom),
    }
}
