//! Records of binary formats.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use mlebench_data::bson;
use mlebench_data::matlab::{self, MatValue};
use mlebench_data::npy::{NpyArray, NpyHeader};
use mlebench_data::parquet::ParquetSource;
use mlebench_data::tfrecord::{RecordReader, scalar_features};

use super::MAX_ROWS;
use super::rows::{Collector, Form, Record, Rows, clip};

/// Most bytes of an array, and of what a MATLAB file unpacks to.
const MAX_ARRAY: u64 = 32 << 20;
const MAX_UNPACKED: u64 = 256 << 20;

/// Most columns of an array that are looked at.
const MAX_ARRAY_COLUMNS: usize = 256;

/// Reads a Parquet file; tells whether rows were left out.
pub(crate) fn parquet(path: &Path) -> io::Result<(Rows, bool)> {
    let source = ParquetSource::open(path).map_err(io::Error::other)?;
    let mut rows = Collector::new(Form::Table);
    let mut left_out = false;
    source
        .for_each_record(|record| {
            left_out = rows.is_full();
            if !left_out {
                rows.push(record);
            }
            !left_out
        })
        .map_err(io::Error::other)?;
    Ok((rows.finish(), left_out))
}

/// Reads a record file.
pub(crate) fn tfrecord(input: impl Read) -> io::Result<(Rows, bool)> {
    let mut rows = Collector::new(Form::RecordFile);
    for record in RecordReader::new(BufReader::new(input)) {
        if rows.is_full() {
            return Ok((rows.finish(), true));
        }
        let record = record.map_err(io::Error::other)?;
        rows.push(scalar_features(&record).map_err(io::Error::other)?);
    }
    Ok((rows.finish(), false))
}

/// Reads a dump of BSON documents.
pub(crate) fn bson(input: impl Read) -> io::Result<(Rows, bool)> {
    let mut reader = bson::DocumentReader::new(BufReader::new(input));
    let (mut document, mut rows) = (Vec::new(), Collector::new(Form::Records));
    while reader.read_into(&mut document).map_err(io::Error::other)? {
        if rows.is_full() {
            return Ok((rows.finish(), true));
        }
        rows.push(bson::members(&document).map_err(io::Error::other)?);
    }
    Ok((rows.finish(), false))
}

/// Reads an array of numbers or texts: its first axis are the rows.
pub(crate) fn npy(path: &Path) -> io::Result<Rows> {
    let header =
        NpyHeader::read(&mut BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
    let (rows, size) = (header.rows(), header.size().map_err(io::Error::other)?);
    let width = header.shape.iter().skip(1).product::<usize>();
    if width > MAX_ARRAY_COLUMNS || rows > MAX_ROWS || size as u64 > MAX_ARRAY {
        // Pictures, not tables.
        return Ok(Rows::from_records([], Form::Table));
    }
    let array = NpyArray::read(BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
    let cells = match array.to_f64() {
        Ok(numbers) => numbers.iter().map(f64::to_string).collect(),
        Err(_) => array.to_texts().map_err(io::Error::other)?,
    };
    let cell = |row: usize, column: usize| {
        let at = if header.fortran_order {
            column * rows + row
        } else {
            row * width + column
        };
        cells.get(at).cloned().unwrap_or_default()
    };
    let row = |row| {
        (0..width)
            .map(|c| (format!("column {}", c + 1), cell(row, c)))
            .collect()
    };
    Ok(Rows::from_records((0..rows).map(row), Form::Table))
}

/// Reads the arrays of a MATLAB file: all small values as one record, and the arrays of one length as
/// columns.
pub(crate) fn matlab(path: &Path) -> io::Result<Vec<Rows>> {
    let arrays = matlab::values(&std::fs::read(path)?, MAX_UNPACKED).map_err(io::Error::other)?;
    let (mut record, mut columns) = (Record::new(), Vec::new());
    for (name, value) in &arrays {
        flatten(name, value, &mut record, &mut columns);
    }
    let mut found = vec![Rows::from_records([record], Form::Records)];
    let mut lengths: Vec<usize> = columns.iter().map(|(_, cells)| cells.len()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for length in lengths {
        let columns: Vec<_> = columns
            .iter()
            .filter(|(_, cells)| cells.len() == length)
            .collect();
        let row = |row: usize| {
            columns
                .iter()
                .map(|(n, c)| (n.clone(), c[row].clone()))
                .collect()
        };
        found.push(Rows::from_records((0..length).map(row), Form::Records));
    }
    Ok(found)
}

type Columns = Vec<(String, Vec<String>)>;

fn flatten(name: &str, value: &MatValue, record: &mut Record, columns: &mut Columns) {
    let joined = |inner: &str| format!("{name}.{inner}");
    match value {
        MatValue::Text(text) => record.push((name.to_owned(), clip(text).to_owned())),
        MatValue::Numbers(numbers) if numbers.len() == 1 => {
            record.push((name.to_owned(), numbers[0].to_string()));
        }
        MatValue::Numbers(numbers) if numbers.len() <= MAX_ROWS => {
            columns.push((
                name.to_owned(),
                numbers.iter().map(f64::to_string).collect(),
            ));
        }
        MatValue::Cells(cells) => {
            if cells.len() > 1 {
                columns.push((name.to_owned(), cells.iter().map(plain).collect()));
            } else if let Some(cell) = cells.first() {
                flatten(name, cell, record, columns);
            }
        }
        MatValue::Structures(items) => {
            if let [item] = items.as_slice() {
                for (field, value) in item {
                    flatten(&joined(field), value, record, columns);
                }
            } else if let Some(first) = items.first() {
                for (place, (field, _)) in first.iter().enumerate() {
                    let cells = items.iter().map(|item| plain(&item[place].1)).collect();
                    columns.push((joined(field), cells));
                }
            }
        }
        MatValue::Numbers(_) | MatValue::Other => {}
    }
}

/// Returns a single value as text, of a list its values.
fn plain(value: &MatValue) -> String {
    match value {
        MatValue::Text(text) => text.clone(),
        MatValue::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().take(64).map(f64::to_string).collect();
            numbers.join(" ")
        }
        MatValue::Cells(cells) if cells.len() == 1 => plain(&cells[0]),
        _ => String::new(),
    }
}
