//! What is written about runs, as things happen, and read back.

mod chain;
mod event;
mod live;
mod plan;
mod seal;
mod state;
mod store;
mod summary;

pub use mlebench_core::record::{NetworkUse, RunStatus, Usage};

pub use chain::{ChainError, EventLine, RunLog, read_events};
pub use event::{
    ExitRecord, FailureRecord, FinishRecord, GradeRecord, PlanRecord, RunEvent, SealOutcome,
    SealRecord, StartRecord,
};
pub(crate) use live::LiveRun;
pub use live::note_test_query;
pub(crate) use plan::FORMAT_VERSION;
pub use plan::{AgentRecord, GroupPlan};
pub(crate) use seal::{keep_sealed, seal};
pub use state::{RunState, Step, outstanding};
pub(crate) use store::{GroupDir, pretty, write_atomically};
pub(crate) use summary::read_plan_file;
pub use summary::{GroupRecord, RunSummary, read_group};
