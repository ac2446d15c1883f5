//! Writing a plain tar archive whose bytes depend on nothing but its content.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::archive::ArchiveError;
use crate::files::{persist, temporary_beside};

/// A tar archive under construction, not compressed; it gets its name when it is finished, and
/// leaves nothing when it is dropped before.
///
/// Members stand in the order they are added, dated 1970-01-01, with mode 0644.
pub struct TarTarget {
    path: PathBuf,
    builder: tar::Builder<BufWriter<NamedTempFile>>,
}

impl TarTarget {
    /// Begins an archive that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        let file = temporary_beside(path).map_err(ArchiveError::write(path))?;
        Ok(Self {
            path: path.to_owned(),
            builder: tar::Builder::new(BufWriter::with_capacity(1 << 18, file)),
        })
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// Fails when the archive cannot be written.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        self.builder
            .append_data(&mut header, name, bytes)
            .map_err(ArchiveError::write(&self.path))
    }

    /// Completes the archive and gives it its name.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let Self { path, builder } = self;
        let file = builder
            .into_inner()
            .and_then(|out| out.into_inner().map_err(io::IntoInnerError::into_error))
            .and_then(|file| persist(file, &path));
        file.map_err(ArchiveError::write(&path))
    }
}

impl std::fmt::Debug for TarTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TarTarget")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn members_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        let long = "long/".repeat(40) + "b";
        let mut target = TarTarget::create(&path).unwrap();
        target.add_bytes("a.jpg", b"alpha").unwrap();
        target.add_bytes(&long, &[7; 3000]).unwrap();
        target.finish().unwrap();
        let mut archive = tar::Archive::new(std::fs::File::open(&path).unwrap());
        let members: Vec<(String, usize)> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).unwrap();
                (entry.path().unwrap().display().to_string(), bytes.len())
            })
            .collect();
        assert_eq!(members, [("a.jpg".to_owned(), 5), (long, 3000)]);
    }
}
