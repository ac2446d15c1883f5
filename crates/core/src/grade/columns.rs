//! Columns as the numbers and labels that metrics take.

use mlebench_data::table::{Column, Table};

use crate::grade::GradeError;
use crate::spec::CompetitionSpec;
use crate::submission::{Checked, MissingAnswerColumn};

/// Truth and prediction of one column, rows paired.
pub(super) struct Pair<'a> {
    /// Name of the predicted column.
    pub(super) name: &'a str,
    /// The answers' column.
    pub(super) truth: &'a Column,
    /// The submission's column.
    pub(super) predicted: &'a Column,
}

/// Pairs the predicted columns with the columns of the answers.
pub(super) fn pairs<'a>(
    spec: &'a CompetitionSpec,
    answers: &'a Table,
    checked: &'a Checked,
) -> Result<Vec<Pair<'a>>, GradeError> {
    let truth = spec.metric.truth.as_deref();
    let columns = checked.columns().iter().enumerate();
    columns
        .map(|(index, (name, predicted))| {
            let source = truth.and_then(|names| names.get(index)).unwrap_or(name);
            let truth = answers.column(source).ok_or_else(|| MissingAnswerColumn {
                column: source.clone(),
            })?;
            Ok(Pair {
                name,
                truth,
                predicted,
            })
        })
        .collect()
}

impl Pair<'_> {
    /// The truth as numbers.
    pub(super) fn true_numbers(&self) -> Result<Vec<f64>, GradeError> {
        self.truth
            .to_f64()
            .ok_or_else(|| self.broken_truth("text", "numbers"))
    }

    /// The truth as yes and no: the number 1 is yes, 0 is no.
    pub(super) fn true_flags(&self) -> Result<Vec<bool>, GradeError> {
        self.true_numbers()?
            .into_iter()
            .map(|value| match value {
                1.0 => Ok(true),
                0.0 => Ok(false),
                other => Err(self.broken_truth(&other.to_string(), "0 or 1")),
            })
            .collect()
    }

    /// The truth as classes.
    pub(super) fn true_classes(&self) -> Result<Vec<i64>, GradeError> {
        classes(self.truth).ok_or_else(|| self.broken_truth("text or fractions", "whole numbers"))
    }

    /// The prediction as numbers; checked before, so text can only stand in rows that do not count.
    pub(super) fn predicted_numbers(&self) -> Vec<f64> {
        match self.predicted {
            Column::Text(cells) => cells
                .iter()
                .map(|cell| {
                    cell.and_then(|text| text.trim().parse().ok())
                        .unwrap_or(f64::NAN)
                })
                .collect(),
            other => other.to_f64().unwrap_or_default(),
        }
    }

    /// The prediction as classes, fractions cut towards zero.
    pub(super) fn predicted_classes(&self) -> Vec<i64> {
        match self.predicted {
            Column::Int(values) => values.clone(),
            _ => self
                .predicted_numbers()
                .into_iter()
                .map(|value| value as i64)
                .collect(),
        }
    }

    fn broken_truth(&self, found: &str, expected: &'static str) -> GradeError {
        GradeError::Truth {
            column: self.name.to_owned(),
            found: found.to_owned(),
            expected,
        }
    }
}

fn classes(column: &Column) -> Option<Vec<i64>> {
    match column {
        Column::Int(values) => Some(values.clone()),
        Column::Text(_) => None,
        other => other
            .to_f64()?
            .into_iter()
            .map(|value| (value.fract() == 0.0).then_some(value as i64))
            .collect(),
    }
}
