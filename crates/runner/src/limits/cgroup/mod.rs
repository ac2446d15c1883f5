//! Control groups, versions 1 and 2, whichever the machine lets us use.
//!
//! Version 1 has one tree per controller, version 2 one tree for all. A run gets one folder named
//! after it in each tree, below a folder `mlebench` of ours.

mod group;
mod host;
#[cfg(test)]
mod tests;

pub(crate) use group::{Cgroup, CgroupPaths, pids_in, remove_dirs};
pub(crate) use host::CgroupHost;
