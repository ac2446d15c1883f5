//! Writing the tables of a recipe.

use mlebench_data::csv::WriteOptions;
use mlebench_data::table::{Column, Table};

use crate::prepare::PrepareError;
use crate::prepare::columns::{missing, sorted};
use crate::prepare::raw::delimiter;
use crate::spec::{SubmissionSpec, WriteRule};

/// Builds the table that a rule asks for out of the chosen rows.
///
/// Order of the steps: one-hot columns are computed, columns kept or dropped and renamed, one-hot
/// columns appended, values set, rows sorted.
///
/// # Errors
///
/// Fails when a named column is missing.
pub(super) fn build(
    rule: &WriteRule,
    schema: &SubmissionSpec,
    table: &Table,
    rows: Option<&[usize]>,
) -> Result<Table, PrepareError> {
    let file = rule.table.as_deref().unwrap_or("the table");
    let absent = |column: &str| missing(file, column, table);
    let selected;
    let table = match rows {
        Some(rows) => {
            selected = table.take(rows);
            &selected
        }
        None => table,
    };
    let mut names: Vec<&str> = if rule.keep.is_empty() {
        table.column_names().collect()
    } else {
        rule.keep.iter().map(String::as_str).collect()
    };
    for column in &rule.drop {
        table.column(column).ok_or_else(|| absent(column))?;
        names.retain(|name| name != column);
    }
    if let Some(one_hot) = &rule.one_hot {
        names.retain(|name| *name != one_hot.column);
    }
    let mut built = Table::with_rows(table.rows());
    for name in names {
        let column = table.column(name).ok_or_else(|| absent(name))?;
        let renamed = rule
            .rename
            .get(name)
            .and_then(toml::Value::as_str)
            .unwrap_or(name);
        built.set_column(renamed, column.clone());
    }
    if let Some(one_hot) = &rule.one_hot {
        let classes = table
            .column(&one_hot.column)
            .ok_or_else(|| absent(&one_hot.column))?;
        for class in schema.targets() {
            let flags = (0..classes.len()).map(|row| i64::from(classes.cell_text(row) == class));
            built.set_column(class, Column::Int(flags.collect()));
        }
    }
    for (name, value) in &rule.set {
        built.set_column(name, constant(value, table.rows())?);
    }
    if let Some(value) = &rule.set_targets {
        for name in schema.targets() {
            built.set_column(name, constant(value, table.rows())?);
        }
    }
    match &rule.sort {
        None => Ok(built),
        Some(name) => sorted(file, &built, name),
    }
}

/// A column that holds the same value in every row.
fn constant(value: &toml::Value, rows: usize) -> Result<Column, PrepareError> {
    Ok(match value {
        toml::Value::Integer(value) => Column::Int(vec![*value; rows]),
        toml::Value::Float(value) => Column::Float(vec![*value; rows]),
        toml::Value::Boolean(value) => Column::Bool(vec![*value; rows]),
        toml::Value::String(value) => Column::from_texts(std::iter::repeat_n(value.as_str(), rows)),
        other => {
            return Err(PrepareError::Recipe(format!(
                "`{other}` is no value of a column"
            )));
        }
    })
}

/// Returns how a table is written: as pandas' `to_csv(index=False)` does.
pub(super) fn write_options(path: &str) -> WriteOptions {
    WriteOptions {
        delimiter: delimiter(path),
        ..WriteOptions::default()
    }
}
