//! An agent on this machine: the supervisor stage seen from the harness.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::init::{SANDBOX_INIT_ARG, SUPERVISE};
use super::protocol::{Inside, Program, Reply, Supervise, receive, send};
use super::{Exit, Measured, Running, SandboxError, SandboxKind};
use crate::limits::{
    Cgroup, CgroupPaths, LimitKind, LimitRecord, Limits, Rlimits, Watch, pids_in, remove_dirs,
};
use crate::process::{self, boot_id, descendants, signal_all, start_time};

/// How long the stages may take until the agent is started.
const START: Duration = Duration::from_secs(30);
/// How long killing may take.
const END: Duration = Duration::from_secs(10);

/// What a back end asks for.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) program: Program,
    pub(super) inside: Option<Inside>,
    pub(super) rlimits: Rlimits,
    /// How many levels below the supervisor are ours and not to be signalled.
    pub(super) skip_children: usize,
    pub(super) cgroup: Option<Cgroup>,
    pub(super) limits: Option<Limits>,
    /// Folders whose size is bounded.
    pub(super) watched: Vec<PathBuf>,
}

/// What a later process needs to find an agent whose harness is gone, and to end it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessIdentity {
    /// The supervisor's pid.
    pub pid: i32,
    /// When it began, in ticks since boot; with the pid and the boot, its identity.
    pub start_time: u64,
    /// The boot of the machine.
    pub boot_id: String,
    /// The control groups it may have left processes in.
    pub(crate) cgroups: CgroupPaths,
}

impl ProcessIdentity {
    /// Ends what is left, and returns how many processes that were.
    pub(crate) fn end(&self) -> usize {
        if self.boot_id != boot_id() {
            return 0;
        }
        let dirs = self.cgroups.dirs();
        let mut ended = 0;
        let deadline = Instant::now() + END;
        while Instant::now() < deadline {
            let mut left = pids_in(&dirs);
            if start_time(self.pid) == Some(self.start_time) {
                left.extend(descendants(self.pid));
                left.push(self.pid);
            }
            if left.is_empty() {
                break;
            }
            ended = ended.max(left.len());
            signal_all(&left, Signal::SIGKILL);
            std::thread::sleep(Duration::from_millis(10));
        }
        remove_dirs(&dirs);
        ended
    }
}

/// How it ended, from the thread that waits for it.
struct Ending {
    exit: Result<Exit, String>,
    cpu_s: f64,
}

/// A running agent of this machine.
#[derive(Debug)]
pub(super) struct LocalProcess {
    kind: SandboxKind,
    pid: i32,
    identity: ProcessIdentity,
    stream: UnixStream,
    listener: Option<TcpListener>,
    output: Vec<OwnedFd>,
    skip_children: usize,
    cgroup: Option<Cgroup>,
    limits: Option<Limits>,
    watch: Watch,
    exceeded: Option<LimitKind>,
    endings: Receiver<Ending>,
    ended: bool,
    cpu_s: f64,
}

