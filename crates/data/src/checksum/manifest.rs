//! The content of a folder, file by file.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::ZipSource;
use crate::checksum::hash::{sha256, sha256_bytes, sha256_reader};
use crate::files::FileError;

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
    for entry in std::fs::read_dir(folder).map_err(FileError::during("read", folder))? {
        let entry = entry.map_err(FileError::during("read", folder))?;
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
        size: path
            .metadata()
            .map_err(FileError::during("read", path))?
            .len(),
        content_sha256: match members {
            Some(digest) => digest,
            None => sha256(path).map_err(FileError::during("read", path))?,
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
        let digest = source.with_member(&name, sha256_reader)?;
        let _ = writeln!(list, "{digest}  {name}");
    }
    Ok(sha256_bytes(list.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Packing, ZipTarget};

    fn zip(path: &Path, packing: Packing, names: [&str; 2]) {
        let mut target = ZipTarget::with_packing(path, packing).unwrap();
        for name in names {
            target.add_bytes(name, name.repeat(50).as_bytes()).unwrap();
        }
        target.finish().unwrap();
    }

    #[test]
    fn files_are_listed_by_path_and_size() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("b/empty")).unwrap();
        std::fs::write(folder.path().join("b/x.csv"), "abc").unwrap();
        std::fs::write(folder.path().join("a"), "").unwrap();
        let entries = content_manifest(folder.path()).unwrap();
        let listed: Vec<_> = entries.iter().map(|e| (e.path.as_str(), e.size)).collect();
        assert_eq!(listed, [("a", 0), ("b/x.csv", 3)]);
        assert_eq!(entries[1].content_sha256, sha256_bytes(b"abc"));
        let error = content_manifest(&folder.path().join("absent")).unwrap_err();
        assert!(error.to_string().contains("absent"), "{error}");
    }

    #[test]
    fn a_zip_counts_by_its_members() {
        let folder = tempfile::tempdir().unwrap();
        zip(&folder.path().join("1.zip"), Packing::Deflated, ["a", "b"]);
        zip(&folder.path().join("2.zip"), Packing::Stored, ["b", "a"]);
        zip(&folder.path().join("3.zip"), Packing::Stored, ["b", "c"]);
        std::fs::write(folder.path().join("4.zip"), "no zip").unwrap();
        let entries = content_manifest(folder.path()).unwrap();
        assert_eq!(entries[0].content_sha256, entries[1].content_sha256);
        assert_ne!(entries[0].content_sha256, entries[2].content_sha256);
        assert_eq!(entries[3].content_sha256, sha256_bytes(b"no zip"));
    }
}
