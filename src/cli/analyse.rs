//! `ferz analyse`: what can be said of a game from its file alone.

use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use super::open::{Opened, open, read, refused};
use super::{FAULTY, FINE};
use crate::analyse::forced::{Answer, Question};
use crate::analyse::report::{
    Analysis, Arrangement, Counts, CrippledRow, KingRow, ManGraph, ManRow, Mobility, PieceRow,
    ReachRow, Tally, man,
};
use crate::analyse::{Study, analyse};
use crate::definition::{Definition, PieceId};
use crate::limits;

/// The arguments of `ferz analyse`.
///
/// Everything is worked out from the variant's file, and every table says how.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub struct AnalyseArgs {
    /// A game or a file, `NAME_OR_PATH[option=choice,…]`
    pub variant: String,
    /// Probabilities that a square is empty, for mobility
    #[arg(
        long,
        value_name = "P,…",
        value_delimiter = ',',
        value_parser = probability,
        default_value = "1,0.7,0.5"
    )]
    pub crowding: Vec<f64>,
    /// Only this man, `bishop` or `C{fda}`; may be given several times
    #[arg(long, value_name = "MAN", conflicts_with = "forced")]
    pub man: Vec<String>,
    /// Only whether the side to move can force a capture of --theirs by --mine within so many
    /// moves
    #[arg(
        long,
        value_name = "MOVES",
        requires_all = ["mine", "theirs"],
        value_parser = clap::value_parser!(u32).range(1..=16)
    )]
    pub forced: Option<u32>,
    /// The piece that captures
    #[arg(long, value_name = "PIECE", requires = "forced")]
    pub mine: Option<String>,
    /// The piece that is captured
    #[arg(long, value_name = "PIECE", requires = "forced")]
    pub theirs: Option<String>,
    /// A FEN or the name of a preset
    #[arg(long, default_value = "start", requires = "forced")]
    pub fen: String,
    /// Positions that the search for a forced capture looks at, at most
    #[arg(long, default_value_t = 20_000_000, requires = "forced")]
    pub nodes: u64,
    /// Threads of that search; 0 for all processors
    #[arg(long, default_value_t = 0, requires = "forced")]
    pub threads: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const HELP: &str = "\
Methods:
  targets     squares that one move reaches from the middle of an empty board without edges
  lines       directions in which it goes on without end
  hops        directions in which there is something only behind a hurdle
  mobility    mean number of destinations over all squares of the board (for a man that is
              confined to some: over those), when each other square is empty with probability p,
              independently: a slide of k steps counts p^(k-1), a hop needs its empty squares
              and then one man, and the destination is taken as it is. What has least depends on p: of a lance (fR) and an alfil (A) on 8x8 the alfil
              has less on the empty board (2.25 and 3.5), the lance at p = 0.7 (2.025)
  reach       a directed graph on the board, without other men (none) or with men wherever they
              are wanted (free). A man covers the board if it reaches every square from each
              square where it begins (a piece that only promotion makes: where it appears);
              strong: every square from every square; crippled: does not cover it
  redundant   each move of the augmenter is, in every position, a move that the rest of the man
              has already: a rook makes not only wazir and lance redundant, but the side-mover
              too. Leaps over squares are not covered by slides
  complement  one piece reaches exactly the squares around it that another does not
  tempo       least number of own moves from a start square to promotion
  kings       can one of two equal royal men attack the other without being attacked
  forced      the side to move can see to it that, whatever is answered, at its k-th move or
              earlier one of its men may capture; an exact search of one position, which says
              nothing about other armies. A move after which the other side has no answer (mate,
              stalemate) forces no capture

JSON: one object with title, board, augmenters, pieces, reach, crippled, redundant,
redundant_men, complements, tempo, kings, armies, notes; with --man: men; with --forced: forced.
In reach, men is the number of sets of augmenters that a piece can hold, and each model counts
those that cover the board and those that are strong. In crippled, none and free give the
squares reached from each start square; free is null if only the model none fails.";

