//! Preparing: the same files with the same bytes, archives member by member, nothing else.
//!
//! That the original's checks of hard-coded counts were switched off for some recordings
//! (`asserts_disabled` in `prepared.json`) changes nothing here: a preparation does not insist on
//! the size of the real data.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_data::checksum;
use serde::Deserialize;

use super::archive::ExpectedArchive;
use super::parquet::{self, ExpectedParquet};
use crate::miniature::{self, Miniature};

#[derive(Deserialize)]
struct Expected {
    #[serde(default)]
    empty_dirs: EmptyFolders,
    public: BTreeMap<String, ExpectedFile>,
    private: BTreeMap<String, ExpectedFile>,
}

#[derive(Default, Deserialize)]
struct EmptyFolders {
    public: BTreeSet<String>,
    private: BTreeSet<String>,
}

#[derive(Deserialize)]
struct ExpectedFile {
    sha256: Option<String>,
    archive: Option<ExpectedArchive>,
    #[serde(flatten)]
    parquet: Option<ExpectedParquet>,
}

/// Prepares the miniature and compares every file.
pub(crate) fn run(competition: &Competition) -> Result<(), Failed> {
    let golden = miniature::golden(&competition.id);
    let expected: Expected = serde_json::from_slice(&std::fs::read(golden.join("prepared.json"))?)?;
    let Miniature { layout, .. } = &miniature::prepare(competition, Edition::Published)?;
    let empty = &expected.empty_dirs;
    let mut problems = compare(&layout.public(), &expected.public, &empty.public, &golden)?;
    problems.extend(compare(
        &layout.private(),
        &expected.private,
        &empty.private,
        &golden,
    )?);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n").into())
    }
}

fn compare(
    side: &Path,
    expected: &BTreeMap<String, ExpectedFile>,
    empty_folders: &BTreeSet<String>,
    golden: &Path,
) -> Result<Vec<String>, Failed> {
    let mut found = Found::default();
    list(side, side, &mut found)?;
    found.files.remove("description.md");
    let mut problems = Vec::new();
    for extra in found
        .files
        .iter()
        .filter(|name| !expected.contains_key(*name))
    {
        problems.push(format!("{extra}: not expected in {}", side.display()));
    }
    for folder in found.empty_folders.symmetric_difference(empty_folders) {
        problems.push(format!("{folder}/: empty only here or only as recorded"));
    }
    for (name, file) in expected {
        let path = side.join(name);
        if !path.is_file() {
            problems.push(format!("{name}: absent"));
        } else if let Some(parquet) = &file.parquet {
            let found = parquet::problems(&path, parquet, golden)?;
            problems.extend(
                found
                    .into_iter()
                    .map(|problem| format!("{name}: {problem}")),
            );
        } else if let Some(sha256) = &file.sha256 {
            if checksum::sha256(&path)? != *sha256 {
                problems.push(format!("{name}: content differs"));
            }
        } else if let Some(archive) = &file.archive {
            let found = archive.problems(&path, side)?;
            problems.extend(found.into_iter().map(|problem| format!("{name}!{problem}")));
        }
    }
    Ok(problems)
}

#[derive(Default)]
struct Found {
    files: BTreeSet<String>,
    empty_folders: BTreeSet<String>,
}

fn list(root: &Path, folder: &Path, found: &mut Found) -> std::io::Result<()> {
    let name = |path: &Path| {
        let relative = path.strip_prefix(root).unwrap_or(path);
        relative.to_string_lossy().into_owned()
    };
    let mut entries = std::fs::read_dir(folder)?.peekable();
    if entries.peek().is_none() {
        found.empty_folders.insert(name(folder));
    }
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, found)?;
        } else {
            found.files.insert(name(&path));
        }
    }
    Ok(())
}
