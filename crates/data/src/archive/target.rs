//! Writing a zip archive whose bytes depend on nothing but its content.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::archive::member::open_error;
use crate::archive::{ArchiveError, ZipSource};
use crate::files::{persist, temporary_beside};

/// A zip archive under construction; it gets its name when it is finished, and leaves nothing
/// when it is dropped before.
///
/// Members stand in the order they are added, dated 1980-01-01, with mode 0644 (folders 0755).
#[derive(Debug)]
pub struct ZipTarget {
    path: PathBuf,
    writer: ZipWriter<BufWriter<NamedTempFile>>,
    packing: Packing,
}

/// How members are packed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Packing {
    /// By deflate at its usual level.
    #[default]
    Deflated,
    /// As they are.
    Stored,
}

impl ZipTarget {
    /// Begins an archive of deflated members that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        Self::with_packing(path, Packing::default())
    }

    /// Begins an archive that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn with_packing(path: &Path, packing: Packing) -> Result<Self, ArchiveError> {
        let file = temporary_beside(path).map_err(ArchiveError::write(path))?;
        let writer = ZipWriter::new(BufWriter::with_capacity(1 << 18, file));
        Ok(Self {
            path: path.to_owned(),
            writer,
            packing,
        })
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full or the name stands there already.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        self.begin(name, bytes.len() as u64)?;
        self.writer
            .write_all(bytes)
            .map_err(ArchiveError::write(&self.path))
    }

    /// Adds a member whose content a function writes, however long it gets.
    ///
    /// # Errors
    ///
    /// Fails when the function does, the disk is full or the name stands there already.
    pub fn add_written(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ArchiveError> {
        self.begin(name, u64::MAX)?;
        write(&mut self.writer).map_err(ArchiveError::write(&self.path))
    }

    /// Adds an entry that stands for a folder.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full or the name stands there already.
    pub fn add_folder(&mut self, name: &str) -> Result<(), ArchiveError> {
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .unix_permissions(0o755);
        self.writer
            .add_directory(name, options)
            .map_err(ArchiveError::write(&self.path))
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
        let mut reader = File::open(file).map_err(opened)?;
        let size = reader.metadata().map_err(opened)?.len();
        self.begin(name, size)?;
        io::copy(&mut reader, &mut self.writer).map_err(ArchiveError::write(&self.path))?;
        Ok(())
    }

    /// Copies a member of another archive under a new name without packing it anew.
    ///
    /// The member is unpacked once to compare its checksum, so that damage does not travel on. It
    /// keeps its packing, time and mode.
    ///
    /// # Errors
    ///
    /// Fails when the source lacks the member, refuses it or holds it damaged, or the archive
    /// cannot be written.
    pub fn copy_member(
        &mut self,
        source: &mut ZipSource,
        member: &str,
        name: &str,
    ) -> Result<(), ArchiveError> {
        let archive = source.path().to_owned();
        let index = source.index(member)?;
        source.with_member(member, |_| Ok(()))?;
        let content = source
            .archive
            .by_index_raw(index)
            .map_err(|error| open_error(error, &archive, member))?;
        self.writer
            .raw_copy_file_rename(content, name)
            .map_err(ArchiveError::write(&self.path))
    }

    /// Completes the archive and gives it its name.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let failed = || ArchiveError::write::<io::Error>(&self.path);
        let out = self
            .writer
            .finish()
            .map_err(ArchiveError::write(&self.path))?;
        let file = out
            .into_inner()
            .map_err(|error| failed()(error.into_error()))?;
        persist(file, &self.path).map_err(failed())
    }

    fn begin(&mut self, name: &str, size: u64) -> Result<(), ArchiveError> {
        let method = match self.packing {
            Packing::Deflated => CompressionMethod::Deflated,
            Packing::Stored => CompressionMethod::Stored,
        };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644)
            .large_file(size >= u64::from(u32::MAX));
        self.writer
            .start_file(name, options)
            .map_err(ArchiveError::write(&self.path))
    }
}
