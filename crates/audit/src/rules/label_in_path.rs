//! `label-in-path`: a folder above the files of test items, or the beginning of their names, is the
//! label.

use std::collections::BTreeMap;

use super::{Grouped, answer_value, joined, predictive_field};
use crate::Truth;
use crate::fields::Record;

/// The paths of files of test items, by the folder they share.
#[derive(Debug, Default)]
pub(crate) struct Paths(BTreeMap<usize, Vec<Record>>);

impl Paths {
    /// Takes a path if its file is a test item.
    pub(crate) fn add(&mut self, path: &str, truth: &Truth) {
        let (Some(id), [id_column]) = (truth.item_of_path(path), truth.id_columns.as_slice())
        else {
            return;
        };
        let parts: Vec<&str> = path.split(['/', '!']).collect();
        let Some((file, folders)) = parts.split_last() else {
            return;
        };
        let mut record = vec![(id_column.clone(), id)];
        for (depth, folder) in folders.iter().enumerate() {
            record.push((format!("folder {}", depth + 1), (*folder).to_owned()));
        }
        if let Some((begin, _)) = file.split_once(['_', '.', '-']) {
            record.push(("name's beginning".to_owned(), begin.to_owned()));
        }
        self.0.entry(folders.len()).or_default().push(record);
    }

    /// Compares the paths with the labels.
    pub(crate) fn findings(&self, truth: &Truth) -> Vec<Grouped> {
        let mut findings = Vec::new();
        for records in self.0.values() {
            for field in joined(records, truth) {
                let found = answer_value::check("(paths)", &field, truth)
                    .or_else(|| predictive_field::check("(paths)", &field, truth));
                findings.extend(found.map(|(group, mut finding)| {
                    finding.kind = "label-in-path";
                    (group, finding)
                }));
            }
        }
        findings
    }
}
