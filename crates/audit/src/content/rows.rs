//! Records with named fields, column by column.

use std::collections::BTreeMap;

use mlebench_data::table::{Column, Table, TextColumn};

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
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut rows = Self {
            form,
            names: Vec::new(),
            columns: Vec::new(),
            len: 0,
        };
        for record in records {
            for (name, value) in record {
                let place = match places.get(&name) {
                    Some(place) => *place,
                    None if rows.names.len() >= MAX_COLUMNS => continue,
                    None => {
                        places.insert(name.clone(), rows.names.len());
                        rows.names.push(name);
                        rows.columns.push(TextColumn::new());
                        rows.names.len() - 1
                    }
                };
                let column = &mut rows.columns[place];
                // The first of a repeated field counts.
                if column.len() <= rows.len {
                    fill(column, rows.len);
                    column.push(clip(&value));
                }
            }
            rows.len += 1;
        }
        for column in &mut rows.columns {
            fill(column, rows.len);
        }
        rows
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
