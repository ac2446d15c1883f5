//! One process at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::files::FileError;

/// A lock on a file, released when this value is dropped or its process dies, however it dies.
///
/// It also keeps threads of one process apart. The file is removed when the lock is released.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    _file: File,
}

impl FileLock {
    /// Takes the lock. While another process holds it, waits, after calling `waiting` once.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be made, or its file system knows no locks.
    pub fn acquire(path: &Path, waiting: impl FnOnce()) -> io::Result<Self> {
        let mut waiting = Some(waiting);
        loop {
            let file = open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    if let Some(waiting) = waiting.take() {
                        waiting();
                    }
                    file.lock().map_err(FileError::during("lock", path))?;
                }
                Err(TryLockError::Error(error)) => {
                    return Err(FileError::during("lock", path)(error));
                }
            }
            if let Some(lock) = Self::of_named(file, path) {
                return Ok(lock);
            }
        }
    }

    /// Takes the lock if nobody else holds it.
    ///
    /// # Errors
    ///
    /// As [`FileLock::acquire`].
    pub fn try_acquire(path: &Path) -> io::Result<Option<Self>> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self::of_named(file, path)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(FileError::during("lock", path)(error)),
        }
    }

    /// Accepts a locked file if it still has its name: its last holder removes it, and others
    /// lock a new one.
    fn of_named(file: File, path: &Path) -> Option<Self> {
        let (ours, named) = (file.metadata().ok()?, fs::metadata(path).ok()?);
        (ours.dev() == named.dev() && ours.ino() == named.ino()).then(|| Self {
            path: path.to_owned(),
            _file: file,
        })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Before it is unlocked, so that nobody locks a file that is about to go.
        let _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(FileError::during("create", path))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn one_holder_at_a_time_and_the_others_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let (inside, told) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let held = FileLock::acquire(&path, || unreachable!("it is free")).unwrap();
        assert!(FileLock::try_acquire(&path).unwrap().is_none());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let wait = || {
                        told.fetch_add(1, Ordering::SeqCst);
                    };
                    let lock = FileLock::acquire(&path, wait).unwrap();
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    std::thread::yield_now();
                    inside.fetch_sub(1, Ordering::SeqCst);
                    drop(lock);
                });
            }
            while told.load(Ordering::SeqCst) < 8 {
                std::thread::yield_now();
            }
            drop(held);
        });
        assert!(!path.exists());
        assert!(FileLock::try_acquire(&path).unwrap().is_some());
        let absent = folder.path().join("no/lock");
        assert!(FileLock::acquire(&absent, || ()).is_err());
    }
}
