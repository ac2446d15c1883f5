//! Divides the patients; what is asked for is one number for each breast of a test patient.

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, groups, integers, select, sorted_groups, split_groups,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const IMAGES: &str = "train.csv";
const ID: &str = "prediction_id";
const TARGET: &str = "cancer";
const FEATURES: [&str; 8] = [
    "site_id",
    "patient_id",
    "image_id",
    "laterality",
    "view",
    "age",
    "implant",
    "machine_id",
];

/// Prepares rsna-breast-cancer-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let images = raw.table(IMAGES, &ReadOptions::default())?;
    let patients = groups(IMAGES, &images, "patient_id")?;
    let mut split = split_groups(IMAGES, &patients, TestSize::Fraction(0.1), 42)?;
    split.train.sort_unstable();
    split.test.sort_unstable();
    let train = images.take(&split.train);
    let test = images.take(&split.test);
    let test = test.clone().with_column(ID, breasts(&test)?);

    prepared.write_table("public/train.csv", &train)?;
    let features: Vec<&str> = FEATURES.into_iter().chain([ID]).collect();
    prepared.write_table("public/test.csv", &select(IMAGES, &test, &features)?)?;
    let answers = select(IMAGES, &test, &[ID, TARGET])?;
    let answers = answers.first_values(&sorted_groups(IMAGES, &answers, &[ID])?);
    prepared.write_table("private/answers.csv", &answers)?;
    let rate = mean(integers(IMAGES, &train, TARGET)?);
    let sample = answers
        .clone()
        .with_column(TARGET, Column::Float(vec![rate; answers.rows()]));
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    let from = "train_images/{patient_id}/{image_id}.dcm";
    files.add_rows(from, &format!("public/{from}"), &train)?;
    files.add_rows(
        from,
        "public/test_images/{patient_id}/{image_id}.dcm",
        &test,
    )?;
    files.run(task.progress)
}

/// Names the breast of each image: `<patient>_<side>`.
fn breasts(images: &Table) -> Result<Column, PrepareError> {
    let patients = column(IMAGES, images, "patient_id")?;
    let sides = column(IMAGES, images, "laterality")?;
    let name = |row| format!("{}_{}", patients.cell_text(row), sides.cell_text(row));
    Ok(Column::from_texts((0..images.rows()).map(name)))
}

fn mean(numbers: &[i64]) -> f64 {
    numbers.iter().sum::<i64>() as f64 / numbers.len() as f64
}
