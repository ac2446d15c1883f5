//! The rules: one file each. A rule says what it means, and when it stays silent.

mod answer_value;
mod hindsight_field;
mod label_field;
pub(crate) mod label_in_path;
mod outline;
mod position_log;
mod predictive_field;
mod statistics;

use std::collections::{BTreeMap, BTreeSet};

use crate::Truth;
use crate::fields::{Content, Record};
use crate::finding::Finding;
use crate::truth;
use crate::walk::Item;

/// A finding and the group of places that count as one.
pub(crate) type Grouped = (String, Finding);

/// Checks a file by all rules.
pub(crate) fn check(item: &Item<'_>, truth: &Truth) -> Vec<Grouped> {
    let mut findings = Vec::new();
    match &item.content {
        Content::Table(records) => findings.extend(columns(item.name, records, truth, false)),
        Content::Records(records) => {
            findings.extend(columns(item.name, records, truth, true));
            findings.extend(outline::check(item.name, records, truth));
        }
        Content::LabelFields(names) => {
            findings.extend(label_field::in_structure(item.name, names, truth));
        }
        Content::Text(text) => findings.extend(position_log::check(item.name, text, truth)),
        Content::Opaque => {}
    }
    findings
}

/// A field beside ids of test items.
pub(crate) struct Field<'a> {
    /// The field's name.
    pub(crate) name: &'a str,
    /// Its values and the test items' labels.
    pub(crate) pairs: Vec<(&'a str, &'a [String])>,
}

/// Runs the rules that compare fields with labels.
fn columns(place: &str, records: &[Record], truth: &Truth, mixed: bool) -> Vec<Grouped> {
    let mut findings = Vec::new();
    for field in joined(records, truth) {
        let before = findings.len();
        findings.extend(answer_value::check(place, &field, truth));
        if mixed && findings.len() == before {
            findings.extend(label_field::beside_ids(place, &field, truth));
        }
        if findings.len() == before {
            findings.extend(predictive_field::check(place, &field, truth));
        }
        if findings.len() == before {
            findings.extend(hindsight_field::check(place, &field, truth));
        }
    }
    findings
}

/// Returns all fields of the records that belong to test items.
pub(crate) fn joined<'a>(records: &'a [Record], truth: &'a Truth) -> Vec<Field<'a>> {
    let Some(ids) = id_fields(records, truth) else {
        return Vec::new();
    };
    let mut fields: BTreeMap<&str, Field<'_>> = BTreeMap::new();
    // An item with many records, such as a series, counts once for each value.
    let mut seen = BTreeSet::new();
    for record in records {
        let value = |name: &String| {
            let found = record.iter().find(|(field, _)| field == name);
            found.map(|(_, value)| value.as_str())
        };
        let Some(parts) = ids.iter().map(value).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let Some(labels) = truth.labels(&truth::key(parts.into_iter())) else {
            continue;
        };
        for (name, value) in record {
            let item = labels.as_ptr() as usize;
            if !ids.contains(name) && seen.insert((name.as_str(), item, value.as_str())) {
                let pairs = Vec::new();
                let field = fields.entry(name).or_insert(Field { name, pairs });
                field.pairs.push((value, labels));
            }
        }
    }
    fields.into_values().collect()
}

/// Returns the fields that hold the ids: those of their names, else, for ids of one column, the
/// one whose values are most often ids.
fn id_fields(records: &[Record], truth: &Truth) -> Option<Vec<String>> {
    let has = |name: &String| {
        let mut records = records.iter();
        records.any(|record| record.iter().any(|(field, _)| field == name))
    };
    if truth.id_columns.iter().all(has) {
        return Some(truth.id_columns.clone());
    }
    if truth.id_columns.len() > 1 {
        return None;
    }
    let mut hits: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, value) in records.iter().flatten() {
        if truth.is_id(value) {
            *hits.entry(name).or_default() += 1;
        }
    }
    let best = hits.into_iter().max_by_key(|(_, count)| *count);
    // Short ids are met by chance, in ages and counts; the ids of one file of many need not be most.
    let likely = |name: &str, count: usize| {
        truth.has_long_ids()
            || count >= 2 && name.to_lowercase().contains("id")
            || count * 4 >= truth.len() * 3
    };
    best.filter(|(name, count)| likely(name, *count))
        .map(|(name, _)| vec![name.to_owned()])
}

/// Returns whether a field is called what labels are called, or as a label column.
pub(crate) fn names_label(field: &str, truth: &Truth) -> bool {
    const LABELS: [&str; 14] = [
        "label",
        "labels",
        "target",
        "targets",
        "class",
        "classes",
        "category_id",
        "annotation",
        "annotations",
        "ground_truth",
        "groundtruth",
        "answer",
        "answers",
        "class_id",
    ];
    let last = field.rsplit('.').next().unwrap_or(field).to_lowercase();
    LABELS.contains(&last.as_str()) || truth.targets.iter().any(|t| t.to_lowercase() == last)
}

/// Returns whether a value says that nothing is there.
pub(crate) fn is_blank(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    [
        "", "n/a", "na", "nan", "none", "null", "[]", "{}", "unknown", "-",
    ]
    .contains(&value.as_str())
}
