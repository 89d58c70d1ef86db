//! Castling.

use super::to::Writer;
use crate::board::{Side, SquareSet};
use crate::definition::{Castling, PieceSet};

/// Files, the rank and the men of all entries, as far as they are the same for both sides.
#[derive(Default)]
struct Common {
    king_file: Option<u8>,
    rank: Option<u8>,
    /// Goal of the king, and where the partner stands, on each wing.
    wings: [Option<(u8, Option<u8>)>; 2],
    kings: [PieceSet; 2],
    partners: [PieceSet; 2],
    shuffled: Option<bool>,
    by_drop: Option<bool>,
}

/// Says the castling entries.
pub(super) fn write(writer: &mut Writer<'_>) {
    let definition = writer.definition;
    if definition.castlings.is_empty() {
        writer.no("castling");
        return;
    }
    let mut common = Common::default();
    for castling in &definition.castlings {
        if let Err(why) = add(writer, castling, &mut common) {
            writer.lacks(format!("castling entry `{}`", castling.name), why, castling.span);
        }
    }
    let file = |file: u8| char::from(b'a'.saturating_add(file)).to_string();
    writer.yes("castling");
    if let Some(rank) = common.rank {
        writer.key("castlingRank", rank.saturating_add(1).to_string());
    }
    if let Some(king) = common.king_file {
        writer.key("castlingKingFile", file(king));
    }
    let names = [
        ("castlingKingsideFile", "castlingRookKingsideFile"),
        ("castlingQueensideFile", "castlingRookQueensideFile"),
    ];
    for (wing, (king, partner)) in common.wings.into_iter().zip(names) {
        let Some((to, from)) = wing else { continue };
        writer.key(king, file(to));
        if let Some(from) = from {
            writer.key(partner, file(from));
        }
    }
    writer.sided_pieces("castlingKingPiece", common.kings);
    writer.sided_pieces("castlingRookPieces", common.partners);
    if common.shuffled == Some(true) {
        writer.yes("chess960");
    }
    if common.by_drop == Some(true) {
        writer.yes("castlingDroppedPiece");
    }
}

fn add(writer: &Writer<'_>, castling: &Castling, common: &mut Common) -> Result<(), &'static str> {
    let shape = &writer.definition.shape;
    let side = castling.side;
    let rank = |set: SquareSet| {
        let mut ranks = set.iter().map(|square| super::men::relative(shape, square, side));
        let first = ranks.next();
        first.filter(|first| ranks.all(|rank| rank == *first))
    };
    let wing = match castling.right {
        'K' => 0,
        'Q' => 1,
        'k' if side == Side::Black => 0,
        'q' if side == Side::Black => 1,
        _ => return Err("rights are called K and Q"),
    };
    let Some(own_rank) =
        rank(castling.from).filter(|own| rank(castling.partner_from) == Some(*own))
    else {
        return Err("both men stand on one rank");
    };
    let to = shape.file(castling.to);
    let partner_to = shape.file(castling.partner_to);
    let beside = if wing == 0 { to.checked_sub(1) } else { to.checked_add(1) };
    if beside != Some(partner_to) {
        return Err("the partner always ends beside the king, on the inner side");
    }
    if castling.king_stepped {
        return Err("crossed squares are judged as things stand");
    }
    if castling.piece.len() != 1 {
        return Err("one kind of man castles");
    }
    let single = |set: SquareSet| {
        set.iter().next().filter(|_| set.len() == 1).map(|square| shape.file(square))
    };
    let (king_file, partner_file, shuffled) =
        match (single(castling.from), single(castling.partner_from), castling.wing) {
            (Some(king), Some(partner), None) => (Some(king), Some(partner), false),
            (None, None, Some(direction)) => {
                let whole: SquareSet = shape
                    .squares()
                    .filter(|&square| super::men::relative(shape, square, side) == own_rank)
                    .collect();
                if castling.from != whole
                    || castling.partner_from != whole
                    || (direction > 0) != (wing == 0)
                {
                    return Err("shuffled men stand anywhere on their rank");
                }
                (None, None, true)
            }
            _ => return Err("either both men have one square, or neither"),
        };
    if let (Some(king), Some(partner)) = (king_file, partner_file)
        && (partner > king) != (wing == 0)
    {
        return Err("K is castling towards the last file, Q towards file a");
    }
    let all = &mut *common;
    let agree = all.rank.is_none_or(|rank| rank == own_rank)
        && (all.king_file.is_none() || all.king_file == king_file)
        && all.shuffled.is_none_or(|known| known == shuffled)
        && all.by_drop.is_none_or(|known| known == castling.by_drop)
        && all.wings.get(wing).copied().flatten().is_none_or(|known| known == (to, partner_file));
    if !agree {
        return Err("castling is the same for both sides");
    }
    all.rank = Some(own_rank);
    all.king_file = king_file;
    all.shuffled = Some(shuffled);
    all.by_drop = Some(castling.by_drop);
    if let Some(known) = all.wings.get_mut(wing) {
        *known = Some((to, partner_file));
    }
    let (kings, partners) = (all.kings.get_mut(side.index()), all.partners.get_mut(side.index()));
    if let (Some(kings), Some(partners)) = (kings, partners) {
        if !kings.is_empty() && (*kings != castling.piece || *partners != castling.partner) {
            return Err("both wings have the same men");
        }
        *kings = castling.piece;
        *partners = castling.partner;
    }
    Ok(())
}
