//! How each kind moves: leaps, rays, paths, set-wise steps.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::definition::{Definition, MoveEntry, Piece, PieceId, PromotionOn};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::lower::{Action, Modality, Passage, UNLIMITED, Way, between, lower};
use crate::position::REMOVED;
use crate::rules::{
    ChainLeg, ChainRule, Cond, GROUPS, KindId, KindSet, Mode, Mover, PathEntry, PathMove,
    PathMoves, Plan, SetStep, Slider, Table, Takes, Use,
};

use super::chains;
use super::kinds::Kinds;
use super::promotions::turns_back;
use super::trace::{Trace, removes, trace, turned};
use super::work::Work;
use super::{Groups, sets};

/// Path moves by kind.
type PathTables<B> = Vec<Option<Box<PathMoves<B>>>>;

/// Movers that stand behind those of all kinds: whose, and why.
type Rights<B> = Vec<(KindId, Role, Mover<B>)>;

/// Why a mover stands behind those of all kinds.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// It spends a right, which may be used while a condition holds.
    Right(Option<u16>),
    /// It is there while a condition holds.
    While(u16),
    /// It is how the man moves while it promotes by this entry.
    Promotes(usize),
}

/// The tables of movement of both sides.
pub(super) struct Movers<B: Bitboard> {
    pub(super) of_kind: [Vec<Mover<B>>; 2],
    pub(super) rays: Vec<B>,
    /// The sliders whose rays these are, for others to share.
    sliders: Vec<Slider>,
    pub(super) uses: Vec<Use<B>>,
    pub(super) en_passant_reach: [B::Sets; 2],
    pub(super) en_passant: [PathTables<B>; 2],
    pub(super) passing: [PathTables<B>; 2],
    /// Conditions of moves.
    pub(super) conditions: Vec<Cond<B>>,
    /// Kinds with such moves.
    pub(super) slow: KindSet,
    /// Movers of men that promote as a turn of its own, by side: kind, entry, index.
    pub(super) promotes: [Vec<(KindId, usize, u16)>; 2],
}

/// The ways of an entry that a side may use, each with the squares it may start from.
pub(super) fn ways_of(
    definition: &Definition,
    piece: &Piece,
    entry: &MoveEntry,
    side: Side,
    work: &Work,
) -> Vec<(Way, SquareSet)> {
    let from = entry.from[side.index()] & definition.shape.all();
    let first = piece.first[side.index()];
    let ways = lower(&entry.moves);
    // To write out a way takes as long as to follow it for so many squares.
    work.steps(16 * ways.len());
    ways.into_iter()
        .map(|way| {
            let from = if way.initial { from & first } else { from };
            (way, from)
        })
        .filter(|(_, from)| !from.is_empty())
        .collect()
}

/// The entries of a kind: of its piece, and its right's if it still has one (last, `true`).
pub(super) fn entries(piece: &Piece, unspent: bool) -> Vec<(&MoveEntry, bool)> {
    let once = piece.once.as_ref().filter(|_| unspent).map(|once| (&once.entry, true));
    piece.moves.iter().map(|entry| (entry, false)).chain(once).collect()
}

/// What may happen at the end of a way, as bits.
pub(super) fn mode(way: &Way) -> Mode {
    let modality = match &way.action {
        Action::Ride(ride) => ride.modality,
        Action::Hop(hop) => hop.modality,
        Action::Chain(chain) => chain.modality,
        Action::Universal(modality) => *modality,
        Action::Castle(_) => Modality::default(),
    };
    Mode(
        u8::from(modality.quiet) * Mode::QUIET
            | u8::from(modality.capture) * Mode::CAPTURE
            | u8::from(modality.own) * Mode::OWN
            | u8::from(modality.en_passant) * Mode::EN_PASSANT,
    )
}

