//! How often each label is true, predicted, and both in one row.

use std::collections::BTreeMap;

use crate::error::MetricError;
use crate::input::check_lengths;

/// Counts of one label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LabelCount {
    /// Rows whose true label it is.
    pub(crate) truth: u64,
    /// Rows for which it is predicted.
    pub(crate) predicted: u64,
    /// Rows where it is both.
    pub(crate) both: u64,
}

/// Counts every label that occurs on either side, in the order of the labels.
pub(crate) fn label_counts<'a, T: Ord>(
    truth: &'a [T],
    predicted: &'a [T],
) -> Result<BTreeMap<&'a T, LabelCount>, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let mut counts: BTreeMap<&T, LabelCount> = BTreeMap::new();
    for (truth, predicted) in truth.iter().zip(predicted) {
        let count = counts.entry(truth).or_default();
        count.truth += 1;
        count.both += u64::from(truth == predicted);
        counts.entry(predicted).or_default().predicted += 1;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_union_of_labels() {
        let counts = label_counts(&[1, 1, 2], &[1, 3, 3]).unwrap();
        let expected = [(1, (2, 1, 1)), (2, (1, 0, 0)), (3, (0, 2, 0))];
        let found = counts
            .iter()
            .map(|(label, c)| (**label, (c.truth, c.predicted, c.both)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
