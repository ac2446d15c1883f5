//! Checking a loaded submission against the schema and the test set.

use mlebench_data::table::{Column, Table};

use crate::spec::{Compat, CompetitionSpec, IdRule, OtherColumns};
use crate::submission::cells;
use crate::submission::ids::Expectation;
use crate::verdict::{Rejection, RejectionCode};

/// A submission that keeps every rule of its schema.
#[derive(Debug, Clone)]
pub struct Checked {
    columns: Vec<(String, Column)>,
    /// For each row of the answers, the submission's row.
    rows: Vec<usize>,
}

impl Checked {
    /// Returns the predicted columns with their names, rows in the order of the answers.
    pub fn columns(&self) -> &[(String, Column)] {
        &self.columns
    }

    /// Returns the submission's row (0-based) that belongs to a row of the answers.
    pub fn submission_row(&self, answer_row: usize) -> usize {
        self.rows.get(answer_row).copied().unwrap_or(answer_row)
    }
}

/// Checks a submission: columns, number of rows, ids, then every cell of the scored rows.
///
/// # Errors
///
/// Returns the first rule that is broken, in that order.
pub fn check(
    spec: &CompetitionSpec,
    expected: &Expectation,
    submission: &Table,
) -> Result<Checked, Rejection> {
    let compat = &spec.compat;
    check_columns(spec, compat, submission)?;
    let rows = expected.match_rows(compat.ids, &spec.submission.id, submission)?;
    let relevant = relevant_rows(&rows, expected.scored());
    let mut columns = Vec::new();
    for group in &spec.submission.columns {
        for name in &group.names {
            let Some(column) = submission.column(name) else {
                continue;
            };
            cells::check_column(group, compat, name, column, relevant.as_deref())?;
            columns.push((name.clone(), column));
        }
    }
    if let Some(rule) = spec.submission.row_sum {
        cells::check_row_sums(rule, &columns)?;
    }
    let in_file_order = rows.iter().enumerate().all(|(answer, row)| answer == *row);
    let aligned = |column: &Column| {
        if in_file_order {
            column.clone()
        } else {
            column.take(&rows)
        }
    };
    let columns = columns
        .into_iter()
        .map(|(name, column)| (name, aligned(column)))
        .collect();
    Ok(Checked { columns, rows })
}

/// The submission's rows that count, as flags; `None` for all.
fn relevant_rows(rows: &[usize], scored: Option<&[bool]>) -> Option<Vec<bool>> {
    let scored = scored?;
    let mut relevant = vec![false; rows.len()];
    for (row, scored) in rows.iter().zip(scored) {
        relevant[*row] = *scored;
    }
    Some(relevant)
}

fn check_columns(
    spec: &CompetitionSpec,
    compat: &Compat,
    submission: &Table,
) -> Result<(), Rejection> {
    let schema = &spec.submission;
    if submission.column_names().next().is_none() {
        return Err(Rejection::new(RejectionCode::Empty, "the file is empty"));
    }
    let ids = if compat.ids == IdRule::FilePlace {
        &[][..]
    } else {
        &schema.id[..]
    };
    for name in ids.iter().map(String::as_str).chain(schema.targets()) {
        if submission.column(name).is_none() {
            let found: Vec<&str> = submission.column_names().take(8).collect();
            let message = format!(
                "the column `{name}` is missing (found `{}`)",
                found.join("`, `")
            );
            return Err(Rejection::new(RejectionCode::MissingColumn, message).in_column(name));
        }
    }
    if compat.id_column_first
        && let (Some(first), Some(id)) = (submission.column_names().next(), schema.id.first())
        && first != id
    {
        let message = format!("the first column is `{first}`, expected `{id}`");
        return Err(Rejection::new(RejectionCode::MissingColumn, message).in_column(id));
    }
    if schema.other_columns == OtherColumns::Rejected {
        let known = |name: &str| {
            schema.id.iter().any(|id| id == name) || schema.targets().any(|target| target == name)
        };
        if let Some(name) = submission.column_names().find(|name| !known(name)) {
            let message = format!("the column `{name}` does not belong to the submission");
            return Err(Rejection::new(RejectionCode::UnexpectedColumn, message).in_column(name));
        }
    }
    Ok(())
}
