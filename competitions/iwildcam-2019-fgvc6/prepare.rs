//! Divides the cameras' locations.

use mlebench_core::prepare::{Files, Preparation, PrepareError, groups, select, split_groups};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PHOTOS: &str = "train.csv";
const TARGET: &str = "category_id";

/// Prepares iwildcam-2019-fgvc6.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let photos = task.raw.table(PHOTOS, &ReadOptions::default())?;
    let locations = groups(PHOTOS, &photos, "location")?;
    let mut split = split_groups(PHOTOS, &locations, TestSize::Fraction(0.1), 8)?;
    split.train.sort_unstable();
    split.test.sort_unstable();
    let (train, test) = (photos.take(&split.train), photos.take(&split.test));
    let mut answers = select(PHOTOS, &test, &["id", TARGET])?;
    answers.rename("id", "Id");
    answers.rename(TARGET, "Category");
    let empty = Column::Int(vec![0; test.rows()]);
    let mut sample = answers.clone().with_column("Category", empty);
    if !task.corrected() {
        // The published file has the row numbers in a column without a name.
        let rows = split.test.iter().map(|row| *row as i64).collect();
        let numbers = Table::new().with_column("", Column::Int(rows));
        sample = sample.columns().fold(numbers, |table, (name, column)| {
            table.with_column(name, column.clone())
        });
    }
    let prepared = task.prepared;
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &test.drop(&[TARGET]))?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;
    prepared.write_table("private/answers.csv", &answers)?;

    let mut files = Files::new(task.raw, prepared);
    for (side, part) in [("train", &train), ("test", &test)] {
        let to = format!("public/{side}_images.zip!{{file_name}}");
        files.add_rows("train_images.zip!{file_name}", &to, part)?;
    }
    files.run(task.progress)
}
