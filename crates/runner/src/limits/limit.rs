//! The one notion of a limit: what is bounded, by how much, by which means, and how it went.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a limit bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Seconds of monotonic time; a suspended machine does not count.
    WallClock,
    /// Bytes of memory of all processes together.
    Memory,
    /// Processor cores.
    Cpus,
    /// Processes and threads.
    Processes,
    /// Bytes in the folders the agent may write.
    Disk,
    /// Bytes of the agent's output that are kept.
    Output,
    /// Bytes of the submission.
    Submission,
}

impl LimitKind {
    /// Returns the name used in records and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WallClock => "wall_clock",
            Self::Memory => "memory",
            Self::Cpus => "cpus",
            Self::Processes => "processes",
            Self::Disk => "disk",
            Self::Output => "output",
            Self::Submission => "submission",
        }
    }

    /// Says what happens when the limit is reached.
    pub fn consequence(self) -> &'static str {
        match self {
            Self::WallClock => "the submission of that moment is sealed and the agent is ended",
            Self::Memory => "a process of the agent is killed, or all of them",
            Self::Cpus => "the agent is slowed down",
            Self::Processes => "no further process can be started",
            Self::Disk => "writing fails, or the agent is ended",
            Self::Output => "the middle of the output is left out of the log",
            Self::Submission => "the submission is refused",
        }
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The budgets of one run. `None` means unbounded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds of wall clock.
    pub wall_s: f64,
    /// Bytes of memory.
    pub memory_bytes: Option<u64>,
    /// Cores, at least 0.01.
    pub cpus: Option<f64>,
    /// Processes and threads.
    pub processes: Option<u64>,
    /// Bytes the agent may have on disk.
    pub disk_bytes: Option<u64>,
    /// Bytes of output that are kept.
    pub output_bytes: u64,
    /// Bytes of the submission.
    pub submission_bytes: u64,
}

impl Default for Limits {
    /// A day, 4,096 processes, 64 MiB of output, a submission of 2 GiB; the rest unbounded.
    fn default() -> Self {
        Self {
            wall_s: 86_400.0,
            memory_bytes: None,
            cpus: None,
            processes: Some(4096),
            disk_bytes: None,
            output_bytes: 64 << 20,
            submission_bytes: 2 << 30,
        }
    }
}

impl Limits {
    /// Returns the wall clock budget.
    pub fn wall(&self) -> Duration {
        Duration::try_from_secs_f64(self.wall_s).unwrap_or(Duration::MAX)
    }

    /// Returns what is wrong with these numbers, one sentence each.
    pub fn problems(&self) -> Vec<String> {
        let mut found = Vec::new();
        if !(self.wall_s.is_finite() && self.wall_s > 0.0) {
            found.push(format!(
                "the time limit must be positive, not `{}` seconds",
                self.wall_s
            ));
        }
        if let Some(cpus) = self
            .cpus
            .filter(|cpus| !(cpus.is_finite() && *cpus >= 0.01))
        {
            found.push(format!(
                "the number of cpus must be at least 0.01, not `{cpus}`"
            ));
        }
        if let Some(bytes) = self.memory_bytes.filter(|bytes| *bytes < 16 << 20) {
            found.push(format!(
                "the memory limit must be at least 16 MiB, not `{bytes}` bytes"
            ));
        }
        if self.processes == Some(0) {
            found.push("the limit of processes must be at least 1".to_owned());
        }
        found
    }
}

/// One limit of one run, as recorded: asked, used, enforced by what, and whether it struck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LimitRecord {
    /// What is bounded.
    pub kind: LimitKind,
    /// The budget, in the unit of the kind.
    pub limit: f64,
    /// The most that was used, where it is measured.
    pub used: Option<f64>,
    /// What enforces the limit, e.g. `cgroup v1`, `rlimit`, `watcher`.
    pub mechanism: String,
    /// Whether the limit was reached.
    pub struck: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_every_problem_at_once() {
        let limits = Limits {
            wall_s: f64::NAN,
            cpus: Some(0.0),
            memory_bytes: Some(1),
            processes: Some(0),
            ..Limits::default()
        };
        assert_eq!(limits.problems().len(), 4);
        assert!(Limits::default().problems().is_empty());
    }

    #[test]
    fn a_huge_time_limit_does_not_overflow() {
        let limits = Limits {
            wall_s: 1e300,
            ..Limits::default()
        };
        assert_eq!(limits.wall(), Duration::MAX);
    }
}
