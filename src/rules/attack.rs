//! Who attacks a square, seen from the square.

use crate::bitboard::{Bitboard, PerSquare, for_squares};

use crate::position::Position;

use super::{GROUPS, KindId, KindSet, Rules};

/// When an attack along a path is alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Always: nothing can come between.
    Leap,
    /// While the path is empty.
    Empty,
    /// While exactly one man stands on the path.
    One,
    /// While exactly the pattern of the path is occupied.
    Exactly,
}

/// One form of attack of one kind. From where it attacks a square stands in
/// [`Attackers::from`].
#[derive(Clone, Debug)]
pub struct AttackRow<B: Bitboard> {
    /// When it is alive.
    pub form: Form,
    /// Who may stand on the path ([`Form::One`], [`Form::Exactly`]): a set of
    /// [`super::Rules::hurdles`], or 0 for anybody.
    pub hurdles: u8,
    /// Paths of its own; `None`: those of [`super::Rules::between`].
    pub own: Option<Box<OwnPaths<B>>>,
}

/// A path and a pattern for each pair of squares of a row.
#[derive(Clone, Debug)]
pub struct OwnPaths<B: Bitboard> {
    /// First entry of each square attacked; the attackers follow in rising order.
    pub start: B::Words,
    /// The entries.
    pub pairs: Box<[PathPair<B>]>,
}

/// The squares that decide about an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPair<B> {
    /// Squares that matter.
    pub path: B,
    /// Those that must be occupied ([`Form::Exactly`]).
    pub pattern: B,
}

/// Everything that attacks one class of men of one side.
#[derive(Clone, Debug)]
pub struct Attackers<B: Bitboard> {
    /// For each square: where a man could possibly attack it from.
    pub reach: B::Sets,
    /// Rows of each kind: a range in `rows`.
    pub of_kind: Box<[(u16, u16)]>,
    /// All rows.
    pub rows: Box<[AttackRow<B>]>,
    /// `[target * rows + row]`: where a man must stand to attack the target by the row. All
    /// rows of a target lie side by side, since they are asked together.
    pub from: Box<[B]>,
    /// The same rows asked group by group and not man by man, if all kinds that have any
    /// have a group of their own.
    pub grouped: Option<Grouped<B>>,
    /// Kinds with attacks that no row can say: these are asked by generating their captures.
    pub forward: KindSet,
}

/// Attacks of kinds that have a group each.
#[derive(Clone, Debug)]
pub struct Grouped<B> {
    /// For each target and group: where a man of the group must stand to attack it along a path
    /// of [`super::Rules::between`], leaps with nothing in between among them.
    pub lines: Box<[[B; GROUPS]]>,
    /// Rows that are not in there.
    pub rows: Box<[u16]>,
    /// For each of these rows the group of its kind.
    pub groups: Box<[u8]>,
    /// `[target * rows + index]`: as [`Attackers::from`].
    pub from: Box<[B]>,
}

impl<B: Bitboard> Grouped<B> {
    /// Enemies that attack `target` if their lines are free.
    #[inline(always)]
    pub fn liners(&self, position: &Position<B>, enemies: B, target: usize) -> B {
        let mut men = B::EMPTY;
        for (&from, &group) in self.lines[target].iter().zip(&position.groups) {
            men = men | (from & group);
        }
        men & enemies
    }

    /// The other rows: each row's number, its set for `target`, and its men among `enemies`
    /// there.
    #[inline(always)]
    pub fn others(
        &self,
        position: &Position<B>,
        enemies: B,
        target: usize,
    ) -> impl Iterator<Item = (usize, B, B)> {
        let rows = self.rows.len();
        (0..rows).map(move |index| {
            let from = self.from[target * rows + index];
            let group = usize::from(self.groups[index]) & (GROUPS - 1);
            (usize::from(self.rows[index]), from, from & enemies & position.groups[group])
        })
    }
}