#[derive(Debug, Serialize)]
struct Men {
    men: Vec<ManRow>,
}

#[derive(Debug, Serialize)]
struct ForcedReport {
    forced: Forced,
}

/// The answer of the search.
#[derive(Debug, Serialize)]
struct Forced {
    fen: String,
    side: &'static str,
    moves: u32,
    mine: String,
    theirs: String,
    /// `null`: not found with so many positions.
    #[serde(rename = "forced")]
    holds: Option<bool>,
    /// The capture is there now.
    now: bool,
    /// The first moves that force it, or the captures.
    by: Vec<String>,
    positions: u64,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A variant or a man that cannot be found, or an output that cannot be written.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<u8> {
    if let (Some(moves), Some(mine), Some(theirs)) = (args.forced, &args.mine, &args.theirs) {
        return forced(args, moves, mine, theirs);
    }
    let Some(definition) = &read(&args.variant, args.json)? else { return Ok(FAULTY) };
    let study = Study::new(definition);
    let mut crowding: Vec<f64> = Vec::new();
    for &p in &args.crowding {
        if !crowding.iter().any(|known| known.total_cmp(&p).is_eq()) {
            crowding.push(p);
        }
    }
    let mut out = std::io::stdout().lock();
    if args.man.is_empty() {
        let analysis = analyse(&study, &crowding);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&analysis)?)?;
        } else {
            print(&analysis, &crowding, &mut out)?;
        }
        return Ok(FINE);
    }
    let mut men = Vec::new();
    for text in &args.man {
        let (piece, tags) = read_man(definition, text)?;
        let row = man(&study, piece, &tags, &crowding)
            .map_err(|_| anyhow::anyhow!("`{text}` has too many moves to be laid on the board"))?;
        men.push(row);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Men { men })?)?;
    } else {
        for (number, row) in men.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            print_man(row, definition, &mut out)?;
        }
    }
    Ok(FINE)
}

/// A probability as an argument.
fn probability(text: &str) -> Result<f64, String> {
    let p: f64 = text.parse().map_err(|_| "write a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&p) { Ok(p) } else { Err("write a number from 0 to 1".to_owned()) }
}

/// A piece by its name or letter.
fn read_piece(definition: &Definition, text: &str) -> anyhow::Result<PieceId> {
    let pieces = || (0_u8..).map(PieceId).zip(&definition.pieces);
    let named = pieces().find(|(_, piece)| piece.name == text);
    let found = named.or_else(|| pieces().find(|(_, piece)| piece.letter == text));
    found.map(|(id, _)| id).with_context(|| format!("there is no piece `{text}`"))
}

/// `bishop{f}`, `C{fda}`, `knight`.
fn read_man(definition: &Definition, text: &str) -> anyhow::Result<(PieceId, Vec<u8>)> {
    let (name, codes) = match text.strip_suffix('}') {
        Some(open) => {
            open.split_once('{').with_context(|| format!("`{text}` is no man, `bishop{{f}}`"))?
        }
        None => (text, ""),
    };
    let piece = read_piece(definition, name)?;
    let mut tags = Vec::new();
    for code in codes.chars() {
        let tag = (0_u8..).zip(&definition.augmenters).find(|(_, one)| one.code == code);
        let (tag, _) = tag.with_context(|| format!("no augmenter has the code `{code}`"))?;
        tags.push(tag);
    }
    if tags.len() > limits::TOKENS {
        bail!("a man can hold {} augmenters", limits::TOKENS);
    }
    tags.sort_unstable();
    Ok((piece, tags))
}

fn forced(args: &AnalyseArgs, moves: u32, mine: &str, theirs: &str) -> anyhow::Result<u8> {
    let Opened::Ready(variant) = open(&args.variant, args.json)? else { return Ok(FAULTY) };
    let definition = variant.definition();
    let (mine, theirs) = (read_piece(definition, mine)?, read_piece(definition, theirs)?);
    let game = match variant.game(&args.fen) {
        Ok(game) => game,
        Err(reasons) => return refused(variant.fen_of(&args.fen), &reasons, args.json),
    };
    let question = Question { moves, mine, theirs, nodes: args.nodes };
    let threads = limits::threads(args.threads);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let Some((answer, positions)) = pool.install(|| game.forced(&question)) else {
        bail!("`{}`: the set-up has to be over before a capture can be forced", args.fen);
    };
    let (holds, now, by) = match answer {
        Answer::Now(by) => (Some(true), true, by),
        Answer::By(by) => (Some(true), false, by),
        Answer::No => (Some(false), false, Vec::new()),
        Answer::Unknown => (None, false, Vec::new()),
    };
    let name = |id: PieceId| definition.pieces.get(id.index()).map(|one| one.name.clone());
    let report = Forced {
        fen: game.fen(),
        side: game.side().as_str(),
        moves,
        mine: name(mine).unwrap_or_default(),
        theirs: name(theirs).unwrap_or_default(),
        holds,
        now,
        by,
        positions,
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&ForcedReport { forced: report })?)?;
        return Ok(FINE);
    }
    let Forced { side, mine, theirs, by, .. } = &report;
    let capture = format!("a {mine} captures a {theirs}");
    match (report.holds, report.now) {
        (Some(true), true) => {
            writeln!(out, "{side} can play it now: {capture} by {}", by.join(" "))?;
        }
        (Some(true), false) => {
            writeln!(
                out,
                "{side} can force it within {moves} moves: {capture} after {}",
                by.join(" ")
            )?;
        }
        (Some(false), _) => {
            writeln!(out, "{side} cannot force within {moves} moves that {capture}")?;
        }
        (None, _) => writeln!(
            out,
            "unknown: {positions} positions did not suffice to see whether {side} can force within \
             {moves} moves that {capture} (--nodes)"
        )?,
    }
    Ok(FINE)
}

