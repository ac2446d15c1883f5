//! Prepares as the other language's challenge does.

use mlebench_core::prepare::{Preparation, PrepareError};

use crate::text_normalization;

/// Prepares text-normalization-challenge-russian-language.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    text_normalization::prepare(task, "ru")
}
