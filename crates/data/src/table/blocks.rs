//! Joining blocks of a column, or tables, below each other.

use crate::table::{Column, ColumnKind, TextColumn};

/// The blocks of one column; neighbours of one type are joined at once.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    parts: Vec<Column>,
}

impl Blocks {
    /// Appends a block; `share` is how much of the whole column the blocks make then. Where it is less
    /// than 1, room for the rest is reserved once, so that the column does not move as it grows.
    pub(crate) fn push(&mut self, block: Column, share: f64) {
        let expected = Expected { share };
        match (self.parts.last_mut(), block) {
            (Some(Column::Int(cells)), Column::Int(block)) => expected.extend(cells, &block),
            (Some(Column::UInt(cells)), Column::UInt(block)) => expected.extend(cells, &block),
            (Some(Column::Float(cells)), Column::Float(block)) => expected.extend(cells, &block),
            (Some(Column::Bool(cells)), Column::Bool(block)) => expected.extend(cells, &block),
            (Some(Column::Text(cells)), Column::Text(block)) => {
                if !cells.has_room_for(&block) {
                    let rows = expected.more(cells.len(), block.len());
                    let bytes = expected.more(cells.byte_len(), block.byte_len());
                    cells.reserve_exact(rows, bytes);
                }
                cells.extend_from(&block);
            }
            (_, block) => self.parts.push(block),
        }
    }

    /// Joins the blocks: numbers of different types become floats; anything beside text, or truth
    /// values beside numbers, becomes text in which every block keeps its own spelling (whole
    /// numbers as `7`, floats as `7.0`, truth values as `True`).
    pub(crate) fn join(mut self) -> Column {
        if self.parts.len() <= 1 {
            return self
                .parts
                .pop()
                .unwrap_or_else(|| Column::Text(TextColumn::new()));
        }
        let numeric = |part: &Column| {
            matches!(
                part.kind(),
                ColumnKind::Int | ColumnKind::UInt | ColumnKind::Float
            )
        };
        if self.parts.iter().all(numeric) {
            return Column::Float(
                self.parts
                    .iter()
                    .filter_map(Column::to_f64)
                    .flatten()
                    .collect(),
            );
        }
        let bools = self.parts.iter().all(may_hold_bools);
        let mut joined = TextColumn::new();
        for part in self.parts {
            joined.extend_from(&part.to_text());
        }
        joined.set_holds_bools(bools);
        Column::Text(joined)
    }
}

/// How much of a column is there.
#[derive(Clone, Copy)]
struct Expected {
    share: f64,
}

impl Expected {
    /// Room to reserve beyond `used` when `added` are about to follow: what is expected and a little to
    /// spare; as much again where nothing is known.
    fn more(self, used: usize, added: usize) -> usize {
        const SPARE: f64 = 1.02;
        if !(self.share > 0.0 && self.share < 1.0) {
            return used.max(added);
        }
        let whole = (used + added) as f64 / self.share * SPARE;
        (whole as usize).saturating_sub(used).max(added)
    }

    fn extend<T: Copy>(self, cells: &mut Vec<T>, block: &[T]) {
        if cells.capacity() - cells.len() < block.len() {
            cells.reserve_exact(self.more(cells.len(), block.len()));
        }
        cells.extend_from_slice(block);
    }
}

/// Whether a block holds nothing but truth values and gaps.
fn may_hold_bools(part: &Column) -> bool {
    match part {
        Column::Bool(_) => true,
        Column::Float(cells) => cells.iter().all(|cell| cell.is_nan()),
        Column::Text(cells) => cells.holds_bools(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(parts: impl IntoIterator<Item = Column>) -> Column {
        let mut blocks = Blocks::default();
        parts.into_iter().for_each(|part| blocks.push(part, 1.0));
        blocks.join()
    }

    #[test]
    fn numbers_of_different_types_become_floats() {
        let joined = join([
            Column::Int(vec![1]),
            Column::Int(vec![2]),
            Column::Float(vec![0.5]),
        ]);
        assert_eq!(joined, Column::Float(vec![1.0, 2.0, 0.5]));
        let joined = join([Column::UInt(vec![u64::MAX]), Column::Int(vec![-1])]);
        assert_eq!(
            joined,
            Column::Float(vec![18_446_744_073_709_551_616.0, -1.0])
        );
    }

    #[test]
    fn every_block_keeps_its_spelling_beside_text() {
        let joined = join([
            Column::Int(vec![7]),
            Column::Float(vec![7.0, f64::NAN]),
            Column::Bool(vec![true]),
            Column::from_texts(["007"]),
        ]);
        let Column::Text(joined) = joined else {
            panic!("text is expected")
        };
        let cells: Vec<_> = joined.iter().collect();
        assert_eq!(
            cells,
            [Some("7"), Some("7.0"), None, Some("True"), Some("007")]
        );
        assert!(!joined.holds_bools());
    }

    #[test]
    fn truth_values_with_gaps_stay_truth_values() {
        let joined = join([Column::Bool(vec![true]), Column::Float(vec![f64::NAN])]);
        let Column::Text(joined) = joined else {
            panic!("text is expected")
        };
        assert!(joined.holds_bools());
        let joined = join([Column::Bool(vec![true]), Column::Int(vec![1])]);
        let Column::Text(joined) = joined else {
            panic!("text is expected")
        };
        assert!(!joined.holds_bools());
        assert_eq!(joined.iter().collect::<Vec<_>>(), [Some("True"), Some("1")]);
    }

    #[test]
    fn no_blocks_are_an_empty_column_of_text() {
        assert_eq!(join([]), Column::Text(TextColumn::new()));
    }
}
