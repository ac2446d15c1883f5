//! Divides the photos of each taxon; see [`herbarium`].

use mlebench_core::prepare::{JsonFile, Preparation, PrepareError};

use crate::herbarium;

/// Prepares herbarium-2021-fgvc8.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let metadata = JsonFile::read(task.raw, "train/metadata.json")?;
    herbarium::prepare(task, "", metadata)
}
