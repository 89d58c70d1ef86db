//! The kinds of men that a game can meet.

use crate::bitboard::Bitboard;
use crate::board::Side;
use crate::board::placement_text::{TokenKind, tokens};
use crate::definition::{Definition, Mark, MoveEntry, Piece, PieceId, PieceSet, Tags};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::rules::{Kind, KindId, KindName, KindSet, NO_KIND, Names, PlainByte, Rules};

use super::cast::{Cast, codes_of, piece_of, side_of};

/// All kinds: first each piece by itself (so that its kind has its index), then the ones
/// that remember something, then the men of the cast.
pub(super) struct Kinds {
    pub(super) list: Vec<Kind>,
    /// For each kind the man with all that it holds; `None`: just the piece.
    men: Vec<Option<Box<Piece>>>,
    /// Pieces that hands can hold, by slot.
    pub(super) slots: Vec<u8>,
}

impl Kinds {
    pub(super) fn new(definition: &Definition, cast: &Cast) -> Result<Self, Vec<Diagnostic>> {
        let mut list = Vec::new();
        let plain = |piece: usize, unspent: bool| Kind {
            piece: piece as u8,
            unspent,
            was: None,
            mark: Mark::None,
            sides: definition.pieces[piece].sides,
            tags: Tags::default(),
            dressed: dressed(definition, PieceId(piece as u8), &Tags::default()),
            behind: None,
        };
        list.extend((0..definition.pieces.len()).map(|piece| plain(piece, false)));
        let once = definition.pieces.iter().enumerate().filter(|(_, piece)| piece.once.is_some());
        list.extend(once.map(|(piece, _)| plain(piece, true)));
        for promotion in definition.promotions.iter().filter(|p| p.mark != Mark::None) {
            for from in promotion.pieces.iter() {
                for &to in &promotion.to {
                    if list.len() > limits::KINDS {
                        break;
                    }
                    let kind = Kind {
                        was: Some(from.0),
                        mark: promotion.mark,
                        ..plain(to.index(), false)
                    };
                    let kind = Kind {
                        sides: std::array::from_fn(|side| {
                            definition.pieces[to.index()].sides[side]
                                && definition.pieces[from.index()].sides[side]
                        }),
                        ..kind
                    };
                    let known = list.iter().any(|other: &Kind| {
                        other.piece == kind.piece
                            && other.was == kind.was
                            && other.mark == kind.mark
                    });
                    if !known {
                        list.push(kind);
                    }
                }
            }
        }
        for man in cast.men() {
            let piece = &definition.pieces[man.piece.index()];
            for unspent in [false, true] {
                if (unspent && piece.once.is_none()) || list.len() > limits::KINDS {
                    continue;
                }
                list.push(Kind {
                    tags: man.tags.clone(),
                    dressed: dressed(definition, man.piece, &man.tags),
                    behind: man.behind.map(|piece| piece.0),
                    ..plain(man.piece.index(), unspent)
                });
            }
        }
        if list.len() > limits::KINDS {
            return Err(vec![Diagnostic::error(
                "limit",
                definition.setup.start_span,
                format!(
                    "more than {} kinds of men, counting what they hold and what they remember",
                    limits::KINDS
                ),
            )]);
        }
        let men = list.iter().map(|kind| man(definition, kind).map(Box::new)).collect();
        let slots = super::extras::hand_pieces(definition)?;
        Ok(Self { list, men, slots })
    }

    /// The kinds of compiled rules.
    pub(super) fn of_rules<B: Bitboard>(definition: &Definition, rules: &Rules<B>) -> Self {
        let list = rules.kinds.clone();
        let men = list.iter().map(|kind| man(definition, kind).map(Box::new)).collect();
        // The same that let these rules be compiled.
        let slots = super::extras::hand_pieces(definition).unwrap_or_default();
        Self { list, men, slots }
    }

    /// The man that a kind is, what it holds included.
    pub(super) fn man<'a>(&'a self, definition: &'a Definition, kind: usize) -> &'a Piece {
        let piece = usize::from(self.list[kind].piece);
        self.men[kind].as_deref().unwrap_or(&definition.pieces[piece])
    }

    /// Kinds of a piece: marked and unspent ones too.
    pub(super) fn of_piece(&self, piece: PieceId) -> KindSet {
        let kinds = self.list.iter().enumerate();
        kinds.filter(|(_, kind)| kind.piece == piece.0).map(|(i, _)| i as KindId).collect()
    }

    /// Kinds of several pieces.
    pub(super) fn of_pieces(&self, pieces: PieceSet) -> KindSet {
        let kinds = self.list.iter().enumerate();
        kinds
            .filter(|(_, kind)| pieces.has_man(PieceId(kind.piece), kind.dressed))
            .map(|(i, _)| i as KindId)
            .collect()
    }

