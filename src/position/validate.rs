//! Whether the rules can have given a position: every reason why not, together.

use std::borrow::Cow;

use serde::Serialize;

use crate::bitboard::{Bitboard, PerSquare, for_squares};
use crate::board::{Side, Square};
use crate::definition::{By, Captured, MoverFate, PromotionOn, Safe};
use crate::dispatch::census;
use crate::limits;
use crate::movegen::royals_at_risk;
use crate::rules::{CondFact, GROUPS, Kind, KindId, KindSet, Men, NO_KIND, RoyalRule, Rules};

use super::{Position, reasons};

/// How much a reason says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The text cannot be read.
    Malformed,
    /// The rules cannot give the position.
    Illegal,
    /// It looks as if the rules could not give it, or as if something else was meant. Does
    /// not keep the position from being used.
    Suspicious,
}

impl Grade {
    /// The word of reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Illegal => "illegal",
            Self::Suspicious => "suspicious",
        }
    }
}

/// Code of the reasons against men on squares that they can never stand on. In games with
/// augmenters they do not keep a position from being played: there it depends on what men hold.
pub const OFF_LIMITS: &str = "off-limits";

/// Something that is wrong with a position or its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// Stable word.
    pub code: &'static str,
    /// For people: lower case, one line.
    pub message: Cow<'static, str>,
    /// How much it says.
    pub grade: Grade,
}

impl Reason {
    fn new(code: &'static str, grade: Grade, message: Cow<'static, str>) -> Self {
        let about = reasons::find(code);
        debug_assert!(about.is_some_and(|about| about.grades.contains(&grade.as_str())), "{code}");
        Self { code, message, grade }
    }

    /// The text cannot be read.
    pub fn malformed(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code, Grade::Malformed, message.into())
    }

    /// The rules cannot give it.
    pub fn illegal(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code, Grade::Illegal, message.into())
    }

    /// A doubt.
    pub fn suspicious(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code, Grade::Suspicious, message.into())
    }
}

/// What a game can have on its board, worked out once.
#[derive(Clone, Debug)]
pub struct Possible<B: Bitboard> {
    /// For each kind: its piece and that of the man behind it, [`NO_KIND`] if there is none.
    pub pieces: Vec<[u8; 2]>,
    /// For each kind and side: where such a man can ever stand.
    pub squares: [Vec<B>; 2],
    /// For each side: where some kind can never stand.
    pub narrow: [B; 2],
    /// For each side and piece: whether a promotion gives it.
    pub promoted: [Vec<bool>; 2],
    /// For each side and piece: whether it can promote.
    pub promotes: [Vec<bool>; 2],
    /// Quiet plies less all plies: the most that a start has, and that no move makes more.
    pub quiet: i32,
    /// For each kind: its stock, of which all men are that can turn into one another, whichever
    /// side has them.
    pub stock: Vec<KindId>,
    /// Men of each stock in the start, of both sides together.
    pub stocked: Vec<u32>,
}

/// Plies that the number of the move and the side to move tell, from some beginning.
fn half_moves<B: Bitboard>(position: &Position<B>) -> i32 {
    i32::from(position.fullmove) * 2 + i32::from(position.turn == Side::Black)
}

