//! The men, and what men may hold.

use super::condition::OWNER;
use super::words::{Men, capital, sides};
use super::{Item, Man, Writer, letter_of, man};
use crate::board::Side;
use crate::definition::{Augmenter, MoveEntry, Once, Piece, PieceId};
use crate::notation::lower::{Action, Modality};
use crate::notation::{MoveExpr, explain, lower};

/// A sentence of the notation's explainer as the end of another.
pub(super) fn does(moves: &MoveExpr) -> String {
    let text = explain(moves);
    let text = text.strip_suffix('.').unwrap_or(&text);
    // `Chancellor: moves or …`: this man has a name of its own.
    let named = text.split_once(": ").filter(|(name, _)| !name.contains(','));
    let text = named.map_or(text, |(_, rest)| rest);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + letters.as_str()
    })
}

/// Whether some way may end so.
pub(super) fn some_way(moves: &MoveExpr, wanted: fn(&Modality) -> bool) -> bool {
    lower(moves).iter().any(|way| match &way.action {
        Action::Ride(ride) => wanted(&ride.modality),
        Action::Hop(hop) => wanted(&hop.modality),
        Action::Chain(chain) => wanted(&chain.modality),
        Action::Universal(modality) => wanted(modality),
        Action::Castle(_) => false,
    })
}

