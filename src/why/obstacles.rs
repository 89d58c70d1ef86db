//! What stands in the way of a man that would go from one square to another.

use crate::bitboard::Bitboard;
use crate::board::{Side, Square, SquareSet};
use crate::compile::laid::{self, Laid, Trace};
use crate::definition::{MoveEntry, Piece, PieceId, PromotionOn};
use crate::movegen::Scene;
use crate::notation::lower::{Action, Chain, Junction, Leg};
use crate::notation::targets::{self, Occupant};
use crate::position::Position;
use crate::rules::{Kind, Mode, NO_KIND};

use super::{Explainer, Said, words};

/// Steps of a leg that are followed: no board is longer.
const STEPS: u8 = 16;

/// What a man has against going to a square.
pub(super) enum Found {
    /// No move of his leads there, whatever stands on the board.
    NoWay,
    /// The way with the fewest obstacles, and the first of them.
    Obstacle(Said),
    /// An entry allows it.
    Open(Said),
}

/// Who would go where.
struct Wish<'a, B: Bitboard> {
    scene: Scene<'a, B>,
    kind: &'a Kind,
    piece: &'a Piece,
    side: Side,
    from: usize,
    to: usize,
}

impl<B: Bitboard> Wish<'_, B> {
    fn by_moves(&self, entry: &MoveEntry, said: Said) -> Said {
        said.by(format!("moves of `{}`", self.piece.name), entry.span)
    }
}

