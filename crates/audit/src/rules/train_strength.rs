//! How well fields tell the labels of the train data.

use std::collections::BTreeMap;

use super::keys::Key;
use crate::Truth;
use crate::content::Rows;
use crate::measure::{How, Measure, Pair, explains, measure};
use crate::truth::normal_value;

/// Most train records that are compared.
const MAX_ROWS: usize = 3_000;

/// Most pairs of a field and a label column.
const MAX_FIELDS: usize = 4_000;

/// Measures by field, label column and way.
#[derive(Debug, Default)]
pub(super) struct TrainStrength(BTreeMap<(String, usize, How), Measure>);

impl TrainStrength {
    /// Takes the rows of a file that hold labels but are no test items'.
    pub(super) fn add(&mut self, rows: &Rows, key: Option<&Key>, truth: &Truth) {
        let is_train = |row: &usize| key.is_none_or(|key| key.items[*row].is_none());
        let targets = truth.targets.iter().enumerate();
        let targets: Vec<(usize, usize)> = targets
            .filter_map(|(at, target)| Some((at, rows.place(&target.name)?)))
            .collect();
        if targets.is_empty() {
            return;
        }
        let train: Vec<usize> = (0..rows.len).filter(is_train).collect();
        let train = train.iter().step_by(train.len().div_ceil(MAX_ROWS).max(1));
        let train: Vec<usize> = train.copied().collect();
        for (target, labels) in targets {
            let label = |row: &usize| rows.get(*row, labels).unwrap_or_default();
            let normal: Vec<String> = train.iter().map(|row| normal_value(label(row))).collect();
            for (column, field) in rows.names.iter().enumerate() {
                if column == labels || self.0.len() > MAX_FIELDS * How::ALL.len() {
                    continue;
                }
                let pairs = train.iter().zip(&normal).filter_map(|(row, normal)| {
                    Some(Pair {
                        item: *row,
                        value: rows.get(*row, column)?,
                        text: label(row),
                        label: normal,
                    })
                });
                self.keep(field, target, &pairs.collect::<Vec<_>>());
            }
        }
    }

    fn keep(&mut self, field: &str, target: usize, pairs: &[Pair<'_>]) {
        for found in How::ALL.into_iter().filter_map(|how| measure(how, pairs)) {
            let key = (field.to_owned(), target, found.how);
            if self.0.get(&key).is_none_or(|known| known.of < found.of) {
                self.0.insert(key, found);
            }
        }
    }

    /// Returns whether a field does no better on the test data than on the train data.
    pub(super) fn explains(&self, field: &str, target: usize, test: &Measure) -> bool {
        let known = self.0.get(&(field.to_owned(), target, test.how));
        known.is_some_and(|train| explains(train, test))
    }
}
