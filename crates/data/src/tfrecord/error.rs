//! What can be wrong with a record file.

use std::io;

/// A record file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("record {index} cannot be read")]
    Read {
        /// Number of the record, from 0.
        index: u64,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The file ends within a record.
    #[error("record {index} is cut short")]
    CutShort {
        /// Number of the record, from 0.
        index: u64,
    },
    /// A checksum does not fit.
    #[error("the checksum of the {part} of record {index} does not fit")]
    Checksum {
        /// Number of the record, from 0.
        index: u64,
        /// What the checksum covers: `length` or `content`.
        part: &'static str,
    },
    /// A record is no `Example`.
    #[error("a record is no valid `Example`: {0}")]
    Example(&'static str),
}
