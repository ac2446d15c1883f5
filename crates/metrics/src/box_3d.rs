//! Mean average precision of upright boxes in space, per image and limit of overlap.
//!
//! Formula: for every image and every limit 0.50, 0.55, ... 0.95, boxes by falling confidence each look
//! at the true box of their class that they overlap most (intersection over union of volumes); they
//! hit if the overlap exceeds the limit and that box is still free. Each image and limit gives a
//! precision, and the score is their plain mean. Range 0 to 1, higher is better.
//! `precision` chooses what it is:
//! - `share`: `TP / (TP + FP + FN)` over all classes, as the task of the 2019 autonomous-vehicles
//!   challenge says. An image with neither true nor predicted boxes counts 1.
//! - `area`: as its published program: the area under the falling envelope of precision over recall,
//!   averaged over the classes of the image's truth; boxes of other classes cost nothing.
//!
//! Boxes stand upright, turned about the vertical axis by their yaw; length lies along the heading
//! and `z` is the centre of the height.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::check_lengths;
use crate::precision_recall::envelope_area;
use crate::sum::mean;
use crate::upright_box::Box3d;

/// Number of limits.
const LIMITS: usize = 10;

/// Parameters of [`box_3d_average_precision`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Box3dAveragePrecision {
    /// What the precision of an image at a limit is.
    pub precision: Box3dPrecision,
}

/// What the precision of an image at a limit of overlap is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Box3dPrecision {
    /// `TP / (TP + FP + FN)` over all classes.
    #[default]
    Share,
    /// Area under the curve, per class of the truth.
    Area,
}

/// Returns the mean over images and limits; one list of boxes per image.
///
/// # Errors
///
/// Fails when the lengths differ, there are no images, or a box that counts has a number that is
/// missing or infinite, or a size that is not above 0 (the row is the image). With `area` an image
/// without true boxes is an error that blames the truth.
pub fn box_3d_average_precision<C: Ord, L: AsRef<[Box3d<C>]>>(
    truth: &[L],
    predicted: &[L],
    parameters: Box3dAveragePrecision,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let mut scores = Vec::with_capacity(truth.len());
    for (row, (truth, predicted)) in truth.iter().zip(predicted).enumerate() {
        let (truth, predicted) = (truth.as_ref(), predicted.as_ref());
        truth
            .iter()
            .try_for_each(|found| found.check(Side::Truth, row))?;
        let classes = match parameters.precision {
            Box3dPrecision::Share => distinct(truth.iter().chain(predicted)),
            Box3dPrecision::Area => distinct(truth.iter()),
        };
        let counted = predicted
            .iter()
            .filter(|found| classes.binary_search(&&found.class).is_ok());
        let counted: Vec<&Box3d<C>> = counted.collect();
        counted
            .iter()
            .try_for_each(|found| found.check(Side::Prediction, row))?;
        let ranked: Vec<Ranked> = classes
            .iter()
            .copied()
            .map(|class| Ranked::new(class, truth, &counted))
            .collect();
        scores.push(match parameters.precision {
            Box3dPrecision::Share => mean_share(&ranked),
            Box3dPrecision::Area if ranked.is_empty() => {
                return Err(MetricError::OutOfRange {
                    side: Side::Truth,
                    row,
                    value: 0.0,
                    expected: "at least one true box in every image",
                });
            }
            Box3dPrecision::Area => mean_area(&ranked),
        });
    }
    Ok(mean(&scores))
}

