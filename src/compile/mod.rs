//! Checked definition → [`Rules`]: every question that can be answered before the game is.

mod attacks;
mod cast;
mod castling;
mod chains;
mod conditions;
mod dense;
mod extras;
mod kinds;
pub(crate) mod laid;
mod legality;
mod movers;
mod promotions;
mod trace;
mod work;

pub use cast::{Cast, CastMan};
pub(crate) use cast::{codes_of, piece_of, side_of, tags_of};
pub(crate) use castling::needs as castling_needs;

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Side, SquareSet};
use crate::definition::{Definition, PieceSet, StageKind};
use crate::diagnostic::Diagnostic;
use crate::rules::{
    AttackRow, Attackers, Dense, DressRule, Form, GROUPS, Grouped, Keys, KindId, KindSet,
    LegalityPlan, Men, NO_KIND, PointsRule, RIGHTS, Reserves, RoyalRule, Rules, Takes,
};

/// Compiles a definition for a width that holds its board.
///
/// # Errors
/// What a definition may say and this version cannot do, or what would need too much memory,
/// with its place.
pub fn compile<B: Bitboard>(definition: &Definition) -> Result<Rules<B>, Vec<Diagnostic>> {
    compile_with(definition, None, false, &Cast::default())
}

/// Compiles with a legality plan of the caller's choice where more than one is possible:
/// [`LegalityPlan::Replay`] always is (for tests that compare plans), and for the men of a
/// cast besides those that are just a piece. `light` leaves out tables that cost much time to
/// make and only make counting faster.
///
/// # Errors
/// As [`compile`].
pub fn compile_with<B: Bitboard>(
    definition: &Definition,
    plan: Option<LegalityPlan>,
    light: bool,
    cast: &Cast,
) -> Result<Rules<B>, Vec<Diagnostic>> {
    debug_assert!(definition.shape.area() <= B::CAPACITY);
    let kinds = kinds::Kinds::new(definition, cast)?;
    let mut groups = Groups { kinds: &kinds, groups: Vec::new() };
    let start = kinds::start_men(definition);
    let work = work::Work::new();

    // The groups that generation itself needs come first: positions keep only a few.
    let setwise = movers::setwise_kinds(definition, &kinds, &start, &work);
    let setwise: [Vec<(u8, KindId)>; 2] = Side::BOTH.map(|side| {
        let kinds = setwise.iter().filter(|&&(_, sides)| sides[side.index()]);
        kinds
            .filter_map(|&(kind, _)| Some((groups.kept([kind].into_iter().collect())?, kind)))
            .collect()
    });
    let mut royals = [Vec::new(), Vec::new()];
    for (index, royal) in definition.royals.iter().enumerate() {
        let set = kinds.of_pieces(royal.pieces);
        let Some(group) = groups.kept(set) else {
            return Err(vec![Diagnostic::error(
                "limit",
                royal.span,
                format!("more than {GROUPS} groups of men that a position must keep apart"),
            )]);
        };
        for side in Side::BOTH {
            if royal.sides[side.index()] {
                royals[side.index()].push(RoyalRule {
                    group,
                    kinds: set,
                    start: [0, 1].map(|side: usize| {
                        let men = start[side].iter().enumerate();
                        men.filter(|(piece, _)| set.has(*piece as KindId))
                            .map(|(_, &men)| men)
                            .sum()
                    }),
                    safe: royal.safe,
                    entry: index,
                });
            }
        }
    }
    let royal_kinds = Side::BOTH.map(|side| {
        royals[side.index()].iter().flat_map(|rule: &RoyalRule| rule.kinds.iter()).collect()
    });

    // Before conditions ask for groups of theirs, which are rarely looked at.
    let own_groups = own_groups(definition, &kinds, &start, &mut groups, &setwise);
    let mut movers = movers::compile::<B>(definition, &kinds, &mut groups, &setwise, &work)?;
    let mut attacks = attacks::compile::<B>(definition, &kinds, &work)?;
    work.check(definition.setup.start_span)?;
    let castling = castling::compile::<B>(definition, &kinds)?;
    let promotions = promotions::compile::<B>(definition, &kinds, &mut groups, &movers.promotes)?;
    let mut ends = Vec::new();
    for end in &definition.ends {
        ends.push(conditions::end(end, &kinds, &mut groups));
    }
    let mut extras = extras::compile::<B>(definition, &kinds, &mut groups);
    extras.conditions = std::mem::take(&mut movers.conditions);
    extras.slow = movers.slow;
    extras.rights_by_drop = castling.by_drop;
    let pass = definition.turn.pass.as_ref();
    let pass = pass.map(|expr| conditions::compile(expr, &kinds, &mut groups));

    let keep = definition.setup.shuffle.as_ref().and_then(|shuffle| shuffle.keep.as_ref());
    let shuffle_keep = keep.map(|expr| conditions::compile(expr, &kinds, &mut groups));

    for side in Side::BOTH {
        for kind in 0..kinds.list.len() {
            let zone = promotions[side.index()][kind].zone;
            let right = movers.of_kind[side.index()][kind].right;
            movers.of_kind[side.index()][kind].promotion_zone = zone;
            if let Some(right) = right {
                movers.of_kind[side.index()][usize::from(right)].promotion_zone = zone;
            }
        }
    }
    for attackers in attacks.classes.iter_mut().flatten() {
        attackers.grouped =
            grouped(attackers, &attacks.between, &groups.groups, definition.shape.area());
    }
    let squares = B::from_set(definition.shape.all());
    let mut kind_groups = [0; 256];
    for (group, set) in groups.groups.iter().enumerate() {
        set.iter().for_each(|kind| kind_groups[kind as usize] |= 1 << group);
    }
    let mut table = groups.groups.clone();
    table.resize(GROUPS, KindSet::default());
    let points = definition.points.as_ref().map(|points| {
        let mut captured = vec![0; kinds.list.len()];
        for &(piece, value) in &points.captured {
            for kind in kinds.of_piece(piece).iter() {
                captured[kind as usize] =
                    value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16;
            }
        }
        PointsRule { captured, strict: points.strict }
    });
    let decided = legality::plan(definition, &attacks, &movers, &extras);
    let dense = if light {
        Dense::default()
    } else {
        dense::compile(&mut movers.of_kind, &movers.rays, definition.shape.area())
    };
    let no_hurdle = (0..kinds.list.len())
        .map(|kind| kind as KindId)
        .filter(|&kind| !attacks.hurdles.iter().all(|set| set.has(kind)))
        .collect();
    let mut rules = Rules {
        shape: definition.shape.clone(),
        squares,
        homes: definition.pieces.iter().map(|piece| piece.first.map(B::from_set)).collect(),
        files: (0..definition.shape.files())
            .map(|file| {
                let squares = definition.shape.squares();
                B::from_set(squares.filter(|&one| definition.shape.file(one) == file).collect())
            })
            .collect(),
        names: kinds.names::<B>(definition),
        movers: movers.of_kind,
        rays: movers.rays.into_boxed_slice(),
        dense,
        uses: movers.uses,
        groups: table,
        kind_groups,
        own_groups,
        between: attacks.between,
        attackers: attacks.classes,
        hurdles: attacks.hurdles,
        no_hurdle,
        victim_class: attacks.class_of_kind,
        royals,
        royal_kinds,
        plan: plan.filter(|&plan| plan == LegalityPlan::Replay).unwrap_or(decided),
        castlings: castling.goals,
        rights: castling.rights,
        rights_ended: castling.ended,
        rights_by_position: castling.by_position,
        promotions,
        en_passant_reach: movers.en_passant_reach,
        en_passant: movers.en_passant,
        en_passant_zone: definition.en_passant.zone.map(B::from_set),
        passing: movers.passing,
        resets: kinds.of_pieces(definition.turn.resets),
        points,
        pass,
        must_capture: definition.turn.must_capture,
        touch_move: definition.turn.touch_move,
        ends_early: false,
        ends,
        first: definition.turn.first,
        keys: keys(kinds.list.len(), B::CAPACITY),
        start_men: start,
        once_order: definition.setup.start.split(' ').nth(2).unwrap_or("").to_string(),
        shuffle_keep,
        possible: crate::position::Possible {
            pieces: Vec::new(),
            squares: [Vec::new(), Vec::new()],
            narrow: [B::EMPTY; 2],
            promoted: [Vec::new(), Vec::new()],
            promotes: [Vec::new(), Vec::new()],
            quiet: i32::MAX,
            stock: Vec::new(),
            stocked: Vec::new(),
        },
        king_takes_partner: definition.castling_text_king_takes_partner,
        values: kinds
            .list
            .iter()
            .map(|kind| definition.pieces[kind.piece as usize].value)
            .collect(),
        reserves: reserves(definition, &kinds),
        dress: dress(definition),
        whole: definition.turn.pass.is_some()
            || !extras.bans.is_empty()
            || !extras.counters.is_empty()
            || !extras.lapses.is_empty()
            || !extras.conditions.is_empty()
            || extras.checks.is_some(),
        extras,
        kinds: kinds.list,
    };
    if let Some(reserves) = &rules.reserves {
        reserves.kinds.iter().for_each(|kind| rules.extras.slow.insert(kind));
    }
    rules.ends_early = rules
        .ends
        .iter()
        .any(|end| end.by == crate::definition::By::Rule && !end.only_without_moves);
    Ok(rules)
}

