//! Lines of a stream that may be endless, silent or broken.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use super::Trouble;
use crate::limits;

/// Lines that wait to be asked for: more are not read from the stream.
const WAITING: usize = 64;

/// Lines as they come. A thread reads them; it ends with the stream, or when nobody listens.
pub(super) struct Lines {
    receiver: Receiver<Result<String, Trouble>>,
}

impl Lines {
    pub(super) fn new(stream: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut stream = BufReader::new(stream);
            loop {
                let line = read_line(&mut stream);
                let last = line.is_err();
                if sender.send(line).is_err() || last {
                    return;
                }
            }
        });
        Self { receiver }
    }

    /// The next line, if it comes within `left`; `timeout` is what is told otherwise.
    pub(super) fn next(&self, left: Duration, timeout: Duration) -> Result<String, Trouble> {
        self.receiver.recv_timeout(left).unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Err(Trouble::Silent(timeout)),
            RecvTimeoutError::Disconnected => Err(Trouble::Ended),
        })
    }
}

fn read_line(stream: &mut impl BufRead) -> Result<String, Trouble> {
    let mut line = Vec::new();
    let most = limits::ENGINE_LINE_BYTES as u64;
    let read = stream.take(most).read_until(b'\n', &mut line).map_err(|_| Trouble::Ended)?;
    if read == 0 {
        return Err(Trouble::Ended);
    }
    if read as u64 == most && line.last() != Some(&b'\n') {
        return Err(Trouble::LongLine);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}
