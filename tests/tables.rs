//! The compiled tables beside their slow definition: for every notation of the corpus, on random
//! boards of each width, a man's moves by the tables are those that
//! [`ferz::notation::targets`] finds square by square.

use std::collections::BTreeSet;

use ferz::board::{Shape, Side, Square, SquareSet};
use ferz::definition::load;
use ferz::notation::targets::{Occupant, Scene, targets};
use ferz::notation::{lower, parse};
use ferz::position::MoveClass;
use ferz::variant::Variant;
use ferz::with_rules;
use libtest_mimic::{Arguments, Failed, Trial};

/// A repeatable sequence of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Where a move ends and whom it removes.
type Effect = (Square, Vec<Square>);

/// A game of one man with this notation, who counts as unmoved everywhere, and of men that never
/// move.
fn game(notation: &str, files: u8, ranks: u8) -> Result<Variant, Failed> {
    let empty = format!("/{files}").repeat(usize::from(ranks) - 2);
    let rest = if files > 2 { (files - 2).to_string() } else { String::new() };
    let text = format!(
        "[variant]\nname = \"Tables\"\n[board]\nfiles = {files}\nranks = {ranks}\n\
         [pieces.mover]\nletter = \"X\"\nmoves = \"{notation}\"\nfirst = \"all\"\n\
         [pieces.post]\nletter = \"A\"\nmoves = \"\"\n\
         [setup]\nstart = \"xa{rest}{empty}/XA{rest} w - - 0 1\"\n\
         [[end]]\nname = \"no move\"\nwhen = \"moves(them) == 0\"\nresult = \"draw\"\n"
    );
    let loaded = load("tables", "tables.toml", &text, &[], &());
    let definition =
        loaded.definition.ok_or_else(|| format!("{notation}: {:?}", loaded.diagnostics))?;
    Variant::new(definition).map_err(|faults| format!("{notation}: {faults:?}").into())
}

fn compare(notation: &str, files: u8, ranks: u8, boards: usize) -> Result<(), Failed> {
    let variant = game(notation, files, ranks)?;
    let shape = Shape::new(files, ranks).ok_or("no board")?;
    let ways = lower(&parse(notation).map_err(|faults| format!("{faults:?}"))?.expr);
    let mut random = Random(notation.bytes().map(u64::from).sum::<u64>() + u64::from(files));
    for _ in 0..boards {
        let from = Square::new(random.below(shape.area()) as u8);
        let side = Side::BOTH[random.below(2)];
        let crowd = 2 + random.below(9);
        let mut men = vec![None; shape.area()];
        for man in &mut men {
            *man = (random.below(crowd) == 0).then(|| Side::BOTH[random.below(2)]);
        }
        let scene = Scene {
            shape: &shape,
            from,
            side,
            occupant: |square: Square| match men[square.index()] {
                None => Occupant::Empty,
                Some(owner) if owner == side => Occupant::Friend,
                Some(_) => Occupant::Enemy,
            },
            unmoved: SquareSet::of(from),
            en_passant: None,
        };
        let slow: BTreeSet<Effect> = targets(&ways, &scene)
            .into_iter()
            .map(|one| (one.to, one.removes.iter().collect()))
            .collect();
        let mut placement = String::new();
        for rank in (0..ranks).rev() {
            for file in 0..files {
                let square = shape.at(file, rank).ok_or("no square")?;
                let letter = match (square == from, men[square.index()]) {
                    (true, _) => Some(("X", side)),
                    (false, Some(owner)) => Some(("A", owner)),
                    (false, None) => None,
                };
                match letter {
                    Some((letter, Side::White)) => placement.push_str(letter),
                    Some((letter, Side::Black)) => placement.push_str(&letter.to_lowercase()),
                    None if placement.ends_with(|c: char| c.is_ascii_digit()) => {
                        let digits = placement.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                        let run: u32 = placement[digits..].parse()?;
                        placement.replace_range(digits.., &(run + 1).to_string());
                    }
                    None => placement.push('1'),
                }
            }
            if rank > 0 {
                placement.push('/');
            }
        }
        let letter = if side == Side::White { 'w' } else { 'b' };
        let fen = format!("{placement} {letter} - - 0 1");
        let fast: BTreeSet<Effect> = with_rules!(variant, rules => {
            let position = rules.parse_fen(&fen).map_err(|fault| format!("{fen}: {fault}"))?.position;
            let mut moves = Vec::new();
            rules.list_raw(&position, &mut moves);
            let count = rules.count_raw(&position);
            if count != moves.len() as u64 {
                return Err(format!("{notation} in {fen}: {count} counted, {} listed", moves.len()).into());
            }
            moves
                .iter()
                .map(|mv| {
                    let to = Square::new(mv.to);
                    let mut removes: BTreeSet<Square> =
                        mv.removed().iter().map(|&square| Square::new(square)).collect();
                    let returns = to == from && matches!(mv.class, MoveClass::Removing(..));
                    if !returns && men[to.index()].is_some() {
                        removes.insert(to);
                    }
                    (to, removes.into_iter().collect())
                })
                .collect()
        });
        if slow != fast {
            let show = |set: Vec<&Effect>| -> Vec<String> {
                let name = |square: &Square| shape.name(*square);
                let text = |(to, gone): &Effect| {
                    format!("{} -{:?}", name(to), gone.iter().map(name).collect::<Vec<_>>())
                };
                set.into_iter().map(text).collect()
            };
            return Err(format!(
                "{notation} on {} in {fen}\n  only by the definition: {:?}\n  only by the tables: {:?}",
                shape.name(from),
                show(slow.difference(&fast).collect()),
                show(fast.difference(&slow).collect())
            )
            .into());
        }
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let corpus = std::fs::read_to_string("tests/notation/pieces.tsv").expect("the corpus");
    let accepted: BTreeSet<String> = corpus
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (_, notation) = (fields.next()?, fields.next()?);
            (fields.nth(1)? == "accept" && !notation.contains('O')).then(|| notation.to_owned())
        })
        .collect();
    assert!(accepted.len() > 300, "the corpus has only {} notations", accepted.len());
    let trials = accepted
        .into_iter()
        .map(|notation| {
            Trial::test(notation.clone(), move || {
                compare(&notation, 8, 8, 12)?;
                compare(&notation, 10, 9, 6)?;
                compare(&notation, 13, 12, 4)
            })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
