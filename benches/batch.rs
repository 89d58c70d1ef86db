//! Many positions at once: positions a second of each width, by what is asked and by threads.

mod positions;

use std::hint::black_box;
use std::io;
use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ferz::batch::{self, Format, Options, Status};
use ferz::cli::library::{Folder, built_in};
use ferz::definition::load;
use ferz::variant::Variant;
use ferz::with_rules;

use positions::positions;

const LINES: usize = 10_000;

fn variant(name: &str) -> Variant {
    let text = built_in(name).expect("a game").text;
    let definition = load(name, name, text, &[], &Folder::default()).definition;
    Variant::new(definition.expect("a game")).expect("a game")
}

fn group<'c>(
    criterion: &'c mut Criterion,
    name: &str,
) -> BenchmarkGroup<'c, criterion::measurement::WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(LINES as u64));
    group
}

/// The usual record of each line, on one thread, in games of all widths.
fn games(criterion: &mut Criterion) {
    let mut group = group(criterion, "batch");
    for name in ["chess", "crazyhouse", "capablanca", "xiangqi", "shogi", "omicron", "alpaca"] {
        let variant = variant(name);
        let lines = positions(&variant, LINES).join("\n");
        let options = Options::default();
        let mut records = Vec::new();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                records.clear();
                let input = black_box(lines.as_bytes());
                let summary = batch::judge(&variant, &options, None, input, 1, &mut records);
                let fine = summary.count(Status::Ok) + summary.count(Status::Over);
                assert_eq!(fine, LINES as u64);
            });
        });
    }
    group.finish();
}

/// Chess, by what is asked of a line and how it is written.
fn asked(criterion: &mut Criterion) {
    let variant = variant("chess");
    let lines = positions(&variant, LINES).join("\n");
    let mut group = group(criterion, "batch chess");
    group.bench_function("read, reasons, count", |bencher| {
        bencher.iter(|| {
            with_rules!(variant, rules => lines.lines().fold(0, |moves, line| {
                let parsed = rules.parse_fen(line).expect("a FEN that we printed");
                assert!(rules.reasons(&parsed.position).is_empty());
                moves + rules.count(&parsed.position)
            }))
        });
    });
    let fields = |text: &str| Options { fields: text.parse().expect("keys"), ..Options::default() };
    let asked = [
        ("count only", fields("legal_moves")),
        ("moves and SAN", fields("usual,moves,san")),
        ("mobility, attackers, key", fields("usual,mobility,attackers,key")),
        ("perft 2", Options { perft: 2, ..Options::default() }),
        ("csv", Options { format: Format::Csv, ..Options::default() }),
    ];
    let mut records = Vec::new();
    for (name, options) in asked {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                records.clear();
                batch::judge(&variant, &options, None, lines.as_bytes(), 1, &mut records)
            });
        });
    }
    group.finish();
}

/// Chess, read and written by threads of their own.
fn threads(criterion: &mut Criterion) {
    let variant = variant("chess");
    let lines = positions(&variant, LINES).join("\n") + "\n";
    let many = lines.repeat(10);
    let mut group = group(criterion, "batch threads");
    group.throughput(Throughput::Elements(10 * LINES as u64));
    for threads in [1, 2] {
        group.bench_function(threads.to_string(), |bencher| {
            bencher.iter(|| {
                let options = Options { threads, ..Options::default() };
                let done = batch::run(&variant, options, many.as_bytes(), io::sink(), |_| ());
                assert_eq!(done.expect("a sink takes everything").records(), 10 * LINES as u64);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games, asked, threads);
criterion_main!(benches);
