//! Free space on disk.

use std::io;
use std::path::Path;

/// Returns the bytes that a file below an existing `path` may still take.
///
/// # Errors
///
/// Fails when the system does not say.
pub fn free_space(path: &Path) -> io::Result<u64> {
    let stat = nix::sys::statvfs::statvfs(path).map_err(io::Error::from)?;
    Ok(stat.blocks_available().saturating_mul(stat.fragment_size()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_some_space_and_none_beyond_the_world() {
        assert!(free_space(&std::env::temp_dir()).unwrap() > 0);
        assert!(free_space(Path::new("/no/such/folder")).is_err());
    }
}
