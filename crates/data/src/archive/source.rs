//! Reading a zip archive member by member.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use crate::archive::ArchiveError;
use crate::archive::member::{Member, open_error, problem, unpack_content};
use crate::archive::reader::FileReader;

/// An open zip archive.
///
/// Names are compared byte by byte as UTF-8. A member that is encrypted, a link or not named in
/// UTF-8 is refused when it is asked for; the length and the checksum of what is read are compared
/// with the archive's directory.
#[derive(Debug)]
pub struct ZipSource {
    path: PathBuf,
    pub(super) archive: ZipArchive<FileReader>,
}

/// What an archive's directory says of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberFacts {
    /// Bytes of the content.
    pub size: u64,
    /// Time of the last change, as the archive's writer saw it.
    pub modified: Option<String>,
    /// A remark, mostly empty.
    pub comment: String,
}

/// Largest buffer that is set aside on the word of a header.
const TRUSTED_SIZE: u64 = 64 << 20;

impl ZipSource {
    /// Opens an archive and reads its directory.
    ///
    /// # Errors
    ///
    /// Fails when the file is absent, empty, cut short or no zip.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let failed = |source| ArchiveError::Open {
            archive: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        let archive =
            ZipArchive::new(FileReader::new(file)).map_err(|source| ArchiveError::NotAZip {
                archive: path.to_owned(),
                source,
            })?;
        Ok(Self {
            path: path.to_owned(),
            archive,
        })
    }

    /// Returns the archive's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of all members that are no folders, in the archive's order.
    ///
    /// Bytes that are not UTF-8 are shown as `\u{fffd}`; such a member cannot be read.
    pub fn names(&self) -> Vec<String> {
        let names = self.archive.file_names_raw().map(String::from_utf8_lossy);
        names
            .filter(|name| !name.ends_with('/'))
            .map(Cow::into_owned)
            .collect()
    }

    /// Returns the bytes of all members after unpacking, as the directory says.
    pub fn unpacked_bytes(&self) -> u64 {
        (0..self.archive.len())
            .filter_map(|index| self.archive.by_index_data(index).ok())
            .fold(0, |bytes, entry| bytes.saturating_add(entry.size()))
    }

    /// Returns what the directory says of a member; `None` when there is none of the name.
    pub fn facts(&self, name: &str) -> Option<MemberFacts> {
        let index = self.archive.index_for_name_raw(name.as_bytes())?;
        let entry = self.archive.by_index_data(index).ok()?;
        Some(MemberFacts {
            size: entry.size(),
            modified: entry.last_modified().map(|time| time.to_string()),
            comment: entry.comment().to_owned(),
        })
    }

    /// Reads at most the first `limit` bytes of a member; a checksum is not compared.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, refused or damaged.
    pub fn head(&mut self, name: &str, limit: u64) -> Result<Vec<u8>, ArchiveError> {
        let path = self.path.clone();
        let mut bytes = Vec::new();
        self.member(name)?
            .take(limit)
            .read_to_end(&mut bytes)
            .map_err(ArchiveError::damaged(&path, name))?;
        Ok(bytes)
    }

    /// Reads a member into memory.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, refused or damaged.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member(name)?;
        let mut bytes = Vec::with_capacity(member.size().min(TRUSTED_SIZE) as usize);
        member
            .read_to_end(&mut bytes)
            .map_err(ArchiveError::damaged(&path, name))?;
        Ok(bytes)
    }

    /// Hands a member's content to a function without holding it in memory.
    ///
    /// What the function leaves unread is read afterwards to compare the checksum.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, refused or damaged, or the function fails.
    pub fn with_member<T>(
        &mut self,
        name: &str,
        use_it: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> Result<T, ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member(name)?;
        use_it(&mut member)
            .and_then(|value| io::copy(&mut member, &mut io::sink()).map(|_| value))
            .map_err(ArchiveError::damaged(&path, name))
    }

    /// Unpacks one member to a new file.
    ///
    /// # Errors
    ///
    /// Fails when the member cannot be read or the file exists or cannot be written; no half
    /// file is left.
    pub fn extract_member(&mut self, name: &str, target: &Path) -> Result<(), ArchiveError> {
        let index = self.index(name)?;
        self.extract_index(index, name, target)
    }

    pub(super) fn extract_index(
        &mut self,
        index: usize,
        name: &str,
        target: &Path,
    ) -> Result<(), ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member_at(index, name)?;
        let size = member.size();
        unpack_content(&mut member, size, (&path, name), target)
    }

    /// Returns the place of a member that may be read.
    pub(super) fn index(&self, name: &str) -> Result<usize, ArchiveError> {
        let index = self
            .archive
            .index_for_name_raw(name.as_bytes())
            .ok_or_else(|| ArchiveError::NoMember {
                archive: self.path.clone(),
                member: name.to_owned(),
            })?;
        let entry = self
            .archive
            .by_index_data(index)
            .map_err(|error| open_error(error, &self.path, name))?;
        match problem(&entry) {
            None => Ok(index),
            Some(problem) => Err(ArchiveError::Refused {
                archive: self.path.clone(),
                member: name.to_owned(),
                problem,
            }),
        }
    }

    fn member(&mut self, name: &str) -> Result<Member<'_>, ArchiveError> {
        let index = self.index(name)?;
        self.member_at(index, name)
    }

    pub(super) fn member_at(
        &mut self,
        index: usize,
        name: &str,
    ) -> Result<Member<'_>, ArchiveError> {
        let content = self.archive.by_index(index);
        content
            .map(Member::new)
            .map_err(|error| open_error(error, &self.path, name))
    }
}
