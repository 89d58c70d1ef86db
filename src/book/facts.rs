//! What conditions ask of positions and games, in English.

use super::condition::{Teller, than};
use super::words::{Men, joined, number, plural, times};
use crate::definition::{Comparison, Fact, PieceSet, SidedSquares, Spot, Who};

impl Teller<'_> {
    /// A fact that is a number, compared with a number.
    pub(super) fn amount(&self, fact: &Fact, how: Comparison, n: i64) -> String {
        // These can be below zero.
        let surely_above = match how {
            Comparison::Equal | Comparison::GreaterOrEqual => n > 0,
            Comparison::Greater => n >= 0,
            Comparison::NotEqual | Comparison::Less | Comparison::LessOrEqual => false,
        };
        if matches!(fact, Fact::Counter(_) | Fact::Value(_) | Fact::Points(_))
            || matches!(fact, Fact::Missing { .. }) && !surely_above
        {
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
                let men = self.words.men(*pieces, Men::Or);
                let (who, has) = (self.who(*who), Self::has(*who));
                let amount = match (low, high) {
                    (1, None) => "fewer".to_owned(),
                    _ => format!("{} fewer", quantity(low, high)),
                };
                format!("{who} {has} {amount} {men} than at the start")
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
                let of = self.where_of(*squares) + &self.eyes(*squares);
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
                let by = self.by(*by, *squares, *spot);
                let single = (low, high) == (0, Some(0)) || (low, high) == (1, None);
                let men = self.some(*pieces, low, high);
                let is = if single || (low == 1 && high == Some(1)) { "is" } else { "are" };
                let of = match who {
                    Who::Both => "either side".to_owned(),
                    who => self.who(*who),
                };
                format!("{men} of {of} {is} attacked{by}")
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

    /// As [`Self::place`], on squares as `us` sees them, whoever stands there.
    fn seen(&self, squares: SidedSquares, spot: Option<Spot>) -> String {
        let place = self.place(Who::Us, squares, spot);
        if spot.is_none() { place + &self.eyes(squares) } else { place }
    }

    /// Through whose eyes squares are named, if that matters.
    fn eyes(&self, squares: SidedSquares) -> String {
        let [white, black] = squares;
        if white == black { String::new() } else { format!(" as {} sees the board", self.voice.us) }
    }

    fn where_of(&self, squares: SidedSquares) -> String {
        if self.everywhere(squares) { "the board".to_owned() } else { self.words.squares(squares) }
    }

    /// By whom, standing where.
    fn by(&self, by: PieceSet, squares: SidedSquares, spot: Option<Spot>) -> String {
        let anywhere = spot.is_none() && self.everywhere(squares);
        if anywhere && self.words.is_every(by) {
            return String::new();
        }
        let men = self.words.men(by, Men::Any);
        let men = men.strip_prefix("any ").map_or(men.clone(), |rest| format!("a {rest}"));
        if anywhere {
            format!(" by {men}")
        } else {
            format!(" by {men}{}", self.seen(squares, spot))
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

    /// A fact that is a number, as one.
    pub(super) fn noun(&self, fact: &Fact) -> String {
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
                let (who, has) = (self.who(*who), Self::has(*who));
                format!("the number of {men} that {who} {has} fewer than at the start")
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
                let by = self.by(*by, *squares, *spot);
                format!("the number of {} {men} that are attacked{by}", self.whose(*who))
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
    pub(super) fn fact(&self, fact: &Fact, yes: bool) -> String {
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
                let middle = if a.len() == 1 && a.turned == 0 {
                    self.bare(*a)
                } else {
                    format!("man that is {}", self.words.men(*a, Men::Any))
                };
                let outer = self.words.men(*b, Men::Any);
                let every = if yes { "every" } else { "not every" };
                format!(
                    "{every} {middle} of {} has {outer} on both sides of it on its rank",
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
