//! Checking the cells of a predicted column.

use std::borrow::Cow;

use mlebench_data::table::{Column, TextColumn};

use crate::spec::{ColumnGroup, ColumnKind, Compat, Items, RowSum};
use crate::submission::alignment::Alignment;
use crate::submission::expectation::Expectation;
use crate::submission::format::{self, FormatError};
use crate::verdict::{Rejection, RejectionCode};

/// What the checks of all columns share.
pub(super) struct Context<'a> {
    pub(super) compat: &'a Compat,
    pub(super) expected: &'a Expectation,
    pub(super) alignment: &'a Alignment,
    /// The submission's rows that count, as flags; `None` for all.
    pub(super) relevant: Option<&'a [bool]>,
}

/// Checks every relevant cell of one predicted column.
///
/// # Errors
///
/// Returns a rejection with the first offending row.
pub(super) fn check_column(
    context: &Context<'_>,
    group: &ColumnGroup,
    name: &str,
    column: &Column,
) -> Result<(), Rejection> {
    let cells = Cells {
        context,
        group,
        compat: context.compat,
        column,
        relevant: context.relevant,
    };
    let result = match group.kind {
        ColumnKind::Probability => cells.numbers(Some(0.0), Some(1.0), false),
        ColumnKind::Number => cells.numbers(None, None, false),
        ColumnKind::Class => cells.numbers(None, None, !cells.compat.truncate_classes),
        ColumnKind::Text
        | ColumnKind::List
        | ColumnKind::Mask
        | ColumnKind::Boxes
        | ColumnKind::Answer => cells.text(),
        ColumnKind::Unscored => Ok(()),
    };
    result.map_err(|rejection| rejection.in_column(name))
}

struct Cells<'a> {
    context: &'a Context<'a>,
    group: &'a ColumnGroup,
    compat: &'a Compat,
    column: &'a Column,
    relevant: Option<&'a [bool]>,
}

impl Cells<'_> {
    fn is_relevant(&self, row: usize) -> bool {
        self.relevant.is_none_or(|relevant| relevant[row])
    }

    /// Checks numbers: no text, no missing cell, finite, inside the range, whole where asked.
    fn numbers(&self, min: Option<f64>, max: Option<f64>, whole: bool) -> Result<(), Rejection> {
        let one = self.compat.at_most_one.then_some(1.0);
        let (min, max) = (self.group.min.or(min), self.group.max.or(max).or(one));
        if self.compat.reject_truth_values && matches!(self.column, Column::Bool(_)) {
            let message = "the column holds truth values, expected numbers";
            return Err(Rejection::new(RejectionCode::NotANumber, message));
        }
        match self.column {
            Column::Int(values) => self.each(values.iter().map(|v| *v as f64), min, max, false),
            Column::UInt(values) => self.each(values.iter().map(|v| *v as f64), min, max, false),
            Column::Bool(values) => {
                self.each(values.iter().map(|v| f64::from(*v)), min, max, false)
            }
            Column::Float(values) => self.each(values.iter().copied(), min, max, whole),
            Column::Text(_) if self.compat.text_ranks => Ok(()),
            Column::Text(cells) => self.mixed(cells, min, max, whole),
        }
    }

    fn may_be_missing(&self) -> bool {
        self.group.may_be_empty || self.compat.missing_numbers
    }

    /// Checks numbers in a column that was read as text: some cell is to blame, unless text stands
    /// only in rows that do not count.
    fn mixed(
        &self,
        cells: &TextColumn,
        min: Option<f64>,
        max: Option<f64>,
        whole: bool,
    ) -> Result<(), Rejection> {
        let rows = || {
            cells
                .iter()
                .enumerate()
                .filter(|(row, _)| self.is_relevant(*row))
        };
        let is_value = |text: &str| is_truth_value(text) || parse(text).is_some();
        let odd = rows()
            .find_map(|(row, cell)| cell.filter(|text| !is_value(text)).map(|text| (row, text)));
        if let Some((row, text)) = odd {
            return Err(not_a_number(self.group.kind, text, row));
        }
        if !self.may_be_missing()
            && let Some((row, _)) = rows().find(|(_, cell)| cell.is_none())
        {
            return Err(missing(row));
        }
        if self.relevant.is_none() {
            let message = "the column mixes truth values and numbers, expected numbers";
            return Err(Rejection::new(RejectionCode::NotANumber, message));
        }
        rows().try_for_each(|(row, cell)| match cell.and_then(parse) {
            Some(value) => self.one(row, value, min, max, whole),
            None => Ok(()),
        })
    }

    fn each(
        &self,
        values: impl Iterator<Item = f64>,
        min: Option<f64>,
        max: Option<f64>,
        whole: bool,
    ) -> Result<(), Rejection> {
        for (row, value) in values.enumerate() {
            if self.is_relevant(row) {
                self.one(row, value, min, max, whole)?;
            }
        }
        Ok(())
    }

    fn one(
        &self,
        row: usize,
        value: f64,
        min: Option<f64>,
        max: Option<f64>,
        whole: bool,
    ) -> Result<(), Rejection> {
        if !value.is_finite() && self.compat.non_finite_numbers {
            return Ok(());
        }
        if value.is_nan() {
            return if self.may_be_missing() {
                Ok(())
            } else {
                Err(missing(row))
            };
        }
        let below = min.is_some_and(|min| value < min);
        let above = max.is_some_and(|max| value > max);
        if below || above {
            let range = match (min, max) {
                (Some(min), Some(max)) => format!("outside {min} to {max}"),
                (Some(min), None) => format!("below {min}"),
                _ => format!("above {}", max.unwrap_or_default()),
            };
            let message = format!("{value} is {range}");
            return Err(Rejection::new(RejectionCode::OutOfRange, message).at_row(row));
        }
        if value.is_infinite() {
            let message = format!("{value} is no finite number");
            return Err(Rejection::new(RejectionCode::NotFinite, message).at_row(row));
        }
        if whole && value.fract() != 0.0 {
            let message = format!("{value} is no whole number, expected a class");
            return Err(Rejection::new(RejectionCode::NotALabel, message).at_row(row));
        }
        Ok(())
    }

    /// Checks text: where asked, a column read as numbers is refused; every cell must be of its
    /// kind.
    fn text(&self) -> Result<(), Rejection> {
        let is_text = matches!(self.column, Column::Text(_));
        let gaps_excuse = self.compat.accept_numeric_text_with_gaps && self.column.has_missing();
        let refuse = self.compat.reject_numeric_text && !gaps_excuse;
        if refuse && !is_text {
            let mut rows = 0..self.column.len();
            // A column without any value is read as numbers, too, but holds none.
            let value = |row: &usize| !self.group.may_be_empty || !self.column.is_missing(*row);
            if let Some(row) = rows.find(value) {
                let cell = self.column.cell_text(row);
                let message = format!("`{cell}` is read as a number, expected text");
                return Err(Rejection::new(RejectionCode::NotALabel, message).at_row(row));
            }
        }
        let pairs = &self.context.alignment;
        for (answer, row) in pairs.answers.iter().zip(pairs.submission.iter()) {
            let cell = format::text(self.column, row, self.compat);
            match cell.filter(|text| !text.is_empty()) {
                Some(text) => self.content(&text, answer).map_err(|error| {
                    Rejection::new(RejectionCode::BadFormat, error.to_string()).at_row(row)
                })?,
                None if self.group.may_be_empty => {}
                None => return Err(missing(row)),
            }
        }
        Ok(())
    }

    /// Checks what stands in one cell.
    fn content(&self, text: &str, answer: usize) -> Result<(), FormatError> {
        let (group, compat) = (self.group, self.compat);
        let expected = self.context.expected;
        if let Some(most) = group.max_items {
            format::check_count(text, group, most)?;
        }
        match group.kind {
            ColumnKind::List if group.items == Items::Words => Ok(()),
            ColumnKind::List => format::check_list(text, group, expected.words(answer)),
            ColumnKind::Boxes => format::items(text, group, compat).map(drop),
            ColumnKind::Mask => {
                format::mask(text, group, expected.pixels(answer), compat).map(drop)
            }
            ColumnKind::Answer => format::answer(text).map(drop),
            _ => Ok(()),
        }
    }
}

