//! Comparing the ids of a submission with those of the answers.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::RandomState;
use mlebench_data::table::Column;

use crate::submission::numpy_sort;
use crate::verdict::{Rejection, RejectionCode};

/// Returns all rows sorted by id, missing ids last.
///
/// Equal ids of one column of text end in the order in which the published graders leave them;
/// others stay in their order.
pub(super) fn sorted_rows(columns: &[&Column]) -> Vec<usize> {
    sort_rows(
        columns,
        (0..columns.first().map_or(0, |column| column.len())).collect(),
    )
}

/// Sorts some rows by id, as [`sorted_rows`] sorts all of them.
pub(super) fn sort_rows(columns: &[&Column], mut rows: Vec<usize>) -> Vec<usize> {
    if let [Column::Text(cells)] = columns {
        let mut missing = rows.clone();
        missing.retain(|row| cells.is_missing(*row));
        rows.retain(|row| !cells.is_missing(*row));
        let texts: Vec<&str> = cells.iter().map(Option::unwrap_or_default).collect();
        numpy_sort::sort(&mut rows, &|a, b| texts[a].cmp(texts[b]));
        rows.extend(missing);
        return rows;
    }
    stably_sorted(columns, rows)
}

/// Sorts some rows by id, missing ids last; equal ids stay in their order.
pub(super) fn stably_sorted(columns: &[&Column], mut rows: Vec<usize>) -> Vec<usize> {
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
pub(super) enum IdProblem {
    /// The submission's row has an id that the test set lacks.
    Unknown(usize),
    /// The submission's row repeats an id more often than the test set.
    Duplicate(usize),
    /// The answers' row has an id that the submission lacks.
    Absent(usize),
}

impl IdProblem {
    pub(super) fn into_rejection(
        self,
        names: &[String],
        given: &[&Column],
        expected: &[&Column],
    ) -> Rejection {
        let text = |row: usize| id_text(given, row);
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
                    if expected.iter().all(|c| is_text(c)) {
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
            Self::Absent(row) => {
                let message = format!("the id `{}` is missing", id_text(expected, row));
                Rejection::new(RejectionCode::RowCount, message)
            }
        };
        rejection.in_column(&column)
    }
}

fn id_text(columns: &[&Column], row: usize) -> String {
    let cells = columns.iter().map(|column| column.cell_text(row));
    cells.collect::<Vec<_>>().join(", ")
}

fn is_text(column: &Column) -> bool {
    matches!(column, Column::Text(_))
}

fn same_kind(given: &[&Column], expected: &[&Column]) -> bool {
    given
        .iter()
        .zip(expected)
        .all(|(given, expected)| is_text(given) == is_text(expected))
}

/// Matches rows by id; repeated ids are paired in their order of appearance.
///
/// One id column: numbers are equal by value, whole or not; text never equals a number.
pub(super) fn match_ids(expected: &[&Column], given: &[&Column]) -> Result<Vec<usize>, IdProblem> {
    match (expected, given) {
        ([Column::Text(expected)], [Column::Text(given)]) => {
            let expected: Vec<Option<&str>> = expected.iter().collect();
            let given: Vec<Option<&str>> = given.iter().collect();
            match_keys(&expected, &given)
        }
        ([Column::Int(expected)], [Column::Int(given)]) => match_keys(expected, given),
        ([expected], [given]) => match (expected.to_f64(), given.to_f64()) {
            (Some(expected), Some(given)) => {
                match_keys(&number_keys(&expected), &number_keys(&given))
            }
            _ => Err(IdProblem::Unknown(0)),
        },
        _ => match_keys(&joined(expected), &joined(given)),
    }
}

/// For each row of the submission, a row of the answers with the same id, the first of several.
///
/// Ids are equal as in [`match_ids`]; `None` where the answers lack the id.
pub(super) fn look_up(expected: &[&Column], given: &[&Column]) -> Vec<Option<usize>> {
    match (expected, given) {
        ([Column::Text(expected)], [Column::Text(given)]) => {
            let expected: Vec<Option<&str>> = expected.iter().collect();
            let given: Vec<Option<&str>> = given.iter().collect();
            first_rows(&expected, &given)
        }
        ([Column::Int(expected)], [Column::Int(given)]) => first_rows(expected, given),
        ([expected], [given]) => match (expected.to_f64(), given.to_f64()) {
            (Some(expected), Some(given)) => {
                first_rows(&number_keys(&expected), &number_keys(&given))
            }
            _ => vec![None; given.len()],
        },
        _ => first_rows(&joined(expected), &joined(given)),
    }
}

fn first_rows<K: Eq + Hash>(expected: &[K], given: &[K]) -> Vec<Option<usize>> {
    let mut first: Index<&K> = Index::with_capacity_and_hasher(expected.len(), <_>::default());
    for (row, key) in expected.iter().enumerate().rev() {
        first.insert(key, row);
    }
    given.iter().map(|key| first.get(key).copied()).collect()
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

/// Rows by id. Its order is never seen, so a random hash does not make results random.
type Index<K> = HashMap<K, usize, RandomState>;

/// Stands for no row.
const NONE: usize = usize::MAX;

fn match_keys<K: Eq + Hash>(expected: &[K], given: &[K]) -> Result<Vec<usize>, IdProblem> {
    // Most submissions keep the order of the sample; then no index is needed.
    if expected == given {
        return Ok((0..expected.len()).collect());
    }
    let mut first: Index<&K> = Index::with_capacity_and_hasher(expected.len(), <_>::default());
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
