//! The set-up as a played phase: numbers of its turns, and its positions as FEN.

use ferz::cli::library::find;
use ferz::game::Play;
use ferz::variant::Variant;

fn open(argument: &str) -> Variant {
    let found = find(argument).unwrap_or_else(|error| panic!("{argument}: {error}"));
    let loaded = found.load();
    let definition = loaded.definition.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    Variant::new(definition).unwrap_or_else(|faults| panic!("{argument}: {faults:#?}"))
}

fn start(variant: &Variant) -> Box<dyn Play> {
    variant.game("start").unwrap_or_else(|reasons| panic!("{reasons:?}"))
}

/// A plain generator, so that a failure can be played again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }
}

#[test]
fn turns_are_counted() {
    let table = include_str!("perft/setup.tsv");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [game, depth, nodes, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("`{line}` has not four fields");
        };
        let found = start(&open(game)).perft(depth.parse().expect("a depth"), false);
        let expected = nodes.parse::<u64>().ok();
        assert_eq!(expected.is_none(), nodes == "-");
        assert_eq!(found, expected, "{line}");
        rows += 1;
    }
    assert!(rows >= 25);
}

/// Whatever is chosen, the FEN of each turn says where the set-up stands: read again it has
/// the same side, the same choices, and is printed the same.
#[test]
fn every_turn_has_its_fen() {
    let games = [
        "12-augmenters[granularity=single-token]",
        "12-augmenters[granularity=single-token,weak-kings=discard,bans=all]",
        "12-augmenters[granularity=single-token,corps=4-2-or-3-3]",
        "14-augmenters[granularity=single-token]",
        "alpaca",
        "alpaca[vote=on]",
        "alpaca[vote=on,black-file=same-as-white]",
        "alpaca[placement=with-first-move]",
        "pioneer-chess",
    ];
    for (seed, name) in (1..).zip(games) {
        let variant = open(name);
        for round in 0..4_u64 {
            let mut dice = Dice(seed * 1000 + round);
            let mut game = start(&variant);
            for _ in 0..60 {
                let fen = game.fen();
                let again =
                    variant.game(&fen).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"));
                assert_eq!(again.fen(), fen, "{name}");
                assert_eq!(again.side(), game.side(), "{name} {fen}");
                assert_eq!(again.stage(), game.stage(), "{name} {fen}");
                assert_eq!(again.count(), game.count(), "{name} {fen}");
                let moves = game.moves();
                assert_eq!(game.count(), moves.len() as u64, "{name} {fen}");
                assert_eq!(game.perft(1, false), Some(game.count()), "{name} {fen}");
                let Some(mv) = moves.get(dice.below(moves.len() as u64) as usize) else { break };
                game.play(&mv.text)
                    .unwrap_or_else(|fault| panic!("{name} {fen} {}: {fault}", mv.text));
                if game.stage().is_none() {
                    break;
                }
            }
            assert_eq!(game.stage(), None, "{name}: the set-up does not end: {}", game.fen());
            while game.undo() {}
            assert_eq!(game.fen(), start(&variant).fen(), "{name}");
        }
    }
}

/// A refused turn names the slot and the token, and changes nothing.
#[test]
fn refusals_name_the_slot_and_the_token() {
    let variant = open("12-augmenters[bans=fork]");
    let mut game = start(&variant);
    let mut refused = |text: &str, words: &[&str]| {
        let before = game.fen();
        let fault = game.play(text).expect_err(text).to_string();
        for word in words {
            assert!(fault.contains(word), "`{text}`: {fault} (no `{word}`)");
        }
        assert_eq!(game.fen(), before);
    };
    refused("e2e4", &["is refused"]);
    refused("d1=BB", &["`B`"]);
    refused("d1=B", &["d1"]);
    refused("e1=BR", &["e1"]);
    for text in ["d1=BR", "d8=NR"] {
        game.play(text).expect(text);
    }
    let mut refused = |text: &str, words: &[&str]| {
        let fault = game.play(text).expect_err(text).to_string();
        for word in words {
            assert!(fault.contains(word), "`{text}`: {fault} (no `{word}`)");
        }
    };
    refused("a1=a,b1=gls,c1=w,d1=b,e1=h,f1=c,g1=dni,h1=f", &["b1", "`g`", "`l`"]);
    refused("a1=a,b1=bls,c1=w,d1=g,e1=h,f1=c,g1=dni,h1=a", &["h1", "`a`", "`f`"]);
    refused("a1=ah,b1=bls,c1=w,d1=g,f1=c,g1=dni,h1=f", &["a1", "e1"]);
    refused("a2=a", &["a2"]);
    refused("a1=z", &["`z`"]);
}
