//! `outline`: a JSON file named exactly as a test item holds outlines, and masks or boxes are asked.
//!
//! Silent for files with more than the id in their names: those hold further facts, such as the
//! anatomy around the objects.

use super::Grouped;
use crate::Truth;
use crate::content::{Form, Rows};
use crate::finding::Finding;
use crate::paths::{item_path, stem};

/// Fields that hold outlines.
const OUTLINES: [&str; 6] = [
    "coordinates",
    "points",
    "polygon",
    "polygons",
    "segmentation",
    "bbox",
];

pub(super) fn check(place: &str, rows: &Rows, truth: &Truth) -> Option<Grouped> {
    let is_own = rows.form == Form::Records && truth.is_id(stem(place));
    let id = item_path(place, truth).filter(|_| is_own)?.id;
    let filled = |column: usize| {
        let mut cells = rows.columns[column].iter().flatten();
        cells.any(|value| value.starts_with('[') && value.len() > 2)
    };
    let named = |name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name).to_lowercase();
        OUTLINES.contains(&last.as_str())
    };
    let mut names = rows.names.iter().enumerate();
    let (_, field) = names.find(|(column, name)| named(name) && filled(*column))?;
    truth.asks_shapes_of(&id).then(|| {
        let folder = place
            .rsplit_once(['/', '!'])
            .map_or("", |(folder, _)| folder);
        (
            format!("{folder}:{field}"),
            Finding {
                kind: "outline",
                place: format!("{place}:{field}"),
                detail: "outlines in a file of a test item, where shapes are the answers".into(),
                recovered: truth.share(&id),
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::truth;

    fn found(place: &str, field: &str, value: &str, label: &str) -> bool {
        let record = vec![(field.to_owned(), value.to_owned())];
        let rows = Rows::from_records([record], Form::Records);
        check(place, &rows, &truth(&[label, label])).is_some()
    }

    const SHAPE: &str = "[[1, 2], [3, 4]]";

    #[test]
    fn outlines_named_as_a_test_item_are_found() {
        assert!(found(
            "test/item1.json",
            "geometry.coordinates",
            SHAPE,
            "1 3 9 2"
        ));
        assert!(found("a.zip!test/item0.json", "bbox", SHAPE, ""));
    }

    #[test]
    fn further_facts_train_items_and_other_questions_are_silent() {
        assert!(!found(
            "test/item1-anatomy.json",
            "coordinates",
            SHAPE,
            "1 3"
        ));
        assert!(!found("train/item1.json", "coordinates", SHAPE, "1 3"));
        assert!(!found("test/item7.json", "coordinates", SHAPE, "1 3"));
        assert!(!found("test/item1.json", "coordinates", SHAPE, "cat"));
        assert!(!found("test/item1.json", "size", SHAPE, "1 3"));
        assert!(!found("test/item1.json", "coordinates", "[]", "1 3"));
    }
}
