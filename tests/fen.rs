//! FENs of `tests/fen/*.toml`: how they are printed, and every reason against them.

mod case;
#[path = "case/fast.rs"]
mod fast_game;
mod load;

use fast_game::compile;
use ferz::bitboard::Bitboard;
use ferz::position::Reason;
use ferz::rules::Rules;
use ferz::variant::Choices;
use ferz::with_rules;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<FenCase>,
}

/// A text, and what is said of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FenCase {
    name: String,
    #[serde(default)]
    #[expect(dead_code, reason = "for people")]
    rule: String,
    variant: String,
    fen: String,
    /// As it is printed, if that is another text; nothing is printed of what cannot be read.
    prints: Option<String>,
    /// `GRADE CODE`, in any order; none if it is left out.
    #[serde(default)]
    reasons: Vec<String>,
}

fn main() {
    let mut trials = Vec::new();
    for (file, text) in load::files("tests/fen") {
        let cases: File = toml::from_str(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        assert!(!cases.case.is_empty(), "{file} has no case");
        for case in cases.case {
            let name = format!("{file}: {}", case.name);
            trials.push(Trial::test(name, move || check(&case).map_err(Failed::from)));
        }
    }
    assert!(!trials.is_empty(), "no cases");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(case: &FenCase) -> Result<(), String> {
    let compiled = compile(&case.variant, Choices::default())?;
    let (printed, reasons) = with_rules!(compiled, rules => read(rules, &case.fen));
    let place = format!("{} `{}`", case.variant, case.fen);
    let mut found: Vec<String> =
        reasons.iter().map(|reason| format!("{} {}", reason.grade.as_str(), reason.code)).collect();
    let mut expected = case.reasons.clone();
    found.sort_unstable();
    expected.sort_unstable();
    if found != expected {
        let said: Vec<&str> = reasons.iter().map(|reason| reason.message.as_ref()).collect();
        return Err(format!("{place}: {found:?} {said:?}, expected {expected:?}"));
    }
    let Some(printed) = printed else { return Ok(()) };
    let expected = case.prints.as_ref().unwrap_or(&case.fen);
    if printed == *expected { Ok(()) } else { Err(format!("{place}: printed `{printed}`")) }
}

fn read<B: Bitboard>(rules: &Rules<B>, fen: &str) -> (Option<String>, Vec<Reason>) {
    match rules.parse_fen(fen) {
        Ok(parsed) => {
            let mut reasons = parsed.reasons;
            reasons.extend(rules.reasons(&parsed.position));
            (Some(rules.fen(&parsed.position)), reasons)
        }
        Err(error) => (None, error.reasons),
    }
}
