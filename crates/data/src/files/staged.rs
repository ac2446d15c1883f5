//! Folders that are complete or absent.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::FileError;
use crate::files::sync::{sync_file_system, sync_name};

/// What stands between a folder's name and the random part in the name of its staging folder.
const MARK: &str = ".partial-";

/// A folder that is filled beside its final place and then renamed.
///
/// Dropped without [`StagedDir::commit`], it is removed with all it holds. A process that is killed
/// leaves it; see [`remove_stale`].
#[derive(Debug)]
pub struct StagedDir {
    staging: PathBuf,
    /// Open from the start, so that it hears of every failed write.
    folder: File,
    target: PathBuf,
    committed: bool,
}

impl StagedDir {
    /// Creates an empty folder `<name>.partial-<random>` beside `target`.
    ///
    /// # Errors
    ///
    /// Fails when `target` has no name or the folder cannot be made.
    pub fn create(target: &Path) -> io::Result<Self> {
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the folder has no name",
            ));
        };
        for _ in 0..100 {
            let mut random = [0; 4];
            getrandom::fill(&mut random).map_err(io::Error::other)?;
            let mut staging_name = name.to_owned();
            staging_name.push(format!("{MARK}{:08x}", u32::from_le_bytes(random)));
            let staging = target.with_file_name(staging_name);
            match fs::create_dir(&staging) {
                Ok(()) => {
                    let folder = File::open(&staging)
                        .inspect_err(|_| drop(fs::remove_dir(&staging)))
                        .map_err(FileError::during("open", &staging))?;
                    return Ok(Self {
                        folder,
                        staging,
                        target: target.to_owned(),
                        committed: false,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(FileError::during("create", &staging)(error)),
            }
        }
        Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "no free name for a staging folder",
        ))
    }

    /// Returns the folder to fill.
    pub fn path(&self) -> &Path {
        &self.staging
    }

    /// Gives the folder its final name, once all it holds is on disk.
    ///
    /// # Errors
    ///
    /// Fails when there is already a file, or a folder that is not empty; what is there stays,
    /// and the staging folder is removed. Fails when the disk does.
    pub fn commit(mut self) -> io::Result<()> {
        sync_file_system(&self.folder)?;
        fs::rename(&self.staging, &self.target)?;
        self.committed = true;
        sync_name(&self.target)
    }
}

impl Drop for StagedDir {
    fn drop(&mut self) {
        if !self.committed {
            // Nobody is left to tell; a later run does not mistake the folder for a result.
            let _ = fs::remove_dir_all(&self.staging);
        }
    }
}

/// Removes a folder such that no half of it is ever seen under its name.
///
/// # Errors
///
/// Fails when it is not there or cannot be renamed.
pub fn remove_whole(folder: &Path) -> io::Result<()> {
    let staged = StagedDir::create(folder)?;
    fs::rename(folder, staged.path())
}

/// Removes the staging folders in `folder` that killed processes left.
///
/// Only for who knows that no other process stages anything there now.
///
/// # Errors
///
/// Fails when the folder cannot be listed or one not be removed.
pub fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder).map_err(FileError::during("list", folder))? {
        let entry = entry.map_err(FileError::during("list", folder))?;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && is_staging(&entry.file_name()) {
            let path = entry.path();
            fs::remove_dir_all(&path).map_err(FileError::during("remove", &path))?;
        }
    }
    Ok(())
}

/// Returns whether a name is one that [`StagedDir::create`] gives.
fn is_staging(name: &OsStr) -> bool {
    let parts = name.to_str().and_then(|name| name.rsplit_once(MARK));
    parts.is_some_and(|(_, random)| {
        random.len() == 8 && random.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_appears_whole_or_not_at_all() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("prepared");
        let staged = StagedDir::create(&target).unwrap();
        std::fs::write(staged.path().join("a"), "a").unwrap();
        assert!(!target.exists());
        staged.commit().unwrap();
        assert!(target.join("a").is_file());
        drop(StagedDir::create(&target).unwrap());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_killed_processes_left_is_removed_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("raw");
        // As if its process had been killed.
        std::mem::forget(StagedDir::create(&target).unwrap());
        let others = [
            "raw",
            "raw.partial-",
            "raw.partial-mine",
            "partial-01234567",
        ];
        for name in others {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 5);
        remove_stale(root.path()).unwrap();
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 4);
        assert!(others.iter().all(|name| root.path().join(name).is_dir()));
        fs::write(target.join("a"), "a").unwrap();
        remove_whole(&target).unwrap();
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3);
        assert!(remove_whole(&target).is_err());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_filled_folder_is_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("prepared");
        std::fs::create_dir(&target).unwrap();
        std::fs::write(target.join("old"), "old").unwrap();
        let staged = StagedDir::create(&target).unwrap();
        assert!(staged.commit().is_err());
        assert!(target.join("old").is_file());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
