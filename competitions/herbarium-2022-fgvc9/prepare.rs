//! Divides the photos of each plant and numbers both parts anew.

use std::collections::HashMap;

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError};
use mlebench_data::json::{DumpOptions, Json};
use mlebench_data::split::SmallGroups;

use crate::herbarium::write_predictions;
use crate::photo_collection::{PhotoCollection, changed};

const PHOTOS: &str = "train_images";

/// Prepares herbarium-2022-fgvc9.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let metadata = JsonFile::read(task.raw, "train_metadata.json")?;
    let photos = PhotoCollection::new(metadata, "image_id")?;
    let split = photos.divide(0.2, SmallGroups::Divided)?;
    let mut files = Files::new(task.raw, task.prepared);

    let (mut images, mut annotations) = (Vec::new(), Vec::new());
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for row in &split.train {
        let category = photos.category(*row)?;
        let count = counts.entry(category).or_default();
        *count += 1;
        let digits = format!("{category:05}");
        let id = format!("{digits}__{count:03}");
        let name = format!("{}/{}/{id}.jpg", &digits[..3], &digits[3..]);
        let raw_name = photos.file_name(*row)?;
        files.add(
            &format!("{PHOTOS}/{raw_name}"),
            &format!("public/train_images/{name}"),
        )?;
        let id = Json::from(id);
        images.push(changed(
            photos.image(*row),
            [("image_id", id.clone()), ("file_name", name.into())],
        ));
        annotations.push(changed(photos.annotation(*row), [("image_id", id)]));
    }
    let train = photos.with(images, annotations)?;

    let mut images = Vec::new();
    for (id, row) in split.test.iter().enumerate() {
        let name = format!("{:03}/test-{id:06}.jpg", id / 1000);
        let raw_name = photos.file_name(*row)?;
        files.add(
            &format!("{PHOTOS}/{raw_name}"),
            &format!("public/test_images/{name}"),
        )?;
        images.push(changed(
            photos.image(*row),
            [
                ("image_id", id.to_string().into()),
                ("file_name", name.into()),
            ],
        ));
    }
    let write =
        |file: &str, value: &Json| task.prepared.write_json(file, value, DumpOptions::SORTED);
    write("public/train_metadata.json", &train)?;
    write("public/test_metadata.json", &Json::Array(images))?;
    write_predictions(task, photos.categories(&split.test)?, 42)?;
    files.run(task.progress)
}
