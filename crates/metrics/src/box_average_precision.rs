//! Mean over classes of the average precision of boxes.
//!
//! Formula: a box is right if it overlaps (intersection over union) a free true box of its class by
//! more than `overlap`, boxes taken by falling confidence; precision and recall follow the boxes so
//! ranked, and the area under their curve is averaged over the classes of the truth. Range 0 to 1,
//! higher is better.
//! Edge cases: classes that the truth lacks are ignored; equal confidences keep their order.
//! `curve` chooses the definition:
//! - `voc-2010`: all images together; a box may only take the true box that it overlaps best, and
//!   the precision is first made falling. Definition: PASCAL VOC development kit, from 2010 on.
//! - `padded-steps`: the published program of the 2021 chest x-ray challenge. A box may fall back to
//!   its second-best true box; a missed true box is a right entry of confidence 0; an image with
//!   neither box is a wrong entry of confidence 0; the area is taken by steps, ties together.

use serde::{Deserialize, Serialize};

use crate::boxes::{PredictedBox, TrueBox, by_image, check_images, classes};
use crate::error::{MetricError, Side};
use crate::precision_recall::{envelope_area, step_area};
use crate::sum::mean;

/// Parameters of [`box_average_precision`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct BoxAveragePrecision {
    /// Overlap that has to be exceeded, from 0 to below 1.
    pub overlap: f64,
    /// How boxes are matched and the area is taken.
    pub curve: PrecisionCurve,
}

/// How boxes are matched and the area under the curve is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrecisionCurve {
    /// As PASCAL VOC from 2010 on.
    #[default]
    #[serde(rename = "voc-2010")]
    Voc2010,
    /// As the published program.
    PaddedSteps,
}

impl Default for BoxAveragePrecision {
    fn default() -> Self {
        Self {
            overlap: 0.5,
            curve: PrecisionCurve::default(),
        }
    }
}

/// Returns the mean average precision over the classes of the truth.
///
/// `images` is the number of images, with or without boxes.
///
/// # Errors
///
/// Fails when there are no images or true boxes, a confidence is missing or infinite (the row counts
/// boxes), a box is in no image, or the overlap makes no sense.
pub fn box_average_precision(
    images: usize,
    truth: &[TrueBox],
    predicted: &[PredictedBox],
    parameters: BoxAveragePrecision,
) -> Result<f64, MetricError> {
    check_overlap(parameters.overlap)?;
    check_images(images, truth, predicted)?;
    for (row, found) in predicted.iter().enumerate() {
        let side = Side::Prediction;
        if found.confidence.is_nan() {
            return Err(MetricError::NotANumber { side, row });
        }
        if found.confidence.is_infinite() {
            return Err(MetricError::Infinite { side, row });
        }
    }
    let scores: Vec<f64> = classes(truth)
        .into_iter()
        .map(|class| {
            let of_class = |found: &&TrueBox| found.class == class;
            let truth: Vec<TrueBox> = truth.iter().filter(of_class).copied().collect();
            let of_class = |found: &&PredictedBox| found.class == class;
            let mut predicted: Vec<PredictedBox> =
                predicted.iter().filter(of_class).copied().collect();
            predicted.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
            match parameters.curve {
                PrecisionCurve::Voc2010 => voc(images, &truth, &predicted, parameters.overlap),
                PrecisionCurve::PaddedSteps => {
                    padded(images, &truth, &predicted, parameters.overlap)
                }
            }
        })
        .collect();
    Ok(mean(&scores))
}

pub(crate) fn check_overlap(overlap: f64) -> Result<(), MetricError> {
    if (0.0..1.0).contains(&overlap) {
        return Ok(());
    }
    let reason = "expected a number from 0 to less than 1";
    Err(MetricError::Parameter {
        name: "overlap",
        reason,
    })
}

fn voc(images: usize, truth: &[TrueBox], predicted: &[PredictedBox], overlap: f64) -> f64 {
    let by_image = by_image(images, truth.iter().map(|found| found.image).enumerate());
    let mut taken = vec![false; truth.len()];
    let hits: Vec<bool> = predicted
        .iter()
        .map(|found| {
            let candidates = by_image[found.image].iter().copied();
            let best = best_match(truth, found, candidates, overlap);
            best.is_some_and(|best| !std::mem::replace(&mut taken[best], true))
        })
        .collect();
    envelope_area(&hits, truth.len())
}

