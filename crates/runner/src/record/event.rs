//! The one event type. Few variants; details go into their structs, so that adding one touches
//! the place that writes it and the one that shows it.

use mlebench_core::record::{NetworkUse, RunStatus, Usage};
use serde::{Deserialize, Serialize};

use crate::limits::{LimitKind, LimitRecord, Limits};
use crate::sandbox::{ProcessIdentity, SandboxKind};

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RunEvent {
    /// The run exists.
    Planned(PlanRecord),
    /// The agent was started.
    Started(Box<StartRecord>),
    /// The agent and everything it started is gone.
    AgentExited(Box<ExitRecord>),
    /// The submission was taken, or there is none.
    Sealed(SealRecord),
    /// The sealed submission was graded.
    Graded(GradeRecord),
    /// We failed; the run says nothing about the agent.
    Failed(FailureRecord),
    /// Nothing more will happen.
    Finished(FinishRecord),
}

/// Which run this is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The run's id, its folder's name.
    pub run_id: String,
    /// The competition.
    pub competition_id: String,
    /// The seed.
    pub seed: u64,
    /// SHA-256 of the group's plan, so that neither can be exchanged alone.
    pub plan_sha256: String,
}

/// How the agent was started.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StartRecord {
    /// The back end.
    pub sandbox: SandboxKind,
    /// The network the agent really has.
    pub network: String,
    /// The budgets.
    pub limits: Limits,
    /// How to find the agent's processes.
    pub process: ProcessIdentity,
}

/// How the agent ended, and what it has used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExitRecord {
    /// How the run ended, as far as the agent's processes say.
    pub status: RunStatus,
    /// Exit code of the agent's first process; 128 and a signal's number if that killed it.
    pub code: Option<i32>,
    /// The signal that killed it, where known.
    pub signal: Option<i32>,
    /// Why the agent could not be started.
    pub message: Option<String>,
    /// The budget that ended the agent.
    pub limit: Option<LimitKind>,
    /// What was used.
    pub usage: Usage,
    /// Every budget with its use and what enforced it.
    pub limits: Vec<LimitRecord>,
    /// How often the validation server was asked.
    pub validate_calls: u64,
    /// How often something was graded while the agent lived.
    pub test_queries: u64,
    /// What the agent tried to reach.
    pub network: NetworkUse,
}

/// What became of the submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SealOutcome {
    /// It was copied to where the agent never was.
    Sealed,
    /// There is none.
    Missing,
    /// What is there is no ordinary file, or too large.
    Refused,
}

/// The submission as it was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealRecord {
    /// What became of it.
    pub outcome: SealOutcome,
    /// SHA-256 of the sealed file.
    pub sha256: Option<String>,
    /// Its size.
    pub size_bytes: Option<u64>,
    /// When it was taken, RFC 3339.
    pub taken_at: String,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// That the submission was graded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeRecord {
    /// SHA-256 of `grade.json`.
    pub grade_sha256: Option<String>,
    /// Why grading failed: our fault, to be repeated.
    pub error: Option<String>,
}

/// A failure of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureRecord {
    /// What failed.
    pub message: String,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishRecord {
    /// How it ended.
    pub status: RunStatus,
}
