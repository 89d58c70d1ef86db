//! `ferz show`: a game, one of its men, a position, or the whole rule book.

use std::io::Write;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::betza::SideArg;
use super::open::read;
use super::{FAULTY, FINE};
use crate::board::{Shape, Side};
use crate::book::Man;
use crate::definition::{Definition, PieceId};
use crate::draw::{self, Diagram};
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
    /// Letters only, no drawn marks
    #[arg(long)]
    pub ascii: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
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
    let Some(definition) = read(&args.variant, args.json)? else { return Ok(FAULTY) };
    let mut out = std::io::stdout().lock();
    match &args.piece {
        Some(piece) => man(args, &definition, piece, &mut out)?,
        None => game(args, &definition, &mut out)?,
    }
    out.flush()?;
    Ok(FINE)
}

/// Text of a file without characters that would act on a terminal.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
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
    let diagram = man.diagram(definition, &shape, at, side);
    Ok((man, side, diagram))
}

fn man(
    args: &ShowArgs,
    definition: &Definition,
    text: &str,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (man, _, diagram) = diagram(args, definition, text)?;
    let Some(said) = man_said(definition, &man) else { bail!("a man without moves") };
    let named = |index: &usize| match index.checked_sub(1) {
        None => said.notation.clone(),
        Some(index) => said.more.get(index).map_or_else(String::new, |more| more.name.clone()),
    };
    let left_out: Vec<String> = diagram.left_out.iter().map(named).collect();
    if args.json {
        let name = |square| diagram.shape.name(square);
        let marks = diagram.shape.squares().filter_map(|square| {
            let mark = diagram.symbol(square)?.key();
            Some(MarkSaid { square: name(square), mark })
        });
        let path = |path: &Vec<_>| path.iter().map(|&square| name(square)).collect();
        let report = ManReport {
            at: name(diagram.from),
            marks: marks.collect(),
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
