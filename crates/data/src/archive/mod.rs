//! Archives: reading members without unpacking, unpacking safely, writing reproducibly.
//!
//! One file per task: zip by default, 7z in [`SevenzSource`] and [`SevenzTarget`], gzipped tar in
//! [`TarGzSource`] and [`TarGzTarget`], plain tar in [`TarTarget`]. Everything that comes out of an archive is
//! taken as hostile: names that lead out of the folder, links, encrypted or repeated members and
//! bombs are refused before a byte is written.

mod error;
mod extract;
mod limits;
mod member;
mod reader;
mod sevenz_source;
mod sevenz_target;
mod source;
mod tar_gz_source;
mod tar_gz_target;
mod tar_target;
mod target;

pub use error::ArchiveError;
pub use extract::{extract, extract_into};
pub use limits::ExtractLimits;
pub use sevenz_source::SevenzSource;
pub use sevenz_target::{SevenzPacking, SevenzTarget};
pub use source::{MemberFacts, ZipSource};
pub use tar_gz_source::TarGzSource;
pub use tar_gz_target::TarGzTarget;
pub use tar_target::TarTarget;
pub use target::{Packing, ZipTarget};

use std::path::Path;

/// Reads one member of a zip into memory.
///
/// # Errors
///
/// Fails when the archive cannot be opened, lacks the member, or the member is damaged.
pub fn read_member(archive: &Path, member: &str) -> Result<Vec<u8>, ArchiveError> {
    ZipSource::open(archive)?.read(member)
}
