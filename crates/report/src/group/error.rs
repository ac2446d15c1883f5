//! Why a group cannot be reported.

use crate::aggregate::AggregateError;

/// A run group that cannot be reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// The group declares no competition or no seed.
    #[error("run group `{run_group}` declares no runs")]
    NoRuns {
        /// The group.
        run_group: String,
    },
    /// A competition or a seed is declared twice.
    #[error("run group `{run_group}` declares {what} twice")]
    DeclaredTwice {
        /// The group.
        run_group: String,
        /// The competition or seed.
        what: String,
    },
    /// There are two runs of one competition and seed, and no rule to choose one.
    #[error("there are two runs of `{competition_id}` with seed {seed}")]
    DuplicateRun {
        /// The competition.
        competition_id: String,
        /// The seed.
        seed: u64,
    },
    /// There is a run that was not declared, so it must not count.
    #[error("the run of `{competition_id}` with seed {seed} was not declared")]
    UndeclaredRun {
        /// The competition.
        competition_id: String,
        /// The seed.
        seed: u64,
    },
    /// A run has the report of another competition.
    #[error("the run of `{competition_id}` with seed {seed} has a report of `{reported}`")]
    ForeignReport {
        /// The run's competition.
        competition_id: String,
        /// The run's seed.
        seed: u64,
        /// The report's competition.
        reported: String,
    },
    /// The runs cannot be averaged as asked.
    #[error(transparent)]
    Aggregate(#[from] AggregateError),
}
