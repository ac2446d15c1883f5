//! Divides the record files; rows and photos follow the records.

use std::collections::BTreeSet;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, record_files, record_texts, renumbered, split_by_keys,
    split_rows, write_records,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const LABELS: &str = "train.csv";
const RECORDS: &str = "train_tfrecords";

/// What the corrected edition leaves in the test records: all but the label.
const TEST_FEATURES: [&str; 2] = ["image", "image_name"];

/// Prepares cassava-leaf-disease-classification.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let labels = raw.table(LABELS, &ReadOptions::default())?;
    let records = record_files(raw, RECORDS, "")?;
    let parts = split_rows(RECORDS, records.len(), TestSize::Fraction(0.1), 0)?;
    let mut test_images = BTreeSet::new();
    for file in &parts.test {
        let file = format!("{RECORDS}/{}", records[*file]);
        test_images.extend(record_texts(raw, &file, "image_name")?);
    }
    let split = split_by_keys(LABELS, &labels, "image_id", &test_images)?;
    let (train, test) = (labels.take(&split.train), labels.take(&split.test));

    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("private/test.csv", &test)?;
    let healthy = Column::Int(vec![4; test.rows()]);
    let sample = test.clone().with_column("label", healthy);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    let names = "label_num_to_disease_map.json";
    files.add(names, &format!("public/{names}"))?;
    let image = "train_images/{image_id}";
    files.add_rows(image, &format!("public/{image}"), &train)?;
    files.add_rows(image, "public/test_images/{image_id}", &test)?;
    for (number, file) in parts.train.iter().enumerate() {
        let name = renumbered(&records[*file], "ld_train", number)?;
        let from = format!("{RECORDS}/{}", records[*file]);
        files.add(&from, &format!("public/train_tfrecords/{name}"))?;
    }
    for (number, file) in parts.test.iter().enumerate() {
        let name = renumbered(&records[*file], "ld_test", number)?;
        let from = format!("{RECORDS}/{}", records[*file]);
        let to = format!("public/test_tfrecords/{name}");
        if task.corrected() {
            write_records(raw, prepared, &from, &to, &TEST_FEATURES)?;
        } else {
            files.add(&from, &to)?;
        }
    }
    files.run(task.progress)
}