impl<B: Bitboard> Rules<B> {
    /// Every reason why the rules cannot have given this position, and every doubt.
    pub fn reasons(&self, position: &Position<B>) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.add_reasons(position, &mut reasons) && self.in_check(position, position.turn) {
            self.add_checkers(position, &mut reasons);
        }
        reasons
    }

    /// As [`Self::reasons`], behind those that are known already. `true`: if the side to move is
    /// in check, [`Self::add_checkers`] may find one more.
    pub fn add_reasons(&self, position: &Position<B>, reasons: &mut Vec<Reason>) -> bool {
        let may_be_in_check = self.check_royalty(position, reasons);
        self.check_men(position, reasons);
        self.check_checks(position, reasons);
        self.check_clock(position, reasons);
        self.check_dress(position, reasons);
        if let Some(points) = self.points.as_ref().filter(|points| points.strict) {
            for side in Side::BOTH {
                let other = side.other();
                let mut worth = 0_i64;
                for (kind, facts) in self.kinds.iter().enumerate() {
                    let piece = usize::from(facts.piece);
                    // Each piece once, by its own kind.
                    if kind == piece {
                        let start = i64::from(self.start_men[other.index()][piece]);
                        let now = i64::from(self.men_of(position, other, facts.piece));
                        worth += (start - now) * i64::from(points.captured[kind]);
                    }
                }
                if worth != i64::from(position.points[side.index()]) {
                    reasons.push(Reason::illegal(
                        "points",
                        format!(
                            "{} has {} points, but the missing men are worth {worth}",
                            side.as_str(),
                            position.points[side.index()]
                        ),
                    ));
                }
            }
        }
        may_be_in_check
    }

    /// The doubt whether one move can have given check with so many men; asked where the side to
    /// move is in check.
    pub fn add_checkers(&self, position: &Position<B>, reasons: &mut Vec<Reason>) {
        if self.looks_impossible(position) {
            reasons.push(Reason::suspicious(
                "checkers",
                "no last move can have given all these checks at once",
            ));
        }
    }

    fn men_of(&self, position: &Position<B>, side: Side, piece: u8) -> u32 {
        let kinds = self.kinds.iter().enumerate().filter(|(_, kind)| kind.piece == piece);
        let kinds: KindSet = kinds.map(|(kind, _)| kind as KindId).collect();
        position.scan(self, &kinds, position.side(side)).len()
    }

    /// Gives whether nothing is wrong with a check of the side to move.
    fn check_royalty(&self, position: &Position<B>, reasons: &mut Vec<Reason>) -> bool {
        for side in Side::BOTH {
            for rule in &self.royals[side.index()] {
                let royal = position.men(self, &Men::Group(rule.group), position.side(side));
                // Few, mostly one: sooner passed through than counted.
                let mut men = 0;
                royal.for_each(|_| men += 1);
                if self.extras.hand.is_some() {
                    let pieces = rule.kinds.iter().filter(|&kind| {
                        let facts = &self.kinds[usize::from(kind)];
                        facts.piece == kind
                    });
                    men += pieces.map(|piece| self.in_hand(position, side, piece)).sum::<u32>();
                }
                let start = rule.start[side.index()];
                let wrong = match rule.safe {
                    // None of these men can be captured or made.
                    Safe::Each => {
                        let fewer = men < start && self.extras.effects.is_empty();
                        (fewer || men > start) && !self.royal_count_varies(side)
                    }
                    // The last of these can only go together with another.
                    Safe::Last | Safe::One => {
                        let enemies = &self.movers[side.other().index()];
                        men == 0
                            && start > 0
                            && !self.royal_count_varies(side)
                            && self.extras.effects.is_empty()
                            && enemies.iter().all(|mover| mover.chains.is_empty())
                    }
                };
                if wrong {
                    reasons.push(Reason::illegal(
                        if men < start { "royal-missing" } else { "royal-many" },
                        format!("{} has {men} royal men, the game {start}", side.as_str()),
                    ));
                }
            }
        }
        let waiting = position.turn.other();
        // Who has just taken the enemy's royalty away may stand in check.
        let over = !self.extras.effects.is_empty()
            && self.royals[position.turn.index()].iter().any(|rule| {
                let men = position.men(self, &Men::Group(rule.group), position.side(position.turn));
                men.is_empty() && self.explodes(rule)
            });
        if over {
            return false;
        }
        let wrong = self.in_check(position, waiting);
        if wrong {
            reasons.push(Reason::illegal(
                "opponent-in-check",
                format!("{} is in check, but it is not his turn", waiting.as_str()),
            ));
        }
        !wrong
    }

    /// Whether an effect can remove men of a royal entry.
    fn explodes(&self, rule: &RoyalRule) -> bool {
        self.extras.effects.iter().any(|effect| {
            effect.around.is_some() && rule.kinds.iter().any(|kind| !effect.spares.has(kind))
        })
    }

    /// Royal men that a double capture, or a promotion, can take away or add.
    fn royal_count_varies(&self, side: Side) -> bool {
        let royal = &self.royal_kinds[side.index()];
        self.promotions[side.index()].iter().enumerate().any(|(kind, rule)| {
            rule.entries.iter().any(|entry| {
                royal.has(kind as KindId) || entry.to.iter().any(|(to, _)| royal.has(*to))
            })
        })
    }

    /// Men of a slot of a hand belong to its piece.
    fn in_hand(&self, position: &Position<B>, side: Side, piece: u8) -> u32 {
        let Some(hand) = &self.extras.hand else { return 0 };
        let slots = hand.pieces.iter().zip(position.hands[side.index()]);
        slots.filter(|(known, _)| **known == piece).map(|(_, count)| u32::from(count)).sum()
    }

    /// Where captured men change sides, or are made into something else, only both sides
    /// together can be counted. `by_stock`: nobody becomes what he cannot become by promotion.
    fn check_all_counts(&self, position: &Position<B>, by_stock: bool, reasons: &mut Vec<Reason>) {
        let hand = |side: Side| position.hands[side.index()].iter().map(|&men| u32::from(men));
        let total: u32 = self.start_men.iter().flatten().sum();
        let men = Side::BOTH.map(|side| position.side(side).len() + hand(side).sum::<u32>());
        let men: u32 = men.iter().sum();
        if men > total {
            reasons.push(Reason::illegal(
                "too-many-men",
                format!("there are {men} men with those in hand, the game has only {total}"),
            ));
            return;
        }
        if !by_stock {
            return;
        }
        let mut counts = [0; 256];
        let mut add = |kind: KindId, men: u32| {
            if let Some(&stock) = self.possible.stock.get(usize::from(kind)) {
                counts[usize::from(stock)] += men;
            }
        };
        let slots = self.extras.hand.iter().flat_map(|hand| &hand.pieces);
        for side in Side::BOTH {
            position.side(side).for_each(|square| add(position.kind(square), 1));
            slots.clone().zip(hand(side)).for_each(|(&piece, men)| add(piece, men));
        }
        for (stock, (&men, &most)) in counts.iter().zip(&self.possible.stocked).enumerate() {
            if men > most {
                let name = self.names.man(Side::White, stock as KindId);
                reasons.push(Reason::illegal(
                    "too-many-men",
                    format!(
                        "there are {men} men `{name}`, or made of such, with those in hand, and \
                         the game has only {most}"
                    ),
                ));
            }
        }
    }

    /// Men beyond what army, promotion and hands allow, and men where they can never stand.
    fn check_men(&self, position: &Position<B>, reasons: &mut Vec<Reason>) {
        let extras = &self.extras;
        let changes = extras.hand.as_ref().is_some_and(|hand| hand.captured == Captured::Capturer);
        // Men that turn into others can stand anywhere.
        let mut effects = extras.effects.iter();
        let turns =
            effects.any(|effect| matches!(effect.fate, MoverFate::Captured | MoverFate::Turned));
        if changes || turns {
            self.check_all_counts(position, !turns, reasons);
        }
        let mut off_limits = [B::EMPTY; 2];
        for side in Side::BOTH {
            let mut counts = [0_u32; limits::PIECES];
            off_limits[side.index()] = census(self, position, side, &mut counts);
            if !(changes || turns) {
                self.check_counts(position, side, &mut counts, reasons);
            }
        }
        for side in Side::BOTH.into_iter().filter(|_| !turns) {
            off_limits[side.index()].for_each(|square| {
                reasons.push(Reason::illegal(
                    OFF_LIMITS,
                    format!(
                        "`{}` can never stand on {}",
                        self.names.man(side, position.kind(square)),
                        self.shape.name(Square::new(square as u8))
                    ),
                ));
            });
        }
    }

    /// Counts the men of a side by their pieces, and gives the squares of those that can never
    /// stand where they do.
    #[inline(always)]
    pub(crate) fn census_hot(
        &self,
        position: &Position<B>,
        side: Side,
        counts: &mut [u32; limits::PIECES],
    ) -> B {
        let men = position.side(side);
        let mut add = |kind: KindId, men: u32| {
            let [piece, behind] = self.possible.pieces[usize::from(kind)];
            counts[usize::from(piece) % limits::PIECES] += men;
            if behind != NO_KIND {
                counts[usize::from(behind) % limits::PIECES] += men;
            }
        };
        let mut rest = men;
        for &(group, kind) in &self.own_groups[side.index()] {
            let these = men & position.groups[usize::from(group) & (GROUPS - 1)];
            add(kind, these.len());
            rest = rest - these;
        }
        for_squares!(rest, B, square => { add(position.kind(square), 1); });
        let mut off = B::EMPTY;
        for_squares!(men & self.possible.narrow[side.index()], B, square => {
            let kind = usize::from(position.kind(square));
            if !self.possible.squares[side.index()][kind].has(square) {
                off.add(square);
            }
        });
        off
    }

    /// Men of a side beyond what army, promotion and hands allow; `counts` are those on the
    /// board and in reserve, by piece.
    fn check_counts(
        &self,
        position: &Position<B>,
        side: Side,
        counts: &mut [u32; limits::PIECES],
        reasons: &mut Vec<Reason>,
    ) {
        let start = &self.start_men[side.index()];
        if let Some(hand) = &self.extras.hand {
            for (&piece, &men) in hand.pieces.iter().zip(&position.hands[side.index()]) {
                counts[usize::from(piece) % limits::PIECES] += u32::from(men);
            }
        }
        if counts.iter().zip(start).all(|(men, start)| men <= start) {
            return;
        }
        let total: u32 = start.iter().sum();
        let men: u32 = counts.iter().zip(start).map(|(&men, _)| men).sum();
        if men > total {
            reasons.push(Reason::illegal(
                "too-many-men",
                format!("{} has {men} men, the game only {total}", side.as_str()),
            ));
            return;
        }
        // Men beyond those of the start must have been made by promotion, each from one
        // man that is missing.
        let (mut made, mut used) = (0, 0);
        for (piece, (&now, &start)) in counts.iter().zip(start).enumerate() {
            if now > start {
                if self.possible.promoted[side.index()][piece] {
                    made += now - start;
                } else {
                    reasons.push(Reason::illegal(
                        "too-many-men",
                        format!(
                            "{} has {now} men `{}`, the game only {start}",
                            side.as_str(),
                            self.names.man(side, piece as KindId)
                        ),
                    ));
                }
            } else if self.possible.promotes[side.index()][piece] {
                used += start - now;
            }
        }
        if made > used {
            reasons.push(Reason::illegal(
                "too-many-men",
                format!(
                    "{} has {made} promoted men, but only {used} men can have promoted",
                    side.as_str()
                ),
            ));
        }
    }

    /// Checks with which the game would have ended before its last move.
    fn check_checks(&self, position: &Position<B>, reasons: &mut Vec<Reason>) {
        let Some(total) = self.extras.checks else { return };
        let (us, them) = (position.turn, position.turn.other());
        // Who has just moved may have given the last of his checks by that move.
        let mut before = *position;
        if self.in_check(position, us) {
            let given = &mut before.checks[them.index()];
            *given = given.saturating_sub(1);
        }
        // What else a condition asks of the position before is not known.
        let mut ends = self.ends.iter().filter(|end| {
            let (mut checks, mut others) = (false, end.by == By::Claim);
            end.when.each_fact(&mut |fact| match fact {
                CondFact::Checks(_) => checks = true,
                _ => others = true,
            });
            checks && !others
        });
        // He whose turn it is may have given his last check by the move before.
        let mut earlier = before;
        let given = &mut earlier.checks[us.index()];
        *given = given.saturating_sub(1);
        let over = ends.find(|end| {
            self.holds_for(&before, us, &end.when)
                || self.holds_for(&before, them, &end.when)
                    && self.holds_for(&earlier, them, &end.when)
        });
        if let Some(end) = over {
            let [white, black] = position.checks.map(|given| total.saturating_sub(given));
            reasons.push(Reason::illegal(
                "checks",
                format!(
                    "with {white}+{black} checks to give the game had ended before the last move \
                     ({})",
                    end.name
                ),
            ));
        }
    }

    /// More quiet plies than there have been plies.
    fn check_clock(&self, position: &Position<B>, reasons: &mut Vec<Reason>) {
        let most = self.possible.quiet.saturating_add(half_moves(position)).max(0);
        if i32::from(position.quiet) > most {
            reasons.push(Reason::suspicious(
                "clock",
                format!("{} quiet plies, but at most {most} have been played", position.quiet),
            ));
        }
    }

    /// Whether no last move can be found that gives check with several men at once. Asked
    /// only of multiple checks; castling and chains are given the benefit of the doubt.
    fn looks_impossible(&self, position: &Position<B>) -> bool {
        let side = position.turn;
        let mover = side.other();
        let mut checkers = 0;
        for rule in &self.royals[side.index()] {
            royals_at_risk(position, side, rule).for_each(|royal| {
                checkers += self.attackers_of(position, side, royal, position.side(mover)).len();
            });
        }
        // Men that enter, are dropped or vanish open lines and give checks of their own.
        let extras = &self.extras;
        let more = self.reserves.is_some()
            || !extras.gates.is_empty()
            || !extras.drops[mover.index()].is_empty()
            || !extras.effects.is_empty();
        let chains = self.movers[mover.index()].iter().any(|one| !one.chains.is_empty());
        if checkers < 2 || more || chains {
            return false;
        }
        !position.side(mover).any(|to| self.came_from_somewhere(position, mover, to))
            && !self.castled(position, mover)
    }

    /// Whether king and partner stand where castling leaves them.
    fn castled(&self, position: &Position<B>, mover: Side) -> bool {
        self.castlings.iter().filter(|goal| goal.side == mover).any(|goal| {
            let right = &self.rights[usize::from(goal.right)];
            let men = position.side(mover);
            let stands = |square: u8, kinds: &KindSet| {
                men.has(usize::from(square)) && kinds.has(position.kind(usize::from(square)))
            };
            stands(goal.to, &right.kinds) && stands(goal.partner_to, &right.partners)
        })
    }

    /// Whether the man on `to` can have come there by the last move, leaving the side to move
    /// without a check before.
    fn came_from_somewhere(&self, position: &Position<B>, mover: Side, to: usize) -> bool {
        let kind = position.kind(to);
        let empty = self.squares - position.occupied();
        let them = mover.other();
        self.kinds_before(mover, kind, to).into_iter().any(|old| {
            empty.any(|from| {
                let mut earlier = *position;
                earlier.lift(self, mover, to);
                earlier.place(self, mover, old, from);
                earlier.turn = mover;
                let quiet = !self.in_check(&earlier, them) && self.reaches(&earlier, old, from, to);
                // Or it captured there, somebody who was in the way perhaps.
                quiet
                    || self.passed_before(&earlier, old, from, to)
                    || self.victims(them).any(|victim| {
                        let mut earlier = earlier;
                        earlier.place(self, them, victim, to);
                        !self.in_check(&earlier, them) && self.reaches(&earlier, old, from, to)
                    })
            })
        })
    }

    /// Kinds of men that may have been captured: not those of which each must be safe.
    fn victims(&self, side: Side) -> impl Iterator<Item = KindId> {
        (0..self.kinds.len() as KindId).filter(move |&kind| {
            self.kinds[usize::from(kind)].sides[side.index()]
                && !self.royals[side.index()]
                    .iter()
                    .any(|rule| rule.safe == Safe::Each && rule.kinds.has(kind))
        })
    }

    /// Whether the man on `from` can have captured en passant on `to`: somebody who passed
    /// there stood where nobody stands now, and was in the way of all checks.
    fn passed_before(&self, earlier: &Position<B>, old: KindId, from: usize, to: usize) -> bool {
        let mover = earlier.turn;
        let them = mover.other();
        let reach = self.en_passant_reach[mover.index()].at(to);
        if !reach.has(from) || !self.en_passant_zone[mover.index()].has(to) {
            return false;
        }
        self.victims(them).any(|victim| {
            let Some(passing) = self.passing[them.index()][usize::from(victim)].as_ref() else {
                return false;
            };
            passing.moves.iter().any(|one| {
                let (origin, at) = (usize::from(one.from), usize::from(one.to));
                let occupied = earlier.occupied();
                if !one.passed.has(to) || occupied.has(at) || occupied.has(origin) || at == to {
                    return false;
                }
                let mut earlier = *earlier;
                earlier.place(self, them, victim, at);
                self.captures_en_passant(mover, old, victim, from, to, earlier.occupied())
                    && !self.in_check(&earlier, them)
            })
        })
    }

    /// Kinds that a man may have been before the move to `to` that left it what it is.
    fn kinds_before(&self, side: Side, kind: KindId, to: usize) -> Vec<KindId> {
        let mut before = vec![kind];
        for (old, facts) in self.kinds.iter().enumerate() {
            let promotes = self.promotions[side.index()][old].entries.iter().any(|entry| {
                (entry.zone.has(to) || entry.on == PromotionOn::Touch)
                    && entry.to.iter().any(|(to, _)| *to == kind)
            });
            let remembers = facts.unspent || facts.behind.is_some();
            let mover = self.mover(side, old as KindId);
            let right = mover.right.map(|one| &self.movers[side.index()][usize::from(one)]);
            let forgets =
                remembers && std::iter::once(mover).chain(right).any(|mover| mover.becomes == kind);
            if promotes || (forgets && old != usize::from(kind)) {
                before.push(old as KindId);
            }
        }
        before
    }

    /// Whether a man reaches a square by a pseudo-legal move.
    fn reaches(&self, position: &Position<B>, kind: KindId, from: usize, to: usize) -> bool {
        let scene = crate::movegen::Scene::new(self, position);
        let mover = self.mover(position.turn, kind);
        let right = mover.right.map(|one| &self.movers[position.turn.index()][usize::from(one)]);
        std::iter::once(mover).chain(right).any(|mover| scene.targets(mover, from).has(to))
    }

    /// Works out where each kind can ever stand: from its squares in the start (all squares of
    /// a shuffle) and those from which its first moves are allowed ([`Rules::homes`]), by any
    /// of its moves on some board, through castling and promotion.
    pub(crate) fn work_out_possible(&mut self, starts: &[Position<B>], shuffled: B) {
        let kinds = self.kinds.len();
        let pieces = self.start_men[0].len();
        let mut squares = [vec![B::EMPTY; kinds], vec![B::EMPTY; kinds]];
        let mut promoted = [vec![false; pieces], vec![false; pieces]];
        let mut promotes = [vec![false; pieces], vec![false; pieces]];
        for start in starts {
            for side in Side::BOTH {
                start.side(side).for_each(|square| {
                    let kind = usize::from(start.kind(square));
                    let shuffles = shuffled.has(square);
                    let home = if shuffles { shuffled } else { B::of(square) };
                    squares[side.index()][kind] = squares[side.index()][kind] | home;
                });
            }
        }
        for (piece, homes) in self.homes.iter().enumerate().take(pieces) {
            for side in Side::BOTH {
                if self.start_men[side.index()][piece] > 0 {
                    let known = &mut squares[side.index()][piece];
                    *known = *known | homes[side.index()];
                }
            }
        }
        // Men begin where others of their piece stand in the start, whatever they hold.
        for side in Side::BOTH {
            for (kind, facts) in self.kinds.iter().enumerate() {
                if facts.behind.is_some() || !facts.tags.0.is_empty() {
                    let known = &mut squares[side.index()];
                    known[kind] = known[kind] | known[usize::from(facts.piece)];
                }
            }
            // A reserve enters on the squares of its gate.
            for gate in self.reserves.iter().flat_map(|reserves| &reserves.gates) {
                for piece in gate.pieces.iter().filter(|_| gate.sides[side.index()]) {
                    let known = &mut squares[side.index()][piece.index()];
                    *known = *known | B::from_set(gate.squares[side.index()]);
                }
            }
        }
        for side in Side::BOTH {
            for rule in &self.extras.drops[side.index()] {
                let known = &mut squares[side.index()][usize::from(rule.kind)];
                *known = *known | rule.zone;
            }
            for gate in self.extras.gates.iter().filter(|gate| gate.sides[side.index()]) {
                for &(_, kind) in &gate.men {
                    let known = &mut squares[side.index()][usize::from(kind)];
                    *known = *known | gate.squares[side.index()];
                }
            }
        }
        for goal in &self.castlings {
            let right = &self.rights[usize::from(goal.right)];
            for kind in 0..kinds {
                let set = &mut squares[goal.side.index()][kind];
                if right.kinds.has(kind as KindId) && !set.is_empty() {
                    *set = *set | B::of(usize::from(goal.to));
                }
                if right.partners.has(kind as KindId) && !set.is_empty() {
                    *set = *set | B::of(usize::from(goal.partner_to));
                }
            }
        }
        // Each square of a kind is looked at once: those that are new in `squares`.
        let mut seen = [vec![B::EMPTY; kinds], vec![B::EMPTY; kinds]];
        let mut grown = true;
        while grown {
            grown = false;
            for side in Side::BOTH {
                for (kind, facts) in self.kinds.iter().enumerate() {
                    let fresh = squares[side.index()][kind] - seen[side.index()][kind];
                    if fresh.is_empty() {
                        continue;
                    }
                    grown = true;
                    seen[side.index()][kind] = squares[side.index()][kind];
                    let rule = &self.promotions[side.index()][kind];
                    // Squares on which the man cannot stay as it is.
                    let forced = rule
                        .entries
                        .iter()
                        .filter(|entry| {
                            entry.must && entry.when.is_none() && entry.on == PromotionOn::End
                        })
                        .fold(B::EMPTY, |sum, entry| sum | entry.zone);
                    let mut reach = B::EMPTY;
                    let mut touched = vec![B::EMPTY; rule.entries.len()];
                    fresh.for_each(|from| {
                        let mut here = self.reach_of(side, kind as KindId, from);
                        if rule.entries.iter().any(|entry| entry.on == PromotionOn::Turn) {
                            here = here | B::of(from);
                        }
                        reach = reach | here;
                        for (entry, touched) in rule.entries.iter().zip(&mut touched) {
                            let touch = entry.on == PromotionOn::Touch && entry.zone.has(from);
                            let zone = if touch { self.squares } else { entry.zone };
                            *touched = *touched | (here & zone);
                        }
                    });
                    for (entry, touched) in rule.entries.iter().zip(touched) {
                        for (to, _) in &entry.to {
                            let set = &mut squares[side.index()][usize::from(*to)];
                            *set = *set | touched;
                            let made = usize::from(self.kinds[usize::from(*to)].piece);
                            promoted[side.index()][made] = true;
                        }
                        promotes[side.index()][usize::from(facts.piece)] = true;
                    }
                    let own = squares[side.index()][kind] | (reach - forced);
                    let mover = self.mover(side, kind as KindId);
                    // A right that any move of the man spends is only there where it began;
                    // who stands in front of a reserve is not asked.
                    if !facts.unspent || facts.behind.is_some() {
                        squares[side.index()][kind] = own;
                    }
                    let right = mover.right.map(|one| &self.movers[side.index()][usize::from(one)]);
                    for mover in std::iter::once(mover).chain(right) {
                        let later = &mut squares[side.index()][usize::from(mover.becomes)];
                        *later = *later | own;
                    }
                }
            }
        }
        let piece = |kind: &Kind| [kind.piece, kind.behind.unwrap_or(NO_KIND)];
        let pieces = self.kinds.iter().map(piece).collect();
        let quiet = starts.iter().map(|start| i32::from(start.quiet) - half_moves(start)).max();
        let quiet = quiet.unwrap_or(i32::MAX);
        let narrow = squares.each_ref().map(|squares| {
            self.squares - squares.iter().fold(self.squares, |common, &one| common & one)
        });
        let (stock, stocked) = self.stocks();
        self.possible =
            Possible { pieces, squares, narrow, promoted, promotes, quiet, stock, stocked };
    }

    /// Stocks of men that can turn into one another by capture, drop, promotion, or the loss of a
    /// right: the stock of each kind, called by the lowest kind of it, and the men of each in the
    /// start.
    fn stocks(&self) -> (Vec<KindId>, Vec<u32>) {
        let mut stock: Vec<KindId> = (0..self.kinds.len() as KindId).collect();
        let mut join = |one: KindId, other: KindId| {
            let of = |kind: KindId| stock.get(usize::from(kind)).copied().unwrap_or(NO_KIND);
            let (low, high) = (of(one).min(of(other)), of(one).max(of(other)));
            if low != high {
                stock.iter_mut().filter(|known| **known == high).for_each(|known| *known = low);
            }
        };
        let held = |slot: u8| {
            let pieces = self.extras.hand.as_ref().map(|hand| &hand.pieces);
            pieces.and_then(|pieces| pieces.get(usize::from(slot))).copied()
        };
        for (kind, facts) in self.kinds.iter().enumerate() {
            let kind = kind as KindId;
            if let Some(piece) = held(self.hand_slot(kind)) {
                join(kind, piece);
            }
            if facts.was.is_none() {
                join(kind, facts.piece);
            }
            for side in Side::BOTH {
                let entries = &self.promotions[side.index()][usize::from(kind)].entries;
                entries.iter().flat_map(|entry| &entry.to).for_each(|&(to, _)| join(kind, to));
                let mover = self.mover(side, kind);
                let right = mover.right.map(|one| &self.movers[side.index()][usize::from(one)]);
                std::iter::once(mover).chain(right).for_each(|mover| join(kind, mover.becomes));
            }
        }
        for side in Side::BOTH {
            let drops = self.extras.drops[side.index()].iter().map(|rule| (rule.slot, rule.kind));
            let gates = self.extras.gates.iter().flat_map(|gate| gate.men.iter().copied());
            for (slot, kind) in drops.chain(gates) {
                if let Some(piece) = held(slot) {
                    join(kind, piece);
                }
            }
        }
        let mut stocked = vec![0; self.kinds.len()];
        for men in &self.start_men {
            for (&of, &men) in stock.iter().zip(men) {
                stocked[usize::from(of)] += men;
            }
        }
        (stock, stocked)
    }

    /// Squares that a man reaches from a square on some board.
    fn reach_of(&self, side: Side, kind: KindId, from: usize) -> B {
        let mover = self.mover(side, kind);
        let conditional = mover.conditional.iter().map(|&(_, index)| index);
        let entries = &self.promotions[side.index()][usize::from(kind)].entries;
        let by = entries.iter().filter_map(|entry| entry.by);
        let more = conditional.chain(mover.right).chain(by);
        let more = more.map(|one| &self.movers[side.index()][usize::from(one)]);
        let mut reach = B::EMPTY;
        for mover in std::iter::once(mover).chain(more) {
            reach = reach | mover.quiet.at(from) | mover.capture.at(from);
            let (lo, hi) = mover.uses;
            for one in &self.uses[usize::from(lo)..usize::from(hi)] {
                reach = reach | (one.table.anywhere(&self.rays, from) & one.to);
            }
            if mover.chains.iter().any(|chain| chain.from.has(from)) {
                // Chains are walked with men on the board; anything they allow is possible.
                reach = mover.chains.iter().fold(reach, |sum, chain| sum | chain.to);
            }
        }
        if let Some(captures) = self.en_passant[side.index()][usize::from(kind)].as_ref() {
            reach = reach | captures.from.get(from).copied().unwrap_or(B::EMPTY);
        }
        reach
    }
}

const _: () = assert!(NO_KIND == u8::MAX);
