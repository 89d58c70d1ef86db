//! Placements as nearly all are written, read quickly: where millions of positions are judged,
//! reading them is a good part of it. What is odd or wrong is left to [`Rules::read_placement`],
//! which tells why.

use crate::bitboard::{Bitboard, PerSquare};
use crate::limits;
use crate::rules::{KindId, PlainByte, Rules};

use super::Position;

/// Kinds of men that the quick reader of placements knows: both sides of all fill
/// [`Bitboard::Limbs`].
const PLAIN_KINDS: usize = 32;
const _: () = assert!(2 * PLAIN_KINDS == 64);
const _: () = assert!(limits::FEN_BYTES < 1 << PlainByte::AT);

/// A placement that the quick reader has read.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    /// Its bytes.
    pub(super) len: usize,
    /// It stands as it is printed.
    pub(super) as_printed: bool,
}

/// A placement as far as the quick reader has come. Men, runs of empty squares and ends of ranks
/// come without any order that a processor could guess, so all take the same steps.
#[derive(Clone, Copy)]
struct PlainPlacement {
    /// As [`PlainByte`] says.
    sum: i64,
    /// What the bytes were together.
    seen: u32,
    /// What the last byte was.
    last: u32,
    /// Something but nothing: what stands here is wrong.
    wrong: i64,
}

impl PlainPlacement {
    /// Takes the next byte and notes row and square, which stay if it is a man. `WIDE`: of two
    /// digits side by side the second can be any.
    #[inline(always)]
    fn go_on<B: Bitboard, const WIDE: bool>(&mut self, read: PlainByte, men: &mut B::Words) {
        let PlainByte { adds, notes, is } = read;
        men.set(self.sum as usize & (B::CAPACITY - 1), (self.sum + notes) as u32);
        // Ranks end where they are full. A square below the board would borrow from what is left
        // of its rank, but by then ranks were short by more.
        self.wrong |= self.sum & notes | i64::from(is & (self.last >> PlainByte::BEHIND));
        self.sum += adds;
        if WIDE {
            // The digit of the tens has counted as one. A third digit goes beyond all ranks.
            let second = is & (self.last / PlainByte::TENS) & 1;
            self.sum += i64::from(second) * PlainByte::place(9, -9);
        }
        self.last = is;
        self.seen |= is;
    }

    /// Takes all plain bytes at the beginning of a text, and gives their number. Not inlined: the
    /// loop wants all registers.
    #[inline(never)]
    fn go_on_while_plain<B: Bitboard, const WIDE: bool>(
        &mut self,
        table: &[PlainByte; 256],
        text: &[u8],
        men: &mut B::Words,
    ) -> usize {
        let mut line = *self;
        let mut rest = text.iter();
        let mut left = text.len();
        while let Some(&byte) = rest.next() {
            let read = table[usize::from(byte)];
            if read.is & PlainByte::OTHER != 0 {
                break;
            }
            line.go_on::<B, WIDE>(read, men);
            left = rest.len();
        }
        *self = line;
        text.len() - left
    }

    /// The square that comes next.
    fn at(&self) -> i64 {
        self.sum << (64 - PlainByte::LEFT) >> (64 - PlainByte::LEFT + PlainByte::AT)
    }
}

impl<B: Bitboard> Rules<B> {
    /// Reads the placement at the beginning of a FEN if it has only single letters, with
    /// or without a `+`, numbers, holes and ranks of the right width; `None` for any other, with
    /// a position that is good for nothing. [`Self::read_placement`] says the same of these and
    /// tells the faults of all others.
    pub(super) fn read_plain_placement(
        &self,
        fen: &[u8],
        position: &mut Position<B>,
    ) -> Option<Plain> {
        if self.kinds.len() > PLAIN_KINDS {
            None
        } else if self.shape.files() <= 10 {
            self.read_plain_men::<false>(fen, position)
        } else {
            self.read_plain_men::<true>(fen, position)
        }
    }

