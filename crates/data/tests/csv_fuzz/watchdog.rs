//! Ends the program when one execution takes too long, and leaves its input behind.
//!
//! Time is what the thread spent on a processor, as Linux counts it, for the machine may be busy.

#![expect(
    clippy::exit,
    clippy::print_stderr,
    reason = "a thread that hangs cannot be ended or spoken to otherwise"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest that one execution may work; they take milliseconds.
const LONGEST: Duration = Duration::from_secs(10);

/// Longest that one execution may last without working.
const LONGEST_WAIT: Duration = Duration::from_mins(5);

/// One thread's share of the processors.
#[derive(Clone)]
struct Clock {
    file: PathBuf,
}

impl Clock {
    fn of_this_thread() -> Self {
        let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let file = Path::new("/proc").join(thread).join("schedstat");
        Self { file }
    }

    /// Time so far.
    fn now(&self) -> Duration {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or_default())
    }
}

struct Watched {
    since: Instant,
    clock: Clock,
    start: Duration,
    bytes: Vec<u8>,
}

static RUNNING: Mutex<BTreeMap<String, Watched>> = Mutex::new(BTreeMap::new());

fn running() -> MutexGuard<'static, BTreeMap<String, Watched>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts watching.
pub(crate) fn start() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            for (name, watched) in running().iter() {
                let work = watched.clock.now().saturating_sub(watched.start);
                if work > LONGEST || watched.since.elapsed() > LONGEST_WAIT {
                    let path = keep(name, &watched.bytes);
                    eprintln!("fuzz/{name} hangs on `{}`", path.display());
                    std::process::exit(101);
                }
            }
        }
    });
}

/// Runs `work` on an input under watch; returns its result and the time it took.
pub(crate) fn watch<T>(name: &str, bytes: &[u8], work: impl FnOnce() -> T) -> (T, Duration) {
    let clock = Clock::of_this_thread();
    let start = clock.now();
    let watched = Watched {
        since: Instant::now(),
        clock: clock.clone(),
        start,
        bytes: bytes.to_vec(),
    };
    running().insert(name.to_owned(), watched);
    let result = work();
    running().remove(name);
    (result, clock.now().saturating_sub(start))
}

/// Writes an input that shows a fault and returns where.
pub(crate) fn keep(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}.csv"));
    if let Err(error) = std::fs::write(&path, bytes) {
        eprintln!("failed to write `{}`: {error}", path.display());
    }
    path
}
