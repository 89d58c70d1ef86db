//! `ferz lsp`: a language server on stdin and stdout.

use std::io::{BufReader, Write};
use std::path::Path;

use clap::Args;

use super::library::Folder;
use super::{FAULTY, FINE};
use crate::definition::Library;
use crate::lsp::serve;

/// The arguments of `ferz lsp`.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Speak over stdin and stdout, which it does anyway
    #[arg(long)]
    pub stdio: bool,
}

/// Runs the server and gives its exit code: 0 if the client asked for the end, 1 if it just went.
///
/// # Errors
///
/// An input that is no message of the protocol, or an output that cannot be written.
pub fn run(_: &LspArgs) -> anyhow::Result<u8> {
    let libraries = |folder: Option<&Path>| -> Box<dyn Library> {
        Box::new(Folder { path: folder.map(Path::to_owned) })
    };
    let mut output = std::io::stdout().lock();
    let asked = serve(BufReader::new(std::io::stdin()), &mut output, &libraries)?;
    output.flush()?;
    Ok(if asked { FINE } else { FAULTY })
}
