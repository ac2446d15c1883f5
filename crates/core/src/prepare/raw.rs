//! The raw download: a folder, with archives inside that can be read without unpacking.

use std::path::{Path, PathBuf};

use mlebench_data::archive;
use mlebench_data::csv::{self, CsvError, ReadOptions};
use mlebench_data::table::Table;

use crate::prepare::PrepareError;
use crate::prepare::path::{Place, inside};

/// A competition's raw folder.
#[derive(Debug, Clone)]
pub struct Raw {
    folder: PathBuf,
}

impl Raw {
    /// Opens a raw folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a file in the folder.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, or leads out of the folder.
    pub fn path(&self, file: &Path) -> Result<PathBuf, PrepareError> {
        let path = self.folder.join(file);
        if path.exists() {
            Ok(path)
        } else {
            Err(self.missing(&file.display().to_string()))
        }
    }

    /// Reads a file or an archive's member (`archive.zip!member`) into memory.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or cannot be read.
    pub fn bytes(&self, place: &str) -> Result<Vec<u8>, PrepareError> {
        match Place::parse(place)? {
            Place::File(file) => {
                let path = self.path(&file)?;
                std::fs::read(&path).map_err(PrepareError::file("read", &path))
            }
            Place::Member { archive, member } => {
                Ok(archive::read_member(&self.path(&archive)?, &member)?)
            }
        }
    }

    /// Reads a file or an archive's member as UTF-8.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or is not UTF-8.
    pub fn text(&self, place: &str) -> Result<String, PrepareError> {
        String::from_utf8(self.bytes(place)?).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            PrepareError::unexpected(place, format!("byte {byte} is not UTF-8"))
        })
    }

    /// Reads a table as pandas would; the ending `.tsv` means tabs.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or is no table.
    pub fn table(&self, place: &str, options: &ReadOptions) -> Result<Table, PrepareError> {
        let mut options = options.clone();
        options.delimiter = delimiter(place);
        let table = match Place::parse(place)? {
            Place::File(file) => csv::read_file(&self.path(&file)?, &options),
            Place::Member { .. } => csv::read(&self.bytes(place)?, &options),
        };
        table.map_err(|error| match error {
            CsvError::File { path, source } => PrepareError::file("read", &path)(source),
            source => PrepareError::Csv {
                file: place.to_owned(),
                source,
            },
        })
    }

    /// Lists the names in a folder, files and folders, in code-point order.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not there or a name is not UTF-8.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, PrepareError> {
        let path = self.path(&inside(folder)?)?;
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&path).map_err(PrepareError::file("list", &path))? {
            let name = entry
                .map_err(PrepareError::file("list", &path))?
                .file_name();
            names.push(
                name.into_string()
                    .map_err(|name| PrepareError::Unexpected {
                        file: folder.to_owned(),
                        problem: format!("the name {} is not UTF-8", name.display()),
                    })?,
            );
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Lists the names in a folder that have an ending, such as `png`, in code-point order; `PNG` is
    /// another ending.
    ///
    /// # Errors
    ///
    /// As [`Raw::list`].
    pub fn list_ending(&self, folder: &str, ending: &str) -> Result<Vec<String>, PrepareError> {
        let mut names = self.list(folder)?;
        names.retain(|name| Path::new(name).extension().is_some_and(|it| it == ending));
        Ok(names)
    }

    /// Creates the error of a file that is not there.
    pub(super) fn missing(&self, file: &str) -> PrepareError {
        PrepareError::RawFileMissing {
            file: file.to_owned(),
            raw: self.folder.clone(),
        }
    }
}

/// Returns the delimiter that a file's ending stands for.
pub(super) fn delimiter(path: &str) -> u8 {
    let tabs = Path::new(path)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("tsv"));
    if tabs { b'\t' } else { b',' }
}
