//! Unpacking a whole zip, trusting nothing in it.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::archive::member::{open_error, problem};
use crate::archive::{ArchiveError, ExtractLimits, ZipSource};
use crate::files::{StagedDir, block_size, free_space};

/// Unpacks every member of `archive` into the new folder `target`, which is complete or absent.
///
/// `progress` hears the number of members done since it was last called.
///
/// # Errors
///
/// As [`extract_into`], and when `target` is a folder that is not empty.
pub fn extract(
    archive: &Path,
    target: &Path,
    limits: &ExtractLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<(), ArchiveError> {
    let staged = StagedDir::create(target).map_err(ArchiveError::write(target))?;
    extract_into(archive, staged.path(), limits, progress)?;
    staged.commit().map_err(ArchiveError::write(target))
}

/// Unpacks every member of `archive` below the existing, empty `folder`.
///
/// All members are looked at before the first byte is written. `progress` hears the number of
/// members done since it was last called. Modes and times are not restored.
///
/// # Errors
///
/// Fails for an archive that is damaged, encrypted, too large, or has a member that is a link,
/// stands twice, or leads out of the folder. Members written until then stay in `folder`: give it
/// a staged folder, or use [`extract`].
pub fn extract_into(
    archive: &Path,
    folder: &Path,
    limits: &ExtractLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<(), ArchiveError> {
    let mut source = ZipSource::open(archive)?;
    let members = inspect(&source, limits)?;
    check_room(archive, folder, &members, limits)?;
    let mut made = PathBuf::new();
    for member in &members {
        let target = folder.join(&member.path);
        let parent = if member.is_folder {
            &member.path
        } else {
            parent_of(&member.path)
        };
        // Members of one folder mostly stand together.
        if parent != made {
            let parent_folder = folder.join(parent);
            std::fs::create_dir_all(&parent_folder).map_err(ArchiveError::write(&parent_folder))?;
            parent.clone_into(&mut made);
        }
        if !member.is_folder {
            source.extract_index(member.index, &member.name, &target)?;
        }
        progress(1);
    }
    Ok(())
}

fn parent_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// A member that was looked at and found harmless.
struct Inspected {
    index: usize,
    name: String,
    path: PathBuf,
    is_folder: bool,
    size: u64,
    packed: u64,
}

fn inspect(source: &ZipSource, limits: &ExtractLimits) -> Result<Vec<Inspected>, ArchiveError> {
    let archive = source.path();
    let count = source.archive.len();
    let suspicious = |problem| ArchiveError::Suspicious {
        archive: archive.to_owned(),
        problem,
    };
    if count > limits.members {
        return Err(suspicious(format!(
            "has {count} members, at most {} are allowed",
            limits.members
        )));
    }
    if source.archive.has_duplicate_names() {
        return Err(suspicious("has two members of the same name".to_owned()));
    }
    let mut members = Vec::with_capacity(count);
    for index in 0..count {
        members.push(inspect_member(source, index, limits)?);
    }
    check_clashes(archive, &members)?;
    Ok(members)
}

fn inspect_member(
    source: &ZipSource,
    index: usize,
    limits: &ExtractLimits,
) -> Result<Inspected, ArchiveError> {
    let archive = source.path();
    let entry = source
        .archive
        .by_index_data(index)
        .map_err(|error| open_error(error, archive, &format!("number {index}")))?;
    let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
    let (size, packed) = (entry.size(), entry.compressed_size());
    let ratio = size / packed.max(1);
    let path = safe_path(&name);
    let problem = problem(&entry).or_else(|| {
        if path.is_none() {
            Some("leads out of its folder".to_owned())
        } else if size > limits.ratio_from_bytes && ratio > limits.ratio {
            Some(format!("unpacks to {ratio} times its size, as a bomb does"))
        } else {
            None
        }
    });
    match (path, problem) {
        (Some(path), None) => Ok(Inspected {
            index,
            name,
            path,
            is_folder: entry.is_dir(),
            size,
            packed,
        }),
        (_, problem) => Err(ArchiveError::Refused {
            archive: archive.to_owned(),
            member: name,
            problem: problem.unwrap_or_default(),
        }),
    }
}

/// Accepts relative names of ordinary parts only.
fn safe_path(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.contains(['\0', '\\']) {
        return None;
    }
    let parts = Path::new(name).components();
    let safe = parts
        .clone()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let path: PathBuf = parts
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect();
    safe.then_some(path)
}

/// Makes sure that no two members want the same path, and that no file is another's folder.
fn check_clashes(archive: &Path, members: &[Inspected]) -> Result<(), ArchiveError> {
    let refused = |member: &Inspected, problem: &str| ArchiveError::Refused {
        archive: archive.to_owned(),
        member: member.name.clone(),
        problem: problem.to_owned(),
    };
    let mut is_folder: HashMap<&Path, bool> = HashMap::with_capacity(members.len());
    for member in members {
        if member.path.as_os_str().is_empty() && !member.is_folder {
            return Err(refused(member, "has no name of its own"));
        }
        match is_folder.insert(&member.path, member.is_folder) {
            Some(other) if !(other && member.is_folder) => {
                return Err(refused(member, "stands there twice"));
            }
            _ => {}
        }
    }
    for member in members {
        let mut parents = member.path.ancestors().skip(1);
        if parents.any(|parent| is_folder.get(parent) == Some(&false)) {
            return Err(refused(member, "lies below a member that is a file"));
        }
    }
    Ok(())
}

fn check_room(
    archive: &Path,
    folder: &Path,
    members: &[Inspected],
    limits: &ExtractLimits,
) -> Result<(), ArchiveError> {
    let sum = |of: fn(&Inspected) -> u64| {
        members
            .iter()
            .fold(0_u64, |total, member| total.saturating_add(of(member)))
    };
    let (total, packed) = (sum(|member| member.size), sum(|member| member.packed));
    let length = std::fs::metadata(archive)
        .map_err(|source| ArchiveError::Open {
            archive: archive.to_owned(),
            source,
        })?
        .len();
    if packed > length {
        // Members that share their bytes multiply a bomb without a bad ratio of any one.
        let problem = format!("has members of {packed} packed bytes in {length}, so they overlap");
        return Err(ArchiveError::Suspicious {
            archive: archive.to_owned(),
            problem,
        });
    }
    let too_large = |needed, allowed, what| ArchiveError::TooLarge {
        archive: archive.to_owned(),
        needed,
        allowed,
        what,
    };
    if total > limits.total_bytes {
        return Err(too_large(total, limits.total_bytes, "allowed"));
    }
    // A file takes whole blocks, which counts where there are a million small ones.
    let block = block_size(folder).unwrap_or(1).max(1);
    let blocks = members.iter().fold(0_u64, |total, member| {
        total.saturating_add(member.size.div_ceil(block))
    });
    let needed = blocks.saturating_mul(block);
    match free_space(folder) {
        Ok(free) if needed > free => Err(too_large(needed, free, "free on the disk")),
        _ => Ok(()),
    }
}
