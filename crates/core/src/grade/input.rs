//! Truth and prediction as the numbers, labels and texts that metrics take, scored rows paired.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mlebench_data::table::{Column, Table};
use mlebench_metrics::MetricError;
use serde::de::DeserializeOwned;

use crate::grade::GradeError;
use crate::spec::{ColumnGroup, CompetitionSpec, MaskSize};
use crate::submission::format::{self, FormatError};
use crate::submission::{Checked, MissingAnswerColumn};
use crate::verdict::{Rejection, RejectionCode};

/// Why there is no number.
#[derive(Debug)]
pub enum Problem {
    /// The benchmark is to blame.
    Ours(GradeError),
    /// The metric has no value, through one side or the other.
    Metric(MetricError),
    /// A cell of the submission cannot be read: place among the scored rows, and why.
    Cell(usize, FormatError),
}

impl From<GradeError> for Problem {
    fn from(error: GradeError) -> Self {
        Self::Ours(error)
    }
}

impl From<MetricError> for Problem {
    fn from(error: MetricError) -> Self {
        Self::Metric(error)
    }
}

/// A checked submission beside the answers.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// What the competition declares.
    pub spec: &'a CompetitionSpec,
    /// The answers, all rows.
    pub answers: &'a Table,
    /// The submission.
    pub checked: &'a Checked<'a>,
}

/// The number of pixels of images.
#[derive(Debug, Clone)]
pub enum PixelCounts {
    /// The same for all.
    Same(u64),
    /// One for each row; 0 beyond the end.
    OfRow(Vec<u64>),
}

impl PixelCounts {
    /// Returns the number of pixels of a row's image.
    pub fn of(&self, row: usize) -> u64 {
        match self {
            Self::Same(pixels) => *pixels,
            Self::OfRow(pixels) => pixels.get(row).copied().unwrap_or(0),
        }
    }
}

/// Truth and prediction of one column, scored rows paired.
#[derive(Debug, Clone)]
pub struct Pair<'a> {
    /// Name of the predicted column.
    pub name: &'a str,
    /// How the predicted column is declared.
    pub group: &'a ColumnGroup,
    /// The answers' cells.
    pub truth: Cow<'a, Column>,
    /// The submission's cells.
    pub predicted: &'a Column,
}

