//! `label-field`: a container of test items has a field that is called what labels are called.
//!
//! Tables are left to `answer-value`: a column of a sample submission is called so rightly. In
//! JSON, values that can be compared and contradict the answers are silent. Record files are never
//! guesses: there, values that vary are labels, perhaps in another coding.

use super::{Field, Grouped, is_blank, names_label};
use crate::Truth;
use crate::finding::Finding;
use crate::truth::normal_value;

/// Checks a field of records that hold test ids.
pub(super) fn beside_ids(place: &str, field: &Field<'_>, truth: &Truth) -> Option<Grouped> {
    if !names_label(field.name, truth) {
        return None;
    }
    let filled: Vec<_> = field.pairs.iter().filter(|(v, _)| !is_blank(v)).collect();
    let nested = |value: &str| value.starts_with(['[', '{']);
    let agrees = |(value, labels): &&&(&str, &[String])| {
        nested(value) || labels.contains(&normal_value(value))
    };
    let hits = filled.iter().filter(agrees).count();
    let varies = filled.iter().any(|(value, _)| *value != filled[0].0);
    let record_file = place.to_lowercase().contains(".tfrec");
    let agreeing = hits > 0 && hits * 100 >= filled.len() * 97;
    if !(agreeing || varies && record_file) {
        return None;
    }
    let hits = if agreeing { hits } else { filled.len() };
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

/// Checks the fields of a structure in a file that speaks of a test item.
pub(super) fn in_structure(place: &str, names: &[&str], truth: &Truth) -> Option<Grouped> {
    let name = names.first()?;
    let id = truth.item_of_path(place)?;
    let top = place.split('!').next().unwrap_or(place);
    Some((
        format!("{top}:{name}"),
        Finding {
            kind: "label-field",
            place: format!("{place}:{name}"),
            detail: "the structure of a test item has a field for labels (counted for all items)"
                .to_owned(),
            recovered: truth.share(&id),
        },
    ))
}

fn folder(place: &str) -> &str {
    place
        .rsplit_once(['/', '!'])
        .map_or("", |(folder, _)| folder)
}
