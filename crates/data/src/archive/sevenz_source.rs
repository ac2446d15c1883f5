//! Reading a 7z archive.
//!
//! Members of such an archive are mostly packed in one stream, so that a member costs unpacking
//! all before it. Who needs many takes them in one pass with [`SevenzSource::for_each`] or
//! [`SevenzSource::extract_members`].

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sevenz_rust2::{ArchiveEntry, ArchiveReader, EntryDecision, Error, Password};

use crate::archive::ArchiveError;
use crate::archive::member::unpack_content;

/// An open 7z archive; checksums are compared while reading.
pub struct SevenzSource {
    path: PathBuf,
    reader: ArchiveReader<File>,
}

impl SevenzSource {
    /// Opens an archive and reads its directory.
    ///
    /// # Errors
    ///
    /// Fails when the file is absent, cut short, no 7z, or its directory is encrypted.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let file = File::open(path).map_err(|source| ArchiveError::Open {
            archive: path.to_owned(),
            source,
        })?;
        let reader = ArchiveReader::new(file, Password::empty());
        Ok(Self {
            path: path.to_owned(),
            reader: reader.map_err(|source| ArchiveError::NotASevenz {
                archive: path.to_owned(),
                source,
            })?,
        })
    }

    /// Returns the archive's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of all members that are no folders, in the archive's order.
    pub fn names(&self) -> Vec<String> {
        self.entries(false)
    }

    /// Returns the names of the folders that are members of their own, in the archive's order.
    pub fn folders(&self) -> Vec<String> {
        self.entries(true)
    }

    fn entries(&self, folders: bool) -> Vec<String> {
        let files = self.reader.archive().files.iter();
        files
            .filter(|entry| entry.is_directory() == folders && !entry.is_anti_item())
            .map(|entry| entry.name().to_owned())
            .collect()
    }

    /// Reads a member into memory.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or damaged.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, ArchiveError> {
        let path = self.path.clone();
        self.reader.read_file(name).map_err(|error| match error {
            Error::FileNotFound => ArchiveError::NoMember {
                archive: path,
                member: name.to_owned(),
            },
            other => damaged(&path, name, other),
        })
    }

    /// Hands every member that is no folder to a function: its name, its length and its content,
    /// of which nothing need be read. Empty members come last.
    ///
    /// # Errors
    ///
    /// Fails when a member is damaged or the function fails.
    pub fn for_each<E: From<ArchiveError>>(
        &mut self,
        mut use_member: impl FnMut(&str, u64, &mut dyn Read) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut current, mut failure) = (String::new(), None);
        let mut visit = |entry: &ArchiveEntry, content: &mut dyn Read| {
            if entry.is_directory() || entry.is_anti_item() {
                return Ok(EntryDecision::Continue);
            }
            entry.name().clone_into(&mut current);
            Ok(match use_member(entry.name(), entry.size(), content) {
                Ok(()) => EntryDecision::Continue,
                Err(error) => {
                    failure = Some(error);
                    EntryDecision::Stop
                }
            })
        };
        let result = self.reader.for_each_entries_with_decision(&mut visit);
        match (failure, result) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(damaged(&self.path, &current, error).into()),
            (None, Ok(())) => Ok(()),
        }
    }

    /// Unpacks the members that `target` gives a new file, in one pass. `progress` hears the
    /// number of members done since it was last called.
    ///
    /// # Errors
    ///
    /// Fails when a member is damaged, or a file exists or cannot be written.
    pub fn extract_members(
        &mut self,
        target: impl Fn(&str) -> Option<PathBuf>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), ArchiveError> {
        let path = self.path.clone();
        self.for_each(|name, size, content| {
            if let Some(target) = target(name) {
                unpack_content(content, size, (&path, name), &target)?;
                progress(1);
            }
            Ok(())
        })
    }
}

fn damaged(archive: &Path, member: &str, error: Error) -> ArchiveError {
    let source = match error {
        Error::Io(source, _) => source,
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    };
    ArchiveError::damaged(archive, member)(source)
}

impl std::fmt::Debug for SevenzSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SevenzSource")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
