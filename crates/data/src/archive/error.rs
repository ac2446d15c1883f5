//! What can be wrong with an archive.

use std::io;
use std::path::{Path, PathBuf};

use zip::result::ZipError;

/// An archive that cannot be read, trusted or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The archive, or a file that goes into one, cannot be opened.
    #[error("failed to open `{}`", archive.display())]
    Open {
        /// The file.
        archive: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no zip, or is cut short.
    #[error(
        "`{}` is no complete zip archive (hint: download it again and compare its size)",
        archive.display()
    )]
    NotAZip {
        /// The archive.
        archive: PathBuf,
        /// What is wrong.
        source: ZipError,
    },
    /// The file is no 7z archive, or is cut short.
    #[error(
        "`{}` is no complete 7z archive (hint: download it again and compare its size)",
        archive.display()
    )]
    NotASevenz {
        /// The archive.
        archive: PathBuf,
        /// What is wrong.
        source: sevenz_rust2::Error,
    },
    /// The file is no gzipped tar archive, or is cut short.
    #[error(
        "`{}` is no complete tar.gz archive (hint: download it again and compare its size)",
        archive.display()
    )]
    NotATarGz {
        /// The archive.
        archive: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
    /// A member that is needed is not there.
    #[error("`{}` has no member `{member}`", archive.display())]
    NoMember {
        /// The archive.
        archive: PathBuf,
        /// The member.
        member: String,
    },
    /// A member is not accepted.
    #[error("`{}` holds the member `{member}`, which {problem}", archive.display())]
    Refused {
        /// The archive.
        archive: PathBuf,
        /// The member.
        member: String,
        /// Why, as a clause that fits after "which".
        problem: String,
    },
    /// The archive as a whole is not accepted.
    #[error("`{}` {problem}", archive.display())]
    Suspicious {
        /// The archive.
        archive: PathBuf,
        /// Why, as a clause whose subject is the archive.
        problem: String,
    },
    /// A member's content is damaged.
    #[error("member `{member}` of `{}` is damaged", archive.display())]
    Damaged {
        /// The archive.
        archive: PathBuf,
        /// The member.
        member: String,
        /// What is wrong.
        source: io::Error,
    },
    /// The archive unpacks to more than is allowed or fits.
    #[error("`{}` unpacks to {needed} bytes, {allowed} are {what}", archive.display())]
    TooLarge {
        /// The archive.
        archive: PathBuf,
        /// Bytes after unpacking.
        needed: u64,
        /// Bytes that are allowed or free.
        allowed: u64,
        /// Whether they are allowed or free.
        what: &'static str,
    },
    /// A file cannot be written.
    #[error("failed to write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl ArchiveError {
    /// Creates the error of writing a file, for `map_err`.
    pub(super) fn write<E: Into<io::Error>>(path: &Path) -> impl FnOnce(E) -> Self {
        let path = path.to_owned();
        move |source| Self::Write {
            path,
            source: source.into(),
        }
    }

    /// Creates the error of a damaged member, for `map_err`.
    pub(super) fn damaged<E: Into<io::Error>>(
        archive: &Path,
        member: &str,
    ) -> impl FnOnce(E) -> Self {
        let (archive, member) = (archive.to_owned(), member.to_owned());
        move |source| Self::Damaged {
            archive,
            member,
            source: source.into(),
        }
    }
}