impl Writer<'_> {
    pub(super) fn men(&mut self, pieces: &[Piece]) {
        self.section("The men");
        for (index, piece) in pieces.iter().enumerate() {
            self.man(PieceId(index as u8), piece);
        }
    }

    fn man(&mut self, id: PieceId, piece: &Piece) {
        let Piece {
            name,
            span: _,
            letter,
            reads,
            sides: whose,
            moves,
            first,
            once,
            within,
            takes,
            hurdles,
            taken_by,
            value,
        } = piece;
        let shown = self.words.name(id);
        let path = ["pieces", name.as_str()];
        let at = |key: &'static str| [path[0], path[1], key];
        self.heading(format!("{} ({letter})", capital(&shown)));
        let small = letter_of(letter, Side::Black);
        let written = match whose {
            [true, true] => format!("`{letter}` for White and `{small}` for Black"),
            [true, false] => format!("`{letter}`"),
            [false, true] => format!("`{small}`"),
            [false, false] => format!("`{letter}`, and nobody has one"),
        };
        self.says(&at("letter"), format!("The {shown} is written {written}."));
        if !reads.is_empty() {
            self.says(&at("reads"), format!("Readers accept these letters for it too: {reads}."));
        }
        if *whose != [true; 2] {
            self.says(&at("side"), format!("It is for {}.", sides(*whose)));
        }
        for (number, entry) in moves.iter().enumerate() {
            if number == 0 && entry.moves.terms().is_empty() {
                self.says(&at("moves"), format!("The {shown} has no move of its own."));
                self.entry(piece, entry, &at("moves"));
                continue;
            }
            let text = does(&entry.moves);
            match &entry.name {
                None => {
                    self.says(&at("moves"), format!("The {shown} {text}."));
                    self.entry(piece, entry, &at("moves"));
                }
                Some(entry_name) => {
                    let path = [path[0], path[1], "extra", entry_name.as_str()];
                    self.says(
                        &[path[0], path[1], path[2], path[3], "moves"],
                        format!("Also (\u{201c}{entry_name}\u{201d}), it {text}."),
                    );
                    self.entry(piece, entry, &path);
                }
            }
        }
        let initial = moves
            .iter()
            .map(|entry| &entry.moves)
            .chain(once.iter().map(|once| &once.entry.moves))
            .any(|moves| moves.terms().iter().any(|term| term.initial));
        if initial {
            let text = if self.words.everywhere(*first) {
                "It always counts as never having moved.".to_owned()
            } else {
                let squares = self.words.squares_for(*whose, *first);
                format!("It counts as never having moved whenever it stands on {squares}.")
            };
            self.says_if(&at("first"), text);
        }
        if let Some(once) = once {
            self.once(piece, once, &shown);
        }
        if self.words.everywhere(*within) {
            self.unsaid("Limits: it may stand on any square.");
        } else {
            let squares = self.words.squares_for(*whose, *within);
            self.says(&at("within"), format!("It may end a move only on {squares}."));
        }
        let every = self.words.every();
        if *takes != every {
            let text = if takes.is_empty() {
                "It captures and attacks nothing.".to_owned()
            } else {
                let men = self.words.men(*takes, Men::Or);
                format!("It captures only {men}, and attacks nothing else.")
            };
            self.says(&at("takes"), text);
        }
        if *hurdles != every {
            let text = if hurdles.is_empty() {
                "It can hop over nothing.".to_owned()
            } else {
                format!("It hops only over {}.", self.words.men(*hurdles, Men::Or))
            };
            self.says(&at("hurdles"), text);
        }
        if *taken_by != every {
            let text = if taken_by.is_empty() {
                "Nothing may capture it.".to_owned()
            } else {
                format!("It may be captured only by {}.", self.words.men(*taken_by, Men::Any))
            };
            self.says(&at("taken-by"), text);
        }
        if *value != 0 {
            self.says(&at("value"), format!("Its value is {value}."));
        }
        let man = Man::plain(id);
        let side = if *whose == [false, true] { Side::Black } else { Side::White };
        let shape = &self.definition.shape;
        if let Some(at) = man.square(self.definition, shape, side)
            && (once.is_some() || moves.iter().any(|entry| !entry.moves.terms().is_empty()))
        {
            let steps = &mut self.steps;
            match man.diagram_within(self.definition, shape, at, side, steps) {
                Some(diagram) => {
                    self.item(Item::Diagram(Box::new(diagram), letter_of(letter, side)));
                }
                None => self.unsaid("Its diagram is left out: it has too many ways of moving."),
            }
        }
    }

    /// What restricts the moves of an entry, where the piece itself says something else.
    fn entry(&mut self, piece: &Piece, entry: &MoveEntry, path: &[&str]) {
        let MoveEntry { name: _, moves: _, span: _, from, to, takes, hurdles, passing, when } =
            entry;
        let at = |key: &'static str| -> Vec<&str> {
            path.iter().copied().chain(std::iter::once(key)).collect()
        };
        if !self.words.everywhere(*from) {
            let squares = self.words.squares_for(piece.sides, *from);
            self.says(&at("from"), format!("That move begins only on {squares}."));
        }
        if *to != piece.within {
            let text = if self.words.everywhere(*to) {
                "That move may end on any square, whatever holds for the man's other moves."
                    .to_owned()
            } else {
                format!("That move ends only on {}.", self.words.squares_for(piece.sides, *to))
            };
            self.says(&at("to"), text);
        }
        if *takes != piece.takes {
            let text = if takes.is_empty() {
                "That move captures nothing.".to_owned()
            } else {
                format!("That move captures only {}.", self.words.men(*takes, Men::Or))
            };
            self.says(&at("takes"), text);
        }
        if *hurdles != piece.hurdles {
            let text = if hurdles.is_empty() {
                "That move hops over nothing.".to_owned()
            } else {
                format!("That move hops only over {}.", self.words.men(*hurdles, Men::Or))
            };
            self.says(&at("hurdles"), text);
        }
        if *passing {
            self.says(
                &at("passing"),
                "After that move it may be taken en passant on the squares that it passed.",
            );
        }
        if let Some(when) = when {
            let when = self.teller(OWNER).condition(when);
            self.says(
                &at("when"),
                format!(
                    "That move may be made only if, before it, {when}.{}",
                    OWNER.explained(&when)
                ),
            );
        }
    }

    fn once(&mut self, piece: &Piece, once: &Once, shown: &str) {
        let Once { entry, until_moved, lapse, mark_file } = once;
        let path = ["pieces", piece.name.as_str(), "once"];
        let at = |key: &'static str| [path[0], path[1], path[2], key];
        self.says(&at("moves"), format!("Once in its life, it {}.", does(&entry.moves)));
        self.entry(piece, entry, &path);
        self.says_if(
            &at("until"),
            if *until_moved {
                "Any move of the man spends this right."
            } else {
                "Only using that move spends the right to it."
            },
        );
        match lapse {
            None => self.unsaid("The right never lapses otherwise."),
            Some(lapse) => {
                let lapse = self.teller(OWNER).condition(lapse);
                self.says(
                    &at("lapse"),
                    format!(
                        "The right is gone as soon as, after any move, {lapse}.{}",
                        OWNER.explained(&lapse)
                    ),
                );
            }
        }
        self.says_if(
            &at("mark"),
            if *mark_file {
                format!("In a FEN the right of a {shown} is written as the letter of its file.")
            } else {
                format!("In a FEN the right is written as the letter of the {shown}.")
            },
        );
    }

    pub(super) fn augmenters(&mut self, augmenters: &[Augmenter]) {
        self.section("Augmenters");
        if augmenters.is_empty() {
            self.unsaid("Augmenters: men of this game hold nothing.");
            return;
        }
        self.says(
            &["augmenters"],
            "A man may hold augmenters and then has their moves besides its own, under the limits \
             of its own kind. What a man holds never changes in play.",
        );
        for augmenter in augmenters {
            let Augmenter { name, span: _, code, moves, moves_span: _ } = augmenter;
            let shown = name.replace('-', " ");
            self.says(
                &["augmenters", name, "moves"],
                format!("The {shown} (`{code}` behind a man): the man {}.", does(moves)),
            );
            if let Some(diagram) = man::alone(&self.definition.shape, moves, &mut self.steps) {
                self.item(Item::Diagram(Box::new(diagram), String::new()));
            }
        }
        if self.has(&["text", "codes"]) {
            let codes: String = augmenters.iter().map(|augmenter| augmenter.code).collect();
            self.says(
                &["text", "codes"],
                format!("What a man holds is written in this order: `{codes}`."),
            );
        } else {
            self.unsaid("What a man holds is written in the order above.");
        }
    }
}