    /// The kind that is `kind` in all but its right and its reserve.
    pub(super) fn like(&self, kind: &Kind, unspent: bool, behind: Option<u8>) -> KindId {
        let found = self.list.iter().position(|other| {
            (other.piece, other.unspent, other.was, other.mark, other.behind)
                == (kind.piece, unspent, kind.was, kind.mark, behind)
                && other.tags == kind.tags
        });
        found.map_or(kind.piece, |kind| kind as KindId)
    }

    /// Kinds of men with one of these in reserve behind them.
    pub(super) fn with_reserve(&self, pieces: PieceSet) -> KindSet {
        let kinds = self.list.iter().enumerate();
        kinds
            .filter(|(_, kind)| kind.behind.is_some_and(|piece| pieces.has(PieceId(piece))))
            .map(|(index, _)| index as KindId)
            .collect()
    }

    /// Whom a man of a kind may capture where an entry says `takes`: those that also let it.
    pub(super) fn victims(
        &self,
        definition: &Definition,
        kind: KindId,
        takes: PieceSet,
    ) -> KindSet {
        let taker = &self.list[usize::from(kind)];
        let kinds = self.list.iter().enumerate().filter(|(_, victim)| {
            let taken_by = definition.pieces[usize::from(victim.piece)].taken_by;
            takes.has_man(PieceId(victim.piece), victim.dressed)
                && taken_by.has_man(PieceId(taker.piece), taker.dressed)
        });
        kinds.map(|(index, _)| index as KindId).collect()
    }

    /// Whether these are all kinds.
    pub(super) fn all_in(&self, kinds: KindSet) -> bool {
        (0..self.list.len()).all(|kind| kinds.has(kind as KindId))
    }

    /// The kind that `from` becomes when it promotes to `to`.
    pub(super) fn promoted(&self, from: PieceId, to: PieceId, mark: Mark) -> KindId {
        if mark == Mark::None {
            return to.0;
        }
        let found = self
            .list
            .iter()
            .position(|kind| kind.piece == to.0 && kind.was == Some(from.0) && kind.mark == mark);
        found.map_or(to.0, |kind| kind as KindId)
    }

    /// Letters of all kinds.
    pub(super) fn names<B: Bitboard>(&self, definition: &Definition) -> Names {
        let mut letters = [[NO_KIND; 128]; 2];
        let mut long = Vec::new();
        for (index, piece) in definition.pieces.iter().enumerate() {
            let extra = piece.reads.chars().map(String::from);
            for text in std::iter::once(piece.letter.clone()).chain(extra) {
                if text.len() == 1 {
                    for side in Side::BOTH {
                        let byte = text.bytes().next().unwrap_or(0);
                        let byte = match side {
                            Side::White => byte.to_ascii_uppercase(),
                            Side::Black => byte.to_ascii_lowercase(),
                        };
                        let slot = &mut letters[side.index()][usize::from(byte & 127)];
                        if piece.sides[side.index()] && *slot == NO_KIND {
                            *slot = index as KindId;
                        }
                    }
                } else {
                    long.push((text, index as KindId));
                }
            }
        }
        let base = |piece: &Piece| -> [String; 3] {
            let letter = &piece.letter;
            if letter.len() == 1 {
                [
                    letter.to_ascii_uppercase(),
                    letter.to_ascii_lowercase(),
                    letter.to_ascii_lowercase(),
                ]
            } else {
                let low = letter.to_ascii_lowercase();
                [format!("{{{letter}}}"), format!("{{{low}}}"), format!("{{{low}}}")]
            }
        };
        let mut kinds = Vec::new();
        let mut marked = Vec::new();
        let mut unspent = Vec::new();
        for (index, kind) in self.list.iter().enumerate() {
            let piece = &definition.pieces[kind.piece as usize];
            let [mut white, mut black, mut suffix] = base(piece);
            let mut id = white.clone();
            if !kind.tags.0.is_empty() {
                let codes = codes_of(definition, &kind.tags);
                for text in [&mut white, &mut black] {
                    text.extend(["{", &codes, "}"]);
                }
            }
            match (kind.mark, kind.was) {
                (Mark::Tilde, Some(_)) => {
                    white.push('~');
                    black.push('~');
                    marked.push((false, kind.piece, index as KindId));
                }
                (Mark::Plus, Some(was)) => {
                    let [old_white, old_black, _] = base(&definition.pieces[was as usize]);
                    white = format!("+{old_white}");
                    black = format!("+{old_black}");
                    id.clone_from(&white);
                    suffix = "+".to_string();
                    marked.push((true, was, index as KindId));
                }
                _ => {}
            }
            let once = piece.once.as_ref().filter(|_| kind.unspent);
            if kind.unspent {
                let spent = self.like(kind, false, kind.behind);
                unspent.push((spent, index as KindId));
            }
            kinds.push(KindName {
                piece: piece.name.clone(),
                white,
                black,
                suffix,
                id,
                right_letter: once
                    .filter(|once| !once.mark_file)
                    .and_then(|_| piece.letter.chars().next()),
                right_by_file: once.is_some_and(|once| once.mark_file),
            });
        }
        let codes = definition.augmenters.iter().map(|augmenter| augmenter.code).collect();
        let single = |text: &String| match text.as_bytes() {
            &[letter] => letter,
            _ => 0,
        };
        let singles: [Vec<u8>; 2] = [
            kinds.iter().map(|kind| single(&kind.white)).collect(),
            kinds.iter().map(|kind| single(&kind.black)).collect(),
        ];
        let all_single = singles.iter().flatten().all(|&letter| letter != 0);
        let bits = B::CAPACITY.ilog2();
        let plain = plain_bytes(&letters, &singles, definition.shape.files(), bits);
        Names { kinds, letters, plain, singles, all_single, long, marked, unspent, codes }
    }
}

