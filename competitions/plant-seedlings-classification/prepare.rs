//! Divides the pictures, which stand in one folder for each species.

use mlebench_core::prepare::{Files, Preparation, PrepareError, Raw, split_rows};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PICTURES: &str = "train";

/// Prepares plant-seedlings-classification.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let pictures = pictures(raw)?;
    let split = split_rows(PICTURES, pictures.rows(), TestSize::Fraction(0.14), 0)?;
    let (train, test) = (pictures.take(&split.train), pictures.take(&split.test));
    let guess = Column::from_texts(vec!["Sugar beet"; test.rows()]);
    let sample = test.clone().with_column("species", guess);
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/answers.csv", &test)?;

    let picture = "train/{species}/{file}";
    let mut files = Files::new(raw, prepared);
    files.add_rows(picture, &format!("public/{picture}"), &train)?;
    files.add_rows(picture, "public/test/{file}", &test)?;
    files.run(task.progress)
}

/// Lists the pictures, ordered by species and name.
fn pictures(raw: &Raw) -> Result<Table, PrepareError> {
    let (mut names, mut species) = (Vec::new(), Vec::new());
    for folder in raw.list(PICTURES)? {
        let path = format!("{PICTURES}/{folder}");
        if !raw.path(path.as_ref())?.is_dir() {
            continue;
        }
        let files = raw.list_ending(&path, "png")?;
        species.extend(vec![folder; files.len()]);
        names.extend(files);
    }
    Ok(Table::new()
        .with_column("file", Column::from_texts(names))
        .with_column("species", Column::from_texts(species)))
}
