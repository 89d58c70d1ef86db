//! Whether the men of a position can hold what they hold (`language.md`, section 6).

use std::fmt::Write;

use crate::bitboard::Bitboard;
use crate::board::{Side, Square};
use crate::rules::{DressRule, NO_KIND, Rules};

use super::Position;
use super::validate::Reason;

/// Code of the reasons against what men hold. They do not keep a position from being played:
/// problems may dress men as no set-up can.
pub const DRESS: &str = "setup-tags";

impl<B: Bitboard> Rules<B> {
    /// Adds what no set-up can have given to the men of a position.
    pub(super) fn check_dress(&self, position: &Position<B>, reasons: &mut Vec<Reason>) {
        for rule in &self.dress {
            for side in Side::BOTH {
                if rule.sides[side.index()] {
                    self.check_stage(rule, position, side, reasons);
                }
            }
        }
    }

    fn check_stage(
        &self,
        rule: &DressRule,
        position: &Position<B>,
        side: Side,
        reasons: &mut Vec<Reason>,
    ) {
        let pool = &rule.pools[side.index()];
        let mut left = pool.clone();
        let mut sizes: Vec<(u8, Vec<u32>)> = Vec::new();
        let mut say = |message: String| reasons.push(Reason::illegal(DRESS, message));
        position.side(side).for_each(|square| {
            let kind = position.kind(square);
            debug_assert_ne!(kind, NO_KIND);
            let facts = &self.kinds[usize::from(kind)];
            let name = self.shape.name(Square::new(square as u8));
            let man = self.names.man(side, kind);
            let own: Vec<u8> =
                facts.tags.0.iter().copied().filter(|tag| rule.codes.contains(tag)).collect();
            for &tag in &own {
                match left.iter().position(|&token| token == tag) {
                    Some(at) => {
                        left.remove(at);
                    }
                    None => say(format!(
                        "{man} on {name}: {}'s men hold `{}` more often than the pool has it",
                        side.as_str(),
                        self.code(tag)
                    )),
                }
            }
            let twice = own.windows(2).find(|pair| pair[0] == pair[1]);
            if let Some(pair) = twice.filter(|_| !rule.repeat) {
                say(format!("{man} on {name} holds `{}` twice", self.code(pair[0])));
            }
            let bans = rule.bans.iter().filter(|(piece, _)| *piece == facts.piece);
            for ban in bans.flat_map(|(_, bans)| bans) {
                if contains(&own, ban) {
                    let codes: String = ban.iter().map(|&tag| self.code(tag)).collect();
                    let together = if ban.len() > 1 { " together" } else { "" };
                    say(format!("{man} on {name}: such a man may not hold `{codes}`{together}"));
                }
            }
            // A man that a pawn has become holds nothing.
            let made = self.possible.promoted[side.index()]
                .get(usize::from(facts.piece))
                .is_some_and(|&made| made);
            if own.is_empty() && made {
                return;
            }
            match sizes.iter_mut().find(|(piece, _)| *piece == facts.piece) {
                Some((_, sizes)) => sizes.push(own.len() as u32),
                None => sizes.push((facts.piece, vec![own.len() as u32])),
            }
        });
        for (piece, mut held) in sizes {
            held.sort_unstable();
            let slots = rule.slots.iter().find(|(known, _)| *known == piece);
            let fits = match slots {
                Some((_, alternatives)) => alternatives.iter().any(|sizes| sizes.fit(&held)),
                None => held.iter().all(|&size| size == 0),
            };
            if !fits {
                let mut text = String::new();
                for size in &held {
                    let _ = write!(text, "{}{size}", if text.is_empty() { "" } else { "+" });
                }
                let man = self.names.man(side, piece);
                say(format!("men `{man}` hold {text} augmenters, which no set-up gives them"));
            }
        }
    }

    fn code(&self, tag: u8) -> char {
        self.names.codes.get(usize::from(tag)).copied().unwrap_or('?')
    }
}

/// Whether all of `part` are in `whole`, both rising, equal ones counted.
fn contains(whole: &[u8], part: &[u8]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|tag| rest.any(|other| other == tag))
}
