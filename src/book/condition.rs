//! Conditions in English.

use super::words::{Men, Words, joined, number, plural, times};
use crate::definition::{Arithmetic, Comparison, Expr, Fact, PieceSet, SidedSquares, Spot, Who};

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
    fn who(&self, who: Who) -> String {
        match who {
            Who::Us => self.voice.us,
            Who::Them => self.voice.them,
            Who::White => "White",
            Who::Black => "Black",
            Who::Both => "both sides together",
        }
        .to_owned()
    }

    fn has(who: Who) -> &'static str {
        if who == Who::Both { "have" } else { "has" }
    }

    fn whose(&self, who: Who) -> String {
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

    /// A fact that is a number, compared with a number.
    fn amount(&self, fact: &Fact, how: Comparison, n: i64) -> String {
        // These can be below zero.
        if matches!(fact, Fact::Counter(_) | Fact::Value(_) | Fact::Points(_)) {
            return format!("{} is {} {n}", self.noun(fact), than(how));
        }
        let Some((low, high)) = bounds(how, n) else {
            return match how {
                Comparison::NotEqual => match fact {
                    Fact::Count { who, pieces, squares, spot } => {
                        let place = self.place(*who, *squares, *spot);
                        let does = if *who == Who::Both { "do" } else { "does" };
                        let some = self.some(*pieces, n, Some(n));
                        format!("{} {does} not have {some}{place}", self.who(*who))
                    }
                    fact => format!("{} is not {n}", self.noun(fact)),
                },
                // Nothing is below zero.
                _ => "never".to_owned(),
            };
        };
        match fact {
            Fact::Count { who, pieces, squares, spot } => {
                let place = self.place(*who, *squares, *spot);
                let (who, has) = (self.who(*who), Self::has(*who));
                format!("{who} {has} {}{place}", self.some(*pieces, low, high))
            }
            Fact::Hand { who, pieces } => {
                let (who, has) = (self.who(*who), Self::has(*who));
                format!("{who} {has} {} in hand or in reserve", self.some(*pieces, low, high))
            }
            Fact::Missing { who, pieces } => {
                let some = self.some(*pieces, low, high);
                format!("{} {} lost {some} since the start", self.who(*who), Self::has(*who))
            }
            Fact::Stuck { who, pieces } => {
                let some = self.some(*pieces, low, high);
                format!(
                    "{} {} {some} that could not move even on an empty board",
                    self.who(*who),
                    Self::has(*who)
                )
            }
            Fact::Empty { squares } => {
                // `any dark square of rank 1` has its noun already.
                let of = self.where_of(*squares);
                let noun = of
                    .strip_prefix("any ")
                    .map_or_else(|| format!("square of {of}"), str::to_owned);
                match (low, high) {
                    (0, Some(0)) => format!("no {noun} is empty"),
                    (1, None) => format!("some {noun} is empty"),
                    _ => format!("{} of the squares ({of}) are empty", quantity(low, high)),
                }
            }
            Fact::Moves(who) => {
                let (who, has) = (self.who(*who), Self::has(*who));
                match (low, high) {
                    (1, None) => format!("{who} {has} a legal move"),
                    _ => format!("{who} {has} {} legal {}", quantity(low, high), moves(low, high)),
                }
            }
            Fact::Reach { who, pieces, squares } => {
                let men = self.words.men(*pieces, Men::Any);
                let to = self.where_of(*squares);
                let (who, has) = (self.who(*who), Self::has(*who));
                let amount =
                    if (low, high) == (1, None) { "a".to_owned() } else { quantity(low, high) };
                let moves = if amount == "a" { "move" } else { moves(low, high) };
                format!("{who} {has} {amount} legal {moves} of {men} to {to}")
            }
            Fact::Attacked { who, pieces, by, squares, spot } => {
                let place = self.place(*who, *squares, *spot);
                let by = self.by(*by);
                let single = (low, high) == (0, Some(0)) || (low, high) == (1, None);
                let men = self.some(*pieces, low, high);
                let is = if single || (low == 1 && high == Some(1)) { "is" } else { "are" };
                let of = match who {
                    Who::Both => "either side".to_owned(),
                    who => self.who(*who),
                };
                format!("{men} of {of}{place} {is} attacked{by}")
            }
            Fact::Repeats => match (low, high) {
                (n, None) => format!("the position has stood at least {}", times(n)),
                (low, Some(high)) if low == high => {
                    format!("the position has stood exactly {}", times(low))
                }
                (_, Some(high)) => format!("the position has stood at most {}", times(high)),
            },
            Fact::Quiet => {
                let ply = self.quiet();
                match (low, high) {
                    (0, Some(0)) => format!("nothing has been played since {}", self.resets()),
                    (low, None) => {
                        format!("at least {low} single moves have been made in a row {ply}")
                    }
                    (low, Some(high)) if low == high => {
                        format!("exactly {low} single moves have been made in a row {ply}")
                    }
                    (_, Some(high)) => {
                        format!("at most {high} single moves have been made in a row {ply}")
                    }
                }
            }
            Fact::Passes => match (low, high) {
                (1, None) => "the last turn was a pass".to_owned(),
                (0, Some(0)) => "the last turn was no pass".to_owned(),
                (low, None) => format!("the last {} turns were passes", number(low)),
                _ => format!("the number of passes in a row is {}", range(low, high)),
            },
            Fact::Checks(who) => {
                let (who, has) = (self.who(*who), Self::has(*who));
                let times = match (low, high) {
                    (0, Some(0)) => return format!("{who} {has} given no check"),
                    (low, None) => format!("at least {}", times(low)),
                    (low, Some(high)) if low == high => format!("exactly {}", times(low)),
                    (_, Some(high)) => format!("at most {}", times(high)),
                };
                format!("{who} {has} given check {times}")
            }
            Fact::Rights(who) => {
                let (who, has) = (self.who(*who), Self::has(*who));
                let right = if high == Some(1) && low == 1 { "right" } else { "rights" };
                format!("{who} {has} {} unspent {right} to a once-only move", quantity(low, high))
            }
            Fact::Counter(_) | Fact::Value(_) | Fact::Points(_) => {
                format!("{} is {}", self.noun(fact), range(low, high))
            }
            Fact::Line { .. }
            | Fact::Flanked { .. }
            | Fact::Moved(_)
            | Fact::Took(_)
            | Fact::Check(_)
            | Fact::Facing(_)
            | Fact::Checked(..)
            | Fact::PerpetualCheck(_) => self.fact(fact, low > 0),
        }
    }

    /// `a king`, `no king`, `exactly two kings`, `at least three men`.
    fn some(&self, pieces: PieceSet, low: i64, high: Option<i64>) -> String {
        let one = self.words.men(pieces, Men::Any);
        let one = one.strip_prefix("any ").map_or(one.clone(), |rest| format!("a {rest}"));
        let many = self.words.men(pieces, Men::Or);
        match (low, high) {
            (0, Some(0)) => {
                // `no king and no queen`, where several names would read as a choice.
                let single = pieces.len() == 1 && pieces.turned == 0;
                if single { format!("no {}", self.bare(pieces)) } else { format!("no {many}") }
            }
            (1, None) => one,
            (1, Some(1)) if pieces.len() == 1 && pieces.turned == 0 => {
                format!("exactly one {}", self.bare(pieces))
            }
            (1, Some(1)) if self.words.is_every(pieces) => "exactly one man".to_owned(),
            (1, Some(1)) => format!("exactly one man that is {one}"),
            (0, Some(1)) if pieces.len() == 1 && pieces.turned == 0 => {
                format!("at most one {}", self.bare(pieces))
            }
            (0, Some(1)) if self.words.is_every(pieces) => "at most one man".to_owned(),
            (0, Some(1)) => format!("at most one man that is {one}"),
            _ => format!("{} {many}", quantity(low, high)),
        }
    }

    fn bare(&self, pieces: PieceSet) -> String {
        pieces.iter().next().map_or_else(String::new, |piece| self.words.name(piece))
    }

    fn everywhere(&self, squares: SidedSquares) -> bool {
        self.words.everywhere(squares)
    }

    /// ` on rank 8`.
    fn place(&self, who: Who, squares: SidedSquares, spot: Option<Spot>) -> String {
        match spot {
            Some(Spot::From) => " on the square where the move begins".to_owned(),
            Some(Spot::To) => " on the square where the move ends".to_owned(),
            None if self.everywhere(squares) => " on the board".to_owned(),
            None => format!(" on {}", self.words.squares_of(who, squares)),
        }
    }

    fn where_of(&self, squares: SidedSquares) -> String {
        if self.everywhere(squares) { "the board".to_owned() } else { self.words.squares(squares) }
    }

    fn by(&self, by: PieceSet) -> String {
        if self.words.is_every(by) {
            String::new()
        } else {
            format!(" by {}", self.words.men(by, Men::Any))
        }
    }

    /// What has not happened while `quiet` grows.
    fn quiet(&self) -> String {
        format!("without {}", self.resets())
    }

    /// What sets `quiet` back to 0.
    fn resets(&self) -> String {
        let definition = self.words.definition;
        let mut without = vec!["a capture".to_owned()];
        if !definition.drops.is_empty() {
            without.push("a drop".to_owned());
        }
        if !definition.turn.resets.is_empty() {
            without.push(format!("a move of {}", self.words.men(definition.turn.resets, Men::Any)));
        }
        joined(&without, "or")
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

    /// A fact that is a number, as one.
    fn noun(&self, fact: &Fact) -> String {
        match fact {
            Fact::Count { who, pieces, squares, spot } => {
                let men = self.words.men(*pieces, Men::Or);
                format!(
                    "the number of {} {men}{}",
                    self.whose(*who),
                    self.place(*who, *squares, *spot)
                )
            }
            Fact::Hand { who, pieces } => {
                let men = self.words.men(*pieces, Men::Or);
                format!("the number of {} {men} in hand or in reserve", self.whose(*who))
            }
            Fact::Missing { who, pieces } => {
                let men = self.words.men(*pieces, Men::Or);
                format!("the number of {men} that {} {} lost", self.who(*who), Self::has(*who))
            }
            Fact::Empty { squares } => {
                format!("the number of empty squares of {}", self.where_of(*squares))
            }
            Fact::Stuck { who, pieces } => {
                let men = self.words.men(*pieces, Men::Or);
                format!(
                    "the number of {} {men} that could not move even on an empty board",
                    self.whose(*who)
                )
            }
            Fact::Checks(who) => {
                format!("the number of checks that {} {} given", self.who(*who), Self::has(*who))
            }
            Fact::Counter(index) => {
                let counter = self.words.definition.counters.get(*index);
                let name = counter.map_or("", |counter| counter.name.as_str());
                format!("the counter \u{201c}{name}\u{201d}")
            }
            Fact::Value(who) => {
                format!("the sum of the values of {} men on the board", self.whose(*who))
            }
            Fact::Points(who) => format!("the number of {} points", self.whose(*who)),
            Fact::Rights(who) => {
                format!("the number of {} unspent rights to a once-only move", self.whose(*who))
            }
            Fact::Quiet => format!("the number of single moves in a row {}", self.quiet()),
            Fact::Passes => "the number of passes in a row".to_owned(),
            Fact::Attacked { who, pieces, by, squares, spot } => {
                let men = self.words.men(*pieces, Men::Or);
                let place = self.place(*who, *squares, *spot);
                let by = self.by(*by);
                format!("the number of {} {men}{place} that are attacked{by}", self.whose(*who))
            }
            Fact::Moves(who) => format!("the number of {} legal moves", self.whose(*who)),
            Fact::Reach { who, pieces, squares } => {
                let men = self.words.men(*pieces, Men::Or);
                let to = self.where_of(*squares);
                format!("the number of legal moves of {} {men} to {to}", self.whose(*who))
            }
            Fact::Repeats => "the number of times that the position has stood".to_owned(),
            Fact::Line { .. }
            | Fact::Flanked { .. }
            | Fact::Moved(_)
            | Fact::Took(_)
            | Fact::Check(_)
            | Fact::Facing(_)
            | Fact::Checked(..)
            | Fact::PerpetualCheck(_) => format!("1 if {}, otherwise 0", self.fact(fact, true)),
        }
    }

    /// A fact that is true or false.
    fn fact(&self, fact: &Fact, yes: bool) -> String {
        let not = if yes { "" } else { "not " };
        match fact {
            Fact::Line { who, pieces, n } => {
                let men = self.words.men(*pieces, Men::Or);
                let have = if *who == Who::Both { "have" } else { "has" };
                let some = if yes { "" } else { "no " };
                format!(
                    "{} {have} {some}{} {men} in a row (along a rank, a file or a diagonal)",
                    self.who(*who),
                    number(i64::from(*n))
                )
            }
            Fact::Flanked { who, a, b } => {
                let (middle, outer) = (self.words.men(*a, Men::Any), self.words.men(*b, Men::Any));
                let every = if yes { "every man" } else { "not every man" };
                format!(
                    "{every} of {} that is {middle} has {outer} on both sides of it on its rank",
                    self.who(*who)
                )
            }
            Fact::Moved(pieces) => {
                let man = self.words.men(*pieces, Men::Any);
                format!("the last move was {not}made by {man}")
            }
            Fact::Took(pieces) => {
                let man = self.words.men(*pieces, Men::Any);
                let did = if yes { "captured" } else { "did not capture" };
                format!("the last move {did} {man}")
            }
            Fact::Check(who) => format!("{} is {not}in check", self.who(*who)),
            Fact::Facing(pieces) => {
                let one = pieces.len() == 1;
                let men = if one {
                    plural(&self.bare(*pieces))
                } else {
                    format!("men ({})", self.words.men(*pieces, Men::Or))
                };
                let no = if yes { "two" } else { "no two" };
                format!("{no} opposing {men} face each other along an open rank or file")
            }
            Fact::Checked(who, n) => {
                let was = if yes { "was" } else { "was not" };
                match n {
                    0 => format!("{} is {not}in check at the start of this turn", self.who(*who)),
                    1 => format!("{} {was} in check one turn earlier", self.who(*who)),
                    n => format!(
                        "{} {was} in check {} turns earlier",
                        self.who(*who),
                        number(i64::from(*n))
                    ),
                }
            }
            Fact::PerpetualCheck(who) => {
                let every = if yes { "every move" } else { "not every move" };
                format!("{every} of {} since the position last stood gave check", self.who(*who))
            }
            Fact::Count { .. }
            | Fact::Hand { .. }
            | Fact::Missing { .. }
            | Fact::Empty { .. }
            | Fact::Stuck { .. }
            | Fact::Checks(_)
            | Fact::Counter(_)
            | Fact::Value(_)
            | Fact::Points(_)
            | Fact::Rights(_)
            | Fact::Quiet
            | Fact::Passes
            | Fact::Attacked { .. }
            | Fact::Moves(_)
            | Fact::Reach { .. }
            | Fact::Repeats => {
                let (how, n) = if yes { (Comparison::NotEqual, 0) } else { (Comparison::Equal, 0) };
                match how {
                    Comparison::NotEqual => format!("{} is not zero", self.noun(fact)),
                    how => self.amount(fact, how, n),
                }
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

const fn than(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal => "equal to",
        Comparison::NotEqual => "not equal to",
        Comparison::Less => "less than",
        Comparison::LessOrEqual => "at most",
        Comparison::Greater => "greater than",
        Comparison::GreaterOrEqual => "at least",
    }
}

/// Least and most of a number that is not below zero; `None` if no such range says it.
fn bounds(how: Comparison, n: i64) -> Option<(i64, Option<i64>)> {
    let (low, high) = match how {
        Comparison::Equal => (n, Some(n)),
        Comparison::NotEqual if n == 0 => (1, None),
        Comparison::NotEqual => return None,
        Comparison::Less => (0, Some(n.saturating_sub(1))),
        Comparison::LessOrEqual => (0, Some(n)),
        Comparison::Greater => (n.saturating_add(1), None),
        Comparison::GreaterOrEqual => (n, None),
    };
    (high.is_none_or(|high| high >= 0)).then_some((low.max(0), high))
}

/// `no`, `exactly two`, `at least three`, `at most four`.
fn quantity(low: i64, high: Option<i64>) -> String {
    match (low, high) {
        (0, Some(0)) => "no".to_owned(),
        (low, None) => format!("at least {}", number(low).replace("no", "0")),
        (low, Some(high)) if low == high => format!("exactly {}", number(low)),
        (_, Some(high)) => format!("at most {}", number(high)),
    }
}

/// `at least 3`.
fn range(low: i64, high: Option<i64>) -> String {
    match (low, high) {
        (low, None) => format!("at least {low}"),
        (low, Some(high)) if low == high => format!("exactly {low}"),
        (_, Some(high)) => format!("at most {high}"),
    }
}

fn moves(low: i64, high: Option<i64>) -> &'static str {
    if high == Some(0) || (low, high) == (1, Some(1)) { "move" } else { "moves" }
}
