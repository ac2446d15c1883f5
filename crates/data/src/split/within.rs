//! Dividing every group for itself, so that each is known from training.

use crate::split::{Split, SplitError, TestSize, train_test_split};

/// What becomes of groups that are too small for a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmallGroups {
    /// They are divided like the others.
    Divided,
    /// Of two to four rows the last is test; a single row is train.
    LastRow,
}

/// From this many rows on a group is not small.
const ENOUGH: usize = 5;

/// Divides each group of rows as [`train_test_split`] does with seed 0, and returns the parts group
/// after group.
///
/// # Errors
///
/// Fails when a group cannot be divided, such as one of a single row.
pub fn split_within_groups(
    groups: &[Vec<usize>],
    share: f64,
    small: SmallGroups,
) -> Result<Split, SplitError> {
    let mut split = Split {
        train: Vec::new(),
        test: Vec::new(),
    };
    for group in groups {
        if small == SmallGroups::LastRow && group.len() < ENOUGH {
            let (test, train) = match group.as_slice() {
                [_, .., last] => (Some(last), &group[..group.len() - 1]),
                single => (None, single),
            };
            split.train.extend(train);
            split.test.extend(test);
        } else {
            let drawn = train_test_split(group.len(), TestSize::Fraction(share), 0)?;
            split
                .train
                .extend(drawn.train.iter().map(|row| group[*row]));
            split.test.extend(drawn.test.iter().map(|row| group[*row]));
        }
    }
    Ok(split)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_give_their_last_row() {
        let groups = [
            vec![9],
            vec![0, 3],
            vec![1, 2, 4, 5],
            vec![10, 11, 12, 13, 14],
        ];
        let split = split_within_groups(&groups, 0.2, SmallGroups::LastRow).unwrap();
        assert_eq!(split.test[..2], [3, 5]);
        assert_eq!(split.test.len(), 3);
        assert_eq!(split.train[..5], [9, 0, 1, 2, 4]);
        assert_eq!(split.train.len(), 9);
    }

    #[test]
    fn a_single_row_cannot_be_divided() {
        assert!(split_within_groups(&[vec![0]], 0.2, SmallGroups::Divided).is_err());
        assert!(split_within_groups(&[], 0.2, SmallGroups::Divided).is_ok());
    }
}