impl<B: Bitboard> AttackRow<B> {
    /// The squares that decide about the attack of a man on `attacker` against `target`;
    /// `from` is the row's set for that target.
    #[inline(always)]
    pub fn path(&self, between: &[B], from: B, target: usize, attacker: usize) -> PathPair<B> {
        match &self.own {
            None => PathPair { path: between[target * B::CAPACITY + attacker], pattern: B::EMPTY },
            Some(own) => {
                let index = own.start.at(target) + (from & B::below(attacker)).len();
                own.pairs[index as usize]
            }
        }
    }

    /// Whether the attack is alive with these squares occupied. Who stands on the path, if that
    /// matters, is looked up in the position.
    #[inline(always)]
    fn alive(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        from: B,
        target: usize,
        attacker: usize,
        occupied: B,
    ) -> bool {
        if self.form == Form::Leap {
            return true;
        }
        let pair = self.path(&rules.between, from, target, attacker);
        let base = pair.path & occupied;
        let alive = match self.form {
            Form::Leap => true,
            Form::Empty => base.is_empty(),
            Form::One => base.len() == 1,
            Form::Exactly => base == pair.pattern,
        };
        alive && (self.hurdles == 0 || rules.no_hurdles(position, self.hurdles, base).is_empty())
    }
}

impl<B: Bitboard> Attackers<B> {
    /// For each row where a man must stand to attack `target`.
    #[inline(always)]
    pub fn from_of(&self, target: usize) -> &[B] {
        &self.from[target * self.rows.len()..][..self.rows.len()]
    }

    /// The range of a kind's rows.
    #[inline(always)]
    pub fn rows_of(&self, kind: KindId) -> std::ops::Range<usize> {
        let (lo, hi) = self.of_kind[kind as usize];
        lo as usize..hi as usize
    }

    /// Whether one of `enemies` attacks `target` by a row.
    #[inline(always)]
    pub fn attacked(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        enemies: B,
        occupied: B,
        target: usize,
    ) -> bool {
        if let Some(grouped) = &self.grouped {
            for_squares!(grouped.liners(position, enemies, target), B, attacker => {
                if !rules.between[target * B::CAPACITY + attacker].meets(occupied) {
                    return true;
                }
            });
            for (row, from, men) in grouped.others(position, enemies, target) {
                for_squares!(men, B, attacker => {
                    if self.rows[row].alive(rules, position, from, target, attacker, occupied) {
                        return true;
                    }
                });
            }
            return false;
        }
        for_squares!(self.reach.at(target) & enemies, B, attacker => {
            if self.attacks(rules, position, attacker, occupied, target) {
                return true;
            }
        });
        false
    }

    /// Those of `enemies` that attack `target` by a row. [`Self::attacked`] asks whether there is one.
    pub fn attacking(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        enemies: B,
        occupied: B,
        target: usize,
    ) -> B {
        let mut found = B::EMPTY;
        for_squares!(self.reach.at(target) & enemies, B, attacker => {
            if self.attacks(rules, position, attacker, occupied, target) {
                found.add(attacker);
            }
        });
        found
    }

    /// Whether the man on `attacker` attacks `target` by one of its rows.
    #[inline(always)]
    fn attacks(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        attacker: usize,
        occupied: B,
        target: usize,
    ) -> bool {
        let from = self.from_of(target);
        for row in self.rows_of(position.board.at(attacker)) {
            if from[row].has(attacker)
                && self.rows[row].alive(rules, position, from[row], target, attacker, occupied)
            {
                return true;
            }
        }
        false
    }
}

impl<B: Bitboard> Rules<B> {
    /// Whether some row needs men of certain kinds on its path.
    #[inline(always)]
    pub(crate) fn names_hurdles(&self) -> bool {
        self.hurdles.len() > 1
    }

    /// Those of the occupied squares whose men may not serve as hurdles of this set.
    #[inline(never)]
    pub(crate) fn no_hurdles(&self, position: &Position<B>, hurdles: u8, men: B) -> B {
        let set = &self.hurdles[usize::from(hurdles)];
        let mut others = B::EMPTY;
        men.for_each(|square| {
            if !set.has(position.board.at(square)) {
                others.add(square);
            }
        });
        others
    }
}