/// Sets of kinds that positions will keep, in the order in which they were asked for.
struct Groups<'a> {
    kinds: &'a kinds::Kinds,
    groups: Vec<KindSet>,
}

impl Groups<'_> {
    /// The quickest way to the men of these kinds.
    fn of_kinds(&mut self, kinds: KindSet) -> Men {
        self.kept(kinds).map_or(Men::Kinds(kinds), Men::Group)
    }

    /// The group of these kinds, if positions can keep it.
    fn kept(&mut self, kinds: KindSet) -> Option<u8> {
        if let Some(found) = self.groups.iter().position(|&group| group == kinds) {
            return Some(found as u8);
        }
        (self.groups.len() < GROUPS).then(|| {
            self.groups.push(kinds);
            self.groups.len() as u8 - 1
        })
    }

    /// The men of these pieces.
    fn men(&mut self, pieces: PieceSet) -> Men {
        let kinds = self.kinds.of_pieces(pieces);
        if self.kinds.all_in(kinds) { Men::All } else { self.of_kinds(kinds) }
    }

    /// Whom a man of a kind may capture by an entry that takes `takes`.
    fn takes(&mut self, definition: &Definition, kind: KindId, takes: PieceSet) -> Takes {
        let victims = self.kinds.victims(definition, kind, takes);
        if self.kinds.all_in(victims) {
            return Takes::All;
        }
        match self.of_kinds(victims) {
            Men::All => Takes::All,
            Men::Group(group) => Takes::Group(group),
            Men::Kinds(kinds) => Takes::Kinds(kinds),
        }
    }
}

