//! What stands in a cell that is no single number: words, lists, boxes, masks, answers.
//!
//! Validation reads every cell with these functions and grading reads it again with the same ones,
//! so that both always agree.

use std::borrow::Cow;

use mlebench_data::table::Column;
use mlebench_metrics::{Mask, RunLength, decode_run_length, python};

use crate::spec::{ColumnGroup, Compat, Items, PartedBy};

/// Why a cell cannot be read; the text names what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FormatError(String);

impl FormatError {
    /// Creates the error of boxes that are declared with another number of fields than the metric
    /// takes.
    pub(crate) fn of_fields(declared: usize, expected: usize) -> Self {
        Self(format!(
            "{declared} numbers for each box, the metric takes {expected}"
        ))
    }
}

/// Returns a cell as text: numbers as Python prints them, `None` where it is missing.
pub fn text<'c>(column: &'c Column, row: usize, compat: &Compat) -> Option<Cow<'c, str>> {
    if !column.is_missing(row) {
        Some(column.cell_text(row))
    } else if compat.missing_as_nan {
        Some(Cow::Borrowed("nan"))
    } else {
        None
    }
}

/// Splits a cell into its entries.
pub fn entries(text: &str, parted_by: PartedBy) -> Vec<&str> {
    match parted_by {
        PartedBy::WhiteSpace => python::split_whitespace(text).collect(),
        PartedBy::SingleBlank => text.split(' ').collect(),
    }
}

/// Reads a list of whole numbers.
///
/// # Errors
///
/// Fails at the first entry that is none.
pub fn whole_numbers(text: &str, parted_by: PartedBy) -> Result<Vec<i64>, FormatError> {
    entries(text, parted_by)
        .into_iter()
        .map(whole_number)
        .collect()
}

fn whole_number(entry: &str) -> Result<i64, FormatError> {
    python::parse_int(entry).ok_or_else(|| {
        FormatError(format!(
            "`{}` is no whole number of 64 bits",
            shortened(entry)
        ))
    })
}

/// Reads the whole number at the start of a cell.
///
/// # Errors
///
/// Fails when the first word is none.
pub fn leading_whole_number(text: &str) -> Result<i64, FormatError> {
    match python::split_whitespace(text).next() {
        Some(entry) => whole_number(entry),
        None => Err(FormatError("there is nothing but blanks".into())),
    }
}

/// One box or point of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Item<'t> {
    /// The class, empty where no field is one.
    pub class: &'t str,
    /// The other fields in their order.
    pub numbers: Vec<f64>,
}

/// Reads the boxes or points of a cell, whose fields the group declares.
///
/// # Errors
///
/// Fails when the number of words is no multiple of the number of fields or, unless
/// `absent_classes_unread`, a number is none; a number that is none is NaN then.
pub fn items<'t>(
    text: &'t str,
    group: &ColumnGroup,
    compat: &Compat,
) -> Result<Vec<Item<'t>>, FormatError> {
    if group.blanks_are_none && text.chars().all(python::is_whitespace) {
        return Ok(Vec::new());
    }
    let words = entries(text, group.parted_by);
    let size = group.fields.len().max(1);
    if !words.len().is_multiple_of(size) {
        let (count, fields) = (words.len(), group.fields.join(" "));
        return Err(FormatError(format!(
            "{count} words, expected a multiple of {size} (`{fields}` each)"
        )));
    }
    words
        .chunks_exact(size)
        .map(|words| item(words, group, compat))
        .collect()
}

