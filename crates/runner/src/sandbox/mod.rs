//! Where agents run: one trait, one file per back end.

mod back_end;
mod bubblewrap;
mod error;
mod home;
mod init;
mod local;
mod network;
mod none;
mod probe;
mod protocol;
mod seccomp;

pub use back_end::SandboxKind;
pub(crate) use back_end::{AgentPaths, Exit, Launch, Measured, Running, Sandbox, WRITABLE, open};
pub use error::SandboxError;
pub(crate) use home::StagedHome;
pub use init::{SANDBOX_INIT_ARG, sandbox_init_main};
pub use local::ProcessIdentity;
pub use network::NetworkMode;
pub use probe::{Probe, probe};
