//! Record files of `TensorFlow` among the raw files.

use std::fs::File;
use std::io::BufReader;

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
    let mut names = raw.list_ending(folder, "tfrec")?;
    names.retain(|name| name.starts_with(prefix));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An example with two features of bytes of one letter: `image_name` and `target`.
    fn example(name: u8, target: u8) -> Vec<u8> {
        let feature = |value| [0x12, 5, 0x0A, 3, 0x0A, 1, value];
        let mut features = vec![0x0A, 19, 0x0A, 10];
        features.extend(b"image_name");
        features.extend(feature(name));
        features.extend([0x0A, 15, 0x0A, 6]);
        features.extend(b"target");
        features.extend(feature(target));
        [vec![0x0A, features.len() as u8], features].concat()
    }

    #[test]
    fn names_are_read_and_labels_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let (raw, prepared) = (
            Raw::new(folder.path()),
            Prepared::create(&folder.path().join("prepared")).unwrap(),
        );
        let mut bytes = Vec::new();
        write_record(&mut bytes, &example(b'a', b'1')).unwrap();
        write_record(&mut bytes, &example(b'b', b'0')).unwrap();
        std::fs::write(folder.path().join("train00-2.tfrec"), &bytes).unwrap();
        std::fs::write(folder.path().join("train.txt"), "").unwrap();
        let files = record_files(&raw, ".", "train").unwrap();
        assert_eq!(files, ["train00-2.tfrec"]);
        assert_eq!(
            record_texts(&raw, &files[0], "image_name").unwrap(),
            ["a", "b"]
        );
        let error = record_texts(&raw, &files[0], "id").unwrap_err().to_string();
        assert!(error.contains("record 0 has no text `id`"), "{error}");
        write_records(&raw, &prepared, &files[0], "public/t", &["image_name"]).unwrap();
        let raw = Raw::new(prepared.folder());
        assert_eq!(
            record_texts(&raw, "public/t", "image_name").unwrap(),
            ["a", "b"]
        );
        assert!(record_texts(&raw, "public/t", "target").is_err());
    }

    #[test]
    fn damage_names_the_file_and_leaves_none() {
        let folder = tempfile::tempdir().unwrap();
        let (raw, prepared) = (
            Raw::new(folder.path()),
            Prepared::create(&folder.path().join("prepared")).unwrap(),
        );
        std::fs::write(folder.path().join("x.tfrec"), b"cut short").unwrap();
        let result = write_records(&raw, &prepared, "x.tfrec", "public/t", &[]);
        assert_eq!(result.unwrap_err().to_string(), "failed to read `x.tfrec`");
        assert!(!prepared.folder().join("public/t").exists());
    }

    #[test]
    fn files_are_renumbered() {
        let renamed = renumbered("ld_train07-1338.tfrec", "ld_test", 3).unwrap();
        assert_eq!(renamed, "ld_test03-1338.tfrec");
        assert!(renumbered("train.tfrec", "test", 0).is_err());
    }
}
