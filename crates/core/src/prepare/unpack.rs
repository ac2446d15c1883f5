//! The raw folder of one preparation, and what interrupted ones left.
//!
//! An archive is unpacked to `raw.unpacked-<size>-<time of change>` beside `raw/`. The folder is
//! complete under that name, so that a preparation that was killed later does not unpack again, and
//! another archive's is not mistaken for it. It goes when the competition is prepared, or becomes
//! `raw/`; a `raw/` that was there before always stays.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mlebench_data::archive::{self, ExtractLimits, ZipSource};
use mlebench_data::files::{FileLock, file_bytes, remove_stale, remove_whole};

use crate::prepare::pipeline::PrepareOptions;
use crate::prepare::{DataLayout, PrepareError, Progress, Raw, space};

/// What stands before the size in the name of an unpacked archive's folder.
const UNPACKED: &str = "raw.unpacked-";

/// The raw folder of one preparation, and whether it is ours to remove.
pub(super) struct Unpacked {
    pub(super) raw: Raw,
    is_ours: bool,
}

impl Unpacked {
    /// Returns the bytes of the raw data, 0 when they cannot be counted.
    pub(super) fn size(&self) -> u64 {
        file_bytes(self.raw.folder()).unwrap_or_default()
    }

    /// Ends a preparation that went well: what was unpacked becomes `raw/` or goes.
    pub(super) fn finish(self, layout: &DataLayout, keep: bool) {
        if self.is_ours {
            keep_or_remove(self.raw.folder(), layout, keep);
        }
    }

    /// Ends a preparation that the data made impossible: what was unpacked goes.
    pub(super) fn discard(self) {
        if self.is_ours {
            // What remains is found by the next call.
            let _ = remove_whole(self.raw.folder());
        }
    }
}

/// Waits until no other process prepares the competition, and keeps others waiting.
///
/// `None` where the file system knows no locks: some of clusters do not.
pub(super) fn lock(
    layout: &DataLayout,
    progress: &dyn Progress,
) -> Result<Option<FileLock>, PrepareError> {
    let path = layout.lock();
    let waiting = || progress.note("waiting for another process that prepares it");
    match FileLock::acquire(&path, waiting) {
        Ok(lock) => Ok(Some(lock)),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            progress.note("its file system knows no locks: do not prepare it twice at a time");
            Ok(None)
        }
        Err(error) => Err(PrepareError::file("lock", &path)(error)),
    }
}

/// Removes what a process left that was killed after its work was done, if nobody is at work.
pub(super) fn clear_up(layout: &DataLayout, keep_raw: bool) {
    // The data may lie where nothing can be written; it is prepared all the same.
    if let Ok(Some(_lock)) = FileLock::try_acquire(&layout.lock()) {
        for folder in unpacked_folders(layout) {
            keep_or_remove(&folder, layout, keep_raw);
        }
        let _ = remove_leftovers(layout, None);
    }
}

/// Finds the raw folder or makes it from the archive, once what killed processes left is removed.
pub(super) fn unpack(
    layout: &DataLayout,
    options: &PrepareOptions,
    progress: &dyn Progress,
) -> Result<Unpacked, PrepareError> {
    let in_place = layout.zip();
    let zip = match &options.zip {
        Some(zip) => Some(zip),
        None if has_files(&layout.raw()) => None,
        None if in_place.is_file() => Some(&in_place),
        None => {
            return Err(PrepareError::NoRawData {
                id: layout.id().to_owned(),
                zip: in_place,
            });
        }
    };
    let Some(zip) = zip else {
        remove_leftovers(layout, None)?;
        let raw = Raw::new(layout.raw());
        return Ok(Unpacked {
            raw,
            is_ours: false,
        });
    };
    let target = unpacked_folder(layout, zip)?;
    remove_leftovers(layout, Some(&target))?;
    if target.is_dir() {
        progress.note("the archive was unpacked before");
    } else {
        progress.begin("unpack", None);
        extract(zip, &target, progress)?;
        progress.end();
    }
    let raw = Raw::new(target);
    Ok(Unpacked { raw, is_ours: true })
}

/// Unpacks an archive to a folder that is complete or absent.
fn extract(zip: &Path, target: &Path, progress: &dyn Progress) -> Result<(), PrepareError> {
    let limits = ExtractLimits::default();
    let result = archive::extract(zip, target, &limits, &mut |members| {
        progress.advance(members);
    });
    result.map_err(|error| {
        let error = PrepareError::from(error);
        if !space::is_full_disk(&error) {
            return error;
        }
        let wanted = ZipSource::open(zip).map_or(0, |zip| zip.unpacked_bytes());
        space::explain(error, target.parent().unwrap_or(target), wanted)
    })
}

/// Returns whether a folder is there and holds something.
pub(super) fn has_files(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}

