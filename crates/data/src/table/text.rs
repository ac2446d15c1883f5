//! A column of text in one arena, so that memory stays close to the size of the file.

/// Text cells, some of which may be missing.
///
/// All cells share one buffer; a cell costs its bytes, four bytes of offset (eight once the
/// buffer passes 4 GiB) and, when anything is missing, one bit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextColumn {
    bytes: String,
    ends: Ends,
    /// One bit per cell, set where the cell is missing; short while trailing cells are present.
    missing: Vec<u64>,
    missing_count: usize,
    holds_bools: bool,
}

/// End of each cell in the buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ends {
    Short(Vec<u32>),
    Long(Vec<u64>),
}

impl Default for Ends {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl Ends {
    fn len(&self) -> usize {
        match self {
            Self::Short(ends) => ends.len(),
            Self::Long(ends) => ends.len(),
        }
    }

    fn get(&self, index: usize) -> usize {
        match self {
            Self::Short(ends) => ends[index] as usize,
            Self::Long(ends) => ends[index] as usize,
        }
    }

    fn push(&mut self, end: usize) {
        match self {
            Self::Short(ends) => {
                if let Ok(end) = u32::try_from(end) {
                    ends.push(end);
                } else {
                    let mut long: Vec<u64> = ends.iter().map(|end| u64::from(*end)).collect();
                    long.push(end as u64);
                    *self = Self::Long(long);
                }
            }
            Self::Long(ends) => ends.push(end as u64),
        }
    }

    fn reserve_exact(&mut self, additional: usize) {
        match self {
            Self::Short(ends) => ends.reserve_exact(additional),
            Self::Long(ends) => ends.reserve_exact(additional),
        }
    }

    fn room(&self) -> usize {
        match self {
            Self::Short(ends) => ends.capacity() - ends.len(),
            Self::Long(ends) => ends.capacity() - ends.len(),
        }
    }
}

impl TextColumn {
    /// Creates a column without cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a column without cells that has room for `rows` cells of `bytes` bytes in all.
    pub fn with_capacity(rows: usize, bytes: usize) -> Self {
        let ends = Ends::Short(Vec::with_capacity(rows));
        Self {
            bytes: String::with_capacity(bytes),
            ends,
            ..Self::default()
        }
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of bytes of all cells.
    pub fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a cell; `None` when it is missing.
    ///
    /// # Panics
    ///
    /// Panics when `row` is out of bounds, like indexing a slice.
    pub fn get(&self, row: usize) -> Option<&str> {
        let end = self.ends.get(row);
        if self.is_missing(row) {
            return None;
        }
        let start = if row == 0 { 0 } else { self.ends.get(row - 1) };
        Some(&self.bytes[start..end])
    }

    /// Returns whether a cell is missing; `false` beyond the end.
    pub fn is_missing(&self, row: usize) -> bool {
        self.missing
            .get(row / 64)
            .is_some_and(|word| (word >> (row % 64)) & 1 == 1)
    }

    /// Returns the number of missing cells.
    pub fn missing_count(&self) -> usize {
        self.missing_count
    }

    /// Iterates over the cells; `None` for a missing one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> + Clone {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Appends a cell.
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    /// Appends a missing cell.
    pub fn push_missing(&mut self) {
        let row = self.len();
        if self.missing.len() <= row / 64 {
            self.missing.resize(row / 64 + 1, 0);
        }
        self.missing[row / 64] |= 1 << (row % 64);
        self.missing_count += 1;
        self.ends.push(self.bytes.len());
    }

    /// Appends a cell, missing where it is `None`.
    pub fn push_option(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.push(text),
            None => self.push_missing(),
        }
    }

    /// Returns whether the cells stand for Python truth values, spelled `True` and `False`.
    ///
    /// pandas keeps truth values with gaps as objects, neither text nor numbers; whoever must
    /// tell the text `True` from the value asks here.
    pub fn holds_bools(&self) -> bool {
        self.holds_bools
    }

    /// Declares whether the cells stand for Python truth values.
    pub fn set_holds_bools(&mut self, holds_bools: bool) {
        self.holds_bools = holds_bools;
    }

    /// Returns the cells of the given rows, in that order.
    ///
    /// # Panics
    ///
    /// Panics when a row is out of bounds.
    #[must_use]
    pub fn take(&self, rows: &[usize]) -> Self {
        let bytes = rows
            .iter()
            .map(|row| self.get(*row).map_or(0, str::len))
            .sum();
        let mut taken = Self::with_capacity(rows.len(), bytes);
        for row in rows {
            taken.push_option(self.get(*row));
        }
        taken.holds_bools = self.holds_bools;
        taken
    }

    /// Returns whether the cells of another column can follow without moving those of this one.
    pub(crate) fn has_room_for(&self, other: &Self) -> bool {
        self.bytes.capacity() - self.bytes.len() >= other.bytes.len()
            && self.ends.room() >= other.len()
    }

    /// Makes room for this many more cells and bytes.
    pub(crate) fn reserve_exact(&mut self, cells: usize, bytes: usize) {
        self.bytes.reserve_exact(bytes);
        self.ends.reserve_exact(cells);
    }

    /// Appends all cells of another column; the result holds truth values only if both do.
    pub fn extend_from(&mut self, other: &Self) {
        self.holds_bools &= other.holds_bools;
        if other.missing_count > 0 {
            other.iter().for_each(|cell| self.push_option(cell));
            return;
        }
        let before = self.bytes.len();
        self.bytes.push_str(&other.bytes);
        (0..other.len()).for_each(|row| self.ends.push(before + other.ends.get(row)));
    }
}

impl<'a> FromIterator<Option<&'a str>> for TextColumn {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(cells: I) -> Self {
        let mut column = Self::new();
        cells.into_iter().for_each(|cell| column.push_option(cell));
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_empty_cells_differ() {
        let column: TextColumn = [Some("a"), None, Some(""), Some("ü")].into_iter().collect();
        assert_eq!(
            column.iter().collect::<Vec<_>>(),
            [Some("a"), None, Some(""), Some("ü")]
        );
        assert_eq!(column.missing_count(), 1);
        assert_eq!(
            column.take(&[3, 1]).iter().collect::<Vec<_>>(),
            [Some("ü"), None]
        );
    }

    #[test]
    fn columns_join_across_word_borders() {
        let mut left: TextColumn = (0..63).map(|_| Some("x")).collect();
        let right: TextColumn = [None, None, Some("y")].into_iter().collect();
        left.extend_from(&right);
        assert_eq!(left.len(), 66);
        assert!(!left.is_missing(62) && left.is_missing(63) && left.is_missing(64));
        assert_eq!(left.get(65), Some("y"));
        assert!(!left.is_missing(1000));
    }

    #[test]
    fn offsets_grow_beyond_four_gibibytes() {
        let mut ends = Ends::default();
        ends.push(7);
        ends.push(u32::MAX as usize + 5);
        ends.push(u32::MAX as usize + 6);
        assert_eq!(
            (ends.get(0), ends.get(2), ends.len()),
            (7, u32::MAX as usize + 6, 3)
        );
    }
}
