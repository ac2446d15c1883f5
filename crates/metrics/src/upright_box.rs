//! Boxes in space that stand upright, and their overlap.

use crate::error::{MetricError, Side};

/// An upright box in space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Box3d<C> {
    /// Class of the object.
    pub class: C,
    /// How sure a prediction is; not used for true boxes.
    pub confidence: f64,
    /// Centre: `x`, `y` and the height `z`.
    pub centre: [f64; 3],
    /// Across the heading, above 0.
    pub width: f64,
    /// Along the heading, above 0.
    pub length: f64,
    /// Vertical size, above 0.
    pub height: f64,
    /// Heading as an angle about the vertical axis in radians.
    pub yaw: f64,
}

impl<C> Box3d<C> {
    /// Rejects boxes with a broken number, without size, or too far away to have a shape.
    pub(crate) fn check(&self, side: Side, row: usize) -> Result<(), MetricError> {
        let numbers = [
            self.confidence,
            self.width,
            self.length,
            self.height,
            self.yaw,
        ];
        for value in numbers.into_iter().chain(self.centre) {
            if value.is_nan() {
                return Err(MetricError::NotANumber { side, row });
            }
            if value.is_infinite() {
                return Err(MetricError::Infinite { side, row });
            }
        }
        match [self.width, self.length, self.height]
            .into_iter()
            .find(|size| *size <= 0.0)
        {
            Some(value) => {
                let expected = "width, length and height above 0";
                Err(MetricError::OutOfRange {
                    side,
                    row,
                    value,
                    expected,
                })
            }
            None if self.keeps_its_angles() => Ok(()),
            None => {
                let expected = "a place so near that its corners keep their right angles";
                Err(MetricError::OutOfRange {
                    side,
                    row,
                    value: self.centre[0],
                    expected,
                })
            }
        }
    }

    /// Whether doubles hold the corners exactly enough: far from the origin they lose so many digits
    /// that the rectangle is none any more. The limit of 1e-8 is that of the published program.
    fn keeps_its_angles(&self) -> bool {
        let corners = self.ground([0.0; 3]);
        let edge = |i: usize| {
            let (from, to) = (corners[i], corners[(i + 1) % 4]);
            [to[0] - from[0], to[1] - from[1]]
        };
        (0..4).all(|i| {
            let (a, b) = (edge(i), edge((i + 1) % 4));
            (a[0] * b[0] + a[1] * b[1]).abs() <= 1e-8
        })
    }

    /// Corners on the ground, counter-clockwise, relative to `origin`.
    fn ground(&self, origin: [f64; 3]) -> [[f64; 2]; 4] {
        let (sin, cos) = self.yaw.sin_cos();
        let (along, across) = (self.length / 2.0, self.width / 2.0);
        let (x, y) = (self.centre[0] - origin[0], self.centre[1] - origin[1]);
        [
            (along, across),
            (-along, across),
            (-along, -across),
            (along, -across),
        ]
        .map(|(a, b)| [x + a * cos - b * sin, y + a * sin + b * cos])
    }

    /// Intersection over union of the volumes.
    pub(crate) fn overlap(&self, other: &Self) -> f64 {
        let top = (self.centre[2] + self.height / 2.0).min(other.centre[2] + other.height / 2.0);
        let bottom = (self.centre[2] - self.height / 2.0).max(other.centre[2] - other.height / 2.0);
        let reach = self.width + self.length + other.width + other.length;
        let apart = (self.centre[0] - other.centre[0])
            .abs()
            .max((self.centre[1] - other.centre[1]).abs());
        if top <= bottom || apart > reach {
            return 0.0;
        }
        // Relative to one of the centres, far places lose no digits.
        let shared =
            shared_area(&self.ground(self.centre), &other.ground(self.centre)) * (top - bottom);
        let union = self.width * self.length * self.height
            + other.width * other.length * other.height
            - shared;
        if union > 0.0 && union.is_finite() {
            shared / union
        } else {
            0.0
        }
    }
}

/// Area shared by two convex polygons with counter-clockwise corners.
fn shared_area(a: &[[f64; 2]; 4], b: &[[f64; 2]; 4]) -> f64 {
    let mut polygon = a.to_vec();
    for (i, from) in b.iter().enumerate() {
        let to = b[(i + 1) % 4];
        // Positive on the left of the edge, which is inside.
        let side = |p: &[f64; 2]| {
            (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])
        };
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (j, p) in polygon.iter().enumerate() {
            let q = &polygon[(j + 1) % polygon.len()];
            let (p_side, q_side) = (side(p), side(q));
            if p_side >= 0.0 {
                kept.push(*p);
            }
            if (p_side > 0.0 && q_side < 0.0) || (p_side < 0.0 && q_side > 0.0) {
                let t = p_side / (p_side - q_side);
                kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
        }
        polygon = kept;
        if polygon.len() < 3 {
            return 0.0;
        }
    }
    let origin = polygon[0];
    let cross = |p: &[f64; 2], q: &[f64; 2]| {
        (p[0] - origin[0]) * (q[1] - origin[1]) - (q[0] - origin[0]) * (p[1] - origin[1])
    };
    let twice: f64 = polygon
        .windows(2)
        .map(|edge| cross(&edge[0], &edge[1]))
        .sum();
    (twice / 2.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use proptest::prelude::*;

    use super::*;

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
    fn half_a_turn_changes_nothing() {
        let car = at(1400.0, 1600.0, 0.3);
        assert!((car.overlap(&at(1400.0, 1600.0, 0.3 + PI)) - 1.0).abs() < 1e-12);
        let crossed = car.overlap(&at(1400.0, 1600.0, 0.3 + FRAC_PI_2));
        assert!((crossed - 4.0 / 12.0).abs() < 1e-12);
    }

    #[test]
    fn length_lies_along_the_heading() {
        // Two of four units of length are shared.
        assert!((at(0.0, 0.0, 0.0).overlap(&at(2.0, 0.0, 0.0)) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(at(0.0, 0.0, 0.0).overlap(&at(0.0, 2.0, 0.0)), 0.0);
        assert_eq!(at(0.0, 0.0, 0.0).overlap(&at(1e9, 0.0, 0.0)), 0.0);
    }

    #[test]
    fn height_counts() {
        let mut raised = at(0.0, 0.0, 1.0);
        raised.centre[2] = 0.75;
        assert!((at(0.0, 0.0, 1.0).overlap(&raised) - 1.0 / 3.0).abs() < 1e-12);
        raised.centre[2] = 1.5;
        assert_eq!(at(0.0, 0.0, 1.0).overlap(&raised), 0.0);
    }

    proptest! {
        #[test]
        fn overlap_is_symmetric_and_bounded(
            x in -3.0..3.0, y in -3.0..3.0, yaw in -4.0..4.0, other in -4.0..4.0
        ) {
            let (a, b) = (at(0.0, 0.0, other), at(x, y, yaw));
            let overlap = a.overlap(&b);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&overlap));
            prop_assert!((overlap - b.overlap(&a)).abs() < 1e-12);
        }
    }
}