impl LocalProcess {
    /// Starts the supervisor and everything below it, up to the agent.
    pub(super) fn start(
        kind: SandboxKind,
        init_program: &Path,
        start: Start,
    ) -> Result<Self, SandboxError> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(START))?;
        let mut child = Command::new(init_program)
            .args([SANDBOX_INIT_ARG, SUPERVISE])
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // The terminal's Ctrl-C is for the harness.
            .process_group(0)
            .spawn()
            .map_err(|error| SandboxError::Start {
                kind: kind.as_str(),
                reason: format!("cannot start `{}`: {error}", init_program.display()),
            })?;
        let pid = child.id() as i32;
        let cgroup = start.cgroup;
        let request = Supervise {
            program: start.program,
            join: cgroup.as_ref().map(Cgroup::join_files).unwrap_or_default(),
            leave: cgroup.as_ref().map(Cgroup::leave_files).unwrap_or_default(),
            rlimits: start.rlimits,
        };
        let greeted = greet(&ours, &request, start.inside.as_ref());
        let greeting = match greeted {
            Ok(greeting) => greeting,
            Err(reason) => {
                drop(ours);
                let reason = explain(child, reason);
                return Err(SandboxError::Start { kind: kind.as_str(), reason });
            }
        };
        ours.set_read_timeout(None)?;
        let output = take_pipes(&mut child);
        let identity = ProcessIdentity {
            pid,
            start_time: start_time(pid).unwrap_or(0),
            boot_id: boot_id(),
            cgroups: cgroup.as_ref().map(|cgroup| cgroup.paths().clone()).unwrap_or_default(),
        };
        let endings = wait_in_thread(child, ours.try_clone()?, greeting.start_failure)?;
        let watch = watch_for(cgroup.as_ref(), start.limits.as_ref(), start.watched);
        Ok(Self {
            kind,
            pid,
            identity,
            stream: ours,
            listener: greeting.listener,
            output,
            skip_children: start.skip_children,
            cgroup,
            limits: start.limits,
            watch,
            exceeded: None,
            endings,
            ended: false,
            cpu_s: 0.0,
        })
    }

    /// Returns the agent's processes, without those that are ours.
    fn agents(&self) -> Vec<i32> {
        let ours = if self.skip_children > 0 { process::children(self.pid) } else { Vec::new() };
        self.everything().into_iter().filter(|pid| !ours.contains(pid)).collect()
    }

    /// Returns all processes below the supervisor, and those that have slipped away from it.
    fn everything(&self) -> Vec<i32> {
        let mut pids = descendants(self.pid);
        let grouped = self.cgroup.as_ref().map(Cgroup::pids).unwrap_or_default();
        pids.extend(grouped.into_iter().filter(|pid| *pid != self.pid));
        pids.sort_unstable();
        pids.dedup();
        pids
    }

    /// Kills what is in the group although the supervisor is gone: it was killed itself.
    fn sweep(&self) {
        let Some(cgroup) = &self.cgroup else { return };
        let deadline = Instant::now() + END;
        loop {
            let left = cgroup.pids();
            if left.is_empty() || Instant::now() > deadline {
                return;
            }
            signal_all(&left, Signal::SIGKILL);
            cgroup.freeze(false);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn limit_records(&self, memory_peak: u64) -> Vec<LimitRecord> {
        let Some(limits) = &self.limits else { return Vec::new() };
        let by_group = |name| self.cgroup.as_ref().and_then(|cgroup| cgroup.limiting(name));
        let kills = self.cgroup.as_ref().map_or(0, Cgroup::memory_kills);
        let refusals = self.cgroup.as_ref().map_or(0, Cgroup::process_refusals);
        let root = nix::unistd::geteuid().is_root() && self.kind == SandboxKind::None;
        let mut records = Vec::new();
        let mut add = |kind, limit: Option<f64>, used, mechanism: &str, struck| {
            if let Some(limit) = limit {
                let mechanism = mechanism.to_owned();
                records.push(LimitRecord { kind, limit, used, mechanism, struck });
            }
        };
        add(
            LimitKind::Memory,
            limits.memory_bytes.map(|bytes| bytes as f64),
            Some(memory_peak as f64),
            by_group("memory").unwrap_or("rlimit and watcher"),
            kills > 0 || self.exceeded == Some(LimitKind::Memory),
        );
        add(LimitKind::Cpus, limits.cpus, None, by_group("cpu").unwrap_or("affinity"), false);
        // The kernel does not bound root's processes by rlimit.
        let otherwise = if root { "not enforced" } else { "rlimit" };
        add(
            LimitKind::Processes,
            limits.processes.map(|count| count as f64),
            None,
            by_group("pids").unwrap_or(otherwise),
            refusals > 0,
        );
        add(
            LimitKind::Disk,
            limits.disk_bytes.map(|bytes| bytes as f64),
            Some(self.watch.disk_peak_bytes as f64),
            "watcher",
            self.exceeded == Some(LimitKind::Disk),
        );
        records
    }
}

impl Running for LocalProcess {
    fn identity(&self) -> ProcessIdentity {
        self.identity.clone()
    }

    fn take_listener(&mut self) -> Option<TcpListener> {
        self.listener.take()
    }

    fn take_output(&mut self) -> Vec<OwnedFd> {
        std::mem::take(&mut self.output)
    }

    fn wait(&mut self, timeout: Duration) -> Result<Option<Exit>, SandboxError> {
        let ending = match self.endings.recv_timeout(timeout) {
            Ok(ending) => ending,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the agent was already waited for").into());
            }
        };
        self.sweep();
        self.ended = true;
        self.cpu_s = ending.cpu_s;
        let failed = |reason| SandboxError::Start { kind: self.kind.as_str(), reason };
        ending.exit.map(Some).map_err(failed)
    }

    fn exceeded(&mut self) -> Option<LimitKind> {
        if self.exceeded.is_none() {
            self.exceeded = self.watch.look(self.pid);
        }
        self.exceeded
    }

    fn set_frozen(&mut self, frozen: bool) {
        if !self.cgroup.as_ref().is_some_and(|cgroup| cgroup.freeze(frozen)) {
            let signal = if frozen { Signal::SIGSTOP } else { Signal::SIGCONT };
            signal_all(&self.agents(), signal);
        }
    }

    fn terminate(&mut self) {
        signal_all(&self.agents(), Signal::SIGTERM);
    }

    fn kill(&mut self) {
        // What is frozen cannot start more while others are killed.
        let frozen = self.cgroup.as_ref().is_some_and(|cgroup| cgroup.freeze(true));
        signal_all(&self.everything(), Signal::SIGKILL);
        if let Some(cgroup) = self.cgroup.as_ref().filter(|_| frozen) {
            cgroup.freeze(false);
        }
        // The supervisor takes it from here, until nothing is left.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    fn measured(&mut self) -> Measured {
        let cgroup = self.cgroup.as_ref();
        let cpu = cgroup.and_then(Cgroup::cpu_s);
        let memory = cgroup.and_then(Cgroup::memory_peak_bytes);
        let cpu_s = cpu.map_or(0.0, |(cpu_s, _)| cpu_s).max(self.cpu_s).max(self.watch.cpu_s);
        let memory_peak_bytes = memory.map_or(self.watch.memory_peak_bytes, |(bytes, _)| bytes);
        let mut by = vec![cpu.map_or("proc", |(_, by)| by), memory.map_or("proc", |(_, by)| by)];
        by.dedup();
        if self.limits.as_ref().is_some_and(|limits| limits.disk_bytes.is_some()) {
            self.watch.measure_disk();
        }
        Measured {
            cpu_s,
            memory_peak_bytes,
            mechanism: by.join(" and "),
            limits: self.limit_records(memory_peak_bytes),
        }
    }
}

