//! Resource limits of a process, inherited by all its children.

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::{Cgroup, Limits};

/// The resource limits a stage of the sandbox's start applies to itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rlimits {
    /// Bytes of private writable memory per process.
    pub(crate) data_bytes: Option<u64>,
    /// Bytes of one file.
    pub(crate) file_bytes: Option<u64>,
    /// Processes and threads of the user.
    pub(crate) processes: Option<u64>,
    /// Number of cores to stay on.
    pub(crate) cores: Option<usize>,
}

impl Rlimits {
    /// Returns the limits for what `cgroup` does not enforce; `others` processes of the same user
    /// count towards a limit of processes.
    pub(crate) fn beside(cgroup: &Cgroup, limits: &Limits, others: u64) -> Self {
        let without = |controller: &str| cgroup.limiting(controller).is_none();
        Self {
            data_bytes: limits.memory_bytes.filter(|_| without("memory")),
            file_bytes: limits.disk_bytes,
            processes: limits
                .processes
                .filter(|_| without("pids"))
                .map(|count| count + others),
            cores: limits
                .cpus
                .filter(|_| without("cpu"))
                .map(|cpus| cpus.ceil() as usize),
        }
    }

    /// Applies the limits to this process, each as far as the hard limits allow.
    ///
    /// Core dumps are always off: they would fill the disk and hold what was in memory.
    pub(crate) fn apply(&self) -> nix::Result<()> {
        lower(Resource::RLIMIT_CORE, 0)?;
        if let Some(bytes) = self.data_bytes {
            lower(Resource::RLIMIT_DATA, bytes)?;
        }
        if let Some(bytes) = self.file_bytes {
            lower(Resource::RLIMIT_FSIZE, bytes)?;
        }
        if let Some(count) = self.processes {
            lower(Resource::RLIMIT_NPROC, count)?;
        }
        if let Some(cores) = self.cores {
            stay_on(cores)?;
        }
        Ok(())
    }
}

fn lower(resource: Resource, value: u64) -> nix::Result<()> {
    let (_, hard) = getrlimit(resource)?;
    let value = value.min(hard);
    setrlimit(resource, value, value)
}

/// Confines this process to the first `cores` of the cores it may use.
fn stay_on(cores: usize) -> nix::Result<()> {
    let this = Pid::from_raw(0);
    let allowed = sched_getaffinity(this)?;
    let mut kept = CpuSet::new();
    let mut left = cores.max(1);
    for core in 0..CpuSet::count() {
        if left > 0 && allowed.is_set(core)? {
            kept.set(core)?;
            left -= 1;
        }
    }
    sched_setaffinity(this, &kept)
}
