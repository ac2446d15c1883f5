//! Which row of a submission is compared with which row of the answers.

use std::borrow::Cow;

use mlebench_data::table::Column;

/// Some rows of a table in some order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rows {
    /// All rows in their order; how many there are.
    All(usize),
    /// These rows.
    Picked(Vec<usize>),
}

impl Rows {
    /// Creates the rows from a list, which may turn out to be all of them in order.
    pub(super) fn from_list(rows: Vec<usize>, of: usize) -> Self {
        if rows.len() == of && rows.iter().enumerate().all(|(place, row)| place == *row) {
            Self::All(of)
        } else {
            Self::Picked(rows)
        }
    }

    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Self::All(rows) => *rows,
            Self::Picked(rows) => rows.len(),
        }
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row at a place.
    pub fn get(&self, place: usize) -> usize {
        match self {
            Self::All(_) => place,
            Self::Picked(rows) => rows.get(place).copied().unwrap_or(place),
        }
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Returns the cells of these rows.
    pub fn of<'c>(&self, column: &'c Column) -> Cow<'c, Column> {
        match self {
            Self::All(_) => Cow::Borrowed(column),
            Self::Picked(rows) => Cow::Owned(column.take(rows)),
        }
    }
}

/// The scored pairs of rows: one side's rows at the places of the other's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Rows of the answers.
    pub answers: Rows,
    /// Rows of the submission.
    pub submission: Rows,
}
