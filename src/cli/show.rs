//! `ferz show`: a game, one of its men, a position, or the whole rule book.

use std::io::Write;
use std::path::PathBuf;

#[cfg(not(feature = "png"))]
use anyhow::bail;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::betza::SideArg;
use super::open::{Opened, open, read_with_sources, refused};
use super::{FAULTY, FINE};
use crate::board::placement_text::{ManText, men};
use crate::board::{Shape, Side};
use crate::book::text::harmless as shown;
use crate::book::{self, Item, Man};
use crate::definition::{Definition, PieceId, Sources};
use crate::draw::svg::{self, Colours};
use crate::draw::{self, Diagram};
use crate::limits;
use crate::notation::explain;

/// The arguments of `ferz show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// A man by name or letter, with what it holds behind it: `knight`, `N`, `N{q}`
    pub piece: Option<String>,
    /// Files and ranks of another board for the man, at most 16x16
    #[arg(long, value_name = "FILESxRANKS", requires = "piece")]
    pub board: Option<String>,
    /// Where the man stands; near the middle if not given
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub at: Option<String>,
    /// Whose man it is
    #[arg(long, value_enum, requires = "piece")]
    pub side: Option<SideArg>,
    /// A position: a FEN, the name of a preset, or `startpos`
    #[arg(long, value_name = "FEN", conflicts_with = "piece")]
    pub fen: Option<String>,
    /// All rules in prose, each with the line of the file that says so
    #[arg(long, conflicts_with_all = ["piece", "fen", "svg", "png"])]
    pub rules: bool,
    /// How the rules are written
    #[arg(long, value_enum, requires = "rules", default_value_t = Format::Text)]
    pub format: Format,
    /// Write a picture as SVG, `-` for stdout
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a picture as PNG (only in a program built with the feature `png`)
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    pub png: Option<PathBuf>,
    /// Dark colours; without this and `--light` a picture goes by what its reader prefers
    #[arg(long)]
    pub dark: bool,
    /// Light colours
    #[arg(long, conflicts_with = "dark")]
    pub light: bool,
    /// Letters only, no drawn marks
    #[arg(long)]
    pub ascii: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How a rule book is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For a repository.
    Markdown,
    /// One page with pictures and the files it comes from.
    Html,
}

#[derive(Debug, Serialize)]
struct Rules<'a> {
    title: &'a str,
    sections: Vec<SectionSaid<'a>>,
}

#[derive(Debug, Serialize)]
struct SectionSaid<'a> {
    heading: &'a str,
    items: Vec<ItemSaid<'a>>,
}

