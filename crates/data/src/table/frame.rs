//! A table: named columns and a number of rows.

use crate::table::{Blocks, Column};

/// Named columns of equal length, in order.
///
/// A table without columns may still have rows. Names are compared exactly; [`Table::column`]
/// finds the first of a repeated name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    columns: Vec<(String, Column)>,
    rows: usize,
}

impl Table {
    /// Creates a table without columns and rows; its first column sets the number of rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a table without columns for columns of `rows` cells.
    pub fn with_rows(rows: usize) -> Self {
        Self {
            columns: Vec::new(),
            rows,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Returns the first column of a name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, column)| column)
    }

    /// Iterates over the names in order.
    pub fn column_names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// Iterates over names and columns in order.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, &Column)> + Clone {
        self.columns
            .iter()
            .map(|(name, column)| (name.as_str(), column))
    }

    /// Appends a column.
    ///
    /// # Panics
    ///
    /// Panics when its length differs from the number of rows, unless it is the first column of
    /// an empty table.
    pub fn push_column(&mut self, name: impl Into<String>, column: Column) {
        if self.columns.is_empty() && self.rows == 0 {
            self.rows = column.len();
        }
        let name = name.into();
        assert_eq!(
            column.len(),
            self.rows,
            "column `{name}` has another number of rows"
        );
        self.columns.push((name, column));
    }

    /// Replaces the first column of a name in place, or appends it.
    ///
    /// # Panics
    ///
    /// As [`Table::push_column`].
    pub fn set_column(&mut self, name: impl Into<String>, column: Column) {
        let name = name.into();
        match self.columns.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => {
                assert_eq!(
                    column.len(),
                    self.rows,
                    "column `{name}` has another number of rows"
                );
                *old = column;
            }
            None => self.push_column(name, column),
        }
    }

    /// Returns the table with a column replaced or appended.
    ///
    /// # Panics
    ///
    /// As [`Table::push_column`].
    #[must_use]
    pub fn with_column(mut self, name: impl Into<String>, column: Column) -> Self {
        self.set_column(name, column);
        self
    }

    /// Renames the first column of a name; returns whether there is one.
    pub fn rename(&mut self, from: &str, to: impl Into<String>) -> bool {
        match self.columns.iter_mut().find(|(name, _)| name == from) {
            Some((name, _)) => {
                *name = to.into();
                true
            }
            None => false,
        }
    }

    /// Returns the named columns in the given order.
    ///
    /// # Errors
    ///
    /// Returns the first name that is not a column.
    pub fn select<'n>(&self, names: &[&'n str]) -> Result<Self, &'n str> {
        let mut selected = Self::with_rows(self.rows);
        for name in names {
            let column = self.column(name).ok_or(*name)?;
            selected.columns.push(((*name).to_owned(), column.clone()));
        }
        Ok(selected)
    }

    /// Returns the table without the named columns; unknown names are ignored.
    #[must_use]
    pub fn drop(&self, names: &[&str]) -> Self {
        let kept = self
            .columns
            .iter()
            .filter(|(name, _)| !names.contains(&name.as_str()));
        Self {
            columns: kept.cloned().collect(),
            rows: self.rows,
        }
    }

    /// Joins tables of equal columns below each other, as pandas' `concat` does: numbers of
    /// different types become floats.
    ///
    /// # Errors
    ///
    /// Returns the index of the first table whose column names differ from those of the first.
    pub fn concat(tables: &[Self]) -> Result<Self, usize> {
        let Some(first) = tables.first() else {
            return Ok(Self::new());
        };
        let differs = |table: &Self| !table.column_names().eq(first.column_names());
        if let Some(index) = tables.iter().position(differs) {
            return Err(index);
        }
        let mut joined = Self::with_rows(tables.iter().map(Self::rows).sum());
        for (place, name) in first.column_names().enumerate() {
            let mut blocks = Blocks::default();
            for table in tables {
                blocks.push(table.columns[place].1.clone(), 1.0);
            }
            joined.columns.push((name.to_owned(), blocks.join()));
        }
        Ok(joined)
    }

    /// Returns the given rows, in that order; a row may repeat.
    ///
    /// # Panics
    ///
    /// Panics when a row is out of bounds.
    #[must_use]
    pub fn take(&self, rows: &[usize]) -> Self {
        let columns = self
            .columns
            .iter()
            .map(|(name, column)| (name.clone(), column.take(rows)));
        Self {
            columns: columns.collect(),
            rows: rows.len(),
        }
    }

    /// Returns one row for each group of rows: in every column the group's first cell that is not
    /// missing, as pandas' `groupby(...).first()` does. A group must have a row.
    ///
    /// # Panics
    ///
    /// Panics when a group is empty or a row is out of bounds.
    #[must_use]
    pub fn first_values(&self, groups: &[Vec<usize>]) -> Self {
        let columns = self.columns.iter().map(|(name, column)| {
            let first = |group: &Vec<usize>| {
                let known = group.iter().find(|row| !column.is_missing(**row));
                *known.unwrap_or(&group[0])
            };
            let rows: Vec<usize> = groups.iter().map(first).collect();
            (name.clone(), column.take(&rows))
        });
        Self {
            columns: columns.collect(),
            rows: groups.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new()
            .with_column("id", Column::from_texts(["a", "b", "c"]))
            .with_column("x", Column::Int(vec![1, 2, 3]))
    }

    #[test]
    fn rows_are_taken_in_the_given_order() {
        let taken = table().take(&[2, 0, 2]);
        assert_eq!(taken.column("x"), Some(&Column::Int(vec![3, 1, 3])));
        assert_eq!(taken.rows(), 3);
    }

    #[test]
    fn columns_are_selected_dropped_and_renamed() {
        let mut table = table();
        assert_eq!(
            table
                .select(&["x"])
                .unwrap()
                .column_names()
                .collect::<Vec<_>>(),
            ["x"]
        );
        assert_eq!(table.select(&["nope"]), Err("nope"));
        assert_eq!(
            table
                .drop(&["x", "nope"])
                .column_names()
                .collect::<Vec<_>>(),
            ["id"]
        );
        assert!(table.rename("x", "y") && !table.rename("x", "z"));
        assert_eq!(table.column_names().collect::<Vec<_>>(), ["id", "y"]);
    }

    #[test]
    fn a_group_gives_the_first_known_cell_of_each_column() {
        let table = table().with_column("f", Column::Float(vec![f64::NAN, f64::NAN, 0.5]));
        let first = table.first_values(&[vec![1], vec![0, 2]]);
        assert_eq!(first.column("id"), Some(&Column::from_texts(["b", "a"])));
        assert_eq!(first.column("x"), Some(&Column::Int(vec![2, 1])));
        assert_eq!(first.column("f").unwrap().cell_text(0), "");
        assert_eq!(first.column("f").unwrap().cell_text(1), "0.5");
    }

    #[test]
    fn setting_a_column_keeps_its_place() {
        let table = table().with_column("id", Column::Int(vec![7, 8, 9]));
        assert_eq!(table.column_names().collect::<Vec<_>>(), ["id", "x"]);
        assert_eq!(table.width(), 2);
    }

    #[test]
    fn tables_are_joined_below_each_other() {
        let halves = Table::new()
            .with_column("id", Column::from_texts(["d"]))
            .with_column("x", Column::Float(vec![0.5]));
        let joined = Table::concat(&[table(), halves]).unwrap();
        assert_eq!(joined.rows(), 4);
        assert_eq!(
            joined.column("x"),
            Some(&Column::Float(vec![1.0, 2.0, 3.0, 0.5]))
        );
        assert_eq!(Table::concat(&[table(), table().drop(&["x"])]), Err(1));
        assert_eq!(Table::concat(&[]), Ok(Table::new()));
    }

    #[test]
    fn a_table_without_columns_can_have_rows() {
        assert_eq!(Table::with_rows(4).rows(), 4);
        assert_eq!(Table::new().rows(), 0);
        assert_eq!(table().drop(&["id", "x"]).rows(), 3);
    }

    #[test]
    #[should_panic(expected = "another number of rows")]
    fn columns_of_unequal_length_are_a_bug() {
        table().push_column("short", Column::Int(vec![1]));
    }
}
