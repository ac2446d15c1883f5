//! A percentage with its interval on a line from 0 to 100.

use crate::aggregate::BoundedInterval;

const WIDTH: f64 = 160.0;
const HEIGHT: f64 = 16.0;
const MARGIN: f64 = 5.0;

/// Draws a mean and the interval around it; both are percentages.
pub(super) fn interval(mean: f64, interval: &BoundedInterval) -> String {
    let place = |percent: f64| MARGIN + percent.clamp(0.0, 100.0) / 100.0 * (WIDTH - 2.0 * MARGIN);
    let middle = HEIGHT / 2.0;
    let (lower, upper) = (interval.lower, interval.upper);
    format!(
        "<svg width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{mean:.1}, interval {lower:.1} to {upper:.1}\">\
         <line class=\"axis\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{middle}\" y2=\"{middle}\"/>\
         <line class=\"range\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{middle}\" y2=\"{middle}\"/>\
         <circle class=\"mean\" cx=\"{:.1}\" cy=\"{middle}\" r=\"4\"/></svg>",
        place(0.0),
        place(100.0),
        place(lower),
        place(upper),
        place(mean),
    )
}
