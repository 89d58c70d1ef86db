//! Ways of moving on a board: slow, plain, and the definition of what the fast tables must
//! give.

use std::collections::HashSet;

use super::lower::{
    Action, Castle, Chain, Hop, Junction, Leg, Modality, Passage, Ride, UNLIMITED, Way, between,
};
use crate::board::{Shape, Side, Square, SquareSet, Vector};

/// What stands on a square, seen from the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Occupant {
    /// Nothing.
    Empty,
    /// An own man that is not royal.
    Friend,
    /// An own royal man, whom no own man may remove.
    FriendRoyal,
    /// An enemy, royal or not.
    Enemy,
}

/// Squares that the enemy's last move passed, and where that man stands now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// Squares on which he can be taken.
    pub targets: SquareSet,
    /// His square.
    pub victim: Square,
}

/// A man on a board, and what is around him.
#[derive(Clone, Debug)]
pub struct Scene<'a, F> {
    /// The board.
    pub shape: &'a Shape,
    /// Where the man stands. His own square counts as empty, whatever `occupant` says.
    pub from: Square,
    /// Whose man it is: Black's moves are turned by 180 degrees.
    pub side: Side,
    /// What stands on the other squares.
    pub occupant: F,
    /// Squares whose men have never moved: the mover's own matters to `i`, others to
    /// castling.
    pub unmoved: SquareSet,
    /// The right left by the enemy's last move.
    pub en_passant: Option<EnPassant>,
}

/// A pseudo-legal move: no king is asked whether it stands in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PseudoMove {
    /// Where the man goes.
    pub to: Square,
    /// Where men are removed, of either side.
    pub removes: SquareSet,
    /// A capture by `e`: `removes` is the man that passed `to`.
    pub en_passant: bool,
    /// Squares on which the mover can be taken en passant afterwards.
    pub passed: SquareSet,
    /// A move that ends where it began and removes nothing.
    pub is_pass: bool,
    /// The partner's move, when castling.
    pub partner: Option<Partner>,
}

/// The other man of a castling move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Partner {
    /// Where he stands.
    pub from: Square,
    /// Where he goes.
    pub to: Square,
}

/// Every move of these ways in a scene, sorted by target.
///
/// Moves with the same target, removed men and partner are one: if only some of them leave
/// squares behind on which the mover can be taken, the one move leaves them all.
///
/// # Examples
///
/// ```
/// use ferz::board::{Shape, Side, SquareSet};
/// use ferz::notation::targets::{Occupant, Scene, targets};
///
/// let shape = Shape::new(8, 8).unwrap();
/// let scene = Scene {
///     shape: &shape,
///     from: shape.parse_square("b1").unwrap(),
///     side: Side::White,
///     occupant: |_| Occupant::Empty,
///     unmoved: SquareSet::EMPTY,
///     en_passant: None,
/// };
/// let knight = ferz::notation::parse("N").unwrap().expr;
/// let moves = targets(&ferz::notation::lower(&knight), &scene);
/// let names: Vec<_> = moves.iter().map(|mv| shape.name(mv.to)).collect();
/// assert_eq!(names, ["d2", "a3", "c3"]);
/// ```
pub fn targets<F: Fn(Square) -> Occupant>(ways: &[Way], scene: &Scene<'_, F>) -> Vec<PseudoMove> {
    merged(Walk::all(ways, scene).moves)
}

/// The empty squares on which an enemy could be captured if he stood there: for diagrams.
///
/// The paths are those of the scene as it is; a way that crosses its own last square is not
/// followed again with an enemy on it.
pub fn threats<F: Fn(Square) -> Occupant>(ways: &[Way], scene: &Scene<'_, F>) -> SquareSet {
    Walk::all(ways, scene).threats
}

/// One of each (target, removed men, partner).
fn merged(mut moves: Vec<PseudoMove>) -> Vec<PseudoMove> {
    let partner = |mv: &PseudoMove| mv.partner.map(|partner| (partner.from, partner.to));
    moves.sort_by_key(|mv| (mv.to, mv.removes.0, partner(mv)));
    moves.dedup_by(|mv, kept| {
        let same = mv.to == kept.to && mv.removes == kept.removes && mv.partner == kept.partner;
        if same {
            kept.en_passant |= mv.en_passant;
            kept.passed = kept.passed | mv.passed;
        }
        same
    });
    moves
}

struct Walk<'a, F> {
    scene: &'a Scene<'a, F>,
    wrap: bool,
    moves: Vec<PseudoMove>,
    threats: SquareSet,
}

