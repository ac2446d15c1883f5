//! Saying how much space is wanted when a disk is full.

use std::error::Error;
use std::io;
use std::path::Path;

use mlebench_data::files::free_space;

use crate::prepare::PrepareError;

/// Returns whether an error comes of a full disk or a used-up quota.
pub(super) fn is_full_disk(error: &PrepareError) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if matches!(
            kind,
            Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
        ) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Adds to the error of a full disk how much is free now and about how much was wanted.
pub(super) fn explain(error: PrepareError, folder: &Path, wanted: u64) -> PrepareError {
    PrepareError::FullDisk {
        folder: folder.to_owned(),
        free: free_space(folder).unwrap_or_default(),
        wanted,
        source: Box::new(error),
    }
}
