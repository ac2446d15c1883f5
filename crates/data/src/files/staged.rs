//! Folders that are complete or absent.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::FileError;

/// A folder that is filled beside its final place and then renamed.
///
/// Dropped without [`StagedDir::commit`], it is removed with all it holds.
#[derive(Debug)]
pub struct StagedDir {
    staging: PathBuf,
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
            staging_name.push(format!(".partial-{:08x}", u32::from_le_bytes(random)));
            let staging = target.with_file_name(staging_name);
            match std::fs::create_dir(&staging) {
                Ok(()) => {
                    return Ok(Self {
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

    /// Gives the folder its final name.
    ///
    /// # Errors
    ///
    /// Fails when there is already a file, or a folder that is not empty; what is there stays,
    /// and the staging folder is removed.
    pub fn commit(mut self) -> io::Result<()> {
        std::fs::rename(&self.staging, &self.target)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for StagedDir {
    fn drop(&mut self) {
        if !self.committed {
            // Nobody is left to tell; a later run does not mistake the folder for a result.
            let _ = std::fs::remove_dir_all(&self.staging);
        }
    }
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
