//! `label-field`: a container of test items has a field that is called what labels are called.
//!
//! Tables are left to `answer-value`: a column of a sample submission is called so rightly. In
//! JSON, values that can be compared and contradict the answers are silent. Record files are never
//! guesses: there, values that vary are labels, perhaps in another coding; so are structures and
//! texts of that name in a test item's own MATLAB file.

use super::compare::Field;
use super::per_item::PerItem;
use super::{Grouped, names_label};
use crate::Truth;
use crate::content::Form;
use crate::finding::Finding;
use crate::measure::is_blank;
use crate::truth::normal_value;

/// Names of structures that hold labels, in small letters.
const STRUCTURES: [&str; 8] = [
    "label",
    "labels",
    "target",
    "targets",
    "annotation",
    "annotations",
    "groundtruth",
    "ground_truth",
];

/// Checks a field of records that hold test ids.
pub(super) fn beside_ids(
    place: &str,
    field: &Field<'_>,
    form: Form,
    truth: &Truth,
) -> Option<Grouped> {
    if !matches!(form, Form::Records | Form::RecordFile) || !names_label(&field.name, truth) {
        return None;
    }
    let filled: Vec<_> = field.pairs.iter().filter(|(_, v)| !is_blank(v)).collect();
    let agrees = |(item, value): &&&(usize, &str)| {
        let value = normal_value(value);
        truth
            .targets
            .iter()
            .any(|target| target.values[*item] == value)
    };
    let hits = filled.iter().filter(agrees).count();
    let varies = filled.iter().any(|(_, value)| *value != filled[0].1);
    // Lists cannot be compared: they are labels by their name, if they are not all the same.
    let nested = filled
        .iter()
        .all(|(_, value)| value.starts_with(['[', '{']));
    let agreeing = varies && (nested || hits > 1 && hits * 100 >= filled.len() * 97);
    if !(agreeing || varies && form == Form::RecordFile) {
        return None;
    }
    let hits = if agreeing && !nested {
        hits
    } else {
        filled.len()
    };
    Some((
        format!("{}:{}", folder(place), field.name),
        Finding {
            kind: "label-field",
            place: format!("{place}:{}", field.name),
            detail: format!("a field for labels is filled in {hits} records of test items"),
            recovered: (hits as f64 / truth.len() as f64).min(1.0),
        },
    ))
}

/// Checks the fields of test items' own MATLAB files.
pub(super) fn in_structures(files: &PerItem, truth: &Truth) -> Vec<Grouped> {
    let mut found = Vec::new();
    for (place, id, record) in files.structures() {
        let is_label = |(name, value): &&(String, String)| {
            let mut parts = name.split('.').map(str::to_lowercase);
            // A single number may stand for anything, also for nothing.
            parts.any(|part| STRUCTURES.contains(&part.as_str()))
                && !is_blank(value)
                && value.parse::<f64>().is_err()
        };
        let Some((name, _)) = record.iter().find(is_label) else {
            continue;
        };
        let top = place.split('!').next().unwrap_or(place);
        let top = if place.contains('!') {
            top
        } else {
            folder(place)
        };
        found.push((
            format!("{top}:label-field"),
            Finding {
                kind: "label-field",
                place: format!("{place}:{name}"),
                detail: "the structure of a test item has a field for labels (counted for all \
                         items)"
                    .to_owned(),
                recovered: truth.share(id),
            },
        ));
    }
    found
}

fn folder(place: &str) -> &str {
    place
        .rsplit_once(['/', '!'])
        .map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::truth;

    fn found(form: Form, name: &str, values: [&str; 4]) -> bool {
        let truth = truth(&["0", "1", "0", "1"]);
        let pairs = values.into_iter().enumerate().collect();
        beside_ids("a.tfrec", &Field::new(name.to_owned(), pairs), form, &truth).is_some()
    }

    #[test]
    fn labels_in_record_files_are_found_in_any_coding() {
        assert!(found(Form::RecordFile, "target", ["0", "1", "0", "1"]));
        assert!(found(Form::RecordFile, "class", ["7", "9", "7", "7"]));
        assert!(found(Form::Records, "meta.label", ["0", "1", "0", "1"]));
    }

    #[test]
    fn empty_equal_and_contradicting_labels_are_silent() {
        assert!(!found(Form::RecordFile, "target", ["0", "0", "0", "0"]));
        assert!(!found(Form::RecordFile, "target", ["", "", "", ""]));
        assert!(!found(Form::RecordFile, "width", ["1", "2", "3", "4"]));
        assert!(!found(Form::Records, "label", ["1", "1", "0", "0"]));
        assert!(!found(Form::Table, "label", ["0", "1", "0", "1"]));
    }
}
