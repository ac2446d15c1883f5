//! Everything that happens while an agent runs: sandbox, budgets, validation server, records.
//!
//! The crate knows no particular competition, no terminal and no grading: a [`Task`] brings the
//! public data, the instructions and two closures, one that validates a file and one that grades
//! a sealed submission.

mod agent;
mod cancel;
mod error;
mod group;
mod limits;
mod output;
mod process;
mod record;
mod run;
mod sandbox;
mod server;
mod task;

pub use agent::{Agent, AgentError, Secrets};
pub use cancel::CancelToken;
pub use error::IoError;
pub use group::{
    GroupError, GroupEvent, GroupOutcome, GroupSettings, check_group, find_group, list_groups,
    read_plan, resume_group, run_group,
};
pub use limits::{LimitKind, LimitRecord, Limits, parse_bytes, parse_duration};
pub use record::{
    AgentRecord, ChainError, EventLine, ExitRecord, FailureRecord, FinishRecord, GradeRecord,
    GroupPlan, GroupRecord, NetworkUse, PlanRecord, RunEvent, RunLog, RunState, RunStatus,
    RunSummary, SealOutcome, SealRecord, StartRecord, Step, Usage, note_test_query, outstanding,
    read_events, read_group,
};
pub use sandbox::{
    NetworkMode, Probe, ProcessIdentity, SANDBOX_INIT_ARG, SandboxError, SandboxKind, probe,
    sandbox_init_main,
};
pub use task::{Grader, Task, ValidationReply, Validator};
