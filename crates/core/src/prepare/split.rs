//! Dividing the rows of the raw table.

use std::cmp::Ordering;
use std::collections::HashMap;

use mlebench_data::split::{Split, TestSize, train_test_split};
use mlebench_data::table::Table;

use crate::prepare::{PrepareError, column};
use crate::spec::{Order, Share, SplitRule};

/// Divides the rows of `table` by a recipe's rule; without a rule every row is train and test.
///
/// # Errors
///
/// Fails when a part would be empty or the group column is missing.
pub(super) fn divide(rule: &SplitRule, file: &str, table: &Table) -> Result<Split, PrepareError> {
    let size = match rule.share {
        Share::Test(fraction) => TestSize::Fraction(fraction),
        Share::TestRows(rows) => TestSize::Rows(rows),
        Share::Train(fraction) => TestSize::TrainFraction(fraction),
    };
    let mut split = match &rule.by {
        None => split_rows(file, table.rows(), size, rule.seed)?,
        Some(name) => split_groups(file, &groups(file, table, name)?, size, rule.seed)?,
    };
    if rule.order == Order::Raw {
        split.train.sort_unstable();
        split.test.sort_unstable();
    }
    Ok(split)
}

/// Divides `rows` rows as [`train_test_split`] does; `file` is where they come from.
///
/// # Errors
///
/// Fails when a part would be empty.
pub fn split_rows(
    file: &str,
    rows: usize,
    size: TestSize,
    seed: u32,
) -> Result<Split, PrepareError> {
    train_test_split(rows, size, seed).map_err(|source| PrepareError::Split {
        file: file.to_owned(),
        source,
    })
}

/// Divides groups of rows and returns the rows of each part, group after group as drawn; `file` is
/// where they come from.
///
/// # Errors
///
/// Fails when a part would be empty.
pub fn split_groups(
    file: &str,
    groups: &[Vec<usize>],
    size: TestSize,
    seed: u32,
) -> Result<Split, PrepareError> {
    let drawn = split_rows(file, groups.len(), size, seed)?;
    let rows = |part: &[usize]| {
        part.iter()
            .flat_map(|group| groups[*group].clone())
            .collect()
    };
    Ok(Split {
        train: rows(&drawn.train),
        test: rows(&drawn.test),
    })
}

/// Returns the rows of each distinct combination of values of some columns, in ascending order,
/// as pandas' `groupby` does: rows without such a value are in no group.
///
/// # Errors
///
/// Fails when a column is missing; `file` is where the table comes from.
pub fn sorted_groups(
    file: &str,
    table: &Table,
    names: &[&str],
) -> Result<Vec<Vec<usize>>, PrepareError> {
    let columns = names
        .iter()
        .map(|name| column(file, table, name))
        .collect::<Result<Vec<_>, _>>()?;
    let compare = |a: usize, b: usize| {
        let mut orders = columns.iter().map(|column| column.compare(a, b));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    let mut rows: Vec<usize> = (0..table.rows())
        .filter(|row| columns.iter().all(|column| !column.is_missing(*row)))
        .collect();
    rows.sort_by(|a, b| compare(*a, *b));
    Ok(rows
        .chunk_by(|a, b| compare(*a, *b).is_eq())
        .map(<[usize]>::to_vec)
        .collect())
}

/// Returns the rows of each distinct value of a column, values in order of first appearance.
///
/// # Errors
///
/// Fails when the column is missing; `file` is where the table comes from.
pub fn groups(file: &str, table: &Table, name: &str) -> Result<Vec<Vec<usize>>, PrepareError> {
    let column = column(file, table, name)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use mlebench_data::table::Column;

    #[test]
    fn groups_are_divided_as_a_whole() {
        let table = Table::new().with_column("n", Column::Int(vec![20, 3, 20, 100, 3]));
        let as_seen = groups("t.csv", &table, "n").unwrap();
        assert_eq!(as_seen, [vec![0, 2], vec![1, 4], vec![3]]);
        let sorted = sorted_groups("t.csv", &table, &["n"]).unwrap();
        assert_eq!(sorted, [vec![1, 4], vec![0, 2], vec![3]]);
        let split = split_groups("t.csv", &sorted, TestSize::Rows(1), 0).unwrap();
        assert_eq!(split.test, [3]);
        assert_eq!(split.train.len(), 4);
    }

    #[test]
    fn groups_of_several_columns_leave_out_missing_values() {
        let table = Table::new()
            .with_column("a", Column::Float(vec![2.0, 1.0, f64::NAN, 2.0, 2.0]))
            .with_column("b", Column::from_texts(["y", "z", "x", "x", "y"]));
        let groups = sorted_groups("t.csv", &table, &["a", "b"]).unwrap();
        assert_eq!(groups, [vec![1], vec![3], vec![0, 4]]);
    }
}
