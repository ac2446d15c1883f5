//! What a run works with, and how it may fail on our side.

use crate::agent::{Agent, AgentError};
use crate::cancel::CancelToken;
use crate::error::IoError;
use crate::limits::Limits;
use crate::record::{ChainError, RunEvent, RunLog, RunState};
use crate::sandbox::{NetworkMode, Sandbox, SandboxError};
use crate::task::Task;

/// What a run needs beside its plan.
#[derive(Clone, Copy)]
pub(crate) struct RunContext<'a> {
    pub(crate) task: &'a Task,
    pub(crate) agent: &'a Agent,
    pub(crate) sandbox: &'a dyn Sandbox,
    pub(crate) limits: &'a Limits,
    pub(crate) network: &'a NetworkMode,
    pub(crate) grade: bool,
    pub(crate) cancel: &'a CancelToken,
    /// Called with every event, after it was written.
    pub(crate) on_event: &'a dyn Fn(&RunEvent),
}

/// A failure of ours that ends a run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Log(#[from] ChainError),
    #[error(transparent)]
    Io(#[from] IoError),
}

/// A log, what it says so far, and who listens to it.
pub(super) struct Recorder<'a> {
    pub(super) log: RunLog,
    pub(super) state: RunState,
    pub(super) on_event: &'a dyn Fn(&RunEvent),
}

impl Recorder<'_> {
    /// Writes an event, then tells it.
    pub(super) fn write(&mut self, event: &RunEvent) -> Result<(), ChainError> {
        self.log.append(event)?;
        self.state.apply(event);
        (self.on_event)(event);
        Ok(())
    }
}
