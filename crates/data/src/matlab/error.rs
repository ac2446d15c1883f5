//! What can be wrong with a MATLAB file.

use std::io;

/// A MATLAB file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MatError {
    /// The header is that of another format.
    #[error("it is no MATLAB file of version 5 (hint: files of version 7.3 are HDF5)")]
    NotMatlab,
    /// An element is cut short or contradicts itself.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// A compressed element cannot be unpacked.
    #[error("a compressed element cannot be unpacked")]
    Compressed(#[source] io::Error),
}
