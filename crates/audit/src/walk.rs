//! Visits every file and archive member at any depth; at most one file is in memory at a time.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use mlebench_data::archive::{ArchiveError, SevenzSource, TarGzSource, ZipSource};
use tempfile::NamedTempFile;

use crate::fields::{self, Content};

/// How deep archives may nest.
const MAX_DEPTH: usize = 6;

/// Endings of archives and packed files.
const ARCHIVES: [&str; 5] = ["zip", "7z", "tar", "gz", "tgz"];

/// Largest file whose content is read into memory.
const MAX_BYTES: u64 = 1 << 30;

/// A folder that cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}

/// A file or archive member.
pub(crate) struct Item<'a> {
    /// Its place, `archive!member`.
    pub(crate) name: &'a str,
    /// What stands in it.
    pub(crate) content: Content,
}

/// Why a member was not looked into; its archive goes on.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

type Visit<'v> = dyn FnMut(Item<'_>) + 'v;

/// Calls `visit` with all files below `folder`, by name; returns those that could not be read.
pub(crate) fn walk(folder: &Path, visit: &mut Visit<'_>) -> Result<Vec<String>, AuditError> {
    let mut unread = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        let failed = |source| AuditError::Read {
            path: path.clone(),
            source,
        };
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).map_err(failed)?;
            let entries: Result<Vec<_>, _> = entries.map(|e| Ok(e?.path())).collect();
            let mut entries = entries.map_err(failed)?;
            entries.sort_by(|a, b| b.cmp(a));
            waiting.extend(entries);
        } else {
            let name = path.strip_prefix(folder).unwrap_or(&path);
            open(&path, &name.to_string_lossy(), 0, visit, &mut unread);
        }
    }
    Ok(unread)
}

/// Visits a file; an archive is named and then opened.
fn open(path: &Path, name: &str, depth: usize, visit: &mut Visit<'_>, unread: &mut Vec<String>) {
    let ending = fields::ending(name);
    let tars = |name: &str| fields::ending(name) == "tar";
    let result = if depth > MAX_DEPTH {
        Err(Unread::Io(io::Error::other("archives nest too deeply")))
    } else if ending == "zip" {
        zip(path, name, depth, visit, unread)
    } else if ending == "7z" {
        sevenz(path, name, depth, visit, unread)
    } else if ending == "tgz" || ending == "gz" && tars(&name[..name.len() - 3]) {
        TarGzSource::new(path).for_each(|member, content| {
            inner(content, &format!("{name}!{member}"), depth, visit, unread)
        })
    } else if ending == "tar" {
        tar(path, name, depth, visit, unread)
    } else if ending == "gz" {
        File::open(path).map_err(Unread::from).and_then(|file| {
            let mut content = MultiGzDecoder::new(BufReader::new(file));
            inner(&mut content, &name[..name.len() - 3], depth, visit, unread)
        })
    } else {
        leaf(path, name, visit)
    };
    if result.is_err() {
        unread.push(name.to_owned());
    }
}

/// Returns whether a member is more than named: read, or an archive itself.
fn is_opened(name: &str) -> bool {
    fields::is_read(name) || ARCHIVES.contains(&fields::ending(name).as_str())
}

fn leaf(path: &Path, name: &str, visit: &mut Visit<'_>) -> Result<(), Unread> {
    if !fields::is_read(name) || path.metadata()?.len() > MAX_BYTES {
        let content = Content::Opaque;
        visit(Item { name, content });
        return Ok(());
    }
    let content = fields::read(name, path)?;
    visit(Item { name, content });
    Ok(())
}

/// Visits a member: what is read is put into a temporary file, the rest only named.
fn inner(
    content: &mut dyn Read,
    name: &str,
    depth: usize,
    visit: &mut Visit<'_>,
    unread: &mut Vec<String>,
) -> Result<(), Unread> {
    if !is_opened(name) {
        let content = Content::Opaque;
        visit(Item { name, content });
        return Ok(());
    }
    let mut file = NamedTempFile::new()?;
    io::copy(content, &mut file)?;
    open(file.path(), name, depth + 1, visit, unread);
    Ok(())
}

fn zip(
    path: &Path,
    name: &str,
    depth: usize,
    visit: &mut Visit<'_>,
    unread: &mut Vec<String>,
) -> Result<(), Unread> {
    let mut source = ZipSource::open(path)?;
    for member in source.names() {
        let full = format!("{name}!{member}");
        if member.ends_with('/') {
            continue;
        }
        let file = tempfile::tempdir()?;
        let target = file.path().join("member");
        if is_opened(&member) {
            match source.extract_member(&member, &target) {
                Ok(()) => open(&target, &full, depth + 1, visit, unread),
                Err(_) => unread.push(full),
            }
        } else {
            let content = Content::Opaque;
            visit(Item {
                name: &full,
                content,
            });
        }
    }
    Ok(())
}

fn sevenz(
    path: &Path,
    name: &str,
    depth: usize,
    visit: &mut Visit<'_>,
    unread: &mut Vec<String>,
) -> Result<(), Unread> {
    SevenzSource::open(path)?.for_each(|member, _, content| {
        inner(content, &format!("{name}!{member}"), depth, visit, unread)
    })
}

fn tar(
    path: &Path,
    name: &str,
    depth: usize,
    visit: &mut Visit<'_>,
    unread: &mut Vec<String>,
) -> Result<(), Unread> {
    let mut archive = tar::Archive::new(BufReader::new(File::open(path)?));
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            inner(
                &mut entry,
                &format!("{name}!{member}"),
                depth,
                visit,
                unread,
            )?;
        }
    }
    Ok(())
}
