//! `ferz betza`: what one notation means.

use std::io::Write;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{FAULTY, FINE};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::diagnostic::Diagnostic;
use crate::draw;
use crate::notation::lower::Way;
use crate::notation::targets::{EnPassant, Occupant, PseudoMove, Scene, targets, threats};
use crate::notation::{MoveExpr, explain, lower, parse};

/// The arguments of `ferz betza`.
#[derive(Debug, Args)]
pub struct BetzaArgs {
    /// The notation, such as `fmWfceFifmnD`
    #[arg(allow_hyphen_values = true)]
    pub notation: String,
    /// Files and ranks, at most 16x16
    #[arg(long, value_name = "FILESxRANKS", default_value = "8x8")]
    pub board: String,
    /// Where the man stands; the middle of the board if not given
    #[arg(long, value_name = "SQUARE")]
    pub at: Option<String>,
    /// Whose man it is
    #[arg(long, value_enum, default_value_t = SideArg::White)]
    pub side: SideArg,
    /// Squares of own men
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub friend: Vec<String>,
    /// Squares of enemies
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub enemy: Vec<String>,
    /// The man and all own men have never moved
    #[arg(long)]
    pub unmoved: bool,
    /// Squares that the enemy's last move passed
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', requires = "ep_victim")]
    pub ep: Vec<String>,
    /// Where the enemy who made that move stands
    #[arg(long, value_name = "SQUARE", requires = "ep")]
    pub ep_victim: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A side as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SideArg {
    /// Forward is towards higher ranks.
    White,
    /// Forward is towards lower ranks.
    Black,
}

#[derive(Debug, Default, Serialize)]
struct Report<'a> {
    notation: &'a str,
    canonical: Option<String>,
    text: Option<String>,
    diagnostics: Vec<Said<'a>>,
    #[serde(flatten)]
    targets: Targets,
}

#[derive(Debug, Serialize)]
struct Said<'a> {
    code: String,
    severity: &'static str,
    message: &'a str,
    start: usize,
    end: usize,
    help: Option<&'a str>,
}

#[derive(Debug, Default, Serialize)]
struct Targets {
    quiet: Vec<String>,
    captures: Vec<String>,
    effects: Vec<Effect>,
    castle: Vec<Castle>,
}

#[derive(PartialEq, Debug, Serialize)]
struct Effect {
    to: String,
    removes: Vec<String>,
}

#[derive(PartialEq, Debug, Serialize)]
struct Castle {
    to: String,
    partner: String,
    partner_to: String,
}

/// The man and his surroundings, as the arguments describe them.
struct Board {
    shape: Shape,
    from: Square,
    side: Side,
    friends: SquareSet,
    enemies: SquareSet,
    unmoved: bool,
    en_passant: Option<EnPassant>,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// A board or square that cannot be, or an output that cannot be written.
pub fn run(args: &BetzaArgs) -> anyhow::Result<u8> {
    let board = Board::new(args)?;
    let (expr, diagnostics) = match parse(&args.notation) {
        Ok(parsed) => (Some(parsed.expr), parsed.warnings),
        Err(faults) => (None, faults),
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = Report {
            notation: &args.notation,
            canonical: expr.as_ref().map(ToString::to_string),
            text: expr.as_ref().map(explain),
            diagnostics: diagnostics.iter().map(said).collect(),
            targets: expr.as_ref().map(|expr| board.targets(&lower(expr))).unwrap_or_default(),
        };
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let mut err = std::io::stderr().lock();
        for diagnostic in &diagnostics {
            write!(err, "{}", rendered(&args.notation, diagnostic))?;
        }
        if let Some(expr) = &expr {
            board.print(expr, &mut out)?;
        }
    }
    out.flush()?;
    Ok(if expr.is_some() { FINE } else { FAULTY })
}

fn said(diagnostic: &Diagnostic) -> Said<'_> {
    Said {
        code: diagnostic.code.to_ascii_uppercase(),
        severity: diagnostic.severity.as_str(),
        message: &diagnostic.message,
        start: diagnostic.span().start,
        end: diagnostic.span().end,
        help: diagnostic.help.as_deref(),
    }
}

