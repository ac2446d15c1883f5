//! Making what was written outlast a power failure.

use std::fs::File;
use std::io;
use std::path::Path;

/// Waits until everything written to the file system of an open folder is on disk.
///
/// One call serves a tree of any number of files; to wait for each of a million images would
/// take hours.
///
/// # Errors
///
/// Fails when something written since the folder was opened could not be stored.
pub(super) fn sync_file_system(folder: &File) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    nix::unistd::syncfs(folder)?;
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        nix::unistd::sync();
    }
    Ok(())
}

/// Waits until the names in the folder of `path` are on disk, such as one just given by a rename.
///
/// # Errors
///
/// Fails when they could not be stored.
pub(super) fn sync_name(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path))?.sync_all() {
        // Some network file systems do not know it for folders.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Returns the folder that holds a path's name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
