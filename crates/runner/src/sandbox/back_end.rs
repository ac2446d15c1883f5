//! The contract between a run and the place its agent runs in.
//!
//! A container engine or a cluster fits behind the same two traits: `start` creates the container,
//! `set_frozen` pauses it, `terminate` stops it, `measured` asks for its statistics.

use std::collections::BTreeMap;
use std::fmt;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::bubblewrap::Bubblewrap;
use super::local::ProcessIdentity;
use super::none::Unconfined;
use super::{NetworkMode, SandboxError, StagedHome};
use crate::agent::Agent;
use crate::limits::{LimitKind, LimitRecord, Limits};

/// The back ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxKind {
    /// Namespaces made by the program `bwrap`.
    Bubblewrap,
    /// No confinement at all: the agent can read whatever this user can.
    None,
}

impl SandboxKind {
    /// Returns the name used in flags and records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::None => "none",
        }
    }
}

impl fmt::Display for SandboxKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SandboxKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            // What is not confined must be asked for by name.
            "auto" | "bubblewrap" => Ok(Self::Bubblewrap),
            "none" => Ok(Self::None),
            _ => Err(format!(
                "`{text}` is no sandbox (hint: `auto`, `bubblewrap` or `none`)"
            )),
        }
    }
}

/// Where the agent finds things, as it sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AgentPaths {
    pub(crate) data: PathBuf,
    pub(crate) submission: PathBuf,
    pub(crate) logs: PathBuf,
    pub(crate) code: PathBuf,
    pub(crate) agent: PathBuf,
    pub(crate) home: PathBuf,
    /// The search path for programs.
    pub(crate) search: String,
}

/// Everything a back end needs to start one agent.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    pub(crate) run_id: &'a str,
    /// Holds `submission`, `logs` and `code`.
    pub(crate) run_dir: &'a Path,
    pub(crate) public_dir: &'a Path,
    pub(crate) staged: &'a StagedHome,
    pub(crate) agent: &'a Agent,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) limits: &'a Limits,
    pub(crate) network: &'a NetworkMode,
}

/// Folders of a run that the agent may write.
pub(crate) const WRITABLE: [&str; 3] = ["submission", "logs", "code"];

impl Launch<'_> {
    /// Returns the paths of [`WRITABLE`], in that order.
    pub(super) fn writable(&self) -> Vec<PathBuf> {
        WRITABLE
            .iter()
            .map(|name| self.run_dir.join(name))
            .collect()
    }
}

/// How the agent's first process ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// Why the agent's command could not even be started.
    pub(crate) start_failure: Option<String>,
}

/// What a back end measured and enforced.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) cpu_s: f64,
    pub(crate) memory_peak_bytes: u64,
    pub(crate) mechanism: String,
    pub(crate) limits: Vec<LimitRecord>,
}

/// A kind of place to run agents in.
pub(crate) trait Sandbox: fmt::Debug + Send + Sync {
    /// Returns which one this is.
    fn kind(&self) -> SandboxKind;

    /// Tries whether it works on this machine, by starting something harmless in it.
    fn check(&self) -> Result<(), SandboxError>;

    /// Returns what stands in the way of this run, one sentence each.
    fn problems(&self, public_dir: &Path, agent: &Agent) -> Vec<String>;

    /// Returns the paths the agent will see.
    fn paths(&self, run_dir: &Path, staged: &StagedHome) -> AgentPaths;

    /// Whether the validation server's socket is opened inside, at port 5000.
    fn listens_inside(&self, network: &NetworkMode) -> bool;

    /// Returns the network the agent really gets when `asked` is asked for.
    fn network_label(&self, asked: &NetworkMode) -> String;

    /// Starts the agent.
    fn start(&self, launch: &Launch<'_>) -> Result<Box<dyn Running>, SandboxError>;
}

/// An agent that was started. Dropping it kills what is left of it.
pub(crate) trait Running: Send {
    /// Returns what a later process needs to find and end a left-over.
    fn identity(&self) -> ProcessIdentity;

    /// Returns the socket opened inside, once.
    fn take_listener(&mut self) -> Option<TcpListener>;

    /// Returns the read ends of the agent's output, once.
    fn take_output(&mut self) -> Vec<OwnedFd>;

    /// Waits until the agent *and everything it started* is gone, at most `timeout`.
    fn wait(&mut self, timeout: Duration) -> Result<Option<Exit>, SandboxError>;

    /// Returns a limit that was found exceeded and that nothing but a kill enforces.
    fn exceeded(&mut self) -> Option<LimitKind>;

    /// Stops or continues all processes.
    fn set_frozen(&mut self, frozen: bool);

    /// Asks all processes to end (SIGTERM).
    fn terminate(&mut self);

    /// Kills all processes.
    fn kill(&mut self);

    /// Returns the figures so far; complete after the end.
    fn measured(&mut self) -> Measured;
}

/// Opens a back end; `init_program` is a program that calls
/// [`sandbox_init_main`](super::sandbox_init_main).
pub(crate) fn open(kind: SandboxKind, init_program: &Path) -> Box<dyn Sandbox> {
    match kind {
        SandboxKind::Bubblewrap => Box::new(Bubblewrap::new(init_program)),
        SandboxKind::None => Box::new(Unconfined::new(init_program)),
    }
}
