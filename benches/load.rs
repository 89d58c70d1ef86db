//! What comes before the first move: compiling a game, refusing a hostile one.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ferz::cli::library::{Folder, built_in};
use ferz::definition::{Definition, check, load};
use ferz::variant::Variant;

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

criterion_group!(benches, compile, read);
criterion_main!(benches);
