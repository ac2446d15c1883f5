//! Ends the program when one execution takes too long, and leaves its submission behind.

#![expect(
    clippy::exit,
    clippy::print_stderr,
    reason = "a thread that hangs cannot be ended or spoken to otherwise"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest that one execution may take. Executions take milliseconds; the machine may be busy.
const LONGEST: Duration = Duration::from_secs(20);

struct Watched {
    since: Instant,
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
            for (id, watched) in running().iter() {
                if watched.since.elapsed() > LONGEST {
                    let path = keep(id, &watched.bytes);
                    eprintln!("fuzz/{id} hangs on `{}`", path.display());
                    std::process::exit(101);
                }
            }
        }
    });
}

/// Runs `work` on the submission of a competition under watch.
pub(crate) fn watch<T>(id: &str, bytes: &[u8], work: impl FnOnce() -> T) -> T {
    let watched = Watched {
        since: Instant::now(),
        bytes: bytes.to_vec(),
    };
    running().insert(id.to_owned(), watched);
    let result = work();
    running().remove(id);
    result
}

/// Writes a submission that shows a fault and returns where.
pub(crate) fn keep(id: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{id}.csv"));
    if let Err(error) = std::fs::write(&path, bytes) {
        eprintln!("failed to write `{}`: {error}", path.display());
    }
    path
}
