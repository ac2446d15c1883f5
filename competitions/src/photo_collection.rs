//! Collections of photos that are described by a list of images and a list of annotations, one
//! annotation to an image.

use std::collections::HashMap;

use mlebench_core::prepare::{JsonFile, PrepareError};
use mlebench_data::json::{Json, Key, Object};
use mlebench_data::random::PythonRandom;
use mlebench_data::split::{SmallGroups, Split, split_within_groups};

/// The metadata of a collection; row `n` is the annotation `n` with its image.
pub(crate) struct PhotoCollection {
    file: JsonFile,
    images: Vec<Json>,
    annotations: Vec<Json>,
}

impl PhotoCollection {
    /// Brings the images into the order of the annotations; `image_id` is the images' key.
    ///
    /// # Errors
    ///
    /// Fails when the metadata has another shape or an annotation names no image.
    pub(crate) fn new(mut file: JsonFile, image_id: &str) -> Result<Self, PrepareError> {
        let unordered = file.take_list_of("images")?;
        let annotations = file.take_list_of("annotations")?;
        let mut places = HashMap::new();
        for (place, image) in unordered.iter().enumerate() {
            places.insert(file.id_of(image, image_id)?, place);
        }
        let mut images = Vec::with_capacity(annotations.len());
        for annotation in &annotations {
            let id = file.id_of(annotation, "image_id")?;
            let place = places.get(&id);
            let place = place.ok_or_else(|| file.unexpected(format!("there is no image {id}")))?;
            images.push(unordered[*place].clone());
        }
        drop(places);
        Ok(Self {
            file,
            images,
            annotations,
        })
    }

    /// Divides the photos of each category and shuffles the test part.
    ///
    /// # Errors
    ///
    /// Fails when a category cannot be divided.
    pub(crate) fn divide(&self, share: f64, small: SmallGroups) -> Result<Split, PrepareError> {
        let mut places: HashMap<i64, usize> = HashMap::new();
        let mut categories: Vec<Vec<usize>> = Vec::new();
        for row in 0..self.annotations.len() {
            let place = *places
                .entry(self.category(row)?)
                .or_insert(categories.len());
            if place == categories.len() {
                categories.push(Vec::new());
            }
            categories[place].push(row);
        }
        let split = split_within_groups(&categories, share, small);
        let mut split = split.map_err(|source| PrepareError::Split {
            file: self.file.name().to_owned(),
            source,
        })?;
        PythonRandom::new(0).shuffle(&mut split.test);
        Ok(split)
    }

    /// Returns the category of a row.
    ///
    /// # Errors
    ///
    /// Fails when it is no number.
    pub(crate) fn category(&self, row: usize) -> Result<i64, PrepareError> {
        self.file.int_of(&self.annotations[row], "category_id")
    }

    /// Returns the categories of some rows.
    ///
    /// # Errors
    ///
    /// Fails when one is no number.
    pub(crate) fn categories(&self, rows: &[usize]) -> Result<Vec<i64>, PrepareError> {
        rows.iter().map(|row| self.category(*row)).collect()
    }

    /// Returns the number of a row's image.
    ///
    /// # Errors
    ///
    /// Fails when it is no number.
    pub(crate) fn image_number(&self, row: usize) -> Result<i64, PrepareError> {
        self.file.int_of(&self.annotations[row], "image_id")
    }

    /// Returns the file of a row's image.
    ///
    /// # Errors
    ///
    /// Fails when it has none.
    pub(crate) fn file_name(&self, row: usize) -> Result<&str, PrepareError> {
        self.file.text_of(&self.images[row], "file_name")
    }

    /// Returns the record of a row's image.
    pub(crate) fn image(&self, row: usize) -> &Json {
        &self.images[row]
    }

    /// Returns the record of a row's annotation.
    pub(crate) fn annotation(&self, row: usize) -> &Json {
        &self.annotations[row]
    }

    /// Returns the metadata with these images and annotations only.
    ///
    /// # Errors
    ///
    /// Fails when the metadata is no object.
    pub(crate) fn with(
        &self,
        images: Vec<Json>,
        annotations: Vec<Json>,
    ) -> Result<Json, PrepareError> {
        self.file
            .with([("images", images), ("annotations", annotations)])
    }

    /// Returns the metadata of some rows, unchanged.
    ///
    /// # Errors
    ///
    /// Fails when the metadata is no object.
    pub(crate) fn part(&self, rows: &[usize]) -> Result<Json, PrepareError> {
        let of = |records: &[Json]| rows.iter().map(|row| records[*row].clone()).collect();
        self.with(of(&self.images), of(&self.annotations))
    }

    /// Returns metadata of images without their categories: the images, the licences and what is
    /// said about the collection.
    ///
    /// # Errors
    ///
    /// Fails when one of them is not there.
    pub(crate) fn unlabelled(&self, images: Vec<Json>) -> Result<Json, PrepareError> {
        let of = |key: &str| self.file.field(self.file.root(), key).cloned();
        let fields = [
            ("images", Json::Array(images)),
            ("info", of("info")?),
            ("licenses", of("licenses")?),
        ];
        Ok(Json::Object(fields.into_iter().collect()))
    }
}

/// Returns a record with other values under some keys.
pub(crate) fn changed<const N: usize>(record: &Json, changes: [(&str, Json); N]) -> Json {
    let mut object: Object = record.as_object().cloned().unwrap_or_default();
    for (key, value) in changes {
        object.insert(Key::from(key), value);
    }
    Json::Object(object)
}
