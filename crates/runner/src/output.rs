//! What an agent prints: always taken off its hands, written up to a bound, secrets left out.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::agent::Secrets;
use crate::error::IoError;

/// How much of the end is kept when the middle is left out.
const TAIL: usize = 64 << 10;
/// How long to wait for the end of the output once the agent is gone.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The log of an agent's output while it is being written.
pub(crate) struct OutputLog {
    sink: Arc<Mutex<Sink>>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

struct Sink {
    file: File,
    room: u64,
    seen: u64,
    left_out: u64,
    tail: VecDeque<u8>,
}

impl OutputLog {
    /// Begins to read `pipes` into a new file at `path`, of about `most_bytes`.
    pub(crate) fn start(
        pipes: Vec<OwnedFd>,
        path: &Path,
        most_bytes: u64,
        secrets: &Secrets,
    ) -> Result<Self, IoError> {
        let file = File::create(path).map_err(IoError::at("write the log", path))?;
        let sink = Sink {
            file,
            room: most_bytes,
            seen: 0,
            left_out: 0,
            tail: VecDeque::new(),
        };
        let sink = Arc::new(Mutex::new(sink));
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for pipe in pipes {
            let (sink, stop, secrets) = (Arc::clone(&sink), Arc::clone(&stop), secrets.clone());
            let thread = std::thread::Builder::new().name("output".to_owned());
            let thread = thread.spawn(move || drain(pipe, &sink, &stop, &secrets));
            threads.push(thread.map_err(IoError::at("start a thread for", path))?);
        }
        Ok(Self {
            sink,
            stop,
            threads,
        })
    }

    /// Ends the log once the agent is gone; returns how many bytes it has printed.
    pub(crate) fn finish(mut self) -> u64 {
        let deadline = Instant::now() + LAST_WORDS;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        sink.end();
        sink.seen
    }
}

impl Sink {
    fn take(&mut self, bytes: &[u8]) {
        self.seen += bytes.len() as u64;
        let fits = bytes
            .len()
            .min(usize::try_from(self.room).unwrap_or(usize::MAX));
        // A full disk must not block the agent; what cannot be written is left out.
        if fits > 0 && self.file.write_all(&bytes[..fits]).is_err() {
            self.left_out += fits as u64;
        }
        self.room -= fits as u64;
        let rest = &bytes[fits..];
        self.left_out += rest.len() as u64;
        self.tail.extend(&rest[rest.len().saturating_sub(TAIL)..]);
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
    }

    fn end(&mut self) {
        if self.left_out == 0 {
            return;
        }
        let gone = self.left_out - self.tail.len() as u64;
        let note = format!("\n[mlebench: {gone} bytes of output are left out here]\n");
        let (first, second) = self.tail.as_slices();
        let bytes = [note.as_bytes(), first, second].concat();
        // The run does not depend on its log.
        let _ = self.file.write_all(&bytes);
        self.tail.clear();
        self.left_out = 0;
    }
}

fn drain(pipe: OwnedFd, sink: &Mutex<Sink>, stop: &AtomicBool, secrets: &Secrets) {
    let mut pipe = File::from(pipe);
    let mut chunk = vec![0; 1 << 16];
    let mut held: Vec<u8> = Vec::new();
    let take = |bytes: &[u8]| {
        sink.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(bytes);
    };
    while !stop.load(Ordering::Relaxed) {
        let mut waits = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
        match poll(&mut waits, PollTimeout::from(100u8)) {
            Ok(0) | Err(nix::Error::EINTR) => continue,
            Ok(_) => {}
            Err(_) => break,
        }
        match pipe.read(&mut chunk) {
            Ok(0) => break,
            Ok(got) => held.extend(&chunk[..got]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        }
        secrets.redact_bytes(&mut held);
        // The end may be the beginning of a secret: it waits for what follows.
        let ready = held.len().saturating_sub(secrets.overlap());
        take(&held[..ready]);
        held.drain(..ready);
    }
    take(&held);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(chunks: &[&[u8]], most: u64, secrets: &Secrets) -> (String, u64) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.log");
        let (read, write) = std::io::pipe().unwrap();
        let log = OutputLog::start(vec![read.into()], &path, most, secrets).unwrap();
        let mut write = write;
        for chunk in chunks {
            write.write_all(chunk).unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(write);
        let seen = log.finish();
        (std::fs::read_to_string(&path).unwrap(), seen)
    }

    #[test]
    fn leaves_out_a_secret_that_comes_in_two_pieces() {
        let secrets = Secrets::new(["hunter2hunter2"]);
        let (text, _) = log(&[b"key hunter2", b"hunter2 end"], 1000, &secrets);
        assert_eq!(text, "key [secret] end");
    }

    #[test]
    fn keeps_head_and_tail_of_a_flood() {
        let flood = vec![b'x'; 1 << 20];
        let (text, seen) = log(&[b"head", &flood, b"tail"], 100, &Secrets::default());
        assert!(
            text.starts_with("headxxx") && text.ends_with("xxxtail"),
            "{}",
            text.len()
        );
        assert!(text.contains("bytes of output are left out") && text.len() < 100 + TAIL + 100);
        assert_eq!(seen, (1 << 20) + 8);
    }

    #[test]
    fn does_not_wait_for_a_pipe_that_stays_open() {
        let dir = tempfile::tempdir().unwrap();
        let (read, _write) = std::io::pipe().unwrap();
        let path = dir.path().join("run.log");
        let log = OutputLog::start(vec![read.into()], &path, 10, &Secrets::default()).unwrap();
        let started = Instant::now();
        assert_eq!(log.finish(), 0);
        assert!(started.elapsed() < Duration::from_secs(4));
    }
}
