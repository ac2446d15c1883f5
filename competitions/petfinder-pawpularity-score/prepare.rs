//! Divides the pets; the sample submission holds random scores.

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::random::Pcg64;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const PETS: &str = "train.csv";
const TARGET: &str = "Pawpularity";

/// Prepares petfinder-pawpularity-score.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let pets = raw.table(PETS, &ReadOptions::default())?;
    let split = split_rows(PETS, pets.rows(), TestSize::Fraction(0.1), 0)?;
    let (train, test) = (pets.take(&split.train), pets.take(&split.test));
    let mut random = Pcg64::default_rng(0);
    let scores = (0..test.rows()).map(|_| to_cents(random.uniform(1.0, 100.0)));
    let scores = Column::Float(scores.collect());
    let sample = select(PETS, &test, &["Id"])?.with_column(TARGET, scores);
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &test.drop(&[TARGET]))?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;

    let mut files = Files::new(raw, prepared);
    files.add_rows("train/{Id}.jpg", "public/train/{Id}.jpg", &train)?;
    files.add_rows("train/{Id}.jpg", "public/test/{Id}.jpg", &test)?;
    files.run(task.progress)
}

/// Rounds to two decimals as NumPy does.
fn to_cents(number: f64) -> f64 {
    (number * 100.0).round_ties_even() / 100.0
}
