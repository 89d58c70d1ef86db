//! `ferz convert` both ways: a game written as a section and read back is the same game.
//!
//! What the engine makes of a section is in `tests/pyffish.rs`.

mod games;
mod load;

use ferz::convert::{Bears, from_fairy_stockfish, to_fairy_stockfish};
use ferz::definition::Definition;
use ferz::variant::Variant;
use libtest_mimic::{Arguments, Failed, Trial};

/// Games whose moves a section can say, and which it cannot say to this program: they are read
/// with an error.
const ONE_WAY: [&str; 2] = ["cambodian", "sittuyin"];

fn main() {
    let mut trials = Vec::new();
    for game in games::names() {
        let definition = load::definition(&game).unwrap_or_else(|fault| panic!("{fault}"));
        let export = to_fairy_stockfish(&definition, "game");
        let whole = export.missing.iter().all(|missing| missing.bears == Bears::Result);
        let Some(ini) = export.ini.filter(|_| whole) else { continue };
        let name = format!("{game} there and back");
        let run = move || there_and_back(&game, &definition, &ini).map_err(Failed::from);
        trials.push(Trial::test(name, run));
    }
    assert!(trials.len() > 60, "only {} games can be said", trials.len());
    trials.push(Trial::test("faults have places", || faults().map_err(Failed::from)));
    trials.push(Trial::test("any text", || any_text().map_err(Failed::from)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn games_of_the_engine(name: &str) -> Option<Definition> {
    load::definition(name).ok()
}

fn read(ini: &str) -> Result<String, String> {
    from_fairy_stockfish(ini, None, &games_of_the_engine).map_err(|faults| {
        let said: Vec<String> = faults
            .iter()
            .map(|fault| format!("{}..{}: {}", fault.span().start, fault.span().end, fault.message))
            .collect();
        format!("{}\n{ini}", said.join("\n"))
    })
}

fn compiled(toml: &str) -> Result<Variant, String> {
    let loaded = ferz::definition::load("game", "game.toml", toml, &[], &());
    let definition =
        loaded.definition.ok_or_else(|| format!("{:?}\n{toml}", loaded.diagnostics))?;
    Variant::new(definition).map_err(|faults| format!("{faults:?}\n{toml}"))
}

fn there_and_back(game: &str, definition: &Definition, ini: &str) -> Result<(), String> {
    if ONE_WAY.contains(&game) {
        return match read(ini) {
            Ok(_) => Err("it is read after all".into()),
            Err(_) => Ok(()),
        };
    }
    let toml = read(ini)?;
    let back = compiled(&toml)?;
    let again = to_fairy_stockfish(back.definition(), "game").ini.unwrap_or_default();
    let keys = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    if keys(ini) != keys(&again) {
        return Err(format!("written\n{ini}\nread, and written again\n{again}\nby way of\n{toml}"));
    }
    let first = Variant::new(definition.clone()).map_err(|faults| format!("{faults:?}"))?;
    let count = |variant: &Variant| {
        let play = variant.game("start").map_err(|reasons| format!("{reasons:?}"))?;
        Ok::<_, String>((play.perft(2, false), play.divide(1, false)))
    };
    let (ours, theirs) = (count(&first)?, count(&back)?);
    if ours.0 != theirs.0 {
        return Err(format!("{:?} positions, not {:?}\n{toml}", theirs.0, ours.0));
    }
    Ok(())
}

/// Every fault is told, and where it is.
fn faults() -> Result<(), String> {
    let text = "[a:chess]\nmaxFile = zz\ncustomPiece1 = x:oR\nhello = 1\ncountingRule = makruk\nstartFen = 4k3/8/8/8/8/8/8/4K2Y w - - 0 1\n";
    let Err(faults) = from_fairy_stockfish(text, None, &games_of_the_engine) else {
        return Err("it is read".into());
    };
    let said: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| (fault.code, &text[fault.span().start..fault.span().end]))
        .collect();
    let expected = [
        ("bad-value", "zz"),
        ("bad-notation", "o"),
        ("unknown-key", "hello"),
        ("cannot-be-read", "countingRule"),
        ("unknown-piece", "4k3/8/8/8/8/8/8/4K2Y w - - 0 1"),
    ];
    if said == expected { Ok(()) } else { Err(format!("{said:?}")) }
}

/// Broken sections are refused, and never anything worse.
fn any_text() -> Result<(), String> {
    let mut dice = games::Dice::of("sections", 1);
    let texts: Vec<String> = ["chess", "shogi", "chak", "placement", "seirawan", "racingkings"]
        .iter()
        .filter_map(|game| to_fairy_stockfish(&load::definition(game).ok()?, "game").ini)
        .collect();
    for _ in 0..2000 * games::factor() {
        let mut text: Vec<char> = dice.one_of(&texts).chars().collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(
                    at,
                    *dice.one_of(&[
                        '-', '*', ':', '9', 'x', ' ', 'é', '\n', '"', '+', '[', ']', '~',
                    ]),
                ),
                _ => text[at] = text[dice.below(text.len())],
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(toml) = from_fairy_stockfish(&text, None, &games_of_the_engine) {
            // What is read can be loaded; whether its start is legal is for the rules to say.
            if ferz::definition::load("game", "game.toml", &toml, &[], &()).definition.is_none() {
                return Err(format!("{text}\n{toml}"));
            }
        }
    }
    Ok(())
}