fn padded(images: usize, truth: &[TrueBox], predicted: &[PredictedBox], overlap: f64) -> f64 {
    let true_places = by_image(images, truth.iter().map(|found| found.image).enumerate());
    let predicted_places = by_image(
        images,
        predicted.iter().map(|found| found.image).enumerate(),
    );
    let mut entries = Vec::with_capacity(predicted.len() + truth.len() + images);
    for (true_here, predicted_here) in true_places.into_iter().zip(predicted_places) {
        if true_here.is_empty() && predicted_here.is_empty() {
            entries.push((0.0, false));
        }
        let mut free = true_here;
        for place in predicted_here {
            let found = &predicted[place];
            let best = best_match(truth, found, free.iter().copied(), overlap);
            entries.push((found.confidence, best.is_some()));
            free.retain(|candidate| Some(*candidate) != best);
        }
        entries.extend(free.iter().map(|_| (0.0, true)));
    }
    step_area(entries)
}

/// The first of the candidates that overlap most, if by more than the limit.
fn best_match(
    truth: &[TrueBox],
    found: &PredictedBox,
    candidates: impl Iterator<Item = usize>,
    limit: f64,
) -> Option<usize> {
    let (mut best, mut most) = (None, limit);
    for candidate in candidates {
        let overlap = truth[candidate].corners.overlap(&found.corners);
        if overlap > most {
            (best, most) = (Some(candidate), overlap);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::examples::{found, object};

    fn score(truth: &[TrueBox], predicted: &[PredictedBox], curve: PrecisionCurve) -> f64 {
        let parameters = BoxAveragePrecision {
            overlap: 0.5,
            curve,
        };
        box_average_precision(3, truth, predicted, parameters).unwrap()
    }

    #[test]
    fn perfect_boxes_score_one() {
        let truth = [object(0, 0.0), object(1, 0.0), object(2, 5.0)];
        let predicted = [found(0, 0.0, 0.9), found(1, 0.0, 0.2), found(2, 5.0, 0.4)];
        for curve in [PrecisionCurve::Voc2010, PrecisionCurve::PaddedSteps] {
            assert_eq!(score(&truth, &predicted, curve), 1.0);
        }
    }

    #[test]
    fn a_second_box_on_one_object_is_wrong() {
        let truth = [object(0, 0.0), object(1, 0.0)];
        let predicted = [found(0, 0.0, 0.9), found(0, 1.0, 0.8), found(1, 0.0, 0.7)];
        let voc = score(&truth, &predicted, PrecisionCurve::Voc2010);
        assert!((voc - (0.5 + 0.5 * 2.0 / 3.0)).abs() < 1e-15);
    }

    #[test]
    fn only_the_published_form_falls_back_to_the_second_best() {
        let truth = [object(0, 0.0), object(0, 3.0)];
        let predicted = [found(0, 1.0, 0.9), found(0, 1.4, 0.8)];
        assert_eq!(score(&truth, &predicted, PrecisionCurve::PaddedSteps), 1.0);
        assert_eq!(score(&truth, &predicted, PrecisionCurve::Voc2010), 0.5);
    }

    #[test]
    fn foreign_classes_are_ignored_and_foreign_images_rejected() {
        let truth = [object(0, 0.0)];
        let other = PredictedBox {
            class: 7,
            ..found(0, 0.0, 0.99)
        };
        assert_eq!(
            score(
                &truth,
                &[other, found(0, 0.0, 0.5)],
                PrecisionCurve::Voc2010
            ),
            1.0
        );
        let parameters = BoxAveragePrecision::default();
        let outside = box_average_precision(3, &truth, &[found(3, 0.0, 0.5)], parameters);
        assert_eq!(outside.unwrap_err().row(), Some(0));
        let missing = box_average_precision(3, &truth, &[found(0, 0.0, f64::NAN)], parameters);
        assert!(!missing.unwrap_err().blames_truth());
        assert_eq!(
            box_average_precision(3, &[], &[], parameters),
            Err(MetricError::Empty)
        );
        let silly = BoxAveragePrecision {
            overlap: 1.0,
            ..parameters
        };
        assert!(box_average_precision(3, &truth, &[], silly).is_err());
    }
}
