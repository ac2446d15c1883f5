//! Divides the photos, without one that is listed under two hotels.

use mlebench_core::prepare::{Files, Preparation, PrepareError, select, split_rows, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::Column;

const PHOTOS: &str = "train.csv";
const IMAGE: &str = "image";

/// The photo that is listed twice.
const AMBIGUOUS: &str = "ce27d36c9147cc19.jpg";

/// Prepares hotel-id-2021-fgvc8.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let photos = raw.table(PHOTOS, &ReadOptions::default())?;
    let images = texts(PHOTOS, &photos, IMAGE)?;
    let kept: Vec<usize> = (0..photos.rows())
        .filter(|row| images[*row] != AMBIGUOUS)
        .collect();
    let photos = photos.take(&kept);
    let split = split_rows(PHOTOS, photos.rows(), TestSize::Fraction(0.1), 0)?;

    let (train, test) = (photos.take(&split.train), photos.take(&split.test));
    let guess = Column::from_texts(vec!["36363 53586 18807 64314 60181"; test.rows()]);
    let sample = select(PHOTOS, &test, &[IMAGE])?.with_column("hotel_id", guess);
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;

    let photo = "train_images/{chain}/{image}";
    let mut files = Files::new(raw, prepared);
    files.add_rows(photo, &format!("public/{photo}"), &train)?;
    files.add_rows(photo, "public/test_images/{image}", &test)?;
    files.run(task.progress)
}
