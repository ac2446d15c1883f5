//! Holds out molecules of good quality; the answers are their measured bases.

use std::collections::HashSet;

use mlebench_core::prepare::{Files, JsonFile, Preparation, PrepareError};
use mlebench_data::csv::{FloatFormat, WriteOptions};
use mlebench_data::json::{self, DumpOptions, Json, Key, Object, lines};
use mlebench_data::split::sample_rows;
use mlebench_data::table::{Column, Table, TextColumn};

const TRAIN: &str = "train.json";
const TEST: &str = "test.json";
const SHARE: f64 = 0.1;
const TARGETS: [&str; 5] = [
    "reactivity",
    "deg_Mg_pH10",
    "deg_pH10",
    "deg_Mg_50C",
    "deg_50C",
];

/// Prepares stanford-covid-vaccine.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let file = JsonFile::new(TRAIN, Json::Null);
    let molecules = read_lines(task, TRAIN)?;
    let test = held_out(&file, &molecules)?;
    let shown = read_lines(task, TEST)?;
    let keys: Vec<Key> = shown
        .first()
        .and_then(Json::as_object)
        .map(|first| first.iter().map(|(key, _)| key.clone()).collect())
        .unwrap_or_default();
    let (mut train_part, mut test_part) = (Vec::new(), Vec::new());
    for (row, molecule) in molecules.iter().enumerate() {
        if test.contains(&row) {
            let fields = keys
                .iter()
                .map(|key| Ok((key.clone(), file.field(molecule, key)?.clone())));
            test_part.push(fields.collect::<Result<Object, PrepareError>>()?);
        } else {
            train_part.push(file.object(molecule)?.clone());
        }
    }
    write_lines(task, "public/train.json", train_part)?;
    write_lines(task, "public/test.json", test_part)?;
    let test = molecules
        .iter()
        .enumerate()
        .filter(|(row, _)| test.contains(row));
    write_predictions(task, &file, test.map(|(_, molecule)| molecule))?;
    if !task.corrected() {
        return Ok(());
    }
    // Probabilities that bases pair, which the task offers.
    let mut files = Files::new(task.raw, task.prepared);
    files.add("bpps", "public/bpps")?;
    files.run(task.progress)
}

/// Reads molecules as pandas does or, in the corrected edition, as they are.
fn read_lines(task: &Preparation<'_>, name: &str) -> Result<Vec<Json>, PrepareError> {
    let text = task.raw.text(name)?;
    if task.corrected() {
        let written = text.lines().filter(|line| !line.trim().is_empty());
        return written
            .map(|line| json::parse(line).map_err(PrepareError::content(name)))
            .collect();
    }
    let records = lines::read(&text).map_err(PrepareError::content(name))?;
    let objects = (0..records.len()).map(|row| Json::Object(records.object(row)));
    Ok(objects.collect())
}

/// Draws the test molecules from those that passed the filter.
fn held_out(file: &JsonFile, molecules: &[Json]) -> Result<HashSet<usize>, PrepareError> {
    let mut passed = Vec::new();
    for (row, molecule) in molecules.iter().enumerate() {
        if file.number_of(molecule, "SN_filter")? > 0.0 {
            passed.push(row);
        }
    }
    let count = (SHARE * molecules.len() as f64) as usize;
    let drawn = sample_rows(passed.len(), count, 0).map_err(|source| PrepareError::Split {
        file: TRAIN.to_owned(),
        source,
    })?;
    Ok(drawn.into_iter().map(|index| passed[index]).collect())
}

/// Writes molecules one a line, numbered from 0.
fn write_lines(
    task: &Preparation<'_>,
    file: &str,
    molecules: Vec<Object>,
) -> Result<(), PrepareError> {
    task.prepared.write_with(file, |output| {
        for (index, mut molecule) in molecules.into_iter().enumerate() {
            if let Some(number) = molecule.get_mut("index") {
                *number = Json::Int(index as i64);
            }
            output.write(|out| {
                if task.corrected() {
                    json::write(&Json::Object(molecule), out, DumpOptions::default())?;
                    return out.write_all(b"\n");
                }
                let mut line = Vec::new();
                lines::push_line(&mut line, molecule.iter());
                out.write_all(&line)
            })?;
        }
        Ok(())
    })
}

/// Writes the answers, one row a base: measured values where a base is scored, else zeros; and the
/// sample submission, zeros throughout.
fn write_predictions<'m>(
    task: &Preparation<'_>,
    file: &JsonFile,
    molecules: impl Iterator<Item = &'m Json>,
) -> Result<(), PrepareError> {
    let (mut ids, mut keep) = (TextColumn::new(), Vec::new());
    let mut values: [Vec<f64>; TARGETS.len()] = Default::default();
    for molecule in molecules {
        let id = file.text_of(molecule, "id")?;
        let length = file.int_of(molecule, "seq_length")?;
        let scored = file.int_of(molecule, "seq_scored")?;
        for base in 0..length {
            ids.push(&format!("{id}_{base}"));
            keep.push(base < scored);
        }
        for (target, values) in TARGETS.iter().zip(&mut values) {
            let measured = file.list_of(molecule, target)?;
            for base in 0..length {
                let value = measured.get(base as usize).filter(|_| base < scored);
                let value = match value {
                    None if base < scored => None,
                    None => Some(0.0),
                    Some(value) => value.as_f64(),
                };
                values.push(value.ok_or_else(|| {
                    file.unexpected(format!("`{target}` of {id} has no number for base {base}"))
                })?);
            }
        }
    }
    let rows = ids.len();
    let mut answers = Table::new().with_column("id_seqpos", Column::Text(ids));
    let mut sample = answers.clone();
    for (target, values) in TARGETS.into_iter().zip(values) {
        answers.push_column(target, Column::Float(values));
        sample.push_column(target, Column::Float(vec![0.0; rows]));
    }
    answers.push_column("keep", Column::Bool(keep));
    let mut options = WriteOptions::default();
    if !task.corrected() {
        options.float_format = FloatFormat::Fixed(10);
    }
    task.prepared
        .write_table_with("private/test.csv", &answers, &options)?;
    task.prepared
        .write_table_with("public/sample_submission.csv", &sample, &options)
}
