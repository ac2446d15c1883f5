//! Control groups, versions 1 and 2, whichever the machine lets us use.
//!
//! Version 1 has one tree per controller, version 2 one tree for all. A run gets one folder named
//! after it in each tree, below a folder `mlebench` of ours.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Limits;

const CONTROLLERS: [&str; 5] = ["memory", "cpu", "cpuacct", "pids", "freezer"];
const OURS: &str = "mlebench";
/// Length of the window in which a share of the processor is measured out, in microseconds.
const CPU_PERIOD_US: f64 = 100_000.0;

/// The control group folders of this machine that we may write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CgroupHost {
    /// Controller to our folder in its tree (version 1).
    v1: BTreeMap<String, PathBuf>,
    /// Our folder in the one tree (version 2), and the controllers that are switched on for it.
    v2: Option<(PathBuf, Vec<String>)>,
    /// `cgroup.procs` of the groups this process is in, to go back to.
    home: Vec<PathBuf>,
}

impl CgroupHost {
    /// Returns what this machine offers, found out once.
    pub(crate) fn here() -> &'static Self {
        static HERE: OnceLock<CgroupHost> = OnceLock::new();
        HERE.get_or_init(Self::detect)
    }

    /// Looks at this machine and makes our folders; nothing usable is not an error.
    fn detect() -> Self {
        let mountinfo = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        Self::from_text(&mountinfo, &own)
    }

    /// Does the work of [`Self::detect`] for the given contents of the two `/proc` files.
    fn from_text(mountinfo: &str, own: &str) -> Self {
        let mut host = Self::default();
        for line in mountinfo.lines() {
            let Some((mount, file_system, options)) = parse_mount(line) else { continue };
            match file_system {
                "cgroup" => host.add_v1(&mount, options, own),
                "cgroup2" => host.add_v2(&mount, own),
                _ => {}
            }
        }
        host
    }

    fn add_v1(&mut self, mount: &Path, options: &str, own: &str) {
        let here: Vec<&str> = options.split(',').filter(|name| CONTROLLERS.contains(name)).collect();
        let Some(first) = here.first() else { return };
        let current = own_path(own, |controllers| controllers.split(',').any(|c| c == *first));
        let current = current.map(|path| mount.join(path.trim_start_matches('/')));
        let places = [Some(mount.to_path_buf()), current.clone()];
        let Some(ours) = places.into_iter().flatten().find_map(|place| writable(&place)) else {
            return;
        };
        for controller in here {
            self.v1.insert(controller.to_owned(), ours.clone());
        }
        self.home.extend(current.map(|path| path.join("cgroup.procs")));
    }

    fn add_v2(&mut self, mount: &Path, own: &str) {
        let current = own_path(own, str::is_empty);
        let current = current.map(|path| mount.join(path.trim_start_matches('/')));
        for place in [Some(mount.to_path_buf()), current.clone()].into_iter().flatten() {
            let enabled = enable_v2(&place);
            if enabled.is_empty() {
                continue;
            }
            if let Some(ours) = writable(&place) {
                let enabled = enable_v2(&ours);
                self.v2 = Some((ours, enabled));
                self.home.extend(current.map(|path| path.join("cgroup.procs")));
                return;
            }
        }
    }

    /// Returns `cgroup v1`, `cgroup v2`, or nothing, for a controller that can be used.
    pub(crate) fn mechanism(&self, controller: &str) -> Option<&'static str> {
        if self.v1.contains_key(controller) {
            return Some("cgroup v1");
        }
        let (_, enabled) = self.v2.as_ref()?;
        enabled.iter().any(|name| name == controller).then_some("cgroup v2")
    }

    /// Makes the group of one run and sets its limits; those that fail are left to other means.
    pub(crate) fn create(&self, name: &str, limits: &Limits) -> Cgroup {
        let mut group = Cgroup::default();
        group.home.clone_from(&self.home);
        for (controller, ours) in &self.v1 {
            let dir = ours.join(name);
            if fs::create_dir_all(&dir).is_ok() {
                group.paths.v1.insert(controller.clone(), dir);
            }
        }
        if let Some((ours, enabled)) = &self.v2 {
            let dir = ours.join(name);
            if fs::create_dir_all(&dir).is_ok() {
                group.paths.v2 = Some(dir);
                group.v2_controllers.clone_from(enabled);
            }
        }
        group.set_limits(limits);
        group
    }
}

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
    fn set_limits(&mut self, limits: &Limits) {
        if let Some(bytes) = limits.memory_bytes {
            // Swap first would be refused: it may not be smaller than the memory.
            self.limit("memory", "memory.limit_in_bytes", "memory.max", &bytes.to_string());
            let swap = self.paths.v1.get("memory").map(|dir| dir.join("memory.memsw.limit_in_bytes"));
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
        self.paths.dirs().into_iter().map(|dir| dir.join("cgroup.procs")).collect()
    }

    /// Returns the files a process writes its pid to, to leave.
    pub(crate) fn leave_files(&self) -> Vec<PathBuf> {
        self.home.clone()
    }

    /// Returns the processor seconds used and what measured them.
    pub(crate) fn cpu_s(&self) -> Option<(f64, &'static str)> {
        if let Some(dir) = self.paths.v1.get("cpuacct") {
            return Some((read_number(&dir.join("cpuacct.usage"))? as f64 / 1e9, "cgroup v1"));
        }
        let stat = fs::read_to_string(self.paths.v2.as_ref()?.join("cpu.stat")).ok()?;
        Some((keyed(&stat, "usage_usec")? as f64 / 1e6, "cgroup v2"))
    }

    /// Returns the most bytes of memory in use at once and what measured them.
    pub(crate) fn memory_peak_bytes(&self) -> Option<(u64, &'static str)> {
        if let Some(dir) = self.paths.v1.get("memory") {
            return Some((read_number(&dir.join("memory.max_usage_in_bytes"))?, "cgroup v1"));
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
        fs::read_to_string(file).ok().and_then(|text| keyed(&text, "oom_kill")).unwrap_or(0)
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
        let Some(dir) = &self.paths.v2 else { return false };
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
        .flat_map(|text| text.lines().filter_map(|line| line.parse().ok()).collect::<Vec<_>>())
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

/// Splits a line of mountinfo into mount point, file system and its options.
fn parse_mount(line: &str) -> Option<(PathBuf, &str, &str)> {
    let (mount, rest) = line.split_once(" - ")?;
    let mut rest = rest.split(' ');
    let file_system = rest.next()?;
    let options = rest.nth(1)?;
    Some((PathBuf::from(mount.split(' ').nth(4)?.replace("\\040", " ")), file_system, options))
}

/// Finds this process's path in the hierarchy whose controllers satisfy `is_it`.
fn own_path(own: &str, is_it: impl Fn(&str) -> bool) -> Option<&str> {
    own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let controllers = parts.next()?;
        let path = parts.next()?;
        is_it(controllers).then_some(path)
    })
}

/// Makes our folder in `place` and returns it if groups can be made in it.
fn writable(place: &Path) -> Option<PathBuf> {
    let ours = place.join(OURS);
    fs::create_dir_all(&ours).ok()?;
    let trial = ours.join(format!("trial-{}-{:?}", std::process::id(), std::thread::current().id()));
    fs::create_dir(&trial).ok()?;
    fs::remove_dir(&trial).ok()?;
    Some(ours)
}

/// Switches our controllers on for the children of `dir` and returns those that are on.
fn enable_v2(dir: &Path) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap_or_default();
    for controller in read("cgroup.controllers").split_ascii_whitespace() {
        if CONTROLLERS.contains(&controller) {
            let _ = fs::write(dir.join("cgroup.subtree_control"), format!("+{controller}"));
        }
    }
    let on = read("cgroup.subtree_control");
    let names = on.split_ascii_whitespace().map(|name| name.trim_start_matches('+'));
    names.filter(|name| CONTROLLERS.contains(name)).map(str::to_owned).collect()
}

