//! As the herbarium of 2021, but in a folder of its own and with garbled names.

use mlebench_core::prepare::{JsonFile, Preparation, PrepareError};

use crate::herbarium;

const METADATA: &str = "nybg2020/train/metadata.json";

/// Prepares herbarium-2020-fgvc7.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let bytes = task.raw.bytes(METADATA)?;
    let text = if task.corrected() {
        utf8_or_latin1(&bytes)
    } else {
        latin1(&bytes)
    };
    herbarium::prepare(task, "nybg2020/", JsonFile::parse(METADATA, &text)?)
}

/// Takes every byte for a character.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Reads UTF-8, and Latin-1 only where a byte is none: the file mixes both.
fn utf8_or_latin1(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&latin1(chunk.invalid()));
    }
    text
}
