//! Which trees the machine has, and which of them we may use.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::group::{Cgroup, remove_dirs};
use crate::limits::Limits;

const CONTROLLERS: [&str; 5] = ["memory", "cpu", "cpuacct", "pids", "freezer"];
const OURS: &str = "mlebench";

/// The control group folders of this machine that we may write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CgroupHost {
    /// Controller to our folder in its tree (version 1).
    pub(super) v1: BTreeMap<String, PathBuf>,
    /// Our folder in the one tree (version 2), and the controllers that are switched on for it.
    pub(super) v2: Option<(PathBuf, Vec<String>)>,
    /// `cgroup.procs` of the groups this process is in, to go back to.
    pub(super) home: Vec<PathBuf>,
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
    pub(super) fn from_text(mountinfo: &str, own: &str) -> Self {
        let mut host = Self::default();
        for line in mountinfo.lines() {
            let Some((mount, file_system, options)) = parse_mount(line) else {
                continue;
            };
            match file_system {
                "cgroup" => host.add_v1(&mount, options, own),
                "cgroup2" => host.add_v2(&mount, own),
                _ => {}
            }
        }
        host
    }

    fn add_v1(&mut self, mount: &Path, options: &str, own: &str) {
        let here: Vec<&str> = options
            .split(',')
            .filter(|name| CONTROLLERS.contains(name))
            .collect();
        let Some(first) = here.first() else { return };
        let current = own_path(own, |controllers| {
            controllers.split(',').any(|c| c == *first)
        });
        let current = current.map(|path| mount.join(path.trim_start_matches('/')));
        let places = [Some(mount.to_path_buf()), current.clone()];
        let Some(ours) = places
            .into_iter()
            .flatten()
            .find_map(|place| writable(&place))
        else {
            return;
        };
        for controller in here {
            self.v1.insert(controller.to_owned(), ours.clone());
        }
        self.home
            .extend(current.map(|path| path.join("cgroup.procs")));
    }

    fn add_v2(&mut self, mount: &Path, own: &str) {
        let current = own_path(own, str::is_empty);
        let current = current.map(|path| mount.join(path.trim_start_matches('/')));
        for place in [Some(mount.to_path_buf()), current.clone()]
            .into_iter()
            .flatten()
        {
            let enabled = enable_v2(&place);
            if enabled.is_empty() {
                continue;
            }
            if let Some(ours) = writable(&place) {
                let enabled = enable_v2(&ours);
                self.v2 = Some((ours, enabled));
                self.home
                    .extend(current.map(|path| path.join("cgroup.procs")));
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
        enabled
            .iter()
            .any(|name| name == controller)
            .then_some("cgroup v2")
    }

    /// Removes what a killed program has left of the group of a run.
    pub(crate) fn remove(&self, name: &str) {
        let ours = self.v1.values().chain(self.v2.iter().map(|(dir, _)| dir));
        remove_dirs(&ours.map(|dir| dir.join(name)).collect::<Vec<_>>());
    }

    /// Makes the group of one run and sets its limits; those that fail are left to other means.
    pub(crate) fn create(&self, name: &str, limits: &Limits) -> Cgroup {
        Cgroup::make(self, name, limits)
    }
}

/// Splits a line of mountinfo into mount point, file system and its options.
fn parse_mount(line: &str) -> Option<(PathBuf, &str, &str)> {
    let (mount, rest) = line.split_once(" - ")?;
    let mut rest = rest.split(' ');
    let file_system = rest.next()?;
    let options = rest.nth(1)?;
    Some((
        PathBuf::from(mount.split(' ').nth(4)?.replace("\\040", " ")),
        file_system,
        options,
    ))
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
    let trial = ours.join(format!(
        "trial-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
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
    let names = on
        .split_ascii_whitespace()
        .map(|name| name.trim_start_matches('+'));
    names
        .filter(|name| CONTROLLERS.contains(name))
        .map(str::to_owned)
        .collect()
}
