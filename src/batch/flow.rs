//! Shares of an input, judged by all threads; their records, written in the order of the input.
//!
//! The caller's thread reads, the pool judges, and one more thread writes, so that nobody waits
//! for another's files. What is in flight is bounded.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Summary;
use super::record::Record;
use super::write::{Format, Records, Writer};

/// Shares that are read ahead of the one that is being written.
const AHEAD: usize = 64;
/// Bytes of the largest share: some hundred lines.
pub(super) const SHARE: usize = 1 << 16;
/// Bytes of the first shares: lines may be dear, and then each thread wants some.
const FIRST_SHARE: usize = 1 << 9;
/// Shares that take less grow, shares that take more shrink.
const QUICK: Duration = Duration::from_millis(1);
const SLOW: Duration = Duration::from_millis(20);
/// How long a record waits for those of its share that are not judged yet.
const PATIENCE: Duration = Duration::from_millis(50);

/// How large the next share should be: cheap lines want few hand-overs, dear ones many.
pub(super) struct Pace(AtomicUsize);

impl Pace {
    /// Bytes of the next share.
    pub(super) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    fn judged(&self, took: Duration) {
        let bytes = self.bytes();
        if took < QUICK {
            self.0.store((bytes * 2).min(SHARE), Ordering::Relaxed);
        } else if took > SLOW {
            self.0.store((bytes / 2).max(1), Ordering::Relaxed);
        }
    }
}

/// Where the records of a share are put.
pub(super) struct Sheet<'s> {
    records: Records,
    slot: Option<&'s Slot>,
}

impl Sheet<'_> {
    /// A sheet that nobody waits for.
    pub(super) fn new() -> Self {
        Self { records: Records::default(), slot: None }
    }

    /// Adds a record.
    pub(super) fn push(&mut self, format: Format, record: &Record<'_>) {
        self.records.push(format, record);
    }

    /// Lets whoever waits have the records so far: what comes next may take long.
    pub(super) fn hand_out(&mut self) {
        if let Some(slot) = self.slot {
            slot.lock().records.append(&mut self.records);
        }
    }

    /// The records that have not been handed out.
    pub(super) fn into_records(self) -> Records {
        self.records
    }
}

/// A share's place in the order.
#[derive(Default)]
struct Slot {
    /// Bytes of the input up to its end.
    read: u64,
    filled: Mutex<Filled>,
    whole: Condvar,
}

#[derive(Default)]
struct Filled {
    records: Records,
    summary: Summary,
    whole: bool,
}

impl Slot {
    /// A thread that panicked has written whole records, as all others have.
    fn lock(&self) -> MutexGuard<'_, Filled> {
        self.filled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a share is judged, even if its thread panics: somebody waits for it.
struct Whole<'s>(&'s Slot);

impl Drop for Whole<'_> {
    fn drop(&mut self) {
        self.0.lock().whole = true;
        self.0.whole.notify_one();
    }
}

/// Gives a share, and the bytes of the input up to its end; says whether more are wanted.
pub(super) type Give<'g, S> = &'g mut dyn FnMut(S, u64) -> bool;

