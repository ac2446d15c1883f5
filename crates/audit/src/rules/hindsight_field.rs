//! `hindsight-field`: a field of test items that is known only when the outcome is, by its name,
//! and filled for some items only.
//!
//! Silent for fields that are filled, or empty, throughout.

use super::{Field, Grouped, is_blank};
use crate::Truth;
use crate::finding::Finding;

/// Parts of names that speak from after the outcome.
const HINDSIGHT: [&str; 6] = [
    "if_known",
    "when_known",
    "outcome",
    "winner",
    "awarded",
    "resolved",
];

pub(super) fn check(place: &str, field: &Field<'_>, truth: &Truth) -> Option<Grouped> {
    let name = field.name.to_lowercase();
    let filled = field.pairs.iter().filter(|(v, _)| !is_blank(v)).count();
    let named = HINDSIGHT.iter().any(|part| name.contains(part));
    (named && filled > 0 && filled < field.pairs.len()).then(|| {
        (
            format!("{place}:{name}"),
            Finding {
                kind: "hindsight-field",
                place: format!("{place}:{}", field.name),
                detail: format!(
                    "known after the outcome by its name; filled in {filled} of {} records of \
                     test items",
                    field.pairs.len()
                ),
                recovered: (filled as f64 / truth.len() as f64).min(1.0),
            },
        )
    })
}
