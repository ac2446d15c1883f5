//! One typed column.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::float_text::python_float_repr;
use crate::table::TextColumn;

/// A column of one type, as pandas would infer it.
#[derive(Debug, Clone, PartialEq)]
pub enum Column {
    /// Whole numbers; never missing.
    Int(Vec<i64>),
    /// Whole numbers of which at least one needs 64 bits without sign; never missing.
    UInt(Vec<u64>),
    /// Numbers; NaN is a missing cell.
    Float(Vec<f64>),
    /// Truth values; never missing.
    Bool(Vec<bool>),
    /// Text, or truth values with gaps; see [`TextColumn::holds_bools`].
    Text(TextColumn),
}

/// The type of a column without its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// [`Column::Int`].
    Int,
    /// [`Column::UInt`].
    UInt,
    /// [`Column::Float`].
    Float,
    /// [`Column::Bool`].
    Bool,
    /// [`Column::Text`].
    Text,
}

impl Column {
    /// Creates a text column without missing cells.
    pub fn from_texts<I>(texts: I) -> Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut column = TextColumn::new();
        texts
            .into_iter()
            .for_each(|text| column.push(text.as_ref()));
        Self::Text(column)
    }

    /// Returns the column's type.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Self::Int(_) => ColumnKind::Int,
            Self::UInt(_) => ColumnKind::UInt,
            Self::Float(_) => ColumnKind::Float,
            Self::Bool(_) => ColumnKind::Bool,
            Self::Text(_) => ColumnKind::Text,
        }
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        match self {
            Self::Int(cells) => cells.len(),
            Self::UInt(cells) => cells.len(),
            Self::Float(cells) => cells.len(),
            Self::Bool(cells) => cells.len(),
            Self::Text(cells) => cells.len(),
        }
    }

    /// Returns whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a cell is missing.
    ///
    /// # Panics
    ///
    /// Panics when `row` is out of bounds of a float column.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Self::Float(cells) => cells[row].is_nan(),
            Self::Text(cells) => cells.is_missing(row),
            _ => false,
        }
    }

    /// Returns whether any cell is missing.
    pub fn has_missing(&self) -> bool {
        match self {
            Self::Float(cells) => cells.iter().any(|cell| cell.is_nan()),
            Self::Text(cells) => cells.missing_count() > 0,
            _ => false,
        }
    }

    /// Returns a cell as pandas' `to_csv` prints it, without quotes; a missing cell is empty.
    ///
    /// # Panics
    ///
    /// Panics when `row` is out of bounds.
    pub fn cell_text(&self, row: usize) -> Cow<'_, str> {
        match self {
            Self::Int(cells) => Cow::Owned(cells[row].to_string()),
            Self::UInt(cells) => Cow::Owned(cells[row].to_string()),
            Self::Float(cells) if cells[row].is_nan() => Cow::Borrowed(""),
            Self::Float(cells) => Cow::Owned(python_float_repr(cells[row])),
            Self::Bool(cells) => Cow::Borrowed(bool_text(cells[row])),
            Self::Text(cells) => Cow::Borrowed(cells.get(row).unwrap_or("")),
        }
    }

    /// Returns the cells as doubles, truth values as 0 and 1; `None` for text.
    pub fn to_f64(&self) -> Option<Vec<f64>> {
        match self {
            Self::Int(cells) => Some(cells.iter().map(|cell| *cell as f64).collect()),
            Self::UInt(cells) => Some(cells.iter().map(|cell| *cell as f64).collect()),
            Self::Float(cells) => Some(cells.clone()),
            Self::Bool(cells) => Some(cells.iter().map(|cell| f64::from(*cell)).collect()),
            Self::Text(_) => None,
        }
    }

    /// Returns the cells as [`Column::to_f64`] does, without a copy of those that are doubles.
    pub fn as_f64(&self) -> Option<Cow<'_, [f64]>> {
        match self {
            Self::Float(cells) => Some(Cow::Borrowed(cells)),
            other => other.to_f64().map(Cow::Owned),
        }
    }

    /// Compares two cells: numbers by value, text by code points, missing cells last.
    ///
    /// # Panics
    ///
    /// Panics when a row is out of bounds.
    pub fn compare(&self, left: usize, right: usize) -> Ordering {
        match self {
            Self::Int(cells) => cells[left].cmp(&cells[right]),
            Self::UInt(cells) => cells[left].cmp(&cells[right]),
            Self::Bool(cells) => cells[left].cmp(&cells[right]),
            Self::Float(cells) => {
                let (left, right) = (cells[left], cells[right]);
                left.partial_cmp(&right)
                    .unwrap_or_else(|| left.is_nan().cmp(&right.is_nan()))
            }
            Self::Text(cells) => match (cells.get(left), cells.get(right)) {
                (Some(left), Some(right)) => left.cmp(right),
                (left, right) => left.is_none().cmp(&right.is_none()),
            },
        }
    }

    /// Returns the cells of the given rows, in that order; a row may repeat.
    ///
    /// # Panics
    ///
    /// Panics when a row is out of bounds.
    #[must_use]
    pub fn take(&self, rows: &[usize]) -> Self {
        match self {
            Self::Int(cells) => Self::Int(rows.iter().map(|row| cells[*row]).collect()),
            Self::UInt(cells) => Self::UInt(rows.iter().map(|row| cells[*row]).collect()),
            Self::Float(cells) => Self::Float(rows.iter().map(|row| cells[*row]).collect()),
            Self::Bool(cells) => Self::Bool(rows.iter().map(|row| cells[*row]).collect()),
            Self::Text(cells) => Self::Text(cells.take(rows)),
        }
    }

    /// Returns the cells of the given rows, missing where no row is given, as a left join does:
    /// with a missing cell whole numbers become floats, and truth values text.
    ///
    /// # Panics
    ///
    /// Panics when a row is out of bounds.
    #[must_use]
    pub fn take_or_missing(&self, rows: &[Option<usize>]) -> Self {
        if let Some(rows) = rows.iter().copied().collect::<Option<Vec<usize>>>() {
            return self.take(&rows);
        }
        if let (Self::Int(_) | Self::UInt(_) | Self::Float(_), Some(cells)) = (self, self.to_f64())
        {
            let cell = |row: &Option<usize>| row.map_or(f64::NAN, |row| cells[row]);
            return Self::Float(rows.iter().map(cell).collect());
        }
        let cells = self.to_text();
        let cell = |row: &Option<usize>| row.and_then(|row| cells.get(row));
        let mut taken: TextColumn = rows.iter().map(cell).collect();
        taken.set_holds_bools(cells.holds_bools());
        Self::Text(taken)
    }

    /// Returns the cells as text, spelled as [`Column::cell_text`] spells them, gaps kept.
    pub fn to_text(&self) -> TextColumn {
        let mut column = TextColumn::with_capacity(self.len(), 0);
        for row in 0..self.len() {
            if self.is_missing(row) {
                column.push_missing();
            } else {
                column.push(&self.cell_text(row));
            }
        }
        column.set_holds_bools(match self {
            Self::Bool(_) => true,
            Self::Text(cells) => cells.holds_bools(),
            _ => false,
        });
        column
    }
}

