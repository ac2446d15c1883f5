//! Visits every file and archive member at any depth; at most one file is in memory at a time.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use mlebench_data::archive::{ArchiveError, SevenzSource, ZipSource};
use tempfile::NamedTempFile;

use crate::content::{self, Content, Format, HEAD};
use crate::finding::Skipped;
use crate::paths::ending;

/// How deep archives may nest.
const MAX_DEPTH: usize = 6;

/// Members of archives that are visited; no competition has as many.
const MAX_MEMBERS: u64 = 50_000_000;

/// Bytes that archives may unpack to: a fixed amount, and so many for each byte of the folder.
const FREE_BYTES: u64 = 4 << 30;
const BYTES_PER_BYTE: u64 = 100;

const TOO_MUCH: &str = "not looked into: the archives unpack to far more than is honest";

/// Most bytes of a file without records whose content is looked at.
const MAX_MEDIA: u64 = 4 << 20;

/// A folder that cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
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
    /// Bytes of its content.
    pub(crate) size: u64,
    /// Time of its last change.
    pub(crate) modified: Option<String>,
    /// A remark of the archive.
    pub(crate) comment: String,
    /// What stands in it; `None` when it was not looked into.
    pub(crate) content: Option<Content>,
}

/// What is told of a file before its content.
#[derive(Default)]
struct Facts {
    size: u64,
    modified: Option<String>,
    comment: String,
}

/// Why a file was not looked into; the others go on.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What the walk is for.
pub(crate) trait Visitor {
    /// Takes a file.
    fn visit(&mut self, item: Item<'_>);

    /// Returns whether the head of a file without records is of interest.
    fn wants_head(&self, name: &str) -> bool;
}

struct Walk<'v> {
    visitor: &'v mut dyn Visitor,
    skipped: Vec<Skipped>,
    /// What archives may still unpack to.
    bytes: u64,
    members: u64,
}

/// Visits all files below `folder`, by name; returns those that were not looked into, or in part.
pub(crate) fn walk(folder: &Path, visitor: &mut dyn Visitor) -> Result<Vec<Skipped>, AuditError> {
    within(folder, visitor, FREE_BYTES)
}

fn within(
    folder: &Path,
    visitor: &mut dyn Visitor,
    free_bytes: u64,
) -> Result<Vec<Skipped>, AuditError> {
    let files = files(folder)?;
    let sizes = files.iter().filter_map(|path| path.metadata().ok());
    let bytes: u64 = sizes.map(|file| file.len()).sum();
    let mut walk = Walk {
        visitor,
        skipped: Vec::new(),
        bytes: free_bytes.saturating_add(bytes.saturating_mul(BYTES_PER_BYTE)),
        members: MAX_MEMBERS,
    };
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
        if let Err(problem) = walk.file(&path, &name) {
            walk.skip(&name, &problem.to_string());
        }
    }
    Ok(walk.skipped)
}