/// Kinds whose men all move at once by shifting their set, with the sides for which that
/// holds. Worth it only for several men with few steps.
pub(super) fn setwise_kinds(
    definition: &Definition,
    kinds: &Kinds,
    start: &[Vec<u32>; 2],
    work: &Work,
) -> Vec<(KindId, [bool; 2])> {
    let mut found = Vec::new();
    let royal = definition.royals.iter().fold(0, |sum, royal| sum | royal.pieces.pieces);
    for (index, kind) in kinds.list.iter().enumerate() {
        let piece = kinds.man(definition, index);
        let id = index as KindId;
        let remembers = kind.was.is_some() || kind.behind.is_some() || piece.once.is_some();
        if remembers || royal >> kind.piece & 1 == 1 || definition.shape.wrap() {
            continue;
        }
        let sides = Side::BOTH.map(|side| {
            let men = start[side.index()][kind.piece as usize] as usize;
            men > 2
                && steps(definition, kinds, piece, id, side, work)
                    .is_some_and(|steps| !steps.is_empty() && steps.len() <= (3 * men).min(12))
        });
        if sides != [false; 2] {
            found.push((index as KindId, sides));
        }
    }
    // Positions keep few groups and royal men need theirs.
    found.truncate(GROUPS - 3);
    found
}

/// A set-wise step before it has a width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlainStep {
    from: SquareSet,
    shifts: Vec<i16>,
    mode: Mode,
}

/// The set-wise steps of a piece; `None` if its moves cannot all be said so.
fn steps(
    definition: &Definition,
    kinds: &Kinds,
    piece: &Piece,
    kind: KindId,
    side: Side,
    work: &Work,
) -> Option<Vec<PlainStep>> {
    let shape = &definition.shape;
    let files = i16::from(shape.files());
    let mut steps: Vec<PlainStep> = Vec::new();
    for entry in &piece.moves {
        let all = kinds.all_in(kinds.victims(definition, kind, entry.takes));
        if entry.when.is_some() || !all {
            return None;
        }
        let to = entry.to[side.index()];
        for (way, from) in ways_of(definition, piece, entry, side, work) {
            let Action::Ride(ride) = &way.action else { return None };
            let mode = mode(&way);
            if way.wrap || ride.skip > 0 || ride.steps.len() != 1 || mode.has(Mode::OWN) {
                return None;
            }
            let moves = Mode(mode.0 & (Mode::QUIET | Mode::CAPTURE));
            if moves.0 == 0 {
                continue;
            }
            let step = ride.steps[0];
            let units: Vec<_> = match ride.passage {
                Passage::Free => vec![step],
                Passage::ExactlyOne => return None,
                Passage::Empty => {
                    let mut last = (0, 0);
                    let stops = between(step).into_iter().chain([step]);
                    stops
                        .map(|stop| {
                            let unit = (stop.0 - last.0, stop.1 - last.1);
                            last = stop;
                            unit
                        })
                        .collect()
                }
            };
            if ride.range == UNLIMITED || units.len() * usize::from(ride.range) > 3 {
                return None;
            }
            for length in 1..=usize::from(ride.range) {
                let path: Vec<_> =
                    units.iter().copied().cycle().take(units.len() * length).collect();
                // Far more than are ever worth it.
                if steps.len() > 64 || !work.steps(shape.area()) {
                    return None;
                }
                let reaches = |square: &Square| {
                    let mut at = *square;
                    for &unit in &path {
                        match shape.step(at, turned(unit, side), false) {
                            Some(next) => at = next,
                            None => return false,
                        }
                    }
                    to.has(at)
                };
                let from: SquareSet = from.iter().filter(reaches).collect();
                let shifts = path.iter().map(|&unit| {
                    let (dx, dy) = turned(unit, side);
                    dy * files + dx
                });
                let shifts: Vec<_> = shifts.collect();
                if from.is_empty() {
                    continue;
                }
                let step = PlainStep { from, shifts, mode: moves };
                let twin = steps
                    .iter_mut()
                    .find(|other| other.shifts == step.shifts && other.from == step.from);
                match twin {
                    Some(twin) => twin.mode = Mode(twin.mode.0 | step.mode.0),
                    None => steps.push(step),
                }
            }
        }
    }
    // One man may not reach one square by two steps, or it would be counted twice.
    let total = |step: &PlainStep| step.shifts.iter().sum::<i16>();
    for (i, a) in steps.iter().enumerate() {
        for b in &steps[..i] {
            if total(a) == total(b) && a.mode.has(b.mode.0) && !(a.from & b.from).is_empty() {
                return None;
            }
        }
    }
    Some(steps)
}

/// To make and assemble a draft takes as long as so many squares of a ride.
const DRAFT_STEPS: usize = 4096;

/// How many men a way may remove before its last square.
fn removing(way: &Way) -> usize {
    match &way.action {
        Action::Chain(chain) => {
            chain.legs.iter().filter(|(_, junction)| removes(*junction)).count()
        }
        Action::Ride(_) | Action::Hop(_) | Action::Universal(_) | Action::Castle(_) => 0,
    }
}