/// Kinds that have a group of their own: those that move set-wise, then as many others as
/// positions can keep, if that is all kinds that are on the board from the start.
fn own_groups(
    definition: &Definition,
    kinds: &kinds::Kinds,
    start: &[Vec<u32>; 2],
    groups: &mut Groups<'_>,
    setwise: &[Vec<(u8, KindId)>; 2],
) -> [Vec<(u8, KindId)>; 2] {
    let mut own = setwise.clone();
    let royal = definition.royals.iter().fold(0, |sum, royal| sum | royal.pieces.pieces);
    let others: Vec<KindId> = (0..kinds.list.len())
        .filter(|&kind| {
            let facts = &kinds.list[kind];
            let piece = usize::from(facts.piece);
            // Where men of the piece hold something, few are just the piece.
            let bare = facts.tags.0.is_empty()
                && kinds.list.iter().any(|k| k.piece == facts.piece && !k.tags.0.is_empty());
            let present = start.iter().any(|men| men[piece] > 0) && !bare;
            royal >> facts.piece & 1 == 0
                && facts.was.is_none()
                && present
                && !setwise.iter().flatten().any(|&(_, known)| usize::from(known) == kind)
        })
        .map(|kind| kind as KindId)
        .collect();
    // Positions of games with many kinds would have none left for anything else.
    if groups.groups.len() + others.len() > GROUPS {
        return own;
    }
    for kind in others {
        let Some(group) = groups.kept([kind].into_iter().collect()) else { break };
        for side in Side::BOTH {
            if kinds.list[usize::from(kind)].sides[side.index()] {
                own[side.index()].push((group, kind));
            }
        }
    }
    own
}

/// What the set-up may give to men.
fn dress(definition: &Definition) -> Vec<DressRule> {
    let stages = definition.setup.stages.iter().filter_map(|stage| match &stage.kind {
        StageKind::Augment(augment) => Some((stage, augment)),
        StageKind::Bind(_) | StageKind::Vote { .. } => None,
    });
    stages
        .map(|(stage, augment)| {
            let mut codes = augment.pools.concat();
            codes.sort_unstable();
            codes.dedup();
            let bans = augment
                .bans
                .iter()
                .map(|(piece, bans)| (piece.0, bans.iter().map(|tags| tags.0.clone()).collect()));
            DressRule {
                sides: stage.sides,
                codes,
                pools: augment.pools.clone(),
                slots: augment.slots.iter().map(|(p, sizes)| (p.0, sizes.clone())).collect(),
                bans: bans.collect(),
                repeat: augment.repeat,
            }
        })
        .collect()
}

