//! The preparation that the herbaria of 2020 and 2021 share.

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError};
use mlebench_data::json::{DumpOptions, Json};
use mlebench_data::split::SmallGroups;
use mlebench_data::table::{Column, Table};

use crate::photo_collection::{PhotoCollection, changed};

/// Numbers the test photos anew; `folder` is the common folder of both sides, empty or ending in a
/// slash.
///
/// # Errors
///
/// Fails when the raw data is not as expected or a file cannot be written.
pub(crate) fn prepare(
    task: &Preparation<'_>,
    folder: &str,
    metadata: JsonFile,
) -> Result<(), PrepareError> {
    let photos = PhotoCollection::new(metadata, "id")?;
    let split = photos.divide(0.2, SmallGroups::LastRow)?;
    let (train, test) = (
        format!("public/{folder}train"),
        format!("public/{folder}test"),
    );
    let mut files = Files::new(task.raw, task.prepared);
    for row in &split.train {
        let name = photos.file_name(*row)?;
        files.add(&format!("{folder}train/{name}"), &format!("{train}/{name}"))?;
    }
    let mut images = Vec::with_capacity(split.test.len());
    for (id, row) in split.test.iter().enumerate() {
        let name = format!("images/{:03}/{id}.jpg", id / 1000);
        let raw_name = photos.file_name(*row)?;
        files.add(
            &format!("{folder}train/{raw_name}"),
            &format!("{test}/{name}"),
        )?;
        let changes = [("id", id.to_string().into()), ("file_name", name.into())];
        images.push(changed(photos.image(*row), changes));
    }
    let write =
        |file: String, value: &Json| task.prepared.write_json(&file, value, DumpOptions::SORTED);
    write(
        format!("{train}/metadata.json"),
        &photos.part(&split.train)?,
    )?;
    write(format!("{test}/metadata.json"), &photos.unlabelled(images)?)?;
    write_predictions(task, photos.categories(&split.test)?, 0)?;
    files.run(task.progress)
}

/// Writes the answers, numbered from 0, and the sample submission, which predicts one category.
///
/// # Errors
///
/// Fails when a file cannot be written.
pub(crate) fn write_predictions(
    task: &Preparation<'_>,
    categories: Vec<i64>,
    guess: i64,
) -> Result<(), PrepareError> {
    let rows = categories.len();
    let ids = Table::new().with_column("Id", Column::Int((0..rows as i64).collect()));
    let sample = ids
        .clone()
        .with_column("Predicted", Column::Int(vec![guess; rows]));
    let answers = ids.with_column("Predicted", Column::Int(categories));
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/sample_submission.csv", &sample)
}
