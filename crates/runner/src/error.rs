//! The error every file operation of this crate ends in: what was tried, where, and why it failed.

use std::io;
use std::path::{Path, PathBuf};

/// A file operation that failed, with its path.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{}`: {source}", path.display())]
pub struct IoError {
    /// What was tried, as a verb phrase that fits "cannot …".
    pub action: &'static str,
    /// The file or folder concerned.
    pub path: PathBuf,
    /// Why the operation failed.
    #[source]
    pub source: io::Error,
}

impl IoError {
    /// Returns a closure for `map_err` that adds `action` and `path` to an error.
    pub(crate) fn at<E: Into<io::Error>>(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(E) -> Self {
        let path = path.to_path_buf();
        move |source| Self {
            action,
            path,
            source: source.into(),
        }
    }
}