/// Everything that one entry or several with the same conditions say, before it is a table.
struct Draft {
    mode: Mode,
    to: SquareSet,
    takes: Takes,
    hurdles: Option<KindSet>,
    leaps: Vec<SquareSet>,
    /// Rays with their side of the square order: `rays[square]` = (rising, falling).
    rays: Vec<(Vec<SquareSet>, Vec<SquareSet>)>,
    over: Vec<(Vec<SquareSet>, Vec<SquareSet>)>,
    behind: Vec<(Vec<SquareSet>, Vec<SquareSet>)>,
    paths: Vec<Vec<(SquareSet, SquareSet, SquareSet)>>,
}

impl Draft {
    fn new(mode: Mode, to: SquareSet, takes: Takes, hurdles: Option<KindSet>, area: usize) -> Self {
        let none = || vec![(Vec::new(), Vec::new()); area];
        Self {
            mode,
            to,
            takes,
            hurdles,
            leaps: vec![SquareSet::EMPTY; area],
            rays: none(),
            over: none(),
            behind: none(),
            paths: vec![Vec::new(); area],
        }
    }

    /// Adds a traced destination. What it needs to be for a quiet move and for a capture
    /// differs where the path leads over the destination itself.
    fn add(&mut self, from: Square, trace: &Trace, work: &Work) {
        let at = from.index();
        if !self.to.has(trace.to) {
            return;
        }
        if trace.one {
            for hurdle in trace.path.iter() {
                let pattern = SquareSet::of(hurdle);
                self.add(from, &Trace { pattern, one: false, ..*trace }, work);
            }
            return;
        }
        if trace.path.is_empty() {
            self.leaps[at].insert(trace.to);
            return;
        }
        let target = SquareSet::of(trace.to);
        let known = self.paths[at].len();
        if !work.steps(known / 4) || known > limits::PATH_ENTRIES {
            return;
        }
        let entry = self.paths[at]
            .iter_mut()
            .find(|(path, pattern, _)| (*path, *pattern) == (trace.path, trace.pattern));
        match entry {
            Some((_, _, targets)) => *targets = *targets | target,
            None => self.paths[at].push((trace.path, trace.pattern, target)),
        }
    }
}

/// A traced destination as it applies to one mode: the destination is taken out of the path,
/// where the mode itself says what must stand there. `None` if the two exclude each other.
pub(super) fn for_mode(trace: &Trace, mode: u8) -> Option<Trace> {
    let mut trace = *trace;
    if trace.one || !trace.path.has(trace.to) {
        return Some(trace);
    }
    let occupied = mode & (Mode::CAPTURE | Mode::OWN) != 0;
    if trace.pattern.has(trace.to) != occupied {
        return None;
    }
    trace.path.remove(trace.to);
    trace.pattern.remove(trace.to);
    Some(trace)
}

struct Build<'a, 'g, B: Bitboard> {
    definition: &'a Definition,
    kinds: &'a Kinds,
    groups: &'a mut Groups<'g>,
    work: &'a Work,
    out: Movers<B>,
    entries: usize,
}

