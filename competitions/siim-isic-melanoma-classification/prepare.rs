//! Takes the pictures of two record files as test set.

use std::collections::BTreeSet;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, record_files, record_texts, renumbered, select,
    split_by_keys, write_records,
};
use mlebench_data::csv::{FloatParsing, ReadOptions};
use mlebench_data::table::Column;

const PICTURES: &str = "train.csv";
const RECORDS: &str = "tfrecords";

/// The record files whose pictures are the test set.
const TEST_RECORDS: [&str; 2] = ["train00-2071.tfrec", "train06-2071.tfrec"];

/// What an agent learns about a test picture.
const FACTS: [&str; 5] = [
    "image_name",
    "patient_id",
    "sex",
    "age_approx",
    "anatom_site_general_challenge",
];

/// Prepares siim-isic-melanoma-classification.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let options = ReadOptions {
        float_parsing: FloatParsing::PandasFast,
        ..ReadOptions::default()
    };
    let pictures = raw.table(PICTURES, &options)?;
    let mut test_names = BTreeSet::new();
    for file in TEST_RECORDS {
        let names = record_texts(raw, &format!("{RECORDS}/{file}"), "image_name")?;
        test_names.extend(names);
    }
    let split = split_by_keys(PICTURES, &pictures, "image_name", &test_names)?;
    let (train, test) = (pictures.take(&split.train), pictures.take(&split.test));

    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &select(PICTURES, &test, &FACTS)?)?;
    let answers = select(PICTURES, &test, &["image_name", "target"])?;
    prepared.write_table("private/test.csv", &answers)?;
    let benign = Column::Int(vec![0; answers.rows()]);
    let sample = answers.with_column("target", benign);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    for (rows, side) in [(&train, "train"), (&test, "test")] {
        for (folder, ending) in [("", "dcm"), ("jpeg/", "jpg")] {
            let picture = format!("{{image_name}}.{ending}");
            let from = format!("{folder}train/{picture}");
            files.add_rows(&from, &format!("public/{folder}{side}/{picture}"), rows)?;
        }
    }
    add_records(task, &mut files)?;
    files.run(task.progress)
}

/// Adds the record files, each side numbered from 0. In the corrected edition test records hold
/// the picture and the facts of `test.csv` only.
fn add_records(task: &Preparation<'_>, files: &mut Files<'_>) -> Result<(), PrepareError> {
    let (mut train, mut test) = (0, 0);
    for name in record_files(task.raw, RECORDS, "train")? {
        let is_test = TEST_RECORDS.contains(&name.as_str());
        let (side, number) = if is_test {
            ("test", &mut test)
        } else {
            ("train", &mut train)
        };
        let from = format!("{RECORDS}/{name}");
        let to = format!("public/{RECORDS}/{}", renumbered(&name, side, *number)?);
        *number += 1;
        if is_test && task.corrected() {
            let features: Vec<&str> = FACTS.into_iter().chain(["image"]).collect();
            write_records(task.raw, task.prepared, &from, &to, &features)?;
        } else {
            files.add(&from, &to)?;
        }
    }
    Ok(())
}
