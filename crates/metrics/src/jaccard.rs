//! Mean Jaccard similarity of sets of words.
//!
//! Formula: mean over rows of `|A & B| / (|A| + |B| - |A & B|)`, where `A` and `B` are the distinct
//! words of the lower-cased texts, split at white space. Range 0 to 1, higher is better.
//! Edge cases: two texts without words have no similarity; `empty-pair` says what they count.
//! Lower-casing and white space follow Python ([`crate::python`]): no-break and ideographic blanks
//! part words, zero-width ones do not. Definition: Jaccard (1901), as in the 2020 tweet-sentiment and
//! the 2021 question-answering challenges.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::check_lengths;
use crate::python;
use crate::sum::mean;

/// Parameters of [`mean_word_jaccard`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WordJaccard {
    /// What two texts without words count.
    pub empty_pair: EmptyPair,
}

/// What two texts without words count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyPair {
    /// They agree.
    #[default]
    One,
    /// They share nothing.
    Zero,
    /// The whole score is undefined.
    Undefined,
}

/// Returns the mean Jaccard similarity of the word sets of two columns of text.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or two texts have no words and
/// [`EmptyPair::Undefined`] is asked for.
pub fn mean_word_jaccard<T: AsRef<str>, P: AsRef<str>>(
    truth: &[T],
    predicted: &[P],
    parameters: WordJaccard,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let rows = truth.iter().zip(predicted);
    let scores = rows
        .map(|(truth, predicted)| row_jaccard(truth.as_ref(), predicted.as_ref(), parameters))
        .collect::<Result<Vec<f64>, _>>()?;
    Ok(mean(&scores))
}

fn row_jaccard(truth: &str, predicted: &str, parameters: WordJaccard) -> Result<f64, MetricError> {
    let (truth, predicted) = (python::lower(truth), python::lower(predicted));
    let (a, b) = (words(&truth), words(&predicted));
    let shared = a
        .iter()
        .filter(|word| b.binary_search(word).is_ok())
        .count();
    let union = a.len() + b.len() - shared;
    match parameters.empty_pair {
        _ if union > 0 => Ok(shared as f64 / union as f64),
        EmptyPair::One => Ok(1.0),
        EmptyPair::Zero => Ok(0.0),
        EmptyPair::Undefined => Err(MetricError::Undefined {
            side: Side::Prediction,
            reason: "a predicted and its true text have no words",
        }),
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = python::split_whitespace(text).collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jaccard(truth: &str, predicted: &str) -> f64 {
        mean_word_jaccard(&[truth], &[predicted], WordJaccard::default()).unwrap()
    }

    #[test]
    fn compares_sets_of_lower_cased_words() {
        assert_eq!(jaccard("The cat the CAT", "cat dog"), 1.0 / 3.0);
        assert_eq!(jaccard("so good!", "SO\u{a0}GOOD!"), 1.0);
        assert_eq!(jaccard("a", ""), 0.0);
    }

    #[test]
    fn zero_width_blanks_do_not_part_words() {
        assert_eq!(jaccard("a\u{200b}b", "a b"), 0.0);
    }

    #[test]
    fn two_empty_texts_count_as_declared() {
        let with = |empty_pair| mean_word_jaccard(&[" "], &[""], WordJaccard { empty_pair });
        assert_eq!(with(EmptyPair::One), Ok(1.0));
        assert_eq!(with(EmptyPair::Zero), Ok(0.0));
        assert!(with(EmptyPair::Undefined).is_err());
    }
}
