//! Why grading fails through our own fault.

use crate::submission::MissingAnswerColumn;

/// Grading could not be done; nobody's score.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The competition has no grader yet.
    #[error("grading `{0}` is not implemented yet (hint: `mlebench list` shows what is)")]
    Missing(String),
    /// The answers lack a declared column.
    #[error(transparent)]
    AnswerColumn(#[from] MissingAnswerColumn),
    /// A true value is not what the metric needs.
    #[error("the answers hold {found} in column `{column}`, expected {expected}")]
    Truth {
        /// The column.
        column: String,
        /// What stands there.
        found: String,
        /// What the metric needs.
        expected: &'static str,
    },
    /// The declaration does not fit the metric.
    #[error("invalid metric `{name}`: {problem}")]
    Metric {
        /// The metric.
        name: String,
        /// What does not fit.
        problem: String,
    },
}
