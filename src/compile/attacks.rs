//! Who attacks whom, turned around: for each square the squares it can be attacked from.

use crate::bitboard::{Bitboard, PerSquare};
use crate::board::{Shape, Side, SquareSet};
use crate::definition::{Definition, MoveEntry, Piece, PieceId};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::rules::{AttackRow, Attackers, Form, KindId, KindSet, Mode, OwnPaths, PathPair};

use super::kinds::Kinds;
use super::movers::{entries, for_mode, mode, ways_of};
use super::trace::trace;
use super::work::Work;

/// The tables of attack.
pub(super) struct Attacks<B: Bitboard> {
    pub(super) between: Box<[B]>,
    pub(super) classes: Vec<[Attackers<B>; 2]>,
    pub(super) class_of_kind: [u8; 256],
    /// As [`crate::rules::Rules::hurdles`].
    pub(super) hurdles: Vec<KindSet>,
}

pub(super) fn compile<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
    work: &Work,
) -> Result<Attacks<B>, Vec<Diagnostic>> {
    let between = between::<B>(&definition.shape);
    // Men that the same entries may capture are attacked alike.
    let mut signatures: Vec<Vec<bool>> = Vec::new();
    let mut members: Vec<KindId> = Vec::new();
    let mut class_of_kind = [0; 256];
    for (victim, class) in class_of_kind.iter_mut().enumerate().take(kinds.list.len()) {
        let signature = signature(definition, kinds, victim as KindId);
        let known = signatures.iter().position(|other| *other == signature);
        *class = known.unwrap_or_else(|| {
            signatures.push(signature);
            members.push(victim as KindId);
            signatures.len() - 1
        }) as u8;
    }
    let mut hurdles = vec![(0..kinds.list.len()).map(|kind| kind as KindId).collect()];
    let [white, black] = Side::BOTH
        .map(|side| sided::<B>(definition, kinds, &between, side, &members, &mut hurdles, work));
    let (white, black) = (white?, black?);
    let classes = white.into_iter().zip(black).map(|(white, black)| [white, black]).collect();
    Ok(Attacks { between, classes, class_of_kind, hurdles })
}

/// For every entry of every kind whether it may capture `victim`.
fn signature(definition: &Definition, kinds: &Kinds, victim: KindId) -> Vec<bool> {
    let mut signature = Vec::new();
    for kind in 0..kinds.list.len() {
        let allowed = may_take(definition, kinds, kind, victim);
        let entries = entries(kinds.man(definition, kind), true);
        signature.extend(entries.iter().map(|(entry, _)| allowed && takes(kinds, entry, victim)));
    }
    signature
}

/// Whether a victim lets itself be taken by men of a kind.
fn may_take(definition: &Definition, kinds: &Kinds, kind: usize, victim: KindId) -> bool {
    let taker = &kinds.list[kind];
    let taken_by = definition.pieces[usize::from(kinds.list[usize::from(victim)].piece)].taken_by;
    taken_by.has_man(PieceId(taker.piece), taker.dressed)
}

/// Whether an entry captures such a victim.
fn takes(kinds: &Kinds, entry: &MoveEntry, victim: KindId) -> bool {
    let victim = &kinds.list[usize::from(victim)];
    entry.takes.has_man(PieceId(victim.piece), victim.dressed)
}

