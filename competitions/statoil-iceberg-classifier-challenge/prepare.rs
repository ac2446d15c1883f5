//! Divides the radar pictures of one JSON list in a 7z archive.

use std::path::Path;

use mlebench_core::prepare::{Preparation, PrepareError, Raw, split_rows};
use mlebench_data::archive::{SevenzPacking, SevenzSource, SevenzTarget};
use mlebench_data::csv::{self, WriteOptions};
use mlebench_data::json::{self, DumpOptions, Json, Object};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const TRAIN: &str = "train.json";
const TEST: &str = "test.json";

/// Prepares statoil-iceberg-classifier-challenge.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let spots = spots(task.raw, TRAIN)?;
    let split = split_rows(TRAIN, spots.len(), TestSize::Fraction(0.2), 0)?;
    let train = split.train.iter().map(|row| spots[*row].clone()).collect();
    write_packed(task, TRAIN, &dump(&Json::Array(train)))?;
    let raw_test = spots_like(&spots, &split.test, &self::spots(task.raw, TEST)?)?;
    write_packed(task, TEST, &dump(&raw_test))?;

    let answers = answers(&spots, &split.test)?;
    task.prepared.write_table("private/test.csv", &answers)?;
    let guess = Column::Float(vec![0.5; answers.rows()]);
    let sample = answers.with_column("is_iceberg", guess);
    let name = "sample_submission.csv";
    task.prepared
        .write_table(&format!("private/{name}"), &sample)?;
    let text = csv::to_bytes(&sample, &WriteOptions::default());
    write_packed(task, name, &text)
}

/// Reads the list of spots in `<name>.7z`.
fn spots(raw: &Raw, name: &str) -> Result<Vec<Json>, PrepareError> {
    let (archive, member) = (format!("{name}.7z"), format!("data/processed/{name}"));
    let place = format!("{archive}!{member}");
    let mut source = SevenzSource::open(&raw.path(Path::new(&archive))?)?;
    let text = String::from_utf8(source.read(&member)?).map_err(PrepareError::content(&place))?;
    match json::parse(&text).map_err(PrepareError::content(&place))? {
        Json::Array(spots) => Ok(spots),
        other => {
            let problem = format!("it holds {}, expected a list", other.kind());
            Err(PrepareError::unexpected(place, problem))
        }
    }
}

/// Returns the chosen spots with the keys that the first raw test spot has, in its order.
fn spots_like(spots: &[Json], rows: &[usize], raw_test: &[Json]) -> Result<Json, PrepareError> {
    let model = raw_test.first().and_then(Json::as_object);
    let model = model.ok_or_else(|| PrepareError::unexpected(TEST, "it has no first object"))?;
    let spot = |row: &usize| {
        let mut spot = Object::new();
        for (key, _) in model.iter() {
            spot.insert(key.clone(), member(spots, *row, key)?.clone());
        }
        Ok(Json::Object(spot))
    };
    let spots: Result<Vec<Json>, PrepareError> = rows.iter().map(spot).collect();
    Ok(Json::Array(spots?))
}

fn answers(spots: &[Json], rows: &[usize]) -> Result<Table, PrepareError> {
    let (mut ids, mut labels) = (Vec::new(), Vec::new());
    for row in rows {
        let wrong = |key: &str, value: &Json, expected: &str| {
            let kind = value.kind();
            let problem = format!("`{key}` of spot {row} is {kind}, expected {expected}");
            PrepareError::unexpected(TRAIN, problem)
        };
        let id = member(spots, *row, "id")?;
        ids.push(id.as_text().ok_or_else(|| wrong("id", id, "a text"))?);
        let label = member(spots, *row, "is_iceberg")?;
        let number = label.as_int();
        labels.push(number.ok_or_else(|| wrong("is_iceberg", label, "a whole number"))?);
    }
    Ok(Table::new()
        .with_column("id", Column::from_texts(ids))
        .with_column("is_iceberg", Column::Int(labels)))
}

fn member<'j>(spots: &'j [Json], row: usize, key: &str) -> Result<&'j Json, PrepareError> {
    spots[row]
        .get(key)
        .ok_or_else(|| PrepareError::unexpected(TRAIN, format!("spot {row} has no `{key}`")))
}

fn dump(value: &Json) -> Vec<u8> {
    let mut text = Vec::new();
    json::write(value, &mut text, DumpOptions::default()).expect("memory takes everything");
    text
}

/// Writes the one member of `public/<name>.7z`.
fn write_packed(task: &Preparation<'_>, name: &str, bytes: &[u8]) -> Result<(), PrepareError> {
    let path = task
        .prepared
        .place(Path::new(&format!("public/{name}.7z")))?;
    let mut archive = SevenzTarget::create(&path, SevenzPacking::FilteredLzma2)?;
    archive.add_bytes(name, bytes)?;
    archive.finish()?;
    Ok(())
}
