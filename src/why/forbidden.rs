//! What forbids a move that the man could make: royalty, bans, duties.

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::definition::{Ban, BanOn};
use crate::movegen::{
    Scene, ban_on, captures, finished_is_legal, gated, royals_at_risk, royalty_taken,
    without_reserves,
};
use crate::position::{Move, MoveClass, Position};
use crate::rules::RoyalRule;

use super::{Explainer, Said, words};

impl<B: Bitboard> Explainer<'_, B> {
    /// The first rule against a pseudo-legal move that is not legal.
    pub(super) fn forbidden(&self, position: &Position<B>, mv: Move, legal: &[Move]) -> Said {
        let scene = Scene::new(self.rules, position);
        if let Some(said) = self.castling_forbidden(&scene, mv) {
            return said;
        }
        let next = position.after(self.rules, mv);
        if !finished_is_legal(&scene, &next) {
            return self.unsafe_royals(position, &next);
        }
        if let Some(next) = without_reserves(&scene, mv, &next)
            && !finished_is_legal(&scene, &next)
        {
            let said = self.unsafe_royals(position, &next);
            let reason =
                format!("{} The man that enters may not be what stands in the way.", said.reason);
            return Said { code: "gate", reason, ..said };
        }
        if let Some(said) = self.gate_forbidden(&scene, mv) {
            return said;
        }
        if let Some(ban) = ban_on(&scene, mv, &next).and_then(|at| self.definition.bans.get(at)) {
            return banned(ban);
        }
        self.duty(&scene, mv, legal)
            .unwrap_or_else(|| Said::new("unexplained", "The move is not legal here."))
    }

    /// A duty that a move leaves undone, while other moves do it.
    fn duty(&self, scene: &Scene<'_, B>, mv: Move, legal: &[Move]) -> Option<Said> {
        let position = scene.position;
        let some = |moves: Vec<Move>| self.texts(position, &moves, legal);
        if self.rules.extras.must_drop && mv.class != MoveClass::Drop {
            let drops = legal.iter().filter(|mv| mv.class == MoveClass::Drop);
            let drops: Vec<Move> = drops.copied().collect();
            if !drops.is_empty() {
                let drop = self.definition.drops.iter().find(|drop| drop.must);
                let reason = format!(
                    "While men in hand must be dropped nothing else is legal: {}.",
                    some(drops)
                );
                let said = Said::new("must-drop", reason);
                return Some(match drop {
                    Some(drop) => said.by(format!("drop `{}`", drop.name), drop.span),
                    None => said,
                });
            }
        }
        if self.rules.must_capture && !captures(position, mv) {
            let takes = legal.iter().filter(|mv| captures(position, **mv));
            let takes: Vec<Move> = takes.copied().collect();
            if !takes.is_empty() {
                let reason = format!("Who can capture must: {}.", some(takes));
                let said = Said::new("must-capture", reason);
                return Some(Said { rule: Some("`capture` of `[turn]`".to_owned()), ..said });
            }
        }
        let (_, forced) = gated(scene);
        let leaves = match mv.castling() {
            Some(goal) => {
                let rule = &self.rules.castlings[usize::from(goal)];
                position.castling_squares(rule).iter().any(|&at| forced.has(usize::from(at)))
            }
            None => mv.class.moves_a_man() && forced.has(usize::from(mv.from)),
        };
        let enters = matches!(mv.class, MoveClass::Gating(_) | MoveClass::CastlingGating(..));
        if leaves && !enters {
            let gate = self.definition.gates.iter().find(|gate| gate.must && !gate.bound);
            let from = self.square(usize::from(mv.from));
            let said = Said::new(
                "must-enter",
                format!("A man in hand must enter behind the one that leaves {from}: say which."),
            );
            return Some(match gate {
                Some(gate) => said.by(format!("gate `{}`", gate.name), gate.span),
                None => said,
            });
        }
        None
    }

    /// A man that enters by choice, where the move would not be legal without it.
    fn gate_forbidden(&self, scene: &Scene<'_, B>, mv: Move) -> Option<Said> {
        let plain = match mv.class {
            MoveClass::Gating(_) => Move { class: MoveClass::Plain, ..mv },
            _ => return None,
        };
        let gate = self.definition.gates.iter().find(|gate| !gate.bound && !gate.shields)?;
        let next = scene.position.after(self.rules, plain);
        if finished_is_legal(scene, &next) {
            return None;
        }
        let said = self.unsafe_royals(scene.position, &next);
        let reason =
            format!("{} The man that enters may not be what stands in the way.", said.reason);
        Some(Said::new("gate", reason).by(format!("gate `{}`", gate.name), gate.span))
    }

    /// A royal man that a move leaves attacked, or takes away.
    pub(super) fn unsafe_royals(&self, position: &Position<B>, next: &Position<B>) -> Said {
        let us = position.turn;
        if royalty_taken(self.rules, position, next, us) {
            let rules = &self.rules.royals[us.index()];
            let gone = |rule: &&RoyalRule| {
                let men = |of: &Position<B>| of.scan(self.rules, &rule.kinds, of.side(us)).len();
                men(next) < men(position)
            };
            let said = Said::new(
                "royal",
                format!("The move would remove {}'s own royal man.", words::side(us)),
            );
            return match rules.iter().find(gone) {
                Some(rule) => self.by_royal(rule, said),
                None => said,
            };
        }
        for rule in &self.rules.royals[us.index()] {
            if !self.rules.broken(next, us, rule) {
                continue;
            }
            let mut found = None;
            royals_at_risk(next, us, rule).for_each(|royal| {
                found = found.take().or_else(|| self.attack_on(next, us, royal));
            });
            if let Some(reason) = found {
                return self.by_royal(rule, Said::new("royal", reason));
            }
        }
        Said::new("royal", format!("The move would leave {} in check.", words::side(us)))
    }

    fn by_royal(&self, rule: &RoyalRule, said: Said) -> Said {
        match self.definition.royals.get(rule.entry) {
            Some(royal) => said.by(format!("royal `{}`", royal.name), royal.span),
            None => said,
        }
    }

    /// Who could take a royal man, in a sentence.
    fn attack_on(&self, position: &Position<B>, us: Side, royal: usize) -> Option<String> {
        let mut attackers = Vec::new();
        let enemies = position.side(us.other());
        self.rules.attackers_of(position, us, royal, enemies).for_each(|square| {
            let over = self.over(position, square, royal);
            attackers.push((self.man_on(position, square), over));
        });
        let whom = format!("the {} on {}", self.name(position.kind(royal)), self.square(royal));
        match &attackers[..] {
            [] => None,
            [(man, over)] => Some(format!("{man} would attack {whom}{over}.")),
            several => {
                let who = several.iter().map(|(man, over)| format!("{man}{over}"));
                Some(format!("{} would attack {whom}.", words::list(who, "and")))
            }
        }
    }

    /// What keeps a castling from being legal before the finished position is looked at.
    fn castling_forbidden(&self, scene: &Scene<'_, B>, mv: Move) -> Option<Said> {
        let position = scene.position;
        let goal = mv.castling()?;
        let rule = &self.rules.castlings[usize::from(goal)];
        let us = position.turn;
        let from = usize::from(mv.from);
        let royal = self.rules.royals[us.index()]
            .iter()
            .any(|rule| royals_at_risk(position, us, rule).has(from));
        if !royal {
            return None;
        }
        let entry = self.castling_entry(goal);
        let by = |said: Said| match entry {
            Some(entry) => said.by(format!("castling `{}`", entry.name), entry.span),
            None => said,
        };
        let name = self.name(position.kind(from));
        if self.rules.in_check(position, us)
            && let Some(attack) = self.attack_on(position, us, from)
        {
            let attack = attack.replace(" would attack ", " attacks ");
            let reason = format!("Nobody castles out of check: {}", words::sentence(&attack));
            return Some(by(Said::new("castling-check", reason)));
        }
        let [king, partner] = position.castling_squares(rule);
        let needs = crate::compile::castling_needs(
            &self.rules.shape,
            king,
            partner,
            rule.to,
            rule.partner_to,
        );
        let mut crossed: Option<String> = None;
        let crossing: B = needs.crossed;
        crossing.for_each(|square| {
            let mut stepped = *position;
            if rule.king_stepped {
                let kind = stepped.lift(self.rules, us, from);
                stepped.place(self.rules, us, kind, square);
            }
            let kind = position.kind(from);
            if crossed.is_none() && self.rules.attacked(&stepped, us, kind, square) {
                let mut there = stepped;
                if there.owner(square).is_none() {
                    there.place(self.rules, us, kind, square);
                }
                crossed = Some(self.attack_on(&there, us, square).map_or_else(
                    || format!("{} is attacked.", self.square(square)),
                    |attack| words::sentence(&attack),
                ));
            }
        });
        let said = crossed?;
        let reason = format!("The {name} may not cross an attacked square: {said}");
        Some(by(Said::new("castling-crosses", reason)))
    }

    /// The entry of a goal.
    pub(super) fn castling_entry(&self, goal: u8) -> Option<&crate::definition::Castling> {
        let rule = &self.rules.castlings[usize::from(goal)];
        let right = &self.rules.rights[usize::from(rule.right)];
        self.definition.castlings.iter().find(|entry| {
            entry.side == rule.side
                && entry.to.byte() == rule.to
                && entry.partner_to.byte() == rule.partner_to
                && entry.right.eq_ignore_ascii_case(&right.letter)
        })
    }
}

fn banned(ban: &Ban) -> Said {
    let what = match ban.on {
        BanOn::Any | BanOn::Move => "The move",
        BanOn::Capture => "The capture",
        BanOn::Drop => "The drop",
        BanOn::Castling => "Castling",
        BanOn::Promotion => "The promotion",
        BanOn::Gate => "Entering",
        BanOn::Pass => "Passing",
    };
    let reason = format!("{what} is banned here: {}.", ban.name);
    Said::new("ban", reason).by(format!("ban `{}`", ban.name), ban.span)
}