/// Code and message, the notation with carets below the places, and the way out.
fn rendered(notation: &str, diagnostic: &Diagnostic) -> String {
    use std::fmt::Write as _;
    let severity = diagnostic.severity.as_str();
    let code = diagnostic.code.to_ascii_uppercase();
    let mut text = format!("{severity}[{code}]: {}\n", shown(&diagnostic.message));
    let line = format!("  | {}", shown(notation));
    let _ = writeln!(text, "{}", line.trim_end());
    for (number, label) in diagnostic.labels.iter().enumerate() {
        let chars = |end: usize| notation.char_indices().take_while(|&(at, _)| at < end).count();
        let (start, end) = (chars(label.span.start), chars(label.span.end));
        let mark = if number == 0 { "^" } else { "-" };
        let marks = mark.repeat(end.saturating_sub(start).max(1));
        let line = format!("  | {}{marks} {}", " ".repeat(start), label.message);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "  = help: {}", shown(help));
    }
    text
}

/// Without characters that would act on a terminal.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

impl Board {
    fn new(args: &BetzaArgs) -> anyhow::Result<Self> {
        let size = args
            .board
            .split_once('x')
            .and_then(|(files, ranks)| Shape::new(files.parse().ok()?, ranks.parse().ok()?));
        let shape = size.with_context(|| {
            format!("`{}` is no board: write FILESxRANKS, each 1 to 16", args.board)
        })?;
        let square = |name: &String| {
            shape
                .parse_square(name)
                .with_context(|| format!("`{name}` is no square of the {} board", args.board))
        };
        let squares = |names: &[String]| -> anyhow::Result<SquareSet> {
            names.iter().filter(|name| !name.is_empty()).map(square).collect()
        };
        let from = match &args.at {
            Some(name) => square(name)?,
            None => shape
                .at((shape.files() - 1) / 2, (shape.ranks() - 1) / 2)
                .context("a board without squares")?,
        };
        let (friends, mut enemies) = (squares(&args.friend)?, squares(&args.enemy)?);
        let en_passant = match &args.ep_victim {
            None => None,
            Some(victim) => {
                let right = EnPassant { targets: squares(&args.ep)?, victim: square(victim)? };
                enemies.insert(right.victim);
                Some(right)
            }
        };
        let own = SquareSet::of(from);
        if let Some(twice) = ((friends & enemies) | (own & (friends | enemies))).iter().next() {
            bail!("two men stand on {}", shape.name(twice));
        }
        if let Some(right) = en_passant
            && let Some(taken) = (right.targets & (friends | enemies | own)).iter().next()
        {
            bail!(
                "a man stands on {}, which the last move is said to have passed",
                shape.name(taken)
            );
        }
        let side = match args.side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        };
        Ok(Self { shape, from, side, friends, enemies, unmoved: args.unmoved, en_passant })
    }

    fn scene(&self) -> Scene<'_, impl Fn(Square) -> Occupant> {
        Scene {
            shape: &self.shape,
            from: self.from,
            side: self.side,
            occupant: |square| {
                if self.friends.has(square) {
                    Occupant::Friend
                } else if self.enemies.has(square) {
                    Occupant::Enemy
                } else {
                    Occupant::Empty
                }
            },
            unmoved: if self.unmoved {
                self.friends | SquareSet::of(self.from)
            } else {
                SquareSet::EMPTY
            },
            en_passant: self.en_passant,
        }
    }

    fn targets(&self, ways: &[Way]) -> Targets {
        let mut found = Targets::default();
        let mut moves = targets(ways, &self.scene());
        moves.sort_by_key(|mv| (self.shape.file(mv.to), self.shape.rank(mv.to)));
        let add = |list: &mut Vec<String>, name: String| {
            if !list.contains(&name) {
                list.push(name);
            }
        };
        let name = |square| self.shape.name(square);
        for mv in moves {
            let to = name(mv.to);
            match sort_of(&mv) {
                Sort::Quiet => add(&mut found.quiet, to),
                Sort::Capture => add(&mut found.captures, to),
                Sort::Effect => {
                    let removes = mv.removes.iter().map(name).collect();
                    found.effects.push(Effect { to, removes });
                }
                Sort::Castle { partner, partner_to } => {
                    let (partner, partner_to) = (name(partner), name(partner_to));
                    found.castle.push(Castle { to, partner, partner_to });
                }
            }
        }
        found
    }

    fn print(&self, expr: &MoveExpr, out: &mut impl Write) -> anyhow::Result<()> {
        let canonical = expr.to_string();
        if !canonical.is_empty() {
            writeln!(out, "{canonical}")?;
        }
        writeln!(out, "{}\n", explain(expr))?;
        let ways = lower(expr);
        self.diagram(&ways, out)?;
        let found = self.targets(&ways);
        for (title, squares) in [("quiet", &found.quiet), ("captures", &found.captures)] {
            if !squares.is_empty() {
                writeln!(out, "{title}: {}", squares.join(" "))?;
            }
        }
        for Effect { to, removes } in &found.effects {
            match removes.as_slice() {
                [] => writeln!(out, "pass: the man stays on {to}")?,
                _ => writeln!(out, "effect: to {to}, removing {}", removes.join(" "))?,
            }
        }
        for Castle { to, partner, partner_to } in &found.castle {
            writeln!(out, "castle: to {to}, the man on {partner} to {partner_to}")?;
        }
        Ok(())
    }

    fn diagram(&self, ways: &[Way], out: &mut impl Write) -> anyhow::Result<()> {
        let moves: Vec<PseudoMove> = targets(ways, &self.scene());
        let reach = |wanted: fn(&Sort) -> bool| {
            let reached = moves.iter().filter(|mv| wanted(&sort_of(mv))).map(|mv| mv.to);
            reached.collect::<SquareSet>()
        };
        let quiet = reach(|sort| *sort == Sort::Quiet);
        let taken = reach(|sort| *sort == Sort::Capture);
        let other = reach(|sort| matches!(sort, Sort::Effect | Sort::Castle { .. }));
        let could = threats(ways, &self.scene());
        let mark = |square: Square| {
            if square == self.from {
                'O'
            } else if self.friends.has(square) {
                if taken.has(square) { 'd' } else { 'f' }
            } else if self.enemies.has(square) {
                if taken.has(square) { 'x' } else { 'e' }
            } else {
                match (quiet.has(square), could.has(square)) {
                    (true, true) => '+',
                    (true, false) => 'm',
                    (false, true) => 'c',
                    (false, false) if taken.has(square) => 'x',
                    (false, false) if other.has(square) => '*',
                    (false, false) => '.',
                }
            }
        };
        let text = draw::text::board(&self.shape, mark);
        writeln!(out, "{text}")?;
        let grid: String = text.lines().take_while(|line| !line.is_empty()).collect();
        let legend = [
            ('O', "the man"),
            ('+', "moves or captures"),
            ('m', "moves only"),
            ('c', "captures only"),
            ('x', "captures now"),
            ('d', "removes an own man"),
            ('*', "castling, or removes men elsewhere"),
            ('f', "own man"),
            ('e', "enemy"),
        ];
        let legend: Vec<String> = legend
            .iter()
            .filter(|(mark, _)| grid.contains(*mark))
            .map(|(mark, meaning)| format!("{mark} {meaning}"))
            .collect();
        writeln!(out, "{}", legend.join(" · "))?;
        Ok(())
    }
}

/// How a move is listed.
#[derive(PartialEq, Debug)]
enum Sort {
    Quiet,
    Capture,
    Effect,
    Castle { partner: Square, partner_to: Square },
}

fn sort_of(mv: &PseudoMove) -> Sort {
    match mv.partner {
        Some(partner) => Sort::Castle { partner: partner.from, partner_to: partner.to },
        None if mv.removes.is_empty() && !mv.is_pass => Sort::Quiet,
        None if mv.removes == SquareSet::of(mv.to) || mv.en_passant => Sort::Capture,
        None => Sort::Effect,
    }
}