impl<'a, F: Fn(Square) -> Occupant> Walk<'a, F> {
    fn all(ways: &[Way], scene: &'a Scene<'a, F>) -> Self {
        let mut walk = Self { scene, wrap: false, moves: Vec::new(), threats: SquareSet::EMPTY };
        for way in ways {
            if way.initial && !scene.unmoved.has(scene.from) {
                continue;
            }
            walk.wrap = way.wrap;
            match &way.action {
                Action::Ride(ride) => walk.ride(ride),
                Action::Hop(hop) => walk.hop(hop),
                Action::Chain(chain) => walk.chain(chain),
                Action::Universal(modality) => walk.universal(*modality),
                Action::Castle(castle) => walk.castle(*castle),
            }
        }
        walk
    }

    fn step(&self, from: Square, (dx, dy): Vector) -> Option<Square> {
        let turn = match self.scene.side {
            Side::White => 1,
            Side::Black => -1,
        };
        self.scene.shape.step(from, (dx * turn, dy * turn), self.wrap)
    }

    fn at(&self, square: Square) -> Occupant {
        if square == self.scene.from { Occupant::Empty } else { (self.scene.occupant)(square) }
    }

    /// Longest ride that can be told from a longer one: every square with every phase once.
    fn steps(&self, range: u8, phases: usize) -> usize {
        if range == UNLIMITED { self.scene.shape.area() * phases } else { usize::from(range) }
    }

    /// Ends a move on a square, if what stands there allows it.
    fn end(
        &mut self,
        to: Square,
        modality: Modality,
        removes: SquareSet,
        passed: SquareSet,
        may_pass: bool,
    ) {
        let mut add = |removes: SquareSet, en_passant| {
            let is_pass = to == self.scene.from && removes.is_empty();
            if !is_pass || may_pass {
                let partner = None;
                self.moves.push(PseudoMove { to, removes, en_passant, passed, is_pass, partner });
            }
        };
        let occupant =
            if to == self.scene.from { Occupant::Empty } else { (self.scene.occupant)(to) };
        match occupant {
            Occupant::Empty => {
                if modality.capture && to != self.scene.from {
                    self.threats.insert(to);
                }
                if modality.quiet {
                    add(removes, false);
                }
                if let Some(right) = self.scene.en_passant
                    && modality.en_passant
                    && right.targets.has(to)
                {
                    add(removes | SquareSet::of(right.victim), true);
                }
            }
            Occupant::Enemy if modality.capture => add(removes | SquareSet::of(to), false),
            Occupant::Friend if modality.own => add(removes | SquareSet::of(to), false),
            Occupant::Enemy | Occupant::Friend | Occupant::FriendRoyal => {}
        }
    }

    /// Whether a step's own path allows it; the squares of the path if it does.
    fn path(&self, from: Square, step: Vector, passage: Passage) -> Option<SquareSet> {
        let squares: Vec<_> = between(step).into_iter().map(|by| self.step(from, by)).collect();
        let occupied = |square: &&Option<Square>| {
            square.is_some_and(|square| self.at(square) != Occupant::Empty)
        };
        let allowed = match passage {
            Passage::Free => true,
            // A hole in the board is no empty square.
            Passage::Empty => squares.iter().all(|square| square.is_some() && !occupied(&square)),
            Passage::ExactlyOne => squares.iter().filter(occupied).count() == 1,
        };
        allowed.then(|| squares.into_iter().flatten().collect())
    }

    fn ride(&mut self, ride: &Ride) {
        let from = self.scene.from;
        let (mut here, mut passed) = (from, SquareSet::EMPTY);
        let steps = self.steps(ride.range, ride.steps.len());
        for (number, &step) in ride.steps.iter().cycle().take(steps).enumerate() {
            let Some(path) = self.path(here, step, ride.passage) else { return };
            let Some(next) = self.step(here, step) else { return };
            // On joined edges every ride comes back some day; it ends there.
            if next == from {
                return;
            }
            passed = passed | path;
            if number >= usize::from(ride.skip) {
                let left = if ride.passing { passed } else { SquareSet::EMPTY };
                self.end(next, ride.modality, SquareSet::EMPTY, left, false);
                if self.at(next) != Occupant::Empty {
                    return;
                }
            }
            passed.insert(next);
            here = next;
        }
    }

