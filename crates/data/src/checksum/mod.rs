//! Checksums of files and of what archives hold.

mod hash;
mod manifest;

pub use hash::{hex, md5, sha256, sha256_bytes};
pub use manifest::{ContentEntry, content_manifest};
