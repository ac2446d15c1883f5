//! Parquet files that preparing writes, compared by columns and cells: their bytes depend on the
//! writer. The recorded cells are in `decoded.zip`, as CSV.

use std::fs::File;
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_data::archive;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct ExpectedParquet {
    /// Names in order, with their NumPy types.
    columns: serde_json::Map<String, serde_json::Value>,
    rows: usize,
    /// Place of the recorded cells.
    decoded: String,
}

/// Lists how a file differs from the recorded one.
pub(super) fn problems(
    path: &Path,
    expected: &ExpectedParquet,
    golden: &Path,
) -> Result<Vec<String>, Failed> {
    let cells = archive::read_member(&golden.join("decoded.zip"), &expected.decoded)?;
    let cells = String::from_utf8(cells)?;
    let file = SerializedFileReader::new(File::open(path)?)?;
    let rows: Vec<Row> = file.get_row_iter(None)?.collect::<Result<_, _>>()?;
    let names: Vec<&str> = cells.lines().next().unwrap_or("").split(',').collect();
    if !expected.columns.keys().eq(&names) || rows.len() != expected.rows {
        let found = rows.len();
        return Ok(vec![format!(
            "{found} rows, or other columns than {names:?}"
        )]);
    }
    let mut problems = Vec::new();
    for (number, (row, line)) in rows.iter().zip(cells.lines().skip(1)).enumerate() {
        let found = row.get_column_iter().map(|(name, _)| name.as_str());
        if !found.eq(names.iter().copied()) {
            return Ok(vec![format!("other columns than {names:?}")]);
        }
        for ((name, field), cell) in row.get_column_iter().zip(line.split(',')) {
            let equal = match (field, expected.columns[name].as_str()) {
                (Field::Long(found), Some("int64")) => cell.parse() == Ok(*found),
                (Field::Double(found), Some("float64")) => cell.parse() == Ok(*found),
                _ => false,
            };
            if !equal {
                problems.push(format!("row {number}, {name}: {field} differs from {cell}"));
            }
        }
    }
    Ok(problems)
}
