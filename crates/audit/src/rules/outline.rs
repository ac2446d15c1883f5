//! `outline`: a JSON file named exactly as a test item holds outlines, and masks or boxes are asked.
//!
//! Silent for files with more than the id in their names: those hold further facts, such as the
//! anatomy around the objects.

use super::Grouped;
use crate::Truth;
use crate::fields::Record;
use crate::finding::Finding;
use crate::truth::stem;

/// Fields that hold outlines.
const OUTLINES: [&str; 6] = [
    "coordinates",
    "points",
    "polygon",
    "polygons",
    "segmentation",
    "bbox",
];

pub(super) fn check(place: &str, records: &[Record], truth: &Truth) -> Option<Grouped> {
    let id = truth
        .item_of_path(place)
        .filter(|_| truth.is_id(stem(place)))?;
    let (field, _) = records.iter().flatten().find(|(name, value)| {
        let last = name.rsplit('.').next().unwrap_or(name).to_lowercase();
        OUTLINES.contains(&last.as_str()) && value.starts_with('[')
    })?;
    let asked = |target: &String| {
        let labels = truth.labels(&id).into_iter().flatten();
        let place = truth.targets.iter().position(|name| name == target);
        let mut labels = labels.enumerate().filter(|(at, _)| Some(*at) == place);
        labels.any(|(_, label)| is_shape(label))
    };
    truth.targets.iter().any(asked).then(|| {
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

/// Returns whether a label is a list of numbers (run lengths or boxes) or an empty mask.
fn is_shape(label: &str) -> bool {
    let words = label.split_whitespace();
    words.clone().count() != 1 && words.filter(|word| word.parse::<f64>().is_err()).count() <= 1
}