/// What is known of men in reserve.
fn reserves(definition: &Definition, kinds: &kinds::Kinds) -> Option<Reserves> {
    if definition.gates.is_empty() {
        return None;
    }
    let mut reserves = Reserves {
        kinds: KindSet::default(),
        enters: Vec::new(),
        without: Vec::new(),
        shields: Vec::new(),
        gates: definition.gates.clone(),
    };
    for (index, kind) in kinds.list.iter().enumerate() {
        let gate = kind.behind.and_then(|piece| {
            definition.gates.iter().find(|gate| gate.pieces.has(crate::definition::PieceId(piece)))
        });
        if kind.behind.is_some() {
            reserves.kinds.insert(index as KindId);
        }
        reserves.enters.push(kind.behind.unwrap_or(NO_KIND));
        reserves.without.push(kinds.like(kind, kind.unspent, None));
        reserves.shields.push(gate.is_none_or(|gate| gate.shields));
    }
    Some(reserves)
}

/// Rows of attack by the groups of their kinds; `None` if a kind has no group that is exactly
/// it, or if too many rows are left to ask them all.
fn grouped<B: Bitboard>(
    attackers: &Attackers<B>,
    between: &[B],
    groups: &[KindSet],
    area: usize,
) -> Option<Grouped<B>> {
    const MOST_ROWS: usize = 16;
    let nothing_between = |row: usize| {
        (0..area).all(|target| {
            let paths = &between[target * B::CAPACITY..];
            !attackers.from_of(target)[row].any(|attacker| !paths[attacker].is_empty())
        })
    };
    let mut lines = vec![[B::EMPTY; GROUPS]; area];
    let mut others = Vec::new();
    for (kind, &(lo, hi)) in attackers.of_kind.iter().enumerate() {
        let alone: KindSet = [kind as KindId].into_iter().collect();
        for row in lo..hi {
            let group = groups.iter().position(|&group| group == alone)?;
            let index = usize::from(row);
            let shared = match &attackers.rows[index] {
                AttackRow { form: Form::Leap, .. } => nothing_between(index),
                AttackRow { form: Form::Empty, own: None, .. } => true,
                _ => false,
            };
            if !shared {
                others.push((row, group as u8));
                if others.len() > MOST_ROWS {
                    return None;
                }
                continue;
            }
            for (target, line) in lines.iter_mut().enumerate() {
                line[group] = line[group] | attackers.from_of(target)[index];
            }
        }
    }
    let from = (0..area).flat_map(|target| {
        let sets = attackers.from_of(target);
        others.iter().map(|&(row, _)| sets[usize::from(row)])
    });
    Some(Grouped {
        lines: lines.into_boxed_slice(),
        from: from.collect(),
        groups: others.iter().map(|&(_, group)| group).collect(),
        rows: others.iter().map(|&(row, _)| row).collect(),
    })
}

/// Keys from a fixed sequence (splitmix64), so that they are the same in every run.
fn keys(kinds: usize, capacity: usize) -> Keys {
    let mut state = 0x5fe7_2a01_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let black = next();
    let rights = std::array::from_fn::<u64, RIGHTS, _>(|_| next());
    let en_passant = (0..capacity).map(|_| next()).collect();
    let mut men: Vec<u64> = (0..kinds * 2 * capacity).map(|_| next()).collect();
    men.extend(std::iter::repeat_n(0, capacity));
    let walls = (0..capacity).map(|_| next()).collect();
    let unmoved = (0..capacity).map(|_| next()).collect();
    let hands = std::array::from_fn(|_| std::array::from_fn(|_| next()));
    let checks = std::array::from_fn(|_| next());
    Keys { men, capacity, black, rights, en_passant, walls, unmoved, hands, checks }
}

/// A set of a definition as a bitboard table entry.
fn sets<B: Bitboard>(fill: impl Fn(usize) -> SquareSet, area: usize) -> B::Sets {
    let mut table = B::Sets::filled(B::EMPTY);
    for square in 0..area {
        table.set(square, B::from_set(fill(square)));
    }
    table
}
