//! Limits that no mechanism of the kernel enforces here: measured now and then, acted on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::LimitKind;
use crate::process;

/// The shortest time between two looks.
const INTERVAL: Duration = Duration::from_millis(100);

/// Watches the size of folders, and the memory of a tree of processes where no group does.
#[derive(Debug)]
pub(crate) struct Watch {
    dirs: Vec<PathBuf>,
    disk_limit: Option<u64>,
    memory_limit: Option<u64>,
    /// Whether CPU and memory are sampled because nothing else measures them.
    samples: bool,
    due: Instant,
    disk_due: Instant,
    /// The most seen.
    pub(crate) disk_peak_bytes: u64,
    /// The most seen.
    pub(crate) memory_peak_bytes: u64,
    /// The most seen.
    pub(crate) cpu_s: f64,
}

impl Watch {
    /// Creates a watch over `dirs`; it samples processes only where `samples` says so.
    pub(crate) fn new(
        dirs: Vec<PathBuf>,
        disk_limit: Option<u64>,
        memory_limit: Option<u64>,
        samples: bool,
    ) -> Self {
        let now = Instant::now();
        Self {
            dirs,
            disk_limit,
            memory_limit,
            samples,
            due: now,
            disk_due: now,
            disk_peak_bytes: 0,
            memory_peak_bytes: 0,
            cpu_s: 0.0,
        }
    }

    /// Looks if it is time, and returns the limit that is exceeded.
    pub(crate) fn look(&mut self, root: i32) -> Option<LimitKind> {
        let now = Instant::now();
        if self.samples && now >= self.due {
            self.due = now + INTERVAL;
            let sample = process::sample(root);
            self.cpu_s = self.cpu_s.max(sample.cpu_s);
            self.memory_peak_bytes = self.memory_peak_bytes.max(sample.memory_bytes);
            if self
                .memory_limit
                .is_some_and(|limit| sample.memory_bytes > limit)
            {
                return Some(LimitKind::Memory);
            }
        }
        if now >= self.disk_due && self.disk_limit.is_some() {
            let used = self.measure_disk();
            // A folder of a million files takes long to add up: stay below 5 % of the time.
            self.disk_due = Instant::now() + INTERVAL.max(now.elapsed() * 20);
            if self.disk_limit.is_some_and(|limit| used > limit) {
                return Some(LimitKind::Disk);
            }
        }
        None
    }

    /// Adds up the folders now.
    pub(crate) fn measure_disk(&mut self) -> u64 {
        let used = self.dirs.iter().map(|dir| allocated_bytes(dir)).sum();
        self.disk_peak_bytes = self.disk_peak_bytes.max(used);
        used
    }
}

/// Adds up the disk space of a folder, without following links; what vanishes meanwhile is left
/// out. Allocated blocks count, so a sparse file costs what it takes.
fn allocated_bytes(dir: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    let mut total = 0;
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            total += metadata.blocks() * 512;
            if metadata.is_dir() {
                open.push(entry.path());
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_a_full_folder_and_ignores_links() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/", dir.path().join("root")).unwrap();
        let mut watch = Watch::new(vec![dir.path().to_path_buf()], Some(1 << 20), None, false);
        assert_eq!(watch.look(1), None);
        fs::write(dir.path().join("big"), vec![1; 2 << 20]).unwrap();
        watch.disk_due = Instant::now();
        assert_eq!(watch.look(1), Some(LimitKind::Disk));
        assert!(watch.disk_peak_bytes >= 2 << 20);
    }
}