    /// As [`Self::read_plain_placement`], for boards on which any number can have two digits, and
    /// for others.
    fn read_plain_men<const WIDE: bool>(
        &self,
        fen: &[u8],
        position: &mut Position<B>,
    ) -> Option<Plain> {
        let files = i64::from(self.shape.files());
        let first = files * (i64::from(self.shape.ranks()) - 1);
        let sum = PlainByte::place(first, files);
        let mut line = PlainPlacement { sum, seen: 0, last: PlainByte::none(0), wrong: 0 };
        let mut men = B::Words::filled(0);
        let mut holes = B::EMPTY;
        let mut rest = fen;
        loop {
            let plain = line.go_on_while_plain::<B, WIDE>(&self.names.plain, rest, &mut men);
            rest = rest.get(plain..).unwrap_or_default();
            match rest {
                [] | [b' ' | b'[', ..] => break,
                [b'*', behind @ ..] => {
                    rest = behind;
                    // Off the board it is wrong, and told at the end of its rank.
                    holes.add(line.at() as usize & (B::CAPACITY - 1));
                    line.go_on::<B, WIDE>(PlainByte::squares(1, PlainByte::none(0)), &mut men);
                }
                [b'+', letter, behind @ ..] => {
                    rest = behind;
                    line.go_on::<B, WIDE>(self.promoted_letter(*letter)?, &mut men);
                }
                _ => return None,
            }
        }
        // With a rank too few or too many the last would not be the first of the board.
        let whole = line.sum >> PlainByte::AT == PlainByte::place(files, 0) >> PlainByte::AT;
        if !whole || line.wrong != 0 || holes != B::from_set(self.shape.holes()) {
            return None;
        }
        let count = (line.sum & ((1 << PlainByte::AT) - 1)) as usize;
        let mut of_rows = B::Limbs::filled(0);
        let mut key = 0;
        for &man in men.as_slice().get(..count)? {
            // Row by row, square by square: so stand bits, and keys.
            let place = (man >> PlainByte::AT) as usize;
            let limb = place / 64 & (B::CAPACITY - 1);
            of_rows.set(limb, of_rows.at(limb) | 1 << (place % 64));
            position.board.set(place & (B::CAPACITY - 1), (place / B::CAPACITY / 2) as KindId);
            key ^= self.keys.entry(place);
        }
        position.key ^= key;
        let pairs = of_rows.as_slice().chunks_exact(2 * B::LIMBS);
        for (pair, &groups) in pairs.zip(&self.kind_groups).take(self.kinds.len()) {
            let (white, black) = pair.split_at(B::LIMBS);
            let (white, black) = (B::of_limbs(white), B::of_limbs(black));
            position.sides = [position.sides[0] | white, position.sides[1] | black];
            position.flip_in_groups(groups, white | black);
        }
        let as_printed = line.seen & PlainByte::ODD == 0;
        Some(Plain { len: fen.len() - rest.len(), as_printed })
    }

    /// What a letter behind a `+` stands for.
    fn promoted_letter(&self, letter: u8) -> Option<PlainByte> {
        let (side, known) = self.names.letter(letter)?;
        let marked = self.names.marked.iter().find(|&&(plus, marked, kind)| {
            plus && marked == known && self.kinds[usize::from(kind)].sides[side.index()]
        });
        let row = u32::from(marked?.2) * 2 + side.index() as u32;
        Some(PlainByte::man(row, B::CAPACITY.ilog2(), 0))
    }
}

#[cfg(test)]
mod tests {
    use crate::bitboard::{W64, W128, W256};
    use crate::compile::compile;
    use crate::definition::load;

    use super::*;

