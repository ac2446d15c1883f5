//! Comparing prepared files with their published MD5 sums, and listing their content.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use mlebench_data::checksum;

use crate::prepare::{ManifestFile, PrepareError};
use crate::spec::Checksums;

/// The outcome of comparing prepared files with published checksums.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verification {
    /// Number of files that agree.
    pub agree: usize,
    /// The files that differ or are absent.
    pub mismatches: Vec<Mismatch>,
}

/// A file whose MD5 differs from the published one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Path below the prepared folder.
    pub file: String,
    /// The published MD5.
    pub expected: String,
    /// The MD5 found; `None` when there is no such file.
    pub found: Option<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(
                f,
                "`{}` has MD5 {found}, expected {}",
                self.file, self.expected
            ),
            None => write!(
                f,
                "`{}` is absent, expected MD5 {}",
                self.file, self.expected
            ),
        }
    }
}

/// Compares the files of `prepared` with the published checksums.
///
/// # Errors
///
/// Fails when a file that is there cannot be read.
pub(super) fn verify(checksums: &Checksums, prepared: &Path) -> Result<Verification, PrepareError> {
    let mut result = Verification::default();
    for (side, files) in [
        ("public", &checksums.public),
        ("private", &checksums.private),
    ] {
        for (name, expected) in files {
            let path = prepared.join(side).join(name);
            let found = if path.is_file() {
                Some(checksum::md5(&path).map_err(PrepareError::file("read", &path))?)
            } else {
                None
            };
            if found.as_ref() == Some(expected) {
                result.agree += 1;
            } else {
                let (file, expected) = (format!("{side}/{name}"), expected.clone());
                result.mismatches.push(Mismatch {
                    file,
                    expected,
                    found,
                });
            }
        }
    }
    Ok(result)
}

/// Lists every file below `prepared` with a hash of its content.
///
/// # Errors
///
/// Fails when a file cannot be read.
pub(super) fn content(prepared: &Path) -> Result<BTreeMap<String, ManifestFile>, PrepareError> {
    let entries =
        checksum::content_manifest(prepared).map_err(PrepareError::file("read", prepared))?;
    Ok(entries
        .into_iter()
        .map(|entry| {
            let file = ManifestFile {
                size: entry.size,
                content_sha256: entry.content_sha256,
            };
            (entry.path, file)
        })
        .collect())
}
