//! Divides the passengers one by one or, in the corrected edition, by travel group.

use mlebench_core::prepare::{
    Preparation, PrepareError, column, groups, select, split_groups, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::{Split, TestSize};
use mlebench_data::table::{Column, Table};

const PASSENGERS: &str = "train.csv";
const ID: &str = "PassengerId";
const TARGET: &str = "Transported";
const SIZE: TestSize = TestSize::Fraction(0.1);

/// Prepares spaceship-titanic.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let passengers = task.raw.table(PASSENGERS, &ReadOptions::default())?;
    let split = if task.corrected() {
        split_travel_groups(&passengers)?
    } else {
        split_rows(PASSENGERS, passengers.rows(), SIZE, 0)?
    };
    let test = passengers.take(&split.test);
    let stays = Column::Bool(vec![false; test.rows()]);
    let sample = select(PASSENGERS, &test, &[ID])?.with_column(TARGET, stays);
    let prepared = task.prepared;
    prepared.write_table("public/train.csv", &passengers.take(&split.train))?;
    prepared.write_table("public/test.csv", &test.drop(&[TARGET]))?;
    prepared.write_table("private/test.csv", &test)?;
    prepared.write_table("public/sample_submission.csv", &sample)
}

/// Divides by the part of the id, `<group>_<place>`, that names the group.
fn split_travel_groups(passengers: &Table) -> Result<Split, PrepareError> {
    let ids = column(PASSENGERS, passengers, ID)?;
    let names = (0..ids.len()).map(|row| {
        let id = ids.cell_text(row);
        id.split('_').next().unwrap_or_default().to_owned()
    });
    let names = Table::new().with_column(ID, Column::from_texts(names));
    split_groups(PASSENGERS, &groups(PASSENGERS, &names, ID)?, SIZE, 0)
}
