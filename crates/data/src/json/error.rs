//! Why a text is no JSON.

/// A text that is no JSON, or JSON of another shape than expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// Something else stands where a value, a key or a sign is expected.
    #[error("line {line}, byte {byte}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Byte in the line, from 1.
        byte: usize,
        /// What was found and what is expected.
        problem: String,
    },
    /// A record of a table is no object.
    #[error("record {record} is {found}, expected an object")]
    NotAnObject {
        /// The record, from 1.
        record: usize,
        /// What it is.
        found: &'static str,
    },
}
