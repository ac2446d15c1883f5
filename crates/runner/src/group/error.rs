//! Why a group of runs cannot be made or continued.

use std::path::PathBuf;

use crate::error::IoError;
use crate::record::ChainError;

/// A group that cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// Things that must be put right first, all of them.
    #[error("the runs cannot start:\n{}", list(problems))]
    NotReady {
        /// One sentence each.
        problems: Vec<String>,
        /// Whether the sandbox is among them.
        sandbox: bool,
    },
    /// There is no such group.
    #[error("there is no run group `{name}` in `{}` (hint: {})", runs_dir.display(), known(groups))]
    NotFound {
        /// What was asked for.
        name: String,
        /// Where it was looked for.
        runs_dir: PathBuf,
        /// The groups that are there.
        groups: Vec<String>,
    },
    /// Several groups begin so.
    #[error("`{name}` may be any of {}", groups.join(", "))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The groups that begin so.
        groups: Vec<String>,
    },
    /// Another program works on the group.
    #[error("another program is working on `{}` (hint: wait for it, or end it)", .0.display())]
    Busy(PathBuf),
    /// The group was planned with something else.
    #[error("`{}` cannot be continued: {reason} (hint: start a new group)", group.display())]
    Differs {
        /// The group.
        group: PathBuf,
        /// What differs.
        reason: String,
    },
    /// A log does not hold together.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// A file operation failed.
    #[error(transparent)]
    Io(#[from] IoError),
}

fn list(problems: &[String]) -> String {
    problems
        .iter()
        .map(|problem| format!("  - {problem}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn known(groups: &[String]) -> String {
    match groups {
        [] => "there are none yet".to_owned(),
        [.., last] => format!("the last one is `{last}`; `latest` means it"),
    }
}
