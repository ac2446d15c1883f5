//! Raw data that is not as expected is an error, never a panic, and leaves no prepared folder.
//!
//! One file of each kind (top folder and ending) of a miniature is spoilt in several ways.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_core::competition::Competition;
use mlebench_core::prepare::pipeline::{PrepareOptions, prepare};
use mlebench_core::prepare::{DataLayout, NoProgress};

use crate::miniature;

/// Larger miniatures take too long to be prepared many times.
const LARGEST: usize = 1 << 20;

/// Endings of files that preparing only hands on: their content does not matter.
const OPAQUE: [&str; 8] = ["jpg", "png", "tif", "tiff", "wav", "mp4", "dcm", "xyz"];

/// Spoils the content of a file; `None` takes the file away.
type Spoil = fn(&[u8]) -> Option<Vec<u8>>;

/// Ways to spoil a file.
const WAYS: [(&str, Spoil); 4] = [
    ("absent", |_| None),
    ("empty", |_| Some(Vec::new())),
    ("cut in half", |bytes| {
        Some(bytes[..bytes.len() / 2].to_vec())
    }),
    ("other columns", |bytes| {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let rest = &bytes[end.unwrap_or(bytes.len())..];
        Some([&b"a,b"[..], rest].concat())
    }),
];

/// Prepares spoilt copies of a competition's miniature.
pub(crate) fn run(competition: &Competition) -> Result<(), Failed> {
    let members = members(&miniature::golden(&competition.id).join("raw.zip"))?;
    if members.values().map(Vec::len).sum::<usize>() > LARGEST {
        return Ok(());
    }
    let mut problems = Vec::new();
    for member in one_of_each_kind(&members) {
        let ending = Path::new(&member).extension().and_then(OsStr::to_str);
        let is_opaque = ending.is_some_and(|ending| OPAQUE.contains(&ending));
        let ways = if is_opaque { &WAYS[..1] } else { &WAYS[..] };
        for (way, spoil) in ways {
            let run = || spoilt(competition, &members, &member, *spoil);
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => problems.push(format!("{member} {way}: half prepared")),
                Ok(Err(error)) => return Err(error),
                Err(_) => problems.push(format!("{member} {way}: a panic")),
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n").into())
    }
}

/// Prepares a miniature in which one file is spoilt; returns whether what is left is a prepared
/// folder after success and none after an error.
fn spoilt(
    competition: &Competition,
    members: &BTreeMap<String, Vec<u8>>,
    spoilt: &str,
    spoil: Spoil,
) -> Result<bool, Failed> {
    let folder = tempfile::tempdir()?;
    let layout = DataLayout::new(folder.path(), &competition.id);
    for (name, bytes) in members {
        let path = layout.raw().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
        if name != spoilt {
            std::fs::write(path, bytes)?;
        } else if let Some(bytes) = spoil(bytes) {
            std::fs::write(path, bytes)?;
        }
    }
    let options = PrepareOptions {
        overrides: miniature::overrides(&competition.id)?,
        skip_verification: true,
        ..PrepareOptions::default()
    };
    let outcome = prepare(competition, &layout, &options, &NoProgress);
    Ok(outcome.is_ok() == layout.prepared().exists())
}

fn members(archive: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failed> {
    let mut zip = zip::ZipArchive::new(File::open(archive)?)?;
    let mut members = BTreeMap::new();
    for index in 0..zip.len() {
        let mut member = zip.by_index(index)?;
        if member.is_file() {
            let mut bytes = Vec::new();
            member.read_to_end(&mut bytes)?;
            members.insert(member.name()?.into_owned(), bytes);
        }
    }
    Ok(members)
}

/// Names every file at the top, and one file of each ending in each folder there.
fn one_of_each_kind(members: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut kinds = BTreeMap::new();
    for name in members.keys() {
        let path = Path::new(name);
        kinds
            .entry((path.iter().next(), path.extension()))
            .or_insert_with(|| name.clone());
    }
    kinds.into_values().collect()
}
