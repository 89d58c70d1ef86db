//! `[[test]]`: only their form. They are run by others.

use super::{Checker, text_of};
use crate::definition::TestCase;
use crate::definition::file::TestTable;
use crate::definition::names::{shown, suggest};
use crate::definition::options::parse_choice_list;
use crate::definition::tree::Text;
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};

/// Words of `status`.
const STATUS: &[&str] =
    &["ongoing", "check", "checkmate", "stalemate", "draw", "white wins", "black wins"];

/// What `with` holds.
const WITH: &str = "write `with = \"option=choice,…\"` with options of this file";

impl Checker<'_> {
    /// The tests of the file.
    pub(super) fn tests(&mut self) -> Vec<TestCase> {
        let file = self.file;
        file.test.iter().flat_map(|list| &list.value).map(|table| self.test(table)).collect()
    }

    fn test(&mut self, table: &TestTable) -> TestCase {
        let name = self.entry_name(table, table.name.as_ref(), "a test");
        if let Some(with) = &table.with {
            self.check_with(with);
        }
        if let Some(status) = &table.status
            && !STATUS.contains(&status.as_str())
        {
            self.faults.push(suggest(
                invalid(status.span, format!("`{}` is no status", shown(&status.value))),
                &status.value,
                STATUS.iter().copied(),
            ));
        }
        if let Some(fen) = &table.fen {
            self.check_fen(fen, table.with.is_some());
        }
        let mut from = Vec::new();
        for (square, moves) in table.from.iter().flat_map(super::super::file::Named::iter) {
            if self.names.shape.parse_square(&square.value).is_none() {
                self.faults.push(
                    invalid(
                        square.span,
                        format!("`{}` is no square of the board", shown(&square.value)),
                    )
                    .help("the key is the square that the moves begin on, `{ e2 = \"e3 e4\" }`"),
                );
            }
            from.push((square.value.clone(), words(Some(moves))));
        }
        let mut perft = Vec::new();
        for count in table.perft.iter().flat_map(|list| &list.value) {
            match u64::try_from(count.value) {
                Ok(count) => perft.push(count),
                Err(_) => {
                    self.faults.push(no_count(count));
                }
            }
        }
        let arrays = table.arrays.as_ref().and_then(|arrays| {
            let count = u64::try_from(arrays.value).ok();
            if count.is_none() {
                self.faults.push(no_count(arrays));
            }
            count
        });
        let armies = table.armies.as_ref().and_then(|armies| {
            let count = u64::try_from(armies.value).ok();
            if count.is_none() {
                self.faults.push(no_count(armies));
            }
            count
        });
        let asks = [
            "legal", "illegal", "from", "perft", "becomes", "status", "reason", "claim", "refuses",
            "arrays", "armies",
        ];
        if !table.seen.iter().any(|key| asks.contains(key)) {
            self.faults.push(invalid(table.span, "the test asks nothing".to_owned()).help(
                "say what is expected: `legal`, `illegal`, `from`, `perft`, `becomes`, `status`, …",
            ));
        }
        let list = |texts: &Option<Spanned<Vec<Text>>>| -> Vec<String> {
            texts.iter().flat_map(|list| &list.value).map(|text| text.value.clone()).collect()
        };
        let option = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
        TestCase {
            name,
            span: table.span,
            rule: option(&table.rule),
            with: text_of(table.with.as_ref()),
            fen: table.fen.as_ref().map_or_else(|| "start".to_owned(), |fen| fen.value.clone()),
            moves: words(table.moves.as_ref()),
            legal: list(&table.legal),
            illegal: list(&table.illegal),
            from,
            perft,
            becomes: option(&table.becomes),
            status: option(&table.status),
            reason: option(&table.reason),
            claim: option(&table.claim),
            refuses: option(&table.refuses),
            arrays,
            armies,
        }
    }

    fn check_with(&mut self, with: &Text) {
        let choices = match parse_choice_list(&format!("[{}]", with.value)) {
            Ok((_, choices)) => choices,
            Err(error) => {
                self.faults.push(invalid(with.span, error.message).help(WITH));
                return;
            }
        };
        for (option, choice) in choices {
            if let Some(problem) = self.options.problem(&option, &choice) {
                self.faults.push(invalid(with.span, problem).help(WITH));
            }
        }
    }

    /// A word is the name of a preset.
    fn check_fen(&mut self, fen: &Text, patched: bool) {
        let word = fen.value.trim();
        if word == "start" || word.contains(['/', ' ']) || patched {
            return;
        }
        let file = self.file;
        let presets = file
            .setup
            .iter()
            .filter_map(|setup| setup.presets.as_ref())
            .flat_map(|named| &named.entries);
        let names: Vec<&str> =
            presets.map(|(name, _)| name.value.as_str()).chain(["start"]).collect();
        // On a board of one rank a placement alone is a word too.
        if !names.contains(&word) && self.names.shape.ranks() > 1 {
            let fault = invalid(
                fen.place(0..fen.value.len()),
                format!("`{}` is no FEN and no preset", shown(word)),
            );
            self.faults.push(suggest(fault, word, names.iter().copied()));
        }
    }
}

fn no_count(number: &Spanned<i64>) -> Diagnostic {
    invalid(number.span, format!("{} is no count", number.value))
        .help("write a whole number from 0 on")
}

fn invalid(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("test-invalid", span, message)
}

fn words(text: Option<&Text>) -> Vec<String> {
    text.map(|text| text.value.split_whitespace().map(str::to_owned).collect()).unwrap_or_default()
}
