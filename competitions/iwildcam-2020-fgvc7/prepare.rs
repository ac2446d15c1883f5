//! Divides the cameras' locations until the test share of the photos is reached.

use std::collections::{HashMap, HashSet};

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError, split_rows};
use mlebench_data::json::{DumpOptions, Json, Records};
use mlebench_data::random::NumpyLegacy;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const TRAIN: &str = "iwildcam2020_train_annotations.json";
const TEST: &str = "iwildcam2020_test_information.json";
const DETECTIONS: &str = "iwildcam2020_megadetector_results.json";
const SHARE: f64 = 0.22;
/// Categories are numbered below this.
const CATEGORIES: i64 = 676;

/// Prepares iwildcam-2020-fgvc7.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let mut train = JsonFile::read(task.raw, TRAIN)?;
    let images = train.take_list_of("images")?;
    let annotations = train.take_list_of("annotations")?;
    let test_images = divide(task, &train, &images)?;
    let is_test = |record: &Json, key| -> Result<bool, PrepareError> {
        Ok(test_images.contains(train.id_of(record, key)?.as_ref()))
    };

    let mut files = Files::new(task.raw, task.prepared);
    for image in &images {
        let side = if is_test(image, "id")? {
            "test"
        } else {
            "train"
        };
        let name = train.text_of(image, "file_name")?;
        files.add(&format!("train/{name}"), &format!("public/{side}/{name}"))?;
    }
    files.add(DETECTIONS, &format!("public/{DETECTIONS}"))?;

    let (mut ids, mut categories) = (Vec::new(), Vec::new());
    for annotation in &annotations {
        if is_test(annotation, "image_id")? {
            ids.push(train.id_of(annotation, "image_id")?.into_owned());
            categories.push(train.int_of(annotation, "category_id")?);
        }
    }
    write_predictions(task, &ids, categories)?;

    let images = part(task, &train, images, |image| is_test(image, "id"))?;
    let annotations = part(task, &train, annotations, |record| {
        is_test(record, "image_id")
    })?;
    let about = |file: &JsonFile, key: &str| file.field(file.root(), key).cloned();
    let write = |file: &str, fields: Vec<(&str, Json)>| {
        let value = Json::Object(fields.into_iter().collect());
        let path = format!("public/{file}");
        task.prepared
            .write_json(&path, &value, DumpOptions::default())
    };
    let [train_images, test_images] = images;
    let [train_annotations, _] = annotations;
    let test = JsonFile::read(task.raw, TEST)?;
    write(
        TRAIN,
        vec![
            ("annotations", train_annotations),
            ("images", train_images),
            ("categories", about(&train, "categories")?),
            ("info", about(&train, "info")?),
        ],
    )?;
    write(
        TEST,
        vec![
            ("images", test_images),
            ("categories", about(&test, "categories")?),
            ("info", about(&test, "info")?),
        ],
    )?;
    files.run(task.progress)
}

/// Returns the ids of the test images: those at the locations drawn, moved over one by one until
/// the share fits.
fn divide(
    task: &Preparation<'_>,
    file: &JsonFile,
    images: &[Json],
) -> Result<HashSet<String>, PrepareError> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut locations: Vec<Vec<&Json>> = Vec::new();
    for image in images {
        let location = file.id_of(image, "location")?.into_owned();
        let place = *places.entry(location).or_insert(locations.len());
        if place == locations.len() {
            locations.push(Vec::new());
        }
        locations[place].push(image);
    }
    let split = split_rows(TRAIN, locations.len(), TestSize::Fraction(SHARE), 0)?;
    let (mut train, mut test) = (split.train, split.test);
    let share = |test: &[usize]| {
        let count: usize = test.iter().map(|place| locations[*place].len()).sum();
        // The published edition adds the test photos to all photos once more.
        let whole = if task.corrected() { 0 } else { count } + images.len();
        count as f64 / whole as f64
    };
    while share(&test) < SHARE
        && let Some(location) = train.pop()
    {
        test.push(location);
    }
    while share(&test) > SHARE
        && let Some(location) = test.pop()
    {
        train.push(location);
    }
    let images = test.iter().flat_map(|place| &locations[*place]);
    images
        .map(|image| Ok(file.id_of(image, "id")?.into_owned()))
        .collect()
}

/// Divides records into train and test, raw order kept. As in a data frame, gaps become NaN; in the
/// corrected edition, as JSON asks, null.
fn part(
    task: &Preparation<'_>,
    file: &JsonFile,
    records: Vec<Json>,
    is_test: impl Fn(&Json) -> Result<bool, PrepareError>,
) -> Result<[Json; 2], PrepareError> {
    let mut records = Records::new(records).map_err(PrepareError::content(file.name()))?;
    if task.corrected() {
        records.nan_to_null();
    }
    let mut parts = [Vec::new(), Vec::new()];
    for index in 0..records.len() {
        let record = Json::Object(records.object(index));
        let side = usize::from(is_test(&record)?);
        parts[side].push(record);
    }
    Ok(parts.map(Json::Array))
}

fn write_predictions(
    task: &Preparation<'_>,
    ids: &[String],
    categories: Vec<i64>,
) -> Result<(), PrepareError> {
    let mut random = NumpyLegacy::new(0);
    let guesses = ids.iter().map(|_| random.randint(0, CATEGORIES)).collect();
    let ids = Table::new().with_column("Id", Column::from_texts(ids));
    let answers = ids.clone().with_column("Category", Column::Int(categories));
    let sample = ids.with_column("Category", Column::Int(guesses));
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/sample_submission.csv", &sample)
}
