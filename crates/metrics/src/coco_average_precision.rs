//! Mean over classes of the average precision of boxes, as COCO takes it.
//!
//! Formula: per image and class the 100 most confident boxes, by falling confidence, each take the
//! free true box that they overlap most, if by at least `overlap`; all images together, precision is
//! made falling and averaged at the recalls 0, 0.01, ... 1, then over the classes of the truth.
//! Range 0 to 1, higher is better.
//! Edge cases: classes that the truth lacks are ignored; equal confidences keep the order of images,
//! then of boxes; a confidence that is not a number ranks last.
//! Definition: Lin et al. (2014), the evaluation code of COCO.
//!
//! The published program of the 2020 chest x-ray challenge feeds that code wrongly, which
//! `published-slips` keeps: the second corner is taken for width and height when boxes are compared;
//! the first true box of the list can never be hit; the first predicted box of the list leaves the
//! box it hits free for another; and a box that hits nothing and whose area is negative or above 1e10
//! is left out.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::box_average_precision::check_overlap;
use crate::boxes::{Corners, PredictedBox, TrueBox, by_image, check_images, classes};
use crate::error::MetricError;
use crate::precision_recall::envelope_at_101_recalls;
use crate::sum::mean;

/// Boxes of one class in one image beyond this many do not count.
const MOST_BOXES: usize = 100;

/// Parameters of [`coco_average_precision`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct CocoAveragePrecision {
    /// Overlap that has to be reached, from 0 to below 1.
    pub overlap: f64,
    /// Whether the published program's slips are kept.
    pub published_slips: bool,
}

impl Default for CocoAveragePrecision {
    fn default() -> Self {
        Self {
            overlap: 0.5,
            published_slips: false,
        }
    }
}

/// One predicted box after matching.
struct Ranked {
    confidence: f64,
    hit: bool,
}

/// Returns the mean average precision over the classes of the truth.
///
/// `images` is the number of images, in whose order equal confidences rank; the order of the boxes
/// matters only for ties and for the slips.
///
/// # Errors
///
/// Fails when there are no images or true boxes, a box is in no image, or the overlap makes no sense.
pub fn coco_average_precision(
    images: usize,
    truth: &[TrueBox],
    predicted: &[PredictedBox],
    parameters: CocoAveragePrecision,
) -> Result<f64, MetricError> {
    check_overlap(parameters.overlap)?;
    check_images(images, truth, predicted)?;
    let matcher = Matcher {
        truth,
        predicted,
        parameters,
    };
    let scores: Vec<f64> = classes(truth)
        .into_iter()
        .map(|class| matcher.class_score(images, class))
        .collect();
    Ok(mean(&scores))
}

struct Matcher<'a> {
    truth: &'a [TrueBox],
    predicted: &'a [PredictedBox],
    parameters: CocoAveragePrecision,
}

impl Matcher<'_> {
    fn class_score(&self, images: usize, class: i64) -> f64 {
        let truth = self
            .truth
            .iter()
            .enumerate()
            .filter(|(_, found)| found.class == class);
        let truth = by_image(images, truth.map(|(place, found)| (place, found.image)));
        let predicted = self
            .predicted
            .iter()
            .enumerate()
            .filter(|(_, found)| found.class == class);
        let predicted = by_image(images, predicted.map(|(place, found)| (place, found.image)));
        let positives = truth.iter().map(Vec::len).sum();
        let mut ranked: Vec<Ranked> = Vec::new();
        for (truth, mut predicted) in truth.iter().zip(predicted) {
            predicted.sort_by(|a, b| {
                falling(self.predicted[*a].confidence, self.predicted[*b].confidence)
            });
            predicted.truncate(MOST_BOXES);
            self.match_image(truth, &predicted, &mut ranked);
        }
        ranked.sort_by(|a, b| falling(a.confidence, b.confidence));
        let hits: Vec<bool> = ranked.iter().map(|entry| entry.hit).collect();
        envelope_at_101_recalls(&hits, positives)
    }

    fn match_image(&self, truth: &[usize], predicted: &[usize], ranked: &mut Vec<Ranked>) {
        let slips = self.parameters.published_slips;
        let mut free = truth.to_vec();
        for place in predicted {
            let found = &self.predicted[*place];
            let (mut best, mut most) = (None, self.parameters.overlap.min(1.0 - 1e-10));
            for candidate in &free {
                let overlap = self.overlap(&self.truth[*candidate].corners, &found.corners);
                // The last of several equal ones wins.
                if overlap >= most {
                    (best, most) = (Some(*candidate), overlap);
                }
            }
            let first_prediction = slips && *place == 0;
            if !first_prediction {
                free.retain(|candidate| Some(*candidate) != best);
            }
            let first_truth = slips && best == Some(0);
            let hit = best.is_some() && !first_truth;
            let odd_size = !(0.0..=1e10).contains(&found.corners.area());
            if hit || !(slips && odd_size) {
                ranked.push(Ranked {
                    confidence: found.confidence,
                    hit,
                });
            }
        }
    }

    fn overlap(&self, truth: &Corners, predicted: &Corners) -> f64 {
        if self.parameters.published_slips {
            as_size(truth).overlap(&as_size(predicted))
        } else {
            truth.overlap(predicted)
        }
    }
}

/// Takes the second corner for width and height.
fn as_size(corners: &Corners) -> Corners {
    let Corners { x1, y1, x2, y2 } = *corners;
    Corners {
        x1,
        y1,
        x2: x1 + x2,
        y2: y1 + y2,
    }
}

/// Orders confidences from high to low, what is no number last.
fn falling(a: f64, b: f64) -> Ordering {
    b.partial_cmp(&a)
        .unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::examples::{found, object};

    fn score(truth: &[TrueBox], predicted: &[PredictedBox], published_slips: bool) -> f64 {
        let parameters = CocoAveragePrecision {
            overlap: 0.4,
            published_slips,
        };
        coco_average_precision(2, truth, predicted, parameters).unwrap()
    }

    #[test]
    fn perfect_boxes_score_one_unless_the_slips_are_kept() {
        let truth = [object(0, 0.0), object(1, 0.0)];
        let predicted = [found(0, 0.0, 0.9), found(1, 0.0, 0.2)];
        assert_eq!(score(&truth, &predicted, false), 1.0);
        assert!(score(&truth, &predicted, true) < 0.5);
    }

    #[test]
    fn an_overlap_has_to_be_reached_not_exceeded() {
        let parameters = CocoAveragePrecision {
            overlap: 0.25,
            published_slips: false,
        };
        // 4 of 16 columns are shared.
        let at = |x| coco_average_precision(1, &[object(0, 0.0)], &[found(0, x, 0.5)], parameters);
        assert_eq!(at(6.0), Ok(1.0));
        assert_eq!(at(6.1), Ok(0.0));
    }

    #[test]
    fn only_the_most_confident_hundred_count() {
        let mut predicted: Vec<PredictedBox> = (0..100).map(|_| found(0, 500.0, 0.9)).collect();
        predicted.push(found(0, 0.0, 0.1));
        assert_eq!(score(&[object(0, 0.0)], &predicted, false), 0.0);
        predicted.swap_remove(0);
        assert!(score(&[object(0, 0.0)], &predicted, false) > 0.0);
    }

    #[test]
    fn missing_confidence_ranks_last() {
        let predicted = [found(0, 500.0, f64::NAN), found(0, 0.0, -5.0)];
        assert_eq!(score(&[object(0, 0.0)], &predicted, false), 1.0);
    }
}
