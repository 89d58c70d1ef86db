//! Nodes per second of perft: each width, each legality plan. Every count is asserted, for a fast
//! generator that counts wrong is worth nothing.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ferz::cli::library::{Folder, built_in};
use ferz::definition::load;
use ferz::rules::LegalityPlan;
use ferz::variant::{Choices, Variant};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SHARP: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

/// Name, game, FEN, depth, nodes.
type Row = (&'static str, &'static str, &'static str, u32, u64);

/// Counts from `tests/perft/perft.tsv` and, for chess, from everywhere; those of `wide` are ours,
/// the same by both plans.
const ROWS: &[Row] = &[
    ("narrow/start", "chess", CHESS, 4, 197_281),
    ("narrow/middlegame", "chess", KIWIPETE, 4, 4_085_603),
    ("narrow/sharp", "chess", SHARP, 4, 422_333),
    ("middle/start", "capablanca", "start", 4, 805_128),
    (
        "middle/middlegame",
        "capablanca",
        "1n1b1kbc1r/r1p1pp2pp/1p1p2p2n/P9/q3P5/P4P3P/2PP2PPa1/RNABQKB1NR b KQk - 0 9",
        4,
        4_630_103,
    ),
    (
        "middle/sharp",
        "capablanca",
        "1r1bqk4/1pp1p3p1/p1n7/2P2pp3/PB2P1P2a/1b3N4/1P1P1P3r/RNABQK3R b Q - 0 23",
        4,
        2_504_834,
    ),
    ("wide/start", "wide", "start", 3, 116_266),
    ("wide/middlegame", "wide", "middlegame", 3, 1_262_991),
    ("wide/sharp", "wide", "sharp", 3, 3_624_820),
    ("tensions/xiangqi", "xiangqi", "start", 4, 3_290_240),
    ("tensions/grasshopper", "grasshopper", "start", 4, 635_298),
];

fn variant(name: &str, plan: Option<LegalityPlan>) -> Variant {
    let text = built_in(name).map_or(include_str!("wide.toml"), |game| game.text);
    let loaded = load(name, name, text, &[], &Folder::default());
    let definition = loaded.definition.expect("a game");
    Variant::with(definition, Choices { plan, ..Choices::default() }).expect("a game")
}

fn measure(criterion: &mut Criterion, group: &str, plan: Option<LegalityPlan>, rows: &[Row]) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.warm_up_time(Duration::from_millis(500));
    for &(name, game, fen, depth, nodes) in rows {
        let game = variant(game, plan).game(fen).expect("a position");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(black_box(&game).perft(depth, false), Some(nodes)));
        });
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    measure(criterion, "perft", None, ROWS);
}

/// The plan that is always possible, one ply less deep where it is slow.
fn replay(criterion: &mut Criterion) {
    let rows: &[Row] =
        &[("chess", "chess", CHESS, 4, 197_281), ("capablanca", "capablanca", "start", 3, 25_228)];
    measure(criterion, "replay", Some(LegalityPlan::Replay), rows);
}

criterion_group!(benches, perft, replay);
criterion_main!(benches);
