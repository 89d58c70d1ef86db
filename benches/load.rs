//! What comes before the first move: compiling a game, refusing a hostile one, reading positions.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ferz::cli::library::{Folder, built_in};
use ferz::definition::{Definition, check, load};
use ferz::variant::Variant;
use ferz::with_rules;

fn definition(name: &str) -> Definition {
    let text = built_in(name).map_or(include_str!("wide.toml"), |game| game.text);
    load(name, name, text, &[], &Folder::default()).definition.expect("a game")
}

/// A definition becomes tables.
fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for name in ["chess", "three-fat-brothers", "xiangqi", "capablanca", "wide"] {
        let definition = definition(name);
        group.bench_function(name, |bencher| {
            bencher.iter_batched(|| definition.clone(), Variant::new, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// A text becomes a definition, or is refused.
fn read(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    let chess = built_in("chess").expect("chess").text.to_owned();
    let hostile = hostile();
    for (name, text) in [("chess", &chess), ("hostile", &hostile)] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| check("file", "file.toml", black_box(text), &[], &Folder::default()));
        });
    }
    group.finish();
}

/// Hundreds of notations that write out thousands of ways, zones that lean on one another, and
/// faults in every line.
fn hostile() -> String {
    let mut text = String::from(
        "[variant]\nname = \"x\"\n[board]\nfiles = 16\nranks = 16\n[zones]\nz0 = \"rank 1\"\n",
    );
    for n in 1..100 {
        writeln!(text, "z{n} = \"z{} + z{} + all except y{n}\"", n - 1, n + 1).expect("a text");
    }
    for n in 0..128 {
        writeln!(text, "[pieces.p{n}]\nletter = \"a{n}\"\nmoves = \"aaaKbbaaaRq[K-K-K]Ø\"")
            .expect("a text");
    }
    text
}

/// Ten thousand lines: read, judged, counted.
fn lines(criterion: &mut Criterion) {
    const LINES: usize = 10_000;
    let variant = Variant::new(definition("chess")).expect("chess");
    // A position each ply of games that a small generator (xorshift) chooses.
    let mut fens = Vec::with_capacity(LINES);
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    while fens.len() < LINES {
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
    fens.truncate(LINES);
    let mut group = criterion.benchmark_group("batch");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(LINES as u64));
    group.bench_function("parse, reasons, count", |bencher| {
        bencher.iter(|| {
            with_rules!(variant, rules => {
                let mut moves = 0;
                for fen in &fens {
                    let parsed = rules.parse_fen(fen).expect("a FEN that we printed");
                    assert!(rules.reasons(&parsed.position).iter().all(|reason| {
                        reason.grade == ferz::position::Grade::Suspicious
                    }));
                    moves += rules.count(&parsed.position);
                }
                moves
            })
        });
    });
    group.finish();
}

criterion_group!(benches, compile, read, lines);
criterion_main!(benches);
