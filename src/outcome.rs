//! Conditions asked of positions and games, and how games end.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Side, Square};
use crate::definition::{Arithmetic, By, Comparison, EndResult, Spot, Who};
use crate::movegen::{Inner, Scene, chains};
use crate::position::{MoveClass, Position};
use crate::rules::{CompiledEnd, Cond, CondFact, KindSet, Men, Mode, Mover, NO_KIND, Rules};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Index of the end in [`Rules::ends`].
    pub end: usize,
}

/// Positions of a game from its beginning, the present one last.
#[derive(Clone, Copy, Debug)]
pub struct History<'a, B: Bitboard> {
    /// The positions.
    pub positions: &'a [Position<B>],
}

/// What a single position answers without a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Whether the side to move is in check.
    pub check: bool,
    /// Number of legal moves: zero where an end by rule holds.
    pub legal_moves: u64,
    /// How the game has ended.
    pub outcome: Option<Outcome>,
}

/// What is known already of a position that conditions ask about.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Moves as if no end had come before.
    moves: Option<u64>,
    /// Whether the side to move is in check.
    check: Option<bool>,
    /// What is left out where moves are counted.
    inner: Inner,
}

/// Somebody who asks: us is who has just moved, or, before a move, who is to move.
struct Ask<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    position: &'a Position<B>,
    us: Side,
    history: Option<History<'a, B>>,
    known: Known,
    /// Where the move that is judged began and ended.
    spots: [Option<u8>; 2],
}

impl<B: Bitboard> Rules<B> {
    fn ask<'a>(&'a self, position: &'a Position<B>, us: Side) -> Ask<'a, B> {
        Ask { rules: self, position, us, history: None, known: Known::default(), spots: [None; 2] }
    }

    /// Whether a condition holds before a move of the side to move.
    pub(crate) fn holds_before(&self, position: &Position<B>, when: &Cond<B>) -> bool {
        self.ask(position, position.turn).value(when) != 0
    }

    /// Whether a condition holds as a side sees it.
    pub(crate) fn holds_for(&self, position: &Position<B>, us: Side, when: &Cond<B>) -> bool {
        self.ask(position, us).value(when) != 0
    }

    /// A number as a side sees it.
    pub(crate) fn value_for(&self, position: &Position<B>, us: Side, value: &Cond<B>) -> i64 {
        self.ask(position, us).value(value)
    }

    /// Whether a condition about a move of `us` holds: `spots` are where it began and ended.
    /// Moves are counted without bans that count moves themselves.
    pub(crate) fn holds_of_move(
        &self,
        position: &Position<B>,
        us: Side,
        spots: [Option<u8>; 2],
        inner: Inner,
        when: &Cond<B>,
    ) -> bool {
        let known = Known { inner: inner.with(Inner::NO_DEEP_BANS), ..Known::default() };
        Ask { known, spots, ..self.ask(position, us) }.value(when) != 0
    }

    /// Whether passing is legal: moves are counted without it.
    pub(crate) fn may_pass(&self, position: &Position<B>, inner: Inner, when: &Cond<B>) -> bool {
        let known = Known { inner: inner.with(Inner::NO_PASS), ..Known::default() };
        Ask { known, ..self.ask(position, position.turn) }.value(when) != 0
    }

    /// Whether a condition that keeps a shuffled array holds: us is White.
    pub(crate) fn holds_for_white(&self, position: &Position<B>, when: &Cond<B>) -> bool {
        self.ask(position, Side::White).value(when) != 0
    }

    /// Whether the game is over so that there are no moves. Ends that only hold without
    /// moves are left aside, since an empty list says the same.
    #[inline(never)]
    pub(crate) fn ended_by_rule(&self, position: &Position<B>) -> bool {
        let ask = self.just_moved(position, None);
        let early = |end: &&CompiledEnd<B>| end.by == By::Rule && !end.only_without_moves;
        if !self.ends.iter().filter(early).any(|end| ask.value(&end.when) != 0) {
            return false;
        }
        // An earlier verdict leaves the moves where they are.
        self.outcome(position, None).is_some_and(|out| self.ends[out.end].by == By::Rule)
    }

