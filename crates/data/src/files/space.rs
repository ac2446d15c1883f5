//! Free space on disk.

use std::fs;
use std::io;
use std::path::Path;

use crate::files::FileError;

/// Returns the bytes that a file below an existing `path` may still take.
///
/// # Errors
///
/// Fails when the system does not say.
pub fn free_space(path: &Path) -> io::Result<u64> {
    let stat = nix::sys::statvfs::statvfs(path).map_err(io::Error::from)?;
    Ok(stat.blocks_available().saturating_mul(stat.fragment_size()))
}

/// Returns the bytes by which files below an existing `path` grow on disk.
///
/// # Errors
///
/// Fails when the system does not say.
pub fn block_size(path: &Path) -> io::Result<u64> {
    let stat = nix::sys::statvfs::statvfs(path).map_err(io::Error::from)?;
    Ok(stat.fragment_size())
}

/// Returns the bytes of all files below a folder.
///
/// # Errors
///
/// Fails when a folder cannot be listed.
pub fn file_bytes(folder: &Path) -> io::Result<u64> {
    let (mut bytes, mut pending) = (0, vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).map_err(FileError::during("list", &folder))? {
            let entry = entry.map_err(FileError::during("list", &folder))?;
            let facts = entry.metadata()?;
            if facts.is_dir() {
                pending.push(entry.path());
            } else {
                bytes += facts.len();
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_some_space_and_none_beyond_the_world() {
        assert!(free_space(&std::env::temp_dir()).unwrap() > 0);
        assert!(free_space(Path::new("/no/such/folder")).is_err());
        assert!(block_size(&std::env::temp_dir()).unwrap() > 0);
    }

    #[test]
    fn all_files_of_a_tree_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/x"), [0; 1000]).unwrap();
        fs::write(folder.path().join("y"), [0; 24]).unwrap();
        assert_eq!(file_bytes(folder.path()).unwrap(), 1024);
        assert!(file_bytes(Path::new("/no/such/folder")).is_err());
    }
}
