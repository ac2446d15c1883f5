//! Reading the answers: one loader for validation and grading.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use mlebench_data::csv::{self, CsvError, ReadOptions};
use mlebench_data::table::Table;

use crate::competition::Competition;
use crate::submission::read_options;

/// Answers that are no table: an error of ours.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// They cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// They are no CSV.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// They are not what the competition's own reader expects.
    #[error("{0}")]
    Other(String),
}

/// Loads a competition's answers: of a CSV the columns that validation and grading need.
///
/// # Errors
///
/// Fails when the file cannot be read or is no table.
pub fn load(competition: &Competition, path: &Path) -> Result<Table, AnswersError> {
    if competition.code.answers.is_some() {
        return read(competition, &mut BufReader::new(File::open(path)?));
    }
    Ok(csv::read_file(path, &options(competition))?)
}

/// Reads a competition's answers as [`load`] does.
///
/// # Errors
///
/// Fails when they cannot be read or are no table.
pub fn read(competition: &Competition, text: &mut dyn BufRead) -> Result<Table, AnswersError> {
    if let Some(read) = competition.code.answers {
        return read(text).map_err(AnswersError::Other);
    }
    Ok(csv::read_from(text, &options(competition))?)
}

fn options(competition: &Competition) -> ReadOptions {
    ReadOptions {
        only: Some(competition.spec.answer_columns()),
        ..read_options(&competition.spec)
    }
}
