//! Prepares the miniatures in both editions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mlebench_competitions::Registry;
use mlebench_core::edition::Edition;
use mlebench_data::archive::read_member;
use mlebench_data::csv::{self, ReadOptions};
use mlebench_data::table::Table;
use mlebench_data::tfrecord::{RecordReader, feature_names};

use crate::miniature::{self, Miniature};

/// A prepared miniature, removed when dropped.
pub(super) struct Prepared(Miniature);

/// Prepares a competition's miniature in both editions: published, corrected.
pub(super) fn both(id: &str) -> [Prepared; 2] {
    both_from(id, &miniature::golden(id).join("raw.zip"))
}

/// Prepares another download in both editions: published, corrected.
pub(super) fn both_from(id: &str, download: &Path) -> [Prepared; 2] {
    let competition = Registry::builtin().get(id).expect("it is built in");
    [Edition::Published, Edition::Corrected].map(|edition| {
        let miniature = miniature::prepare_from(&competition, edition, download);
        Prepared(miniature.unwrap_or_else(|error| panic!("{id}, {edition:?}: {error}")))
    })
}

impl Prepared {
    /// Returns the path of a file, `public/...` or `private/...`.
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.0.layout.prepared().join(file)
    }

    /// Returns the names of all features in the record files of a folder that begin with `prefix`.
    pub(super) fn features(&self, folder: &str, prefix: &str) -> BTreeSet<String> {
        let mut features = BTreeSet::new();
        for file in std::fs::read_dir(self.path(folder)).expect("the folder is there") {
            let file = file.expect("the folder can be listed");
            if file.file_name().to_string_lossy().starts_with(prefix) {
                let bytes = std::fs::read(file.path()).expect("the file can be read");
                for record in RecordReader::new(bytes.as_slice()) {
                    let record = record.expect("the record is whole");
                    let names = feature_names(&record).expect("it is an example");
                    features.extend(names.into_iter().map(str::to_owned));
                }
            }
        }
        features
    }

    /// Returns whether a file or folder is there.
    pub(super) fn has(&self, file: &str) -> bool {
        self.path(file).exists()
    }

    /// Reads a file, or a member of an archive (`archive.zip!member`).
    pub(super) fn text(&self, file: &str) -> String {
        let bytes = match file.split_once('!') {
            Some((archive, member)) => {
                read_member(&self.path(archive), member).expect("the member is there")
            }
            None => std::fs::read(self.path(file)).expect("the file is there"),
        };
        String::from_utf8(bytes).expect("it is text")
    }

    /// Reads a table, every cell as the text that stands there.
    pub(super) fn table(&self, file: &str) -> Table {
        let tabs = Path::new(file)
            .extension()
            .is_some_and(|ending| ending == "tsv");
        let options = ReadOptions {
            delimiter: if tabs { b'\t' } else { b',' },
            all_text: true,
            missing_words: false,
            ..ReadOptions::default()
        };
        csv::read(self.text(file).as_bytes(), &options).expect("it is a table")
    }

    /// Returns the different values of a column.
    pub(super) fn values(&self, file: &str, column: &str) -> BTreeSet<String> {
        self.cells(file, column).into_iter().collect()
    }

    /// Returns whether a column of one of the tables holds a text.
    pub(super) fn holds(&self, files: &[&str], column: &str, text: &str) -> bool {
        files
            .iter()
            .any(|file| self.values(file, column).contains(text))
    }

    /// Returns the cells of a column.
    pub(super) fn cells(&self, file: &str, column: &str) -> Vec<String> {
        let table = self.table(file);
        let column = table.column(column).expect("the column is there");
        (0..column.len())
            .map(|row| column.cell_text(row).into_owned())
            .collect()
    }
}