    fn just_moved<'a>(
        &'a self,
        position: &'a Position<B>,
        history: Option<History<'a, B>>,
    ) -> Ask<'a, B> {
        Ask { history, ..self.ask(position, position.turn.other()) }
    }

    /// How the game stands: the first end by rule or verdict that holds. Without a history
    /// the position counts as the first of its game.
    pub fn outcome(
        &self,
        position: &Position<B>,
        history: Option<History<'_, B>>,
    ) -> Option<Outcome> {
        self.first_end(&self.just_moved(position, history))
    }

    /// Check, number of legal moves and outcome of a position without a history, each worked
    /// out once.
    pub fn judge(&self, position: &Position<B>) -> Judged {
        let (moves, check) = self.count_and_check(position);
        let known = Known { moves: Some(moves), check: Some(check), inner: Inner::default() };
        let outcome = self.first_end(&Ask { known, ..self.just_moved(position, None) });
        let by_rule = outcome.is_some_and(|outcome| self.ends[outcome.end].by == By::Rule);
        Judged { check, legal_moves: if by_rule { 0 } else { moves }, outcome }
    }

    fn first_end(&self, ask: &Ask<'_, B>) -> Option<Outcome> {
        // Most positions have moves, which rules out most ends.
        let moves = ask.known.moves.is_some_and(|moves| moves > 0);
        let end = self.ends.iter().position(|end| {
            end.by != By::Claim && !(moves && end.only_without_moves) && ask.value(&end.when) != 0
        })?;
        Some(Outcome { winner: winner(self.ends[end].result, ask.us), end })
    }

    /// The end that a claim with these words gets, made by `claimant` as things stand (or
    /// after the move it announced). `None`: the claim is refused.
    pub fn claim(
        &self,
        position: &Position<B>,
        history: Option<History<'_, B>>,
        claimant: Side,
        call: &str,
    ) -> Option<Outcome> {
        let ask = Ask { history, ..self.ask(position, claimant) };
        let end = self
            .ends
            .iter()
            .position(|end| end.by == By::Claim && end.call == call && ask.value(&end.when) != 0)?;
        Some(Outcome { winner: winner(self.ends[end].result, claimant), end })
    }
}

fn winner(result: EndResult, us: Side) -> Option<Side> {
    match result {
        EndResult::Us => Some(us),
        EndResult::Them => Some(us.other()),
        EndResult::White => Some(Side::White),
        EndResult::Black => Some(Side::Black),
        EndResult::Draw => None,
    }
}

