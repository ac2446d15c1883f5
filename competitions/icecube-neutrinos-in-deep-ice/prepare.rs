//! Divides the batches of events.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use mlebench_core::prepare::{Files, Preparation, PrepareError, integers, select, split_rows};
use mlebench_data::parquet::{ParquetSource, ParquetTarget};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const META: &str = "train_meta.parquet";
const BATCH: &str = "batch_id";
const ANSWERS: [&str; 3] = ["event_id", "azimuth", "zenith"];

/// Prepares icecube-neutrinos-in-deep-ice.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let meta = ParquetSource::open(&raw.path(Path::new(META))?)?;
    let batches = batches(&meta)?;
    let split = split_rows(META, batches.len(), TestSize::Fraction(0.1), 0)?;
    let test_batches: HashSet<i64> = split.test.iter().map(|batch| batches[*batch]).collect();

    let answers = divide(task, &meta, &test_batches)?;
    prepared.write_table("private/test.csv", &answers)?;
    let ones = Column::Int(vec![1; answers.rows()]);
    let sample = answers.with_column("azimuth", ones.clone());
    let sample = sample.with_column("zenith", ones);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    files.add("sensor_geometry.csv", "public/sensor_geometry.csv")?;
    let known: HashMap<i64, &str> = batches
        .iter()
        .map(|batch| {
            (
                *batch,
                if test_batches.contains(batch) {
                    "test"
                } else {
                    "train"
                },
            )
        })
        .collect();
    for name in raw.list("train")? {
        // Files of batches that the table does not know are left out.
        if let Some(side) = batch_number(&name).and_then(|batch| known.get(&batch)) {
            files.add(&format!("train/{name}"), &format!("public/{side}/{name}"))?;
        }
    }
    files.run(task.progress)
}

/// Returns the distinct batches in order of first appearance.
fn batches(meta: &ParquetSource) -> Result<Vec<i64>, PrepareError> {
    let (mut seen, mut batches) = (HashSet::new(), Vec::new());
    meta.for_each_block(&[BATCH], |block| {
        for batch in integers(META, &block, BATCH)? {
            if seen.insert(*batch) {
                batches.push(*batch);
            }
        }
        Ok::<(), PrepareError>(())
    })?;
    Ok(batches)
}

/// Writes the table of each side and returns the directions of the test events.
fn divide(
    task: &Preparation<'_>,
    meta: &ParquetSource,
    test_batches: &HashSet<i64>,
) -> Result<Table, PrepareError> {
    let columns = meta.column_names();
    let facts: Vec<&str> = columns
        .iter()
        .copied()
        .filter(|name| !ANSWERS[1..].contains(name))
        .collect();
    let create = |file: &str, columns: &[&str]| {
        let path = task.prepared.place(Path::new(file))?;
        ParquetTarget::create(&path, meta, columns).map_err(PrepareError::from)
    };
    let mut train = create("public/train_meta.parquet", &columns)?;
    let mut test = create("public/test_meta.parquet", &facts)?;
    let mut answers = Vec::new();
    task.progress.begin("events", Some(meta.rows()));
    meta.for_each_block(&columns, |block| {
        let batch = integers(META, &block, BATCH)?;
        let (test_rows, train_rows): (Vec<usize>, Vec<usize>) =
            (0..block.rows()).partition(|row| test_batches.contains(&batch[*row]));
        train.write(&block.take(&train_rows))?;
        let test_block = block.take(&test_rows);
        test.write(&test_block)?;
        answers.push(select(META, &test_block, &ANSWERS)?);
        task.progress.advance(block.rows() as u64);
        Ok::<(), PrepareError>(())
    })?;
    task.progress.end();
    train.finish()?;
    test.finish()?;
    Table::concat(&answers)
        .map_err(|_| PrepareError::unexpected(META, "its blocks have different columns"))
}

/// Takes the number after the last underscore: 7 of `batch_7.parquet`.
fn batch_number(name: &str) -> Option<i64> {
    let stem = Path::new(name).file_stem()?.to_str()?;
    stem.rsplit('_').next()?.parse().ok()
}