    /// The quick reader takes nothing that the full one refuses, and reads the same.
    #[test]
    fn both_readers_of_placements_agree() {
        let text = include_str!("../../variants/chess.toml");
        let chess = load("chess", "chess.toml", text, &[], &()).definition.unwrap();
        let lines = include_str!("../../examples/positions.epd").lines().step_by(4);
        both_readers(&compile::<W64>(&chess).unwrap(), lines);
        let text = include_str!("../../variants/shogi.toml");
        let sources = crate::cli::library::Folder::default();
        let shogi = load("shogi", "shogi.toml", text, &[], &sources).definition.unwrap();
        both_readers(
            &compile::<W128>(&shogi).unwrap(),
            [
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
                "ln1gk2+Pl/1r1s5/p1ppppp1p/1p5+b1/9/2P6/PP1PPPP+pP/7R1/LNSGKGS1L",
            ]
            .into_iter(),
        );
        let text = include_str!("../../variants/omicron.toml");
        let omicron = load("omicron", "omicron.toml", text, &[], &sources).definition.unwrap();
        let start = omicron.setup.start.split(' ').next().unwrap_or("");
        both_readers(&compile::<W256>(&omicron).unwrap(), std::iter::once(start));
        let text = include_str!("../../variants/xiangqi.toml");
        let xiangqi = load("xiangqi", "xiangqi.toml", text, &[], &sources).definition.unwrap();
        let lines = ["rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"];
        both_readers(&compile::<W128>(&xiangqi).unwrap(), lines.into_iter());
        let text = include_str!("../../variants/capablanca.toml");
        let capablanca = load("capablanca", "capablanca.toml", text, &[], &sources);
        both_readers(
            &compile::<W128>(&capablanca.definition.unwrap()).unwrap(),
            [
                "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
                "r1abqkbc1r/1p2p5p/9n/10/1N8/5P4/PPPPP1PPPP/R1ABQKBCNR",
            ]
            .into_iter(),
        );
        for files in [11, 12, 16] {
            let (all, two) = (files - 1, files - 2);
            let text = format!(
                "variant = {{ name = 'Wide', about = 'x' }}\n\
                board = {{ files = {files}, ranks = 3 }}\n\
                royal = [{{ name = 'king', pieces = 'king' }}]\n\
                setup = {{ start = 'r{two}k/{files}/R{two}K w - - 0 1' }}\n\
                [pieces]\n\
                king = {{ letter = 'K', moves = 'K' }}\n\
                rook = {{ letter = 'R', moves = 'R' }}\n"
            );
            let wide = load("wide", "wide.toml", &text, &[], &());
            let wide = wide.definition.unwrap_or_else(|| panic!("{:?}", wide.diagnostics));
            let lines = [
                format!("r{two}k/{files}/R{two}K"),
                format!("1r{}k/6r{}/R5k{}", files - 3, files - 7, files - 7),
                format!("{all}k/k{all}/1k1r{}", files - 4),
            ];
            both_readers(&compile::<W64>(&wide).unwrap(), lines.iter().map(String::as_str));
        }
    }

    fn both_readers<'a, B: Bitboard>(rules: &Rules<B>, lines: impl Iterator<Item = &'a str>) {
        let mut quick = 0;
        let mut compare = |placement: &str| {
            let mut plain = Position::empty();
            let mut full = Position::empty();
            let mut reasons = Vec::new();
            let taken = rules.read_plain_placement(placement.as_bytes(), &mut plain);
            let as_printed = taken.is_some_and(|taken| taken.as_printed);
            let taken = taken.is_some_and(|taken| taken.len == placement.len());
            rules.read_placement(placement, &mut full, &mut reasons);
            assert_eq!(taken, reasons.is_empty(), "{placement}: {reasons:?}");
            if taken {
                quick += 1;
                assert!(plain.same(&full) && plain.groups == full.groups, "{placement}");
                let mut written = String::new();
                rules.write_placement(&plain, &mut written);
                assert_eq!(written == placement, as_printed, "{placement}: {written}");
            }
        };
        for line in lines {
            let placement = line.split(' ').next().unwrap_or("");
            compare(placement);
            for (at, _) in placement.char_indices() {
                for other in ["", "/", "1", "2", "9", "0", "10", "K", "x", "~", "+", "{", "*", "é"]
                {
                    compare(&format!("{}{other}{}", &placement[..at], &placement[at + 1..]));
                }
                // The same bytes in another order have the same sums.
                let mut bytes = placement.as_bytes().to_vec();
                let byte = bytes.remove(at);
                for to in 0..=bytes.len() {
                    bytes.insert(to, byte);
                    compare(std::str::from_utf8(&bytes).unwrap());
                    bytes.remove(to);
                }
            }
        }
        assert!(quick > 10);
    }
}
