//! The content of a folder, file by file.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::ZipSource;
use crate::checksum::hash::{sha256, sha256_bytes, sha256_reader};

/// One file of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentEntry {
    /// Path below the folder, parted by `/`.
    pub path: String,
    /// Bytes on disk.
    pub size: u64,
    /// SHA-256 of the content; for a zip, of the sorted list of its members' names and SHA-256s,
    /// so that it says nothing about compression, order or file times.
    pub content_sha256: String,
}

/// Lists every file below `folder`, sorted by path.
///
/// # Errors
///
/// Fails when a file cannot be read.
pub fn content_manifest(folder: &Path) -> io::Result<Vec<ContentEntry>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    paths.iter().map(|path| entry(folder, path)).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), paths)?;
        } else {
            paths.push(entry.path());
        }
    }
    Ok(())
}

fn entry(folder: &Path, path: &Path) -> io::Result<ContentEntry> {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    let is_zip = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let members = if is_zip { zip_content(path).ok() } else { None };
    Ok(ContentEntry {
        path: parts.join("/"),
        size: path.metadata()?.len(),
        content_sha256: match members {
            Some(digest) => digest,
            None => sha256(path)?,
        },
    })
}

/// Hash over the members; fails for what is no zip, which is then hashed as a plain file.
fn zip_content(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut source = ZipSource::open(path)?;
    let mut names = source.names();
    names.sort();
    let mut list = String::new();
    for name in names {
        let digest = source.with_member(&name, |reader| sha256_reader(reader))?;
        let _ = writeln!(list, "{digest}  {name}");
    }
    Ok(sha256_bytes(list.as_bytes()))
}
