//! What can be wrong with a Parquet file.

use std::io;
use std::path::PathBuf;

/// A Parquet file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ParquetError {
    /// The file cannot be opened.
    #[error("failed to open `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is damaged, or packed in a way that is not supported.
    #[error("failed to read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ::parquet::errors::ParquetError,
    },
    /// A column is not there.
    #[error("`{}` has no column `{column}` (found {found})", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// The columns that are there.
        found: String,
    },
    /// A column is of a kind that is not supported.
    #[error("column `{column}` of `{}` {problem}", path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// Why, as a clause whose subject is the column.
        problem: String,
    },
    /// The file cannot be written.
    #[error("failed to write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
}
