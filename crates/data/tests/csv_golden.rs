//! Reading and writing CSV against what pandas read and wrote.
//!
//! `MLEBENCH_CSV_ORACLE` names another recording, such as a larger one of `record_csv.py`.

#![expect(clippy::unwrap_used, reason = "a broken recording fails the test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mlebench_data::csv::{
    FloatFormat, FloatParsing, Quoting, ReadOptions, WriteOptions, read, to_bytes,
};
use mlebench_data::table::{Column, Table};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    /// One character per byte.
    bytes: String,
    options: Options,
    error: Option<String>,
    #[serde(default)]
    columns: Vec<(String, String, Vec<Option<String>>)>,
    csv: Option<String>,
    csv_nonnumeric: Option<String>,
    csv_10g: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Options {
    fast: bool,
    sep: Option<char>,
    all_text: bool,
    text_columns: Vec<String>,
    keep_words: bool,
}

impl Options {
    fn delimiter(&self) -> u8 {
        self.sep.map_or(b',', |sep| sep as u8)
    }

    fn read(&self) -> ReadOptions {
        ReadOptions {
            delimiter: self.delimiter(),
            float_parsing: if self.fast {
                FloatParsing::PandasFast
            } else {
                FloatParsing::Exact
            },
            text_columns: self.text_columns.clone(),
            literal_columns: Vec::new(),
            only: None,
            all_text: self.all_text,
            missing_words: !self.keep_words,
        }
    }
}

fn kind(column: &Column) -> &'static str {
    match column {
        Column::Int(_) => "int",
        Column::UInt(_) => "uint",
        Column::Float(_) => "float",
        Column::Bool(_) => "bool",
        Column::Text(cells) if cells.holds_bools() => "bools",
        Column::Text(_) => "text",
    }
}

fn cells(column: &Column) -> Vec<Option<String>> {
    let cell = |row| (!column.is_missing(row)).then(|| column.cell_text(row).into_owned());
    (0..column.len()).map(cell).collect()
}

fn difference(case: &Case) -> Option<String> {
    let bytes: Vec<u8> = case.bytes.chars().map(|c| c as u8).collect();
    let table = match read(&bytes, &case.options.read()) {
        Ok(table) => table,
        Err(_) if case.error.is_some() => return None,
        Err(error) => return Some(format!("refused: {error}")),
    };
    if let Some(error) = &case.error {
        return Some(format!("accepted, expected {error}"));
    }
    let found: Vec<_> = table
        .columns()
        .map(|(name, column)| (name.to_owned(), kind(column).to_owned(), cells(column)))
        .collect();
    if found != case.columns {
        return Some(format!("read {found:?}, expected {:?}", case.columns));
    }
    written_difference(case, &table)
}

fn written_difference(case: &Case, table: &Table) -> Option<String> {
    let plain = WriteOptions {
        delimiter: case.options.delimiter(),
        ..WriteOptions::default()
    };
    let quoted = WriteOptions {
        quoting: Quoting::NonNumeric,
        ..plain.clone()
    };
    let general = WriteOptions {
        float_format: FloatFormat::General(10),
        ..plain.clone()
    };
    for (options, expected) in [
        (plain, &case.csv),
        (quoted, &case.csv_nonnumeric),
        (general, &case.csv_10g),
    ] {
        let Some(expected) = expected else { continue };
        let written = String::from_utf8(to_bytes(table, &options)).unwrap();
        if written != *expected {
            return Some(format!("wrote {written:?}, expected {expected:?}"));
        }
    }
    None
}

#[test]
fn reads_and_writes_what_pandas_does() {
    let other = std::env::var_os("MLEBENCH_CSV_ORACLE");
    let text = match &other {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => include_str!("../golden/csv.json").to_owned(),
    };
    let golden: Golden = serde_json::from_str(&text).unwrap();
    assert!(golden.cases.len() > 500);
    let mut report = String::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differences = 0;
    for case in &golden.cases {
        *kinds
            .entry(if case.error.is_some() {
                "error"
            } else {
                "table"
            })
            .or_default() += 1;
        if let Some(difference) = difference(case) {
            differences += 1;
            if differences <= 10 {
                let _ = writeln!(report, "{:?}: {difference}", case.bytes);
            }
        }
    }
    assert_eq!(
        differences, 0,
        "{differences} of {kinds:?} differ:\n{report}"
    );
}