impl<'a> Input<'a> {
    /// Pairs the predicted columns with the columns of the answers.
    ///
    /// # Errors
    ///
    /// Fails when the answers lack a column.
    pub fn pairs(&self) -> Result<Vec<Pair<'a>>, GradeError> {
        let truth = self.spec.metric.truth.as_deref();
        let columns = self.checked.columns().iter().enumerate();
        columns
            .map(|(index, column)| {
                let source = truth.and_then(|names| names.get(index).map(String::as_str));
                Ok(Pair {
                    name: column.name,
                    group: column.group,
                    truth: self.answer(source.unwrap_or(column.name))?,
                    predicted: &column.cells,
                })
            })
            .collect()
    }

    /// Returns the only predicted column.
    ///
    /// # Errors
    ///
    /// Fails when several are declared or the answers lack it.
    pub fn single(&self) -> Result<Pair<'a>, GradeError> {
        let mut pairs = self.pairs()?;
        match (pairs.pop(), pairs.len()) {
            (Some(pair), 0) => Ok(pair),
            (_, more) => {
                Err(self.misfit(&format!("it takes one column, {} are declared", more + 1)))
            }
        }
    }

    /// Returns the scored cells of a column of the answers.
    ///
    /// # Errors
    ///
    /// Fails when the answers lack it.
    pub fn answer(&self, name: &str) -> Result<Cow<'a, Column>, GradeError> {
        let column = self
            .answers
            .column(name)
            .ok_or_else(|| MissingAnswerColumn {
                column: name.to_owned(),
            })?;
        Ok(self.checked.alignment().answers.of(column))
    }

    /// Returns the scored cells of the columns of the answers that are declared for a role.
    ///
    /// # Errors
    ///
    /// Fails when none is declared or the answers lack one.
    pub fn role(&self, role: &str) -> Result<Vec<Cow<'a, Column>>, GradeError> {
        match self.spec.metric.columns.get(role) {
            Some(names) => names.iter().map(|name| self.answer(name)).collect(),
            None => Err(self.misfit(&format!("no column is declared for `{role}`"))),
        }
    }

    /// Returns the group of each scored row, as the place of its name among the sorted names.
    ///
    /// # Errors
    ///
    /// Fails when no column of groups is declared or the answers lack it.
    pub fn groups(&self) -> Result<Vec<usize>, GradeError> {
        let columns = self.role("group")?;
        let [column] = columns.as_slice() else {
            return Err(self.misfit("it takes one column of groups"));
        };
        let mut places: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
        let mut last = (Cow::Borrowed(""), usize::MAX);
        let mut groups = Vec::with_capacity(column.len());
        for name in cells(column) {
            // Rows of a group mostly stand together.
            if last.1 == usize::MAX || last.0 != name {
                let next = places.len();
                let number = *places.entry(name.clone()).or_insert(next);
                last = (name, number);
            }
            groups.push(last.1);
        }
        // Scores are summed group by group: the order must not depend on that of the rows.
        let mut sorted = vec![0; places.len()];
        for (place, number) in places.into_values().enumerate() {
            sorted[number] = place;
        }
        Ok(groups.into_iter().map(|number| sorted[number]).collect())
    }

    /// Returns the number of pixels of each scored row's image.
    ///
    /// # Errors
    ///
    /// Fails when no size is declared or the answers lack it.
    pub fn pixels(&self) -> Result<PixelCounts, GradeError> {
        match &self.spec.submission.mask {
            None => Err(self.misfit("no size of masks is declared")),
            Some(MaskSize::Pixels { pixels }) => Ok(PixelCounts::Same(*pixels)),
            Some(MaskSize::Columns { height, width }) => {
                let (height, width) = (self.answer(height)?, self.answer(width)?);
                let (height, width) = (height.to_f64(), width.to_f64());
                let sizes = height
                    .into_iter()
                    .flatten()
                    .zip(width.into_iter().flatten());
                Ok(PixelCounts::OfRow(
                    sizes
                        .map(|(height, width)| (height * width) as u64)
                        .collect(),
                ))
            }
        }
    }

    /// Returns the declared parameters of the metric.
    ///
    /// # Errors
    ///
    /// Fails when they do not fit.
    pub fn parameters<T: DeserializeOwned>(&self) -> Result<T, GradeError> {
        let parameters = self.spec.metric.parameters.clone();
        parameters
            .try_into()
            .map_err(|error: toml::de::Error| self.misfit(error.message()))
    }

    /// Returns the cells of a column of either side as text, a missing one empty.
    pub fn texts<'c>(&self, column: &'c Column) -> Vec<Cow<'c, str>> {
        let compat = &self.spec.compat;
        (0..column.len())
            .map(|place| format::text(column, place, compat).unwrap_or_default())
            .collect()
    }

    /// Reads the text cells of a predicted column; `none` stands for an empty one.
    ///
    /// # Errors
    ///
    /// Fails at the first cell that cannot be read.
    pub fn read<T>(
        &self,
        pair: &Pair<'_>,
        none: impl Fn() -> T,
        read: impl Fn(&str, usize) -> Result<T, FormatError>,
    ) -> Result<Vec<T>, Problem> {
        let column = pair.predicted;
        (0..column.len())
            .map(|place| {
                let text = format::text(column, place, &self.spec.compat);
                match text.filter(|text| !text.is_empty()) {
                    Some(text) => read(&text, place).map_err(|error| Problem::Cell(place, error)),
                    None => Ok(none()),
                }
            })
            .collect()
    }

    /// Reads the text cells of the truth; `none` stands for an empty one.
    ///
    /// # Errors
    ///
    /// Fails at the first cell that cannot be read, which is an error of ours.
    pub fn read_truth<T>(
        &self,
        pair: &Pair<'_>,
        none: impl Fn() -> T,
        read: impl Fn(&str, usize) -> Result<T, FormatError>,
    ) -> Result<Vec<T>, GradeError> {
        let truth = &pair.truth;
        (0..truth.len())
            .map(|place| {
                let text = format::text(truth, place, &self.spec.compat);
                match text.filter(|text| !text.is_empty()) {
                    Some(text) => read(&text, place).map_err(|error| GradeError::Truth {
                        column: pair.name.to_owned(),
                        found: error.to_string(),
                        expected: "what the metric can read",
                    }),
                    None => Ok(none()),
                }
            })
            .collect()
    }

    /// Creates the error of a declaration that does not fit the metric.
    pub fn misfit(&self, problem: &str) -> GradeError {
        GradeError::Metric {
            name: self.spec.metric.name.as_str().to_owned(),
            problem: problem.to_owned(),
        }
    }

    /// Turns a problem into a rejection, unless the benchmark is to blame.
    ///
    /// # Errors
    ///
    /// Fails with what is ours.
    pub fn blame(&self, problem: Problem) -> Result<Rejection, GradeError> {
        match problem {
            Problem::Ours(error) => Err(error),
            Problem::Cell(place, error) => {
                let rejection = Rejection::new(RejectionCode::BadFormat, error.to_string());
                Ok(rejection.at_row(self.checked.submission_row(place)))
            }
            Problem::Metric(error) if error.blames_truth() => {
                Err(self.misfit(&format!("the answers do not suit it: {error}")))
            }
            // Cells that no metric can use were rejected before; what is left has no score.
            Problem::Metric(error) => {
                let code = match error.root() {
                    MetricError::OutOfRange { .. } => RejectionCode::OutOfRange,
                    _ => RejectionCode::NanScore,
                };
                let rejection = Rejection::new(code, error.to_string());
                Ok(match error.row() {
                    Some(place) => rejection.at_row(self.checked.submission_row(place)),
                    None => rejection,
                })
            }
        }
    }
}

