//! F1 of labelled points that have to fall into labelled boxes.
//!
//! Formula: `2 P R / (P + R)` from counts over all pages: a point hits a box of its label if it lies
//! strictly inside. On each page boxes, in their order, take the first unused point that hits; other
//! points are false, other boxes missed. Range 0 to 1, higher is better.
//! Edge cases: 0 when nothing is hit. A point on the border, or with a coordinate that is not a number
//! or infinite, hits nothing. Definition: the measure of the 2019 cursive-Japanese challenge.

use crate::error::MetricError;
use crate::input::check_lengths;

/// A box that wants a point, by its upper left corner and its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelledBox<L> {
    /// What stands in the box.
    pub label: L,
    /// Left end.
    pub x: f64,
    /// Upper end.
    pub y: f64,
    /// Horizontal size.
    pub width: f64,
    /// Vertical size.
    pub height: f64,
}

/// A predicted point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelledPoint<L> {
    /// What is predicted to stand there.
    pub label: L,
    /// Distance from the left.
    pub x: f64,
    /// Distance from above.
    pub y: f64,
}

/// Returns the F1 over all pages; one list of boxes and one of points per page.
///
/// # Errors
///
/// Fails when the lengths differ or there are no pages.
pub fn point_f1<L: PartialEq, B, P>(truth: &[B], predicted: &[P]) -> Result<f64, MetricError>
where
    B: AsRef<[LabelledBox<L>]>,
    P: AsRef<[LabelledPoint<L>]>,
{
    check_lengths(truth.len(), predicted.len())?;
    let (mut hits, mut boxes, mut points) = (0_u64, 0_u64, 0_u64);
    for (truth, predicted) in truth.iter().zip(predicted) {
        let (truth, predicted) = (truth.as_ref(), predicted.as_ref());
        let mut used = vec![false; predicted.len()];
        for wanted in truth {
            let mut candidates = predicted.iter().zip(&mut used);
            let first = candidates.find(|(point, used)| !**used && hit(wanted, point));
            if let Some((_, used)) = first {
                *used = true;
                hits += 1;
            }
        }
        boxes += truth.len() as u64;
        points += predicted.len() as u64;
    }
    if hits == 0 {
        return Ok(0.0);
    }
    let (precision, recall) = (hits as f64 / points as f64, hits as f64 / boxes as f64);
    Ok(2.0 * precision * recall / (precision + recall))
}

fn hit<L: PartialEq>(wanted: &LabelledBox<L>, point: &LabelledPoint<L>) -> bool {
    wanted.label == point.label
        && point.x > wanted.x
        && point.x < wanted.x + wanted.width
        && point.y > wanted.y
        && point.y < wanted.y + wanted.height
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(label: char, x: f64) -> LabelledBox<char> {
        LabelledBox {
            label,
            x,
            y: 0.0,
            width: 10.0,
            height: 10.0,
        }
    }

    fn point(label: char, x: f64) -> LabelledPoint<char> {
        LabelledPoint { label, x, y: 5.0 }
    }

    #[test]
    fn points_inside_hit() {
        let truth = [vec![wanted('a', 0.0), wanted('b', 20.0)]];
        assert_eq!(
            point_f1(&truth, &[vec![point('b', 21.0), point('a', 9.9)]]),
            Ok(1.0)
        );
        assert_eq!(point_f1(&truth, &[vec![point('a', 21.0)]]), Ok(0.0));
        assert_eq!(
            point_f1(&truth, &[vec![point('a', 0.0), point('b', 30.0)]]),
            Ok(0.0)
        );
        assert_eq!(point_f1(&truth, &[vec![point('a', f64::NAN)]]), Ok(0.0));
    }

    #[test]
    fn each_point_serves_one_box_and_each_box_one_point() {
        let truth = [vec![wanted('a', 0.0), wanted('a', 5.0)]];
        let half = point_f1(&truth, &[vec![point('a', 7.0)]]).unwrap();
        assert!((half - 2.0 / 3.0).abs() < 1e-15);
        let doubled = [vec![point('a', 1.0), point('a', 2.0)]];
        assert_eq!(point_f1(&truth, &doubled), Ok(0.5));
    }

    #[test]
    fn pages_without_boxes_make_points_false() {
        let truth = [vec![wanted('a', 0.0)], vec![]];
        let predicted = [vec![point('a', 1.0)], vec![point('a', 1.0)]];
        let score = point_f1(&truth, &predicted).unwrap();
        assert!((score - 2.0 / 3.0).abs() < 1e-15);
    }
}
