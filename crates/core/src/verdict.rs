//! What can come out of grading: a score, a rejection, or an error of ours.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The end of grading one submission; a third outcome, an error of ours, is the `Err` around it.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The submission was scored.
    Scored(Score),
    /// The submission breaks a rule; the agent is to blame.
    Rejected(Rejection),
}

/// A score by the competition's metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The metric's value as computed; a whole number where the original's is one.
    pub raw: f64,
    /// The value rounded to five decimals, which is what the leaderboard compares.
    pub rounded: f64,
}

/// How the original rounds a score to five decimals; it depends on the number type it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Multiply by 1e5, round half to even, divide: a NumPy double.
    #[default]
    Scaled,
    /// Round the exact decimal value of the double, half to even: a plain Python float.
    Decimal,
    /// Round to a whole number, half to even, before anything else: a Python integer.
    Whole,
}

impl Score {
    /// Creates a score from the metric's value.
    pub fn new(raw: f64, rounding: Rounding) -> Self {
        let raw = match rounding {
            Rounding::Whole => raw.round_ties_even(),
            _ => raw,
        };
        let rounded = match rounding {
            Rounding::Whole => raw,
            Rounding::Scaled => (raw * 1e5).round_ties_even() / 1e5,
            // Formatting rounds the exact decimal expansion, half to even.
            Rounding::Decimal => format!("{raw:.5}").parse().unwrap_or(raw),
        };
        Self { raw, rounded }
    }
}

/// The rule that a submission breaks.
///
/// The codes are stable and part of the report's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectionCode {
    /// There is no file.
    MissingFile,
    /// The path is no regular file, or its name does not end in `.csv`.
    NotACsvFile,
    /// The text is no CSV: a ragged row, an open quote, bytes that are not UTF-8.
    Unreadable,
    /// The file has no header.
    Empty,
    /// A required column is absent.
    MissingColumn,
    /// A column stands there that the competition does not allow.
    UnexpectedColumn,
    /// The number of rows differs from the test set.
    RowCount,
    /// An id is not in the test set.
    UnknownId,
    /// An id occurs more often than in the test set.
    DuplicateId,
    /// A cell that must hold a value is empty.
    MissingValue,
    /// A cell that must hold a number holds something else.
    NotANumber,
    /// A number is infinite.
    NotFinite,
    /// A number is outside the allowed range.
    OutOfRange,
    /// A class label is not of the expected kind (a whole number, a text).
    NotALabel,
    /// The probabilities of a row do not add up to one.
    RowSum,
    /// A cell's content cannot be read (a list, a mask, a set of boxes).
    BadFormat,
    /// The metric is undefined for this submission (NaN or infinite).
    NanScore,
}

impl RejectionCode {
    /// All codes, in the order of the reference page.
    pub const ALL: [Self; 17] = [
        Self::MissingFile,
        Self::NotACsvFile,
        Self::Unreadable,
        Self::Empty,
        Self::MissingColumn,
        Self::UnexpectedColumn,
        Self::RowCount,
        Self::UnknownId,
        Self::DuplicateId,
        Self::MissingValue,
        Self::NotANumber,
        Self::NotFinite,
        Self::OutOfRange,
        Self::NotALabel,
        Self::RowSum,
        Self::BadFormat,
        Self::NanScore,
    ];

    /// Returns the code as it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MissingFile => "missing_file",
            Self::NotACsvFile => "not_a_csv_file",
            Self::Unreadable => "unreadable",
            Self::Empty => "empty",
            Self::MissingColumn => "missing_column",
            Self::UnexpectedColumn => "unexpected_column",
            Self::RowCount => "row_count",
            Self::UnknownId => "unknown_id",
            Self::DuplicateId => "duplicate_id",
            Self::MissingValue => "missing_value",
            Self::NotANumber => "not_a_number",
            Self::NotFinite => "not_finite",
            Self::OutOfRange => "out_of_range",
            Self::NotALabel => "not_a_label",
            Self::RowSum => "row_sum",
            Self::BadFormat => "bad_format",
            Self::NanScore => "nan_score",
        }
    }

    /// Returns what the code means, for the reference page.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::MissingFile => "there is no file",
            Self::NotACsvFile => "the path is no regular file, or its name does not end in `.csv`",
            Self::Unreadable => {
                "the text is no CSV: a ragged row, an open quote, bytes that are not UTF-8"
            }
            Self::Empty => "the file has no header",
            Self::MissingColumn => "a required column is absent",
            Self::UnexpectedColumn => "a column stands there that the competition does not allow",
            Self::RowCount => "the number of rows differs from the test set",
            Self::UnknownId => "an id is not in the test set",
            Self::DuplicateId => "an id occurs more often than in the test set",
            Self::MissingValue => {
                "a cell that must hold a value is empty or spells a missing value"
            }
            Self::NotANumber => "a cell that must hold a number holds something else",
            Self::NotFinite => "a number is infinite",
            Self::OutOfRange => "a number is outside the allowed range",
            Self::NotALabel => "a class label is not of the expected kind (a whole number, a text)",
            Self::RowSum => "the probabilities of a row do not add up to one",
            Self::BadFormat => "a cell's content cannot be read (a list, a mask, a set of boxes)",
            Self::NanScore => "the metric is not defined for this submission (NaN or infinite)",
        }
    }
}

/// Why a submission is rejected, with the place where the rule is broken.
///
/// Nothing in it depends on a true label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// The rule.
    pub code: RejectionCode,
    /// What is wrong, for a person: one sentence in lower case without a final period.
    pub message: String,
    /// The column, where there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
    /// The data row, 1 for the first row under the header, where there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub row: Option<usize>,
}

impl Rejection {
    /// Creates a rejection that concerns the whole file.
    pub fn new(code: RejectionCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            column: None,
            row: None,
        }
    }

    /// Adds the column.
    #[must_use]
    pub fn in_column(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }

    /// Adds the data row, given as a 0-based index.
    #[must_use]
    pub fn at_row(mut self, index: usize) -> Self {
        self.row = Some(index + 1);
        self
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match (&self.column, self.row) {
            (Some(column), Some(row)) => write!(f, " (column `{column}`, row {row})"),
            (Some(column), None) => write!(f, " (column `{column}`)"),
            (None, Some(row)) => write!(f, " (row {row})"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_roundings_agree_away_from_ties_and_differ_on_them() {
        assert_eq!(Score::new(0.123_456_7, Rounding::Scaled).rounded, 0.12346);
        assert_eq!(Score::new(0.123_456_7, Rounding::Decimal).rounded, 0.12346);
        // 2.675 is a little less than it looks; scaled by a power of ten it becomes a tie.
        let near_tie = 0.000_015_f64;
        assert_eq!(Score::new(near_tie, Rounding::Decimal).rounded, 0.00002);
        assert_eq!(Score::new(1.0, Rounding::Decimal).rounded, 1.0);
    }

    #[test]
    fn a_rejection_names_its_place() {
        let rejection = Rejection::new(RejectionCode::OutOfRange, "1.5 is outside 0 to 1")
            .in_column("p")
            .at_row(3);
        assert_eq!(
            rejection.to_string(),
            "1.5 is outside 0 to 1 (column `p`, row 4)"
        );
    }
}
