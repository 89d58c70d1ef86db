//! Positions of random games, the same in every run.

use ferz::variant::Variant;

/// FENs of games that a small generator (xorshift) chooses, one a ply, up to a hundred a game.
pub(super) fn positions(variant: &Variant, count: usize) -> Vec<String> {
    let mut fens = Vec::with_capacity(count);
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    while fens.len() < count {
        let mut game = variant.game("start").expect("a start");
        for _ in 0..100 {
            fens.push(game.fen());
            let moves = game.moves();
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let Some(mv) = moves.get((dice % moves.len().max(1) as u64) as usize) else { break };
            game.play_move(mv);
        }
    }
    fens.truncate(count);
    fens
}
