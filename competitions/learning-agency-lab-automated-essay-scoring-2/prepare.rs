//! Divides the essays; the sample submission holds random marks.

use mlebench_core::prepare::{Preparation, PrepareError, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::random::NumpyLegacy;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const ESSAYS: &str = "train.csv";
const ID: &str = "essay_id";
const TARGET: &str = "score";

/// Prepares learning-agency-lab-automated-essay-scoring-2.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let prepared = task.prepared;
    let essays = task.raw.table(ESSAYS, &ReadOptions::default())?;
    let split = split_rows(ESSAYS, essays.rows(), TestSize::Fraction(0.1), 0)?;
    let test = essays.take(&split.test);
    let mut random = NumpyLegacy::new(42);
    let marks = (0..test.rows()).map(|_| random.randint(1, 7)).collect();
    let sample = select(ESSAYS, &test, &[ID])?.with_column(TARGET, Column::Int(marks));
    let asked = select(ESSAYS, &test, &[ID, "full_text"])?;
    prepared.write_table("public/train.csv", &essays.take(&split.train))?;
    prepared.write_table("public/test.csv", &asked)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/answers.csv", &test)
}
