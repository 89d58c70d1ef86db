//! Chess and Chess960 beside cozy-chess: counts, and the legal moves of thousands of random
//! positions.
//!
//! `FERZ_WALKS=10` plays ten times as many games.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod games;
mod load;

use std::collections::BTreeSet;

use cozy_chess::{Board, File, GameStatus, Move as TheirMove};
use fast_game::{compile, refusal};
use ferz::board::Side;
use ferz::game::Play;
use ferz::variant::{Choices, Variant};
use games::Dice;
use libtest_mimic::{Arguments, Failed, Trial};

/// Positions that have caught many programs, with a depth.
const STANDARD: [(&str, u32); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4),
    ("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 4),
];

/// Arrays and middle games of Chess960, in both ways to write the rights.
const SHUFFLED: [(&str, u32); 7] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 3),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 3),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 3),
    ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", 4),
    ("rr2k3/8/8/8/8/8/8/RR2K1RR w Gb - 0 1", 3),
];

fn main() {
    let mut trials = Vec::new();
    for (game, positions) in [("chess", &STANDARD[..]), ("chess[array=960]", &SHUFFLED[..])] {
        for &(fen, depth) in positions {
            let run = move || counts(game, fen, depth).map_err(Failed::from);
            trials.push(Trial::test(format!("{game} `{fen}`"), run));
        }
    }
    for seed in 0..4 {
        for game in ["chess", "chess[array=960]"] {
            let run = move || walks(game, seed).map_err(Failed::from);
            trials.push(Trial::test(format!("random games of {game}, {seed}"), run));
        }
    }
    trials.push(Trial::test("the 960 arrays", || arrays().map_err(Failed::from)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn counts(game: &str, fen: &str, depth: u32) -> Result<(), String> {
    let board: Board = fen.parse().map_err(|fault| format!("{fen}: {fault}"))?;
    let compiled = compile(game, Choices::default())?;
    let ours = at(&compiled, fen)?;
    for depth in 1..=depth {
        let (found, expected) = (ours.perft(depth, false).unwrap_or(0), perft(&board, depth));
        if found != expected {
            return Err(format!("{game} `{fen}` {depth}: {found}, cozy-chess {expected}"));
        }
    }
    Ok(())
}

fn at(compiled: &Variant, fen: &str) -> Result<Box<dyn Play>, String> {
    compiled.game(fen).map_err(|reasons| format!("`{fen}`: {}", refusal(&reasons)))
}

fn legal(board: &Board) -> Vec<TheirMove> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list);
        false
    });
    moves
}

/// Random games, every position read from both kinds of FEN and played to as well.
fn walks(game: &str, seed: u64) -> Result<(), String> {
    let compiled = compile(game, Choices::default())?;
    let shuffled = game != "chess";
    let mut dice = Dice::of(game, seed);
    for _ in 0..20 * games::factor() {
        let mut board = if shuffled {
            Board::chess960_startpos(dice.below(960) as u32)
        } else {
            Board::default()
        };
        let mut played = at(&compiled, &format!("{board:#}"))?;
        for _ in 0..80 {
            let theirs = legal(&board);
            for fen in [format!("{board:#}"), format!("{board}")] {
                // Where the outermost rook is not the one, the plain form says another thing.
                if fen.parse::<Board>().is_ok_and(|read| read == board) {
                    same(&board, &theirs, &mut *at(&compiled, &fen)?, &fen)?;
                }
            }
            same(&board, &theirs, &mut *played, &format!("{board:#}"))?;
            if theirs.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            let captures = |mv: &&TheirMove| board.colors(!board.side_to_move()).has(mv.to);
            let sharp: Vec<TheirMove> = theirs.iter().filter(captures).copied().collect();
            let pool = if sharp.is_empty() || dice.below(3) > 0 { &theirs } else { &sharp };
            let mv = *dice.one_of(pool);
            played.play(&mv.to_string()).map_err(|fault| format!("`{board:#}` {mv} {fault}"))?;
            board.play(mv);
        }
    }
    Ok(())
}

/// Compares all that both know of a position. cozy-chess writes castling as king takes rook.
fn same(board: &Board, theirs: &[TheirMove], ours: &mut dyn Play, fen: &str) -> Result<(), String> {
    if ours.count() != theirs.len() as u64 {
        let texts: Vec<String> = ours.moves().into_iter().map(|mv| mv.text).collect();
        return Err(format!("`{fen}`: {texts:?}, cozy-chess {theirs:?}"));
    }
    let mut reached = BTreeSet::new();
    for mv in theirs {
        ours.play(&mv.to_string()).map_err(|fault| format!("`{fen}`: {mv} {fault}"))?;
        let mut next = board.clone();
        next.play(*mv);
        let (placement, side) = (placement(&ours.fen()), ours.side());
        let expected = self::placement(&next.to_string());
        let check = !next.checkers().is_empty();
        let white = next.side_to_move() == cozy_chess::Color::White;
        if placement != expected || (side == Side::White) != white || ours.check() != check {
            return Err(format!("`{fen}` after {mv}: `{}`, cozy-chess `{next:#}`", ours.fen()));
        }
        reached.insert(ours.fen());
        ours.undo();
    }
    if reached.len() != theirs.len() {
        return Err(format!("`{fen}`: two moves lead to one position"));
    }
    // cozy-chess counts the fifty moves as drawn at once.
    let status = ours.status();
    let word = match board.status() {
        GameStatus::Won => "checkmate",
        GameStatus::Drawn if theirs.is_empty() => "stalemate",
        _ => return Ok(()),
    };
    if status.contains(&word) { Ok(()) } else { Err(format!("`{fen}`: {status:?}, not {word}")) }
}

fn placement(fen: &str) -> String {
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// Every array with all its rights, in their numbering as in ours.
fn arrays() -> Result<(), String> {
    let compiled = compile("chess[array=960]", Choices::default())?;
    let ours: BTreeSet<String> = compiled.arrays().into_iter().collect();
    let theirs: BTreeSet<String> =
        (0..960).map(|number| format!("{}", Board::chess960_startpos(number))).collect();
    if ours.len() != 960 || ours != theirs {
        let first = theirs.symmetric_difference(&ours).next();
        return Err(format!("{} arrays; {first:?} is not in both", ours.len()));
    }
    let rights = |fen: &str| fen.split(' ').nth(2).map(str::to_owned);
    for number in (0..960).step_by(37) {
        let board = Board::chess960_startpos(number);
        // Read by files, written by wings.
        let game = at(&compiled, &format!("{board:#}"))?;
        if rights(&game.fen()).as_deref() != Some("KQkq") {
            return Err(format!("{board:#}: `{}`", game.fen()));
        }
        if board.castle_rights(cozy_chess::Color::White).short <= Some(File::A) {
            return Err(format!("{board:#}: no right"));
        }
    }
    Ok(())
}
