//! What can go wrong, in words that say what is missing.

use std::path::PathBuf;

/// A reason to stop without (further) improving the submission.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AgentError {
    /// A file or folder of the task cannot be read or written.
    #[error("cannot {action} `{}`", path.display())]
    Io {
        /// A verb phrase: `open`, `write`, `create the folder of`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// A table is not the CSV file it should be.
    #[error("`{}` is not a table with the columns `id` and `has_cactus`", path.display())]
    Csv {
        /// The table.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: csv::Error,
    },
    /// A table lacks a column.
    #[error("`{}` has no column `{column}`", path.display())]
    MissingColumn {
        /// The table.
        path: PathBuf,
        /// The column that is needed.
        column: &'static str,
    },
    /// A table has no rows.
    #[error("`{}` has no rows", path.display())]
    Empty {
        /// The table.
        path: PathBuf,
    },
    /// A label is neither 0 nor 1.
    #[error("`{}`: row {row}: label `{value}` is neither 0 nor 1", path.display())]
    Label {
        /// The table.
        path: PathBuf,
        /// Number of the row, counted from 1 without the header.
        row: usize,
        /// The text found.
        value: String,
    },
    /// An archive is damaged or not an archive.
    #[error("cannot read the archive `{}`", path.display())]
    Zip {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: zip::result::ZipError,
    },
    /// An image that a table names is not in the archive.
    #[error("`{}` lacks {missing} of {wanted} images, the first is `{first}`", path.display())]
    MissingImages {
        /// The archive.
        path: PathBuf,
        /// How many are missing.
        missing: usize,
        /// How many the table names.
        wanted: usize,
        /// One of them.
        first: String,
    },
    /// An archive member is too large to be a photo of 32 by 32 pixels.
    #[error("`{}!{name}` is larger than {limit} bytes", path.display())]
    ImageTooLarge {
        /// The archive.
        path: PathBuf,
        /// The member.
        name: String,
        /// The largest size accepted.
        limit: u64,
    },
    /// An image cannot be decoded.
    #[error("cannot decode the image `{}!{name}`", path.display())]
    Image {
        /// The archive.
        path: PathBuf,
        /// The member.
        name: String,
        /// What the decoder said.
        #[source]
        source: zune_jpeg::errors::DecodeErrors,
    },
}

impl AgentError {
    /// Wraps an input or output error with what was tried on which path.
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}
