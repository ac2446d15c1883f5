//! Divides the materials and numbers each part anew; their structures follow.

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_rows, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const MATERIALS: &str = "train.csv.zip!train.csv";
const ID: &str = "id";
const TARGETS: [(&str, f64); 2] = [
    ("formation_energy_ev_natom", 0.1779),
    ("bandgap_energy_ev", 1.8892),
];

/// Prepares nomad2018-predict-transparent-conductors.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let materials = raw.table(MATERIALS, &ReadOptions::default())?;
    let split = split_rows(MATERIALS, materials.rows(), TestSize::Fraction(0.1), 0)?;
    let mut files = Files::new(raw, prepared);
    let train = renumber(&materials.take(&split.train), "train", &mut files)?;
    let test = renumber(&materials.take(&split.test), "test", &mut files)?;

    let mut sample = select(MATERIALS, &test, &[ID])?;
    for (target, mean) in TARGETS {
        sample.push_column(target, Column::Float(vec![mean; test.rows()]));
    }
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table(
        "public/test.csv",
        &test.drop(&TARGETS.map(|(name, _)| name)),
    )?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;
    files.run(task.progress)
}

/// Numbers the materials from 1 and lets their structures follow.
fn renumber(materials: &Table, side: &str, files: &mut Files<'_>) -> Result<Table, PrepareError> {
    for (row, id) in texts(MATERIALS, materials, ID)?.iter().enumerate() {
        files.add(
            &format!("train.zip!train/{id}/geometry.xyz"),
            &format!("public/{side}/{}/geometry.xyz", row + 1),
        )?;
    }
    let numbers = Column::Int((1..=materials.rows() as i64).collect());
    Ok(materials.clone().with_column(ID, numbers))
}