impl<B: Bitboard> Ask<'_, B> {
    /// Sides that a word names.
    fn sides(&self, who: Who) -> &'static [Side] {
        let one = |side: Side| match side {
            Side::White => &[Side::White][..],
            Side::Black => &[Side::Black][..],
        };
        match who {
            Who::Us => one(self.us),
            Who::Them => one(self.us.other()),
            Who::White => one(Side::White),
            Who::Black => one(Side::Black),
            Who::Both => &Side::BOTH,
        }
    }

    fn sum(&self, who: Who, f: impl Fn(Side) -> i64) -> i64 {
        self.sides(who).iter().map(|&side| f(side)).fold(0, i64::saturating_add)
    }

    fn any(&self, who: Who, f: impl Fn(Side) -> bool) -> i64 {
        i64::from(self.sides(who).iter().any(|&side| f(side)))
    }

    /// Recursion is as deep as the condition, which `limits::EXPRESSION_DEPTH` bounds.
    fn value(&self, cond: &Cond<B>) -> i64 {
        match cond {
            Cond::Const(value) => *value,
            Cond::Not(inner) => i64::from(self.value(inner) == 0),
            Cond::And(a, b) => i64::from(self.value(a) != 0 && self.value(b) != 0),
            Cond::Or(a, b) => i64::from(self.value(a) != 0 || self.value(b) != 0),
            Cond::Compare(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                i64::from(match op {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                })
            }
            Cond::Arithmetic(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match op {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                }
            }
            Cond::SameSide(a, b) => i64::from(self.sides(*a) == self.sides(*b)),
            Cond::Fact(fact) => self.fact(fact),
        }
    }

    /// The square of the move that is judged.
    fn spot(&self, spot: Option<Spot>) -> Option<B> {
        let square = match spot? {
            Spot::From => self.spots[0],
            Spot::To => self.spots[1],
        };
        Some(square.map_or(B::EMPTY, |square| B::of(usize::from(square))))
    }

    fn men(&self, side: Side, men: &Men) -> B {
        self.position.men(self.rules, men, self.position.side(side))
    }

    fn fact(&self, fact: &CondFact<B>) -> i64 {
        let (rules, position) = (self.rules, self.position);
        match fact {
            CondFact::Count { who, men, squares, spot } => self.sum(*who, |side| {
                let squares = self.spot(*spot).unwrap_or(squares[side.index()]);
                i64::from((self.men(side, men) & squares).len())
            }),
            CondFact::Nobody { who, men, squares, spot } => {
                let somebody = self.any(*who, |side| {
                    let squares = self.spot(*spot).unwrap_or(squares[side.index()]);
                    position.has_any(men, position.side(side) & squares)
                });
                1 - somebody
            }
            CondFact::Missing { who, pieces } => self.sum(*who, |side| {
                let start: u32 = pieces
                    .iter()
                    .map(|&piece| rules.start_men[side.index()][usize::from(piece)])
                    .sum();
                let kinds: KindSet = (0..rules.kinds.len())
                    .filter(|&kind| pieces.contains(&rules.kinds[kind].piece))
                    .map(|kind| kind as u8)
                    .collect();
                let reserves: KindSet = (0..rules.kinds.len())
                    .filter(|&kind| rules.kinds[kind].behind.is_some_and(|p| pieces.contains(&p)))
                    .map(|kind| kind as u8)
                    .collect();
                let now = position.scan(rules, &kinds, position.side(side)).len()
                    + position.scan(rules, &reserves, position.side(side)).len();
                i64::from(start) - i64::from(now)
            }),
            CondFact::Hand { who, slots, kinds } => self.sum(*who, |side| {
                let hand = &position.hands[side.index()];
                let waiting = position.scan(rules, kinds, position.side(side)).len();
                let men = slots.iter().filter_map(|&slot| hand.get(usize::from(slot)));
                men.map(|&count| i64::from(count)).sum::<i64>() + i64::from(waiting)
            }),
            CondFact::Checks(who) => {
                self.sum(*who, |side| i64::from(position.checks[side.index()]))
            }
            CondFact::Counter(index) => {
                let value = position.counters.get(*index).copied().unwrap_or(0);
                i64::from(value.saturating_sub(1))
            }
            CondFact::Empty { squares } => {
                i64::from((squares[self.us.index()] - position.occupied()).len())
            }
            CondFact::Stuck { who, men } => self.sum(*who, |side| {
                let mut stuck = 0;
                self.men(side, men).for_each(|square| stuck += i64::from(self.stuck(side, square)));
                stuck
            }),
            CondFact::Value(who) => self.sum(*who, |side| {
                let mut sum = 0_i64;
                position.side(side).for_each(|square| {
                    sum = sum.saturating_add(rules.values[usize::from(position.kind(square))]);
                });
                sum
            }),
            CondFact::Points(who) => {
                self.sum(*who, |side| i64::from(position.points[side.index()]))
            }
            CondFact::Rights(who) => self.sum(*who, |side| {
                let mut rights = 0;
                position.side(side).for_each(|square| {
                    let kind = usize::from(position.kind(square));
                    rights += i64::from(rules.kinds[kind].unspent);
                });
                rights
            }),
            CondFact::Line { who, men, n } => {
                self.any(*who, |side| self.line(self.men(side, men), *n))
            }
            CondFact::Flanked { who, a, b } => {
                self.any(*who, |side| self.flanked(self.men(side, a), self.men(side, b)))
            }
            CondFact::Quiet => i64::from(position.quiet),
            CondFact::Passes => i64::from(position.passes),
            CondFact::Moved(kinds) => {
                i64::from(position.moved != NO_KIND && kinds.has(position.moved))
            }
            CondFact::Took(kinds) => {
                i64::from(position.took != NO_KIND && kinds.has(position.took))
            }
            CondFact::Check(who) => self.any(*who, |side| match self.known.check {
                Some(check) if side == position.turn => check,
                _ => rules.in_check(position, side),
            }),
            CondFact::Attacked { who, men, by, squares, spot } => self.sum(*who, |side| {
                let by = position.scan(rules, by, position.side(side.other()))
                    & self.spot(*spot).unwrap_or(squares[self.us.index()]);
                let mut attacked = 0;
                self.men(side, men).for_each(|square| {
                    attacked += i64::from(rules.attacked_by(position, side, square, by));
                });
                attacked
            }),
            CondFact::Facing(men) => i64::from(self.facing(men)),
            CondFact::Moves(who) => self.sum(*who, |side| {
                if side == position.turn {
                    let moves = self.known.moves.unwrap_or_else(|| {
                        if self.known.inner == Inner::default() {
                            rules.count_raw(position)
                        } else {
                            rules.count_inner(position, self.known.inner)
                        }
                    });
                    i64::try_from(moves).unwrap_or(i64::MAX)
                } else {
                    0
                }
            }),
            CondFact::Reach { who, kinds, squares } => self.sum(*who, |side| {
                if side != position.turn {
                    return 0;
                }
                let mut moves = Vec::new();
                rules.list_inner(position, self.known.inner, &mut moves);
                let reaching = moves.iter().filter(|mv| {
                    let made_by_these = match mv.class {
                        MoveClass::Drop => kinds.has(mv.becomes),
                        class => {
                            class.moves_a_man() && kinds.has(position.kind(usize::from(mv.from)))
                        }
                    };
                    made_by_these && squares[side.index()].has(usize::from(mv.to))
                });
                reaching.count() as i64
            }),
            CondFact::Repeats => self.history.map_or(1, |history| {
                let same = history.positions.iter().filter(|other| rules.repeats(other, position));
                same.count().max(1) as i64
            }),
            CondFact::Checked(who, n) => self.any(*who, |side| {
                self.history.is_some_and(|history| {
                    let turns = history.positions.iter().rev().filter(|one| one.turn == side);
                    let mut turns = turns;
                    turns.nth(*n as usize).is_some_and(|position| rules.in_check(position, side))
                })
            }),
            CondFact::PerpetualCheck(who) => self.any(*who, |side| {
                self.history.is_some_and(|history| self.perpetual_check(history, side))
            }),
        }
    }

    /// A man that has no move from its square on an empty board.
    fn stuck(&self, side: Side, square: usize) -> bool {
        let (rules, position) = (self.rules, self.position);
        let kind = position.kind(square);
        let mover = rules.mover(side, kind);
        let right = mover.right.map(|right| &rules.movers[side.index()][usize::from(right)]);
        !std::iter::once(mover).chain(right).any(|mover| {
            if !mover.chains.is_empty() && self.walks_alone(mover, side, square) {
                return true;
            }
            let (lo, hi) = mover.uses;
            let uses = &rules.uses[usize::from(lo)..usize::from(hi)];
            !mover.quiet.at(square).is_empty()
                || uses.iter().any(|one| {
                    one.mode.has(Mode::QUIET)
                        && (one.table.reach(&rules.rays, square, B::of(square), B::EMPTY) & one.to)
                            .meets(rules.squares - B::of(square))
                })
        })
    }

    /// Whether a chain of legs leads anywhere from a square on an empty board.
    fn walks_alone(&self, mover: &Mover<B>, side: Side, square: usize) -> bool {
        let mut alone = Position::empty();
        alone.turn = side;
        alone.place(self.rules, side, self.position.kind(square), square);
        !chains::ways(&Scene::new(self.rules, &alone), mover, square).is_empty()
    }

    fn line(&self, men: B, n: u32) -> bool {
        let shape = &self.rules.shape;
        men.any(|start| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|step| {
                let mut at = Square::new(start as u8);
                let mut length = 1;
                while length < n {
                    match shape.step(at, step, false) {
                        Some(next) if men.has(next.index()) => at = next,
                        _ => return false,
                    }
                    length += 1;
                }
                true
            })
        })
    }

    fn flanked(&self, a: B, b: B) -> bool {
        let shape = &self.rules.shape;
        !a.any(|middle| {
            let middle = Square::new(middle as u8);
            let on = |wanted: std::cmp::Ordering| {
                b.any(|other| {
                    let other = Square::new(other as u8);
                    shape.rank(other) == shape.rank(middle)
                        && shape.file(other).cmp(&shape.file(middle)) == wanted
                })
            };
            !(on(std::cmp::Ordering::Less) && on(std::cmp::Ordering::Greater))
        })
    }

    fn facing(&self, men: &Men) -> bool {
        let position = self.position;
        let shape = &self.rules.shape;
        let [white, black] = Side::BOTH.map(|side| self.men(side, men));
        let occupied = position.occupied();
        white.any(|start| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|step| {
                let mut at = Square::new(start as u8);
                for _ in 0..256 {
                    match shape.step(at, step, false) {
                        Some(next) if !occupied.has(next.index()) => at = next,
                        Some(next) => return black.has(next.index()),
                        None => return false,
                    }
                }
                false
            })
        })
    }

    /// Every move of the side since this position last stood gave check, and there was one.
    fn perpetual_check(&self, history: History<'_, B>, side: Side) -> bool {
        let Some((present, earlier)) = history.positions.split_last() else { return false };
        let Some(last) = earlier.iter().rposition(|one| self.rules.repeats(one, present)) else {
            return false;
        };
        let after = history.positions.get(last + 1..).unwrap_or(&[]);
        // A position in which the other side is to move is one after a move of this side.
        let mut made = after.iter().filter(|one| one.turn != side).peekable();
        made.peek().is_some() && made.all(|one| self.rules.in_check(one, side.other()))
    }
}
