//! `setup.stages`: what is chosen before the first move.

use super::Checker;
use crate::definition::file::{AugmentTable, BindTable, Missing, StageTable};
use crate::definition::names::{shown, suggest};
use crate::definition::tree::Text;
use crate::definition::{
    AugmentStage, BindStage, Gate, PieceId, PieceSet, Sizes, Stage, StageKind, Tags,
};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Spanned;

impl Checker<'_> {
    /// All stages, in order.
    pub(super) fn stages(&mut self, gates: &[Gate]) -> Vec<Stage> {
        let file = self.file;
        let Some(list) = file.setup.as_ref().and_then(|setup| setup.stages.as_ref()) else {
            return Vec::new();
        };
        if list.value.len() > limits::STAGES {
            self.faults.push(Diagnostic::error(
                "out-of-range",
                list.span,
                format!(
                    "there are {} stages; at most {} are allowed",
                    list.value.len(),
                    limits::STAGES
                ),
            ));
            return Vec::new();
        }
        let stages: Vec<Stage> =
            list.value.iter().filter_map(|table| self.stage(table, gates)).collect();
        self.check_overlap(&stages);
        stages
    }

    fn stage(&mut self, table: &StageTable, gates: &[Gate]) -> Option<Stage> {
        let name = self.entry_name(table, table.name.as_ref(), "a stage");
        let sides = {
            let words = [("both", [true; 2]), ("white", [true, false]), ("black", [false, true])];
            self.word(table.by.as_ref(), [true; 2], &words, &[], "by")?
        };
        let kinds = [table.augment.is_some(), table.bind.is_some(), table.vote.is_some()];
        let seen = ["augment", "bind", "vote"];
        let written = seen.iter().filter(|key| table.seen.contains(key)).count();
        if written != 1 {
            self.faults.push(
                Diagnostic::error(
                    "stage-kind",
                    table.span,
                    format!("the stage `{name}` has {written} of the tables `augment`, `bind` and `vote`"),
                )
                .label("exactly one is needed"),
            );
            return None;
        }
        if !kinds.contains(&true) {
            return None;
        }
        let with_move = table.with_move.as_ref().is_some_and(|with| with.value);
        let kind = if let Some(augment) = &table.augment {
            StageKind::Augment(self.augment(&name, augment)?)
        } else if let Some(bind) = &table.bind {
            StageKind::Bind(self.bind(&name, sides, bind, gates)?)
        } else {
            let vote = table.vote.as_ref()?;
            vote.need("gate", &format!("`vote` of the stage `{name}`"), self.faults);
            StageKind::Vote { gate: self.gate_of(vote.gate.as_ref()?, gates)? }
        };
        if with_move && !matches!(kind, StageKind::Bind(_)) {
            let place = table.with_move.as_ref().map_or(table.span, |with| with.span);
            self.faults.push(
                Diagnostic::error(
                    "bad-value",
                    place,
                    "only a stage that binds reserves can be made in one turn with a move",
                )
                .help(
                    "votes and augmenters are chosen before the first move; take `with-move` out",
                ),
            );
        }
        Some(Stage { name, span: table.span, sides, with_move, kind })
    }

    fn gate_of(&mut self, text: &Text, gates: &[Gate]) -> Option<usize> {
        let found = gates.iter().position(|gate| gate.name == text.value);
        if found.is_none() {
            self.faults.push(suggest(
                Diagnostic::error(
                    "unknown-entry",
                    text.place(0..text.value.len()),
                    format!("no gate is called `{}`", shown(&text.value)),
                ),
                &text.value,
                gates.iter().map(|gate| gate.name.as_str()),
            ));
        }
        found
    }

    fn bind(
        &mut self,
        name: &str,
        sides: [bool; 2],
        table: &BindTable,
        gates: &[Gate],
    ) -> Option<BindStage> {
        table.need("gate", &format!("`bind` of the stage `{name}`"), self.faults);
        let text = table.gate.as_ref()?;
        let gate = self.gate_of(text, gates)?;
        if gates.get(gate).is_some_and(|gate| !gate.bound) {
            self.faults.push(
                Diagnostic::error("bad-value", text.span, "this gate is not bound to squares")
                    .help("write `bound = true` in the gate"),
            );
        }
        let copy = table.copy.as_ref().filter(|copy| copy.value);
        if let Some(copy) = copy
            && sides != [true, false]
        {
            self.faults.push(
                Diagnostic::error(
                    "bad-value",
                    copy.span,
                    "Black's choice is the image of White's, but White is not the only one to choose",
                )
                .help("write `by = \"white\"` in the stage"),
            );
        }
        let mut bans = Vec::new();
        for pair in table.bans.iter().flat_map(|list| &list.value) {
            let sets: Option<Vec<PieceSet>> =
                pair.value.iter().map(|text| self.names.pieces(text, self.faults)).collect();
            match sets.as_deref() {
                Some([a, b]) => bans.push((*a, *b)),
                Some(other) => self.faults.push(
                    Diagnostic::error(
                        "bad-value",
                        pair.span,
                        format!("a ban has two sets of pieces, this one {}", other.len()),
                    )
                    .help("`[\"king\", \"rook\"]` forbids one reserve behind a king and another behind a rook"),
                ),
                None => {}
            }
        }
        Some(BindStage { gate, copy: copy.is_some(), bans })
    }

    fn augment(&mut self, name: &str, table: &AugmentTable) -> Option<AugmentStage> {
        let what = format!("`augment` of the stage `{name}`");
        table.need("slots", &what, self.faults);
        let own = [table.white_pool.as_ref(), table.black_pool.as_ref()];
        if own.contains(&None) {
            table.need("pool", &what, self.faults);
        }
        let shared = match &table.pool {
            Some(text) => Some(self.names.tags(text, &(0..text.value.len()), self.faults)?),
            None => None,
        };
        let mut pools = [Vec::new(), Vec::new()];
        for (slot, text) in pools.iter_mut().zip(own) {
            let own = match text {
                Some(text) => Some(self.names.tags(text, &(0..text.value.len()), self.faults)?),
                None => None,
            };
            *slot = own.or_else(|| shared.clone()).unwrap_or_default().0;
        }
        let mut slots = Vec::new();
        for (piece, text) in table.slots.iter().flat_map(super::super::file::Named::iter) {
            let Some(id) = self.piece_named(piece) else { continue };
            if let Some(sizes) = self.sizes(text) {
                slots.push((id, sizes));
            }
        }
        let mut bans = Vec::new();
        for (piece, list) in table.bans.iter().flat_map(super::super::file::Named::iter) {
            let Some(id) = self.piece_named(piece) else { continue };
            if list.value.is_empty() {
                continue;
            }
            let mut sets = Vec::new();
            for text in &list.value {
                let Some(tags) = self.names.tags(text, &(0..text.value.len()), self.faults) else {
                    continue;
                };
                if tags.0.is_empty() {
                    self.faults.push(Diagnostic::error(
                        "bad-value",
                        text.span,
                        "a ban without codes would forbid every man",
                    ));
                    continue;
                }
                sets.push(tags);
            }
            bans.push((id, sets));
        }
        let by_token =
            self.word(table.step.as_ref(), false, &[("all", false), ("token", true)], &[], "step")?;
        Some(AugmentStage {
            pools,
            slots,
            bans,
            repeat: table.repeat.as_ref().is_none_or(|repeat| repeat.value),
            spare: table.spare.as_ref().is_some_and(|spare| spare.value),
            by_token,
            span: table.span,
        })
    }

    fn piece_named(&mut self, name: &Spanned<String>) -> Option<PieceId> {
        let found = self.names.piece(&name.value);
        if found.is_none() {
            let known: Vec<&str> = self.names.pieces.iter().map(String::as_str).collect();
            self.faults.push(suggest(
                Diagnostic::error(
                    "unknown-piece",
                    name.span,
                    format!("no piece is called `{}`", shown(&name.value)),
                ),
                &name.value,
                known,
            ));
        }
        found
    }

    /// `1`, `3+3`, `4+2 or 3+3`.
    fn sizes(&mut self, text: &Text) -> Option<Vec<Sizes>> {
        let mut all = Vec::new();
        for part in text.value.split(" or ") {
            let numbers: Option<Vec<u32>> = part
                .split('+')
                .map(|number| {
                    let number = number.trim();
                    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
                    number.parse::<u32>().ok().filter(|n| digits && *n <= limits::TOKENS as u32)
                })
                .collect();
            let Some(mut numbers) = numbers else {
                self.faults.push(
                    Diagnostic::error(
                        "bad-value",
                        text.span,
                        format!("`{}` is no number of tokens", shown(part.trim())),
                    )
                    .help("write `1` (every such man holds one), `3+3` (two men hold three each), `4+2 or 3+3`"),
                );
                return None;
            };
            numbers.sort_unstable_by(|a, b| b.cmp(a));
            let sizes = match numbers.as_slice() {
                [one] => Sizes::Each(*one),
                _ => Sizes::List(numbers),
            };
            if !all.contains(&sizes) {
                all.push(sizes);
            }
        }
        Some(all)
    }

    /// Which stage gave a man its tokens is told by the codes alone.
    fn check_overlap(&mut self, stages: &[Stage]) {
        let mut seen: Vec<(u8, &Stage)> = Vec::new();
        for stage in stages {
            let StageKind::Augment(augment) = &stage.kind else { continue };
            let mut codes: Vec<u8> = augment.pools.concat();
            codes.sort_unstable();
            codes.dedup();
            for code in codes {
                if let Some((_, first)) = seen.iter().find(|(known, _)| *known == code) {
                    let letter = self.names.codes.get(usize::from(code)).copied().unwrap_or('?');
                    self.faults.push(
                        Diagnostic::error(
                            "bad-value",
                            augment.span,
                            format!("`{letter}` is in the pools of two stages"),
                        )
                        .also(first.span, "the other stage")
                        .help("a man's codes must tell which stage gave them; give one of the augmenters another code"),
                    );
                    return;
                }
                seen.push((code, stage));
            }
        }
    }

    /// Tags of a man in a FEN, for the check of start and presets.
    pub(super) fn codes_known(&self, codes: &str) -> Result<Tags, char> {
        let mut tags = Vec::new();
        for code in codes.chars() {
            match self.names.codes.iter().position(|&known| known == code) {
                Some(index) => tags.push(index as u8),
                None => return Err(code),
            }
        }
        tags.sort_unstable();
        Ok(Tags(tags))
    }
}