/// Widest line of text.
const WIDTH: usize = 100;
/// Men that a list names before it only counts.
const NAMED: usize = 120;

fn print(analysis: &Analysis, crowding: &[f64], out: &mut impl Write) -> anyhow::Result<()> {
    let title: String =
        analysis.title.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    writeln!(out, "{title}, {}\n", analysis.board)?;
    paragraph(
        "Targets: squares that one move reaches from the middle of an empty board without edges; \
         lines without end, and directions that need a hurdle, by themselves.",
        out,
    )?;
    paragraph(
        "Mobility: mean number of destinations over all squares of this board, each other square \
         being empty with probability p.",
        out,
    )?;
    writeln!(out)?;
    let heads = || crowding.iter().map(|p| format!("p = {p}"));
    if !analysis.augmenters.is_empty() {
        let mut rows = vec![line(["augmenter", "moves", "targets"], heads())];
        rows.extend(analysis.augmenters.iter().map(|row| {
            let name = format!("{} {}", row.code, row.name);
            line([&name, &row.moves, &counted(&row.counts)], means(&row.mobility))
        }));
        table(&rows, out)?;
        writeln!(out)?;
    }
    let mut rows = vec![line(["piece", "moves", "targets"], heads())];
    for piece in &analysis.pieces {
        rows.extend(piece_lines(piece));
    }
    table(&rows, out)?;
    reach(analysis, out)?;
    redundant(analysis, out)?;
    if !analysis.complements.is_empty() {
        writeln!(out)?;
    }
    for row in &analysis.complements {
        let text = format!(
            "Complement: the {} reaches exactly the squares of the {}x{} around it that the {} does \
             not.",
            row.piece, row.square, row.square, row.of
        );
        paragraph(&text, out)?;
    }
    if !analysis.tempo.is_empty() {
        writeln!(out)?;
        paragraph(
            "Tempo: least number of own moves from a start square to promotion, on a board that is \
             empty otherwise.",
            out,
        )?;
        writeln!(out)?;
        let rows: Vec<Vec<String>> = analysis
            .tempo
            .iter()
            .map(|row| {
                let moves = match (row.moves, row.furthest) {
                    (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
                    (Some(least), _) => least.to_string(),
                    (None, _) => "never".to_owned(),
                };
                let faster = row.with_captures.filter(|&count| Some(count) != row.moves);
                let faster = faster.map(|count| format!("{count} with captures"));
                let side = if row.side == "both" { "" } else { row.side };
                [row.piece.clone(), moves, faster.unwrap_or_default(), side.to_owned()].to_vec()
            })
            .collect();
        table(&rows, out)?;
    }
    kings(&analysis.kings, out)?;
    for row in &analysis.armies {
        let whose = if row.side == "both" { "each side" } else { row.side };
        let count = row.count.map_or_else(
            || "more ways than can be counted".to_owned(),
            |count| if count == 1 { "1 way".to_owned() } else { format!("{count} ways") },
        );
        writeln!(out)?;
        paragraph(&format!("Armies: {whose} can be set up in {count}."), out)?;
    }
    for note in &analysis.notes {
        writeln!(out)?;
        paragraph(&format!("Note: {note}."), out)?;
    }
    Ok(())
}

fn line<const N: usize>(first: [&str; N], rest: impl IntoIterator<Item = String>) -> Vec<String> {
    first.into_iter().map(str::to_owned).chain(rest).collect()
}

fn counted(counts: &Counts) -> String {
    let several = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    };
    if counts.everywhere {
        return "every square".to_owned();
    }
    let parts = [
        (counts.targets > 0).then(|| counts.targets.to_string()),
        several(counts.lines, "line"),
        several(counts.hops, "hop"),
        several(counts.chains, "chain"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
}

fn means(mobility: &Mobility) -> Vec<String> {
    let mean = |&(_, mean): &(f64, Option<f64>)| {
        mean.map_or_else(|| "?".to_owned(), |mean| format!("{mean:.3}"))
    };
    mobility.0.iter().map(mean).collect()
}

fn piece_lines(piece: &PieceRow) -> Vec<Vec<String>> {
    let moves: Vec<&str> = piece.moves.iter().map(String::as_str).collect();
    let moves = moves.join(" | ");
    let (Some(quiet), Some(captures)) = (&piece.quiet, &piece.captures) else {
        return vec![line([&piece.name, &moves, &counted(&piece.counts)], means(&piece.mobility))];
    };
    vec![
        line(
            [&piece.name, &moves, &format!("{} moving", counted(&quiet.counts))],
            means(&quiet.mobility),
        ),
        line(
            ["", "", &format!("{} capturing", counted(&captures.counts))],
            means(&captures.mobility),
        ),
    ]
}

fn reach(analysis: &Analysis, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out)?;
    paragraph(
        "Reach: what a man gets to from where it begins, on the empty board (none) and with men to \
         hop over and to capture wherever they are wanted (free). It covers the board if it gets to \
         every square from each of its start squares.",
        out,
    )?;
    writeln!(out)?;
    let sided = analysis.reach.iter().any(|row| row.side != "both");
    let holding = analysis.reach.iter().any(|row| !row.holds.is_empty());
    let cells = |piece: &str, side: &str, from: &str, holds: &str, none: &str, free: &str| {
        let mut cells = vec![piece.to_owned()];
        cells.extend(sided.then(|| side.to_owned()));
        cells.push(from.to_owned());
        cells.extend(holding.then(|| holds.to_owned()));
        cells.extend([none.to_owned(), free.to_owned()]);
        cells
    };
    let mut rows = vec![cells("piece", "side", "from", "holds", "none", "free")];
    for row in &analysis.reach {
        let from = match row.starts.len() {
            0 => "anywhere".to_owned(),
            1..=4 => row.starts.join(" "),
            count => format!("{count} squares"),
        };
        let said = |tally| tallied(row, tally);
        rows.push(cells(&row.piece, row.side, &from, &row.holds, &said(row.none), &said(row.free)));
    }
    table(&rows, out)?;
    let (free, none): (Vec<&CrippledRow>, Vec<&CrippledRow>) =
        analysis.crippled.iter().partition(|row| row.free.is_some());
    if !free.is_empty() {
        writeln!(out)?;
        paragraph("Crippled, whatever stands on the board:", out)?;
        let rows: Vec<Vec<String>> = free.iter().take(NAMED).map(|row| crippled(row)).collect();
        table(&rows, out)?;
        more(free.len(), out)?;
    }
    if !none.is_empty() {
        writeln!(out)?;
        paragraph("Crippled only while there is nobody to hop over:", out)?;
        let names = none.iter().take(NAMED);
        let names: Vec<String> = names
            .map(|row| format!("{}{}{{{}}}", sided_name(row.side), row.piece, row.augmenters))
            .collect();
        indented(&names.join(" "), out)?;
        more(none.len(), out)?;
    }
    Ok(())
}

fn tallied(row: &ReachRow, tally: Option<Tally>) -> String {
    let Some(Tally { cover, least, squares, .. }) = tally else { return "?".to_owned() };
    let men = usize::try_from(row.men).unwrap_or(usize::MAX);
    match (men, cover) {
        (1, 1) => "covers the board".to_owned(),
        (1, _) if row.starts.is_empty() => "does not cover it".to_owned(),
        (1, _) => format!("{least} of {squares} squares"),
        _ if cover == men => format!("all {men} cover"),
        _ => format!("{cover} of {men} cover"),
    }
}

fn sided_name(side: &str) -> String {
    if side == "both" { String::new() } else { format!("{side} ") }
}

fn crippled(row: &CrippledRow) -> Vec<String> {
    let name = format!("{}{}{{{}}}", sided_name(row.side), row.piece, row.augmenters);
    let reached = row.free.as_ref().unwrap_or(&row.none);
    let mut by_count: Vec<(usize, Vec<&str>)> = Vec::new();
    for (square, &count) in reached {
        match by_count.iter_mut().find(|(known, _)| *known == count) {
            Some((_, squares)) => squares.push(square),
            None => by_count.push((count, vec![square])),
        }
    }
    let parts: Vec<String> = by_count
        .iter()
        .map(|(count, squares)| match squares.len() {
            0..=4 => format!("{count} squares from {}", squares.join(" ")),
            several => format!("{count} squares from {several} squares"),
        })
        .collect();
    vec![name, parts.join(", ")]
}

fn redundant(analysis: &Analysis, out: &mut impl Write) -> anyhow::Result<()> {
    if analysis.redundant.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    paragraph(
        "Redundant: each move of the augmenter is, in every position, a move that the piece has \
         already.",
        out,
    )?;
    writeln!(out)?;
    let spaced = |codes: &str| {
        let codes: Vec<String> = codes.chars().map(String::from).collect();
        codes.join(" ")
    };
    let mut rows = vec![line(["piece", "augmenters", "others, which it may not hold"], [])];
    rows.extend(analysis.redundant.iter().map(|row| {
        let or_none = |codes: &str| if codes.is_empty() { "-".to_owned() } else { spaced(codes) };
        vec![row.piece.clone(), or_none(&row.augmenters), or_none(&row.others)]
    }));
    table(&rows, out)?;
    if !analysis.redundant_men.is_empty() {
        writeln!(out)?;
        paragraph("Men with several, and which of them add nothing to the others:", out)?;
        let men = analysis.redundant_men.iter().take(NAMED);
        let men: Vec<String> = men
            .map(|row| format!("{}{{{}}}:{}", row.piece, row.augmenters, row.redundant))
            .collect();
        indented(&men.join(" "), out)?;
        more(analysis.redundant_men.len(), out)?;
    }
    Ok(())
}

fn kings(rows: &[KingRow], out: &mut impl Write) -> anyhow::Result<()> {
    use std::fmt::Write as _;
    let mut pieces: Vec<&str> = rows.iter().map(|row| row.piece.as_str()).collect();
    pieces.dedup();
    if !pieces.is_empty() {
        writeln!(out)?;
    }
    for piece in pieces {
        let mine = || rows.iter().filter(move |row| row.piece == piece);
        let alone: Vec<&KingRow> = mine().filter(|row| row.alone == Some(true)).collect();
        let unknown = mine().filter(|row| row.alone.is_none()).count();
        let mut text = match (alone.as_slice(), mine().count()) {
            ([], 1) => format!("Kings: of two {piece}s, neither can attack the other alone."),
            ([], _) => format!(
                "Kings: of two {piece}s with the same augmenters, neither can attack the other \
                 alone."
            ),
            ([KingRow { augmenters, .. }], 1) if augmenters.is_empty() => {
                format!("Kings: one of two {piece}s can attack the other alone.")
            }
            (alone, count) => {
                let sets: Vec<String> =
                    alone.iter().take(NAMED).map(|row| format!("{{{}}}", row.augmenters)).collect();
                format!(
                    "Kings: of two {piece}s with the same augmenters, one can attack the other alone \
                     with {} of {count} sets: {}.",
                    alone.len(),
                    sets.join(" ")
                )
            }
        };
        if let Some(example) = alone.iter().find_map(|row| row.example.as_ref()) {
            let over = match example.men.as_slice() {
                [] => String::new(),
                men => format!(", with a man on {}", men.join(" and ")),
            };
            let Arrangement { from, to, .. } = example;
            let _ = write!(text, " For instance from {from} to {to}{over}.");
        }
        if unknown > 0 {
            let _ = write!(text, " {unknown} sets were not worked out.");
        }
        paragraph(&text, out)?;
    }
    Ok(())
}

fn print_man(row: &ManRow, definition: &Definition, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", row.man)?;
    let means: Vec<String> = row
        .mobility
        .0
        .iter()
        .zip(means(&row.mobility))
        .map(|((p, _), mean)| format!("{mean} at p = {p}"))
        .collect();
    writeln!(out, "  mobility: {}", means.join(", "))?;
    if !row.redundant.is_empty() {
        writeln!(out, "  redundant: {}", row.redundant)?;
    }
    let squares = definition.shape.all().len();
    let said = |graph: &ManGraph| {
        let strong = if graph.strong { ", every square from every square" } else { "" };
        if graph.cover {
            return format!("covers the board{strong}");
        }
        let from: Vec<String> = graph
            .from
            .iter()
            .map(|(start, reached)| format!("{} of {squares} from {start}", reached.len()))
            .collect();
        if from.is_empty() { "does not cover the board".to_owned() } else { from.join(", ") }
    };
    for reach in &row.reach {
        let (none, free) = (said(&reach.none), said(&reach.free));
        if none == free {
            writeln!(out, "  {}: {none}", reach.side)?;
        } else {
            writeln!(out, "  {}, nobody to hop over: {none}", reach.side)?;
            writeln!(out, "  {}, men wherever wanted: {free}", reach.side)?;
        }
    }
    Ok(())
}

/// Rows as columns, two blanks between them, all cells to the left.
fn table(rows: &[Vec<String>], out: &mut impl Write) -> anyhow::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}  "));
        let line: String = cells.collect();
        writeln!(out, "  {}", line.trim_end())?;
    }
    Ok(())
}

/// A text in lines that are not too long.
fn paragraph(text: &str, out: &mut impl Write) -> anyhow::Result<()> {
    wrapped(text, "", out)
}

fn indented(text: &str, out: &mut impl Write) -> anyhow::Result<()> {
    wrapped(text, "  ", out)
}

fn wrapped(text: &str, before: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        let long = before.len() + line.chars().count() + 1 + word.chars().count() > WIDTH;
        if !line.is_empty() && long {
            writeln!(out, "{before}{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{before}{line}")?;
    Ok(())
}

fn more(count: usize, out: &mut impl Write) -> anyhow::Result<()> {
    if count > NAMED {
        writeln!(out, "  and {} more, which --json lists", count - NAMED)?;
    }
    Ok(())
}
