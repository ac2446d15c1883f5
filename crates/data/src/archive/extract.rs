//! Unpacking a whole zip into an empty folder, trusting nothing in it.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Component, Path, PathBuf};

use crate::archive::source::{ZipSource, member_error, unpack};
use crate::archive::{ArchiveError, ExtractLimits};
use crate::files::free_space;

/// Unpacks every member of `archive` below `folder`, which is made for it beforehand.
///
/// All members are looked at before the first byte is written. `progress` hears the number of
/// members done since it was last called.
///
/// # Errors
///
/// Fails for an archive that is damaged, encrypted, too large, or has a member that is a link,
/// stands twice, or leads out of the folder. What was written until then stays in `folder`: give
/// it a staged folder.
pub fn extract_into(
    archive: &Path,
    folder: &Path,
    limits: &ExtractLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<(), ArchiveError> {
    let mut source = ZipSource::open(archive)?;
    let members = inspect(&mut source, limits)?;
    let total = members.iter().map(|member| member.size).sum();
    check_room(archive, folder, total, limits)?;
    for member in &members {
        let target = folder.join(&member.path);
        let parent = if member.is_folder {
            Some(target.as_path())
        } else {
            target.parent()
        };
        if let Some(parent) = parent {
            std::fs::create_dir_all(parent).map_err(ArchiveError::write(parent))?;
        }
        if !member.is_folder {
            let mut content = source
                .archive
                .by_index(member.index)
                .map_err(|error| member_error(error, archive.to_owned(), &member.name))?;
            let mut file = File::create_new(&target).map_err(ArchiveError::write(&target))?;
            unpack(archive, &mut content, &mut file, &target)?;
        }
        progress(1);
    }
    Ok(())
}

/// A member that was looked at and found harmless.
struct Inspected {
    index: usize,
    name: String,
    path: PathBuf,
    is_folder: bool,
    size: u64,
}

fn inspect(source: &mut ZipSource, limits: &ExtractLimits) -> Result<Vec<Inspected>, ArchiveError> {
    let archive = source.path().to_owned();
    let refused = |member: &str, problem: &str| ArchiveError::Refused {
        archive: archive.clone(),
        member: member.to_owned(),
        problem: problem.to_owned(),
    };
    let count = source.archive.len();
    if count > limits.members {
        return Err(refused(
            "",
            &format!("has {count} members, {} are allowed", limits.members),
        ));
    }
    let mut seen = HashSet::with_capacity(count);
    let mut members = Vec::with_capacity(count);
    for index in 0..count {
        let member = source
            .archive
            .by_index_raw(index)
            .map_err(|error| member_error(error, archive.clone(), &format!("number {index}")))?;
        let shown = String::from_utf8_lossy(member.name_raw()).into_owned();
        let Ok(name) = String::from_utf8(member.name_raw().to_vec()) else {
            return Err(refused(&shown, "has a name that is not UTF-8"));
        };
        if member.encrypted() {
            return Err(refused(&name, "is encrypted"));
        }
        if member.is_symlink() {
            return Err(refused(&name, "is a symbolic link"));
        }
        let path = safe_path(&name).ok_or_else(|| refused(&name, "leads out of its folder"))?;
        let (size, packed) = (member.size(), member.compressed_size().max(1));
        if size > limits.ratio_from_bytes && size / packed > limits.ratio {
            let ratio = size / packed;
            return Err(refused(
                &name,
                &format!("unpacks to {ratio} times its size, as a bomb does"),
            ));
        }
        if !seen.insert(path.clone()) && !member.is_dir() {
            return Err(refused(&name, "stands there twice"));
        }
        members.push(Inspected {
            index,
            is_folder: member.is_dir(),
            name,
            path,
            size,
        });
    }
    Ok(members)
}

/// Accepts relative names of ordinary parts only.
fn safe_path(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.contains(['\0', '\\']) {
        return None;
    }
    let path = Path::new(name);
    let ordinary = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    path.components()
        .all(ordinary)
        .then(|| path.components().collect())
}

fn check_room(
    archive: &Path,
    folder: &Path,
    total: u64,
    limits: &ExtractLimits,
) -> Result<(), ArchiveError> {
    let too_large = |allowed, what| ArchiveError::TooLarge {
        archive: archive.to_owned(),
        needed: total,
        allowed,
        what,
    };
    if total > limits.total_bytes {
        return Err(too_large(limits.total_bytes, "allowed"));
    }
    match free_space(folder) {
        Ok(free) if total > free => Err(too_large(free, "free on the disk")),
        _ => Ok(()),
    }
}
