//! The group of one run: its limits, its figures, its processes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::host::CgroupHost;
use crate::limits::Limits;

/// Length of the window in which a share of the processor is measured out, in microseconds.
const CPU_PERIOD_US: f64 = 100_000.0;

/// Where the group of a run stands, as recorded, so that a later process can end what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CgroupPaths {
    v1: BTreeMap<String, PathBuf>,
    v2: Option<PathBuf>,
}

impl CgroupPaths {
    /// Returns all folders.
    pub(crate) fn dirs(&self) -> Vec<PathBuf> {
        let mut dirs: Vec<PathBuf> = self.v1.values().chain(&self.v2).cloned().collect();
        dirs.sort();
        dirs.dedup();
        dirs
    }
}

/// The group of one run. Dropping it removes its folders.
#[derive(Debug, Default)]
pub(crate) struct Cgroup {
    paths: CgroupPaths,
    v2_controllers: Vec<String>,
    home: Vec<PathBuf>,
    /// Limits that were accepted: controller to mechanism.
    limited: BTreeMap<&'static str, &'static str>,
}

impl Cgroup {
    /// Makes the folders called `name` and sets the limits.
    pub(super) fn make(host: &CgroupHost, name: &str, limits: &Limits) -> Self {
        let mut group = Self::default();
        group.home.clone_from(&host.home);
        for (controller, ours) in &host.v1 {
            let dir = ours.join(name);
            if fs::create_dir_all(&dir).is_ok() {
                group.paths.v1.insert(controller.clone(), dir);
            }
        }
        if let Some((ours, enabled)) = &host.v2 {
            let dir = ours.join(name);
            if fs::create_dir_all(&dir).is_ok() {
                group.paths.v2 = Some(dir);
                group.v2_controllers.clone_from(enabled);
            }
        }
        group.set_limits(limits);
        group
    }

    fn set_limits(&mut self, limits: &Limits) {
        if let Some(bytes) = limits.memory_bytes {
            // Swap first would be refused: it may not be smaller than the memory.
            self.limit(
                "memory",
                "memory.limit_in_bytes",
                "memory.max",
                &bytes.to_string(),
            );
            let swap = self
                .paths
                .v1
                .get("memory")
                .map(|dir| dir.join("memory.memsw.limit_in_bytes"));
            if let Some(swap) = swap.filter(|file| file.exists()) {
                let _ = fs::write(swap, bytes.to_string());
            }
            if let Some(dir) = self.v2_dir("memory") {
                let _ = fs::write(dir.join("memory.swap.max"), "0");
            }
        }
        if let Some(count) = limits.processes {
            self.limit("pids", "pids.max", "pids.max", &count.to_string());
        }
        if let Some(cpus) = limits.cpus {
            let quota = ((cpus * CPU_PERIOD_US) as u64).max(1000);
            let both = format!("{quota} {CPU_PERIOD_US}");
            self.limit("cpu", "cpu.cfs_quota_us", "cpu.max", &quota.to_string());
            if let Some(dir) = self.v2_dir("cpu")
                && fs::write(dir.join("cpu.max"), both).is_ok()
            {
                self.limited.insert("cpu", "cgroup v2");
            }
        }
    }

    fn limit(&mut self, controller: &'static str, v1_file: &str, v2_file: &str, value: &str) {
        let (file, mechanism) = if let Some(dir) = self.paths.v1.get(controller) {
            (dir.join(v1_file), "cgroup v1")
        } else if let Some(dir) = self.v2_dir(controller) {
            (dir.join(v2_file), "cgroup v2")
        } else {
            return;
        };
        if fs::write(file, value).is_ok() {
            self.limited.insert(controller, mechanism);
        }
    }

    fn v2_dir(&self, controller: &str) -> Option<&PathBuf> {
        let on = self.v2_controllers.iter().any(|name| name == controller);
        self.paths.v2.as_ref().filter(|_| on)
    }

