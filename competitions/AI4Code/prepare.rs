//! Divides the notebooks so that those of one ancestor stay together.

use std::collections::BTreeSet;

use mlebench_core::prepare::{Files, Preparation, PrepareError, Raw, groups, rows_with_key, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::sample_fraction;
use mlebench_data::table::{Column, Table};

const ORDERS: &str = "train_orders.csv";
const ANCESTORS: &str = "train_ancestors.csv";
const ID: &str = "id";

/// Prepares `AI4Code`.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let options = ReadOptions::default();
    let orders = raw.table(ORDERS, &options)?;
    let ancestors = shuffled(&raw.table(ANCESTORS, &options)?)?;
    let (train, test) = divide(&ancestors, task.constant("test_size")?)?;
    let part = |file: &str, table: &Table, ids: &BTreeSet<String>| {
        rows_with_key(file, table, ID, ids).map(|rows| table.take(&rows))
    };
    let (train_orders, test_orders) = (
        part(ORDERS, &orders, &train)?,
        part(ORDERS, &orders, &test)?,
    );
    let train_ancestors = part(ANCESTORS, &ancestors, &train)?;

    prepared.write_table("public/train_orders.csv", &train_orders)?;
    prepared.write_table("public/train_ancestors.csv", &train_ancestors)?;
    prepared.write_table("private/test_orders.csv", &test_orders)?;
    let cells = texts(ORDERS, &test_orders, ID)?
        .iter()
        .map(|id| shown_order(raw, id))
        .collect::<Result<Vec<_>, _>>()?;
    let sample = test_orders
        .clone()
        .with_column("cell_order", Column::from_texts(cells));
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    files.add_rows("train/{id}.json", "public/train/{id}.json", &train_orders)?;
    files.add_rows("train/{id}.json", "public/test/{id}.json", &test_orders)?;
    files.run(task.progress)
}

fn shuffled(table: &Table) -> Result<Table, PrepareError> {
    let order = sample_fraction(table.rows(), 1.0, 0).map_err(|source| PrepareError::Split {
        file: ANCESTORS.to_owned(),
        source,
    })?;
    Ok(table.take(&order))
}

/// Returns the ids of both parts: a family is test as a whole if it still fits into `test_size`.
fn divide(
    ancestors: &Table,
    test_size: usize,
) -> Result<(BTreeSet<String>, BTreeSet<String>), PrepareError> {
    let ids = texts(ANCESTORS, ancestors, ID)?;
    let (mut train, mut test) = (BTreeSet::new(), BTreeSet::new());
    for family in groups(ANCESTORS, ancestors, "ancestor_id")? {
        let part = if test.len() + family.len() <= test_size {
            &mut test
        } else {
            &mut train
        };
        part.extend(family.iter().map(|row| ids[*row].clone()));
    }
    Ok((train, test))
}

/// Returns the cells of a notebook in the order in which its file shows them.
fn shown_order(raw: &Raw, id: &str) -> Result<String, PrepareError> {
    let file = format!("train/{id}.json");
    let notebook: serde_json::Value = serde_json::from_slice(&raw.bytes(&file)?)
        .map_err(|error| PrepareError::unexpected(&file, format!("it is no JSON: {error}")))?;
    match notebook.get("cell_type") {
        Some(serde_json::Value::Object(cells)) => Ok(cells
            .keys()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")),
        _ => Err(PrepareError::unexpected(
            file,
            "it has no object `cell_type`",
        )),
    }
}
