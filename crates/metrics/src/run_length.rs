//! Masks written as pairs of numbers: where a run begins, counted from 1, and how long it is.
//!
//! Numbers are parted by any white space and read as Python's `int` does. Starts must rise, starts and
//! lengths be at least 1, and runs not overlap; touching runs are fine.
//! The published decoders are lenient in three ways, which [`RunLength::lenient`] keeps: pixels beyond
//! the image are dropped, a lone number is an empty mask, and three numbers are two starts that share
//! the one length.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::mask::Mask;
use crate::python;

/// Parameters of [`decode_run_length`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct RunLength {
    /// Whether the published decoders' leniency is kept.
    pub lenient: bool,
}

/// Why a text is no mask. Places count from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunLengthError {
    /// A word is no whole number.
    #[error("`{word}` is no whole number")]
    NotANumber {
        /// The word, cut to 40 characters.
        word: String,
    },
    /// Starts and lengths do not pair up.
    #[error("{count} numbers, expected pairs of start and length")]
    Odd {
        /// How many numbers there are.
        count: usize,
    },
    /// A start is below 1.
    #[error("run {place} starts at {start}, expected at least 1")]
    Start {
        /// Which run.
        place: usize,
        /// Where it starts.
        start: i64,
    },
    /// A run has no pixels, or a negative number of them.
    #[error("run {place} is empty")]
    EmptyRun {
        /// Which run.
        place: usize,
    },
    /// A run starts before the one before it.
    #[error("run {place} starts before the run before it")]
    Unsorted {
        /// Which run.
        place: usize,
    },
    /// A run overlaps the one before it.
    #[error("run {place} overlaps the run before it")]
    Overlap {
        /// Which run.
        place: usize,
    },
    /// A run leaves the image.
    #[error("the mask ends at pixel {end}, but the image has {pixels}")]
    Outside {
        /// Last pixel of the mask, counted from 1.
        end: u64,
        /// Pixels of the image.
        pixels: u64,
    },
}

/// Reads the mask of an image of `pixels` pixels; blanks alone are an empty mask.
///
/// # Errors
///
/// Fails when the text breaks one of the rules above.
pub fn decode_run_length(
    text: &str,
    pixels: u64,
    parameters: RunLength,
) -> Result<Mask, RunLengthError> {
    let numbers = python::split_whitespace(text)
        .map(|word| {
            python::parse_int(word).ok_or_else(|| RunLengthError::NotANumber {
                word: word.chars().take(40).collect(),
            })
        })
        .collect::<Result<Vec<i64>, _>>()?;
    let pairs: Vec<(i64, i64)> = match (numbers.as_slice(), parameters.lenient) {
        ([_], true) => Vec::new(),
        (&[first, length, second], true) => vec![(first, length), (second, length)],
        (numbers, _) if numbers.len() % 2 == 1 => {
            return Err(RunLengthError::Odd {
                count: numbers.len(),
            });
        }
        (numbers, _) => numbers
            .as_chunks::<2>()
            .0
            .iter()
            .map(|pair| (pair[0], pair[1]))
            .collect(),
    };
    let runs = pairs
        .iter()
        .enumerate()
        .map(run)
        .collect::<Result<Vec<Range<u64>>, _>>()?;
    let mask = Mask::from_runs(runs)?;
    if mask.end() <= pixels {
        return Ok(mask);
    }
    if parameters.lenient {
        Ok(mask.cut(pixels))
    } else {
        Err(RunLengthError::Outside {
            end: mask.end(),
            pixels,
        })
    }
}

fn run((place, (start, length)): (usize, &(i64, i64))) -> Result<Range<u64>, RunLengthError> {
    if *start < 1 {
        return Err(RunLengthError::Start {
            place,
            start: *start,
        });
    }
    if *length < 1 {
        return Err(RunLengthError::EmptyRun { place });
    }
    let first = start.unsigned_abs() - 1;
    Ok(first..first + length.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STRICT: RunLength = RunLength { lenient: false };
    const LENIENT: RunLength = RunLength { lenient: true };

    #[test]
    fn reads_pairs() {
        let mask = decode_run_length(" +1 2\t5  00_3 ", 100, STRICT).unwrap();
        assert_eq!(mask.runs(), [0..2, 4..7]);
        assert!(
            decode_run_length(" \u{a0}", 100, STRICT)
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn names_the_broken_rule() {
        let fails = |text| decode_run_length(text, 100, STRICT).unwrap_err();
        assert_eq!(
            fails("1 2 3 x"),
            RunLengthError::NotANumber {
                word: "x".to_owned()
            }
        );
        assert_eq!(
            fails("1 2.0"),
            RunLengthError::NotANumber {
                word: "2.0".to_owned()
            }
        );
        assert_eq!(fails("1 2 3 4 5"), RunLengthError::Odd { count: 5 });
        assert_eq!(fails("0 2"), RunLengthError::Start { place: 0, start: 0 });
        assert_eq!(fails("1 0"), RunLengthError::EmptyRun { place: 0 });
        assert_eq!(fails("1 -5"), RunLengthError::EmptyRun { place: 0 });
        assert_eq!(fails("5 2 1 2"), RunLengthError::Unsorted { place: 1 });
        assert_eq!(fails("5 2 6 2"), RunLengthError::Overlap { place: 1 });
        assert_eq!(
            fails("90 20"),
            RunLengthError::Outside {
                end: 109,
                pixels: 100
            }
        );
    }

    #[test]
    fn keeps_the_published_leniency_only_when_told() {
        assert!(decode_run_length("7", 100, LENIENT).unwrap().is_empty());
        assert_eq!(
            decode_run_length("7 3 20", 100, LENIENT).unwrap().runs(),
            [6..9, 19..22]
        );
        let cut = decode_run_length("90 20 200 5", 100, LENIENT);
        assert_eq!(cut, Ok(Mask::from_run(89..100)));
        assert!(decode_run_length("1 2 3 4 5", 100, LENIENT).is_err());
        for text in ["7", "7 3 20", "90 20"] {
            assert!(decode_run_length(text, 100, STRICT).is_err(), "{text}");
        }
    }

    #[test]
    fn huge_numbers_are_outside_not_a_crash() {
        let text = format!("{} {}", i64::MAX, i64::MAX);
        assert!(matches!(
            decode_run_length(&text, 100, STRICT),
            Err(RunLengthError::Outside { .. })
        ));
        assert!(decode_run_length(&text, 100, LENIENT).unwrap().is_empty());
        assert!(decode_run_length("99999999999999999999 1", 100, LENIENT).is_err());
    }

    proptest! {
        #[test]
        fn never_panics(text in "[0-9 _+x-]{0,40}", pixels in any::<u64>(), lenient in any::<bool>()) {
            if let Ok(mask) = decode_run_length(&text, pixels, RunLength { lenient }) {
                prop_assert!(mask.end() <= pixels);
            }
        }
    }
}