/// Reads a finite number as the CSV reader would; a column with another one is text as a whole.
fn parse(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
}

/// Whether a cell spells a truth value in one of the ways that the CSV reader knows.
fn is_truth_value(text: &str) -> bool {
    matches!(text, "True" | "true" | "TRUE" | "False" | "false" | "FALSE")
}

fn missing(row: usize) -> Rejection {
    Rejection::new(
        RejectionCode::MissingValue,
        "the cell is empty or spells a missing value",
    )
    .at_row(row)
}

fn not_a_number(kind: ColumnKind, text: &str, row: usize) -> Rejection {
    let shown: String = text.chars().take(40).collect();
    let (code, expected) = match kind {
        ColumnKind::Class => (RejectionCode::NotALabel, "a whole number"),
        _ => (RejectionCode::NotANumber, "a number"),
    };
    Rejection::new(code, format!("`{shown}` is no number, expected {expected}")).at_row(row)
}

/// Checks that the predicted columns of each row add up to one.
///
/// # Errors
///
/// Returns a rejection with the first offending row.
pub(super) fn check_row_sums(
    rule: RowSum,
    columns: &[(&str, Cow<'_, Column>)],
) -> Result<(), Rejection> {
    let values: Vec<Vec<f64>> = columns
        .iter()
        .filter_map(|(_, column)| column.to_f64())
        .collect();
    let rows = values.first().map_or(0, Vec::len);
    for row in 0..rows {
        // A missing cell that passed the checks adds nothing.
        let cells = values.iter().map(|column| column[row]);
        let sum: f64 = cells.filter(|value| !value.is_nan()).sum();
        let good = match rule {
            RowSum::Within(tolerance) => (sum - 1.0).abs() <= tolerance,
            RowSum::Decimals(places) => {
                let scale = 10_f64.powi(places);
                (sum * scale).round_ties_even() / scale == 1.0
            }
        };
        if !good {
            let message = format!("the probabilities add up to {sum}, expected 1");
            return Err(Rejection::new(RejectionCode::RowSum, message).at_row(row));
        }
    }
    Ok(())
}
