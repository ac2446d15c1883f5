//! Columns of raw tables, or the error that says which one is not there.

use mlebench_data::table::{Column, Table};

use crate::prepare::PrepareError;

/// Returns a column; `file` is where the table comes from.
///
/// # Errors
///
/// Fails when there is no such column, naming those that are there.
pub fn column<'t>(file: &str, table: &'t Table, name: &str) -> Result<&'t Column, PrepareError> {
    table.column(name).ok_or_else(|| missing(file, name, table))
}

/// Returns the cells of a column as text; `file` is where the table comes from.
///
/// # Errors
///
/// Fails when there is no such column.
pub fn texts(file: &str, table: &Table, name: &str) -> Result<Vec<String>, PrepareError> {
    let column = column(file, table, name)?;
    Ok((0..column.len())
        .map(|row| column.cell_text(row).into_owned())
        .collect())
}

/// Returns the named columns in the given order; `file` is where the table comes from.
///
/// # Errors
///
/// Fails when one of them is not there.
pub fn select(file: &str, table: &Table, names: &[&str]) -> Result<Table, PrepareError> {
    table
        .select(names)
        .map_err(|name| missing(file, name, table))
}

/// Returns the cells of a column of whole numbers; `file` is where the table comes from.
///
/// # Errors
///
/// Fails when the column is not there or holds anything else.
pub fn integers<'t>(file: &str, table: &'t Table, name: &str) -> Result<&'t [i64], PrepareError> {
    match column(file, table, name)? {
        Column::Int(cells) => Ok(cells),
        other => Err(PrepareError::unexpected(
            file,
            format!(
                "the column `{name}` holds {:?} cells, expected whole numbers",
                other.kind()
            ),
        )),
    }
}

/// Returns the rows in ascending order of a column, equal ones in their old order; `file` is where
/// the table comes from.
///
/// # Errors
///
/// Fails when the column is not there.
pub fn sorted(file: &str, table: &Table, name: &str) -> Result<Table, PrepareError> {
    let column = column(file, table, name)?;
    let mut order: Vec<usize> = (0..table.rows()).collect();
    order.sort_by(|a, b| column.compare(*a, *b));
    Ok(table.take(&order))
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
