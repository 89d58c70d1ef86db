//! Texts that not even a man without duties could follow.

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::definition::{PieceId, PromotionOn};
use crate::movegen::Scene;
use crate::movegen::gated;
use crate::position::{Move, MoveClass, Position, SanWish};
use crate::rules::NO_KIND;

use super::obstacles::Found;
use super::{Explainer, Said, words};

impl<B: Bitboard> Explainer<'_, B> {
    /// Why a text is no pseudo-legal move.
    pub(super) fn no_move(
        &self,
        position: &Position<B>,
        text: &str,
        pseudo: &[Move],
        legal: &[Move],
    ) -> Said {
        let plain = text.trim().trim_end_matches('=').replace(',', "");
        let lower = plain.to_ascii_lowercase();
        if ["0000", "@@@@", "--", "pass"].contains(&lower.as_str()) {
            return self.no_pass();
        }
        if let Some((man, goal)) = plain.split_once('@') {
            return self.no_drop(position, man, goal);
        }
        let shape = &self.definition.shape;
        let Some((from, len)) = shape.read_square(&lower) else {
            let said = self.no_san(position, text, pseudo, legal);
            return said.unwrap_or_else(|| self.unreadable());
        };
        let mut rest = lower.get(len..).unwrap_or("");
        let mut to = None;
        // Of several squares the last is where the man would end.
        while let Some((square, len)) = shape.read_square(rest) {
            to = Some(square);
            rest = rest.get(len..).unwrap_or("");
        }
        if let Some(to) = to {
            let asked = (from.index(), to.index());
            return self.no_step(position, &lower, asked, rest, pseudo, legal);
        }
        self.no_san(position, text, pseudo, legal).unwrap_or_else(|| self.unreadable())
    }

    /// Why nobody can do what a text asks for in SAN; `None` if it is not SAN.
    fn no_san(
        &self,
        position: &Position<B>,
        text: &str,
        pseudo: &[Move],
        legal: &[Move],
    ) -> Option<Said> {
        let us = position.turn;
        match self.rules.san_wish(us, text)? {
            SanWish::Step(kind, goal) => {
                // Of several such men the one that comes nearest to it is spoken of.
                let piece = self.rules.kinds.get(usize::from(kind)).map(|facts| facts.piece);
                let to = goal.index();
                let mut spoken: Option<(u8, Said)> = None;
                position.side(us).for_each(|from| {
                    let own = self.rules.kinds.get(usize::from(position.kind(from)));
                    if own.map(|facts| facts.piece) != piece || from == to {
                        return;
                    }
                    let can = pseudo
                        .iter()
                        .any(|mv| usize::from(mv.from) == from && usize::from(mv.to) == to);
                    let near = match self.obstacles(position, from, to) {
                        _ if can => 0,
                        Found::Open(_) => 1,
                        Found::Obstacle(_) => 2,
                        Found::NoWay => return,
                    };
                    if spoken.as_ref().is_none_or(|(known, _)| near < *known) {
                        let said = self.no_step(position, "", (from, to), "", pseudo, legal);
                        spoken = Some((near, said));
                    }
                });
                let (name, goal) = (self.name(kind), self.square(to));
                Some(spoken.map_or_else(
                    || {
                        let us = words::side(us);
                        let reason = format!("{us} has no {name} that can go to {goal}.");
                        Said::new("no-such-move", reason)
                    },
                    |(_, said)| said,
                ))
            }
            SanWish::Castling { right } => {
                let shape = &self.definition.shape;
                let goals = self.rules.castlings.iter().filter(|goal| goal.side == us);
                let mut asked = goals.filter_map(|goal| {
                    let [king, partner] = position.castling_squares(goal).map(Square::new);
                    let wing = shape.file(king) < shape.file(partner);
                    (king != partner && wing == right)
                        .then(|| format!("{}{}", shape.name(king), shape.name(partner)))
                });
                let said = asked.find_map(|text| self.no_castling(position, &text));
                Some(said.unwrap_or_else(|| {
                    let reason = format!("{} cannot castle on that wing.", words::side(us));
                    Said::new("castling-right", reason)
                }))
            }
        }
    }

    fn unreadable(&self) -> Said {
        let shape = &self.definition.shape;
        let (files, ranks) = (shape.files(), shape.ranks());
        Said::new(
            "unreadable",
            format!(
                "That is not the text of a move on a board of {files}x{ranks} squares: write \
                 origin and goal (`a1a2`), with the letter behind them that a man becomes."
            ),
        )
    }

    fn no_pass(&self) -> Said {
        let said = match &self.definition.turn.pass {
            None => Said::new("no-pass", "Passing is never allowed in this game."),
            Some(_) => Said::new(
                "no-pass",
                "The condition under which passing is allowed does \
                                             not hold.",
            ),
        };
        Said { rule: Some("`pass` of `[turn]`".to_owned()), ..said }
    }

    /// Why nobody can be put there.
    fn no_drop(&self, position: &Position<B>, man: &str, goal: &str) -> Said {
        let shape = &self.definition.shape;
        let square = shape.read_square(&goal.to_ascii_lowercase());
        let Some((square, _)) = square.filter(|(_, len)| *len == goal.len()) else {
            return self.unreadable();
        };
        let us = position.turn;
        if self.definition.drops.is_empty() {
            return Said::new("no-drop", "Nobody is dropped in this game.");
        }
        let letter = man.trim_start_matches('+').to_ascii_uppercase();
        let pieces = self.definition.pieces.iter().enumerate();
        let mut pieces = pieces.filter(|(_, piece)| {
            piece.sides[us.index()]
                && (piece.letter.eq_ignore_ascii_case(&letter)
                    || letter.len() == 1 && piece.reads.to_ascii_uppercase().contains(&letter))
        });
        let Some((index, piece)) = pieces.next() else {
            return Said::new("no-such-man", format!("{} has no man `{letter}`.", words::side(us)));
        };
        let id = PieceId(index as u8);
        let name = &piece.name;
        let drops = self.definition.drops.iter();
        let drops: Vec<_> =
            drops.filter(|drop| drop.sides[us.index()] && drop.pieces.has(id)).collect();
        let Some(first) = drops.first() else {
            return Said::new(
                "no-drop",
                words::sentence(&format!("{} is never dropped.", words::a(name))),
            );
        };
        let by = |said: Said| said.by(format!("drop `{}`", first.name), first.span);
        let hand = self.rules.extras.hand.as_ref();
        let held = hand.is_some_and(|hand| {
            let slots = hand.pieces.iter().zip(position.hands[us.index()]);
            slots.into_iter().any(|(known, count)| *known == id.0 && count > 0)
        });
        if !held {
            let reason = format!("{} has no {name} in hand.", words::side(us));
            return by(Said::new("not-in-hand", reason));
        }
        let goal = self.square(square.index());
        if position.occupied().has(square.index()) {
            let there = self.man(position, square.index());
            let reason = format!("Men are dropped on empty squares, but on {goal} is {there}.");
            return by(Said::new("occupied", reason));
        }
        if man.starts_with('+') && !drops.iter().any(|drop| drop.promoted) {
            let reason = format!("The {name} is not dropped with its promoted face up.");
            return by(Said::new("face", reason));
        }
        if !drops.iter().any(|drop| drop.zone[us.index()].has(square)) {
            let reason = format!("The {name} may not be dropped on {goal}.");
            return by(Said::new("zone", reason));
        }
        if let Some(drop) = drops.iter().find(|drop| drop.per_file.is_some()) {
            let most = drop.per_file.unwrap_or_default();
            let reason = format!(
                "There may be no more than {most} {name} of one side on a file by drops, and {goal}'s has \
                 them."
            );
            return Said::new("per-file", reason).by(format!("drop `{}`", drop.name), drop.span);
        }
        by(Said::new("unexplained", format!("The {name} cannot be dropped on {goal} here.")))
    }

    /// Why the man on one square cannot go to another.
    fn no_step(
        &self,
        position: &Position<B>,
        text: &str,
        (from, to): (usize, usize),
        rest: &str,
        pseudo: &[Move],
        legal: &[Move],
    ) -> Said {
        let shape = &self.definition.shape;
        for at in [from, to] {
            if shape.holes().has(Square::new(at as u8)) {
                return Said::new("hole", format!("{} is no square.", self.square(at)));
            }
        }
        if position.kind(from) == NO_KIND {
            let there = if position.walls.has(from) { "only a wall" } else { "nobody" };
            return Said::new("no-man", format!("There is {there} on {}.", self.square(from)));
        }
        if position.owner(from) != Some(position.turn) {
            let man = self.man_on(position, from);
            let us = words::side(position.turn);
            let reason = format!("{us} is to move, and the man there is {man}.");
            return Said::new("not-your-man", reason);
        }
        let same: Vec<Move> = pseudo
            .iter()
            .filter(|mv| mv.class != MoveClass::Drop && mv.class != MoveClass::Pass)
            .filter(|mv| usize::from(mv.from) == from && usize::from(mv.to) == to)
            .copied()
            .collect();
        if let Some(&first) = same.first() {
            return self.no_ending(position, rest, first, &same, legal);
        }
        if let Some(said) = self.no_castling(position, text) {
            return said;
        }
        match self.obstacles(position, from, to) {
            Found::Obstacle(said) => said,
            Found::Open(by) => self.no_promotion(position, from, to, by),
            Found::NoWay if from == to => {
                // A royal man who stays is how a pass is written.
                let royal = &self.rules.royal_kinds[position.turn.index()];
                if self.definition.turn.pass.is_some() && royal.has(position.kind(from)) {
                    return self.no_pass();
                }
                let reason = format!("The man on {} cannot stay where he is.", self.square(from));
                Said::new("no-such-move", reason)
            }
            Found::NoWay => {
                let kind = position.kind(from);
                let reason = format!(
                    "{} does not go from {} to {}.",
                    words::sentence(&words::a(&self.name(kind))),
                    self.square(from),
                    self.square(to)
                );
                let piece = usize::from(self.rules.kinds[usize::from(kind)].piece);
                let piece = &self.definition.pieces[piece];
                let span = piece.moves.first().map_or(piece.span, |entry| entry.span);
                Said::new("no-such-move", reason).by(format!("moves of `{}`", piece.name), span)
            }
        }
    }

    /// A man may go there, but not with this behind it.
    fn no_ending(
        &self,
        position: &Position<B>,
        rest: &str,
        first: Move,
        same: &[Move],
        legal: &[Move],
    ) -> Said {
        let allowed: Vec<Move> = same.iter().filter(|mv| legal.contains(mv)).copied().collect();
        if allowed.is_empty() {
            return self.forbidden(position, first, legal);
        }
        let texts = self.texts(position, &allowed, legal);
        let man = self.man_on(position, usize::from(first.from));
        let reason = if rest.is_empty() {
            format!("For {man} more must be said: {texts}.")
        } else {
            format!(
                "{} cannot move with `{}` behind it: {texts}.",
                words::sentence(&man),
                rest.escape_debug()
            )
        };
        Said::new("ending", reason)
    }

    /// The way is free, but the man must promote and nothing is on offer, or somebody must
    /// enter behind him.
    fn no_promotion(&self, position: &Position<B>, from: usize, to: usize, by: Said) -> Said {
        let us = position.turn;
        let kind = position.kind(from);
        let name = self.name(kind);
        let piece = PieceId(self.rules.kinds[usize::from(kind)].piece);
        let zone = |square: usize| Square::new(square as u8);
        let must = self.definition.promotions.iter().find(|entry| {
            let there = entry.zone[us.index()].has(zone(to))
                || entry.on == PromotionOn::Touch && entry.zone[us.index()].has(zone(from));
            entry.must && entry.sides[us.index()] && entry.pieces.has(piece) && there
        });
        let (_, forced) = gated(&Scene::new(self.rules, position));
        if forced.has(from) {
            let gate = self.definition.gates.iter().find(|gate| gate.must && !gate.bound);
            let reason = format!(
                "A man in hand must enter behind the one that leaves {}.",
                self.square(from)
            );
            let said = Said::new("must-enter", reason);
            return match gate {
                Some(gate) => said.by(format!("gate `{}`", gate.name), gate.span),
                None => said,
            };
        }
        let alone = self.definition.promotions.iter().find(|entry| {
            entry.on == PromotionOn::Turn
                && entry.sides[us.index()]
                && entry.pieces.has(piece)
                && entry.zone[us.index()].has(zone(from))
        });
        if let Some(entry) = alone.filter(|_| must.is_none()) {
            let reason =
                format!("The {name} could go there by promoting, but not into this just now.");
            return Said::new("no-promotion", reason)
                .by(format!("promotion `{}`", entry.name), entry.span);
        }
        match must {
            Some(entry) => {
                let reason = format!(
                    "The {name} would have to promote on {}, and there is nothing that it may \
                     become.",
                    self.square(to)
                );
                Said::new("no-promotion", reason)
                    .by(format!("promotion `{}`", entry.name), entry.span)
            }
            None => {
                Said { code: "unexplained", reason: "The move is not legal here.".into(), ..by }
            }
        }
    }

    /// Why a castling that a text asks for is not even possible.
    fn no_castling(&self, position: &Position<B>, text: &str) -> Option<Said> {
        let us = position.turn;
        let [king, partner] = self.rules.castling_attempt(position, text)?;
        let shape = &self.definition.shape;
        let (_, len) = shape.read_square(text)?;
        let (asked, _) = shape.read_square(text.get(len..)?)?;
        // An ordinary step to the same square is explained as one.
        if !matches!(self.obstacles(position, usize::from(king), asked.index()), Found::NoWay) {
            return None;
        }
        let goals = 0..self.rules.castlings.len() as u8;
        let mut said = None;
        for goal in goals {
            let rule = &self.rules.castlings[usize::from(goal)];
            let right = &self.rules.rights[usize::from(rule.right)];
            let here = rule.side == us
                && right.from.has(Square::new(king))
                && right.kinds.has(position.kind(usize::from(king)))
                && right.partner_from.has(Square::new(partner))
                && (asked.byte() == partner || asked.byte() == rule.to);
            if !here {
                continue;
            }
            let entry = self.castling_entry(goal)?;
            let by = |said: Said| said.by(format!("castling `{}`", entry.name), entry.span);
            if position.rights >> rule.right & 1 == 0 {
                said.get_or_insert(by(Said::new(
                    "castling-right",
                    format!("{} has no right to castle so any more.", words::side(us)),
                )));
                continue;
            }
            let needs =
                crate::compile::castling_needs::<B>(shape, king, partner, rule.to, rule.partner_to);
            let between = needs.empty & position.occupied();
            if !between.is_empty() {
                let reason = format!(
                    "Castling needs empty squares, but there are men on {}.",
                    self.squares(between, "and")
                );
                return Some(by(Said::new("castling-blocked", reason)));
            }
            let moved = position.castling_squares(rule);
            if moved != [king, partner] {
                let reason = format!(
                    "The right is for the men on {} and {}.",
                    self.square(usize::from(moved[0])),
                    self.square(usize::from(moved[1]))
                );
                said.get_or_insert(by(Said::new("castling-right", reason)));
            }
        }
        said
    }
}
