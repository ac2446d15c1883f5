//! What a group of runs was declared to be before it began.

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::sandbox::{NetworkMode, SandboxKind};

/// The version of the folder's layout and files that this program writes.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The plan of a group, stored as its `group.json` and never changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupPlan {
    /// Version of the layout on disk.
    pub format_version: u32,
    /// The group's name, its folder's name.
    pub run_group: String,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// The version of this program.
    pub mlebench_version: String,
    /// The agent.
    pub agent: AgentRecord,
    /// The edition of the benchmark.
    pub edition: String,
    /// The competitions, in order.
    pub competitions: Vec<String>,
    /// The seeds each of them is run with.
    pub seeds: Vec<u64>,
    /// The budgets of every run.
    pub limits: Limits,
    /// The back end.
    pub sandbox: SandboxKind,
    /// The network that was asked for.
    pub network: NetworkMode,
    /// Whether runs are graded when they are sealed.
    pub grade: bool,
}

/// Which agent it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentRecord {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 over its files.
    pub definition_sha256: String,
}
