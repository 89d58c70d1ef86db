//! `ferz schema`: the JSON Schema of variant files.

use std::io::Write;

use clap::Args;

use super::FINE;
use crate::definition::schema::schema;

/// The arguments of `ferz schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Print JSON, which it does anyway
    #[arg(long)]
    pub json: bool,
}

/// Runs the command and gives its exit code.
///
/// # Errors
///
/// An output that cannot be written.
pub fn run(_: &SchemaArgs) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema())?;
    writeln!(out)?;
    Ok(FINE)
}
