//! What is chosen before the first move.

use super::Writer;
use super::words::{Men, a, capital, joined, number, plural};
use crate::board::Side;
use crate::definition::{AugmentStage, BindStage, Sizes, Stage, StageKind, Tags};

impl Writer<'_> {
    pub(super) fn stages(&mut self, stages: &[Stage]) {
        self.section("Set-up before the first move");
        if stages.is_empty() {
            self.unsaid("Set-up: nothing is chosen before the first move.");
            return;
        }
        self.unsaid(
            "These stages come in order. A side that has nothing to choose is passed over.",
        );
        for stage in stages {
            let Stage { name, span: _, sides, with_move, kind } = stage;
            let at = |key: &'static str| ["setup", "stages", name.as_str(), key];
            self.heading(format!("Stage \u{201c}{name}\u{201d}"));
            self.says_if(
                &at("by"),
                match sides {
                    [true, true] => "Both sides choose, White first.",
                    [true, false] => "Only White chooses.",
                    [false, true] => "Only Black chooses.",
                    [false, false] => "Nobody chooses.",
                },
            );
            if *with_move {
                self.says(
                    &at("with-move"),
                    "The choice is made in one turn with the side's next move.",
                );
            } else {
                self.says_if(&at("with-move"), "The choice is a turn of its own, and no move.");
            }
            match kind {
                StageKind::Augment(augment) => self.augment(name, augment),
                StageKind::Bind(bind) => self.bind(name, bind),
                StageKind::Vote { gate } => {
                    let gate = self.definition.gates.get(*gate);
                    let gate = gate.map_or("", |gate| gate.name.as_str());
                    self.says(
                        &at("vote"),
                        format!(
                            "Each side says `yes` or `no` to playing with the reserves \
                             \u{201c}{gate}\u{201d}; if all decline, they vanish."
                        ),
                    );
                }
            }
        }
    }

    fn codes(&self, tags: &[u8]) -> String {
        tags.iter()
            .filter_map(|&tag| self.definition.augmenters.get(usize::from(tag)))
            .map(|augmenter| augmenter.code)
            .collect()
    }

    fn augment(&mut self, stage: &str, augment: &AugmentStage) {
        let AugmentStage { pools, slots, bans, repeat, spare, by_token, span: _ } = augment;
        let at = |key: &'static str| ["setup", "stages", stage, "augment", key];
        let [white, black] = pools;
        if white == black {
            let codes = self.codes(white);
            self.says(
                &at("pool"),
                format!("Each side gives these augmenters to its men: `{codes}`."),
            );
        } else {
            for (side, pool, key) in
                [(Side::White, white, "white-pool"), (Side::Black, black, "black-pool")]
            {
                let codes = self.codes(pool);
                let who = capital(side.as_str());
                self.says(&at(key), format!("{who} gives these augmenters to its men: `{codes}`."));
            }
        }
        for (piece, sizes) in slots {
            let name = self.words.name(*piece);
            let key = self.definition.pieces.get(piece.index()).map_or("", |piece| &piece.name);
            let sizes: Vec<String> = sizes
                .iter()
                .map(|sizes| match sizes {
                    Sizes::Each(each) => {
                        format!("every {name} holds {}", number(i64::from(*each)))
                    }
                    Sizes::List(list) => {
                        let list: Vec<String> =
                            list.iter().map(|&size| number(i64::from(size))).collect();
                        format!("the {} hold {}, in any order", plural(&name), joined(&list, "and"))
                    }
                })
                .collect();
            self.says(
                &["setup", "stages", stage, "augment", "slots", key],
                format!("Of the {}: {}.", plural(&name), joined(&sizes, "or")),
            );
        }
        for (piece, refused) in bans {
            let name = self.words.name(*piece);
            let key = self.definition.pieces.get(piece.index()).map_or("", |piece| &piece.name);
            let refused: Vec<String> =
                refused.iter().map(|Tags(tags)| format!("`{}`", self.codes(tags))).collect();
            self.says(
                &["setup", "stages", stage, "augment", "bans", key],
                format!(
                    "No {name} may hold all the augmenters of any one of these sets: {}.",
                    joined(&refused, "and")
                ),
            );
        }
        self.says_if(
            &at("repeat"),
            if *repeat {
                "One man may hold the same augmenter twice."
            } else {
                "No man may hold the same augmenter twice."
            },
        );
        self.says_if(
            &at("spare"),
            if *spare { "Some may stay out." } else { "All of them must be given." },
        );
        self.says_if(
            &at("step"),
            if *by_token {
                "A turn gives one augmenter to one man; a side gives all of its own before the other begins."
            } else {
                "One turn gives all of a side's at once."
            },
        );
    }

    fn bind(&mut self, stage: &str, bind: &BindStage) {
        let BindStage { gate, copy, bans } = bind;
        let at = |key: &'static str| ["setup", "stages", stage, "bind", key];
        let Some(gate) = self.definition.gates.get(*gate) else { return };
        let men = self.words.men(gate.pieces, Men::Any);
        let squares = self.words.squares(gate.squares);
        self.says(
            &at("gate"),
            format!(
                "Each side puts its reserves ({men}) behind own men on {squares}, one behind each."
            ),
        );
        self.says_if(
            &at("copy"),
            if *copy {
                "Black gets the image of White's choice."
            } else {
                "Each side chooses for itself."
            },
        );
        for (one, other) in bans {
            let (one, other) = (self.words.men(*one, Men::Any), self.words.men(*other, Men::Any));
            self.says(
                &at("bans"),
                format!("No side may have one reserve behind {one} and another behind {other}."),
            );
        }
        if bans.is_empty() {
            self.unsaid(format!("{} may be put behind any of them.", capital(&a("reserve"))));
        }
    }
}
