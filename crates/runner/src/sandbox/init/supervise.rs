//! The stage that watches over the agent, and ends all of it.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};

use super::super::protocol::{Program, Reply, Supervise, receive, send};
use super::{IDENTITY, INSIDE, SANDBOX_INIT_ARG, failed};
use crate::limits::remove_dirs;
use crate::process::{descendants, signal_all};

/// Starts what it is told, waits for it, and leaves when nothing of it is left.
pub(super) fn main(stream: &UnixStream) -> Result<(), String> {
    let (request, _) = receive::<Supervise>(stream)
        .map_err(failed("cannot read the request"))?
        .ok_or("nobody sent a request")?;
    set_child_subreaper(true).map_err(failed("cannot become the parent of orphans"))?;
    // The agent must not inherit which signals the harness handles in threads of its own.
    SigSet::empty()
        .thread_set_mask()
        .map_err(failed("cannot unblock signals"))?;
    request
        .rlimits
        .apply()
        .map_err(failed("cannot set resource limits"))?;
    write_pid(&request.join).map_err(failed("cannot join the control groups"))?;
    let child = start(stream, &request.program)?;
    // Best effort: where going back is not allowed, the few megabytes of this stage count too.
    let _ = write_pid(&request.leave);
    let pid = child.id() as i32;
    // Only now, as the mask is inherited too. A child that has ended already is found by `reap`.
    let signals = block_signals().map_err(failed("cannot block signals"))?;
    let mut family = Family {
        first: pid,
        status: None,
    };
    if send(stream, &Reply::Started { pid }, None).is_ok() {
        family.watch(stream, &signals);
    }
    family.end();
    let (code, signal) = family.status.unwrap_or_default();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
    let largest_bytes = u64::try_from(usage).unwrap_or(0) * 1024;
    let ended = Reply::Ended {
        code,
        signal,
        largest_bytes,
    };
    if send(stream, &ended, None).is_err() {
        // The harness is gone, so nobody else will tidy up.
        remove_groups(&request.join);
    }
    Ok(())
}

/// Blocks the signals that would end this stage, and returns where SIGCHLD can be read.
fn block_signals() -> nix::Result<SignalFd> {
    let mut all = SigSet::empty();
    for signal in [
        Signal::SIGTERM,
        Signal::SIGINT,
        Signal::SIGHUP,
        Signal::SIGCHLD,
    ] {
        all.add(signal);
    }
    all.thread_block()?;
    let mut child = SigSet::empty();
    child.add(Signal::SIGCHLD);
    SignalFd::with_flags(&child, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)
}

fn write_pid(files: &[PathBuf]) -> Result<(), String> {
    let pid = std::process::id().to_string();
    for file in files {
        fs::write(file, &pid).map_err(|error| format!("`{}`: {error}", file.display()))?;
    }
    Ok(())
}

/// Removes the control groups whose files are `join`.
fn remove_groups(join: &[PathBuf]) {
    let dirs: Vec<PathBuf> = join
        .iter()
        .filter_map(|file| Some(file.parent()?.to_owned()))
        .collect();
    remove_dirs(&dirs);
}

fn start(stream: &UnixStream, program: &Program) -> Result<Child, String> {
    match program {
        Program::Direct(command) => {
            let mut process = Command::new(&command.argv[0]);
            process
                .args(&command.argv[1..])
                .env_clear()
                .envs(&command.env);
            process
                .current_dir(&command.dir)
                .stdin(Stdio::null())
                .process_group(0);
            process.spawn().map_err(|error| {
                let message = format!("cannot start `{}`: {error}", command.argv[0]);
                // The reply says whose fault it is; the error below only ends this stage.
                let _ = send(stream, &Reply::CannotStart(message.clone()), None);
                message
            })
        }
        Program::Bubblewrap {
            args,
            seccomp,
            own_user_namespace,
        } => start_bubblewrap(stream, args, seccomp, *own_user_namespace),
    }
}

