//! python-chess, running beside us.
//!
//! python-chess (GPL) is no part of the crate: `compare.py` runs it as a program of its own and
//! answers over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

const SCRIPT: &str = "tests/python_chess/compare.py";

/// The script, running.
pub(crate) struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// Of python-chess.
    pub(crate) version: String,
}

impl Engine {
    /// Starts the script; says why not where Python or python-chess is missing.
    pub(crate) fn start() -> Result<Self, String> {
        let mut child = Command::new("python3")
            .arg(SCRIPT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|fault| format!("python3: {fault}"))?;
        let to = child.stdin.take().ok_or("no pipe")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        let mut engine = Self { child, to, from, version: String::new() };
        let said = engine.read()?;
        said["version"].as_str().ok_or("no version")?.clone_into(&mut engine.version);
        Ok(engine)
    }

    fn read(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        self.from.read_line(&mut line).map_err(|fault| fault.to_string())?;
        serde_json::from_str(&line).map_err(|fault| format!("{fault}: `{}`", line.trim()))
    }

    /// Asks a question.
    pub(crate) fn ask(&mut self, question: &Value) -> Result<Value, String> {
        writeln!(self.to, "{question}").map_err(|fault| fault.to_string())?;
        let said = self.read()?;
        match said.get("error") {
            Some(fault) => Err(format!("python-chess: {fault} for {question}")),
            None => Ok(said),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
