//! Running a declarative recipe.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mlebench_data::csv::{self, FloatParsing, ReadOptions, WriteOptions};
use mlebench_data::files::write_atomic;
use mlebench_data::json::{self, DumpOptions, Json};
use mlebench_data::split::Split;
use mlebench_data::table::Table;

use crate::prepare::files::Files;
use crate::prepare::follow::{keys, rows_with_key};
use crate::prepare::path::{Place, inside};
use crate::prepare::split::divide;
use crate::prepare::tables::{build, write_options};
use crate::prepare::{PrepareError, Progress, Raw};
use crate::spec::{Floats, Recipe, Rows, SubmissionSpec, WriteRule};

/// The folder that a preparation fills: `public/` and `private/` below it.
#[derive(Debug, Clone)]
pub struct Prepared {
    folder: PathBuf,
}

impl Prepared {
    /// Creates an empty prepared folder with both sides.
    ///
    /// # Errors
    ///
    /// Fails when the folders cannot be made.
    pub fn create(folder: &Path) -> Result<Self, PrepareError> {
        for side in ["public", "private"] {
            let path = folder.join(side);
            std::fs::create_dir_all(&path).map_err(PrepareError::file("create", &path))?;
        }
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the full path of a prepared file and makes the folders above it.
    ///
    /// # Errors
    ///
    /// Fails when a folder cannot be made.
    pub fn place(&self, file: &Path) -> Result<PathBuf, PrepareError> {
        let path = self.folder.join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(PrepareError::file("create", parent))?;
        }
        Ok(path)
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    ///
    /// Fails when the path leads out of the folder or the file cannot be written.
    pub fn write_bytes(&self, file: &str, bytes: &[u8]) -> Result<(), PrepareError> {
        let path = self.place(&inside(file)?)?;
        write_atomic(&path, |out| out.write_all(bytes)).map_err(PrepareError::file("write", &path))
    }

    /// Writes a value as Python's `json.dump` does.
    ///
    /// # Errors
    ///
    /// Fails when the path leads out of the folder or the file cannot be written.
    pub fn write_json(
        &self,
        file: &str,
        value: &Json,
        options: DumpOptions,
    ) -> Result<(), PrepareError> {
        let path = self.place(&inside(file)?)?;
        write_atomic(&path, |out| json::write(value, out, options))
            .map_err(PrepareError::file("write", &path))
    }

    /// Writes a file piece by piece, whole or not at all; `write` gives what it has written to
    /// [`Output`] and may fail for reasons of its own.
    ///
    /// # Errors
    ///
    /// Fails when `write` does, the path leads out of the folder, or the file cannot be written.
    pub fn write_with(
        &self,
        file: &str,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), PrepareError>,
    ) -> Result<(), PrepareError> {
        let path = self.place(&inside(file)?)?;
        let mut failure = None;
        write_atomic(&path, |out| {
            write(&mut Output { out, path: &path }).map_err(|error| {
                failure = Some(error);
                io::Error::other("what was to be written is not there")
            })
        })
        .map_err(|error| failure.unwrap_or_else(|| PrepareError::file("write", &path)(error)))
    }

    /// Makes an empty folder.
    ///
    /// # Errors
    ///
    /// Fails when the path leads out of the folder or the folder cannot be made.
    pub fn create_folder(&self, folder: &str) -> Result<(), PrepareError> {
        let path = self.folder.join(inside(folder)?);
        std::fs::create_dir_all(&path).map_err(PrepareError::file("create", &path))
    }

    /// Writes a table as CSV, or tab separated when the path ends in `.tsv`.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be written.
    pub fn write_table(&self, file: &str, table: &Table) -> Result<(), PrepareError> {
        self.write_table_with(file, table, &write_options(file))
    }

    /// Writes a table with other options than its ending says.
    ///
    /// # Errors
    ///
    /// Fails when the path leads out of the folder or the file cannot be written.
    pub fn write_table_with(
        &self,
        file: &str,
        table: &Table,
        options: &WriteOptions,
    ) -> Result<(), PrepareError> {
        let path = self.place(&inside(file)?)?;
        write_atomic(&path, |out| csv::write(table, out, options))
            .map_err(PrepareError::file("write", &path))
    }
}

/// A file that is being written.
pub struct Output<'a> {
    out: &'a mut dyn Write,
    path: &'a Path,
}

impl Output<'_> {
    /// Calls a function that writes to the file.
    ///
    /// # Errors
    ///
    /// Fails when the function does; the message names the file.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), PrepareError> {
        write(self.out).map_err(PrepareError::file("write", self.path))
    }
}

