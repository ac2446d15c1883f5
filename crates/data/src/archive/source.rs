//! Reading a zip archive member by member.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::archive::ArchiveError;

/// An open zip archive.
#[derive(Debug)]
pub struct ZipSource {
    path: PathBuf,
    pub(super) archive: ZipArchive<BufReader<File>>,
}

/// A member as it stands in the archive.
pub(super) type Member<'a> = ZipFile<'a, BufReader<File>>;

/// Largest buffer that is set aside on the word of a header.
const TRUSTED_SIZE: u64 = 64 << 20;

impl ZipSource {
    /// Opens an archive and reads its directory.
    ///
    /// # Errors
    ///
    /// Fails when the file is absent, empty, cut short or no zip.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let archive = path.to_owned();
        let file = File::open(path).map_err(|source| ArchiveError::Open {
            archive: archive.clone(),
            source,
        })?;
        let reader = BufReader::with_capacity(1 << 16, file);
        let archive =
            ZipArchive::new(reader).map_err(|source| ArchiveError::NotAZip { archive, source })?;
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
    pub fn names(&self) -> Vec<String> {
        let names = self.archive.file_names().filter_map(Result::ok);
        names
            .filter(|name| !name.ends_with('/'))
            .map(Cow::into_owned)
            .collect()
    }

    /// Reads a member into memory.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, encrypted or damaged, or longer than its header says.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member(name)?;
        let size = member.size();
        let mut bytes = Vec::with_capacity(size.min(TRUSTED_SIZE) as usize);
        // One byte more than declared is enough to notice a lie.
        let read = (&mut member)
            .take(size.saturating_add(1))
            .read_to_end(&mut bytes);
        let length = read.map_err(ArchiveError::damaged(&path, name))?;
        check_length(&path, name, size, length as u64)?;
        Ok(bytes)
    }

    /// Hands a member's content to a function without holding it in memory.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, encrypted or damaged, or the function fails.
    pub fn with_member<T>(
        &mut self,
        name: &str,
        use_it: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> Result<T, ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member(name)?;
        let size = member.size();
        let mut reader = (&mut member).take(size.saturating_add(1));
        use_it(&mut reader).map_err(ArchiveError::damaged(&path, name))
    }

    /// Unpacks one member to a new file.
    ///
    /// # Errors
    ///
    /// Fails when the member cannot be read or the file exists or cannot be written.
    pub fn extract_member(&mut self, name: &str, target: &Path) -> Result<(), ArchiveError> {
        let path = self.path.clone();
        let mut member = self.member(name)?;
        let mut file = File::create_new(target).map_err(ArchiveError::write(target))?;
        unpack(&path, &mut member, &mut file, target)
    }

    fn member(&mut self, name: &str) -> Result<Member<'_>, ArchiveError> {
        let archive = self.path.clone();
        self.archive
            .by_name(name)
            .map_err(|error| member_error(error, archive, name))
    }
}

/// Says what is wrong with a member that cannot be opened.
pub(super) fn member_error(error: ZipError, archive: PathBuf, name: &str) -> ArchiveError {
    let member = name.to_owned();
    match error {
        ZipError::FileNotFound => ArchiveError::NoMember { archive, member },
        ZipError::Io(source) => ArchiveError::Damaged {
            archive,
            member,
            source,
        },
        ZipError::UnsupportedArchive(reason) => {
            let problem = format!("cannot be read: {reason}");
            ArchiveError::Refused {
                archive,
                member,
                problem,
            }
        }
        source => ArchiveError::Damaged {
            archive,
            member,
            source: io::Error::other(source),
        },
    }
}

/// Copies a member's content to a file and makes sure that it has the declared length.
pub(super) fn unpack(
    archive: &Path,
    member: &mut Member<'_>,
    file: &mut File,
    target: &Path,
) -> Result<(), ArchiveError> {
    let name = String::from_utf8_lossy(member.name_raw()).into_owned();
    let size = member.size();
    let mut buffer = vec![0; 1 << 16];
    let mut length = 0_u64;
    loop {
        let count = match member.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) => return Err(ArchiveError::damaged(archive, &name)(error)),
        };
        length += count as u64;
        if length > size {
            break;
        }
        io::Write::write_all(file, &buffer[..count]).map_err(ArchiveError::write(target))?;
    }
    check_length(archive, &name, size, length)
}

fn check_length(archive: &Path, name: &str, size: u64, length: u64) -> Result<(), ArchiveError> {
    if length == size {
        return Ok(());
    }
    let message = format!("its header says {size} bytes, it holds another number");
    Err(ArchiveError::damaged(archive, name)(io::Error::new(
        io::ErrorKind::InvalidData,
        message,
    )))
}
