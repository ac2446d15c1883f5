//! Rows that belong together.

/// Returns the rows of each group, groups in the order of their keys, rows in their own order.
pub(crate) fn by_group<G: Ord>(groups: &[G]) -> Vec<Vec<usize>> {
    let mut rows: Vec<usize> = (0..groups.len()).collect();
    rows.sort_by(|a, b| groups[*a].cmp(&groups[*b]));
    rows.chunk_by(|a, b| groups[*a] == groups[*b])
        .map(<[usize]>::to_vec)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_groups_and_keeps_the_order_of_rows() {
        let rows = by_group(&["b", "a", "b", "c", "a"]);
        assert_eq!(rows, [vec![1, 4], vec![0, 2], vec![3]]);
        assert!(by_group::<u8>(&[]).is_empty());
    }
}
