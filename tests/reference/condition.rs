//! Conditions, read by walking them (`language.md` 9).

use ferz::board::{Side, Square};
use ferz::definition::{
    Arithmetic, Comparison, Expr, Fact, PieceId, PieceSet, SidedSquares, Spot, Who,
};

use super::Reference;
use super::position::{Man, Position, Reserve};
use super::rules::{Move, passed_squares_used};

/// What a condition is asked about.
pub(crate) struct Scene<'a> {
    /// The position.
    position: &'a Position,
    /// Who makes, or has just made, the move.
    us: Side,
    /// All positions of the game up to this one.
    history: &'a [Position],
    /// Legal moves of the side to move, where they are known already.
    moves: Option<&'a [Move]>,
    /// Whether `moves` and `reach` count passing.
    passing: bool,
    /// Whether a ban is judged: `moves` and `reach` then know no ban that uses them.
    bans: bool,
    /// Where the move that is judged begins, if it is no drop, and where it ends.
    judged: Option<(Option<Square>, Square)>,
}

impl<'a> Scene<'a> {
    /// Before a move of `us`, or after one with us = the owner of a right.
    pub(crate) fn before(position: &'a Position, us: Side) -> Self {
        let history = std::slice::from_ref(position);
        Self { position, us, history, moves: None, passing: true, bans: false, judged: None }
    }

    /// What is asked of a move of `us` that is judged, before it or in the position after it.
    pub(crate) fn of_move(position: &'a Position, us: Side, mv: &Move) -> Self {
        let from = (mv.drop.is_none() && !mv.pass).then_some(mv.from);
        let judged = (!mv.pass).then_some((from, mv.to));
        Self { judged, bans: true, ..Self::before(position, us) }
    }

    /// Whether the side to move may pass.
    pub(crate) fn turn(position: &'a Position) -> Self {
        let history = std::slice::from_ref(position);
        Self { passing: false, history, ..Self::before(position, position.side) }
    }

    /// Whether a game has ended: us has just moved.
    pub(crate) fn end(position: &'a Position, history: &'a [Position], moves: &'a [Move]) -> Self {
        let us = position.side.other();
        Self { history, moves: Some(moves), ..Self::before(position, us) }
    }

    /// A claim by `us`, as things stand or after a move of theirs.
    pub(crate) fn claim(position: &'a Position, history: &'a [Position], us: Side) -> Self {
        Self { history, ..Self::before(position, us) }
    }

    /// The squares meant by a condition: as it lists them, or the one of the move.
    fn place(&self, squares: SidedSquares, spot: Option<Spot>) -> Place {
        match spot {
            None => Place::Listed(squares),
            Some(Spot::From) => Place::One(self.judged.and_then(|(from, _)| from)),
            Some(Spot::To) => Place::One(self.judged.map(|(_, to)| to)),
        }
    }

    fn sides(&self, who: Who) -> Vec<Side> {
        match who {
            Who::Us => vec![self.us],
            Who::Them => vec![self.us.other()],
            Who::White => vec![Side::White],
            Who::Black => vec![Side::Black],
            Who::Both => Side::BOTH.to_vec(),
        }
    }

    fn side(&self, who: Who) -> Side {
        self.sides(who)[0]
    }
}

/// Where a condition looks.
enum Place {
    /// On squares of its own, each side on its.
    Listed(SidedSquares),
    /// On the one square of a move, if it has that.
    One(Option<Square>),
}

impl Place {
    fn has(&self, side: Side, at: Square) -> bool {
        match self {
            Self::Listed(squares) => squares[side.index()].has(at),
            Self::One(square) => *square == Some(at),
        }
    }
}

impl Reference {
    /// Whether a condition holds.
    pub(crate) fn holds(&self, expr: &Expr, scene: &Scene<'_>) -> bool {
        self.value(expr, scene) != 0
    }

