//! Turns each format into records of named fields.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use mlebench_data::csv::{self, ReadOptions};
use mlebench_data::json::{self, Json};
use mlebench_data::matlab;
use mlebench_data::parquet::{ParquetError, ParquetSource};
use mlebench_data::table::Table;
use mlebench_data::tfrecord::{RecordReader, scalar_features};

/// Endings of files whose content is read.
const READ: [&str; 15] = [
    "csv",
    "tsv",
    "txt",
    "json",
    "geojson",
    "jsonl",
    "ndjson",
    "parquet",
    "tfrec",
    "tfrecord",
    "tfrecords",
    "mat",
    "nmea",
    "log",
    "xml",
];

/// Fields of structures that hold labels, as they are looked for in MATLAB files.
const MATLAB_LABELS: [&str; 12] = [
    "Labels",
    "labels",
    "Label",
    "label",
    "Target",
    "target",
    "Annotations",
    "annotations",
    "GroundTruth",
    "groundTruth",
    "ground_truth",
    "Annotation",
];

/// How deep nested values are named; what lies deeper is one value.
const MAX_DEPTH: usize = 4;

/// Fields by name; nested names are joined with dots.
pub(crate) type Record = Vec<(String, String)>;

/// What stands in a file.
pub(crate) enum Content {
    /// Rows of one table.
    Table(Vec<Record>),
    /// Records that need not be alike: JSON, JSON lines, record files.
    Records(Vec<Record>),
    /// Label fields that the structures of a MATLAB file have.
    LabelFields(Vec<&'static str>),
    /// Lines of text of no known form.
    Text(String),
    /// Not read.
    Opaque,
}

/// Returns the ending of a file's name in small letters.
pub(crate) fn ending(name: &str) -> String {
    let name = name.rsplit(['/', '!']).next().unwrap_or(name);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_lowercase()
}

/// Returns whether files of this name are read.
pub(crate) fn is_read(name: &str) -> bool {
    READ.contains(&ending(name).as_str())
}

/// Reads a file; one that is not what it is called is an error.
pub(crate) fn read(name: &str, path: &Path) -> io::Result<Content> {
    Ok(match ending(name).as_str() {
        "csv" => Content::Table(rows(&table(path, b',')?)),
        "tsv" => Content::Table(rows(&table(path, b'\t')?)),
        "parquet" => Content::Table(parquet(path).map_err(io::Error::other)?),
        "json" | "geojson" => {
            let value = json::parse(&std::fs::read_to_string(path)?).map_err(io::Error::other)?;
            Content::Records(json_records(&value))
        }
        "jsonl" | "ndjson" => {
            let text = std::fs::read_to_string(path)?;
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let values = lines.map(|line| json::parse(line).map(|value| flat(&value)));
            let records: Result<_, _> = values.collect();
            Content::Records(records.map_err(io::Error::other)?)
        }
        "tfrec" | "tfrecord" | "tfrecords" => {
            let mut records = Vec::new();
            for record in RecordReader::new(BufReader::new(File::open(path)?)) {
                let record = record.map_err(io::Error::other)?;
                records.push(scalar_features(&record).map_err(io::Error::other)?);
            }
            Content::Records(records)
        }
        "mat" => {
            let file = std::fs::read(path)?;
            let mut found = Vec::new();
            for label in MATLAB_LABELS {
                let without = matlab::without_field(&file, label).map_err(io::Error::other)?;
                if without != file {
                    found.push(label);
                }
            }
            Content::LabelFields(found)
        }
        "txt" => match table(path, b',') {
            Ok(table) if table.width() > 1 => Content::Table(rows(&table)),
            _ => text(path)?,
        },
        _ => text(path)?,
    })
}

fn text(path: &Path) -> io::Result<Content> {
    let bytes = std::fs::read(path)?;
    Ok(Content::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

fn table(path: &Path, delimiter: u8) -> io::Result<Table> {
    let options = ReadOptions {
        delimiter,
        all_text: true,
        missing_words: false,
        ..ReadOptions::default()
    };
    csv::read(&std::fs::read(path)?, &options).map_err(io::Error::other)
}

fn rows(table: &Table) -> Vec<Record> {
    let row = |row: usize| {
        let cells = table.columns();
        cells
            .map(|(name, column)| (name.to_owned(), column.cell_text(row).into_owned()))
            .collect()
    };
    (0..table.rows()).map(row).collect()
}

fn parquet(path: &Path) -> Result<Vec<Record>, ParquetError> {
    let source = ParquetSource::open(path)?;
    let mut records = Vec::new();
    source.for_each_block(&source.column_names(), |block| {
        records.extend(rows(&block));
        Ok::<(), ParquetError>(())
    })?;
    Ok(records)
}

/// Returns the records of a JSON file: of a list its items, of an object of lists theirs (COCO), of
/// an object of objects those with their keys, of columns (`{"field": {"row": value}}`) the rows.
fn json_records(value: &Json) -> Vec<Record> {
    match value {
        Json::Array(items) => items.iter().map(flat).collect(),
        Json::Object(object) => {
            let mut records = vec![flat(value)];
            for (key, inner) in object.iter() {
                if let Some(items) = inner.as_array() {
                    records.extend(items.iter().filter(|i| i.as_object().is_some()).map(flat));
                }
                let mut record = vec![("key".to_owned(), key.to_string())];
                record.extend(flat(inner));
                records.push(record);
            }
            records
        }
        _ => Vec::new(),
    }
}

fn flat(value: &Json) -> Record {
    let mut record = Vec::new();
    flatten("", value, 0, &mut record);
    record
}

fn flatten(name: &str, value: &Json, depth: usize, record: &mut Record) {
    match value {
        Json::Object(object) if depth < MAX_DEPTH => {
            for (key, inner) in object.iter() {
                let name = match name {
                    "" => key.to_string(),
                    _ => format!("{name}.{key}"),
                };
                flatten(&name, inner, depth + 1, record);
            }
        }
        Json::Null => record.push((name.to_owned(), String::new())),
        _ => {
            let mut bytes = Vec::new();
            let scalar = value.as_text().map(str::to_owned);
            let scalar = scalar.unwrap_or_else(|| {
                // Writing to memory cannot fail.
                let _ = json::write(value, &mut bytes, json::DumpOptions::default());
                String::from_utf8_lossy(&bytes).into_owned()
            });
            record.push((name.to_owned(), scalar));
        }
    }
}
