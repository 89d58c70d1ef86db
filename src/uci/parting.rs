//! Where an engine's counts part from ours.

use std::collections::BTreeMap;
use std::io::Write;

use super::{Counts, Engine, Trouble};
use crate::game::Play;
use crate::variant::Variant;

/// The first position in which the moves differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The position, as we write it.
    pub fen: String,
    /// The moves that lead there, as we write them.
    pub moves: Vec<String>,
    /// Legal moves that only we have.
    pub only_ours: Vec<String>,
    /// Moves that only the engine has, as it writes them.
    pub only_theirs: Vec<String>,
    /// Our number of legal moves.
    pub count: u64,
}

/// A move of ours, the engine's text for it, and both counts.
struct Pair {
    ours: String,
    theirs: String,
    counts: [u64; 2],
}

/// Compares counts to a depth of one ply or more and gives both sums; with them, if they
/// differ, the first position in which the moves do.
///
/// # Errors
///
/// An engine that cannot be asked, or a set-up with too many choices to be walked.
pub fn part<W: Write>(
    variant: &Variant,
    fen: &str,
    depth: u32,
    engine: &mut Engine<W>,
) -> Result<([u64; 2], Option<Parting>), Trouble> {
    let mut game = variant.game(fen).map_err(|reasons| {
        let why = reasons.first().map_or_else(String::new, |reason| reason.message.to_string());
        Trouble::Uncounted(format!("the position is refused: {why}"))
    })?;
    let start = game.fen();
    let (mut ours, mut theirs): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut sums = None;
    let mut depth = depth.max(1);
    loop {
        let counts = engine.divide(&start, &theirs, depth)?;
        let our_counts = game.divide(depth, true).ok_or_else(|| {
            Trouble::Uncounted("the choices of the set-up are too many to be walked".to_owned())
        })?;
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.fold(0, u64::saturating_add);
        let both = [
            sum(&mut our_counts.iter().map(|(_, nodes)| *nodes)),
            sum(&mut counts.values().copied()),
        ];
        let sums = *sums.get_or_insert(both);
        let (pairs, only_ours, only_theirs) = matched(game.as_mut(), &our_counts, counts);
        let differs = pairs.iter().find(|pair| pair.counts[0] != pair.counts[1]);
        let parted = !only_ours.is_empty() || !only_theirs.is_empty();
        if !parted && differs.is_none() && ours.is_empty() {
            return Ok((sums, None));
        }
        if parted || depth == 1 {
            let (fen, count) = (game.fen(), our_counts.len() as u64);
            let parting = Parting { fen, moves: ours, only_ours, only_theirs, count };
            return Ok((sums, Some(parting)));
        }
        let Some(pair) = differs else {
            let line = theirs.join(" ");
            return Err(Trouble::Garbage(format!(
                "behind `{line}` its counts are not those that it gave before"
            )));
        };
        game.play(&pair.ours).map_err(|_| {
            Trouble::Uncounted(format!("the move `{}` cannot be played", pair.ours))
        })?;
        ours.push(pair.ours.clone());
        theirs.push(pair.theirs.clone());
        depth = depth.saturating_sub(1);
    }
}

/// Pairs of moves that are the same, then those that only one side has.
///
/// Texts that are not written alike are the same if our reader takes one for the other: the
/// king takes the rook to castle, a promotion is written otherwise.
fn matched(
    game: &mut dyn Play,
    ours: &[(String, u64)],
    mut theirs: Counts,
) -> (Vec<Pair>, Vec<String>, Vec<String>) {
    let mut pairs = Vec::new();
    let mut alone = Vec::new();
    for (text, nodes) in ours {
        match theirs.remove_entry(text) {
            Some((same, count)) => {
                pairs.push(Pair { ours: text.clone(), theirs: same, counts: [*nodes, count] });
            }
            None => alone.push((text.clone(), *nodes)),
        }
    }
    let reached = if alone.is_empty() { BTreeMap::new() } else { reached(game, &alone) };
    let mut only_theirs = Vec::new();
    for (text, count) in theirs {
        let meant = meaning(game, &text).and_then(|fen| reached.get(&fen));
        match alone.iter().position(|(ours, _)| Some(ours) == meant) {
            Some(at) => {
                let (ours, nodes) = alone.remove(at);
                pairs.push(Pair { ours, theirs: text, counts: [nodes, count] });
            }
            None => only_theirs.push(text),
        }
    }
    (pairs, alone.into_iter().map(|(text, _)| text).collect(), only_theirs)
}

/// Positions behind some of our moves, each with the text of its move.
fn reached(game: &mut dyn Play, moves: &[(String, u64)]) -> BTreeMap<String, String> {
    let fens = moves.iter().map(|(text, _)| (meaning(game, text), text.clone()));
    fens.filter_map(|(fen, text)| Some((fen?, text))).collect()
}

/// The position behind the move that our reader takes a text for.
fn meaning(game: &mut dyn Play, text: &str) -> Option<String> {
    game.play(text).ok()?;
    let fen = game.fen();
    game.undo();
    Some(fen)
}