pub(super) fn compile<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
    groups: &mut Groups<'_>,
    setwise: &[Vec<(u8, KindId)>; 2],
    work: &Work,
) -> Result<Movers<B>, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    for piece in &definition.pieces {
        for (entry, _) in entries(piece, true).into_iter().filter(|(one, _)| one.when.is_some()) {
            if lower(&entry.moves).iter().any(|way| mode(way).has(Mode::EN_PASSANT)) {
                faults.push(Diagnostic::error(
                    "unsupported",
                    entry.span,
                    "a condition (`when`) on captures en passant is not supported by this version",
                ));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let none = || B::Sets::filled(B::EMPTY);
    let out = Movers {
        of_kind: [Vec::new(), Vec::new()],
        rays: Vec::new(),
        sliders: Vec::new(),
        uses: Vec::new(),
        en_passant_reach: [none(), none()],
        en_passant: [Vec::new(), Vec::new()],
        passing: [Vec::new(), Vec::new()],
        conditions: Vec::new(),
        slow: KindSet::default(),
        promotes: [Vec::new(), Vec::new()],
    };
    let mut build = Build { definition, kinds, groups, work, out, entries: 0 };
    for side in Side::BOTH {
        let mut rights: Rights<B> = Vec::new();
        for kind in 0..kinds.list.len() {
            let setwise = setwise[side.index()].iter().any(|&(_, k)| usize::from(k) == kind);
            build.kind(side, kind as KindId, setwise, &mut rights)?;
        }
        let first = build.out.of_kind[side.index()].len() as u16;
        for (offset, (kind, role, mover)) in rights.into_iter().enumerate() {
            let owner = &mut build.out.of_kind[side.index()][usize::from(kind)];
            let index = first + offset as u16;
            match role {
                Role::Right(when) => (owner.right, owner.right_when) = (Some(index), when),
                Role::While(when) => owner.conditional.push((when, index)),
                Role::Promotes(entry) => {
                    build.out.promotes[side.index()].push((kind, entry, index));
                }
            }
            build.out.of_kind[side.index()].push(mover);
        }
    }
    Ok(build.out)
}

impl<B: Bitboard> Build<'_, '_, B> {
    fn shape(&self) -> &Shape {
        &self.definition.shape
    }

    fn kind(
        &mut self,
        side: Side,
        kind: KindId,
        setwise: bool,
        rights: &mut Rights<B>,
    ) -> Result<(), Vec<Diagnostic>> {
        let facts = self.kinds.list[usize::from(kind)].clone();
        let kinds = self.kinds;
        let piece = kinds.man(self.definition, usize::from(kind));
        let once = piece.once.as_ref().filter(|_| facts.unspent);
        let until_moved = once.is_some_and(|once| once.until_moved);
        let becomes = kinds.like(&facts, facts.unspent && !until_moved, None);

        let entries: Vec<&MoveEntry> =
            piece.moves.iter().filter(|entry| entry.when.is_none()).collect();
        let mut mover = self.mover(side, kind, piece, &entries, becomes)?;
        if setwise {
            mover.steps = steps(self.definition, kinds, piece, kind, side, self.work)
                .unwrap_or_default()
                .into_iter()
                .map(|step| {
                    let mut shifts = [0; 3];
                    for (slot, shift) in shifts.iter_mut().zip(&step.shifts) {
                        *slot = *shift;
                    }
                    SetStep {
                        from: B::from_set(step.from),
                        shifts,
                        count: step.shifts.len() as u8,
                        mode: step.mode,
                    }
                })
                .collect();
        }
        self.out.of_kind[side.index()].push(mover);
        let mut all = entries;
        for entry in piece.moves.iter().filter(|entry| entry.when.is_some()) {
            let mover = self.mover(side, kind, piece, &[entry], becomes)?;
            if let Some(when) = self.condition(entry, kind) {
                rights.push((kind, Role::While(when), mover));
            }
            all.push(entry);
        }
        if let Some(once) = once {
            let spent = kinds.like(&facts, false, None);
            let mover = self.mover(side, kind, piece, &[&once.entry], spent)?;
            let when = self.condition(&once.entry, kind);
            rights.push((kind, Role::Right(when), mover));
            all.push(&once.entry);
        }
        for (index, promotion) in self.definition.promotions.iter().enumerate() {
            let applies = promotion.on == PromotionOn::Turn
                && promotion.sides[side.index()]
                && (promotion.pieces.has(PieceId(facts.piece)) || turns_back(promotion, &facts));
            let Some(moves) = promotion.moves.as_ref().filter(|_| applies) else { continue };
            let entry = MoveEntry {
                name: None,
                moves: moves.clone(),
                span: promotion.span,
                from: promotion.zone,
                to: piece.within,
                takes: piece.takes,
                hurdles: piece.hurdles,
                passing: false,
                when: None,
            };
            let mover = self.mover(side, kind, piece, &[&entry], becomes)?;
            rights.push((kind, Role::Promotes(index), mover));
        }
        self.passing(side, piece, kind, &all)?;
        self.en_passant(side, piece, kind, &all)
    }

    /// Index of the condition of an entry, if it has one.
    fn condition(&mut self, entry: &MoveEntry, kind: KindId) -> Option<u16> {
        let when = super::conditions::compile(entry.when.as_ref()?, self.kinds, self.groups);
        self.out.slow.insert(kind);
        self.out.conditions.push(when);
        Some(self.out.conditions.len() as u16 - 1)
    }

    /// The tables of some entries of a piece.
    fn mover(
        &mut self,
        side: Side,
        kind: KindId,
        piece: &Piece,
        entries: &[&MoveEntry],
        becomes: KindId,
    ) -> Result<Mover<B>, Vec<Diagnostic>> {
        let area = self.shape().area();
        let mut drafts: Vec<Draft> = Vec::new();
        let mut chains = Vec::new();
        for entry in entries {
            let takes = self.groups.takes(self.definition, kind, entry.takes);
            let hurdles = self.kinds.of_pieces(entry.hurdles);
            let hurdles = (!self.kinds.all_in(hurdles)).then_some(hurdles);
            let to = entry.to[side.index()] & self.shape().all();
            for (way, from) in ways_of(self.definition, piece, entry, side, self.work) {
                self.way(&mut drafts, &mut chains, side, &way, from, to, takes, hurdles);
                self.work.check(entry.span)?;
                if removing(&way) > REMOVED {
                    return Err(vec![Diagnostic::error(
                        "limit",
                        entry.span,
                        format!("more than {REMOVED} legs on which men are removed in one move"),
                    )]);
                }
            }
            let busy = chains::steps(self.shape(), &chains, self.work);
            self.work.check(entry.span)?;
            if busy > limits::CHAIN_STEPS {
                return Err(vec![
                    Diagnostic::error(
                        "limit",
                        entry.span,
                        format!(
                            "a man with these moves may have to look at more than {} squares",
                            limits::CHAIN_STEPS
                        ),
                    )
                    .help("use fewer legs, or shorter ranges on the legs"),
                ]);
            }
            let size: usize =
                drafts.iter().flat_map(|draft| &draft.paths).map(Vec::len).sum::<usize>();
            if self.entries + size > limits::PATH_ENTRIES {
                return Err(vec![
                    Diagnostic::error(
                        "limit",
                        entry.span,
                        format!(
                            "these moves need more than {} paths on this board",
                            limits::PATH_ENTRIES
                        ),
                    )
                    .help("use fewer legs, or shorter ranges on the legs"),
                ]);
            }
        }
        self.entries += drafts.iter().flat_map(|draft| &draft.paths).map(Vec::len).sum::<usize>();
        let mover = self.assemble(drafts, chains, area, becomes);
        self.work.check(piece.span)?;
        if self.out.uses.len() > limits::TABLE_ROWS {
            return Err(vec![Diagnostic::error(
                "limit",
                piece.span,
                format!("the game needs more than {} tables of reach", limits::TABLE_ROWS),
            )]);
        }
        Ok(mover)
    }

    #[expect(clippy::too_many_arguments, reason = "the conditions of one entry")]
    fn way(
        &self,
        drafts: &mut Vec<Draft>,
        chains: &mut Vec<ChainRule<B>>,
        side: Side,
        way: &Way,
        from: SquareSet,
        to: SquareSet,
        takes: Takes,
        hurdles: Option<KindSet>,
    ) {
        let shape = self.shape();
        let mode = mode(way);
        if let Action::Chain(chain) = &way.action
            && (chain.may_pass || chain.legs.iter().any(|(_, junction)| removes(*junction)))
        {
            let leg = |leg: crate::notation::lower::Leg, junction| ChainLeg {
                step: turned(leg.step, side),
                range: leg.range,
                junction,
            };
            let mut legs: Vec<_> =
                chain.legs.iter().map(|&(l, junction)| leg(l, Some(junction))).collect();
            legs.push(leg(chain.last, None));
            chains.push(ChainRule {
                legs,
                mode,
                from: B::from_set(from),
                to: B::from_set(to),
                takes,
                hurdles,
                wrap: way.wrap,
                may_pass: chain.may_pass,
            });
            return;
        }
        let area = shape.area();
        let draft = |drafts: &mut Vec<Draft>, mode: Mode, hurdles: Option<KindSet>| -> usize {
            let found = drafts.iter().position(|draft| {
                (draft.mode, draft.to, draft.takes, draft.hurdles) == (mode, to, takes, hurdles)
            });
            found.unwrap_or_else(|| {
                self.work.steps(DRAFT_STEPS + drafts.len());
                drafts.push(Draft::new(mode, to, takes, hurdles, area));
                drafts.len() - 1
            })
        };
        let whole = Mode(mode.0 & !Mode::EN_PASSANT);
        if whole.0 == 0 {
            return;
        }
        let flat = !way.wrap && !shape.wrap();
        match &way.action {
            Action::Ride(ride)
                if flat
                    && ride.steps.len() == 1
                    && ride.passage == Passage::Free
                    && (ride.range > 1 || ride.skip > 0) =>
            {
                let (dx, dy) = turned(ride.steps[0], side);
                let rising = dy > 0 || dy == 0 && dx > 0;
                let index = draft(drafts, whole, None);
                for square in from.iter() {
                    let traces = trace(shape, side, square, way, self.work).unwrap_or_default();
                    let ray: SquareSet = traces.iter().map(|trace| trace.to).collect();
                    let rays = &mut drafts[index].rays[square.index()];
                    let list = if rising { &mut rays.0 } else { &mut rays.1 };
                    if !list.contains(&ray) && !ray.is_empty() {
                        list.push(ray);
                    }
                }
            }
            Action::Hop(hop) if flat && hurdles.is_none() => {
                let (dx, dy) = turned(hop.step, side);
                let rising = dy > 0 || dy == 0 && dx > 0;
                let index = draft(drafts, whole, None);
                for square in from.iter() {
                    let mut ray = SquareSet::EMPTY;
                    let mut at = square;
                    for _ in 0..hop.range {
                        let Some(next) = shape.step(at, (dx, dy), false) else { break };
                        ray.insert(next);
                        at = next;
                    }
                    let table = if hop.behind_only {
                        &mut drafts[index].behind
                    } else {
                        &mut drafts[index].over
                    };
                    let rays = &mut table[square.index()];
                    let list = if rising { &mut rays.0 } else { &mut rays.1 };
                    if ray.len() > 1 && !list.contains(&ray) {
                        list.push(ray);
                    }
                }
            }
            _ => {
                // A path that leads over its own destination asks different things of quiet
                // moves and captures, so those get drafts of their own.
                for square in from.iter() {
                    for trace in trace(shape, side, square, way, self.work).unwrap_or_default() {
                        let needs = trace.one || !trace.pattern.is_empty();
                        let hurdles = hurdles.filter(|_| needs);
                        if trace.path.has(trace.to) && !trace.one {
                            for bit in [Mode::QUIET, Mode::CAPTURE, Mode::OWN] {
                                if let Some(trace) = for_mode(&trace, bit).filter(|_| mode.has(bit))
                                {
                                    let index = draft(drafts, Mode(bit), hurdles);
                                    drafts[index].add(square, &trace, self.work);
                                }
                            }
                        } else {
                            let index = draft(drafts, whole, hurdles);
                            drafts[index].add(square, &trace, self.work);
                        }
                    }
                }
            }
        }
    }

    fn assemble(
        &mut self,
        drafts: Vec<Draft>,
        chains: Vec<ChainRule<B>>,
        area: usize,
        becomes: KindId,
    ) -> Mover<B> {
        let everywhere = self.shape().all();
        let none = || B::Sets::filled(B::EMPTY);
        let takes = drafts
            .iter()
            .find(|draft| {
                draft.mode.has(Mode::CAPTURE) && draft.leaps.iter().any(|l| !l.is_empty())
            })
            .map_or(Takes::All, |draft| draft.takes);
        self.work.room::<Mover<B>>(1);
        let mut mover = Mover {
            plan: Plan::General,
            quiet: none(),
            capture: none(),
            slider: Slider::default(),
            uses: (0, 0),
            takes,
            steps: Vec::new(),
            promotion_zone: B::EMPTY,
            becomes,
            right: None,
            right_when: None,
            conditional: Vec::new(),
            chains,
        };
        let mut uses: Vec<Use<B>> = Vec::new();
        for draft in drafts {
            let to = B::from_set(draft.to);
            let mut push = |table, mode, hurdles| {
                uses.push(Use { table, mode, to, takes: draft.takes, hurdles });
            };
            let mut left = draft.mode;
            if draft.mode.has(Mode::QUIET) {
                left = Mode(left.0 & !Mode::QUIET);
            }
            if draft.mode.has(Mode::CAPTURE) && draft.takes == takes {
                left = Mode(left.0 & !Mode::CAPTURE);
            }
            for (square, &leaps) in draft.leaps.iter().enumerate() {
                let leaps = B::from_set(leaps);
                if draft.mode.has(Mode::QUIET) {
                    mover.quiet.set(square, mover.quiet.at(square) | leaps);
                }
                if draft.mode.has(Mode::CAPTURE) && draft.takes == takes {
                    mover.capture.set(square, mover.capture.at(square) | leaps);
                }
            }
            if left.0 != 0 && draft.leaps.iter().any(|leaps| !leaps.is_empty()) {
                self.work.room::<B::Sets>(1);
                let table = sets::<B>(|square| draft.leaps[square], area);
                push(Table::Leaps(Box::new(table)), left, None);
            }
            let filled = |rays: &[(Vec<SquareSet>, Vec<SquareSet>)]| {
                rays.iter().any(|(up, down)| !up.is_empty() || !down.is_empty())
            };
            if filled(&draft.rays) {
                push(Table::Slide(intern(&mut self.out, self.work, &draft.rays)), draft.mode, None);
            }
            if filled(&draft.over) {
                push(
                    Table::HopOver(intern(&mut self.out, self.work, &draft.over)),
                    draft.mode,
                    None,
                );
            }
            if filled(&draft.behind) {
                let slider = intern(&mut self.out, self.work, &draft.behind);
                push(Table::HopBehind(slider), draft.mode, None);
            }
            if draft.paths.iter().any(|paths| !paths.is_empty()) {
                let mut start = vec![0];
                let mut entries = Vec::new();
                for paths in &draft.paths {
                    entries.extend(paths.iter().map(|&(path, pattern, targets)| PathEntry {
                        path: B::from_set(path),
                        pattern: B::from_set(pattern),
                        targets: B::from_set(targets),
                    }));
                    start.push(entries.len() as u32);
                }
                self.work.room::<PathEntry<B>>(entries.len());
                push(Table::Paths { start, entries }, draft.mode, draft.hurdles);
            }
        }
        let leaps =
            (0..area).any(|square| !(mover.quiet.at(square) | mover.capture.at(square)).is_empty());
        let same = (0..area).all(|square| mover.quiet.at(square) == mover.capture.at(square))
            && takes == Takes::All;
        let plain = |one: &Use<B>| match one.table {
            Table::Slide(slider)
                if one.mode.0 == Mode::QUIET | Mode::CAPTURE
                    && one.takes == Takes::All
                    && one.to == B::from_set(everywhere) =>
            {
                Some(slider)
            }
            _ => None,
        };
        let slider = match uses.as_slice() {
            [one] => plain(one),
            _ => None,
        };
        mover.plan = match (leaps, same, uses.len(), slider) {
            (false, _, 0, _) => Plan::Immobile,
            (true, true, 0, _) => Plan::Leaps,
            (true, false, 0, _) => Plan::SplitLeaps,
            (false, _, 1, Some(_)) => Plan::Slide,
            (true, true, 1, Some(_)) => Plan::LeapsAndSlide,
            _ => Plan::General,
        };
        mover.slider = slider.unwrap_or_default();
        let first = self.out.uses.len() as u16;
        self.out.uses.append(&mut uses);
        mover.uses = (first, self.out.uses.len() as u16);
        mover
    }

    fn passing(
        &mut self,
        side: Side,
        piece: &Piece,
        kind: KindId,
        entries: &[&MoveEntry],
    ) -> Result<(), Vec<Diagnostic>> {
        let shape = self.shape();
        let zone = self.definition.en_passant.zone[side.other().index()];
        let mut moves: Vec<PathMove<B>> = Vec::new();
        let victim = self.kinds.of_pieces(self.definition.en_passant.of).has(kind);
        for entry in entries.iter().filter(|_| victim) {
            for (way, from) in ways_of(self.definition, piece, entry, side, self.work) {
                let marks = matches!(&way.action, Action::Ride(ride) if ride.passing);
                if !marks && !entry.passing {
                    continue;
                }
                for square in from.iter() {
                    // Chains that remove men on the way leave nothing to pass over.
                    for trace in trace(shape, side, square, &way, self.work).unwrap_or_default() {
                        let passed = (trace.passed & zone) - SquareSet::of(trace.to);
                        if passed.is_empty() || !entry.to[side.index()].has(trace.to) {
                            continue;
                        }
                        push_path_moves(&mut moves, square, &trace, passed, self.work);
                    }
                }
                self.work.check(entry.span)?;
            }
        }
        let table = path_moves(moves, self.shape().area(), KindSet::default());
        self.out.passing[side.index()].push(table);
        Ok(())
    }

    fn en_passant(
        &mut self,
        side: Side,
        piece: &Piece,
        kind: KindId,
        entries: &[&MoveEntry],
    ) -> Result<(), Vec<Diagnostic>> {
        let mut moves = Vec::new();
        let mut victims = KindSet::default();
        let of = self.kinds.of_pieces(self.definition.en_passant.of);
        for entry in entries {
            for (way, from) in ways_of(self.definition, piece, entry, side, self.work) {
                if !mode(&way).has(Mode::EN_PASSANT) {
                    continue;
                }
                let takes = self.kinds.victims(self.definition, kind, entry.takes);
                takes.iter().filter(|&victim| of.has(victim)).for_each(|one| victims.insert(one));
                for square in from.iter() {
                    let traces = trace(&self.definition.shape, side, square, &way, self.work);
                    for trace in traces.unwrap_or_default() {
                        // The destination of a capture en passant is empty.
                        let Some(trace) = for_mode(&trace, Mode::QUIET) else { continue };
                        if !entry.to[side.index()].has(trace.to) {
                            continue;
                        }
                        let reach = &mut self.out.en_passant_reach[side.index()];
                        let to = trace.to.index();
                        reach.set(to, reach.at(to) | B::of(square.index()));
                        push_path_moves(&mut moves, square, &trace, SquareSet::EMPTY, self.work);
                    }
                }
                self.work.check(entry.span)?;
            }
        }
        let table = path_moves(moves, self.shape().area(), victims);
        self.out.en_passant[side.index()].push(table);
        Ok(())
    }
}

fn push_path_moves<B: Bitboard>(
    moves: &mut Vec<PathMove<B>>,
    from: Square,
    trace: &Trace,
    passed: SquareSet,
    work: &Work,
) {
    let patterns: Vec<SquareSet> = if trace.one {
        trace.path.iter().map(SquareSet::of).collect()
    } else {
        vec![trace.pattern]
    };
    if !work.room::<PathMove<B>>(patterns.len()) {
        return;
    }
    let to = SquareSet::of(trace.to);
    moves.extend(patterns.into_iter().map(|pattern| PathMove {
        from: from.byte(),
        to: trace.to.byte(),
        path: B::from_set(trace.path - to),
        pattern: B::from_set(pattern - to),
        passed: B::from_set(passed),
    }));
}

fn path_moves<B: Bitboard>(
    mut moves: Vec<PathMove<B>>,
    area: usize,
    victims: KindSet,
) -> Option<Box<PathMoves<B>>> {
    if moves.is_empty() {
        return None;
    }
    moves.sort_by_key(|one| one.from);
    let mut from = vec![B::EMPTY; area];
    for one in &moves {
        let origin = usize::from(one.from);
        from[origin] = from[origin] | B::of(usize::from(one.to));
    }
    Some(Box::new(PathMoves { from, moves, victims }))
}

/// The slider with these rays, a new one if there is none yet.
fn intern<B: Bitboard>(
    out: &mut Movers<B>,
    work: &Work,
    rays: &[(Vec<SquareSet>, Vec<SquareSet>)],
) -> Slider {
    let longest = rays.iter().map(|(up, down)| up.len().max(down.len())).max().unwrap_or(0);
    // Lengths that have an unrolled form.
    let half = match longest {
        0..=2 => 2,
        3 | 4 => 4,
        more => more,
    };
    let size = rays.len() * 2 * half;
    if !work.steps(size) {
        return Slider::default();
    }
    let mut flat = Vec::with_capacity(size);
    for (up, down) in rays {
        let padded = |list: &[SquareSet]| -> Vec<B> {
            let mut list: Vec<SquareSet> = list.to_vec();
            list.sort_by_key(|ray| ray.0);
            let sets = list.into_iter().map(B::from_set);
            sets.chain(std::iter::repeat(B::EMPTY)).take(half).collect()
        };
        flat.extend(padded(up));
        flat.extend(padded(down));
    }
    let same = |slider: &&Slider| {
        let base = slider.base as usize;
        slider.half as usize == half && out.rays[base..base + size] == flat
    };
    if let Some(known) = out.sliders.iter().find(same) {
        return *known;
    }
    let slider = Slider { base: out.rays.len() as u32, half: half as u32, dense: None };
    if work.room::<B>(size) {
        out.rays.extend(flat);
        out.sliders.push(slider);
    }
    slider
}
