//! The `ferz` program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::cli::run()
}
