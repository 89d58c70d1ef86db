//! The beginning of a new variant file: a child of another game, or a game of its own.
//!
//! Lines that begin with `#` and no blank are examples that can be switched on by taking the `#`
//! away; each of them is right for the game as it stands.

use std::fmt::Write as _;

use crate::definition::{Definition, PieceId, PieceSet};

/// A child of a game. `parent` is what `extends` says, choices included.
pub fn child(title: &str, parent: &str, game: &Definition) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    line("[variant]");
    line(&format!("name    = {}", quoted(title)));
    line(&format!("extends = {}", quoted(parent)));
    line("about   = \"What is different, who thought of it.\"");
    line("");
    line(&format!("# All of {} holds unless this file says otherwise. Its men:", game.title));
    for men in game.pieces.chunks(6) {
        let list: Vec<String> =
            men.iter().map(|piece| format!("{} ({})", piece.name, piece.letter)).collect();
        line(&format!("#  {}", list.join(", ")));
    }
    line("# Take the `#` in front of a line away to use it.");
    if let Some((piece, notation)) = an_ordinary_man(game) {
        line("");
        line("# Other moves for one of its men:");
        line(&format!("#[pieces.{piece}]"));
        line(&format!("#moves = {}", quoted(&notation)));
    }
    if let Some(letter) = free_letter(game) {
        line("");
        line("# A new man, for the start, a promotion or a hand. `ferz betza NW` shows its moves:");
        line(&format!("#[pieces.{}]", new_name(game)));
        line(&format!("#letter = {}", quoted(&letter.to_string())));
        line("#moves  = \"NW\"");
    }
    line("");
    line("# Another array, as a FEN:");
    line("#[setup]");
    line(&format!("#start = {}", quoted(&game.setup.start)));
    if let Some(royal) = game.royals.first() {
        let royal = names(royal.pieces, game);
        line("");
        line("# Another way to win, asked before all others:");
        line("#[[end]]");
        line("#name   = \"the last man\"");
        line(&format!(
            "#when   = {}",
            quoted(&format!("count(them, all except {royal}) == 0 and count(us, all) > 1"))
        ));
        line("#result = \"us\"");
    }
    if let Some(end) = game.ends.last() {
        line("");
        line("# One of its ends taken out:");
        line("#[[end]]");
        line(&format!("#name = {}", quoted(&end.name)));
        line("#off  = true");
    }
    line("");
    line("# What `ferz test` looks at:");
    line("#[[test]]");
    line("#name   = \"the game can begin\"");
    line("#status = \"ongoing\"");
    out
}

/// A whole game with nothing but kings, on a board of this size.
pub fn empty(title: &str, files: u8, ranks: u8) -> String {
    let king = files / 2;
    let row = |letter: char| {
        let (left, right) = (king, files.saturating_sub(king).saturating_sub(1));
        let blank = |count: u8| if count == 0 { String::new() } else { count.to_string() };
        format!("{}{letter}{}", blank(left), blank(right))
    };
    let mut rows = vec![row('k')];
    rows.extend(std::iter::repeat_n(files.to_string(), usize::from(ranks).saturating_sub(2)));
    rows.push(row('K'));
    let mut out = String::new();
    // Writing into a text cannot fail.
    let _ = write!(
        out,
        "\
[variant]
name  = {title}
about = \"What it is, who thought of it.\"

[board]
files = {files}
ranks = {ranks}

# Moves are written in Betza notation: `ferz betza K` says what one means.
[pieces.king]
letter = \"K\"
moves  = \"K\"

# Another man. Take the `#` in front of a line away to use it, and put it into the start.
#[pieces.rook]
#letter = \"R\"
#moves  = \"R\"
#value  = 5

# Neither side may leave such a man attacked.
[[royal]]
name   = \"king\"
pieces = \"king\"

# A FEN: ranks from the last to the first, White's men as capitals, who moves, castling rights,
# the square to be taken en passant, and two counts of moves.
[setup]
start = \"{start} w - - 0 1\"

# The first end that holds decides. `us` has just moved, `them` is to move.
[[end]]
name   = \"checkmate\"
when   = \"check(them) and moves(them) == 0\"
result = \"us\"

[[end]]
name   = \"stalemate\"
when   = \"moves(them) == 0\"
result = \"draw\"

# What `ferz test` looks at:
[[test]]
name   = \"the game can begin\"
status = \"ongoing\"
",
        title = quoted(title),
        start = rows.join("/"),
    );
    out
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

fn royal_men(game: &Definition) -> PieceSet {
    let mut all = PieceSet::NONE;
    for royal in &game.royals {
        all.pieces |= royal.pieces.pieces;
    }
    all
}

/// A man who is not royal, with his moves.
fn an_ordinary_man(game: &Definition) -> Option<(String, String)> {
    let royal = royal_men(game);
    let mut men = game.pieces.iter().enumerate();
    let ordinary =
        |(at, _): &(usize, &_)| u8::try_from(*at).is_ok_and(|at| !royal.has(PieceId(at)));
    let (_, piece) = men.find(ordinary)?;
    Some((piece.name.clone(), piece.moves.first()?.moves.to_string()))
}

fn free_letter(game: &Definition) -> Option<char> {
    let taken = |c: char| {
        game.pieces.iter().any(|piece| piece.letter == c.to_string() || piece.reads.contains(c))
    };
    "WHZYXVUTSJIGFEDCAMLO".chars().find(|c| !taken(*c))
}

fn new_name(game: &Definition) -> &'static str {
    let taken = |name: &str| game.pieces.iter().any(|piece| piece.name == name);
    ["newcomer", "second-newcomer", "third-newcomer"]
        .into_iter()
        .find(|name| !taken(name))
        .unwrap_or("fourth-newcomer")
}

fn names(set: PieceSet, game: &Definition) -> String {
    let of = |id: PieceId| game.pieces.get(id.index()).map(|piece| piece.name.as_str());
    set.iter().filter_map(of).collect::<Vec<_>>().join(" + ")
}