fn distinct<'a, C: Ord + 'a>(boxes: impl Iterator<Item = &'a Box3d<C>>) -> Vec<&'a C> {
    let mut classes: Vec<&C> = boxes.map(|found| &found.class).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// Boxes of one class in one image: which true box each predicted one overlaps most.
struct Ranked {
    positives: usize,
    /// By falling confidence: the true box and the overlap, `None` without true boxes.
    best: Vec<Option<(usize, f64)>>,
}

impl Ranked {
    fn new<C: Ord>(class: &C, truth: &[Box3d<C>], predicted: &[&Box3d<C>]) -> Self {
        let truth: Vec<&Box3d<C>> = truth.iter().filter(|found| found.class == *class).collect();
        let mut predicted: Vec<&Box3d<C>> = predicted
            .iter()
            .filter(|found| found.class == *class)
            .copied()
            .collect();
        predicted.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        let best = predicted.iter().map(|found| {
            let overlaps = truth.iter().map(|truth| found.overlap(truth)).enumerate();
            overlaps.fold(
                None,
                |best: Option<(usize, f64)>, (place, overlap)| match best {
                    Some((_, most)) if overlap <= most => best,
                    _ => Some((place, overlap)),
                },
            )
        });
        Self {
            positives: truth.len(),
            best: best.collect(),
        }
    }

    /// Which boxes hit at a limit of overlap.
    fn hits(&self, limit: f64) -> Vec<bool> {
        let mut taken = vec![false; self.positives];
        let hit = |best: &Option<(usize, f64)>| {
            best.is_some_and(|(place, overlap)| {
                overlap > limit && !std::mem::replace(&mut taken[place], true)
            })
        };
        self.best.iter().map(hit).collect()
    }
}

fn limits() -> impl Iterator<Item = f64> {
    // The limits as NumPy's `arange(0.5, 1, 0.05)` has them, to the last bit.
    let step = 0.55 - 0.5;
    (0..LIMITS).map(move |limit| 0.5 + limit as f64 * step)
}

fn mean_share(classes: &[Ranked]) -> f64 {
    let positives: usize = classes.iter().map(|class| class.positives).sum();
    let predicted: usize = classes.iter().map(|class| class.best.len()).sum();
    let scores: Vec<f64> = limits()
        .map(|limit| {
            let hits: usize = classes
                .iter()
                .map(|class| class.hits(limit).into_iter().filter(|hit| *hit).count())
                .sum();
            let all = positives + predicted - hits;
            if all == 0 {
                1.0
            } else {
                hits as f64 / all as f64
            }
        })
        .collect();
    mean(&scores)
}

fn mean_area(classes: &[Ranked]) -> f64 {
    let scores: Vec<f64> = limits()
        .map(|limit| {
            let areas: Vec<f64> = classes
                .iter()
                .map(|class| envelope_area(&class.hits(limit), class.positives))
                .collect();
            mean(&areas)
        })
        .collect();
    mean(&scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: Box3dAveragePrecision = Box3dAveragePrecision {
        precision: Box3dPrecision::Share,
    };
    const AREA: Box3dAveragePrecision = Box3dAveragePrecision {
        precision: Box3dPrecision::Area,
    };

    fn at(x: f64, y: f64, yaw: f64) -> Box3d<&'static str> {
        let (width, length, height) = (2.0, 4.0, 1.5);
        Box3d {
            class: "car",
            confidence: 1.0,
            centre: [x, y, 0.0],
            width,
            length,
            height,
            yaw,
        }
    }

    #[test]
    fn false_boxes_and_foreign_classes_cost() {
        let truth = [vec![at(0.0, 0.0, 0.0)]];
        let foreign = Box3d {
            class: "tree",
            ..at(50.0, 0.0, 0.0)
        };
        let predicted = [vec![at(0.0, 0.0, 0.0), foreign]];
        assert_eq!(box_3d_average_precision(&truth, &truth, SHARE), Ok(1.0));
        assert_eq!(box_3d_average_precision(&truth, &predicted, SHARE), Ok(0.5));
        assert_eq!(box_3d_average_precision(&truth, &predicted, AREA), Ok(1.0));
        assert_eq!(box_3d_average_precision(&truth, &[vec![]], AREA), Ok(0.0));
    }

    #[test]
    fn images_without_boxes_agree_or_are_refused() {
        let none: [Vec<Box3d<&str>>; 1] = [vec![]];
        assert_eq!(box_3d_average_precision(&none, &none, SHARE), Ok(1.0));
        assert_eq!(
            box_3d_average_precision(&none, &[vec![at(0.0, 0.0, 0.0)]], SHARE),
            Ok(0.0)
        );
        assert!(
            box_3d_average_precision(&none, &none, AREA)
                .unwrap_err()
                .blames_truth()
        );
    }

    #[test]
    fn rejects_boxes_without_size() {
        let truth = [vec![at(0.0, 0.0, 0.0)]];
        for (width, yaw) in [
            (0.0, 0.0),
            (-1.0, 0.0),
            (f64::NAN, 0.0),
            (1.0, f64::INFINITY),
        ] {
            let bad = Box3d {
                width,
                yaw,
                ..at(0.0, 0.0, 0.0)
            };
            let error = box_3d_average_precision(&truth, &[vec![bad]], SHARE).unwrap_err();
            assert_eq!((error.row(), error.blames_truth()), (Some(0), false));
        }
    }
}
