//! Matching the rows of a submission with the rows of the answers.

use std::collections::HashMap;
use std::hash::Hash;

use mlebench_data::table::{Column, Table};

use crate::spec::{CompetitionSpec, IdRule};
use crate::verdict::{Rejection, RejectionCode};

/// What a submission must cover: the ids of the test set in the order of the answers, and which
/// of its rows are scored. It holds no true label.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// One key column for each id column of the submission.
    ids: Vec<Column>,
    /// Number of rows of the test set.
    rows: usize,
    /// Which rows are scored; `None` for all.
    scored: Option<Vec<bool>>,
}

/// Answers that lack what the competition declares: an error of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the answers have no column `{column}` (hint: prepare the competition again)")]
pub struct MissingAnswerColumn {
    /// The column.
    pub column: String,
}

impl Expectation {
    /// Takes the ids and the scored rows from the answers, and nothing else.
    ///
    /// # Errors
    ///
    /// Fails when the answers lack a declared column.
    pub fn from_answers(
        spec: &CompetitionSpec,
        answers: &Table,
    ) -> Result<Self, MissingAnswerColumn> {
        let column = |name: &String| {
            answers.column(name).ok_or_else(|| MissingAnswerColumn {
                column: name.clone(),
            })
        };
        let names = spec.metric.truth_id.as_ref().unwrap_or(&spec.submission.id);
        let ids = names
            .iter()
            .map(|name| column(name).cloned())
            .collect::<Result<_, _>>()?;
        let scored = match &spec.metric.scored_rows {
            Some(filter) => {
                let values = column(&filter.column)?;
                Some(values.to_f64().map_or_else(
                    || vec![false; answers.rows()],
                    |values| values.iter().map(|value| *value == filter.equals).collect(),
                ))
            }
            None => None,
        };
        Ok(Self {
            ids,
            rows: answers.rows(),
            scored,
        })
    }

    /// Returns the number of rows of the test set.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns which rows are scored; `None` for all.
    pub fn scored(&self) -> Option<&[bool]> {
        self.scored.as_deref()
    }

    /// Returns, for each row of the answers, the row of `submission` that belongs to it.
    ///
    /// # Errors
    ///
    /// Returns a rejection when the number of rows or the ids differ.
    pub(crate) fn match_rows(
        &self,
        rule: IdRule,
        names: &[String],
        submission: &Table,
    ) -> Result<Vec<usize>, Rejection> {
        if submission.rows() != self.rows {
            let message = format!(
                "the submission has {} rows, expected {}",
                submission.rows(),
                self.rows
            );
            return Err(Rejection::new(RejectionCode::RowCount, message));
        }
        let given: Vec<&Column> = names
            .iter()
            .filter_map(|name| submission.column(name))
            .collect();
        match rule {
            IdRule::FilePlace => Ok((0..self.rows).collect()),
            _ if names.is_empty() => Ok((0..self.rows).collect()),
            IdRule::SortedPlace => Ok(pair_sorted(&self.ids, &given)),
            IdRule::Exact => match_ids(&self.ids, &given)
                .map_err(|problem| problem.into_rejection(names, &given, &self.ids)),
        }
    }
}

/// Pairs both sides by their place after sorting by id, ids unseen.
fn pair_sorted(expected: &[Column], given: &[&Column]) -> Vec<usize> {
    let expected: Vec<&Column> = expected.iter().collect();
    let (left, right) = (sorted_rows(&expected), sorted_rows(given));
    let mut rows = vec![0; left.len()];
    for (answer, submitted) in left.into_iter().zip(right) {
        rows[answer] = submitted;
    }
    rows
}

