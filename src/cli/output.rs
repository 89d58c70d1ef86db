//! Outputs of `ferz batch`: files that are begun, gone on with, and left whole.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::STOPPED;
use super::batch::BatchArgs;
use crate::batch::Format;
use crate::batch::resume::{Left, Resumed};

/// What can be done about a run that was stopped.
const GO_ON: &str = "the same call with `--resume` goes on";
/// The same where no call goes on.
const WHOLE: &str = "the records so far are whole";
/// How long a signal waits for what is being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether an output is worth nothing before it is finished.
fn format_is_whole(format: Format) -> bool {
    #[cfg(feature = "parquet")]
    let whole = format == Format::Parquet;
    #[cfg(not(feature = "parquet"))]
    let whole = {
        let _ = format;
        false
    };
    whole
}

/// Where a file is written that is worth nothing before it is finished.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    path.with_file_name(name)
}

/// Where records go.
pub(super) struct Output {
    /// What takes them.
    pub(super) to: Box<dyn Write + Send>,
    /// It is a file, of which a killed run leaves a part.
    pub(super) is_file: bool,
    /// How much of it is there already.
    pub(super) left: Left,
    /// It has another name as long as it is written.
    pub(super) unfinished: Unfinished,
}

/// Opens what the call says records go to.
pub(super) fn output(
    args: &BatchArgs,
    inputs: &[String],
    format: Format,
) -> anyhow::Result<Output> {
    let whole = format_is_whole(format);
    let Some(path) = args.output.as_ref().filter(|path| *path != Path::new("-")) else {
        if whole && std::io::stdout().is_terminal() {
            bail!("a Parquet file is not for a terminal; say where with `-o`");
        }
        if args.resume {
            bail!("the standard output cannot be gone on with; name a file with `-o`");
        }
        let is_file = !whole && stdout_is_file();
        let to: Box<dyn Write + Send> = if is_file {
            Box::new(Kept::new(std::io::stdout(), WHOLE))
        } else {
            Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout()))
        };
        let (left, unfinished) = (Left::default(), Unfinished::default());
        return Ok(Output { to, is_file, left, unfinished });
    };
    let name = path.display();
    if let Some(input) = inputs.iter().find(|input| same_file(Path::new(input), path)) {
        bail!("{input} is the input");
    }
    let variant = args.variant.split('[').next().unwrap_or_default();
    if same_file(Path::new(variant), path) {
        bail!("{name} is the game");
    }
    if path.extension().is_some_and(|extension| extension == "gz" || extension == "zst") {
        bail!("{name}: records are not packed; write to `-` and pack them there");
    }
    let cannot = || format!("cannot write {name}");
    if args.resume {
        if whole {
            bail!(
                "a Parquet file is written whole or not at all, so none can be gone on with; \
                 write JSON lines or CSV to be able to"
            );
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).with_context(cannot)?;
        let resumed = Resumed::new(file).with_context(cannot)?;
        let left = resumed.left();
        let to = Box::new(Kept::new(resumed, GO_ON));
        return Ok(Output { to, is_file: true, left, unfinished: Unfinished::default() });
    }
    // A device or a pipe cannot be put in place of another.
    let aside = whole && path.metadata().map_or(true, |about| about.is_file());
    let partial = aside.then(|| partial(path));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let file = options.open(partial.as_ref().unwrap_or(path)).with_context(cannot)?;
    let unfinished = Unfinished(partial.map(|partial| (partial, path.clone())));
    let is_file = is_file(&file);
    let how = if whole { "nothing has been written" } else { GO_ON };
    let to = Box::new(Kept::new(Anew { file, old: is_file }, how));
    Ok(Output { to, is_file, left: Left::default(), unfinished })
}

/// A file that is emptied when something is written, and not for a call that fails before.
struct Anew {
    file: File,
    /// It may still hold what was there before.
    old: bool,
}

impl Anew {
    fn empty(&mut self) -> std::io::Result<()> {
        if std::mem::take(&mut self.old) { self.file.set_len(0) } else { Ok(()) }
    }
}

impl Write for Anew {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.empty()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.empty()?;
        self.file.flush()
    }
}

/// A file that is worth nothing before it is finished: where it is written, and its name. What
/// is not finished is taken away.
#[derive(Default)]
pub(super) struct Unfinished(Option<(PathBuf, PathBuf)>);

impl Unfinished {
    /// The file is whole and gets its name.
    pub(super) fn finish(mut self) -> std::io::Result<()> {
        self.0.take().map_or(Ok(()), |(partial, path)| std::fs::rename(partial, path))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.0 {
            let _ = std::fs::remove_file(partial);
        }
    }
}

/// Whether it is neither a device nor a pipe.
fn is_file(file: &File) -> bool {
    file.metadata().is_ok_and(|about| about.is_file())
}

/// The same of the standard output.
fn stdout_is_file() -> bool {
    #[cfg(unix)]
    let stdout = std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let stdout = std::os::windows::io::AsHandle::as_handle(&std::io::stdout()).try_clone_to_owned();
    stdout.is_ok_and(|stdout| is_file(&File::from(stdout)))
}

/// A file that a signal to stop (Ctrl-C, `kill`) leaves with whole records.
struct Kept<W> {
    file: W,
    /// Held while something is written.
    writing: Arc<Mutex<()>>,
}

impl<W: Write> Kept<W> {
    /// `how` says what can be done about a run that was stopped.
    fn new(file: W, how: &'static str) -> Self {
        let writing = Arc::new(Mutex::new(()));
        let held = Arc::clone(&writing);
        // Where signals cannot be caught they stop the run as they always do.
        let _ = ctrlc::set_handler(move || {
            let begin = Instant::now();
            // What is being written is finished, but a device that hangs is not waited for.
            let _guard = loop {
                match held.try_lock() {
                    Ok(guard) => break Some(guard),
                    Err(_) if begin.elapsed() > PATIENCE => break None,
                    Err(_) => std::thread::sleep(Duration::from_millis(1)),
                }
            };
            let _ = writeln!(std::io::stderr(), "stopped by a signal; {how}");
            std::process::exit(i32::from(STOPPED));
        });
        Self { file, writing }
    }
}

impl<W: Write> Write for Kept<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _guard = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Writing over the input would destroy it, whatever it is called.
fn same_file(input: &Path, output: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let (Ok(input), Ok(output)) = (input.metadata(), output.metadata()) {
            return input.is_file() && (input.dev(), input.ino()) == (output.dev(), output.ino());
        }
    }
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output && input.is_file(),
        _ => false,
    }
}
