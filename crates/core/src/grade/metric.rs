//! From a declared metric to a number: the one place that wires the metric library to columns.

use mlebench_data::table::{Column, Table};
use mlebench_metrics::MetricError;
use serde::de::DeserializeOwned;

use crate::grade::GradeError;
use crate::grade::columns::{Pair, pairs};
use crate::spec::{ColumnKind, CompetitionSpec};
use crate::submission::Checked;
use crate::verdict::{Rejection, RejectionCode};

/// Computes the declared metric on the scored rows.
///
/// # Errors
///
/// The outer error is ours: broken answers or a declaration that does not fit; the inner one is a
/// rejection by the metric itself.
pub(super) fn score(
    spec: &CompetitionSpec,
    answers: &Table,
    checked: &Checked,
    scored: Option<&[bool]>,
) -> Result<Result<f64, Rejection>, GradeError> {
    let rows: Option<Vec<usize>> = scored.map(|flags| {
        flags
            .iter()
            .enumerate()
            .filter(|(_, scored)| **scored)
            .map(|(row, _)| row)
            .collect()
    });
    let input = Input {
        spec,
        pairs: pairs(spec, answers, checked)?,
        rows,
    };
    match input.compute() {
        Ok(value) => Ok(Ok(value)),
        Err(Problem::Ours(error)) => Err(error),
        Err(Problem::Metric(error)) => input.blame(&error, checked).map(Err),
    }
}

/// Why there is no number.
enum Problem {
    Ours(GradeError),
    Metric(MetricError),
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

struct Input<'a> {
    spec: &'a CompetitionSpec,
    pairs: Vec<Pair<'a>>,
    /// The rows of the answers that are scored; `None` for all.
    rows: Option<Vec<usize>>,
}

impl<'a> Input<'a> {
    fn compute(&self) -> Result<f64, Problem> {
        use mlebench_metrics as m;
        let name = self.spec.metric.name.as_str();
        match name {
            "roc-auc" => {
                let pair = self.single()?;
                Ok(m::roc_auc(
                    &self.kept(pair.true_flags()?),
                    &self.predicted(pair),
                )?)
            }
            "mean-column-roc-auc" => {
                let truth = self.each(Pair::true_flags)?;
                Ok(m::mean_column_roc_auc(
                    &slices(&truth),
                    &slices(&self.all_predicted()),
                )?)
            }
            "accuracy" => self.accuracy(),
            "log-loss" => {
                let pair = self.single()?;
                let truth = self.kept(pair.true_flags()?);
                Ok(m::log_loss(
                    &truth,
                    &self.predicted(pair),
                    self.parameters()?,
                )?)
            }
            "multi-class-log-loss" => {
                let truth = self.each(Pair::true_numbers)?;
                let classes = m::classes_of_one_hot(&slices(&truth))?;
                let predicted = self.all_predicted();
                Ok(m::multi_class_log_loss(
                    &classes,
                    &slices(&predicted),
                    self.parameters()?,
                )?)
            }
            "rmse" => self.numbers(m::rmse),
            "mae" => self.numbers(m::mean_absolute_error),
            "mean-column-rmsle" => {
                let truth = self.each(Pair::true_numbers)?;
                Ok(m::mean_column_rmsle(
                    &slices(&truth),
                    &slices(&self.all_predicted()),
                )?)
            }
            "pearson" => self.numbers(m::pearson),
            "quadratic-weighted-kappa" => {
                let (truth, predicted) = self.class_pair()?;
                Ok(m::quadratic_weighted_kappa(
                    &truth,
                    &predicted,
                    self.parameters()?,
                )?)
            }
            "matthews-correlation" => {
                let (truth, predicted) = self.class_pair()?;
                Ok(m::matthews_correlation(&truth, &predicted)?)
            }
            "macro-f1" => {
                let (truth, predicted) = self.class_pair()?;
                Ok(m::macro_f1(&truth, &predicted)?)
            }
            _ => Err(self.misfit("grading by it is not implemented yet").into()),
        }
    }