fn sorted_rows(columns: &[&Column]) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..columns.first().map_or(0, |column| column.len())).collect();
    rows.sort_by(|a, b| {
        columns
            .iter()
            .map(|column| column.compare(*a, *b))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    rows
}

/// Where two id columns differ.
enum IdProblem {
    /// The submission's row has an id that the test set lacks.
    Unknown(usize),
    /// The submission's row repeats an id more often than the test set.
    Duplicate(usize),
}

impl IdProblem {
    fn into_rejection(self, names: &[String], given: &[&Column], expected: &[Column]) -> Rejection {
        let text = |row: usize| {
            given
                .iter()
                .map(|column| column.cell_text(row))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let column = names.join(", ");
        let rejection = match self {
            Self::Unknown(row) if given.iter().any(|column| column.is_missing(row)) => {
                Rejection::new(RejectionCode::MissingValue, "the id is empty").at_row(row)
            }
            Self::Unknown(row) if !same_kind(given, expected) => {
                let message = format!(
                    "the ids are read as {} (`{}`), the test set's are {}",
                    if given.iter().all(|c| is_text(c)) {
                        "text"
                    } else {
                        "numbers"
                    },
                    text(row),
                    if expected.iter().all(is_text) {
                        "text"
                    } else {
                        "numbers"
                    },
                );
                Rejection::new(RejectionCode::UnknownId, message).at_row(row)
            }
            Self::Unknown(row) => {
                let message = format!("the id `{}` is not in the test set", text(row));
                Rejection::new(RejectionCode::UnknownId, message).at_row(row)
            }
            Self::Duplicate(row) => {
                let message = format!("the id `{}` occurs too often", text(row));
                Rejection::new(RejectionCode::DuplicateId, message).at_row(row)
            }
        };
        rejection.in_column(&column)
    }
}

fn is_text(column: &Column) -> bool {
    matches!(column, Column::Text(_))
}

fn same_kind(given: &[&Column], expected: &[Column]) -> bool {
    given
        .iter()
        .zip(expected)
        .all(|(given, expected)| is_text(given) == is_text(expected))
}

/// Matches rows by id; repeated ids are paired in their order of appearance.
fn match_ids(expected: &[Column], given: &[&Column]) -> Result<Vec<usize>, IdProblem> {
    if let ([expected], [given]) = (expected, given) {
        return match_single(expected, given);
    }
    let expected: Vec<&Column> = expected.iter().collect();
    match_keys(&joined(&expected), &joined(given))
}

/// Matches one id column. Numbers are equal by value, whole or not; text never equals a number.
fn match_single(expected: &Column, given: &Column) -> Result<Vec<usize>, IdProblem> {
    match (expected, given) {
        (Column::Text(expected), Column::Text(given)) => {
            let expected: Vec<Option<&str>> = expected.iter().collect();
            let given: Vec<Option<&str>> = given.iter().collect();
            match_keys(&expected, &given)
        }
        (Column::Int(expected), Column::Int(given)) => match_keys(expected, given),
        _ => match (expected.to_f64(), given.to_f64()) {
            (Some(expected), Some(given)) => {
                match_keys(&number_keys(&expected), &number_keys(&given))
            }
            _ => Err(IdProblem::Unknown(0)),
        },
    }
}

/// Doubles as hashable keys; `-0.0` equals `0.0`, a missing number equals nothing.
fn number_keys(values: &[f64]) -> Vec<Option<u64>> {
    values
        .iter()
        .map(|value| (!value.is_nan()).then(|| (value + 0.0).to_bits()))
        .collect()
}

/// Several id columns as one text key.
fn joined(columns: &[&Column]) -> Vec<String> {
    let rows = columns.first().map_or(0, |column| column.len());
    let key = |row| {
        columns
            .iter()
            .map(|column| column.cell_text(row))
            .collect::<Vec<_>>()
    };
    (0..rows).map(|row| key(row).join("\u{1f}")).collect()
}

/// Stands for no row.
const NONE: usize = usize::MAX;

fn match_keys<K: Eq + Hash>(expected: &[K], given: &[K]) -> Result<Vec<usize>, IdProblem> {
    // Most submissions keep the order of the sample; then no index is needed.
    if expected == given {
        return Ok((0..expected.len()).collect());
    }
    let mut first: HashMap<&K, usize> = HashMap::with_capacity(expected.len());
    let mut next = vec![NONE; expected.len()];
    for (row, key) in expected.iter().enumerate().rev() {
        if let Some(later) = first.insert(key, row) {
            next[row] = later;
        }
    }
    let mut rows = vec![NONE; expected.len()];
    for (row, key) in given.iter().enumerate() {
        let Some(answer) = first.get_mut(key) else {
            return Err(IdProblem::Unknown(row));
        };
        if *answer == NONE {
            return Err(IdProblem::Duplicate(row));
        }
        rows[*answer] = row;
        *answer = next[*answer];
    }
    Ok(rows)
}
