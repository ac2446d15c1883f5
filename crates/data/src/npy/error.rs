//! Why an array cannot be read.

use std::io;

/// A file that is no array, or an array of another kind than expected.
#[derive(Debug, thiserror::Error)]
pub enum NpyError {
    /// The file does not begin as a `.npy` file does.
    #[error("it is no `.npy` file")]
    NotNpy,
    /// The file's format is newer than what is understood.
    #[error("its format has version {0}, expected 1 to 3")]
    Version(u8),
    /// The header is damaged.
    #[error("its header is damaged: {0}")]
    Header(String),
    /// The array's type is not supported.
    #[error("its type is `{found}`, expected {expected}")]
    Type {
        /// The type, as NumPy writes it.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The array lies in Fortran's order, columns first.
    #[error("its values lie in Fortran's order, expected C's")]
    FortranOrder,
    /// A row that is not there was asked for.
    #[error("it has {rows} rows, so no row {row}")]
    NoRow {
        /// The row asked for.
        row: usize,
        /// Rows that are there.
        rows: usize,
    },
    /// The file cannot be read or ends too early.
    #[error("its content cannot be read")]
    Read(#[from] io::Error),
}