/// Runs a recipe: reads the table, divides it, writes the tables and lets the files follow.
///
/// # Errors
///
/// Fails when the raw data is not what the recipe expects or a file cannot be written.
pub fn run_recipe(
    recipe: &Recipe,
    schema: &SubmissionSpec,
    raw: &Raw,
    prepared: &Prepared,
    progress: &dyn Progress,
) -> Result<(), PrepareError> {
    let options = read_options(recipe);
    let table = match &recipe.table {
        Some(table) => raw.table(table, &options)?,
        None => Table::default(),
    };
    let file = recipe.table.as_deref().unwrap_or_default();
    let split = recipe
        .split
        .as_ref()
        .map(|rule| divide(rule, file, &table))
        .transpose()?;
    if let Some(split) = &split {
        check_split(split, table.rows())?;
    }
    let parts = Parts {
        split: split.as_ref(),
    };

    let mut files = Files::new(raw, prepared);
    let mut others = OtherTables::new(raw, &options);
    for rule in &recipe.write {
        let rows = parts.rows(rule.rows)?;
        let rows = rows.as_deref();
        let built = match (&rule.table, &rule.follow) {
            (None, None) => build(rule, schema, &table, rows)?,
            (Some(place), None) if rule.rows == Rows::All => {
                build(rule, schema, others.read(place)?, None)?
            }
            (Some(place), Some(column)) => {
                let other = others.read(place)?;
                let keys = keys(file, &table, column, rows)?;
                let followers = rows_with_key(place, other, column, &keys)?;
                build(rule, schema, other, Some(&followers))?
            }
            _ => {
                return Err(PrepareError::Recipe(format!(
                    "`{}` needs `table` and `follow`, or neither, or all rows of `table`",
                    rule.to
                )));
            }
        };
        write_rule(rule, &built, prepared, &mut files)?;
    }
    for folder in &recipe.empty_folders {
        prepared.create_folder(folder)?;
    }
    for rule in &recipe.copy {
        files.add(&rule.from, &rule.to)?;
    }
    for rule in &recipe.files {
        let rows = parts.rows(rule.rows)?;
        files.add_chosen(rule, &table, rows.as_deref())?;
    }
    files.run(progress)
}

/// The tables beside the one that is split. The last one is kept, because train and test are
/// usually taken from it one after the other.
struct OtherTables<'a> {
    raw: &'a Raw,
    options: &'a ReadOptions,
    last: Option<(&'a str, Table)>,
}

impl<'a> OtherTables<'a> {
    fn new(raw: &'a Raw, options: &'a ReadOptions) -> Self {
        Self {
            raw,
            options,
            last: None,
        }
    }

    fn read(&mut self, place: &'a str) -> Result<&Table, PrepareError> {
        let table = match self.last.take() {
            Some((last, table)) if last == place => table,
            _ => self.raw.table(place, self.options)?,
        };
        Ok(&self.last.insert((place, table)).1)
    }
}

fn write_rule(
    rule: &WriteRule,
    built: &Table,
    prepared: &Prepared,
    files: &mut Files<'_>,
) -> Result<(), PrepareError> {
    match Place::parse(&rule.to)? {
        Place::File(_) => prepared.write_table(&rule.to, built),
        Place::Member { archive, member } => {
            let mut bytes = Vec::new();
            csv::write(built, &mut bytes, &write_options(&member))
                .map_err(PrepareError::file("write", &archive))?;
            files.add_bytes(&archive, &member, bytes);
            Ok(())
        }
    }
}

fn read_options(recipe: &Recipe) -> ReadOptions {
    ReadOptions {
        float_parsing: match recipe.floats {
            Floats::Exact => FloatParsing::Exact,
            Floats::Fast => FloatParsing::PandasFast,
        },
        text_columns: recipe.text_columns.clone(),
        literal_columns: recipe.literal_columns.clone(),
        ..ReadOptions::default()
    }
}

/// Both parts together are the table, and no row is in both.
fn check_split(split: &Split, rows: usize) -> Result<(), PrepareError> {
    let mut seen = vec![false; rows];
    for row in split.train.iter().chain(&split.test) {
        if std::mem::replace(&mut seen[*row], true) {
            return Err(PrepareError::Invariant(format!(
                "row {row} is in train and test"
            )));
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(row) => Err(PrepareError::Invariant(format!("row {row} is in no part"))),
        None => Ok(()),
    }
}

struct Parts<'a> {
    split: Option<&'a Split>,
}

impl<'a> Parts<'a> {
    /// Returns the rows of a part; `None` for the whole table.
    fn rows(&self, rows: Rows) -> Result<Option<Cow<'a, [usize]>>, PrepareError> {
        match (rows, self.split) {
            (Rows::All, _) => Ok(None),
            (Rows::Train, Some(split)) => Ok(Some(Cow::Borrowed(&split.train))),
            (Rows::Test, Some(split)) => Ok(Some(Cow::Borrowed(&split.test))),
            (_, None) => Err(PrepareError::Recipe(
                "rows of a part are asked for, but no split is declared".into(),
            )),
        }
    }
}
