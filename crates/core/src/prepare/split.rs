//! Dividing the rows of the raw table.

use std::collections::HashMap;

use mlebench_data::split::{Split, SplitError, TestSize, train_test_split};
use mlebench_data::table::Table;

use crate::prepare::PrepareError;
use crate::spec::{Order, Share, SplitRule};

/// Divides the rows of `table` by a recipe's rule; without a rule every row is train and test.
///
/// # Errors
///
/// Fails when a part would be empty or the group column is missing.
pub(super) fn divide(rule: &SplitRule, file: &str, table: &Table) -> Result<Split, PrepareError> {
    let failed = |source: SplitError| PrepareError::Split {
        file: file.to_owned(),
        source,
    };
    let size = match rule.share {
        Share::Test(fraction) => TestSize::Fraction(fraction),
        Share::TestRows(rows) => TestSize::Rows(rows),
        Share::Train(fraction) => TestSize::TrainFraction(fraction),
    };
    let mut split = match &rule.by {
        None => train_test_split(table.rows(), size, rule.seed).map_err(failed)?,
        Some(column) => {
            let groups = groups(file, table, column)?;
            let drawn = train_test_split(groups.len(), size, rule.seed).map_err(failed)?;
            let rows = |part: &[usize]| {
                part.iter()
                    .flat_map(|group| groups[*group].iter().copied())
                    .collect()
            };
            Split {
                train: rows(&drawn.train),
                test: rows(&drawn.test),
            }
        }
    };
    if rule.order == Order::Raw {
        split.train.sort_unstable();
        split.test.sort_unstable();
    }
    Ok(split)
}

/// Returns the rows of each distinct value of a column, values in order of first appearance.
///
/// # Errors
///
/// Fails when the column is missing; `file` is where the table comes from.
pub fn groups(file: &str, table: &Table, column: &str) -> Result<Vec<Vec<usize>>, PrepareError> {
    let column = table
        .column(column)
        .ok_or_else(|| missing(file, column, table))?;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for row in 0..column.len() {
        let next = groups.len();
        let place = *places
            .entry(column.cell_text(row).into_owned())
            .or_insert(next);
        if place == next {
            groups.push(Vec::new());
        }
        groups[place].push(row);
    }
    Ok(groups)
}

/// Creates the error of a missing column.
pub(super) fn missing(file: &str, column: &str, table: &Table) -> PrepareError {
    PrepareError::ColumnMissing {
        file: file.to_owned(),
        column: column.to_owned(),
        found: table
            .column_names()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
