//! Perft: the number of move sequences of a given length.
//!
//! The last ply is counted in bulk and builds no move.

use rayon::prelude::*;

use crate::bitboard::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Rules;

impl<B: Bitboard> Rules<B> {
    /// Number of legal move sequences of `depth` plies. A game that has ended by rule has no
    /// moves; verdicts and claims do not stop it. Depth 0 counts 1.
    pub fn perft(&self, position: &Position<B>, depth: u32) -> u64 {
        let mut moves = Vec::with_capacity(256);
        crate::dispatch::perft(self, position, depth, &mut moves)
    }

    /// The same on several threads: the first plies are split until there is work for all.
    pub fn perft_parallel(&self, position: &Position<B>, depth: u32) -> u64 {
        if depth <= 3 {
            return self.perft(position, depth);
        }
        let mut work = Vec::new();
        let mut first = Vec::new();
        let mut second = Vec::new();
        self.list(position, &mut first);
        for &mv in &first {
            let next = position.after(self, mv);
            second.clear();
            self.list(&next, &mut second);
            work.extend(second.iter().map(|&mv| next.after(self, mv)));
        }
        work.par_iter().map(|next| self.perft(next, depth - 2)).sum()
    }

    /// For each legal move the number of sequences that begin with it.
    pub fn divide(&self, position: &Position<B>, depth: u32, parallel: bool) -> Vec<(Move, u64)> {
        let mut moves = Vec::new();
        self.list(position, &mut moves);
        let one = |&mv: &Move| {
            let next = position.after(self, mv);
            (mv, self.perft(&next, depth.saturating_sub(1)))
        };
        if parallel { moves.par_iter().map(one).collect() } else { moves.iter().map(one).collect() }
    }
}
