//! Levenshtein distance of texts, and of lists relative to their length.
//!
//! Formula: the least number of insertions, deletions and replacements that turn one sequence into
//! the other. Over texts the plain mean; over lists the sum of distances divided by the sum of true
//! lengths. Range 0 to infinity (the relative form may exceed 1), lower is better.
//! Edge cases: texts are compared by code points, nothing trimmed or normalised, so a composed and a
//! decomposed accent differ. Definition: Levenshtein (1966); computed with the bit-parallel scheme of
//! Myers (1999) in the block form of Hyyrö (2003), 64 cells of the table at a time.

use rayon::prelude::*;

use crate::error::{MetricError, Side};
use crate::input::check_lengths;

/// Returns the mean Levenshtein distance over rows of text.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn mean_levenshtein<T: AsRef<str> + Sync, P: AsRef<str> + Sync>(
    truth: &[T],
    predicted: &[P],
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    // Whole numbers are added, so the number of threads does not matter.
    let rows = truth.par_iter().zip(predicted);
    let total: u64 = rows
        .map(|(t, p)| text_distance(t.as_ref(), p.as_ref()) as u64)
        .sum();
    Ok(total as f64 / truth.len() as f64)
}

/// Returns the sum of the Levenshtein distances of lists over the sum of the true lengths.
///
/// # Errors
///
/// Fails when the numbers of lists differ, there are none, or all true lists are empty.
pub fn normalised_levenshtein<T: Ord, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[L],
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let length: usize = truth.iter().map(|list| list.as_ref().len()).sum();
    if length == 0 {
        return Err(MetricError::Undefined {
            side: Side::Truth,
            reason: "all true lists are empty",
        });
    }
    let rows = truth.iter().zip(predicted);
    let total: u64 = rows
        .map(|(t, p)| levenshtein(t.as_ref(), p.as_ref()) as u64)
        .sum();
    Ok(total as f64 / length as f64)
}

fn text_distance(a: &str, b: &str) -> usize {
    if a == b {
        return 0;
    }
    if a.is_ascii() && b.is_ascii() {
        let (pattern, text) = apart(a.as_bytes(), b.as_bytes());
        return bit_parallel(pattern, text, 128, |byte| usize::from(*byte));
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    levenshtein(&a, &b)
}

/// Returns the Levenshtein distance of two sequences.
pub fn levenshtein<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (pattern, text) = apart(a, b);
    let mut symbols: Vec<&T> = pattern.iter().collect();
    symbols.sort_unstable();
    symbols.dedup();
    // The last line stays empty: symbols that the pattern lacks.
    let line_of = |symbol: &T| symbols.binary_search(&symbol).unwrap_or(symbols.len());
    bit_parallel(pattern, text, symbols.len() + 1, line_of)
}

/// Takes away what both sequences begin and end with; the shorter rest comes first.
fn apart<'s, T: Eq>(a: &'s [T], b: &'s [T]) -> (&'s [T], &'s [T]) {
    let prefix = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&a[..a.len() - suffix], &b[..b.len() - suffix]);
    if a.len() <= b.len() { (a, b) } else { (b, a) }
}

/// 64 rows of the current column of the distance table, as differences to the row above.
#[derive(Clone, Copy)]
struct Block {
    /// Rows that are one more than the row above.
    plus: u64,
    /// Rows that are one less than the row above.
    minus: u64,
}

/// `line_of` numbers the symbols from 0 to below `lines`.
fn bit_parallel<T>(
    pattern: &[T],
    text: &[T],
    lines: usize,
    line_of: impl Fn(&T) -> usize,
) -> usize {
    if pattern.is_empty() {
        return text.len();
    }
    let blocks = pattern.len().div_ceil(64);
    let mut matches = vec![0_u64; lines * blocks];
    for (row, symbol) in pattern.iter().enumerate() {
        matches[line_of(symbol) * blocks + row / 64] |= 1 << (row % 64);
    }
    let mut column = vec![
        Block {
            plus: u64::MAX,
            minus: 0
        };
        blocks
    ];
    let last_row = 1_u64 << ((pattern.len() - 1) % 64);
    let mut distance = pattern.len();
    for symbol in text {
        let line = line_of(symbol);
        let line = &matches[line * blocks..(line + 1) * blocks];
        // The topmost row grows by one with every symbol of the text.
        let (mut carry_plus, mut carry_minus) = (1, 0);
        let mut last = (0, 0);
        for (block, matching) in column.iter_mut().zip(line) {
            last = block.advance(*matching, carry_plus, carry_minus);
            (carry_plus, carry_minus) = (last.0 >> 63, last.1 >> 63);
        }
        if last.0 & last_row != 0 {
            distance += 1;
        } else if last.1 & last_row != 0 {
            distance -= 1;
        }
    }
    distance
}

impl Block {
    /// Moves to the next column; returns the rows that grew and shrank against the last column.
    fn advance(&mut self, matching: u64, carry_plus: u64, carry_minus: u64) -> (u64, u64) {
        let vertical = matching | self.minus;
        let matching = matching | carry_minus;
        let diagonal = ((matching & self.plus).wrapping_add(self.plus) ^ self.plus) | matching;
        let grew = self.minus | !(diagonal | self.plus);
        let shrank = self.plus & diagonal;
        let (above_grew, above_shrank) = (grew << 1 | carry_plus, shrank << 1 | carry_minus);
        self.plus = above_shrank | !(vertical | above_grew);
        self.minus = above_grew & vertical;
        (grew, shrank)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn by_table<T: PartialEq>(a: &[T], b: &[T]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let replaced = diagonal + usize::from(x != y);
                diagonal = row[j + 1];
                row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[b.len()]
    }

    #[test]
    fn counts_edits() {
        assert_eq!(text_distance("kitten", "sitting"), 3);
        assert_eq!(text_distance("", "abc"), 3);
        assert_eq!(text_distance("same", "same"), 0);
    }

    #[test]
    fn counts_code_points_not_bytes_or_letters() {
        assert_eq!(text_distance("naïve", "naive"), 1);
        assert_eq!(text_distance("日本", "日木"), 1);
        assert_eq!(text_distance("e\u{301}", "\u{e9}"), 2);
    }

    #[test]
    fn relative_form_may_exceed_one() {
        assert_eq!(
            normalised_levenshtein(&[vec![1], vec![2]], &[vec![3, 4, 5], vec![2]]),
            Ok(1.5)
        );
        assert!(normalised_levenshtein(&[Vec::<i64>::new()], &[vec![1]]).is_err());
        assert!(mean_levenshtein::<&str, &str>(&[], &[]).is_err());
    }

    #[test]
    fn long_sequences_cross_blocks() {
        let a: Vec<usize> = (0..1000).map(|i| i * i % 17).collect();
        let b: Vec<usize> = (0..900).map(|i| i * i % 19).collect();
        assert_eq!(levenshtein(&a, &b), by_table(&a, &b));
    }

    proptest! {
        #[test]
        fn equals_the_table(
            a in prop::collection::vec(0_u8..4, 0..200),
            b in prop::collection::vec(0_u8..4, 0..200),
        ) {
            prop_assert_eq!(levenshtein(&a, &b), by_table(&a, &b));
            prop_assert_eq!(levenshtein(&a, &b), levenshtein(&b, &a));
        }

        #[test]
        fn never_panics_on_any_text(a in ".*", b in ".*") {
            let longest = a.chars().count().max(b.chars().count());
            prop_assert!(text_distance(&a, &b) <= longest);
        }
    }
}
