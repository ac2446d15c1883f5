//! Copying files without doubling them where the disk allows it.

use std::fs;
use std::io;
use std::path::Path;

use crate::files::FileError;

/// Links a file under a second name, or copies it where the file system cannot link.
///
/// A hard link shares its content: neither name may be written in place afterwards. Symbolic
/// links are followed.
///
/// # Errors
///
/// Fails when `from` is no regular file, or `to` exists or cannot be made.
pub fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = fs::metadata(from).map_err(FileError::during("read", from))?;
    if !metadata.is_file() {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file");
        return Err(FileError::during("copy", from)(error));
    }
    let is_link = fs::symlink_metadata(from).is_ok_and(|metadata| metadata.is_symlink());
    let linked = if is_link {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    } else {
        fs::hard_link(from, to)
    };
    match linked {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(FileError::during("create", to)(error))
        }
        Err(_) => copy_new(from, to).map_err(FileError::during("create", to)),
    }
}

/// Copies a file; an existing file is not replaced, a half copy not left.
fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = fs::File::open(from)?;
    let mut target = fs::File::create_new(to)?;
    io::copy(&mut source, &mut target)
        .map(drop)
        .inspect_err(|_| {
            let _ = fs::remove_file(to);
        })
}

/// Links or copies a file, or a folder with all it holds, with [`link_or_copy`].
///
/// Folders that exist are filled; files that exist are an error. Symbolic links to folders are not
/// followed but refused, since they could form a circle or lead out of the tree.
///
/// # Errors
///
/// Fails with the first file that cannot be copied; the message names it.
pub fn link_or_copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    if !fs::metadata(from)
        .map_err(FileError::during("read", from))?
        .is_dir()
    {
        return link_or_copy(from, to);
    }
    fs::create_dir_all(to).map_err(FileError::during("create", to))?;
    let mut pending = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = pending.pop() {
        for entry in fs::read_dir(&from).map_err(FileError::during("read", &from))? {
            let entry = entry.map_err(FileError::during("read", &from))?;
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            if entry
                .file_type()
                .map_err(FileError::during("read", &source))?
                .is_dir()
            {
                match fs::create_dir(&target) {
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        return Err(FileError::during("create", &target)(error));
                    }
                    _ => pending.push((source, target)),
                }
            } else {
                link_or_copy(&source, &target)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_copied_with_their_shape() {
        let root = tempfile::tempdir().unwrap();
        let from = root.path().join("from");
        fs::create_dir_all(from.join("a/empty")).unwrap();
        fs::write(from.join("a/x"), "x").unwrap();
        let to = root.path().join("to");
        link_or_copy_tree(&from, &to).unwrap();
        assert_eq!(fs::read(to.join("a/x")).unwrap(), b"x");
        assert!(to.join("a/empty").is_dir());
        let error = link_or_copy_tree(&from, &to).unwrap_err();
        assert!(error.to_string().contains("a/x"), "{error}");
        link_or_copy_tree(&from.join("a/x"), &root.path().join("y")).unwrap();
        assert!(link_or_copy_tree(&root.path().join("absent"), &to).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_are_followed_and_links_to_folders_refused() {
        let root = tempfile::tempdir().unwrap();
        let from = root.path().join("from");
        fs::create_dir(&from).unwrap();
        fs::write(root.path().join("x"), "x").unwrap();
        std::os::unix::fs::symlink(root.path().join("x"), from.join("link")).unwrap();
        let to = root.path().join("to");
        link_or_copy_tree(&from, &to).unwrap();
        assert!(fs::symlink_metadata(to.join("link")).unwrap().is_file());
        std::os::unix::fs::symlink(&from, from.join("circle")).unwrap();
        assert!(link_or_copy_tree(&from, &root.path().join("other")).is_err());
    }
}
