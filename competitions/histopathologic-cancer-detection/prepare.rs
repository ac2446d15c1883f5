//! Divides the scans in the proportion of Kaggle's own parts.

use mlebench_core::prepare::{Files, Preparation, PrepareError, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const LABELS: &str = "train_labels.csv";
const TARGET: &str = "label";

/// Prepares histopathologic-cancer-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let labels = raw.table(LABELS, &ReadOptions::default())?;
    let hidden = raw.list_ending("test", "tif")?.len();
    let share = hidden as f64 / (labels.rows() + hidden) as f64;
    let mut split = split_rows(LABELS, labels.rows(), TestSize::Fraction(share), 0)?;
    split.train.sort_unstable();
    split.test.sort_unstable();

    let (train, test) = (labels.take(&split.train), labels.take(&split.test));
    let healthy = Column::Int(vec![0; test.rows()]);
    let sample = test.clone().with_column(TARGET, healthy);
    prepared.write_table("public/train_labels.csv", &train)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/answers.csv", &test)?;

    let mut files = Files::new(raw, prepared);
    files.add_rows("train/{id}.tif", "public/train/{id}.tif", &train)?;
    files.add_rows("train/{id}.tif", "public/test/{id}.tif", &test)?;
    files.run(task.progress)
}
