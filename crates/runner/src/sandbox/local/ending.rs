//! The last words of the stages, and the figures of the dead.

use std::io;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::sync::mpsc::{self, Receiver};

use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;

use super::super::Exit;
use super::super::protocol::{Reply, receive};
use crate::process;

/// How it ended, from the thread that waits for it.
pub(super) struct Ending {
    pub(super) exit: Result<Exit, String>,
    pub(super) cpu_s: f64,
    /// Resident bytes of the largest process at its largest.
    pub(super) largest_bytes: u64,
}

/// Waits for the supervisor in a thread of its own.
pub(super) fn wait_in_thread(
    mut child: Child,
    stream: UnixStream,
    start_failure: Option<String>,
) -> io::Result<Receiver<Ending>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new()
        .name("wait".to_owned())
        .spawn(move || {
            let mut largest_bytes = 0;
            let exit = last_words(&stream, start_failure, &mut largest_bytes);
            let pid = child.id() as i32;
            // Before it is reaped its figures can still be read, with those of all it has waited for.
            let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
            while waitid(Id::Pid(Pid::from_raw(pid)), flags) == Err(nix::Error::EINTR) {}
            let cpu_s = process::sample(pid).cpu_s;
            let _ = child.wait();
            // Nobody listens any more when the run was given up.
            let _ = sender.send(Ending {
                exit,
                cpu_s,
                largest_bytes,
            });
        })?;
    Ok(receiver)
}

/// Reads the stages' messages until the last of them is gone.
fn last_words(
    stream: &UnixStream,
    start_failure: Option<String>,
    largest: &mut u64,
) -> Result<Exit, String> {
    let mut exit = Exit {
        start_failure,
        ..Exit::default()
    };
    let mut failure = None;
    loop {
        match receive::<Reply>(stream) {
            Ok(Some((Reply::CannotStart(message), _))) => exit.start_failure = Some(message),
            Ok(Some((
                Reply::Ended {
                    code,
                    signal,
                    largest_bytes,
                },
                _,
            ))) => {
                (exit.code, exit.signal) = (code, signal);
                *largest = largest_bytes;
            }
            Ok(Some((Reply::Failed(message), _))) => failure = Some(message),
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                failure = Some(error.to_string());
                break;
            }
        }
    }
    match failure {
        Some(message) if exit.start_failure.is_none() => Err(message),
        _ => Ok(exit),
    }
}
