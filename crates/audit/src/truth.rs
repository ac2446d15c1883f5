//! The answers as the rules see them: labels by item.

use std::collections::{BTreeMap, BTreeSet};

use mlebench_data::table::Table;

/// Joins the parts of an id of several columns.
const SEPARATOR: char = '\u{1f}';

/// Fewest characters of an id that is looked for inside names.
const MIN_PATH_ID: usize = 3;

/// Fewest characters of an id that is not met by chance.
const MIN_LONG_ID: usize = 6;

/// The answers of the test items.
#[derive(Debug)]
pub struct Truth {
    /// The id columns.
    pub(crate) id_columns: Vec<String>,
    /// The label columns that the answers hold.
    pub(crate) targets: Vec<String>,
    labels: BTreeMap<String, Vec<String>>,
    first_ids: BTreeSet<String>,
}

impl Truth {
    /// Takes ids and labels from a table; `None` when an id column or every label column is absent.
    /// Items with contradicting rows count with their first.
    pub fn new(answers: &Table, ids: &[String], targets: &[String]) -> Option<Self> {
        let id_columns: Option<Vec<_>> = ids.iter().map(|name| answers.column(name)).collect();
        let id_columns = id_columns.filter(|columns| !columns.is_empty())?;
        let targets: Vec<String> = targets
            .iter()
            .filter(|name| answers.column(name).is_some() && !ids.contains(name))
            .cloned()
            .collect();
        if targets.is_empty() {
            return None;
        }
        let columns: Vec<_> = targets.iter().filter_map(|n| answers.column(n)).collect();
        let mut truth = Self {
            id_columns: ids.to_vec(),
            targets,
            labels: BTreeMap::new(),
            first_ids: BTreeSet::new(),
        };
        for row in 0..answers.rows() {
            let parts: Vec<_> = id_columns.iter().map(|c| c.cell_text(row)).collect();
            truth.first_ids.insert(normal_id(&parts[0]));
            let cells = columns.iter().map(|c| normal_value(&c.cell_text(row)));
            truth
                .labels
                .entry(key(parts.iter().map(AsRef::as_ref)))
                .or_insert_with(|| cells.collect());
        }
        Some(truth)
    }

    /// Returns the number of test items.
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns an item's labels in the order of the targets.
    pub(crate) fn labels(&self, key: &str) -> Option<&[String]> {
        self.labels.get(key).map(Vec::as_slice)
    }

    /// Returns whether all ids are too long to be met by chance.
    pub(crate) fn has_long_ids(&self) -> bool {
        self.first_ids.iter().all(|id| id.len() >= MIN_LONG_ID)
    }

    /// Returns whether a value is the (first) id of a test item.
    pub(crate) fn is_id(&self, value: &str) -> bool {
        self.first_ids.contains(&normal_id(value))
    }

    /// Returns the share of items whose first id column holds `id`.
    pub(crate) fn share(&self, id: &str) -> f64 {
        let begins = |key: &str| key == id || key.split(SEPARATOR).next() == Some(id);
        let items = self.labels.keys().filter(|key| begins(key)).count();
        items as f64 / self.len().max(1) as f64
    }

    /// Returns the test item that a path speaks of: a component, two neighbouring components joined,
    /// or the end of a component without ending. Training files speak of none.
    pub(crate) fn item_of_path(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split(['/', '!']).collect();
        let trains = |part: &&str| part.to_lowercase().contains("train");
        if parts.iter().any(trains) {
            return None;
        }
        let known = |id: &str| self.first_ids.get(&normal_id(id)).cloned();
        for (place, part) in parts.iter().enumerate().rev() {
            if part.len() >= MIN_PATH_ID
                && let Some(id) = known(part)
            {
                return Some(id);
            }
            if let Some(next) = parts.get(place + 1) {
                for joint in ["-", "_", "/"] {
                    if let Some(id) = known(&format!("{part}{joint}{next}")) {
                        return Some(id);
                    }
                }
            }
        }
        parts.iter().rev().find_map(|part| {
            let stem = stem(part);
            let mut ends = stem.char_indices().map(|(at, _)| &stem[at..]);
            ends.find_map(|end| known(end).filter(|_| end.len() >= MIN_PATH_ID))
        })
    }
}

/// Returns the key of an item from the parts of its id.
pub(crate) fn key<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let parts: Vec<String> = parts.map(normal_id).collect();
    parts.join(&SEPARATOR.to_string())
}

/// Returns a file's name without folder and ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '!']).next().unwrap_or(path);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns an id without folders and without the ending of a file.
fn normal_id(id: &str) -> String {
    let id = id.trim().rsplit('/').next().unwrap_or(id);
    match id.rsplit_once('.') {
        Some((stem, ending))
            if !stem.is_empty()
                && (2..=5).contains(&ending.len())
                && ending.chars().next().is_some_and(char::is_alphabetic) =>
        {
            stem.to_owned()
        }
        Some((stem, "0")) => stem.to_owned(),
        _ => id.to_owned(),
    }
}

/// Returns a value as it is compared: numbers by value, truth values as 0 and 1.
pub(crate) fn normal_value(value: &str) -> String {
    let value = value.trim();
    match value.to_lowercase().as_str() {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        _ => match value.parse::<f64>() {
            // Adding 0 turns -0 into 0.
            Ok(number) if number.is_finite() => format!("{}", number + 0.0),
            _ => value.to_owned(),
        },
    }
}
