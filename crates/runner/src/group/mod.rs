//! Groups of runs: planned before the first one starts, worked through in parallel, resumed.

mod error;
mod event;
mod find;
mod plan;
mod work;

pub use error::GroupError;
pub use event::{GroupEvent, GroupOutcome};
pub use find::{find_group, list_groups, read_plan};
pub use plan::{GroupSettings, check_group};
pub use work::{resume_group, run_group};
