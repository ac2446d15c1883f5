//! The running agent.

use std::io;
use std::net::{Shutdown, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::super::init::{SANDBOX_INIT_ARG, SUPERVISE};
use super::super::protocol::{Inside, Program, Supervise};
use super::super::{Exit, Measured, Running, SandboxError, SandboxKind};
use super::ending::{Ending, wait_in_thread};
use super::greet::{explain, greet};
use super::{END, ProcessIdentity};
use crate::limits::{Cgroup, LimitKind, LimitRecord, Limits, Rlimits, Watch};
use crate::process::{boot_id, children, descendants, signal_all, start_time};

/// How long the stages may take until the agent is started.
const START: Duration = Duration::from_secs(30);

/// What a back end asks for.
#[derive(Debug)]
pub(in super::super) struct Start {
    pub(in super::super) program: Program,
    pub(in super::super) inside: Option<Inside>,
    pub(in super::super) rlimits: Rlimits,
    /// Whether the supervisor's child is `bwrap`, which is not to be signalled: it would take the
    /// agent with it at once.
    pub(in super::super) wrapped: bool,
    pub(in super::super) cgroup: Option<Cgroup>,
    pub(in super::super) limits: Option<Limits>,
    /// Folders whose size is bounded.
    pub(in super::super) watched: Vec<PathBuf>,
}

/// A running agent of this machine.
#[derive(Debug)]
pub(in super::super) struct LocalProcess {
    kind: SandboxKind,
    pid: i32,
    identity: ProcessIdentity,
    stream: UnixStream,
    listener: Option<TcpListener>,
    output: Vec<OwnedFd>,
    wrapped: bool,
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
    pub(in super::super) fn start(
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
                return Err(SandboxError::Start {
                    kind: kind.as_str(),
                    reason,
                });
            }
        };
        ours.set_read_timeout(None)?;
        let output = take_pipes(&mut child);
        let identity = ProcessIdentity {
            pid,
            start_time: start_time(pid).unwrap_or(0),
            boot_id: boot_id(),
            cgroups: cgroup
                .as_ref()
                .map(|cgroup| cgroup.paths().clone())
                .unwrap_or_default(),
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
            wrapped: start.wrapped,
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
        let ours = if self.wrapped {
            children(self.pid)
        } else {
            Vec::new()
        };
        self.everything()
            .into_iter()
            .filter(|pid| !ours.contains(pid))
            .collect()
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
        let Some(limits) = &self.limits else {
            return Vec::new();
        };
        let by_group = |name| {
            self.cgroup
                .as_ref()
                .and_then(|cgroup| cgroup.limiting(name))
        };
        let kills = self.cgroup.as_ref().map_or(0, Cgroup::memory_kills);
        let refusals = self.cgroup.as_ref().map_or(0, Cgroup::process_refusals);
        let root = nix::unistd::geteuid().is_root() && self.kind == SandboxKind::None;
        let mut records = Vec::new();
        let mut add = |kind, limit: Option<f64>, used, mechanism: &str, struck| {
            if let Some(limit) = limit {
                let mechanism = mechanism.to_owned();
                records.push(LimitRecord {
                    kind,
                    limit,
                    used,
                    mechanism,
                    struck,
                });
            }
        };
        add(
            LimitKind::Memory,
            limits.memory_bytes.map(|bytes| bytes as f64),
            Some(memory_peak as f64),
            by_group("memory").unwrap_or("rlimit and watcher"),
            kills > 0 || self.exceeded == Some(LimitKind::Memory),
        );
        add(
            LimitKind::Cpus,
            limits.cpus,
            None,
            by_group("cpu").unwrap_or("affinity"),
            false,
        );
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
        let seen = self.watch.memory_peak_bytes;
        self.watch.memory_peak_bytes = seen.max(ending.largest_bytes);
        let failed = |reason| SandboxError::Start {
            kind: self.kind.as_str(),
            reason,
        };
        ending.exit.map(Some).map_err(failed)
    }

    fn exceeded(&mut self) -> Option<LimitKind> {
        if self.exceeded.is_none() {
            self.exceeded = self.watch.look(self.pid);
        }
        self.exceeded
    }

    fn set_frozen(&mut self, frozen: bool) {
        if !self
            .cgroup
            .as_ref()
            .is_some_and(|cgroup| cgroup.freeze(frozen))
        {
            let signal = if frozen {
                Signal::SIGSTOP
            } else {
                Signal::SIGCONT
            };
            signal_all(&self.agents(), signal);
        }
    }

    fn terminate(&mut self) {
        signal_all(&self.agents(), Signal::SIGTERM);
    }

    fn kill(&mut self) {
        // What is frozen cannot start more while others are killed.
        let frozen = self
            .cgroup
            .as_ref()
            .is_some_and(|cgroup| cgroup.freeze(true));
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
        let cpu_s = cpu
            .map_or(0.0, |(cpu_s, _)| cpu_s)
            .max(self.cpu_s)
            .max(self.watch.cpu_s);
        let memory_peak_bytes = memory.map_or(self.watch.memory_peak_bytes, |(bytes, _)| bytes);
        let mut by = vec![
            cpu.map_or("proc", |(_, by)| by),
            memory.map_or("proc", |(_, by)| by),
        ];
        by.dedup();
        if self
            .limits
            .as_ref()
            .is_some_and(|limits| limits.disk_bytes.is_some())
        {
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

fn take_pipes(child: &mut Child) -> Vec<OwnedFd> {
    let stdout = child.stdout.take().map(OwnedFd::from);
    let stderr = child.stderr.take().map(OwnedFd::from);
    stdout.into_iter().chain(stderr).collect()
}

fn watch_for(cgroup: Option<&Cgroup>, limits: Option<&Limits>, dirs: Vec<PathBuf>) -> Watch {
    let grouped = |name| cgroup.is_some_and(|cgroup| cgroup.limiting(name).is_some());
    let measured = cgroup
        .is_some_and(|cgroup| cgroup.cpu_s().is_some() && cgroup.memory_peak_bytes().is_some());
    let disk = limits.and_then(|limits| limits.disk_bytes);
    let memory = limits
        .and_then(|limits| limits.memory_bytes)
        .filter(|_| !grouped("memory"));
    Watch::new(
        dirs,
        disk,
        memory,
        limits.is_some() && (!measured || memory.is_some()),
    )
}
