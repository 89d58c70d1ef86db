//! `ferz list`: the games in the program.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::FINE;
use super::library::{BUILT_IN, find};

/// The arguments of `ferz list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Serialize)]
struct Game {
    name: &'static str,
    title: String,
    board: String,
    about: String,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written.
pub fn run(args: &ListArgs) -> anyhow::Result<u8> {
    let mut games = Vec::new();
    for game in BUILT_IN.iter().filter(|game| game.listed) {
        let definition = find(game.name)?.load().definition;
        // A test sees to it that every game in the program is without errors.
        let Some(definition) = definition else { continue };
        games.push(Game {
            name: game.name,
            title: definition.title,
            board: format!("{}x{}", definition.shape.files(), definition.shape.ranks()),
            about: definition.about,
        });
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&games)?)?;
    } else {
        let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
        for game in &games {
            writeln!(out, "{:<width$}  {:<5}  {}", game.name, game.board, game.title)?;
        }
    }
    Ok(FINE)
}
