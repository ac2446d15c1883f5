//! Reading the answers: one loader for validation and grading.

use mlebench_data::csv::{self, CsvError};
use mlebench_data::table::Table;

use crate::spec::CompetitionSpec;
use crate::submission::read_options;

/// Answers that are no table: an error of ours.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// They are no CSV.
    #[error(transparent)]
    Csv(#[from] CsvError),
}

/// Reads the bytes of a competition's answers.
///
/// # Errors
///
/// Fails when they are no table.
pub fn read(spec: &CompetitionSpec, bytes: &[u8]) -> Result<Table, AnswersError> {
    Ok(csv::read(bytes, &read_options(spec))?)
}
