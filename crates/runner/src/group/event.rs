//! What a group tells while it works: for the terminal and for programs.

use std::path::PathBuf;

use crate::record::{RunEvent, RunStatus};

/// Something that happened in a group.
#[derive(Debug, Clone, PartialEq)]
pub enum GroupEvent {
    /// The work begins.
    Begun {
        /// The group's folder.
        group_dir: PathBuf,
        /// Runs of the plan.
        planned: usize,
        /// Runs that are settled already.
        settled: usize,
    },
    /// An agent of an earlier, killed program was found and ended.
    OrphanEnded {
        /// Its run.
        run_id: String,
        /// Its processes.
        processes: usize,
    },
    /// Something happened in a run.
    Run {
        /// The run.
        run_id: String,
        /// The competition.
        competition_id: String,
        /// The seed.
        seed: u64,
        /// What happened.
        event: Box<RunEvent>,
    },
    /// A run is over.
    RunEnded {
        /// The run.
        run_id: String,
        /// How it ended.
        status: RunStatus,
        /// What failed on our side.
        failure: Option<String>,
    },
}

/// What has come of a group's work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupOutcome {
    /// The group's folder.
    pub group_dir: PathBuf,
    /// Whether it was stopped.
    pub interrupted: bool,
    /// Runs that are still missing.
    pub missing: usize,
    /// Failures of ours, one sentence each.
    pub failures: Vec<String>,
}
