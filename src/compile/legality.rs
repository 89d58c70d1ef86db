//! Which legality plan a game allows.

use crate::bitboard::Bitboard;
use crate::definition::{Definition, Safe};
use crate::rules::{Extras, LegalityPlan};

use super::attacks::Attacks;
use super::movers::Movers;

/// Tensions, unless something removes or attacks men in ways that no mask can say.
pub(super) fn plan<B: Bitboard>(
    definition: &Definition,
    attacks: &Attacks<B>,
    movers: &Movers<B>,
    extras: &Extras<B>,
) -> LegalityPlan {
    let royal = definition.royals.iter().fold(0, |sum, royal| sum | royal.pieces.pieces);
    // Two kings of which one may stand attacked: no single attack decides.
    let several = definition.royals.iter().any(|royal| royal.safe == Safe::One);
    // Two entries for the same side may both be broken or mended by one move.
    let entries = [0, 1].map(|side| definition.royals.iter().filter(|r| r.sides[side]).count());
    let forward = attacks.classes.iter().flatten().any(|attackers| !attackers.forward.is_empty());
    let chains = movers.of_kind.iter().flatten().any(|mover| !mover.chains.is_empty());
    let promotes = definition.promotions.iter().any(|entry| entry.pieces.pieces & royal != 0);
    let made = definition
        .promotions
        .iter()
        .any(|entry| entry.to.iter().any(|piece| royal >> piece.0 & 1 == 1));
    // Effects change other squares than those a tension knows.
    let effects = !extras.effects.is_empty();
    let mut bans = extras.bans.iter().filter(|ban| ban.wide).peekable();
    if several
        || effects
        || entries.iter().any(|&n| n > 1)
        || forward
        || chains
        || promotes
        || made
        || bans.clone().any(|ban| ban.early.is_none())
    {
        LegalityPlan::Replay
    } else if bans.peek().is_some() {
        LegalityPlan::Watched
    } else {
        LegalityPlan::Tensions
    }
}
