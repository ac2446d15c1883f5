//! Divides the rides; the corrected edition names the training table as the task does.

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::files::link_or_copy;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const RIDES: &str = "train.csv";
const FARE: &str = "fare_amount";
const LEAFLET: &str = "GCP-Coupons-Instructions.rtf";

/// Rides in the test part.
const TEST_RIDES: usize = 9914;

/// Prepares new-york-city-taxi-fare-prediction.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let rides = raw.table(RIDES, &ReadOptions::default())?;
    let split = split_rows(RIDES, rides.rows(), TestSize::Rows(TEST_RIDES), 0)?;
    let test = rides.take(&split.test);
    prepared.write_table("public/test.csv", &test.drop(&[FARE]))?;
    prepared.write_table("private/test.csv", &test)?;
    let fares = Column::Float(vec![11.35; test.rows()]);
    let sample = select(RIDES, &test, &["key"])?.with_column(FARE, fares);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let old_name = "public/labels.csv";
    prepared.write_table(old_name, &rides.take(&split.train))?;
    if task.corrected() {
        let (from, to) = (
            prepared.place(old_name.as_ref())?,
            prepared.place("public/train.csv".as_ref())?,
        );
        link_or_copy(&from, &to).map_err(PrepareError::file("link", &to))?;
    }
    let mut files = Files::new(raw, prepared);
    files.add(LEAFLET, &format!("public/{LEAFLET}"))?;
    files.run(task.progress)
}
