//! Divides the photos of a 7z archive.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use mlebench_core::prepare::{Files, Preparation, PrepareError, column, split_rows};
use mlebench_data::archive::{SevenzPacking, SevenzSource, SevenzTarget};
use mlebench_data::csv::{self, ReadOptions, WriteOptions};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const LABELS: &str = "train_labels.csv.zip!train_labels.csv";
const PHOTOS: &str = "train.7z";

/// Prepares invasive-species-monitoring.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let labels = raw.table(LABELS, &ReadOptions::default())?;
    let split = split_rows(LABELS, labels.rows(), TestSize::Fraction(0.2), 0)?;
    let (train, answers) = (labels.take(&split.train), labels.take(&split.test));
    prepared.write_table("private/answers.csv", &answers)?;
    let guess = Column::Float(vec![0.5; answers.rows()]);
    let sample = answers.clone().with_column("invasive", guess);
    prepared.write_table("private/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    for (name, table) in [
        ("train_labels.csv", &train),
        ("sample_submission.csv", &sample),
    ] {
        let archive = PathBuf::from(format!("public/{name}.zip"));
        let bytes = csv::to_bytes(table, &WriteOptions::default());
        files.add_bytes(&archive, name, bytes);
    }
    files.run(task.progress)?;

    if task.corrected() {
        divide_photos(task, &train, &answers)
    } else {
        empty_archives(task)
    }
}

/// Writes archives without photos, as the original does: the one entry of each is the folder that
/// held them, named by its absolute path.
fn empty_archives(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let public = std::path::absolute(task.destination.join("public"))
        .map_err(PrepareError::file("locate", task.destination))?;
    for side in ["train", "test"] {
        let mut archive = create(task, side, SevenzPacking::Lzma2)?;
        let folder = public.join(side).display().to_string();
        archive.add_folder(folder.trim_start_matches('/'))?;
        archive.finish()?;
    }
    Ok(())
}

/// Moves the photos to the archives of their sides, as `train/<name>.jpg` and `test/<name>.jpg`.
/// JPEG cannot be packed any further, so they are stored.
fn divide_photos(task: &Preparation<'_>, train: &Table, test: &Table) -> Result<(), PrepareError> {
    let mut side_of: HashMap<String, &str> = HashMap::new();
    for (table, side) in [(train, "train"), (test, "test")] {
        let names = column(LABELS, table, "name")?;
        side_of.extend((0..table.rows()).map(|row| (names.cell_text(row).into_owned(), side)));
    }
    let mut train = create(task, "train", SevenzPacking::Stored)?;
    let mut test = create(task, "test", SevenzPacking::Stored)?;
    task.progress.begin("photos", Some(side_of.len() as u64));
    let mut photos = SevenzSource::open(&task.raw.path(Path::new(PHOTOS))?)?;
    photos.for_each(|member, size, content| {
        let name = member
            .strip_prefix("train/")
            .and_then(|file| file.strip_suffix(".jpg"));
        let Some((name, side)) = name.and_then(|name| side_of.remove_entry(name)) else {
            return Ok(());
        };
        let archive = if side == "test" {
            &mut test
        } else {
            &mut train
        };
        archive.add(&format!("{side}/{name}.jpg"), size, content)?;
        task.progress.advance(1);
        Ok::<(), PrepareError>(())
    })?;
    task.progress.end();
    if let Some(name) = side_of.keys().min() {
        return Err(PrepareError::unexpected(
            PHOTOS,
            format!("it has no photo `train/{name}.jpg`"),
        ));
    }
    train.finish()?;
    test.finish()?;
    Ok(())
}

fn create(
    task: &Preparation<'_>,
    side: &str,
    packing: SevenzPacking,
) -> Result<SevenzTarget, PrepareError> {
    let path = task
        .prepared
        .place(Path::new(&format!("public/{side}.7z")))?;
    Ok(SevenzTarget::create(&path, packing)?)
}
