//! Variant files: TOML text → checked [`Definition`].
//!
//! A file is parsed to a tree with places; parents, patches and removals work on trees
//! (`extend`, `merge`, `options`); the finished tree is read into the tables of `file` and
//! checked into the model (`check`, with `sets` and `condition`).
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects
)]

mod check;
mod condition;
mod extend;
mod faults;
mod file;
pub mod keys;
mod merge;
mod model;
mod names;
mod options;
mod places;
mod read;
pub mod schema;
mod sets;
mod sources;
mod tree;

use std::collections::BTreeSet;

pub use model::*;
pub use options::{ChoiceListError, parse_choice_list};
pub use places::Places;
pub use sources::Sources;

use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use extend::{Assembled, Assembler};
use faults::Faults;
use options::Options;
use tree::Text;

/// Where parents come from: shells implement it over the built-in games and a folder, tests
/// over a map.
pub trait Library {
    /// The path as shown to people and the text of a game; `None` if there is none. The name
    /// has no path in it.
    fn text(&self, name: &str) -> Option<(String, String)>;

    /// Names that exist, for `did you mean`.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A library without games.
impl Library for () {
    fn text(&self, _: &str) -> Option<(String, String)> {
        None
    }
}

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game, if there was no error.
    pub definition: Option<Definition>,
    /// Errors and warnings in file order.
    pub diagnostics: Vec<Diagnostic>,
    /// All texts that the places are in.
    pub sources: Sources,
}

/// Reads a variant file with these options chosen (`option`, `choice`).
///
/// `name` is the file's own name, as a child would write it in `extends`; `path` is what
/// people are shown. Warnings about a parent are left to whoever checks the parent.
///
/// # Examples
///
/// ```
/// let text = r#"
/// [variant]
/// name = "Kings"
/// [board]
/// files = 3
/// ranks = 4
/// [pieces.king]
/// letter = "K"
/// moves = "K"
/// [[royal]]
/// name = "king"
/// pieces = "king"
/// [[end]]
/// name = "no move"
/// when = "moves(them) == 0"
/// result = "draw"
/// [setup]
/// start = "1k1/3/3/1K1 w - - 0 1"
/// "#;
/// let loaded = ferz::definition::load("kings", "kings.toml", text, &[], &());
/// assert!(loaded.diagnostics.is_empty());
/// assert_eq!(loaded.definition.unwrap().pieces.len(), 1);
/// ```
pub fn load(
    name: &str,
    path: &str,
    text: &str,
    choices: &[(String, String)],
    library: &dyn Library,
) -> Loaded {
    let mut assembler = Assembler::new(library);
    let assembled = assembler.assemble(name, path, text);
    let Assembler { mut sources, mut faults, .. } = assembler;
    let definition = assembled.and_then(|assembled| {
        let options = Options::read(&assembled.tree, &assembled.settled, &mut faults);
        options::check_sets(&assembled.tree, &options, &mut faults);
        finish(name, &assembled, &options, choices, &mut sources, &mut faults)
    });
    let diagnostics = own_warnings(faults, &sources);
    Loaded { definition, diagnostics, sources }
}

/// Chooses, removes what is off, and checks.
fn finish(
    name: &str,
    assembled: &Assembled,
    options: &Options,
    choices: &[(String, String)],
    sources: &mut Sources,
    faults: &mut Faults,
) -> Option<Definition> {
    let chosen = place_choices(name, choices, sources);
    let (mut tree, current) = options::choose(&assembled.tree, options, &chosen, faults);
    merge::remove_off(&mut tree, faults);
    let definition = check::check(&tree, options, &current, faults);
    definition.filter(|_| !faults.has_error())
}

/// Gives choices from outside a place: a text of their own behind all files.
fn place_choices(
    name: &str,
    choices: &[(String, String)],
    sources: &mut Sources,
) -> Vec<(Text, Text)> {
    if choices.is_empty() {
        return Vec::new();
    }
    let mut text = String::new();
    let mut parts = Vec::new();
    for (option, choice) in choices {
        text.push_str(if text.is_empty() { "[" } else { "," });
        let option_at = text.len();
        text.push_str(option);
        text.push('=');
        parts.push((option_at, text.len(), option, choice));
        text.push_str(choice);
    }
    text.push(']');
    let start = sources.add(format!("choices of {name}"), text);
    parts
        .into_iter()
        .map(|(option_at, choice_at, option, choice)| {
            let at = |offset: usize| start.saturating_add(offset);
            (Text::plain(option.clone(), at(option_at)), Text::plain(choice.clone(), at(choice_at)))
        })
        .collect()
}

/// All errors, and the warnings of the file itself.
fn own_warnings(faults: Faults, sources: &Sources) -> Vec<Diagnostic> {
    let mut list = faults.finish();
    let parents = sources.files.len();
    list.retain(|fault| {
        fault.is_error()
            || match sources.index(fault.span().start) {
                Some(0) | None => true,
                // Choices given from outside stand behind all files.
                Some(index) => {
                    index.saturating_add(1) == parents
                        && sources
                            .files
                            .get(index)
                            .is_some_and(|file| file.name.starts_with("choices of "))
                }
            }
    });
    list
}

/// What keeps a text from being read as a file at all: it is too long, or no TOML.
pub fn syntax_faults(text: &str) -> Vec<Diagnostic> {
    let mut faults = Faults::default();
    if extend::check_size(text, 0, &mut faults) {
        tree::parse(text, 0, &mut faults);
    }
    faults.finish()
}

