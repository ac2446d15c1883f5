//! Why a preparation fails.

use std::io;
use std::path::{Path, PathBuf};

use mlebench_data::archive::ArchiveError;
use mlebench_data::csv::CsvError;
use mlebench_data::parquet::ParquetError;
use mlebench_data::split::SplitError;

use crate::edition::Edition;
use crate::prepare::verify::Mismatch;

/// A preparation that cannot go on. Nothing is left behind under the final name.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The competition has no preparation yet.
    #[error("preparing `{0}` is not implemented yet (hint: `mlebench list` shows what is)")]
    Missing(String),
    /// The corrected edition of the competition is not there yet.
    #[error(
        "the corrected edition of `{id}` is not implemented yet: {flaws} (hint: use `--edition published`)"
    )]
    NotCorrected {
        /// The competition.
        id: String,
        /// The flaws that are not repaired.
        flaws: String,
    },
    /// There is neither an archive nor a raw folder.
    #[error(
        "there is no raw data of `{id}` (hint: give the archive with `--from-zip FILE`, or put it at `{zip}`; downloading from Kaggle is not implemented yet)"
    )]
    NoRawData {
        /// The competition.
        id: String,
        /// Where the archive is looked for.
        zip: PathBuf,
    },
    /// The competition is prepared already, in another edition.
    #[error(
        "`{id}` is prepared in the {found} edition in `{folder}` (hint: editions never mix; use another `--data-dir`)"
    )]
    OtherEdition {
        /// The competition.
        id: String,
        /// The edition that is there.
        found: Edition,
        /// The prepared folder.
        folder: PathBuf,
    },
    /// The raw download lacks a file.
    #[error("the raw data has no `{file}` (looked in `{raw}`)")]
    RawFileMissing {
        /// The file or member.
        file: String,
        /// The raw folder.
        raw: PathBuf,
    },
    /// A file that comes from elsewhere than the competition's archive is not there.
    #[error(
        "there is no `{path}`, which the archive does not contain (hint: download it to this place)"
    )]
    AuxiliaryMissing {
        /// Where it is looked for.
        path: PathBuf,
    },
    /// An override names no constant of the competition.
    #[error("`{name}` is no constant of `{id}` (it has {known})")]
    UnknownConstant {
        /// What was to be overridden.
        name: String,
        /// The competition.
        id: String,
        /// Its constants.
        known: String,
    },
    /// A raw file is not as expected.
    #[error("`{file}` is not as expected: {problem}")]
    Unexpected {
        /// The file or member.
        file: String,
        /// What was found and what was expected.
        problem: String,
    },
    /// What a competition declares for the edition does not follow the schema.
    #[error(transparent)]
    Competition(#[from] Box<crate::competition::CompetitionError>),
    /// A raw table lacks a column.
    #[error("`{file}` has no column `{column}` (found {found})")]
    ColumnMissing {
        /// The table.
        file: String,
        /// The column.
        column: String,
        /// The columns that are there.
        found: String,
    },
    /// A raw table cannot be read.
    #[error("failed to read `{file}`")]
    Csv {
        /// The table.
        file: String,
        /// Why.
        #[source]
        source: CsvError,
    },
    /// A raw file's content cannot be read in the format it should have.
    #[error("failed to read `{file}`")]
    Content {
        /// The file or member.
        file: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// An archive cannot be read or written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A Parquet file cannot be read or written.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// The rows cannot be divided.
    #[error("failed to divide the rows of `{file}`")]
    Split {
        /// The table.
        file: String,
        /// Why.
        #[source]
        source: SplitError,
    },
    /// A file cannot be read or written.
    #[error("failed to {action} `{path}`")]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// There is a prepared folder that this program did not complete.
    #[error(
        "`{0}` holds files but lacks public or private ones (hint: what was left there is incomplete; remove it and call again)"
    )]
    Incomplete(PathBuf),
    /// The disk is full.
    #[error(
        "the disk of `{folder}` is full: the raw data is {wanted} bytes, the prepared data may take as much again, and {free} bytes are free (hint: make room and call again; what is complete is not done twice)"
    )]
    FullDisk {
        /// The competition's folder.
        folder: PathBuf,
        /// Bytes of the raw data.
        wanted: u64,
        /// Bytes that are free.
        free: u64,
        /// What could not be written.
        #[source]
        source: Box<PrepareError>,
    },
    /// A path from the data leaves the folder it belongs to.
    #[error("`{0}` leads out of its folder")]
    UnsafePath(String),
    /// The declaration itself is wrong.
    #[error("invalid recipe: {0}")]
    Recipe(String),
    /// An invariant of every prepared competition is broken.
    #[error("the prepared data breaks an invariant: {0}")]
    Invariant(String),
    /// Prepared files differ from the published checksums.
    #[error("{} of the prepared files differ from their published checksums: {}", .0.len(), list(.0))]
    Checksum(Vec<Mismatch>),
}

fn list(mismatches: &[Mismatch]) -> String {
    mismatches
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

impl PrepareError {
    /// Creates the error of a raw file or member that is not as expected.
    pub fn unexpected(file: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Unexpected {
            file: file.into(),
            problem: problem.into(),
        }
    }

    /// Creates the error of a raw file that is not in its format, for `map_err`.
    pub fn content<E: std::error::Error + Send + Sync + 'static>(
        file: &str,
    ) -> impl FnOnce(E) -> Self {
        let file = file.to_owned();
        move |source| Self::Content {
            file,
            source: Box::new(source),
        }
    }

    /// Creates the error of a file operation, for `map_err`.
    pub fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            action,
            path,
            source,
        }
    }
}
