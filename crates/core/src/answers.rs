//! Reading the answers: one loader for validation and grading.

use mlebench_data::csv::{self, CsvError};
use mlebench_data::table::Table;

use crate::competition::Competition;
use crate::submission::read_options;

/// Answers that are no table: an error of ours.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// They are no CSV.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// They are not what the competition's own reader expects.
    #[error("{0}")]
    Other(String),
}

/// Reads the bytes of a competition's answers.
///
/// # Errors
///
/// Fails when they are no table.
pub fn read(competition: &Competition, bytes: &[u8]) -> Result<Table, AnswersError> {
    match competition.code.answers {
        Some(read) => read(bytes).map_err(AnswersError::Other),
        None => Ok(csv::read(bytes, &read_options(&competition.spec))?),
    }
}
