//! `answer-value`: a field beside test ids holds the label itself, whole, rounded, encoded or in part.
//!
//! `predictive-field`: one field tells the label almost perfectly: another name for each class, a
//! number in the order of the classes or on another scale, or whether it is filled at all.
//!
//! Silent where chance, the number of fields that were tried, or the strength of the same field in
//! the train data explain it (sample submissions, honest features): see [`super::verdict`].

use std::collections::{BTreeMap, BTreeSet};

use super::keys::Key;
use super::names_label;
use super::verdict::Tried;
use crate::Truth;
use crate::content::Rows;
use crate::measure::{How, Measure, Pair, is_blank, measure, one_each, per_item, thinned};

/// Most label columns that a field is compared with, besides the one of its name.
const MAX_TARGETS: usize = 48;

/// Fewest records that are compared.
const FEWEST: usize = 3;

/// A field beside ids of test items.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(super) name: String,
    /// Test items and the field's values.
    pub(super) pairs: Vec<(usize, &'a str)>,
    /// Whether it says which items are listed: only that listed ones are alike is of interest.
    pub(super) is_listing: bool,
    /// Whether it is a position, which tells nothing unless it tells all.
    pub(super) is_position: bool,
    /// Whether it is a text in which a label may be named.
    pub(super) is_text: bool,
}

impl<'a> Field<'a> {
    pub(super) fn new(name: String, pairs: Vec<(usize, &'a str)>) -> Self {
        Self {
            name,
            pairs,
            is_listing: false,
            is_position: false,
            is_text: false,
        }
    }

    /// Returns the ways to compare it.
    fn ways(&self) -> impl Iterator<Item = How> {
        How::ALL.into_iter().filter(|how| {
            if self.is_listing {
                *how == How::Filled
            } else if self.is_position {
                matches!(how, How::Ordered | How::Scaled)
            } else {
                *how != How::Mentioned || self.is_text
            }
        })
    }
}

/// Where a field stands.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    /// The rule that reports it, when it is not told by how it tells the label.
    pub(super) kind: Option<&'static str>,
    /// The place in the report.
    pub(super) place: String,
    /// The field's name, by which the train data is asked for it.
    pub(super) field: String,
    /// What is added to the report's words.
    pub(super) note: String,
}

impl Origin {
    pub(super) fn of_field(place: &str, field: &str) -> Self {
        Self {
            kind: None,
            place: format!("{place}:{field}"),
            field: field.to_owned(),
            note: String::new(),
        }
    }

    /// Returns the file.
    pub(super) fn file(&self) -> &str {
        self.place
            .rsplit_once(':')
            .map_or(&self.place, |(file, _)| file)
    }
}

/// A field that tells labels almost perfectly.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) origin: Origin,
    pub(super) target: usize,
    pub(super) measure: Measure,
    /// Whether it is called what labels are called.
    pub(super) named: bool,
    /// Whether it may be a guess of a sample submission.
    pub(super) guessed: bool,
    pub(super) recovered: f64,
}

impl Candidate {
    /// Returns whether the label itself can be read.
    pub(super) fn is_value(&self) -> bool {
        self.measure.how.is_value()
    }
}

/// Compares a field with all label columns, counts that, and returns the best candidate.
pub(super) fn compare(
    origin: &Origin,
    field: &Field<'_>,
    tried: &mut Tried,
    truth: &Truth,
) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    for (place, target) in truth.targets.iter().enumerate() {
        if place >= MAX_TARGETS && !target.name.starts_with('(') && target.name != field.name {
            continue;
        }
        let pairs = field.pairs.iter().map(|(item, value)| Pair {
            item: *item,
            value,
            text: &target.texts[*item],
            label: &target.values[*item],
        });
        let all: Vec<Pair<'_>> = pairs.collect();
        // What stands for a class says it of the whole item; several records prove no more than one.
        let each = one_each(&all);
        let steps = [all.len(), each.len()].map(|len| len as f64);
        let (all, each) = (thinned(all), thinned(each));
        if each.len() < FEWEST || each.iter().all(|pair| pair.label == each[0].label) {
            continue;
        }
        tried.add(origin, 1);
        let pairs = |how: How| if how.is_value() { &all } else { &each };
        let Some(measure) = field.ways().find_map(|how| strong(how, field, pairs(how))) else {
            continue;
        };
        let (pairs, len) = match measure.how {
            how if how.is_value() => (&all, steps[0]),
            _ => (&each, steps[1]),
        };
        let items: BTreeSet<usize> = pairs.iter().map(|pair| pair.item).collect();
        let per_item = items.len() as f64 / pairs.len() as f64;
        let step = len / pairs.len() as f64;
        let recovered = measure.told as f64 * step * per_item / truth.len() as f64;
        let lower = origin.place.to_lowercase();
        let found = Candidate {
            origin: origin.clone(),
            target: place,
            measure,
            named: names_label(&field.name, truth),
            guessed: lower.contains("sample") || lower.contains("submission"),
            recovered: recovered.min(1.0),
        };
        let rank = |c: &Candidate| (c.measure.how.is_value(), c.recovered);
        if best.as_ref().is_none_or(|best| rank(best) < rank(&found)) {
            best = Some(found);
        }
    }
    best
}

