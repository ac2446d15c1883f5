//! What can be wrong with a MATLAB file.

use std::io;

/// A MATLAB file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MatError {
    /// It has not the header of a MATLAB file.
    #[error("it is no MATLAB file")]
    NotMatlab,
    /// It is a MATLAB file of version 7.3.
    #[error("it is a MATLAB file of version 7.3, which is HDF5, expected version 5 to 7")]
    Hdf5,
    /// An element is cut short or contradicts itself.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// A compressed element cannot be unpacked.
    #[error("a compressed element cannot be unpacked")]
    Compressed(#[source] io::Error),
}
