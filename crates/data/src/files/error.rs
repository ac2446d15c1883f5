//! Errors of files that name the file.

use std::io;
use std::path::{Path, PathBuf};

/// A file operation that failed.
///
/// Functions that touch many files return it inside an [`io::Error`] of the same kind, so that
/// the message names the one file that failed. The cause is part of the message, not a source of
/// its own.
#[derive(Debug, thiserror::Error)]
#[error("failed to {action} `{}`: {cause}", path.display())]
pub struct FileError {
    /// What was tried, such as `read` or `create`.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub cause: io::Error,
}

impl FileError {
    /// Creates a conversion for `map_err`.
    pub fn during(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
        let path = path.to_owned();
        move |cause| {
            io::Error::new(
                cause.kind(),
                Self {
                    action,
                    path,
                    cause,
                },
            )
        }
    }
}
