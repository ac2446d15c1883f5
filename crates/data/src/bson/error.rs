//! What can be wrong with BSON.

use std::io;

/// A document that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BsonError {
    /// The file cannot be read.
    #[error("document {index} cannot be read")]
    Read {
        /// Number of the document, from 0.
        index: u64,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The file ends within a document.
    #[error("document {index} is cut short")]
    CutShort {
        /// Number of the document, from 0.
        index: u64,
    },
    /// A document's length cannot be.
    #[error("document {index} says it has {length} bytes")]
    Length {
        /// Number of the document, from 0.
        index: u64,
        /// The declared length.
        length: i32,
    },
    /// A document is damaged inside.
    #[error("a document is damaged: {0}")]
    Damaged(&'static str),
    /// A member that is needed is not there or is of another type.
    #[error("a document has no whole number `{0}`")]
    NoInteger(String),
}
