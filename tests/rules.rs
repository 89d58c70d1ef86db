//! Worked cases of rules: `tests/rules/*.toml`, and the tests that the variant files carry,
//! each by the reference interpreter and by the compiled rules.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod load;
mod reference;
#[path = "case/reference.rs"]
mod reference_game;

use case::{Case, CaseFile, Game, check};
use fast_game::{FastGame, is_unsupported};
use libtest_mimic::{Arguments, Failed, Trial};
use reference_game::ReferenceGame;

fn main() {
    let budget = load::budget(1_000);
    let mut trials = Vec::new();
    for (file, text) in load::files("tests/rules") {
        let cases: CaseFile =
            toml::from_str(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        assert!(!cases.case.is_empty(), "{file} has no case");
        for case in cases.case {
            let name = format!("{file}: {}", case.name);
            let same = case.clone();
            let run = move || check::<ReferenceGame>(&same, budget).map_err(Failed::from);
            trials.push(Trial::test(format!("{name} (reference)"), run));
            let ignored = is_unsupported(&case.variant);
            let run = move || check::<FastGame>(&case, 100 * budget).map_err(Failed::from);
            trials.push(Trial::test(name, run).with_ignored_flag(ignored));
        }
    }
    assert!(!trials.is_empty(), "no cases");
    for (variant, _) in load::files("variants") {
        let same = variant.clone();
        let run = move || own_tests::<ReferenceGame>(&same, budget).map_err(Failed::from);
        trials.push(Trial::test(format!("own tests of {variant} (reference)"), run));
        let name = format!("own tests of {variant}");
        let run = move || own_tests::<FastGame>(&variant, 100 * budget).map_err(Failed::from);
        trials.push(Trial::test(name, run));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Judges the tests that a variant file carries.
fn own_tests<G: Game>(variant: &str, budget: u64) -> Result<(), String> {
    let tests = load::definition(variant)?.tests;
    if tests.is_empty() {
        return Err(format!("{variant} has no tests"));
    }
    let mut faults = Vec::new();
    for test in tests {
        let variant = match test.with.as_str() {
            "" => variant.to_owned(),
            with => format!("{variant}[{with}]"),
        };
        let case = Case {
            name: test.name.clone(),
            rule: test.rule.unwrap_or_default(),
            variant,
            fen: test.fen,
            moves: test.moves.join(" "),
            legal: test.legal,
            illegal: test.illegal,
            from: test.from.into_iter().map(|(square, to)| (square, to.join(" "))).collect(),
            perft: test.perft,
            becomes: test.becomes,
            status: test.status,
            reason: test.reason,
            claim: test.claim,
            refuses: test.refuses,
        };
        faults
            .extend(check::<G>(&case, budget).err().map(|fault| format!("{}: {fault}", test.name)));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
