//! Budgets of a run: one type for all of them, one file per mechanism.

mod cgroup;
mod limit;
mod rlimit;
mod text;
mod watch;

pub(crate) use cgroup::{Cgroup, CgroupHost, CgroupPaths, pids_in, remove_dirs};
pub use limit::{LimitKind, LimitRecord, Limits};
pub(crate) use rlimit::Rlimits;
pub use text::{parse_bytes, parse_duration};
pub(crate) use watch::Watch;
