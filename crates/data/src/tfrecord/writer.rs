//! Writing records.

use std::io::{self, Write};

use crate::tfrecord::crc32c::masked_crc32c;

/// Appends one record with its two checksums.
///
/// # Errors
///
/// Fails when it cannot be written.
pub fn write_record(out: &mut dyn Write, content: &[u8]) -> io::Result<()> {
    let length = (content.len() as u64).to_le_bytes();
    out.write_all(&length)?;
    out.write_all(&masked_crc32c(&length).to_le_bytes())?;
    out.write_all(content)?;
    out.write_all(&masked_crc32c(content).to_le_bytes())
}
