//! What a submission must cover, and how its rows find those of the answers.

use std::collections::HashMap;

use mlebench_data::table::{Column, Table};
use mlebench_metrics::python;

use crate::edition::Edition;
use crate::spec::{CompetitionSpec, IdRule, Items, MaskSize, RowFilter};
use crate::submission::alignment::{Alignment, Rows};
use crate::submission::ids::{look_up, match_ids};
use crate::submission::pairing::Sides;
use crate::verdict::{Rejection, RejectionCode};

/// What a submission must cover: the ids of the test set in the order of the answers, which of its
/// rows are scored, and what a cell's form depends on. It holds no true label.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// One key column for each id column of the submission, with the rows to be covered.
    ids: Vec<Column>,
    /// Number of those rows.
    rows: usize,
    /// Row of the answers that each of them is, where they are not all.
    origin: Option<Vec<usize>>,
    /// Which rows are scored; `None` for all.
    scored: Option<Vec<bool>>,
    /// Pixels of each row's image, where masks are predicted.
    pixels: Option<Pixels>,
    /// Sorted words of each row, parted by blanks, where an order of them is predicted.
    words: Option<Vec<String>>,
}

/// Number of pixels of the images.
#[derive(Debug, Clone)]
enum Pixels {
    Same(u64),
    OfRow(Vec<u64>),
}

/// Answers that lack what the competition declares: an error of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the answers have no column `{column}` of the declared kind (hint: prepare the competition again)"
)]
pub struct MissingAnswerColumn {
    /// The column.
    pub column: String,
}

impl Expectation {
    /// Takes from the answers the ids, the scored rows, image sizes and words to be ordered.
    ///
    /// # Errors
    ///
    /// Fails when the answers lack a declared column.
    pub fn from_answers(
        spec: &CompetitionSpec,
        answers: &Table,
    ) -> Result<Self, MissingAnswerColumn> {
        let names = spec.metric.truth_id.as_ref().unwrap_or(&spec.submission.id);
        let compared = &spec.compat.compared_ids;
        let mut ids = names
            .iter()
            .filter(|name| compared.is_empty() || compared.contains(name))
            .map(|name| column(answers, name).cloned())
            .collect::<Result<Vec<Column>, _>>()?;
        let origin = spec.submission.one_row_per_id.then(|| first_rows(&ids));
        if let Some(first) = &origin {
            ids = ids.iter().map(|column| column.take(first)).collect();
        }
        let scored = match &spec.metric.scored_rows {
            Some(filter) => Some(scored_rows(filter, answers)?),
            None => None,
        };
        Ok(Self {
            rows: origin.as_ref().map_or(answers.rows(), Vec::len),
            ids,
            origin,
            scored,
            pixels: pixels(spec, answers)?,
            words: words(spec, answers)?,
        })
    }

    /// Returns the number of rows that a submission must have.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the pixels of a row's image; 0 where no masks are predicted.
    pub fn pixels(&self, row: usize) -> u64 {
        match &self.pixels {
            Some(Pixels::Same(pixels)) => *pixels,
            Some(Pixels::OfRow(pixels)) => pixels.get(row).copied().unwrap_or(0),
            None => 0,
        }
    }

    /// Returns the sorted words that a row must put in order, where it must.
    pub(super) fn words(&self, row: usize) -> Option<&str> {
        self.words.as_ref()?.get(row).map(String::as_str)
    }

    /// Pairs the rows of a submission with the scored rows of the answers.
    ///
    /// # Errors
    ///
    /// Returns a rejection when the number of rows or the ids differ.
    pub fn align(
        &self,
        spec: &CompetitionSpec,
        submission: &Table,
    ) -> Result<Alignment, Rejection> {
        let rule = spec.compat.ids;
        let rows = submission.rows();
        let free = matches!(
            rule,
            IdRule::Set
                | IdRule::CoverThenPlace
                | IdRule::PresentThenPlace
                | IdRule::FilePlaceShorter
        );
        if rows != self.rows && !free {
            let message = format!("the submission has {rows} rows, expected {}", self.rows);
            return Err(Rejection::new(RejectionCode::RowCount, message));
        }
        let compared = &spec.compat.compared_ids;
        let names: Vec<String> = spec
            .submission
            .id
            .iter()
            .filter(|name| compared.is_empty() || compared.contains(name))
            .cloned()
            .collect();
        let given: Vec<&Column> = names
            .iter()
            .filter_map(|name| submission.column(name))
            .collect();
        let expected: Vec<&Column> = self.ids.iter().collect();
        let sides = Sides {
            expected: &expected,
            given: &given,
            scored: self.scored.as_deref(),
        };
        let aligned = match rule {
            _ if names.is_empty() => Ok(self.in_file_order(rows)),
            IdRule::FilePlace | IdRule::FilePlaceShorter => Ok(self.in_file_order(rows)),
            IdRule::SortedPlace => Ok(self.in_order(sides.sorted())),
            IdRule::Exact if spec.compat.scored_by_line => sides.scored_by_line(),
            IdRule::Exact => match_ids(&expected, &given).map(|matched| {
                // Rows of one trip are compared in the order of the files; see `compared-ids`.
                let whole_id = compared.is_empty() && spec.edition == Edition::Published;
                if whole_id && sides.are_repeated_texts(&matched) {
                    self.in_order(sides.sorted())
                } else {
                    self.by_answer(&matched, rows)
                }
            }),
            IdRule::Set => sides.as_sets().map(|rows| {
                let submission = Rows::All(rows.len());
                let answers = Rows::from_list(rows, self.rows);
                Alignment {
                    answers,
                    submission,
                }
            }),
            IdRule::SetThenPlace => sides.as_sets().map(|_| self.in_order(sides.sorted())),
            IdRule::CoverThenPlace => sides.covering(),
            IdRule::KnownThenPlace => sides.known(false),
            IdRule::PresentThenPlace => sides.known(true),
        };
        let aligned = aligned.map(|aligned| self.in_answers(aligned));
        aligned.map_err(|problem| problem.into_rejection(&names, &given, &expected))
    }

