//! Writing a 7z archive whose bytes depend on nothing but its content.

use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};

use sevenz_rust2::{ArchiveEntry, ArchiveWriter, EncoderMethod, Error};
use tempfile::NamedTempFile;

use crate::archive::ArchiveError;
use crate::files::{persist, temporary_beside};

/// A 7z archive under construction; it gets its name when it is finished, and leaves nothing when
/// it is dropped before.
///
/// Members stand in the order they are added, each packed by itself, without times and modes.
pub struct SevenzTarget {
    path: PathBuf,
    writer: ArchiveWriter<BufWriter<NamedTempFile>>,
}

/// The attribute of Windows that says that an entry is a folder.
const FOLDER_ATTRIBUTE: u32 = 0x10;

/// How the members of a 7z archive are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SevenzPacking {
    /// By LZMA2.
    Lzma2,
    /// By LZMA2 behind the filter for x86 machine code, as py7zr does unasked.
    FilteredLzma2,
    /// As they are; right for what is packed already, such as JPEG.
    Stored,
}

impl SevenzTarget {
    /// Begins an archive that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not writable.
    pub fn create(path: &Path, packing: SevenzPacking) -> Result<Self, ArchiveError> {
        let file = temporary_beside(path).map_err(ArchiveError::write(path))?;
        let writer = ArchiveWriter::new(BufWriter::with_capacity(1 << 18, file));
        let mut writer = writer.map_err(unwritable(path))?;
        // The method next to the file comes first.
        let methods: &[EncoderMethod] = match packing {
            SevenzPacking::Lzma2 => &[EncoderMethod::LZMA2],
            SevenzPacking::FilteredLzma2 => &[EncoderMethod::LZMA2, EncoderMethod::BCJ_X86_FILTER],
            SevenzPacking::Stored => &[EncoderMethod::COPY],
        };
        writer.set_content_methods(methods.iter().map(|method| (*method).into()).collect());
        Ok(Self {
            path: path.to_owned(),
            writer,
        })
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// Fails when the archive cannot be written.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        self.add(name, bytes.len() as u64, &mut &*bytes)
    }

    /// Adds a member of `size` bytes without holding it in memory.
    ///
    /// # Errors
    ///
    /// Fails when the content cannot be read or the archive not be written.
    pub fn add(
        &mut self,
        name: &str,
        size: u64,
        content: &mut dyn Read,
    ) -> Result<(), ArchiveError> {
        // An empty member has no stream in this format.
        let content = (size > 0).then_some(content);
        self.writer
            .push_archive_entry(ArchiveEntry::new_file(name), content)
            .map(drop)
            .map_err(unwritable(&self.path))
    }

    /// Adds a folder as a member of its own.
    ///
    /// # Errors
    ///
    /// Fails when the archive cannot be written.
    pub fn add_folder(&mut self, name: &str) -> Result<(), ArchiveError> {
        let mut folder = ArchiveEntry::new_directory(name);
        // Some readers, py7zr among them, know folders by their attribute only.
        folder.has_windows_attributes = true;
        folder.windows_attributes = FOLDER_ATTRIBUTE;
        self.writer
            .push_archive_entry::<&[u8]>(folder, None)
            .map(drop)
            .map_err(unwritable(&self.path))
    }

    /// Completes the archive and gives it its name.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let failed = || ArchiveError::write::<io::Error>(&self.path);
        let out = self.writer.finish().map_err(failed())?;
        let file = out
            .into_inner()
            .map_err(|error| failed()(error.into_error()))?;
        persist(file, &self.path).map_err(failed())
    }
}

fn unwritable(path: &Path) -> impl FnOnce(Error) -> ArchiveError {
    let failed = ArchiveError::write::<io::Error>(path);
    move |error| {
        failed(match error {
            Error::Io(source, _) => source,
            other => io::Error::other(other),
        })
    }
}

impl std::fmt::Debug for SevenzTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SevenzTarget")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::SevenzSource;

    fn write(path: &Path, packing: SevenzPacking) {
        let mut target = SevenzTarget::create(path, packing).unwrap();
        target.add_folder("a").unwrap();
        target.add_bytes("a/1", &b"one ".repeat(1000)).unwrap();
        target.add_bytes("empty", b"").unwrap();
        target.add_bytes("a/2", &vec![0xE8; 70_000]).unwrap();
        target.finish().unwrap();
    }

    #[test]
    fn what_is_written_is_read_back_and_reproducible() {
        let folder = tempfile::tempdir().unwrap();
        for packing in [
            SevenzPacking::Lzma2,
            SevenzPacking::FilteredLzma2,
            SevenzPacking::Stored,
        ] {
            let (path, again) = (folder.path().join("x.7z"), folder.path().join("y.7z"));
            write(&path, packing);
            write(&again, packing);
            assert_eq!(
                std::fs::read(&path).unwrap(),
                std::fs::read(&again).unwrap()
            );
            let mut source = SevenzSource::open(&path).unwrap();
            assert_eq!(source.folders(), ["a"]);
            assert_eq!(source.names(), ["a/1", "empty", "a/2"]);
            assert_eq!(source.read("a/2").unwrap(), vec![0xE8; 70_000]);
            assert_eq!(source.read("empty").unwrap(), b"");
            let error = source.read("absent").unwrap_err().to_string();
            assert!(error.contains("has no member `absent`"), "{error}");
            let mut seen = Vec::new();
            source
                .for_each(|name, size, _| {
                    seen.push((name.to_owned(), size));
                    Ok::<(), ArchiveError>(())
                })
                .unwrap();
            let expected = [("a/1", 4000), ("a/2", 70_000), ("empty", 0)];
            assert_eq!(seen, expected.map(|(name, size)| (name.to_owned(), size)));
        }
    }

    #[test]
    fn members_are_unpacked_where_they_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.7z");
        write(&path, SevenzPacking::Lzma2);
        let target = |name: &str| name.strip_prefix("a/").map(|name| folder.path().join(name));
        let mut source = SevenzSource::open(&path).unwrap();
        let mut done = 0;
        source
            .extract_members(target, &mut |members| done += members)
            .unwrap();
        assert_eq!(done, 2);
        assert_eq!(std::fs::read(folder.path().join("1")).unwrap().len(), 4000);
        // The files exist by now.
        assert!(source.extract_members(target, &mut |_| ()).is_err());
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.7z");
        write(&path, SevenzPacking::Stored);
        let mut bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        assert!(SevenzSource::open(&path).is_err());
        bytes[40] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let mut source = SevenzSource::open(&path).unwrap();
        assert!(source.read("a/1").is_err());
        let error = source.extract_members(|_| None, &mut |_| ()).unwrap_err();
        assert!(error.to_string().contains("`a/1`"), "{error}");
        assert!(SevenzSource::open(folder.path()).is_err());
        assert!(SevenzSource::open(&folder.path().join("absent")).is_err());
    }
}
