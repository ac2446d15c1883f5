//! Writing a zip archive whose bytes depend on nothing but its content.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::archive::source::member_error;
use crate::archive::{ArchiveError, ZipSource};

/// A zip archive under construction; it gets its name when it is finished.
#[derive(Debug)]
pub struct ZipTarget {
    path: PathBuf,
    writer: ZipWriter<BufWriter<NamedTempFile>>,
}

impl ZipTarget {
    /// Begins an archive that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = NamedTempFile::new_in(folder).map_err(ArchiveError::write(path))?;
        let writer = ZipWriter::new(BufWriter::with_capacity(1 << 18, file));
        Ok(Self {
            path: path.to_owned(),
            writer,
        })
    }

    /// Adds a member, deflated.
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

    /// Adds a file as a member, deflated.
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

    /// Copies a member of another archive under a new name, without unpacking it.
    ///
    /// # Errors
    ///
    /// Fails when the source lacks the member or the archive cannot be written.
    pub fn copy_member(
        &mut self,
        source: &mut ZipSource,
        member: &str,
        name: &str,
    ) -> Result<(), ArchiveError> {
        let archive = source.path().to_owned();
        let index =
            source
                .archive
                .index_for_name(member)
                .ok_or_else(|| ArchiveError::NoMember {
                    archive: archive.clone(),
                    member: member.to_owned(),
                })?;
        let content = source
            .archive
            .by_index_raw(index)
            .map_err(|error| member_error(error, archive, member))?;
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
        publish_mode(file.as_file()).map_err(failed())?;
        file.as_file().sync_data().map_err(failed())?;
        file.persist(&self.path)
            .map_err(|error| failed()(error.error))?;
        Ok(())
    }

    fn begin(&mut self, name: &str, size: u64) -> Result<(), ArchiveError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644)
            .large_file(size >= u64::from(u32::MAX));
        self.writer
            .start_file(name, options)
            .map_err(ArchiveError::write(&self.path))
    }
}

#[cfg(unix)]
fn publish_mode(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn publish_mode(_file: &File) -> io::Result<()> {
    Ok(())
}
