//! Areas under curves of precision over recall.

/// Area by steps over distinct confidences, as `average_precision_score` of scikit-learn.
///
/// `entries` are pairs of confidence and being right; every right entry counts as one to be found.
pub(crate) fn step_area(mut entries: Vec<(f64, bool)>) -> f64 {
    let positives = entries.iter().filter(|entry| entry.1).count();
    if positives == 0 {
        return 0.0;
    }
    entries.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let (mut seen, mut right, mut area) = (0, 0, 0.0);
    for tied in entries.chunk_by(|a, b| a.0 == b.0) {
        let gained = tied.iter().filter(|entry| entry.1).count();
        seen += tied.len();
        right += gained;
        area += gained as f64 / positives as f64 * (right as f64 / seen as f64);
    }
    area
}

/// Precision after each detection, made falling: the best that is reached there or later.
fn envelope(hits: &[bool]) -> Vec<(usize, f64)> {
    let mut right = 0;
    let mut curve: Vec<(usize, f64)> = hits
        .iter()
        .enumerate()
        .map(|(place, hit)| {
            right += usize::from(*hit);
            (right, right as f64 / (place + 1) as f64)
        })
        .collect();
    for place in (1..curve.len()).rev() {
        curve[place - 1].1 = curve[place - 1].1.max(curve[place].1);
    }
    curve
}

/// Area under the falling envelope, as PASCAL VOC from 2010 on.
///
/// `hits` says of each detection, by falling confidence, whether it is right; `positives` is the
/// number of objects to be found, at least 1.
pub(crate) fn envelope_area(hits: &[bool], positives: usize) -> f64 {
    let curve = envelope(hits);
    let (mut area, mut before) = (0.0, 0);
    for (right, precision) in curve {
        area += (right - before) as f64 / positives as f64 * precision;
        before = right;
    }
    area
}

/// Mean of the falling envelope at the recalls 0, 0.01, ... 1, as COCO.
pub(crate) fn envelope_at_101_recalls(hits: &[bool], positives: usize) -> f64 {
    let curve = envelope(hits);
    let precisions: Vec<f64> = (0..=100_u32)
        .map(|percent| {
            let wanted = f64::from(percent) * 0.01;
            let reached = |point: &(usize, f64)| point.0 as f64 / (positives as f64) < wanted;
            curve
                .get(curve.partition_point(reached))
                .map_or(0.0, |point| point.1)
        })
        .collect();
    crate::sum::mean(&precisions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_group_ties() {
        assert_eq!(
            step_area(vec![(0.9, true), (0.8, false), (0.7, true)]),
            0.5 + 0.5 * 2.0 / 3.0
        );
        assert_eq!(step_area(vec![(0.5, true), (0.5, false)]), 0.5);
        assert_eq!(step_area(vec![(0.5, false)]), 0.0);
    }

    #[test]
    fn envelope_takes_the_best_later_precision() {
        assert_eq!(
            envelope_area(&[true, false, true, true], 4),
            0.25 + 0.5 * 0.75
        );
        assert_eq!(envelope_area(&[true], 1), 1.0);
        assert_eq!(envelope_area(&[], 1), 0.0);
    }

    #[test]
    fn recalls_that_are_never_reached_count_zero() {
        let half = envelope_at_101_recalls(&[true], 2);
        assert!((half - 51.0 / 101.0).abs() < 1e-15);
        assert_eq!(envelope_at_101_recalls(&[true, true], 2), 1.0);
    }
}