    fn accuracy(&self) -> Result<f64, Problem> {
        let pair = self.single()?;
        let is_text = self
            .spec
            .submission
            .columns
            .iter()
            .any(|g| g.kind == ColumnKind::Text);
        if !is_text {
            let (truth, predicted) = self.class_pair()?;
            return Ok(mlebench_metrics::accuracy(&truth, &predicted)?);
        }
        let (truth, predicted) = (texts(pair.truth), texts(pair.predicted));
        Ok(mlebench_metrics::accuracy(
            &self.kept(truth),
            &self.kept(predicted),
        )?)
    }

    fn numbers(
        &self,
        metric: fn(&[f64], &[f64]) -> Result<f64, MetricError>,
    ) -> Result<f64, Problem> {
        let pair = self.single()?;
        Ok(metric(
            &self.kept(pair.true_numbers()?),
            &self.predicted(pair),
        )?)
    }

    fn class_pair(&self) -> Result<(Vec<i64>, Vec<i64>), Problem> {
        let pair = self.single()?;
        Ok((
            self.kept(pair.true_classes()?),
            self.kept(pair.predicted_classes()),
        ))
    }

    /// The only predicted column.
    fn single(&self) -> Result<&Pair<'a>, GradeError> {
        match self.pairs.as_slice() {
            [pair] => Ok(pair),
            pairs => Err(self.misfit(&format!(
                "it takes one column, {} are declared",
                pairs.len()
            ))),
        }
    }

    fn each<T: Clone>(
        &self,
        values: impl Fn(&Pair<'a>) -> Result<Vec<T>, GradeError>,
    ) -> Result<Vec<Vec<T>>, GradeError> {
        self.pairs
            .iter()
            .map(|pair| Ok(self.kept(values(pair)?)))
            .collect()
    }

    fn predicted(&self, pair: &Pair<'_>) -> Vec<f64> {
        self.kept(pair.predicted_numbers())
    }

    fn all_predicted(&self) -> Vec<Vec<f64>> {
        self.pairs.iter().map(|pair| self.predicted(pair)).collect()
    }

    /// Keeps the scored rows.
    fn kept<T: Clone>(&self, values: Vec<T>) -> Vec<T> {
        match &self.rows {
            None => values,
            Some(rows) => rows.iter().map(|row| values[*row].clone()).collect(),
        }
    }

    fn parameters<T: DeserializeOwned>(&self) -> Result<T, GradeError> {
        let parameters = self.spec.metric.parameters.clone();
        parameters
            .try_into()
            .map_err(|error: toml::de::Error| self.misfit(error.message()))
    }

    fn misfit(&self, problem: &str) -> GradeError {
        let name = self.spec.metric.name.clone();
        GradeError::Metric {
            name,
            problem: problem.to_owned(),
        }
    }

    /// Turns a metric's complaint into a rejection, unless the answers are to blame.
    fn blame(&self, error: &MetricError, checked: &Checked) -> Result<Rejection, GradeError> {
        if error.blames_truth() {
            return Err(self.misfit(&format!("the answers do not suit it: {error}")));
        }
        // Cells that no metric can use were rejected before; what is left has no score.
        let code = match error.root() {
            MetricError::OutOfRange { .. } => RejectionCode::OutOfRange,
            _ => RejectionCode::NanScore,
        };
        let rejection = Rejection::new(code, error.to_string());
        let row = error
            .row()
            .map(|row| self.rows.as_ref().map_or(row, |rows| rows[row]));
        Ok(match row {
            Some(row) => rejection.at_row(checked.submission_row(row)),
            None => rejection,
        })
    }
}

fn slices<T>(columns: &[Vec<T>]) -> Vec<&[T]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// Cells as text; a missing one equals nothing but another missing one.
fn texts(column: &Column) -> Vec<Option<String>> {
    (0..column.len())
        .map(|row| (!column.is_missing(row)).then(|| column.cell_text(row).into_owned()))
        .collect()
}
