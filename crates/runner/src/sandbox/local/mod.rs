//! An agent on this machine: the supervisor stage seen from the harness.

mod ending;
mod greet;
mod identity;
mod process;

use std::time::Duration;

pub use identity::ProcessIdentity;
pub(super) use process::{LocalProcess, Start};

/// How long killing may take.
const END: Duration = Duration::from_secs(10);