/// Whether two texts are files with the same tables, keys and values, so that they define the
/// same. Names that a file chooses have no order. False if one is no TOML.
pub fn means_the_same(a: &str, b: &str) -> bool {
    let read = |text| tree::parse(text, 0, &mut Faults::default());
    match (read(a), read(b)) {
        (Some(a), Some(b)) => a.same(&b),
        _ => false,
    }
}

/// What `ferz check` has to say about a file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The file as it stands, or with the choices that were given.
    pub loaded: Loaded,
    /// Faults that only show with other choices: the choices, and what they bring.
    pub variations: Vec<Variation>,
}

/// A choice, or several, for which a file has further faults.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The choices, as they would be given.
    pub choices: Vec<(String, String)>,
    /// Faults that the file as it stands does not have.
    pub diagnostics: Vec<Diagnostic>,
    /// All texts that the places are in.
    pub sources: Sources,
}

/// Reads a file as it stands (or with `choices`), with every single choice and what it needs,
/// and with every combination; and compares all pairs of choices for conflicts.
pub fn check(
    name: &str,
    path: &str,
    text: &str,
    choices: &[(String, String)],
    library: &dyn Library,
) -> Checked {
    check_with(name, path, text, choices, library, &|_| Vec::new())
}

/// As [`check()`], with a judge of each definition that has no error: what it finds is reported
/// with the rest. (Definitions know nothing of what is made of them.)
pub fn check_with(
    name: &str,
    path: &str,
    text: &str,
    choices: &[(String, String)],
    library: &dyn Library,
    judge: &(dyn Fn(&Definition) -> Vec<Diagnostic> + Sync),
) -> Checked {
    let mut assembler = Assembler::new(library);
    let assembled = assembler.assemble(name, path, text);
    let Assembler { sources, mut faults, .. } = assembler;
    let Some(assembled) = assembled else {
        let diagnostics = own_warnings(faults, &sources);
        return Checked {
            loaded: Loaded { definition: None, diagnostics, sources },
            variations: Vec::new(),
        };
    };
    let options = Options::read(&assembled.tree, &assembled.settled, &mut faults);
    options::check_sets(&assembled.tree, &options, &mut faults);
    options.conflicts(&mut faults);
    let mut own_sources = sources.clone();
    let own = finish(name, &assembled, &options, choices, &mut own_sources, &mut faults);
    let mut diagnostics = own_warnings(faults, &own_sources);
    diagnostics.extend(own.iter().flat_map(judge));
    let mut seen: BTreeSet<(Span, &'static str)> =
        diagnostics.iter().map(|fault| (fault.span(), fault.code)).collect();
    let unsupported: Vec<String> = diagnostics
        .iter()
        .filter(|fault| fault.code == "unsupported")
        .map(|fault| fault.message.clone())
        .collect();
    let mut variations = Vec::new();
    if choices.is_empty() {
        let bytes: usize = sources.files.iter().map(|file| file.text.len()).sum();
        let most = limits::VARIATION_BYTES.checked_div(bytes).unwrap_or(0).min(limits::VARIATIONS);
        for chosen in options.variations().into_iter().take(most) {
            let mut sources = sources.clone();
            let mut faults = Faults::default();
            let definition = finish(name, &assembled, &options, &chosen, &mut sources, &mut faults);
            let mut news = own_warnings(faults, &sources);
            news.extend(definition.iter().flat_map(judge));
            if let (Some(with), Some(without), [(option, choice)]) =
                (&definition, &own, chosen.as_slice())
                && same_game(with, without)
                && let Some(span) = options.place(option, choice)
                && sources.index(span.start) == Some(0)
            {
                news.extend(idle_choice(with, option, choice, span));
            }
            news.retain(|fault| {
                !unsupported.contains(&fault.message) && seen.insert((fault.span(), fault.code))
            });
            if !news.is_empty() {
                variations.push(Variation { choices: chosen, diagnostics: news, sources });
            }
        }
    }
    let loaded = Loaded { definition: own, diagnostics, sources: own_sources };
    Checked { loaded, variations }
}

/// Whether two definitions of one file say the same, whatever was chosen.
fn same_game(a: &Definition, b: &Definition) -> bool {
    let bare = |definition: &Definition| Definition {
        options: Vec::new(),
        tests: Vec::new(),
        ..definition.clone()
    };
    bare(a) == bare(b)
}

/// The warning that a choice changes nothing, unless the file allows it.
fn idle_choice(
    definition: &Definition,
    option: &str,
    choice: &str,
    span: Span,
) -> Option<Diagnostic> {
    const CODE: &str = "idle-choice";
    let allowed = definition.allowed.iter().any(|allowed| allowed.code == CODE);
    (!allowed).then(|| {
        Diagnostic::warning(CODE, span, format!("`{option}={choice}` changes nothing"))
            .label("the game is the same without it")
            .help("let it change something, or take the choice out")
    })
}

impl Checked {
    /// Whether there is no error anywhere.
    pub fn is_fine(&self) -> bool {
        let all = self.variations.iter().flat_map(|variation| &variation.diagnostics);
        !self.loaded.diagnostics.iter().chain(all).any(Diagnostic::is_error)
    }
}
