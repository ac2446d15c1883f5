//! Divides the molecules; all their pairs, tables and structures follow them.

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, keys, rows_with_key, select, sorted_groups, split_groups,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const PAIRS: &str = "train.csv";
const MOLECULE: &str = "molecule_name";
const COUPLING: &str = "scalar_coupling_constant";

/// Tables that are known for the train molecules only.
const COMPUTED: [&str; 5] = [
    "dipole_moments.csv",
    "magnetic_shielding_tensors.csv",
    "mulliken_charges.csv",
    "potential_energy.csv",
    "scalar_coupling_contributions.csv",
];

/// Prepares champs-scalar-coupling.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let options = ReadOptions::default();
    let pairs = raw.table(PAIRS, &options)?;
    let molecules = sorted_groups(PAIRS, &pairs, &[MOLECULE])?;
    let split = split_groups(PAIRS, &molecules, TestSize::Fraction(0.1), 0)?;

    let test = pairs.take(&split.test);
    let coupling = Column::Int(vec![0; test.rows()]);
    let sample = select(PAIRS, &test, &["id"])?.with_column(COUPLING, coupling);
    prepared.write_table("public/train.csv", &pairs.take(&split.train))?;
    prepared.write_table("public/test.csv", &test.drop(&[COUPLING]))?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/answers.csv", &test)?;

    let train = keys(PAIRS, &pairs, MOLECULE, Some(&split.train))?;
    // Test pairs cannot be told apart without the structures, which the task hands out for all.
    let drawn = if task.corrected() {
        keys(PAIRS, &pairs, MOLECULE, None)?
    } else {
        train.clone()
    };
    for (table, molecules) in COMPUTED
        .map(|table| (table, &train))
        .into_iter()
        .chain([("structures.csv", &drawn)])
    {
        let atoms = raw.table(table, &options)?;
        let rows = rows_with_key(table, &atoms, MOLECULE, molecules)?;
        prepared.write_table(&format!("public/{table}"), &atoms.take(&rows))?;
    }
    let mut files = Files::new(raw, prepared);
    for molecule in drawn {
        let file = format!("structures/{molecule}.xyz");
        files.add(&file, &format!("public/{file}"))?;
    }
    files.run(task.progress)
}
