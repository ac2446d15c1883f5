//! Rectangles and their overlap.

use crate::error::{MetricError, Side};

/// A rectangle by two opposite corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corners {
    /// Left end.
    pub x1: f64,
    /// Upper end.
    pub y1: f64,
    /// Right end.
    pub x2: f64,
    /// Lower end.
    pub y2: f64,
}

impl Corners {
    /// Product of the sides; negative when the corners are interchanged on one axis.
    pub(crate) fn area(&self) -> f64 {
        (self.x2 - self.x1) * (self.y2 - self.y1)
    }

    /// Intersection over union, 0 when they do not overlap.
    pub(crate) fn overlap(&self, other: &Self) -> f64 {
        let width = self.x2.min(other.x2) - self.x1.max(other.x1);
        let height = self.y2.min(other.y2) - self.y1.max(other.y1);
        if width > 0.0 && height > 0.0 {
            let shared = width * height;
            let overlap = shared / (self.area() + other.area() - shared);
            // Corners beyond the range of doubles give infinity over infinity.
            if overlap.is_finite() { overlap } else { 0.0 }
        } else {
            0.0
        }
    }
}

/// A true rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueBox {
    /// Number of the image it is in.
    pub image: usize,
    /// Class of the object.
    pub class: i64,
    /// Where it is.
    pub corners: Corners,
}

/// A predicted rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PredictedBox {
    /// Number of the image it is in.
    pub image: usize,
    /// Class of the object.
    pub class: i64,
    /// How sure it is; any number.
    pub confidence: f64,
    /// Where it is.
    pub corners: Corners,
}

/// Checks the number of images and that boxes are in one of them.
pub(crate) fn check_images(
    images: usize,
    truth: &[TrueBox],
    predicted: &[PredictedBox],
) -> Result<(), MetricError> {
    if truth.is_empty() || images == 0 {
        return Err(MetricError::Empty);
    }
    let truth = truth.iter().position(|found| found.image >= images);
    let predicted = predicted.iter().position(|found| found.image >= images);
    let (side, row) = match (truth, predicted) {
        (Some(row), _) => (Side::Truth, row),
        (None, Some(row)) => (Side::Prediction, row),
        (None, None) => return Ok(()),
    };
    let (value, expected) = (images as f64, "boxes in images below this number");
    Err(MetricError::OutOfRange {
        side,
        row,
        value,
        expected,
    })
}

/// Classes that occur in the truth, rising.
pub(crate) fn classes(truth: &[TrueBox]) -> Vec<i64> {
    let mut classes: Vec<i64> = truth.iter().map(|found| found.class).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// Places of the entries of each image that pass, in their own order.
pub(crate) fn by_image(
    images: usize,
    entries: impl Iterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); images];
    for (place, image) in entries {
        places[image].push(place);
    }
    places
}

/// Boxes that the tests of several metrics use.
#[cfg(test)]
pub(crate) mod examples {
    use super::{Corners, PredictedBox, TrueBox};

    fn corners(x: f64) -> Corners {
        Corners {
            x1: x,
            y1: 0.0,
            x2: x + 10.0,
            y2: 10.0,
        }
    }

    pub(crate) fn object(image: usize, x: f64) -> TrueBox {
        TrueBox {
            image,
            class: 1,
            corners: corners(x),
        }
    }

    pub(crate) fn found(image: usize, x: f64, confidence: f64) -> PredictedBox {
        PredictedBox {
            image,
            class: 1,
            confidence,
            corners: corners(x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(x1: f64, y1: f64, x2: f64, y2: f64) -> Corners {
        Corners { x1, y1, x2, y2 }
    }

    #[test]
    fn overlap_is_intersection_over_union() {
        let square = corners(0.0, 0.0, 2.0, 2.0);
        assert_eq!(square.overlap(&square), 1.0);
        assert_eq!(square.overlap(&corners(1.0, 0.0, 3.0, 2.0)), 1.0 / 3.0);
        assert_eq!(square.overlap(&corners(2.0, 0.0, 3.0, 2.0)), 0.0);
    }

    #[test]
    fn interchanged_and_endless_corners_do_not_overlap() {
        let square = corners(0.0, 0.0, 2.0, 2.0);
        assert_eq!(square.overlap(&corners(2.0, 2.0, 0.0, 0.0)), 0.0);
        let huge = corners(f64::MIN, f64::MIN, f64::MAX, f64::MAX);
        assert_eq!(square.overlap(&huge), 0.0);
        assert_eq!(huge.overlap(&huge), 0.0);
        assert_eq!(square.overlap(&corners(f64::NAN, 0.0, 1.0, 1.0)), 0.0);
    }
}
