//! Why a metric cannot be computed.

use std::fmt;

/// Which of the two inputs of a metric a problem is in.
///
/// A problem in the truth is the benchmark's fault, one in the prediction the submission's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The answers.
    Truth,
    /// The submission.
    Prediction,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truth => "truth",
            Self::Prediction => "prediction",
        })
    }
}

/// A metric has no value for the given input.
///
/// Rows count from 0 in the order of the slices given to the metric.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MetricError {
    /// Truth and prediction have different numbers of rows, columns or items.
    #[error("{predicted} predictions for {truth} true values")]
    LengthMismatch {
        /// Length of the truth.
        truth: usize,
        /// Length of the prediction.
        predicted: usize,
    },
    /// There is nothing to score.
    #[error("nothing to score")]
    Empty,
    /// A value is missing or not a number.
    #[error("{side} of row {row} is not a number")]
    NotANumber {
        /// Where the value stands.
        side: Side,
        /// The row.
        row: usize,
    },
    /// A value is infinite where only finite ones make sense.
    #[error("{side} of row {row} is infinite")]
    Infinite {
        /// Where the value stands.
        side: Side,
        /// The row.
        row: usize,
    },
    /// A value lies outside the range that the metric is defined for.
    #[error("{side} of row {row} is `{value}`, expected {expected}")]
    OutOfRange {
        /// Where the value stands.
        side: Side,
        /// The row.
        row: usize,
        /// The value.
        value: f64,
        /// The range in words.
        expected: &'static str,
    },
    /// The truth holds one class only, so there is nothing to tell apart.
    #[error("the truth holds one class only")]
    OneClass,
    /// An item is predicted that the truth does not have.
    #[error("prediction of row {row} holds an unknown item at place {place}")]
    UnknownItem {
        /// The row.
        row: usize,
        /// Place in the predicted list, counted from 0.
        place: usize,
    },
    /// An item stands twice in a list where each may stand once.
    #[error("{side} of row {row} repeats an item")]
    RepeatedItem {
        /// Where the list stands.
        side: Side,
        /// The row.
        row: usize,
    },
    /// The formula has no value here, such as a correlation with a constant.
    #[error("the metric is undefined: {reason}")]
    Undefined {
        /// Which side makes it so.
        side: Side,
        /// What makes it so.
        reason: &'static str,
    },
    /// A parameter of the metric makes no sense.
    #[error("invalid parameter `{name}`: {reason}")]
    Parameter {
        /// The parameter in kebab-case, as declared.
        name: &'static str,
        /// What is expected of it.
        reason: &'static str,
    },
    /// One of several columns has no value.
    #[error("column {column}: {source}")]
    InColumn {
        /// Place of the column, counted from 0.
        column: usize,
        /// What is wrong with it.
        source: Box<MetricError>,
    },
}

impl MetricError {
    /// Returns the row that the error is about, if it is about one.
    pub fn row(&self) -> Option<usize> {
        match self {
            Self::NotANumber { row, .. }
            | Self::Infinite { row, .. }
            | Self::OutOfRange { row, .. }
            | Self::UnknownItem { row, .. }
            | Self::RepeatedItem { row, .. } => Some(*row),
            Self::InColumn { source, .. } => source.row(),
            Self::LengthMismatch { .. }
            | Self::Empty
            | Self::OneClass
            | Self::Undefined { .. }
            | Self::Parameter { .. } => None,
        }
    }

    /// Returns the column that the error is about, if the metric has several.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::InColumn { column, .. } => Some(*column),
            _ => None,
        }
    }

    /// Returns whether the truth or the parameters are at fault, not the prediction.
    pub fn blames_truth(&self) -> bool {
        match self {
            Self::NotANumber { side, .. }
            | Self::Infinite { side, .. }
            | Self::OutOfRange { side, .. }
            | Self::RepeatedItem { side, .. }
            | Self::Undefined { side, .. } => *side == Side::Truth,
            Self::OneClass | Self::Empty | Self::Parameter { .. } => true,
            Self::InColumn { source, .. } => source.blames_truth(),
            Self::LengthMismatch { .. } | Self::UnknownItem { .. } => false,
        }
    }

    /// Returns the error itself without the column that it arose in.
    pub fn root(&self) -> &Self {
        match self {
            Self::InColumn { source, .. } => source.root(),
            other => other,
        }
    }

    /// Says in which column the error arose.
    #[must_use]
    pub(crate) fn in_column(self, column: usize) -> Self {
        Self::InColumn {
            column,
            source: Box::new(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_row_and_column() {
        let error = MetricError::NotANumber {
            side: Side::Prediction,
            row: 4,
        }
        .in_column(2);
        assert_eq!(error.row(), Some(4));
        assert_eq!(error.column(), Some(2));
        assert!(!error.blames_truth());
        assert_eq!(
            error.to_string(),
            "column 2: prediction of row 4 is not a number"
        );
    }

    #[test]
    fn tells_whose_fault_it_is() {
        assert!(MetricError::OneClass.blames_truth());
        assert!(
            MetricError::Infinite {
                side: Side::Truth,
                row: 0
            }
            .blames_truth()
        );
        assert!(!MetricError::UnknownItem { row: 0, place: 1 }.blames_truth());
        assert_eq!(MetricError::Empty.row(), None);
    }
}
