//! `train-overlap`: rows of test items stand among the labelled train rows too, under other ids.
//!
//! Silent where rows are alike because there is little in them: a row must be met once only.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::compare::{Candidate, Field, Origin, compare};
use super::keys::Key;
use super::verdict::Tried;
use crate::Truth;
use crate::content::{Form, Rows};

/// Fewest characters of a row that are no chance.
const MIN_ROW: usize = 8;

/// Most rows of each side that are kept.
const MAX_ROWS: usize = 4_000_000;

/// Fewest test rows, and smallest share of them, that stand in the train data.
const FEWEST: usize = 5;
const SHARE: f64 = 0.02;

/// The label columns of a train file.
type Labels = Vec<(usize, String)>;

#[derive(Debug)]
struct Train {
    place: String,
    /// Labels by row; `None` where rows are alike.
    rows: HashMap<u64, Option<Labels>>,
}

/// Rows of test items and of train files, by the names of their columns.
#[derive(Debug, Default)]
pub(super) struct Overlap {
    test: BTreeMap<Vec<String>, Vec<(u64, usize)>>,
    train: BTreeMap<Vec<String>, Train>,
    kept: usize,
}

impl Overlap {
    /// Takes the rows of a table.
    pub(super) fn add(&mut self, place: &str, rows: &Rows, key: Option<&Key>, truth: &Truth) {
        let targets = truth.targets.iter().enumerate();
        let targets: Vec<(usize, usize)> = targets
            .filter_map(|(at, target)| Some((at, rows.place(&target.name)?)))
            .collect();
        let is_id = |column: usize| {
            truth.id_columns.contains(&rows.names[column])
                || key.is_some_and(|key| key.columns.contains(&column))
        };
        let is_target = |column: usize| targets.iter().any(|(_, at)| *at == column);
        let mut columns: Vec<usize> = (0..rows.names.len())
            .filter(|c| !is_id(*c) && !is_target(*c))
            .collect();
        columns.sort_by_key(|column| &rows.names[*column]);
        if columns.is_empty() || rows.form == Form::Lines {
            return;
        }
        let names = columns
            .iter()
            .map(|column| rows.names[*column].clone())
            .collect();
        if targets.is_empty() {
            let Some(key) = key else { return };
            let test = self.test.entry(names).or_default();
            for (row, item) in key.items.iter().enumerate() {
                let (Some(item), Some(hash)) = (item, hash(rows, row, &columns)) else {
                    continue;
                };
                test.push((hash, *item));
            }
            return;
        }
        let train = self.train.entry(names).or_insert_with(|| Train {
            place: place.to_owned(),
            rows: HashMap::new(),
        });
        for row in 0..rows.len {
            let is_test = key.is_some_and(|key| key.items[row].is_some());
            let Some(hash) = hash(rows, row, &columns).filter(|_| !is_test) else {
                continue;
            };
            self.kept += 1;
            if self.kept > MAX_ROWS {
                return;
            }
            let label = |(at, column): &(usize, usize)| {
                (*at, rows.get(row, *column).unwrap_or_default().to_owned())
            };
            let labels: Labels = targets.iter().map(label).collect();
            train
                .rows
                .entry(hash)
                .and_modify(|known| *known = None)
                .or_insert(Some(labels));
        }
    }

    /// Compares the labels of train rows with those of the test rows that are the same.
    pub(super) fn compare(&self, tried: &mut Tried, truth: &Truth) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (names, test) in &self.test {
            let Some(train) = self.train.get(names) else {
                continue;
            };
            let mut copies: HashMap<u64, usize> = HashMap::new();
            for (hash, _) in test {
                *copies.entry(*hash).or_default() += 1;
            }
            let once = test.iter().filter(|(hash, _)| copies[hash] == 1);
            let labels =
                once.filter_map(|(hash, item)| Some((*item, train.rows.get(hash)?.as_ref()?)));
            let labels: Vec<(usize, &Labels)> = labels.collect();
            if labels.len() < FEWEST || (labels.len() as f64) < SHARE * truth.len() as f64 {
                continue;
            }
            for place in 0..labels[0].1.len() {
                let target = labels[0].1[place].0;
                let pairs = labels
                    .iter()
                    .map(|(item, labels)| (*item, labels[place].1.as_str()));
                let field = Field::new(truth.targets[target].name.clone(), pairs.collect());
                let origin = Origin {
                    kind: Some("train-overlap"),
                    place: format!("{}:{}", train.place, field.name),
                    field: String::new(),
                    note: ": their rows are the same".to_owned(),
                };
                let candidate = compare(&origin, &field, tried, truth);
                found.extend(candidate.filter(|c| c.is_value() && c.target == target));
            }
        }
        found
    }
}

/// Returns the hash of a row's cells; `None` when there is too little in them.
fn hash(rows: &Rows, row: usize, columns: &[usize]) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut length = 0;
    for column in columns {
        let cell = rows.get(row, *column).unwrap_or_default();
        length += cell.len();
        cell.hash(&mut hasher);
    }
    (length >= MIN_ROW).then(|| hasher.finish())
}