impl Drop for LocalProcess {
    fn drop(&mut self) {
        if !self.ended {
            self.kill();
            // Only to be sure that it is gone before its folders are.
            let _ = self.wait(END);
        }
    }
}

/// What the stages said until the agent was started.
#[derive(Default)]
struct Greeting {
    started: bool,
    listener: Option<TcpListener>,
    start_failure: Option<String>,
}

/// Tells the stages what to do and waits until the agent is started.
fn greet(
    stream: &UnixStream,
    request: &Supervise,
    inside: Option<&Inside>,
) -> Result<Greeting, String> {
    let text = |error: io::Error| error.to_string();
    send(stream, request, None).map_err(text)?;
    let own_ids = matches!(&request.program, Program::Bubblewrap { own_user_namespace: true, .. });
    if let Some(inside) = inside.filter(|_| !own_ids) {
        send(stream, inside, None).map_err(text)?;
    }
    let mut greeting = Greeting::default();
    let mut ready = inside.is_none();
    while !(greeting.started && ready) {
        let Some((reply, fd)) = receive::<Reply>(stream).map_err(text)? else {
            return Err("it ended at once".to_owned());
        };
        match reply {
            Reply::Started { .. } => greeting.started = true,
            Reply::NeedsIds { pid } => {
                write_ids(pid)?;
                let mut stream = stream;
                stream.write_all(b"g").map_err(text)?;
                if let Some(inside) = inside {
                    send(stream, inside, None).map_err(text)?;
                }
            }
            Reply::Ready => {
                ready = true;
                greeting.listener = fd.map(TcpListener::from);
            }
            Reply::CannotStart(message) => {
                greeting.start_failure = Some(message);
                break;
            }
            Reply::Failed(message) => return Err(message),
            Reply::Ended { code, signal } => {
                return Err(format!("it ended early (code {code:?}, signal {signal:?})"));
            }
        }
    }
    Ok(greeting)
}