    /// Value of an expression; booleans are 0 and 1.
    pub(crate) fn value(&self, expr: &Expr, scene: &Scene<'_>) -> i64 {
        match expr {
            Expr::Const(value) => *value,
            Expr::Not(inner) => i64::from(!self.holds(inner, scene)),
            Expr::And(a, b) => i64::from(self.holds(a, scene) && self.holds(b, scene)),
            Expr::Or(a, b) => i64::from(self.holds(a, scene) || self.holds(b, scene)),
            Expr::Compare(comparison, a, b) => {
                let (a, b) = (self.value(a, scene), self.value(b, scene));
                i64::from(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                })
            }
            Expr::Arithmetic(operation, a, b) => {
                let (a, b) = (self.value(a, scene), self.value(b, scene));
                match operation {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                }
            }
            Expr::SameSide(a, b) => i64::from(scene.side(*a) == scene.side(*b)),
            Expr::Fact(fact) => self.fact(fact, scene),
        }
    }

    fn fact(&self, fact: &Fact, scene: &Scene<'_>) -> i64 {
        let position = scene.position;
        match fact {
            Fact::Count { who, pieces, squares, spot } => {
                let place = scene.place(*squares, *spot);
                let on = |side| {
                    let men = self.men(position, side).into_iter();
                    men.filter(|(at, man)| self.has(*pieces, *man) && place.has(side, *at)).count()
                };
                scene.sides(*who).into_iter().map(|side| on(side) as i64).sum()
            }
            Fact::Hand { who, pieces } => {
                let sides = scene.sides(*who);
                let waits =
                    |reserve: &&Reserve| sides.contains(&reserve.side) && pieces.has(reserve.piece);
                let waiting = position.reserves.iter().filter(waits).count();
                let hands = sides.iter().flat_map(|side| &position.hands[side.index()]);
                (waiting + hands.filter(|&&piece| pieces.has(piece)).count()) as i64
            }
            Fact::Missing { who, pieces } => {
                pieces.iter().map(|piece| self.missing_of(position, scene.side(*who), piece)).sum()
            }
            Fact::Empty { squares } => {
                squares[scene.us.index()].iter().filter(|&at| position.is_empty(at)).count() as i64
            }
            Fact::Stuck { who, pieces } => self
                .men(position, scene.side(*who))
                .into_iter()
                .filter(|(at, man)| self.has(*pieces, *man) && self.is_stuck(position, *at, *man))
                .count() as i64,
            Fact::Checks(who) => i64::from(position.checks[scene.side(*who).index()]),
            Fact::Counter(index) => position.counters[*index].unwrap_or(0),
            Fact::Value(who) => self
                .men(position, scene.side(*who))
                .into_iter()
                .map(|(_, man)| self.def.pieces[man.piece.index()].value)
                .fold(0, i64::saturating_add),
            Fact::Points(who) => position.points[scene.side(*who).index()],
            Fact::Rights(who) => {
                let men = position.board.iter().flatten();
                let sides = scene.sides(*who);
                men.filter(|man| man.once && sides.contains(&man.side)).count() as i64
            }
            Fact::Line { who, pieces, n } => {
                i64::from(self.has_line(position, scene.side(*who), *pieces, *n))
            }
            Fact::Flanked { who, a, b } => {
                i64::from(self.is_flanked(position, scene.side(*who), *a, *b))
            }
            Fact::Quiet => i64::from(position.quiet),
            Fact::Passes => i64::from(position.passes),
            Fact::Moved(pieces) => {
                let mover = position.last.as_ref().and_then(|last| last.man);
                i64::from(mover.is_some_and(|man| self.has(*pieces, man)))
            }
            Fact::Took(pieces) => {
                let last = position.last.as_ref();
                i64::from(
                    last.is_some_and(|last| {
                        last.captured.iter().any(|&man| self.has(*pieces, man))
                    }),
                )
            }
            Fact::Check(who) => i64::from(self.in_check(position, scene.side(*who))),
            Fact::Attacked { who, pieces, by, squares, spot } => {
                let side = scene.side(*who);
                let place = scene.place(*squares, *spot);
                let attackers: Vec<Square> = self
                    .men(position, side.other())
                    .into_iter()
                    .filter(|(at, man)| self.has(*by, *man) && place.has(scene.us, *at))
                    .map(|(at, _)| at)
                    .collect();
                let hit = |at: Square| attackers.iter().any(|&by| self.attacks(position, by, at));
                let men = self.men(position, side).into_iter();
                men.filter(|(at, man)| self.has(*pieces, *man) && hit(*at)).count() as i64
            }
            Fact::Facing(pieces) => i64::from(self.is_facing(position, *pieces)),
            Fact::Moves(who) => {
                let turn = scene.side(*who) == position.side;
                if turn { self.moves_in(scene).len() as i64 } else { 0 }
            }
            Fact::Reach { who, pieces, squares } => {
                let side = scene.side(*who);
                if side != position.side {
                    return 0;
                }
                let reaches = |mv: &&Move| {
                    !mv.pass
                        && squares[side.index()].has(mv.to)
                        && mv
                            .drop
                            .or(position.board[mv.from.index()])
                            .is_some_and(|man| self.has(*pieces, man))
                };
                self.moves_in(scene).iter().filter(reaches).count() as i64
            }
            Fact::Repeats => {
                let now = self.key(position);
                scene.history.iter().filter(|other| self.key(other) == now).count() as i64
            }
            Fact::Checked(who, n) => {
                let side = scene.side(*who);
                let turns = scene.history.iter().rev().filter(|other| other.side == side);
                let turn = turns.skip(*n as usize).map(|other| self.in_check(other, side)).next();
                i64::from(turn == Some(true))
            }
            Fact::PerpetualCheck(who) => {
                i64::from(self.is_perpetual_check(scene.history, scene.side(*who)))
            }
        }
    }

    fn moves_in(&self, scene: &Scene<'_>) -> Vec<Move> {
        match scene.moves {
            Some(moves) => moves.to_vec(),
            None => self.moves_under(scene.position, scene.passing, !scene.bans),
        }
    }

    /// How many men of a piece the side has fewer than in the start.
    pub(crate) fn missing_of(&self, position: &Position, side: Side, piece: PieceId) -> i64 {
        let count = |board: &[Option<Man>]| {
            let men = board.iter().flatten();
            men.filter(|man| man.side == side && man.piece == piece).count() as i64
        };
        (count(&self.start_board) - count(&position.board)).max(0)
    }

    /// No move from there on an empty board.
    fn is_stuck(&self, position: &Position, at: Square, man: Man) -> bool {
        let mut alone = position.clone();
        alone.board.fill(None);
        alone.board[at.index()] = Some(man);
        alone.walls.clear();
        alone.passed = None;
        self.walks(&alone, at).is_empty()
    }

    fn has_line(&self, position: &Position, side: Side, pieces: PieceSet, n: u32) -> bool {
        let ours = |at: Square| {
            position.board[at.index()].is_some_and(|man| man.side == side && self.has(pieces, man))
        };
        let shape = &self.def.shape;
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|step| {
            shape.squares().any(|start| {
                let mut here = Some(start);
                (0..n).all(|_| {
                    let hit = here.is_some_and(ours);
                    here = here.and_then(|at| shape.step(at, step, false));
                    hit
                })
            })
        })
    }

    fn is_flanked(&self, position: &Position, side: Side, a: PieceSet, b: PieceSet) -> bool {
        let shape = &self.def.shape;
        let men = self.men(position, side);
        let outside: Vec<Square> =
            men.iter().filter(|(_, man)| self.has(b, *man)).map(|&(at, _)| at).collect();
        men.iter().filter(|(_, man)| self.has(a, *man)).all(|&(at, _)| {
            let on_rank = |other: &&Square| shape.rank(**other) == shape.rank(at);
            outside.iter().filter(on_rank).any(|&other| shape.file(other) < shape.file(at))
                && outside.iter().filter(on_rank).any(|&other| shape.file(other) > shape.file(at))
        })
    }

    fn is_facing(&self, position: &Position, pieces: PieceSet) -> bool {
        let shape = &self.def.shape;
        self.men(position, Side::White).into_iter().any(|(at, man)| {
            self.has(pieces, man)
                && [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().any(|step| {
                    let line = std::iter::successors(Some(at), |&here| {
                        shape.step(here, step, false).filter(|&next| next != at)
                    });
                    let first = line.skip(1).find_map(|here| position.board[here.index()]);
                    first.is_some_and(|other| other.side == Side::Black && self.has(pieces, other))
                })
        })
    }

    /// What makes two positions the same: men with their rights, who moves, castling rights,
    /// points, and en passant squares on which a legal move captures.
    fn key(&self, position: &Position) -> Position {
        let mut key = position.clone();
        if let Some(passed) = &mut key.passed {
            let legal = passed_squares_used(&self.moves_before_ends(position, false));
            passed.squares.retain(|at| legal.contains(at));
        }
        key.passed = key.passed.filter(|passed| !passed.squares.is_empty());
        key.quiet = 0;
        key.fullmove = 0;
        key.passes = 0;
        key.last = None;
        key.counters.clear();
        key
    }

    /// Every move of the side since the position last stood gave check.
    fn is_perpetual_check(&self, history: &[Position], side: Side) -> bool {
        let Some((now, before)) = history.split_last() else { return false };
        let key = self.key(now);
        let Some(last) = before.iter().rposition(|other| self.key(other) == key) else {
            return false;
        };
        let mut after_our_moves =
            history[last + 1..].iter().filter(|position| position.side != side).peekable();
        after_our_moves.peek().is_some()
            && after_our_moves.all(|position| self.in_check(position, side.other()))
    }
}
