//! The ways in which the rows of both sides are paired; `docs/design/compat.md` says what each is for.

use mlebench_data::table::Column;

use crate::submission::alignment::{Alignment, Rows};
use crate::submission::ids::{
    IdProblem, look_up, match_ids, sort_rows, sorted_rows, stably_sorted,
};

/// Both id columns while rows are being paired.
pub(super) struct Sides<'a> {
    /// The answers'.
    pub(super) expected: &'a [&'a Column],
    /// The submission's.
    pub(super) given: &'a [&'a Column],
    /// Which rows of the answers are scored; `None` for all.
    pub(super) scored: Option<&'a [bool]>,
}

impl Sides<'_> {
    pub(super) fn sorted(&self) -> (Vec<usize>, Vec<usize>) {
        (sorted_rows(self.expected), sorted_rows(self.given))
    }

    /// Whether the published graders pair some rows by the order in which they leave equal ids, not
    /// by that of the files.
    pub(super) fn are_repeated_texts(&self, matched: &[usize]) -> bool {
        let moved = matched.iter().enumerate().any(|(place, row)| place != *row);
        let is_repeated = || {
            let first = look_up(self.expected, self.expected);
            first
                .iter()
                .enumerate()
                .any(|(row, first)| *first != Some(row))
        };
        matches!(self.expected, [Column::Text(_)]) && moved && is_repeated()
    }

    /// For each row of the submission its row of the answers; both must have the same set of ids.
    pub(super) fn as_sets(&self) -> Result<Vec<usize>, IdProblem> {
        let rows = look_up(self.expected, self.given)
            .into_iter()
            .enumerate()
            .map(|(row, found)| found.ok_or(IdProblem::Unknown(row)))
            .collect::<Result<Vec<usize>, _>>()?;
        self.all_present().map(|()| rows)
    }

    fn all_present(&self) -> Result<(), IdProblem> {
        let absent = look_up(self.given, self.expected)
            .iter()
            .position(Option::is_none);
        absent.map_or(Ok(()), |row| Err(IdProblem::Absent(row)))
    }

    /// Pairs by place what is left when foreign ids are taken out; surplus rows fall off the end.
    pub(super) fn covering(&self) -> Result<Alignment, IdProblem> {
        self.all_present()?;
        let known = look_up(self.expected, self.given);
        let (answers, mut submission) = self.sorted();
        submission.retain(|row| known[*row].is_some());
        submission.truncate(answers.len());
        Ok(Alignment {
            answers: Rows::Picked(answers),
            submission: Rows::Picked(submission),
        })
    }

    /// Pairs by place the rows whose ids are scored. With `only_present`, rows of the answers whose
    /// id the submission lacks drop out.
    pub(super) fn known(&self, only_present: bool) -> Result<Alignment, IdProblem> {
        let known = look_up(self.expected, self.given);
        if let Some(row) = known.iter().position(Option::is_none) {
            return Err(IdProblem::Unknown(row));
        }
        let is_scored = |row: usize| self.scored.is_none_or(|scored| scored[row]);
        let mut answers: Vec<usize> = (0..self.expected[0].len())
            .filter(|row| is_scored(*row))
            .collect();
        // An id that several rows of the answers share is scored when one of them is.
        let first = look_up(self.expected, self.expected);
        let mut id_scored = vec![false; first.len()];
        for row in &answers {
            id_scored[first[*row].unwrap_or(*row)] = true;
        }
        let submission: Vec<usize> = (0..self.given[0].len())
            .filter(|row| known[*row].is_some_and(|answer| id_scored[answer]))
            .collect();
        if only_present {
            let found = look_up(self.given, self.expected);
            answers.retain(|row| found[*row].is_some());
        }
        // The published grader leaves equal ids of the answers in their order, but not those of the
        // submission.
        let answers = stably_sorted(self.expected, answers);
        let submission = sort_rows(self.given, submission);
        match submission.get(answers.len()) {
            Some(row) => Err(IdProblem::Duplicate(*row)),
            None if submission.len() < answers.len() => {
                Err(IdProblem::Absent(answers[submission.len()]))
            }
            None => Ok(Alignment {
                answers: Rows::Picked(answers),
                submission: Rows::Picked(submission),
            }),
        }
    }

    /// Ids must agree as multisets, but the scored rows of the submission are those at the lines of
    /// the answers' scored rows; both sides are then paired by place after sorting by id.
    pub(super) fn scored_by_line(&self) -> Result<Alignment, IdProblem> {
        match_ids(self.expected, self.given)?;
        let (mut answers, mut submission) = self.sorted();
        let is_scored = |row: &usize| self.scored.is_none_or(|scored| scored[*row]);
        answers.retain(is_scored);
        submission.retain(is_scored);
        Ok(Alignment {
            answers: Rows::Picked(answers),
            submission: Rows::Picked(submission),
        })
    }
}
