//! The hash that says which agent it was.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use mlebench_data::checksum::hex;
use sha2::{Digest as _, Sha256};

use crate::error::IoError;

/// Returns the SHA-256, in hexadecimal, over the files of `dir` in order of their paths, and the
/// artifact. Names, lengths, contents and whether a file is executable all count.
pub(super) fn definition(dir: &Path, artifact: Option<&Path>) -> Result<String, IoError> {
    let mut files = Vec::new();
    list(dir, &mut files)?;
    files.sort();
    let mut hasher = Sha256::new();
    for file in &files {
        let name = file
            .strip_prefix(dir)
            .unwrap_or(file)
            .to_string_lossy()
            .into_owned();
        add(&mut hasher, &name, file)?;
    }
    if let Some(artifact) = artifact {
        add(&mut hasher, "artifact", artifact)?;
    }
    Ok(hex(&hasher.finalize()))
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), IoError> {
    for entry in fs::read_dir(dir).map_err(IoError::at("read the folder", dir))? {
        let entry = entry.map_err(IoError::at("read the folder", dir))?;
        let kind = entry
            .file_type()
            .map_err(IoError::at("look at", &entry.path()))?;
        if kind.is_dir() {
            list(&entry.path(), files)?;
        } else if kind.is_file() || kind.is_symlink() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn add(hasher: &mut Sha256, name: &str, path: &Path) -> Result<(), IoError> {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = fs::symlink_metadata(path).map_err(IoError::at("look at", path))?;
    let (kind, length) = if metadata.is_symlink() {
        ("link", 0)
    } else if metadata.permissions().mode() & 0o111 != 0 {
        ("program", metadata.len())
    } else {
        ("file", metadata.len())
    };
    hasher.update(format!("{kind} {} {length} {name}\n", name.len()));
    if metadata.is_symlink() {
        let target = fs::read_link(path).map_err(IoError::at("read the link", path))?;
        hasher.update(target.as_os_str().as_encoded_bytes());
    } else {
        let mut file = File::open(path).map_err(IoError::at("read", path))?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let got = file.read(&mut buffer).map_err(IoError::at("read", path))?;
            if got == 0 {
                break;
            }
            hasher.update(&buffer[..got]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_with_every_file_name_and_content() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a"), "1").unwrap();
        let first = definition(dir.path(), None).unwrap();
        assert_eq!(definition(dir.path(), None).unwrap(), first);
        fs::create_dir(dir.path().join("sub")).unwrap();
        fs::write(dir.path().join("sub/b"), "").unwrap();
        let second = definition(dir.path(), None).unwrap();
        fs::rename(dir.path().join("sub/b"), dir.path().join("sub/c")).unwrap();
        let third = definition(dir.path(), None).unwrap();
        let fourth = definition(dir.path(), Some(&dir.path().join("a"))).unwrap();
        let mut all = vec![first, second, third, fourth];
        all.dedup();
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|hash| hash.len() == 64));
    }
}