    /// Returns what enforces a limit of `controller`, if this group does.
    pub(crate) fn limiting(&self, controller: &str) -> Option<&'static str> {
        self.limited.get(controller).copied()
    }

    /// Returns where the group stands.
    pub(crate) fn paths(&self) -> &CgroupPaths {
        &self.paths
    }

    /// Returns the files a process writes its pid to, to join.
    pub(crate) fn join_files(&self) -> Vec<PathBuf> {
        self.paths
            .dirs()
            .into_iter()
            .map(|dir| dir.join("cgroup.procs"))
            .collect()
    }

    /// Returns the files a process writes its pid to, to leave.
    pub(crate) fn leave_files(&self) -> Vec<PathBuf> {
        self.home.clone()
    }

    /// Returns the processor seconds used and what measured them.
    pub(crate) fn cpu_s(&self) -> Option<(f64, &'static str)> {
        if let Some(dir) = self.paths.v1.get("cpuacct") {
            return Some((
                read_number(&dir.join("cpuacct.usage"))? as f64 / 1e9,
                "cgroup v1",
            ));
        }
        let stat = fs::read_to_string(self.paths.v2.as_ref()?.join("cpu.stat")).ok()?;
        Some((keyed(&stat, "usage_usec")? as f64 / 1e6, "cgroup v2"))
    }

    /// Returns the most bytes of memory in use at once and what measured them.
    pub(crate) fn memory_peak_bytes(&self) -> Option<(u64, &'static str)> {
        if let Some(dir) = self.paths.v1.get("memory") {
            return Some((
                read_number(&dir.join("memory.max_usage_in_bytes"))?,
                "cgroup v1",
            ));
        }
        let dir = self.v2_dir("memory")?;
        Some((read_number(&dir.join("memory.peak"))?, "cgroup v2"))
    }

    /// Returns how many processes were killed because the memory was used up.
    pub(crate) fn memory_kills(&self) -> u64 {
        let file = if let Some(dir) = self.paths.v1.get("memory") {
            dir.join("memory.oom_control")
        } else if let Some(dir) = self.v2_dir("memory") {
            dir.join("memory.events")
        } else {
            return 0;
        };
        fs::read_to_string(file)
            .ok()
            .and_then(|text| keyed(&text, "oom_kill"))
            .unwrap_or(0)
    }

    /// Returns how often starting a process was refused.
    pub(crate) fn process_refusals(&self) -> u64 {
        let dir = self.paths.v1.get("pids").or_else(|| self.v2_dir("pids"));
        let text = dir.and_then(|dir| fs::read_to_string(dir.join("pids.events")).ok());
        text.and_then(|text| keyed(&text, "max")).unwrap_or(0)
    }

    /// Returns the processes in the group.
    pub(crate) fn pids(&self) -> Vec<i32> {
        pids_in(&self.paths.dirs())
    }

    /// Stops or continues all processes of the group; says whether that was possible.
    pub(crate) fn freeze(&self, frozen: bool) -> bool {
        if let Some(dir) = self.paths.v1.get("freezer") {
            let state = if frozen { "FROZEN" } else { "THAWED" };
            return fs::write(dir.join("freezer.state"), state).is_ok();
        }
        let Some(dir) = &self.paths.v2 else {
            return false;
        };
        fs::write(dir.join("cgroup.freeze"), if frozen { "1" } else { "0" }).is_ok()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        remove_dirs(&self.paths.dirs());
    }
}

/// Returns the processes in the groups at `dirs`.
pub(crate) fn pids_in(dirs: &[PathBuf]) -> Vec<i32> {
    let mut pids: Vec<i32> = dirs
        .iter()
        .filter_map(|dir| fs::read_to_string(dir.join("cgroup.procs")).ok())
        .flat_map(|text| {
            text.lines()
                .filter_map(|line| line.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect();
    pids.sort_unstable();
    pids.dedup();
    pids
}

/// Removes the groups at `dirs`; the kernel needs a moment after the last process has ended.
pub(crate) fn remove_dirs(dirs: &[PathBuf]) {
    let deadline = Instant::now() + Duration::from_secs(1);
    for dir in dirs {
        while dir.exists() && fs::remove_dir(dir).is_err() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn read_number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// Reads `key value` lines.
fn keyed(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        line.strip_prefix(key)?
            .strip_prefix(' ')?
            .trim()
            .parse()
            .ok()
    })
}
