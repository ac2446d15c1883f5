//! `hindsight-field`: a field of test items that is known only when the outcome is, by its name,
//! and filled for some items only.
//!
//! Silent for fields that are filled, or empty, throughout.

use super::Grouped;
use super::compare::Field;
use crate::Truth;
use crate::finding::Finding;
use crate::measure::is_blank;

/// Words of names that speak from after the outcome.
const HINDSIGHT: [&str; 4] = ["outcome", "winner", "awarded", "resolved"];

/// Parts of names that do.
const CONDITIONS: [&str; 2] = ["if_known", "when_known"];

pub(super) fn check(place: &str, field: &Field<'_>, truth: &Truth) -> Option<Grouped> {
    let name = field.name.to_lowercase();
    let filled = field.pairs.iter().filter(|(_, v)| !is_blank(v)).count();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    let named = words.any(|word| HINDSIGHT.contains(&word))
        || CONDITIONS.iter().any(|part| name.contains(part));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::truth;

    fn found(name: &str, values: &[&str]) -> bool {
        let truth = truth(&["0", "1", "0", "1"]);
        let pairs = values.iter().copied().enumerate().collect();
        check("a.json", &Field::new(name.to_owned(), pairs), &truth).is_some()
    }

    #[test]
    fn names_from_after_the_outcome_are_found_when_some_are_filled() {
        assert!(found("giver_username_if_known", &["N/A", "x", "N/A", "y"]));
        assert!(found("claim.resolved_at", &["", "May", "", ""]));
    }

    #[test]
    fn other_names_and_fields_that_are_all_filled_or_all_empty_are_silent() {
        assert!(!found("winner", &["a", "b", "c", "d"]));
        assert!(!found("winner", &["", "N/A", "", ""]));
        assert!(!found("unresolved", &["", "x", "", "y"]));
        assert!(!found("phone", &["", "x", "", "y"]));
    }
}
