//! Sets of pixels as sorted runs.
//!
//! Images may have more than a billion pixels and masks few runs, so a mask is never spread out: its
//! memory and the cost of comparing two grow with the runs, not with the pixels.

use std::ops::Range;

use crate::run_length::RunLengthError;

/// A set of pixels, numbered from 0 in the order that the runs count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mask {
    /// Not empty, apart, rising.
    runs: Vec<Range<u64>>,
}

impl Mask {
    /// Creates the mask of one run, empty if the run is.
    pub fn from_run(run: Range<u64>) -> Self {
        Self {
            runs: std::iter::once(run).filter(|run| !run.is_empty()).collect(),
        }
    }

    /// Creates the mask of all pixels of an image.
    pub fn full(pixels: u64) -> Self {
        Self::from_run(0..pixels)
    }

    /// Creates a mask from runs that rise and do not overlap; touching runs are joined.
    ///
    /// # Errors
    ///
    /// Fails when a run is empty, starts before the one before it or overlaps it; places in the error
    /// count runs from 0.
    pub fn from_runs(runs: impl IntoIterator<Item = Range<u64>>) -> Result<Self, RunLengthError> {
        let mut joined: Vec<Range<u64>> = Vec::new();
        let mut last_start = 0;
        for (place, run) in runs.into_iter().enumerate() {
            if run.is_empty() {
                return Err(RunLengthError::EmptyRun { place });
            }
            match joined.last_mut() {
                Some(_) if run.start < last_start => {
                    return Err(RunLengthError::Unsorted { place });
                }
                Some(last) if run.start < last.end => {
                    return Err(RunLengthError::Overlap { place });
                }
                Some(last) if run.start == last.end => last.end = run.end,
                _ => joined.push(run.clone()),
            }
            last_start = run.start;
        }
        Ok(Self { runs: joined })
    }

    /// Returns whether no pixel is in the mask.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of pixels.
    pub fn area(&self) -> u64 {
        self.runs.iter().map(|run| run.end - run.start).sum()
    }

    /// Returns the runs: rising, apart, none empty.
    pub fn runs(&self) -> &[Range<u64>] {
        &self.runs
    }

    /// Returns the number of pixels in both masks.
    pub fn shared_area(&self, other: &Self) -> u64 {
        let (mut left, mut right) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        let mut shared = 0;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            shared += a.end.min(b.end).saturating_sub(a.start.max(b.start));
            if a.end <= b.end {
                left.next();
            } else {
                right.next();
            }
        }
        shared
    }

    /// Returns the pixels in either mask.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all: Vec<Range<u64>> = self.runs.iter().chain(&other.runs).cloned().collect();
        all.sort_unstable_by_key(|run| run.start);
        let mut runs: Vec<Range<u64>> = Vec::with_capacity(all.len());
        for run in all {
            match runs.last_mut() {
                Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
                _ => runs.push(run),
            }
        }
        Self { runs }
    }

    /// Returns the pixels numbered below `pixels`.
    #[must_use]
    pub fn cut(mut self, pixels: u64) -> Self {
        self.runs.retain(|run| run.start < pixels);
        if let Some(last) = self.runs.last_mut() {
            last.end = last.end.min(pixels);
        }
        self
    }

    /// Returns the number of the pixel after the last one, 0 for an empty mask.
    pub fn end(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The mask of the pixels that are set.
    fn of_pixels(pixels: &[bool]) -> Mask {
        let set = pixels.iter().zip(0_u64..).filter(|(set, _)| **set);
        Mask::from_runs(set.map(|(_, pixel)| pixel..pixel + 1)).unwrap()
    }

    fn runs(list: &[(u64, u64)]) -> Result<Mask, RunLengthError> {
        Mask::from_runs(list.iter().map(|(start, end)| *start..*end))
    }

    #[test]
    fn joins_touching_runs() {
        assert_eq!(
            runs(&[(0, 3), (3, 5), (7, 8)]).unwrap().runs(),
            [0..5, 7..8]
        );
    }

    #[test]
    fn rejects_runs_out_of_order() {
        assert_eq!(
            runs(&[(5, 6), (0, 3)]),
            Err(RunLengthError::Unsorted { place: 1 })
        );
        assert_eq!(
            runs(&[(0, 3), (2, 4)]),
            Err(RunLengthError::Overlap { place: 1 })
        );
        assert_eq!(
            runs(&[(0, 3), (0, 4)]),
            Err(RunLengthError::Overlap { place: 1 })
        );
        assert_eq!(runs(&[(3, 3)]), Err(RunLengthError::EmptyRun { place: 0 }));
        // A start inside the joined runs but before the last run's own start.
        assert_eq!(
            runs(&[(0, 3), (3, 5), (2, 4)]),
            Err(RunLengthError::Unsorted { place: 2 })
        );
    }

    #[test]
    fn cuts_at_the_end_of_the_image() {
        let mask = runs(&[(0, 3), (5, 9), (20, 30)]).unwrap();
        assert_eq!(mask.clone().cut(7).runs(), [0..3, 5..7]);
        assert_eq!(mask.clone().cut(5).runs().len(), 1);
        assert!(mask.clone().cut(0).is_empty());
        assert_eq!((mask.end(), mask.area()), (30, 17));
        assert_eq!(Mask::full(0), Mask::default());
        assert_eq!(Mask::full(9).area(), 9);
    }

    proptest! {
        #[test]
        fn shared_area_and_union_count_pixels(
            pixels in prop::collection::vec((any::<bool>(), any::<bool>()), 0..80)
        ) {
            let (a, b): (Vec<bool>, Vec<bool>) = pixels.iter().copied().unzip();
            let (a, b) = (of_pixels(&a), of_pixels(&b));
            let both = pixels.iter().filter(|(a, b)| *a && *b).count() as u64;
            prop_assert_eq!(a.shared_area(&b), both);
            prop_assert_eq!(b.shared_area(&a), both);
            let either: Vec<bool> = pixels.iter().map(|(a, b)| *a || *b).collect();
            prop_assert_eq!(a.union(&b), of_pixels(&either));
        }
    }
}
