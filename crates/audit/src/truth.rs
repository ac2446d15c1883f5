//! The answers as the rules see them: labels by item and target.

use std::collections::HashMap;

use mlebench_core::answers::AnswersError;
use mlebench_data::table::Table;

/// Joins the parts of an id of several columns.
const SEPARATOR: char = '\u{1f}';

/// Fewest characters of an id that is not met by chance.
const MIN_LONG_ID: usize = 6;

/// Answers that cannot be audited against.
#[derive(Debug, thiserror::Error)]
pub enum TruthError {
    /// They cannot be read.
    #[error(transparent)]
    Answers(#[from] AnswersError),
    /// A column is not there.
    #[error("the answers have no column `{column}`, they have {found}")]
    NoColumn {
        /// The column.
        column: String,
        /// The columns that are there.
        found: String,
    },
    /// No column is named.
    #[error("no {0} column is named")]
    Unnamed(&'static str),
    /// There is no row.
    #[error("the answers have no rows")]
    NoRows,
}

/// One thing that is asked about every item.
#[derive(Debug)]
pub(crate) struct Target {
    /// Name of the label column, or in brackets what is derived from several.
    pub(crate) name: String,
    /// The labels as they stand in the answers, by item.
    pub(crate) texts: Vec<String>,
    /// The labels as they are compared, by item.
    pub(crate) values: Vec<String>,
}

/// The answers of the test items.
#[derive(Debug)]
pub struct Truth {
    /// The id columns.
    pub(crate) id_columns: Vec<String>,
    /// The label columns, and what is derived from them.
    pub(crate) targets: Vec<Target>,
    items: HashMap<String, usize>,
    first_ids: HashMap<String, Vec<usize>>,
    ids: Vec<String>,
    has_long_ids: bool,
}

impl Truth {
    /// Takes ids and labels from a table. Items with contradicting rows count with their first.
    ///
    /// # Errors
    ///
    /// Fails when no column is named, one is absent, or there is no row.
    pub fn new(answers: &Table, ids: &[String], targets: &[String]) -> Result<Self, TruthError> {
        let column = |name: &String| {
            answers.column(name).ok_or_else(|| TruthError::NoColumn {
                column: name.clone(),
                found: answers.column_names().collect::<Vec<_>>().join(", "),
            })
        };
        let id_cells: Vec<_> = ids.iter().map(column).collect::<Result<_, _>>()?;
        let labels: Vec<_> = targets.iter().map(column).collect::<Result<_, _>>()?;
        if id_cells.is_empty() || labels.is_empty() {
            let kind = if id_cells.is_empty() { "id" } else { "label" };
            return Err(TruthError::Unnamed(kind));
        }
        if answers.rows() == 0 {
            return Err(TruthError::NoRows);
        }
        let mut truth = Self {
            id_columns: ids.to_vec(),
            targets: Vec::new(),
            items: HashMap::new(),
            first_ids: HashMap::new(),
            ids: Vec::new(),
            has_long_ids: true,
        };
        let mut rows = Vec::new();
        for row in 0..answers.rows() {
            let parts: Vec<_> = id_cells.iter().map(|c| c.cell_text(row)).collect();
            let first = normal_id(&parts[0]);
            let item = rows.len();
            let key = key(parts.iter().map(AsRef::as_ref));
            if truth.items.contains_key(&key) {
                continue;
            }
            truth.items.insert(key, item);
            truth.has_long_ids &= first.len() >= MIN_LONG_ID;
            truth.first_ids.entry(first.clone()).or_default().push(item);
            truth.ids.push(first);
            rows.push(row);
        }
        for (name, cells) in targets.iter().zip(labels) {
            let texts = rows.iter().map(|row| cells.cell_text(*row).into_owned());
            truth
                .targets
                .push(Target::new(name.clone(), texts.collect()));
        }
        truth.derive();
        Ok(truth)
    }

    /// Adds what follows from the label columns: the class of a one-hot coding, areas of masks.
    fn derive(&mut self) {
        let classes: Option<Vec<String>> = (0..self.len())
            .map(|item| {
                let mut ones = self.targets.iter().filter(|t| t.values[item] == "1");
                let one = ones.next().filter(|_| ones.next().is_none())?;
                let zeros = self.targets.iter().filter(|t| t.values[item] == "0");
                (zeros.count() + 1 == self.targets.len()).then(|| one.name.clone())
            })
            .collect();
        let mut derived = Vec::new();
        if let Some(classes) = classes.filter(|_| self.targets.len() > 1) {
            derived.push(Target::new("(class)".to_owned(), classes));
        }
        for target in &self.targets {
            let areas: Option<Vec<u64>> = target.texts.iter().map(|t| area(t)).collect();
            if let Some(areas) = areas.filter(|areas| areas.iter().any(|area| *area > 0)) {
                let areas = areas.iter().map(u64::to_string).collect();
                derived.push(Target::new(format!("(area of {})", target.name), areas));
            }
        }
        self.targets.extend(derived);
    }

    /// Returns the number of test items.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the item of an id's parts.
    pub(crate) fn item<'p>(&self, parts: impl Iterator<Item = &'p str>) -> Option<usize> {
        self.items.get(&key(parts)).copied()
    }

    /// Returns the items whose first id column holds `id`.
    pub(crate) fn items_of(&self, id: &str) -> &[usize] {
        self.first_ids
            .get(&normal_id(id))
            .map_or(&[], Vec::as_slice)
    }

    /// Returns whether a value is the (first) id of a test item.
    pub(crate) fn is_id(&self, value: &str) -> bool {
        !self.items_of(value).is_empty()
    }

    /// Returns the first ids by item, as they are compared.
    pub(crate) fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Returns whether all ids are too long to be met by chance.
    pub(crate) fn has_long_ids(&self) -> bool {
        self.has_long_ids
    }

    /// Returns the share of items whose first id column holds `id`.
    pub(crate) fn share(&self, id: &str) -> f64 {
        self.items_of(id).len() as f64 / self.len() as f64
    }

    /// Returns whether masks or boxes are asked: labels that are lists of numbers.
    pub(crate) fn asks_shapes_of(&self, id: &str) -> bool {
        let items = self.items_of(id);
        let mut targets = self.targets.iter().filter(|t| !t.name.starts_with('('));
        targets.any(|target| items.iter().any(|item| is_shape(&target.texts[*item])))
    }
}

impl Target {
    fn new(name: String, texts: Vec<String>) -> Self {
        let values = texts.iter().map(|text| normal_value(text)).collect();
        Self {
            name,
            texts,
            values,
        }
    }
}

/// Returns whether a label is a list of numbers (run lengths or boxes) or an empty mask.
fn is_shape(label: &str) -> bool {
    let words = label.split_whitespace();
    words.clone().count() != 1 && words.filter(|word| word.parse::<f64>().is_err()).count() <= 1
}

/// Returns the number of pixels of a run-length text, 0 of an empty one.
fn area(label: &str) -> Option<u64> {
    let numbers: Option<Vec<u64>> = label.split_whitespace().map(|w| w.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() % 2 == 0)?;
    Some(numbers.chunks(2).map(|run| run[1]).sum())
}

/// Returns the key of an item from the parts of its id.
fn key<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let parts: Vec<String> = parts.map(normal_id).collect();
    parts.join(&SEPARATOR.to_string())
}

