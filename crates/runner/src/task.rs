//! What a run needs to know about a competition.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Says whether a file is an acceptable submission, never how good it is.
///
/// Called on the host, for every request to the validation server, possibly from several threads
/// at once. The path is a private copy of what the agent sent.
pub type Validator = Arc<dyn Fn(&Path) -> ValidationReply + Send + Sync>;

/// Grades the sealed submission, on the host, after the agent's processes are gone.
///
/// The path does not exist when the agent left no submission. The value is stored as the run's
/// `grade.json`; an `Err` is a failure of ours, never of the agent.
pub type Grader = Arc<dyn Fn(&Path) -> Result<serde_json::Value, String> + Send + Sync>;

/// The answer of a [`Validator`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationReply {
    /// Whether the file is acceptable.
    pub valid: bool,
    /// What the agent reads; begins `Submission is valid` or `Submission invalid!`.
    pub message: String,
}

/// One competition as an agent meets it.
#[derive(Clone)]
pub struct Task {
    /// The competition's id.
    pub competition_id: String,
    /// The folder of public files, read-only for the agent.
    pub public_dir: PathBuf,
    /// The text of `instructions.txt`.
    pub instructions: String,
    /// The text of `instructions_obfuscated.txt`, which does not name the benchmark.
    pub instructions_obfuscated: String,
    /// Checks a file for the validation server.
    pub validator: Validator,
    /// Grades the sealed submission.
    pub grader: Grader,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("competition_id", &self.competition_id)
            .field("public_dir", &self.public_dir)
            .finish_non_exhaustive()
    }
}