fn read_number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// Reads `key value` lines.
fn keyed(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            memory_bytes: Some(64 << 20),
            cpus: Some(0.5),
            processes: Some(10),
            ..Limits::default()
        }
    }

    #[test]
    fn sets_version_2_limits_in_a_made_up_tree() {
        let root = tempfile::tempdir().unwrap();
        let at = root.path().display();
        fs::write(root.path().join("cgroup.controllers"), "cpu memory pids io").unwrap();
        // A plain file keeps only the last write; the kernel would gather them.
        fs::create_dir_all(root.path().join("mlebench")).unwrap();
        fs::write(root.path().join("cgroup.subtree_control"), "").unwrap();
        let mountinfo = format!("30 1 0:2 / {at} rw,nosuid - cgroup2 cgroup2 rw");
        let host = CgroupHost::from_text(&mountinfo, "0::/user\n");
        let Some((ours, _)) = host.v2.clone() else { panic!("version 2 not found") };
        let all = ["cpu", "memory", "pids"].map(str::to_owned).to_vec();
        let host = CgroupHost { v2: Some((ours.clone(), all)), ..host };
        assert_eq!(host.mechanism("memory"), Some("cgroup v2"));

        let group = host.create("run-1", &limits());
        let read = |name: &str| fs::read_to_string(ours.join("run-1").join(name)).unwrap();
        assert_eq!(read("memory.max"), "67108864");
        assert_eq!(read("memory.swap.max"), "0");
        assert_eq!(read("cpu.max"), "50000 100000");
        assert_eq!(read("pids.max"), "10");
        fs::write(ours.join("run-1/memory.events"), "low 0\noom 3\noom_kill 2\n").unwrap();
        fs::write(ours.join("run-1/memory.peak"), "123\n").unwrap();
        fs::write(ours.join("run-1/cpu.stat"), "usage_usec 1500000\nuser_usec 1\n").unwrap();
        assert_eq!(group.memory_kills(), 2);
        assert_eq!(group.memory_peak_bytes(), Some((123, "cgroup v2")));
        assert_eq!(group.cpu_s(), Some((1.5, "cgroup v2")));
        fs::remove_dir_all(ours.join("run-1")).unwrap();
    }

    #[test]
    fn uses_each_version_1_tree() {
        let root = tempfile::tempdir().unwrap();
        let tree = |name: &str| {
            fs::create_dir_all(root.path().join(name)).unwrap();
            let at = root.path().join(name);
            format!("31 1 0:3 / {} rw - cgroup cgroup rw,{name}\n", at.display())
        };
        let mountinfo = tree("memory") + &tree("cpu") + &tree("pids") + &tree("blkio");
        let host = CgroupHost::from_text(&mountinfo, "4:memory:/session\n");
        assert_eq!(host.mechanism("memory"), Some("cgroup v1"));
        assert_eq!(host.mechanism("freezer"), None);
        let group = host.create("run-2", &limits());
        let read = |name: &str| fs::read_to_string(root.path().join(name)).unwrap();
        assert_eq!(read("memory/mlebench/run-2/memory.limit_in_bytes"), "67108864");
        assert_eq!(read("cpu/mlebench/run-2/cpu.cfs_quota_us"), "50000");
        assert_eq!(group.limiting("pids"), Some("cgroup v1"));
        assert_eq!(group.leave_files(), [root.path().join("memory/session/cgroup.procs")]);
        assert_eq!(group.join_files().len(), 3);
        fs::remove_dir_all(root.path()).unwrap();
    }

    #[test]
    fn a_machine_without_groups_is_no_error() {
        let host = CgroupHost::from_text("", "");
        assert_eq!(host, CgroupHost::default());
        let group = host.create("run-3", &limits());
        assert!(group.pids().is_empty() && !group.freeze(true) && group.cpu_s().is_none());
    }
}