/// Returns an id without folders, the ending of a file and leading zeros.
pub(crate) fn normal_id(id: &str) -> String {
    let id = id.trim().rsplit('/').next().unwrap_or(id);
    let id = match id.rsplit_once('.') {
        Some((stem, ending))
            if !stem.is_empty()
                && (2..=5).contains(&ending.len())
                && ending.chars().next().is_some_and(char::is_alphabetic) =>
        {
            stem
        }
        Some((stem, "0")) => stem,
        _ => id,
    };
    if id.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = id.trim_start_matches('0');
        return if digits.is_empty() {
            id.get(..1).unwrap_or("")
        } else {
            digits
        }
        .to_owned();
    }
    id.to_owned()
}

/// Returns a value as it is compared: numbers by value, truth values as 0 and 1.
pub(crate) fn normal_value(value: &str) -> String {
    let value = value.trim();
    if value.eq_ignore_ascii_case("true") {
        return "1".to_owned();
    }
    if value.eq_ignore_ascii_case("false") {
        return "0".to_owned();
    }
    match value.parse::<f64>() {
        // Adding 0 turns -0 into 0.
        Ok(number) if number.is_finite() => format!("{}", number + 0.0),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_values_have_one_form() {
        for (id, normal) in [
            ("a/b/x1.png", "x1"),
            ("0007", "7"),
            ("000", "0"),
            ("12.0", "12"),
            ("v1.2", "v1.2"),
            (" s ", "s"),
        ] {
            assert_eq!(normal_id(id), normal, "{id}");
        }
        for (value, normal) in [("1.0", "1"), ("True", "1"), ("-0.0", "0"), (" cat", "cat")] {
            assert_eq!(normal_value(value), normal, "{value}");
        }
    }

    #[test]
    fn run_lengths_have_an_area_and_other_texts_none() {
        assert_eq!(area("1 3 10 5"), Some(8));
        assert_eq!(area(""), Some(0));
        assert_eq!(area("1 3 10"), None);
        assert_eq!(area("cat 3"), None);
    }
}
