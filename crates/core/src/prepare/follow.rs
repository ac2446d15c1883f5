//! Rows of one table that follow the rows of another by a key.

use std::collections::BTreeSet;

use mlebench_data::split::Split;
use mlebench_data::table::Table;

use crate::prepare::{PrepareError, column};

/// Returns the values of a column in the chosen rows, or in all rows; `file` is where the table
/// comes from.
///
/// # Errors
///
/// Fails when the column is missing.
pub fn keys(
    file: &str,
    table: &Table,
    name: &str,
    rows: Option<&[usize]>,
) -> Result<BTreeSet<String>, PrepareError> {
    let cells = column(file, table, name)?;
    let mut keys = BTreeSet::new();
    let mut add = |row| {
        let key = cells.cell_text(row);
        // Few different values in many rows are the rule.
        if !keys.contains(key.as_ref()) {
            keys.insert(key.into_owned());
        }
    };
    match rows {
        Some(rows) => rows.iter().for_each(|row| add(*row)),
        None => (0..table.rows()).for_each(add),
    }
    Ok(keys)
}

/// Returns the rows whose value of a column is one of `keys`, in raw order; `file` is where the
/// table comes from.
///
/// # Errors
///
/// Fails when the column is missing.
pub fn rows_with_key(
    file: &str,
    table: &Table,
    name: &str,
    keys: &BTreeSet<String>,
) -> Result<Vec<usize>, PrepareError> {
    let cells = column(file, table, name)?;
    Ok((0..table.rows())
        .filter(|row| keys.contains(cells.cell_text(*row).as_ref()))
        .collect())
}

/// Divides the rows by their value of a column, in raw order: those with one of `keys` are test,
/// all others train; `file` is where the table comes from.
///
/// # Errors
///
/// Fails when the column is missing.
pub fn split_by_keys(
    file: &str,
    table: &Table,
    name: &str,
    keys: &BTreeSet<String>,
) -> Result<Split, PrepareError> {
    let cells = column(file, table, name)?;
    let (test, train) =
        (0..table.rows()).partition(|row| keys.contains(cells.cell_text(*row).as_ref()));
    Ok(Split { train, test })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlebench_data::table::Column;

    #[test]
    fn rows_follow_their_key_in_raw_order() {
        let plays = Table::new().with_column("play", Column::from_texts(["a", "b", "c"]));
        let frames =
            Table::new().with_column("play", Column::from_texts(["c", "x", "a", "b", "c"]));
        let part = keys("plays.csv", &plays, "play", Some(&[2, 0])).unwrap();
        let rows = rows_with_key("frames.csv", &frames, "play", &part).unwrap();
        assert_eq!(rows, [0, 2, 4]);
        let split = split_by_keys("frames.csv", &frames, "play", &part).unwrap();
        assert_eq!((split.test, split.train), (vec![0, 2, 4], vec![1, 3]));
        let all = keys("plays.csv", &plays, "play", None).unwrap();
        let rows = rows_with_key("frames.csv", &frames, "play", &all).unwrap();
        assert_eq!(rows, [0, 2, 3, 4]);
    }

    #[test]
    fn a_missing_key_names_the_table() {
        let frames = Table::new().with_column("frame", Column::Int(vec![1]));
        let error = rows_with_key("frames.csv", &frames, "play", &BTreeSet::new()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`frames.csv` has no column `play` (found `frame`)"
        );
    }
}
