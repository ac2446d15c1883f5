//! Holds out as many train records as there are validation records.

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError, split_rows};
use mlebench_data::json::{DumpOptions, Json};
use mlebench_data::npy::{NpyArray, NpyHeader};
use mlebench_data::random::PythonRandom;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const TRAIN: &str = "train_metadata.json";
const VALIDATION: &str = "validation_metadata.json";
const ID: &str = "record_id";
const MASK: &str = "encoded_pixels";
/// What stands for a mask without pixels.
const NO_PIXELS: &str = "-";

/// Prepares google-research-identify-contrails-reduce-global-warming.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let mut metadata = JsonFile::read(task.raw, TRAIN)?;
    let records = metadata.take_list()?;
    let held_out = JsonFile::read(task.raw, VALIDATION)?.take_list()?.len();
    let split = split_rows(TRAIN, records.len(), TestSize::Rows(held_out), 0)?;
    let ids = |rows: &[usize]| -> Result<Vec<&str>, PrepareError> {
        rows.iter()
            .map(|row| metadata.text_of(&records[*row], ID))
            .collect()
    };
    let (train, test) = (ids(&split.train)?, ids(&split.test)?);

    let mut files = Files::new(task.raw, task.prepared);
    files.add("validation", "public/validation")?;
    files.add(VALIDATION, &format!("public/{VALIDATION}"))?;
    for id in train {
        files.add(&format!("train/{id}"), &format!("public/train/{id}"))?;
    }
    for id in &test {
        for band in 8..=16 {
            let name = format!("{id}/band_{band:02}.npy");
            files.add(&format!("train/{name}"), &format!("public/test/{name}"))?;
        }
    }
    let kept = split.train.iter().map(|row| records[*row].clone());
    task.prepared.write_json(
        &format!("public/{TRAIN}"),
        &Json::Array(kept.collect()),
        DumpOptions::default(),
    )?;
    write_predictions(task, &test)?;
    files.run(task.progress)
}

fn write_predictions(task: &Preparation<'_>, test: &[&str]) -> Result<(), PrepareError> {
    let mut random = PythonRandom::new(0);
    let (mut masks, mut guesses) = (Vec::new(), Vec::new());
    let (mut heights, mut widths) = (Vec::new(), Vec::new());
    for id in test {
        let (height, width) = image_size(task, id)?;
        masks.push(mask(task, id)?);
        guesses.push(
            random
                .choice(&["1 3 10 5", NO_PIXELS])
                .copied()
                .unwrap_or(NO_PIXELS),
        );
        heights.push(height as i64);
        widths.push(width as i64);
    }
    let table = |masks: Column| {
        Table::new()
            .with_column(ID, Column::from_texts(test))
            .with_column(MASK, masks)
            .with_column("height", Column::Int(heights.clone()))
            .with_column("width", Column::Int(widths.clone()))
    };
    let answers = table(Column::from_texts(masks));
    let sample = table(Column::from_texts(guesses));
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/sample_submission.csv", &sample)
}

/// Returns height and width of a record's images, from the first band.
fn image_size(task: &Preparation<'_>, id: &str) -> Result<(usize, usize), PrepareError> {
    let file = format!("train/{id}/band_08.npy");
    let bytes = task.raw.bytes(&file)?;
    let header = NpyHeader::read(&mut bytes.as_slice()).map_err(PrepareError::content(&file))?;
    match header.shape[..] {
        [height, width, ..] => Ok((height, width)),
        _ => Err(PrepareError::unexpected(
            file,
            "its array has less than two axes",
        )),
    }
}

/// Returns a record's mask as `start length` of every run of pixels that are 1, counted from 1 down
/// the columns.
fn mask(task: &Preparation<'_>, id: &str) -> Result<String, PrepareError> {
    let file = format!("train/{id}/human_pixel_masks.npy");
    let bytes = task.raw.bytes(&file)?;
    let array = NpyArray::read(bytes.as_slice()).map_err(PrepareError::content(&file))?;
    let ([height, width] | [height, width, 1]) = array.header().shape[..] else {
        return Err(PrepareError::unexpected(file, "it is no mask of one layer"));
    };
    let by_column = array.header().fortran_order;
    let values = array.to_f64().map_err(PrepareError::content(&file))?;
    let pixel = |index: usize| {
        let (row, column) = (index % height, index / height);
        let place = if by_column {
            index
        } else {
            row * width + column
        };
        values[place] == 1.0
    };
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in (0..height * width).filter(|index| pixel(*index)) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == index => *length += 1,
            _ => runs.push((index, 1)),
        }
    }
    if runs.is_empty() {
        return Ok(NO_PIXELS.to_owned());
    }
    let texts = runs
        .iter()
        .map(|(start, length)| format!("{} {length}", start + 1));
    Ok(texts.collect::<Vec<_>>().join(" "))
}
