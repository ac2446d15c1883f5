//! What can go wrong with a sandbox, none of it the agent's fault.

use std::io;

use crate::error::IoError;

/// A sandbox that cannot be used or failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// The back end is not there or not usable on this machine.
    #[error("the sandbox `{kind}` cannot be used: {reason} (hint: {hint})")]
    Unusable {
        /// The back end.
        kind: &'static str,
        /// What is missing.
        reason: String,
        /// How to get it.
        hint: String,
    },
    /// The sandbox did not come up.
    #[error("the sandbox `{kind}` did not start: {reason}")]
    Start {
        /// The back end.
        kind: &'static str,
        /// What it said.
        reason: String,
    },
    /// Talking to the sandbox's first process failed.
    #[error("lost touch with the sandbox: {0}")]
    Talk(#[from] io::Error),
    /// A file operation failed.
    #[error(transparent)]
    Io(#[from] IoError),
}
