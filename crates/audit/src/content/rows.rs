//! Records with named fields, column by column.

use std::collections::BTreeMap;

use mlebench_data::table::{Column, Table, TextColumn};

use super::{MAX_BYTES, MAX_ROWS};

/// Most columns that are looked at; objects that are keyed by ids have more.
const MAX_COLUMNS: usize = 4096;

/// Most bytes of a value that are kept.
const MAX_VALUE: usize = 1 << 16;

/// Fields by name; nested names are joined with dots.
pub(crate) type Record = Vec<(String, String)>;

/// How the records of a file belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Rows of a table, whose header names all.
    Table,
    /// Records that need not be alike.
    Records,
    /// Records that are test items' own and no guesses, such as those of record files.
    RecordFile,
    /// Lines of text.
    Lines,
}

/// Records; a field that a record lacks is missing.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) form: Form,
    pub(crate) names: Vec<String>,
    pub(crate) columns: Vec<TextColumn>,
    pub(crate) len: usize,
}

impl Rows {
    /// Takes over a table whose cells are text.
    pub(crate) fn from_table(table: &Table) -> Self {
        let columns = table.columns().take(MAX_COLUMNS);
        let (names, columns) = columns
            .map(|(name, column)| {
                let cells = match column {
                    Column::Text(cells) => cells.clone(),
                    other => other.to_text(),
                };
                (name.to_owned(), cells)
            })
            .unzip();
        Self {
            form: Form::Table,
            names,
            columns,
            len: table.rows(),
        }
    }

    /// Collects records.
    pub(crate) fn from_records(records: impl IntoIterator<Item = Record>, form: Form) -> Self {
        let mut collector = Collector::new(form);
        for record in records {
            collector.push(record);
        }
        collector.finish()
    }

    /// Returns a cell; `None` when the record lacks the field.
    pub(crate) fn get(&self, row: usize, column: usize) -> Option<&str> {
        self.columns[column].get(row)
    }

    /// Returns the place of a column.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }
}

/// Rows that are being collected record by record.
#[derive(Debug)]
pub(crate) struct Collector {
    rows: Rows,
    places: BTreeMap<String, usize>,
    bytes: u64,
}

impl Collector {
    pub(crate) fn new(form: Form) -> Self {
        Self {
            rows: Rows {
                form,
                names: Vec::new(),
                columns: Vec::new(),
                len: 0,
            },
            places: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// Returns whether there is as much as may be.
    pub(crate) fn is_full(&self) -> bool {
        self.rows.len >= MAX_ROWS || self.bytes >= MAX_BYTES
    }

    /// Appends a record; the first of a repeated field counts.
    pub(crate) fn push(&mut self, record: Record) {
        let rows = &mut self.rows;
        for (name, value) in record {
            let place = match self.places.get(&name) {
                Some(place) => *place,
                None if rows.names.len() >= MAX_COLUMNS => continue,
                None => {
                    self.places.insert(name.clone(), rows.names.len());
                    rows.names.push(name);
                    rows.columns.push(TextColumn::new());
                    rows.names.len() - 1
                }
            };
            let column = &mut rows.columns[place];
            if column.len() <= rows.len {
                fill(column, rows.len);
                column.push(clip(&value));
                // A cell takes some bytes besides its text.
                self.bytes += value.len().min(MAX_VALUE) as u64 + 8;
            }
        }
        rows.len += 1;
    }

    pub(crate) fn finish(mut self) -> Rows {
        for column in &mut self.rows.columns {
            fill(column, self.rows.len);
        }
        self.rows
    }
}

fn fill(column: &mut TextColumn, len: usize) {
    while column.len() < len {
        column.push_missing();
    }
}

/// Returns the beginning of a value.
pub(crate) fn clip(value: &str) -> &str {
    let mut end = value.len().min(MAX_VALUE);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    &value[..end]
}