/// Returns all files below a folder by name; links are followed, each folder is visited once.
fn files(folder: &Path) -> Result<Vec<PathBuf>, AuditError> {
    let (mut waiting, mut files) = (vec![folder.to_owned()], Vec::new());
    let mut visited = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        let failed = |source| AuditError::Read {
            path: path.clone(),
            source,
        };
        if !visited.insert(path.canonicalize().map_err(failed)?) {
            continue;
        }
        let entries = std::fs::read_dir(&path).map_err(failed)?;
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Walk<'_> {
    fn skip(&mut self, name: &str, problem: &str) {
        self.skipped.push(Skipped {
            place: name.to_owned(),
            reason: problem.to_owned(),
        });
    }

    /// Visits a file of the folder.
    fn file(&mut self, path: &Path, name: &str) -> Result<(), Unread> {
        let metadata = path.metadata()?;
        let modified = metadata.modified().ok();
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let facts = Facts {
            size: metadata.len(),
            modified: modified.map(|time| time.as_secs().to_string()),
            ..Facts::default()
        };
        let mut format = content::format(name, &[]);
        let mut head = Vec::new();
        if format == Format::Media && self.needs_head(name) {
            File::open(path)?.take(HEAD).read_to_end(&mut head)?;
            format = content::format(name, &head);
        }
        if format == Format::Media && head.len() as u64 == HEAD && facts.size <= MAX_MEDIA {
            head = std::fs::read(path)?;
        }
        self.known(format, path, &head, name, facts, 0)
    }

    /// Returns whether the head of a file that its name leaves unknown has to be read: files of
    /// test items, and those that may be anything.
    fn needs_head(&self, name: &str) -> bool {
        const MEDIA: [&str; 16] = [
            "jpg", "jpeg", "png", "gif", "bmp", "tif", "tiff", "dcm", "wav", "mp3", "mp4", "flac",
            "ogg", "avi", "webp", "bin",
        ];
        !MEDIA.contains(&ending(name).as_str()) || self.visitor.wants_head(name)
    }

    /// Visits a file whose format is known.
    fn known(
        &mut self,
        format: Format,
        path: &Path,
        head: &[u8],
        name: &str,
        facts: Facts,
        depth: usize,
    ) -> Result<(), Unread> {
        let archive = matches!(
            format,
            Format::Zip | Format::Sevenz | Format::Tar | Format::Gzip
        );
        let content = match format {
            Format::Unsupported(what) => {
                self.skip(name, &format!("not looked into: it is {what}"));
                None
            }
            Format::Media if head.is_empty() => None,
            Format::Media => Some(Content::Facts(content::media(
                head,
                head.len() as u64 == facts.size,
            ))),
            _ if archive => None,
            _ => self.read(format, path, name),
        };
        let Facts {
            size,
            modified,
            comment,
        } = facts;
        self.visitor.visit(Item {
            name,
            size,
            modified,
            comment,
            content,
        });
        if archive && depth >= MAX_DEPTH {
            return Err(Unread::Io(io::Error::other(
                "not looked into: archives nest too deeply",
            )));
        }
        match format {
            Format::Zip => self.zip(path, name, depth),
            Format::Sevenz => self.sevenz(path, name, depth),
            Format::Tar => self.tar(BufReader::new(File::open(path)?), name, depth),
            Format::Gzip => self.gzip(path, name, depth),
            _ => Ok(()),
        }
    }

    /// Reads a file; a text that is not what it is called is still a text.
    fn read(&mut self, format: Format, path: &Path, name: &str) -> Option<Content> {
        let result = content::read(format, path).or_else(|problem| {
            if !format.is_text() {
                return Err(problem);
            }
            self.skip(name, &format!("only looked at as text: {problem}"));
            content::read(Format::Text, path)
        });
        match result {
            Ok((content, cut)) => {
                if cut {
                    self.skip(name, "only its beginning was looked at: it is very large");
                }
                Some(content)
            }
            Err(problem) => {
                self.skip(name, &format!("not looked into: {problem}"));
                None
            }
        }
    }

    /// Visits a member: what is read is put into a temporary file.
    fn member(
        &mut self,
        content: &mut dyn Read,
        name: &str,
        facts: Facts,
        depth: usize,
    ) -> Result<(), Unread> {
        if self.members == 0 {
            return Err(Unread::Io(io::Error::other(
                "too many members: the rest was not visited",
            )));
        }
        self.members -= 1;
        // What is not looked into has to be unpacked too, to come to the next.
        self.bytes = self.bytes.saturating_sub(facts.size);
        if self.bytes == 0 {
            return Err(Unread::Io(io::Error::other(TOO_MUCH)));
        }
        let mut format = content::format(name, &[]);
        let mut head = Vec::new();
        if format == Format::Media && self.needs_head(name) {
            content.take(HEAD).read_to_end(&mut head)?;
            format = content::format(name, &head);
            if format == Format::Media && head.len() as u64 == HEAD && facts.size <= MAX_MEDIA {
                content.take(MAX_MEDIA - HEAD).read_to_end(&mut head)?;
            }
        }
        if matches!(format, Format::Media | Format::Unsupported(_)) {
            return self.known(format, Path::new(""), &head, name, facts, depth + 1);
        }
        let mut file = NamedTempFile::new()?;
        let limit = self.bytes.saturating_add(facts.size);
        let mut content = Cursor::new(head).chain(content).take(limit);
        let count = io::copy(&mut content, &mut file)?;
        file.flush()?;
        if count == limit {
            self.bytes = 0;
            return Err(Unread::Io(io::Error::other(TOO_MUCH)));
        }
        self.bytes = self.bytes.saturating_sub(count.saturating_sub(facts.size));
        let facts = Facts {
            size: count,
            ..facts
        };
        let result = self.known(format, file.path(), &[], name, facts, depth + 1);
        if let Err(problem) = result {
            self.skip(name, &problem.to_string());
        }
        Ok(())
    }

    fn zip(&mut self, path: &Path, name: &str, depth: usize) -> Result<(), Unread> {
        let mut source = ZipSource::open(path)?;
        for member in source.names() {
            let full = format!("{name}!{member}");
            let facts = source
                .facts(&member)
                .map_or_else(Facts::default, |facts| Facts {
                    size: facts.size,
                    modified: facts.modified,
                    comment: facts.comment,
                });
            // Of pictures and sound only the head is unpacked.
            let opaque = content::format(&member, &[]) == Format::Media;
            let result = if opaque && !self.needs_head(&full) {
                self.member(&mut io::empty(), &full, facts, depth)
            } else if opaque && facts.size > MAX_MEDIA && self.visitor.wants_head(&full) {
                source
                    .head(&member, HEAD)
                    .map_err(Unread::from)
                    .and_then(|head| self.member(&mut head.as_slice(), &full, facts, depth))
            } else {
                let mut failure = None;
                let read = source.with_member(&member, |content| {
                    failure = self.member(content, &full, facts, depth).err();
                    Ok(())
                });
                failure.map_or_else(|| read.map_err(Unread::from), Err)
            };
            if let Err(problem) = result {
                self.skip(&full, &problem.to_string());
                if self.bytes == 0 || self.members == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    fn sevenz(&mut self, path: &Path, name: &str, depth: usize) -> Result<(), Unread> {
        SevenzSource::open(path)?.for_each(|member, size, content| {
            let facts = Facts {
                size,
                ..Facts::default()
            };
            self.member(content, &format!("{name}!{member}"), facts, depth)
        })
    }

    fn gzip(&mut self, path: &Path, name: &str, depth: usize) -> Result<(), Unread> {
        let mut content = MultiGzDecoder::new(BufReader::new(File::open(path)?));
        let inner = name
            .strip_suffix(".gz")
            .filter(|inner| ending(inner) != "tar");
        let Some(inner) = inner.filter(|inner| !inner.is_empty()) else {
            return self.tar(content, name, depth);
        };
        let inner = inner.rsplit(['/', '!']).next().unwrap_or(inner);
        let full = format!("{name}!{inner}");
        self.member(&mut content, &full, Facts::default(), depth)
    }

    fn tar(&mut self, content: impl Read, name: &str, depth: usize) -> Result<(), Unread> {
        let mut archive = tar::Archive::new(content);
        for entry in archive.entries()? {
            let mut entry = entry?;
            if entry.header().entry_type().is_file() {
                let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                let facts = Facts {
                    size: entry.size(),
                    modified: entry.header().mtime().ok().map(|time| time.to_string()),
                    ..Facts::default()
                };
                self.member(&mut entry, &format!("{name}!{member}"), facts, depth)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use mlebench_data::archive::ZipTarget;

    use super::*;

    /// Visits and only counts.
    #[derive(Default)]
    struct Names(Vec<String>);

    impl Visitor for Names {
        fn visit(&mut self, item: Item<'_>) {
            self.0.push(item.name.to_owned());
        }

        fn wants_head(&self, _: &str) -> bool {
            true
        }
    }

    fn visited(folder: &Path, free: u64) -> (Vec<String>, Vec<String>) {
        let mut names = Names::default();
        let skipped = within(folder, &mut names, free).unwrap();
        let skipped = skipped
            .into_iter()
            .map(|file| format!("{}: {}", file.place, file.reason));
        (names.0, skipped.collect())
    }

    fn zip(member: &str, content: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        let mut target = ZipTarget::create(&path).unwrap();
        target.add_bytes(member, content).unwrap();
        target.add_bytes("next.txt", b"x").unwrap();
        target.finish().unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn bombs_are_left_and_other_files_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let zeros = vec![b'0'; 8 << 20];
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&zeros).unwrap();
        std::fs::write(folder.path().join("a.csv.gz"), packed.finish().unwrap()).unwrap();
        std::fs::write(folder.path().join("b.zip"), zip("c.csv", &zeros)).unwrap();
        std::fs::write(folder.path().join("z.txt"), "x").unwrap();
        let (names, skipped) = visited(folder.path(), 1 << 20);
        assert!(names.contains(&"z.txt".to_owned()), "{names:?}");
        assert!(skipped.len() >= 2, "{skipped:?}");
        assert!(
            skipped
                .iter()
                .all(|line| line.contains("more than is honest")),
            "{skipped:?}"
        );
        let (names, skipped) = visited(folder.path(), 64 << 20);
        assert!(
            names.contains(&"b.zip!c.csv".to_owned()) && skipped.is_empty(),
            "{skipped:?}"
        );
    }

    #[test]
    fn archives_may_nest_but_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let mut nest = zip("x.csv", b"a,b\n1,2\n");
        for _ in 0..12 {
            nest = zip("inner.zip", &nest);
        }
        std::fs::write(folder.path().join("a.zip"), nest).unwrap();
        let (names, skipped) = visited(folder.path(), 1 << 30);
        assert!(names.len() > 6);
        assert_eq!(skipped.len(), 1, "{skipped:?}");
        assert!(skipped[0].contains("nest too deeply"), "{skipped:?}");
    }

    #[test]
    fn links_are_followed_but_not_in_circles() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let link =
            |to: &Path, name| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        link(folder.path(), "loop");
        link(other.path(), "other");
        link(Path::new("/absent"), "dead");
        std::fs::write(other.path().join("y.txt"), "x").unwrap();
        std::fs::write(folder.path().join("z.txt"), "x").unwrap();
        assert_eq!(visited(folder.path(), 1 << 20).0, ["other/y.txt", "z.txt"]);
    }
}
