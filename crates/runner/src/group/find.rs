//! Finding a group by its name.

use std::fs;
use std::path::{Path, PathBuf};

use super::GroupError;
use crate::error::IoError;
use crate::record::{GroupPlan, read_plan_file};

/// Returns the names of the groups in `runs_dir`, the latest last. A folder that is not there has
/// none.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
pub fn list_groups(runs_dir: &Path) -> Result<Vec<String>, IoError> {
    if !runs_dir.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(runs_dir).map_err(IoError::at("read the folder", runs_dir))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("group.json").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    // Names begin with the time.
    names.sort();
    Ok(names)
}

/// Finds a group: by its path, its name, the beginning of its name, or `latest`.
///
/// # Errors
///
/// Returns an error if there is none, or several begin so.
pub fn find_group(runs_dir: &Path, name: &str) -> Result<PathBuf, GroupError> {
    let path = Path::new(name);
    if path.join("group.json").is_file() {
        return Ok(path.to_path_buf());
    }
    let groups = list_groups(runs_dir)?;
    let not_found = || GroupError::NotFound {
        name: name.to_owned(),
        runs_dir: runs_dir.to_path_buf(),
        groups: groups.clone(),
    };
    if name == "latest" {
        return groups
            .last()
            .map(|group| runs_dir.join(group))
            .ok_or_else(not_found);
    }
    if groups.iter().any(|group| group == name) {
        return Ok(runs_dir.join(name));
    }
    let begin: Vec<String> = groups
        .iter()
        .filter(|g| g.starts_with(name))
        .cloned()
        .collect();
    match begin.as_slice() {
        [] => Err(not_found()),
        [one] => Ok(runs_dir.join(one)),
        _ => Err(GroupError::Ambiguous {
            name: name.to_owned(),
            groups: begin,
        }),
    }
}

/// Reads what the group in `group_dir` was declared to be.
///
/// # Errors
///
/// Returns an error if the folder holds no plan, or one of a newer format.
pub fn read_plan(group_dir: &Path) -> Result<GroupPlan, IoError> {
    read_plan_file(group_dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_by_name_beginning_and_latest() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["2026-01-01_a", "2026-01-02_b", "2026-02-01_c"] {
            fs::create_dir(dir.path().join(name)).unwrap();
            fs::write(dir.path().join(name).join("group.json"), "{}").unwrap();
        }
        fs::create_dir(dir.path().join("2026-03-01_no-group")).unwrap();
        let find = |name: &str| find_group(dir.path(), name);
        assert_eq!(
            find("2026-01-02_b").unwrap(),
            dir.path().join("2026-01-02_b")
        );
        assert_eq!(find("2026-02").unwrap(), dir.path().join("2026-02-01_c"));
        assert_eq!(find("latest").unwrap(), dir.path().join("2026-02-01_c"));
        assert!(matches!(find("2026-01"), Err(GroupError::Ambiguous { .. })));
        let message = find("2027").unwrap_err().to_string();
        assert!(
            message.contains("the last one is `2026-02-01_c`"),
            "{message}"
        );
        assert!(find_group(Path::new("/nonexistent"), "latest").is_err());
    }
}
