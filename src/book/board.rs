//! The game as a whole, its board and its array.

use std::fmt::Write as _;

use super::condition::WHITE;
use super::words::{joined, number};
use super::{Item, Writer};
use crate::definition::{OptionInfo, Setup, Shuffle, TestCase};

impl Writer<'_> {
    pub(super) fn game(
        &mut self,
        [title, about]: [&str; 2],
        also: &[String],
        options: &[OptionInfo],
        tests: &[TestCase],
    ) {
        self.section("The game");
        self.says(&["variant", "name"], format!("The game is called {title}."));
        if !also.is_empty() {
            self.says(&["variant", "also"], format!("Others call it {}.", joined(also, "or")));
        }
        if about.is_empty() {
            self.unsaid("About: nothing is said of author or source.");
        } else {
            self.says(&["variant", "about"], about);
        }
        if self.has(&["variant", "extends"]) {
            self.says(
                &["variant", "extends"],
                "It takes over what its parent says wherever it says nothing else.",
            );
        }
        for option in options {
            let OptionInfo { name, about, default, choices, chosen, needs } = option;
            let mut text = format!("Option `{name}`: {about}");
            if chosen.is_empty() && choices.is_empty() {
                text.push_str(" Nothing is chosen here.");
            }
            if !chosen.is_empty() {
                let usual = match default.as_str() {
                    "" => " (chosen)".to_owned(),
                    default if default == chosen => " (the default)".to_owned(),
                    default => format!(" (chosen; the default is `{default}`)"),
                };
                let _ = write!(text, " Here it is `{chosen}`{usual}.");
            }
            let others: Vec<String> = choices
                .iter()
                .filter(|choice| *choice != chosen)
                .map(|choice| format!("`{choice}`"))
                .collect();
            if !others.is_empty() {
                let _ = write!(text, " It could be {}.", joined(&others, "or"));
            }
            for (choice, other, with) in needs {
                let with: Vec<String> = with.iter().map(|one| format!("`{one}`")).collect();
                let with = joined(&with, "or");
                let _ = write!(text, " `{choice}` needs `{other}` to be {with}.");
            }
            self.says(&["options", name], text);
        }
        match tests.len() {
            0 => self.unsaid("The file itself shows no worked examples of its rules."),
            1 => self.says(&["test"], "The file shows one worked example of its rules."),
            n => self.says(
                &["test"],
                format!("The file shows {} worked examples of its rules.", number(n as i64)),
            ),
        }
    }

    pub(super) fn board(&mut self) {
        self.section("The board");
        let shape = &self.definition.shape;
        let (files, ranks) = (shape.files(), shape.ranks());
        let last = char::from(b'a' + files - 1);
        self.says(
            &["board", "files"],
            format!(
                "The board has {files} {} (a to {last}) and {ranks} {} (1 to {ranks}).",
                if files == 1 { "file" } else { "files" },
                if ranks == 1 { "rank" } else { "ranks" }
            ),
        );
        if shape.holes().is_empty() {
            self.unsaid(format!("Holes: none; all {} squares are there.", shape.area()));
        } else {
            let holes = self.words.list(shape.holes(), "and");
            self.says(&["board", "holes"], format!("These squares are missing: {holes}."));
        }
        if shape.wrap() {
            self.says(
                &["board", "wrap"],
                "The left and the right edge are joined: a man that leaves the board on one side \
                 goes on at the other.",
            );
        } else {
            self.unsaid("Edges: no edge is joined to another.");
        }
        self.says_if(&["board", "symmetry"], self.words.symmetry());
    }

    pub(super) fn array(&mut self, setup: &Setup) {
        self.section("The start");
        // Stages have a section of their own.
        let Setup { start, start_span: _, presets, shuffle, stages: _ } = setup;
        self.says(&["setup", "start"], format!("The game starts from this position: `{start}`."));
        self.item(Item::Board(start.clone()));
        match shuffle {
            None => self.unsaid("Shuffling: the array is always this one."),
            Some(Shuffle { squares, keep, same, span: _ }) => {
                let squares = self.words.set(*squares);
                self.says(
                    &["setup", "shuffle", "squares"],
                    format!("White's men on {squares} are first put in any order there, by lot."),
                );
                if let Some(keep) = keep {
                    let keep = self.teller(WHITE).condition(keep);
                    self.says(
                        &["setup", "shuffle", "where"],
                        format!("Only an array is used for which this holds: {keep}."),
                    );
                }
                self.says_if(
                    &["setup", "shuffle", "same"],
                    if *same {
                        "Black's men stand as the image of White's."
                    } else {
                        "Black's men are put in order by a lot of their own."
                    },
                );
            }
        }
        for (name, fen, _) in presets {
            self.says(
                &["setup", "presets", name],
                format!("The position called \u{201c}{name}\u{201d} is `{fen}`."),
            );
        }
    }
}
