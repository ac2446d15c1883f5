//! Divides the leaves and numbers each part anew.

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_rows, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const LEAVES: &str = "train.csv";
const ID: &str = "image_id";
const STATES: [&str; 4] = ["healthy", "multiple_diseases", "rust", "scab"];

/// Prepares plant-pathology-2020-fgvc7.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let leaves = raw.table(LEAVES, &ReadOptions::default())?;
    let split = split_rows(LEAVES, leaves.rows(), TestSize::Fraction(0.1), 0)?;
    let mut files = Files::new(raw, prepared);
    let train = renumber(&leaves.take(&split.train), "Train", &mut files)?;
    let test = renumber(&leaves.take(&split.test), "Test", &mut files)?;

    let asked = select(LEAVES, &test, &[ID])?;
    let mut sample = asked.clone();
    for state in STATES {
        sample.push_column(state, Column::Float(vec![0.25; test.rows()]));
    }
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &asked)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;
    files.run(task.progress)
}

/// Names the leaves `<part>_0` and so on, and lets their images follow.
fn renumber(leaves: &Table, part: &str, files: &mut Files<'_>) -> Result<Table, PrepareError> {
    let new_ids: Vec<String> = (0..leaves.rows()).map(|n| format!("{part}_{n}")).collect();
    for (old, new) in texts(LEAVES, leaves, ID)?.iter().zip(&new_ids) {
        files.add(
            &format!("images/{old}.jpg"),
            &format!("public/images/{new}.jpg"),
        )?;
    }
    Ok(leaves.clone().with_column(ID, Column::from_texts(new_ids)))
}