impl<B: Bitboard> Explainer<'_, B> {
    /// What keeps the man on `from`, of the side to move, from going to `to`.
    pub(super) fn obstacles(&self, position: &Position<B>, from: usize, to: usize) -> Found {
        let scene = Scene::new(self.rules, position);
        let kind = &self.rules.kinds[usize::from(position.kind(from))];
        let piece = laid::man_of(self.definition, kind);
        let wish = Wish { scene, kind, piece: &piece, side: position.turn, from, to };
        let once = piece.once.as_ref().map(|once| (&once.entry, true));
        let promoting = self.promoting(&wish);
        let entries = piece.moves.iter().chain(&promoting).map(|entry| (entry, false)).chain(once);
        let mut best: Option<(usize, Said)> = None;
        for (entry, spends) in entries {
            for laid in laid::ways(self.definition, entry, wish.side, Square::new(from as u8)) {
                for against in self.of_way(&wish, entry, spends, &laid) {
                    let Some(first) = against.first() else {
                        let said = wish.by_moves(entry, Said::new("legal", ""));
                        return Found::Open(self.of_promotion(said));
                    };
                    if best.as_ref().is_none_or(|(count, _)| against.len() < *count) {
                        best = Some((against.len(), first.clone()));
                    }
                }
            }
        }
        best.map_or(Found::NoWay, |(_, said)| Found::Obstacle(self.of_promotion(said)))
    }

    /// The moves that a man may make while he promotes, as entries.
    fn promoting(&self, wish: &Wish<'_, B>) -> Vec<MoveEntry> {
        let side = wish.side.index();
        let from = Square::new(wish.from as u8);
        let id = PieceId(wish.kind.piece);
        let entries = self.definition.promotions.iter();
        entries
            .filter(|entry| entry.on == PromotionOn::Turn && entry.sides[side])
            .filter(|entry| entry.pieces.has(id) && entry.zone[side].has(from))
            .filter_map(|entry| {
                Some(MoveEntry {
                    name: Some(entry.name.clone()),
                    moves: entry.moves.clone()?,
                    span: entry.span,
                    from: entry.zone,
                    to: wish.piece.within,
                    takes: wish.piece.takes,
                    hurdles: wish.piece.hurdles,
                    passing: false,
                    when: entry.when.clone(),
                })
            })
            .collect()
    }

    /// Names the promotion whose moves they are, if they are one's.
    fn of_promotion(&self, said: Said) -> Said {
        let mut entries = self.definition.promotions.iter();
        match entries.find(|entry| Some(entry.span) == said.span) {
            Some(entry) => said.by(format!("promotion `{}`", entry.name), entry.span),
            None => said,
        }
    }

    /// For each destination of a way that is the one asked for, everything against it.
    fn of_way(
        &self,
        wish: &Wish<'_, B>,
        entry: &MoveEntry,
        spends: bool,
        laid: &Laid,
    ) -> Vec<Vec<Said>> {
        let general = || self.general(wish, entry, spends, laid.way.initial);
        let Some(traces) = &laid.traces else {
            let Action::Chain(chain) = &laid.way.action else { return Vec::new() };
            if !self.legs_reach(wish, chain, laid.way.wrap) {
                return Vec::new();
            }
            let mut against = general();
            against.extend(self.of_legs(wish, entry, laid));
            return vec![against];
        };
        let to = Square::new(wish.to as u8);
        let fits = |trace: &&Trace| trace.to == to && wish.to != wish.from;
        let of_trace = |trace: &Trace| {
            let mut against = general();
            against.extend(self.on_path(wish, entry, trace));
            against.extend(self.at_goal(wish, entry, laid.mode));
            against
        };
        traces.iter().filter(fits).map(of_trace).collect()
    }

    /// What an entry asks before anybody looks at the board.
    fn general(
        &self,
        wish: &Wish<'_, B>,
        entry: &MoveEntry,
        spends: bool,
        initial: bool,
    ) -> Vec<Said> {
        let side = wish.side.index();
        let (from, to) = (Square::new(wish.from as u8), Square::new(wish.to as u8));
        let all = self.definition.shape.all();
        let name = self.name(wish.scene.position.kind(wish.from));
        let mut against = Vec::new();
        let mut say = |code, reason: String| {
            against.push(wish.by_moves(entry, Said::new(code, reason)));
        };
        let set = |squares: SquareSet| self.squares(B::from_set(squares & all), "or");
        if !entry.from[side].has(from) {
            let squares = set(entry.from[side]);
            say("zone", format!("The {name} can move so only from {squares}."));
        }
        if initial && !wish.piece.first[side].has(from) {
            let squares = set(wish.piece.first[side]);
            let only = format!("The {name} can move so only as a first move, from {squares}.");
            say("first-move", only);
        }
        if spends && !wish.kind.unspent {
            say("spent", format!("The move that the {name} may make once is spent."));
        }
        if let Some(when) = &entry.when {
            let when = laid::condition(self.definition, self.rules, when);
            if !self.rules.holds_before(wish.scene.position, &when) {
                say(
                    "condition",
                    format!("The condition under which the {name} can move so does not hold."),
                );
            }
        }
        if !entry.to[side].has(to) {
            let goal = self.square(wish.to);
            say("zone", format!("The {name} may not end such a move on {goal}."));
        }
        against
    }

    /// Men that are in the way, or missing.
    fn on_path(&self, wish: &Wish<'_, B>, entry: &MoveEntry, trace: &Trace) -> Vec<Said> {
        let position = wish.scene.position;
        let occupied = wish.scene.occupied - B::of(wish.from);
        let mut path = B::from_set(trace.path);
        let mut pattern = B::from_set(trace.pattern);
        let name = self.name(position.kind(wish.from));
        let mut against = Vec::new();
        let mut say = |code, reason: String| {
            against.push(wish.by_moves(entry, Said::new(code, reason)));
        };
        let goal = B::of(wish.to);
        if !trace.one && path.meets(goal) {
            if pattern.meets(goal) != occupied.meets(goal) {
                let goal = self.square(wish.to);
                say("blocked", format!("Its legs would need {goal} both empty and occupied."));
            }
            path = path - goal;
            pattern = pattern - goal;
        }
        let on_path = path & occupied;
        let hurdles = if trace.one {
            match on_path.len() {
                0 => say(
                    "no-hurdle",
                    format!(
                        "The {name} needs somebody to hop over between {} and {}.",
                        self.square(wish.from),
                        self.square(wish.to)
                    ),
                ),
                1 => {}
                _ => say(
                    "blocked",
                    format!(
                        "The {name} can hop over one man only, but there are men on {}.",
                        self.squares(on_path, "and")
                    ),
                ),
            }
            if on_path.many() { B::EMPTY } else { on_path }
        } else {
            let blockers = on_path - pattern;
            if !blockers.is_empty() {
                let first = self.nearest(wish.from, blockers);
                say(
                    "blocked",
                    format!(
                        "The {name} is blocked on {} by {}.",
                        self.square(first),
                        self.man(position, first)
                    ),
                );
            }
            let missing = pattern - occupied;
            if !missing.is_empty() {
                let missing = self.squares(missing, "and");
                say("no-hurdle", format!("The {name} needs somebody to hop over on {missing}."));
            }
            pattern & occupied
        };
        hurdles.for_each(|square| {
            let kind = position.kind(square);
            let may = kind != NO_KIND && {
                let hurdle = &self.rules.kinds[usize::from(kind)];
                entry.hurdles.has_man(PieceId(hurdle.piece), hurdle.dressed)
            };
            if !may && !self.hops_over_all(entry) {
                let man = self.man_on(position, square);
                say("hurdle", format!("The {name} may not hop over {man}."));
            }
        });
        against
    }

    /// Whether an entry hops over whatever stands there, walls too.
    fn hops_over_all(&self, entry: &MoveEntry) -> bool {
        let mut kinds = self.rules.kinds.iter();
        kinds.all(|kind| entry.hurdles.has_man(PieceId(kind.piece), kind.dressed))
    }

    /// The square of a set that is nearest to another.
    fn nearest(&self, from: usize, squares: B) -> usize {
        let shape = &self.definition.shape;
        let at = |square: usize| {
            let square = Square::new(square as u8);
            (i16::from(shape.file(square)), i16::from(shape.rank(square)))
        };
        let (file, rank) = at(from);
        let mut best = (i16::MAX, from);
        squares.for_each(|square| {
            let (other_file, other_rank) = at(square);
            let far = (other_file - file).abs().max((other_rank - rank).abs());
            best = best.min((far, square));
        });
        best.1
    }

    /// What stands on the goal, and whether the move may end on it.
    fn at_goal(&self, wish: &Wish<'_, B>, entry: &MoveEntry, mode: Mode) -> Option<Said> {
        let position = wish.scene.position;
        let name = self.name(position.kind(wish.from));
        let goal = self.square(wish.to);
        let has = |bit| mode.has(bit);
        let say = |code, reason: String| Some(wish.by_moves(entry, Said::new(code, reason)));
        if position.walls.has(wish.to) {
            return say("wall", format!("Nobody can go to {goal}: there is a wall."));
        }
        let Some(owner) = position.owner(wish.to) else {
            if has(Mode::QUIET) {
                return None;
            }
            if has(Mode::EN_PASSANT) && position.en_passant.has(wish.to) {
                let victim = usize::from(position.victim);
                if self.rules.captures_en_passant(
                    wish.side,
                    position.kind(wish.from),
                    position.kind(victim),
                    wish.from,
                    wish.to,
                    wish.scene.occupied,
                ) {
                    return None;
                }
                let victim = self.man_on(position, victim);
                return say("takes", format!("The {name} may not take {victim} in passing."));
            }
            let passing =
                if has(Mode::EN_PASSANT) { ", and nobody has just passed there" } else { "" };
            return say(
                "only-captures",
                format!("The {name} moves so only to capture, but {goal} is empty{passing}."),
            );
        };
        let there = self.man_on(position, wish.to);
        if owner == wish.side {
            let royal = self.rules.royal_kinds[wish.side.index()].has(position.kind(wish.to));
            if !has(Mode::OWN) {
                return say("own-man", format!("There is a man of his own: {there}."));
            }
            if royal {
                return say("own-man", format!("Nobody may take his own royal man: {there}."));
            }
        } else if !has(Mode::CAPTURE) {
            return say(
                "only-quiet",
                format!("The {name} moves so only without capturing, but there is {there}."),
            );
        }
        self.may_take(wish, entry, wish.to)
    }

    /// Why a man may not be taken by this entry.
    fn may_take(&self, wish: &Wish<'_, B>, entry: &MoveEntry, at: usize) -> Option<Said> {
        let position = wish.scene.position;
        let victim = &self.rules.kinds[usize::from(position.kind(at))];
        let name = self.name(position.kind(wish.from));
        let there = self.man_on(position, at);
        if !entry.takes.has_man(PieceId(victim.piece), victim.dressed) {
            let said = Said::new("takes", format!("The {name} may not take {there}."));
            return Some(wish.by_moves(entry, said));
        }
        let prey = &self.definition.pieces[usize::from(victim.piece)];
        let by = PieceId(wish.kind.piece);
        if !prey.taken_by.has_man(by, wish.kind.dressed) {
            let said =
                Said::new("takes", format!("{there} cannot be taken by {}.", words::a(&name)));
            return Some(said.by(format!("taken-by of `{}`", prey.name), prey.span));
        }
        None
    }

    /// Whether some legs lead from one square to the other, whatever stands on the board.
    fn legs_reach(&self, wish: &Wish<'_, B>, chain: &Chain, wrap: bool) -> bool {
        let shape = &self.definition.shape;
        let turn = if wish.side == Side::White { 1 } else { -1 };
        let leg = |starts: SquareSet, leg: Leg| {
            let mut ends = SquareSet::EMPTY;
            for start in starts.iter() {
                let mut here = start;
                for _ in 0..leg.range.min(STEPS) {
                    let vector = (leg.step.0 * turn, leg.step.1 * turn);
                    let Some(next) = shape.step(here, vector, wrap) else { break };
                    ends.insert(next);
                    here = next;
                }
            }
            ends
        };
        let mut heads = SquareSet::of(Square::new(wish.from as u8));
        for &(one, _) in &chain.legs {
            heads = leg(heads, one);
        }
        leg(heads, chain.last).has(Square::new(wish.to as u8))
    }

    /// What is against a way that removes men between its ends.
    fn of_legs(&self, wish: &Wish<'_, B>, entry: &MoveEntry, laid: &Laid) -> Option<Said> {
        let position = wish.scene.position;
        let us = wish.side.index();
        // Men who may not be taken stand in the way like any that cannot be removed.
        let occupant = |lenient: bool| {
            move |square: Square| {
                let at = square.index();
                match position.owner(at) {
                    None if position.walls.has(at) => Occupant::FriendRoyal,
                    None => Occupant::Empty,
                    Some(_) if !lenient && self.may_take(wish, entry, at).is_some() => {
                        Occupant::FriendRoyal
                    }
                    Some(owner) if owner != wish.side => Occupant::Enemy,
                    Some(_) if self.rules.royal_kinds[us].has(position.kind(at)) => {
                        Occupant::FriendRoyal
                    }
                    Some(_) => Occupant::Friend,
                }
            }
        };
        let ways = std::slice::from_ref(&laid.way);
        let name = self.name(position.kind(wish.from));
        let (from, goal) = (self.square(wish.from), self.square(wish.to));
        let reaches = |lenient: bool| {
            let scene = targets::Scene {
                shape: &self.definition.shape,
                from: Square::new(wish.from as u8),
                side: wish.side,
                occupant: occupant(lenient),
                unmoved: self.definition.shape.all(),
                en_passant: None,
            };
            targets::targets(ways, &scene).iter().any(|mv| mv.to.index() == wish.to)
        };
        let hops = matches!(&laid.way.action, Action::Chain(chain)
            if chain.legs.iter().any(|(_, junction)|
                matches!(junction, Junction::Hurdle | Junction::HurdleOrEnemy)));
        let said = if reaches(false) {
            if !hops || self.hops_over_all(entry) {
                return None;
            }
            Said::new("hurdle", format!("The {name} may not hop over those on its way to {goal}."))
        } else if reaches(true) {
            Said::new("takes", format!("The {name} may not take those on its way to {goal}."))
        } else {
            let reason = format!(
                "No path of the {name}'s legs leads from {from} to {goal} past the men as they \
                 stand."
            );
            Said::new("legs", reason)
        };
        Some(wish.by_moves(entry, said))
    }

    /// The men over which an attack goes from one square to another, as words; nothing if it
    /// goes over nobody.
    pub(super) fn over(&self, position: &Position<B>, from: usize, to: usize) -> String {
        let mut turned = *position;
        let Some(owner) = position.owner(from) else { return String::new() };
        turned.turn = owner;
        let scene = Scene::new(self.rules, &turned);
        let kind = &self.rules.kinds[usize::from(position.kind(from))];
        let piece = laid::man_of(self.definition, kind);
        let wish = Wish { scene, kind, piece: &piece, side: owner, from, to };
        let occupied = scene.occupied - B::of(from);
        for entry in &piece.moves {
            for laid in laid::ways(self.definition, entry, owner, Square::new(from as u8)) {
                for trace in laid.traces.iter().flatten() {
                    let fits = trace.to.index() == to
                        && laid.mode.has(Mode::CAPTURE)
                        && self.on_path(&wish, entry, trace).is_empty()
                        && self.general(&wish, entry, false, laid.way.initial).is_empty();
                    let hurdles = B::from_set(trace.path) & occupied - B::of(to);
                    if fits && (trace.one || !trace.pattern.is_empty()) {
                        return format!(" over {}", self.squares(hurdles, "and"));
                    }
                    if fits {
                        return String::new();
                    }
                }
            }
        }
        String::new()
    }
}
