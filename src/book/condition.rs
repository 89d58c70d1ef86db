//! Conditions in English.

use super::words::Words;
use crate::definition::{Arithmetic, Comparison, Expr, Fact, Who};

/// What `us` and `them` are called where a condition stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice {
    pub us: &'static str,
    pub them: &'static str,
}

impl Voice {
    /// Who is who, if a text leaves it open.
    pub(super) fn explained(self, text: &str) -> &'static str {
        match self.us {
            "the mover" if text.contains("the mover") || text.contains(self.them) => {
                " (The mover is the side whose move it was.)"
            }
            "the owner" if text.contains("the owner") || text.contains(self.them) => {
                " (The owner is the man's own side.)"
            }
            _ => "",
        }
    }
}

/// Before a move.
pub(super) const BEFORE: Voice = Voice { us: "the player", them: "the opponent" };
/// Behind a move.
pub(super) const AFTER: Voice = Voice { us: "the mover", them: "the opponent" };
/// In a claim.
pub(super) const CLAIM: Voice = Voice { us: "the claimant", them: "the opponent" };
/// Of the owner of a man.
pub(super) const OWNER: Voice = Voice { us: "the owner", them: "the opponent" };
/// Of a shuffled array.
pub(super) const WHITE: Voice = Voice { us: "White", them: "Black" };

/// A condition or number as a sentence's part.
pub(super) struct Teller<'a> {
    pub words: Words<'a>,
    pub voice: Voice,
    /// Nothing that is said now will be read.
    pub silent: bool,
}

impl Teller<'_> {
    pub(super) fn who(&self, who: Who) -> String {
        match who {
            Who::Us => self.voice.us,
            Who::Them => self.voice.them,
            Who::White => "White",
            Who::Black => "Black",
            Who::Both => "both sides together",
        }
        .to_owned()
    }

    pub(super) fn has(who: Who) -> &'static str {
        if who == Who::Both { "have" } else { "has" }
    }

    pub(super) fn whose(&self, who: Who) -> String {
        match who {
            Who::Both => "both sides'".to_owned(),
            who => format!("{}'s", self.who(who)),
        }
    }

    /// A whole condition.
    pub(super) fn condition(&self, expr: &Expr) -> String {
        if self.silent {
            return String::new();
        }
        self.truth(expr, true, false)
    }

    /// `expr` is true, or with `yes` false it is not. `inner`: it stands within another.
    fn truth(&self, expr: &Expr, yes: bool, inner: bool) -> String {
        match expr {
            Expr::Const(value) => if (*value != 0) == yes { "always" } else { "never" }.to_owned(),
            Expr::Not(of) => self.truth(of, !yes, inner),
            Expr::And(..) | Expr::Or(..) => {
                let and = matches!(expr, Expr::And(..));
                let mut parts = Vec::new();
                flatten(expr, and, &mut parts);
                // Not all of several is one that does not hold.
                let said_and = and == yes;
                let texts: Vec<String> =
                    parts.iter().map(|part| self.truth(part, yes, true)).collect();
                let text = if said_and { texts.join(" and ") } else { texts.join(" or ") };
                if inner { format!("({text})") } else { text }
            }
            Expr::Compare(how, left, right) => self.compare(*how, left, right, yes),
            Expr::Arithmetic(..) => {
                let number = self.number(expr);
                format!("{number} is {}zero", if yes { "not " } else { "" })
            }
            Expr::SameSide(a, b) => {
                let not = if yes { "" } else { "not " };
                format!("{} is {not}{}", self.who(*a), self.who(*b))
            }
            Expr::Fact(fact) => self.fact(fact, yes),
        }
    }

    fn compare(&self, how: Comparison, left: &Expr, right: &Expr, yes: bool) -> String {
        let how = if yes { how } else { opposite(how) };
        if is_truth(left) && is_truth(right) {
            let same = how == Comparison::Equal;
            return match (left, right) {
                (other, Expr::Const(value)) | (Expr::Const(value), other) => {
                    self.truth(other, (*value != 0) == same, true)
                }
                _ => format!(
                    "({}) {} ({})",
                    self.truth(left, true, false),
                    if same { "exactly if" } else { "or else" },
                    self.truth(right, true, false)
                ),
            };
        }
        if let (Expr::Arithmetic(Arithmetic::Multiply, ..), Expr::Const(0)) = (left, right)
            && let Some(facts) = factors(left)
        {
            let each = |how| -> Vec<String> {
                facts.iter().map(|fact| self.amount(fact, how, 0)).collect()
            };
            match how {
                Comparison::Equal | Comparison::LessOrEqual => {
                    return format!("({})", each(Comparison::Equal).join(" or "));
                }
                Comparison::NotEqual | Comparison::Greater => {
                    return format!("({})", each(Comparison::Greater).join(" and "));
                }
                Comparison::Less | Comparison::GreaterOrEqual => {}
            }
        }
        match (left, right) {
            (Expr::Fact(fact), Expr::Const(n)) => self.amount(fact, how, *n),
            (Expr::Const(n), Expr::Fact(fact)) => self.amount(fact, turned(how), *n),
            _ => {
                let (left, right) = (self.number(left), self.number(right));
                format!("{left} is {} {right}", than(how))
            }
        }
    }

    /// An expression as a number.
    pub(super) fn number(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Fact(fact) => self.noun(fact),
            Expr::Arithmetic(how, a, b) => {
                let part = |expr: &Expr| {
                    let text = self.number(expr);
                    if matches!(expr, Expr::Arithmetic(..)) { format!("({text})") } else { text }
                };
                match how {
                    Arithmetic::Add => format!("{} plus {}", part(a), part(b)),
                    Arithmetic::Subtract => format!("{} minus {}", part(a), part(b)),
                    Arithmetic::Multiply => format!("{} times {}", part(a), part(b)),
                }
            }
            Expr::Not(_)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Compare(..)
            | Expr::SameSide(..) => {
                format!("1 if {}, otherwise 0", self.truth(expr, true, false))
            }
        }
    }
}

