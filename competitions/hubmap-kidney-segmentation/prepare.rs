//! Divides the scans; the answers get the scans' sizes, which the masks need.

use std::collections::{BTreeSet, HashMap};

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, rows_with_key, select, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const SCANS: &str = "train.csv";
const FACTS: &str = "HuBMAP-20-dataset_information.csv";
const SIZES: [&str; 2] = ["width_pixels", "height_pixels"];

/// Scans in the test part.
const TEST_SCANS: usize = 3;

/// Prepares hubmap-kidney-segmentation.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let options = ReadOptions::default();
    let scans = raw.table(SCANS, &options)?;
    let facts = raw.table(FACTS, &options)?;
    let split = split_rows(SCANS, scans.rows(), TestSize::Rows(TEST_SCANS), 0)?;
    let (train, test) = (scans.take(&split.train), scans.take(&split.test));
    let test_ids = column(SCANS, &test, "id")?;

    prepared.write_table("public/train.csv", &train)?;
    let known: BTreeSet<String> = ids(&scans)?.map(|id| format!("{id}.tiff")).collect();
    let rows = rows_with_key(FACTS, &facts, "image_file", &known)?;
    prepared.write_table(&format!("public/{FACTS}"), &facts.take(&rows))?;
    prepared.write_table("private/test.csv", &with_sizes(&test, &facts)?)?;
    let gold = Table::new()
        .with_column("id", test_ids.clone())
        .with_column("predicted", column(SCANS, &test, "encoding")?.clone());
    prepared.write_table("private/gold_submission.csv", &gold)?;
    let empty = Column::from_texts(vec![""; test.rows()]);
    let sample = select(SCANS, &test, &["id"])?.with_column("predicted", empty);
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("public/test/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    for ending in [".tiff", "-anatomical-structure.json"] {
        let from = format!("train/{{id}}{ending}");
        files.add_rows(&from, &format!("public/{from}"), &train)?;
        files.add_rows(&from, &format!("public/test/{{id}}{ending}"), &test)?;
    }
    // These outline what the masks cover.
    let outlines = "train/{id}.json";
    files.add_rows(outlines, "public/train/{id}.json", &train)?;
    if !task.corrected() {
        files.add_rows(outlines, "public/test/{id}.json", &test)?;
    }
    files.run(task.progress)
}

fn ids(scans: &Table) -> Result<impl Iterator<Item = String>, PrepareError> {
    let ids = column(SCANS, scans, "id")?;
    Ok((0..ids.len()).map(|row| ids.cell_text(row).into_owned()))
}

/// Appends the width and height that the scan's facts tell.
fn with_sizes(scans: &Table, facts: &Table) -> Result<Table, PrepareError> {
    let files = column(FACTS, facts, "image_file")?;
    let places: HashMap<_, usize> = (0..files.len())
        .map(|row| (files.cell_text(row), row))
        .collect();
    let rows = ids(scans)?
        .map(|id| {
            let file = format!("{id}.tiff");
            let place = places.get(file.as_str()).copied();
            let absent = || PrepareError::unexpected(FACTS, format!("it has no row of `{file}`"));
            place.ok_or_else(absent)
        })
        .collect::<Result<Vec<usize>, _>>()?;
    let mut with_sizes = scans.clone();
    for name in SIZES {
        with_sizes.set_column(name, column(FACTS, facts, name)?.take(&rows));
    }
    Ok(with_sizes)
}
