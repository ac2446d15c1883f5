//! Divides the breaths and numbers the rows of each part anew.

use mlebench_core::prepare::{Preparation, PrepareError, select, sorted_groups, split_groups};
use mlebench_data::csv::{FloatFormat, ReadOptions, WriteOptions};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const STEPS: &str = "train.csv";
const ID: &str = "id";
const TARGET: &str = "pressure";

/// Prepares ventilator-pressure-prediction.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let steps = task.raw.table(STEPS, &ReadOptions::default())?;
    let breaths = sorted_groups(STEPS, &steps, &["breath_id"])?;
    let split = split_groups(STEPS, &breaths, TestSize::Fraction(0.1), 0)?;
    let part = |rows: &[usize]| {
        let numbers = (1..=rows.len() as i64).collect();
        steps.take(rows).with_column(ID, Column::Int(numbers))
    };
    let test = part(&split.test);
    let still = Column::Int(vec![0; test.rows()]);
    let sample = select(STEPS, &test, &[ID])?.with_column(TARGET, still);

    let options = WriteOptions {
        float_format: FloatFormat::General(10),
        ..WriteOptions::default()
    };
    let write = |file: &str, table: &Table| task.prepared.write_table_with(file, table, &options);
    write("public/train.csv", &part(&split.train))?;
    write("public/test.csv", &test.drop(&[TARGET]))?;
    write("public/sample_submission.csv", &sample)?;
    write("private/test.csv", &test)
}