fn item<'t>(
    words: &[&'t str],
    group: &ColumnGroup,
    compat: &Compat,
) -> Result<Item<'t>, FormatError> {
    let mut item = Item {
        class: "",
        numbers: Vec::with_capacity(words.len()),
    };
    for (word, field) in words.iter().zip(&group.fields) {
        if field == "class" {
            item.class = word;
            continue;
        }
        let number = match python::parse_float(word) {
            Some(number) => number,
            None if compat.absent_classes_unread => f64::NAN,
            None => {
                let word = shortened(word);
                return Err(FormatError(format!(
                    "{field} is `{word}`, expected a number"
                )));
            }
        };
        let may_be_odd = compat.absent_classes_unread || compat.non_finite_fields.contains(field);
        if !number.is_finite() && !may_be_odd {
            let message = format!("{field} is `{word}`, expected a finite number");
            return Err(FormatError(message));
        }
        if number <= 0.0 && !compat.absent_classes_unread && group.positive_fields.contains(field) {
            let message = format!("{field} is `{word}`, expected a number above 0");
            return Err(FormatError(message));
        }
        item.numbers.push(number);
    }
    Ok(item)
}

/// Reads a mask of an image of `pixels` pixels; a lone dash is an empty one.
///
/// # Errors
///
/// Fails when the runs break a rule of run-length masks.
pub fn mask(
    text: &str,
    group: &ColumnGroup,
    pixels: u64,
    compat: &Compat,
) -> Result<Mask, FormatError> {
    if group.none_word.as_deref() == Some(text) {
        return Ok(Mask::default());
    }
    let lenient = compat.lenient_masks;
    decode_run_length(text, pixels, RunLength { lenient })
        .map_err(|error| FormatError(error.to_string()))
}

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// From one token to another.
    Span(i64, i64),
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Reads an answer; an empty cell or blanks are none.
///
/// # Errors
///
/// Fails when it is neither a span of two whole numbers nor `YES` nor `NO`.
pub fn answer(text: &str) -> Result<Option<Answer>, FormatError> {
    if text.chars().all(python::is_whitespace) {
        return Ok(None);
    }
    match text.split(':').collect::<Vec<_>>()[..] {
        [start, end] => Ok(Some(Answer::Span(whole_number(start)?, whole_number(end)?))),
        ["YES"] => Ok(Some(Answer::Yes)),
        ["NO"] => Ok(Some(Answer::No)),
        _ => Err(FormatError(format!(
            "`{}` is no answer, expected `start:end`, `YES`, `NO` or nothing",
            shortened(text)
        ))),
    }
}

/// Checks a list by what its entries must be; `words` are the sorted words of a permutation, parted by blanks.
///
/// # Errors
///
/// Fails when an entry is not of that kind.
pub(super) fn check_list(
    text: &str,
    group: &ColumnGroup,
    words: Option<&str>,
) -> Result<(), FormatError> {
    match group.items {
        Items::Words => Ok(()),
        Items::WholeNumbers => whole_numbers(text, group.parted_by).map(drop),
        Items::LeadingWholeNumber => leading_whole_number(text).map(drop),
        Items::Permutation => {
            let mut found = entries(text, group.parted_by);
            found.sort_unstable();
            let expected: Vec<&str> = python::split_whitespace(words.unwrap_or_default()).collect();
            if found.len() != expected.len() {
                let (found, expected) = (found.len(), expected.len());
                return Err(FormatError(format!("{found} entries, expected {expected}")));
            }
            let odd = found.iter().zip(&expected).find(|(a, b)| a != b);
            odd.map_or(Ok(()), |(entry, _)| {
                Err(FormatError(format!(
                    "`{}` is unknown, repeated, or stands where another entry is missing",
                    shortened(entry)
                )))
            })
        }
    }
}

/// Returns the beginning of a word, for messages.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Checks the number of entries or boxes of a cell.
///
/// # Errors
///
/// Fails when there are more than `most`.
pub(super) fn check_count(text: &str, group: &ColumnGroup, most: usize) -> Result<(), FormatError> {
    let count = entries(text, group.parted_by).len() / group.fields.len().max(1);
    if count > most {
        return Err(FormatError(format!(
            "{count} entries, expected at most {most}"
        )));
    }
    Ok(())
}