    fn hop(&mut self, hop: &Hop) {
        let (mut here, mut hurdle) = (self.scene.from, false);
        for _ in 0..self.steps(hop.range, 1) {
            let Some(next) = self.step(here, hop.step).filter(|&next| next != self.scene.from)
            else {
                return;
            };
            here = next;
            let occupied = self.at(here) != Occupant::Empty;
            if hurdle {
                self.end(here, hop.modality, SquareSet::EMPTY, SquareSet::EMPTY, false);
                if occupied || hop.behind_only {
                    return;
                }
            }
            hurdle |= occupied;
        }
    }

    /// The squares on which a leg can end, the occupied one last.
    fn leg(&self, start: Square, leg: Leg) -> Vec<Square> {
        let mut squares = Vec::new();
        let mut here = start;
        for _ in 0..self.steps(leg.range, 1) {
            let Some(next) = self.step(here, leg.step).filter(|&next| next != start) else { break };
            squares.push(next);
            if self.at(next) != Occupant::Empty {
                break;
            }
            here = next;
        }
        squares
    }

    /// Leg by leg, keeping each state (square, men removed) once: however many paths lead
    /// to it, what follows is the same.
    fn chain(&mut self, chain: &Chain) {
        let mut states = vec![(self.scene.from, SquareSet::EMPTY)];
        for &(leg, junction) in &chain.legs {
            let mut known = HashSet::new();
            let mut longer = Vec::new();
            for &(start, removes) in &states {
                for square in self.leg(start, leg) {
                    let with = removes | SquareSet::of(square);
                    let (left, taken) = passes(junction, self.at(square));
                    for (goes, removes) in [(left, removes), (taken, with)] {
                        if goes && known.insert((square, removes)) {
                            longer.push((square, removes));
                        }
                    }
                }
            }
            states = longer;
        }
        for (start, removes) in states {
            for square in self.leg(start, chain.last) {
                self.end(square, chain.modality, removes, SquareSet::EMPTY, chain.may_pass);
            }
        }
    }

    fn universal(&mut self, modality: Modality) {
        for square in self.scene.shape.squares() {
            if square != self.scene.from {
                self.end(square, modality, SquareSet::EMPTY, SquareSet::EMPTY, false);
            }
        }
    }

    fn castle(&mut self, castle: Castle) {
        if let Some((to, partner)) = self.castling(castle) {
            self.moves.push(PseudoMove {
                to,
                removes: SquareSet::EMPTY,
                en_passant: false,
                passed: SquareSet::EMPTY,
                is_pass: false,
                partner: Some(partner),
            });
        }
    }

    fn castling(&self, castle: Castle) -> Option<(Square, Partner)> {
        let Scene { shape, from, side, .. } = *self.scene;
        let along = |by: i16| self.step(from, (by * castle.direction, 0));
        let files = i16::from(shape.files());
        // The edge is the outermost square of the rank that is no hole.
        let rightward = (castle.direction > 0) == (side == Side::White);
        let edge = |file: &u8| {
            shape.at(*file, shape.rank(from)).is_some_and(|square| !shape.holes().has(square))
        };
        let edge = if rightward {
            (0..shape.files()).rev().find(edge)
        } else {
            (0..shape.files()).find(edge)
        }?;
        let to_edge = (i16::from(edge) - i16::from(shape.file(from))).abs();
        let away = to_edge - i16::from(castle.inward);
        if away < 1 || away >= files {
            return None;
        }
        let partner = along(away)?;
        let own = matches!(self.at(partner), Occupant::Friend | Occupant::FriendRoyal);
        if !own || !self.scene.unmoved.has(partner) {
            return None;
        }
        let (to, partner_to) = (
            along(i16::from(castle.distance))?,
            along(i16::from(castle.distance) - 1).filter(|_| castle.distance > 0)?,
        );
        let free = |square: Square| square == partner || self.at(square) == Occupant::Empty;
        let clear = (1..away).all(|by| along(by).is_some_and(free));
        (clear && free(to) && free(partner_to))
            .then_some((to, Partner { from: partner, to: partner_to }))
    }
}

/// Whether a leg may end on such a square and go on: leaving what is there, or removing it.
fn passes(junction: Junction, occupant: Occupant) -> (bool, bool) {
    let empty = occupant == Occupant::Empty;
    let enemy = occupant == Occupant::Enemy;
    match junction {
        Junction::Empty => (empty, false),
        Junction::Enemy => (false, enemy),
        Junction::EmptyOrEnemy => (empty, enemy),
        Junction::Own => (false, occupant == Occupant::Friend),
        Junction::Hurdle => (!empty, false),
        Junction::Any => (true, false),
        Junction::HurdleOrEnemy => (!empty, enemy),
    }
}