fn strong(how: How, field: &Field<'_>, pairs: &[Pair<'_>]) -> Option<Measure> {
    const LOOSE: f64 = 0.05;
    let measure = per_item(measure(how, pairs)?, pairs);
    // Of all in order the measure of ranks is this, of one that is not it is less.
    let n = measure.of as f64;
    let perfect = 1.0 - 3.0 / (n * n * n - n).max(1.0) - 1e-12;
    let whole = !field.is_position || measure.quality >= perfect;
    (measure.strong && whole && measure.ln_chance < LOOSE.ln()).then_some(measure)
}

/// Returns all fields of the records that belong to test items.
pub(super) fn fields<'a>(rows: &'a Rows, key: &Key, truth: &Truth) -> Vec<Field<'a>> {
    let mut fields = Vec::new();
    for (column, name) in rows.names.iter().enumerate() {
        if key.columns.contains(&column) {
            continue;
        }
        // An item with many records, such as a series, counts once for each value.
        let mut seen = BTreeSet::new();
        let cells = key.items.iter().enumerate();
        let cells = cells.filter_map(|(row, item)| Some(((*item)?, rows.get(row, column)?)));
        let pairs: Vec<_> = cells.filter(|pair| seen.insert(*pair)).collect();
        if pairs.iter().any(|pair| !is_blank(pair.1)) {
            fields.push(Field::new(name.clone(), pairs));
        }
    }
    fields.extend(largest(rows, key));
    if key.found > 1 && key.found < truth.len() {
        let mut pairs: Vec<(usize, &str)> = (0..truth.len()).map(|item| (item, "")).collect();
        for item in key.items.iter().flatten() {
            pairs[*item].1 = "1";
        }
        fields.push(Field {
            is_listing: true,
            ..Field::new("(listed)".to_owned(), pairs)
        });
    }
    fields
}

/// Returns for columns that are called alike the one with the largest number, as a field: guesses of
/// a model, or a class spread over columns.
fn largest<'a>(rows: &'a Rows, key: &Key) -> Vec<Field<'a>> {
    const FEWEST: usize = 3;
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (column, name) in rows.names.iter().enumerate() {
        if !key.columns.contains(&column) {
            let begin = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let begin = name
                .rfind(['_', '-', '.', ' '])
                .map_or(begin, |end| &name[..=end]);
            groups.entry(begin).or_default().push(column);
        }
    }
    let all: Vec<usize> = groups.values().flatten().copied().collect();
    groups.insert("", all);
    let mut fields = Vec::new();
    for (begin, columns) in groups {
        let mut pairs = Vec::new();
        for (row, item) in key.items.iter().enumerate() {
            let Some(item) = item else { continue };
            let cell = |c: &usize| Some((rows.get(row, *c)?.parse::<f64>().ok()?, *c));
            let Some(numbers) = columns.iter().map(cell).collect::<Option<Vec<_>>>() else {
                break;
            };
            let largest = numbers.iter().max_by(|a, b| a.0.total_cmp(&b.0));
            pairs.extend(largest.map(|(_, column)| {
                let name = rows.names[*column].as_str();
                (*item, name.get(begin.len()..).unwrap_or(name))
            }));
        }
        if columns.len() >= FEWEST && pairs.len() == key.items.iter().flatten().count() {
            fields.push(Field::new(format!("(largest of {begin}*)"), pairs));
        }
    }
    fields
}
