//! The rules of a game in prose: every sentence with the place of the file that says so.
//!
//! The model is taken apart field by field, so that a rule which is added to it and not spoken
//! of here does not compile.

mod arrivals;
mod board;
mod condition;
mod ends;
mod extras;
mod facts;
pub mod html;
mod man;
pub mod markdown;
mod men;
mod moves;
mod stages;
pub mod text;
mod words;

pub use man::Man;

use crate::board::Side;
use crate::definition::{Definition, Sources};
use crate::draw::Diagram;
use crate::limits;
use crate::source::Span;
use condition::{Teller, Voice};
use words::Words;

/// A rule book.
#[derive(Clone, Debug)]
pub struct Book {
    /// The game's title.
    pub title: String,
    /// Its parts, in order.
    pub sections: Vec<Section>,
}

/// A part of a rule book.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What stands in it.
    pub items: Vec<Item>,
}

/// What stands in a section.
#[derive(Clone, Debug)]
pub enum Item {
    /// The heading of a man or another entry.
    Heading(String),
    /// A sentence or two that say one rule.
    Rule(Rule),
    /// The men of a FEN.
    Board(String),
    /// What a man reaches, and how it is written.
    Diagram(Box<Diagram>, String),
}

/// A rule in words.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The words.
    pub text: String,
    /// Where the file says so; `None` for what holds because nothing is said.
    pub span: Option<Span>,
}

/// The name of a file, and the number of a line in it from 1.
pub fn line(sources: &Sources, span: Span) -> Option<(&str, usize)> {
    let (file, span) = sources.locate(span)?;
    Some((file.name.as_str(), file.line_column(span.start).0))
}

/// Writes the rule book of a game; `None` if it would have more than [`limits::BOOK_BYTES`].
pub fn write(definition: &Definition) -> Option<Book> {
    let words = Words { definition };
    let mut writer = Writer { definition, words, sections: Vec::new(), bytes: 0, steps: 0 };
    let Definition {
        title,
        also,
        about,
        shape: _,
        symmetry: _,
        pieces,
        augmenters,
        // Men that sets name: they are worded where the sets are.
        dressed: _,
        gates,
        hand,
        drops,
        effects,
        bans,
        checks,
        counters,
        royals,
        castlings,
        castling_text_king_takes_partner,
        promotions,
        en_passant,
        turn,
        points,
        ends,
        setup,
        tests,
        options,
        // Warnings are for the author, not for players.
        allowed: _,
        places: _,
    } = definition;
    writer.game([title, about], also, options, tests);
    writer.board();
    writer.array(setup);
    writer.men(pieces);
    writer.augmenters(augmenters);
    writer.stages(&setup.stages);
    writer.turn(turn);
    writer.royalty(royals);
    writer.castling(castlings, *castling_text_king_takes_partner);
    writer.promotion(promotions);
    writer.en_passant(en_passant);
    writer.hands(*hand, drops);
    writer.gates(gates);
    writer.effects(effects);
    writer.bans(bans);
    writer.counting(*checks, counters, points.as_ref());
    writer.ends(ends);
    (!writer.is_full()).then(|| Book { title: title.clone(), sections: writer.sections })
}

/// A book in the making.
struct Writer<'a> {
    definition: &'a Definition,
    words: Words<'a>,
    sections: Vec<Section>,
    /// Bytes of all rules so far.
    bytes: usize,
    /// Steps of all diagrams so far.
    steps: usize,
}

impl<'a> Writer<'a> {
    /// Whether there is no room for more: what is said now is lost with the whole book.
    fn is_full(&self) -> bool {
        self.bytes > limits::BOOK_BYTES
    }

    fn section(&mut self, heading: &str) {
        self.sections.push(Section { heading: heading.to_owned(), items: Vec::new() });
    }

    fn item(&mut self, item: Item) {
        if let Item::Rule(rule) = &item {
            self.bytes = self.bytes.saturating_add(rule.text.len());
        }
        if self.is_full() {
            return;
        }
        if let Some(section) = self.sections.last_mut() {
            section.items.push(item);
        }
    }

    fn heading(&mut self, text: impl Into<String>) {
        self.item(Item::Heading(text.into()));
    }

    /// A rule from the file, by the path of its key.
    fn says(&mut self, path: &[&str], text: impl Into<String>) {
        let span = self.definition.places.find(path);
        self.item(Item::Rule(Rule { text: text.into(), span }));
    }

    /// What holds because nothing is said.
    fn unsaid(&mut self, text: impl Into<String>) {
        self.item(Item::Rule(Rule { text: text.into(), span: None }));
    }

    /// A rule from the file if a key is there, else what holds without it.
    fn says_if(&mut self, path: &[&str], text: impl Into<String>) {
        let text = text.into();
        if self.has(path) { self.says(path, text) } else { self.unsaid(text) }
    }

    /// Whether the file has a key.
    fn has(&self, path: &[&str]) -> bool {
        self.definition.places.has(path)
    }

    fn teller(&self, voice: Voice) -> Teller<'a> {
        Teller { words: self.words, voice, silent: self.is_full() }
    }
}

/// How a man is written, small for Black.
fn letter_of(letter: &str, side: Side) -> String {
    match side {
        Side::White => letter.to_owned(),
        Side::Black => letter.to_lowercase(),
    }
}