fn start_bubblewrap(
    stream: &UnixStream,
    args: &[String],
    seccomp: &[u8],
    own_user_namespace: bool,
) -> Result<Child, String> {
    let bad = || failed::<std::io::Error>("cannot prepare the arguments");
    // This very program, by descriptor: no path of the host has to exist inside.
    let exe = OwnedFd::from(File::open("/proc/self/exe").map_err(bad())?);
    let mut lines = args.to_vec();
    let filter = (!seccomp.is_empty())
        .then(|| in_memory(seccomp))
        .transpose()
        .map_err(bad())?;
    if let Some(filter) = &filter {
        lines.extend(["--seccomp".to_owned(), filter.as_raw_fd().to_string()]);
    }
    let lines: Vec<u8> = lines
        .iter()
        .flat_map(|line| [line.as_bytes(), b"\0"].concat())
        .collect();
    let list = in_memory(&lines).map_err(bad())?;
    let exe_path = format!("/proc/self/fd/{}", exe.as_raw_fd());
    for fd in [Some(&exe), Some(&list), filter.as_ref()]
        .into_iter()
        .flatten()
    {
        fcntl(fd, FcntlArg::F_SETFD(FdFlag::empty())).map_err(|error| bad()(error.into()))?;
    }
    let mut process = if own_user_namespace {
        let mut process = Command::new(&exe_path);
        process.args([SANDBOX_INIT_ARG, IDENTITY, "bwrap"]);
        process
    } else {
        Command::new("bwrap")
    };
    process.args(["--args", &list.as_raw_fd().to_string(), "--", &exe_path]);
    process
        .args([SANDBOX_INIT_ARG, INSIDE])
        .env_clear()
        .env("PATH", SEARCH);
    let stdin = stream.as_fd().try_clone_to_owned().map_err(bad())?;
    process.stdin(Stdio::from(stdin)).process_group(0);
    process.spawn().map_err(failed("cannot start `bwrap`"))
}

/// Where `bwrap` is looked for; the harness's own environment stays outside.
const SEARCH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Returns a file in memory with `bytes`, to be read from its beginning.
fn in_memory(bytes: &[u8]) -> std::io::Result<OwnedFd> {
    let mut file = File::from(memfd_create("mlebench", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file.into())
}

/// Exit code and signal of a process that has ended.
type Status = (Option<i32>, Option<i32>);

/// Everything below this process.
struct Family {
    /// The child that was started.
    first: i32,
    /// How it has ended.
    status: Option<Status>,
}

impl Family {
    /// Waits until the first child has ended or the harness has hung up.
    fn watch(&mut self, stream: &UnixStream, signals: &SignalFd) {
        loop {
            self.reap();
            if self.status.is_some() {
                return;
            }
            let mut fds = [
                PollFd::new(stream.as_fd(), PollFlags::from_bits_retain(libc::POLLRDHUP)),
                PollFd::new(signals.as_fd(), PollFlags::POLLIN),
            ];
            let _ = poll(&mut fds, PollTimeout::from(1000u16));
            // A bit the library has no name for makes it return nothing; POLLRDHUP is such a bit.
            let events = fds[0].revents();
            if events.is_none_or(|events| events.intersects(PollFlags::POLLHUP)) {
                return;
            }
            while let Ok(Some(_)) = signals.read_signal() {}
        }
    }

    /// Takes note of all children that have ended. Returns whether there are others.
    fn reap(&mut self) -> bool {
        loop {
            let (pid, status) = match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::Exited(pid, code)) => (pid, (Some(code), None)),
                Ok(WaitStatus::Signaled(pid, signal, _)) => (pid, (None, Some(signal as i32))),
                Ok(WaitStatus::StillAlive) => return true,
                Ok(_) | Err(Errno::EINTR) => continue,
                Err(_) => return false,
            };
            if pid.as_raw() == self.first {
                self.status = Some(status);
            }
        }
    }

    /// Kills everything and returns when it is gone.
    ///
    /// Everything is stopped first: what is stopped cannot start more while others are killed.
    fn end(&mut self) {
        let this = std::process::id() as i32;
        let mut pause = Duration::from_millis(1);
        while self.reap() {
            let mut known = Vec::new();
            for _ in 0..50 {
                let mut new = descendants(this);
                new.retain(|pid| !known.contains(pid));
                if new.is_empty() {
                    break;
                }
                signal_all(&new, Signal::SIGSTOP);
                known.extend(new);
            }
            signal_all(&known, Signal::SIGKILL);
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }
}
