//! Divides the requests; test requests keep only what the raw test requests show.

use std::path::Path;

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError, split_rows};
use mlebench_data::json::{self, DumpOptions, Json, Object};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const TRAIN: &str = "train.json";
const TEST: &str = "test.json";
const ID: &str = "request_id";
const TARGET: &str = "requester_received_pizza";
/// Named only where a pizza was given.
const GIVER: &str = "giver_username_if_known";

/// Prepares random-acts-of-pizza.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let mut file = JsonFile::read(task.raw, TRAIN)?;
    let requests = file.take_list()?;
    let mut test_file = JsonFile::read(task.raw, TEST)?;
    let raw_test = test_file.take_list()?;
    let share = raw_test.len() as f64 / (requests.len() + raw_test.len()) as f64;
    let split = split_rows(TRAIN, requests.len(), TestSize::Fraction(share), 0)?;

    let first = raw_test.first().unwrap_or(&Json::Null);
    let keys: Vec<&str> = test_file
        .object(first)?
        .iter()
        .map(|(key, _)| &**key)
        .collect();
    let train = split.train.iter().map(|row| requests[*row].clone());
    let test = split
        .test
        .iter()
        .map(|row| only(&file, &requests[*row], &keys));
    write_requests(task, "train", train.collect())?;
    write_requests(task, "test", test.collect::<Result<_, _>>()?)?;

    let (mut ids, mut outcomes) = (Vec::new(), Vec::new());
    for row in &split.test {
        ids.push(file.text_of(&requests[*row], ID)?);
        let outcome = file.field(&requests[*row], TARGET)?;
        let outcome = outcome.as_bool().ok_or_else(|| {
            file.unexpected(format!(
                "`{TARGET}` is {}, expected a truth value",
                outcome.kind()
            ))
        })?;
        outcomes.push(i64::from(outcome));
    }
    let ids = Table::new().with_column(ID, Column::from_texts(&ids));
    let sample = ids
        .clone()
        .with_column(TARGET, Column::Int(vec![0; outcomes.len()]));
    let answers = ids.with_column(TARGET, Column::Int(outcomes));
    task.prepared.write_table("private/test.csv", &answers)?;
    task.prepared
        .write_table("public/sampleSubmission.csv", &sample)
}

/// Returns a request with these keys only, in their order.
fn only(file: &JsonFile, request: &Json, keys: &[&str]) -> Result<Json, PrepareError> {
    let mut object = Object::new();
    for key in keys {
        object.insert(*key, file.field(request, key)?.clone());
    }
    Ok(Json::Object(object))
}

/// Writes the requests of a side, plain and packed.
fn write_requests(
    task: &Preparation<'_>,
    side: &str,
    mut requests: Vec<Json>,
) -> Result<(), PrepareError> {
    let mut archive = format!("public/{side}.zip");
    if task.corrected() {
        archive = format!("public/{side}.json.zip");
        for request in &mut requests {
            if let Json::Object(object) = request {
                object.remove(GIVER);
            }
        }
    }
    let options = DumpOptions {
        indent: Some(4),
        sort_keys: false,
    };
    let mut bytes = Vec::new();
    json::write(&Json::Array(requests), &mut bytes, options)
        .map_err(PrepareError::file("write", Path::new(&archive)))?;
    task.prepared
        .write_bytes(&format!("public/{side}.json"), &bytes)?;
    let mut files = Files::new(task.raw, task.prepared);
    files.add_bytes(Path::new(&archive), &format!("{side}.json"), bytes);
    files.run(task.progress)
}
