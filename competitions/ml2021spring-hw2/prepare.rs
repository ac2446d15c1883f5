//! Divides the labelled frames by the share that the raw test frames have.

use std::path::Path;

use mlebench_core::prepare::{Preparation, PrepareError, Raw, split_rows};
use mlebench_data::npy::{NpyArray, NpyError, NpyRows, write_header};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const FRAMES: &str = "timit_11/timit_11/train_11.npy";
const LABELS: &str = "timit_11/timit_11/train_label_11.npy";
const RAW_TEST: &str = "timit_11/timit_11/test_11.npy";

/// Prepares ml2021spring-hw2.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let (rows, raw_test) = (open(raw, FRAMES)?.rows(), open(raw, RAW_TEST)?.rows());
    let share = TestSize::Fraction(raw_test as f64 / (rows + raw_test) as f64);
    let split = split_rows(FRAMES, rows, share, 0)?;
    write_rows(task, FRAMES, &split.train, FRAMES)?;
    write_rows(task, LABELS, &split.train, LABELS)?;
    write_rows(task, FRAMES, &split.test, RAW_TEST)?;

    let labels = NpyArray::read(raw.bytes(LABELS)?.as_slice());
    let labels = labels.and_then(|labels| labels.to_texts());
    let labels = labels.map_err(PrepareError::content(LABELS))?;
    if labels.len() != rows {
        let problem = format!("it has {} labels, expected {rows}", labels.len());
        return Err(PrepareError::unexpected(LABELS, problem));
    }
    let ids = (0..split.test.len() as i64).collect();
    let answers = Table::new()
        .with_column("Id", Column::Int(ids))
        .with_column(
            "ClassId",
            Column::from_texts(split.test.iter().map(|row| &labels[*row])),
        );
    prepared.write_table("private/answers.csv", &answers)?;
    let zeros = Column::Int(vec![0; answers.rows()]);
    let sample = answers.with_column("ClassId", zeros);
    prepared.write_table("public/sampleSubmission.csv", &sample)
}

fn open(raw: &Raw, file: &str) -> Result<NpyRows, PrepareError> {
    NpyRows::open(&raw.path(Path::new(file))?).map_err(PrepareError::content(file))
}

/// Writes the chosen rows of a raw array as the public array `to`.
fn write_rows(
    task: &Preparation<'_>,
    from: &str,
    rows: &[usize],
    to: &str,
) -> Result<(), PrepareError> {
    let mut array = open(task.raw, from)?;
    let mut shape = array.header().shape.clone();
    if let Some(length) = shape.first_mut() {
        *length = rows.len();
    }
    let values = array.header().descr.clone();
    task.progress.begin("frames", Some(rows.len() as u64));
    task.prepared.write_with(&format!("public/{to}"), |out| {
        out.write(|out| write_header(out, &values, &shape))?;
        let mut bytes = Vec::new();
        for row in rows {
            let read: Result<(), NpyError> = array.read(*row, &mut bytes);
            read.map_err(PrepareError::content(from))?;
            out.write(|out| out.write_all(&bytes))?;
            task.progress.advance(1);
        }
        Ok(())
    })?;
    task.progress.end();
    Ok(())
}
