//! Divides the logs of drives; scenes, samples, measurements and their files follow.

use std::collections::{BTreeSet, HashMap, HashSet};

use mlebench_core::prepare::{
    Files, JsonFile, Preparation, PrepareError, column, split_by_keys, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::json::{DumpOptions, Json};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

use crate::photo_collection::changed;

const BOXES: &str = "train.csv";
const TARGET: &str = "PredictionString";
const MAP_IMAGE: &str = "maps/map_raster_palo_alto.png";
/// Numbers and class of a box.
const BOX_FIELDS: usize = 8;
/// Tables that say the same for both sides.
const COMMON: [&str; 4] = ["attribute", "category", "sensor", "visibility"];

/// Prepares 3d-object-detection-for-autonomous-vehicles.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let drives = Drives::read(task)?;
    let logs = drives.logs.tokens()?;
    let split = split_rows(
        "train_data/log.json",
        logs.len(),
        TestSize::Fraction(0.2),
        0,
    )?;
    let of = |rows: &[usize]| {
        rows.iter()
            .map(|row| logs[*row].clone())
            .collect::<Vec<_>>()
    };
    let (train, test) = (of(&split.train), of(&split.test));
    // Both maps of the published edition name the test logs.
    let mapped = if task.corrected() { &train } else { &test };

    let mut files = Files::new(task.raw, task.prepared);
    let samples = drives.write_side(task, "train", &train, mapped, &mut files)?;
    write_annotations(task, &samples)?;
    let samples = drives.write_side(task, "test", &test, &test, &mut files)?;
    write_boxes(task, &samples)?;
    for side in ["train", "test"] {
        files.add(
            &format!("train_{MAP_IMAGE}"),
            &format!("public/{side}_{MAP_IMAGE}"),
        )?;
        for table in COMMON {
            files.add(
                &format!("train_data/{table}.json"),
                &format!("public/{side}_data/{table}.json"),
            )?;
        }
    }
    files.run(task.progress)
}

/// A table of the data set: a list of records.
struct Records {
    file: JsonFile,
    list: Vec<Json>,
}

impl Records {
    fn read(task: &Preparation<'_>, name: &str) -> Result<Self, PrepareError> {
        let mut file = JsonFile::read(task.raw, &format!("train_data/{name}.json"))?;
        let list = file.take_list()?;
        Ok(Self { file, list })
    }

    fn text<'r>(&self, record: &'r Json, key: &str) -> Result<&'r str, PrepareError> {
        self.file.text_of(record, key)
    }

    fn tokens(&self) -> Result<Vec<String>, PrepareError> {
        let tokens = self.list.iter().map(|record| self.text(record, "token"));
        tokens.map(|token| token.map(str::to_owned)).collect()
    }

    /// Returns the records whose `key` is one of `values`, in raw order.
    fn where_in(&self, key: &str, values: &BTreeSet<String>) -> Result<Vec<Json>, PrepareError> {
        let mut kept = Vec::new();
        for record in &self.list {
            if values.contains(self.text(record, key)?) {
                kept.push(record.clone());
            }
        }
        Ok(kept)
    }

    /// Returns the record of each token, in the order of the tokens.
    fn of_tokens<'t>(
        &self,
        tokens: impl Iterator<Item = &'t str>,
    ) -> Result<Vec<Json>, PrepareError> {
        let mut places = HashMap::new();
        for record in &self.list {
            places.insert(self.text(record, "token")?, record);
        }
        let record = |token| {
            let place = places.get(token);
            place.map(|record| (*record).clone()).ok_or_else(|| {
                self.file
                    .unexpected(format!("there is no record of the token `{token}`"))
            })
        };
        tokens.map(record).collect()
    }
}

/// The tables that are divided.
struct Drives {
    logs: Records,
    scenes: Records,
    samples: Records,
    sample_data: Records,
    poses: Records,
    calibrations: Records,
    maps: Records,
}

impl Drives {
    fn read(task: &Preparation<'_>) -> Result<Self, PrepareError> {
        let read = |name| Records::read(task, name);
        Ok(Self {
            logs: read("log")?,
            scenes: read("scene")?,
            samples: read("sample")?,
            sample_data: read("sample_data")?,
            poses: read("ego_pose")?,
            calibrations: read("calibrated_sensor")?,
            maps: read("map")?,
        })
    }