/// Squares strictly between two squares on a line of equal primitive steps (a step whose
/// numbers have no common divisor); empty for all other pairs.
fn between<B: Bitboard>(shape: &Shape) -> Box<[B]> {
    let mut table = vec![B::EMPTY; B::CAPACITY * B::CAPACITY];
    for target in shape.squares() {
        for attacker in shape.squares() {
            let dx = i16::from(shape.file(attacker)) - i16::from(shape.file(target));
            let dy = i16::from(shape.rank(attacker)) - i16::from(shape.rank(target));
            let steps = gcd(dx.unsigned_abs(), dy.unsigned_abs()) as i16;
            let mut path = B::EMPTY;
            for i in 1..steps {
                let file = i16::from(shape.file(target)) + dx / steps * i;
                let rank = i16::from(shape.rank(target)) + dy / steps * i;
                if let Some(square) = shape.at(file as u8, rank as u8) {
                    path = path | B::of(square.index());
                }
            }
            table[target.index() * B::CAPACITY + attacker.index()] = path;
        }
    }
    table.into_boxed_slice()
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An attack of one kind from one square on another.
#[derive(Clone, Copy, PartialEq)]
struct Attack {
    target: u8,
    attacker: u8,
    form: Form,
    /// As [`AttackRow::hurdles`].
    hurdles: u8,
    path: SquareSet,
    pattern: SquareSet,
}

/// The attackers of one side for each class of victims, of which one member is given.
fn sided<B: Bitboard>(
    definition: &Definition,
    kinds: &Kinds,
    between: &[B],
    side: Side,
    victims: &[KindId],
    hurdles: &mut Vec<KindSet>,
    work: &Work,
) -> Result<Vec<Attackers<B>>, Vec<Diagnostic>> {
    let mut classes: Vec<Growing<B>> = victims.iter().map(|_| Growing::new()).collect();
    for (kind, facts) in kinds.list.iter().enumerate() {
        let piece = kinds.man(definition, kind);
        let mut count = 0;
        let of_entries: Vec<(&MoveEntry, Traced)> = entries(piece, facts.unspent)
            .into_iter()
            .map(|(entry, _)| {
                let named = hurdles_of(definition, kinds, entry, hurdles);
                let traced = traced(definition, piece, entry, side, named, count, work);
                count += traced.attacks.len();
                (entry, traced)
            })
            .collect();
        for (attackers, victim) in classes.iter_mut().zip(victims) {
            let first = attackers.rows.len();
            let allowed = may_take(definition, kinds, kind, *victim);
            let mut attacks = Vec::new();
            let mut forward = false;
            for (entry, traced) in &of_entries {
                if allowed && takes(kinds, entry, *victim) {
                    forward |= traced.forward;
                    attacks.extend_from_slice(&traced.attacks);
                }
                work.check(entry.span)?;
            }
            if forward {
                attackers.forward.insert(kind as KindId);
                attacks.clear();
            }
            // Sorted and searched several times.
            work.steps(4 * attacks.len());
            rows(attackers, between, attacks, work);
            work.check(piece.span)?;
            let end = attackers.rows.len();
            if end > limits::TABLE_ROWS {
                return Err(vec![Diagnostic::error(
                    "limit",
                    piece.span,
                    format!("attacks need more than {} tables", limits::TABLE_ROWS),
                )]);
            }
            attackers.of_kind.push((first as u16, end as u16));
        }
    }
    Ok(classes.into_iter().map(|growing| growing.flat(definition.shape.area())).collect())
}

/// The attacks of one entry.
struct Traced {
    attacks: Vec<Attack>,
    /// There are some that no row can say.
    forward: bool,
}

/// The set of hurdles of an entry, as [`AttackRow::hurdles`]; `None` if men may become hurdles
/// or stop being ones by the very move that is judged, or if there are too many sets.
fn hurdles_of(
    definition: &Definition,
    kinds: &Kinds,
    entry: &MoveEntry,
    known: &mut Vec<KindSet>,
) -> Option<u8> {
    let set = kinds.of_pieces(entry.hurdles);
    if kinds.all_in(set) {
        return Some(0);
    }
    let changes = definition.promotions.iter().any(|promotion| {
        let kind_in = |piece: PieceId| entry.hurdles.has(piece);
        let from = (0..definition.pieces.len() as u8).map(PieceId);
        let from = from.filter(|&piece| promotion.pieces.has(piece));
        from.into_iter().any(|piece| promotion.to.iter().any(|&to| kind_in(piece) != kind_in(to)))
    });
    if changes {
        return None;
    }
    let place = known.iter().position(|other| *other == set).unwrap_or_else(|| {
        known.push(set);
        known.len() - 1
    });
    u8::try_from(place).ok()
}

/// The attacks of one entry; `hurdles` are those of its hops, `before` is how many attacks the
/// man has by other entries.
fn traced(
    definition: &Definition,
    piece: &Piece,
    entry: &MoveEntry,
    side: Side,
    hurdles: Option<u8>,
    before: usize,
    work: &Work,
) -> Traced {
    let mut found = Traced { attacks: Vec::new(), forward: false };
    for (way, from) in ways_of(definition, piece, entry, side, work) {
        for square in from.iter() {
            // A chain may remove the victim on its way, whatever it ends on.
            let Some(traces) = trace(&definition.shape, side, square, &way, work) else {
                found.forward = true;
                break;
            };
            if !mode(&way).has(Mode::CAPTURE) {
                break;
            }
            // Whether it attacks is asked in play.
            if entry.when.is_some() {
                found.forward = true;
                break;
            }
            for trace in traces {
                if !entry.to[side.index()].has(trace.to) {
                    continue;
                }
                let hops = trace.one || !trace.pattern.is_empty();
                let Some(hurdles) = (if hops { hurdles } else { Some(0) }) else {
                    found.forward = true;
                    break;
                };
                let Some(trace) = for_mode(&trace, Mode::CAPTURE) else { continue };
                let form = if trace.one {
                    Form::One
                } else if trace.path.is_empty() {
                    Form::Leap
                } else if trace.pattern.is_empty() {
                    Form::Empty
                } else {
                    Form::Exactly
                };
                if before + found.attacks.len() > limits::ATTACKS {
                    work.steps(usize::MAX);
                    break;
                }
                found.attacks.push(Attack {
                    target: trace.to.byte(),
                    attacker: square.byte(),
                    form,
                    hurdles,
                    path: trace.path,
                    pattern: trace.pattern,
                });
            }
        }
    }
    found
}

/// Attackers under construction: each row with its sets by target.
struct Growing<B: Bitboard> {
    reach: B::Sets,
    of_kind: Vec<(u16, u16)>,
    rows: Vec<AttackRow<B>>,
    from: Vec<B::Sets>,
    forward: KindSet,
}

impl<B: Bitboard> Growing<B> {
    fn new() -> Self {
        Self {
            reach: B::Sets::filled(B::EMPTY),
            of_kind: Vec::new(),
            rows: Vec::new(),
            from: Vec::new(),
            forward: KindSet::default(),
        }
    }

    fn push(
        &mut self,
        (form, hurdles): (Form, u8),
        from: B::Sets,
        own: Option<OwnPaths<B>>,
        work: &Work,
    ) {
        if !work.room::<B::Sets>(1) {
            return;
        }
        self.rows.push(AttackRow { form, hurdles, own: own.map(Box::new) });
        self.from.push(from);
    }

    fn flat(self, area: usize) -> Attackers<B> {
        let targets = 0..area;
        let from = targets.flat_map(|target| self.from.iter().map(move |from| from.at(target)));
        Attackers {
            reach: self.reach,
            of_kind: self.of_kind.into_boxed_slice(),
            from: from.collect(),
            rows: self.rows.into_boxed_slice(),
            grouped: None,
            forward: self.forward,
        }
    }
}

/// Sorts the attacks of one kind into as few rows as possible.
fn rows<B: Bitboard>(
    attackers: &mut Growing<B>,
    between: &[B],
    mut attacks: Vec<Attack>,
    work: &Work,
) {
    // A leap makes every other attack between the same squares superfluous.
    attacks.sort_by_key(|one| (one.target, one.attacker, one.form != Form::Leap));
    let mut kept: Vec<Attack> = Vec::new();
    let mut begin = 0;
    for one in attacks {
        let same = kept.last().is_some_and(|last: &Attack| {
            (last.target, last.attacker) == (one.target, one.attacker)
        });
        if !same {
            begin = kept.len();
        }
        if !work.steps((kept.len() - begin) / 4) {
            return;
        }
        let known = kept[begin..].iter().any(|last| last.form == Form::Leap || *last == one);
        if !known {
            kept.push(one);
        }
    }
    let mut own: Vec<((Form, u8), Vec<Attack>)> = Vec::new();
    let mut shared: Vec<((Form, u8), B::Sets)> = Vec::new();
    for one in kept {
        let (target, attacker) = (usize::from(one.target), usize::from(one.attacker));
        let life = (one.form, one.hurdles);
        let reach = &mut attackers.reach;
        reach.set(target, reach.at(target) | B::of(attacker));
        let on_line = between[target * B::CAPACITY + attacker] == B::from_set(one.path);
        if one.form == Form::Leap || on_line && one.form != Form::Exactly {
            let place = shared.iter().position(|(other, _)| *other == life);
            let place = place.unwrap_or_else(|| {
                shared.push((life, B::Sets::filled(B::EMPTY)));
                shared.len() - 1
            });
            let from = &mut shared[place].1;
            from.set(target, from.at(target) | B::of(attacker));
            continue;
        }
        // Attacks come in the order of targets and attackers, so a pair that a row has
        // already is that row's last.
        let pair = |other: &Attack| (other.target, other.attacker) == (one.target, one.attacker);
        let place =
            own.iter().position(|(other, list)| *other == life && !list.last().is_some_and(pair));
        match place {
            Some(place) => own[place].1.push(one),
            None => own.push((life, vec![one])),
        }
        if !work.room::<PathPair<B>>(1) || !work.steps(own.len()) {
            return;
        }
    }
    for (life, from) in shared {
        attackers.push(life, from, None, work);
    }
    for (life, list) in own {
        let mut from = B::Sets::filled(B::EMPTY);
        let mut start = B::Words::filled(0);
        let mut pairs = Vec::new();
        for one in list {
            let target = usize::from(one.target);
            if from.at(target).is_empty() {
                start.set(target, pairs.len() as u32);
            }
            from.set(target, from.at(target) | B::of(usize::from(one.attacker)));
            pairs.push(PathPair { path: B::from_set(one.path), pattern: B::from_set(one.pattern) });
        }
        let own = Some(OwnPaths { start, pairs: pairs.into_boxed_slice() });
        attackers.push(life, from, own, work);
    }
}