/// Returns a truth value as Python prints it.
pub(crate) fn bool_text(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_print_as_pandas_writes_them() {
        assert_eq!(Column::Int(vec![-7]).cell_text(0), "-7");
        assert_eq!(
            Column::UInt(vec![u64::MAX]).cell_text(0),
            "18446744073709551615"
        );
        assert_eq!(Column::Float(vec![3.0, f64::NAN]).cell_text(0), "3.0");
        assert_eq!(Column::Float(vec![3.0, f64::NAN]).cell_text(1), "");
        assert_eq!(Column::Bool(vec![true]).cell_text(0), "True");
        assert_eq!(Column::from_texts(["x y"]).cell_text(0), "x y");
    }

    #[test]
    fn missing_cells_sort_last() {
        let column = Column::Float(vec![f64::NAN, -0.0, 0.0, -1.0]);
        let mut rows = vec![0, 1, 2, 3];
        rows.sort_by(|a, b| column.compare(*a, *b));
        assert_eq!(rows, [3, 1, 2, 0]);
        let column = Column::Text(
            [None, Some("b"), Some("B"), Some("é")]
                .into_iter()
                .collect(),
        );
        let mut rows = vec![0, 1, 2, 3];
        rows.sort_by(|a, b| column.compare(*a, *b));
        assert_eq!(rows, [2, 1, 3, 0]);
    }

    #[test]
    fn rows_without_a_match_are_missing() {
        let rows = [Some(1), None, Some(0)];
        let texts = |column: Column| {
            let taken = column.take_or_missing(&rows);
            (0..3)
                .map(|row| taken.cell_text(row).into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(Column::Int(vec![1, 2])), ["2.0", "", "1.0"]);
        assert_eq!(
            texts(Column::Bool(vec![true, false])),
            ["False", "", "True"]
        );
        assert_eq!(texts(Column::from_texts(["a", "b"])), ["b", "", "a"]);
        let all = Column::Int(vec![1, 2]).take_or_missing(&[Some(1), Some(1)]);
        assert_eq!(all, Column::Int(vec![2, 2]));
    }

    #[test]
    fn numbers_become_doubles_and_text_does_not() {
        assert_eq!(
            Column::Bool(vec![true, false]).to_f64(),
            Some(vec![1.0, 0.0])
        );
        assert_eq!(
            Column::UInt(vec![u64::MAX]).to_f64(),
            Some(vec![18_446_744_073_709_551_616.0])
        );
        assert_eq!(Column::from_texts(["1"]).to_f64(), None);
    }
}
