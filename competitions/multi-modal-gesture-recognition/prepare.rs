//! Takes the recordings of one training archive as test set.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_by_keys};
use mlebench_data::archive::{ArchiveError, TarGzSource, TarGzTarget, ZipSource, ZipTarget};
use mlebench_data::csv::ReadOptions;
use mlebench_data::files::StagedDir;
use mlebench_data::matlab::{self, MatError};
use mlebench_data::random::PythonRandom;
use mlebench_data::table::{Column, Table};

const SEQUENCES: &str = "training.csv";
const TEST_ARCHIVE: &str = "training4.tar.gz";
const PUBLIC_TEST_ARCHIVE: &str = "public/test.tar.gz";

/// Archives that are handed on as they are.
const ARCHIVES: [&str; 9] = [
    "training1.tar.gz",
    "training2.tar.gz",
    "training3.tar.gz",
    "validation1.tar.gz",
    "validation2.tar.gz",
    "validation3.tar.gz",
    "devel01-40.7z",
    "valid_all_files_combined.7z",
    "sample_code_mmrgc.zip",
];

/// Number of different gestures.
const GESTURES: usize = 20;

/// Field of a recording's MATLAB structure that holds name, begin and end of each gesture.
const LABELS: &str = "Labels";

/// Prepares multi-modal-gesture-recognition.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let test_archive = raw.path(Path::new(TEST_ARCHIVE))?;
    let test_ids = recordings(&test_archive)?;
    let options = ReadOptions {
        all_text: true,
        ..ReadOptions::default()
    };
    let sequences = raw.table(SEQUENCES, &options)?;
    let split = split_by_keys(SEQUENCES, &sequences, "Id", &test_ids)?;
    let answers = sequences.take(&split.test);
    prepared.write_table("public/training.csv", &sequences.take(&split.train))?;
    prepared.write_table("private/test.csv", &answers)?;
    prepared.write_table("public/test.csv", &select(SEQUENCES, &answers, &["Id"])?)?;
    prepared.write_table("public/randomPredictions.csv", &sample(&test_ids))?;

    let mut files = Files::new(raw, prepared);
    for archive in ARCHIVES {
        files.add(archive, &format!("public/{archive}"))?;
    }
    if task.corrected() {
        without_labels(task, &test_archive)?;
    } else {
        files.add(TEST_ARCHIVE, PUBLIC_TEST_ARCHIVE)?;
    }
    files.run(task.progress)
}

/// Returns the ids of an archive's recordings: the last four characters of the names of the zip
/// files at its top.
fn recordings(archive: &Path) -> Result<BTreeSet<String>, PrepareError> {
    let mut ids = BTreeSet::new();
    for name in TarGzSource::new(archive).names()? {
        if let Some(stem) = recording(&name) {
            let skipped = stem.chars().count().saturating_sub(4);
            ids.insert(stem.chars().skip(skipped).collect());
        }
    }
    Ok(ids)
}

/// Returns the name without ending of a zip file at an archive's top.
fn recording(name: &str) -> Option<&str> {
    let name = name.strip_prefix("./").unwrap_or(name);
    name.strip_suffix(".zip").filter(|stem| !stem.contains('/'))
}

/// Guesses every gesture once for each recording, in random order.
fn sample(ids: &BTreeSet<String>) -> Table {
    let mut random = PythonRandom::new(0);
    let mut sequence = || {
        let order = random.sample(GESTURES, GESTURES);
        let order: Vec<String> = order.iter().map(|place| (place + 1).to_string()).collect();
        order.join(" ")
    };
    let sequences: Vec<String> = ids.iter().map(|_| sequence()).collect();
    Table::new()
        .with_column("Id", Column::from_texts(ids))
        .with_column("Sequence", Column::from_texts(sequences))
}

/// Writes the test archive with recordings whose MATLAB files do not tell the gestures; the
/// skeleton, number and rate of the frames stay.
fn without_labels(task: &Preparation<'_>, archive: &Path) -> Result<(), PrepareError> {
    let target = task.prepared.place(Path::new(PUBLIC_TEST_ARCHIVE))?;
    let folder = task.prepared.folder();
    let scratch = StagedDir::create(&folder.join("recordings"));
    let scratch = scratch.map_err(PrepareError::file("create", folder))?;
    let (old, new) = (scratch.path().join("old"), scratch.path().join("new.zip"));
    let mut out = TarGzTarget::create(&target)?;
    task.progress.begin("recordings", None);
    TarGzSource::new(archive).for_each(|name, content| {
        unpack(content, name, &old)?;
        if recording(name).is_some() {
            rewrite(&old, name, &new)?;
            out.add_file(name, &new)?;
        } else {
            out.add_file(name, &old)?;
        }
        task.progress.advance(1);
        Ok::<(), PrepareError>(())
    })?;
    task.progress.end();
    out.finish()?;
    Ok(())
}

fn unpack(content: &mut dyn Read, name: &str, to: &Path) -> Result<(), PrepareError> {
    let mut file = File::create(to).map_err(PrepareError::file("write", to))?;
    std::io::copy(content, &mut file)
        .map(drop)
        .map_err(PrepareError::content(name))
}

/// Copies a recording's zip file, labels left out of its MATLAB files; what calls itself one and is
/// none is left out whole.
fn rewrite(recording: &Path, name: &str, to: &Path) -> Result<(), PrepareError> {
    let source = ZipSource::open(recording);
    let mut source = source.map_err(PrepareError::content::<ArchiveError>(name))?;
    let mut target = ZipTarget::create(to)?;
    for member in source.names() {
        if Path::new(&member)
            .extension()
            .is_some_and(|ending| ending == "mat")
        {
            match matlab::without_field(&source.read(&member)?, LABELS) {
                Ok(bytes) => target.add_bytes(&member, &bytes)?,
                // Who knows what it tells: rather no file than the labels.
                Err(MatError::NotMatlab) => {}
                Err(error) => {
                    return Err(PrepareError::content(&format!("{name}!{member}"))(error));
                }
            }
        } else {
            target.copy_member(&mut source, &member, &member)?;
        }
    }
    target.finish()?;
    Ok(())
}
