//! Stopping a run group: once to end cleanly, twice to end at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use nix::sys::signal::{SigSet, Signal};

/// A request to stop, shared between the one who asks and all who work.
///
/// The first request lets agents end (SIGTERM, a grace period); the second kills at once.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicU8>);

impl CancelToken {
    /// Creates a token that nobody has asked to stop.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks to stop; the second call asks to stop at once.
    pub fn request(&self) {
        let more = |asked: u8| Some(asked.saturating_add(1));
        // The closure always returns a value, so this cannot fail.
        let _ = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, more);
    }

    /// Whether a stop was asked for.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }

    /// Whether a stop without grace was asked for.
    pub fn is_urgent(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 1
    }

    /// Requests a stop for every SIGINT and SIGTERM this process gets from now on.
    ///
    /// Call it before other threads are started: they inherit that these signals are blocked and
    /// left to the thread that listens here. Agents start with no signal blocked.
    ///
    /// # Errors
    ///
    /// Returns an error if the signals cannot be blocked or no thread can be started.
    pub fn request_on_signals(&self) -> io::Result<()> {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGINT);
        signals.add(Signal::SIGTERM);
        signals.thread_block()?;
        let token = self.clone();
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                while signals.wait().is_ok() {
                    token.request();
                }
            })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_request_is_urgent() {
        let token = CancelToken::new();
        assert!(!token.is_requested());
        token.request();
        assert!(token.is_requested() && !token.is_urgent());
        token.request();
        assert!(token.is_urgent());
    }
}
