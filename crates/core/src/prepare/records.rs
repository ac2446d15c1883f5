//! TFRecord files among the raw files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use mlebench_data::tfrecord::{
    RecordError, RecordReader, bytes_feature, retain_features, write_record,
};

use crate::prepare::path::inside;
use crate::prepare::{PrepareError, Prepared, Raw};

/// Lists the record files of a folder whose names begin with `prefix`, in code-point order.
///
/// # Errors
///
/// Fails when the folder is not there.
pub fn record_files(raw: &Raw, folder: &str, prefix: &str) -> Result<Vec<String>, PrepareError> {
    let mut names = raw.list(folder)?;
    let is_records = |name: &String| {
        let ending = Path::new(name).extension();
        name.starts_with(prefix) && ending.is_some_and(|ending| ending == "tfrec")
    };
    names.retain(is_records);
    Ok(names)
}

/// Returns a record file's name with another beginning and number: `train07-2071.tfrec` may become
/// `test00-2071.tfrec`. What follows the dash, the number of its records, stays.
///
/// # Errors
///
/// Fails when there is no dash in the name.
pub fn renumbered(name: &str, beginning: &str, number: usize) -> Result<String, PrepareError> {
    let (_, count) = name.split_once('-').ok_or_else(|| {
        PrepareError::unexpected(name, "its name has no dash before the number of records")
    })?;
    Ok(format!("{beginning}{number:02}-{count}"))
}

/// Returns a text feature of every record of a file.
///
/// # Errors
///
/// Fails when the file is not there or damaged, or a record lacks the feature.
pub fn record_texts(raw: &Raw, file: &str, feature: &str) -> Result<Vec<String>, PrepareError> {
    let mut texts = Vec::new();
    each_record(raw, file, |record| {
        let bytes = bytes_feature(record, feature).map_err(PrepareError::content(file))?;
        let text = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| {
            let problem = format!("record {} has no text `{feature}`", texts.len());
            PrepareError::unexpected(file, problem)
        })?;
        texts.push(text.to_owned());
        Ok(())
    })?;
    Ok(texts)
}

/// Writes a raw record file anew with the named features only; whatever else its records hold,
/// such as labels, is left out.
///
/// # Errors
///
/// Fails when the file is not there or damaged, or cannot be written.
pub fn write_records(
    raw: &Raw,
    prepared: &Prepared,
    from: &str,
    to: &str,
    features: &[&str],
) -> Result<(), PrepareError> {
    prepared.write_with(to, |out| {
        each_record(raw, from, |record| {
            let kept = retain_features(record, |name| features.contains(&name))
                .map_err(PrepareError::content(from))?;
            out.write(|out| write_record(out, &kept))
        })
    })
}

fn each_record(
    raw: &Raw,
    file: &str,
    mut use_record: impl FnMut(&[u8]) -> Result<(), PrepareError>,
) -> Result<(), PrepareError> {
    let path = raw.path(&inside(file)?)?;
    let input = File::open(&path).map_err(PrepareError::file("open", &path))?;
    for record in RecordReader::new(BufReader::with_capacity(1 << 18, input)) {
        let record = record.map_err(PrepareError::content::<RecordError>(file))?;
        use_record(&record)?;
    }
    Ok(())
}