fn flatten<'a>(expr: &'a Expr, and: bool, parts: &mut Vec<&'a Expr>) {
    match (expr, and) {
        (Expr::And(a, b), true) | (Expr::Or(a, b), false) => {
            flatten(a, and, parts);
            flatten(b, and, parts);
        }
        _ => parts.push(expr),
    }
}

/// The factors of a product of counts; `None` if one of them could be below zero.
fn factors(expr: &Expr) -> Option<Vec<&Fact>> {
    match expr {
        Expr::Arithmetic(Arithmetic::Multiply, a, b) => {
            let mut facts = factors(a)?;
            facts.extend(factors(b)?);
            Some(facts)
        }
        Expr::Fact(fact @ (Fact::Count { .. } | Fact::Hand { .. })) => Some(vec![fact]),
        _ => None,
    }
}

/// Whether an expression is true or false by its form.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Not(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) | Expr::SameSide(..) => {
            true
        }
        Expr::Const(value) => matches!(value, 0 | 1),
        Expr::Arithmetic(..) => false,
        Expr::Fact(fact) => matches!(
            fact,
            Fact::Line { .. }
                | Fact::Flanked { .. }
                | Fact::Moved(_)
                | Fact::Took(_)
                | Fact::Check(_)
                | Fact::Facing(_)
                | Fact::Checked(..)
                | Fact::PerpetualCheck(_)
        ),
    }
}

const fn opposite(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}

/// The same with its two parts exchanged.
const fn turned(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal | Comparison::NotEqual => how,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
    }
}

pub(super) const fn than(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal => "equal to",
        Comparison::NotEqual => "not equal to",
        Comparison::Less => "less than",
        Comparison::LessOrEqual => "at most",
        Comparison::Greater => "greater than",
        Comparison::GreaterOrEqual => "at least",
    }
}
