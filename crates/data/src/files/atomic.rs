//! Files that are complete or absent.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::files::sync::{folder_of, sync_name};

/// Writes a file through a temporary file in the same folder that is renamed at the end.
///
/// When `write` or the disk fails, an older file of that name stays and nothing else is left. A
/// power failure may still empty a new file: where that matters, and no [`crate::files::StagedDir`]
/// is around it, use [`write_durable`].
///
/// # Errors
///
/// Fails when `write` does or the file cannot be made.
pub fn write_atomic(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    persist(write_beside(path, write)?, path)
}

/// Writes a file as [`write_atomic`] does and waits until it is on disk.
///
/// # Errors
///
/// As [`write_atomic`], and when the disk fails.
pub fn write_durable(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let file = write_beside(path, write)?;
    file.as_file().sync_all()?;
    persist(file, path)?;
    sync_name(path)
}

fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut out = BufWriter::new(temporary_beside(path)?);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Creates a temporary file in the folder of `path`.
pub(crate) fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mlebench-").suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's umask applies to it as to any other new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}

/// Gives a temporary file its final name.
pub(crate) fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "there is a folder of that name",
        ));
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_keeps_the_old_file_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_durable(&path, |out| out.write_all(b"old")).unwrap();
        let result = write_atomic(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(result.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn files_get_the_usual_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        write_atomic(&ours, |out| out.write_all(b"x")).unwrap();
        std::fs::write(&usual, b"x").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_atomic(folder.path(), |out| out.write_all(b"x")).is_err());
        let absent = folder.path().join("no/such/folder.txt");
        assert!(write_atomic(&absent, |out| out.write_all(b"x")).is_err());
    }
}
