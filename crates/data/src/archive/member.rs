//! Opening a member, and making sure that it is what the archive's directory says.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use zip::read::{ZipFile, ZipFileEntry};
use zip::result::ZipError;

use crate::archive::ArchiveError;
use crate::archive::reader::FileReader;

/// Bits of a Unix mode that say what kind of file it is.
const KIND: u32 = 0o170_000;
const KIND_FOLDER: u32 = 0o040_000;
const KIND_FILE: u32 = 0o100_000;
const KIND_LINK: u32 = 0o120_000;

/// A member whose content is being read; it fails when the content is not the declared one.
pub(super) struct Member<'a> {
    content: ZipFile<'a, FileReader>,
    size: u64,
    read: u64,
}

impl<'a> Member<'a> {
    pub(super) fn new(content: ZipFile<'a, FileReader>) -> Self {
        let size = content.size();
        Self {
            content,
            size,
            read: 0,
        }
    }

    /// Declared length in bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }
}

impl Read for Member<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The checksum is compared by the layer below when it comes to the end.
        let count = self.content.read(buffer)?;
        self.read += count as u64;
        let wrong_end = count == 0 && !buffer.is_empty() && self.read < self.size;
        if wrong_end || self.read > self.size {
            let relation = if wrong_end {
                "ends after"
            } else {
                "has more than"
            };
            let known = self.read.min(self.size);
            let message = format!(
                "it {relation} {known} bytes, expected {} as declared",
                self.size
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(count)
    }
}

/// Largest number of bytes that are copied at once.
const COPY_BUFFER: usize = 1 << 16;

/// Unpacks a member's content of `size` bytes to the new file `target`; no half file is left.
pub(super) fn unpack_content(
    content: &mut dyn Read,
    size: u64,
    (archive, member): (&Path, &str),
    target: &Path,
) -> Result<(), ArchiveError> {
    let mut file = File::create_new(target).map_err(ArchiveError::write(target))?;
    let (damaged, unwritable) = (
        ArchiveError::damaged(archive, member),
        ArchiveError::write(target),
    );
    copy_content(content, size, &mut file, damaged, unwritable).inspect_err(|_| {
        let _ = std::fs::remove_file(target);
    })
}

/// Copies a member's content; tells a damaged member from a full disk.
fn copy_content(
    content: &mut dyn Read,
    size: u64,
    out: &mut dyn Write,
    damaged: impl FnOnce(io::Error) -> ArchiveError,
    unwritable: impl FnOnce(io::Error) -> ArchiveError,
) -> Result<(), ArchiveError> {
    let length = size.clamp(1, COPY_BUFFER as u64) as usize;
    let mut buffer = vec![0; length];
    loop {
        match content.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                if let Err(error) = out.write_all(&buffer[..count]) {
                    return Err(unwritable(error));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(damaged(error)),
        }
    }
}

/// Returns why a member is not accepted, as a clause that fits after "which".
pub(super) fn problem(entry: &ZipFileEntry<'_>) -> Option<String> {
    if std::str::from_utf8(entry.name_raw()).is_err() {
        return Some("has a name that is not UTF-8".to_owned());
    }
    if entry.encrypted() {
        return Some("is encrypted".to_owned());
    }
    match entry.unix_mode().map_or(0, |mode| mode & KIND) {
        0 | KIND_FOLDER | KIND_FILE if !entry.is_symlink() => None,
        KIND_LINK => Some("is a symbolic link".to_owned()),
        _ => Some("is no regular file".to_owned()),
    }
}

/// Says what is wrong with a member that cannot be opened.
pub(super) fn open_error(error: ZipError, archive: &Path, name: &str) -> ArchiveError {
    let refused = |problem: String| ArchiveError::Refused {
        archive: archive.to_owned(),
        member: name.to_owned(),
        problem,
    };
    match error {
        ZipError::FileNotFound => ArchiveError::NoMember {
            archive: archive.to_owned(),
            member: name.to_owned(),
        },
        ZipError::UnsupportedArchive(reason) => refused(format!("cannot be read: {reason}")),
        ZipError::CompressionMethodNotSupported(method) => refused(format!(
            "is packed by method {method}, expected 0 (stored) or 8 (deflated)"
        )),
        ZipError::Io(source) => ArchiveError::damaged(archive, name)(source),
        other => ArchiveError::damaged(archive, name)(io::Error::other(other)),
    }
}
