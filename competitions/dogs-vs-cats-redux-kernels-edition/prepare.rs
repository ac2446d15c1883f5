//! Divides the photos and numbers them anew: train by animal, test without telling which.

use mlebench_core::prepare::{Files, Preparation, PrepareError, split_rows};
use mlebench_data::archive::ZipSource;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PHOTOS: &str = "train.zip";

/// Prepares dogs-vs-cats-redux-kernels-edition.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let photos = photos(task)?;
    let split = split_rows(PHOTOS, photos.len(), TestSize::Fraction(0.1), 0)?;
    let mut files = Files::new(task.raw, task.prepared);
    // Each photo goes into the side's folder and into its archive.
    let mut add = |photo: &str, side: &str, name: &str| {
        let from = format!("{PHOTOS}!{photo}");
        files.add(&from, &format!("public/{side}/{name}"))?;
        files.add(&from, &format!("public/{side}.zip!{name}"))
    };
    let (mut cats, mut dogs) = (0, 0);
    for row in &split.train {
        let (animal, number) = if is_cat(&photos[*row]) {
            ("cat", &mut cats)
        } else {
            ("dog", &mut dogs)
        };
        add(&photos[*row], "train", &format!("{animal}.{number}.jpg"))?;
        *number += 1;
    }
    let mut labels = Vec::new();
    for (place, row) in split.test.iter().enumerate() {
        add(&photos[*row], "test", &format!("{}.jpg", place + 1))?;
        labels.push(i64::from(!is_cat(&photos[*row])));
    }

    let rows = labels.len();
    let ids = Table::new().with_column("id", Column::Int((1..=rows as i64).collect()));
    let answers = ids.clone().with_column("label", Column::Int(labels));
    let sample = ids.with_column("label", Column::Float(vec![0.5; rows]));
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/sample_submission.csv", &sample)?;
    files.run(task.progress)
}

/// Lists the photos, `train/cat.<n>.jpg` and `train/dog.<n>.jpg`, in order of their names.
fn photos(task: &Preparation<'_>) -> Result<Vec<String>, PrepareError> {
    let mut members = ZipSource::open(&task.raw.path(PHOTOS.as_ref())?)?.names();
    members.retain(|member| member.starts_with("train/"));
    members.sort_unstable();
    Ok(members)
}

fn is_cat(photo: &str) -> bool {
    photo
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains("cat"))
}
