//! Finding an agent again whose harness is gone.

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};

use super::END;
use crate::limits::{CgroupPaths, pids_in, remove_dirs};
use crate::process::{boot_id, descendants, signal_all, start_time};

/// What a later process needs to find an agent whose harness is gone, and to end it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessIdentity {
    /// The supervisor's pid.
    pub pid: i32,
    /// When it began, in ticks since boot; with the pid and the boot, its identity.
    pub start_time: u64,
    /// The boot of the machine.
    pub boot_id: String,
    /// The control groups it may have left processes in.
    pub(crate) cgroups: CgroupPaths,
}

impl ProcessIdentity {
    /// Ends what is left, and returns how many processes that were.
    pub(crate) fn end(&self) -> usize {
        if self.boot_id != boot_id() {
            return 0;
        }
        let dirs = self.cgroups.dirs();
        let mut ended = 0;
        let deadline = Instant::now() + END;
        while Instant::now() < deadline {
            let mut left = pids_in(&dirs);
            if start_time(self.pid) == Some(self.start_time) {
                left.extend(descendants(self.pid));
                left.push(self.pid);
            }
            if left.is_empty() {
                break;
            }
            ended = ended.max(left.len());
            signal_all(&left, Signal::SIGKILL);
            std::thread::sleep(Duration::from_millis(10));
        }
        remove_dirs(&dirs);
        ended
    }
}
