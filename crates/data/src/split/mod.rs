//! Dividing and sampling rows as scikit-learn and pandas do.

mod within;

pub use within::{SmallGroups, split_within_groups};

use crate::random::NumpyLegacy;

/// Row numbers of the two parts, each in the order drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Rows of the train part.
    pub train: Vec<usize>,
    /// Rows of the test part.
    pub test: Vec<usize>,
}

/// Size of one part; the other part is the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TestSize {
    /// Share of test rows between 0 and 1, rounded up (`test_size` as a float).
    Fraction(f64),
    /// Number of test rows (`test_size` as a whole number).
    Rows(usize),
    /// Share of train rows between 0 and 1, rounded down (`train_size` as a float).
    TrainFraction(f64),
}

/// A division or a sample that scikit-learn or pandas refuses.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SplitError {
    /// The share is not between 0 and 1.
    #[error("the share {0} is not between 0 and 1 (both excluded)")]
    Fraction(f64),
    /// The number of test rows is 0 or leaves nothing to train on.
    #[error("{test} test rows of {rows} are impossible, expected at least 1 and fewer than {rows}")]
    Rows {
        /// Test rows asked for.
        test: usize,
        /// Rows that are there.
        rows: usize,
    },
    /// No row would be left for training.
    #[error("the train part of {rows} rows would be empty")]
    EmptyTrain {
        /// Rows that are there.
        rows: usize,
    },
    /// More rows are to be drawn than there are.
    #[error("{sample} rows cannot be drawn from {rows} without repetition")]
    TooMany {
        /// Rows asked for.
        sample: usize,
        /// Rows that are there.
        rows: usize,
    },
    /// The share of a sample is negative or no number.
    #[error("the share {0} of a sample is not a number from 0 to 1")]
    SampleFraction(f64),
}

/// Divides `n` rows as `sklearn.model_selection.train_test_split(shuffle=True)` does.
///
/// The rows are permuted by [`NumpyLegacy::permutation`]; the first ones are the test part, the
/// ones after it the train part.
///
/// # Errors
///
/// Fails as scikit-learn does: a share outside 0 to 1, a test part of no or all rows, an empty
/// train part.
pub fn train_test_split(n: usize, size: TestSize, seed: u32) -> Result<Split, SplitError> {
    let test = test_rows(n, size)?;
    let mut order = NumpyLegacy::new(seed).permutation(n);
    let train = order.split_off(test);
    Ok(Split { train, test: order })
}

fn test_rows(n: usize, size: TestSize) -> Result<usize, SplitError> {
    let test = match size {
        TestSize::Rows(test) if test == 0 || test >= n => {
            return Err(SplitError::Rows { test, rows: n });
        }
        TestSize::Rows(test) => test,
        TestSize::Fraction(share) => (share_of_one(share)? * n as f64).ceil() as usize,
        TestSize::TrainFraction(share) => {
            n - ((share_of_one(share)? * n as f64).floor() as usize).min(n)
        }
    };
    if test >= n {
        Err(SplitError::EmptyTrain { rows: n })
    } else {
        Ok(test)
    }
}

fn share_of_one(share: f64) -> Result<f64, SplitError> {
    if share > 0.0 && share < 1.0 {
        Ok(share)
    } else {
        Err(SplitError::Fraction(share))
    }
}

/// Draws a share of `n` rows as pandas' `sample(frac=fraction, random_state=seed)` does.
///
/// The number of rows is rounded half to even; the order is the order drawn.
///
/// # Errors
///
/// Fails when the share is not from 0 to 1.
pub fn sample_fraction(n: usize, fraction: f64, seed: u32) -> Result<Vec<usize>, SplitError> {
    if !(0.0..=1.0).contains(&fraction) {
        return Err(SplitError::SampleFraction(fraction));
    }
    sample_rows(n, (fraction * n as f64).round_ties_even() as usize, seed)
}

/// Draws `k` of `n` rows as pandas' `sample(k, random_state=seed)` does, in the order drawn.
///
/// # Errors
///
/// Fails when `k` is larger than `n`.
pub fn sample_rows(n: usize, k: usize, seed: u32) -> Result<Vec<usize>, SplitError> {
    if k > n {
        return Err(SplitError::TooMany { sample: k, rows: n });
    }
    let mut order = NumpyLegacy::new(seed).permutation(n);
    order.truncate(k);
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_plain_products_of_doubles() {
        assert_eq!(test_rows(50, TestSize::Fraction(0.14)), Ok(8));
        assert_eq!(test_rows(10, TestSize::Fraction(0.1)), Ok(1));
        assert_eq!(test_rows(10, TestSize::TrainFraction(0.75)), Ok(3));
    }

    #[test]
    fn impossible_divisions_are_errors() {
        for share in [0.0, 1.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
            assert!(
                train_test_split(10, TestSize::Fraction(share), 0).is_err(),
                "{share}"
            );
            assert!(
                train_test_split(10, TestSize::TrainFraction(share), 0).is_err(),
                "{share}"
            );
        }
        assert_eq!(
            train_test_split(3, TestSize::Rows(3), 0),
            Err(SplitError::Rows { test: 3, rows: 3 })
        );
        for n in [0, 1] {
            assert_eq!(
                train_test_split(n, TestSize::Fraction(0.2), 0),
                Err(SplitError::EmptyTrain { rows: n })
            );
        }
    }

    #[test]
    fn a_small_train_share_may_be_empty() {
        assert_eq!(
            train_test_split(3, TestSize::TrainFraction(0.2), 0),
            Err(SplitError::EmptyTrain { rows: 3 })
        );
    }

    #[test]
    fn samples_round_half_to_even() {
        assert_eq!(sample_fraction(5, 0.5, 0).unwrap().len(), 2);
        assert_eq!(sample_fraction(7, 0.5, 0).unwrap().len(), 4);
        assert_eq!(sample_fraction(0, 1.0, 0).unwrap(), []);
        assert!(sample_fraction(4, 1.1, 0).is_err());
        assert!(sample_rows(4, 5, 0).is_err());
    }
}