/// What stands in a section; of a rule that holds because nothing is said, `file` and `line`
/// are null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum ItemSaid<'a> {
    Heading(&'a str),
    Rule { text: &'a str, file: Option<&'a str>, line: Option<usize> },
    Board { fen: &'a str },
    Diagram { man: &'a str, at: String, marks: Vec<MarkSaid> },
}

#[derive(Debug, Serialize)]
struct PositionSaid {
    fen: String,
    side: &'static str,
    men: Vec<StandsSaid>,
    hand: Option<String>,
}

#[derive(Debug, Serialize)]
struct StandsSaid {
    square: String,
    man: String,
}

#[derive(Debug, Serialize)]
struct Game<'a> {
    title: &'a str,
    about: &'a str,
    board: String,
    fen: &'a str,
    men: Vec<ManSaid>,
    augmenters: Vec<AugmenterSaid>,
}

#[derive(Debug, Serialize)]
struct ManSaid {
    name: String,
    letter: String,
    side: &'static str,
    notation: String,
    text: String,
    more: Vec<MovesSaid>,
}

/// Moves besides the plain ones: an entry of `extra`, the move that can be used once, or what
/// an augmenter gives.
#[derive(Debug, Serialize)]
struct MovesSaid {
    name: String,
    notation: String,
    text: String,
}

#[derive(Debug, Serialize)]
struct AugmenterSaid {
    name: String,
    code: char,
    notation: String,
    text: String,
}

#[derive(Debug, Serialize)]
struct ManReport {
    #[serde(flatten)]
    man: ManSaid,
    /// Whose man is shown.
    shown: &'static str,
    at: String,
    marks: Vec<MarkSaid>,
    paths: Vec<Vec<String>>,
    left_out: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MarkSaid {
    square: String,
    mark: &'static str,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant that cannot be found, a man or square that is not there, or an output that cannot
/// be written.
pub fn run(args: &ShowArgs) -> anyhow::Result<u8> {
    if args.fen.is_some() {
        return position(args);
    }
    let Some((definition, sources)) = read_with_sources(&args.variant, args.json)? else {
        return Ok(FAULTY);
    };
    let mut out = std::io::stdout().lock();
    match &args.piece {
        Some(piece) => man(args, &definition, piece, &mut out)?,
        None if args.rules => rules(args, &definition, &sources, &mut out)?,
        None if args.has_picture() => {
            let text = svg::board(&definition, &definition.setup.start, args.colours());
            args.picture(&text, &mut out)?;
        }
        None => game(args, &definition, &mut out)?,
    }
    out.flush()?;
    Ok(FINE)
}

impl ShowArgs {
    fn has_picture(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    fn colours(&self) -> Colours {
        match (self.dark, self.light) {
            (true, _) => Colours::Dark,
            (_, true) => Colours::Light,
            (false, false) => Colours::Either,
        }
    }

    /// Writes a picture to where it was asked for.
    fn picture(&self, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(path) = &self.png {
            return png(path, text);
        }
        match &self.svg {
            Some(path) if path.as_os_str() != "-" => std::fs::write(path, text)
                .with_context(|| format!("cannot write {}", path.display())),
            _ => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

#[cfg(feature = "png")]
fn png(path: &std::path::Path, svg: &str) -> anyhow::Result<()> {
    let bytes = draw::png::from_svg(svg).context("the picture cannot be drawn")?;
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(not(feature = "png"))]
fn png(_: &std::path::Path, _: &str) -> anyhow::Result<()> {
    bail!("this program was built without the feature `png`; `--svg` is always there")
}

fn position(args: &ShowArgs) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, args.json)? else { return Ok(FAULTY) };
    let fen = args.fen.as_deref().filter(|fen| *fen != "startpos").unwrap_or("start");
    let game = match variant.game(fen) {
        Ok(game) => game,
        Err(reasons) => return refused(variant.fen_of(fen), &reasons, args.json),
    };
    let definition = variant.definition();
    let fen = game.fen();
    let mut out = std::io::stdout().lock();
    let first = fen.split(' ').next().unwrap_or_default();
    let (placement, bracket) = first.split_once('[').unwrap_or((first, ""));
    let hand = first.contains('[').then(|| bracket.trim_end_matches(']').to_owned());
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    if args.has_picture() {
        args.picture(&svg::board(definition, &fen, args.colours()), &mut out)?;
    } else if args.json {
        let shape = &definition.shape;
        let man = |man: ManText<'_>| {
            let (plus, tilde) = (if man.plus { "+" } else { "" }, if man.tilde { "~" } else { "" });
            let codes = man.codes.map_or_else(String::new, |codes| format!("{{{codes}}}"));
            format!("{plus}{}{codes}{tilde}", man.letter)
        };
        let mut men: Vec<_> = men(shape, placement, long).collect();
        men.sort_by_key(|(square, _)| (shape.rank(*square), shape.file(*square)));
        let stands = men
            .into_iter()
            .map(|(square, text)| StandsSaid { square: shape.name(square), man: man(text) });
        let men = stands.collect();
        let said = PositionSaid { side: game.side().as_str(), men, hand, fen };
        writeln!(out, "{}", serde_json::to_string(&said)?)?;
    } else {
        let text = draw::text::placement(&definition.shape, placement, long);
        writeln!(out, "{text}\n{}", shown(&fen))?;
        writeln!(out, "{} to move", game.side().as_str())?;
        if let Some(hand) = hand {
            writeln!(out, "in hand: {}", if hand.is_empty() { "nothing" } else { &hand })?;
        }
    }
    out.flush()?;
    Ok(FINE)
}

fn rules(
    args: &ShowArgs,
    definition: &Definition,
    sources: &Sources,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let book = book::write(definition).with_context(|| {
        format!("the rules have more than {} bytes when written out", limits::BOOK_BYTES)
    })?;
    if args.json {
        let sections = book.sections.iter().map(|section| SectionSaid {
            heading: &section.heading,
            items: section.items.iter().map(|item| item_said(item, sources)).collect(),
        });
        let said = Rules { title: &book.title, sections: sections.collect() };
        writeln!(out, "{}", serde_json::to_string(&said)?)?;
        return Ok(());
    }
    let text = match args.format {
        Format::Text => book::text::write(&book, definition, sources, args.ascii),
        Format::Markdown => book::markdown::write(&book, definition, sources),
        Format::Html => book::html::write(&book, definition, sources, args.colours()),
    };
    Ok(out.write_all(text.as_bytes())?)
}

fn item_said<'a>(item: &'a Item, sources: &'a Sources) -> ItemSaid<'a> {
    match item {
        Item::Heading(text) => ItemSaid::Heading(text),
        Item::Rule(rule) => {
            let place = rule.span.and_then(|span| book::line(sources, span));
            ItemSaid::Rule {
                text: &rule.text,
                file: place.map(|(file, _)| file),
                line: place.map(|(_, line)| line),
            }
        }
        Item::Board(fen) => ItemSaid::Board { fen },
        Item::Diagram(diagram, man) => {
            ItemSaid::Diagram { man, at: diagram.shape.name(diagram.from), marks: marks(diagram) }
        }
    }
}

fn marks(diagram: &Diagram) -> Vec<MarkSaid> {
    let marks = diagram.shape.squares().filter_map(|square| {
        let mark = diagram.symbol(square)?.key();
        Some(MarkSaid { square: diagram.shape.name(square), mark })
    });
    marks.collect()
}

fn game(args: &ShowArgs, definition: &Definition, out: &mut impl Write) -> anyhow::Result<()> {
    let men: Vec<ManSaid> = (0..definition.pieces.len())
        .filter_map(|index| man_said(definition, &Man::plain(PieceId(index as u8))))
        .collect();
    let augmenters = definition.augmenters.iter().map(|augmenter| AugmenterSaid {
        name: augmenter.name.clone(),
        code: augmenter.code,
        notation: augmenter.moves.to_string(),
        text: explain(&augmenter.moves),
    });
    let shape = &definition.shape;
    let report = Game {
        title: &definition.title,
        about: &definition.about,
        board: format!("{}x{}", shape.files(), shape.ranks()),
        fen: &definition.setup.start,
        men,
        augmenters: augmenters.collect(),
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(out, "{}", shown(report.title))?;
    if !report.about.is_empty() {
        writeln!(out, "{}", shown(report.about))?;
    }
    let placement = report.fen.split([' ', '[']).next().unwrap_or("");
    let long = definition.pieces.iter().any(|piece| piece.letter.len() > 1);
    writeln!(out, "\n{}", draw::text::placement(shape, placement, long))?;
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let names = width(&mut report.men.iter().map(|man| man.name.chars().count()));
    let letters = width(&mut report.men.iter().map(|man| man.letter.chars().count()));
    for man in &report.men {
        writeln!(
            out,
            "{:<letters$}  {:<names$}  {}  {}",
            man.letter,
            man.name,
            notation(&man.notation),
            man.text
        )?;
        for more in &man.more {
            let (notation, name) = (notation(&more.notation), shown(&more.name));
            writeln!(out, "{:letters$}  {:names$}  {notation}  {name}: {}", "", "", more.text)?;
        }
    }
    if !report.augmenters.is_empty() {
        writeln!(out, "\nWhat men may hold:")?;
        let names = width(&mut report.augmenters.iter().map(|one| one.name.chars().count()));
        for one in &report.augmenters {
            let notation = notation(&one.notation);
            writeln!(out, "{}  {:<names$}  {notation}  {}", one.code, one.name, one.text)?;
        }
    }
    Ok(())
}

/// A notation, or a dash for a man without moves.
fn notation(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

fn man_said(definition: &Definition, man: &Man) -> Option<ManSaid> {
    let piece = definition.pieces.get(man.piece.index())?;
    let (plain, extra) = piece.moves.split_first()?;
    let said = |name: &str, moves: &crate::notation::MoveExpr| MovesSaid {
        name: name.to_owned(),
        notation: moves.to_string(),
        text: explain(moves),
    };
    let mut more: Vec<MovesSaid> = extra
        .iter()
        .map(|entry| said(entry.name.as_deref().unwrap_or("extra"), &entry.moves))
        .collect();
    more.extend(piece.once.iter().map(|once| said("once", &once.entry.moves)));
    more.extend(man.held(definition).map(|one| said(&one.name, &one.moves)));
    let codes: String = man
        .tags
        .0
        .iter()
        .filter_map(|&tag| definition.augmenters.get(usize::from(tag)))
        .map(|augmenter| augmenter.code)
        .collect();
    let letter = match codes.as_str() {
        "" => piece.letter.clone(),
        codes => format!("{}{{{codes}}}", piece.letter),
    };
    Some(ManSaid {
        name: piece.name.clone(),
        letter,
        side: match piece.sides {
            [true, false] => "white",
            [false, true] => "black",
            _ => "both",
        },
        notation: plain.moves.to_string(),
        text: explain(&plain.moves),
        more,
    })
}

/// A man on a board, as the arguments describe it.
fn diagram(
    args: &ShowArgs,
    definition: &Definition,
    text: &str,
) -> anyhow::Result<(Man, Side, Diagram)> {
    let (man, of) = Man::read(definition, text).map_err(|fault| anyhow!(fault))?;
    let sides = definition.pieces.get(man.piece.index()).map_or([true; 2], |piece| piece.sides);
    let side = match args.side {
        Some(SideArg::White) => Side::White,
        Some(SideArg::Black) => Side::Black,
        None => of.unwrap_or(if sides == [false, true] { Side::Black } else { Side::White }),
    };
    let shape = match &args.board {
        None => definition.shape.clone(),
        Some(text) => text
            .split_once('x')
            .and_then(|(files, ranks)| Shape::new(files.parse().ok()?, ranks.parse().ok()?))
            .with_context(|| format!("`{text}` is no board: write FILESxRANKS, each 1 to 16"))?,
    };
    let at = match &args.at {
        Some(name) => {
            let square = shape.parse_square(name).filter(|&square| !shape.holes().has(square));
            square.with_context(|| format!("`{name}` is no square of the board"))?
        }
        None => man.square(definition, &shape, side).context("a board without squares")?,
    };
    let diagram = man
        .diagram(definition, &shape, at, side)
        .context("the man has too many ways of moving to be drawn")?;
    Ok((man, side, diagram))
}

fn man(
    args: &ShowArgs,
    definition: &Definition,
    text: &str,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (man, side, diagram) = diagram(args, definition, text)?;
    let said = man_said(definition, &man).context("there is no such man")?;
    if args.has_picture() {
        let letter = match side {
            Side::White => said.letter.clone(),
            Side::Black => match said.letter.split_once('{') {
                Some((letter, codes)) => format!("{}{{{codes}", letter.to_lowercase()),
                None => said.letter.to_lowercase(),
            },
        };
        let picture = svg::diagram(&diagram, definition, &letter, args.colours());
        return args.picture(&picture, out);
    }
    let named = |index: &usize| match index.checked_sub(1) {
        None => said.notation.clone(),
        Some(index) => said.more.get(index).map_or_else(String::new, |more| more.name.clone()),
    };
    let left_out: Vec<String> = diagram.left_out.iter().map(named).collect();
    if args.json {
        let name = |square| diagram.shape.name(square);
        let path = |path: &Vec<_>| path.iter().map(|&square| name(square)).collect();
        let report = ManReport {
            shown: side.as_str(),
            at: name(diagram.from),
            marks: marks(&diagram),
            paths: diagram.paths.iter().map(path).collect(),
            left_out,
            man: said,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(out, "{} ({}), {}", said.name, said.letter, notation(&said.notation))?;
    writeln!(out, "{}", said.text)?;
    for more in &said.more {
        writeln!(out, "{}, {}: {}", shown(&more.name), notation(&more.notation), more.text)?;
    }
    write!(out, "\n{}", draw::text::diagram(&diagram, args.ascii))?;
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(|name| shown(name)).collect();
        writeln!(out, "not from {}: {}", diagram.shape.name(diagram.from), names.join(", "))?;
    }
    Ok(())
}