/// Maps all ids of this user namespace to themselves in that of `pid`.
fn write_ids(pid: i32) -> Result<(), String> {
    for file in ["gid_map", "uid_map"] {
        let own = fs::read_to_string(format!("/proc/self/{file}")).map_err(|e| e.to_string())?;
        let lines: Vec<String> = own
            .lines()
            .filter_map(|line| {
                let mut words = line.split_ascii_whitespace();
                let (first, count) = (words.next()?, words.nth(1)?);
                Some(format!("{first} {first} {count}"))
            })
            .collect();
        fs::write(format!("/proc/{pid}/{file}"), lines.join("\n"))
            .map_err(|error| format!("cannot map ids: {error}"))?;
    }
    Ok(())
}

/// Adds what a failed start has printed.
fn explain(mut child: Child, reason: String) -> String {
    let _ = child.wait();
    let mut said = String::new();
    if let Some(stderr) = child.stderr.take() {
        let _ = stderr.take(4096).read_to_string(&mut said);
    }
    match said.trim() {
        "" => reason,
        said => format!("{reason}: {said}"),
    }
}

fn take_pipes(child: &mut Child) -> Vec<OwnedFd> {
    let stdout = child.stdout.take().map(OwnedFd::from);
    let stderr = child.stderr.take().map(OwnedFd::from);
    stdout.into_iter().chain(stderr).collect()
}

fn watch_for(cgroup: Option<&Cgroup>, limits: Option<&Limits>, dirs: Vec<PathBuf>) -> Watch {
    let grouped = |name| cgroup.is_some_and(|cgroup| cgroup.limiting(name).is_some());
    let measured = cgroup.is_some_and(|cgroup| {
        cgroup.cpu_s().is_some() && cgroup.memory_peak_bytes().is_some()
    });
    let disk = limits.and_then(|limits| limits.disk_bytes);
    let memory = limits.and_then(|limits| limits.memory_bytes).filter(|_| !grouped("memory"));
    Watch::new(dirs, disk, memory, limits.is_some() && (!measured || memory.is_some()))
}

/// Waits for the supervisor in a thread of its own.
fn wait_in_thread(
    mut child: Child,
    stream: UnixStream,
    start_failure: Option<String>,
) -> io::Result<Receiver<Ending>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new().name("wait".to_owned()).spawn(move || {
        let exit = last_words(&stream, start_failure);
        let pid = child.id() as i32;
        // Before it is reaped its figures can still be read, with those of all it has waited for.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(Pid::from_raw(pid)), flags) == Err(nix::Error::EINTR) {}
        let cpu_s = process::sample(pid).cpu_s;
        let _ = child.wait();
        // Nobody listens any more when the run was given up.
        let _ = sender.send(Ending { exit, cpu_s });
    })?;
    Ok(receiver)
}

/// Reads the stages' messages until the last of them is gone.
fn last_words(stream: &UnixStream, start_failure: Option<String>) -> Result<Exit, String> {
    let mut exit = Exit { start_failure, ..Exit::default() };
    let mut failure = None;
    loop {
        match receive::<Reply>(stream) {
            Ok(Some((Reply::CannotStart(message), _))) => exit.start_failure = Some(message),
            Ok(Some((Reply::Ended { code, signal }, _))) => (exit.code, exit.signal) = (code, signal),
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
