//! Why a text is no table.

use std::io;
use std::path::PathBuf;

/// A text that pandas refuses to read. Lines are counted from 1 as an editor shows them.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    /// A row has more fields than the rows before it.
    #[error("line {line} has {found} fields, expected {expected}")]
    TooManyFields {
        /// Line on which the row begins.
        line: usize,
        /// Fields of the rows before.
        expected: usize,
        /// Fields of this row.
        found: usize,
    },
    /// So many fields are absent that the table would be many times as large as the text.
    #[error("line {line} has too few fields, as have many before, expected {expected}")]
    TooFewFields {
        /// Line on which the row begins.
        line: usize,
        /// Fields of a row.
        expected: usize,
    },
    /// A quoted field does not end.
    #[error("the quote opened in line {line} is never closed, expected a closing `\"`")]
    UnclosedQuote {
        /// Line on which the field begins.
        line: usize,
    },
    /// The bytes are not UTF-8.
    #[error("line {line} holds the byte `0x{byte:02x}`, expected UTF-8 text")]
    InvalidUtf8 {
        /// Line of the byte.
        line: usize,
        /// The first byte that cannot be decoded.
        byte: u8,
    },
    /// The bytes cannot be read.
    #[error("failed to read")]
    Io(#[source] io::Error),
    /// The file cannot be read.
    #[error("failed to read `{path}`")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}