/// What each byte of a placement is if it stands alone.
fn plain_bytes(
    letters: &[[KindId; 128]; 2],
    singles: &[Vec<u8>; 2],
    files: u8,
    bits: u32,
) -> [PlainByte; 256] {
    let mut plain = [PlainByte::other(); 256];
    plain[usize::from(b'/')] = PlainByte::end(files);
    for digit in 0..10 {
        plain[usize::from(b'0' + digit)] = PlainByte::digit(digit, files);
    }
    for byte in (0..128_u8).filter(u8::is_ascii_alphabetic) {
        let side = usize::from(byte.is_ascii_lowercase());
        let kind = letters[side][usize::from(byte)];
        if kind != NO_KIND {
            let as_printed = singles[side].get(usize::from(kind)) == Some(&byte);
            let is = if as_printed { 0 } else { PlainByte::ODD };
            let row = u32::from(kind) * 2 + side as u32;
            plain[usize::from(byte)] = PlainByte::man(row, bits, is);
        }
    }
    plain
}

/// The entry of [`Definition::dressed`] for such a man.
fn dressed(definition: &Definition, piece: PieceId, tags: &Tags) -> Option<u8> {
    let known = definition.dressed.iter().position(|one| one.piece == piece && one.tags == *tags);
    known.map(|index| index as u8)
}

/// A man with the moves of all that it holds.
pub(super) fn man(definition: &Definition, kind: &Kind) -> Option<Piece> {
    if kind.tags.0.is_empty() {
        return None;
    }
    let piece = &definition.pieces[usize::from(kind.piece)];
    let mut man = piece.clone();
    let mut held = kind.tags.0.clone();
    held.dedup();
    for tag in held {
        let augmenter = definition.augmenters.get(usize::from(tag))?;
        man.moves.push(MoveEntry {
            name: None,
            moves: augmenter.moves.clone(),
            span: augmenter.moves_span,
            from: [definition.shape.all(); 2],
            to: piece.within,
            takes: piece.takes,
            hurdles: piece.hurdles,
            passing: false,
            when: None,
        });
    }
    Some(man)
}

/// Men of each piece in the start, by side. The definition's checker has read the same text.
pub(super) fn start_men(definition: &Definition) -> [Vec<u32>; 2] {
    let mut men = [vec![0; definition.pieces.len()], vec![0; definition.pieces.len()]];
    let first = definition.setup.start.split(' ').next().unwrap_or("");
    let (placement, bracket) = first.split_once('[').unwrap_or((first, ""));
    let bracket = bracket.trim_end_matches(']');
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    let reserve = definition.hand.is_none() && definition.gates.iter().all(|gate| gate.bound);
    let items: Vec<&str> = if reserve {
        let items = bracket.split(',');
        items.map(|item| item.split(['@', '?', '-']).next().unwrap_or("")).collect()
    } else {
        let men = tokens(bracket, long).filter_map(|token| match token.kind {
            TokenKind::Man(man) => Some(man.letter),
            _ => None,
        });
        men.collect()
    };
    for letter in items {
        let letter = letter.trim_start_matches('{').trim_end_matches('}');
        let side = side_of(letter);
        if let Some(piece) = piece_of(definition, side, letter) {
            men[side.index()][piece.index()] += 1;
        }
    }
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    for token in tokens(placement, long) {
        let TokenKind::Man(man) = token.kind else { continue };
        let side = side_of(man.letter);
        if let Some(piece) = piece_of(definition, side, man.letter) {
            men[side.index()][piece.index()] += 1;
        }
    }
    men
}
