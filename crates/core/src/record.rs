//! What the runner writes about a run and the report reads: one type each, for both.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// The agent ended by itself, with exit code 0.
    Finished,
    /// The wall clock budget was used up; the submission of that moment counts.
    TimedOut,
    /// The agent failed, or was ended because of another budget.
    Crashed,
    /// The run was stopped from outside, or the harness died; it is to be repeated.
    Interrupted,
    /// The run has not taken place.
    Missing,
    /// The agent cannot be started, or left something that is no file as its submission.
    RejectedAgent,
}

impl RunStatus {
    /// Returns the name used in records and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::TimedOut => "timed_out",
            Self::Crashed => "crashed",
            Self::Interrupted => "interrupted",
            Self::Missing => "missing",
            Self::RejectedAgent => "rejected_agent",
        }
    }

    /// Whether the run says something about the agent and is not to be repeated.
    pub fn is_conclusive(self) -> bool {
        !matches!(self, Self::Interrupted | Self::Missing)
    }
}

impl fmt::Display for RunStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a run has used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds from the agent's start until its last process was gone.
    pub wall_s: f64,
    /// Seconds of processor time of all processes.
    pub cpu_s: f64,
    /// The most bytes of memory in use at once.
    pub memory_peak_bytes: u64,
    /// How CPU and memory were measured, e.g. `cgroup v1`, `proc`.
    pub mechanism: String,
}

/// A run's network and its use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkUse {
    /// The mode; empty for a run that has not taken place.
    pub mode: String,
    /// Attempts to reach a host.
    pub attempts: u64,
    /// Those that were let through.
    pub allowed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_statuses_as_records_do() {
        for status in [
            RunStatus::Finished,
            RunStatus::TimedOut,
            RunStatus::Crashed,
            RunStatus::Interrupted,
            RunStatus::Missing,
            RunStatus::RejectedAgent,
        ] {
            let written = serde_json::to_value(status).unwrap();
            assert_eq!(written, status.as_str());
        }
    }
}
