//! Divides the rows and numbers them anew, train before test.

use mlebench_core::prepare::{Preparation, PrepareError, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const STATES: &str = "train.csv";
const ID: &str = "id";
const TARGET: &str = "target";

/// Rows in the test part.
const TEST_ROWS: usize = 100_000;

/// Prepares tabular-playground-series-may-2022.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let prepared = task.prepared;
    let states = task.raw.table(STATES, &ReadOptions::default())?;
    let split = split_rows(STATES, states.rows(), TestSize::Rows(TEST_ROWS), 0)?;
    let (first, end) = (split.train.len() as i64, states.rows() as i64);
    let train = states.take(&split.train);
    let train = train.with_column(ID, Column::Int((0..first).collect()));
    let test = states.take(&split.test);
    let test = test.with_column(ID, Column::Int((first..end).collect()));

    let gold = select(STATES, &test, &[ID, TARGET])?;
    let undecided = Column::Float(vec![0.5; test.rows()]);
    let sample = gold.clone().with_column(TARGET, undecided);
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &test.drop(&[TARGET]))?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;
    prepared.write_table("private/gold_submission.csv", &gold)
}