/// Returns where an archive is unpacked. Its size and time of change stand for its content, whose
/// checksum would take as long as unpacking.
fn unpacked_folder(layout: &DataLayout, zip: &Path) -> Result<PathBuf, PrepareError> {
    let facts = fs::metadata(zip).map_err(PrepareError::file("open", zip))?;
    let changed = facts.modified().map_err(PrepareError::file("open", zip))?;
    let since = changed.duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = format!("{UNPACKED}{:x}-{:x}", facts.len(), since.as_nanos());
    Ok(layout.folder().join(name))
}

/// Lists the folders of unpacked archives.
fn unpacked_folders(layout: &DataLayout) -> Vec<PathBuf> {
    let entries = fs::read_dir(layout.folder()).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .filter(|path| {
            let name = path.file_name().and_then(OsStr::to_str);
            // A dot more, and it is a staging folder.
            name.and_then(|name| name.strip_prefix(UNPACKED))
                .is_some_and(|rest| !rest.contains('.'))
        })
        .collect()
}

/// Removes all that killed processes left but the wanted unpacked archive.
fn remove_leftovers(layout: &DataLayout, wanted: Option<&Path>) -> Result<(), PrepareError> {
    let remove_all = || {
        for folder in unpacked_folders(layout) {
            if Some(folder.as_path()) != wanted {
                remove_whole(&folder)?;
            }
        }
        remove_stale(layout.folder())
    };
    remove_all().map_err(PrepareError::file("clear up", layout.folder()))
}

/// Makes a folder of an unpacked archive `raw/` if that is wanted and free, and removes it
/// otherwise.
fn keep_or_remove(folder: &Path, layout: &DataLayout, keep: bool) {
    let kept = keep && !has_files(&layout.raw()) && fs::rename(folder, layout.raw()).is_ok();
    if !kept {
        // What remains is found by the next call; the competition is prepared all the same.
        let _ = remove_whole(folder);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use mlebench_data::archive::ZipTarget;

    use super::*;
    use crate::prepare::NoProgress;

    fn layout(folder: &Path, content: &[u8]) -> DataLayout {
        let layout = DataLayout::new(folder, "a");
        fs::create_dir_all(layout.folder()).unwrap();
        let mut zip = ZipTarget::create(&layout.zip()).unwrap();
        zip.add_bytes("x", content).unwrap();
        zip.finish().unwrap();
        layout
    }

    fn unpacked(layout: &DataLayout) -> Unpacked {
        unpack(layout, &PrepareOptions::default(), &NoProgress).unwrap()
    }

    fn names(layout: &DataLayout) -> Vec<String> {
        let entries = fs::read_dir(layout.folder()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_unpacked_whole_is_used_again_for_the_same_archive_only() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(folder.path(), b"one");
        let first = unpacked(&layout);
        let place = first.raw.folder().to_owned();
        // Its process dies; a mark tells whether the folder is made anew.
        drop(first);
        fs::write(place.join("mark"), "").unwrap();
        fs::create_dir(layout.folder().join("prepared.partial-0123abcd")).unwrap();
        fs::create_dir(layout.folder().join("raw.partial-0123abcd")).unwrap();
        assert!(unpacked(&layout).raw.folder().join("mark").exists());
        assert_eq!(names(&layout).len(), 2, "{:?}", names(&layout));
        let layout = self::layout(folder.path(), b"another");
        let other = unpacked(&layout);
        assert_eq!(fs::read(other.raw.folder().join("x")).unwrap(), b"another");
        assert!(!other.raw.folder().join("mark").exists() && !place.exists());
        other.discard();
        assert_eq!(names(&layout), ["a.zip"]);
    }

    #[test]
    fn what_a_finished_preparation_left_is_kept_or_removed_by_the_next_call() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(folder.path(), b"one");
        drop(unpacked(&layout));
        clear_up(&layout, true);
        assert_eq!(names(&layout), ["a.zip", "raw"]);
        let zip = Some(layout.zip());
        let options = PrepareOptions {
            zip,
            ..PrepareOptions::default()
        };
        // A raw folder that was there stays, whatever the archive.
        unpack(&layout, &options, &NoProgress)
            .unwrap()
            .finish(&layout, true);
        assert_eq!(names(&layout), ["a.zip", "raw"]);
        let held = lock(&layout, &NoProgress).unwrap();
        drop(unpack(&layout, &options, &NoProgress).unwrap());
        clear_up(&layout, false);
        assert_eq!(names(&layout).len(), 4, "another process is at work");
        drop(held);
        clear_up(&layout, false);
        assert_eq!(names(&layout), ["a.zip", "raw"]);
        assert!(!unpacked(&layout).is_ours);
    }

    #[test]
    fn a_half_unpacked_archive_is_never_seen() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(folder.path(), &b"many words ".repeat(1000));
        let bytes = fs::read(layout.zip()).unwrap();
        let mut damaged = bytes.clone();
        damaged[60] ^= 1;
        let mut file = fs::File::create(layout.zip()).unwrap();
        file.write_all(&damaged).unwrap();
        assert!(unpack(&layout, &PrepareOptions::default(), &NoProgress).is_err());
        assert_eq!(names(&layout), ["a.zip"]);
    }
}