    /// Writes the tables of a side and returns the tokens of its samples; `mapped` are the logs
    /// that its map names.
    fn write_side(
        &self,
        task: &Preparation<'_>,
        side: &str,
        logs: &[String],
        mapped: &[String],
        files: &mut Files<'_>,
    ) -> Result<BTreeSet<String>, PrepareError> {
        let logs: BTreeSet<String> = logs.iter().cloned().collect();
        // A scene has the token of its log.
        let samples = self.samples.where_in("scene_token", &logs)?;
        let sample_tokens = tokens_of(&self.samples, &samples, "token")?;
        let data = self.sample_data.where_in("sample_token", &sample_tokens)?;
        let mut poses = Vec::with_capacity(data.len());
        let (mut calibrations, mut seen) = (Vec::new(), HashSet::new());
        for record in &data {
            poses.push(self.sample_data.text(record, "ego_pose_token")?);
            let calibration = self.sample_data.text(record, "calibrated_sensor_token")?;
            if seen.insert(calibration) {
                calibrations.push(calibration);
            }
            let name = self.sample_data.text(record, "filename")?;
            files.add(&format!("train_{name}"), &format!("public/{side}_{name}"))?;
        }
        let poses = self.poses.of_tokens(poses.into_iter())?;
        let calibrations = self.calibrations.of_tokens(calibrations.into_iter())?;
        let write = |table, list| write(task, side, table, list);
        write("log", self.logs.where_in("token", &logs)?)?;
        write("scene", self.scenes.where_in("log_token", &logs)?)?;
        write("sample", samples)?;
        write("sample_data", data)?;
        write("ego_pose", poses)?;
        write("calibrated_sensor", calibrations)?;
        write("map", self.maps_of(mapped))?;
        Ok(sample_tokens)
    }

    /// Returns the maps, the first one naming these logs.
    fn maps_of(&self, logs: &[String]) -> Vec<Json> {
        let mut maps = self.maps.list.clone();
        if let Some(map) = maps.first_mut() {
            let logs: Vec<Json> = logs.iter().map(|log| log.as_str().into()).collect();
            *map = changed(map, [("log_tokens", logs.into())]);
        }
        maps
    }
}

/// Writes the annotated boxes of the train samples and the objects they belong to.
fn write_annotations(
    task: &Preparation<'_>,
    samples: &BTreeSet<String>,
) -> Result<(), PrepareError> {
    let all = Records::read(task, "sample_annotation")?;
    let annotations = all.where_in("sample_token", samples)?;
    let objects = tokens_of(&all, &annotations, "instance_token")?;
    write(task, "train", "sample_annotation", annotations)?;
    let objects = Records::read(task, "instance")?.where_in("token", &objects)?;
    write(task, "train", "instance", objects)
}

fn tokens_of(
    table: &Records,
    records: &[Json],
    key: &str,
) -> Result<BTreeSet<String>, PrepareError> {
    let tokens = records.iter().map(|record| table.text(record, key));
    tokens.map(|token| token.map(str::to_owned)).collect()
}

fn write(
    task: &Preparation<'_>,
    side: &str,
    table: &str,
    list: Vec<Json>,
) -> Result<(), PrepareError> {
    let file = format!("public/{side}_data/{table}.json");
    task.prepared
        .write_json(&file, &Json::Array(list), DumpOptions::default())
}

/// Writes the true boxes of both sides and the sample submission.
fn write_boxes(
    task: &Preparation<'_>,
    test_samples: &BTreeSet<String>,
) -> Result<(), PrepareError> {
    let boxes = task.raw.table(BOXES, &ReadOptions::default())?;
    let split = split_by_keys(BOXES, &boxes, "Id", test_samples)?;
    let test = boxes.take(&split.test);
    let truth = column(BOXES, &test, TARGET)?;
    let certain: Vec<String> = (0..test.rows())
        .map(|row| with_confidence(&truth.cell_text(row)))
        .collect::<Result<_, _>>()?;
    let answers = test.with_column(TARGET, Column::from_texts(&certain));
    let none = Column::from_texts(vec![""; certain.len()]);
    let sample: Table = answers.clone().with_column(TARGET, none);
    let prepared = task.prepared;
    prepared.write_table("public/train.csv", &boxes.take(&split.train))?;
    prepared.write_table("private/test.csv", &answers)?;
    prepared.write_table("public/sample_submission.csv", &sample)
}

/// Puts the confidence 1 before each box, which makes a prediction of the truth.
fn with_confidence(boxes: &str) -> Result<String, PrepareError> {
    let fields: Vec<&str> = boxes.split_whitespace().collect();
    if !fields.len().is_multiple_of(BOX_FIELDS) {
        return Err(PrepareError::unexpected(
            BOXES,
            format!("`{boxes}` is not made of boxes of {BOX_FIELDS} fields"),
        ));
    }
    let boxes = fields.chunks(BOX_FIELDS);
    let certain = boxes.map(|fields| format!("1.0 {}", fields.join(" ")));
    Ok(certain.collect::<Vec<_>>().join(" "))
}
