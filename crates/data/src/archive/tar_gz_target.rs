//! Writing a gzipped tar archive whose bytes depend on nothing but its content.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use tempfile::NamedTempFile;

use crate::archive::ArchiveError;
use crate::files::{persist, temporary_beside};

/// A gzipped tar archive under construction; it gets its name when it is finished, and leaves
/// nothing when it is dropped before.
///
/// Members stand in the order they are added, dated 1970-01-01, with mode 0644.
pub struct TarGzTarget {
    path: PathBuf,
    builder: tar::Builder<GzEncoder<BufWriter<NamedTempFile>>>,
}

impl TarGzTarget {
    /// Begins an archive that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        let file = temporary_beside(path).map_err(ArchiveError::write(path))?;
        let out = BufWriter::with_capacity(1 << 18, file);
        let encoder = GzBuilder::new().mtime(0).write(out, Compression::fast());
        Ok(Self {
            path: path.to_owned(),
            builder: tar::Builder::new(encoder),
        })
    }

    /// Adds a file as a member.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be read or the archive not be written.
    pub fn add_file(&mut self, name: &str, file: &Path) -> Result<(), ArchiveError> {
        let opened = |source| ArchiveError::Open {
            archive: file.to_owned(),
            source,
        };
        let reader = File::open(file).map_err(opened)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(reader.metadata().map_err(opened)?.len());
        header.set_mode(0o644);
        header.set_mtime(0);
        self.builder
            .append_data(&mut header, name, reader)
            .map_err(ArchiveError::write(&self.path))
    }

    /// Completes the archive and gives it its name.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let failed = || ArchiveError::write::<io::Error>(&self.path);
        let encoder = self.builder.into_inner().map_err(failed())?;
        let mut out = encoder.finish().map_err(failed())?;
        out.flush().map_err(failed())?;
        let file = out
            .into_inner()
            .map_err(|error| failed()(error.into_error()))?;
        persist(file, &self.path).map_err(failed())
    }
}

impl std::fmt::Debug for TarGzTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TarGzTarget")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::TarGzSource;

    fn write(path: &Path, file: &Path) {
        let mut target = TarGzTarget::create(path).unwrap();
        target.add_file("a.zip", file).unwrap();
        // Longer than the 100 bytes that a plain header holds.
        let long = "long/".repeat(40) + "b";
        target.add_file(&long, file).unwrap();
        target.finish().unwrap();
    }

    #[test]
    fn what_is_written_is_read_back_and_reproducible() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path, again) = (
            folder.path().join("file"),
            folder.path().join("x.tar.gz"),
            folder.path().join("y.tar.gz"),
        );
        std::fs::write(&file, [7; 3000]).unwrap();
        write(&path, &file);
        write(&again, &file);
        assert_eq!(
            std::fs::read(&path).unwrap(),
            std::fs::read(&again).unwrap()
        );
        let source = TarGzSource::new(&path);
        let names = source.names().unwrap();
        assert_eq!(names, ["a.zip".to_owned(), "long/".repeat(40) + "b"]);
        source
            .for_each(|name, content| {
                let mut bytes = Vec::new();
                content.read_to_end(&mut bytes).unwrap();
                assert_eq!(bytes, [7; 3000], "{name}");
                Ok::<(), ArchiveError>(())
            })
            .unwrap();
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (folder.path().join("file"), folder.path().join("x.tar.gz"));
        std::fs::write(&file, [7; 3000]).unwrap();
        write(&path, &file);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 6]).unwrap();
        let error = TarGzSource::new(&path).names().unwrap_err();
        assert!(error.to_string().contains("no complete tar.gz"), "{error}");
        std::fs::write(&path, b"no gzip").unwrap();
        assert!(TarGzSource::new(&path).names().is_err());
        assert!(
            TarGzSource::new(&folder.path().join("absent"))
                .names()
                .is_err()
        );
    }
}