impl Pair<'_> {
    /// Returns the truth as numbers.
    ///
    /// # Errors
    ///
    /// Fails when it is text.
    pub fn true_numbers(&self) -> Result<Cow<'_, [f64]>, GradeError> {
        self.truth
            .as_f64()
            .ok_or_else(|| self.broken_truth("text", "numbers"))
    }

    /// Returns the truth as yes and no: the number 1 is yes, 0 is no.
    ///
    /// # Errors
    ///
    /// Fails when it holds anything else.
    pub fn true_flags(&self) -> Result<Vec<bool>, GradeError> {
        self.true_numbers()?
            .iter()
            .map(|value| match *value {
                1.0 => Ok(true),
                0.0 => Ok(false),
                other => Err(self.broken_truth(&other.to_string(), "0 or 1")),
            })
            .collect()
    }

    /// Returns the truth as classes.
    ///
    /// # Errors
    ///
    /// Fails when it holds text or fractions.
    pub fn true_classes(&self) -> Result<Vec<i64>, GradeError> {
        classes(&self.truth).ok_or_else(|| self.broken_truth("text or fractions", "whole numbers"))
    }

    /// Returns the prediction as numbers; text that passed the checks spells them.
    pub fn predicted_numbers(&self) -> Cow<'_, [f64]> {
        match self.predicted {
            Column::Text(cells) => cells
                .iter()
                .map(|cell| {
                    cell.and_then(|text| text.trim().parse().ok())
                        .unwrap_or(f64::NAN)
                })
                .collect(),
            other => other.as_f64().unwrap_or_default(),
        }
    }

    /// Returns the prediction as classes, fractions cut towards zero.
    pub fn predicted_classes(&self) -> Vec<i64> {
        match self.predicted {
            Column::Int(values) => values.clone(),
            _ => self
                .predicted_numbers()
                .iter()
                .map(|value| *value as i64)
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

/// Returns the cells of a column as text, a missing one empty.
pub fn cells(column: &Column) -> impl ExactSizeIterator<Item = Cow<'_, str>> {
    (0..column.len()).map(|row| column.cell_text(row))
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
