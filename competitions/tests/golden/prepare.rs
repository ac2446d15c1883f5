//! Preparing: the same files with the same bytes, archives member by member, nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_core::competition::Competition;
use mlebench_core::prepare::pipeline::{PrepareOptions, prepare};
use mlebench_core::prepare::{DataLayout, NoProgress};
use mlebench_data::archive::ZipSource;
use mlebench_data::checksum;
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    public: BTreeMap<String, ExpectedFile>,
    private: BTreeMap<String, ExpectedFile>,
}

#[derive(Deserialize)]
struct ExpectedFile {
    sha256: Option<String>,
    archive: Option<ExpectedArchive>,
}

#[derive(Deserialize)]
struct ExpectedArchive {
    members: BTreeMap<String, ExpectedMember>,
}

#[derive(Deserialize)]
struct ExpectedMember {
    sha256: String,
}

/// Prepares the miniature and compares every file.
pub(crate) fn run(competition: &Competition, folder: &Path) -> Result<(), Failed> {
    let expected: Expected = serde_json::from_slice(&std::fs::read(folder.join("prepared.json"))?)?;
    let data_dir = tempfile::tempdir()?;
    let layout = DataLayout::new(data_dir.path(), &competition.id);
    let options = PrepareOptions {
        zip: Some(folder.join("raw.zip")),
        skip_verification: true,
        ..PrepareOptions::default()
    };
    prepare(competition, &layout, &options, &NoProgress)?;
    let mut problems = compare(&layout.public(), &expected.public)?;
    problems.extend(compare(&layout.private(), &expected.private)?);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n").into())
    }
}

fn compare(side: &Path, expected: &BTreeMap<String, ExpectedFile>) -> Result<Vec<String>, Failed> {
    let mut found = BTreeSet::new();
    list(side, side, &mut found)?;
    found.remove("description.md");
    let mut problems = Vec::new();
    for extra in found.iter().filter(|name| !expected.contains_key(*name)) {
        problems.push(format!("{extra}: not expected in {}", side.display()));
    }
    for (name, file) in expected {
        let path = side.join(name);
        if !path.is_file() {
            problems.push(format!("{name}: absent"));
        } else if let Some(sha256) = &file.sha256 {
            if checksum::sha256(&path)? != *sha256 {
                problems.push(format!("{name}: content differs"));
            }
        } else if let Some(archive) = &file.archive {
            compare_members(&path, name, archive, &mut problems)?;
        }
    }
    Ok(problems)
}

fn compare_members(
    path: &Path,
    name: &str,
    expected: &ExpectedArchive,
    problems: &mut Vec<String>,
) -> Result<(), Failed> {
    let mut zip = ZipSource::open(path)?;
    let found: BTreeSet<String> = zip.names().into_iter().collect();
    let wanted: BTreeSet<String> = expected.members.keys().cloned().collect();
    if found != wanted {
        let difference: Vec<_> = found.symmetric_difference(&wanted).take(5).collect();
        problems.push(format!("{name}: members differ in {difference:?}"));
        return Ok(());
    }
    for (member, file) in &expected.members {
        if checksum::sha256_bytes(&zip.read(member)?) != file.sha256 {
            problems.push(format!("{name}!{member}: content differs"));
        }
    }
    Ok(())
}

fn list(root: &Path, folder: &Path, found: &mut BTreeSet<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, found)?;
        } else if let Ok(relative) = path.strip_prefix(root) {
            found.insert(relative.to_string_lossy().into_owned());
        }
    }
    Ok(())
}