    /// Names the rows of the answers where the covered ones are not all of them.
    fn in_answers(&self, aligned: Alignment) -> Alignment {
        match &self.origin {
            None => aligned,
            Some(origin) => Alignment {
                answers: Rows::Picked(aligned.answers.iter().map(|row| origin[row]).collect()),
                submission: aligned.submission,
            },
        }
    }

    fn is_scored(&self, row: usize) -> bool {
        self.scored.as_ref().is_none_or(|scored| scored[row])
    }

    fn in_file_order(&self, rows: usize) -> Alignment {
        let order: Vec<usize> = (0..self.rows.min(rows)).collect();
        self.by_answer(&order, rows)
    }

    /// Pairs two orders of rows place by place.
    fn in_order(&self, (answers, submission): (Vec<usize>, Vec<usize>)) -> Alignment {
        let mut matched = vec![0; answers.len()];
        for (answer, row) in answers.into_iter().zip(submission) {
            matched[answer] = row;
        }
        let rows = matched.len();
        self.by_answer(&matched, rows)
    }

    /// Keeps the scored pairs; `matched` holds the submission's row for each row of the answers, of
    /// `rows` rows in all.
    fn by_answer(&self, matched: &[usize], rows: usize) -> Alignment {
        let answers: Vec<usize> = (0..matched.len())
            .filter(|row| self.is_scored(*row))
            .collect();
        let submission = answers.iter().map(|row| matched[*row]).collect();
        Alignment {
            answers: Rows::from_list(answers, self.rows),
            submission: Rows::from_list(submission, rows),
        }
    }
}

/// The first row of each distinct id.
fn first_rows(ids: &[Column]) -> Vec<usize> {
    let ids: Vec<&Column> = ids.iter().collect();
    let first = look_up(&ids, &ids);
    let rows = first.iter().enumerate();
    rows.filter(|(row, first)| **first == Some(*row))
        .map(|(row, _)| row)
        .collect()
}

fn column<'a>(answers: &'a Table, name: &str) -> Result<&'a Column, MissingAnswerColumn> {
    answers.column(name).ok_or_else(|| MissingAnswerColumn {
        column: name.to_owned(),
    })
}

fn numbers(answers: &Table, name: &str) -> Result<Vec<f64>, MissingAnswerColumn> {
    column(answers, name)?
        .to_f64()
        .ok_or_else(|| MissingAnswerColumn {
            column: name.to_owned(),
        })
}

fn scored_rows(filter: &RowFilter, answers: &Table) -> Result<Vec<bool>, MissingAnswerColumn> {
    match filter {
        RowFilter::Equals { column, equals } => Ok(numbers(answers, column)?
            .iter()
            .map(|value| value == equals)
            .collect()),
        RowFilter::Sum { sum_of, at_least } => {
            let mut sums = vec![0.0; answers.rows()];
            for name in sum_of {
                for (sum, value) in sums.iter_mut().zip(numbers(answers, name)?) {
                    *sum += value;
                }
            }
            Ok(sums.iter().map(|sum| sum >= at_least).collect())
        }
        RowFilter::Last {
            last,
            of_each,
            measured,
        } => {
            let (groups, measured) = (column(answers, of_each)?, column(answers, measured)?);
            let mut counts: HashMap<String, usize> = HashMap::new();
            let mut scored = vec![false; answers.rows()];
            for row in (0..answers.rows()).rev() {
                if !measured.is_missing(row) {
                    let count = counts
                        .entry(groups.cell_text(row).into_owned())
                        .or_default();
                    *count += 1;
                    scored[row] = *count <= *last;
                }
            }
            Ok(scored)
        }
    }
}

fn pixels(spec: &CompetitionSpec, answers: &Table) -> Result<Option<Pixels>, MissingAnswerColumn> {
    Ok(match &spec.submission.mask {
        None => None,
        Some(MaskSize::Pixels { pixels }) => Some(Pixels::Same(*pixels)),
        Some(MaskSize::Columns { height, width }) => {
            let sizes = numbers(answers, height)?
                .into_iter()
                .zip(numbers(answers, width)?);
            Some(Pixels::OfRow(
                sizes
                    .map(|(height, width)| (height * width) as u64)
                    .collect(),
            ))
        }
    })
}

fn words(
    spec: &CompetitionSpec,
    answers: &Table,
) -> Result<Option<Vec<String>>, MissingAnswerColumn> {
    let mut groups = spec.submission.columns.iter();
    let Some(name) = groups
        .find(|group| group.items == Items::Permutation)
        .and_then(|group| group.names.first())
    else {
        return Ok(None);
    };
    let cells = column(answers, name)?;
    let sorted = (0..cells.len()).map(|row| {
        let text = cells.cell_text(row);
        let mut words: Vec<&str> = python::split_whitespace(&text).collect();
        words.sort_unstable();
        words.join(" ")
    });
    Ok(Some(sorted.collect()))
}