/// Runs `feed` on this thread, which gives shares. Each is judged by `judge` on some thread of the
/// pool, and the records are written in the order in which the shares were given. `progress` is
/// told the bytes of the input whose records have been written.
///
/// # Errors
///
/// Those of `feed`, and an output that cannot be written.
pub(super) fn run<S: Send, W: Write + Send>(
    pool: &rayon::ThreadPool,
    writer: &mut Writer<W>,
    judge: &(impl Fn(&S, &mut Sheet<'_>) -> Summary + Sync),
    progress: &mut (impl FnMut(u64) + Send),
    feed: impl FnOnce(&Pace, Give<'_, S>) -> io::Result<()>,
) -> io::Result<Summary> {
    let pace = &Pace(AtomicUsize::new(FIRST_SHARE));
    let spare = &Mutex::new(Vec::new());
    let (order, in_order) = sync_channel::<Arc<Slot>>(AHEAD);
    std::thread::scope(|threads| {
        let written = threads.spawn(move || write(&in_order, spare, writer, progress));
        let fed = pool.in_place_scope_fifo(|scope| {
            let fed = feed(pace, &mut |share, read| {
                let slot = Arc::new(Slot { read, ..Slot::default() });
                // Nobody takes it any more if the output broke.
                let wanted = order.send(Arc::clone(&slot)).is_ok();
                if wanted {
                    scope.spawn_fifo(move |_| {
                        let begun = Instant::now();
                        let _whole = Whole(&slot);
                        let records = lock(spare).pop().unwrap_or_default();
                        let mut sheet = Sheet { records, slot: Some(&slot) };
                        let summary = judge(&share, &mut sheet);
                        sheet.hand_out();
                        slot.lock().summary = summary;
                        pace.judged(begun.elapsed());
                    });
                }
                wanted
            });
            drop(order);
            fed
        });
        let written = written.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let unwritten = |fault: io::Error| {
            io::Error::new(fault.kind(), format!("cannot write records: {fault}"))
        };
        fed.and(written.map_err(unwritten))
    })
}

/// Writes what the slots hold, in their order, as soon as it can be written.
fn write<W: Write + Send>(
    in_order: &Receiver<Arc<Slot>>,
    spare: &Mutex<Vec<Records>>,
    writer: &mut Writer<W>,
    progress: &mut impl FnMut(u64),
) -> io::Result<Summary> {
    let mut total = Summary::default();
    loop {
        let slot = match in_order.try_recv() {
            Ok(slot) => slot,
            Err(TryRecvError::Disconnected) => return Ok(total),
            Err(TryRecvError::Empty) => {
                writer.flush()?;
                let Ok(slot) = in_order.recv() else { return Ok(total) };
                slot
            }
        };
        loop {
            let mut filled = slot.lock();
            if !filled.whole {
                let waited = slot.whole.wait_timeout(filled, PATIENCE);
                filled = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            let mut records = std::mem::take(&mut filled.records);
            let (whole, summary) = (filled.whole, filled.summary);
            drop(filled);
            writer.write(&mut records)?;
            if whole {
                total.add(&summary);
                progress(slot.read);
                records.clear();
                lock(spare).push(records);
                break;
            }
            // Somebody may be waiting for the records of what has been judged so far.
            writer.flush()?;
        }
    }
}

fn lock(spare: &Mutex<Vec<Records>>) -> MutexGuard<'_, Vec<Records>> {
    spare.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::super::Options;
    use super::*;

    /// An output that tells what it gets.
    struct Told(Sender<u8>);

    impl Write for Told {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            for digit in bytes.iter().filter(|byte| byte.is_ascii_digit()) {
                self.0.send(*digit).map_err(io::Error::other)?;
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn options() -> Options {
        Options { fields: "line".parse().unwrap(), ..Options::default() }
    }

    fn push(line: u64, sheet: &mut Sheet<'_>) {
        let record = Record::blank(options().fields, line, "".into());
        sheet.push(Format::Json, &record);
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// What is finished is written while the next line is judged, however long that takes: here
    /// until it has been written.
    #[test]
    fn what_is_handed_out_is_written() {
        let (told, hear) = channel();
        let hear = Mutex::new(hear);
        let mut writer = Writer::new(&options(), Told(told)).unwrap();
        let judge = |lines: &[u64; 3], sheet: &mut Sheet<'_>| {
            for &line in lines {
                push(line, sheet);
                sheet.hand_out();
                let heard = hear.lock().unwrap().recv_timeout(Duration::from_secs(600));
                assert_eq!(heard, Ok(b'0' + line as u8));
            }
            Summary { lines: 3, ..Summary::default() }
        };
        let feed = |_: &Pace, give: Give<'_, [u64; 3]>| {
            assert!(give([1, 2, 3], 10) && give([4, 5, 6], 20));
            Ok(())
        };
        let mut done = Vec::new();
        let mut progress = |bytes| done.push(bytes);
        let total = run(&pool(1), &mut writer, &judge, &mut progress, feed).unwrap();
        assert_eq!((total.lines, done), (6, vec![10, 20]));
    }

    /// Later shares may be finished first.
    #[test]
    fn records_stand_in_the_order_of_the_shares() {
        let mut output = Vec::new();
        let mut writer = Writer::new(&options(), &mut output).unwrap();
        let judge = |line: &u64, sheet: &mut Sheet<'_>| {
            if line.is_multiple_of(7) {
                std::thread::sleep(Duration::from_millis(3));
            }
            push(*line, sheet);
            Summary { lines: 1, ..Summary::default() }
        };
        let feed = |_: &Pace, give: Give<'_, u64>| {
            assert!((0..300).all(|line| give(line, line)));
            Ok(())
        };
        assert_eq!(run(&pool(4), &mut writer, &judge, &mut |_| (), feed).unwrap().lines, 300);
        writer.finish().unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.lines().eq((0..300).map(|line| format!("{{\"line\":{line}}}"))));
    }

    /// The first fault is told, and nothing more is read.
    #[test]
    fn an_output_that_takes_nothing_ends_the_reading() {
        let (told, hear) = channel();
        drop(hear);
        let mut writer = Writer::new(&options(), Told(told)).unwrap();
        let judge = |line: &u64, sheet: &mut Sheet<'_>| {
            push(*line, sheet);
            Summary::default()
        };
        let feed = |_: &Pace, give: Give<'_, u64>| {
            while give(1, 1) {}
            Ok(())
        };
        assert!(run(&pool(2), &mut writer, &judge, &mut |_| (), feed).is_err());
        let mut writer = Writer::new(&options(), Vec::new()).unwrap();
        let feed = |_: &Pace, _: Give<'_, u64>| Err(io::Error::other("no input"));
        assert!(run(&pool(2), &mut writer, &judge, &mut |_| (), feed).is_err());
    }

    #[test]
    fn shares_shrink_where_lines_are_dear() {
        let pace = Pace(AtomicUsize::new(FIRST_SHARE));
        (0..20).for_each(|_| pace.judged(QUICK / 2));
        assert_eq!(pace.bytes(), SHARE);
        pace.judged((QUICK + SLOW) / 2);
        assert_eq!(pace.bytes(), SHARE);
        (0..20).for_each(|_| pace.judged(SLOW * 2));
        assert_eq!(pace.bytes(), 1);
    }
}
